// A Launchpad or a monome at the page, loaded once somebody wants one. An open one is `device` and takes `show` and `close`;
// its keys go to `hear.key(key, down)`, and what is wrong with it, in words, to `hear.fault`, "" once it is back.

import { BOARD, bytes, DARK, Keys, Lamps, launchpads, MONOME, portsOf, unsupported } from "./lamps.js";
import { t } from "../language/language.js";

export { BOARD, DARK };

const ANSWER_MS = 500; // how long a monome may take

class Grid {
  constructor(hear) {
    Object.assign(this, { hear, down: new Set(), on: false });
  }

  // It is there, with nothing known of its lights.
  begin(device) {
    Object.assign(this, { device, name: device.name, keys: new Keys(device), lamps: new Lamps(device), on: true });
    this.hear.fault("");
  }

  take(data) {
    for (const [key, down] of this.keys.heard(data)) {
      this.down[down ? "add" : "delete"](key);
      this.hear.key(key, down);
    }
  }

  show(lights) {
    if (this.on) this.send(this.lamps.changes(lights));
  }

  lose() {
    if (!this.on) return;
    this.on = false;
    for (const key of this.down) this.hear.key(key, false);
    this.down.clear();
    this.hear.fault(t("{0}: unplugged. Plug it in again, and the match goes on.", this.name));
  }
}

class Launchpad extends Grid {
  constructor(access, hear) {
    super(hear);
    this.access = access;
  }

  there() {
    return launchpads([...this.access.inputs.values()].filter(({ state }) => state !== "disconnected"));
  }

  // Use the one that is there. Throws why not, in words.
  open() {
    const there = this.there();
    if (there.length > 1) throw new Error(t("{0} Launchpads are connected; unplug all but one.", there.length));
    if (!there.length) throw new Error(this.noneHere());
    this.plug(there[0]);
    if (!this.on) throw new Error(t("{0}: the system does not have all of it yet; try again in a moment.", there[0][0].name));
    this.access.onstatechange = () => this.look();
    return this;
  }

  noneHere() {
    const names = [...this.access.inputs.values()].map(({ name }) => name);
    const [other] = unsupported(names);
    if (other) return t("This Launchpad is not supported: {0}.", other);
    const ports = names.join(", ") || t("none");
    return t("No Launchpad is connected. MIDI ports here: {0}.", ports);
  }

  plug([device, input]) {
    const [output] = portsOf(device, [...this.access.outputs.values()].filter(({ state }) => state !== "disconnected"));
    if (!output) return;
    Object.assign(this, { input, output, had: null });
    input.onmidimessage = ({ data }) => this.hears(data);
    this.begin(device);
    this.send([...(device.ask ? [bytes(device.ask)] : []), ...device.enter.map(bytes)]);
  }

  // The cable came out, or is in again.
  look() {
    const there = this.there();
    if (this.on && !there.some(([, input]) => input === this.input)) {
      this.input.onmidimessage = null;
      this.lose();
    }
    const again = there.find(([device]) => device === this.device);
    if (!this.on && again) this.plug(again);
  }

  hears(data) {
    const asked = bytes(this.device.ask ?? "").slice(0, -1);
    if (asked.length && !this.had && asked.every((byte, at) => byte === data[at])) this.had = [...data];
    this.take(data);
  }

  send(messages) {
    try {
      for (const message of messages) this.output.send(message);
    } catch {
      this.lose();
    }
  }

  // Give it back dark, with the layout that was on.
  close() {
    this.access.onstatechange = null;
    if (!this.on) return;
    this.input.onmidimessage = null;
    const programmer = this.had && this.had.slice(7, -1).join() === bytes(this.device.programmer).join();
    this.send([...this.lamps.dark(), ...(programmer ? [] : [...this.device.leave.map(bytes), ...(this.had ? [this.had] : [])])]);
    this.on = false;
  }
}

class Monome extends Grid {
  constructor(port, hear) {
    super(hear);
    Object.assign(this, { port, name: MONOME.name, left: false, done: Promise.resolve() });
    this.look = () => (this.done = this.done.then(() => this.again()));
  }

  // Look for it once its cable is in again: Chromium makes another port of it.
  async again() {
    const info = JSON.stringify(this.port.getInfo());
    for (const port of this.on || this.left ? [] : await navigator.serial.getPorts()) {
      if (JSON.stringify(port.getInfo()) !== info) continue;
      this.port = port;
      if (await this.open().catch(() => false)) return;
    }
  }

  // Open its port. Throws why not, in words.
  async open() {
    try {
      await this.port.open({ baudRate: MONOME.baud });
    } catch {
      throw new Error(t("The port cannot be opened. Does another program use it?"));
    }
    this.writer = this.port.writable.getWriter();
    this.reader = this.port.readable.getReader();
    const answer = this.answer();
    await this.writer.write(new Uint8Array(bytes(MONOME.ask))).catch(() => {});
    if (!(await answer) || this.left) {
      await this.free();
      throw new Error(t("What is at this port does not answer as a monome of 8x8 keys or more."));
    }
    this.begin(MONOME);
    this.send(MONOME.enter.map(bytes));
    this.listen();
    return this;
  }

  // Whether it says, in time, that it has keys enough.
  async answer() {
    const said = [];
    const timer = setTimeout(() => this.reader.cancel().catch(() => {}), ANSWER_MS);
    while (said.length < 3) {
      const { value, done } = await this.reader.read().catch(() => ({ done: true }));
      if (done) break;
      said.push(...value);
    }
    clearTimeout(timer);
    return said.length >= 3 && said[0] === bytes(MONOME.answer)[0] && Math.min(said[1], said[2]) >= 8;
  }

  async listen() {
    for (;;) {
      const { value, done } = await this.reader.read().catch(() => ({ done: true }));
      if (done) break;
      this.take(value);
    }
    this.lose();
  }

  lose() {
    if (!this.on) return;
    super.lose();
    this.done = this.done.then(() => this.free());
    this.look(); // it may be back by now
  }

  send(messages) {
    if (messages.length) this.writer.write(new Uint8Array(messages.flat())).catch(() => this.lose());
  }

  async free() {
    await this.reader.cancel().catch(() => {});
    this.reader.releaseLock();
    await this.writer.close().catch(() => {});
    this.writer.releaseLock();
    await this.port.close().catch(() => {});
  }

  close() {
    navigator.serial.removeEventListener("connect", this.look);
    this.left = true;
    if (!this.on) return this.done;
    this.send([...this.lamps.dark(), ...MONOME.leave.map(bytes)]);
    this.on = false;
    return this.free();
  }
}

export async function openLaunchpad(hear) {
  const refused = t("The browser did not let this page use MIDI with SysEx, by which a Launchpad gets its colours.");
  const access = await navigator.requestMIDIAccess({ sysex: true }).catch(() => {
    throw new Error(refused);
  });
  return new Launchpad(access, hear).open();
}

export async function openMonome(hear) {
  const port = await navigator.serial.requestPort().catch(() => {
    throw new Error(t("No port was chosen."));
  });
  const monome = await new Monome(port, hear).open();
  navigator.serial.addEventListener("connect", monome.look);
  return monome;
}
