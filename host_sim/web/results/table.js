// The table of a lesson: a line for each pupil, a column for each task, and how many were right at once.
//
//   tableOf(results, titleOf)   an element; the results are of one lesson and one version of its tasks

import { html } from "../field/sides.js";
import { t } from "../language/language.js";
import { scoreOf } from "../learn/scoring.js";
import { nameOf } from "./collected.js";
import { dateOf } from "./csv.js";
import { answersOf, inWords, isAtOnce, isTried, rounded } from "./in_words.js";

export function tableOf(results, titleOf) {
  const [title, steps] = [titleOf(results[0]), stepsOf(results)];
  const table = html("table", "");
  table.append(html("caption", "", title), row("thead", [header(t("Pupil")), header(t("Date")), header(t("Points")), ...steps.map((step) => header(t("Step {0}", step)))]));
  const body = html("tbody", "");
  body.append(...results.map((result) => line(result, steps)));
  table.append(body, row("tfoot", [header(t("Right at once"), "row"), html("td", ""), html("td", ""), ...steps.map((step) => html("td", "", shareOf(results, step)))]));
  const box = Object.assign(html("div", "table"), { tabIndex: 0, ariaLabel: title, role: "region" }); // it scrolls
  box.append(table);
  return box;
}

const stepsOf = (results) => [...new Set(results.flatMap(({ tasks }) => tasks.map(({ step }) => step)))].sort((one, other) => one - other);
const header = (text, scope = "col") => Object.assign(html("th", "", text), { scope });

function row(tag, cells) {
  const [part, line] = [html(tag, ""), html("tr", "")];
  line.append(...cells);
  part.append(line);
  return part;
}

function line(result, steps) {
  const { points, most } = scoreOf(result.tasks);
  const cut = result.tasks.length < result.count ? `, ${t("{0} of {1} tasks came", result.tasks.length, result.count)}` : "";
  const found = html("tr", "");
  found.append(header(nameOf(result), "row"), html("td", "", dateOf(result)), html("td", "", `${t("{0} of {1}", rounded(points), most)}${cut}`));
  found.append(...steps.map((step) => taskCell(result.tasks.find((task) => task.step === step))));
  return found;
}

function taskCell(task) {
  if (!task) return html("td", "soft", t("did not come"));
  if (!isTried(task)) return html("td", "soft", inWords(task));
  const cell = html("td", isAtOnce(task) ? "right" : task.free ? "" : "late", inWords(task));
  cell.append(html("small", "", answersOf(task)));
  return cell;
}

// How hard a task was: how many of those who answered were right at once; "" of a task to write.
function shareOf(results, step) {
  const tried = results.flatMap(({ tasks }) => tasks.filter((task) => task.step === step && !task.free && isTried(task)));
  return tried.length ? t("{0} of {1}", tried.filter(isAtOnce).length, tried.length) : "";
}
