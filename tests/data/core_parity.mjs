// Every instruction that host_sim/web/core.js takes does to registers, flags and RAM what rp2040js does, in as many cycles.

import { Simulator } from "rp2040js";

import { FastCore } from "../../host_sim/web/core.js";

const STATES = 4; // random ones for each instruction
const RAM = 0x20000000;
const CODE = RAM + 0x20000;
const BLX_LR = 0x47f0; // rp2040js goes to where it has just written the return address
const FLAGS = ["N", "Z", "C", "V"];

let seed = 1;
function random() {
  seed ^= seed << 13;
  seed ^= seed >>> 17;
  seed ^= seed << 5;
  return seed >>> 0;
}

const quiet = { debug() {}, info() {}, warn() {}, error() {} };
const [ours, theirs] = [0, 1].map(() => {
  const { rp2040 } = new Simulator();
  rp2040.logger = quiet;
  rp2040.onBreak = () => {};
  return rp2040;
});
const fast = new FastCore(ours);
ours.flash.forEach((_, at) => at < 0x10000 && (ours.flash[at] = theirs.flash[at] = random()));

const KINDS = [
  () => random(),
  () => random() & 63,
  () => -(random() & 63),
  () => RAM + (random() & 0x1fffc),
  () => RAM + (random() & 0x1ffff),
  () => 0x10000000 + (random() & 0xfffc),
];
const states = (mcu) => [...mcu.core.registers, ...FLAGS.map((flag) => +mcu.core[flag])].join(" ");

let taken = 0;
for (let op = 0; op < 0x10000; op++) {
  if (op === BLX_LR) continue;
  for (let k = 0; k < STATES; k++) {
    const registers = Array.from({ length: 13 }, () => KINDS[random() % KINDS.length]());
    registers.push(RAM + (random() & 0x1fffc), random(), CODE);
    const flags = random();
    const second = random() & 0xffff;
    for (const mcu of [ours, theirs]) {
      mcu.core.registers.set(registers);
      FLAGS.forEach((flag, bit) => (mcu.core[flag] = ((flags >>> bit) & 1) === 1));
      mcu.core.interruptsUpdated = mcu.core.waiting = false;
      mcu.writeUint16(CODE, op);
      mcu.writeUint16(CODE + 2, second);
    }
    const before = states(ours);
    const cycles = fast.step();
    const expected = cycles ? theirs.core.executeInstruction() : 0;
    if (cycles !== expected || states(ours) !== (cycles ? states(theirs) : before)) {
      console.log(`${op.toString(2).padStart(16, "0")} from ${before}: ${cycles} cycles, ${states(ours)}; expected ${expected}, ${states(theirs)}`);
      process.exit(1);
    }
    if (cycles) taken++;
  }
  if (op % 64 === 63 && Buffer.compare(ours.sram, theirs.sram)) {
    console.log(`RAM differs after one of the instructions up to ${op.toString(2).padStart(16, "0")}`);
    process.exit(1);
  }
}
console.log(`${taken} of ${0x10000 * STATES}`);
