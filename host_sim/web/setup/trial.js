// Moves that are tried on a copy of the position: a person plays all sides. The engine says what moves lead to, and moves, only
// when it is asked. A press on a point plays from the move that is looked at; what came after it goes.

import { ask, valuesOf } from "../console/console.js";
import { positionLink, read } from "../console/links.js";
import { capital, html } from "../field/sides.js";
import { t } from "../language/language.js";

const $ = (id) => document.getElementById(id);

export class Trial {
  constructor(scratch) {
    Object.assign(this, { scratch, view: scratch.view, coach: false, values: null, asks: 0 });
    $("scratch-coach").onclick = () => this.advise(!this.coach);
    $("scratch-engine").onclick = () => this.letEngineMove();
  }

  // Take a position over; returns as `to` does.
  async from({ game, size, stones, swap = true, moves, coached = false, advised = true }) {
    Object.assign(this, { begun: { game, size: size.join(","), stones, swap }, advised, coach: coached && advised, state: null, all: [] });
    return this.to(moves);
  }

  // What an address has, as it has a match.
  async read(hash, advised) {
    try {
      const { position } = await read(hash);
      const { game, size, stones = "", swap, moves, to } = position;
      const names = moves ? moves.split(",") : [];
      return await this.from({ game, size: size ? size.split(",") : [], stones, swap: swap !== "off", moves: names, coached: to === "coach", advised });
    } catch (error) {
      return error.message;
    }
  }

  // Go to the position after some moves, all of them if it is not said; returns why not, "" if it is there, null if another is
  // on its way by then.
  async to(moves, plies = moves.length) {
    const asked = ++this.asks;
    this.answer = ask("variation", { about: { ...this.begun, moves: moves.slice(0, plies).join(",") } });
    const found = await this.answer;
    if (asked !== this.asks) return null;
    if (found.refused) return found.refused.replace(/^move \d+, /, "");
    if (plies === moves.length) this.all = found.moves;
    Object.assign(this, { moves, plies, state: found, found: null });
    this.show();
    if (this.coach) this.value();
    return "";
  }

  // What a person does -------------------------------------------------------------------------------------------------

  async play(name) {
    const fault = await this.to([...this.moves.slice(0, this.plies), name]);
    if (fault) this.show(fault);
  }

  press(point) {
    const { name, last } = this.state.points[point];
    this.play(last && this.state.swap ? "swap" : name);
  }

  go(plies) {
    this.to(this.moves, Math.min(plies, this.moves.length));
  }

  takeBack() {
    if (this.plies) this.to(this.moves.slice(0, this.plies - 1));
  }

  advise(on) {
    this.coach = on;
    this.show();
    if (on) this.value();
  }

  async letEngineMove() {
    const { asks } = this;
    const { best } = this.found ?? (await this.value());
    if (best && asks === this.asks) this.play(best);
  }

  // Ask the engine what the moves lead to.
  async value() {
    const { asks, state } = this;
    this.worker ??= valuesOf();
    this.scratch.says(t("The engine looks …"));
    const found = state.over ? {} : await this.worker.ask({ ...state, swap: state.swap_rule, moves: this.moves.slice(0, this.plies) });
    if (asks !== this.asks || this.scratch.part !== this) return {};
    this.found = found;
    this.show();
    return found;
  }

  link(board, moves = this.state.moves) {
    return positionLink({ ...this.state, moves }, board, { to: this.coach ? "coach" : "" });
  }

  // What is shown --------------------------------------------------------------------------------------------------------

  show(refusal = "") {
    if (this.scratch.part !== this) return;
    const { state, plies, moves, all, coach, found } = this;
    const marks = (coach && found?.marks) || {};
    const points = state.points.map((point, at) => ({ ...point, ...marks[at] }));
    const looking = plies < moves.length ? { looking: plies, backTo: t("To the last move") } : {};
    const words = coach ? { coach: found?.coach ?? "", swap_says: found?.swap_says } : {};
    this.view.lay({ ...state, points, moves: all, refusal, seats: [], ...words, ...looking }, this);
    this.scratch.says(this.advised ? t("You play all sides; the match stays as it is.") : t("You play all sides. Hint and coach come once the puzzle is solved."));
    $("scratch-text").value = state.text;
    $("scratch-text").readOnly = true;
    $("scratch-back").disabled = !plies;
    $("scratch-coach").ariaPressed = String(coach);
    for (const id of ["scratch-coach", "scratch-engine"]) $(id).disabled = !this.advised || state.over;
    this.offer(state.actions);
    this.scratch.note(this.link("", all).replace("#", "#try&"), { advised: this.advised });
  }

  // The moves that place no stone.
  offer(actions) {
    if ($("scratch-actions").dataset.of === actions.join()) return;
    $("scratch-actions").dataset.of = actions.join();
    $("scratch-actions").replaceChildren(...actions.map((name) => Object.assign(html("button", "", capital(t(name))), { type: "button", onclick: () => this.play(name) })));
  }

  end() {
    this.worker?.end();
    this.worker = null;
  }
}
