// The handheld in the page: its lights and keys, and what only it has: board, sound, time, saves.

import { boards, freeze, isBuiltIn, isFrozen, keyLog, listen, now, session, switchOn, tell } from "../console/console.js";
import { download } from "../share/download.js";
import { offerGrids } from "../grid/grids.js";
import { Help, titleOf } from "../field/help.js";
import { Panel } from "./panel.js";
import * as kept from "../console/saves.js";
import { Sound } from "./sound.js";
import { t } from "../language/language.js";

const FOLDED = "glowgrid handheld"; // in the browser's storage: whether it is shown
export const WIDE = matchMedia("(min-width: 60rem) and (min-height: 30.01rem)");
const $ = (id) => document.getElementById(id);

export class Device {
  // keypad: of the page; say, goTo, moveTo: likewise.
  constructor({ keypad, say, goTo, moveTo }) {
    Object.assign(this, { keypad, say, goTo, sound: null });
    this.panel = new Panel($("lights"));
    this.help = new Help($("now-up"));
    for (const board of BOARDS) this.name(board.title.replace("Raspberry Pi Pico, ", ""), board.name);
    this.hear();
    this.control();
    offerGrids({ keypad, moveTo });
    WIDE.addEventListener("change", () => this.fit());
    this.fit();
  }

  // Show the handheld where there is room, unless it was folded away; in a lesson it would take the place of the field.
  fit() {
    this.show(WIDE.matches && kept.recall(FOLDED) !== true && !inLesson());
  }

  name(title, name) {
    $("board").add(new Option(title, name));
  }

  // Add a board of a person's own; one with the name of another that comes with the page stays out.
  addBoard(name, text) {
    if (isBuiltIn(name)) return;
    if (!boards.has(name)) this.name(t("{0} (your own)", name), name);
    boards.set(name, text);
  }

  // Remove one of a person's own boards; if it is on, the first one is switched on.
  removeBoard(name) {
    if (isBuiltIn(name) || !boards.delete(name)) return;
    [...$("board").options].find((option) => option.value === name).remove();
    if (session.name === name) this.goTo(`#board=${encodeURIComponent(BOARDS[0].name)}`);
  }

  // Show the handheld beside the field, or on a phone instead of it; or fold it away.
  show(on) {
    document.body.classList.toggle("handheld", on);
    $("view").ariaPressed = String(on);
  }

  hear() {
    listen("switched", ({ name }) => {
      $("board").value = name;
      $("uf2").hidden = !UF2S.includes(name);
      $("uf2").href = `${name}.uf2`;
    });
    listen("ready", ({ leds, levels, sound }) => {
      this.panel.set(leds);
      this.help.levels = levels;
      $("sound").parentElement.hidden = !sound;
    });
    listen("frame", (frame) => this.panel.show(frame));
    listen("said", (said) => {
      $("now-up").ariaLive = "side" in said ? "off" : "polite"; // of a match the words beside the field tell
      this.help.show(said);
      this.panel.name(titleOf(said));
    });
    listen("failed", (failed) => this.help.fault(failed));
    listen("tones", (tones) => this.sound?.play(tones));
    listen("key", (key, { down }) => this.keypad.show(key, down));
    listen("status", (status) => {
      now.status = status;
      $("status").textContent = inWords(status);
    });
    listen("frozen", (on) => {
      $("freeze").ariaPressed = String(on);
      $("freeze").textContent = on ? t("Go on") : t("Freeze");
      document.querySelector("main").classList.toggle("frozen", on);
    });
  }

  control() {
    const again = () => this.goTo(`#board=${encodeURIComponent($("board").value)}`);
    $("board").onchange = again;
    $("power").onclick = again;
    $("fast").onchange = () => tell("pace", { fast: $("fast").checked });
    $("sound").onchange = () => {
      this.sound?.stop();
      this.sound = $("sound").checked ? new Sound() : null;
    };
    $("freeze").onclick = () => {
      freeze(!isFrozen());
      this.say("");
    };
    $("view").onclick = () => {
      const on = !document.body.classList.contains("handheld");
      this.show(on);
      if (WIDE.matches && !inLesson()) kept.remember(FOLDED, !on);
    };
    $("replay").onclick = async () => {
      const log = await keyLog();
      switchOn({ ...session, log, demo: false, instant: false, keeps: false });
      this.say(t("The session is played again, in real time. What you press afterwards is not kept."));
    };
    $("forget").onclick = async () => {
      if (!confirm(t("Forget the match, the settings and the statistics of this board?"))) return;
      session.keeps = false;
      await kept.forget("saves", session.name).catch(() => {});
      again();
    };
    $("log").onclick = async () => download("session.keys", await keyLog());
  }
}

const inLesson = () => document.body.classList.contains("lesson");

function inWords({ replaying, ms, pace, late }) {
  const seconds = (ms / 1000).toFixed(0);
  if (replaying) return t("Replaying, {0} s.", seconds);
  if ($("fast").checked) return t("As fast as it goes: {0} times real time.", pace.toFixed(0));
  return late > 200 ? t("This computer is too slow for real time just now.") : t("Real time.");
}
