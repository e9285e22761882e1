// The page: the field of the match, what can be done with it, and the handheld beside it. The console runs in a worker.

import "./language/document.js"; // first: the others read what it writes
import { Actions } from "./match/actions.js";
import { Building } from "./learn/building.js";
import { asked, ASKS, ELSEWHERE, mayPreview, showAside } from "./match/aside.js";
import { able, demonstrates, isFrozen, listen, lookOver, newWorker, now, opening, press, session, switchOn, tell } from "./console/console.js";
import { isFree, Matches, mayGoOn } from "./match/begin.js";
import { Device, WIDE } from "./handheld/device.js";
import { Ending } from "./match/ending.js";
import { download } from "./share/download.js";
import { OwnFiles } from "./share/files.js";
import { follow as followDevice, follows } from "./workshop/following.js";
import { Keypad } from "./handheld/keypad.js";
import { asksForAuthor, asksForFile, Author } from "./learn/author.js";
import { asksForLesson, Lesson } from "./learn/lesson.js";
import { Report } from "./learn/reporting.js";
import { onlyScrolls, read } from "./console/links.js";
import { MatchView } from "./match/match_view.js";
import { NewGame } from "./match/new_game.js";
import { Puzzles } from "./learn/puzzles.js";
import { Scratch } from "./setup/scratch.js";
import { openText } from "./share/open.js";
import * as kept from "./console/saves.js";
import { offerSharing } from "./share/share.js";
import { asksForTogether } from "./together/signal.js";
import { Together } from "./together/together.js";
import { Sessions } from "./console/session_keeping.js";
import { seatsOf, side } from "./field/sides.js";
import { offerLanguages } from "./language/choice.js";
import { parts, said as inWords, t } from "./language/language.js";

const WHAT = document.querySelector(".front-line").textContent.replace(/\s+/g, " ");
const ALONE = t("While a task is on, there is no help.");
const BUTTONS = "button, a, input, select, textarea, summary";
const $ = (id) => document.getElementById(id);
const say = (words) => {
  $("message").textContent = words;
  $("message").classList.remove("read");
};
// On a phone it stands in the place of something else. Only a click marks it: as early as a finger comes down, what is under it
// would move away.
addEventListener("click", () => $("message").classList.add("read"), true);

const keypad = new Keypad($("keys"), $("face"), pressed, say);
const device = new Device({ keypad, say, goTo, moveTo });
const actions = new Actions(keypad);
const newGame = new NewGame({ play: (choice) => scratch.begins() || together.asks() || matches.begin(choice), changed: askForPreview, seated });
const ending = new Ending((seats, away) => matches.again(seats, away));
const view = new MatchView($("field"), {
  press(point) {
    say("");
    if (ending.focus()) return; // a key of the handheld would open the pause
    if (mayResume()) resume(point);
    else if (view.match) pressed("point", { point, down: true });
    else if (!lesson.name && !view.coming && !together.asks()) matches.begin({ ...newGame.choice(), point });
  },
  release: (point) => view.match && now.point === null && press("point", { point, down: false }),
  ask: (plies) => tell("look", { plies }),
  judge: lookOver,
  waits: () => lesson.focus(),
  mayJudge: () => !session.step, // moves of a lesson's step are not all the pupil's
  invite: () => together.inviteAgain(),
  turned() {
    const { turning, match } = view.ahead;
    actions.turn(match ? turning : null, turning && match.seats[turning.side - 1] ? turning.side : 0);
  },
});
const sessions = new Sessions({ say, isNew: () => !newGame.chosen() });
const report = new Report();
const fold = () => device.show(false);
const lesson = new Lesson({ open: openStep, leave, fold, refuted: (line) => view.refuted(line), building: new Building(view), say, report });
const puzzles = new Puzzles({ view, showGame });
const matches = new Matches({ say, view, row: newGame, sessions, leave: leaveListAndLesson, show: showGame });
const scratch = new Scratch({ view, say, row: newGame, play: (position) => matches.setUp(position) });
const author = new Author({ view, scratch, say, play: () => lesson.showOwn() });
const sharing = offerSharing({ shown: () => view.shown(), say });
const together = new Together({ row: () => newGame.choice(), play: (away) => matches.share(newGame.choice(), away), copyMove: sharing.copyMove, go: goTogether });

// What a person presses: during the demonstration, any key begins the game whose field is shown; while the page follows a
// device, only hint and coach mean anything.
function pressed(what, more) {
  if (isTested() && more.down !== false && [more.keys ?? more.key ?? []].flat().some((key) => keypad.helps(key))) return say(ALONE);
  if (demonstrates(now) && now.games) return more.down !== false && matches.begin(newGame.choice());
  if (!follows || what === "tap") press(what, more);
  else if (more.down) say(t("Play on the device: the page follows it."));
}

// Whether a learning system hears the answer to a task that is on.
const isTested = () => document.body.classList.contains("tested");

// Whether the match rests, and a press on the field goes on with it and plays there.
const mayResume = () => Boolean(now.position?.paused) && !now.position.over && !follows && now.said.entries?.includes("go on");

function resume(point) {
  if (press("tap", keypad.toTake("go on"))) now.point = point;
}

async function start() {
  document.body.classList.toggle("dark", !able);
  if (!able) return say(t("This browser has no WebAssembly: the lights stay dark. Rules, guides and downloads below still work."));
  for (const [name, text] of Object.entries(await sessions.boards())) device.addBoard(name, text);
  if (follows) return followDevice();
  const sent = takeSent(location.hash);
  const opened = !puzzles.follow("") && (await follow());
  if (sent) together.take(sent);
  if (!opened && !lesson.name) await sessions.open({});
  if ("serviceWorker" in navigator && !report.open) navigator.serviceWorker.register("offline.js").catch(() => {});
}

// Open a step of a lesson; nothing of it is kept.
async function openStep(hash, wanted) {
  await sessions.open({ ...(await read(hash)), step: true }, wanted);
}

// Play without the lesson: the match that was kept is offered again.
function leave() {
  endLesson();
  goTo(location.pathname + location.search);
}

function leaveListAndLesson() {
  puzzles.close();
  if (lesson.name) endLesson();
}

function endLesson() {
  lesson.end();
  device.fit();
}

// What another page has sent, if a link has that: it stays in no address.
function takeSent(hash) {
  if (!asksForTogether(hash)) return "";
  if (location.hash === hash) history.replaceState(null, "", location.pathname + location.search);
  return hash;
}

// Open what stands in the address from now on.
async function goTo(hash) {
  const sent = takeSent(hash);
  if (sent) return together.take(sent);
  if (location.hash !== hash) history.replaceState(null, "", hash); // else its state says where a set-up goes back to
  say("");
  await follow();
}

// Open what the address asks for: a lesson or a match. Return whether it makes sense.
async function follow() {
  const wanted = opening();
  const aside = scratch.asked(location.hash);
  const hash = aside ? aside.back : location.hash;
  try {
    if (asksForAuthor(hash)) {
      if (lesson.name) endLesson();
      author.open();
      await sessions.open({ ...(await read("")) }, wanted);
    } else if (asksForFile(hash)) {
      author.close();
      await author.takeAt(hash, wanted);
    } else if (asksForLesson(hash)) {
      author.close();
      await lesson.follow(hash, wanted);
    } else {
      if (lesson.name) endLesson();
      const asked = await read(onlyScrolls(hash) ? "" : hash);
      await sessions.open({ ...asked, beside: history.state?.beside, restarted: Boolean(aside?.goesOn && !hash) }, wanted);
    }
    if (wanted()) scratch.waits = aside;
    return true;
  } catch (error) {
    if (!wanted()) return true; // the page is elsewhere
    say(t("The link cannot be opened: {0}.", error.message));
    return false;
  }
}

// Leave what is played alone for the match that another page shares.
async function goTogether() {
  say("");
  if (session.keeps) await sessions.finish();
  matches.leaveAddress();
  await sessions.open({});
  showGame();
}

// Go on with the match of another tab.
async function playHere() {
  showGame();
  await sessions.goOn();
  scratch.waits = scratch.asked(location.hash); // what was set up or tried here before
}

// What the console says --------------------------------------------------------------------------------------------

listen("ready", (ready) => {
  now.ready = ready;
  keypad.set(ready);
  if (!ready.fault || sessions.moveFor(ready.lights)) return;
  now.point = null;
  say(t("The link cannot be opened: {0}. Here is the menu.", inWords(ready.fault)));
});
listen("switched", ({ position, elsewhere }) => {
  view.begin(position);
  if (!elsewhere) return;
  hearPosition(null); // at once: it is played on elsewhere
  hearSaid({});
});
listen("games", (games) => {
  now.games = games;
  newGame.list(games);
  if (now.position) newGame.learn(now.position);
});
listen("said", hearSaid);
function hearSaid(found) {
  const said = session.elsewhere ? { ...found, ...ELSEWHERE } : found;
  now.said = said;
  document.body.dataset.screen = said.screen;
  view.mayPreview(mayPreview(said));
  showAside(said, (screen) => (screen === "cover" ? press("tap", { keys: [keypad.roles.select] }) : playHere()));
  if (said.screen === "menu" && !lesson.name) newGame.follow(said.entry);
  showMatch();
}
listen("position", hearPosition);
function hearPosition(position) {
  if (position) newGame.learn(position);
  const follows = !now.position || newGame.isOf(now.position); // else somebody has chosen something else there
  if (position && follows && !lesson.name && !position.apart && !newGame.isOf(position)) newGame.take(position);
  now.position = position;
  showDiffers();
  document.querySelector("main").classList.toggle("match", Boolean(position));
  view.show(position?.paused ? { ...position, pause: inPause(now.said), asks: ASKS.includes(now.said.screen) && asked(now.said) } : position);
  $("share").hidden = Boolean(position?.apart); // it is of no match
  sharing.changed();
  showMatch();
}
listen("looked", (looked) => view.looked(looked));
listen("wrong", (wrong) => say(t("The key log cannot be replayed: {0}.", wrong)));
listen("failed", (failed) => say(t("The console stopped: {0}. Switch it off and on, or reload the page.", failed)));
listen("refused", (words) => say(words));

function inPause({ screen, puzzle }) {
  if (screen === "sure") return t("Keep your match, or begin a new one?");
  return sessions.isKept() && !puzzle ? t("Paused: your match is kept.") : t("Paused.");
}

function showMatch() {
  keypad.say(now);
  const over = isFree() && now.position.over && !now.position.apart ? now.position : null;
  const another = over && !lesson.name && !follows; // may follow
  ending.show(over, another ? (newGame.isOf(over) && !over.away.length ? newGame.choice().seats : seatsOf(over)) : null);
  actions.show();
  showOther();
  scratch.offer();
}

// Who plays against the person, of two sides; who plays which of three, and strategies, the row says.
function showOther() {
  const { position } = now;
  $("opponent").hidden = !mayGoOn() || position.sides > 2 || !position.seats.includes(0) || position.files.some(Boolean);
  if (!position) return;
  $("other").value = Math.max(...position.seats);
  for (const option of $("other").options) {
    option.hidden = Number(option.value) > position.levels;
    if (option.value > 0) option.text = t("engine, level {0} of {1}", option.value, position.levels);
  }
}

// A new game -------------------------------------------------------------------------------------------------------

function askForPreview({ game, size }) {
  showDiffers();
  scratch.follow({ game, size });
  tell("preview", { game, size });
}

// Say so while the row names another game than that on the field.
function showDiffers() {
  const { position } = now;
  $("differs").textContent = position && !position.apart && !scratch.isOn() && !newGame.isOf(position) ? t("Press Play to start this.") : "";
}

listen("preview", (state) => {
  newGame.offer(state?.strategies ?? []);
  const { seats } = newGame.choice();
  const mine = seats.indexOf(0);
  const words = mine < 0 ? [t("Press a point, and the engines play.")] : parts("Press a point to begin: you are {0}.", side(mine + 1));
  const people = seats.filter((seat) => !seat).length;
  const several = parts("Press a point to begin: {0} is to move.", side(1));
  view.preview(state && { ...state, seats, preview: people > 1 ? several : words, what: WHAT });
  scratch.offer();
});

// Bring what is played with into view; the keyboard goes on from there.
function showGame() {
  scrollTo(0, 0);
  document.querySelector("main").focus({ preventScroll: true });
}

// The match goes on from here with others at the other sides; the person keeps the side, or moves now.
$("other").onchange = () =>
  matches.goOnWith(({ seats, to_move }) => {
    const mine = Math.max(...seats) && seats.includes(0) ? seats.indexOf(0) : to_move - 1;
    return seats.map((_, at) => (at === mine ? 0 : $("other").value));
  });

// Who plays was changed in the row: while it names the match that is played, of that match.
function seated({ game, size, seats }) {
  const { position } = now;
  if (mayGoOn() && !scratch.isOn() && position.game === game && position.size.join() === size.join()) matches.goOnWith(() => seats);
}

// Go to a board. What is kept stays there; the match of a link is not kept, and goes on.
function moveTo(name) {
  if (session.keeps || lesson.name || !mayGoOn()) return goTo(`#board=${encodeURIComponent(name)}`);
  matches.goOnWith(seatsOf, { name });
}

// What gave it away, and another try from there.
$("see").onclick = () => view.go(view.ahead.turning.plies);
$("better").onclick = () => matches.playBetter();

$("lesson-print").onclick = () => author.print(lesson.name);
$("lesson-print").hidden = report.open; // a sheet has the answers
$("author-end").onclick = () => {
  author.close();
  goTo(location.pathname + location.search);
};

// Files of a person's own ------------------------------------------------------------------------------------------

new OwnFiles({
  say,
  download,
  newWorker,
  kept,
  // Play a game of a person's own, whose file is among the games.
  async play(game, games) {
    await matches.playKept({ game, size: "", moves: "", to: "", seats: "" }, { games });
    showGame();
  },
  // Play against a strategy of a person's own, whose file is among the games.
  async strategy({ game, size, plays }, file, games) {
    const sides = now.games.find(({ name }) => name === game)?.sides ?? 2;
    const seats = Array.from({ length: sides }, (_, at) => (at + 1 === plays.at(-1) ? file : 0));
    await matches.playKept({ game, size: size.join(","), moves: "", stones: "", to: "", seats: seats.join(",") }, { games });
    showGame();
  },
  replay(log) {
    matches.leaveAddress();
    showGame();
    opening();
    switchOn({ ...session, log, position: null, saves: {}, foreign: true, puzzle: "", first: true, demo: false, instant: false, keeps: false });
    say(t("The key log is played, in real time. What you press afterwards is not kept."));
  },
  match(text, name) {
    say("");
    $("share").open = false;
    showGame();
    return openText(text, name, { say, goTo });
  },
  lesson: (text, name) => author.take(text, name),
  board(name, text) {
    device.addBoard(name, text);
    showGame();
    goTo(`#board=${encodeURIComponent(name)}`);
  },
  removeBoard: (name) => device.removeBoard(name),
}).show();

// What this is, and what to open, stands beside the field where there is room, below it on a phone.
const placeWelcome = () => (WIDE.matches ? document.querySelector(".side").append($("welcome")) : $("front").prepend($("welcome")));
WIDE.addEventListener("change", placeWelcome);
placeWelcome();
addEventListener("hashchange", ({ oldURL }) => {
  if (asksForTogether(location.hash)) return goTo(location.hash);
  if (puzzles.follow(oldURL) || onlyScrolls(location.hash)) return;
  showGame();
  goTo(location.hash);
});
addEventListener("keydown", (event) => {
  const free = !event.ctrlKey && !event.metaKey && !event.altKey && !event.target.closest?.(BUTTONS);
  if (event.key !== "n" || !free || keypad.signs.includes("n")) return;
  event.preventDefault();
  $("game").focus();
});
$("skip").onclick = (event) => {
  event.preventDefault();
  if (puzzles.isOpen()) puzzles.land();
  else if (!view.focus()) document.querySelector("main").focus();
};
$("elsewhere").onclick = () => $("elsewhere").hidePopover?.();
document.addEventListener("visibilitychange", () => {
  if (!isFrozen()) tell("pause", { pause: document.hidden, hidden: document.hidden });
});

offerLanguages(() => matches.keep());
start().catch((error) => say(t("The page cannot start: {0}. Reload it.", error.message)));
