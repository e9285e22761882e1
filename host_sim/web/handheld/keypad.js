// The keys beside or over the lights, for mouse, finger and keyboard.

import { ROLES, SIGNS } from "../field/help.js";
import { sideName } from "../field/sides.js";
import { t } from "../language/language.js";

const NAMED = { ArrowUp: "up", ArrowDown: "down", ArrowLeft: "left", ArrowRight: "right", Enter: "select", Escape: "back", Backspace: "undo" };
const ROWS = ["1234567890", "qwertyuiop", "asdfghjkl;", "zxcvbnm,./"]; // of a computer's keyboard, as in the terminal
const MANY = 20;
const OF_THE_FOCUS = ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Enter", " ", "Tab"]; // what has the focus uses them
const TYPED_IN = "input:not([type=checkbox]), textarea, select";
const PLAYED = ["play", "two presses", "first game", "prove it"]; // screens of a match
const ENTRIES = { undo: "take back", hint: "hint" }; // of the pause, that do what a key does
const HELPS = ["undo", "hint", "back"];
const END_MS = 1000; // so long the end of a match is looked at before a key opens the pause
const PRESSED = "button, a, summary, input, .field-point, #lesson";

export class Keypad {
  // tell, say: of the page.
  constructor(element, face, tell, say) {
    Object.assign(this, { element, face, tell, say_: say, caps: [], roles: {}, signs: [], now: { said: {} } });
    this.held = new Map(); // keys that the keyboard holds down, by the name of the keyboard's key
    addEventListener("keydown", (event) => this.strike(event));
    addEventListener("keyup", (event) => this.lift(event.code));
    addEventListener("blur", () => [...this.held.keys()].forEach((code) => this.lift(code)));
  }

  // Show the keys of a board, as worker/handheld.py describes them.
  set({ keys: { width, height, roles }, under }) {
    this.roles = roles;
    this.signs = Array.from({ length: width * height }, (_, key) => ROWS[Math.floor(key / width)]?.[key % width] ?? "");
    this.role = Object.fromEntries(Object.entries(roles).map(([role, key]) => [key, role]));
    this.face.classList.toggle("under", under);
    this.element.style.gridTemplateColumns = `repeat(${width}, 1fr)`;
    this.element.classList.toggle("many", this.signs.length > MANY);
    this.caps = this.signs.map((sign, key) => this.cap(sign, key));
    this.element.replaceChildren(...this.caps);
  }

  cap(sign, key) {
    const button = document.createElement("button");
    button.type = "button";
    button.append(Object.assign(document.createElement("small"), { textContent: sign }), SIGNS[this.role[key]] ?? "");
    button.onpointerdown = (event) => {
      button.setPointerCapture(event.pointerId);
      this.press(key, true);
    };
    button.onpointerup = button.onpointercancel = () => this.press(key, false);
    button.onkeyup = (event) => event.preventDefault(); // no click as well
    button.onclick = ({ detail }) => !detail && this.tell("tap", { keys: [key] }); // a screen reader has no pointer
    button.oncontextmenu = (event) => event.preventDefault();
    return button;
  }

  // What the console says now: names the keys.
  say(now) {
    this.now = now;
    const { points } = now.position ?? {};
    this.caps.forEach((cap, key) => {
      const point = points?.[now.said.points?.[key]];
      const what = point ? `${point.name}, ${point.side ? t("{0} stone", sideName(point.side)) : t("free")}` : [t("key {0}", key + 1), ROLES[this.role[key]]].filter(Boolean).join(", ");
      cap.ariaLabel = this.signs[key] ? `${what}, ${t("keyboard {0}", this.signs[key])}` : what;
      cap.title = point ? point.name : ROLES[this.role[key]] ?? "";
      cap.classList.toggle("point", !this.hasRole(key));
    });
  }

  show(key, down) {
    this.caps[key]?.classList.toggle("down", down);
  }

  press(key, down) {
    if (down && this.now.said.screen !== "attract") this.say_(""); // what is said on a first visit is to be read
    this.tell("key", { key, down });
  }

  // Whether a key means what its sign says: not where it is a point, or a block of points.
  hasRole(key) {
    const { points, screen, over } = this.now.said;
    return !(key in (points ?? {})) && (screen !== "two presses" || over);
  }

  // Whether a key may lead to a hint, the coach or a move that is taken back: its own, or the pause.
  helps(key) {
    const { screen } = this.now.said;
    return !PLAYED.includes(screen) || (this.hasRole(key) && HELPS.includes(this.role[key]));
  }

  // What to tap for a role, as the worker takes it: its key; or what opens the pause, and the entry to take there. No keys
  // where it means nothing.
  toTap(role) {
    const { roles } = this;
    const { screen, over } = this.now.said;
    const opens = role === "undo" && over && screen !== "prove it"; // at the end of a match any key leads to the pause
    if (this.means(role) && !opens) return { keys: [roles[role]] };
    if (!PLAYED.includes(screen) || (role !== "back" && screen === "first game")) return { keys: [] };
    return this.toTake(ENTRIES[role]);
  }

  // What to tap to take an entry of the pause of a match, which may be up.
  toTake(entry) {
    const { back, undo } = this.roles;
    const open = PLAYED.includes(this.now.said.screen) ? [this.means("back") ? back : [back, undo]] : [];
    return { keys: open, entry, after: this.now.said.over ? END_MS : 0 };
  }

  // Whether there is a key of this role that is no point now.
  means(role) {
    const key = this.roles[role];
    return key !== undefined && this.hasRole(key);
  }

  // The keys that a key of the keyboard presses; null if it is not meant for the console. One that is named after its role
  // places no stone where that key is a point.
  keysOf(event) {
    const at = this.caps.indexOf(event.target);
    if (at >= 0 && (event.key === " " || event.key === "Enter")) return [at];
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest?.(TYPED_IN)) return null;
    if (at < 0 && OF_THE_FOCUS.includes(event.key) && event.target.closest?.(PRESSED)) return this.arrowOnButton(event);
    if (event.key === "Escape" && this.toTap("back").keys.length) return this.toTap("back").keys.flat();
    if (!(event.key in NAMED)) {
      const key = this.signs.indexOf(event.key.toLowerCase());
      return key < 0 ? null : [key];
    }
    if (this.means(NAMED[event.key])) return [this.roles[NAMED[event.key]]];
    this.say_(t("Here each key is a point, or a block of them: press it, or the sign in its corner."));
    return [];
  }

  // The key of an arrow struck while a button of the page has the focus, which uses no arrows; else null.
  arrowOnButton({ key, target }) {
    const role = key.startsWith("Arrow") && target.matches("button") ? NAMED[key] : "";
    return this.means(role) ? [this.roles[role]] : null;
  }

  strike(event) {
    if (this.held.has(event.code)) return event.preventDefault(); // it repeats
    const keys = this.caps.length ? this.keysOf(event) : null;
    if (!keys) return;
    event.preventDefault(); // an arrow would scroll the page
    for (const key of keys) this.press(key, true);
    if (keys.length) this.held.set(event.code, keys);
  }

  lift(code) {
    for (const key of this.held.get(code) ?? []) this.press(key, false);
    this.held.delete(code);
  }
}
