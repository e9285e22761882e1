// Run by Node.js: the workshop of the page on MicroPython's WebAssembly port. The verbs of its link go as lines of JSON to
// the test that started this, which has the device.
//
// node tests/workshop.mjs MICROPYTHON.mjs PACKED                            (PACKED by tools/web/firmware.py, as a file)
//
// It reads {"call": [verb of page_talk.py, ...arguments]} or {"files": {path: base64}, "folder": where}; it writes
// {"link": [verb, ...arguments]}, to which the answer is {"said": text} or {"failed": [name, message]}, {"report": text},
// {"ask": text}, to which the answer is {"answer": value}, and at last {"answer": text}, or {"broken": traceback}.

import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { put, start } from "../host_sim/web/worker/micropython.js";

const REPORTING = ["update", "bring", "restore", "fetch", "selftest"];
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const next = async () => JSON.parse((await lines.next()).value ?? "null");
const write = (message) => process.stdout.write(JSON.stringify(message) + "\n");
let heard = "";

const verb = (name) => async (...given) => {
  write({ link: [name, ...given] });
  const { said, failed, ...more } = await next();
  heard = more.heard ?? "";
  if (failed) throw Object.assign(new Error(failed[1]), { name: failed[0] });
  return said;
};
const link = Object.fromEntries(["stop", "run", "start", "until", "write", "close"].map((name) => [name, verb(name)]));

const micropython = await start({ port: process.argv[2], firmware: readFileSync(process.argv[3]), print: console.error });
micropython.registerJsModule("js_link", { ...link, heard: () => heard });
let talk;
for (let order = await next(); order; order = await next()) {
  try {
    write({ answer: await obey(order) });
  } catch (error) {
    write({ broken: error.message });
  }
}

// What is said is a report; the answer to a question is the next line.
async function ask(text) {
  if (!("ask" in JSON.parse(text))) return write({ report: text });
  write({ ask: text });
  return JSON.stringify((await next()).answer);
}

async function obey({ files, folder, call }) {
  if (files) {
    const pairs = Object.entries(files).map(([path, text]) => [path.slice(1), Buffer.from(text, "base64")]);
    put(micropython, folder, Object.fromEntries(pairs));
    return "{}";
  }
  talk ??= micropython.pyimport("tools.workshop.page.page_link").talk();
  const [name, ...given] = call;
  const callbacks = {
    wiring: ask,
    measure: ask,
    ...Object.fromEntries(REPORTING.map((each) => [each, (text) => write({ report: text })])),
  };
  const reports = name in callbacks ? [callbacks[name]] : [];
  return talk[name](...given, ...reports);
}
