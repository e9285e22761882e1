// Texts that were made in English from templates, such as "orange wins in 5", in another language: each finds its template, and
// what stands in the holes is looked for again. As host_sim/languages/templates.py.
//
//   const templates = new Templates({ "{0} wins in {1}": "{0} gewinnt in {1}", "orange": "Orange" });
//   templates.said("orange wins in 5")

const HOLE = /\{\d\}/g;
const BETWEEN = ["   ", ". ", "; ", ", ", ": "]; // what joins clauses
const BREAK = /\. (?=\p{Lu})| {3}/gu; // between sentences
const MOST_KEPT = 2000;

export class Templates {
  constructor(words) {
    this.words = words;
    this.known = new Map(); // what was looked for before
    const holed = Object.keys(words).filter((message) => message.includes("{0}") && typeof words[message] === "string");
    const letters = (message) => message.replace(HOLE, "").replace(/[^a-z]/gi, "").length;
    holed.sort((one, other) => letters(other) - letters(one));
    this.patterns = holed.filter(letters).map((message) => [sentencesOf(message), patternOf(message), holesOf(message), words[message]]);
  }

  // The text in the language, as far as it is known.
  said(text) {
    if (!this.known.has(text)) {
      if (this.known.size > MOST_KEPT) this.known.clear();
      this.known.set(text, this.find(text) ?? this.joined(text, true) ?? text);
    }
    return this.known.get(text);
  }

  // The text in the language; null if it is not known.
  find(text) {
    const bare = text.trim();
    if (bare !== text) return bare && surrounded(text, bare, this.find(bare));
    return this.whole(text) ?? this.stopped(text) ?? this.lower(text) ?? this.explained(text) ?? this.joined(text);
  }

  whole(text) {
    const { words } = this;
    if (!/\p{L}{2}/u.test(text)) return text; // a point, a number
    if (Object.hasOwn(words, text) && typeof words[text] === "string") return words[text];
    const sentences = sentencesOf(text);
    for (const [count, pattern, holes, message] of this.patterns) {
      if (count !== sentences) continue;
      const found = pattern.exec(text)?.slice(1).map((part) => this.hole(part));
      if (found && !found.includes(null)) return message.replace(HOLE, (hole) => found[holes.indexOf(hole)]);
    }
    return null;
  }

  // What stands in a hole: a text that is known, or a name.
  hole(text) {
    return text ? this.find(text) ?? (text.includes(" ") ? null : text) : "";
  }

  // A sentence whose template has a full stop that it lacks, or the other way round.
  stopped(text) {
    if (!text.endsWith(".")) return this.whole(`${text}.`)?.replace(/\.$/, "") ?? null;
    const known = this.find(text.slice(0, -1));
    return known && `${known}.`;
  }

  lower(text) {
    const small = text.charAt(0).toLowerCase() + text.slice(1);
    const known = small === text ? null : this.whole(small);
    return known && known.charAt(0).toUpperCase() + known.slice(1);
  }

  // A text with more in brackets after it.
  explained(text) {
    const [before, inside] = /^(.*\S) \((.*)\)$/.exec(text)?.slice(1).map((part) => this.find(part)) ?? [];
    return before && inside ? `${before} (${inside})` : null;
  }

  // Clauses that are joined, each for itself; null if one is not known. partly: if none is.
  joined(text, partly = false) {
    const between = BETWEEN.find((each) => text.includes(each));
    if (!between) return null;
    const found = text.split(between).map((part) => (partly ? this.said(part) : this.hole(part)));
    return found.includes(null) ? null : found.join(between);
  }
}

const sentencesOf = (text) => text.split(BREAK).length;
const surrounded = (text, bare, known) => known && text.replace(bare, () => known);
const holesOf = (message) => message.match(HOLE);
const patternOf = (message) => new RegExp(`^${message.split(HOLE).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("(.*?)")}$`, "s");
