// The /board.json in a flash, changed in place: what this page's console is told of its chip, keys and surroundings. So the
// UF2 that the page plays is the one that it offers for a real Pico.

const BLOCK = 4096;

// Put `change(about)` in the place of the board file, `about` being what it says. Each file in a UF2 has blocks of its own
// (host_sim/pico/filesystem.py), without a checksum; the title, which the console does not read, makes room.
export function changeBoard(flash, board, change) {
  const begins = new TextEncoder().encode(`{"name":"${board}"`);
  for (let at = 0; at < flash.length; at += BLOCK) {
    if (!begins.every((byte, i) => flash[at + i] === byte)) continue;
    const text = new TextDecoder().decode(flash.subarray(at, at + BLOCK));
    const end = endOf(text);
    const { title, ...about } = JSON.parse(text.slice(0, end));
    const changed = JSON.stringify(change(about));
    if (changed.length > end) throw new Error("its board file has no room for what the page needs");
    flash.set(new TextEncoder().encode(changed.padEnd(end)), at);
    return;
  }
  throw new Error("it has no board file");
}

// Where the object that a text begins with ends.
function endOf(text) {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === "{") depth++;
    if (text[at] === "}" && !--depth) return at + 1;
  }
  return text.length;
}
