// The Pico in a browser: npm's rp2040js on a UF2 file, with a flash that can be written.

import { ConsoleLogger, LogLevel, Simulator } from "rp2040js";

import { FastCore } from "./core.js";
import { SECTOR } from "./saves.js";

export const MS = 1e6; // nanoseconds
const FLASH = 0x10000000;
const UF2_BLOCK = 512;
const CYCLE_NS = 8; // of a clock of 125 MHz
const AT_ONCE = 20; // runs between two looks at the wall clock
const INSTRUCTIONS = 1000; // of a run, at most
const LONGEST_SLEEP_NS = MS; // of a processor that waits for nothing

// What the boot ROM does to the flash: erase, program, and what comes before and after, which is nothing here.
const ERASE = 1;
const PROGRAM = 2;
const ROM_FUNCTIONS = { RE: ERASE, RP: PROGRAM, IF: 3, EX: 3, FC: 3, CX: 3 };
const ROM_TABLE = 0x14;
const BREAKPOINT = 0xbe00;
const RETURN = 0x4770;

export class Pico {
  // bootrom: Uint32Array. uf2: ArrayBuffer. sectors: [[number, bytes], ...] of the flash that differ from the UF2.
  constructor(bootrom, uf2, sectors) {
    this.mcu = new Simulator().rp2040;
    this.mcu.loadBootrom(bootrom);
    this.mcu.logger = new ConsoleLogger(LogLevel.Error);
    this.clock = this.mcu.clock;
    this.asleepNs = 0;
    this.changed = new Set(sectors.map(([number]) => number));
    this.written = false; // whether the flash has changed since somebody set this to false
    this.loadUf2(uf2);
    for (const [number, bytes] of sectors) this.mcu.flash.set(bytes, number * SECTOR);
    this.mendFlash(bootrom);
    // PIO would run by setTimeout, not by emulated time; parts.js takes what is sent to it.
    for (const pio of this.mcu.pio) pio.run = () => {};
    this.mcu.core.PC = FLASH;
    this.fastCore = new FastCore(this.mcu);
  }

  loadUf2(uf2) {
    const view = new DataView(uf2);
    for (let at = 0; at < uf2.byteLength; at += UF2_BLOCK) {
      const size = view.getUint32(at + 16, true);
      this.mcu.flash.set(new Uint8Array(uf2, at + 32, size), view.getUint32(at + 12, true) - FLASH);
    }
  }

  // rp2040js has no flash controller: the boot ROM's functions become breakpoints, and what they do is done here.
  mendFlash(bootrom) {
    const table = new DataView(bootrom.buffer, bootrom.byteOffset);
    const rom = new DataView(this.mcu.bootrom.buffer);
    for (let at = table.getUint16(ROM_TABLE, true); table.getUint16(at, true); at += 4) {
      const code = table.getUint16(at, true);
      const what = ROM_FUNCTIONS[String.fromCharCode(code & 255, code >> 8)];
      if (what) {
        const entry = table.getUint16(at + 2, true) & ~1;
        rom.setUint16(entry, BREAKPOINT | what, true);
        rom.setUint16(entry + 2, RETURN, true);
      }
    }
    this.mcu.onBreak = (what) => this.changeFlash(what);
  }

  changeFlash(what) {
    const { flash, core } = this.mcu;
    const [start, second, third] = core.registers;
    if (what !== ERASE && what !== PROGRAM) return;
    const length = what === ERASE ? second : third;
    if (what === ERASE) flash.fill(255, start, start + length);
    else for (let i = 0; i < length; i++) flash[start + i] &= this.mcu.readUint8(second + i);
    for (let at = start; at < start + length; at += SECTOR) this.changed.add(Math.floor(at / SECTOR));
    this.written = true;
  }

  // What to give to the next Pico's constructor, so that it has this one's flash.
  get sectors() {
    return [...this.changed].map((number) => [
      number,
      this.mcu.flash.slice(number * SECTOR, (number + 1) * SECTOR),
    ]);
  }

  get nowNs() {
    return this.clock.nanos;
  }

  // Run until an emulated time, or for so many milliseconds of ours.
  run(untilNs, budgetMs) {
    const { clock } = this;
    const { core } = this.mcu;
    const ends = performance.now() + budgetMs;
    while (clock.nanos < untilNs && performance.now() < ends) {
      for (let i = 0; i < AT_ONCE && clock.nanos < untilNs; i++) {
        if (core.waiting) {
          const sleepNs = Math.min(clock.nanosToNextAlarm || LONGEST_SLEEP_NS, untilNs - clock.nanos + CYCLE_NS);
          clock.tick(sleepNs);
          this.asleepNs += sleepNs;
        } else {
          this.fastCore.run(untilNs, INSTRUCTIONS);
        }
      }
    }
  }
}
