// What was answered in the lessons, kept in this browser until it is forgotten. The first answers stay: what follows a right one is
// not kept.
//
//   const answers = new Answers();
//   answers.begin({lesson: "bridges", version: "k3f", title: "Bridges"}, ["", "find", "write"])   that lesson, a version of its tasks,
//                                                      and the tasks of its steps ("": none)
//   answers.add(1, "b2", "right")                      in its step 1, from 0; "wrong"; or "more": right so far
//   answers.help(1)                                    the engine helps with its step 1
//   answers.result()                                   what is known of that lesson, as results/result_link.js sends it, without a name
//   answers.forget()                                   of that lesson

import { recall, remember } from "../console/saves.js";
import { FREE } from "./scoring.js";

const KEPT = "glowgrid answers"; // in the browser's storage: {"lesson version": {at, tasks: {step: {solved, helped, wrong, wrongs, rights}}}}
const MOST = 9; // wrong answers of a task that are kept; all are counted
const NONE = { solved: false, helped: false, wrong: 0, wrongs: [], rights: [] };

export class Answers {
  begin(about, tasks) {
    this.about = about;
    this.steps = [...tasks.entries()].filter(([, kind]) => kind).map(([at, kind]) => ({ at, free: kind === FREE }));
  }

  add(at, said, state) {
    const task = this.open(at);
    if (!task) return;
    const more = (list) => [...new Set([...list, said])];
    const right = state !== "wrong";
    this.change(at, {
      ...task,
      solved: state === "right",
      wrong: task.wrong + (right ? 0 : 1),
      wrongs: right ? task.wrongs : more(task.wrongs).slice(0, MOST),
      rights: right ? more(task.rights) : task.rights,
    });
  }

  help(at) {
    const task = this.open(at);
    if (task && !task.helped) this.change(at, { ...task, helped: true });
  }

  // What is known of a task that is not solved; null of any other step.
  open(at) {
    const task = this.known.tasks[at] ?? NONE;
    return !task.solved && this.steps.some((step) => step.at === at) ? task : null;
  }

  change(at, task) {
    this.keep({ ...this.known.tasks, [at]: task });
  }

  forget() {
    this.keep({});
  }

  result() {
    const { at, tasks } = this.known;
    const { about, steps } = this;
    return { ...about, at, count: steps.length, tasks: steps.map((step) => ({ step: step.at + 1, free: step.free, ...(tasks[step.at] ?? NONE) })) };
  }

  // Where it is kept.
  get key() {
    return `${this.about.lesson} ${this.about.version}`;
  }

  // What is kept of this lesson. It is read each time: another tab may have added to it.
  get known() {
    const kept = recall(KEPT)?.[this.key];
    const fits = Number.isInteger(kept?.at) && Object.values(kept.tasks ?? {}).every(isTask);
    return fits ? { at: kept.at, tasks: kept.tasks ?? {} } : { at: 0, tasks: {} };
  }

  keep(tasks) {
    remember(KEPT, { ...recall(KEPT), [this.key]: { at: Math.floor(Date.now() / 1000), tasks } });
  }
}

const isTask = (task) => Number.isInteger(task?.wrong) && Array.isArray(task.wrongs) && Array.isArray(task.rights);
