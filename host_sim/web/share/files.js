// A person's own files, pasted, dropped or chosen: a game (JSON or Python), a strategy, a board, a key log, a match of any
// program (open.js). Games, strategies and boards are tried in a console of their own first; what is wrong is said in one line, with its place.

import { boardFor, faultOf, isBuiltIn, noBoardFor, still } from "../console/console.js";
import { textOf } from "./open.js";
import { faultIn, placeOf, stepsOf } from "./places.js";
import { said, t } from "../language/language.js";

const PATIENCE_MS = 30_000;
const LESSON = /\.(md|markdown)$/i;
const OURS = /\.(json|py|keys|md|markdown)$/i; // they are UTF-8
const STRATEGY = /^(\s*#.*\n)*\s*glowgrid strategy\b/;
const FOLDER = "strategies/"; // of the strategies among the games
const PYTHON = /^\s*(GAME\b|class |def |from |import |@)/m;

const $ = (id) => document.getElementById(id);
const made = (tag, words, of = {}) => Object.assign(document.createElement(tag), { textContent: words, ...of });

export class OwnFiles {
  // page: say, download, newWorker, kept (saves.js), play(game), strategy(found, file), replay(log), board(name, text),
  // removeBoard(name), match(text, name), lesson(text, name).
  constructor(page) {
    this.page = { ...page, say: (words) => page.say(($("own-message").textContent = words)) }; // said beside the box, too
    this.unkept = { games: {}, boards: {} }; // of a browser that keeps nothing
    $("try").onclick = () => this.take($("source").value);
    for (const input of [$("choose"), $("open")]) {
      input.onchange = async () => {
        await this.takeFile(input.files[0]);
        input.value = "";
      };
    }
    $("paste").onpaste = (event) => {
      event.preventDefault(); // it has one line, and SGF may have more
      this.take(event.clipboardData.getData("text"));
    };
    $("paste").onchange = async () => {
      const text = $("paste").value;
      $("paste").value = "";
      if (text.trim()) this.take(text);
    };
    addEventListener("dragover", (event) => event.preventDefault());
    addEventListener("drop", (event) => {
      event.preventDefault();
      const { files } = event.dataTransfer;
      if (files.length) this.takeFile(files[0]);
      else this.take(event.dataTransfer.getData("text"));
    });
    addEventListener("paste", (event) => {
      if (event.target.closest?.("textarea, input")) return;
      const text = event.clipboardData.getData("text");
      if (text.trim()) this.take(text);
    });
  }

  async takeFile(file) {
    if (!file) return;
    if (file.size > MOST_BYTES) return this.page.say(t("{0}: too large: {1} bytes; at most {2}.", file.name, file.size, MOST_BYTES));
    const bytes = new Uint8Array(await file.arrayBuffer());
    let text = textOf(bytes);
    try {
      if (OURS.test(file.name)) text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    } catch {
      return this.page.say(t("{0}: no text in UTF-8.", file.name));
    }
    await this.take(text, file.name);
  }

  async take(text, name = "") {
    if (!text.trim()) return this.page.say(t("Paste a game first, as JSON or Python."));
    if (text.length > MOST_BYTES) return this.page.say(t("Too large: {0} signs; at most {1}.", text.length, MOST_BYTES));
    if (LESSON.test(name)) return this.page.lesson(text, name);
    if (name.endsWith(".keys") || /^\s*(#.*\n\s*)*\d+ (made|press|release) /.test(text)) return this.page.replay(text);
    if (STRATEGY.test(text)) return this.takeStrategy(text, name || "mine.txt");
    const isJson = name.endsWith(".json") || (!name.endsWith(".py") && /^\s*\{(?!\{)/.test(text));
    const isPython = name.endsWith(".py") || (!isJson && PYTHON.test(text));
    if (isPython) return this.takeGame(text, name || `${nameIn(text)}.py`);
    if (!isJson) return this.page.match(text, name);
    const wrong = faultIn(text);
    if (wrong) return this.complain(name || t("your file"), wrong);
    const data = JSON.parse(text);
    if (isRecord(data)) return this.page.match(text, name);
    if (data && typeof data === "object" && "leds" in data && "keys" in data) return this.takeBoard(text, data, name);
    return this.takeGame(text, name || `${clean(data?.name)}.json`);
  }

  complain(name, { fault, line, column }) {
    const where = line ? ` (${t("line {0}, column {1}", line, column)})` : "";
    this.page.say(`${name}: ${said(fault)}${where}.`);
  }

  async takeGame(text, file) {
    file = `${clean(file.replace(/\.\w+$/, ""))}${file.endsWith(".py") ? ".py" : ".json"}`;
    const wanted = still(); // trying it may take long
    const found = await this.tried("checkGame", file, text);
    if (found.fault) return this.complain(file, { ...found, ...placeIn(text, file, found) });
    if (!boardFor(found.lights)) return this.page.say(t("{0} is kept, but cannot be played: {1}.", file, noBoardFor(found.lights)));
    if (wanted()) await this.page.play(found.name, await this.games());
    this.page.say(`${found.title}: ${found.about}`);
  }

  // Download a data game as a Pico takes it: compiled.
  async compile(file, text) {
    const { tables, ...found } = await this.tried("checkGame", file, text);
    if (found.fault) return this.complain(file, { ...found, ...placeIn(text, file, found) });
    const made = file.replace(/json$/, "tables");
    this.page.download(made, Uint8Array.from(atob(tables), (sign) => sign.charCodeAt(0)));
    this.page.say(t("{0}: copy it into the folder /games of the Pico; make that folder if there is none.", made));
  }

  // A strategy lies in a folder among the games, as on the console.
  async takeStrategy(text, name) {
    const file = `${clean(name.replace(/\.\w+$/, ""))}.txt`;
    const wanted = still();
    const found = await this.tried("checkStrategy", FOLDER + file, text);
    if (found.fault) return this.page.say(`${file}: ${said(found.fault)}.`);
    if (!wanted()) return this.page.say(t("{0}: from now on it is offered above, at each side.", file));
    await this.page.strategy(found, file, await this.games());
    this.page.say(t("{0} plays {1}; from now on it is offered above, at each side.", file, said(found.title)));
  }

  // What a file holds, which is kept if it is right.
  async tried(what, file, text) {
    this.page.say(t("{0}: it is being tried.", file));
    const bytes = new TextEncoder().encode(text);
    const found = await this.checked({ what, file, games: { ...(await this.games()), [file]: bytes } });
    if (!found.fault) await this.keep("games", file, bytes);
    return found;
  }

  async keep(store, name, content) {
    try {
      await this.page.kept.keep(store, name, content);
    } catch {
      this.page.say(t("{0}: this browser keeps nothing, so it ends with the page.", name));
    }
    this.unkept[store][name] = content;
    await this.show();
  }

  async remove(store, name) {
    delete this.unkept[store][name];
    await this.page.kept.forget(store, name).catch(() => {});
    if (store === "boards") this.page.removeBoard(name);
    await this.show();
  }

  async takeBoard(text, data, name) {
    const { fault } = await this.checked({ what: "checkBoard", text });
    if (fault) return this.complain(name || t("your board"), { fault, ...placeOf(text, stepsOf(fault)) });
    const named = clean(typeof data.name === "string" ? data.name : name.replace(/\.json$/, ""));
    if (isBuiltIn(named)) {
      const fault = t("{0} is a board that is here already; give yours another name", `name: ${named}`);
      return this.complain(name || t("your board"), { fault, ...placeOf(text, ["name"]) });
    }
    await this.keep("boards", named, text);
    this.page.board(named, text);
  }

  // What a console of its own says of a file; one that never ends is stopped.
  checked(message) {
    const worker = this.page.newWorker();
    return new Promise((resolve) => {
      const late = setTimeout(() => resolve({ fault: t("no end after {0} s", PATIENCE_MS / 1000) }), PATIENCE_MS);
      worker.onmessage = ({ data }) => {
        if (data.failed) resolve({ fault: data.failed });
        if (data.checked) resolve(data.checked);
        clearTimeout(late);
      };
      worker.onerror = (error) => resolve({ fault: faultOf(error) });
      worker.postMessage(message);
    }).finally(() => worker.terminate());
  }

  // {name: content} of what a person has added: file and bytes of games, name and text of boards.
  async all(store) {
    const kept = await this.page.kept.all(store).catch(() => ({}));
    return { ...this.unkept[store], ...kept };
  }

  games() {
    return this.all("games");
  }

  // List a person's own games and boards.
  async show() {
    const entries = [];
    for (const [file, bytes] of Object.entries(await this.games())) {
      const text = new TextDecoder().decode(bytes);
      const more = file.endsWith(".json") ? { [t("For a Pico")]: () => this.compile(file, text) } : {};
      entries.push(this.entry(file, text, () => this.take(text, file.replace(FOLDER, "")), () => this.remove("games", file), more));
    }
    for (const [name, text] of Object.entries(await this.all("boards"))) {
      const file = `${name}.json`;
      entries.push(this.entry(file, text, () => this.take(text, file), () => this.remove("boards", name)));
    }
    $("own-games").replaceChildren(...entries);
  }

  entry(file, text, play, remove, more = {}) {
    const download = () => this.page.download(file, text);
    const acts = { [t("Play")]: play, [t("Edit")]: () => ($("source").value = text), [t("Download")]: download, ...more, [t("Remove")]: remove };
    const buttons = Object.entries(acts).map(([words, act]) => made("button", words, { type: "button", onclick: act, ariaLabel: `${words} ${file}` }));
    const entry = made("li", `${file} `);
    entry.append(...buttons);
    return entry;
  }
}

// Whether it is a match that a site has written (records/site_json.py): AbstractPlay or PlayHex.
function isRecord(data) {
  const has = (...names) => data && typeof data === "object" && names.every((name) => name in data);
  return Array.isArray(data) || has("stack") || has("state") || has("moves");
}

// Where a fault of a game lies in its file.
function placeIn(text, file, { fault, line }) {
  if (file.endsWith(".json")) return placeOf(text, stepsOf(fault));
  const lines = text.split("\n");
  const at = line || lines.findIndex((each) => /^GAME\b/.test(each)) + 1 || 1;
  return { line: at, column: (lines[at - 1] ?? "").search(/\S|$/) + 1 };
}

const clean = (name) => String(name ?? "").replace(/[^\w-]/g, "_").replaceAll("-", "_").slice(0, 40) || "mine";
const nameIn = (source) => clean(/\bname\s*=\s*["']([^"']*)/.exec(source)?.[1]);

