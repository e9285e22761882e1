// The drive of a Pico in BOOTSEL mode (File System Access): which chip it has, and a UF2 file written onto it.

const INFO = "INFO_UF2.TXT";
const CHIPS = { "RPI-RP2": "rp2040", RP2350: "rp2350" }; // by Board-ID
const PICOS = { rp2040: "a Pico (RP2040)", rp2350: "a Pico 2 (RP2350)" };
const PART = 1 << 16; // bytes
const GOES_MS = 3000; // until a drive of a Pico that restarts is gone
const LOOKS_MS = 300;
const CLOSES_MS = 20_000; // the drive may be gone, and then some systems answer late
const AGAIN = "hold BOOTSEL while you plug the Pico in, and choose the drive that appears";

const rest = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

export const able = () => "showDirectoryPicker" in window;

// Let a person choose the drive; null if they do not. Throws an Error in one line if it is none of a Pico with this chip.
export async function choose(chip) {
  let drive;
  try {
    drive = await window.showDirectoryPicker({ id: "pico", mode: "readwrite" });
  } catch (error) {
    if (error.name === "AbortError") return null;
    throw new Error(`The browser does not let the page write there (${error.message}): copy the UF2 file by hand.`);
  }
  const found = await boardOf(drive);
  if (!found) throw new Error(`${drive.name} is no drive of a Pico in BOOTSEL mode, it has no ${INFO}: ${AGAIN}.`);
  if (!(found in CHIPS)) throw new Error(`${drive.name} is the drive of a ${found}, not of a Pico.`);
  if (CHIPS[found] !== chip) throw new Error(`${drive.name} is the drive of ${PICOS[CHIPS[found]]}; this file is for ${PICOS[chip]}.`);
  return drive;
}

// The Board-ID of a drive; "" if it has none.
async function boardOf(drive) {
  try {
    const text = await (await (await drive.getFileHandle(INFO)).getFile()).text();
    return /^Board-ID:\s*(\S+)/m.exec(text)?.[1] ?? "";
  } catch {
    return "";
  }
}

// Write a file; onBytes(n) is called after so many more bytes. The Pico restarts once it has the last one, which takes the drive
// away: what fails then is no error. Its port shows whether it runs.
export async function write(drive, name, bytes, onBytes) {
  let there = 0;
  let stream;
  try {
    const file = await drive.getFileHandle(name, { create: true });
    stream = await file.createWritable();
    for (; there < bytes.length; there += PART) {
      const part = bytes.subarray(there, there + PART);
      await stream.write(part);
      onBytes(part.length);
    }
    await Promise.race([stream.close(), rest(CLOSES_MS)]);
  } catch (error) {
    stream?.abort().catch(() => {});
    if (there && there + PART >= bytes.length && (await goes(drive))) return;
    const [at, all] = [Math.min(there, bytes.length), bytes.length].map((each) => Math.round(each / 1024));
    throw new Error(`The drive took ${at} of ${all} KB (${error.message}): ${AGAIN}, and write it once more.`, { cause: error });
  }
}

// Whether a drive goes away within a while: it answers no more.
async function goes(drive) {
  for (const ends = performance.now() + GOES_MS; performance.now() < ends; await rest(LOOKS_MS)) {
    if (!(await boardOf(drive))) return true;
  }
  return false;
}
