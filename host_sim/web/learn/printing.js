// A lesson on paper: the page shows its sheet (host_sim/lessons/sheet.py) in place of all else while it prints.
//
//   offerPapers()
//   paper()              "a4" or "letter", as a person last chose; at first as is usual where the browser is at home
//   printSheet(sheet)    {title, style, html} of proofs.js

import { recall, remember } from "../console/saves.js";
import { said } from "../language/language.js";

const KEPT = "glowgrid paper";
const LETTER = /-(US|CA|MX|PH|CL|CO|VE)\b/i; // where that is the usual paper
const $ = (id) => document.getElementById(id);

export const paper = () => $("paper").value;

export function offerPapers() {
  $("paper").value = recall(KEPT) ?? (LETTER.test(navigator.language) ? "letter" : "a4");
  $("paper").onchange = () => remember(KEPT, paper());
}

export function printSheet({ title, style, html }) {
  const [sheet, before] = [new CSSStyleSheet(), document.title];
  sheet.replaceSync(`@media print { ${style} }`);
  document.adoptedStyleSheets = [sheet];
  document.body.classList.add("printing");
  document.title = title; // a file of PDF is named so
  $("sheet").innerHTML = html;
  for (const part of $("sheet").querySelectorAll(".who, .task, .answers")) translate(part);
  const end = () => {
    document.adoptedStyleSheets = [];
    document.body.classList.remove("printing");
    document.title = before;
    $("sheet").replaceChildren();
  };
  addEventListener("afterprint", end, { once: true });
  print();
}

// What the sheet says around the teacher's text is English.
function translate(part) {
  const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) texts.currentNode.data = said(texts.currentNode.data);
}
