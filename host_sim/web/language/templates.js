// Texts that were made in English from templates, such as "orange wins in 5", in another language: each finds its template, and
// what stands in the holes is looked for again. As host_sim/languages/templates.py.
//
//   const templates = new Templates({ "{0} wins in {1}": "{0} gewinnt in {1}", "orange": "Orange" });
//   templates.said("orange wins in 5")

const HOLE = /\{\d\}/g;
const BETWEEN = ["   ", "  ", ". ", "; ", ", ", ": ", " + "]; // what joins clauses
const BREAK = /\. (?=\p{Lu})| {3}/gu; // between sentences
const WORD = /\p{L}{2}/u;
const POINT = "[a-z]{1,2}\\d{1,3}";
const AT_A_POINT = new RegExp(`^(?:(.*\\S)( ${POINT})|(${POINT} )(.*))$`); // "orange b2", "b2 orange"
const MOST_KEPT = 2000;

export class Templates {
  constructor(words) {
    this.words = words;
    this.known = new Map(); // what was looked for before
    const holed = Object.keys(words).filter((message) => message.includes("{0}") && typeof words[message] === "string");
    const letters = (message) => message.replace(HOLE, "").replace(/[^a-z]/gi, "").length;
    const signs = (message) => message.replace(HOLE, "").length;
    holed.sort((one, other) => letters(other) - letters(one) || signs(other) - signs(one));
    this.patterns = holed.filter(letters).map((message) => [sentencesOf(message), patternOf(message), message.match(HOLE), words[message]]);
  }

  // The text in the language, as far as it is known.
  said(text) {
    if (!this.known.has(text)) {
      if (this.known.size > MOST_KEPT) this.known.clear();
      this.known.set(text, this.find(text, false) ?? this.find(text, true) ?? this.partly(text) ?? text);
    }
    return this.known.get(text);
  }

  // The text in the language; null if it is not known. names: whether a single word that is not known counts as a name.
  find(text, names) {
    const bare = text.trim();
    if (bare !== text) return bare && surrounded(text, bare, this.find(bare, names));
    for (const look of ["whole", "stopped", "explained", "placed", "joined"]) {
      const known = this[look](text, names);
      if (known !== null) return known;
    }
    return null;
  }

  whole(text, names) {
    const { words } = this;
    if (!WORD.test(text)) return text; // a point, a number
    const known = (each) => Object.hasOwn(words, each) && typeof words[each] === "string";
    if (known(text)) return words[text];
    const small = text.charAt(0).toLowerCase() + text.slice(1);
    if (known(small)) return capital(words[small]);
    const sentences = sentencesOf(text);
    for (const [count, pattern, holes, message] of this.patterns) {
      if (count !== sentences) continue;
      for (const each of new Set([text, small])) {
        const found = pattern.exec(each)?.slice(1).map((part) => this.hole(part, names));
        if (!found || found.includes(null)) continue;
        const filled = message.replace(HOLE, (hole) => found[holes.indexOf(hole)]);
        return each === text ? filled : capital(filled);
      }
    }
    return null;
  }

  hole(text, names) {
    return text ? this.find(text, names) ?? (names && !text.includes(" ") ? text : null) : "";
  }

  // A sentence whose template has a full stop that it lacks, or the other way round.
  stopped(text, names) {
    if (!text.endsWith(".")) return this.whole(`${text}.`, names)?.replace(/\.$/, "") ?? null;
    const known = this.find(text.slice(0, -1), names);
    return known && `${known}.`;
  }

  // A text with more in brackets after it.
  explained(text, names) {
    const [before, inside] = /^(.*\S) \((.*)\)$/.exec(text)?.slice(1).map((part) => this.find(part, names)) ?? [];
    return before && inside ? `${before} (${inside})` : null;
  }

  // A text with a point after or before it.
  placed(text, names) {
    const [, before, last = "", first = "", after] = AT_A_POINT.exec(text) ?? [];
    const known = before || after ? this.find(before ?? after, names) : null;
    return known && first + known + last;
  }

  // Clauses that are joined, each for itself.
  joined(text, names) {
    for (const between of BETWEEN.filter((each) => text.includes(each))) {
      const found = [];
      for (const part of text.split(between)) {
        found.push(this.hole(part, names));
        if (found.at(-1) === null) break;
      }
      if (!found.includes(null)) return found.join(between);
    }
    return null;
  }

  partly(text) {
    const between = joint(text);
    return between && text.split(between).map((part) => this.said(part)).join(between);
  }
}

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
const joint = (text) => BETWEEN.find((each) => text.includes(each)) ?? null;
const sentencesOf = (text) => text.split(BREAK).length;
const surrounded = (text, bare, known) => known && text.replace(bare, () => known);
const patternOf = (message) => new RegExp(`^${message.split(HOLE).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("(.*?)")}$`, "s");
