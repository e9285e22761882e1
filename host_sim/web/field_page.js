// Puts the field into the page: the page announces each position, and presses a point when it is asked to.

import { Field } from "./field.js";

// element: what the field fills; hidden while no match is played. The page dispatches "position" (as field_state.py makes
// it, or null) and listens for "point" (number and down: a point goes down and up, as its key does). ask(plies): somebody
// wants to see the match as it stood after so many moves; the page dispatches it as "looked". The next move, or a press on a
// point, ends the look. Returns a function that gives the position on the field.
export function showField(element, ask) {
  let [match, looked] = [null, null];
  let asked = null; // the number of moves that was asked for last; another answer comes too late
  const hold = (point, down) => dispatchEvent(new CustomEvent("point", { detail: { point, down } }));
  const show = () => field.show(looked ?? match);
  const end = () => {
    asked = null;
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
    go(plies) {
      if (plies >= match.moves.length) return end();
      asked = plies;
      ask(plies);
    },
  });
  addEventListener("position", ({ detail }) => {
    if (!detail || played(detail) !== played(match)) looked = asked = null;
    match = detail;
    element.hidden = !detail;
    if (detail) show();
  });
  addEventListener("looked", ({ detail }) => {
    const { moves } = detail ?? {};
    if (moves?.length !== asked) return;
    if (played({ ...match, moves: match.moves.slice(0, asked) }) !== played({ ...match, ...detail })) return;
    looked = { ...match, ...detail, moves: match.moves, looking: asked };
    show();
  });
  return () => (looked ? { ...looked, moves: looked.moves.slice(0, looked.looking) } : match);
}

// What makes a match another one.
const played = (match) => JSON.stringify(match && [match.game, match.size, match.stones, match.moves]);
