// The choice of a board: those of the page, with their steps, whose boxes stay checked in this browser, and a person's own.

import * as kept from "../console/saves.js";
import { complain, say } from "./says.js";

const BOARD = "glowgrid workshop"; // in the browser's storage: which board
const LINKED = "glowgrid linked"; // and whether it is linked to another handheld
const STEPS = "glowgrid steps "; // and what is done of it
const $ = (id) => document.getElementById(id);
const made = (tag, of) => Object.assign(document.createElement(tag), of);

export class Choose {
  own = new Map(); // {name: text} of a person's own boards

  // onchange: called with each board that is chosen, see `board`.
  constructor(onchange) {
    this.onchange = onchange;
    this.articles = [...document.querySelectorAll("article[data-board]")];
    this.articles.forEach((article) => this.keepBoxes(article));
    $("boards").onchange = () => this.show();
    $("own-board").onchange = () => this.take($("own-board").files[0]).catch(complain);
    $("forget-board").onclick = () => this.forget().catch(complain);
    $("have-link").checked = kept.recall(LINKED) === true;
    $("have-link").onchange = () => {
      kept.remember(LINKED, $("have-link").checked);
      this.onchange(this.board);
    };
    const name = kept.recall(BOARD);
    this.pick(name, name !== null && !this.isOfThePage(name));
  }

  // Take a person's own boards from the browser.
  async start() {
    const name = kept.recall(BOARD);
    const own = await kept.all("boards").catch(() => ({})); // this browser keeps nothing
    for (const [name, text] of Object.entries(own)) {
      try {
        this.add(name, text);
      } catch (error) {
        complain(new Error(`${name}: what this browser kept of this board is damaged (${error.message}): give its file once more.`));
      }
    }
    if (!this.isOfThePage(name)) this.pick(name);
  }

  isOfThePage(name) {
    return this.articles.some(({ dataset }) => dataset.board && dataset.board === name);
  }

  // Whether a board is to have a link to another handheld: a person says so, or the person's own file.
  isLinked(name) {
    return $("have-link").checked || "link" in JSON.parse(this.own.get(name) ?? "{}");
  }

  // The chosen board: name, title, chips; text: of its file, if it is a person's own; linked: see isLinked.
  get board() {
    const input = $("boards").querySelector(":checked");
    const title = input.parentElement.querySelector("b").textContent;
    const name = input.value;
    return { name, title, chips: input.dataset.chips.split(" "), text: this.own.get(name) ?? "", linked: this.isLinked(name) };
  }

  // {name: title} of all boards, a Map.
  get titles() {
    const inputs = [...$("boards").querySelectorAll("input")];
    return new Map(inputs.map((input) => [input.value, input.parentElement.querySelector("b").textContent]));
  }

  // This name, or with a number the first one that no board has.
  free(name) {
    const { titles } = this;
    for (let number = 1; ; number++) {
      const each = number > 1 ? `${name}_${number}` : name;
      if (!titles.has(each)) return each;
    }
  }

  // Choose a board. waits: it may be one of a person's own, which come later.
  pick(name, waits = false) {
    const inputs = [...$("boards").querySelectorAll("input")];
    (inputs.find(({ value }) => value === name) ?? inputs[0]).checked = true;
    this.show(waits);
  }

  show(waits = false) {
    const { name, text } = this.board;
    for (const article of this.articles) article.hidden = waits || article.dataset.board !== (text ? "" : name);
    $("boards").classList.toggle("waits", waits);
    $("forget-board").hidden = !text;
    if (waits) return;
    kept.remember(BOARD, name);
    this.onchange(this.board);
  }

  keepBoxes(article) {
    const boxes = [...article.querySelectorAll("input[type=checkbox]")];
    const name = STEPS + article.dataset.board;
    const done = kept.recall(name);
    boxes.forEach((box, at) => {
      box.checked = Array.isArray(done) && done[at] === true;
      box.onchange = () => kept.remember(name, boxes.map(({ checked }) => checked));
    });
  }

  // Take a board file: the firmware checks it, in a worker of its own.
  async take(file) {
    $("own-board").value = "";
    if (!file) return;
    if (file.size > MOST_BYTES) throw new Error(`${file.name}: too large: ${file.size} bytes; at most ${MOST_BYTES}.`);
    const text = await textOf(file);
    say(`${file.name}: it is being checked.`);
    const fault = await faultOf(text);
    if (fault) throw new Error(`${file.name}: ${fault}.`);
    const { name } = JSON.parse(text);
    if (this.articles.some(({ dataset }) => dataset.board === name)) {
      throw new Error(`${file.name}: name: ${name} is a board that is here already; give yours another name.`);
    }
    await this.keep(name, text);
    say(`${name}: the file is right; it is used for Update.`);
  }

  // Choose a board of a person's own, and keep it.
  async keep(name, text) {
    this.add(name, text);
    this.pick(name);
    await kept.keep("boards", name, text).catch(() => say(`${name}: this browser keeps nothing, so it ends with the page.`));
  }

  add(name, text) {
    $("boards").querySelector(`input[value="${CSS.escape(name)}"]`)?.parentElement.remove();
    const { mcu, variants = [] } = JSON.parse(text);
    const label = made("label", { className: "card own" });
    const input = made("input", { type: "radio", name: "board", value: name });
    this.own.set(name, text);
    input.dataset.chips = [...new Set([mcu, ...variants.map((variant) => variant.mcu)])].join(" ");
    label.append(input, made("span"), made("b", { textContent: name }), made("span", { textContent: "your own" }));
    $("boards").append(label);
  }

  async forget() {
    const { name } = this.board;
    if (!confirm(`Remove the board ${name} from this browser? Its file is kept nowhere else by this page.`)) return;
    this.own.delete(name);
    $("boards").querySelector(":checked").parentElement.remove();
    this.pick("");
    await kept.forget("boards", name);
    say(`${name}: removed.`);
  }
}

// The text of a file; throws an Error if it is none, but a picture, say.
async function textOf(file) {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
  } catch {
    throw new Error(`${file.name}: no board file, since it is no text: choose a file that ends in .json.`);
  }
}

// Why a board file cannot be used, in one line; "" if it can.
function faultOf(text) {
  try {
    const board = JSON.parse(text);
    if (typeof board !== "object" || !board || Array.isArray(board)) return "no board file: expected an object, { ... }";
    const { name } = board;
    if (typeof name !== "string" || !/^\w+$/.test(name)) return "name: write letters, digits and _";
  } catch (error) {
    return `no JSON: ${error.message}`;
  }
  const worker = new Worker(new URL(ASSETS.worker, location.href), { type: "module" });
  return new Promise((resolve) => {
    worker.onmessage = ({ data }) => resolve(data.failed ?? data.checked.fault);
    worker.onerror = () => resolve("the program that checks it does not load");
    worker.postMessage({ what: "checkBoard", text });
  }).finally(() => worker.terminate());
}
