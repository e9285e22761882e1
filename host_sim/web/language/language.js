// The words of the page in a person's language. English is the key of each, and loads nothing else.
//
//   t("Move {0}: {1}", 3, "b2")              a text
//   tn(count, "{0} move", "{0} moves")        by number, which is {0}
//   parts("{0} is to move.", side(1))         texts and elements, for replaceChildren
//   said("hint: thinking")                    words that the console or a part in Python has made, by their templates
//   languages                                 {code: its own name}; language: the code of the one that is on
//
// host_sim/languages has the tables; the build names them in LANGUAGES: {code: [name, file]}. This module waits for the table,
// so constants of other modules may be words.

import { recall, remember } from "../console/saves.js";
import { Templates } from "./templates.js";

const KEPT = "glowgrid language"; // in the browser's storage: the code that was chosen
const HOLE = /\{(\d)\}/;
const LARGE = 999; // larger numbers, and fractions, are written as the language does

const here = typeof LANGUAGES === "undefined" ? {} : LANGUAGES; // a page without languages states none
const wanted = [recall(KEPT), ...(globalThis.navigator?.languages ?? [])].map((each) => String(each).toLowerCase().split("-")[0]);
const code = wanted.find((each) => each === "en" || Object.hasOwn(here, each)) ?? "en";
export const table = code === "en" ? null : await fetch(new URL(here[code][1], location.href)).then((answer) => answer.json()).catch(() => null);

export const language = table ? code : "en";
export const languages = { en: "English", ...Object.fromEntries(Object.entries(here).map(([each, [name]]) => [each, name])) };
export const choose = (chosen) => remember(KEPT, chosen);

const numbers = new Intl.NumberFormat(language);
const plurals = new Intl.PluralRules(language);
const templates = table && new Templates(table.words);

const shown = (value) => (typeof value === "number" && (value > LARGE || !Number.isInteger(value)) ? numbers.format(value) : value);
const translated = (message) => (table && Object.hasOwn(table.words, message) ? table.words[message] : message);
const pieces = (message, values) => message.split(HOLE).flatMap((part, at) => (at % 2 ? shown(values[part]) : part ? [part] : []));
const filled = (message, values) => pieces(message, values).join("");

export const t = (message, ...values) => filled(translated(message), values);
export const parts = (message, ...values) => pieces(translated(message), values);
export const said = (text) => templates?.said(text) ?? text;

export function tn(count, one, more, ...values) {
  const known = table?.words[one];
  const message = known ? known[table.plurals[plurals.select(count)] ?? known.length - 1] : count === 1 ? one : more;
  return filled(message, [count, ...values]);
}
