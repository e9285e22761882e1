// Help in words beside the lights: what is on the screen that is up, and what the keys do there.

import { capital, coloured, renamed, side } from "./sides.js";
import { parts, said as inWords, t } from "../language/language.js";

export const SIGNS = { up: "▲", down: "▼", left: "◀", right: "▶", select: "●", back: "✕", undo: "↶", hint: "?" };
export const ROLES = { up: t("up"), down: t("down"), left: t("left"), right: t("right"), select: t("select"), back: t("back"), undo: t("undo"), hint: t("hint") };
const ARROWS = ["left", "up", "down", "right"];
const CHORD = /^back and undo together.*: (.*)$/; // a pointer cannot press two keys
const NAMES = { attract: t("Press any key to play"), sizes: t("Size"), seats: t("Who plays?"), sign: t("Something is wrong"), splash: "Glowgrid", through: t("A closer look") };

// Whether this is what the console says of a puzzle that was tried in vain.
export const hasFailed = (puzzle) => Boolean(puzzle?.endsWith("try again."));
// What is on a screen.
export const titleOf = ({ title, entry, screen }) => (title || entry ? inWords(title ?? entry) : NAMES[screen] ?? inWords(screen));

const made = (tag, words, of = {}) => Object.assign(document.createElement(tag), { textContent: words, ...of });

export class Help {
  levels = 8; // how many the engine has at most

  constructor(element) {
    this.element = element;
  }

  // said: what the console says, see worker/page_state.py.
  show(said) {
    const shown = [made("h2", capital(titleOf(said)))];
    if (said.faults?.length) shown.push(...said.faults.map((fault) => made("p", inWords(fault), { className: "fault" })));
    const failed = hasFailed(said.puzzle);
    if (said.puzzle) shown.push(made("p", inWords(said.puzzle), { className: `standing ${failed ? "failed" : ""}` }));
    if ("winner" in said && !(failed && !said.over)) shown.push(this.standing(said));
    if (said.seats) shown.push(this.seats(said.seats));
    const list = document.createElement("ul");
    list.append(...renamed(said.help, said.sides).split(/ {3,}/).map((words) => this.key(words)));
    shown.push(list);
    if (said.about) shown.push(this.about(said.about));
    if (said.sides) shown.push(this.legend(said.sides));
    this.element.replaceChildren(...shown);
  }

  // The console stopped, and why.
  fault(failed) {
    const what = t("Switch it off and on, or reload the page.");
    this.element.replaceChildren(made("h2", t("The console stopped")), made("p", `${capital(failed)}. ${what}`, { className: "fault" }));
  }

  // Who is to move, or how it ended.
  standing({ screen, winner, over, side: toMove, level }) {
    const line = made("p", "", { className: "standing" });
    if (screen === "first game" && !over) line.append(...parts("You are {0}.", side(1)), " ");
    if (over && !winner) line.append(t("A draw."));
    else if (over) line.append(...parts("{0} has won.", side(winner)));
    else if (level) line.append(...parts("{0} (level {1}) is thinking.", side(toMove), level));
    else line.append(...parts("{0} is to move.", side(toMove)));
    return line;
  }

  seats(seats) {
    const line = made("p", "", { className: "standing" });
    seats.forEach((seat, at) => {
      const who = seat === 0 ? t("a person") : seat > this.levels ? t("the engine, at your level") : t("the engine, level {0}", seat);
      line.append(side(at + 1), `: ${who}${at < seats.length - 1 ? ". " : "."}`);
    });
    return line;
  }

  // What a game is, with the colours of the sides that it names by number.
  about(text) {
    const line = made("p", "", { className: "about" });
    line.append(...coloured(inWords(text)));
    return line;
  }

  // How lights show the sides that lack their colours.
  legend(sides) {
    const line = made("p", "", { className: "about" });
    const names = sides.slice(1).map((name) => inWords(name));
    line.append(...parts("On these lights {0} is {1} and steady, {2} is {3} and winks once in two seconds, {4} is {5} and winks twice.", side(1), names[0], side(2), names[1], side(3), names[2]), " ");
    line.append(t("The last stone is on for a second, dark for a second. The cursor blinks, free points are dark. Of the coach, one short flash loses, two draw, four win."));
    return line;
  }

  // "left, right: choose" as an entry of the list, with the signs of those keys.
  key(words) {
    const entry = document.createElement("li");
    const chord = CHORD.exec(words);
    if (chord) {
      const button = made("kbd", `${SIGNS.back} ${t("Pause")}`);
      entry.append(...parts("{0} or {1} {2}", made("kbd", "Esc"), button, inWords(chord[1])));
      return entry;
    }
    const colon = words.indexOf(": ");
    const roles = words.slice(0, colon).split(", ").flatMap((role) => (role === "arrows" ? ARROWS : [role]));
    if (colon < 0 || !roles.every((role) => role in SIGNS)) {
      entry.append(capital(inWords(words)));
      return entry;
    }
    const does = inWords(words.slice(colon + 2));
    entry.append(...roles.map((role) => made("kbd", SIGNS[role], { ariaLabel: ROLES[role] })), ` ${does}`);
    return entry;
  }
}
