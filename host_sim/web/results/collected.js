// What a teacher's page makes of the links that pupils send: each pupil counts once in each lesson.
//
//   const { results, said } = collect(text, results, titleOf)   the links in a text, added to the results so far; what counts, in
//                                                      lines. titleOf(lesson): what people call it
//
// With a name, a pupil's newer results replace older ones, unless less of them came; without one, nothing is replaced.

import { t } from "../language/language.js";
import { scoreOf } from "../learn/scoring.js";
import { scoreInWords } from "./in_words.js";
import { readLink } from "./result_link.js";

const LINK = /https?:\/\/|results(?:\.html)?#/;
const BEGINNING = 60; // letters of a link that are shown

export function collect(text, results, titleOf) {
  const words = text.split(/[\s<>"]+/).filter((word) => LINK.test(word));
  const said = words.length ? [] : [t("No link is in it: nothing is added.")];
  for (const word of words) {
    const { result, fault } = readLink(word);
    const [next, line] = fault ? [results, t("{0} {1}: it does not count.", beginning(word), fault)] : added(results, result, titleOf(result.lesson));
    results = next;
    said.push(line);
  }
  return { results, said };
}

export const nameOf = ({ name }) => name.trim() || t("No name");

// [results, what is said of it].
function added(results, result, title) {
  const who = `${nameOf(result)}, ${title}`;
  const same = results.find((each) => isSame(each, result));
  const here = `${who}: ${scoreInWords(scoreOf(result.tasks))}.`;
  const cut = result.tasks.length < result.count ? ` ${t("The link was cut: {0} of {1} tasks came, and count.", result.tasks.length, result.count)}` : "";
  if (!same) return [[...results, result], `${here}${cut}`];
  if (JSON.stringify(same) === JSON.stringify(result)) return [results, t("{0}: the same link again. It counts once.", who)];
  if (!isBetter(result, same)) return [results, t("{0}: newer or longer results are there already, and count.", who)];
  return [results.map((each) => (each === same ? result : each)), `${here} ${t("They replace earlier ones.")}${cut}`];
}

function isSame(one, other) {
  if (one.lesson !== other.lesson || one.version !== other.version) return false;
  const [name, another] = [one, other].map((each) => each.name.trim().toLowerCase());
  return name ? name === another : JSON.stringify(one) === JSON.stringify(other);
}

const isBetter = (one, other) => one.tasks.length > other.tasks.length || (one.tasks.length === other.tasks.length && one.at > other.at);

const beginning = (link) => (link.length > BEGINNING ? `${link.slice(0, BEGINNING)}...` : link);
