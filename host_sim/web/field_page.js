// Puts the field into the page: the page announces each position, and presses a point when it is asked to.

import { Field } from "./field.js";

// element: what the field fills; hidden while no match is played. The page dispatches "position" (as field_state.py makes
// it, or null) and listens for "point" (number and down: a point goes down and up, as its key does). go(position): somebody
// wants to see an earlier position, of which game, size and moves are given.
export function showField(element, go) {
  let shown = null;
  const hold = (point, down) => dispatchEvent(new CustomEvent("point", { detail: { point, down } }));
  const field = new Field(element, {
    press: (point) => hold(point, true),
    release: (point) => hold(point, false),
    go: (plies) => go({ ...shown, moves: shown.moves.slice(0, plies) }),
  });
  addEventListener("position", ({ detail }) => {
    shown = detail;
    element.hidden = !detail;
    if (detail) field.show(detail);
  });
  return field;
}
