// A bare Pico gets one file with all in it: written onto its drive from here, or downloaded.

import * as drive from "./drive.js";
import * as pico from "./pico.js";
import { copies, onPress, say } from "./says.js";
import * as serial from "./serial.js";

const IMAGES = {
  rp2040: ["RPI-RP2", "RPI_PICO-...uf2", "https://micropython.org/download/RPI_PICO/"],
  rp2350: ["RP2350", "RPI_PICO2-...uf2", "https://micropython.org/download/RPI_PICO2/"],
};
const $ = (id) => document.getElementById(id);

export class FirstFlash {
  // connection: see connection.js.
  constructor(connection) {
    this.connection = connection;
    $("chips").onchange = () => this.show();
    if (!drive.able()) {
      $("write").hidden = true;
      $("how-to-write").textContent = "Copy the file onto the drive. (Chrome and Edge on a computer can write it from here.)";
    }
    onPress($("write"), () => this.write());
    onPress($("look"), () => this.look(null), serial.able);
  }

  // Another board was chosen.
  choose(board) {
    this.board = board;
    for (const place of document.querySelectorAll(".board-name")) place.textContent = board.title;
    const inputs = [...$("chips").querySelectorAll("input")];
    for (const input of inputs) input.parentElement.hidden = !board.chips.includes(input.value);
    if (!board.chips.includes(this.chip)) inputs.find(({ value }) => value === board.chips[0]).checked = true;
    this.show();
  }

  // Take the Pico with this chip, if the board has one.
  take(chip) {
    if (!this.board.chips.includes(chip)) return;
    $("chips").querySelector(`[value=${chip}]`).checked = true;
    this.show();
  }

  get chip() {
    return $("chips").querySelector(":checked")?.value;
  }

  get file() {
    return `${this.board.name}.uf2`;
  }

  show() {
    const { board, chip } = this;
    const has = chip === "rp2040" && UF2S.includes(board.name);
    $("by-uf2").hidden = !has;
    $("by-image").hidden = has;
    $("first-link").hidden = !board.linked;
    $("download").href = this.file;
    const [name, image, page] = IMAGES[chip];
    $("why-image").textContent = board.text
      ? "For a board of your own there is no file with all in it, so MicroPython comes first:"
      : `The page has no file with all in it for ${chip === "rp2350" ? "a Pico 2" : "this board"}, so MicroPython comes first:`;
    const place = (kind) => $("by-image").querySelector(kind);
    place(".drive").textContent = name;
    place(".image").textContent = image;
    Object.assign(place(".image-page"), { href: page, textContent: page });
  }

  async write() {
    const { file, chip } = this;
    const chosen = await drive.choose(chip);
    if (!chosen) return say("No drive was chosen.");
    say(`${file}: it is being fetched.`);
    const bytes = new Uint8Array(await pico.fetched(file));
    await serial.follow(null);
    say(`${file}: it is being written onto ${chosen.name}. Leave the Pico plugged in.`);
    await copies((report) => {
      report(JSON.stringify({ total: bytes.length }));
      return drive.write(chosen, file, bytes, (copied) => report(JSON.stringify({ copied })));
    });
    say(`${file} is written, ${Math.round(bytes.length / 1024)} KB: the Pico restarts.`);
    if (!serial.able()) return say(`${file} is written: the lights show whether it runs.`);
    const port = await pico.portAgain();
    if (port) await this.look(port);
    else say(`${file} is written. Now press "${$("look").textContent}", and choose the Pico's port.`);
  }

  // Say what the Pico says of itself.
  async look(port) {
    port ??= await serial.choose();
    const { connection } = this;
    await connection.stopUser?.();
    connection.about = null;
    connection.runs(port);
    say("The Pico is being asked: it restarts once more.");
    try {
      say(`Glowgrid runs: ${await pico.started(port)}.`);
    } catch (error) {
      connection.runs(null);
      throw error;
    }
  }
}
