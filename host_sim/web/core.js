// The common instructions of the Cortex-M0+ (ARMv6-M), half as fast again as rp2040js and more.
//
// rp2040js compares each instruction with all that there are, one after the other. Here a switch finds it. What is rare, or
// touches anything but RAM and flash, is left to rp2040js; so are interrupts. Cycles and flags are the same.

const FLASH = 0x10000000;
const RAM = 0x20000000;
const RAM_BYTES = 264 * 1024;
const CYCLE_NS = 8; // of a clock of 125 MHz
const SP = 13;
const LR = 14;
const PC = 15;
const OTHER = 0; // cycles of an instruction that is not taken here

export class FastCore {
  constructor(mcu) {
    this.core = mcu.core;
    this.clock = mcu.clock;
    this.r = mcu.core.registers;
    this.ramBytes = mcu.sram;
    this.ramHalves = new Uint16Array(mcu.sram.buffer);
    this.ramWords = new Uint32Array(mcu.sram.buffer);
    this.flashBytes = mcu.flash;
    this.flashHalves = new Uint16Array(mcu.flash.buffer);
    this.flashWords = new Uint32Array(mcu.flash.buffer);
  }

  // Run so many instructions, but not beyond a time, nor when the processor has gone to sleep.
  run(untilNs, most) {
    const { core, clock } = this;
    while (most > 0 && !core.waiting && clock.nanos < untilNs) {
      const due = Math.min(untilNs, clock.nextAlarm ? clock.nextAlarm.nanos : Infinity);
      let nanos = clock.nanos;
      let cycles = OTHER;
      while (most > 0 && !core.interruptsUpdated) {
        most--;
        cycles = this.step();
        if (cycles === OTHER || nanos + cycles * CYCLE_NS >= due) break;
        nanos += cycles * CYCLE_NS;
        cycles = OTHER;
      }
      clock.nanosCounter = nanos;
      if (cycles === OTHER && most > 0) {
        most--;
        cycles = core.executeInstruction();
      }
      clock.tick(cycles * CYCLE_NS);
    }
  }

  // Loads and stores. A number that does not fit 31 bits is slow to hand from function to function.

  loadWord(to, address) {
    const ram = address - RAM;
    if (address & 3) return OTHER;
    if (ram >= 0 && ram < RAM_BYTES) this.r[to] = this.ramWords[ram >>> 2];
    else if (address >>> 24 === FLASH >>> 24) this.r[to] = this.flashWords[(address - FLASH) >>> 2];
    else return OTHER;
    return this.next(2);
  }

  // unused: how many bits of the register are filled with the sign; 0: none of them.
  loadHalf(to, address, unused) {
    const ram = address - RAM;
    if (address & 1) return OTHER;
    let value;
    if (ram >= 0 && ram < RAM_BYTES) value = this.ramHalves[ram >>> 1];
    else if (address >>> 24 === FLASH >>> 24) value = this.flashHalves[(address - FLASH) >>> 1];
    else return OTHER;
    this.r[to] = (value << unused) >> unused;
    return this.next(2);
  }

  loadByte(to, address, unused) {
    const ram = address - RAM;
    let value;
    if (ram >= 0 && ram < RAM_BYTES) value = this.ramBytes[ram];
    else if (address >>> 24 === FLASH >>> 24) value = this.flashBytes[address - FLASH];
    else return OTHER;
    this.r[to] = (value << unused) >> unused;
    return this.next(2);
  }

  storeWord(address, from) {
    const ram = address - RAM;
    if (ram < 0 || ram >= RAM_BYTES || address & 3) return OTHER;
    this.ramWords[ram >>> 2] = this.r[from];
    return this.next(2);
  }

  storeHalf(address, from) {
    const ram = address - RAM;
    if (ram < 0 || ram >= RAM_BYTES || address & 1) return OTHER;
    this.ramHalves[ram >>> 1] = this.r[from];
    return this.next(2);
  }

  storeByte(address, from) {
    const ram = address - RAM;
    if (ram < 0 || ram >= RAM_BYTES) return OTHER;
    this.ramBytes[ram] = this.r[from];
    return this.next(2);
  }

  next(cycles) {
    this.r[PC] += 2;
    return cycles;
  }

  // Results and flags.

  put(register, result) {
    this.r[register] = result;
    this.core.N = result < 0;
    this.core.Z = result === 0;
    return this.next(1);
  }

  test(result) {
    this.core.N = result < 0;
    this.core.Z = result === 0;
    return this.next(1);
  }

  add(a, b) {
    const result = (a + b) | 0;
    this.core.C = a + b > 0xffffffff;
    this.core.V = (~(a ^ b) & (a ^ result)) < 0;
    return result;
  }

  subtract(a, b) {
    const result = (a - b) | 0;
    this.core.C = a >= b;
    this.core.V = ((a ^ b) & (a ^ result)) < 0;
    return result;
  }

  // The instructions. Each returns its cycles, or OTHER and has changed nothing.

  step() {
    const { r, core } = this;
    const pc = r[PC] & ~1;
    let op;
    if (pc >>> 24 === FLASH >>> 24) op = this.flashHalves[(pc - FLASH) >> 1];
    else if (pc >= RAM && pc < RAM + RAM_BYTES) op = this.ramHalves[(pc - RAM) >> 1];
    else return OTHER;
    const low = op & 7; // mostly the register that is changed
    const second = (op >>> 3) & 7;
    const amount = (op >>> 6) & 31;
    const at = (op >>> 8) & 7;
    const imm8 = op & 255;
    switch (op >>> 11) {
      case 0b00000: // LSLS
        if (amount) core.C = ((r[second] >>> (32 - amount)) & 1) === 1;
        return this.put(low, r[second] << amount);
      case 0b00001: // LSRS
        core.C = ((r[second] >>> (amount ? amount - 1 : 31)) & 1) === 1;
        return this.put(low, amount ? (r[second] >>> amount) | 0 : 0);
      case 0b00010: // ASRS
        core.C = ((r[second] >>> (amount ? amount - 1 : 31)) & 1) === 1;
        return this.put(low, (r[second] | 0) >> (amount || 31));
      case 0b00011: {
        // ADDS, SUBS of a register or of 0 to 7
        const operand = op & 0x400 ? (op >>> 6) & 7 : r[(op >>> 6) & 7];
        return this.put(low, op & 0x200 ? this.subtract(r[second], operand) : this.add(r[second], operand));
      }
      case 0b00100: // MOVS
        return this.put(at, imm8);
      case 0b00101: // CMP
        return this.test(this.subtract(r[at], imm8));
      case 0b00110: // ADDS
        return this.put(at, this.add(r[at], imm8));
      case 0b00111: // SUBS
        return this.put(at, this.subtract(r[at], imm8));
      case 0b01000:
        return op & 0x400 ? this.onHighRegisters(op) : this.onRegisters(op);
      case 0b01001: // LDR, relative to PC
        return this.loadWord(at, ((pc + 4) & ~3) + 4 * imm8);
      case 0b01010:
      case 0b01011:
        return this.byRegister(op);
      case 0b01100: // STR
        return this.storeWord(r[second] + 4 * amount, low);
      case 0b01101: // LDR
        return this.loadWord(low, r[second] + 4 * amount);
      case 0b01110: // STRB
        return this.storeByte(r[second] + amount, low);
      case 0b01111: // LDRB
        return this.loadByte(low, r[second] + amount, 0);
      case 0b10000: // STRH
        return this.storeHalf(r[second] + 2 * amount, low);
      case 0b10001: // LDRH
        return this.loadHalf(low, r[second] + 2 * amount, 0);
      case 0b10010: // STR, relative to SP
        return this.storeWord(r[SP] + 4 * imm8, at);
      case 0b10011: // LDR, relative to SP
        return this.loadWord(at, r[SP] + 4 * imm8);
      case 0b10101: // ADD to SP
        r[at] = r[SP] + 4 * imm8;
        return this.next(1);
      case 0b10110:
        return this.various(op);
      case 0b11010:
      case 0b11011: // B with a condition
        return this.branchIf((op >>> 8) & 15, pc + 4 + ((op << 24) >> 23));
      case 0b11100: // B
        r[PC] = pc + 4 + ((op << 21) >> 20);
        return 2;
      case 0b11110:
        return this.call(op, pc);
    }
    return OTHER;
  }

  onRegisters(op) {
    const { r, core } = this;
    const to = op & 7;
    const other = (op >>> 3) & 7;
    const shift = r[other] & 255;
    switch ((op >>> 6) & 15) {
      case 0: // ANDS
        return this.put(to, r[to] & r[other]);
      case 1: // EORS
        return this.put(to, r[to] ^ r[other]);
      case 2: // LSLS
        if (shift < 1 || shift > 31) return OTHER;
        core.C = ((r[to] >>> (32 - shift)) & 1) === 1;
        return this.put(to, r[to] << shift);
      case 3: // LSRS
        if (shift < 1 || shift > 31) return OTHER;
        core.C = ((r[to] >>> (shift - 1)) & 1) === 1;
        return this.put(to, (r[to] >>> shift) | 0);
      case 4: // ASRS
        if (shift < 1 || shift > 31) return OTHER;
        core.C = ((r[to] >>> (shift - 1)) & 1) === 1;
        return this.put(to, (r[to] | 0) >> shift);
      case 8: // TST
        return this.test(r[to] & r[other]);
      case 9: // RSBS
        return this.put(to, this.subtract(0, r[other]));
      case 10: // CMP
        return this.test(this.subtract(r[to], r[other]));
      case 12: // ORRS
        return this.put(to, r[to] | r[other]);
      case 13: // MULS
        return this.put(to, Math.imul(r[to], r[other]));
      case 14: // BICS
        return this.put(to, r[to] & ~r[other]);
      case 15: // MVNS
        return this.put(to, ~r[other]);
    }
    return OTHER;
  }

  onHighRegisters(op) {
    const { r } = this;
    const to = ((op >>> 4) & 8) | (op & 7);
    const from = (op >>> 3) & 15;
    if (from === PC) return OTHER;
    switch ((op >>> 8) & 3) {
      case 0: // ADD
        if (to === SP || to === PC) return OTHER;
        r[to] += r[from];
        return this.next(1);
      case 1: // CMP
        if (to === PC) return OTHER;
        return this.test(this.subtract(r[to], r[from]));
      case 2: // MOV
        if (to === SP || to === PC) return OTHER;
        r[to] = r[from];
        return this.next(1);
    }
    const target = r[from];
    if (op & 7 || target >>> 28 === 15) return OTHER; // 15: the end of an interrupt
    if (op & 0x80) r[LR] = (r[PC] + 2) | 1; // BLX, else BX
    r[PC] = target & ~1;
    return 2;
  }

  byRegister(op) {
    const { r } = this;
    const address = (r[(op >>> 3) & 7] + r[(op >>> 6) & 7]) >>> 0;
    const to = op & 7;
    switch ((op >>> 9) & 7) {
      case 0: // STR
        return this.storeWord(address, to);
      case 1: // STRH
        return this.storeHalf(address, to);
      case 2: // STRB
        return this.storeByte(address, to);
      case 3: // LDRSB
        return this.loadByte(to, address, 24);
      case 4: // LDR
        return this.loadWord(to, address);
      case 5: // LDRH
        return this.loadHalf(to, address, 0);
      case 6: // LDRB
        return this.loadByte(to, address, 0);
    }
    return this.loadHalf(to, address, 16); // LDRSH
  }

  various(op) {
    const { r } = this;
    const from = r[(op >>> 3) & 7];
    const to = op & 7;
    switch (op >>> 6) {
      case 0b1011000000:
      case 0b1011000001: // ADD to SP
        r[SP] += 4 * (op & 127);
        return this.next(1);
      case 0b1011000010:
      case 0b1011000011: // SUB from SP
        r[SP] -= 4 * (op & 127);
        return this.next(1);
      case 0b1011001000: // SXTH
        r[to] = (from << 16) >> 16;
        return this.next(1);
      case 0b1011001001: // SXTB
        r[to] = (from << 24) >> 24;
        return this.next(1);
      case 0b1011001010: // UXTH
        r[to] = from & 0xffff;
        return this.next(1);
      case 0b1011001011: // UXTB
        r[to] = from & 0xff;
        return this.next(1);
    }
    return OTHER;
  }

  branchIf(condition, target) {
    const { N, Z, C, V } = this.core;
    let taken;
    switch (condition >>> 1) {
      case 0:
        taken = Z;
        break;
      case 1:
        taken = C;
        break;
      case 2:
        taken = N;
        break;
      case 3:
        taken = V;
        break;
      case 4:
        taken = C && !Z;
        break;
      case 5:
        taken = N === V;
        break;
      case 6:
        taken = N === V && !Z;
        break;
      default:
        return OTHER;
    }
    if (taken === ((condition & 1) === 1)) return this.next(1);
    this.r[PC] = target;
    return 2;
  }

  // BL, which is two halves long.
  call(op, pc) {
    const { r } = this;
    const more = pc >= RAM ? this.ramHalves[(pc + 2 - RAM) >> 1] : this.flashHalves[(pc + 2 - FLASH) >> 1];
    if ((more & 0xd000) !== 0xd000) return OTHER;
    const sign = (op >>> 10) & 1;
    const high = (sign << 24) | ((((more >>> 13) ^ sign ^ 1) & 1) << 23) | ((((more >>> 11) ^ sign ^ 1) & 1) << 22);
    const offset = ((high | ((op & 0x3ff) << 12) | ((more & 0x7ff) << 1)) << 7) >> 7;
    r[LR] = (pc + 4) | 1;
    r[PC] = pc + 4 + offset;
    return 3;
  }
}
