// NeoTrellis tiles: on each a seesaw chip on I2C that looks after 16 keys and 16 LEDs, as host_sim/pico/neotrellis.py. It
// looks at its keys at once when one moves, as no real one does: a key log names the tick.

import { I2CBus } from "./i2c.js";

const SIDE = 4;
const LOOK_NS = 10_070_000;
const ANSWER_NS = 400_000; // until it has an answer it does not acknowledge its address
const LED_NS = 30_000; // while it sends to an LED it holds the bus
const NO_EVENT = 255;
const QUEUE = 127; // events
const SAMD09 = 0x55;
const [HIGH, LOW, FALLING, RISING] = [0, 1, 2, 3]; // edges
// Registers: module and function.
const STATUS = 0x0001;
const PIXEL_LENGTH = 0x0e03;
const PIXEL_BUFFER = 0x0e04;
const PIXEL_SHOW = 0x0e05;
const KEY_EVENT = 0x1001;
const KEY_COUNT = 0x1004;
const KEY_QUEUE = 0x1010;

class Tile {
  // shown(bytes): called with what its LEDs are sent. counted(): after each read of how many events wait.
  constructor(pico, shown, counted) {
    Object.assign(this, { pico, shown, counted });
    this.down = new Set();
    this.were = new Set(); // keys that were down at its last look
    this.active = new Uint8Array(SIDE * SIDE); // edges that it reports, a bit each
    this.events = [];
    this.colours = new Uint8Array(0);
    this.answer = [];
    this.busyUntil = this.sendingUntil = 0;
    const alarm = pico.clock.createAlarm(() => {
      alarm.schedule(LOOK_NS);
      this.look();
    });
    alarm.schedule(LOOK_NS);
  }

  set(key, down) {
    if (down) this.down.add(key);
    else this.down.delete(key);
    this.look();
  }

  look() {
    for (let key = 0; key < this.active.length; key++) {
      const [was, now] = [this.were.has(key), this.down.has(key)];
      const edges = [now ? HIGH : LOW];
      if (was !== now) edges.push(now ? RISING : FALLING);
      for (const edge of edges) {
        if (!((this.active[key] >> edge) & 1) || this.events.length === QUEUE) continue;
        this.events.push((Math.floor(key / SIDE) * 8 + (key % SIDE)) * 4 + edge);
      }
    }
    this.were = new Set(this.down);
  }

  start(reading) {
    this.reading = reading;
    this.written = [];
    if (this.pico.nowNs < this.busyUntil) return false;
    return Math.max(this.sendingUntil - this.pico.nowNs, 0);
  }

  write(byte) {
    this.written.push(byte);
  }

  read() {
    return this.answer.shift() ?? NO_EVENT;
  }

  stop() {
    if (this.reading) {
      if (this.named === KEY_COUNT) this.counted();
      return;
    }
    if (this.written.length < 2) return;
    const [module, name, ...data] = this.written;
    const register = (module << 8) | name;
    if (!data.length) this.name(register);
    else if (register === PIXEL_LENGTH) this.colours = new Uint8Array((data[0] << 8) | data[1]);
    else if (register === PIXEL_BUFFER) this.colours.set(data.slice(2), (data[0] << 8) | data[1]);
    else if (register === KEY_EVENT) this.activate(data[0], data[1]);
  }

  // Report these edges of a key too, or of them at most those.
  activate(number, setting) {
    const key = (number >> 3) * SIDE + (number & 7);
    const edges = setting >> 1;
    this.active[key] = setting & 1 ? this.active[key] | edges : this.active[key] & edges;
  }

  // A register without data: a command, or one to be read.
  name(register) {
    this.named = register;
    this.answer = [];
    if (register === PIXEL_SHOW) {
      this.sendingUntil = this.pico.nowNs + (LED_NS * this.colours.length) / 3;
      this.shown(this.colours);
      return;
    }
    this.busyUntil = this.pico.nowNs + ANSWER_NS;
    if (register === STATUS) this.answer = [SAMD09];
    else if (register === KEY_COUNT) this.answer = [this.events.length];
    else if (register === KEY_QUEUE) this.answer = this.events; // what is read is gone
  }
}

// The tiles of a board, row by row. shown(bytes): called with the bytes of all LEDs when a tile's change. scanned(count):
// after each read of all keys.
export class NeoTrellis {
  constructor(pico, keys, shown, scanned) {
    this.width = keys.width;
    const size = 3 * SIDE * SIDE;
    const all = new Uint8Array(size * keys.addresses.length);
    let scans = 0;
    this.tiles = keys.addresses.map((_, at) => {
      const isLast = at === keys.addresses.length - 1;
      const show = (bytes) => {
        all.set(bytes.subarray(0, size), size * at);
        shown(all);
      };
      return new Tile(pico, show, () => isLast && scanned(++scans));
    });
    new I2CBus(pico, keys.i2c, new Map(keys.addresses.map((address, at) => [address, this.tiles[at]])));
  }

  set(key, down) {
    const [row, column] = [Math.floor(key / this.width), key % this.width];
    const tile = Math.floor(row / SIDE) * (this.width / SIDE) + Math.floor(column / SIDE);
    this.tiles[tile].set((row % SIDE) * SIDE + (column % SIDE), down);
  }
}
