// The self-test, the wizard of wires and the report: what `selftest` does, with a picture of the board. Python asks and
// finds out (tools/workshop); questions.js shows what it asks.

import { BoardPicture, placeOf } from "./board_picture.js";
import { download } from "../share/download.js";
import * as pico from "./pico.js";
import { Questions } from "./questions.js";
import { Report } from "./report.js";
import { complain, GONE, goOn, onPress, say } from "./says.js";
import * as serial from "./serial.js";

const FOUND = "my_board"; // as on the command line
const MEASURES = [
  "This measures the supply, the contact of each key, and how fast the Pico is.",
  "First keep your hands off the keys for a minute.",
  "Then tap each key that is marked ten times.",
  "At the end pull the plug when the page says so, and plug it in again.",
  "Your saves stay as they are.",
];
const $ = (id) => document.getElementById(id);
const made = (tag, words) => Object.assign(document.createElement(tag), { textContent: words });
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

export class SelfTest {
  // boards: see choose.js. update: see update.js. connection: see connection.js.
  constructor(boards, update, connection) {
    Object.assign(this, { boards, update, connection });
    this.picture = new BoardPicture($("test-board"));
    this.questions = new Questions(this.picture, () => this.plugIn());
    this.report = new Report();
    connection.serve("selftest", this);
    onPress($("test-run"), () => this.talk(() => this.run()));
    onPress($("test-wiring"), () => this.talk(() => this.wiring(), { back: true }));
    onPress($("test-measure"), () => this.talk(() => this.measure()));
    onPress($("test-write"), () => this.write());
    $("test-save").onclick = () => download(`${this.found.name}.json`, this.found.text);
    pico.onGone(() => this.questions.leave());
  }

  // The Pico is stopped: draw its board.
  async held({ version }) {
    const { board } = await this.connection.ask("board");
    this.about = { board, version };
    $("test-about").textContent = `Glowgrid ${version || "of unknown version"}, for ${this.boards.titles.get(board.name) ?? board.name}`;
    this.picture.set(board);
    $("test-stage").hidden = false;
    this.tell(false);
    $("test-about").focus({ preventScroll: true });
  }

  // What was found stays.
  freed() {
    if (this.busy) return;
    this.about = null;
    $("test-ready").hidden = true;
    if ($("test-lines").hidden) $("test-stage").hidden = true;
  }

  worksWhileRunning() {
    return Boolean(this.about);
  }

  tell(on) {
    for (const id of ["test-asks", "test-lines", "test-while"]) $(id).hidden = !on;
    $("test-ready").hidden = on;
  }

  // Talk with the Pico to the end, which act() puts into words, or until a person stops it; then it plays on.
  async talk(act, options) {
    this.busy = true;
    $("test-found").hidden = true;
    this.report.show(null);
    this.tell(true);
    this.questions.begin(options);
    say("Stop ends this at any time; then the Pico plays on.");
    let done;
    try {
      await this.connection.lend("selftest");
      done = await act();
    } catch (error) {
      const { gone, stopped } = this.questions;
      done = gone ? { error: new Error(GONE) } : stopped ? { words: "Stopped" } : { error };
    }
    this.questions.end();
    for (const id of ["test-asks", "test-while"]) $(id).hidden = true;
    await this.playOn(done);
    this.busy = false;
  }

  // Let the Pico play on, and say how that and the talk went: words, or an error; wrong: whether the words are no good news.
  async playOn({ words, wrong = false, error }) {
    if (error) complain(error);
    else say(`${words}; the Pico restarts its program.`, { wrong });
    const port = await serial.again();
    let on = port && (await pico.started(port).then((shown) => `; ${shown}`, ({ message }) => `. ${message}`));
    const plugged = await serial.again();
    if (!plugged) on = "; the Pico is gone: plug it in, and it plays on"; // pulled meanwhile, whatever the start says of that
    if (!error) say(`${words}${on}.`, { wrong });
    this.connection.runs(plugged ?? null);
    $("test-ready").hidden = !plugged;
  }

  async run() {
    const { unseen } = await pico.ask("selftest", this.questions.ask);
    if (!unseen) return { words: `All ${this.picture.count} keys work` };
    const { missing, keys } = this.picture;
    if (missing.length) this.questions.write(`Not seen: ${missing.map((key) => placeOf(key, keys.width)).join(", ")}.`);
    return { words: capital(unseen), wrong: true };
  }

  async wiring() {
    const { board } = this.about;
    const own = this.boards.own.get(board.name);
    const files = own ? {} : await pico.fetchedJson(DEVICE["files.json"]);
    const known = Object.hasOwn(files, board.name);
    const name = known ? this.boards.free(FOUND) : board.name; // a person's own keeps its name
    const { text, differs } = await pico.ask("wiring", own ?? (known ? files[board.name] : ""), name, this.questions.ask);
    if (!text) return { words: `Everything is wired as ${board.name} says` };
    this.found = { name, text };
    $("test-found").hidden = false;
    $("test-differs").replaceChildren(...differs.map((line) => made("li", line)));
    $("test-save").textContent = `Download ${name}.json`;
    return { words: `It is wired otherwise than ${board.name} says: see below` };
  }

  // Keep what was found as a board of the person's own, and bring the Pico to it.
  async write() {
    const { name, text } = this.found;
    await this.plugIn();
    await this.boards.keep(name, text);
    location.hash = "#update";
    goOn("update");
    await this.update.bring(name);
  }

  async measure() {
    for (const line of MEASURES) this.questions.write(line);
    if (!(await this.questions.begins("It takes about five minutes. Begin?"))) return { words: "Nothing was measured" };
    const found = await pico.ask("measure", this.questions.ask);
    this.report.show(found, this.about);
    if (!found.missing) return { words: "Measured: the report is below" };
    if (!this.questions.stopped) this.questions.write(`Not measured: ${found.missing}.`);
    return { words: "Measured, but for the last steps: the report is below", wrong: !this.questions.stopped };
  }

  // After the plug was out: the port is new to some browsers, and they ask for it once more.
  async plugIn() {
    const { connection } = this;
    connection.port = (await serial.again()) ?? (await serial.choose());
    await serial.follow(connection.port);
  }
}
