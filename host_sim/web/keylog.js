// Key logs, in the form of host_sim/keylog.py, and links that carry one.

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
  return btoa(String.fromCharCode(...packed)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

export async function unpack(text, sectorSize) {
  const packed = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));
  const all = await through(new DecompressionStream("deflate-raw"), new Blob([packed]));
  const end = all.indexOf(0);
  const sectors = [];
  for (let at = end + 1; at < all.length; at += 2 + sectorSize) {
    sectors.push([all[at] + 256 * all[at + 1], all.slice(at + 2, at + 2 + sectorSize)]);
  }
  return { log: new TextDecoder().decode(all.slice(0, end)), sectors };
}

async function through(stream, blob) {
  return new Uint8Array(await new Response(blob.stream().pipeThrough(stream)).arrayBuffer());
}
