// Update: what `flash` does. Python compares, copies and checks (tools/workshop); here are the buttons, and a bar.

import { unpack } from "../worker/micropython.js";
import * as pico from "./pico.js";
import { copies, onPress, say } from "./says.js";

const FOLDER = "/to_the_pico";
const $ = (id) => document.getElementById(id);
const made = (tag, words) => Object.assign(document.createElement(tag), { textContent: words });
const onIt = ({ board, version, interrupted, linked }) => {
  if (interrupted) return `an interrupted copy of Glowgrid ${version}, for ${board}: Update finishes it`;
  return board ? `Glowgrid ${version || "of unknown version"}, for ${board}${linked ? ", with a link" : ""}` : "nothing of Glowgrid";
};
const counted = (paths) => `${paths.length} file${paths.length === 1 ? "" : "s"}`;

export class Update {
  // boards: see choose.js. connection: see connection.js.
  constructor(boards, connection) {
    Object.assign(this, { boards, connection });
    connection.serve("update", this);
    onPress($("do-update"), () => this.update());
    $("for-board").onchange = () => this.compareBoards();
  }

  // Bring the Pico to a board that is here.
  async bring(board) {
    await this.connection.hold();
    $("for-board").value = board;
    await this.update();
  }

  // The Pico is stopped: show what is on it.
  held(found) {
    this.show(found);
    $("found").focus({ preventScroll: true });
    return this.offerBoards(found.board);
  }

  freed() {
    this.show(null);
  }

  // Show what was found on the Pico, null for nothing.
  show(found) {
    this.found = found;
    for (const id of ["found", "for-board-line", "link-line", "ready"]) $(id).hidden = !found;
    if (!found) return;
    const { machine, left, tidied } = found;
    const rows = { Pico: machine, "On it": onIt(found) };
    if (left.length) rows[tidied ? "Moved aside" : "In the way"] = left.join("; ");
    $("found").replaceChildren(...Object.entries(rows).flatMap(([term, text]) => [made("dt", term), made("dd", text)]));
  }

  // Say it if the Pico was flashed for another board than the chosen one. A link on it stays, unless a person says otherwise.
  compareBoards() {
    $("with-link").checked = Boolean(this.found?.linked) || this.boards.isLinked($("for-board").value);
    const { titles } = this.boards;
    const [was, now] = [this.found?.board, $("for-board").value];
    $("other-board").hidden = !was || !now || was === now;
    $("other-board").textContent = `On it is ${titles.get(was) ?? was}; you update it to ${titles.get(now)}. Is that what is wired to it?`;
  }

  // The board to update for: the one that the Pico has; if it has none, the one that is chosen. One that is not here is no choice.
  offerBoards(board) {
    const options = [...this.boards.titles].map(([name, title]) => new Option(title, name));
    $("for-board").replaceChildren(...options);
    $("for-board").value = board || this.boards.board.name;
    this.compareBoards();
    return $("for-board").value ? [] : [`The Pico was flashed for the board ${board}, which is not here: give its file at Choose, or take another.`];
  }

  async update() {
    const board = $("for-board").value;
    if (!board) throw new Error("Which board? Choose one first.");
    const { connection } = this;
    await this.stage(board);
    say("Leave the Pico plugged in. If something interrupts it, the next run goes on where it stopped.");
    const done = await copies((report) => connection.ask("update", FOLDER, report));
    connection.about = { ...connection.about, board, linked: $("with-link").checked };
    connection.runs();
    await pico.ask("leave");
    const { did, park, kept_in: folder, doubts } = done;
    const more = [...doubts];
    if (park.length) more.push(`${counted(park)} moved into the folder ${folder}: ${park.join(", ")}`);
    say(`${did}; the Pico restarts.`, { more });
    const port = await pico.portAgain();
    connection.runs(port);
    if (!port) throw new Error(`${did}. The page cannot tell which port is the Pico's now: connect, and choose it. If the list has none, unplug the Pico and plug it in.`);
    say(`${did}; ${await pico.started(port)}.`, { more });
  }

  // Put what goes onto the Pico, but for the manifest, into a folder of Python's: see tools/web/device_files.py.
  async stage(board) {
    const { chip, machine } = this.found;
    const own = this.boards.own.get(board);
    const known = own ? {} : await pico.fetchedJson(DEVICE["boards.json"]);
    const texts = own ? {} : Object.hasOwn(known, board) && known[board][chip];
    if (!texts || !chip) throw new Error(`There are no files for ${board} on this chip (${machine}): choose another board.`);
    const bytes = Object.entries(texts).map(([path, text]) => [path, new TextEncoder().encode(text)]);
    pico.fill(FOLDER, { ...unpack(await pico.fetched(DEVICE[`${chip}.bin`])), ...Object.fromEntries(bytes) });
    const link = $("with-link").checked;
    if (!own && !link) return;
    const text = own ?? (await pico.fetchedJson(DEVICE["files.json"]))[board];
    await this.connection.ask("board_files", text, FOLDER, link);
  }
}
