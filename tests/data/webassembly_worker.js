// A worker that loads MicroPython's WebAssembly port and imports a program; it tells the lines that were printed.

import { put, start } from "../../host_sim/web/micropython.js";

const [firmware, program] = await Promise.all(
  ["firmware.bin", "program.py"].map(async (name) => (await fetch(name)).arrayBuffer()),
);
const lines = [];
const port = new URL("micropython.mjs", location.href).href;
const micropython = await start({ port, firmware, print: (line) => lines.push(line) });
put(micropython, "/lib", { "program.py": new Uint8Array(program) });
try {
  micropython.runPython("import program");
} catch (error) {
  lines.push(error.message);
}
postMessage(lines);
