// Matches of other programs, as text: SGF, links and files of sites, moves. The console reads them (sharing.py).

import { ask, boardFor, noBoardFor, still } from "../console/console.js";
import { positionLink } from "../console/links.js";
import { hideReading, showReading } from "./read_as.js";
import { said, t } from "../language/language.js";

const STATED = /CA\s*\[\s*([\w.:+-]{1,40})\s*\]/; // in SGF: how its text is written
const NOTHING = { game: "", size: "" };

// Open the match that a text holds; what is wrong with it is said in one line. name: of its file, or "".
// goTo(hash): opens a link. stated: which game and size it is, as text, where a person says so.
export async function openText(text, name, { say, goTo }, stated = NOTHING) {
  const here = `${location.origin}${location.pathname}#`;
  hideReading();
  if (text.trim().startsWith(here)) return goTo(text.trim().slice(here.length - 1));
  const single = text.replace(/[\ud800-\udfff]/g, "\ufffd"); // Python counts such a sign as one, JavaScript as two
  const wanted = still();
  const found = await ask("open", { text: single, name, ...stated });
  if (!wanted()) return;
  const what = name || t("What was pasted");
  const again = (more) => openText(text, name, { say, goTo }, more);
  const fail = (why, match = null) => {
    if (!found.final) showReading(match, false, stated, again);
    say(t("{0} cannot be opened: {1}.", what, said(why)));
  };
  if (found.fault) return fail(found.fault);
  const names = found.moves ? found.moves.split(",").map((move) => ({ name: move })) : [];
  const begun = { ...found, size: found.size ? found.size.split(",") : [], moves: names };
  const lights = [found.width, found.height];
  const board = boardFor(lights);
  if (!board) return fail(noBoardFor(lights), begun);
  await goTo(positionLink(begun, board === BOARDS[0].name ? "" : board, { seats: found.seats }));
  showReading(begun, true, stated, again);
  say(t("Opened: {0}. What you play here is not kept.", said(found.says)));
}

// The text of a record's file: UTF-8, or as the file says, or with a mark; else Latin-1, a sign for each byte.
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
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
}
