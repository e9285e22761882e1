// Matches of other programs, as text: SGF, a link of HexWorld or trmph, moves. The console reads them (sharing.py).

import { ask, boardFor, noBoardFor, still } from "../console/console.js";
import { positionLink } from "../console/links.js";

const STATED = /CA\s*\[\s*([\w.:+-]{1,40})\s*\]/; // in SGF: how its text is written

// Open the match that a text holds; what is wrong with it is said in one line. name: of its file, or "".
// goTo(hash): opens a link.
export async function openText(text, name, { say, goTo }) {
  const here = `${location.origin}${location.pathname}#`;
  if (text.trim().startsWith(here)) return goTo(text.trim().slice(here.length - 1));
  const single = text.replace(/[\ud800-\udfff]/g, "\ufffd"); // Python counts such a sign as one, JavaScript as two
  const wanted = still();
  const found = await ask("open", { text: single, name });
  if (!wanted()) return;
  const what = name || "What was pasted";
  if (found.fault) return say(`${what} cannot be opened: ${found.fault}.`);
  const lights = [found.width, found.height];
  const board = boardFor(lights);
  if (!board) return say(`${what} cannot be opened: ${noBoardFor(lights)}.`);
  const names = found.moves ? found.moves.split(",").map((move) => ({ name: move })) : [];
  const begun = { ...found, size: found.size ? found.size.split(",") : [], moves: names };
  await goTo(positionLink(begun, board === BOARDS[0].name ? "" : board, { seats: found.seats }));
  say(`Opened: ${found.says}. What you play here is not kept.`);
}

// The text of a record's file: UTF-8, or as the file says, or with a mark; else Latin-1.
export function textOf(bytes) {
  const marked = bytes[0] === 0xff && bytes[1] === 0xfe ? "utf-16le" : bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : "";
  const stated = STATED.exec(new TextDecoder("latin1").decode(bytes))?.[1];
  for (const encoding of [marked, stated, "utf-8"]) {
    try {
      if (encoding) return new TextDecoder(encoding, { fatal: true }).decode(bytes);
    } catch {
      // try the next
    }
  }
  return new TextDecoder("latin1").decode(bytes);
}
