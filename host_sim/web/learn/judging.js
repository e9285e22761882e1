// What a step of a lesson asks, and whether an answer to it is right.
//
//   const task = taskOf(link)
//   judgedMatch(task, position, found)      what a match says of it: {state, answer, words, found}
//   judgedText(task, "b2", unknown)         what is said of a text that is typed or chosen: {state, answer, words}
//
// state: "right", "wrong", "more" (right so far), "" (no answer yet, or none that makes sense). answer: as it is kept. found: the moves
// that were found so far, one after the other. unknown(stones): a point of them that the field lacks, if there is one.
//
// A link has the kind of its task in data-task:
//
//   find       press one of the moves of data-right; all: each of them, one after the other; data-more is what to add to
//              each, with | between
//   play       play to the end of the match; data-right, if there is one: sides that may win, 0 for a draw
//   choose     press one of data-choices; data-right is the right one
//   number     type data-right; stones: set up these stones on the field, or type them; write: type anything
//   (none)     look at the field

import { stonesIn } from "./building.js";
import { capital, sideName } from "../field/sides.js";
import { said, t } from "../language/language.js";

const FORMS = ["choose", "number", "stones", "write"]; // kinds that are answered beside the field

// What a link asks: {kind, moves (that are right), right, choices and more (as they stand there), form (whether it is answered beside the
// field), hash (to open), plies (of its position), advised (whether it begins with the engine's help)}.
export function taskOf({ dataset, hash }) {
  const { task: kind = "look", right = "", choices = "", more = "" } = dataset;
  const moves = ["find", "all"].includes(kind) ? right.split(" ") : null;
  const asked = new URLSearchParams(hash.slice(1));
  const [played, advised] = [asked.get("moves"), ["coach", "hint"].includes(asked.get("to"))];
  return { kind, moves, right, choices: choices.split(" "), more: more.split("|"), form: FORMS.includes(kind), hash, plies: played ? played.split(",").length : 0, advised };
}

export function judgedMatch(task, position, found) {
  const names = position.moves.slice(task.plies).map(({ name }) => name);
  if (task.kind === "play") return { ...judgedEnd(task, position), answer: names.join(" "), found };
  return { answer: names[0] ?? "", found, ...judgedMove(task, names[0], found) }; // what is played on after it is no answer
}

function judgedEnd({ right }, { over, winner }) {
  if (!over) return { state: "", words: "" };
  const fine = !right || right.split(" ").includes(String(winner ?? 0));
  return { state: fine ? "right" : "wrong", words: winner ? t("{0} has won.", capital(sideName(winner))) : t("A draw.") };
}

function judgedMove({ kind, moves, more }, name, found) {
  if (!moves) return { state: "", words: "" };
  if (!name) return { state: "", words: found.length ? t("Found: {0}.", found.join(", ")) : "" };
  if (!moves.includes(name)) return { state: "wrong", words: t("No, not {0}.", t(name)) };
  const right = (names) => ({ state: "right", words: `${t("Right: {0}.", names)} ${said(more[moves.indexOf(name)] ?? "")}`.trim() });
  if (kind === "find") return right(t(name));
  const all = [...new Set([...found, name])];
  const left = moves.length - all.length;
  return { ...(left ? { state: "more", words: t("Right: {0}. {1} more.", name, left) } : right(all.join(", "))), found: all };
}

export function judgedText({ kind, right }, text, unknown) {
  if (kind === "write") return { state: "right", answer: text, words: t("Noted.") };
  const answer = kind === "number" ? String(Number(text)) : text;
  const refused = kind === "stones" && refusedStones(answer, unknown);
  if (refused) return { state: "", answer, words: refused };
  const same = kind === "stones" ? stonesIn : (each) => each.toLowerCase();
  const fits = same(answer) === same(right);
  return { state: fits ? "right" : "wrong", answer, words: fits ? t("Right: {0}.", t(answer)) : t("No, not {0}.", t(answer)) };
}

function refusedStones(text, unknown) {
  if (stonesIn(text) === null) return t("Write points such as a1 / b2.");
  const name = unknown(text);
  return name ? t("There is no point {0} on this field.", name) : "";
}
