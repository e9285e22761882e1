"""Each lesson from its first step to its last, in Chromium: links open, and answers are judged rightly."""

import re

import pytest
from browser import visiting

import glowgrid
from tools.web import front

NAMES = [name for name, _ in front.lessons()]
SAMPLE = "minimax"  # it has looks, moves, and a number
STEPS = """() => [...document.querySelectorAll("#lesson a.open")].map(({ dataset, hash }) => ({ ...dataset, hash }))"""
STONE = re.compile(r"(\w+), (orange|blue|green) stone")
SIDES = ["orange", "blue", "green"]


@pytest.mark.parametrize("name", [pytest.param(name, marks=[pytest.mark.long] * (name != SAMPLE)) for name in NAMES])
def test_a_lesson_is_walked_through_with_wrong_and_right_answers(chromium, address, name):
    with visiting(chromium, address, "desk") as visit:
        visit.open(f"#lesson={name}")
        steps = visit.page.evaluate(STEPS)
        assert len(steps) >= 4 and all(step["say"] for step in steps)
        for number, step in enumerate(steps, 1):
            visit.page.locator("#step-at").filter(has_text=f"Step {number} of {len(steps)}").wait_for()
            visit.settle()
            assert visit.page.locator("#message").inner_text() == "", step  # it would say that a link opens nothing
            ANSWERED.get(step.get("task"), looked_at)(visit, step)
            assert visit.page.locator("#lesson a.open").nth(number - 1).get_attribute("class") == "open done", step
            if number < len(steps):
                visit.press("#step-on")
        assert visit.faults == []


def wait_for(visit, state):
    visit.page.locator(f"#task[data-state={state}]").wait_for()


def looked_at(visit, step):
    assert "to=minimax" in step["hash"] or visit.field().points


def moved(visit, step):
    right = step["right"].split()
    free = [name for name, point in visit.field().points.items() if "empty" in point["words"]]
    for name in [name for name in free if name not in right][:1]:
        press_and_try_again(visit, name, "wrong")
    for name in right[:-1] if step["task"] == "all" else []:
        press_and_try_again(visit, name, "more")
    visit.point(right[-1])
    wait_for(visit, "right")


def press_and_try_again(visit, name, state):
    visit.point(name)
    wait_for(visit, state)
    visit.press("#task-again")
    visit.page.locator(f'.field-board [aria-label^="{name}, empty"]').wait_for()
    visit.settle()


def chosen(visit, step):
    choices = [each for each in step["choices"].split() if each != step["right"]]
    for said, becomes in ((choices[0], "wrong"), (step["right"], "right")):
        visit.press(f"#task-form button[value={said}]")
        wait_for(visit, becomes)


def typed(visit, step):
    wrong = {"number": "99", "stones": "-", "write": ""}[step["task"]]
    for said, becomes in ((wrong, "wrong"), (step["right"] or "I do not know", "right")):
        if said:
            visit.page.locator("#task-form input").fill(said)
            visit.press("#task-form button:text-is('Answer')")
            wait_for(visit, becomes)


def played(visit, step):
    """Play best moves to the end, against the engine of the page."""
    game, me = begun(step["hash"])
    while not visit.page.locator("#task").get_attribute("data-state"):
        standing = dict(
            found.groups() for each in visit.field().points.values() if (found := STONE.match(each["words"]))
        )
        stones = [" ".join(name for name, side in standing.items() if side == each) for each in SIDES[: game.sides]]
        position = game.parse(f"{' / '.join(each or '-' for each in stones)}, {me} to move")
        answer = glowgrid.solve(position, milliseconds=10_000)
        visit.point((answer.best or [answer.move])[0])
    wait_for(visit, "right")


def begun(hash_):
    """Return (game, side of the pupil) of a link to a game that is played to its end."""
    begins = re.match(r"#position=([\w-]+)\+?([\d,]*):.*,\+(\d)\+to", hash_)
    name, size, me = begins.groups() if begins else (*re.match(r"#([\w-]+)=?([\d,]*)", hash_).groups(), 1)
    return glowgrid.game(name, *map(int, filter(None, size.split(",")))), int(me)


ANSWERED = {"find": moved, "all": moved, "choose": chosen, "play": played}
ANSWERED |= dict.fromkeys(("number", "stones", "write"), typed)
