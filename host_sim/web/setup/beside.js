// A match from stones that were set up, beside another one that is kept. The address has it, and follows its moves, so a
// reload loses none; the entry before it in the browser's history has the set-up.
//
//   await isMatchKept(lights)   whether a match on a field that needs these lights would take the place of one under way
//   openBeside(hash)            go to the link of such a match, in an entry of its own of the browser's history
//
// session.beside, and `beside` of history.state: the same number while such a match is played.

import { boardFor, listen, now, session } from "../console/console.js";
import { savesOf } from "../console/saves.js";
import { matchLink } from "../share/share.js";

const GO_ON = "go on"; // the entry of a menu, if there is a match to go on with

export async function isMatchKept(lights) {
  const { position, said } = now;
  const name = boardFor(lights) ?? session.name;
  if (!session.keeps || position?.puzzle_of || name !== session.name) return Boolean((await savesOf(name)).match);
  return position ? !position.over && position.moves.length > 0 : Boolean(said.entries?.includes(GO_ON));
}

export function openBeside(hash) {
  location.hash = hash;
  history.replaceState({ beside: Date.now() }, "", location.hash);
}

listen("position", (position) => {
  const { state } = history;
  if (!position || position.apart || !session.beside || state?.beside !== session.beside || state.back !== undefined) return; // back: of scratch.js
  history.replaceState(state, "", matchLink(position));
});
