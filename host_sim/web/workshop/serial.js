// A serial port of the browser (Web Serial) as a transport: bytes go out by `write`; bytes that come are given to `onbytes`
// at once; `onlost` is called once, if the cable comes out.

const BAUD = 115200; // USB does not care
const ROOM = 16384; // bytes that the browser keeps until they are read
const [PICO, CIRCUITPYTHON] = [0x2e8a, 0x239a]; // USB vendors
const NO_PORT = "No port was chosen. If the list was empty: plug the Pico in with a data cable; some cables only charge.";
const CLOSED =
  "The port cannot be opened. Either another program uses it (Thonny, a terminal, another tab): close it; or, on Linux, your user may not: run `sudo usermod -a -G dialout $USER` (Arch: uucp), then log out and in again.";
const REFUSED = "This browser lets the page reach no serial port: allow it in the settings of the site, and press Connect again.";

export const able = () => "serial" in navigator;

// The ports that are plugged in and that this page may open because a person chose them before.
const known = async () => (able() ? (await navigator.serial.getPorts()).filter(({ connected }) => connected !== false) : []);

let own = null; // the port of the Pico that a person works with
let others = []; // what was there beside it: it is none of these, whatever it is after a restart

// This is the port of the Pico from now on; null: the Pico is new, and has none yet.
export async function follow(port) {
  own = port;
  others = [];
  others = (await known()).filter((each) => each !== own);
}

navigator.serial?.addEventListener("connect", async ({ target }) => {
  if (own && target !== own && (await known()).includes(own)) others.push(target);
});

// The port of the Pico, which has another one after a restart in some browsers; undefined if it is not plugged in, null if more
// than one port may be it: then a person has to choose.
export async function again() {
  const ports = await known();
  if (ports.includes(own)) return own;
  const fresh = ports.filter((each) => each.getInfo().usbVendorId === PICO && !others.includes(each));
  return fresh.length > 1 ? null : fresh[0];
}

// Let a person choose a port; throws an Error in one line. all: list ports of other makers, too.
export async function choose(all = false) {
  const filters = all ? [] : [{ usbVendorId: PICO }, { usbVendorId: CIRCUITPYTHON }];
  try {
    return await navigator.serial.requestPort({ filters });
  } catch (error) {
    throw new Error(error.name === "NotFoundError" ? NO_PORT : REFUSED, { cause: error });
  }
}

export class SerialTransport {
  onbytes = () => {};
  onlost = () => {};

  constructor(port) {
    this.port = port;
  }

  // Throws an Error in one line.
  async open() {
    try {
      await this.port.open({ baudRate: BAUD, bufferSize: ROOM });
    } catch (error) {
      throw new Error(CLOSED, { cause: error });
    }
    await this.port.setSignals({ dataTerminalReady: true }).catch(() => {}); // without it MicroPython sends nothing
    this.writer = this.port.writable.getWriter();
    this.writer.closed.catch(() => {}); // `reading` says it
    this.reading = this.read();
  }

  async read() {
    while (this.port.readable && !this.closing) {
      this.reader = this.port.readable.getReader();
      try {
        for (;;) {
          const { value, done } = await this.reader.read();
          if (done) break;
          this.onbytes(value);
        }
      } catch {
        // A fault of the line: the browser gives a new stream, or none if the cable came out.
      } finally {
        this.reader.releaseLock();
      }
    }
    if (!this.closing) this.onlost();
  }

  write(bytes) {
    return this.writer.write(bytes);
  }

  async close() {
    this.closing = true;
    await this.reader.cancel().catch(() => {});
    await this.reading;
    await this.writer.abort().catch(() => {}); // what the device does not take
    this.writer.releaseLock();
    await this.port.close().catch(() => {});
  }
}
