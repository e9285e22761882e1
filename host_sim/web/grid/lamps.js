// The grids of devices.json: what their bytes mean, as keys, and how lights become bytes. As host_sim/grids/devices.py.

import TABLE from "../../grids/devices.json";

const WIDTH = 8; // lights and keys in a row, and rows
const FULL = 102; // on the board's LED wire what looks fully bright, as in handheld/panel.js
const GAMMA = 2.2; // of steps that look alike; as there
const NOTE_ON = 0x90;
const NOTE_OFF = 0x80;

export const { board: BOARD, monome: MONOME } = TABLE;
export const bytes = (text) => text.split(" ").filter(Boolean).map((each) => parseInt(each, 16));
const hex = (byte) => byte.toString(16).toUpperCase().padStart(2, "0");
const KEYS = [...Array(WIDTH * WIDTH).keys()];

// Those of a list of MIDI ports that a Launchpad of this kind plays through: one for each that is there. Larger ones have a
// port for music programs, too ("DAW"), and one for a socket ("DIN"). Windows numbers the ports of a device. Linux cuts names: "DA".
export function portsOf(device, ports) {
  const found = {};
  for (const port of ports) {
    if (!port.name.match(device.ports) || /\b(DAW?|DIN?)\b/.test(port.name)) continue;
    const number = port.name.match(/MIDI(?:IN|OUT)(\d)/) ?? port.name.match(/Launchpad[^:]* MIDI (\d)(?![\d:])/);
    (found[number?.[1] ?? 0] ??= []).push(port);
  }
  return found[device.interface] ?? found[0] ?? [];
}

// [kind of Launchpad, port] for each one among these MIDI ports. Of a port the first kind counts.
export function launchpads(ports) {
  const found = [];
  for (const device of TABLE.launchpads) {
    found.push(...portsOf(device, ports).map((port) => [device, port]));
    ports = ports.filter(({ name }) => !name.match(device.ports));
  }
  return found;
}

// Those of these names of MIDI ports that are a Launchpad's of no kind that is known.
export const unsupported = (names) => names.filter((name) => /Launchpad/.test(name) && !TABLE.launchpads.some(({ ports }) => name.match(ports)));

const notesOf = ({ first, right, down }) => KEYS.map((key) => first + (key % WIDTH) * right + Math.floor(key / WIDTH) * down);

// The bytes of a grid as keys, row by row from the top left.
export class Keys {
  constructor(device) {
    Object.assign(this, { device, left: [] });
  }

  // [[key, down], ...] for a MIDI message, or a piece of what a monome sends.
  heard(data) {
    return this.device.baud ? this.ofSerial(data) : this.ofMidi(data);
  }

  ofMidi([status, note, velocity]) {
    const what = status & 0xf0;
    const key = notesOf(this.device).indexOf(note);
    return key < 0 || (what !== NOTE_ON && what !== NOTE_OFF) ? [] : [[key, what === NOTE_ON && velocity > 0]];
  }

  // A monome sends a byte that says what, and bytes that belong to it.
  ofSerial(data) {
    const { down, up, sizes } = this.device;
    const moves = [];
    this.left.push(...data);
    for (;;) {
      const what = this.left.length ? hex(this.left[0]) : "";
      const size = sizes[what] ?? 0;
      if (this.left.length <= size) return moves;
      const [, column, row] = this.left.splice(0, 1 + size);
      if ([down, up].includes(what) && column < WIDTH && row < WIDTH) moves.push([row * WIDTH + column, what === down]);
    }
  }
}

// The lights of a grid: what was sent to them.
export class Lamps {
  constructor(device) {
    this.device = device;
    this.at = device.baud ? KEYS.map((key) => [key % WIDTH, Math.floor(key / WIDTH)]) : notesOf(device).map((note) => [note]);
    this.forget();
  }

  // The lights show something else: the next ones are all sent.
  forget() {
    this.sent = [];
  }

  // The messages that bring the lights to what the board's LEDs get. wire: R, G, B per LED; order: the pixel of each.
  changes({ wire, order }) {
    const { begin, each, end, apart } = this.device;
    const valueOf = this.device.value ? steps : colour;
    const values = [];
    order.forEach((pixel, led) => (values[pixel] = valueOf(wire.slice(3 * led, 3 * led + 3), this.device)));
    const parts = [];
    values.forEach((value, key) => {
      if (value.join() === this.sent[key]) return;
      this.sent[key] = value.join();
      parts.push([...bytes(each), ...this.at[key], ...value]);
    });
    return apart || !parts.length ? parts : [[...bytes(begin), ...parts.flat(), ...bytes(end)]];
  }

  // The messages that put all lights out.
  dark() {
    this.forget();
    return this.changes(DARK);
  }
}

export const DARK = { wire: new Uint8Array(3 * WIDTH * WIDTH), order: KEYS };

// Red, green and blue for a grid; a channel that is lit stays so.
function colour(rgb, { most }) {
  const full = Math.max(FULL, ...rgb);
  return Array.from(rgb, (channel) => Math.floor((channel * most + (full >> 1)) / full) || Math.min(channel, 1));
}

// The byte of a light that has few steps.
function steps(rgb, { most, value: [dark, ofRed, ofGreen] }) {
  const [red, green] = Array.from(rgb, (channel) => Math.round(most * Math.min(1, channel / FULL) ** (1 / GAMMA)));
  return [dark + red * ofRed + green * ofGreen];
}
