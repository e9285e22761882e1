// A board as it looks from the front: its lights, and its keys below them or one around each. Keys show how they do; a light
// is chosen by a click, or with the arrows.

import { SIGNS } from "../field/help.js";

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const made = (tag, of) => Object.assign(document.createElement(tag), of);

// A place in words, as the wizard has them.
export const placeOf = (key, width) => `column ${(key % width) + 1} of row ${Math.floor(key / width) + 1}`;

// Whether each key has a light under it.
export const isUnder = ({ driver }) => ["seesaw", "tca9555"].includes(driver);

export class BoardPicture {
  constructor(place) {
    this.place = place;
    place.onkeydown = (event) => this.step(event);
  }

  // Draw a board, as its file describes it.
  set({ leds, keys }) {
    Object.assign(this, { leds, keys, count: keys.width * keys.height, states: [] });
    const under = isUnder(keys);
    const role = Object.fromEntries(Object.entries(keys.roles ?? {}).map(([name, key]) => [key, name]));
    this.lights = Array.from({ length: leds.width * leds.height }, (_, led) => this.light(led));
    this.caps = Array.from({ length: this.count }, (_, key) => made("span", { className: "key", title: role[key] ?? "" }));
    this.caps.forEach((cap, key) => cap.append(...(under ? [this.lights[key]] : []), made("i", { textContent: SIGNS[role[key]] ?? "" })));
    const [panel, pad] = [made("div", { className: "leds" }), made("div", { className: under ? "keys under" : "keys" })];
    panel.append(...this.lights.filter((light) => !light.parentElement));
    pad.append(...this.caps);
    panel.style.setProperty("--columns", leds.width);
    pad.style.setProperty("--columns", keys.width);
    this.place.style.setProperty("--tall", under ? keys.height / keys.width : leds.height / leds.width + (0.8 * keys.height) / keys.width);
    this.place.replaceChildren(...(under ? [pad] : [panel, pad]));
    this.choosing(null);
    this.name();
  }

  light(led) {
    const { width } = this.leds;
    const [column, row] = [led % width, Math.floor(led / width)];
    const light = made("button", { type: "button", className: "led", ariaLabel: `light in column ${column + 1} of row ${row + 1}` });
    light.onclick = () => this.chosen?.([column, row]);
    return light;
  }

  // Let a person choose a light: then([column, row]); null ends it.
  choosing(then) {
    this.chosen = then;
    this.place.classList.toggle("choosing", Boolean(then));
    for (const light of this.lights) Object.assign(light, { disabled: !then, tabIndex: -1 });
    if (then) this.lights[0].tabIndex = 0;
  }

  // An arrow goes from light to light.
  step(event) {
    const at = this.lights?.indexOf(event.target) ?? -1;
    const way = ARROWS[event.key];
    if (at < 0 || !way) return;
    event.preventDefault();
    const { width, height } = this.leds;
    const [column, row] = [(at % width) + way[0], Math.floor(at / width) + way[1]];
    if (column < 0 || row < 0 || column >= width || row >= height) return;
    event.target.tabIndex = -1;
    const next = this.lights[row * width + column];
    next.tabIndex = 0;
    next.focus();
  }

  // Show how a key does: "pressed", "stuck", "missing", "asked", or "".
  show(key, state) {
    this.states[key] = state;
    for (const each of [this.caps[key], ...this.over(key)]) {
      if (each) each.dataset.state = state;
    }
    this.name();
  }

  // Mark the key that a person is asked for, alone; null: none.
  ask(key) {
    this.caps.forEach((_, each) => this.states[each] === "asked" && this.show(each, ""));
    if (key !== null) this.show(key, "asked");
  }

  clear() {
    for (let key = 0; key < this.count; key++) this.show(key, "");
  }

  // The keys that have not been pressed.
  get missing() {
    return this.caps.map((_, key) => key).filter((key) => this.states[key] !== "pressed");
  }

  // The lights at the place of a key, as the self-test lights them.
  over(key) {
    const { leds, keys } = this;
    const [column, row] = [key % keys.width, Math.floor(key / keys.width)];
    const from = (at, many, of) => Math.floor((at * many) / of);
    const [left, top] = [from(column, leds.width, keys.width), from(row, leds.height, keys.height)];
    const [right, bottom] = [Math.max(left + 1, from(column + 1, leds.width, keys.width)), Math.max(top + 1, from(row + 1, leds.height, keys.height))];
    return this.lights.filter((_, led) => {
      const [x, y] = [led % leds.width, Math.floor(led / leds.width)];
      return x >= left && x < right && y >= top && y < bottom;
    });
  }

  // What the picture shows, for those who do not see it.
  name() {
    const { leds, keys } = this;
    const asked = this.states.indexOf("asked");
    const done = this.count - this.missing.length;
    const about = asked >= 0 ? `; asked for: the key in ${placeOf(asked, keys.width)}` : done ? `; ${done} of them pressed` : "";
    this.place.ariaLabel = `The board from the front: ${leds.width} by ${leds.height} lights, ${keys.width} by ${keys.height} keys${about}`;
  }
}
