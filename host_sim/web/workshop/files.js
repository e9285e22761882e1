// Files: what a person has on the Pico. Python lists, checks, copies and reads (tools/workshop); here are tables and buttons.

import { download } from "../share/download.js";
import { positionLink } from "../console/links.js";
import { faultIn, placeOf, stepsOf } from "../share/places.js";
import * as pico from "./pico.js";
import { copies, during, enable, onFiles, onPress, say } from "./says.js";

const [CHOSEN, TO, FROM, SOURCES] = ["/chosen", "/to_the_pico", "/from_the_pico", "/sources"]; // folders of Python's
const KINDS = { // by kind: the table that lists it, and what it is
  game: ["own-files", "game"],
  puzzles: ["own-files", "puzzles"],
  strategy: ["own-files", "strategy"],
  save: ["save-files", "save"],
  aside: ["other-files", "moved aside"],
  unfinished: ["other-files", "a copy that was interrupted"],
  other: ["other-files", "nothing of Glowgrid's"],
};
const WAITS = "A restore of saves was interrupted when all of them were on the Pico. Put them in place now? The saves there move into a folder.";
const UNFINISHED = "Something was interrupted: copy or restore it once more, or remove what is left.";
const $ = (id) => document.getElementById(id);
const made = (tag, words, of = {}) => Object.assign(document.createElement(tag), { textContent: words, ...of });
const row = (...cells) => {
  const line = document.createElement("tr");
  line.append(...cells.map((cell) => (cell instanceof Node ? cell : made("td", cell))));
  return line;
};
const counted = (count, what) => `${count} ${what}${count === 1 ? "" : "s"}`;
const sized = (bytes) => (bytes < 1024 ? counted(bytes, "byte") : `${Math.round(bytes / 1024)} KB`);
const nameOf = (path) => path.slice(path.lastIndexOf("/") + 1);

export class Files {
  // connection: see connection.js.
  constructor(connection) {
    this.connection = connection;
    connection.serve("files", this);
    onPress($("all-games"), () => this.downloadAll(), () => this.games?.some(({ sgf }) => sgf));
    onPress($("back-up"), () => this.backUp(), () => this.found?.files.some(({ path }) => path.startsWith("/saves/")));
    onPress($("show-crash"), () => this.showCrash());
    onPress($("copy-crash"), () => this.copyCrash());
    onPress($("remove-crash"), () => this.remove("/crash.txt"));
    onFiles($("to-pico"), (files) => this.bring(files));
    onFiles($("restore"), ([file]) => this.restore(file));
    const section = $("files");
    section.addEventListener("dragover", (event) => event.preventDefault());
    section.addEventListener("drop", (event) => {
      event.preventDefault();
      const files = [...event.dataTransfer.files];
      if (files.length) during(() => this.bring(files));
    });
  }

  // The Pico is stopped: show what is on it; return lines about that.
  async held(about) {
    this.about = about;
    const lines = await this.look();
    $("files-room").focus({ preventScroll: true });
    return lines;
  }

  freed() {
    this.show(null);
  }

  ask(...words) {
    return this.connection.ask(...words);
  }

  // Show what is on the Pico, and say this.
  async refresh(words, more = []) {
    say(words, { more: [...more, ...(await this.look())] });
  }

  // Show what is on the Pico; return lines about it.
  async look() {
    const lines = [];
    let found = await this.ask("look", false);
    if (found.waits && confirm(WAITS)) {
      found = await this.ask("look", true);
      lines.push("The restore of saves that was interrupted is finished.");
    }
    const { games } = found.files.some(({ kind }) => kind === "finished") ? await this.ask("games") : { games: [] };
    this.show(found, games);
    if (found.files.some(({ kind }) => kind === "unfinished")) lines.push(UNFINISHED);
    return lines;
  }

  show(found, games = []) {
    [this.found, this.games] = [found, games];
    $("files-here").hidden = !found;
    $("crash-text").textContent = "";
    for (const id of ["crash-text", "copy-crash"]) $(id).hidden = true;
    enable();
    if (!found) return;
    $("files-room").textContent = `${this.about.machine.split(",")[0]}; ${sized(found.free)} free`;
    for (const id of new Set(Object.values(KINDS).map(([id]) => id))) {
      const listed = found.files.filter(({ kind }) => KINDS[kind]?.[0] === id);
      $(id).replaceChildren(...listed.map((file) => this.rowOf(file)));
      $(`no-${id}`).hidden = listed.length > 0;
    }
    $("other").hidden = !$("other-files").childElementCount;
    $("finished").replaceChildren(...games.map((game) => this.rowOfGame(game)));
    $("no-finished").hidden = games.length > 0;
    const crash = found.files.some(({ kind }) => kind === "crash");
    for (const id of ["show-crash", "remove-crash"]) $(id).hidden = !crash;
    $("no-crash").hidden = crash;
  }

  rowOf({ path, kind, size }) {
    const what = path.endsWith(".tables") ? "game, compiled; its .json stays where it was made" : KINDS[kind][1];
    return row(made("th", path, { scope: "row" }), what, sized(size), this.acts(path, { Download: () => this.download(path), Remove: () => this.remove(path) }));
  }

  rowOfGame({ number, title, who, moves, result, fault, sgf, link }) {
    const name = made("th", String(number), { scope: "row" });
    if (fault) return row(name, made("td", `It cannot be read: ${fault}.`, { colSpan: 4 }), "");
    const acts = this.acts(`game ${number}`, { SGF: () => download(`${number}.sgf`, sgf) });
    if (link) acts.prepend(made("a", "Review", { href: addressOf(link), target: "_blank", className: "button", ariaLabel: `Review game ${number}` }));
    return row(name, title, who, `${moves} moves`, result, acts);
  }

  acts(name, acts) {
    const cell = made("td", "", { className: "acts" });
    for (const [words, act] of Object.entries(acts)) {
      cell.append(made("button", words, { type: "button", ariaLabel: `${words} ${name}`, onclick: () => during(act) }));
    }
    return cell;
  }

  // Ask for what copies something.
  copy(...words) {
    return copies((report) => this.ask(...words, report));
  }

  // Copy what a person chose to the Pico, if the firmware takes it.
  async bring(files) {
    if (!this.found) throw new Error("Connect the Pico first.");
    say(`${files.map(({ name }) => name).join(", ")}: it is being checked.`);
    const [texts, faults] = [Object.create(null), []]; // by names that a person has chosen
    for (const file of files) {
      if (file.name in texts) faults.push(`${file.name}: two files of this name were chosen: rename one of them`);
      else if (file.size > MOST_BYTES) faults.push(`${file.name}: too large: ${file.size} bytes; at most ${MOST_BYTES}`);
      else texts[file.name] = new Uint8Array(await file.arrayBuffer());
    }
    pico.fill(CHOSEN, texts);
    pico.fill(TO, {});
    const checked = Object.keys(texts).length ? (await this.ask("check", CHOSEN, TO)).files : [];
    const good = checked.filter(({ fault }) => !fault);
    faults.push(...checked.filter(({ fault }) => fault).map(({ file, fault }) => faultOf(file, fault, texts[file])));
    if (!good.length) throw Object.assign(new Error(faults[0]), { lines: faults });
    let done = await this.copy("bring", TO, "ask");
    const there = done.in_the_way;
    const over = there.length > 0 && confirm(`On the Pico is already ${there.join(", ")}. Replace it?`);
    if (there.length) done = await this.copy("bring", TO, over ? "yes" : "no");
    if (there.length && !over) faults.push(`Not replaced: ${there.join(", ")}.`);
    const copied = good.filter(({ path }) => done.files.includes(path)).map(({ path, title }) => `${title} (${path})`);
    const none = there.length ? "Nothing was copied: what is on the Pico stays." : "Nothing was copied: it is on the Pico already.";
    const words = copied.length ? `On the Pico: ${copied.join(", ")}.` : none;
    await this.refresh(words, faults);
  }

  async download(path) {
    await this.copy("fetch", JSON.stringify([path]), FROM);
    download(nameOf(path), pico.contentOf(FROM + path));
    say(`${path} is downloaded.`);
  }

  async remove(path) {
    if (!confirm(`Remove ${path} from the Pico?`)) return;
    await this.ask("remove", JSON.stringify([path]));
    await this.refresh(`${path} is removed.`);
  }

  async downloadAll() {
    const texts = this.games.filter(({ sgf }) => sgf).map(({ sgf }) => sgf);
    download("glowgrid-games.sgf", texts.join("\n"));
    say(`${counted(texts.length, "game")} in one file, glowgrid-games.sgf.`);
  }

  async backUp() {
    const made = new Date().toISOString().slice(0, 10);
    const { text, left_out: without } = await this.ask("backup", made);
    const name = `glowgrid-saves-${made}.json`;
    download(name, text);
    const more = without.length ? [`Left out, since Glowgrid has no saves of such names: ${without.join(", ")}.`] : [];
    say(`${name}: ${counted(JSON.parse(text).files.length, "file")}. A text editor shows what is in it.`, { more });
  }

  async restore(file) {
    if (!this.found) throw new Error("Connect the Pico first.");
    const text = await file.text();
    const { made, board, files } = await this.ask("backed_up", text);
    const of = `${counted(files.length, "file")} of ${made}${board ? `, of the board ${board}` : ""}`;
    if (!confirm(`Replace the saves of this Pico by ${of}? The old ones move into a folder on the Pico.`)) return say("The saves are as they were.");
    const { kept_in: aside } = await this.copy("restore", text);
    await this.refresh(`The saves are restored, ${of}.${aside ? ` The old ones are in ${aside} on the Pico.` : ""}`);
  }

  // What the crashes are, with names and lines.
  async showCrash() {
    pico.fill(SOURCES, { "sources.json": new Uint8Array(await pico.fetched(DEVICE["sources.json"])) });
    this.crash = await this.ask("crash", `${SOURCES}/sources.json`);
    $("crash-text").textContent = this.crash.text;
    for (const id of ["crash-text", "copy-crash"]) $(id).hidden = false;
    const { why } = this.crash;
    say(why ? `${why}.` : "The last crashes, with names and lines. One from before an update may name wrong ones.");
  }

  async copyCrash() {
    const { about, text, why } = this.crash;
    const words = `${about}\n${why ? `${why}.\n` : ""}\n\`\`\`\n${text.trimEnd()}\n\`\`\`\n`;
    await navigator.clipboard.writeText(words).catch((error) => {
      throw new Error(`The browser does not copy (${error.message}): select the text and copy it.`);
    });
    say("Copied: paste it into an issue, and say what you did before it crashed.");
  }
}

// The address at which the page opens a finished game, for its review.
function addressOf(link) {
  const moves = link.moves ? link.moves.split(",").map((name) => ({ name })) : [];
  const begun = { ...link, size: link.size ? link.size.split(",") : [], moves };
  return `index.html${positionLink(begun, "", { seats: link.seats })}`;
}

// What is wrong with a file, in a line, with its place if it is JSON.
function faultOf(file, fault, bytes) {
  if (!file.endsWith(".json")) return `${file}: ${fault}`;
  const text = new TextDecoder().decode(bytes);
  const wrong = faultIn(text) ?? { fault, ...placeOf(text, stepsOf(fault)) };
  return `${file}: ${wrong.fault} (line ${wrong.line}, column ${wrong.column})`;
}
