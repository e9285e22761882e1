// Which puzzles are solved: all boards share that save, and each tab may add to it.

import { ask, session } from "./console.js";
import { change, EVERY_BOARD, keep } from "./saves.js";

export const SOLVED = "puzzles"; // the save

// Keep what a console has saved of it. known: the saves before; if another tab has kept more since, the console puts both
// together.
export async function keepSolved({ [SOLVED]: mine }, { [SOLVED]: known }) {
  if (!mine) return known && keep("saves", EVERY_BOARD, {});
  for (let together = mine; ; ) {
    const others = await change("saves", EVERY_BOARD, (there) => (isSame(there?.[SOLVED], known) ? { [SOLVED]: together } : there ?? {}));
    if (isSame(others?.[SOLVED], known)) return;
    known = others?.[SOLVED];
    together = known ? await ask("together", { records: [known, mine] }) : mine;
  }
}

// A puzzle replaces no match: what is solved is kept, and the match that was under way before.
export function withMatchBefore({ match: _, ...saves }) {
  const { match } = session.kept ?? session.saves;
  return match ? { ...saves, match } : saves;
}

const isSame = (one, other) => one?.join() === other?.join();
