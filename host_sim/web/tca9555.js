// A TCA9555, 16 inputs on I2C, with a key at every input that pulls it low, as host_sim/pico/tca9555.py.

import { I2CBus } from "./i2c.js";

const INPUTS = 2; // registers, the first of all; a read goes on with the other of the pair

export class Expander {
  // scanned(count): called after each read of the keys.
  constructor(pico, keys, scanned) {
    this.scanned = scanned;
    this.scans = 0;
    this.inputs = [0xff, 0xff];
    this.register = 0;
    new I2CBus(pico, keys.i2c, new Map([[keys.address, this]]));
  }

  set(key, down) {
    const bit = 1 << key % 8;
    const at = Math.floor(key / 8);
    this.inputs[at] = down ? this.inputs[at] & ~bit : this.inputs[at] | bit;
  }

  start(reading) {
    this.reading = this.named = reading;
  }

  write(byte) {
    if (!this.named) this.register = byte & 7;
    this.named = true; // what follows sets outputs and directions: here all are inputs
  }

  read() {
    const value = this.register < INPUTS ? this.inputs[this.register] : 0xff;
    this.register ^= 1;
    return value;
  }

  stop() {
    if (this.reading && this.register < INPUTS) this.scanned(++this.scans);
  }
}
