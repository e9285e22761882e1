// Sessions of the console, opened with the saves of their board, which this browser keeps.
//
//   const sessions = new Sessions({ say, isNew });   isNew(): whether no game was ever chosen here
//   await sessions.open(asked, wanted)               what a link asks for (links.js), or the console with its saves
//   await sessions.play(position, more)              a match of a person's own choice, which is kept
//   await sessions.goOn()                            go on here with the match that another tab has
//   await sessions.finish()                          keep what the console has not saved yet, which then stands still
//   sessions.isKept()                                whether the match that is played is kept
//
// Only the tab that has the console (hold.js) opens and keeps what is a person's own. In another one, links and lessons
// work, and of a puzzle it is kept that it is solved; instead of all else the page says where the match is.

import { ask, boardFor, boards, listen, now, opening, playFrom, session, silence, switchOn, tell } from "./console.js";
import { Hold } from "./hold.js";
import * as kept from "./saves.js";
import { t } from "../language/language.js";
import { keepSolved, SOLVED, withMatchBefore } from "./solved.js";

const LAST_BOARD = "glowgrid board"; // in the browser's storage: on which one played last
const GUIDED = "glowgrid guided game"; // likewise: the one under way, as a link gives it, which the console does not save
const LARGER = t("This field needs more lights: a larger handheld shows it.");
const FULL = t("The browser has no room left: the match goes on, but is not kept.");
const FAILED = t("The browser did not keep the match just now: the next move tries again.");
const BESIDE = t("Your match stays kept. This one lasts as long as this tab.");
const $ = (id) => document.getElementById(id);

export class Sessions {
  constructor({ say, isNew }) {
    Object.assign(this, { say, isNew, stores: true, asked: {} }); // stores: whether the browser has kept what came last
    this.hold = new Hold((asked) => this.lose(asked));
    listen("switched", ({ keeps }) => keeps && !this.hold.here && this.beElsewhere({})); // a press came while it was lost
    listen("saves", (saves) => this.save(saves));
    listen("position", (position) => this.isOurs() && !position?.puzzle_of && kept.remember(GUIDED, guided(position)));
    addEventListener("pageshow", ({ persisted }) => persisted && session.keeps && this.open({ restarted: true })); // another tab may have played on
  }

  // Whether what is played is kept here: else another tab may have saved what is not known here.
  isOurs() {
    return session.keeps && this.hold.here;
  }

  isKept() {
    return session.keeps && this.stores;
  }

  async goOn() {
    const wanted = opening();
    this.say("");
    await this.hold.takeOver();
    if (wanted()) await this.open({ ...this.asked, restarted: true }, wanted);
  }

  // Another tab takes the console. asked: it waits until what was played here is kept.
  async lose(asked) {
    if (asked && session.keeps) await this.finish();
    if (session.keeps) await this.beElsewhere({}); // else a lesson, or the match of a link: it goes on
  }

  // The match is in another tab: nothing is played here, nor kept. asked: what is opened once it is here.
  async beElsewhere(asked) {
    if (session.elsewhere) return this.say(t("First press Play here."));
    this.asked = asked;
    this.say("");
    await this.open({ elsewhere: true });
    if (document.hidden) tell("pause", { pause: true }); // the other tab is in front
  }

  async finish() {
    const saves = await ask("finish");
    if (saves) await this.save(saves);
  }

  // Own boards that this browser keeps, {name: text}; whether it keeps anything shows here first.
  async boards() {
    try {
      return await kept.all("boards");
    } catch {
      this.stores = false;
      this.say(t("This browser keeps nothing here: the match ends with the page."));
      return {};
    }
  }

  // Of a link nothing is kept, but of a puzzle of the files that it is solved. step: of a lesson. elsewhere: engines play
  // each other, out of sight. restarted: go on with the match that was kept at once. beside: see setup/beside.js.
  async open(asked, wanted = opening()) {
    const { board, position = null, log = "", saves, first = true, puzzle = "", watch = false, fast = false, step = false } = asked;
    const { elsewhere = false, restarted = false, beside } = asked;
    const linked = Boolean(position || log);
    const own = !elsewhere && (!linked || Boolean(position?.named && !log));
    if (own) await this.hold.take();
    const last = linked ? "" : kept.recall(LAST_BOARD);
    const name = [board, last].find((each) => boards.has(each)) ?? BOARDS[0].name;
    const known = saves ?? (await kept.savesOf(name));
    const games = await kept.gamesOf();
    if (!wanted()) return;
    if (own && !linked && !this.hold.here) return this.beElsewhere(asked);
    if (board === name && own && !linked) kept.remember(LAST_BOARD, name);
    if (fast) $("fast").checked = true;
    if (!own) this.hold.release();
    const isNew = !Object.keys(known).length;
    switchOn({
      name,
      board, // that the link names
      position: linked || !own || isNew ? position : kept.recall(GUIDED),
      log,
      puzzle,
      saves: known,
      foreign: Boolean(saves),
      demo: !linked && (isNew || elsewhere),
      first: log ? first : isNew && !elsewhere && this.isNew(),
      games,
      keeps: own && this.hold.here,
      beside,
      elsewhere,
      restarted,
      instant: !watch,
      fast: $("fast").checked,
      step,
    });
    if (step || about()) this.say(about());
  }

  // more: lights (that the field needs), point (that begins it), games. A session of which nothing was kept may have saves
  // that are not this browser's: they end with it. Returns true once the match is on its way.
  async play(position, { lights = [0, 0], point = null, ...more }) {
    const wanted = opening();
    await this.hold.take();
    const name = boardFor(lights) ?? session.name;
    const [stays, moves] = [session.keeps && name === session.name, name !== session.name];
    const there = stays ? {} : { name, saves: await kept.savesOf(name), kept: undefined, foreign: false };
    if (!wanted()) return;
    if (!this.hold.here) return this.beElsewhere({});
    kept.remember(LAST_BOARD, name);
    if (moves) this.say(LARGER);
    playFrom(position, { keeps: this.hold.here, board: null, step: false, restarted: false, beside: undefined, ...there, ...more }, point);
    return true;
  }

  // Go to another board, as the field needs more lights. Return whether there is one.
  moveFor(lights) {
    const name = lights && !session.board && boardFor(lights);
    if (!name || name === session.name) return false;
    this.moveTo(name);
    return true;
  }

  async moveTo(name) {
    silence(); // its menu would flash up
    const { position } = session;
    const saves = session.foreign ? session.saves : await kept.savesOf(name);
    if (session.position !== position) return; // another session is on
    if (session.keeps) kept.remember(LAST_BOARD, name);
    switchOn({ ...session, name, saves, kept: undefined }, now.point);
    this.say(`${LARGER} ${about()}`.trim());
  }

  async save(saves) {
    const isPuzzle = now.position?.puzzle_of && !session.log && !session.foreign;
    const isOurs = this.isOurs();
    if (isPuzzle) saves = withMatchBefore(saves);
    else if (!isOurs) return;
    const { name, kept: known = session.saves } = session;
    session.kept = saves;
    const { [SOLVED]: _, ...ofBoard } = saves;
    try {
      if (isOurs && !(await kept.keepAs(await this.hold.sign(), name, ofBoard))) {
        this.hold.release(); // another tab took it while this one was frozen
        return this.beElsewhere({});
      }
      await keepSolved(saves, known);
      this.stores = true;
    } catch (error) {
      if (this.stores) this.say(error?.name === "QuotaExceededError" ? FULL : FAILED);
      this.stores = false;
    }
  }
}

// The guided game that is under way, as a link gives it; null where another match is played, or none.
function guided(position) {
  if (now.said.screen !== "first game" || position?.over !== false) return null;
  return { game: position.game, size: "", moves: position.moves.map(({ name }) => name).join(","), to: "guided" };
}

// What the page says of the session that is switched on.
function about() {
  const { board, log, step, puzzle, keeps, position, elsewhere, beside } = session;
  if (board && !boards.has(board)) return t("The link names a board that is not here: {0}.", board);
  if (log) return t("This link has a whole session. What you press now is yours; nothing of it is kept here.");
  if (step || elsewhere || position?.named) return "";
  if (beside) return BESIDE;
  if (puzzle) return t("{0}. Hint and coach come once it is solved.", puzzle);
  if (keeps || position?.to === "minimax") return "";
  return position?.moves ? t("This link opens a match. What you play here is not kept.") : t("This link opens a position. What you play here is not kept.");
}
