// Positions beside the match: stones that a person sets up, and moves that it tries. The match rests meanwhile, as it is.
//
//   const scratch = new Scratch({ view, say, row, play });
//   scratch.offer()         what can be done has changed
//   scratch.asked(hash)     what an address and the browser's history ask for, to open again; or null
//   scratch.waits = asked   opens it once the console has its games
//   scratch.follow(choice)  another game was chosen in the row; returns whether the editor takes it
//
// row: choice() and take(choice) of new_game.js. play(position): begin a match from stones. The address has what is on the
// field, and the history of the browser the address of the match; so a reload loses neither.

import { boardInLinks, copy, matchLink } from "../share/share.js";
import { Editor, stonesOf } from "./editor.js";
import { lay, listen, now, session } from "../console/console.js";
import { onlyScrolls } from "../console/links.js";
import { Trial } from "./trial.js";
import { said, t } from "../language/language.js";

const ASKED = /^#(setup|try)&/;
const HELD = t("The match rests: go back to it first.");
const HIDDEN = t("No variation can be tried: this game hides stones until it is over.");
const $ = (id) => document.getElementById(id);

export class Scratch {
  constructor({ view, say, row, play }) {
    Object.assign(this, { view, say, row, play, part: null, waits: null });
    this.parts = { setup: new Editor(this), try: new Trial(this) };
    $("set-up").onclick = () => this.setUp();
    $("variation").onclick = () => this.tryMoves();
    $("scratch-back").onclick = () => this.part.takeBack();
    $("scratch-link").onclick = () => this.copyLink();
    $("scratch-end").onclick = () => this.end();
    listen("switched", () => {
      lay("");
      this.close();
    });
    listen("games", () => this.waits && this.openAgain(this.waits));
  }

  // What can be done ----------------------------------------------------------------------------------------------

  offer() {
    const { position } = now;
    const shown = !$("field").hidden;
    $("ways").hidden = Boolean(this.part) || !shown || Boolean(position?.apart);
    $("variation").hidden = !position;
    const waits = position && !position.over && !position.paused && (position.thinking || position.seats[position.to_move - 1] > 0);
    for (const id of ["set-up", "variation"]) $(id).disabled = Boolean(waits);
  }

  async setUp() {
    const from = this.view.shown() ?? this.view.empty;
    if (!from) return;
    lay(HELD);
    const fault = await this.parts.setup.from({ game: from.game, size: from.size.join(","), stones: stonesOf(from), field: true });
    if (fault === null) return; // pressed twice
    if (fault || from.hides) return this.refuse(t("Stones cannot be set up: {0}.", said(fault || this.parts.setup.found.fault)));
    this.open("setup");
    this.view.focus();
  }

  async tryMoves() {
    const { game, size, stones, swap_rule: swap, moves, hides, over, coached, advised } = this.view.shown();
    if (hides && !now.position.over) return this.say(HIDDEN);
    lay(HELD);
    const fault = await this.parts.try.from({ game, size, stones, swap, moves: moves.map(({ name }) => name), coached, advised: advised && !(hides && over) });
    if (fault === null) return;
    if (fault) return this.refuse(t("No variation can be tried: {0}.", said(fault)));
    this.open("try");
    this.view.focus();
  }

  refuse(why) {
    lay("");
    this.say(why);
  }

  // Open what an address asks for.
  asked(hash) {
    if (!ASKED.test(hash)) return null;
    return { hash, back: "", advised: true, ...history.state };
  }

  async openAgain({ hash, back, goesOn, advised }) {
    this.waits = null;
    const kind = ASKED.exec(hash)[1];
    const fault = await this.parts[kind].read(hash.replace(ASKED, "#"), advised);
    if (fault === null) return;
    if (fault) this.say(t("The link cannot be opened: {0}.", said(fault)));
    else this.open(kind, { back, goesOn });
  }

  // Lay a part over the match. from: back, the address of the match; goesOn: whether there is one.
  open(kind, from = { back: this.addressOfMatch(), goesOn: Boolean(now.position) }) {
    this.was = { hash: location.hash, row: this.row.choice(), button: kind === "setup" ? "set-up" : "variation" };
    if (ASKED.test(this.was.hash)) this.was.hash = from.back;
    Object.assign(this, { from, part: this.parts[kind] });
    lay(HELD);
    this.say("");
    document.querySelector("main").classList.add("laid");
    $("scratch").dataset.part = kind;
    $("scratch").ariaLabel = kind === "setup" ? t("Set up a position") : t("Try moves");
    $("scratch").hidden = false;
    $("scratch-end").textContent = kind === "setup" ? t("Cancel") : from.goesOn ? t("Back to the match") : t("Back");
    if (kind === "setup") this.row.take({ ...this.part.field, seats: this.row.choice().seats });
    this.part.show();
    this.offer();
    scrollTo(0, 0);
  }

  // Where a reload goes back to: what is kept, or a link to the match.
  addressOfMatch() {
    const { position } = now;
    const { hash } = location;
    if (!position || onlyScrolls(hash)) return "";
    if (/^#lesson\b/.test(hash)) return hash;
    return session.keeps && !position.over && !position.puzzle_of ? "" : matchLink(position);
  }

  // The part has changed: what the address says of it.
  note(hash, more = {}) {
    history.replaceState({ ...this.from, ...more, beside: session.beside }, "", hash);
  }

  async copyLink() {
    await this.part.answer; // of the last press
    if (this.part) copy(this.part.link(boardInLinks()), t("Copied: the link opens this position."), this.say);
  }

  says(...parts) {
    $("scratch-says").replaceChildren(...parts);
  }

  // Back to where one was.
  end() {
    const { hash, row, button } = this.was;
    this.close();
    history.replaceState({ beside: session.beside }, "", hash || location.pathname + location.search);
    this.row.take(row);
    this.offer();
    scrollTo(0, 0);
    $(button).focus({ preventScroll: true });
  }

  close() {
    if (!this.part) return;
    this.part.end();
    this.part = null;
    lay("");
    document.querySelector("main").classList.remove("laid");
    $("scratch").hidden = true;
    this.view.lay(null);
  }

  // The row -------------------------------------------------------------------------------------------------------

  isOn() {
    return Boolean(this.part);
  }

  // Play from the set-up, with those of the row; returns whether there is one.
  begins() {
    if (this.part !== this.parts.setup) return false;
    this.parts.setup.play();
    return true;
  }

  follow(choice) {
    if (this.part === this.parts.setup) this.part.follow(choice);
  }
}
