// The workshop: from a bare Pico to the first game, without installing anything. It wires the parts: choose.js,
// first_flash.js, update.js, files.js, selftest.js, mirror.js. All use the Pico of connection.js, and speak to it through pico.js.

import { Choose } from "./choose.js";
import { Connection } from "./connection.js";
import { Files } from "./files.js";
import { FirstFlash } from "./first_flash.js";
import { Have } from "./have.js";
import { Mirror } from "./mirror.js";
import { complain, turnTo } from "./says.js";
import { SelfTest } from "./selftest.js";
import { able } from "./serial.js";
import { Update } from "./update.js";

const parts = [...document.querySelectorAll("main > section")];

// Show the part that the address names; the first one without a name.
function show() {
  const shown = parts.find(({ id }) => id === location.hash.slice(1)) ?? parts[0];
  for (const part of parts) part.hidden = part !== shown;
  for (const link of document.querySelectorAll("nav a")) {
    if (link.hash.slice(1) !== shown.id) link.removeAttribute("aria-current");
    else {
      link.setAttribute("aria-current", "page");
      document.title = `${link.textContent} - Glowgrid workshop`;
    }
  }
  turnTo(shown.id);
  connection.show(shown.id);
  scrollTo(0, 0);
  return shown;
}

addEventListener("unhandledrejection", ({ reason }) => complain(reason));
addEventListener("hashchange", () => show().querySelector("h2").focus({ preventScroll: true }));
document.body.classList.toggle("no-serial", !able());
const connection = new Connection();
const first = new FirstFlash(connection);
const choose = new Choose((board) => first.choose(board));
new Have((names, chip) => {
  if (!names.includes(choose.board.name)) choose.pick(names[0]);
  first.take(chip);
});
const update = new Update(choose, connection);
new Files(connection);
new SelfTest(choose, update, connection);
new Mirror(connection);
show();
await choose.start();
