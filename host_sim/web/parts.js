// What is wired to the Pico: keys, LEDs, a piezo.

import { GPIOPinState } from "rp2040js";

import { wireChain } from "./apa102.js";
import { NeoTrellis } from "./neotrellis.js";
import { Expander } from "./tca9555.js";

const FIRST_ANSWERS = 2; // of keys on a bus: whether they answer, and whether one is held at power-up; the next is tick 0

// Wire keys and LEDs to a Pico; returns the keys, which have `set(key, down)`. `shown(rgb)` is called with each frame: R, G,
// B per LED in the order of the wire. `scanned(count)` is called after each read of all keys since the first tick, and with 0
// just before it: see tools/device/play_on_pico.py.
export function wire(pico, { leds, keys }, shown, scanned) {
  const show = (bytes) => shown(rgbOf(bytes, leds.channels));
  const answered = (count) => count >= FIRST_ANSWERS && scanned(count - FIRST_ANSWERS);
  if (leds.driver === "ws2812") wireLine(pico, leds, show);
  if (leds.driver === "apa102") wireChain(pico, leds, show);
  if (keys.driver === "seesaw") return new NeoTrellis(pico, keys, show, answered);
  if (keys.driver === "tca9555") return new Expander(pico, keys, answered);
  return new Matrix(pico, keys, scanned);
}

const NEW_FRAME_NS = 200_000; // silence on the wire that begins a new frame

// A key joins the wire of its row to that of its column, or only one way, through a diode. `scanned(count)` is called
// after each read of all keys, and with 0 after the glance at power-up.
class Matrix {
  constructor(pico, keys, scanned) {
    this.keys = keys;
    this.gpio = pico.mcu.gpio;
    this.down = new Set();
    this.scanned = scanned;
    const byRow = keys.diodes === "column_to_row";
    this.driven = byRow ? keys.rows : keys.columns;
    this.sensed = byRow ? keys.columns : keys.rows;
    this.low = new Set(); // wires that are pulled low by others
    for (const pin of this.sensed) this.gpio[pin].setInputValue(true);
    for (const pin of this.driven) {
      this.gpio[pin].setInputValue(true);
      this.gpio[pin].addListener(() => this.settle());
    }
    this.countScans();
  }

  set(key, down) {
    if (down) this.down.add(key);
    else this.down.delete(key);
    this.settle();
  }

  isLow(pin) {
    return this.gpio[pin].value === GPIOPinState.Low;
  }

  // Let low wires pull down what held keys join to them.
  settle() {
    if (!this.down.size && !this.low.size) return;
    const low = new Set(this.driven.filter((pin) => this.isLow(pin)));
    let before;
    do {
      before = low.size;
      for (const key of this.down) {
        const row = this.keys.rows[Math.floor(key / this.keys.columns.length)];
        const column = this.keys.columns[key % this.keys.columns.length];
        if (low.has(column) && this.keys.diodes !== "column_to_row") low.add(row);
        if (low.has(row) && this.keys.diodes !== "row_to_column") low.add(column);
      }
    } while (low.size > before);
    for (const pin of this.sensed) this.gpio[pin].setInputValue(!low.has(pin));
    this.low = low;
  }

  countScans() {
    const { driven } = this;
    let scans = 0;
    let reading = false;
    this.gpio[driven[1]].addListener((state) => {
      if (state !== GPIOPinState.Low) return;
      if (!this.isLow(driven[0])) {
        scans++;
        reading = true;
      } else if (!scans) {
        reading = true; // the glance: all lines at once
      }
    });
    this.gpio[driven.at(-1)].addListener((_, before) => {
      if (before === GPIOPinState.Low && reading) {
        reading = false;
        this.scanned(scans);
      }
    });
  }
}

// A chain of WS2812 LEDs: the words that go to the state machine are its bytes. `shown(bytes)` is called with each whole
// frame.
function wireLine(pico, leds, shown) {
  const length = leds.width * leds.height * leds.channels.length;
  let bytes = [];
  let last = 0;
  pico.mcu.pio[0].machines[0].writeFIFO = (word) => {
    if (pico.nowNs - last > NEW_FRAME_NS) bytes = [];
    last = pico.nowNs;
    bytes.push(word >>> 24);
    if (bytes.length === length) {
      shown(bytes);
      bytes = [];
    }
  };
}

// R, G, B per LED; a white channel is light of all three.
function rgbOf(bytes, channels) {
  const size = channels.length;
  const rgb = new Uint8Array((bytes.length / size) * 3);
  const white = channels.indexOf("W");
  for (let led = 0; led * size < bytes.length; led++) {
    const more = white < 0 ? 0 : bytes[led * size + white];
    for (let k = 0; k < 3; k++) rgb[3 * led + k] = bytes[led * size + channels.indexOf("RGB"[k])] + more;
  }
  return rgb;
}

const SYSTEM_HZ = 125e6;
const SETTLED_NS = 100_000; // what changes faster is one tone being set, register by register

// A piezo on a pin: the tones that its PWM slice is set to, as [ns since power-up, hertz, duty 0 to 1]; 0 Hz is silence.
export class Piezo {
  constructor(pico, { pin }) {
    const channel = pico.mcu.pwm.channels[(pin >> 1) & 7];
    const write = channel.writeRegister.bind(channel);
    this.changes = [];
    channel.writeRegister = (offset, value) => {
      write(offset, value);
      const { csr, div, cc, top } = channel;
      const high = (pin & 1 ? cc >>> 16 : cc & 0xffff) / (top + 1);
      const hertz = csr & 1 && high ? (SYSTEM_HZ * 16) / ((div || 4096) * (top + 1)) : 0;
      const last = this.changes.at(-1);
      if (last && pico.nowNs - last[0] < SETTLED_NS) this.changes.pop();
      this.changes.push([pico.nowNs, hertz, high]);
    };
  }

  // The tones since the last call.
  take() {
    return this.changes.splice(0);
  }
}
