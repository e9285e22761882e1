// How a match begins: from the row, from stones, once more, or from a move of the match that is played.
//
//   const matches = new Matches({ say, view, row, sessions, leave, show });   leave(): ends list and lesson; show(): brings
//                                                                               what is played with into view
//   matches.begin(choice)           a game as the row has it; point: the first stone, or -1
//   matches.setUp(position)         from stones that were set up
//   matches.playKept(position)      any other match of a person's own, as a link has it
//   matches.goOnWith(seats)         the match goes on; seats(match): who plays each side from now on
//   matches.again(seats, away)      the match is over: the same game once more; away: the sides that another page plays
//   matches.share(choice, away)     a game as the row has it, with another page; with [] as its sides: `begin`
//   await matches.keep()            the page is about to load again
//   matches.playBetter()            from before the move that gave the match away
//
// What the address opened is not kept: it stays a step back in the browser's history, as far as it was played.

import { boardFor, listen, noBoardFor, now, opening, playFrom, session, tapPoint } from "../console/console.js";
import { positionLink, startLink } from "../console/links.js";
import { isMatchKept, openBeside } from "../setup/beside.js";
import { boardInLinks, matchLink } from "../share/share.js";
import { seatsOf } from "../field/sides.js";
import { said, t } from "../language/language.js";

const LEFT = t("The game that was opened is a step back in the browser.");

export class Matches {
  constructor({ say, view, row, sessions, leave, show }) {
    Object.assign(this, { say, view, row, sessions, leave, show });
    listen("position", (position) => {
      const { point } = now;
      if (!position || position.paused || point === null) return;
      now.point = null;
      tapPoint(point);
    });
  }

  async begin({ game, title, size, seats, point = -1 }) {
    if (!game) return;
    const { empty } = this.view; // of another game while that of this one is on its way
    const lights = empty?.game === game && empty.size.join() === size.join() ? empty.lights : undefined;
    if (lights && !boardFor(lights)) return this.say(t("{0} cannot be played: {1}.", said(title), noBoardFor(lights)));
    this.say("");
    this.row.remember();
    const first = point >= 0 && !seats[0] ? point : null;
    await this.playKept({ game, size: size.join(","), moves: "", stones: "", to: "", seats: seats.join(",") }, { lights, point: first });
    if (point < 0) this.show(); // else it is in view, and the finger on it
  }

  // A match that another page shares, where it plays the sides of `away`.
  async share(choice, away) {
    if (!away.length) return this.begin(choice);
    const { game, size, seats } = choice;
    const people = seats.map(() => 0).join(",");
    await this.playKept({ game, size: size.join(","), moves: "", stones: "", to: "", seats: people, ...sharedBy(away) }, {});
    this.show();
  }

  // With those whom the row names. A match that is under way stays kept, and this one is beside it.
  async setUp({ stones, lights, ...position }) {
    const { game, title, size } = position;
    if (!boardFor(lights)) return this.say(t("{0} cannot be played: {1}.", said(title), noBoardFor(lights)));
    const { seats } = this.row.choice();
    if (await isMatchKept(lights)) return openBeside(positionLink({ game, size, stones, moves: [] }, "", { seats }));
    this.row.remember();
    await this.playKept({ game, size: size.join(","), moves: "", stones, to: "", seats: seats.join(",") }, { lights });
    this.show();
  }

  // While another tab has the match, the address keeps what was set up here.
  async playKept(position, more) {
    const { elsewhere } = session;
    let left = !elsewhere && this.leaveAddress();
    const plays = await this.sessions.play(position, more);
    if (plays && elsewhere) left = this.leaveAddress();
    if (left && session.keeps) this.say(LEFT);
  }

  // Neither list nor lesson nor link: what is played from now on is a person's own. Returns whether the match of a link
  // was left.
  leaveAddress() {
    const opened = isOpened() && Boolean(now.position);
    this.leave();
    if (!location.hash) return false;
    keepInAddress();
    history[opened ? "pushState" : "replaceState"](null, "", location.pathname + location.search);
    return opened;
  }

  // The page loads again: what is played is there again.
  async keep() {
    keepInAddress();
    if (session.keeps) await this.sessions.finish();
  }

  goOnWith(chosen, more) {
    const from = now.position ?? now.from; // of two quick changes the second comes before the console is on
    if (!from) return;
    const { game, size, moves, stones, coached } = from;
    const names = moves.map(({ name }) => name).join(",");
    playOn({ game, size: size.join(","), moves: names, stones, to: coached ? "coach" : "", swap: swapIn(from), seats: chosen(from).join(",") }, more);
    now.from = from;
  }

  async again(seats, away) {
    const { game, size, stones, coached, swap_rule } = now.position;
    const wanted = opening();
    await this.sessions.finish(); // it counts
    if (!wanted()) return;
    playOn({ game, size: size.join(","), moves: "", stones, to: coached ? "coach" : "", swap: swapIn({ swap_rule }), seats: seats.join(","), ...sharedBy(away) });
    this.show();
  }

  // With the same sides. An engine that erred is played by the person.
  playBetter() {
    const { match, ahead } = this.view;
    const { plies, side } = ahead.turning;
    const { game, size, moves, stones } = match;
    const seats = seatsOf(match);
    const level = Math.max(...match.seats);
    const again = seats.map((seat, at) => (at === side - 1 ? 0 : seat || !seats[side - 1] ? seat : level));
    const before = moves.slice(0, plies).map(({ name }) => name);
    playOn({ game, size: size.join(","), moves: before.join(","), stones, to: "", swap: swapIn(match), seats: again.join(",") });
  }
}

// Play on from a position. Where the address has the match, it has the one that follows, too.
function playOn(position, more = {}) {
  if (isOpened()) history.pushState(session.beside ? { beside: session.beside } : null, "", startLink({ position, name: more.name ?? boardInLinks() }));
  playFrom(position, more);
}

// Let the address have the match of a link as far as it is played.
function keepInAddress() {
  if (isOpened() && now.position && isFree() && !isHidden()) history.replaceState(history.state, "", matchLink(now.position));
}

// Whether the match is that of a link: it is not kept.
const isOpened = () => Boolean(session.position || session.log) && !session.keeps && !session.step;

// Whether the match is one that others may play: no guided game, no puzzle, no proof.
export const isFree = ({ position, said } = now) => Boolean(position) && !position.explains && said.screen !== "first game" && !said.puzzle && !session.puzzle;

const isHidden = ({ position } = now) => position.moves.some(({ name }) => name === "?");

// Whether others may play the match on from its moves: so none of them may be hidden.
export const mayGoOn = () => isFree() && !now.position.over && !isHidden() && !now.position.away.length;

// What a match has that another page shares: a number of its own.
const sharedBy = (away) => (away?.length ? { away, number: crypto.getRandomValues(new Uint32Array(1))[0] >>> 3 } : {});

// The swap rule as a link has it.
const swapIn = ({ swap_rule: on }) => (on ? "" : "off");
