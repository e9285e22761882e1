"""A pupil who goes through a lesson in Chromium with the mouse, and answers its steps rightly or wrongly.

walk = Walk(page, "bridges")
for number in walk.numbers:
    walk.wait_for(number)
    walk.answer_wrongly(number)
    walk.answer(number)
    walk.go_on(number)
"""

import re
from collections import Counter

from deadline import wait_until
from lesson_steps import steps_of
from page_steps import wait_for_field

from glowgrid.console.palette import SIDES
from host_sim.library import glowgrid
from tools.web.visit import point

WRONG = {"number": "99", "stones": "-"}  # no step has it as its answer
WRITTEN = "I do not know"
MILLISECONDS = 20_000  # of a Pico, to find a move
STONE = re.compile(rf"(\w+), ({'|'.join(SIDES[1:])}) stone")
# All that one drawing of the field has put there.
SEEN = """(page) => ({
  state: page.querySelector("#task").dataset.state,
  turn: page.querySelector(".field-turn").innerText,
  points: [...page.querySelectorAll(".field-board [role=button]")].map((each) => each.ariaLabel),
})"""


class Walk:
    """A walk through a lesson of the page.

    place   the page, or a frame of another one, of playwright
    wrong   {number of a step: how often it was answered wrongly}
    """

    def __init__(self, place, name):
        self.place, self.steps, self.wrong = place, steps_of(name), Counter()

    @property
    def numbers(self):
        return range(1, len(self.steps) + 1)

    def score(self, solved):
        """Return the percentage of the points: each of the first `solved` steps gives 1/(1 + its wrong answers)."""
        judged = [number for number in self.numbers if self.steps[number - 1].kind not in ("look", "write")]
        points = sum(1 / (1 + self.wrong[number]) for number in judged if number <= solved)
        return int(100 * points / len(judged) + 0.5)

    def wait_for(self, number):
        """Wait until a step is open, and nothing of it is answered."""
        self.place.locator("#step-at").filter(has_text=f"Step {number} of {len(self.steps)}").wait_for()
        wait_for_field(self.place)
        assert self.place.locator("#task-says").inner_text()
        assert self.place.locator("#message").inner_text() == "", number  # it would say that a link opens nothing

    def go_on(self, number):
        """Leave a step for the next one, if there is one."""
        if number < len(self.steps):
            self.place.locator("#step-on").click()

    def answer(self, number):
        """Answer a step rightly, or look at it; then it is done."""
        step = self.steps[number - 1]
        if step.kind == "look":
            self.place.locator(".field-board:visible, .field-tree:visible").first.wait_for()
        elif step.kind == "play":
            play(self.place, step, self._press)
            self._wait_for_state("right")
        else:
            *first, last = _right_answers(step)
            for words in first:
                self._say(step, words)
                self._wait_for_state("more")
                self._try_again()
            self._say(step, last)
            self._wait_for_state("right")
        assert self.place.locator("#lesson a.open").nth(number - 1).get_attribute("class") == "open done", step

    def answer_wrongly(self, number):
        """Answer a step wrongly, if that is possible; it is then open as before."""
        step = self.steps[number - 1]
        if step.kind == "play":
            play(self.place, step, self._press, worst)
            if self._state() == "right":  # a weak engine may not take what it is given
                return
        elif words := self._wrong_answer(step):
            self._say(step, words)
        else:
            return
        self._wait_for_state("wrong")
        self.wrong[number] += 1
        if step.kind in ("find", "all", "play"):
            self._try_again()

    def _wrong_answer(self, step):
        if step.kind in ("find", "all"):
            free = [move for move in step.position().legal_moves() if move not in [*step.right, "swap"]]
            return free[0] if free else ""
        if step.kind == "choose":
            values = self.place.locator("#task-form button").evaluate_all("all => all.map((each) => each.value)")
            return next(value for value in values if value not in step.right)
        return WRONG.get(step.kind, "")

    def _say(self, step, words):
        if step.kind in ("find", "all"):
            self._press(words)
        elif step.kind == "choose":
            self.place.locator(f"#task-form button[value={words}]").click()
        else:
            self.place.locator("#task-form input").fill(words)
            self.place.locator("#task-form button:text-is('Answer')").click()

    def _press(self, name):
        self.place.locator("#swap" if name == "swap" else point(name)).click()

    def _state(self):
        return self.place.locator("#task").get_attribute("data-state")

    def _wait_for_state(self, state):
        self.place.locator(f"#task[data-state={state}]").wait_for()

    def _try_again(self):
        self.place.locator("#task-again").click()
        wait_for_field(self.place)


def _right_answers(step):
    """Return what answers a task rightly, in as many parts as it wants one after the other."""
    if step.kind == "write":
        return [WRITTEN]
    return step.right if step.kind == "all" else step.right[:1] if step.kind == "find" else [" ".join(step.right)]


def best(found, _):
    return found.move


def worst(found, me):
    """Return the name of the move after which this side loses soonest."""
    rank = {me: 2, glowgrid.DRAW: 1}
    return min(found.values, key=lambda name: (rank.get(found.values[name].winner, 0), found.values[name].plies or 0))


def play(place, step, press, choose=best):
    """Play a step's match to its end against the page's engine. press(name): play a move; choose: best or worst."""
    me = step.position().to_move
    while not (seen := wait_until(lambda: _on_turn(place, me), "the pupil is on turn, or the match over"))["state"]:
        standing = dict(found.groups() for each in seen["points"] if (found := STONE.match(each)))
        sides = SIDES[1 : 1 + step.start.sides]
        stones = [" ".join(name for name, side in standing.items() if side == each) or "-" for each in sides]
        position = step.start.game.parse(f"{' / '.join(stones)}, {me} to move")
        name = choose(glowgrid.solve(position, milliseconds=MILLISECONDS), me)
        press(name)
        place.locator(f"{point(name)}[aria-label*='stone']").wait_for(state="attached")


def _on_turn(place, me):
    """Return what is seen once this side is to move, or the match is over; else None."""
    seen = place.locator("body").evaluate(SEEN)
    return seen if seen["state"] or f"{SIDES[me]} is to move" in seen["turn"].lower() else None
