// The choice of a language: a list with the names that the languages call themselves. The page loads again in the one chosen.
//
//   offerLanguages(before)   before(): a promise; keeps what is played

import { choose, language, languages } from "./language.js";

export function offerLanguages(before) {
  for (const select of document.querySelectorAll("select.language")) {
    select.replaceChildren(...Object.entries(languages).map(([code, name]) => Object.assign(new Option(name, code), { lang: code })));
    select.value = language;
    select.onchange = async () => {
      choose(select.value);
      await before();
      location.reload();
    };
  }
}
