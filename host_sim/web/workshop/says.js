// What was said last, for all parts: a line, with what to do below it. It belongs to the section where it arose. And what is
// being done: one thing at a time, its progress in sight in each section.

export const GONE = "The Pico is gone: check the cable, and connect again.";

const place = document.getElementById("says");
const from = place.querySelector("a"); // to the section of the line, where another one is shown
const bar = document.getElementById("bar");
const presses = []; // [button, when it may be pressed] of all that speak to the Pico

let shown = ""; // the section that is shown
let arose = ""; // that of the line
let works = ""; // that of what is being done, "" if nothing is
let copying = false;

// at: the section that it is about, if it is not the one where something is done, or that is shown.
export function say(line, { wrong = false, more = [], at = works || shown } = {}) {
  arose = at;
  place.classList.toggle("wrong", wrong);
  place.setAttribute("role", wrong ? "alert" : "status");
  place.querySelector("p span").textContent = line;
  place.querySelector("ul").replaceChildren(...more.map((each) => Object.assign(document.createElement("li"), { textContent: each })));
  name();
}

// Say what went wrong: an Error in one line, or one that has `lines`.
export function complain(error, at) {
  const [line, ...more] = error.lines ?? [error.message];
  say(line, { wrong: true, more, at });
}

// Another section is shown: the line of the one before goes, unless something is still being done.
export function turnTo(section) {
  shown = section;
  if (!works && arose !== section) say("");
  name();
}

// What is being done goes on in another section.
export function goOn(section) {
  works = section;
}

function name() {
  const away = arose !== shown && place.querySelector("p span").textContent;
  from.hidden = !away;
  if (!away) return;
  from.href = `#${arose}`;
  from.textContent = `${nameOf(arose)}:`;
}

// The name of a section.
export const nameOf = (section) => document.querySelector(`nav a[href="#${section}"]`).textContent;

// Do what copies: its progress is shown, and a person who leaves the page is asked. act(report): report gets what Python
// reports, in JSON.
export async function copies(act) {
  const progress = bar.querySelector("progress");
  progress.removeAttribute("value");
  bar.querySelector("span").textContent = "";
  bar.hidden = false;
  copying = true;
  try {
    return await act((json) => {
      const { total, step, copied } = JSON.parse(json);
      if (total !== undefined) Object.assign(progress, { max: Math.max(total, 1), value: 0 });
      if (step) bar.querySelector("span").textContent = step;
      if (copied) progress.value += copied;
    });
  } finally {
    copying = false;
    bar.hidden = true;
  }
}

addEventListener("beforeunload", (event) => copying && event.preventDefault());

// Do what a button asks for. may: whether it may be pressed while nothing is being done.
export function onPress(button, act, may = () => true) {
  presses.push([button, may]);
  button.onclick = () => during(act);
  enable();
}

// Do what the files ask for that a person chooses.
export function onFiles(input, act) {
  presses.push([input, () => true]);
  input.onchange = async () => {
    const files = [...input.files];
    input.value = "";
    if (files.length) await during(() => act(files));
  };
}

// Let the buttons be pressed that may be: what they look at has changed.
export function enable() {
  for (const [button, may] of presses) button.disabled = Boolean(works) || !may();
  document.body.classList.toggle("busy", Boolean(works));
}

// Do this, unless something else is being done; meanwhile all of these buttons are off. What goes wrong is said. The window gets an
// event "idle" at its end.
export async function during(act) {
  if (works) return;
  const pressed = document.activeElement;
  works = shown;
  enable();
  try {
    await act();
  } catch (error) {
    complain(error);
  } finally {
    works = "";
    enable();
    name();
    if (document.activeElement === document.body) focusOn(pressed);
    dispatchEvent(new Event("idle"));
  }
}

// Give the focus to what was pressed; if that is gone, to what the section offers first.
function focusOn(pressed) {
  const section = document.getElementById(shown);
  const isHere = (each) => section.contains(each) || document.getElementById("pico").contains(each);
  const there = [pressed, ...section.querySelectorAll("button.first, h2")].find((each) => isHere(each) && each.checkVisibility());
  there?.focus({ preventScroll: true });
}
