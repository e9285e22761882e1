// The console itself, in a thread of its own: the firmware on MicroPython's WebAssembly port, ticking in real time or as
// fast as it goes. It takes `start`, `key`, `tap`, `point` (down or up), `pause`, `pace`, `connect`, `hear`, `log`, `open`, `write`, `look`, `preview`,
// `puzzles`, `why`, `reason`, `together`, `follow`, `finish`, `setUp`, `variation`, `values`, `ahead`, `checkGame`, `checkStrategy`, `checkBoard`; it posts `ready`, `games`, `preview`, `frame`, `said`, `position`, `looked`,
// `puzzles`, `why`, `reason`, `together`, `follow`, `finish`, `setUp`, `variation`, `values`, `key`, `tones`, `saves`, `sent`, `status`, `log`, `open`, `write`, `checked`, `ahead`, `failed`.

import { format, parse } from "../console/keylog.js";
import { put, start as load } from "./micropython.js";

const TICK_MS = 10; // of the console
const SLICE_MS = 12; // how long it runs before it listens again
const REST_MS = 4;
const LATE_MS = 200; // what it does not make up for
const REPORT_MS = 250;
const SAVED_WITHIN = 300; // ticks; the console waits 2 s at most
const TAP_MS = 80; // how long a key is down that the page presses, and how long until the next
const PATIENCE_MS = 1000; // how long a press waits for the screen that it is meant for
const AFTER_MS = 1000; // how long a log goes on after its last key
const [FRAME, TONES, SAID, POSITION, SAVED, GAMES_FOUND, SENT] = [1, 2, 4, 8, 16, 32, 64]; // as in handheld.py
const SAVES = "/saves";
const GAMES = "/games";

let micropython, handheld, wire;
let ticks = 0;
let planned = []; // key changes to come: [ms, key, down]
let pressed = []; // key changes of a person: [key, down]
let asked = []; // what the page asks for, one after the other: {keys, after}, {entry}, {point, down} or {key, down}
let settled = 0; // ms: by then the console has dealt with the last key of those
const downs = new Set(); // keys that a person holds down
let log = [];
let made = "";
let replaysUntil = 0; // ms of the log of a link
let fast = false;
let instant = false; // whether the log of a link is gone through at once
let paused = false;
let waiting = false; // whether the next slice is on its way
let began = { wall: 0, ticks: 0 };
let reported = { wall: 0, ticks: 0, late: 0, lost: 0 };

let demo = null; // the message that switches the console on once a press ends the demonstration
let ended = new Set(); // the keys that have ended it, until they are up
let held = { point: -1, key: -1 }; // the point of the field that is down, and its key

const channel = new MessageChannel();
channel.port1.onmessage = slice;

const here = (name) => new URL(name, location.href).href;
const loaded = load({
  port: here(ASSETS.port),
  url: here(ASSETS.wasm),
  firmware: fetch(here(ASSETS.firmware)).then((answer) => {
    if (!answer.ok) throw new Error(`${ASSETS.firmware}: ${answer.status}`);
    return answer.arrayBuffer();
  }),
});
loaded.catch(() => {}); // `start` says it

// Wait for MicroPython, with a person's own games in its folder.
async function loadedWith(games) {
  micropython = await loaded;
  micropython.FS.mkdirTree(SAVES);
  put(micropython, GAMES, games);
  handheld ??= micropython.pyimport("host_sim.web.worker.handheld");
}

const answers = {
  async start(message) {
    const { board, lights, restarted, first, link, linked, log: toReplay, saves, games, ...pace } = message;
    await loadedWith(games);
    for (const name of Object.keys(filesIn(SAVES))) micropython.FS.unlink(`${SAVES}/${name}`); // of the demonstration
    put(micropython, SAVES, saves);
    const about = JSON.parse(handheld.switch_on(JSON.stringify({ board, lights, restarted, first, link, linked, demo: message.demo })));
    demo = message.demo && !linked ? { ...message, demo: false } : null;
    [log, pressed, asked, settled] = [[], [], [], 0];
    downs.clear();
    made = about.made;
    wire = handheld.wire();
    ticks = about.ms / TICK_MS;
    postMessage({ ready: about });
    show(FRAME | SAID | POSITION | (about.found ? GAMES_FOUND : 0), about.ms - TICK_MS);
    ({ fast, instant } = pace);
    planned = toReplay ? planOf(toReplay, about.keys) : [];
    replaysUntil = planned.length ? planned.at(-1)[0] + AFTER_MS : 0;
    rebase();
    reported = { wall: began.wall, ticks, late: 0, lost: 0 };
    if (!waiting) slice();
  },
  // Another page is connected: a demonstration ends.
  async connect() {
    if (demo) return answers.start({ ...demo, linked: true });
    if (wire) handheld.connect();
  },
  hear({ text }) {
    if (wire && !demo) handheld.hear(text);
  },
  async key({ key, down }) {
    if (demo && down) ended.add(key);
    if (demo) return down && takeOver();
    if (ended.has(key)) return ended.delete(key);
    if (down) downs.add(key);
    else if (!downs.delete(key)) return; // its press was refused
    if (planned.length || asked.length) queue({ key, down }); // the page may hold that key down just now
    else if (!replays()) pressed.push([key, down]);
  },
  async tap({ keys, entry, after = 0 }) {
    if (demo) return takeOver();
    if (keys.length) queue({ keys, after });
    if (entry) queue({ entry });
  },
  async point({ point, down }) {
    if (demo) return down && takeOver();
    queue({ point, down });
  },
  preview({ game, size }) {
    if (wire) postMessage({ preview: JSON.parse(handheld.preview(game, JSON.stringify(size))) });
  },
  puzzles() {
    if (wire) postMessage({ puzzles: JSON.parse(handheld.puzzles()) });
  },
  setUp({ about }) {
    postMessage({ setUp: JSON.parse(handheld.set_up(JSON.stringify(about))) });
  },
  variation({ about }) {
    postMessage({ variation: JSON.parse(handheld.variation(JSON.stringify(about))) });
  },
  // Say what the moves of a position lead to (values.py); this worker does nothing else.
  async values({ match, games }) {
    await loadedWith(games);
    const { values } = micropython.pyimport("host_sim.web.setup.values");
    postMessage({ values: JSON.parse(values(JSON.stringify({ ...match, own: GAMES }))) });
  },
  // What is wrong in a lesson, and what is made of it (lessons/on_page.py); this worker does nothing else.
  async lesson({ asks, about, games }) {
    await loadedWith(games);
    const lessons = micropython.pyimport("host_sim.lessons.on_page");
    postMessage({ lesson: JSON.parse(lessons[asks](JSON.stringify({ ...about, own: GAMES }))) });
  },
  why() {
    postMessage({ why: JSON.parse(handheld.why()) });
  },
  together({ records }) {
    const found = handheld.solved_together(JSON.stringify(records.map((each) => [...each])));
    postMessage({ together: new Uint8Array(JSON.parse(found)) });
  },
  reason({ plies, solution, fine }) {
    postMessage({ reason: JSON.parse(handheld.reason(plies, solution, fine)) });
  },
  open({ text, name, game, size }) {
    postMessage({ open: wire ? JSON.parse(handheld.open_text(text, name, game, size)) : { fault: "the console is not on yet" } });
  },
  write() {
    postMessage({ write: JSON.parse(handheld.write_match()) });
  },
  follow({ record }) {
    postMessage({ follow: JSON.parse(handheld.follow(JSON.stringify(record))) });
  },
  look({ plies }) {
    postMessage({ looked: JSON.parse(handheld.look_back(plies)) });
  },
  pause({ pause, hidden }) {
    if (hidden && wire && !demo && !paused) saveFirst();
    paused = pause;
    if (paused || !wire) return;
    rebase();
    if (!waiting) slice();
  },
  // Stand still; answer with all that is kept, null if it is a demonstration.
  finish() {
    paused = true;
    if (wire && !demo) handheld.finish();
    postMessage({ finish: wire && !demo ? filesIn(SAVES) : null });
  },
  pace(told) {
    fast = told.fast;
    rebase();
  },
  log() {
    postMessage({ log: format(log, made) });
  },
  async checkGame({ file, games }) {
    await loadedWith(games);
    postMessage({ checked: JSON.parse(handheld.check_game(file)) });
  },
  async checkStrategy({ file, games }) {
    await loadedWith(games);
    postMessage({ checked: JSON.parse(handheld.check_strategy(file)) });
  },
  // Say who is ahead in each position of a match, from the last to the first (ahead.py); this worker does nothing else.
  async ahead({ match, games }) {
    await loadedWith(games);
    const ahead = micropython.pyimport("host_sim.web.match.ahead");
    ahead.begin(JSON.stringify({ ...match, own: GAMES }));
    for (let found = {}; !("turning" in found); ) {
      found = JSON.parse(ahead.take());
      postMessage({ ahead: found });
    }
  },
  async checkBoard({ text }) {
    await loadedWith({});
    postMessage({ checked: { fault: handheld.check_board(text) } });
  },
};

onmessage = async ({ data }) => {
  try {
    await answers[data.what](data);
  } catch (error) {
    fail(error);
  }
};

function planOf(text, { width, height }) {
  try {
    return parse(text, width * height, made);
  } catch (error) {
    postMessage({ wrong: error.message });
    return [];
  }
}

const replays = () => ticks * TICK_MS < replaysUntil;

// The first press ends the demonstration: the console is switched on, and the press does nothing else.
const takeOver = () => answers.start(demo);

// What is asked for while a log is gone through, or before the console is on, was meant for the field before.
function queue(what) {
  if (wire && !replays()) asked.push(what);
}

// Plan the keys of what is asked for next. Which they are depends on the screen and on the cursor: they are found only when
// the console has dealt with the keys before.
function answerNext(ms) {
  if (planned.length || !asked.length || ms < settled) return;
  const [next] = asked;
  next.until ??= ms + PATIENCE_MS;
  if (plan(next, ms) || ms > next.until) asked.shift();
}

// Return whether that is done; else it waits for another screen.
function plan({ keys, after, entry, key, point, down }, ms) {
  if (keys) return tap(keys, ms + after);
  if (entry) return tap(JSON.parse(handheld.keys_to_entry(entry)), ms);
  if (key !== undefined) return planned.push([ms, key, down]);
  return down ? hold(point, ms) : letGo(point, ms);
}

// Press keys one after the other; those of a list in it together.
function tap(keys, ms) {
  for (const key of keys) {
    const together = [key].flat();
    planned.push(...together.map((each) => [ms, each, true]), ...together.map((each) => [ms + TAP_MS, each, false]));
    ms += 2 * TAP_MS;
  }
  return keys.length > 0;
}

// Hold the key of a point until it is let go, after the keys that lead to it.
function hold(point, ms) {
  if (held.key >= 0) return !letGo(held.point, ms);
  const keys = JSON.parse(handheld.keys_for(point));
  if (!keys.length) return false;
  tap(keys.slice(0, -1), ms);
  held = { point, key: keys.at(-1) };
  return planned.push([ms + 2 * TAP_MS * (keys.length - 1), held.key, true]);
}

function letGo(point, ms) {
  if (point === held.point) {
    planned.push([ms, held.key, false]);
    held = { point: -1, key: -1 };
  }
  return true;
}

function tick() {
  const ms = ticks * TICK_MS;
  answerNext(ms);
  while (planned.length && planned[0][0] <= ms) {
    change(ms, ...planned.shift().slice(1));
    settled = ms + TAP_MS;
  }
  // A tap may be shorter than a tick: of each key one change at a time, so that the press is seen.
  const moved = new Set();
  pressed = pressed.filter(([key, down]) => {
    if (moved.has(key)) return true;
    moved.add(key);
    change(ms, key, down);
    return false;
  });
  const changed = handheld.tick();
  ticks++;
  if (changed) show(changed, ms);
}

// A page that is hidden may never be seen again: let time go on, at once, until all is saved.
function saveFirst() {
  for (let left = SAVED_WITHIN; left && handheld.is_saving(); left--) tick();
}

function show(changed, ms) {
  if (changed & FRAME) {
    const frame = micropython.bytesAt(wire);
    postMessage({ frame, ms }, [frame.buffer]);
  }
  if (changed & SENT) postMessage({ sent: handheld.take_sent() });
  if (changed & TONES) postMessage({ tones: JSON.parse(handheld.take_tones()), ms });
  if (changed & GAMES_FOUND) postMessage({ games: JSON.parse(handheld.take_games()) });
  if (changed & SAID) postMessage({ said: JSON.parse(handheld.take_said()), ms });
  if (changed & POSITION) postMessage({ position: JSON.parse(handheld.take_position()), ms });
  if (changed & SAVED && !demo) postMessage({ saves: filesIn(SAVES) });
}

function change(ms, key, down) {
  log.push([ms, key, down]);
  handheld.press(key, down ? 1 : 0);
  postMessage({ key, down });
}

// {path: bytes} of all files in a folder and in those in it.
function filesIn(folder, name = "") {
  const { FS } = micropython;
  const files = {};
  for (const each of FS.readdir(`${folder}/${name}`)) {
    if (each === "." || each === "..") continue;
    const path = name ? `${name}/${each}` : each;
    if (FS.isDir(FS.stat(`${folder}/${path}`).mode)) Object.assign(files, filesIn(folder, path));
    else files[path] = FS.readFile(`${folder}/${path}`);
  }
  return files;
}

function rebase() {
  began = { wall: performance.now(), ticks };
}

function slice() {
  waiting = false;
  if (paused) return;
  const wall = performance.now();
  const atOnce = fast || (instant && replays());
  const due = atOnce ? Infinity : began.ticks + Math.floor((wall - began.wall) / TICK_MS) + 1;
  try {
    while (ticks < due && performance.now() - wall < SLICE_MS && (fast || !atOnce || replays())) tick();
  } catch (error) {
    return fail(error);
  }
  const lateMs = atOnce ? 0 : (due - ticks) * TICK_MS;
  reported.late = Math.max(reported.late, lateMs);
  if (lateMs > LATE_MS) reported.lost += lateMs;
  if (atOnce || lateMs > LATE_MS) rebase();
  report();
  waiting = true;
  if (atOnce || lateMs > 0) channel.port2.postMessage(0);
  else setTimeout(slice, REST_MS);
}

// late, lost: the most that the console was behind real time since the last report; what it has given up, ms.
function report() {
  const wall = performance.now();
  if (wall - reported.wall < REPORT_MS) return;
  const { late, lost } = reported;
  const pace = ((ticks - reported.ticks) * TICK_MS) / (wall - reported.wall);
  postMessage({ status: { pace, ms: ticks * TICK_MS, replaying: replays(), late, lost } });
  reported = { wall, ticks, late: 0, lost };
}

// The console has stopped: say why in a line; what it has to save is saved.
function fail(error) {
  paused = true;
  const lines = error.message.trim().split("\n");
  console.error(error.message);
  try {
    if (wire) {
      handheld.end();
      postMessage({ saves: filesIn(SAVES) });
    }
  } catch {
    // it has stopped for good
  }
  postMessage({ failed: lines.at(-1) });
}
