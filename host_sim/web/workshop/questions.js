// What a talk asks the person, and what it says meanwhile: a question with buttons, or a place on the picture of the board;
// lines below it. Stop ends the talk; Back goes to the question before.

import { placeOf } from "./board_picture.js";
import * as pico from "./pico.js";

const AGAIN_MS = 700; // until Stop interrupts the Pico once more
const COLOURS = ["red", "green", "blue", "white"];
const YES = [["Yes", true, "first"], ["No", false]];
const SELFTEST = "selftest: ";
const $ = (id) => document.getElementById(id);
const made = (tag, of) => Object.assign(document.createElement(tag), of);
const rest = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

export class Questions {
  // picture: a BoardPicture. plugIn(): called when the person says that the Pico is plugged in again.
  constructor(picture, plugIn) {
    Object.assign(this, { picture, plugIn, on: false, posed: 0 });
    $("test-stop").onclick = () => this.stop();
    $("test-back").onclick = () => this.back();
  }

  begin({ back = false } = {}) {
    Object.assign(this, { on: true, stopped: false, gone: false, goesBack: false, answer: null, testsKeys: false });
    $("test-lines").replaceChildren();
    $("test-back").hidden = !back;
    this.pose("");
    this.picture.clear();
  }

  end() {
    const { picture } = this;
    this.on = false;
    this.pose("");
    picture.ask(null);
    if (!this.testsKeys) return;
    for (const key of picture.missing) if (picture.states[key] !== "stuck") picture.show(key, "missing");
  }

  // What page_talk.py calls, see there: a question, whose answer is promised, or what is to be shown.
  ask = (json) => {
    const asked = JSON.parse(json);
    if (!("ask" in asked)) return this.hear(asked);
    return this.promised(asked).then((value) => JSON.stringify(value));
  };

  async promised(asked) {
    if (this.stopped) return "stop";
    if (asked.ask === "back" && pico.isLost()) return false;
    if (pico.isGone()) return this.lost();
    if (this.goesBack) {
      this.goesBack = false;
      return asked.ask === "back" ? true : "back";
    }
    if (asked.ask === "wait") return rest(asked.ms).then(() => true);
    if (asked.ask === "press") return this.wantPress(asked);
    const answer = await this.answered(asked);
    if (asked.ask === "plugged_in" && answer === true) await this.plugIn();
    return answer;
  }

  // The person's answer to a question.
  async answered(asked) {
    const answer = await new Promise((resolve) => {
      Object.assign(this, { answer: resolve, asked: asked.ask });
      this.put(asked);
    });
    this.answer = null;
    this.pose("");
    return answer;
  }

  // Whether the person begins with what is described.
  async begins(text) {
    return (await this.answered({ ask: "begin", text })) === true;
  }

  // The cable came out: the question that waits is over, if the Pico was to stay plugged in.
  leave() {
    if (this.answer && this.asked !== "plugged_in") this.answer(this.lost());
  }

  lost() {
    this.gone = true;
    return "stop";
  }

  put({ ask, text }) {
    const asks = {
      steady: () => this.pose("Is one light on, steady, and all others dark?", YES),
      place: () => this.poseOnPicture("Which one is lit? Click it on the picture."),
      colour: () => this.pose("What colour is the light?", COLOURS.map((name) => [name, name, `colour ${name}`])),
      agrees: () => this.pose(text, YES),
      begin: () => this.pose(text, [["Begin", true, "first"]]),
      back: () => this.pose(`${text}. Go back to the question before?`, [["Go back", true, "first"], ["Give up", false]]),
      plugged_in: () => this.pose("Gone. Plug it in again.", [["It is plugged in", true, "first"]]),
    };
    asks[ask]();
  }

  // Mark a key, and go on at once: the Pico waits for it.
  wantPress({ column, row }) {
    const key = row * this.picture.keys.width + column;
    this.picture.ask(key);
    this.pose(`Press and release the marked key, in ${placeOf(key, this.picture.keys.width)}. You have a minute.`);
    return true;
  }

  hear({ line, say, tap, times, pull }) {
    const { picture } = this;
    if (line !== undefined) this.takeLine(line);
    if (say !== undefined) this.write(say);
    if (tap !== undefined) {
      picture.ask(tap);
      this.pose(`Tap the marked key ${times} times: ${placeOf(tap, picture.keys.width)}, key ${tap + 1} of ${picture.count}.`);
    }
    if (pull !== undefined) {
      picture.ask(null);
      this.pose(`Pull the USB plug out now, while the Pico saves again and again; you have ${pull} s.`);
    }
  }

  // A line of the self-test.
  takeLine(line) {
    const words = line.replace(SELFTEST, "");
    const { picture } = this;
    const [, key, stuck] = /^key (\d+)( is down)?/.exec(words) ?? [];
    if (key === undefined || stuck) this.write(words);
    if (key !== undefined) picture.show(Number(key), stuck ? "stuck" : "pressed");
    if (/^press every key/.test(words)) this.testsKeys = true;
    if (!this.testsKeys) return;
    const left = picture.missing;
    const more = `${left.length} of ${picture.count} are missing`;
    this.pose(left.length ? `Press every key: ${more}.` : "");
  }

  write(text) {
    $("test-lines").append(made("li", { textContent: text }));
    $("test-lines").scrollTop = $("test-lines").scrollHeight;
  }

  // Show a question with its answers, [words, value, class] each; "" for none.
  pose(text, answers = []) {
    this.picture.choosing(null);
    Object.assign($("test-question"), { textContent: text }).dataset.at = ++this.posed;
    const buttons = answers.map(([words, value, className = ""]) => made("button", { textContent: words, className, onclick: () => this.answer?.(value) }));
    $("test-answers").replaceChildren(...buttons);
    buttons[0]?.focus({ preventScroll: true });
  }

  poseOnPicture(text) {
    this.pose(text);
    this.picture.choosing((place) => this.answer?.(place));
    this.picture.lights[0].focus({ preventScroll: true });
  }

  back() {
    if (this.answer) return this.answer(this.asked === "back" || "back");
    this.goesBack = true;
    pico.interrupt();
  }

  // End the talk at once, whatever the Pico does.
  async stop() {
    this.stopped = true;
    this.answer?.("stop");
    for (; this.on; await rest(AGAIN_MS)) await pico.interrupt();
  }
}
