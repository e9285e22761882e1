// What leaves the page: links to what is on the field, pictures of it, and the match for other programs.

import { ask, keyLog, now, session } from "../console/console.js";
import { download } from "./download.js";
import { pack } from "../console/keylog.js";
import { positionLink, puzzleLink, startLink } from "../console/links.js";
import { pictureOf, pngOf } from "./picture.js";
import { capital, seatsOf } from "../field/sides.js";
import { said, t, tn } from "../language/language.js";

const LONG_LINK = 2000; // signs; more is cut by some programs
const $ = (id) => document.getElementById(id);

// shown(): the position on the field, with its moves. say: of the page. Returns copyMove(), and changed(), to call after
// each change.
export function offerSharing({ shown, say }) {
  const name = (ending) => `${[shown().game, ...shown().size].join("-")}-move-${shown().moves.length}.${ending}`;
  const picture = () => pictureOf($("field").querySelector("svg"), t("{0}, after move {1}", said(shown().title), shown().moves.length));
  const link = (hash, words) => copy(hash, words, say);

  function copyMove() {
    if (!now.position) return say(t("Begin a match first."));
    const people = now.position.seats.map(() => 0);
    link(positionLink(now.position, boardInLinks(), { seats: people }), t("Copied: send the link; the other one moves there, and sends back a link."));
  }

  let written = null; // the match for other programs: made in advance, as some browsers copy only at once after a press

  $("link").onclick = () => {
    const { puzzle_of: puzzle, moves, coached } = shown();
    if (puzzle) return link(puzzleLink(puzzle.name, moves), moves.length ? t("Copied: the link opens this puzzle after its moves.") : t("Copied: the link opens this puzzle."));
    const puzzled = asked();
    const seats = "puzzle" in puzzled && !puzzled.plies ? seatsOf(now.position) : []; // they say who is to solve it
    return link(positionLink(shown(), boardInLinks(), { to: coached ? "coach" : "", seats, ...puzzled }), t("Copied: the link opens this position."));
  };
  $("match-link").onclick = () => link(matchLink(now.position), t("Copied: the link opens the whole match.") + needs(seatsOf(now.position)));
  $("move-link").onclick = copyMove;
  $("puzzle-link").onclick = async () => {
    const { line, fault } = written ?? (await ask("write"));
    if (fault) return say(`${said(fault)}.`);
    link(newPuzzleLink(line, now.position.wins_in), t("Copied: the link opens a puzzle: {0}.", words(now.position.wins_in)));
  };
  $("session").onclick = async () => {
    const hash = `${startLink(session)}&keys=${await pack(await keyLog(), session.saves)}`;
    const seats = [...(session.position?.seats?.split(",") ?? []), ...(now.position?.files ?? [])];
    const long = hash.length > LONG_LINK ? ` ${t("It has {0} signs: some programs cut it off.", hash.length)}` : "";
    link(hash, `${t("Copied: the link has the whole session.")}${needs(seats)}${long}`);
  };
  $("svg").onclick = () => download(name("svg"), picture().text);
  $("png").onclick = async () => download(name("png"), await pngOf(picture()));
  $("copy-picture").hidden = !("ClipboardItem" in globalThis && navigator.clipboard?.write);
  $("copy-picture").onclick = async () => {
    try {
      await navigator.clipboard.write([new ClipboardItem({ "image/png": pngOf(picture()) })]);
      say(t("Copied: the picture of the field."));
    } catch {
      say(t("This browser does not let the page copy pictures: take PNG, and send the file."));
    }
  };
  $("sgf").onclick = async () => {
    const { sgf, fault } = written ?? (await ask("write"));
    if (fault) say(`${said(fault)}.`);
    else download(name("sgf"), sgf);
  };
  $("share").ontoggle = () => $("share").open && now.position && show();
  $("share-close").onclick = () => ($("share").open = false);
  $("share").onkeydown = (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation(); // it opens the pause, too
    $("share").open = false;
    $("share").querySelector("summary").focus();
  };

  // What can be shared of the match that is up.
  async function show() {
    const { game, sides, wins_in: plies, swap, moves, stones } = now.position;
    $("puzzle-link").hidden = !plies || sides > 2 || swap || !(stones || moves.length > 1);
    if (plies) $("puzzle-link").textContent = t("a puzzle: {0}", words(plies));
    if (game !== "hex") $("hexworld").hidden = true;
    written = null;
    written = await ask("write");
    $("hexworld").hidden = !written.hexworld;
    if (written.hexworld) $("hexworld").href = written.hexworld;
  }
  return { copyMove, changed: () => now.position && $("share").open && show() };
}

const words = (plies) => t("win in {0}", (plies + 1) / 2);
export const boardInLinks = () => (session.name === BOARDS[0].name ? "" : session.name);

function newPuzzleLink(line, plies) {
  const board = boardInLinks();
  return `#position=${encodeURIComponent(`${line}; wins in ${plies}`)}${board && `&board=${encodeURIComponent(board)}`}`;
}

// The link to the match that is up; a puzzle stays one until it is solved.
export function matchLink(match) {
  const { puzzle_of: ofFile, moves, coached } = match;
  if (ofFile) return puzzleLink(ofFile.name, moves);
  return positionLink(match, boardInLinks(), { seats: seatsOf(match), to: coached ? "coach" : "", ...asked() });
}

// What the puzzle of a link asks, until it is solved.
const asked = () => (session.position?.puzzle && !now.position.advised ? { puzzle: session.puzzle, plies: session.position.plies } : {});

// What is to be said of strategies of one's own among those who play.
function needs(seats) {
  const files = [...new Set(seats.filter((seat) => /\D/.test(seat)))];
  if (!files.length) return "";
  return ` ${tn(files.length, "The other needs your file {1}: send it, too.", "The other needs your files {1}: send them, too.", files.join(", "))}`;
}

// The address stays: a reload goes on with the match.
export async function copy(hash, words, say) {
  const link = new URL(hash, location.href).href;
  try {
    await navigator.clipboard.writeText(link);
    say(words);
  } catch {
    prompt(capital(words.replace(/^[^:]*: /, "")), link);
  }
}
