// A handheld whose USB port is its wire to another device; firmware/glowgrid/hardware/link_usb.py is what runs there.
//
//   await begin(repl)   restart its game so; whether it plays. Throws Lost or NoAnswer (repl.js)
//   ENDED               what comes once the game has ended
//   AGAIN               sent, it lets the handheld play by itself

const RESTARTED = "raw REPL; CTRL-B to exit\r\n";
const PROGRAM = `
import sys
sys.path[:] = ".frozen", "", "/lib"
from glowgrid import power_up
power_up.main(False, True)
`;
const FRAME = /:\S+ .* [0-9a-f]{8}\n$/;
const STOPS_S = 15;
const STARTS_S = 60; // on the lights in a second, but the user's own games are tried before

export const ENDED = "\x04"; // Ctrl-D
export const AGAIN = "\x03\x02\x04"; // interrupts what runs, leaves the raw REPL, restarts the program

export async function begin(repl) {
  await repl.stop(STOPS_S);
  await repl.write("\x04"); // its memory is empty then
  await repl.until([RESTARTED], STOPS_S);
  await repl.start(PROGRAM);
  for (;;) {
    const line = await repl.until(["\n", ENDED], STARTS_S);
    if (FRAME.test(line)) return true;
    if (!line.endsWith("\n")) return false;
  }
}
