// The row that begins a game: game, size, who plays each side. It is there all the time, and remembers what was played last.

import { recall, remember } from "../console/saves.js";
import { SIDES, sideName, seatsOf } from "../field/sides.js";
import { said, t } from "../language/language.js";

const LEVELS = [t("gentle"), t("easy"), t("fair"), t("strong"), t("tough"), t("hard"), t("fierce"), t("hardest")]; // most that there can be
export const YOURS = LEVELS.length + 1; // the engine at your level
const YOURS_OF_FIVE = 6; // the same in what was kept when levels were five
const FIRST = { game: "hex", size: 0, seats: [0, 2] }; // Hex 5, you against level 2
const KEPT = "glowgrid new game"; // in the browser's storage
const $ = (id) => document.getElementById(id);

export class NewGame {
  // play({game, size, seats}), changed(the same): size a list of numbers, seats 0 for a person, else a level, YOURS, or
  // the name of a strategy's file. seated(the same): somebody has changed who plays.
  constructor({ play, changed, seated }) {
    Object.assign(this, { play, changed, seated, games: [], files: [], entry: "", opened: null }); // opened: of a size that is in no list
    this.wanted = { ...FIRST, ...remembered() };
    $("game").onchange = () => this.fill({ game: $("game").value, size: 0 });
    $("size").onchange = () => this.fill({ size: $("size").selectedIndex });
    $("new").onchange = () => this.remember();
    $("new").onsubmit = (event) => {
      event.preventDefault();
      this.play(this.choice());
    };
  }

  // The games that the console has, as page_state.py lists them.
  list(games) {
    this.games = games;
    if (this.opened) this.add(this.opened);
    const [here, own] = [games.filter((game) => !game.own), games.filter((game) => game.own)];
    const options = (some) => some.map(({ name, title }) => new Option(said(title), name));
    const parts = options(here);
    if (own.length) {
      const group = Object.assign(document.createElement("optgroup"), { label: t("Your own") });
      group.append(...options(own));
      parts.push(group);
    }
    $("game").replaceChildren(...parts);
    if (!this.game()) this.wanted = { game: games[0].name, size: 0, seats: [] };
    this.fill({});
    $("play").disabled = false;
  }

  game() {
    return this.games.find(({ name }) => name === this.wanted.game);
  }

  // How many levels the engine has at this size; as many as there can be, where a game of your own has not been played yet.
  levels() {
    return this.stated() || LEVELS.length;
  }

  stated() {
    return this.game().levels[this.wanted.size];
  }

  // A match has begun: only now is it known how many levels a game of your own has.
  learn({ game, size, levels }) {
    const at = this.find({ game, size });
    const found = this.games.find(({ name }) => name === game);
    if (at < 0 || found.levels[at]) return;
    found.levels[at] = levels;
    this.showSides();
  }

  // Take a choice over, and show what it leaves open.
  fill(choice) {
    const was = this.wanted;
    this.wanted = { ...was, ...choice };
    const game = this.game();
    if (!game) return;
    this.wanted.size = Math.min(this.wanted.size, game.sizes.length - 1);
    $("game").value = game.name;
    $("size").replaceChildren(...game.sizes.map(([size, title]) => new Option(sizeIn(size, title, game.title))));
    $("size").selectedIndex = this.wanted.size;
    $("size").parentElement.hidden = game.sizes.length < 2;
    this.wanted.seats = Array.from({ length: game.sides }, (_, side) => this.wanted.seats[side] ?? (side ? FIRST.seats[1] : 0));
    this.showSides();
    this.changed(this.choice());
  }

  showSides() {
    const selects = this.wanted.seats.map((seat, side) => {
      const select = Object.assign(document.createElement("select"), { className: SIDES[side + 1], ariaLabel: t("Who plays {0}", sideName(side + 1)) });
      select.add(new Option(t("Person"), 0));
      inLevels(this.stated()).forEach((words, at) => select.add(new Option(words ? t("Level {0}, {1}", at + 1, words) : t("Level {0}", at + 1), at + 1)));
      if (this.levels() < LEVELS.length) select.add(unused(this.levels() > 1 ? t("{0} levels here: the last overlooks no move", this.levels()) : t("One level here: it overlooks no move")));
      select.add(new Option(t("Your level"), YOURS));
      for (const file of this.files) select.add(new Option(t("{0}, your strategy", file.replace(/\.txt$/, "")), file));
      select.value = seat === YOURS || this.files.includes(seat) ? seat : Math.min(this.seatWithout(seat), this.levels());
      select.onchange = () => {
        this.wanted.seats = this.wanted.seats.map((each, at) => (at === side ? (this.files.includes(select.value) ? select.value : Number(select.value)) : each));
        this.changed(this.choice());
        this.seated(this.choice());
      };
      return select;
    });
    const focused = [...$("sides").children].indexOf(document.activeElement);
    $("sides").replaceChildren(...selects);
    selects[focused]?.focus();
  }

  // The strategies in files that a person has for this game and size.
  offer(files) {
    if (files.join() === this.files.join()) return;
    this.files = files;
    this.showSides();
  }

  // Who sits there as long as there is no such file.
  seatWithout(seat) {
    return typeof seat === "string" && !this.files.includes(seat) ? FIRST.seats[1] : seat;
  }

  choice() {
    const { size } = this.wanted;
    const seats = this.wanted.seats.map((seat) => this.seatWithout(seat));
    const game = this.game();
    return game && { game: game.name, title: game.sizes[size][1], size: game.sizes[size][0], seats };
  }

  // Whether the row names the match that is played.
  isOf(match) {
    const { game, size, seats } = this.choice() ?? {};
    const there = seatsOf(match);
    const same = (seat, at) => (seat === YOURS ? there[at] !== 0 : seat === there[at] || Math.min(seat, this.levels()) === there[at]);
    return game === match.game && size.join() === match.size.join() && seats.every(same);
  }

  // The console plays this match: "once more" is one press.
  take(match) {
    const { game, size } = match;
    if (this.find(match) < 0) this.add((this.opened = match));
    const at = this.find(match);
    if (at >= 0) this.fill({ game, size: at, seats: seatsOf(match) });
  }

  // The place of a match's size in the list; -1 where it has none.
  find({ game, size }) {
    const found = this.games.find(({ name }) => name === game);
    return found?.sizes.findIndex(([each]) => each.join() === size.join()) ?? -1;
  }

  // A file or a link has a size that no list offers: it can be chosen from now on.
  add({ game, size, title, levels }) {
    const found = this.games.find(({ name }) => name === game);
    found?.sizes.push([size, title]);
    found?.levels.push(levels);
  }

  // The menu of the console has come to another game.
  follow(entry) {
    if (this.entry && entry !== this.entry && this.games.some(({ name }) => name === entry)) this.fill({ game: entry, size: 0 });
    this.entry = entry;
  }

  remember() {
    remember(KEPT, { ...this.wanted, yours: YOURS });
  }

  // Whether a game was chosen before in this browser.
  chosen() {
    return recall(KEPT) !== null;
  }
}

// The levels in words; the last one is the hardest at every size, so there are none where the last is not known.
const inLevels = (count) => (count ? [...LEVELS.slice(0, count - 1), LEVELS.at(-1)] : LEVELS.map(() => ""));
const unused = (words) => Object.assign(new Option(words, ""), { disabled: true });

// What tells one size from the other: what its title has after that of the game.
function sizeIn(size, title, game) {
  return title.startsWith(`${game} `) ? title.slice(game.length + 1) : size.length ? size.join(",") : said(title);
}

function remembered() {
  const { game, size, seats, yours = YOURS_OF_FIVE } = recall(KEPT) ?? {};
  const known = typeof game === "string" && Number.isInteger(size) && size >= 0 && Array.isArray(seats);
  return known && seats.every((seat) => typeof seat === "string" || (Number.isInteger(seat) && seat >= 0 && seat <= YOURS)) ? { game, size, seats: seats.map((seat) => (seat === yours ? YOURS : seat)) } : {};
}
