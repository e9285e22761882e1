// Puzzles, a place of their own: all of them by game and by length, those that are solved with a sign; each is a link.
// It opens at #puzzles, in the place of the field. Beside the field of a puzzle: show why, next, all of them.
//
//   const puzzles = new Puzzles({ view, showGame });
//   puzzles.follow(oldURL)   the address has changed; returns whether that is all there is to do
//   puzzles.close()          the field again

import { listen, now, tell } from "../console/console.js";
import { Field } from "../field/field.js";
import { html, sideName, SIDES } from "../field/sides.js";
import { said, t } from "../language/language.js";

const HERE = "#puzzles";
const NEAR = "200px"; // so far below the window a field is drawn already
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const $ = (id) => document.getElementById(id);

export class Puzzles {
  constructor({ view, showGame }) {
    Object.assign(this, { element: $("puzzles"), view, showGame, from: null, known: "", games: [] });
    $("why").onclick = () => tell("why");
    $("view").addEventListener("click", () => this.close());
    listen("why", (line) => view.explained(line));
    listen("puzzles", (games) => this.show(games));
    listen("games", () => this.isOpen() && tell("puzzles"));
    listen("position", (position) => this.name(position));
    addEventListener("keydown", (event) => this.type(event), true); // before the keys of the handheld hear it
    this.watch = new IntersectionObserver((seen) => seen.forEach((each) => each.isIntersecting && this.draw(each.target)), { rootMargin: NEAR });
  }

  isOpen() {
    return document.body.classList.contains("listing");
  }

  follow(oldURL) {
    const was = this.isOpen();
    if (location.hash === HERE) this.open(oldURL && new URL(oldURL).hash);
    else this.close();
    return location.hash === HERE || (was && location.hash === this.from);
  }

  // from: the address of what is played.
  open(from) {
    this.from = from === HERE ? "" : from;
    this.set(true);
    tell("puzzles");
    scrollTo(0, 0);
    this.land();
  }

  close() {
    if (!this.isOpen()) return;
    this.set(false);
    if (location.hash === HERE) history.replaceState(null, "", this.from || location.pathname + location.search);
  }

  set(on) {
    document.body.classList.toggle("listing", on);
    this.element.hidden = !on;
    $("to-puzzles").ariaCurrent = on ? "page" : "false";
  }

  // The puzzle that is played is in the address, and what can be done with it beside the field.
  name(position) {
    const { puzzle_of: puzzle, has_why, over, winner, seats, moves } = position ?? {};
    $("all").hidden = !puzzle;
    $("why").hidden = !has_why;
    const solved = over && winner && !seats[winner - 1];
    $("puzzle").classList.toggle("solved", Boolean(solved));
    $("why").textContent = solved || (puzzle?.solved && !moves.length) ? t("Show the line") : t("Show why");
    if (this.isOpen() || !position) return;
    const hash = puzzle ? `#puzzle=${puzzle.name}` : location.pathname + location.search;
    if (puzzle ? location.hash !== hash && !location.hash.includes("&") : /^#puzzle=[^&]*-\d+$/.test(location.hash)) history.replaceState(null, "", hash);
  }

  // The list -------------------------------------------------------------------------------------------------------

  show(games) {
    const known = JSON.stringify(games);
    if (known === this.known || !games.length) return; // none before the console has found its games
    Object.assign(this, { known, games });
    this.watch.disconnect();
    this.fields = new Map(); // of a game and size: what draws it
    const all = games.flatMap(({ puzzles }) => puzzles);
    const title = Object.assign(html("h2", "", t("Puzzles")), { id: "puzzles-title", tabIndex: -1 });
    const back = Object.assign(html("button", "", t("Back to the field")), { type: "button", onclick: () => this.leave() });
    const head = html("div", "puzzles-head");
    head.append(title, back, html("p", "puzzles-count", t("{0} solved. You are the side to move, in the colour below each.", solvedOf(all))));
    const jumps = Object.assign(html("div", "buttons"), { role: "group", ariaLabel: t("Games") });
    const parts = games.map((game) => this.game(game));
    jumps.append(...games.map((game, at) => this.jump(game, parts[at])));
    this.element.replaceChildren(head, jumps, ...parts);
    if (this.isOpen()) this.land();
  }

  // The keyboard begins at the puzzle that was played, else at the game on the field, else at the title.
  land() {
    const link = [...this.element.querySelectorAll(".puzzles-one")].find((each) => each.hash === this.from);
    if (link) return this.focus(link);
    const on = (this.view.match ?? this.view.empty)?.game;
    const part = this.games.findIndex(({ name }) => name === on);
    if (part > 0) goTo(this.element.querySelectorAll(".puzzles-game")[part]);
    else this.element.querySelector("h2")?.focus();
  }

  leave() {
    this.close();
    this.showGame();
  }

  jump({ title }, part) {
    return Object.assign(html("button", "", said(title)), { type: "button", onclick: () => goTo(part) });
  }

  game(game) {
    const part = html("section", "puzzles-game");
    part.ariaLabel = said(game.title);
    const heading = html("h3", "", said(game.title));
    heading.append(html("small", "", ` ${solvedOf(game.puzzles)}`));
    part.append(heading);
    for (const length of [...new Set(game.puzzles.map(({ wins_in: moves }) => moves))].sort((one, other) => one - other)) {
      const list = Object.assign(html("ol", "puzzles-list"), { ariaLabel: t("{0}, win in {1}", said(game.title), length) });
      const these = game.puzzles.filter(({ wins_in: moves }) => moves === length);
      const links = these.map((puzzle) => this.link(game, puzzle));
      const first = these.findIndex(({ solved }) => !solved);
      links[Math.max(first, 0)].tabIndex = 0;
      list.append(...links.map((link) => wrap("li", link)));
      part.append(html("h4", "", t("Win in {0}", length)), list);
    }
    return part;
  }

  link(game, puzzle) {
    const { number, size, wins_in: moves, solved, to_move: side } = puzzle;
    const link = Object.assign(html("a", `puzzles-one ${SIDES[side]}`), { href: `#puzzle=${game.name}-${number}`, tabIndex: -1 });
    link.classList.toggle("solved", solved);
    const words = t("{0}, puzzle {1}, win in {2}, {3} to move", said(size), number, moves, sideName(side));
    link.ariaLabel = solved ? `${words}, ${t("solved")}` : words;
    link.title = said(size);
    link.append(html("span", "field"), html("span", "puzzles-number", solved ? `${number} ✓` : number));
    Object.assign(link, { puzzle, game });
    this.watch.observe(link);
    return link;
  }

  // A puzzle is seen for the first time: draw its field.
  draw(link) {
    this.watch.unobserve(link);
    const { game, puzzle } = link;
    const state = game.fields[puzzle.size];
    const name = `${game.name} ${puzzle.size}`;
    if (!this.fields.has(name)) this.fields.set(name, new Field({ press() {}, release() {} }));
    const field = this.fields.get(name);
    const points = state.points.map((point, at) => (Number(puzzle.cells[at]) ? { ...point, side: Number(puzzle.cells[at]) } : point));
    field.show({ ...state, points, palette: now.position?.palette });
    const picture = field.board.cloneNode(true);
    picture.querySelectorAll("text, .field-focus").forEach((each) => each.remove());
    for (const each of [picture, ...picture.querySelectorAll("[role]")]) {
      for (const name of ["role", "tabindex", "aria-label", "data-look"]) each.removeAttribute(name);
    }
    const [across, down] = ["x", "y"].map((axis) => field.places.map((place) => place[axis])); // labels take no room
    const [left, top] = [Math.min(...across) - 0.8, Math.min(...down) - 0.8];
    picture.setAttribute("viewBox", [left, top, Math.max(...across) + 0.8 - left, Math.max(...down) + 0.8 - top].join(" "));
    picture.setAttribute("class", "puzzles-field");
    picture.setAttribute("aria-hidden", "true");
    link.firstChild.replaceChildren(picture);
  }

  // Keys --------------------------------------------------------------------------------------------------------------

  // While the list is up, no key is the console's: arrows lead from puzzle to puzzle, Escape back to the field.
  type(event) {
    const { key, target } = event;
    if (!this.isOpen() || event.ctrlKey || event.altKey || event.metaKey || target.closest?.("header")) return;
    if (key === "n" || key === "Tab") return;
    event.stopPropagation();
    if (key === "Escape") return this.leave();
    if (!(key in STEPS) || !target.matches?.(".puzzles-one")) return;
    event.preventDefault();
    this.focus(nearest([...this.element.querySelectorAll(".puzzles-one")], target, STEPS[key]));
  }

  focus(link) {
    link.closest("ol").querySelector("[tabindex='0']").tabIndex = -1;
    link.tabIndex = 0;
    link.focus();
  }
}

// The link to the left or right in the order of the list, or above or below as it is drawn; itself where there is none.
function nearest(links, from, [right, down]) {
  if (right) return links[links.indexOf(from) + right] ?? from;
  const place = (link) => link.getBoundingClientRect();
  const [here, others] = [place(from), links.map((link) => [link, place(link)])];
  const ahead = others.filter(([, { top }]) => (top - here.top) * down > 1);
  const row = (down > 0 ? Math.min : Math.max)(...ahead.map(([, { top }]) => top));
  const beside = ahead.filter(([, { top }]) => Math.abs(top - row) < 1);
  beside.sort(([, one], [, other]) => Math.abs(one.left - here.left) - Math.abs(other.left - here.left));
  return beside[0]?.[0] ?? from;
}

function goTo(part) {
  part.scrollIntoView();
  part.querySelector("a[tabindex='0']").focus({ preventScroll: true });
}

const solvedOf = (puzzles) => t("{0} of {1}", puzzles.filter(({ solved }) => solved).length, puzzles.length);
const wrap = (tag, inside) => {
  const outside = html(tag, "");
  outside.append(inside);
  return outside;
};
