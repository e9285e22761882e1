// Results as a CSV file (RFC 4180) that spreadsheets open: each pupil and lesson a line, each step two columns.
//
//   csvOf(results, titleOf)   the text; titleOf(result): what people call its lesson

import { t } from "../language/language.js";
import { scoreOf } from "../learn/scoring.js";
import { nameOf } from "./collected.js";
import { answersOf, inWords, rounded } from "./in_words.js";

const BOM = "\ufeff"; // without it Excel takes UTF-8 for another code
const FORMULA = /^[\s\p{Cc}\p{Cf}]*[=+\-@]|^[\t\r]/u; // a spreadsheet would compute such a text, also behind signs that nobody sees

export function csvOf(results, titleOf) {
  const steps = [...new Set(results.flatMap(({ tasks }) => tasks.map(({ step }) => step)))].sort((one, other) => one - other);
  const head = [t("Pupil"), t("Lesson"), t("Version"), t("Date"), t("Points"), t("Of"), t("Percent"), t("Tasks"), t("Tasks that came"), ...steps.flatMap((step) => [t("Step {0}", step), t("Step {0}: answers", step)])];
  const lines = results.map((result) => {
    const { points, most, percent } = scoreOf(result.tasks);
    const task = (step) => result.tasks.find((each) => each.step === step);
    const answers = steps.map(task).flatMap((each) => (each ? [inWords(each), answersOf(each)] : ["", ""]));
    return [nameOf(result), titleOf(result), result.version, dateOf(result), rounded(points), most, percent, result.count, result.tasks.length, ...answers];
  });
  return BOM + [head, ...lines].map((line) => `${line.map(cell).join(",")}\r\n`).join("");
}

// A date of this place, such as 2026-11-30 11:05; "" before any answer.
export function dateOf({ at }) {
  if (!at) return "";
  const date = new Date(at * 1000);
  const two = (number) => String(number).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

function cell(value) {
  const text = FORMULA.test(value) ? `'${value}` : String(value);
  return /[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
