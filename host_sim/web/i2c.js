// The wires of an I2C bus and the parts on it, byte by byte at the bus's own pace, as host_sim/pico/i2c_bus.py.
//
// A part has `start(reading)` (false: its address is not acknowledged; a number: for so many ns it holds the clock low
// first), `write(byte)`, `read()` and `stop()`.

import { I2CMode } from "rp2040js";

const BITS_OF_A_BYTE = 9; // with the acknowledge
const TX_EMPTY = 1 << 4; // the interrupt bit that rp2040js forgets to set after an address that nobody answered

export class I2CBus {
  // devices: Map of address to part.
  constructor(pico, number, devices) {
    const block = pico.mcu.i2c[number];
    let current;
    let then;
    const alarm = pico.clock.createAlarm(() => then());
    const later = (bits, what, heldNs = 0) => {
      then = what;
      alarm.schedule((bits * 1e9 * (block.sclHighPeriod + block.sclLowPeriod)) / pico.mcu.clkSys + heldNs);
    };
    block.onStart = () => later(1, () => block.completeStart());
    block.onConnect = (address, mode) => {
      current = devices.get(address);
      const heldNs = current ? current.start(mode === I2CMode.Read) : false;
      if (heldNs === false) current = undefined;
      const answered = heldNs !== false;
      const done = () => {
        block.completeConnect(answered);
        if (!answered) block.setInterrupts(TX_EMPTY);
      };
      later(BITS_OF_A_BYTE, done, heldNs || 0);
    };
    block.onWriteByte = (byte) => {
      current.write(byte);
      later(BITS_OF_A_BYTE, () => block.completeWrite(true));
    };
    block.onReadByte = () => {
      const byte = current.read();
      later(BITS_OF_A_BYTE, () => block.completeRead(byte));
    };
    block.onStop = () => {
      current?.stop();
      current = undefined;
      later(1, () => block.completeStop());
    };
  }
}
