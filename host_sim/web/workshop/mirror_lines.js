// What a device shows, from the lines that it says; firmware/glowgrid/mirror.py has them. Lines that are none of the mirror,
// damaged ones and names that it does not know change nothing.
//
//   const shown = new Shown();
//   shown.take(line)     what has changed: "board", "palette", "frame", "down", "match", "screen", or ""
//   shown.rgb()          the lights, R, G, B each
//   shown.match          the match as it is saved (console/saving.py), its moves up to now; null: none

const VERSION = 1;
const FIRST_SIGN = 48;
const isSize = (value) => Array.isArray(value) && value.length === 2 && value.every((each) => Number.isInteger(each) && each > 0 && each < 256);
const isMatch = (value) => value === null || (typeof value?.game === "string" && ["size", "seats", "moves"].every((name) => Array.isArray(value[name])));

export class Shown {
  board = "";
  palette = [];
  frame = "";
  down = "";
  match = null;
  screen = "";

  // Throws an Error, one line, if the lines have a later version than this page knows.
  take(line) {
    let said;
    try {
      said = line.startsWith("{") ? JSON.parse(line) : {};
    } catch {
      return "";
    }
    const what = Object.keys(this.takes).find((name) => name in said);
    return what ? this.takes[what](said[what], said) : "";
  }

  takes = {
    glowgrid: (version, { board, lights, keys }) => {
      if (version !== VERSION) throw new Error(`The mirror of this Pico has version ${version}, this page knows ${VERSION}: load the page again, or update the Pico.`);
      if (!isSize(lights) || !isSize(keys)) return "";
      const same = this.board === String(board) && `${[this.lights, this.keys]}` === `${[lights, keys]}`;
      if (same) return ""; // all is said again
      Object.assign(this, { board: String(board), lights, keys, down: "0".repeat(keys[0] * keys[1]), frame: "" });
      return "board";
    },
    palette: (hex) => this.set("palette", typeof hex === "string" && /^([0-9a-f]{6})+$/.test(hex) && hex.match(/../g).map((each) => parseInt(each, 16))),
    frame: (signs) => this.set("frame", typeof signs === "string" && signs.length === this.lights?.[0] * this.lights?.[1] && signs),
    down: (signs) => this.set("down", typeof signs === "string" && signs.length === this.down.length && /^[01]*$/.test(signs) && signs),
    screen: (name) => this.set("screen", `${name}`),
    match: (record) => {
      if (!isMatch(record)) return "";
      this.match = record;
      return "match";
    },
    move: (move) => {
      if (!this.match || !["number", "string"].includes(typeof move)) return "";
      this.match.moves.push(move);
      return "match";
    },
  };

  set(name, value) {
    if (!value) return "";
    this[name] = value;
    return name;
  }

  rgb() {
    const { palette } = this;
    return Uint8Array.from([...this.frame].flatMap((sign) => [0, 1, 2].map((channel) => palette[3 * (sign.charCodeAt(0) - FIRST_SIGN) + channel] ?? 0)));
  }
}
