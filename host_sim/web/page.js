// The page: the field of the match, what can be done with it, and the handheld beside it. The console is in worker.js.

import { Actions } from "./actions.js";
import { able, boards, isFrozen, listen, lookOver, newWorker, now, playFrom, press, session, switchOn, tell } from "./console.js";
import { Device } from "./device.js";
import { OwnFiles } from "./files.js";
import { Keypad } from "./keypad.js";
import { read } from "./links.js";
import { MatchView } from "./match_view.js";
import { NewGame } from "./new_game.js";
import * as kept from "./saves.js";
import { download, offerSharing } from "./share.js";
import { side } from "./sides.js";

const WHAT = document.querySelector(".front-line").textContent.replace(/\s+/g, " ");
const BUTTONS = "button, a, input, select, textarea, summary";
const $ = (id) => document.getElementById(id);
const say = (words) => ($("message").textContent = words);
let storage = true; // whether this browser keeps saves, and has room for them

const keypad = new Keypad($("keys"), $("face"), press, say);
const device = new Device({ keypad, say, goTo });
const actions = new Actions(keypad);
const newGame = new NewGame({ play: begin, changed: askForPreview });
const view = new MatchView($("field"), {
  press(point) {
    say("");
    if (view.match) press("point", { point, down: true });
    else begin({ ...newGame.choice(), point });
  },
  release: (point) => view.match && press("point", { point, down: false }),
  ask: (plies) => tell("look", { plies }),
  judge: lookOver,
  turned: () => actions.turn(Boolean(view.ahead.turning)),
});
offerSharing({ shown: () => view.shown(), say });

async function start() {
  document.body.classList.toggle("dark", !able);
  if (!able) return say("This browser has no WebAssembly: the lights stay dark. Rules, guides and downloads below still work.");
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
    for (const [name, text] of Object.entries(await kept.all("boards"))) device.addBoard(name, text);
  } catch {
    storage = false;
    say("This browser keeps nothing here: the match ends with the page.");
  }
}

async function load(store, name) {
  try {
    return await (name ? kept.load(store, name) : kept.all(store));
  } catch {
    return null;
  }
}

// Open what a link asks for, or the console with its saves. Of a link nothing is kept.
async function open({ board, position = null, log = "", saves, puzzle = "", watch = false, fast = false }) {
  const name = boards.has(board) ? board : BOARDS[0].name;
  const linked = Boolean(position || log);
  const known = saves ?? (await load("saves", name)) ?? {};
  if (fast) $("fast").checked = true;
  switchOn({
    name,
    position,
    log,
    puzzle,
    saves: known,
    demo: !linked && !Object.keys(known).length,
    games: (await load("games")) ?? {},
    keeps: !linked,
    instant: !watch,
    fast: $("fast").checked,
  });
  if (board && !boards.has(board)) say(`The link names a board that is not here: ${board}.`);
  else if (log) say("This link has a whole session. What you press now is yours; nothing of it is kept here.");
  else if (puzzle) say(`${puzzle}. Hint and coach come once it is solved.`);
  else if (linked) say("This link opens a position. What you play here is not kept.");
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

// What the console says --------------------------------------------------------------------------------------------

listen("ready", (ready) => {
  now.ready = ready;
  keypad.set(ready);
  if (ready.fault) say(`The link cannot be opened: ${ready.fault}. Here is the menu.`);
});
listen("games", (games) => {
  now.games = games;
  newGame.list(games);
});
listen("said", (said) => {
  now.said = said;
  document.body.dataset.screen = said.screen;
  if (said.screen === "menu") newGame.follow(said.entry);
  showMatch();
});
listen("position", (position) => {
  if (position && !now.position) newGame.take(position);
  now.position = position;
  if (position) session.seats ??= position.seats;
  $("link").disabled = !position || Boolean(position.walk);
  document.querySelector("main").classList.toggle("match", Boolean(position));
  view.show(position);
  showMatch();
});
listen("looked", (looked) => view.looked(looked));
listen("saves", (saves) => save(saves));
listen("wrong", (wrong) => say(`The key log cannot be replayed: ${wrong}.`));
listen("failed", (failed) => say(`The console stopped: ${failed}. Switch it off and on.`));
listen("refused", (words) => say(words));

function showMatch() {
  keypad.say(now);
  actions.show();
  showOther();
}

// Who plays against the person. A match goes on with others from its moves, so none of them may be hidden.
function showOther() {
  const { position, said } = now;
  const stays = said.screen === "first game" || said.puzzle || session.puzzle;
  $("opponent").hidden = !position || position.over || Boolean(position.explains) || Boolean(stays) || position.moves.some(({ name }) => name === "?");
  if (!position) return;
  $("other").value = Math.max(...position.seats);
  for (const option of $("other").options) option.hidden = Number(option.value) > position.levels;
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

// A new game -------------------------------------------------------------------------------------------------------

let first = null; // the point that began the game: its stone is placed once the game is on

function begin({ game, size, seats, point = -1 }) {
  if (!game) return;
  say("");
  first = point >= 0 && !seats[0] ? point : null;
  newGame.remember();
  if (location.hash) history.replaceState(null, "", location.pathname + location.search);
  playFrom({ game, size: size.join(","), moves: "", stones: "", to: "", seats: seats.join(",") }, { keeps: true });
  showGame();
}

listen("position", (position) => {
  if (!position || first === null) return;
  const point = first;
  first = null;
  for (const down of [true, false]) press("point", { point, down });
});

function askForPreview({ game, size }) {
  tell("preview", { game, size });
}

listen("preview", (state) => {
  const { seats } = newGame.choice();
  const mine = seats.indexOf(0);
  const words = mine < 0 ? ["Press a point, and the engines play."] : ["Press a point to begin: you are ", side(mine + 1), "."];
  const people = seats.filter((seat) => !seat).length;
  const several = ["Press a point to begin: ", side(1), " is to move."];
  view.preview(state && { ...state, seats, preview: people > 1 ? several : words, what: WHAT });
});

// Bring what is played with into view; the keyboard goes on from there.
function showGame() {
  scrollTo(0, 0);
  document.querySelector("main").focus({ preventScroll: true });
}

// The match goes on from here with others at the other sides; the person keeps the side, or moves now.
$("other").onchange = () => {
  const from = now.position ?? now.from; // of two quick changes the second comes before the console is on
  if (!from) return;
  const { game, size, moves, stones, seats, to_move, coached } = from;
  const mine = Math.max(...seats) && seats.includes(0) ? seats.indexOf(0) : to_move - 1;
  const others = seats.map((_, at) => (at === mine ? 0 : $("other").value));
  const names = moves.map(({ name }) => name).join(",");
  playFrom({ game, size: size.join(","), moves: names, stones, to: coached ? "coach" : "", seats: others.join(",") });
  now.from = from;
};

// The match is over: what gave it away, and another try from there with the same sides. An engine that erred is played by
// the person.
$("see").onclick = () => view.go(view.ahead.turning.plies);
$("better").onclick = () => {
  const { plies, side } = view.ahead.turning;
  const { game, size, moves, stones, seats } = view.match;
  const level = Math.max(...seats);
  const again = seats.map((seat, at) => (at === side - 1 ? 0 : seat || !seats[side - 1] ? seat : level));
  const before = moves.slice(0, plies).map(({ name }) => name);
  playFrom({ game, size: size.join(","), moves: before.join(","), stones, to: "", seats: again.join(",") });
};

// Files of a person's own ------------------------------------------------------------------------------------------

new OwnFiles({
  say,
  download,
  newWorker,
  kept,
  // Play a game of a person's own, whose file is among the games.
  play(game, games) {
    showGame();
    playFrom({ game, size: "", moves: "", to: "", seats: "" }, { games });
  },
  replay(log) {
    showGame();
    switchOn({ ...session, log, position: null, saves: {}, demo: false, instant: false, keeps: false });
    say("The key log is played, in real time. What you press afterwards is not kept.");
  },
  board(name, text) {
    device.addBoard(name, text);
    showGame();
    goTo(`#board=${encodeURIComponent(name)}`);
  },
}).show();

// What this is, and what to open, stands beside the field where there is room, below it on a phone.
const wide = matchMedia("(min-width: 60rem) and (min-height: 30.01rem)");
const placeWelcome = () => (wide.matches ? document.querySelector(".side").append($("welcome")) : $("front").prepend($("welcome")));
wide.onchange = placeWelcome;
placeWelcome();
addEventListener("hashchange", () => {
  if (location.hash.startsWith("#build")) return;
  showGame();
  goTo(location.hash);
});
addEventListener("keydown", (event) => {
  const free = !event.ctrlKey && !event.metaKey && !event.altKey && !event.target.closest?.(BUTTONS);
  if (event.key !== "n" || !free || keypad.signs.includes("n")) return;
  event.preventDefault();
  $("game").focus();
});
document.addEventListener("visibilitychange", () => {
  if (!isFrozen()) tell("pause", { pause: document.hidden });
});

start().catch((error) => say(`The page cannot start: ${error.message}. Reload it.`));
