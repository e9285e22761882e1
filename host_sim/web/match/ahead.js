// Who was ahead over a match that is over: a bar with a column for each position, and the move that gave it away.
//
//   const ahead = new Ahead({ judge, mayJudge, go, changed });
//   parent.append(ahead.bar);
//   ahead.show(match);       // as field_state.py makes it, or null; it is looked at once it is over
//   ahead.added(state);      // the state of a position of it, with what is known of its moves
//   ahead.turning            // the move that gave it away, as ahead.py has it; null: none did; undefined: not known yet
//
// mayJudge(): whether matches are looked at now. judge(match, hear): looks at the positions (console.js) and returns what ends it. go(plies): somebody wants to see the
// position after so many moves. changed(plies): something is known of it; without plies: of the match.

import { svg } from "../field/field.js";
import { coloured, moveName, side, sideName, SIDES } from "../field/sides.js";
import { parts, said as inWords, t } from "../language/language.js";

const CERTAIN = ["the win", "the draw"]; // that a move may give away; else by an estimate

const EVEN = 6; // percent of the height: so far from the middle reaches a position where no side is ahead

export class Ahead {
  constructor({ judge, mayJudge, go, changed }) {
    Object.assign(this, { judge, mayJudge, changed, match: null, found: [], turning: undefined, stop: null, known: "null" });
    this.bar = svg("svg", { class: "field-ahead", preserveAspectRatio: "none", role: "img" });
    this.bar.addEventListener("click", (event) => go(this.under(event)));
    this.draw();
  }

  show(match) {
    const over = isJudged(match) && this.mayJudge() ? match : null;
    const known = JSON.stringify(over && [over.game, over.size, over.stones, over.moves]);
    if (known === this.known) return;
    this.stop?.();
    Object.assign(this, { known, match: over, found: [], turning: undefined });
    this.stop = over && this.judge(over, (found) => this.hear(found));
    this.draw();
  }

  hear(found) {
    if (!found || "turning" in found) this.stop();
    if (!found) this.match = null;
    else if ("turning" in found) this.turning = found.turning;
    else this.found[found.plies] = found;
    this.draw();
    this.changed(found?.plies);
  }

  draw() {
    const { match, found } = this;
    this.bar.toggleAttribute("hidden", !match);
    if (!match) return;
    const count = match.moves.length;
    this.bar.setAttribute("viewBox", `-0.5 0 ${count + 1} 100`);
    const columns = Array.from({ length: count + 1 }, (_, plies) => this.column(plies, match.sides));
    const line = svg("rect", { class: "field-ahead-line", x: -0.5, y: match.sides > 2 ? 98 : 49, width: count + 1, height: 2 });
    this.bar.replaceChildren(line, ...columns.flat());
    const known = found.filter(Boolean).length;
    const all = t("Who was ahead after each move");
    this.bar.setAttribute("aria-label", known > count ? all : `${all}; ${t("{0} of {1} positions looked at", known, count + 1)}`);
  }

  // From the middle up for the first of two sides, and down for the second; of three sides, from the bottom.
  column(plies, sides) {
    const all = { x: plies - 0.5, y: 0, width: 1, height: 100 };
    const found = this.found[plies];
    const area = svg("rect", { class: "field-ahead-area", ...all });
    if (!found) return [area];
    const { ahead, percent, proven } = found;
    area.append(Object.assign(svg("title"), { textContent: t("After move {0}: {1}", plies, said(found)) }));
    const even = sides > 2 ? 100 : 50;
    const [from, to] = !ahead ? [even - EVEN, sides > 2 ? 100 : 50 + EVEN] : [even, sides > 2 || ahead === 1 ? 100 - percent : percent];
    const place = { x: plies - 0.42, y: Math.min(from, to), width: 0.84, height: Math.abs(to - from) };
    const kind = `${SIDES[ahead] || "even"} ${proven ? "proven" : "guess"}`;
    const made = [area, svg("rect", { class: `field-ahead-column ${kind}`, ...place })];
    if (this.turning?.plies === plies - 1) made.push(svg("rect", { class: "field-ahead-turn", ...all }));
    return made;
  }

  under({ clientX }) {
    const { left, width } = this.bar.getBoundingClientRect();
    const count = this.match.moves.length + 1;
    return Math.min(Math.max(Math.floor(((clientX - left) / width) * count), 0), count - 1);
  }

  // What is known: `turned`, words; `given`, by move what it gave away; and of an earlier position what its moves lead to.
  added(state) {
    if (!this.match) return state;
    const given = this.found.map((found) => found?.given ?? "");
    if (state.looking === undefined) return { ...state, given, turned: this.turned() };
    const { marks = {}, coach = "", swap_says, move } = this.found[state.looking] ?? {};
    const next = state.moves[state.looking];
    const points = state.points.map((point, at) => ({ ...point, ...marks[at], next: point.name === next?.name && next.side }));
    const turned = move ? parts("Next, {0} {1}: {2}", side(next.side), moveName(next), coloured(inWords(move.endsWith(".") ? move : `${move}.`))) : [];
    return { ...state, points, coach, swap_says, given, turned };
  }

  turned() {
    const { turning, match, found } = this;
    if (turning === undefined) return [t("Looking back at the moves …")];
    if (turning) {
      const { plies, name, given } = turning;
      const certain = CERTAIN.find((each) => given.startsWith(each)); // or as published
      const move = [side(turning.side), ` ${t(name)}`];
      if (!certain) return parts("Move {0}, {1}, gave most away: {2}, by an estimate.", plies + 1, move, inWords(given));
      const after = given.slice(certain.length).trim();
      return parts("Move {0}, {1}, gave {2} away{3}.", plies + 1, move, inWords(certain), after && ` ${inWords(after)}`);
    }
    if (!match.winner) return [t("No move gave anything away.")];
    const start = found[0];
    const lost = (start?.proven || start?.published) && start.ahead === match.winner;
    if (!lost) return [t("No single move gave it away.")];
    const why = (start.swaps ? ` (${t("for it may take the first stone over")})` : "") + (start.published ? ` ${t("as published")}` : "");
    return parts("{0} wins from the start by best play{1}: no move gave it away.", side(match.winner), why);
  }
}

function said({ ahead, percent, proven, published }) {
  if (!ahead) return proven ? t("a draw") : t("no side is ahead");
  if (published) return t("{0} wins as published", sideName(ahead));
  return proven ? t("{0} wins", sideName(ahead)) : t("{0} is ahead, about {1} of 100 games", sideName(ahead), percent);
}

// Whether to look at a match: it is over, and no puzzle or proof, where one tries again.
const isJudged = (match) => Boolean(match?.over && match.moves.length && !match.puzzle && !match.explains);
