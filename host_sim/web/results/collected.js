// What a teacher's page makes of the links that pupils send: each pupil counts once in each lesson.
//
//   const { results, said } = collect(text, results, titleOf)   the links in a text, added to the results so far; what counts, in
//                                                      lines. titleOf(result): what people call its lesson
//
// With a name, a pupil's newer results replace older ones, unless less of them came; without one, nothing is replaced. Newer results have all
// answers of the older ones: else they are those of another pupil of that name.

import { t } from "../language/language.js";
import { scoreOf } from "../learn/scoring.js";
import { linksIn } from "./found_links.js";
import { scoreInWords } from "./in_words.js";

const BEGINNING = 60; // letters of a link that are shown

export function collect(text, results, titleOf) {
  const links = linksIn(text);
  const said = links.length ? [] : [t("No link is in it: nothing is added.")];
  for (const { word, result, fault } of links) {
    const [next, line] = fault ? [results, t("{0} {1}: it does not count.", beginning(word), fault)] : added(results, result, titleOf(result));
    results = next;
    said.push(line);
  }
  return { results, said };
}

export const nameOf = ({ name }) => name.trim() || t("No name");

// [results, what is said of it].
function added(results, result, title) {
  const who = `${nameOf(result)}, ${title}`;
  const named = results.filter((each) => isNamesake(each, result));
  const same = named.find((each) => goesOn(each, result));
  const here = `${who}: ${scoreInWords(scoreOf(result.tasks))}.`;
  const cut = result.tasks.length < result.count ? ` ${t("The link was cut: {0} of {1} tasks came, and count.", result.tasks.length, result.count)}` : "";
  if (!same) return [[...results, result], `${here}${cut}${named.length ? ` ${pupilsNamed(nameOf(result), named.length + 1)}` : ""}`];
  if (JSON.stringify(same) === JSON.stringify(result)) return [results, t("{0}: the same link again. It counts once.", who)];
  if (!isBetter(result, same)) return [results, t("{0}: newer or longer results are there already, and count.", who)];
  return [results.map((each) => (each === same ? result : each)), `${here} ${t("They replace earlier ones.")}${cut}`];
}

const pupilsNamed = (name, count) => (count === 2 ? t("Two pupils named {0}: both are shown.", name) : t("{0} pupils named {1}: all are shown.", count, name));

// Whether two results of a lesson have one name; without a name, whether they are the same.
function isNamesake(one, other) {
  if (one.lesson !== other.lesson || one.version !== other.version) return false;
  const [name, another] = [one, other].map((each) => each.name.trim().toLowerCase());
  return name ? name === another : JSON.stringify(one) === JSON.stringify(other);
}

// Whether the later one of two results has all answers of the earlier one, as far as both came.
function goesOn(one, other) {
  const [early, late] = one.at <= other.at ? [one, other] : [other, one];
  return early.tasks.every((task) => {
    const later = late.tasks.find(({ step }) => step === task.step);
    return !later || hasAll(later, task);
  });
}

function hasAll(later, task) {
  if (task.solved && !(later.solved && later.wrong === task.wrong)) return false;
  return later.wrong >= task.wrong && ["wrongs", "rights"].every((each) => task[each].every((said, at) => isLike(said, later[each][at] ?? said)));
}

// Whether two texts can be the same answer: long ones are shortened in a link.
function isLike(one, other) {
  const [short, long] = [one, other].map((text) => text.replace(/\.\.\.$/, "")).sort((a, b) => a.length - b.length);
  return one === other || ([one, other].some((text) => text.endsWith("...")) && long.startsWith(short));
}

const isBetter = (one, other) => one.tasks.length > other.tasks.length || (one.tasks.length === other.tasks.length && one.at > other.at);

const beginning = (link) => (link.length > BEGINNING ? `${link.slice(0, BEGINNING)}...` : link);
