// How a side is named and coloured, and small helpers for making elements.

import { t } from "../language/language.js";

export const SIDES = ["", "orange", "blue", "green"]; // by number, as the palette and the styles have them
export const sideName = (number) => t(SIDES[number]);

export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
export const html = (tag, className, text = "") => Object.assign(document.createElement(tag), { className, textContent: text });

// The name of a side, in its colour.
export const side = (number) => html("span", `field-side ${SIDES[number]}`, capital(sideName(number)));

// A text with the colours of the sides that it names by number.
export const coloured = (text) => text.split(/\bside ([123])\b/i).map((part, at) => (at % 2 ? side(Number(part)) : part));

// A text of the console with its names for sides, if they are others, in place of those here.
export function renamed(text, sides = SIDES) {
  const found = new RegExp(`\\b(${sides.slice(1).join("|")})\\b`, "gi");
  return text.replace(found, (name) => SIDES[sides.indexOf(name.toLowerCase())]);
}

// Who plays each side of a match, as a link says it: a number, or a strategy's file.
export const seatsOf = ({ seats, files = [] }) => seats.map((seat, at) => files[at] || seat);

// What a move is called.
export const moveName = ({ name, tried }) => (tried ? t("{0} taken", name) : t(name));
