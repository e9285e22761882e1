// Which puzzles are solved, as finished.py saves it: a record (record.py) that has for each game the length of its file, a
// space, "1" or "0" for each puzzle.

const [HEAD, CHECKSUM] = [7, 4]; // bytes before and after the text
const BEGIN = "GLOW1";

// The solved puzzles of two records, as one; either may be missing. For a file of another length, `mine` counts.
export function merged(other, mine) {
  const [before, found] = [other, mine].map(read);
  for (const [game, text] of Object.entries(before)) found[game] = found[game] ? together(text, found[game]) : text;
  return written(found);
}

function together(other, mine) {
  const [[others, theirs], [length, solved]] = [other, mine].map((text) => text.split(" "));
  if (others !== length) return mine;
  const marks = Array.from({ length: Math.max(theirs.length, solved.length) }, (_, at) => (theirs[at] === "1" || solved[at] === "1" ? "1" : "0"));
  return `${length} ${marks.join("")}`;
}

// What a record holds; nothing if it makes no sense.
function read(bytes = new Uint8Array()) {
  try {
    const known = JSON.parse(new TextDecoder().decode(bytes.slice(HEAD, -CHECKSUM)));
    return Object.fromEntries(Object.entries(known).filter(([, text]) => /^\d+ [01]+$/.test(text)));
  } catch {
    return {};
  }
}

function written(known) {
  const text = new TextEncoder().encode(JSON.stringify(known));
  const record = new Uint8Array(HEAD + text.length + CHECKSUM);
  const numbers = new DataView(record.buffer);
  record.set(new TextEncoder().encode(BEGIN));
  numbers.setUint16(BEGIN.length, text.length, true);
  record.set(text, HEAD);
  numbers.setUint32(HEAD + text.length, crc32(record.subarray(0, HEAD + text.length)), true);
  return record;
}

function crc32(bytes) {
  let sum = ~0;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ~sum >>> 0;
}
