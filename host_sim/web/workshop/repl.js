// MicroPython's raw REPL over a transport: `write(bytes)`, `onbytes`, `onlost`, `close()`, as in serial.js. It is our own,
// because there is no kept library: micropython-ctl and micro-repl have had no release for years.
//
// All texts are latin-1, a letter a byte; code is sent as UTF-8. Each verb has a deadline, and throws Lost or NoAnswer.

const [A, C, D, E] = ["\x01", "\x03", "\x04", "\x05"]; // Ctrl-A, ...
const RAW = "raw REPL; CTRL-B to exit\r\n";
const PART = 256; // bytes at once without raw paste,
const REST_MS = 10; // then a rest: the device keeps no more
const KEPT = 400; // letters of `heard`
const SHORT_S = 15; // for what takes no time

export class Lost extends Error {
  name = "Lost";
}

export class NoAnswer extends Error {
  name = "NoAnswer";
}

const asText = (bytes) => String.fromCharCode(...bytes); // the browser's "latin1" is another code
const within = (seconds) => ({ ends: performance.now() + 1000 * seconds, seconds });
const tooLate = ({ seconds }) => `no end after ${seconds} s`;
const asBytes = (text) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const rest = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

export class Repl {
  heard = ""; // what came last, for messages

  constructor(transport) {
    this.transport = transport;
    this.came = ""; // and was not taken yet
    this.pastes = true; // whether the device knows raw paste, as far as we know
    transport.onbytes = (bytes) => this.hear(asText(bytes));
    transport.onlost = () => {
      this.lost = true;
      this.wake?.();
    };
  }

  hear(text) {
    this.came += text;
    this.heard = (this.heard + text).slice(-KEPT);
    this.wake?.();
  }

  // Interrupt what runs, and wait for the raw REPL; the heap stays.
  async stop(seconds) {
    const by = within(seconds);
    this.heard = "";
    await this.send("\r" + C, by);
    this.came = "";
    await this.send("\r" + A, by);
    await this.upTo(RAW, by);
  }

  // Run code to its end: what it printed, and its traceback, with Ctrl-D between them.
  async run(code, seconds) {
    const by = within(seconds);
    await this.begin(code, by);
    const printed = await this.upTo(D, by);
    return printed + D + (await this.upTo(D, by));
  }

  // Begin to run code; `until` gives what it prints.
  start(code, seconds = SHORT_S) {
    return this.begin(code, within(seconds));
  }

  // What comes, up to the first of these endings and with it; without one if none comes in time.
  async until(endings, seconds) {
    const by = within(seconds);
    try {
      for (;;) {
        const ends = endings.map((ending) => [this.came.indexOf(ending), ending.length]).filter(([at]) => at >= 0);
        if (ends.length) return this.cut(Math.min(...ends.map(([at, length]) => at + length)));
        await this.more(by);
      }
    } catch (error) {
      if (error instanceof NoAnswer) return this.cut(this.came.length);
      throw error;
    }
  }

  write(text, seconds = SHORT_S) {
    return this.send(text, within(seconds));
  }

  close() {
    this.lost = true;
    this.wake?.();
    return this.transport.close();
  }

  async begin(code, by) {
    const bytes = new TextEncoder().encode(code);
    await this.upTo(">", by);
    if (this.pastes) {
      await this.send(E + "A" + A, by);
      const answer = await this.take(2, by);
      if (answer === "R\x01") return this.paste(bytes, by);
      if (answer !== "R\x00") await this.upTo(RAW + ">", by); // it does not know it, and shows its prompt again
      this.pastes = false;
    }
    for (let at = 0; at < bytes.length; at += PART) {
      await this.put(bytes.subarray(at, at + PART), by);
      await rest(REST_MS);
    }
    await this.send(D, by);
    const answer = await this.take(2, by);
    if (answer !== "OK") throw new NoAnswer(`it answered ${JSON.stringify(answer)}, not OK`);
  }

  // Raw paste: the device says when it has room for more.
  async paste(bytes, by) {
    const size = await this.take(2, by);
    const more = size.charCodeAt(0) + 256 * size.charCodeAt(1);
    let room = more;
    for (let at = 0; at < bytes.length; ) {
      while (!room || this.came) {
        const sign = await this.take(1, by);
        if (sign === D) return this.send(D, by); // it has given up; `run` hears why
        if (sign !== A) throw new NoAnswer(`it answered ${JSON.stringify(sign)} in the middle of a program`);
        room += more;
      }
      const part = bytes.subarray(at, at + room);
      await this.put(part, by);
      at += part.length;
      room -= part.length;
    }
    await this.send(D, by);
    await this.upTo(D, by);
  }

  // ---- letters, each time until a moment

  send(text, by) {
    return this.put(asBytes(text), by);
  }

  async put(bytes, by) {
    if (this.lost) throw new Lost("the cable is out");
    const late = this.late(by);
    try {
      await Promise.race([this.transport.write(bytes), late.promise]);
    } catch (error) {
      if (error instanceof NoAnswer) throw error;
      throw new Lost(error.message, { cause: error });
    } finally {
      late.end();
    }
  }

  // The letters before a mark; they and the mark are taken.
  async upTo(mark, by) {
    for (let from = 0; ; ) {
      const at = this.came.indexOf(mark, from);
      if (at >= 0) return this.cut(at, mark.length);
      from = Math.max(0, this.came.length - mark.length + 1);
      await this.more(by);
    }
  }

  async take(count, by) {
    while (this.came.length < count) await this.more(by);
    return this.cut(count);
  }

  cut(count, gap = 0) {
    const text = this.came.slice(0, count);
    this.came = this.came.slice(count + gap);
    return text;
  }

  // Wait until something comes.
  async more(by) {
    if (this.lost) throw new Lost("the cable is out");
    if (performance.now() > by.ends) throw new NoAnswer(tooLate(by)); // whatever comes
    const late = this.late(by);
    try {
      await Promise.race([new Promise((resolve) => (this.wake = resolve)), late.promise]);
    } finally {
      late.end();
      this.wake = null;
    }
  }

  late(by) {
    let timer;
    const promise = new Promise((_, reject) => {
      timer = setTimeout(() => reject(new NoAnswer(tooLate(by))), Math.max(0, by.ends - performance.now()));
    });
    return { promise, end: () => clearTimeout(timer) };
  }
}
