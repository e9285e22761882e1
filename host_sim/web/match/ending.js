// The end of a match: the next one with one press, beside the field, for as long as that match is there.
//
//   const ending = new Ending(again)   again(seats, away): the same game begins again, with these at the sides; away: those
//                                      that another page plays
//   ending.show(match, seats)          match: that is over, as field_state.py makes it; null: none is. seats: who plays the
//                                      next one; null: none follows, and only the mistake can be shown
//   ending.focus()                     the keyboard goes on from there; returns whether there is an end

import { capital, sideName } from "../field/sides.js";
import { t } from "../language/language.js";
import { YOURS } from "./new_game.js";

const $ = (id) => document.getElementById(id);

export class Ending {
  constructor(again) {
    this.again = again;
  }

  show(match, seats) {
    $("ends").hidden = !match;
    if (!match) return;
    if (seats && match.away.length) return this.offerShared(match.away);
    const [other, higher] = seats ? [oneOn(seats), levelUp(seats, match.levels)] : [null, null];
    this.offer("more", t("The same game again, with the same sides"), seats);
    this.offer("other-side", other && t("You play {0}", capital(sideName(other.indexOf(0) + 1))), other);
    this.offer("level-up", higher && t("Against level {0} of {1}", Math.max(...higher.filter(isLevel)), match.levels), higher);
  }

  // The same two people once more.
  offerShared([away]) {
    this.offer("more", t("The same game again, with the same sides"), [0, 0], [away]);
    this.offer("other-side", t("You play {0}", capital(sideName(away))), [0, 0], [3 - away]);
    this.offer("level-up", "", null);
  }

  offer(id, title, seats, away = []) {
    $(id).hidden = !seats;
    Object.assign($(id), { title: title ?? "", onclick: () => this.again(seats, away) });
  }

  focus() {
    $("more").focus({ preventScroll: true });
    return !$("ends").hidden && !$("more").hidden;
  }
}

// All players a side on; null unless that gives the only person another side. A strategy is made for its side.
function oneOn(seats) {
  const isAlone = seats.filter((seat) => seat === 0).length === 1;
  return isAlone && !hasFile(seats) ? [...seats.slice(-1), ...seats.slice(0, -1)] : null;
}

// Each engine a level higher, up to the last; null where a person meets none, or all have it or go along with the person.
function levelUp(seats, levels) {
  const higher = seats.map((seat) => (isLevel(seat) ? Math.min(seat + 1, levels) : seat));
  return seats.includes(0) && higher.join() !== seats.join() ? higher : null;
}

const isLevel = (seat) => seat > 0 && seat !== YOURS;
const hasFile = (seats) => seats.some((seat) => typeof seat === "string");
