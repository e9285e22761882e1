// A lesson beside the field: its text, and its tasks, which are answered on the field.
//
//   const lesson = new Lesson({ open, leave, fold, refuted, building, say, report });
//   lesson.follow("#lesson=minimax&step=3")   shows it; a promise
//   lesson.showOwn()                          shows the one that a person wrote or opened (author.js)
//
// A lesson is a document that reads well on its own (lessons/*.html). Its links of class "open" are the steps; `data-say`
// says what to do there, `data-task` how it is answered (judging.js).
// host_sim/lessons makes such documents of files.
//
// open(hash, wanted): open a position in this page, if it is still wanted (opening() of console.js); a promise. leave(): play without a lesson.
// fold(): the field takes the place of the handheld. refuted(line): shows on it why an answer is wrong (refutation.py). building: a Building. report: a Report (reporting.js), which is told what is answered.

import { Answers } from "./answers.js";
import { able, ask, listen, opening, session, still } from "../console/console.js";
import { read } from "../console/links.js";
import { judgedMatch, judgedText, taskOf } from "./judging.js";
import { lessonAt, OWN, textOf } from "./lesson_text.js";
import { OwnResults } from "./own_results.js";
import { keepPlace } from "./reading.js";
import { recall, remember } from "../console/saves.js";
import { capital, coloured } from "../field/sides.js";
import { said, t } from "../language/language.js";
import { checksum, digitsOf } from "../results/result_link.js";

const KEPT = "glowgrid lessons"; // in the browser's storage: the lesson and step of last time, and what was answered
const [NEW, OPEN] = ["new", "open"]; // among the lessons: to write one, to open a file
// What is typed as an answer.
const TYPED = {
  number: { type: "number", min: 0, max: 999, ariaLabel: t("Your number") },
  write: { type: "text", ariaLabel: t("Your answer") },
};
const $ = (id) => document.getElementById(id);

// Whether an address asks for a lesson.
export const asksForLesson = (hash) => /^#lesson\b/.test(hash);

export class Lesson {
  constructor({ open, leave, fold, refuted, building, say, report }) {
    Object.assign(this, { open, leave, fold, refuted, building, say, report, name: "", links: [], at: 0, found: [], done: {}, ...(report.open ? {} : remembered()) });
    this.offerOwn();
    $("lesson-choice").onchange = () => this.turnTo($("lesson-choice").value);
    $("lesson-end").onclick = () => (this.isWritten() ? this.turnTo(NEW) : this.leave());
    this.answers = new Answers();
    this.results = new OwnResults({ answers: this.answers, forget: () => this.forget() });
    $("lesson-results").onclick = () => this.showResults();
    $("step-back").onclick = () => this.walk(-1);
    $("step-on").onclick = () => this.walk(1);
    $("task-again").onclick = () => this.go(this.at);
    keepPlace($("lesson"));
    $("lesson").onclick = (event) => this.click(event);
    $("task-form").onsubmit = (event) => this.submit(event);
    listen("position", (position) => this.opened && position && this.judge(position));
    listen("ready", () => session.step && this.task?.kind === "stones" && this.build());
    document.addEventListener("click", (event) => this.enter(event));
  }

  // A link to the document of a lesson, anywhere else on the page, shows it here; that of the header goes on with the last.
  enter(event) {
    const link = event.target.closest?.('a[href^="lessons/"]');
    if (!able || !link || this.isTaken(event)) return;
    event.preventDefault();
    const again = link.closest("nav") && this.names.includes(this.last?.name);
    location.hash = again ? addressOf(this.last.name, this.last.step) : addressOf(lessonAt(link.href), 0);
  }

  isTaken(event) {
    return event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
  }

  async follow(hash, wanted) {
    const words = new URLSearchParams(hash.slice(1));
    await this.show(words.get("lesson"), Number.parseInt(words.get("step"), 10) - 1 || 0, wanted);
  }

  // List the lesson of a person's own, if there is one.
  offerOwn() {
    const { options } = $("lesson-choice");
    const { title } = recall(OWN.kept) ?? {};
    const before = [...options].find(({ value }) => value === NEW);
    if (title && before) {
      options.namedItem(OWN.name)?.remove();
      before.before(Object.assign(new Option(t("Yours: {0}", title), OWN.name), { id: OWN.name }));
    }
    this.names = [...options].map(({ value }) => value).filter((name) => ![NEW, OPEN].includes(name));
  }

  // Whether it is the text that stands beside the field.
  isWritten() {
    return this.name === OWN.name && recall(OWN.kept)?.text === $("author-text").value;
  }

  // As it is now: another text has other steps.
  showOwn() {
    this.offerOwn();
    this.name = "";
    const address = addressOf(OWN.name, 0);
    if (location.hash === address) this.turnTo(OWN.name);
    else location.hash = address;
  }

  turnTo(name) {
    if (name === NEW) return (location.hash = addressOf(NEW, 0));
    if (name === OPEN) return this.choose();
    this.show(name).catch((error) => this.say(t("The lesson cannot be opened: {0}.", error.message)));
  }

  // A person chooses a file, or none: then the lesson stays.
  choose() {
    $("lesson-choice").value = this.name;
    $("open").click();
  }

  // Show a lesson from this step on, counted from 0.
  async show(name, step = 0, wanted = opening()) {
    if (!this.names.includes(name)) throw new Error(t("there is no lesson {0}", name));
    if (name !== this.name) {
      const text = await textOf(name, this.names);
      if (!wanted()) return;
      $("lesson").replaceChildren(...text);
      $("lesson").scrollTo(0, 0);
      this.links = [...$("lesson").querySelectorAll("a.open")];
      $("lesson").classList.toggle("reported", this.report.open); // no answer before the pupil's
      this.name = name;
      const tasks = this.links.map(({ dataset }) => dataset.task ?? "");
      const before = this.report.begun(name, tasks);
      this.answers.begin({ lesson: name, version: versionOf(this.links), title: titleIn($("lesson")) }, tasks.map((task) => task.split(" ")[0]));
      this.hasResults = !this.report.open && tasks.some(Boolean);
      $("lesson-results").hidden = !this.hasResults;
      if (this.report.open) this.done[this.answers.key] = before.done;
      step ||= before.at;
      for (const at of this.done[this.answers.key] ?? []) this.links[at]?.classList.add("done");
    }
    document.body.classList.add("lesson");
    $("lesson-choice").value = name;
    $("lesson-end").textContent = this.isWritten() ? t("Edit") : t("Free play");
    const at = Math.min(Math.max(step, 0), this.links.length - 1);
    if (at) this.scrollTo(this.links[at]);
    await this.go(at, wanted);
  }

  end() {
    this.building.end();
    this.task = null;
    this.name = "";
    this.link = null;
    this.opened = false;
    busy(false);
    document.body.classList.remove("lesson", "tested");
  }

  click(event) {
    const link = event.target.closest("a");
    if (!link || this.isTaken(event)) return;
    const step = this.links.indexOf(link);
    if (step < 0 && !link.dataset.lesson && !("free" in link.dataset)) return;
    event.preventDefault();
    if (step >= 0) this.go(step);
    else if (link.dataset.lesson) this.turnTo(link.dataset.lesson);
    else this.leave();
  }

  // To the next step, or the one before; from the last to the results, or else to the next lesson.
  walk(steps) {
    const at = this.at + steps;
    if (at >= this.links.length) return this.hasResults ? this.showResults() : this.turnTo(this.nextName());
    this.scrollTo(this.links[at]);
    this.go(at);
  }

  nextName() {
    return this.names[this.names.indexOf(this.name) + 1];
  }

  showResults() {
    const next = this.nextName();
    this.results.show($("lesson-choice").selectedOptions[0].text, next && (() => this.turnTo(next)));
  }

  // Begin the lesson again, as if nobody had answered.
  forget() {
    this.answers.forget();
    this.done[this.answers.key] = [];
    for (const link of this.links) link.classList.remove("done");
    this.scrollTo(this.links[0]);
    this.go(0);
  }

  // Open a step in the page; the text stays where it is.
  async go(at, wanted = opening()) {
    const again = this.link === this.links[at];
    Object.assign(this, { at, link: this.links[at], task: taskOf(this.links[at]) });
    if (!again) this.found = [];
    this.building.end();
    this.told = "";
    this.report.at(at);
    this.wrong = null;
    document.body.classList.toggle("tested", this.report.open && this.task.kind !== "look");
    this.showForm();
    history.replaceState(null, "", addressOf(this.name, at));
    this.last = { name: this.name, step: at };
    this.links.forEach((link) => link.removeAttribute("aria-current"));
    this.link.setAttribute("aria-current", "step");
    this.write();
    this.fold();
    if (this.task.kind === "look") this.note();
    this.keep();
    busy(true);
    this.opened = false; // what the console says until then is of the match before
    await this.open(this.task.hash, wanted);
    this.opened = wanted();
  }

  // Bring a step of the text into view: its heading too, if there is room for both.
  scrollTo(link) {
    for (let box = link.closest("details"); box; box = box.parentElement.closest("details")) box.open = true;
    const pane = $("lesson");
    const top = (each) => each.getBoundingClientRect().top - pane.getBoundingClientRect().top + pane.scrollTop;
    const heading = link.closest("section").firstElementChild;
    const fits = top(link) + link.offsetHeight - top(heading) < pane.clientHeight - 16;
    pane.scrollTo(0, fits ? top(heading) - 8 : top(link) - pane.clientHeight / 2);
  }

  // Whether the step is answered ------------------------------------------------------------------------------------

  judge(position) {
    busy(false);
    this.noteHelp(position);
    if (this.task.form) return;
    const { state, answer, words, found } = judgedMatch(this.task, position, this.found);
    this.found = found;
    if (state !== "wrong") this.wrong = null;
    else if (this.wrong?.words !== words) this.explain(words);
    this.tell(answer, state);
    this.write(state, words, this.wrong?.why);
    if (state === "right") this.finish();
  }

  // While an answer stands that is wrong, or right so far, the keyboard goes to what ends that; returns whether one stands.
  focus() {
    const again = $("task-again");
    if (!this.name || again.hidden) return false;
    again.focus({ preventScroll: true });
    return true;
  }

  // Hint and coach are help, unless the step itself opens them.
  noteHelp({ hint, coached }) {
    if ((hint || coached) && !this.task.advised) this.answers.help(this.at);
  }

  // Tell of an answer once, though the field is shown again and again.
  tell(answer, state) {
    if (!state || answer === this.told) return;
    this.told = answer;
    this.hear(answer, state);
  }

  // Who keeps the answers, the page or a learning system, hears each.
  hear(answer, state) {
    if (this.report.open) this.report.answered(this.at, answer, state);
    else this.answers.add(this.at, answer, state);
  }

  // Add why an answer is wrong, as the console's engine finds it, in words and on the field.
  async explain(words) {
    const wrong = (this.wrong = { words });
    const { kind, plies, moves, right } = this.task;
    const line = await ask("reason", { plies, solution: (moves ?? []).join(" "), fine: kind === "play" ? right : "" });
    if (this.wrong !== wrong || !line) return;
    wrong.why = line.says;
    this.write("wrong", words, wrong.why);
    this.refuted({ ...line, says: "" }); // it is said already
  }

  // What is answered beside the field: buttons to choose from, or a line to type.
  showForm() {
    const { form, kind, choices } = this.task;
    $("task-form").hidden = !form;
    if (!form) return $("task-form").replaceChildren();
    const button = (words, value) => Object.assign(document.createElement("button"), { textContent: words, value });
    if (kind === "choose") return $("task-form").replaceChildren(...choices.map((each) => button(each === "draw" ? t("A draw") : capital(t(each)), each)));
    if (kind === "stones") return $("task-form").replaceChildren(...this.building.form(), button(t("Answer"), ""));
    const line = Object.assign(document.createElement("input"), { required: true, maxLength: 300, autocomplete: "off", ...TYPED[kind] });
    $("task-form").replaceChildren(line, button(t("Answer"), ""));
  }

  async build() {
    const wanted = still();
    const { position } = await read(this.task.hash);
    await this.building.begin(position, wanted);
  }

  submit(event) {
    event.preventDefault();
    const typed = (event.submitter?.value || $("task-form").querySelector("input")?.value || "").trim();
    if (!typed) return;
    const { state, answer, words } = judgedText(this.task, typed, (stones) => this.building.unknown(stones));
    if (state) this.hear(answer, state);
    this.write(state, words);
    if (state === "right") this.finish();
  }

  // The step is answered rightly.
  finish() {
    this.note();
    this.answerOf(this.link)?.setAttribute("open", "");
    this.keep();
  }

  // The step is done.
  note() {
    this.link.classList.add("done");
    const { key } = this.answers;
    this.done[key] = [...new Set([...(this.done[key] ?? []), this.at])];
  }

  // The answer that follows a task in the text, if it has one.
  answerOf(link) {
    const all = [...link.closest("section").querySelectorAll("a.open, details:not(.hint)")];
    const next = all[all.indexOf(link) + 1];
    return next?.matches("details") ? next : null;
  }

  write(state = "", words = "", why = "") {
    const last = this.at === this.links.length - 1;
    const after = last && (this.hasResults ? t("Results") : this.nextName() && t("Next lesson")); // what follows the last step
    $("task").dataset.state = state;
    $("step-at").textContent = t("Step {0} of {1}", this.at + 1, this.links.length);
    $("step-back").disabled = !this.at;
    $("step-on").disabled = last && !after;
    $("step-on").firstElementChild.textContent = after || t("Next");
    set($("task-says"), this.link.dataset.say);
    set($("task-verdict"), words, ...(why ? [" ", ...coloured(said(why))] : []));
    $("task-again").hidden = !["wrong", "more"].includes(state);
    $("task-again").textContent = state === "more" ? t("Go on") : t("Try again");
  }

  // The browser keeps where one is, and what was done, unless a learning system does: it knows who learns.
  keep() {
    if (this.report.open) return;
    const { last, done } = this;
    remember(KEPT, { last, done });
  }
}

// A short text that is another one if what the steps ask is.
const versionOf = (links) => digitsOf(checksum(links.map(({ dataset, hash }) => [dataset.task, dataset.right, hash].join("\n")).join("\n")));

const titleIn = (text) => text.querySelector("h1")?.textContent.trim() ?? "";

const addressOf = (name, at) => `#lesson=${name}${at ? `&step=${at + 1}` : ""}`;

// Until the match of a step is there, the field is that of the step before.
const busy = (on) => ($("field").ariaBusy = String(on));

// What is set is read out.
function set(element, ...parts) {
  const text = parts.map((part) => part.textContent ?? part).join("");
  if (element.textContent !== text) element.replaceChildren(...parts);
}

function remembered() {
  const { last, done } = recall(KEPT) ?? {};
  const steps = done && Object.values(done).every((each) => Array.isArray(each) && each.every(Number.isInteger));
  return typeof last?.name === "string" && Number.isInteger(last.step) && steps ? { last, done } : {};
}
