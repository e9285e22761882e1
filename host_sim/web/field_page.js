// Puts the field into the page: the page announces each position, and presses a point when it is asked to.

import { Field } from "./field.js";

// element: what the field fills; hidden while no match is played. The page dispatches "position" (as field_state.py makes
// it, or null) and listens for "point" (number and down: a point goes down and up, as its key does). ask(plies): somebody
// wants to see the match as it stood after so many moves; the page dispatches it as "looked". The next move, or a press on a
// point, ends the look. Returns a function that gives the position on the field.
export function showField(element, ask) {
  let [match, looked] = [null, null];
  const hold = (point, down) => dispatchEvent(new CustomEvent("point", { detail: { point, down } }));
  const show = () => field.show(looked ?? match);
  const end = () => {
    if (!looked) return;
    looked = null;
    show();
  };
  const field = new Field(element, {
    press(point) {
      end();
      hold(point, true);
    },
    release: (point) => hold(point, false),
    go: (plies) => (plies < match.moves.length ? ask(plies) : end()),
  });
  addEventListener("position", ({ detail }) => {
    if (!detail || played(detail) !== played(match)) looked = null;
    match = detail;
    element.hidden = !detail;
    if (detail) show();
  });
  addEventListener("looked", ({ detail }) => {
    const { moves } = detail ?? {};
    if (!match || !moves || played({ ...match, moves: match.moves.slice(0, moves.length) }) !== played({ ...match, ...detail })) return;
    looked = { ...match, ...detail, moves: match.moves, looking: moves.length };
    show();
  });
  return () => (looked ? { ...looked, moves: looked.moves.slice(0, looked.looking) } : match);
}

// What makes a match another one.
const played = (match) => JSON.stringify(match && [match.game, match.size, match.stones, match.moves]);
