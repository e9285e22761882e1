// Links: `#hex=7&moves=d4,swap,c5&to=coach` opens a position, `#keys=...` a whole session. `seats=0,5` says who plays each
// side (0: a person), `puzzle=White wins in 5` hides hint and coach until the side to move has won, `board=NAME` names the
// board; a session is gone through at once, by `pace=real` in real time, by `pace=fast` as fast as it goes.

import { unpack } from "./keylog.js";

// Signs of each part of a link.
const MOST = { board: 80, moves: 2000, to: 10, seats: 9, puzzle: 80, pace: 10, size: 20, game: 40 };
const OURS = ["board", "moves", "to", "seats", "puzzle", "pace", "keys"];
const TO = ["coach", "hint", ""];

// What a link asks for: board (a name), position (see handheld.py) or null, log, saves, puzzle (its words), watch (whether
// a log is to be watched in real time). Throws an Error, one line, if it makes no sense.
export async function read(hash) {
  const words = new URLSearchParams(hash.replace(/^#/, ""));
  for (const [name, value] of words) {
    const most = name === "keys" ? Infinity : (MOST[name] ?? MOST.size);
    if (value.length > most) throw new Error(`${shown(name)} is too long: ${value.length} signs; at most ${most}`);
  }
  const asked = { board: words.get("board"), position: positionOf(words), puzzle: words.get("puzzle") ?? "", log: "" };
  asked.watch = words.get("pace") === "real";
  asked.fast = words.get("pace") === "fast";
  if (words.has("keys")) {
    try {
      Object.assign(asked, await unpack(words.get("keys")));
    } catch {
      throw new Error("it is damaged: it was cut short, perhaps");
    }
  }
  return asked;
}

function positionOf(words) {
  const games = [...words.keys()].filter((name) => !OURS.includes(name));
  if (!games.length) {
    if (["moves", "to", "seats", "puzzle"].some((name) => words.has(name))) throw new Error("it names no game");
    return null;
  }
  if (games.length > 1) throw new Error(`${shown(games[1])} means nothing here`);
  const [game] = games;
  if (game.length > MOST.game) throw new Error("the name of its game is too long");
  const to = words.get("to") ?? "";
  if (!TO.includes(to)) throw new Error(`to=${shown(to)}; expected coach or hint`);
  return { game, size: words.get(game), moves: words.get("moves") ?? "", to, seats: words.get("seats") ?? "", puzzle: words.has("puzzle") };
}

const shown = (text) => (text.length > 30 ? `${text.slice(0, 30)}...` : text);

// What stands after the address in a link to a position.
export function positionLink({ game, size, moves }, board, to = "") {
  const parts = [`${encodeURIComponent(game)}=${size.join(",")}`];
  if (moves.length) parts.push(`moves=${moves.map(({ name }) => name).join(",")}`);
  if (to) parts.push(`to=${to}`);
  if (board) parts.push(`board=${encodeURIComponent(board)}`);
  return `#${parts.join("&")}`;
}
