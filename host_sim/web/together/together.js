// "Play together": a dialog in which two pages on one network find each other, or a page and a handheld at its USB port, and
// begin a match that both share.
//
//   const together = new Together({ row, play, copyMove, go })   row(): the choice of the row; play(away): begin it, with the
//                                                         sides of the other one, [] without it; copyMove(): the match as a link;
//                                                         go(): to the match that both share
//   together.asks()       a match is to begin: if another one is connected, ask with whom. Returns whether it asks
//   together.take(text)   what the other one sent: an invitation or an answer, as a link or without
//   together.show()
//   together.inviteAgain()   show it where the invitation begins

import encodeQR from "qr";
import { connect, listen, now, tell } from "../console/console.js";
import { ASKS } from "../match/aside.js";
import { capital, sideName } from "../field/sides.js";
import { said, t } from "../language/language.js";
import { able as mayUse, Cable } from "./cable.js";
import { able, Channel } from "./channel.js";
import { linkOf, read } from "./signal.js";

const QUIET = 4; // modules around the code, as its standard asks
const TABS = "glowgrid together";
const ANSWER_MS = 60_000;
const LOCAL = ["localhost", "127.0.0.1", "[::1]"]; // names by which a computer calls itself
const $ = (part) => document.getElementById(`together${part && `-${part}`}`);
const SAYS = {
  invites: t("Waiting for the answer of the other one."),
  answers: t("Waiting for the other one to paste the answer."),
  connects: t("Connecting."),
  starts: t("The game on the handheld starts again, and goes on with its last match."),
  open: t("Connected."),
  lost: t("The connection is lost. Invite again: the match goes on."),
};
const GOES_ON = t("The match goes on when both are connected again.");

export class Together {
  constructor({ row, play, copyMove, go }) {
    Object.assign(this, { row, play, link: "", late: 0 });
    const ends = { heard: (text) => tell("hear", { text }), changed: () => this.changed() };
    this.channel = new Channel(ends);
    this.cable = new Cable(ends);
    this.tabs = new BroadcastChannel(TABS);
    this.tabs.onmessage = ({ data }) => this.hear(data);
    listen("sent", (text) => this.way.say(text));
    listen("said", ({ screen }) => ASKS.includes(screen) && $("").close()); // its answers are beside the field
    listen("said", ({ waits = "" }) => {
      $("waits").hidden = !waits;
      $("waits").firstChild.textContent = said(waits);
    });
    $("go").onclick = go;
    $("").onkeydown = (event) => event.stopPropagation(); // the keys of the handheld rest
    $("open").onclick = () => this.show();
    $("invite").onclick = () => this.invite();
    $("usb").onclick = () => this.connectHandheld();
    $("copy").onclick = () => this.copy();
    $("close").onclick = () => $("").close();
    $("end").onclick = () => this.way.end();
    $("move").onclick = () => {
      $("").close();
      copyMove();
    };
    for (const [id, away] of [["first", [2]], ["second", [1]], ["alone", []]]) {
      $(id).onclick = () => {
        $("").close();
        this.play(away);
      };
    }
    $("form").onsubmit = (event) => {
      event.preventDefault();
      const text = $("paste").value;
      $("paste").value = "";
      this.take(text);
    };
  }

  show() {
    document.getElementById("share").open = false;
    if (!$("").open) $("").showModal();
    this.draw();
  }

  inviteAgain() {
    this.show();
    $("invite").focus();
  }

  asks() {
    const connected = this.way.state === "open";
    if (connected) this.show();
    return connected;
  }

  // Where the other one is: at the cable, or at another page.
  get way() {
    return this.cable.state ? this.cable : this.channel;
  }

  say(words) {
    $("says").textContent = words;
  }

  // Wait no longer than a minute without a word.
  wait() {
    clearTimeout(this.late);
    this.late = setTimeout(() => this.say(t("No answer in a minute: are both on the same network, and both pages still open? Else invite again.")), ANSWER_MS);
  }

  async connectHandheld() {
    this.channel.end();
    await this.cable.connect();
  }

  async invite() {
    await this.cable.end();
    this.lay(await this.channel.invite());
  }

  async take(text) {
    this.show();
    if (!able) return;
    const found = read(text);
    const { state } = this.way;
    if (found.fault) return this.say(found.fault);
    if (found.type === "answer" && !this.channel.isOf(found)) return this.passOn(found);
    if (found.type === "offer" && (state === "open" || state === "starts")) return this.say(t("You are connected already: end that first."));
    if (found.type === "offer" && found.text === this.channel.invitation) return this.say(t("This is your own invitation: open it on the other device."));
    try {
      await this.cable.end();
      if (found.type === "offer") return this.lay(await this.channel.answer(found));
      await this.channel.accept(found);
      this.wait();
    } catch {
      this.say(t("That is no invitation and no answer."));
    }
  }

  // A camera has opened the answer in a tab of its own: the tab that has invited takes it.
  passOn({ text }) {
    this.say(t("This answer is to another invitation: invite again."));
    this.tabs.postMessage({ answer: text });
  }

  // From another tab of this browser.
  hear({ answer, taken }) {
    if (taken) return this.say(t("The answer has arrived: go back to the tab that has invited."));
    const found = read(String(answer));
    if (found.fault || !this.channel.isOf(found)) return;
    this.tabs.postMessage({ taken: true });
    this.take(answer);
  }

  // Show the text to send, as a link and as a code.
  lay(text) {
    if (!text) return this.say(t("This browser lets no page look for others on the network."));
    this.link = linkOf(text, location.href.replace(/#.*/, ""));
    $("link").value = this.link;
    const drawn = encodeQR(this.link, "svg", { ecc: "low", border: QUIET });
    $("code").replaceChildren(Object.assign(new Image(), { src: `data:image/svg+xml,${encodeURIComponent(drawn)}`, alt: t("QR code of the link") }));
    $("copy").focus();
    this.wait();
  }

  async copy() {
    try {
      await navigator.clipboard.writeText(this.link);
      this.say(this.channel.state === "invites" ? t("Copied. Send it to the other one, and paste the answer below.") : t("Copied. Send it back: the other one pastes it."));
    } catch {
      $("link").hidden = false;
      $("link").select();
      this.say(t("This browser lets no page copy here. The link below is marked: copy it from there."));
    }
  }

  changed() {
    const { state } = this.way;
    connect(state === "open");
    if (["", "open", "lost"].includes(state)) clearTimeout(this.late);
    $("open").ariaPressed = String(state === "open");
    document.body.classList.toggle("connected", state === "open");
    this.draw();
    if (state === "open" && now.said.shared) $("").close(); // the match goes on
  }

  // What can be done now.
  draw() {
    const { state } = this.way;
    const sends = state === "invites" || state === "answers";
    const idle = !state || state === "lost";
    const { title, seats } = this.row() ?? {};
    this.say(this.cable.fault || (SAYS[state] ?? (!able ? t("This browser cannot connect to others.") : now.said.shared ? GOES_ON : "")));
    $("about").hidden = !idle;
    $("move").hidden = $("about").hidden;
    $("sends").hidden = !sends;
    $("link").hidden = true;
    $("local").hidden = state !== "invites" || !LOCAL.includes(location.hostname);
    $("what").textContent = state === "invites" ? t("Open this link on the other device:") : t("Send this answer back:");
    $("form").hidden = !able || !(idle || state === "invites");
    $("label").textContent = state === "invites" ? t("Paste the answer") : t("Or paste an invitation");
    $("invite").hidden = !able || !idle;
    $("usb").hidden = !mayUse() || !idle;
    $("no-usb").hidden = mayUse() || !idle;
    $("begin").hidden = state !== "open";
    $("under-way").hidden = !now.position?.away.length || Boolean(now.position.over);
    $("game").textContent = title ? said(title) : "";
    for (const [id, mine] of [["first", 1], ["second", 2]]) {
      $(id).textContent = t("I am {0}", capital(sideName(mine)));
      $(id).disabled = seats?.length !== 2;
    }
    $("two").hidden = seats?.length === 2;
    $("end").hidden = idle;
    if ($("").open && !$("").contains(document.activeElement)) $("title").focus();
  }
}
