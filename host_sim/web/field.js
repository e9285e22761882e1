// The field of a match as people know it, beside the lights: points that can be pressed, and in words what goes on.
//
//   const field = new Field(element, { press, release, go });
//   field.show(state); // as host_sim/web/field_state.py makes it
//
// press(point), release(point): the number of the point whose key goes down and up. go(ply): somebody wants to see the
// position after so many moves; all of them: the match again. A state with `looking`, a number, is that of the match after so
// many of its moves. The element has a size of its own; the field fills it, upright or lying.

const SVG = "http://www.w3.org/2000/svg";
const SIDES = ["", "orange", "blue", "green"]; // by number, as the palette has them
const PALETTES = ["everybody", "red-green", "vivid"]; // by number, as console/palettes.py has them
const SIGNS = { wins: "+", draws: "=", loses: "−", good: "?", even: "?", poor: "?" };
const LEGEND = [[["wins"], "wins"], [["draws"], "draws"], [["loses"], "loses"], [["good", "even", "poor"], "an estimate"]];
const WON_BY = { line: "a line", edges: "joining edges", bridge: "a bridge", fork: "a fork", ring: "a ring" };
const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
const ROOT_3 = Math.sqrt(3);
const NEIGHBOUR = 1.1; // points that are at most so far apart are beside each other
const CORNERS = [[0, -1], [0.5, -0.5], [0.5, 0.5], [0, 1], [-0.5, 0.5], [-0.5, -0.5]].map(([x, y]) => [x, y / ROOT_3]);

const said = ({ name, tried }) => (tried ? `${name} taken` : name);
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
const html = (tag, className, text = "") => Object.assign(document.createElement(tag), { className, textContent: text });

function svg(tag, of = {}, ...inside) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(of)) made.setAttribute(name, value);
  made.append(...inside);
  return made;
}

const written = (text, of) => Object.assign(svg("text", of), { textContent: text });

export class Field {
  constructor(element, { press, release, go = () => {} }) {
    Object.assign(this, { element, press, release, go, buttons: [], down: null, at: 0, drawn: "" });
    element.classList.add("field");
    this.board = svg("svg", { class: "field-board", role: "group" });
    this.title = html("h2", "field-title");
    this.goal = html("p", "field-goal");
    this.says = html("div", "field-says");
    this.says.setAttribute("aria-live", "polite");
    this.lines = Object.fromEntries(["puzzle", "turn", "last", "refusal", "hint", "coach"].map((name) => [name, html("p", `field-${name}`)]));
    this.says.append(...Object.values(this.lines));
    this.numbers = html("button", "field-numbers", "Move numbers");
    this.numbers.type = "button";
    this.numbers.setAttribute("aria-pressed", "false");
    this.numbers.addEventListener("click", () => this.showNumbers(!element.classList.contains("numbered")));
    this.back = html("button", "field-back", "Back to the match");
    this.back.type = "button";
    this.back.addEventListener("click", () => {
      this.focus(this.at); // the button goes
      this.go(this.state.moves.length);
    });
    this.moves = html("ol", "field-moves");
    this.moves.setAttribute("aria-label", "Moves");
    const words = html("div", "field-words");
    this.legend = html("p", "field-legend");
    words.append(this.title, this.goal, this.says, this.back, this.legend, this.moves, this.numbers);
    const inside = html("div", "field-inside");
    inside.append(this.board, words);
    element.replaceChildren(inside);
    this.listen();
  }

  show(state) {
    this.state = state;
    const field = JSON.stringify([state.game, state.size, state.points.map(({ name, x, y }) => [name, x, y])]);
    if (field !== this.drawn) this.draw(state);
    this.drawn = field;
    this.element.dataset.palette = PALETTES[state.palette ?? 0];
    this.element.dataset.toMove = state.over ? "" : SIDES[state.to_move];
    this.board.setAttribute("aria-label", `Field of ${state.title}`);
    state.points.forEach((point, number) => this.showPoint(point, number));
    this.showWon(state);
    this.say(state);
  }

  showNumbers(on) {
    this.element.classList.toggle("numbered", on);
    this.numbers.setAttribute("aria-pressed", String(on));
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
      this.ring,
    );
    this.rove(this.at);
    this.corners = new Set(edges.filter(({ corner }) => corner).flatMap((edge) => edge.points));
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

  showPoint(point, number) {
    const button = this.buttons[number];
    const look = JSON.stringify(point) + this.state.swap + this.state.to_move;
    if (button.dataset.look === look) return;
    button.dataset.look = look;
    button.setAttribute("aria-label", this.named(point));
    const { x, y } = this.places[number];
    const inside = [this.cell(x, y, this.corners.has(number))];
    if (point.side) inside.push(...this.stone(point, x, y));
    else if (this.shape === "dot") inside.push(svg("circle", { class: "field-free", cx: x, cy: y, r: 0.07 }));
    if (point.mark && !point.side) inside.push(this.mark(point, x, y));
    if (point.hint) inside.push(svg("circle", { class: "field-ring hint", cx: x, cy: y, r: 0.43 }));
    button.replaceChildren(...inside);
  }

  named({ name, side, last, win, mark, plies, percent, number, hint }) {
    if (side) {
      const words = [name, `${SIDES[side]} stone`];
      if (number) words.push(`move ${number}`);
      if (last) words.push("last move");
      if (win) words.push("wins");
      if (last && this.state.swap) words.push("press to take it over");
      return words.join(", ");
    }
    const words = [name, "empty"];
    if (percent !== undefined) words.push(`${mark}, about ${percent} of 100`);
    else if (mark) words.push(plies && mark !== "draws" ? `${mark} in ${plies}` : mark);
    if (hint) words.push("hint");
    return words.join(", ");
  }

  cell(x, y, corner) {
    const kind = { class: corner ? "field-cell corner" : "field-cell" };
    if (this.shape === "dot") return svg("circle", { ...kind, cx: x, cy: y, r: 0.42 });
    if (this.shape === "square") return svg("rect", { ...kind, x: x - 0.5, y: y - 0.5, width: 1, height: 1 });
    return svg("polygon", { ...kind, points: CORNERS.map(([dx, dy]) => `${x + dx},${y + dy}`).join(" ") });
  }

  // Sides differ in shape too: a full stone, one with a hole, one with a triangle.
  stone({ side, last, win, number }, x, y) {
    const made = [svg("circle", { class: `field-stone ${SIDES[side]}`, cx: x, cy: y, r: 0.38 })];
    if (side === 2) made.push(svg("circle", { class: "field-shape", cx: x, cy: y, r: 0.13 }));
    const triangle = `${x},${y - 0.17} ${x + 0.16},${y + 0.11} ${x - 0.16},${y + 0.11}`;
    if (side === 3) made.push(svg("polygon", { class: "field-shape", points: triangle }));
    if (win) made.push(svg("circle", { class: "field-ring win", cx: x, cy: y, r: 0.41 }));
    if (last) made.push(svg("circle", { class: "field-ring last", cx: x, cy: y, r: 0.29 }));
    if (number) made.push(written(number, { class: `field-number ${SIDES[side]}`, x, y }));
    return made;
  }

  mark(point, x, y) {
    return written(this.signOf(point), { class: `field-mark ${point.mark}`, x, y });
  }

  signOf({ mark, plies, percent }) {
    return SIGNS[mark] + (percent ?? (mark === "draws" ? "" : plies ?? ""));
  }

  // Lines that won are drawn; so are the steps within a group that won.
  showWon({ won, winner, points }) {
    const lines = won.map((line) => svg("polyline", { points: this.way(line) }));
    points.forEach(({ win }, number) => {
      if (!win || won.length) return;
      const joined = this.beside[number].filter((other) => other > number && points[other].win);
      lines.push(...joined.map((other) => svg("polyline", { points: this.way([number, other]) })));
    });
    this.won.setAttribute("class", `field-won ${SIDES[winner]}`);
    this.won.replaceChildren(...lines);
  }

  // Words ----------------------------------------------------------------------------------------------------------

  say(state) {
    this.title.textContent = state.title;
    this.goal.replaceChildren(...this.goals(state));
    this.write("puzzle", ...(state.puzzle ? [state.puzzle] : []));
    this.write("turn", ...this.turn(state));
    const known = state.looking ?? state.moves.length;
    const last = state.moves[known - 1];
    this.write("last", ...(last ? [`Move ${known}: `, this.side(last.side), ` ${said(last)}`] : []));
    this.write("refusal", ...(state.refusal ? [`Not possible: ${state.refusal}.`] : []));
    const { hint } = state;
    this.write("hint", ...(hint ? [hint.move ? `Hint: ${hint.move} ${hint.says}.` : `Hint: ${hint.says}.`] : []));
    const swap = state.swap_says ? ` Swap: ${state.swap_says}.` : "";
    this.write("coach", ...(state.coach ? [`Coach: ${state.coach}.${swap}`] : []));
    this.legend.textContent = this.legendOf(state.points);
    this.legend.hidden = !this.legend.textContent;
    this.back.hidden = state.looking === undefined;
    this.listMoves(state.moves);
    [...this.moves.children].forEach((entry, at) => entry.firstChild.setAttribute("aria-current", at + 1 === state.looking ? "step" : "false"));
  }

  // What the marks that are shown mean, by the first of each kind with a number: "+3 wins in 3 moves (all sides')".
  legendOf(points) {
    const free = points.filter(({ mark, side }) => mark && !side);
    const texts = LEGEND.flatMap(([kinds, means]) => {
      const shown = free.filter(({ mark }) => kinds.includes(mark));
      if (!shown.length) return [];
      const example = shown.find((point) => this.signOf(point).length > 1);
      const plain = shown.some((point) => this.signOf(point).length === 1) && `${this.signOf({ mark: kinds[0] })} ${means}`;
      if (!example) return [plain];
      const { plies, percent } = example;
      const counted = percent === undefined ? `in ${plies} ${plies === 1 ? "move" : "moves (all sides')"}` : `of ${percent} in 100`;
      return [`${plain ? `${plain}, ` : ""}${this.signOf(example)} ${plain ? "" : `${means} `}${counted}`];
    });
    return texts.join("   ");
  }

  // Set a line if it says something else: what is set is read out.
  write(name, ...parts) {
    const line = this.lines[name];
    const text = parts.map((part) => part.textContent ?? part).join("");
    if (line.textContent !== text) line.replaceChildren(...parts);
    line.hidden = !text;
  }

  goals({ goal, about }) {
    if (!goal.some(Boolean)) return this.coloured(about);
    const same = new Set(goal).size === 1;
    const after = (text, at) => (at === goal.length - 1 ? `: ${text}` : same ? ", " : `: ${text}. `);
    return goal.flatMap((text, at) => [this.side(at + 1), after(text, at)]);
  }

  turn({ over, winner, win_type, to_move, thinking, seats, swap, looking, moves }) {
    if (looking !== undefined) return [`Looking at move ${looking} of ${moves.length}.`];
    if (over && !winner) return ["A draw."];
    if (over) return [this.side(winner), ` has won${win_type ? ` by ${WON_BY[win_type] ?? win_type}` : ""}.`];
    const level = seats[to_move - 1] ? ` (level ${seats[to_move - 1]})` : "";
    const you = seats.filter((seat) => !seat).length === 1 ? ["You are ", this.side(seats.indexOf(0) + 1), ". "] : [];
    if (thinking) return [...you, this.side(to_move), `${level} is thinking.`];
    return [...you, this.side(to_move), `${level} is to move${swap ? ", or takes the first stone over: press it" : ""}.`];
  }

  // A text with the colours of the sides that it names by number.
  coloured(text) {
    return text.split(/\bside ([123])\b/i).map((part, at) => (at % 2 ? this.side(Number(part)) : part));
  }

  side(number) {
    return html("span", `field-side ${SIDES[number]}`, capital(SIDES[number]));
  }

  listMoves(moves) {
    const known = this.moves.children.length;
    const same = (entry, at) => moves[at] && entry.dataset.move === `${moves[at].side} ${moves[at].name}`;
    const kept = [...this.moves.children].findIndex((entry, at) => !same(entry, at));
    while (kept >= 0 && this.moves.children.length > kept) this.moves.lastChild.remove();
    for (let at = this.moves.children.length; at < moves.length; at++) {
      const { side, name } = moves[at];
      const button = html("button", SIDES[side], `${at + 1} ${said(moves[at])}`);
      button.type = "button";
      button.setAttribute("aria-label", `Move ${at + 1}, ${SIDES[side]} ${said(moves[at])}: show the position after it`);
      button.addEventListener("click", () => this.go(at + 1));
      const entry = html("li", "");
      entry.dataset.move = `${side} ${name}`;
      entry.append(button);
      this.moves.append(entry);
    }
    if (this.moves.children.length !== known) this.moves.scrollTo({ top: this.moves.scrollHeight, left: this.moves.scrollWidth });
  }

  // Keys and fingers -----------------------------------------------------------------------------------------------

  listen() {
    const { board } = this;
    const number = ({ target }) => this.buttons.indexOf(target.closest(".field-point"));
    board.addEventListener("pointerdown", (event) => {
      if (event.button || number(event) < 0) return;
      board.setPointerCapture(event.pointerId);
      this.focus(number(event));
      this.hold(number(event));
    });
    board.addEventListener("contextmenu", (event) => event.preventDefault()); // a finger that stays down would open it
    for (const end of ["pointerup", "pointercancel"]) board.addEventListener(end, () => this.letGo());
    board.addEventListener("keydown", (event) => this.type(event));
    board.addEventListener("keyup", ({ key }) => (key === "Enter" || key === " ") && this.letGo());
    board.addEventListener("focusout", () => this.letGo());
    board.addEventListener("focusin", (event) => number(event) >= 0 && this.rove(number(event)));
  }

  type(event) {
    const { key, repeat } = event;
    if (event.ctrlKey || event.altKey || event.metaKey || (!(key in ARROWS) && key !== "Enter" && key !== " ")) return;
    event.preventDefault();
    event.stopPropagation(); // the page's own keys are for the lights
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
