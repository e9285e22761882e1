// The field of a match as people know it: points that can be pressed, by mouse, finger or keyboard.
//
//   const field = new Field({ press, release });
//   parent.append(field.board);
//   field.show(state); // as host_sim/web/field/field_state.py makes it
//
// press(point), release(point): the number of the point whose key goes down and up.

import { SIDES, sideName } from "./sides.js";
import { said, t } from "../language/language.js";
import { signOf } from "./signs.js";

const SVG = "http://www.w3.org/2000/svg";
const PALETTES = ["everybody", "red-green", "vivid"]; // by number, as console/palettes.py has them
const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
const ROOT_3 = Math.sqrt(3);
const NEIGHBOUR = 1.1; // points that are at most so far apart are beside each other
const CORNERS = [[0, -1], [0.5, -0.5], [0.5, 0.5], [0, 1], [-0.5, 0.5], [-0.5, -0.5]].map(([x, y]) => [x, y / ROOT_3]);
const BRIDGE = [1.6, 1.8]; // so far apart are two points of a bridge: the root of 3

export function svg(tag, of = {}, ...inside) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(of)) made.setAttribute(name, value);
  made.append(...inside);
  return made;
}

const written = (text, of) => Object.assign(svg("text", of), { textContent: text });

const SMALL_PX = 32; // a point that is smaller is aimed at: a finger slides until it is on it, and places by letting go
const HELD_MS = 400; // a finger that stays so long on a larger point holds its key; one that moves scrolls the page

// Sides differ in shape too: a full stone, one with a hole, one with a triangle.
export function stoneOf(side, x = 0, y = 0) {
  const made = [svg("circle", { class: `field-stone ${SIDES[side]}`, cx: x, cy: y, r: 0.38 })];
  if (side === 2) made.push(svg("circle", { class: "field-shape", cx: x, cy: y, r: 0.13 }));
  const triangle = `${x},${y - 0.17} ${x + 0.16},${y + 0.11} ${x - 0.16},${y + 0.11}`;
  if (side === 3) made.push(svg("polygon", { class: "field-shape", points: triangle }));
  return made;
}

export class Field {
  constructor({ press, release }) {
    Object.assign(this, { press, release, buttons: [], down: null, at: 0, drawn: "", hovered: -1, aims: false, finger: null });
    this.board = svg("svg", { class: "field-board", role: "group" });
    this.listen();
  }

  show(state) {
    const field = JSON.stringify([state.game, state.size, state.points.map(({ name, x, y }) => [name, x, y])]);
    const again = field === this.drawn;
    this.state = state;
    this.paired = new Map((state.pairs ?? []).flatMap(([one, other]) => [[one, other], [other, one]]));
    if (!again) this.draw(state);
    this.drawn = field;
    this.board.setAttribute("aria-label", t("Field of {0}", said(state.title)));
    this.board.dataset.palette = PALETTES[state.palette ?? 0];
    this.board.dataset.toMove = state.over ? "" : SIDES[state.to_move];
    state.points.forEach((point, number) => this.showPoint(point, number, again));
    this.showWon(state);
    this.showWalk(state);
    this.showPairs(state);
    this.foresee();
  }

  // The field ------------------------------------------------------------------------------------------------------

  draw({ shape, points, edges, labels, lines }) {
    const high = shape === "hexagon" ? ROOT_3 / 2 : 1;
    const place = ({ x, y }) => ({ x, y: y * high });
    Object.assign(this, { shape, places: points.map(place), at: Math.floor(points.length / 2), down: null });
    this.buttons = points.map(() => svg("g", { role: "button", tabindex: -1, class: "field-point" }));
    const apart = (one, other) => Math.hypot(one.x - other.x, one.y - other.y);
    const near = (one) => this.places.flatMap((other, at) => (other !== one && apart(one, other) < NEIGHBOUR ? [at] : []));
    this.beside = this.places.map(near);
    const places = labels.map((label) => ({ ...label, ...place(label) }));
    const all = [...this.places, ...places];
    const [left, right] = [Math.min(...all.map(({ x }) => x)), Math.max(...all.map(({ x }) => x))];
    const [top, bottom] = [Math.min(...all.map(({ y }) => y)), Math.max(...all.map(({ y }) => y))];
    this.board.setAttribute("viewBox", [left - 0.7, top - 0.75, right - left + 1.4, bottom - top + 1.5].join(" "));
    this.won = svg("g", { class: "field-won" });
    this.walk = svg("polyline", { class: "field-walk" });
    this.pairs = svg("g", { class: "field-pairs" });
    this.foreseen = svg("g", { class: "field-foreseen" });
    this.hovered = -1;
    this.ring = svg("circle", { class: "field-focus", r: 0.465 }); // an outline in the drawing would be as wide as points
    const drawn = (edge) => {
      const outline = this.outline(edge);
      const kind = outline ? "field-edge" : "field-edge apart";
      return svg("path", { class: `${kind} ${SIDES[edge.side]}`, d: outline || this.rings(edge) });
    };
    const label = ({ text, x, y }) => written(text, { class: "field-label", x, y, "aria-hidden": true });
    this.board.replaceChildren(
      ...edges.filter(({ corner }) => !corner).map(drawn),
      ...lines.map((line) => svg("polyline", { class: "field-line", points: this.way(line) })),
      ...places.map(label),
      ...this.buttons,
      this.won,
      this.walk,
      this.pairs,
      this.foreseen,
      this.ring,
    );
    this.rove(this.at);
    this.measure();
    this.corners = new Set(edges.filter(({ corner }) => corner).flatMap((edge) => edge.points));
  }

  // Note whether the points are small on this screen.
  measure() {
    const { width, height } = this.board.viewBox.baseVal;
    const { clientWidth, clientHeight } = this.board;
    this.board.classList.toggle("small", Math.min(clientWidth / width, clientHeight / height) < SMALL_PX);
  }

  way(numbers) {
    return numbers.map((number) => `${this.places[number].x},${this.places[number].y}`).join(" ");
  }

  // The outer sides of the cells on an edge: those that all of its points have in common.
  outline({ points }) {
    if (this.shape !== "hexagon") return "";
    const open = points.map((number) => this.openSides(number));
    const sides = points.length > 1 ? open[0].filter((side) => open.every((each) => each.includes(side))) : open[0];
    return points
      .flatMap((number) =>
        sides.map((side) => {
          const [[x1, y1], [x2, y2]] = [CORNERS[side], CORNERS[(side + 1) % 6]];
          const { x, y } = this.places[number];
          return `M${x + x1} ${y + y1}L${x + x2} ${y + y2}`;
        }),
      )
      .join("");
  }

  // Rings around the points of an edge that is no outline; that of the second side is wider.
  rings({ points, side }) {
    const radius = 0.43 + 0.08 * side;
    const half = (to) => `a${radius} ${radius} 0 1 0 ${to} 0`;
    return points.map((number) => `M${this.places[number].x - radius} ${this.places[number].y}${half(2 * radius)}${half(-2 * radius)}`).join("");
  }

  // The sides of a hexagon without a neighbour; side 0 is the upper right one, then clockwise.
  openSides(number) {
    const { x, y } = this.places[number];
    return CORNERS.flatMap(([x1, y1], side) => {
      const [x2, y2] = CORNERS[(side + 1) % 6];
      const there = (other) => Math.hypot(this.places[other].x - x - (x1 + x2), this.places[other].y - y - (y1 + y2)) < 0.1;
      return this.beside[number].some(there) ? [] : [side];
    });
  }

  // Points ---------------------------------------------------------------------------------------------------------

  // again: whether the field was drawn before: a stone that is new comes in with a motion.
  showPoint(point, number, again) {
    const button = this.buttons[number];
    const paired = this.state.points[this.paired.get(number)]?.name;
    const look = JSON.stringify(point) + this.state.swap + this.state.to_move + paired;
    if (button.dataset.look === look) return;
    const arrives = again && point.side && !button.querySelector(".field-stone");
    button.dataset.look = look;
    button.classList.toggle("faint", Boolean(point.faint));
    button.classList.toggle("arrives", Boolean(arrives));
    button.setAttribute("aria-label", this.named(point) + (paired ? `, ${t("a pair with {0}", paired)}` : ""));
    const { x, y } = this.places[number];
    const kind = point.unneeded ? "unneeded" : point.side ? "" : point.mark ?? "";
    const inside = [this.cell(x, y, `field-cell ${this.corners.has(number) ? "corner" : ""} ${kind}`)];
    if (point.side) inside.push(...this.stone(point, x, y));
    else if (this.shape === "dot") inside.push(svg("circle", { class: "field-free", cx: x, cy: y, r: 0.07 }));
    if (point.mark && !point.side && !point.unneeded) inside.push(this.mark(point, x, y));
    if (point.lets) inside.push(svg("circle", { class: `field-lets ${SIDES[point.lets]}`, cx: x + 0.3, cy: y + 0.3, r: 0.1 }));
    if (point.next) inside.push(svg("circle", { class: `field-ring next ${SIDES[point.next]}`, cx: x, cy: y, r: 0.4 }));
    if (point.hint) inside.push(svg("circle", { class: "field-ring hint", cx: x, cy: y, r: 0.43 }));
    button.replaceChildren(...inside);
  }

  named({ name, side, last, win, wrong, mark, plies, percent, number, hint, lets, refuted, refutes, next, unneeded }) {
    if (side) {
      const words = [name, t("{0} stone", sideName(side))];
      if (number) words.push(t("move {0}", number));
      if (last) words.push(t("last move"));
      if (win) words.push(t("wins"));
      if (refuted) words.push(t("refuted"));
      if (refutes) words.push(t("refutes"));
      if (wrong) words.push(t("cannot stand here"));
      if (last && this.state.swap) words.push(t("press to take it over"));
      return words.join(", ");
    }
    const words = [name, t("empty")];
    if (lets) words.push(t("lets {0} win", sideName(lets)));
    else if (percent !== undefined) words.push(`${said(mark)}, ${t("wins about {0} of 100 games", percent)}`);
    else if (mark) words.push(said(plies && mark !== "draws" ? `${mark} in ${plies}` : mark));
    if (unneeded) words.push(t("does not matter"));
    if (hint) words.push(t("hint"));
    if (next) words.push(t("the next move"));
    return words.join(", ");
  }

  cell(x, y, classes) {
    const kind = { class: classes.trim() };
    if (this.shape === "dot") return svg("circle", { ...kind, cx: x, cy: y, r: 0.42 });
    if (this.shape === "square") return svg("rect", { ...kind, x: x - 0.5, y: y - 0.5, width: 1, height: 1 });
    return svg("polygon", { ...kind, points: CORNERS.map(([dx, dy]) => `${x + dx},${y + dy}`).join(" ") });
  }

  stone({ side, last, win, wrong, number, refuted, refutes }, x, y) {
    const made = stoneOf(side, x, y);
    if (win) made.push(svg("circle", { class: "field-ring win", cx: x, cy: y, r: 0.41 }));
    if (last && this.state.swap) made.push(svg("circle", { class: "field-ring swap", cx: x, cy: y, r: 0.44 }));
    if (refutes || wrong) made.push(svg("circle", { class: "field-ring refutes", cx: x, cy: y, r: 0.44 }));
    if (refuted) made.push(svg("path", { class: "field-ring refuted", d: `M${x - 0.27} ${y - 0.27}l0.54 0.54m0 -0.54l-0.54 0.54` }));
    if (last) made.push(svg("circle", { class: "field-ring last", cx: x, cy: y, r: 0.29 }));
    if (number) made.push(written(number, { class: `field-number ${SIDES[side]}`, x, y }));
    return made;
  }

  mark(point, x, y) {
    return written(signOf(point), { class: `field-mark ${point.mark}`, x, y });
  }

  // Lines that won are drawn; so are the steps within a group that won.
  showWon({ won, winner, points }) {
    const lines = won.map((line) => svg("polyline", { points: this.way(line) }));
    points.forEach(({ win }, number) => {
      if (!win || won.length) return;
      const joined = this.beside[number].filter((other) => other > number && points[other].win && points[other].side === points[number].side);
      lines.push(...joined.map((other) => svg("polyline", { points: this.way([number, other]) })));
    });
    this.won.setAttribute("class", `field-won ${SIDES[winner]}`);
    this.won.replaceChildren(...lines);
  }

  // The way of a border walk (explaining.py).
  showWalk({ walk = [] }) {
    this.walk.setAttribute("points", walk.map(([x, y]) => `${x},${(y * ROOT_3) / 2}`).join(" "));
  }

  // The pairs of a strategy (explaining.py): a way between two points, with a ring on each.
  showPairs({ pairs = [] }) {
    const ring = (number) => svg("circle", { cx: this.places[number].x, cy: this.places[number].y, r: 0.17 });
    const drawn = (pair, at) => {
      const group = svg("g", { class: `pair-${at % 4}` });
      group.append(svg("polyline", { points: this.way(pair) }), ...pair.map(ring));
      return group;
    };
    this.pairs.replaceChildren(...pairs.map(drawn));
  }

  // What a press on the point under the mouse would place, and in Hex its bridges to stones and edges of that side.
  foresee() {
    const { state, hovered } = this;
    const { to_move: side, seats, thinking, over, looking, paused, apart } = state;
    const mine = !thinking && !over && looking === undefined && !paused && !apart && !seats[side - 1];
    const free = mine && hovered >= 0 && !state.points[hovered].side;
    if (!free) return this.foreseen.replaceChildren();
    const { x, y } = this.places[hovered];
    const stone = [svg("circle", { class: `field-stone ${SIDES[side]}`, cx: x, cy: y, r: 0.38 })];
    if (this.aims) stone.push(...this.aim(hovered)); // a finger covers the stone
    const bridges = this.shape === "hexagon" ? this.bridges(hovered, side) : [];
    this.foreseen.replaceChildren(...bridges.map((way) => svg("polyline", { class: SIDES[side], points: this.way(way) })), ...stone);
  }

  // A ring around the point that a finger is on, and its name on the side where there is room.
  aim(number) {
    const { x, y } = this.places[number];
    const { x: left, y: top, width } = this.board.viewBox.baseVal;
    const beside = Math.min(Math.max(x, left + 1), left + width - 1);
    const name = written(this.state.points[number].name, { class: "field-aim", x: beside, y: y - top > 3.5 ? y - 2.4 : y + 2.4 });
    return [svg("circle", { class: "field-aim", cx: x, cy: y, r: 1.5 }), name];
  }

  // The ways of the bridges that a stone of a side would have: over the two free points between it and another.
  bridges(from, side) {
    const { points, edges } = this.state;
    const free = (numbers) => numbers.filter((number) => !points[number].side);
    const ways = [];
    this.places.forEach(({ x, y }, to) => {
      const far = Math.hypot(x - this.places[from].x, y - this.places[from].y);
      if (points[to].side !== side || far < BRIDGE[0] || far > BRIDGE[1]) return;
      const between = free(this.beside[from].filter((number) => this.beside[to].includes(number)));
      if (between.length === 2) ways.push([from, between[0], to], [from, between[1], to]);
    });
    for (const edge of edges) {
      if (edge.side !== side || edge.points.includes(from)) continue;
      const between = free(this.beside[from].filter((number) => edge.points.includes(number)));
      if (between.length >= 2) ways.push(...between.slice(0, 2).map((number) => [from, number]));
    }
    return ways;
  }

  // Keys and fingers -----------------------------------------------------------------------------------------------

  listen() {
    const { board } = this;
    new ResizeObserver(() => this.drawn && this.measure()).observe(board);
    const number = ({ target }) => this.buttons.indexOf(target.closest(".field-point"));
    board.addEventListener("pointerdown", (event) => {
      if (event.pointerType === "touch" && !event.isPrimary) return this.liftFinger(); // two fingers place nothing
      if (event.button || number(event) < 0) return;
      board.setPointerCapture(event.pointerId);
      board.classList.add("by-pointer"); // its stone shows where a press was: no ring
      this.focus(number(event));
      if (event.pointerType !== "touch") this.hold(this.at);
      else if (board.matches(".small")) this.aimAt(this.at);
      else this.finger = setTimeout(() => this.tap(), HELD_MS);
    });
    board.addEventListener("contextmenu", (event) => event.preventDefault()); // a finger that stays down would open it
    board.addEventListener("pointermove", (event) => {
      if (this.aims) this.hover(this.under(event));
      else this.hover(event.pointerType === "mouse" ? number(event) : -1);
    });
    board.addEventListener("pointerleave", () => !this.aims && this.hover(-1));
    board.addEventListener("pointerup", () => {
      if (this.aims) this.place();
      else if (this.finger) this.tap();
      this.letGo();
    });
    board.addEventListener("pointercancel", () => {
      this.liftFinger();
      this.letGo();
    });
    board.addEventListener("click", (event) => {
      if (event.detail || number(event) < 0) return; // with a pointer, which was heard; a screen reader has none
      this.hold(number(event));
      this.letGo();
    });
    board.addEventListener("keydown", (event) => this.type(event));
    board.addEventListener("keyup", ({ key }) => (key === "Enter" || key === " ") && this.letGo());
    board.addEventListener("focusout", () => this.letGo());
    board.addEventListener("focusin", (event) => number(event) >= 0 && this.rove(number(event)));
    board.addEventListener("blur", () => board.classList.remove("by-pointer"), true);
  }

  hover(at) {
    if (at === this.hovered) return;
    this.hovered = at;
    if (this.state) this.foresee();
  }

  // The finger on a point has stayed, or is up: press.
  tap() {
    this.liftFinger();
    this.hold(this.at);
  }

  // Forget the finger: it scrolls or zooms the page.
  liftFinger() {
    clearTimeout(this.finger);
    this.finger = null;
    this.aimAt(-1);
  }

  // Begin to aim with a finger, or, at -1, stop.
  aimAt(number) {
    this.aims = number >= 0;
    this.hover(number);
  }

  // The point that a finger is on; -1 beside the field.
  under({ clientX, clientY }) {
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(this.board.getScreenCTM().inverse());
    const far = this.places.map((place) => Math.hypot(place.x - x, place.y - y));
    const nearest = far.indexOf(Math.min(...far));
    return far[nearest] < 1 ? nearest : -1;
  }

  // The finger is up: press the point that it was on.
  place() {
    const number = this.hovered;
    this.aimAt(-1);
    if (number < 0) return;
    this.focus(number);
    this.hold(number);
  }

  type(event) {
    const { key, repeat } = event;
    if (event.ctrlKey || event.altKey || event.metaKey || (!(key in ARROWS) && key !== "Enter" && key !== " ")) return;
    event.preventDefault();
    event.stopPropagation(); // the page's own keys are for the lights
    this.board.classList.remove("by-pointer");
    if (key in ARROWS) this.focus(this.nearest(this.at, ARROWS[key]));
    else if (!repeat) this.hold(this.at);
  }

  hold(number) {
    this.letGo();
    this.down = number;
    this.buttons[number].classList.add("down");
    this.press(number);
  }

  letGo() {
    if (this.down === null) return;
    const number = this.down;
    this.down = null;
    this.buttons[number].classList.remove("down");
    this.release(number);
  }

  rove(number) {
    this.buttons[this.at].setAttribute("tabindex", -1);
    this.buttons[number].setAttribute("tabindex", 0);
    this.at = number;
    const { x, y } = this.places[number];
    this.ring.setAttribute("cx", x);
    this.ring.setAttribute("cy", y);
  }

  focus(number) {
    if (number === this.at && document.activeElement === this.buttons[number]) return;
    this.rove(number);
    this.buttons[number].focus({ preventScroll: true });
  }

  // The nearest point in that direction; of two, the one of the same column. The point itself where there is none.
  nearest(from, [right, down]) {
    const letters = (number) => this.state.points[number].name.replace(/\d+/, "");
    let [best, least] = [from, Infinity];
    this.places.forEach(({ x, y }, number) => {
      const [dx, dy] = [x - this.places[from].x, y - this.places[from].y];
      const [ahead, aside] = [dx * right + dy * down, Math.abs(dx * down) + Math.abs(dy * right)];
      const far = ahead + aside - (letters(number) === letters(from) ? 0.01 : 0);
      if (ahead > 0.1 && aside <= ahead && far < least) [best, least] = [number, far];
    });
    return best;
  }
}
