// Links: `#hex=7&moves=d4,swap,c5&to=coach` opens a position, `#keys=...` a whole session. `seats=0,5` says who plays each
// side (0: a person; 9: the engine at your level; a name: a strategy of your own; else a level of the engine, which without it plays all sides but that to move), `puzzle=White wins in 5` hides hint and coach until the only person, or the side to move, has won, `board=NAME` names the
// board; `swap=off` plays without the swap rule; `to=minimax` shows the search of minimax, step by step, `to=guided` a guided game. `#puzzle=hex-12` opens a
// puzzle of the files by its number, `&moves=...` after some moves.
// `#position=hex 5: a4 c1 / b2 d3, 2 to move` begins from stones; a line of a file of puzzles is a puzzle. A session
// is gone through at once, by `pace=real` in real time, by `pace=fast` as fast as it goes; with `first=no` it began with the
// menu although nothing was saved.

import { unpack } from "./keylog.js";
import { t } from "../language/language.js";

// Signs of each part of a link.
const MOST = { board: 80, position: 2000, moves: 2000, to: 10, seats: 150, puzzle: 80, pace: 10, size: 20, game: 40 };
const NAMED = /^[\w.-]+-\d+$/; // a puzzle of the files
const OURS = ["board", "position", "moves", "to", "seats", "swap", "puzzle", "pace", "first", "keys"];
// The game, its size, the stones and who is to move, the plies of a puzzle.
const LINE = /^\s*([\w.-]+)((?:\s+|,)[\d,\s]*\d)?\s*:([^:;]*)(?:;\s*wins in (\d?[13579])\s*(?:;.*)?)?$/;
const TO = ["coach", "hint", "minimax", "guided", ""];

// Whether an address names a place on the page, to scroll to; it asks for nothing.
export const onlyScrolls = (hash) => /^#(build|field)$/.test(hash);

// What a link asks for: board (a name), position (see link_match.py) or null, log, saves, first (whether a console without saves begins with its guided game), puzzle (its words), watch (whether
// a log is to be watched in real time). Throws an Error, one line, if it makes no sense.
export async function read(hash) {
  const words = new URLSearchParams(hash.replace(/^#/, ""));
  for (const [name, value] of words) {
    const most = name === "keys" ? Infinity : (MOST[name] ?? MOST.size);
    if (value.length > most) throw new Error(t("{0} is too long: {1} signs; at most {2}", shown(name), value.length, most));
  }
  const asked = { board: words.get("board"), position: positionOf(words), log: "" };
  asked.puzzle = asked.position?.named ? "" : words.get("puzzle") ?? (asked.position?.plies ? t("Win in {0}", (asked.position.plies + 1) / 2) : "");
  asked.watch = words.get("pace") === "real";
  asked.fast = words.get("pace") === "fast";
  asked.first = words.get("first") !== "no";
  if (words.has("keys")) {
    try {
      Object.assign(asked, await unpack(words.get("keys")));
    } catch {
      throw new Error(t("it is damaged: it was cut short, perhaps"));
    }
  }
  return asked;
}

function positionOf(words) {
  const games = [...words.keys()].filter((name) => !OURS.includes(name));
  const begun = words.has("position") ? begunFrom(words.get("position")) : null;
  if (begun) games.unshift(begun.game);
  if (!games.length) {
    const puzzle = words.get("puzzle") ?? "";
    if (NAMED.test(puzzle) && !["to", "seats", "swap"].some((name) => words.has(name))) return { named: puzzle, moves: words.get("moves") ?? "" };
    if (["moves", "to", "seats", "swap", "puzzle"].some((name) => words.has(name))) throw new Error(t("it names no game"));
    return null;
  }
  if (games.length > 1) throw new Error(t("{0} means nothing here", shown(games[1])));
  const [game] = games;
  if (game.length > MOST.game) throw new Error(t("the name of its game is too long"));
  const to = words.get("to") ?? "";
  if (!TO.includes(to)) throw new Error(t("{0}; expected coach or hint", `to=${shown(to)}`));
  const [moves, seats, swap] = ["moves", "seats", "swap"].map((name) => words.get(name) ?? "");
  if (!["off", ""].includes(swap)) throw new Error(t("{0}; expected off", `swap=${shown(swap)}`));
  return { game, size: words.get(game), moves, to, seats, swap, puzzle: words.has("puzzle"), ...begun };
}

// What the line of a position or of a puzzle says.
export function begunFrom(line) {
  const found = LINE.exec(line);
  if (!found) throw new Error(t("{0}; expected a line such as {1}", `position=${shown(line)}`, "hex 5: a4 c1 / b2 d3, 2 to move"));
  const [, game, size = "", stones, plies] = found;
  const begun = { game: game.toLowerCase(), size: (size.match(/\d+/g) ?? []).join(","), stones: stones.trim() };
  return plies ? { ...begun, plies: Number(plies), puzzle: true } : begun;
}

const shown = (text) => (text.length > 30 ? `${text.slice(0, 30)}...` : text);

// What stands after the address in a link to a position. puzzle: its words, undefined if it is none; plies: of its win, or 0.
export function positionLink({ game, size, moves, stones, swap_rule: swap }, board, { to = "", seats = [], puzzle, plies = 0 } = {}) {
  const line = `${[game, size.join(",")].join(" ").trim()}: ${stones}${plies ? `; wins in ${plies}` : ""}`;
  const begun = stones && encodeURIComponent(line);
  const parts = [begun ? `position=${begun}` : `${encodeURIComponent(game)}=${size.join(",")}`];
  if (moves.length) parts.push(movesIn(moves));
  if (swap === false) parts.push("swap=off");
  if (seats.length) parts.push(`seats=${seats.map(encodeURIComponent).join(",")}`);
  if (puzzle !== undefined) parts.push(`puzzle=${encodeURIComponent(puzzle)}`);
  if (to) parts.push(`to=${to}`);
  if (board) parts.push(`board=${encodeURIComponent(board)}`);
  return `#${parts.join("&")}`;
}

// What stands there for a puzzle of the files, after some moves.
export const puzzleLink = (name, moves) => [`#puzzle=${name}`, ...(moves.length ? [movesIn(moves)] : [])].join("&");

const movesIn = (moves) => `moves=${moves.map(({ name }) => name).join(",")}`;

// What stands there for what a session (console.js) began with; its keys come after it.
export function startLink({ position, puzzle, name, first }) {
  const board = `board=${encodeURIComponent(name)}`;
  if (!position) return `#${board}${first ? "" : "&first=no"}`;
  const [size, names, seats] = ["size", "moves", "seats"].map((each) => (position[each] ? position[each].split(",") : []));
  const moves = names.map((each) => ({ name: each.trim() }));
  if (position.named) return `${puzzleLink(position.named, moves)}&${board}`;
  const begun = { ...position, size, moves, swap_rule: position.swap !== "off" };
  return positionLink(begun, name, { ...position, seats, puzzle: position.puzzle ? puzzle : undefined });
}
