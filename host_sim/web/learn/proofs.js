// What is wrong in a lesson that is written on the page, and what is made of it: the engine proves its tasks in a worker of
// its own (host_sim/lessons/on_page.py).
//
//   const proofs = new Proofs();
//   await proofs.check(text, progress)   {title, tasks (how many), faults: [{line, what}]}; null if it is stopped, or another
//                                        text comes. progress(done, tasks) is called before each proof
//   await proofs.document(name)          HTML of the text that was checked last, if it has no fault, as lesson.js plays it
//   await proofs.sheet(paper)            its sheet, {title, style, html}; paper: "a4" or "letter"
//   await proofs.fitting(position)       what a pupil can be asked of the line of a position, such as "wins: any"
//   proofs.stop()

import { faultOf, newWorker, session } from "../console/console.js";

let markdown = null;
const loaded = () => (markdown ??= import(new URL(ASSETS.markdown, location.href)));

export class Proofs {
  constructor() {
    Object.assign(this, { worker: null, asked: [], checks: 0, html: () => [] });
  }

  async check(text, progress = () => {}) {
    const check = ++this.checks;
    try {
      const { tokens, htmlOf } = (await loaded()).read(text);
      const found = await this.ask("read", { text, tokens });
      const faults = [...found.faults, ...(await this.ask("check_text")).faults];
      for (let task = 0; task < found.tasks; task++) {
        if (check !== this.checks) return null;
        progress(task, found.tasks);
        faults.push(...(await this.ask("prove", { task })).faults);
      }
      if (check !== this.checks) return null;
      this.html = (onPage) => found.texts.map((part) => htmlOf(part, onPage));
      return { ...found, faults: faults.sort((one, other) => one.line - other.line) };
    } catch (error) {
      return check === this.checks ? { title: "", tasks: 0, faults: [{ line: 1, what: error.message }] } : null;
    }
  }

  document = async (name) => (await this.ask("document", { name, html: this.html(true) })).html;
  sheet = (paper) => this.ask("sheet", { paper, html: this.html(false) });
  fitting = async (position) => (await this.ask("fitting", { position })).asks;

  stop() {
    this.checks++;
    this.worker?.terminate();
    this.worker = null;
    for (const [, reject] of this.asked.splice(0)) reject(new Error("it was stopped"));
  }

  ask(asks, about) {
    this.worker ??= this.begun();
    return new Promise((...answer) => {
      this.asked.push(answer);
      this.worker.postMessage({ what: "lesson", asks, about, games: session.games ?? {} });
    });
  }

  begun() {
    const worker = newWorker();
    worker.onmessage = ({ data }) => {
      if (data.lesson) this.asked.shift()[0](data.lesson);
      if (data.failed) this.asked.shift()?.[1](new Error(data.failed));
    };
    worker.onerror = (error) => this.asked.shift()?.[1](new Error(faultOf(error)));
    return worker;
  }
}
