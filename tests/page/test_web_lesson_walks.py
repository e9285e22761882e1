"""Each lesson from its first step to its last, in Chromium: links open, and answers are judged rightly."""

import pytest
from browser import visiting
from lesson_steps import NAMES
from lesson_walk import Walk

SAMPLE = "coq"  # it has a choice, moves, and a number; a walk with looks is in test_scorm.py


@pytest.mark.parametrize("name", [pytest.param(name, marks=[pytest.mark.long] * (name != SAMPLE)) for name in NAMES])
def test_a_lesson_is_walked_through_with_wrong_and_right_answers(chromium, address, name):
    with visiting(chromium, address, "desk") as visit:
        visit.open(f"#lesson={name}")
        walk = Walk(visit.page, name)
        assert len(walk.steps) >= 4
        for number in walk.numbers:
            walk.wait_for(number)
            if walk.steps[number - 1].kind != "play":
                walk.answer_wrongly(number)
            walk.answer(number)
            walk.go_on(number)
        assert visit.faults == []
