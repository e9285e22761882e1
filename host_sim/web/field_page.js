// Puts the field into the page: the page announces each position, and presses a point when it is asked to.

import { Field } from "./field.js";

// element: what the field fills; hidden while no match is played. The page dispatches "position" (as field_state.py makes
// it, or null) and listens for "tap" (the number of a point). To look at an earlier position is to follow a link to it.
export function showField(element, board = "") {
  let shown = null;
  const field = new Field(element, {
    press: () => {},
    release: (point) => dispatchEvent(new CustomEvent("tap", { detail: point })),
    go: (ply) => (location.hash = linkTo(shown, ply, board)),
  });
  addEventListener("position", ({ detail }) => {
    shown = detail;
    element.hidden = !detail;
    if (detail) field.show(detail);
  });
  return field;
}

// The link to the position after so many moves.
export function linkTo({ game, size, moves }, plies, board = "") {
  const parts = [size.length ? `${encodeURIComponent(game)}=${size.join(",")}` : encodeURIComponent(game)];
  if (plies) parts.push(`moves=${moves.slice(0, plies).map(({ name }) => name).join(",")}`);
  if (board) parts.push(`board=${encodeURIComponent(board)}`);
  return `#${parts.join("&")}`;
}
