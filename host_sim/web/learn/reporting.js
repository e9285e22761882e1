// Tells a learning system that holds the page what a pupil answers in a lesson (SCORM 1.2); without one it does nothing.
//
//   const report = new Report();
//   report.begun("bridges", ["", "find", "write"])   that lesson, with the tasks of its steps ("": none); returns
//                                       {at, done}: where the pupil stopped, and the steps that were solved or looked at
//   report.answered(1, "b2", "right")   in its step 1, from 0; "wrong"; or "more": right so far
//   report.at(4)                        the step that is shown
//
// A lesson is passed when all tasks are solved and half of the points (scoring.js) are reached, else failed; until then it is
// incomplete.
//
// Source: ADL, "SCORM Version 1.2: The SCORM Run-Time Environment", 2001.

import { FREE, scoreOf } from "./scoring.js";

const MOST_ABOVE = 7; // windows to look through
const PASSED = 50; // percent
const MOST_SAID = 255; // signs of an answer

export class Report {
  constructor() {
    this.system = found();
    this.open = this.system?.LMSInitialize("") === "true";
    this.since = Date.now();
    if (this.open) addEventListener("pagehide", () => this.end());
  }

  begun(lesson, tasks) {
    Object.assign(this, { lesson, tasks: Object.entries(tasks).filter(([, task]) => task), tries: {}, solved: [], looked: [], step: 0 });
    if (!this.open) return { at: 0, done: [] };
    try {
      const kept = JSON.parse(this.system.LMSGetValue("cmi.suspend_data") || "{}");
      if (kept.lesson === lesson) Object.assign(this, { tries: kept.tries ?? {}, solved: kept.solved ?? [], looked: kept.looked ?? [], step: kept.step ?? 0 });
    } catch {
      // damaged: it begins anew
    }
    this.keep();
    return { at: this.step, done: [...this.solved, ...this.looked] };
  }

  at(step) {
    const isNew = !this.isTask(step) && !this.looked.includes(step);
    if (!this.open || (step === this.step && !isNew)) return;
    if (isNew) this.looked.push(step);
    this.step = step;
    this.keep();
  }

  answered(step, said, state) {
    if (!this.open || this.solved.includes(step)) return;
    const number = Number(this.system.LMSGetValue("cmi.interactions._count")) || 0;
    const result = this.isFree(step) ? "neutral" : state === "wrong" ? "wrong" : "correct";
    const about = { id: `task${step + 1}`, type: "fill-in", student_response: said.slice(0, MOST_SAID), result };
    for (const [name, value] of Object.entries(about)) this.set(`cmi.interactions.${number}.${name}`, value);
    if (state === "wrong") this.tries[step] = (this.tries[step] ?? 0) + 1;
    if (state === "right") this.solved.push(step);
    this.keep();
  }

  isTask(step) {
    return this.tasks.some(([at]) => Number(at) === step);
  }

  isFree(step) {
    return this.tasks.some(([at, task]) => Number(at) === step && task === FREE);
  }

  get score() {
    return scoreOf(this.tasks.map(([step, task]) => ({ free: task === FREE, solved: this.solved.includes(Number(step)), wrong: this.tries[step] ?? 0 })));
  }

  keep() {
    const { lesson, tries, solved, looked, step, score } = this;
    this.set("cmi.core.score.min", "0");
    this.set("cmi.core.score.max", "100");
    this.set("cmi.core.score.raw", String(score.percent));
    this.set("cmi.core.lesson_status", score.solved < score.of ? "incomplete" : score.percent >= PASSED ? "passed" : "failed");
    this.set("cmi.core.lesson_location", String(step + 1));
    this.set("cmi.suspend_data", JSON.stringify({ lesson, tries, solved, looked, step }));
    this.system.LMSCommit("");
  }

  set(name, value) {
    this.system.LMSSetValue(name, value);
  }

  end() {
    if (!this.open) return;
    this.open = false;
    this.set("cmi.core.session_time", timeOf(Date.now() - this.since));
    this.set("cmi.core.exit", "suspend");
    this.system.LMSFinish("");
  }
}

// A time, given in milliseconds, as HHHH:MM:SS.
function timeOf(ms) {
  const seconds = Math.round(ms / 1000);
  const parts = [[Math.floor(seconds / 3600), 4], [Math.floor(seconds / 60) % 60, 2], [seconds % 60, 2]];
  return parts.map(([number, digits]) => String(number).padStart(digits, "0")).join(":");
}

// The API of the learning system, in a window above this one or in the one that opened it; null without any.
function found() {
  for (let [at, above] = [window, 0]; above <= MOST_ABOVE; above++) {
    try {
      if (at.API) return at.API;
    } catch {
      return null; // a page of another place
    }
    at = at.parent === at ? at.opener : at.parent;
    if (!at) return null;
  }
  return null;
}
