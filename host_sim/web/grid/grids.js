// The buttons "Use a Launchpad" and "Use a monome": a grid of lit keys plays the board of 8x8 keys over lights, as long as
// that board is on. What speaks to it, grid/grid.js, is loaded when it is wanted.

import { boards, gridLights, listen, session } from "../console/console.js";
import { t } from "../language/language.js";

const SHOW_MS = 1000 / 30; // between two changes of the lights
const $ = (id) => document.getElementById(id);
const LACKS = { launchpad: t("This browser has no WebMIDI: try Chrome, Edge or Firefox."), monome: t("This browser has no Web Serial: try Chrome or Edge.") };
const STOP_OTHERS = { launchpad: "", monome: ` ${t("Does serialosc run? Stop it first.")}` };

// keypad, moveTo: of the page.
export function offerGrids({ keypad, moveTo }) {
  let grid = null; // the one that is open
  let wanted = ""; // the button of it, or of the one that is being opened
  let before = ""; // the board that was on before the grid's
  let module, wire, order;
  const say = (words) => {
    $("grid-says").textContent = words;
    $("grid-says").scrollIntoView({ block: "nearest" });
  };

  listen("ready", ({ leds }) => (order = leds.order));
  listen("frame", (bytes) => (wire = bytes));
  listen("switched", () => (wire = null));
  addEventListener("pagehide", () => stop());
  setInterval(() => {
    if (grid) grid.show(wire && isOn() ? { wire, order } : module.DARK);
  }, SHOW_MS);
  for (const name of ["launchpad", "monome"]) $(name).onclick = () => (wanted === name ? giveBack() : use(name));

  const isOn = () => session.name === module.BOARD;

  async function stop() {
    const left = grid;
    grid = null;
    gridLights.clear();
    mark("");
    await left?.close();
    return left;
  }

  async function giveBack() {
    const left = await stop();
    say(left ? t("{0}: given back.", left.name) : "");
    colours();
  }

  // The board of before is on again, or the grid's has its colours.
  function colours() {
    const back = before;
    before = "";
    if (module && isOn() && (back || session.lights)) moveTo(boards.has(back) ? back : module.BOARD);
  }

  function mark(name) {
    wanted = name;
    for (const each of ["launchpad", "monome"]) $(each).ariaPressed = String(each === name);
  }

  async function use(name) {
    await stop();
    if (!(name === "launchpad" ? navigator.requestMIDIAccess : navigator.serial)) return say(LACKS[name]);
    mark(name);
    let opened;
    try {
      module ??= await import(new URL(ASSETS.grid, location.href));
      opened = await module[name === "launchpad" ? "openLaunchpad" : "openMonome"]({ key, fault: (words) => grid && say(words || t("{0}: it is back.", grid.name)) });
    } catch (error) {
      if (wanted !== name) return;
      mark("");
      say(error.message + STOP_OTHERS[name]);
      return colours();
    }
    if (wanted !== name) return opened.close(); // somebody has changed their mind
    grid = opened;
    const { lights } = grid.device;
    gridLights.set(module.BOARD, lights);
    say(t("{0}: play on it.", grid.name));
    if (!isOn()) before = session.name;
    if (!isOn() || session.lights !== lights) moveTo(module.BOARD);
  }

  function key(number, down) {
    if (isOn()) keypad.press(number, down);
  }
}
