// Key logs, in the form of host_sim/console/keylog.py, and links that carry one.

// What a link may have: signs (browsers take no more), bytes of the key log, and of the saves.
export const MOST_SIGNS = 2_000_000;
export const MOST_LOG = 1_000_000;
export const MOST_SAVES = 1_000_000;
export const MOST_FILES = 500;
export const MOST_MS = 24 * 60 * 60 * 1000; // of a time in a log: replaying it takes seconds, not a day
const MOST_NAME = 100;
const SAVE = /^[a-z0-9][\w.-]*(\/[a-z0-9][\w.-]*)?$/i; // a file, or one in a folder

// made: the engine that the log was made with.
export function format(changes, made) {
  const lines = changes.map(([ms, key, down]) => `${ms} ${down ? "press" : "release"} ${key}\n`);
  return `0 made ${made}\n${lines.join("")}`;
}

// [[ms, key, down], ...] of a log for a board with so many keys. Throws an Error that says which line is wrong. made: the
// engine that is here; a log that was made with another one is refused.
export function parse(text, keys, made) {
  const changes = [];
  text.split("\n").forEach((line, at) => {
    const words = line.split("#")[0].trim();
    if (!words) return;
    const where = `line ${at + 1} of the key log: ${words}`;
    const engine = /^\d+ made (.*)$/.exec(words);
    if (engine) {
      if (made && engine[1] !== made) throw new Error(`${where}; here is ${made}: engines move at other times`);
      return;
    }
    const found = /^(\d+) (press|release) (\d+)$/.exec(words);
    const last = changes.length ? changes.at(-1)[0] : 0;
    if (!found || +found[1] < last || +found[3] >= keys) throw new Error(where);
    if (+found[1] > MOST_MS) throw new Error(`${where}; times go up to ${MOST_MS} ms`);
    changes.push([+found[1], +found[3], found[2] === "press"]);
  });
  return changes;
}

// A game as it goes into a link: the key log, and the saves, {name: bytes}, that were there at power-up.
export async function pack(log, saves) {
  const encoder = new TextEncoder();
  const parts = [encoder.encode(`${log}\0`)];
  for (const [name, bytes] of Object.entries(saves)) {
    parts.push(encoder.encode(`${name}\0`), new Uint8Array(new Uint32Array([bytes.length]).buffer), bytes);
  }
  const packed = await through(new CompressionStream("deflate-raw"), new Blob(parts));
  return btoa(Array.from(packed, (byte) => String.fromCharCode(byte)).join("")).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

// What `pack` was given. Throws an Error if a link is damaged, or has more than a link may have.
export async function unpack(text) {
  if (text.length > MOST_SIGNS) throw new Error("too long");
  const packed = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));
  const all = await through(new DecompressionStream("deflate-raw"), new Blob([packed]), MOST_LOG + MOST_SAVES + 2);
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const end = all.indexOf(0);
  if (end < 0 || end > MOST_LOG) throw new Error("no key log");
  const saves = {};
  for (let at = end + 1; at < all.length; ) {
    const named = all.indexOf(0, at);
    if (named < 0 || named + 5 > all.length || named - at > MOST_NAME) throw new Error("half a save");
    const name = decoder.decode(all.slice(at, named));
    const begin = named + 5;
    const size = new DataView(all.buffer, named + 1, 4).getUint32(0, true);
    if (begin + size > all.length) throw new Error("half a save");
    if (!SAVE.test(name) || Object.hasOwn(saves, name)) throw new Error("no such save");
    saves[name] = all.slice(begin, begin + size);
    at = begin + size;
  }
  if (Object.keys(saves).some((name) => Object.hasOwn(saves, name.split("/")[0]) && name.includes("/"))) throw new Error("no such save");
  if (Object.keys(saves).length > MOST_FILES) throw new Error("too many saves");
  return { log: decoder.decode(all.slice(0, end)), saves };
}

async function through(stream, blob, most = Infinity) {
  const parts = [];
  let size = 0;
  for (const reader = blob.stream().pipeThrough(stream).getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) return new Uint8Array(await new Blob(parts).arrayBuffer());
    parts.push(value);
    size += value.length;
    if (size > most) {
      reader.cancel();
      throw new Error("too long");
    }
  }
}
