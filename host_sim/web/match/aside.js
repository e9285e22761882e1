// What stands in the place of the field where there is none: what the handheld shows, in words, and how it goes on.

import { capital, html, side } from "../field/sides.js";
import { parts, said as inWords, t } from "../language/language.js";

const PREVIEWED = ["menu", "attract", "sizes", "seats", "offer", "settings", "brightness", "statistics"]; // screens between matches
export const ASKS = ["join", "keep which", "take back"]; // screens that ask what another page wants
const COMING = ["splash", "starting"];
const GO_ON = { cover: t("Show my stones"), elsewhere: t("Play here") }; // by screen: the words of a button
// What the page says while another tab has the match.
export const ELSEWHERE = {
  screen: "elsewhere",
  title: t("Open in another tab"),
  help: t("One tab or window of this browser has your match. Play here, and it comes over with every stone."),
};
const $ = (id) => document.getElementById(id);

// Whether the field of a game that may begin can stand there; undefined on the way to a match: what is there stays.
export const mayPreview = ({ screen, points }) => (COMING.includes(screen) || points ? undefined : PREVIEWED.includes(screen));

// What another page asks, as texts and elements.
export function asked({ offered, help }) {
  if (!offered) return [`${inWords(capital(help))}.`];
  const yours = offered.yours.flatMap((each, at) => (at ? [` ${t("and")} `, side(each)] : [side(each)]));
  return parts("The other one begins {0}: you are {1}.", inWords(offered.title), yours);
}

// said: what the console says. goOn(screen): somebody presses the button.
export function showAside(said, goOn) {
  if (!said.screen || said.screen === "splash" || said.screen === "starting") return;
  const line = html("p", "");
  line.append(...(ASKS.includes(said.screen) ? asked(said) : [said.help.split("   ").map((clause) => capital(inWords(clause))).join(". ")]));
  const shown = [line];
  if (said.title) shown.unshift(html("h2", "", inWords(said.title)));
  const words = GO_ON[said.screen];
  if (words) shown.push(Object.assign(html("button", "", words), { type: "button", onclick: () => goOn(said.screen) }));
  $("aside").replaceChildren(...shown);
}
