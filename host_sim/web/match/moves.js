// The moves of a match: a list with numbers and sides, and a slider; each leads to the position after it.
//
//   const moves = new Moves({ go, number });
//   parent.append(moves.element);
//   moves.show(state);
//
// go(plies): somebody wants to see the position after so many moves; all of them: the match again. number(on): whether the
// stones show the numbers of their moves. A state with `looking` is that of the match after so many of its moves; with `given`
// it says what each move gave away, or "".

import { html, moveName, sideName, SIDES } from "../field/sides.js";
import { said, t } from "../language/language.js";

export class Moves {
  constructor({ go, number }) {
    Object.assign(this, { go, count: 0, at: 0 });
    this.element = html("div", "field-game");
    this.list = html("ol", "field-moves");
    this.list.setAttribute("aria-label", t("Moves"));
    this.slider = Object.assign(html("input", "field-slider"), { type: "range", min: 0, ariaLabel: t("Moves shown") });
    this.slider.oninput = () => this.look(Number(this.slider.value));
    this.before = this.button("field-step", "‹", t("One move back"), () => this.look(this.at - 1));
    this.after = this.button("field-step", "›", t("One move on"), () => this.look(this.at + 1));
    this.back = this.button("field-back", t("Back to the match"), "", () => this.go(Infinity));
    this.numbers = this.button("field-numbers", t("Move numbers"), "", () => number(!this.numbered()));
    this.numbers.setAttribute("aria-pressed", "false");
    this.course = html("div", "field-course");
    this.course.append(this.slider);
    const steps = html("div", "field-steps");
    steps.append(this.before, this.course, this.after, this.back, this.numbers);
    this.element.append(steps, this.list);
  }

  numbered() {
    return this.numbers.getAttribute("aria-pressed") === "true";
  }

  button(className, text, label, act) {
    const button = Object.assign(html("button", className, text), { type: "button", onclick: act });
    if (label) button.ariaLabel = label;
    return button;
  }

  look(plies) {
    if (plies >= 0 && plies <= this.count) this.go(plies);
  }

  show({ moves, looking, why, given = [], backTo = t("Back to the match") }) {
    this.count = moves.length;
    this.at = looking ?? moves.length;
    this.list_(moves);
    this.slider.max = moves.length;
    this.slider.value = this.at;
    this.slider.setAttribute("aria-valuetext", t("{0} of {1}", this.at, moves.length));
    this.before.disabled = this.at <= 0;
    this.after.disabled = this.at >= moves.length;
    this.back.hidden = looking === undefined;
    this.back.textContent = backTo;
    this.numbers.hidden = why !== undefined; // they are shown then
    this.element.hidden = !moves.length;
    [...this.list.children].forEach((entry, at) => {
      const current = at + 1 === looking;
      entry.firstChild.setAttribute("aria-current", current ? "step" : "false");
      entry.firstChild.classList.toggle("gave", Boolean(given[at]));
      entry.firstChild.title = given[at] ? t("It gave away {0}", said(given[at])) : "";
      if (current) bringInto(this.list, entry);
    });
  }

  list_(moves) {
    const known = this.list.children.length;
    const same = (entry, at) => moves[at] && entry.dataset.move === `${moves[at].side} ${moves[at].name}`;
    const kept = [...this.list.children].findIndex((entry, at) => !same(entry, at));
    while (kept >= 0 && this.list.children.length > kept) this.list.lastChild.remove();
    for (let at = this.list.children.length; at < moves.length; at++) {
      const { side, name } = moves[at];
      const words = moveName(moves[at]);
      const label = t("Move {0} {1}, {2}: show the position after it", at + 1, words, sideName(side));
      const entry = html("li", "");
      entry.dataset.move = `${side} ${name}`;
      entry.append(this.button(SIDES[side], `${at + 1} ${words}`, label, () => this.look(at + 1)));
      this.list.append(entry);
    }
    if (this.list.children.length !== known) this.list.scrollTo({ top: this.list.scrollHeight, left: this.list.scrollWidth });
  }
}

// Scroll a list, and nothing around it, until an entry of it is seen.
export function bringInto(list, entry) {
  const [around, place] = [list, entry].map((each) => each.getBoundingClientRect());
  const beyond = (low, high) => Math.min(0, place[low] - around[low]) + Math.max(0, place[high] - around[high]);
  list.scrollBy(beyond("left", "right"), beyond("top", "bottom"));
}
