// The text of a lesson: the sections of its document, with links as they lead from this page.
//
//   await textOf("minimax", ["minimax", "bridges"])   its sections, elements; the lessons that are here
//   lessonAt(address)                                 the name of the lesson at an address; undefined if there is none

import { recall } from "../console/saves.js";
import { language, said, table } from "../language/language.js";

// The lesson that a person wrote or opened: its name, and where in the browser's storage it is: {title, text, document}.
export const OWN = { name: "own", kept: "glowgrid lesson" };

// The text of a lesson: each heading with what follows it is a section; links lead where they lead in the document, those
// to other places in a new tab. names: of the lessons that are here.
export async function textOf(name, names) {
  const whole = table?.lessons.includes(name); // in the language
  const address = new URL(`lessons/${whole ? `${name}.${language}` : name}.html`, location.href);
  const text = name === OWN.name ? recall(OWN.kept).document : await fetched(address);
  const body = new DOMParser().parseFromString(text, "text/html").querySelector("main");
  if (!whole) translate(body);
  for (const link of body.querySelectorAll("a[href]")) {
    if (!URL.canParse(link.getAttribute("href"), address)) continue;
    const to = new URL(link.getAttribute("href"), address);
    link.href = to.href;
    const lesson = lessonAt(to);
    if (names.includes(lesson)) link.dataset.lesson = lesson;
    else if (!isPage(to)) Object.assign(link, { target: "_blank", rel: "noopener" });
    else if (!to.hash) link.dataset.free = "";
  }
  const parts = [document.createElement("div")];
  for (const each of [...body.children]) {
    if (each.matches("h2")) parts.push(document.createElement("section"));
    parts.at(-1).append(document.adoptNode(each));
  }
  return parts;
}

// Around a teacher's own text the engine's words are English.
function translate(body) {
  for (const link of body.querySelectorAll("a.open")) {
    const { say } = link.dataset;
    link.dataset.say = said(say);
    if (link.textContent === say) link.textContent = said(say);
  }
  for (const each of body.querySelectorAll("details > summary")) each.textContent = said(each.textContent);
}

async function fetched(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address.pathname}: ${answer.status}`);
  return answer.text();
}

// Whether an address is that of this page, whatever is opened in it.
const isPage = ({ origin, pathname }) => origin === location.origin && [location, new URL("index.html", location.href)].some((page) => page.pathname === pathname);

// The name of the lesson at an address, if it is a document of this page's lessons/.
export function lessonAt(address) {
  const [folder, { href }] = [new URL("lessons/", location.href).href, new URL(address)];
  return href.startsWith(folder) ? /^([^/?#]+)\.html/.exec(href.slice(folder.length))?.[1] : undefined;
}
