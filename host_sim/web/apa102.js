// A chain of APA102 LEDs on an SPI block: a start of zeros, then for each LED its current and three bytes of colour.

import { GPIOPinState } from "rp2040js";

const START = 4;
const NEW_FRAME_NS = 100_000; // silence on the wire that begins a new frame

// shown(bytes): called with the colours of each whole frame.
export function wireChain(pico, leds, shown) {
  const block = pico.mcu.spi[leds.spi];
  const whole = START + 4 * leds.width * leds.height;
  let bytes = [];
  let last = 0;
  const out = pico.clock.createAlarm(() => block.completeTransmit(0));
  block.onTransmit = (byte) => {
    out.schedule(8e9 / block.clockFrequency);
    if ("cs" in leds && pico.mcu.gpio[leds.cs].value !== GPIOPinState.Low) return;
    if (pico.nowNs - last > NEW_FRAME_NS) bytes = [];
    last = pico.nowNs;
    bytes.push(byte);
    if (bytes.length === whole) shown(bytes.slice(START).filter((_, at) => at % 4));
  };
}
