// How a task was answered, in words, and what was said: for the pupil's list, the table and the file alike.

export const isTried = ({ solved, wrong, rights }) => solved || wrong > 0 || rights.length > 0;
export const isAtOnce = ({ free, solved, helped, wrong }) => !free && solved && !helped && !wrong;

export function inWords(task) {
  const { free, solved, helped, wrong } = task;
  if (!isTried(task)) return "not answered";
  if (free) return "written";
  if (!solved) return wrong ? `${wrong} wrong, not solved` : "not finished";
  if (helped) return wrong ? `right with help, after ${wrong} wrong` : "right with help";
  return wrong ? `right after ${wrong} wrong` : "right at once";
}

// All that is known of what was said, the wrong answers first.
export const answersOf = ({ wrongs, rights }) => [...wrongs, ...rights].join(", ");

export function scoreInWords({ points, most, solved, of }) {
  return `${rounded(points)} of ${most} points, ${solved} of ${of} tasks`;
}

export const rounded = (points) => Math.round(points * 100) / 100;
