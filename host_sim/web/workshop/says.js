// What was said last, for all parts: a line, with what to do below it.

const place = document.getElementById("says");

export function say(line, { wrong = false, more = [] } = {}) {
  place.classList.toggle("wrong", wrong);
  place.querySelector("p").textContent = line;
  place.querySelector("ul").replaceChildren(...more.map((each) => Object.assign(document.createElement("li"), { textContent: each })));
}

// Say what went wrong: an Error in one line, or one that has `lines`.
export function complain(error) {
  const [line, ...more] = error.lines ?? [error.message];
  say(line, { wrong: true, more });
}

// What shows the progress of a copy: it gets what Python reports, in JSON. step: the place of words.
export function progress(bar, step) {
  bar.removeAttribute("value");
  return (json) => {
    const { total, step: what, copied } = JSON.parse(json);
    if (total !== undefined) Object.assign(bar, { max: Math.max(total, 1), value: 0 });
    if (what) step.textContent = what;
    if (copied) bar.value += copied;
  };
}

const buttons = []; // all that speak to the Pico: one at a time

let busy = false;

// Do what a button asks for.
export function onPress(button, act) {
  buttons.push(button);
  button.onclick = () => during(act);
}

// Do this, unless something else is being done; meanwhile all of these buttons are off. What goes wrong is said.
export async function during(act) {
  if (busy) return;
  busy = true;
  const off = buttons.filter(({ disabled }) => !disabled);
  for (const each of off) each.disabled = true;
  try {
    await act();
  } catch (error) {
    complain(error);
  } finally {
    busy = false;
    for (const each of off) each.disabled = false;
  }
}
