// Field, words and moves of the match in the page; or the empty field of the game that may begin.
//
//   const view = new MatchView($("field"), { press, release, ask, judge, turned });
//   view.show(position)      as field_state.py makes it, or null: no match is up
//   view.preview(state)      the empty field that stands there meanwhile
//   view.looked(state)       what the match was after the moves that were asked for
//   view.shown()             the position on the field, with its moves
//
// press(point), release(point): a point goes down and up, as its key does. ask(plies): somebody wants to see the match as it
// stood after so many moves. The next move, or a press on a point, ends the look. judge: see ahead.js. turned(): another move,
// or none, is known to have given the match away.

import { Ahead } from "./ahead.js";
import { Field } from "./field.js";
import { Moves } from "./moves.js";
import { html } from "./sides.js";
import { Words } from "./words.js";

export class MatchView {
  constructor(element, { press, release, ask, judge = () => () => {}, turned = () => {} }) {
    Object.assign(this, { element, ask, match: null, earlier: null, empty: null });
    this.asked = null; // the number of moves that was asked for last; another answer comes too late
    element.classList.add("field");
    this.words = new Words();
    const go = (plies) => this.go(plies);
    this.moves = new Moves({ go, number: (on) => this.number(on) });
    this.ahead = new Ahead({ judge, go, changed: (plies) => this.judged(plies) });
    this.moves.course.prepend(this.ahead.bar);
    this.turned = turned;
    this.field = new Field({
      release,
      press: (point) => {
        this.end();
        press(point);
      },
    });
    const inside = html("div", "field-inside");
    inside.append(this.field.board, this.words.element, this.moves.element);
    element.replaceChildren(inside);
  }

  show(match) {
    if (!match || played(match) !== played(this.match)) this.earlier = this.asked = null;
    this.match = match;
    if (!match?.walk) this.ahead.show(match); // else the match comes back as it was
    this.turned();
    this.draw();
  }

  judged(plies) {
    if (plies === undefined) this.turned();
    if (plies === undefined || plies === this.earlier?.looking) this.draw();
  }

  preview(state) {
    this.empty = state;
    if (!this.match) this.draw();
  }

  looked(state) {
    const { moves } = state ?? {};
    if (!this.match || moves?.length !== this.asked) return;
    if (played({ ...this.match, moves: this.match.moves.slice(0, this.asked) }) !== played({ ...this.match, ...state })) return;
    this.earlier = { ...this.match, ...state, moves: this.match.moves, looking: this.asked };
    this.draw();
  }

  shown() {
    const { earlier } = this;
    return earlier ? { ...earlier, moves: earlier.moves.slice(0, earlier.looking) } : this.match;
  }

  draw() {
    const state = this.earlier ?? this.match ?? this.empty;
    this.element.hidden = !state;
    this.element.classList.toggle("empty", Boolean(state?.preview));
    this.element.classList.toggle("paused", Boolean(state?.paused));
    if (!state) return;
    const known = this.match && !state.walk ? this.ahead.added(state) : state;
    for (const part of [this.field, this.words, this.moves]) part.show(known);
  }

  go(plies) {
    if (plies >= this.match.moves.length) {
      if (this.moves.back.matches(":focus")) this.field.focus(this.field.at); // the button goes
      return this.end();
    }
    this.asked = plies;
    this.ask(plies);
  }

  end() {
    this.asked = null;
    if (!this.earlier) return;
    this.earlier = null;
    this.draw();
  }

  number(on) {
    this.element.classList.toggle("numbered", on);
    this.moves.numbers.setAttribute("aria-pressed", String(on));
  }
}

// What makes a match another one.
const played = (match) => JSON.stringify(match && [match.game, match.size, match.stones, match.moves]);
