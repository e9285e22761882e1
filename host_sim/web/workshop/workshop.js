// The workshop: from a bare Pico to the first game, without installing anything. It wires the parts: choose.js,
// first_flash.js, update.js, files.js, selftest.js, mirror.js. All speak to the Pico through pico.js.

import { Choose } from "./choose.js";
import { Files } from "./files.js";
import { FirstFlash } from "./first_flash.js";
import { Mirror } from "./mirror.js";
import { complain } from "./says.js";
import { SelfTest } from "./selftest.js";
import { Update } from "./update.js";

const parts = [...document.querySelectorAll("main > section")];

// Show the part that the address names; the first one without a name.
function show() {
  const shown = parts.find(({ id }) => id === location.hash.slice(1)) ?? parts[0];
  for (const part of parts) part.hidden = part !== shown;
  for (const link of document.querySelectorAll("nav a")) {
    if (link.hash.slice(1) === shown.id) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  scrollTo(0, 0);
}

const first = new FirstFlash();
const choose = new Choose((board) => first.choose(board));
const update = new Update(choose);
new Files();
new SelfTest(choose, update);
new Mirror();
addEventListener("hashchange", show);
addEventListener("unhandledrejection", ({ reason }) => complain(reason));
show();
