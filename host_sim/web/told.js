// What the console says of its screen, through two registers: see firmware/glowgrid/hardware/tell.py.

const WATCHDOG = 0x40058; // peripherals are found by the upper bits of their address
const SCRATCH = 0x0c;
const [PLACE, LENGTH] = [5, 6].map((register) => SCRATCH + 4 * register);

// told(words): called with what a screen says, each time that it is something new.
export function listen(pico, told) {
  const watchdog = pico.mcu.peripherals[WATCHDOG];
  const write = watchdog.writeUint32.bind(watchdog);
  let place;
  watchdog.writeUint32 = (offset, value) => {
    write(offset, value);
    if (offset === PLACE) place = value;
    if (offset !== LENGTH) return;
    const bytes = Uint8Array.from({ length: value }, (_, at) => pico.mcu.readUint8(place + at));
    told(JSON.parse(new TextDecoder().decode(bytes)));
  };
}
