// The buttons "Use a Launchpad" and "Use a monome": a grid of lit keys plays the board of 8x8 keys over lights, as long as
// that board is on. What speaks to it, grid/grid.js, is loaded when it is wanted.

import { listen, session } from "./console.js";

const SHOW_MS = 1000 / 30; // between two changes of the lights
const $ = (id) => document.getElementById(id);
const LACKS = { launchpad: "This browser has no WebMIDI: try Chrome, Edge or Firefox.", monome: "This browser has no Web Serial: try Chrome or Edge." };
const HUE = "It has one colour: sides differ in rhythm, points that lie free are dim.";

// keypad, goTo: of the page.
export function offerGrids({ keypad, goTo }) {
  let grid = null; // the one that is open
  let wanted = ""; // the button of it, or of the one that is being opened
  let module, frame, order;
  const say = (words) => ($("grid-says").textContent = words);

  listen("ready", ({ leds }) => (order = leds.order));
  listen("frame", (wire, { indices }) => (frame = { wire, indices }));
  listen("switched", () => (frame = null));
  addEventListener("pagehide", () => stop());
  setInterval(() => {
    if (grid) grid.show(frame && isOn() ? { ...frame, order } : module.DARK, performance.now());
  }, SHOW_MS);
  for (const name of ["launchpad", "monome"]) $(name).onclick = () => (wanted === name ? stop("") : use(name));

  const isOn = () => session.name === module.BOARD;

  async function stop(words) {
    const left = grid;
    grid = null;
    mark("");
    await left?.close();
    if (words !== undefined) say(left ? `${left.name}: given back.` : words);
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
      opened = await module[name === "launchpad" ? "openLaunchpad" : "openMonome"]({ key, fault: (words) => grid && say(words || `${grid.name}: it is back.`) });
    } catch (error) {
      if (wanted === name) mark("");
      return say(error.message);
    }
    if (wanted !== name) return opened.close(); // somebody has changed their mind
    grid = opened;
    say(`${grid.name}: play on it.${name === "monome" ? ` ${HUE}` : ""}`);
    if (!isOn()) goTo(`#board=${encodeURIComponent(module.BOARD)}`);
  }

  function key(number, down) {
    if (isOn()) keypad.press(number, down);
  }
}
