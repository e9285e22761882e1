// The Pico at a port. What is said to it and what its answers mean is Python (tools/workshop), which runs here on
// MicroPython's WebAssembly port; page_talk.py there says what each question answers. Nothing is loaded before a person connects.

import { FIRMWARE, put, start, unpack } from "../worker/micropython.js";
import { Repl } from "./repl.js";
import * as serial from "./serial.js";

const BACK_MS = 15_000; // until a Pico that restarts has its port again
const GOES_MS = 1500; // until it is gone
const LOOKS_MS = 300;
const LINE_S = 0.5; // for a line; then somebody may have had enough
const LONGEST = 20_000; // letters of a line

const OUT = "the cable is out, or another Pico is plugged in, too";
const AGAIN = "\x03\x02\x04"; // interrupts what runs, leaves the raw REPL, restarts the program

const rest = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

let repl = null; // of the port that is open
let last = null; // the port that was opened last
let playing = false; // whether the Pico plays while its port is open
let talk; // the Python, once somebody asks
let micropython;

// What Python calls.
const link = {
  heard: () => repl?.heard ?? "",
  stop: async (seconds) => {
    if (!repl) await open(await ownPort()); // a talk may have several sessions
    return repl.stop(seconds);
  },
  run: (code, seconds) => repl.run(code, seconds),
  start: (code, seconds) => repl.start(code, seconds),
  until: (endings, seconds) => repl.until(JSON.parse(endings), seconds),
  write: (text, seconds) => repl.write(text, seconds),
  close: () => close(),
};

async function ownPort() {
  const port = await serial.again();
  if (!port) throw new Error(OUT);
  return port;
}

// Open a port; return what `close` takes. Throws an Error in one line.
export async function open(port) {
  await close();
  last = port;
  await serial.follow(port);
  const transport = new serial.SerialTransport(port);
  await transport.open();
  repl = new Repl(transport);
  const { onlost } = transport;
  transport.onlost = () => {
    onlost();
    gone();
  };
  return repl;
}

// Call act() when the Pico has gone, whose port was opened last; more than once, perhaps.
export const onGone = (act) => addEventListener("pico gone", act);

const gone = () => dispatchEvent(new Event("pico gone"));

navigator.serial?.addEventListener("disconnect", ({ target }) => target === last && gone());

// A page that is closed leaves no Pico dark: its program begins once more, if the browser still sends that.
addEventListener("pagehide", () => !playing && repl?.write(AGAIN).catch(() => {}));

// Close the port that is open; mine: only if it is this one.
export async function close(mine = repl) {
  if (mine !== repl) return;
  repl = null;
  await mine?.close();
}

// The lines that come from the port that is open, and with \x04 at its end the last one of a program; while somebody goes on,
// until the port is closed here. Throws Lost.
export async function* lines(goesOn) {
  const mine = repl;
  playing = true;
  try {
    for (let line = ""; goesOn() && mine === repl; ) {
      line += await mine.until(["\n", "\x04"], LINE_S);
      if (!/[\n\x04]$/.test(line) && line.length < LONGEST) continue;
      yield line;
      line = "";
    }
  } catch (error) {
    if (mine === repl) throw error;
  } finally {
    playing = false;
  }
}

export const isLost = () => !repl || Boolean(repl.lost);

// Whether the cable came out while the port was open.
export const isGone = () => Boolean(repl?.lost);

// Let the Pico's program end, whatever it does.
export const interrupt = () => repl?.write("\x03").catch(() => {});

// Ask page_talk; throws an Error with `lines` if it answers so, `open` if the device stays connected, `tidy` if moving aside helps.
export async function ask(what, ...words) {
  talk ??= load().catch((error) => {
    talk = undefined;
    throw new Error(`The workshop's program does not load (${error.message}): load the page again.`, { cause: error });
  });
  const answer = JSON.parse(await (await talk)[what](...words));
  const { error, open, tidy } = answer;
  if (error) throw Object.assign(new Error(error[0]), { lines: error, open, tidy });
  return answer;
}

async function load() {
  const here = (name) => new URL(name, location.href).href;
  const workshop = fetched(DEVICE["workshop.bin"]);
  micropython = await start({ port: here(ASSETS.port), url: here(ASSETS.wasm), firmware: fetched(ASSETS.firmware) });
  micropython.registerJsModule("js_link", link);
  put(micropython, FIRMWARE, unpack(await workshop));
  return micropython.pyimport("tools.workshop.page.page_link").talk();
}

// The bytes of a file of the page.
export async function fetched(name) {
  const answer = await fetch(name).catch((error) => ({ ok: false, status: error.message }));
  if (!answer.ok) throw new Error(`${name} does not load (${answer.status}): look at the network, and repeat.`);
  return answer.arrayBuffer();
}

export const fetchedJson = async (name) => JSON.parse(new TextDecoder().decode(await fetched(name)));

// Put files, {path: bytes}, into a folder of MicroPython's own file system, which holds no others then.
export function fill(folder, files) {
  const { FS } = micropython;
  const empty = (path) => {
    for (const name of FS.readdir(path).filter((each) => each !== "." && each !== "..")) {
      const inside = `${path}/${name}`;
      if (!FS.isDir(FS.stat(inside).mode)) FS.unlink(inside);
      else {
        empty(inside);
        FS.rmdir(inside);
      }
    }
  };
  FS.mkdirTree(folder);
  empty(folder);
  put(micropython, folder, files);
}

// The bytes of a file there.
export const contentOf = (path) => micropython.FS.readFile(path);

// Wait until a restarted Pico has its port again; null if a person has to choose it: it is new to this browser, or more than one
// may be it.
export async function portAgain() {
  await rest(GOES_MS);
  for (const ends = performance.now() + BACK_MS; performance.now() < ends; await rest(LOOKS_MS)) {
    const port = await serial.again();
    if (port !== undefined) return port;
  }
  return null;
}

// What is on the lights after a restart, in words; throws an Error that says why nothing is. The system may hold a new port for a while.
export async function started(port) {
  for (const ends = performance.now() + BACK_MS; ; await rest(LOOKS_MS)) {
    try {
      await open(port);
      break;
    } catch (error) {
      if (performance.now() > ends) throw error;
    }
  }
  try {
    return (await ask("started")).on;
  } finally {
    await close();
  }
}
