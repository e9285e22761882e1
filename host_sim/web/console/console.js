// The console of the page: it runs in a worker and is switched on anew for each board, link and new match.
// Parts of the page `listen` to what it posts, and `press` what a person presses.

import { t } from "../language/language.js";

export const session = {}; // what the console was switched on with, see switchOn
export const now = {}; // what it says: said, position, status, ready; point: that is placed once the match is there, and goes on
export const boards = new Map(BOARDS.map((board) => [board.name, JSON.stringify(board)]));
export const gridLights = new Map(); // by board: the lights of a grid that plays it, in place of its own
export const isBuiltIn = (name) => BOARDS.some((board) => board.name === name);

const ledsOf = (name) => ({ ...JSON.parse(boards.get(name)).leds, ...gridLights.get(name) });
const hasColours = (name) => ledsOf(name).channels.length > 2;

// The board at hand if its lights show a field so wide and high, else the first whose do, with all colours if possible;
// undefined if there is none. room: how much wider and higher lights without all colours must be.
export function boardFor([width, height, room = 0]) {
  const fits = (name) => {
    const leds = ledsOf(name);
    const beside = hasColours(name) ? 0 : room;
    return leds.width >= width + beside && leds.height >= height + beside;
  };
  const names = [...boards.keys()];
  return [session.name, ...names.filter(hasColours), ...names].find((name) => boards.has(name) && fits(name));
}

// Why there is none, in words.
export function noBoardFor([width, height]) {
  const lights = [...boards.keys()].map(ledsOf);
  const larger = (one) => (other) => other.width >= one.width && other.height >= one.height && other.width + other.height > one.width + one.height;
  const most = lights.filter((one) => !lights.some(larger(one))).map((one) => t("{0} by {1}", one.width, one.height));
  const listed = [...new Set(most)].join(` ${t("or")} `);
  return t("its field is {0} points wide and {1} high; the lights here show at most {2}", width, height, listed);
}

export const able = "WebAssembly" in globalThis && "Worker" in globalThis;

const listeners = {}; // by what is posted
let worker = able ? newWorker() : null; // it loads while the page looks for saves
let frozen = false;

export function newWorker() {
  return new Worker(new URL(ASSETS.worker, location.href), { type: "module" });
}

// What is wrong with a worker, in words; one whose file does not come says nothing.
export const faultOf = ({ message }) => message || t("its program does not load");

// Hear what the worker posts by this name ("said", "position", ...).
export function listen(what, act) {
  (listeners[what] ??= []).push(act);
}

function hear(data) {
  for (const what of Object.keys(data)) {
    asked[what]?.shift()?.(data[what]);
    for (const act of listeners[what] ?? []) act(data[what], data);
  }
}

export const tell = (what, more) => worker?.postMessage({ what, ...more });

let connected = false; // whether the console of another page hears this one

// Let the console know that another page is connected, or no more; each that is switched on later knows it, too.
export function connect(on) {
  connected = on;
  if (!on) return;
  session.demo = false;
  tell("connect");
}

let openings = 0; // how often somebody has asked for another session

// Whether nobody has asked for another session since.
export function still() {
  const asked = openings;
  return () => asked === openings;
}

// Begin to open a session; returns whether it is still wanted, which may change at each await.
export function opening() {
  openings++;
  return still();
}

// Switch the console on. point: is placed once the match is there. about: name (of the board), saves, games, position, log, puzzle, keeps (whether saves stay), demo
// (whether engines play each other until a key is pressed), instant (whether the log is gone through at once), fast,
// restarted, first (whether a console without saves begins with its guided game), foreign (whether the saves are of
// a link or a file), step (whether it is of a lesson), elsewhere (whether another tab has the match), beside (setup/beside.js).
export function switchOn(about, point = null) {
  if (session.name) {
    silence();
    worker.terminate(); // a person's own game may never end
    worker = newWorker();
  }
  for (const each of [session, asked]) for (const name of Object.keys(each)) delete each[name];
  Object.assign(session, about, { lights: gridLights.get(about.name) });
  Object.assign(now, { said: {}, position: null, point, status: { ms: 0, pace: 1, replaying: false } });
  worker.onmessage = ({ data }) => hear(data);
  worker.onerror = (error) => hear({ failed: faultOf(error) });
  const { position: link, log, saves, games, instant, fast, restarted, demo, first = true } = about;
  tell("start", { board: boards.get(about.name), lights: session.lights, link, linked: connected, log, saves, games, restarted, first, demo, instant, fast });
  freeze(false);
  hear({ switched: about });
}

// Whether engines play each other until a key is pressed.
export const demonstrates = ({ said }) => Boolean(session.demo) && ["attract", "elsewhere"].includes(said.screen);

// Hear no more of the session that is on: another one comes.
export function silence() {
  worker.onmessage = null;
}

// Play on from a position, as a link gives it; what is kept stays kept.
export function playFrom(position, more = {}, point = null) {
  const saves = session.kept ?? session.saves;
  opening();
  switchOn({ ...session, position, log: "", puzzle: "", saves, demo: false, elsewhere: false, restarted: false, instant: true, ...more }, point);
}

// Find out who is ahead in each position of a match that is over, in a worker of its own: `hear` takes what is found,
// null if it fails. Returns what ends it.
export function lookOver({ game, size, stones, swap_rule, moves }, hear) {
  const other = newWorker();
  other.onmessage = ({ data }) => hear(data.ahead ?? null);
  other.onerror = () => hear(null);
  const match = { game, size, stones, swap: swap_rule, moves: moves.map(({ name }) => name) };
  other.postMessage({ what: "ahead", match, games: session.games ?? {} });
  return () => other.terminate();
}

// Asks, in a worker of its own, what the moves of a position lead to (values.py), one position after the other.
export function valuesOf() {
  const other = newWorker();
  const asked = [];
  other.onmessage = ({ data }) => asked.shift()?.(data.values ?? {});
  other.onerror = () => asked.splice(0).forEach((answer) => answer({}));
  const games = session.games ?? {};
  return {
    ask: ({ game, size, stones, swap, moves }) =>
      new Promise((resolve) => {
        asked.push(resolve);
        other.postMessage({ what: "values", match: { game, size, stones, swap, moves }, games });
      }),
    end: () => other.terminate(),
  };
}

// Let time stand still, or go on.
export function freeze(on) {
  if (on !== frozen) tell("pause", { pause: on });
  frozen = on;
  hear({ frozen: on });
}

export const isFrozen = () => frozen;

let held = ""; // why nothing is to be pressed; "": all may be

// Let nobody press anything of the console, and say why; "" ends that.
export const lay = (why) => (held = why);

// Press something of the console, unless time stands still; what is down may still go up. Returns whether it is pressed.
export function press(what, more) {
  const refused = more.down !== false && (held || (frozen && t("Frozen: press Go on.")));
  if (refused) hear({ refused });
  else tell(what, more);
  return !refused;
}

// Press a point and let it go.
export function tapPoint(point) {
  for (const down of [true, false]) press("point", { point, down });
}

const asked = {}; // by what was asked for: what takes the answers, one each

// What the worker answers; it posts that by the name of the question. A console that is switched off answers no more.
export const ask = (what, more) =>
  new Promise((resolve) => {
    (asked[what] ??= []).push(resolve);
    tell(what, more);
  });
export const keyLog = () => ask("log");
