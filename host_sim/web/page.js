// The page: lights, keys, controls. The console itself is in worker.js.

import { showField } from "./field_page.js";
import { OwnFiles } from "./files.js";
import { Help } from "./help.js";
import { Keypad } from "./keypad.js";
import { pack } from "./keylog.js";
import { positionLink, read } from "./links.js";
import { Panel } from "./panel.js";
import * as kept from "./saves.js";
import { Sound } from "./sound.js";

const ROLES = ["back", "undo", "hint"]; // that have buttons beside the field
const LONG_LINK = 2000; // signs; more is cut by some programs

const $ = (id) => document.getElementById(id);
const able = "WebAssembly" in globalThis && "Worker" in globalThis;
const boards = new Map(BOARDS.map((board) => [board.name, JSON.stringify(board)]));

let worker = able ? newWorker() : null; // it loads while the page looks for saves
let session = {}; // what the console was switched on with
let panel, help, keypad, sound;
let now = {}; // what the console says: said, position, status, ready
let storage = true; // whether this browser keeps saves, and has room for them

function newWorker() {
  return new Worker(new URL(ASSETS.worker, location.href), { type: "module" });
}

async function begin() {
  panel = new Panel($("lights"));
  help = new Help($("now-up"));
  help.what = document.querySelector(".front-line").textContent.replace(/\s+/g, " ");
  keypad = new Keypad($("keys"), $("face"), press, say);
  if (!able) {
    const lacks = "This browser has no WebAssembly: the lights stay dark. Rules, guides and downloads below still work.";
    return say(lacks);
  }
  for (const board of BOARDS) $("board").add(new Option(board.title.replace("Raspberry Pi Pico, ", ""), board.name));
  await loadBoards();
  let asked = {};
  try {
    asked = await read(location.hash);
  } catch (error) {
    say(`The link cannot be opened: ${error.message}.`);
  }
  await open(asked);
  if ("serviceWorker" in navigator) navigator.serviceWorker.register("offline.js").catch(() => {});
}

// Own boards that this browser keeps; whether it keeps anything shows here first.
async function loadBoards() {
  try {
    for (const [name, text] of Object.entries(await kept.all("boards"))) addBoard(name, text);
  } catch {
    storage = false;
    say("This browser keeps nothing here: the match ends with the page.");
  }
}

function addBoard(name, text) {
  if (!boards.has(name)) $("board").add(new Option(`${name} (your own)`, name));
  boards.set(name, text);
}

// Open what a link asks for, or the console with its saves. Of a link nothing is kept.
async function open({ board, position = null, log = "", saves, puzzle = "", watch = false, fast = false }) {
  const name = boards.has(board) ? board : BOARDS[0].name;
  const linked = Boolean(position || log);
  const known = saves ?? (await load("saves", name)) ?? {};
  if (fast) $("fast").checked = true;
  await switchOn({
    name,
    position,
    log,
    puzzle,
    saves: known,
    demo: !linked && !Object.keys(known).length,
    games: (await load("games")) ?? {},
    keeps: !linked,
    instant: !watch,
  });
  if (board && !boards.has(board)) say(`The link names a board that is not here: ${board}.`);
  else if (log) say("This link has a whole session. What you press now is yours; nothing of it is kept here.");
  else if (puzzle) say(`${puzzle}. Hint and coach come once it is solved.`);
  else if (linked) say("This link opens a position. What you play here is not kept.");
}

async function load(store, name) {
  try {
    return await (name ? kept.load(store, name) : kept.all(store));
  } catch {
    return null;
  }
}

// Switch the console on, in a worker of its own. about: name (of the board), saves, games, position, log, puzzle, keeps
// (whether saves stay), demo (whether engines play each other until a key is pressed), instant (whether the log is gone
// through at once), restarted.
async function switchOn(about) {
  if (session.name) {
    worker.terminate();
    worker = newWorker();
  }
  session = about;
  now = { said: {}, position: null, status: { ms: 0, pace: 1, replaying: false } };
  worker.onmessage = ({ data }) => {
    for (const what of Object.keys(answers)) if (what in data) answers[what](data);
  };
  worker.onerror = (error) => answers.failed({ failed: error.message });
  $("board").value = about.name;
  $("uf2").hidden = !UF2S.includes(about.name);
  $("uf2").href = `${about.name}.uf2`;
  const { position: link, log, saves, games, instant, restarted, demo } = about;
  const pace = { instant, fast: $("fast").checked };
  tell("start", { board: boards.get(about.name), link, log, saves, games, restarted, first: true, demo, ...pace });
  freeze(false);
}

const tell = (what, more) => worker?.postMessage({ what, ...more });
const say = (words) => ($("message").textContent = words);

const answers = {
  ready({ ready }) {
    now.ready = ready;
    panel.set(ready.leds);
    keypad.set(ready);
    help.levels = ready.levels;
    $("sound").parentElement.hidden = !ready.sound;
    if (ready.fault) say(`The link cannot be opened: ${ready.fault}. Here is the menu.`);
  },
  frame: ({ frame }) => panel.show(frame),
  said({ said }) {
    now.said = said;
    help.show(said);
    showOther();
    showPuzzle(said);
    panel.name(said.title ?? said.screen);
    showKeys();
    $("now").disabled = !said.now?.length;
  },
  position({ position }) {
    now.position = position;
    if (position) session.seats ??= position.seats;
    showOther();
    showKeys();
    $("link").disabled = !position;
    $("refusal").textContent = position?.refusal ? `Not there: ${position.refusal}.` : "";
    $("view").hidden = !position;
    document.querySelector("main").classList.toggle("match", Boolean(position));
    dispatchEvent(new CustomEvent("position", { detail: position }));
  },
  looked: ({ looked }) => dispatchEvent(new CustomEvent("looked", { detail: looked })),
  tones: ({ tones }) => sound?.play(tones),
  key: ({ key, down }) => keypad.show(key, down),
  saves: ({ saves }) => save(saves),
  status({ status }) {
    now.status = status;
    $("status").textContent = inWords(status);
  },
  log: ({ log }) => taken?.(log),
  wrong: ({ wrong }) => say(`The key log cannot be replayed: ${wrong}.`),
  failed({ failed }) {
    say(`The console stopped: ${failed}. Switch it off and on.`);
  },
};

// What the keys are now.
function showKeys() {
  keypad.say(now);
  for (const role of ROLES) {
    $(role).disabled = !keypad.toTap(role).keys.length;
    $(role).classList.toggle("spare", keypad.means(role));
  }
}

// What a puzzle offers once it is failed or solved.
function showPuzzle({ puzzle = "" }) {
  $("again").hidden = !puzzle.includes("try again");
  $("next").hidden = $("again").hidden && puzzle !== "Solved.";
}

// Who plays against the person. A match goes on with others from its moves, so none of them may be hidden.
function showOther() {
  const { position, said } = now;
  const stays = said.screen === "first game" || said.puzzle || session.puzzle;
  $("other").parentElement.hidden = !position || Boolean(stays) || position.moves.some(({ name }) => name === "?");
  if (!position) return;
  $("other").value = Math.max(...position.seats);
  for (const option of $("other").options) option.hidden = Number(option.value) > position.levels;
}

function inWords({ replaying, ms, pace, late }) {
  const seconds = (ms / 1000).toFixed(0);
  if (replaying) return `Replaying, ${seconds} s.`;
  if ($("fast").checked) return `As fast as it goes: ${pace.toFixed(0)} times real time.`;
  return late > 200 ? "This computer is too slow for real time just now." : "Real time.";
}

async function save(saves) {
  if (!session.keeps || !storage) return;
  session.kept = saves;
  try {
    await kept.keep("saves", session.name, saves);
  } catch {
    storage = false;
    say("The browser has no room left: the match goes on, but is not kept.");
  }
}

// Controls ---------------------------------------------------------------------------------------------------------

let taken = null; // takes the key log that was asked for
const keyLog = () =>
  new Promise((resolve) => {
    taken = resolve;
    tell("log");
  });

function freeze(frozen) {
  $("freeze").ariaPressed = String(frozen);
  $("freeze").textContent = frozen ? "Go on" : "Freeze";
  document.querySelector("main").classList.toggle("frozen", frozen);
}

const isFrozen = () => $("freeze").ariaPressed === "true";

// Press something of the console, unless time stands still; what is down may still go up.
function press(what, more) {
  if (isFrozen() && more.down !== false) say("Frozen: press Go on.");
  else tell(what, more);
}

$("board").onchange = () => goTo(`#board=${encodeURIComponent($("board").value)}`);
$("fast").onchange = () => tell("pace", { fast: $("fast").checked });
$("sound").onchange = () => {
  sound?.stop();
  sound = $("sound").checked ? new Sound() : null;
};
// The match goes on from here with others at the other sides; the person keeps the side, or moves now.
$("other").onchange = () => {
  const from = now.position ?? now.from; // of two quick changes the second comes before the console is on
  if (!from) return;
  const { game, size, moves, stones, seats, to_move, coach } = from;
  const mine = Math.max(...seats) && seats.includes(0) ? seats.indexOf(0) : to_move - 1;
  const others = seats.map((_, side) => (side === mine ? 0 : $("other").value));
  const names = moves.map(({ name }) => name).join(",");
  const position = { game, size: size.join(","), moves: names, stones, to: coach ? "coach" : "", seats: others.join(",") };
  playFrom(position);
  now.from = from;
};
$("freeze").onclick = () => {
  freeze(!isFrozen());
  say("");
  tell("pause", { pause: isFrozen() });
};
$("view").onclick = () => {
  const field = document.querySelector("main").classList.toggle("field-view");
  $("view").ariaPressed = String(field);
  $("view").textContent = field ? "Lights" : "Field";
};
for (const role of ROLES) $(role).onclick = () => press("tap", keypad.toTap(role));
$("again").onclick = () => press("tap", keypad.toTake("try again"));
$("next").onclick = () => press("tap", keypad.toTake("next puzzle"));
$("now").onclick = () => press("tap", { keys: now.said.now ?? [] });
$("power").onclick = () => goTo(`#board=${encodeURIComponent(session.name)}`);
$("replay").onclick = async () => {
  const log = await keyLog();
  await switchOn({ ...session, log, demo: false, instant: false, keeps: false });
  say("The session is played again, in real time. What you press afterwards is not kept.");
};
$("forget").onclick = async () => {
  if (!confirm("Forget the match, the settings and the statistics of this board?")) return;
  session.keeps = false;
  await kept.forget("saves", session.name).catch(() => {});
  goTo(`#board=${encodeURIComponent(session.name)}`);
};
$("link").onclick = () => {
  copy(positionLink(shown(), boardInLinks(), { to: shown().coach ? "coach" : "" }), "Copied: the link opens this position.");
};
$("session").onclick = async () => {
  const start = session.position ? `${positionLink(started(), session.name, session)}&` : `#board=${encodeURIComponent(session.name)}&`;
  const link = `${start}keys=${await pack(await keyLog(), session.saves)}`;
  const long = link.length > LONG_LINK ? ` It has ${link.length} signs: some programs cut it off.` : "";
  copy(link, `Copied: the link has the whole session.${long}`);
};
$("log").onclick = async () => download("session.keys", await keyLog());

const boardInLinks = () => (session.name === BOARDS[0].name ? "" : session.name);

// The position that the session began with, as positionLink takes it.
function started() {
  const { game, size, moves, stones } = session.position;
  const names = moves ? moves.split(",").map((name) => ({ name })) : [];
  return { game, size: size ? size.split(",") : [], moves: names, stones };
}

// Play on from a position, as a link gives it; what is kept stays kept.
async function playFrom(position, games = session.games) {
  const saves = session.kept ?? session.saves;
  await switchOn({ ...session, position, log: "", puzzle: "", seats: undefined, saves, games, demo: false, instant: true });
}

// Bring what is played with into view; the keyboard goes on from there.
function showGame() {
  scrollTo(0, 0);
  document.querySelector("main").focus({ preventScroll: true });
}

// Open what stands in the address from now on.
async function goTo(hash) {
  history.replaceState(null, "", hash);
  say("");
  try {
    await open(await read(hash));
  } catch (error) {
    say(`The link cannot be opened: ${error.message}.`);
  }
}

// The address stays: a reload goes on with the match.
async function copy(hash, said) {
  const link = new URL(hash, location.href).href;
  try {
    await navigator.clipboard.writeText(link);
    say(said);
  } catch {
    prompt(said.replace("Copied: t", "T"), link);
  }
}

function download(name, text) {
  const link = Object.assign(document.createElement("a"), { download: name, href: URL.createObjectURL(new Blob([text])) });
  link.click();
  URL.revokeObjectURL(link.href);
}

new OwnFiles({
  say,
  download,
  newWorker,
  kept,
  // Play a game of a person's own, whose file is among the games.
  async play(game, games) {
    showGame();
    await playFrom({ game, size: "", moves: "", to: "", seats: "" }, games);
  },
  async replay(log) {
    showGame();
    await switchOn({ ...session, log, position: null, saves: {}, demo: false, instant: false, keeps: false });
    say("The key log is played, in real time. What you press afterwards is not kept.");
  },
  board(name, text) {
    addBoard(name, text);
    showGame();
    goTo(`#board=${encodeURIComponent(name)}`);
  },
}).show();

// The view of the field gets a "position" event with each position, and says by "point" which point goes down and up.
addEventListener("point", ({ detail }) => {
  if (detail.down) say("");
  press("point", detail);
});
const shown = showField($("field"), (plies) => tell("look", { plies }));

// What this is, and what to open, stands beside the lights where there is room, below them on a phone.
const wide = matchMedia("(min-width: 60rem) and (min-height: 30.01rem)");
const placeWelcome = () => (wide.matches ? document.querySelector(".side").append($("welcome")) : $("front").prepend($("welcome")));
wide.onchange = placeWelcome;
placeWelcome();
addEventListener("hashchange", () => {
  showGame();
  goTo(location.hash);
});
document.addEventListener("visibilitychange", () => {
  if (!isFrozen()) tell("pause", { pause: document.hidden });
});

begin().catch((error) => say(`The page cannot start: ${error.message}. Reload it.`));
