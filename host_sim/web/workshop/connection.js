// The one connection of the workshop: the Pico that a person has connected, for all parts. Its bar is at the top of the page.
// A part may have held(about), called when it is shown and the Pico is stopped, which may return lines to say; freed(), called when
// that has ended; and worksWhileRunning(), whether it needs no Pico that is stopped.

import * as pico from "./pico.js";
import { complain, during, enable, GONE, nameOf, onPress, say } from "./says.js";
import * as serial from "./serial.js";

const [NONE, HELD, RUNS, LENT] = ["none", "held", "runs", "lent"]; // no Pico; stopped, for all parts; its program runs; one part has it
const $ = (id) => document.getElementById(id);
const onIt = ({ board, version }) => (board ? `Glowgrid ${version || "of unknown version"}, for ${board}` : "nothing of Glowgrid on it");

export class Connection {
  state = NONE;
  about = null; // what page_talk.py's connect says of the Pico, and `tidied`; null as long as nobody has asked it
  parts = new Map(); // by the section that shows them
  served = new Set(); // of the sections, those that have taken the Pico since it was stopped

  constructor() {
    onPress($("connect"), () => this.connect(false), serial.able);
    onPress($("all-ports"), () => this.connect(true), serial.able);
    onPress($("tidy"), () => this.hold(true));
    onPress($("leave"), () => this.leave());
    for (const button of document.querySelectorAll(".uses button")) onPress(button, () => this.hold());
    pico.onGone(() => this.gone());
    addEventListener("idle", () => this.show(this.shown)); // a section may have waited for another
    this.set(NONE);
  }

  serve(section, part) {
    this.parts.set(section, part);
  }

  // A section is shown: it takes the Pico if that is stopped.
  show(section) {
    this.shown = section;
    this.name();
    if (this.state === HELD && !this.served.has(section)) {
      during(async () => {
        const [line, ...more] = await this.give();
        if (line) say(line, { more });
      });
    }
  }

  get isThere() {
    return this.state !== NONE;
  }

  async connect(all) {
    this.port = await serial.choose(all);
    await serial.follow(this.port); // else a Pico of an earlier visit would be opened
    this.about = null;
    this.set(RUNS);
    await this.hold();
  }

  // Stop what runs on the Pico, for all parts; tidy: move aside what is in the way.
  async hold(tidy = false) {
    if (this.state === HELD && !tidy) return;
    await this.stopUser?.();
    this.set(RUNS);
    say("Connecting: what runs on the Pico is stopped.");
    try {
      await pico.open(await this.itsPort());
      this.about = { ...(await this.ask("connect", tidy)), tidied: tidy };
    } catch (error) {
      this.set(NONE);
      $("tidy").hidden = !error.tidy;
      throw error;
    }
    this.set(HELD);
    $("tidy").hidden = !this.about.left.length || tidy;
    const more = await this.give();
    say(tidy ? "Moved aside. Now update." : "Connected. The Pico plays again once you disconnect.", { more });
  }

  // The port of the Pico, which may be another one after a restart.
  async itsPort() {
    const port = await serial.again();
    return (this.port = port ?? (port === null ? await serial.choose() : this.port));
  }

  // Let the part that is shown look at the Pico; return what it says of it, in lines.
  async give() {
    this.served.add(this.shown);
    return (await this.parts.get(this.shown)?.held?.(this.about)) ?? [];
  }

  // Ask the Pico that is held; an error that ends the visit ends the connection.
  async ask(...words) {
    try {
      return await pico.ask(...words);
    } catch (error) {
      if (!error.open) this.set(NONE);
      throw error;
    }
  }

  // Lend the Pico to a part that talks to it by itself, and return its open port. stop: ends that, if a person may end it at any time.
  async lend(section, stop = null) {
    if (this.state === LENT) await this.stopUser?.();
    this.set(LENT, section, stop);
    try {
      return await pico.open(await this.itsPort());
    } catch (error) {
      this.set(NONE);
      throw error;
    }
  }

  // The program on the Pico runs by itself from now on; port: null if there is no Pico.
  runs(port = this.port) {
    this.port = port;
    this.set(port ? RUNS : NONE);
  }

  async leave() {
    const was = this.state;
    await this.stopUser?.();
    this.set(NONE);
    if (was === HELD) await pico.ask("leave");
    say(was === HELD ? "Disconnected: the Pico restarts." : "Disconnected: the Pico plays on.");
  }

  gone() {
    const { state } = this;
    if (state === NONE || state === LENT) return; // who has borrowed it says so
    this.set(NONE);
    if (state === HELD) complain(new Error(`${GONE} What was copied whole is on it.`));
  }

  set(state, user = "", stop = null) {
    Object.assign(this, { state, user, stopUser: stop });
    if (state !== HELD) {
      this.served.clear();
      $("tidy").hidden = true;
      for (const [section, part] of this.parts) if (section !== user) part.freed?.();
    }
    this.name();
    enable();
  }

  // Say in the bar which Pico is connected, and in each section what keeps the section from it.
  name() {
    const { state, user, about } = this;
    const machine = about?.machine.split(",")[0] ?? "A Pico";
    const who = user && nameOf(user);
    const says = {
      [NONE]: "No Pico is connected.",
      [HELD]: about && `${machine}: ${onIt(about)}. Its program waits.`,
      [RUNS]: `${machine}: its program runs.`,
      [LENT]: `${machine}: ${who} has it.`,
    };
    $("pico-is").textContent = says[state];
    $("pico").dataset.state = state;
    for (const id of ["connect", "all-ports"]) $(id).hidden = state !== NONE;
    $("leave").hidden = state === NONE;
    const needs = {
      [NONE]: ["Connect the Pico first, at the top of the page.", ""],
      [RUNS]: ["Its program runs.", "Stop it, and go on here"],
      [LENT]: [`${who} has the Pico.`, this.stopUser ? `Stop ${who}, and go on here` : ""],
    };
    for (const line of document.querySelectorAll(".uses")) {
      const section = line.closest("section").id;
      const runs = state === RUNS && this.parts.get(section)?.worksWhileRunning?.();
      line.hidden = state === HELD || user === section || Boolean(runs);
      if (line.hidden) continue;
      const [words, act] = needs[state];
      line.querySelector("span").textContent = words;
      Object.assign(line.querySelector("button"), { hidden: !act, textContent: act });
    }
  }
}
