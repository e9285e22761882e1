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

const buttons = []; // all that speak to the Pico: one at a time

// Do what a button asks for; meanwhile all of these are off. What goes wrong is said.
export function onPress(button, act) {
  buttons.push(button);
  button.onclick = async () => {
    const off = buttons.filter(({ disabled }) => !disabled);
    for (const each of off) each.disabled = true;
    try {
      await act();
    } catch (error) {
      complain(error);
    } finally {
      for (const each of off) each.disabled = false;
    }
  };
}
