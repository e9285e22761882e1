// The tree of a search or a proof as far as one has walked it: a column for each ply of the line that stands on the field, with the
// moves that were judged there; the value of a move is the stone of the side that wins.
//
//   const tree = new Tree();
//   parent.append(tree.element);
//   tree.show(state); // with `tree` as field/search_tree.py makes it, or without

import { svg } from "../field/field.js";
import { bringInto } from "./moves.js";
import { capital, sideName, SIDES } from "../field/sides.js";
import { t } from "../language/language.js";

const [WIDE, HIGH] = [64, 24]; // of a column, of a move in it
const HEAD = { side: 20, window: 42 }; // what stands above
const FROM = 12; // left of the first column is the root

const written = (text, of) => Object.assign(svg("text", of), { textContent: text });
const wins = (winner) => (winner ? t("{0} wins", sideName(winner)) : t("draw"));
const bound = (winner) => (winner === null ? t("not known") : wins(winner));

export class Tree {
  constructor() {
    this.drawing = svg("svg", { role: "img", preserveAspectRatio: "xMinYMin" });
    this.element = Object.assign(document.createElement("div"), { className: "field-tree" });
    this.element.append(this.drawing);
  }

  show({ tree }) {
    this.element.hidden = !tree?.levels.length;
    if (this.element.hidden) return;
    this.element.classList.toggle("of-search", Boolean(tree.levels[0].best));
    const { plies, levels, rows = Math.max(3, ...levels.map(({ moves }) => moves.length)) } = tree;
    this.head = levels[0].window ? HEAD.window : HEAD.side;
    this.drawing.setAttribute("viewBox", `0 0 ${FROM + plies * WIDE} ${this.head + rows * HIGH}`);
    this.drawing.style.setProperty("--wide", FROM + plies * WIDE);
    this.drawing.setAttribute("aria-label", t("The tree up to here. {0}", levels.map(inWords).join(" ")));
    const root = svg("circle", { class: "field-tree-root", cx: 5, cy: this.head + HIGH / 2, r: 4 });
    let [x, y] = [9, this.head + HIGH / 2]; // where the move before ends
    const parts = levels.flatMap((level, ply) => {
      const drawn = this.level(level, FROM + ply * WIDE, [x, y]);
      [x, y] = drawn.from;
      return drawn.parts;
    });
    this.drawing.replaceChildren(root, ...parts);
    this.follow();
  }

  // Where there is no room for all of it, bring what was judged last into view, or where the line ends.
  follow() {
    const { element, drawing } = this;
    const scrolls = element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight;
    if (scrolls) element.tabIndex = 0; // then the keyboard can do it too
    else element.removeAttribute("tabindex");
    const at = drawing.querySelector(".last") ?? [...drawing.querySelectorAll(".line")].at(-1);
    element.scrollTo(0, 0);
    if (at) bringInto(element, at);
  }

  // The parts of a level, and where the next begins.
  level(level, left, [x, y]) {
    const { side, best, window, moves } = level;
    const entries = [...moves, ...rest(level)];
    const middle = (row) => this.head + row * HIGH + HIGH / 2;
    const named = written(best ?? capital(sideName(side)), { class: `field-tree-side ${SIDES[side]}`, x: left + (best ? 24 : 8), y: 10 });
    const parts = best ? [this.value(side, left + 12, 10), named] : [named];
    if (window) parts.push(this.window(level, left + 5, 29));
    entries.forEach((entry, row) => {
      const way = `M${x} ${y}C${x + 8} ${y} ${left - 2} ${middle(row)} ${left + 5} ${middle(row)}`;
      parts.push(svg("path", { class: entry.line ? "field-tree-way line" : "field-tree-way", d: way }));
    });
    entries.forEach((entry, row) => parts.push(this.move(entry, left + 5, middle(row))));
    return { parts, from: [left + 5 + WIDE - 14, middle(Math.max(moves.findIndex(({ line }) => line), 0))] };
  }

  // What the side that searches has at least, and at most.
  window({ window: [alpha, beta], cut }, x, y) {
    const group = svg("g", { class: cut ? "field-tree-window cut" : "field-tree-window" });
    group.append(written("α", { x: x + 5, y }), this.value(alpha, x + 17, y), written("β", { x: x + 30, y }), this.value(beta, x + 43, y));
    return group;
  }

  move({ name, winner = null, line, last, rest: kind = "" }, x, y) {
    const group = svg("g", { class: ["field-tree-move", line && "line", last && "last", kind].filter(Boolean).join(" ") });
    group.append(svg("rect", { x, y: y - 9, width: WIDE - 14, height: 18, rx: 6 }), written(name, { x: x + (kind ? 25 : 16), y }));
    if (kind || (winner === null && !line)) return group;
    group.append(winner === null ? written("…", { x: x + 37, y }) : this.value(winner, x + 37, y));
    return group;
  }

  // The stone of the side that wins, as it is on the field; = for a draw.
  value(winner, x, y) {
    if (!winner) return written(winner === 0 ? "=" : "–", { class: "field-tree-draw", x, y });
    const group = svg("g");
    group.append(svg("circle", { class: `field-stone ${SIDES[winner]}`, cx: x, cy: y, r: 6 }));
    if (winner === 2) group.append(svg("circle", { class: "field-shape", cx: x, cy: y, r: 2.2 }));
    return group;
  }
}

const leftOut = (left, skipped) => (skipped ? t("{0} skipped", left) : t("{0} more", left));

// What was not tried, as one entry.
function rest({ left = 0, skipped }) {
  return left ? [{ name: leftOut(left, skipped), rest: skipped ? "skipped" : "more" }] : [];
}

function inWords({ side, window, moves, left = 0, skipped }) {
  const judged = moves.map(({ name, winner }) => `${name} ${winner === null ? t("under way") : wins(winner)}`);
  if (left) judged.push(leftOut(left, skipped));
  const known = window ? ` (${t("alpha {0}, beta {1}", bound(window[0]), bound(window[1]))})` : "";
  return `${capital(sideName(side))}${known}: ${judged.join(", ")}.`;
}
