// Help in words beside the lights: what is on the screen that is up, and what the keys do there.

export const SIGNS = { up: "▲", down: "▼", left: "◀", right: "▶", select: "●", back: "✕", undo: "↶", hint: "?" };
const ARROWS = ["left", "up", "down", "right"];
const SIDES = ["", "orange", "blue", "green"]; // by number, as the palette has them
const NAMES = { attract: "Demonstration", sizes: "Size", seats: "Who plays?", sign: "Something is wrong", splash: "Glowgrid", through: "A closer look" };

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
const made = (tag, words, of = {}) => Object.assign(document.createElement(tag), { textContent: words, ...of });

// games: {name: {title, about}}. levels: how many the engine has.
export class Help {
  constructor(element, games, levels) {
    Object.assign(this, { element, games, levels });
  }

  // told: what the console says, see firmware/glowgrid/hardware/tell.py.
  show(told) {
    const game = this.games[told.game ?? told.entry];
    const title = told.title ?? game?.title ?? told.entry ?? NAMES[told.screen] ?? told.screen;
    const parts = [made("h2", capital(title))];
    if ("winner" in told) parts.push(this.standing(told));
    if (told.seats) parts.push(this.seats(told.seats));
    const list = document.createElement("ul");
    list.append(...told.help.split(/ {3,}/).map((words) => this.key(words, game)));
    parts.push(list);
    if (game) parts.push(made("p", game.about, { className: "about" }));
    this.element.replaceChildren(...parts);
  }

  // Who is to move, or how it ended.
  standing({ winner, over, side, level }) {
    const line = made("p", "", { className: "standing" });
    if (over && !winner) line.append("A draw.");
    else if (over) line.append(this.side(winner), " has won.");
    else if (level) line.append(this.side(side), ` (level ${level}) is thinking.`);
    else line.append(this.side(side), " is to move.");
    return line;
  }

  seats(seats) {
    const line = made("p", "", { className: "standing" });
    seats.forEach((seat, at) => {
      const who = seat === 0 ? "a person" : seat > this.levels ? "the engine, at your level" : `the engine, level ${seat}`;
      line.append(this.side(at + 1), `: ${who}${at < seats.length - 1 ? ". " : "."}`);
    });
    return line;
  }

  side(number) {
    return made("span", capital(SIDES[number]), { className: SIDES[number] });
  }

  // "left, right: choose" as an entry of the list, with the signs of those keys.
  key(words, game) {
    const entry = document.createElement("li");
    const colon = words.indexOf(": ");
    const roles = words.slice(0, colon).split(", ").flatMap((role) => (role === "arrows" ? ARROWS : [role]));
    if (colon < 0 || !roles.every((role) => role in SIGNS)) {
      entry.append(capital(words));
      return entry;
    }
    const does = words.slice(colon + 2);
    entry.append(...roles.map((role) => made("kbd", SIGNS[role], { ariaLabel: role })), ` ${game?.name === does ? game.title : does}`);
    return entry;
  }
}
