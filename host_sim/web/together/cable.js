// The connection to a handheld at a USB port of this computer (Web Serial). Its game begins once more, with the port as its
// wire (workshop/wired.js); boards/LINK.md has what goes over it.
//
//   const cable = new Cable({ heard, changed })   as a Channel
//   await cable.connect()   let a person choose the port, and begin
//   cable.say(text)         to the handheld, if it is there and takes anything
//   cable.end()             the handheld plays on by itself
//   cable.state             "", "starts", "open" or "lost"
//   cable.fault             why there is no connection, in a line, or ""

import { Repl } from "../workshop/repl.js";
import * as serial from "../workshop/serial.js";
import { AGAIN, begin, ENDED } from "../workshop/wired.js";
import { t } from "../language/language.js";

// A phone has no USB port for this, though its browser may have Web Serial: for Bluetooth.
const TOUCHED_ONLY = matchMedia("(any-pointer: coarse) and (not (any-pointer: fine))");

export const able = () => serial.able() && !TOUCHED_ONLY.matches;

export class Cable {
  constructor({ heard, changed }) {
    Object.assign(this, { heard, changed, state: "", fault: "", repl: null, writing: false });
    addEventListener("pagehide", () => this.state === "starts" && this.repl?.write(AGAIN).catch(() => {})); // it leaves no handheld dark
  }

  async connect() {
    await this.end();
    const port = await serial.choose().catch(() => null);
    if (!port) return this.set("", t("No handheld was chosen. If the list was empty: plug it in with a data cable; some cables only charge."));
    const transport = new serial.SerialTransport(port);
    this.set("starts");
    try {
      await transport.open();
    } catch {
      return this.set("", t("The port cannot be opened: does another program or another tab use it?"));
    }
    const repl = (this.repl = new Repl(transport));
    const { onlost } = transport;
    transport.onlost = () => {
      onlost();
      this.lose(repl);
    };
    try {
      const plays = await begin(repl);
      if (repl !== this.repl) return;
      if (!plays) return this.fail(t("The game on the handheld does not start, or is too old for this: update it in the workshop."));
      transport.onbytes = (bytes) => this.take(repl, String.fromCharCode(...bytes));
      this.set("open");
    } catch {
      if (repl === this.repl) await this.fail(t("The handheld does not answer: plug it in once more, and connect again."));
    }
  }

  take(repl, text) {
    if (repl !== this.repl) return;
    if (text.includes(ENDED)) this.fail(t("The game on the handheld has ended: connect again."), "lost");
    else this.heard(text);
  }

  // What does not go out is said again: nothing waits for a handheld that takes nothing.
  async say(text) {
    if (this.state !== "open" || this.writing) return;
    this.writing = true;
    await this.repl?.write(text).catch(() => {});
    this.writing = false;
  }

  async end() {
    const { repl, state } = this;
    if (!state && !this.fault) return;
    this.repl = null;
    if (state === "starts") await repl?.write(AGAIN).catch(() => {});
    await repl?.close();
    this.set("");
  }

  // Give up, and let the handheld play by itself.
  async fail(fault, state = "") {
    const { repl } = this;
    this.repl = null;
    await repl.write(AGAIN).catch(() => {});
    await repl.close();
    this.set(state, fault);
  }

  lose(repl) {
    if (repl !== this.repl) return;
    this.repl = null;
    repl.close();
    this.set("lost", t("The handheld is gone. Plug it in, and connect again: the match goes on."));
  }

  set(state, fault = "") {
    Object.assign(this, { state, fault });
    this.changed();
  }
}
