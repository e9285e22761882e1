// A lesson beside the field: its text, and its tasks, which are answered on the field.
//
//   const lesson = new Lesson({ open, leave, fold, say });
//   lesson.follow("#lesson=minimax&step=3")   shows it; a promise
//
// A lesson is a document that reads well on its own (lessons/*.html). Its links of class "open" are the steps; `data-say`
// says what to do there, `data-task` how it is answered:
//
//   find X     press one of the moves that `moves X` of its data-ask has; all X: each of them, one after the other
//   find, all  the same, of the moves of data-right
//   win        solve the puzzle that it opens
//   play       play to the end of the match; data-right, if there is one: sides that may win, 0 for a draw
//   choose     press one of data-choices; data-right is the right one
//   number     type data-right; stones: type these stones; write: type anything
//   (none)     look at the field
//
// host_sim/lessons makes such documents of files that teachers write.
//
// open(hash, wanted): open a position in this page, if it is still wanted (opening() of console.js); a promise. leave(): play without a lesson.
// fold(): the field takes the place of the handheld. report: a Report (reporting.js), which is told what is answered.

import { able, ask, listen, opening } from "../console/console.js";
import { keepPlace } from "./reading.js";
import { recall, remember } from "../console/saves.js";
import { capital, coloured, sideName } from "../field/sides.js";
import { language, said, t, table } from "../language/language.js";

const KEPT = "glowgrid lessons"; // in the browser's storage: the lesson and step of last time, and what was answered
const SWAP = "swap-pieces"; // as the engine is asked for the move `swap`
const POINT = /^[a-z]{1,2}\d{1,3}$/;
// What is typed as an answer.
const TYPED = {
  number: { type: "number", min: 0, max: 999, ariaLabel: t("Your number") },
  stones: { type: "text", placeholder: "a1 / b2", ariaLabel: t("Your stones, those of each side with a slash between them") },
  write: { type: "text", ariaLabel: t("Your answer") },
};
const $ = (id) => document.getElementById(id);

// Whether an address asks for a lesson.
export const asksForLesson = (hash) => /^#lesson\b/.test(hash);

export class Lesson {
  constructor({ open, leave, fold, say, report }) {
    Object.assign(this, { open, leave, fold, say, report, name: "", links: [], at: 0, found: [], done: {}, ...(report.open ? {} : remembered()) });
    this.names = [...$("lesson-choice").options].map(({ value }) => value);
    $("lesson-choice").onchange = () => this.turnTo($("lesson-choice").value);
    $("lesson-end").onclick = () => this.leave();
    $("step-back").onclick = () => this.walk(-1);
    $("step-on").onclick = () => this.walk(1);
    $("task-again").onclick = () => this.go(this.at);
    keepPlace($("lesson"));
    $("lesson").onclick = (event) => this.click(event);
    $("task-form").onsubmit = (event) => this.submit(event);
    listen("position", (position) => this.opened && position && this.judge(position));
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

  turnTo(name) {
    this.show(name).catch((error) => this.say(t("The lesson cannot be opened: {0}.", error.message)));
  }

  // Show a lesson from this step on, counted from 0.
  async show(name, step = 0, wanted = opening()) {
    if (!this.names.includes(name)) throw new Error(t("there is no lesson {0}", name));
    if (name !== this.name) {
      const text = await textOf(name);
      if (!wanted()) return;
      $("lesson").replaceChildren(...text);
      $("lesson").scrollTo(0, 0);
      this.links = [...$("lesson").querySelectorAll("a.open")];
      this.name = name;
      const before = this.report.begun(name, this.links.map(({ dataset }) => (dataset.task ?? "").split(" ")[0]));
      if (this.report.open) this.done[name] = before.done;
      step ||= before.at;
      for (const at of this.done[name] ?? []) this.links[at]?.classList.add("done");
    }
    document.body.classList.add("lesson");
    $("lesson-choice").value = name;
    const at = Math.min(Math.max(step, 0), this.links.length - 1);
    if (at) this.scrollTo(this.links[at]);
    await this.go(at, wanted);
  }

  end() {
    this.name = "";
    this.link = null;
    this.opened = false;
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

  // To the next step, or the one before; from the last to the next lesson.
  walk(steps) {
    const at = this.at + steps;
    if (at >= this.links.length) return this.turnTo(this.names[this.names.indexOf(this.name) + 1]);
    this.scrollTo(this.links[at]);
    this.go(at);
  }

  // Open a step in the page; the text stays where it is.
  async go(at, wanted = opening()) {
    const again = this.link === this.links[at];
    Object.assign(this, { at, link: this.links[at], task: taskOf(this.links[at]) });
    if (!again) this.found = [];
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
    if (this.task.form) return;
    const [state, words] = this.answer(position, position.moves.slice(this.task.plies));
    if (state !== "wrong") this.wrong = null;
    else if (this.wrong?.words !== words) this.explain(words);
    this.write(state, words, this.wrong?.why);
    this.tell(position.moves.slice(this.task.plies).map(({ name }) => name).join(" "), state);
    if (state === "right") this.finish();
  }

  // Tell of an answer once, though the field is shown again and again.
  tell(answer, state) {
    if (!state || answer === this.told) return;
    this.told = answer;
    this.report.answered(this.at, answer, state);
  }

  // Add why an answer is wrong, as the console's engine finds it.
  async explain(words) {
    const wrong = (this.wrong = { words });
    wrong.why = await ask("reason", { plies: this.task.plies, solution: (this.task.moves ?? []).join(" ") });
    if (this.wrong === wrong) this.write("wrong", words, wrong.why);
  }

  // What is answered beside the field: buttons to choose from, or a line to type.
  showForm() {
    const { form, kind, choices } = this.task;
    $("task-form").hidden = !form;
    if (!form) return $("task-form").replaceChildren();
    const button = (words, value) => Object.assign(document.createElement("button"), { textContent: words, value });
    if (kind === "choose") return $("task-form").replaceChildren(...choices.map((each) => button(each === "draw" ? t("A draw") : capital(t(each)), each)));
    const line = Object.assign(document.createElement("input"), { required: true, maxLength: 300, autocomplete: "off", ...TYPED[kind] });
    $("task-form").replaceChildren(line, button(t("Answer"), ""));
  }

  submit(event) {
    event.preventDefault();
    const answer = (event.submitter?.value || $("task-form").querySelector("input")?.value || "").trim();
    if (!answer) return;
    const { kind, right } = this.task;
    if (kind === "stones" && stonesOf(answer) === null) return this.write("", t("Write points such as a1 / b2."));
    const fits = kind === "write" || (kind === "stones" ? stonesOf(answer) === stonesOf(right) : answer.toLowerCase() === right.toLowerCase());
    this.write(fits ? "right" : "wrong", kind === "write" ? t("Noted.") : fits ? t("Right: {0}.", t(answer)) : t("No, not {0}.", t(answer)));
    this.report.answered(this.at, answer, fits ? "right" : "wrong");
    if (fits) this.finish();
  }

  // The step is answered rightly.
  finish() {
    this.note();
    this.answerOf(this.link)?.setAttribute("open", "");
    this.keep();
  }

  // What the match says of the answer: "right", "wrong" or "", and words.
  answer({ over, winner, puzzle }, [move]) {
    const { kind, moves } = this.task;
    if (kind === "play") {
      const fine = !this.task.right || this.task.right.split(" ").includes(String(winner ?? 0));
      return over ? [fine ? "right" : "wrong", winner ? t("{0} has won.", capital(sideName(winner))) : t("A draw.")] : ["", ""];
    }
    if (kind === "win" && puzzle === "Solved.") return ["right", said(puzzle)];
    if (kind === "win" && puzzle.includes("try again")) return ["wrong", t("That does not {0}.", said(/not (.*):/.exec(puzzle)?.[1] ?? ""))];
    if (!moves) return ["", ""];
    if (!move) return ["", this.found.length ? t("Found: {0}.", this.found.join(", ")) : ""];
    if (!moves.includes(move.name)) return ["wrong", t("No, not {0}.", t(move.name))];
    if (kind === "find") return ["right", t("Right: {0}.", t(move.name))];
    this.found = [...new Set([...this.found, move.name])];
    const more = moves.length - this.found.length;
    return more ? ["more", t("Right: {0}. {1} more.", move.name, more)] : ["right", t("Right: {0}.", this.found.join(", "))];
  }

  // The step is done.
  note() {
    this.link.classList.add("done");
    this.done[this.name] = [...new Set([...(this.done[this.name] ?? []), this.at])];
  }

  // The answer that follows a task in the text, if it has one.
  answerOf(link) {
    const all = [...link.closest("section").querySelectorAll("a.open, details:not(.hint)")];
    const next = all[all.indexOf(link) + 1];
    return next?.matches("details") ? next : null;
  }

  write(state = "", words = "", why = "") {
    const last = this.at === this.links.length - 1;
    const more = this.names.indexOf(this.name) < this.names.length - 1;
    $("task").dataset.state = state;
    $("step-at").textContent = t("Step {0} of {1}", this.at + 1, this.links.length);
    $("step-back").disabled = !this.at;
    $("step-on").disabled = last && !more;
    $("step-on").firstElementChild.textContent = last && more ? t("Next lesson") : t("Next");
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

// What a link asks: {kind, moves (that are right), right and choices (as they stand there), form (whether it is answered beside the
// field), hash (to open), plies (of its position)}.
function taskOf({ dataset, hash }) {
  const [kind, ...outcome] = (dataset.task ?? "look").split(" ");
  const { right = "", choices = "" } = dataset;
  const asked = outcome.length && dataset.ask.split("; ").indexOf(`moves ${outcome.join(" ")}`);
  const listed = outcome.length ? dataset.answer.split("; ")[asked] : ["find", "all"].includes(kind) ? right : "";
  const moves = listed ? listed.replace(SWAP, "swap").split(" ") : null;
  const played = new URLSearchParams(hash.slice(1)).get("moves");
  return { kind, moves, right, choices: choices.split(" "), form: kind === "choose" || kind in TYPED, hash, plies: played ? played.split(",").length : 0 };
}

// Stones that are typed or right, such as `a1 b2 / -, 1 to move`, as one text for the same stones of each side; null if it
// names no points.
function stonesOf(text) {
  const words = (side) => [...new Set(side.split(/\s+/))].filter((word) => word && word !== "-").sort();
  const sides = text.toLowerCase().replace(/,[^,]*to move\W*$/, "").split("/").map(words);
  if (!sides.flat().every((word) => POINT.test(word))) return null;
  return sides.map((names) => names.join(" ")).join("/").replace(/\/+$/, "");
}

// The text of a lesson: each heading with what follows it is a section; links lead where they lead in the document, those
// to other places in a new tab.
async function textOf(name) {
  const address = new URL(`lessons/${table?.lessons.includes(name) ? `${name}.${language}` : name}.html`, location.href);
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  const body = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("main");
  for (const link of body.querySelectorAll("a[href]")) {
    if (!URL.canParse(link.getAttribute("href"), address)) continue;
    const to = new URL(link.getAttribute("href"), address);
    link.href = to.href;
    const lesson = lessonAt(to);
    if (lesson) link.dataset.lesson = lesson;
    else if (!isPage(to)) Object.assign(link, { target: "_blank", rel: "noopener" });
    else if (!to.hash) link.dataset.free = "";
  }
  const parts = [document.createElement("div")];
  for (const each of [...body.children]) {
    if (each.matches("h2")) parts.push(document.createElement("section"));
    parts.at(-1).append(document.adoptNode(each));
  }
  return parts;
}

// Whether an address is that of this page, whatever is opened in it.
const isPage = ({ origin, pathname }) => origin === location.origin && [location, new URL("index.html", location.href)].some((page) => page.pathname === pathname);

// The name of the lesson at an address, if it is a document of this page's lessons/.
function lessonAt(address) {
  const [folder, { href }] = [new URL("lessons/", location.href).href, new URL(address)];
  return href.startsWith(folder) ? /^([^/?#]+)\.html/.exec(href.slice(folder.length))?.[1] : undefined;
}

const addressOf = (name, at) => `#lesson=${name}${at ? `&step=${at + 1}` : ""}`;

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
