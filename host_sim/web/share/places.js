// Where in a JSON text something stands, and what is wrong with it: browsers say that each in its own way, or not at all.

import { t } from "../language/language.js";

const BLANK = /[ \t\r\n]*/y;
const SCALAR = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\\/bfnrt]|u[0-9a-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const CUT = /(?:"(?:[^"\\\r\n]|\\.)*\\?|(?:-|t(?:ru?)?|f(?:als?|a)?|n(?:ul?)?)?\s*)$/y; // left where a file ends in the middle

// {fault, line, column} of the first thing in a text that is not JSON, or null.
export function faultIn(text) {
  const reader = new Reader(text);
  try {
    reader.value([]);
    reader.blank();
    if (reader.at < text.length) throw reader.wrong(t("the end of the file"));
  } catch (error) {
    if (!(error instanceof NoJson)) throw error;
    return { fault: error.message, ...lineAndColumn(text, error.at) };
  }
  return null;
}

// {line, column} of what the steps lead to in a text of valid JSON; of the last of them that leads somewhere.
export function placeOf(text, steps) {
  const reader = new Reader(text);
  reader.value([]);
  for (let count = steps.length; count > 0; count--) {
    const at = reader.places.get(steps.slice(0, count).join("\n"));
    if (at !== undefined) return lineAndColumn(text, at);
  }
  return lineAndColumn(text, 0);
}

// The steps that a fault begins with: "lines_of.1[3]: ..." is lines_of, 1, 3.
export function stepsOf(fault) {
  const named = /^([A-Za-z_]\w*(?:\.\w+|\[\d+\])*)(?::| is )/.exec(fault);
  return named ? named[1].match(/\w+/g) : [];
}

function lineAndColumn(text, at) {
  return { line: text.slice(0, at).split("\n").length, column: at - text.lastIndexOf("\n", at - 1) };
}

class NoJson extends Error {
  constructor(message, at) {
    super(message);
    this.at = at;
  }
}

class Reader {
  constructor(text) {
    this.text = text;
    this.at = 0;
    this.places = new Map(); // by steps: where a value begins
    this.depth = 0;
  }

  wrong(expected) {
    CUT.lastIndex = this.at;
    const cut = this.text.trim() && CUT.test(this.text);
    const found = this.at < this.text.length ? `'${this.text[this.at]}'` : t("an empty file");
    return new NoJson(cut ? t("not JSON: the file ends in the middle") : t("not JSON: expected {0}, found {1}", expected, found), this.at);
  }

  blank() {
    BLANK.lastIndex = this.at;
    BLANK.test(this.text);
    this.at = BLANK.lastIndex;
  }

  value(steps) {
    this.blank();
    this.places.set(steps.join("\n"), this.at);
    const sign = this.text[this.at];
    if (sign === "{" || sign === "[") {
      if (++this.depth > 100) throw new NoJson(t("not JSON: nested too deeply"), this.at);
      this.inside(steps, sign === "{");
      this.depth--;
    } else {
      this.scalar(t("a value"));
    }
  }

  scalar(expected) {
    SCALAR.lastIndex = this.at;
    const found = SCALAR.exec(this.text);
    if (!found) throw this.wrong(expected);
    this.at = SCALAR.lastIndex;
    return found[0];
  }

  inside(steps, named) {
    const end = named ? "}" : "]";
    this.at++;
    this.blank();
    for (let number = 0; this.text[this.at] !== end || number; number++) {
      this.value([...steps, named ? this.key() : String(number)]);
      this.blank();
      if (this.text[this.at] === end) break;
      if (this.text[this.at] !== ",") throw this.wrong(t("{0} or {1}", "','", `'${end}'`));
      this.at++;
      this.blank();
    }
    this.at++;
  }

  key() {
    if (this.text[this.at] !== '"') throw this.wrong(t("a name in quotes"));
    const name = JSON.parse(this.scalar(t("a name in quotes")));
    this.blank();
    if (this.text[this.at] !== ":") throw this.wrong("':'");
    this.at++;
    return name;
  }
}
