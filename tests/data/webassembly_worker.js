// A worker that loads MicroPython's WebAssembly port and imports a program; it tells the lines that were printed, and the
// bytes that the program calls `kept`.

import { put, start } from "../../host_sim/web/micropython.js";

const [firmware, program] = await Promise.all(
  ["firmware.bin", "program.py"].map(async (name) => (await fetch(name)).arrayBuffer()),
);
const lines = [];
let kept = [];
const port = new URL("micropython.mjs", location.href).href;
const micropython = await start({ port, firmware, print: (line) => lines.push(line) });
put(micropython, "/lib", { "program.py": new Uint8Array(program) });
try {
  micropython.runPython("import program\nkept = id(program.kept)");
  kept = [...micropython.bytesAt(micropython.globals.get("kept"))];
} catch (error) {
  lines.push(error.message);
}
postMessage({ lines, kept });
