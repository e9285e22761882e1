// The links of results in a text, put right where a program has changed them: mail breaks a long link into lines, and may write
// its # as %23; a filter writes the whole of it into a link of its own.
//
//   linksIn(text)   [{word (as it stands there), result or fault (as readLink has them)}]

import { readLink } from "./result_link.js";

const LINK = /https?:\/\/|results(?:\.html)?(?:#|%23)/;
const MOST_LINES = 9; // that a link is broken into

export function linksIn(text) {
  const words = text.split(/[\s<>"]+/);
  return words.flatMap((word, at) => (LINK.test(word) ? [{ word, ...best(broken(words, at).flatMap(written).map(readLink)) }] : []));
}

// What may be a link: a word; that with the next one; and so on, up to the next link.
function broken(words, at) {
  const next = words.findIndex((word, other) => other > at && LINK.test(word));
  const lines = words.slice(at, Math.min(at + MOST_LINES, next < 0 ? words.length : next));
  return lines.map((_, last) => lines.slice(0, last + 1).join(""));
}

// A link as it stands, and as it was before a program wrote signs of it in another way.
const written = (link) => [link, link.replace("%23", "#"), decoded(link)];

function decoded(link) {
  try {
    return decodeURIComponent(link);
  } catch {
    return link;
  }
}

// The first reading with the most tasks.
function best(readings) {
  const tasks = ({ result }) => result?.tasks.length ?? -1;
  return readings.reduce((one, other) => (tasks(other) > tasks(one) ? other : one));
}
