// The teacher's page: a table of what pupils answered, from the links that they send. A link that is opened adds itself.
// LESSONS, {name: title}, comes from the build.

import "../language/document.js"; // first: the others read what it writes
import { t } from "../language/language.js";
import { offerLanguages } from "../language/choice.js";
import { recall, remember } from "../console/saves.js";
import { download } from "../share/download.js";
import { collect } from "./collected.js";
import { csvOf } from "./csv.js";
import { tableOf } from "./table.js";

const KEPT = "glowgrid results"; // in the browser's storage: a list of results, as result_link.js has them
const $ = (id) => document.getElementById(id);
const titleOf = ({ lesson, title }) => (Object.hasOwn(LESSONS, lesson) ? t(LESSONS[lesson]) : title || lesson);
let results = [];

function add(text) {
  const found = collect(text, kept(), titleOf);
  const stays = remember(KEPT, found.results);
  say(stays ? found.said : [...found.said, t("Not kept in this browser: save them as CSV before you close the page.")]);
  show(found.results);
}

function addOpened() {
  if (location.hash.length < 2) return;
  add(location.href);
  history.replaceState(null, "", location.pathname + location.search);
}

function say(lines) {
  $("said").replaceChildren(...lines.map((line) => Object.assign(document.createElement("li"), { textContent: line })));
}

function show(all) {
  results = [...all].sort((one, other) => one.lesson.localeCompare(other.lesson) || one.name.localeCompare(other.name) || one.at - other.at);
  const groups = new Map();
  for (const each of results) {
    const key = `${each.lesson} ${each.version}`;
    groups.set(key, [...(groups.get(key) ?? []), each]);
  }
  $("tables").replaceChildren(...[...groups.values()].map((group) => tableOf(group, titleOf)));
  $("none").hidden = results.length > 0;
  $("all").hidden = !results.length;
}

const kept = () => {
  const all = recall(KEPT);
  return Array.isArray(all) ? all : [];
};

$("add").onsubmit = (event) => {
  event.preventDefault();
  add($("links").value);
  $("links").value = "";
};
$("save").onclick = () => download("results.csv", csvOf(results, titleOf));
$("clear").onclick = () => {
  if (!confirm(t("Forget all results, {0} in number?", results.length))) return;
  remember(KEPT, []);
  say([]);
  show([]);
  $("links").focus();
};
addEventListener("hashchange", addOpened);
addEventListener("storage", () => show(kept())); // each code that is scanned opens a tab of its own
show(kept());
addOpened();
offerLanguages(async () => {});
if ("serviceWorker" in navigator) navigator.serviceWorker.register("offline.js").catch(() => {});
