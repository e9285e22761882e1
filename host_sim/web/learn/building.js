// A task to set up stones: a press on a point of the field places one, or takes it away. A line of text below the task says
// the same, and can be typed instead.
//
//   const building = new Building(view);
//   building.begin(position, wanted)   on the field of a position (links.js), with its stones; a promise
//   building.form()                    what stands below the task, as elements
//   building.end()                     the match shows again
//   building.unknown("a1 / z9")        "z9": the first point of such a text that the field lacks; else undefined
//   stonesIn("b2 a1 / -")              "a1 b2": the same text for the same stones; null if it names no points
//
// With the keyboard, as in setup/: 1, 2, 3 choose a stone, 0 and Delete take stones away.

import { ask, lay } from "../console/console.js";
import { html, side } from "../field/sides.js";
import { parts, t } from "../language/language.js";
import { brushOf, offerBrushes } from "../setup/brushes.js";

const HELD = t("Place the stones on the field, and answer.");
const POINT = /^[a-z]{1,2}\d{1,3}$/;

export class Building {
  constructor(view) {
    Object.assign(this, { view, field: null, cells: [], brush: 1 });
    this.brushes = Object.assign(html("span", "building-brushes"), { role: "group", ariaLabel: t("What a press places") });
    this.text = Object.assign(html("input", ""), { type: "text", name: "stones", placeholder: "a1 / b2", maxLength: 300, autocomplete: "off", spellcheck: false });
    this.text.ariaLabel = t("Your stones, those of each side with a slash between them");
    this.text.setAttribute("autocapitalize", "off");
    this.text.oninput = () => this.type();
    addEventListener("keydown", (event) => this.strike(event), true); // before the keys of the handheld hear it
  }

  async begin({ game, size, stones = "" }, wanted) {
    lay(HELD);
    document.body.classList.add("building");
    const { field, cells } = await ask("setUp", { about: { game, size, stones, field: true } });
    if (!wanted()) return;
    Object.assign(this, { field, cells, brush: 1 });
    const typed = this.text.value; // meanwhile
    this.show();
    if (!typed) return;
    this.text.value = typed;
    this.type();
  }

  form() {
    this.brushes.replaceChildren();
    this.text.value = "";
    return [this.brushes, this.text];
  }

  end() {
    if (!document.body.classList.contains("building")) return;
    document.body.classList.remove("building");
    this.field = null;
    lay("");
    this.view.lay(null);
  }

  // What a person does -------------------------------------------------------------------------------------------------

  press(point) {
    this.place(point, this.cells[point] === this.brush ? 0 : this.brush);
  }

  go() {}

  place(point, stone) {
    this.cells = this.cells.with(point, stone);
    this.show();
    this.text.value ||= "-"; // none is an answer, too
  }

  unknown(text) {
    const names = this.field?.points.map(({ name }) => name);
    return names && stonesIn(text).split(/[ /]/).find((name) => name && !names.includes(name));
  }

  // A text sets the field, once it is one.
  type() {
    const sides = stonesIn(this.text.value)?.split("/").map((names) => names.split(" "));
    if (!sides || !this.field) return;
    this.cells = this.field.points.map(({ name }) => sides.findIndex((names) => names.includes(name)) + 1);
    this.draw();
  }

  strike(event) {
    const { key, target } = event;
    if (!this.field || event.ctrlKey || event.metaKey || event.altKey || target.matches?.("input, select")) return;
    const [point, brush] = [this.view.pointOf(target), brushOf(key, this.field.sides)];
    if (key === "Delete" || key === "Backspace") point >= 0 && this.place(point, 0);
    else if (brush !== undefined) this.choose(brush);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  choose(brush) {
    this.brush = brush;
    this.draw();
  }

  // What is shown --------------------------------------------------------------------------------------------------------

  show() {
    const { points, sides } = this.field;
    const names = (each) => points.flatMap(({ name }, at) => (this.cells[at] === each ? [name] : []));
    const listed = Array.from({ length: sides }, (_, at) => names(at + 1).join(" ") || "-");
    this.text.value = this.cells.some(Boolean) ? listed.join(" / ") : "";
    this.draw();
  }

  draw() {
    const { field, cells, brush } = this;
    offerBrushes(this.brushes, field.sides, brush, (each) => this.choose(each));
    const points = field.points.map((point, at) => (cells[at] ? { ...point, side: cells[at] } : point));
    const preview = brush ? parts("A press places {0}, or takes it away.", side(brush)) : [t("A press takes a stone away.")];
    this.view.lay({ ...field, points, to_move: brush || 1, taken_over: false, apart: !brush, preview }, this);
  }
}

export function stonesIn(text) {
  const words = (names) => [...new Set(names.split(/\s+/))].filter((word) => word && word !== "-").sort();
  const sides = text.toLowerCase().replace(/,[^,]*to move\W*$/, "").split("/").map(words);
  if (!sides.flat().every((word) => POINT.test(word))) return null;
  return sides.map((names) => names.join(" ")).join("/").replace(/\/+$/, "");
}
