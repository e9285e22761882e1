// What stands in the place of the field where there is none: what the handheld shows, in words, and how it goes on.

import { capital, html } from "../field/sides.js";

const PREVIEWED = ["menu", "attract", "sizes", "seats", "offer", "settings", "brightness", "statistics"]; // screens between matches
const COMING = ["splash", "starting"];
const $ = (id) => document.getElementById(id);

// Whether the field of a game that may begin can stand there; undefined on the way to a match: what is there stays.
export const mayPreview = ({ screen, points }) => (COMING.includes(screen) || points ? undefined : PREVIEWED.includes(screen));

// said: what the console says. goOn(): presses select.
export function showAside(said, goOn) {
  if (!said.screen || said.screen === "splash" || said.screen === "starting") return;
  const parts = [html("p", "", capital(said.help.replaceAll("   ", ". ")))];
  if (said.title) parts.unshift(html("h2", "", said.title));
  if (said.screen === "cover") parts.push(Object.assign(html("button", "", "Show my stones"), { type: "button", onclick: goOn }));
  $("aside").replaceChildren(...parts);
}
