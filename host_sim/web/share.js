// Links to what is on the field, and to the whole session.

import { keyLog, session } from "./console.js";
import { pack } from "./keylog.js";
import { positionLink } from "./links.js";

const LONG_LINK = 2000; // signs; more is cut by some programs
const $ = (id) => document.getElementById(id);

// shown(): the position on the field, with its moves. say: of the page.
export function offerSharing({ shown, say }) {
  $("link").onclick = () => {
    const { puzzle_of: puzzle, moves } = shown();
    if (puzzle && !moves.length) return copy(`#puzzle=${puzzle.name}`, "Copied: the link opens this puzzle.", say);
    const link = positionLink(shown(), boardInLinks(), { to: shown().coached ? "coach" : "" });
    copy(link, "Copied: the link opens this position.", say);
  };
  $("session").onclick = async () => {
    const { named } = session.position ?? {};
    const start = named ? `#puzzle=${named}&` : session.position ? `${positionLink(started(), session.name, session)}&` : `#board=${encodeURIComponent(session.name)}&`;
    const link = `${start}keys=${await pack(await keyLog(), session.saves)}`;
    const long = link.length > LONG_LINK ? ` It has ${link.length} signs: some programs cut it off.` : "";
    copy(link, `Copied: the link has the whole session.${long}`, say);
  };
}

const boardInLinks = () => (session.name === BOARDS[0].name ? "" : session.name);

// The position that the session began with, as positionLink takes it.
function started() {
  const { game, size, moves, stones } = session.position;
  const names = moves ? moves.split(",").map((name) => ({ name })) : [];
  return { game, size: size ? size.split(",") : [], moves: names, stones };
}

// The address stays: a reload goes on with the match.
async function copy(hash, said, say) {
  const link = new URL(hash, location.href).href;
  try {
    await navigator.clipboard.writeText(link);
    say(said);
  } catch {
    prompt(said.replace("Copied: t", "T"), link);
  }
}

export function download(name, text) {
  const link = Object.assign(document.createElement("a"), { download: name, href: URL.createObjectURL(new Blob([text])) });
  link.click();
  URL.revokeObjectURL(link.href);
}
