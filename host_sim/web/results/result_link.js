// A pupil's results as a link to results.html, and back. Nothing else carries them.
//
//   const link = linkOf(result, location.href)
//   readLink(link)   {result}; or {fault: words} if nothing of it counts
//
// A result: {lesson, title (of the lesson, "" in older links), version (of its tasks, a short text), name (of the pupil), at (seconds since 1970), count (of its tasks), tasks}.
// A task: {step (from 1), free, solved, helped (by hint or coach), wrong (how many wrong answers), wrongs, rights (answers, as texts)}.
//
// After the # come parts: who and what, then one for each task. A part is fields with ":" between them, a checksum of all that
// came so far, and "/". So a link that was cut, anywhere, gives the tasks before the cut and never a false one: fewer than its
// `count`. A letter stands at the end because some programs take a sign at the end of a link for one of the sentence.

import { t } from "../language/language.js";

const PAGE = "results.html";
const OURS = /results(?:\.html)?#(\S*)/;
const FORM = "1"; // another form has another number
const DIGITS = 3; // of a checksum, to the base 36
const END = "e";
const HELPED = "h"; // among the answers of a task
const MOST_OF_TITLE = 40; // letters
const MOST = 600; // letters of a link: its code is still read from a screen by the camera of a phone
// [letters of an answer, wrong answers of a task] that are sent: the first that fit, else the last. All wrong ones are counted.
const SENT = [[300, 9], [60, 5], [30, 3], [12, 2], [6, 1]];
const STATES = { free: { true: "w", false: "e" }, asked: { true: "s", false: "o" } }; // [whether it is solved]
const COUNT = /^\d{1,3}$/;
const TIME = /^[0-9a-z]{1,7}$/;
const DAY = 86_400; // seconds that a clock may be ahead: a date far ahead would never give way to newer results
const UNSEEN = /(?![\u200c\u200d])[\p{Cc}\p{Cf}]/gu; // control signs, such as those that turn a line round; two are of words
const TASK = /^(\d{1,3})([weso])(\d{1,4})$/;

// FNV-1a, by Fowler, Noll and Vo, of a text that follows another one with that sum.
export const checksum = (text, sum = 0x811c9dc5) => [...text].reduce((before, sign) => Math.imul(before ^ sign.codePointAt(0), 0x01000193) >>> 0, sum);
export const digitsOf = (sum) => (sum % 36 ** DIGITS).toString(36).padStart(DIGITS, "0");

export function linkOf(result, here) {
  const links = SENT.map(([letters, wrongs]) => new URL(`${PAGE}#${packed(listsOf(result, letters, wrongs))}`, here).href);
  return links.find(({ length }) => length <= MOST) ?? links.at(-1);
}

export function readLink(text) {
  const [, fragment] = OURS.exec(text) ?? [];
  if (fragment === undefined) return { fault: t("is no link of results") };
  const [head, ...rest] = unpacked(fragment);
  if (!head) return { fault: t("was cut or changed before its first answer") };
  const [form, lesson, version, count, at, name, title = ""] = head.map((field) => field.replace(UNSEEN, ""));
  if (form !== FORM) return { fault: t("was made by another version of Glowgrid") };
  const result = { lesson, title, version, name, at: parseInt(at, 36), count: Number(count), tasks: rest.map(taskOf) };
  const steps = new Set(result.tasks.map((task) => task?.step));
  const fits = COUNT.test(count) && TIME.test(at) && result.count >= rest.length && steps.size === rest.length && result.tasks.every(Boolean) && name !== undefined;
  if (!fits) return { fault: t("makes no sense") };
  return result.at > Date.now() / 1000 + DAY ? { fault: t("comes from a device whose clock is wrong") } : { result };
}

function listsOf({ lesson, title = "", version, name, at, count, tasks }, letters, most) {
  const short = (text, letters) => ([...text].length > letters ? `${[...text].slice(0, letters).join("")}...` : text);
  const task = ({ step, free, solved, helped, wrong, wrongs, rights }) => [
    `${step}${STATES[free ? "free" : "asked"][solved]}${wrong}`,
    ...wrongs.slice(0, most).map((said) => `w${short(said, letters)}`),
    ...rights.map((said) => `r${short(said, letters)}`),
    ...(helped ? [HELPED] : []),
  ];
  return [[FORM, lesson, version, String(count), at.toString(36), name, short(title, MOST_OF_TITLE)], ...tasks.map(task)];
}

function taskOf([head, ...answers]) {
  const [, step, state, wrong] = TASK.exec(head) ?? [];
  if (!step) return null;
  const of = (sign) => answers.filter((each) => each[0] === sign).map((each) => each.slice(1));
  return { step: Number(step), free: "we".includes(state), solved: "ws".includes(state), helped: answers.includes(HELPED), wrong: Number(wrong), wrongs: of("w"), rights: of("r") };
}

// Lists of texts as one text, of letters that no program changes in a link.
export function packed(lists) {
  let sum;
  const part = (list) => {
    const fields = list.map((field) => field.toWellFormed().normalize());
    sum = checksum(fields.join("\n"), sum);
    return `${fields.map(escaped).join(":")}${digitsOf(sum)}/`;
  };
  return lists.map(part).join("") + END;
}

// The lists of a text that may be cut or changed: those before the first that is not whole.
export function unpacked(text) {
  const lists = [];
  let sum;
  for (const part of text.split("/").slice(0, -1)) {
    const fields = fieldsOf(part.slice(0, -DIGITS));
    sum = fields && checksum(fields.join("\n"), sum);
    if (!fields || digitsOf(sum) !== part.slice(-DIGITS)) break;
    lists.push(fields);
  }
  return lists;
}

const escaped = (text) => encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`).replaceAll("%20", "+");

// The fields of a part; null if a sign of it was cut.
function fieldsOf(part) {
  try {
    return part.replaceAll("+", " ").split(":").map((field) => decodeURIComponent(field).normalize());
  } catch {
    return null;
  }
}
