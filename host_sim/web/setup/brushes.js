// What a press places while stones are set up: a button for each side's stone, and one that takes stones away.
//
//   offerBrushes(element, sides, chosen, choose)   choose(side): 0 takes stones away
//   offer(element, choices, chosen, choose, words) one of a few, as buttons with a stone each; of -1 with none. chosen: from 1
//   withKey("Place orange", 1)                     a button's words, with the key that does the same in its title
//   brushOf(key, sides)                            which one a key of the keyboard chooses; undefined for none

import { html, sideName } from "../field/sides.js";
import { t } from "../language/language.js";
import { swatch } from "./swatch.js";

export function offerBrushes(element, sides, chosen, choose) {
  offer(element, [...Array(sides).keys(), -1], chosen, (at) => choose(at + 1), words);
}

export function offer(element, choices, chosen, choose, words) {
  if (element.children.length !== choices.length) {
    element.replaceChildren(
      ...choices.map((at) => {
        const button = Object.assign(html("button", "swatch"), { type: "button", ...words(at), onclick: () => choose(at) });
        button.append(at < 0 ? "✕" : swatch(at + 1));
        return button;
      }),
    );
  }
  choices.forEach((at, number) => element.children[number].setAttribute("aria-pressed", String(at + 1 === chosen)));
}

export const brushOf = (key, sides) => (/^[0-3]$/.test(key) && key <= sides ? Number(key) : undefined);

export const withKey = (words, key) => ({ ariaLabel: words, title: `${words} (${key})` });
const words = (at) => withKey(at < 0 ? t("Take stones away") : t("Place {0}", sideName(at + 1)), at + 1); // 0: none
