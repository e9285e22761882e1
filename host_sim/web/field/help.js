// Help in words beside the lights: what is on the screen that is up, and what the keys do there.

import { capital, coloured, renamed, side } from "./sides.js";

export const SIGNS = { up: "▲", down: "▼", left: "◀", right: "▶", select: "●", back: "✕", undo: "↶", hint: "?" };
const ARROWS = ["left", "up", "down", "right"];
const CHORD = /^back and undo together.*: (.*)$/; // a pointer cannot press two keys
const NAMES = { attract: "Press any key to play", sizes: "Size", seats: "Who plays?", sign: "Something is wrong", splash: "Glowgrid", through: "A closer look" };

// Whether this is what the console says of a puzzle that was tried in vain.
export const hasFailed = (puzzle) => Boolean(puzzle?.endsWith("try again."));
const made = (tag, words, of = {}) => Object.assign(document.createElement(tag), { textContent: words, ...of });

export class Help {
  levels = 8; // how many the engine has at most

  constructor(element) {
    this.element = element;
  }

  // said: what the console says, see worker/page_state.py.
  show(said) {
    const title = said.title ?? said.entry ?? NAMES[said.screen] ?? said.screen;
    const parts = [made("h2", capital(title))];
    if (said.faults?.length) parts.push(...said.faults.map((fault) => made("p", fault, { className: "fault" })));
    const failed = hasFailed(said.puzzle);
    if (said.puzzle) parts.push(made("p", said.puzzle, { className: `standing ${failed ? "failed" : ""}` }));
    if ("winner" in said && !(failed && !said.over)) parts.push(this.standing(said));
    if (said.seats) parts.push(this.seats(said.seats));
    const list = document.createElement("ul");
    list.append(...renamed(said.help, said.sides).split(/ {3,}/).map((words) => this.key(words)));
    parts.push(list);
    if (said.about) parts.push(this.about(said.about));
    if (said.sides) parts.push(this.legend(said.sides));
    this.element.replaceChildren(...parts);
  }

  // The console stopped, and why.
  fault(failed) {
    const what = "Switch it off and on, or reload the page.";
    this.element.replaceChildren(made("h2", "The console stopped"), made("p", `${capital(failed)}. ${what}`, { className: "fault" }));
  }

  // Who is to move, or how it ended.
  standing({ screen, winner, over, side: toMove, level }) {
    const line = made("p", "", { className: "standing" });
    if (screen === "first game" && !over) line.append("You are ", side(1), ". ");
    if (over && !winner) line.append("A draw.");
    else if (over) line.append(side(winner), " has won.");
    else if (level) line.append(side(toMove), ` (level ${level}) is thinking.`);
    else line.append(side(toMove), " is to move.");
    return line;
  }

  seats(seats) {
    const line = made("p", "", { className: "standing" });
    seats.forEach((seat, at) => {
      const who = seat === 0 ? "a person" : seat > this.levels ? "the engine, at your level" : `the engine, level ${seat}`;
      line.append(side(at + 1), `: ${who}${at < seats.length - 1 ? ". " : "."}`);
    });
    return line;
  }

  // What a game is, with the colours of the sides that it names by number.
  about(text) {
    const line = made("p", "", { className: "about" });
    line.append(...coloured(text));
    return line;
  }

  // How lights show the sides that lack their colours.
  legend(sides) {
    const line = made("p", "On these lights ", { className: "about" });
    line.append(side(1), ` is ${sides[1]} and steady, `, side(2), ` is ${sides[2]} and winks once in two seconds, `, side(3), ` is ${sides[3]} and winks twice.`);
    line.append(" The last stone is on for a second, dark for a second. The cursor blinks, free points are dark. Of the coach, one short flash loses, two draw, four win.");
    return line;
  }

  // "left, right: choose" as an entry of the list, with the signs of those keys.
  key(words) {
    const entry = document.createElement("li");
    const chord = CHORD.exec(words);
    if (chord) {
      entry.append(made("kbd", "Esc"), " or ", made("kbd", `${SIGNS.back} Pause`), ` ${chord[1]}`);
      return entry;
    }
    const colon = words.indexOf(": ");
    const roles = words.slice(0, colon).split(", ").flatMap((role) => (role === "arrows" ? ARROWS : [role]));
    if (colon < 0 || !roles.every((role) => role in SIGNS)) {
      entry.append(capital(words));
      return entry;
    }
    const does = words.slice(colon + 2);
    entry.append(...roles.map((role) => made("kbd", SIGNS[role], { ariaLabel: role })), ` ${does}`);
    return entry;
  }
}
