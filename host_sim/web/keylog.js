// Key logs, in the form of host_sim/console/keylog.py, and links that carry one.

// What a link may have: signs (browsers take no more), bytes of the key log, and the sectors of a whole flash.
export const MOST_SIGNS = 2_000_000;
export const MOST_LOG = 1_000_000;
export const MOST_SECTORS = 512;

export function format(changes) {
  return changes.map(([ms, key, down]) => `${ms} ${down ? "press" : "release"} ${key}\n`).join("");
}

// [[ms, key, down], ...] of a log for a board with so many keys. Throws an Error that says which line is wrong.
export function parse(text, keys) {
  const changes = [];
  text.split("\n").forEach((line, at) => {
    const words = line.split("#")[0].trim();
    if (!words) return;
    const found = /^(\d+) (press|release) (\d+)$/.exec(words);
    const last = changes.length ? changes.at(-1)[0] : 0;
    if (!found || +found[1] < last || +found[3] >= keys) throw new Error(`line ${at + 1} of the key log: ${words}`);
    changes.push([+found[1], +found[3], found[2] === "press"]);
  });
  return changes;
}

// A game as it goes into a link: the key log, and the sectors of flash that were not as in the UF2 at power-up.
export async function pack(log, sectors) {
  const parts = [new TextEncoder().encode(log + "\0")];
  for (const [number, bytes] of sectors) parts.push(new Uint8Array(new Uint16Array([number]).buffer), bytes);
  const packed = await through(new CompressionStream("deflate-raw"), new Blob(parts));
  return btoa(Array.from(packed, (byte) => String.fromCharCode(byte)).join("")).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

// What `pack` was given. Throws an Error if a link is damaged, or has more than a link may have.
export async function unpack(text, sectorSize) {
  const whole = 2 + sectorSize;
  if (text.length > MOST_SIGNS) throw new Error("too long");
  const packed = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));
  const most = MOST_LOG + 1 + MOST_SECTORS * whole;
  const all = await through(new DecompressionStream("deflate-raw"), new Blob([packed]), most);
  const end = all.indexOf(0);
  if (end < 0 || end > MOST_LOG || (all.length - end - 1) % whole) throw new Error("no key log, or half a sector");
  const sectors = new Map();
  for (let at = end + 1; at < all.length; at += whole) {
    sectors.set(all[at] + 256 * all[at + 1], all.slice(at + 2, at + whole));
  }
  if (sectors.size * whole !== all.length - end - 1) throw new Error("a sector twice");
  if ([...sectors.keys()].some((number) => number >= MOST_SECTORS)) throw new Error("a sector outside the flash");
  return { log: new TextDecoder().decode(all.slice(0, end)), sectors: [...sectors] };
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
