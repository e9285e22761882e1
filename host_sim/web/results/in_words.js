// How a task was answered, in words, and what was said: for the pupil's list, the table and the file alike.

import { t } from "../language/language.js";

export const isTried = ({ solved, wrong, rights }) => solved || wrong > 0 || rights.length > 0;
export const isAtOnce = ({ free, solved, helped, wrong }) => !free && solved && !helped && !wrong;

export function inWords(task) {
  const { free, solved, helped, wrong } = task;
  if (!isTried(task)) return t("not answered");
  if (free) return t("written");
  if (!solved) return wrong ? t("{0} wrong, not solved", wrong) : t("not finished");
  if (helped) return wrong ? t("right with help, after {0} wrong", wrong) : t("right with help");
  return wrong ? t("right after {0} wrong", wrong) : t("right at once");
}

// All that is known of what was said, the wrong answers first.
export const answersOf = ({ free, wrongs, rights }) => [...wrongs, ...rights].map((each) => (free ? each : t(each))).join(", ");

export function scoreInWords({ points, most, solved, of }) {
  return t("{0} of {1} points, {2} of {3} tasks", rounded(points), most, solved, of);
}

export const rounded = (points) => Math.round(points * 100) / 100;
