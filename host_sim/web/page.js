// The page: lights, keys, controls. The Pico itself is in worker.js.

import { Help, SIGNS } from "./help.js";
import { pack, unpack } from "./keylog.js";
import { Panel } from "./lights.js";
import { SECTOR, forget, load, loadPace, savePace } from "./saves.js";
import { Sound } from "./sound.js";

const NAMED = { ArrowUp: "up", ArrowDown: "down", ArrowLeft: "left", ArrowRight: "right", Enter: "select", Escape: "back", Backspace: "undo" };
const MANY_KEYS = 20;
const TAP_MS = 80;
const LONG_LINK = 2000; // signs; more is cut by some programs
const BUSY = 0.8; // so much of the time computing is thinking
const PATIENCE = 2; // a level may take so many times its nominal time
const SOON_MS = 400; // the menu has just come up
const REAL_TIME = 0.9;
const SLOWEST = 0.01; // speed
const SMOOTH = 0.2; // the share of the last pace in the mean

const $ = (id) => document.getElementById(id);
const told = new URLSearchParams(location.hash.slice(1));
let about, board, name, worker, panel, help, sound;
let caps = [];
let speed = 1; // what the console is told of its chip: less where this computer cannot keep up
let thinking = null; // the pace of the emulated Pico while the engine thought, of a real one's
let played = false; // whether a key was pressed
let words = {}; // what the console said last
let status = { pace: 0, busy: 0, ms: 0, replaying: false };

async function begin() {
  about = await (await fetch("boards.json")).json();
  for (const each of about.boards) $("board").add(new Option(each.title.replace("Raspberry Pi Pico, ", ""), each.name));
  board = about.boards.find((each) => each.name === told.get("board")) ?? about.boards[0];
  name = `${board.name} ${board.made}`;
  $("board").value = board.name;
  $("sound").parentElement.hidden = !board.sound;
  $("uf2").href = `${board.name}.uf2`;
  panel = new Panel($("lights"), board.leds);
  help = new Help($("now-up"), about.games, about.levels.length);
  makeKeys();
  const game = await linked();
  if (game) say("This link replays a game. What you press afterwards is yours; nothing of it is saved here.");
  $("fast").checked = told.get("pace") === "fast";
  speed = game ? game.speed : speedFor(loadPace());
  start(game?.sectors ?? (await load(name)), game);
  if ("serviceWorker" in navigator) keepOffline().catch(() => {});
}

async function linked() {
  if (!told.has("game")) return null;
  try {
    const asked = Number(told.get("speed") ?? 1);
    if (!(asked >= SLOWEST && asked <= 1)) throw new Error("no such speed");
    return { ...(await unpack(told.get("game"), SECTOR)), speed: asked };
  } catch {
    say("The link is damaged: it was cut short, perhaps. The console starts without it.");
    return null;
  }
}

function start(sectors, game) {
  worker = new Worker(new URL("worker.js", location.href), { type: "module" });
  worker.onmessage = ({ data }) => {
    for (const what of Object.keys(answers)) if (what in data) answers[what](data);
  };
  worker.onerror = (error) => stopped(error.message);
  tell("start", { board, name, speed, sectors, log: game?.log, keeps: !game, fast: $("fast").checked, uf2: `${board.name}.uf2`, bootrom: "bootrom.bin" });
}

const tell = (what, more) => worker.postMessage({ what, ...more });
const passed = (ms) => new Promise((done) => setTimeout(done, ms));
const say = (words) => ($("message").textContent = words);

const stopped = (why) => say(`The emulated Pico stopped: ${why}. Switch it off and on.`);

const answers = {
  frame: ({ frame }) => panel.show(frame),
  words(told) {
    words = told.words;
    help.show(words);
    caps.forEach((cap, key) => cap.classList.toggle("point", !hasRole(key)));
  },
  tones: ({ tones, startNs }) => sound?.play(tones, startNs),
  key: ({ key, down }) => caps[key].classList.toggle("down", down),
  status(data) {
    status = data.status;
    if (status.busy > BUSY && status.ms > 0) thinking = (1 - SMOOTH) * (thinking ?? status.pace) + SMOOTH * status.pace;
    if (thinking !== null && !$("fast").checked) keepPace();
    $("now").disabled = status.busy < BUSY || !keysNow().length;
    $("status").textContent = [paceInWords(), thinkingInWords()].join(" ");
  },
  log: copyLink,
  failed: ({ failed }) => stopped(failed),
};

function paceInWords() {
  if (status.replaying) return `Replaying, ${(status.ms / 1000).toFixed(0)} s.`;
  if ($("fast").checked) return `As fast as it goes: ${status.pace.toFixed(1)} times real time.`;
  return status.pace > REAL_TIME ? "Real time." : `Slower than real time: ${status.pace.toFixed(2)} of it.`;
}

// The speed for a pace: that of a Pico while the levels keep within PATIENCE times their nominal times, else that of a
// slower chip, on which a level does less in its time.
function speedFor(pace) {
  return pace * PATIENCE >= 1 ? 1 : Math.max(SLOWEST, Number(pace.toFixed(2)));
}

// Remember how fast the engine thinks here. If that is too slow for the speed, start anew: before anybody has played.
function keepPace() {
  savePace(thinking);
  if (speed <= thinking * PATIENCE || played || status.replaying || status.ms > SOON_MS) return;
  worker.terminate();
  location.reload();
}

// How long the levels think here. A Pico keeps to their nominal times.
function thinkingInWords() {
  if (thinking === null) return "";
  const weaker = speed < 1 ? ` The levels are those of a chip of speed ${speed}: weaker, but within their time.` : "";
  if (thinking > REAL_TIME) return `The engine thinks at least as fast as on a Pico.${weaker}`;
  const longest = ((about.levels.at(-1) / 1000) * speed) / thinking;
  const late = speed > thinking * PATIENCE ? " Switch off and on for levels that keep within their time." : "";
  return `The engine thinks at ${thinking.toFixed(2)} of a Pico's pace.${weaker} Level ${about.levels.length} takes up to ${longest.toFixed(0)} s a move.${late}`;
}

// Keys -------------------------------------------------------------------------------------------------------------

function makeKeys() {
  const { keys } = board;
  $("face").classList.toggle("under", board.under);
  $("keys").style.gridTemplateColumns = `repeat(${keys.width}, 1fr)`;
  $("keys").classList.toggle("many", keys.caps.length > MANY_KEYS);
  const roles = Object.fromEntries(Object.entries(keys.roles).map(([role, key]) => [key, role]));
  caps = keys.caps.map((cap, key) => {
    const button = document.createElement("button");
    button.type = "button";
    button.ariaLabel = [`key ${key + 1}`, roles[key], cap && `keyboard ${cap}`].filter(Boolean).join(", ");
    if (roles[key]) button.title = roles[key];
    button.append(Object.assign(document.createElement("small"), { textContent: cap }), SIGNS[roles[key]] ?? "");
    button.onpointerdown = (event) => {
      button.setPointerCapture(event.pointerId);
      press(key, true);
    };
    button.onpointerup = button.onpointercancel = () => press(key, false);
    button.oncontextmenu = (event) => event.preventDefault();
    $("keys").append(button);
    return button;
  });
}

function press(key, down) {
  played = true;
  say(status.replaying ? "The game of the link is still being replayed." : "");
  tell("key", { key, down });
}

const isPoint = (key) => words.points?.includes(key) ?? false;
const keysNow = () => words.now ?? (hasRole(board.keys.roles.select) ? [board.keys.roles.select] : []);
const hasRole = (key) => !isPoint(key) && (words.screen !== "two presses" || words.over);

// The keys that a key of the keyboard presses. One that is named after its role places no stone where that key is a point.
function keysOf(event) {
  const { roles } = board.keys;
  const at = caps.indexOf(event.target);
  if (at >= 0 && (event.key === " " || event.key === "Enter")) return [at];
  if (event.ctrlKey || event.metaKey || event.altKey) return [];
  if (at < 0 && event.target.closest("button, select, input, a")) return [];
  if (event.key === "Escape" && !hasRole(roles.back) && !hasRole(roles.undo)) return [roles.back, roles.undo]; // the pause
  if (!(event.key in NAMED)) {
    const key = board.keys.caps.indexOf(event.key.toLowerCase());
    return key < 0 ? [] : [key];
  }
  const key = roles[NAMED[event.key]];
  if (key !== undefined && hasRole(key)) return [key];
  say("Here each key is a point, or a block of them: press it, or the sign in its corner.");
  return [];
}

const held = new Map(); // keys that the keyboard holds down, by the name of the keyboard's key
addEventListener("keydown", (event) => {
  if (held.has(event.code)) return event.preventDefault(); // it repeats
  const keys = worker ? keysOf(event) : [];
  if (!keys.length) return;
  event.preventDefault();
  for (const key of keys) press(key, true);
  held.set(event.code, keys);
});
addEventListener("keyup", (event) => lift(event.code));
addEventListener("blur", () => [...held.keys()].forEach(lift));

function lift(code) {
  for (const key of held.get(code) ?? []) press(key, false);
  held.delete(code);
}

// Controls ---------------------------------------------------------------------------------------------------------

$("board").onchange = () => goTo({ board: $("board").value });
$("fast").onchange = () => tell("pace", { fast: $("fast").checked });
$("sound").onchange = () => {
  sound?.stop();
  sound = $("sound").checked ? new Sound() : null;
};
$("power").onclick = () => goTo({ board: board.name });
$("link").onclick = () => tell("log");
$("pause").onclick = () => {
  const pause = $("pause").ariaPressed !== "true";
  $("pause").ariaPressed = String(pause);
  $("pause").textContent = pause ? "Go on" : "Pause";
  tell("pause", { pause });
};
$("now").onclick = async () => {
  for (const key of keysNow()) {
    press(key, true);
    await passed(TAP_MS);
    press(key, false);
    await passed(TAP_MS);
  }
};
$("forget").onclick = async () => {
  if (!confirm("Forget the match, the settings and the statistics of this board?")) return;
  worker.terminate();
  await forget(name);
  goTo({ board: board.name });
};

function goTo(words) {
  history.replaceState(null, "", `#${new URLSearchParams(words)}`);
  location.reload();
}

async function copyLink({ log, sectors }) {
  const words = { board: board.name, ...(speed < 1 && { speed }), game: await pack(log, sectors) };
  history.replaceState(null, "", `#${new URLSearchParams(words)}`);
  const length = location.href.length;
  const long = length > LONG_LINK ? ` It has ${length} signs, because it carries the saves too: forget them before a game for a short one.` : "";
  try {
    await navigator.clipboard.writeText(location.href);
    say(`Copied. Whoever opens the link sees this game played again.${long}`);
  } catch {
    say(`The link is in the address bar: whoever opens it sees this game played again.${long}`);
  }
}

addEventListener("hashchange", () => location.reload());

// Once offline.js is there it keeps what is asked for: this board's UF2 too, which was asked for before.
async function keepOffline() {
  const { serviceWorker } = navigator;
  await serviceWorker.register("offline.js");
  if (!serviceWorker.controller) await new Promise((then) => serviceWorker.addEventListener("controllerchange", then));
  await fetch(`${board.name}.uf2`);
}

begin().catch((error) => say(`The page cannot start: ${error.message}. Reload it.`));
