// Set up: a press on a point places the chosen stone there, or takes it away. The position stands beside the field as text,
// which can be typed, too.
//
// With the keyboard: 1, 2, 3 choose a stone, 0 takes stones away, Delete takes the one away that has the focus, T changes whose
// turn it is.

import { ask } from "../console/console.js";
import { begunFrom, positionLink } from "../console/links.js";
import { capital, coloured, side, sideName } from "../field/sides.js";
import { parts, said, t } from "../language/language.js";
import { YOURS } from "../match/new_game.js";
import { brushOf, offer, offerBrushes, withKey } from "./brushes.js";

const TYPED_IN = "input, textarea, select";
const $ = (id) => document.getElementById(id);

export class Editor {
  constructor(scratch) {
    Object.assign(this, { scratch, view: scratch.view, brush: 1, before: [], asks: 0 });
    $("scratch-text").oninput = () => (this.answer = this.type($("scratch-text").value));
    $("scratch-text").onblur = () => this.isOn() && this.show();
    $("scratch-empty").onclick = () => this.set(this.cells.map(() => 0), 1);
    $("scratch-play").onclick = () => this.play();
    addEventListener("keydown", (event) => this.strike(event), true); // before the keys of the handheld hear it
  }

  isOn() {
    return this.scratch.part === this;
  }

  // Take a position over; returns what is wrong with it, "" for nothing, null if another is on its way by then.
  async from(about) {
    const asked = ++this.asks;
    const found = await ask("setUp", { about });
    if (asked !== this.asks) return null;
    if (found.refused) return found.refused;
    this.found = found;
    if (found.field) this.field = found.field;
    Object.assign(this, { cells: found.cells, side: found.to_move });
    this.brush = Math.min(this.brush, this.field.sides);
    return "";
  }

  // What an address has: #position=...
  read(hash) {
    try {
      return this.from({ ...begunFrom(new URLSearchParams(hash.slice(1)).get("position") ?? ""), field: true });
    } catch (error) {
      return error.message;
    }
  }

  // What a person does -------------------------------------------------------------------------------------------------

  press(point) {
    const stone = this.cells[point] === this.brush ? 0 : this.brush;
    if (stone !== this.cells[point]) this.set(this.cells.with(point, stone), this.side);
  }

  go() {}

  set(cells, side) {
    this.before.push(this.placed());
    this.place({ ...this.placed(), cells, side });
  }

  // At once on the field; what the console says of it follows, and is shown once `answer` is settled.
  place(placed) {
    Object.assign(this, placed, { found: { ...this.found, wrong: [], won: [] } });
    this.draw();
    this.answer = this.from(this.about()).then((fault) => fault === null || this.show());
  }

  // What the field has now, whatever the console has said of it.
  placed() {
    const { field, cells, side } = this;
    return { field, cells, side };
  }

  about() {
    const { game, size } = this.field;
    return { game, size: size.join(","), stones: stonesOf({ ...this.field, to_move: this.side }, this.cells) };
  }

  takeBack() {
    if (!this.before.length) return;
    const placed = this.before.pop();
    const isOther = placed.field !== this.field;
    if (isOther) this.brush = Math.min(this.brush, placed.field.sides);
    this.place(placed);
    if (isOther) this.scratch.row.take({ ...placed.field, seats: this.scratch.row.choice().seats });
  }

  // A text sets the field, once it is one.
  async type(text, { typed = true } = {}) {
    const placed = this.placed();
    const before = JSON.stringify(this.about());
    let fault = "";
    try {
      fault = await this.from({ ...begunFrom(text), field: true });
    } catch (error) {
      fault = error.message.replace(/^position=/, "");
    }
    if (fault === null) return;
    if (fault) return this.scratch.says(...parts("No position: {0}.", coloured(said(fault))));
    if (JSON.stringify(this.about()) !== before) this.before.push(placed);
    this.scratch.row.take({ ...this.field, seats: this.scratch.row.choice().seats });
    this.show(typed);
  }

  // Another game or size was chosen in the row.
  follow({ game, size }) {
    if (game === this.field.game && size.join() === this.field.size.join()) return this.seats();
    this.answer = this.type(`${game} ${size.join(",")}: -`.replace(" :", ":"), { typed: false });
  }

  strike(event) {
    const { key, target } = event;
    if (!this.isOn() || event.ctrlKey || event.metaKey || event.altKey || target.closest?.(TYPED_IN)) return;
    const point = this.view.pointOf(target);
    if (key === "Delete" || key === "Backspace") point >= 0 && this.cells[point] && this.set(this.cells.with(point, 0), this.side);
    else if (brushOf(key, this.field.sides) !== undefined) this.choose(Number(key));
    else if (key === "t" || key === "T") this.set(this.cells, (this.side % this.field.sides) + 1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  choose(brush) {
    this.brush = brush;
    this.show();
  }

  async play() {
    await this.answer;
    if (!this.isOn()) return;
    const { found, field } = this;
    if (found.fault) return this.show();
    const { game, title, size, lights } = field;
    const isStart = !this.cells.some(Boolean) && this.side === 1;
    this.scratch.play({ game, title, size, stones: isStart ? "" : stonesIn(found.text), lights });
  }

  link(board) {
    const { game, size } = this.field;
    const isStart = !this.cells.some(Boolean) && this.side === 1;
    return positionLink({ game, size, moves: [], stones: isStart ? "" : stonesIn(this.found.text) }, board);
  }

  // What is shown --------------------------------------------------------------------------------------------------------

  // typed: the text is under the hands of a person, and stays.
  show(typed = false) {
    if (!this.isOn()) return;
    const { found, field, side: turn } = this;
    this.draw();
    offerBrushes($("scratch-brushes"), field.sides, this.brush, (brush) => this.choose(brush));
    offer($("scratch-turns"), [...field.goal.keys()], turn, (at) => this.set(this.cells, at + 1), turnWords);
    if (!typed) $("scratch-text").value = found.text;
    $("scratch-text").readOnly = false;
    this.scratch.says(...(found.fault ? parts("No match can begin here: {0}.", coloured(said(found.fault))) : []));
    $("scratch-play").disabled = Boolean(found.fault);
    $("scratch-back").disabled = !this.before.length;
    $("scratch-empty").disabled = !this.cells.some(Boolean);
    this.seats();
    this.scratch.note(`#setup&position=${encodeURIComponent(found.text)}`);
  }

  draw() {
    const { field, cells, brush, found } = this;
    const points = field.points.map((point, at) => ({
      ...point,
      ...(cells[at] && { side: cells[at] }),
      ...(cells[at] && found.wrong.includes(at) && { wrong: true }),
      ...(cells[at] && found.won.includes(at) && { win: true }),
    }));
    const preview = brush ? parts("A press places {0}, or takes it away.", side(brush)) : [t("A press takes a stone away.")];
    this.view.lay({ ...field, points, to_move: brush || this.side, taken_over: false, apart: !brush, preview }, this);
  }

  // Who would play, as the row says.
  seats() {
    const { seats } = this.scratch.row.choice();
    const who = (seat) => (seat === 0 ? t("a person") : seat === YOURS ? t("the engine at your level") : typeof seat === "string" ? seat : t("level {0}", seat));
    const listed = seats.flatMap((seat, at) => [...(at ? [", "] : []), side(at + 1), ` ${who(seat)}`]);
    $("scratch-seats").replaceChildren(...parts("Who plays, as above: {0}.", listed));
  }

  end() {
    this.before = [];
    this.brush = 1;
  }
}

// The stones of a state of the field, and the side to move, as text.
export function stonesOf({ points, sides, to_move: turn }, cells = points.map((point) => point.side ?? 0)) {
  const named = (each) => points.filter((_, at) => cells[at] === each).map(({ name }) => name);
  const listed = Array.from({ length: sides }, (_, at) => named(at + 1).join(" ") || "-");
  return `${listed.join(" / ")}, ${turn} to move`;
}

const stonesIn = (text) => text.slice(text.indexOf(":") + 1).trim();
const turnWords = (at) => withKey(t("{0} is to move", capital(sideName(at + 1))), t("T changes it"));
