// The emulated Pico, in a thread of its own. It is told `start`, `key`, `pause`, `pace`; it tells `frame`, `words`, `key`,
// `tones`, `status`, `log`, `failed`.

import { changeBoard } from "./boardfile.js";
import { format, parse } from "./keylog.js";
import { Piezo, wire } from "./parts.js";
import { MS, Pico } from "./pico.js";
import { save } from "./saves.js";
import { listen } from "./told.js";

const TICK_MS = 10; // of the console
const SLICE_MS = 12; // how long it runs before it listens again
const REST_MS = 4;
const LATE_MS = 200; // what it does not make up for
const REPORT_MS = 250;

let board, name, keeps, pico, keys, piezo;
let atPowerUp = []; // sectors
let scans = 0;
let planned = []; // key changes of a log: [ms, key, down]
let pressed = []; // key changes of a person: [key, down]
let log = [];
let fast = false;
let paused = false;
let waiting = false; // whether the next slice is on its way
let began = { wall: 0, ns: 0 };
let reported = { wall: 0, ns: 0, asleepNs: 0 };

const channel = new MessageChannel();
channel.port1.onmessage = slice;

const answers = {
  async start(told) {
    ({ board, name, keeps, fast } = told);
    atPowerUp = told.sectors;
    planned = told.log ? parse(told.log, board.keys.caps.length) : [];
    const [uf2, bootrom] = await Promise.all([told.uf2, told.bootrom].map(fetched));
    pico = new Pico(new Uint32Array(bootrom), uf2, atPowerUp);
    changeBoard(pico.mcu.flash, board.name, (about) => asPlayed(about, told.speed));
    keys = wire(pico, board, (rgb) => postMessage({ frame: rgb, ms: (scans - 1) * TICK_MS }), scanned);
    listen(pico, (words) => postMessage({ words }));
    piezo = board.sound && new Piezo(pico, board.sound);
    rebase();
    reported = { ...began, asleepNs: 0 };
    slice();
  },
  key({ key, down }) {
    if (!planned.length) pressed.push([key, down]);
  },
  pause(told) {
    paused = told.pause;
    if (paused || !pico) return;
    rebase();
    if (!waiting) slice();
  },
  pace(told) {
    fast = told.fast;
    rebase();
  },
  log() {
    postMessage({ log: format(log), sectors: atPowerUp });
  },
};

onmessage = async ({ data }) => {
  try {
    await answers[data.what](data);
  } catch (error) {
    postMessage({ failed: error.message });
  }
};

async function fetched(url) {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  return answer.arrayBuffer();
}

// What the console is told of its board: a slow computer is a slower chip, whose levels keep within their time; contacts do
// not bounce, and no wire says that a key has moved, so that each tick reads the keys once; screens tell what they show.
function asPlayed({ keys: { interrupt, ...keys }, ...about }, speed) {
  return { ...about, ...(speed < 1 && { speed }), tells: true, keys: { ...keys, bounce_ms: 0 } };
}

// The keys have been read `count` times: move the contacts as the next tick is to find them. So the console's time in
// a key log is the same everywhere, however long a tick takes.
function scanned(count) {
  scans = count;
  const nextMs = count * TICK_MS;
  while (planned.length && planned[0][0] <= nextMs) change(...planned.shift());
  // A tap may be shorter than a tick: of each key one change at a time, so that the press is seen.
  const moved = new Set();
  pressed = pressed.filter(([key, down]) => {
    if (moved.has(key)) return true;
    moved.add(key);
    change(nextMs, key, down);
    return false;
  });
}

function change(ms, key, down) {
  log.push([ms, key, down]);
  keys.set(key, down);
  postMessage({ key, down });
}

function rebase() {
  began = { wall: performance.now(), ns: pico?.nowNs ?? 0 };
}

function slice() {
  waiting = false;
  if (paused) return;
  const dueNs = began.ns + (performance.now() - began.wall) * MS;
  const startNs = pico.nowNs;
  pico.run(fast ? Infinity : dueNs, SLICE_MS);
  const tones = piezo?.take();
  if (tones?.length) postMessage({ tones, startNs });
  if (dueNs - pico.nowNs > LATE_MS * MS) rebase();
  if (pico.written) {
    pico.written = false;
    if (keeps) save(name, pico.sectors);
  }
  report();
  waiting = true;
  if (fast || pico.nowNs < dueNs) channel.port2.postMessage(0);
  else setTimeout(slice, REST_MS);
}

function report() {
  const wall = performance.now();
  if (wall - reported.wall < REPORT_MS) return;
  const ns = pico.nowNs - reported.ns;
  postMessage({
    status: {
      pace: ns / ((wall - reported.wall) * MS),
      busy: 1 - (pico.asleepNs - reported.asleepNs) / ns,
      ms: (scans - 1) * TICK_MS,
      replaying: planned.length > 0,
    },
  });
  reported = { wall, ns: pico.nowNs, asleepNs: pico.asleepNs };
}
