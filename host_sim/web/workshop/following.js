// The page as a part of the mirror (workshop/mirror.js), in a frame of it: its console goes to the match that is played on a
// real device, after each move. What is pressed here changes nothing, but hint and coach.

import { ask, boardFor, boards, listen, switchOn } from "../console/console.js";
import * as kept from "../console/saves.js";

const asked = new URLSearchParams(location.hash.replace(/^#/, ""));
const NO_GAME = /^no game/;
export const follows = parent !== window && asked.has("follow");

const tell = (words) => parent.postMessage(words, location.origin);

// Switch the console on: on the board of that name, or on one with lights enough.
export async function follow() {
  document.body.classList.add("follows");
  const games = await kept.gamesOf();
  const name = boards.has(asked.get("follow")) ? asked.get("follow") : boardFor((asked.get("lights") ?? "").split(",").map(Number));
  if (!name) return tell({ refused: "No board of this page has so many lights." });
  addEventListener("message", ({ source, origin, data }) => source === parent && origin === location.origin && data.follow && show(data.follow));
  listen("ready", () => tell({ ready: true }));
  const nothing = { board: null, position: null, log: "", puzzle: "", saves: {}, foreign: true, keeps: false };
  switchOn({ name, games, ...nothing, first: false, demo: false, instant: true, fast: false, step: false });
}

async function show(record) {
  const refused = await ask("follow", { record });
  tell({ refused: NO_GAME.test(refused) ? `This page does not have the game ${record.game}: only lights and keys.` : refused });
}
