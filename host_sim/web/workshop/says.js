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

// Do something that a button asks for; it is off meanwhile, and what goes wrong is said.
export function onPress(button, act) {
  button.onclick = async () => {
    if (button.disabled) return;
    button.disabled = true;
    try {
      await act();
    } catch (error) {
      complain(error);
    } finally {
      button.disabled = false;
    }
  };
}
