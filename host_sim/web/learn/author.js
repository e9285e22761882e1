// A lesson of one's own, written beside the field: text with tasks, whose answers the engine proves while one writes.
//
//   const author = new Author({ view, scratch, play, say });
//   asksForAuthor(hash)       whether an address asks for it: #lesson=new
//   asksForFile(hash)         whether it asks for a file of this server: #lesson=ours/threats.md
//   author.open(); author.close()
//   author.take(text, name)   a file: into the text if it is open, else it is played
//   author.takeAt(hash, wanted)   plays such a file, if it is still wanted; an Error says why not
//   author.print(name)        prints a lesson of the page, or the one that is played
//
// view: the MatchView; scratch: what lies over it. play(): show the lesson `own`, which lesson.js finds in the browser's storage.
// The text is kept there, too. The format: host_sim/lessons/README.md.

import { recall, remember } from "../console/saves.js";
import { WIDE } from "../handheld/device.js";
import { t, tn } from "../language/language.js";
import { stonesOf } from "../setup/editor.js";
import { download } from "../share/download.js";
import { OWN } from "./lesson_text.js";
import { offerPapers, paper, printSheet } from "./printing.js";
import { Proofs } from "./proofs.js";

const KEPT = "glowgrid text"; // in the browser's storage: {text, name} of what is written
const NEW = `# ${t("My lesson")}\n\n${t("Write here what the lesson is about.")}\n`;
const BUILD = `say: ${t("Set up … (write here what)")}`; // of a task to set stones up, for the author to go on
const QUIET_MS = 400; // after the last key, until the text is proven
const $ = (id) => document.getElementById(id);

export const asksForAuthor = (hash) => /^#lesson=new\b/.test(hash);

export const asksForFile = (hash) => fileIn(hash).endsWith(".md");
const fileIn = (hash) => (/^#lesson=/.test(hash) ? new URLSearchParams(hash.slice(1)).get("lesson") : "");

export class Author {
  constructor({ view, scratch, play, say }) {
    Object.assign(this, { view, scratch, play, say, proofs: new Proofs(), faults: [], later: 0 });
    const { text = NEW, name = "" } = recall(KEPT) ?? {};
    $("author-text").value = text;
    this.name = name;
    if (staysOpen() && !/^#lesson\b/.test(location.hash)) document.body.classList.add("authoring");
    offerPapers();
    $("author-text").oninput = () => this.changed();
    $("author-add").onsubmit = (event) => {
      event.preventDefault();
      this.add();
    };
    $("author-stop").onclick = () => this.stop();
    $("author-play").onclick = () => this.preview();
    $("author-save").onclick = () => this.save();
    $("author-print").onclick = () => this.printText($("author-text").value);
    $("author-file").onchange = async ({ target }) => {
      const [file] = target.files;
      if (file?.size > MOST_BYTES) this.says(t("{0}: too large: {1} bytes; at most {2}.", file.name, file.size, MOST_BYTES));
      else if (file) this.replace(inLines(await file.text()), file.name);
      target.value = "";
    };
  }

  get isOpen() {
    return document.body.classList.contains("authoring");
  }

  open() {
    document.body.classList.add("authoring");
    stayOpen(true);
    if (WIDE.matches) $("author-text").focus({ preventScroll: true });
    else $("author").scrollIntoView();
    this.check();
  }

  close() {
    if (!this.isOpen) return;
    this.stop();
    document.body.classList.remove("authoring");
    stayOpen(false);
  }

  // What is written ------------------------------------------------------------------------------------------------------

  changed() {
    this.says(""); // what was said is of the text before
    remember(KEPT, { text: $("author-text").value, name: this.name });
    clearTimeout(this.later);
    this.later = setTimeout(() => this.check(), QUIET_MS);
  }

  // Put a text in the place of what is written, unless a person wants to keep that.
  replace(text, name) {
    const { value } = $("author-text");
    if (![text, NEW, this.saved].includes(value) && !confirm(t("Open it in place of your text? What is not saved is lost."))) return;
    this.name = name;
    this.saved = $("author-text").value = text;
    this.changed();
  }

  // A task for what is on the field.
  async add() {
    const position = this.position();
    if (!position) return this.says(t("There is no field: begin a game, or set one up."));
    const asks = $("author-asks").value;
    const fits = asks || (await this.fitting(position));
    if (fits) this.insert(taskOf(position, fits));
  }

  // The line of the position on the field: of a match, a move that is looked back at, a set-up, or an empty field.
  position() {
    if (this.scratch.isOn()) return $("scratch-text").value.trim();
    const state = this.view.shown() ?? this.view.empty;
    const named = state && [state.game, state.size.join(",")].join(" ").trim();
    return state && `${named}: ${state.hides ? "-" : stonesOf(state)}`;
  }

  async fitting(position) {
    this.says(t("Looking for a question that fits …"), true);
    return this.proofs.fitting(position).catch(() => "");
  }

  // Below the task or paragraph that the cursor is in, with an empty line around it.
  insert(block) {
    const area = $("author-text");
    const { value, selectionEnd } = area;
    const fences = [...value.matchAll(/^```/gm)].map(({ index }) => index);
    const open = fences.filter((at) => at < selectionEnd).length % 2;
    const from = open ? fences.find((at) => at >= selectionEnd) ?? value.length : selectionEnd;
    const end = value.slice(from).search(/\n\s*\n|\n*$/);
    const [before, after] = [value.slice(0, from + end).trimEnd(), value.slice(from + end).trim()];
    area.value = `${before}\n\n${block}\n${after && `\n${after}\n`}`;
    const at = before.length + block.length + 3;
    area.setSelectionRange(at, at);
    this.showLine(area.value.slice(0, at).split("\n").length);
    this.changed();
  }

  // What is wrong in it --------------------------------------------------------------------------------------------------

  // Prove a text; returns whether nothing is wrong. What is found is shown if the text still stands there.
  async check(text = $("author-text").value) {
    clearTimeout(this.later);
    const found = await this.proofs.check(text, (done, tasks) => this.says(t("Proving task {0} of {1} …", done + 1, tasks), true));
    if (!found) return false;
    this.faults = found.faults;
    this.tasks = found.tasks;
    this.title = found.title;
    const { length } = found.faults;
    if (text !== $("author-text").value) return !length;
    $("author-faults").replaceChildren(...found.faults.map((fault) => this.faultItem(fault)));
    this.says(length ? tn(length, "One fault. Press it to go to its line.", "{0} faults. Press one to go to its line.") : t("{0}: nothing is wrong.", tasksIn(found.tasks)));
    return !length;
  }

  stop() {
    clearTimeout(this.later);
    this.proofs.stop();
    this.says(t("Stopped: the answers are not proven."));
  }

  faultItem({ line, what }) {
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: t("Line {0}: {1}", line, what) });
    button.onclick = () => {
      const { value } = $("author-text");
      const rows = value.split("\n");
      const from = rows.slice(0, line - 1).join("\n").length + (line > 1);
      $("author-text").focus();
      $("author-text").setSelectionRange(from, from + (rows[line - 1] ?? "").length);
      this.showLine(line);
    };
    const item = document.createElement("li");
    item.append(button);
    return item;
  }

  showLine(line) {
    const area = $("author-text");
    area.scrollTop = area.scrollHeight * ((line - 4) / area.value.split("\n").length);
  }

  says(words, busy = false) {
    $("author-says").textContent = words;
    $("author-stop").hidden = !busy;
  }

  // What is made of it ---------------------------------------------------------------------------------------------------

  async preview() {
    const { value } = $("author-text");
    if (!(await this.check(value))) return this.complain();
    if (!this.tasks) return this.says(t("There is no task in it yet: press Add this position."));
    await this.begin(value);
  }

  // Play the text that was checked last.
  async begin(text) {
    remember(OWN.kept, { title: this.title, text, document: await this.proofs.document(OWN.name) });
    this.play();
  }

  complain() {
    $("author-faults").querySelector("button")?.focus();
  }

  save() {
    const { value } = $("author-text");
    this.name ||= `${slug(/^# *(.+)/m.exec(value)?.[1] ?? "")}.md`;
    download(this.name, value);
    this.saved = value;
    this.changed();
  }

  async take(text, name) {
    const given = inLines(text);
    if (this.isOpen) return this.replace(given, name);
    this.say(t("{0}: its answers are being proven.", name));
    const fault = await this.faultOf(given);
    if (fault) return this.say(`${name}: ${fault}.`);
    this.say("");
    await this.begin(given);
  }

  // Teachers give a link to a lesson that lies beside the page, or elsewhere on its server.
  async takeAt(hash, wanted) {
    const name = fileIn(hash);
    const address = new URL(name, location.href);
    if (address.origin !== location.origin) throw new Error(t("{0} is on another server: save it, and open the file", name));
    this.say(t("{0}: its answers are being proven.", name));
    const answer = await fetch(address).catch(() => null);
    if (!answer?.ok) throw new Error(t("{0} is not there", name));
    const given = inLines(await answer.text());
    const fault = await this.faultOf(given);
    if (!wanted()) return;
    if (fault) throw new Error(`${name}: ${fault}`);
    this.say("");
    history.replaceState(null, "", `#lesson=${OWN.name}`); // a step back leads before it
    await this.begin(given);
  }

  // Why a text cannot be played, in words; "" if it can.
  async faultOf(text) {
    this.faults = [];
    const right = await this.check(text);
    const [fault] = this.faults;
    if (!right) return fault ? t("line {0}: {1}", fault.line, fault.what) : t("its answers are not proven");
    return this.tasks ? "" : t("no task in it");
  }

  async print(name) {
    const own = name === OWN.name;
    const text = own ? recall(OWN.kept)?.text : await textOf(name);
    if (!(await this.printText(text ?? ""))) this.say(t("This lesson cannot be printed."));
  }

  async printText(text) {
    const right = await this.check(text);
    if (right) printSheet(await this.proofs.sheet(paper()));
    else this.complain();
    return right;
  }
}

// Whether this tab shows the text again after a reload, though a match has taken the address.
function stayOpen(on) {
  try {
    sessionStorage.setItem(KEPT, on ? "open" : "");
  } catch {
    // this browser keeps nothing
  }
}

function staysOpen() {
  try {
    return sessionStorage.getItem(KEPT) === "open";
  } catch {
    return false;
  }
}

// The text of a lesson of the page; "" if there is none.
async function textOf(name) {
  const answer = await fetch(new URL(`lessons/${name}.md`, location.href));
  return answer.ok ? answer.text() : "";
}

// A text of a file, with the ends of lines that a text area has.
const inLines = (text) => text.replace(/\r\n?/g, "\n");

const tasksIn = (count) => (count ? tn(count, "{0} task", "{0} tasks") : t("No tasks"));

// The block of a task. To set stones up, the pupil begins with an empty field; the usual words would name the stones.
function taskOf(position, asks) {
  const [, named, stones] = /^([^:]*):\s*(.*?)(?:,[^,]*to move)?$/.exec(position) ?? [position, position, "-"];
  const rows = asks === "build" ? [`${named}: -`, `build: ${stones}`, BUILD] : [position, asks];
  return ["```task", ...rows, "```"].join("\n");
}

const slug = (title) => title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-+|-+$/g, "").slice(0, 60) || "lesson";
