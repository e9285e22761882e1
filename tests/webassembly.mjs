// Run by Node.js: MicroPython's WebAssembly port with the firmware and a program, which it imports.
//
// node tests/webassembly.mjs MICROPYTHON.mjs < PACKED                       (packed by tools/web/firmware.py)

import { readFileSync } from "node:fs";
import { start } from "../host_sim/web/worker/micropython.js";

const micropython = await start({ port: process.argv[2], firmware: readFileSync(0) });
try {
  micropython.runPython("import program");
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
