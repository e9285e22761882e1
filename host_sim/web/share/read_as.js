// The row beside what was opened: which game and size it is read as. What a person states there is the last word.

import { listen, now } from "../console/console.js";
import { said, t } from "../language/language.js";

const $ = (id) => document.getElementById(id);
let again = null; // reads the text once more, as stated
let shown = ""; // the match that was opened, or that stayed where nothing was; what is played from there hides the row
let there = false; // whether it is on the field

const matchOf = ({ game, size, moves }) => [game, size.join(), moves.length].join(" ");

// Show as what a text was read. match: as `now.position` has it, null if it could not be read; opened: whether it is coming
// onto the field; stated: {game, size} so far, as text; read({game, size}): reads it as stated.
export function showReading(match, opened, stated, read) {
  const game = match?.game ?? stated.game;
  const options = now.games.map(({ name, title }) => new Option(said(title), name));
  if (!game) options.unshift(new Option(t("choose the game"), ""));
  $("read-game").replaceChildren(...options);
  $("read-game").value = game;
  const sizes = now.games.find(({ name }) => name === game)?.sizes ?? [];
  $("read-size").value = match?.size.join() ?? stated.size;
  $("read-size").parentElement.hidden = Boolean(game) && sizes.length < 2;
  $("read-sizes").replaceChildren(...sizes.map(([size, title]) => new Option(said(title), size.join())));
  $("read-as").hidden = false;
  again = (more) => $("read-size").validity.valid && read({ ...stated, ...more });
  const onField = now.position && matchOf(now.position);
  shown = opened ? matchOf(match) : onField;
  there = shown === onField;
}

export function hideReading() {
  $("read-as").hidden = true;
}

$("read-game").onchange = () => again({ game: $("read-game").value, size: "" });
$("read-size").onchange = () => again({ game: $("read-game").value, size: $("read-size").value.replaceAll(" ", "") });
$("read-as").onsubmit = (event) => {
  event.preventDefault();
  $("read-size").blur(); // which is a change, if it is one
};
listen("position", (position) => {
  const same = position && matchOf(position) === shown;
  if (there && !same) hideReading();
  there ||= same;
});
