// Field, words and moves of the match in the page; or the empty field of the game that may begin.
//
//   const view = new MatchView($("field"), { press, release, waits, ask, judge, mayJudge, turned, invite });
//   view.show(position)      as field_state.py makes it, or null: no match is up
//   view.preview(state)      the empty field that stands there meanwhile, as far as it may: view.mayPreview(true)
//   view.begin(position)     the console is switched on for it: the empty field of that game stays until the match is there
//   view.looked(state)       what the match was after the moves that were asked for
//   view.explained(line)     why a try at a puzzle fails, or how it is won (refutation.py)
//   view.refuted(line)       the same, move by move; at once for people who want no motion
//   view.shown()             the position on the field, with its moves
//   view.lay(state, by)      another position lies over all that until view.lay(null): by.press(point), by.go(plies)
//
// press(point), release(point): a point goes down and up, as its key does; waits(): whether it does not, and all stays as it is. ask(plies): somebody wants to see the match as it
// stood after so many moves. The next move, or a press on a point, ends the look. judge, mayJudge: see ahead.js. turned(): another move,
// or none, is known to have given the match away. invite(): see words.js.

import { Ahead } from "./ahead.js";
import { Field } from "../field/field.js";
import { Moves } from "./moves.js";
import { html } from "../field/sides.js";
import { t } from "../language/language.js";
import { Tree } from "./tree.js";
import { Words } from "../field/words.js";

const MOVE_MS = 900; // so long each move of a line is looked at
const STILL = matchMedia("(prefers-reduced-motion: reduce)");

export class MatchView {
  constructor(element, { press, release, waits = () => false, ask, judge = () => () => {}, mayJudge = () => true, turned = () => {}, invite }) {
    Object.assign(this, { element, ask, match: null, earlier: null, empty: null, laid: null, by: null, open: false, coming: false });
    [this.line, this.at, this.pace] = [null, 0, 0]; // the line that is looked at instead of the match, and after how many moves
    this.asked = null; // the number of moves that was asked for last; another answer comes too late
    element.classList.add("field");
    this.words = new Words(invite);
    const go = (plies) => this.go(plies);
    this.moves = new Moves({ go, number: (on) => this.number(on) });
    this.ahead = new Ahead({ judge, mayJudge, go, changed: (plies) => this.judged(plies) });
    this.moves.course.prepend(this.ahead.bar);
    this.turned = turned;
    this.field = new Field({
      release: (point) => this.by || release(point),
      press: (point) => {
        if (this.by) return this.by.press(point);
        if (waits()) return;
        this.end();
        press(point);
      },
    });
    const inside = html("div", "field-inside");
    this.tree = new Tree();
    inside.append(this.field.board, this.words.element, this.moves.element, this.tree.element);
    element.replaceChildren(inside);
  }

  show(match) {
    if (!match || played(match) !== played(this.match)) this.earlier = this.asked = this.line = null;
    this.match = match;
    if (match) this.coming = false;
    if (!match?.apart) this.ahead.show(match); // else the match comes back as it was
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

  begin(position) {
    const { game, size = "", moves, stones } = position ?? {};
    const same = this.empty?.game === game && this.empty?.size.join() === size && !moves && !stones;
    if (!same || !this.open) return this.mayPreview(false);
    this.coming = true;
    if (!this.match) this.draw();
  }

  // Whether an empty field may stand there: not while the console shows something else, or covers a match. undefined: as before.
  mayPreview(open) {
    if (open === undefined || (open === this.open && !this.coming)) return;
    [this.open, this.coming] = [open, false];
    if (!this.match) this.draw();
  }

  looked(state) {
    const { moves } = state ?? {};
    if (!this.match || moves?.length !== this.asked) return;
    if (played({ ...this.match, moves: this.match.moves.slice(0, this.asked) }) !== played({ ...this.match, ...state })) return;
    this.earlier = { ...this.match, ...state, moves: this.match.moves, looking: this.asked };
    this.draw();
  }

  explained(line) {
    if (!line || !this.match) return;
    clearInterval(this.pace);
    [this.line, this.at] = [line, line.at];
    this.draw();
  }

  // The moves come one after the other, until the line is at its end, or a person steps in it.
  refuted(line) {
    this.explained(line);
    if (this.line !== line) return;
    if (STILL.matches) return this.go(line.states.length - 1);
    this.pace = setInterval(() => {
      if (this.line !== line || this.at + 1 === line.states.length) return clearInterval(this.pace);
      this.at++;
      this.draw();
    }, MOVE_MS);
  }

  // The line after as many moves as are looked at.
  ofLine() {
    const { states, says, refuted, refutes } = this.line;
    const sign = (at) => (at === refuted ? { refuted: true } : at === refutes ? { refutes: true } : {});
    const points = states[this.at].points.map((point, at) => (point.side ? { ...point, ...sign(at) } : point));
    return { ...this.match, ...states[this.at], points, moves: states.at(-1).moves, looking: this.at, why: says, paused: false };
  }

  shown() {
    const earlier = this.line ? this.ofLine() : this.earlier;
    return earlier ? { ...earlier, moves: earlier.moves.slice(0, earlier.looking) } : this.match;
  }

  previewed() {
    return this.coming ? { ...this.empty, preview: [t("The match begins.")] } : this.empty;
  }

  draw() {
    const state = this.laid ?? (this.line ? this.ofLine() : this.earlier ?? this.match ?? (this.open ? this.previewed() : null));
    this.element.hidden = !state;
    this.element.classList.toggle("empty", Boolean(state?.preview));
    this.element.classList.toggle("paused", Boolean(state?.paused && !state.over && !state.pairs));
    this.element.classList.toggle("explained", Boolean(this.line && !this.laid));
    this.element.classList.toggle("numbered", Boolean((this.line && !this.laid) || state?.numbered) || this.moves.numbered());
    if (!state) return;
    const known = this.match && !state.apart && !this.laid ? this.ahead.added(state) : state;
    for (const part of [this.field, this.words, this.moves, this.tree]) part.show(known);
  }

  go(plies) {
    clearInterval(this.pace);
    if (this.by) return this.by.go(plies);
    if (this.line && plies < this.line.states.length) {
      this.at = plies;
      return this.draw();
    }
    if (plies >= this.match.moves.length) {
      if (this.moves.back.matches(":focus")) this.field.focus(this.field.at); // the button goes
      return this.end();
    }
    this.asked = plies;
    this.ask(plies);
  }

  end() {
    this.asked = null;
    if (!this.earlier && !this.line) return;
    this.earlier = this.line = null;
    this.draw();
  }

  lay(state, by = null) {
    Object.assign(this, { laid: state, by });
    this.draw();
  }

  // The number of the point that an element is, or -1.
  pointOf(element) {
    return this.field.buttons.indexOf(element.closest?.(".field-point"));
  }

  // Give the field the keyboard; returns whether it is there.
  focus() {
    const shown = this.field.board.checkVisibility();
    if (shown) this.field.focus(this.field.at);
    return shown;
  }

  number(on) {
    this.element.classList.toggle("numbered", on);
    this.moves.numbers.setAttribute("aria-pressed", String(on));
  }
}

// What makes a match another one.
const played = (match) => JSON.stringify(match && [match.game, match.size, match.stones, match.moves]);
