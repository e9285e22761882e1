"""The page for everybody: axe-core, the checker of accessibility that browsers' makers use, finds nothing on it."""

import pytest
from axe import faults_of_axe
from browser import visiting

from tools.web.visit import SCREENS

# {what is looked at: (link, what is pressed)}
STATES = {
    "a first visit": ("", []),
    "a match": ("#hex=5&moves=c3,d2", []),
    "a look back": ("#hex=5&moves=c3,d2", ["#message", "#field ol button"]),
    "the pause": ("#hex=5&moves=c3,d2", ["#back"]),
    "the coach": ("#hex=3&moves=b2,a1&to=coach", []),
    "the handheld": ("#hex=5&moves=c3,d2", ["#view"]),
    "a set-up": ("#setup&position=three-player: a1 b1 / c1 / d1, 3 to move", []),
    "a set-up that cannot be played": ("#setup&position=tic-tac-toe: a1 b1 c1 / a2 b2 c2, 1 to move", []),
    "a variation": ("#hex=5&moves=c3,d2&seats=0,0", ["#variation", "#scratch-coach"]),
    "the end": ("#tic-tac-toe&moves=b2,a1,c1,b1,a3", []),
    "a puzzle": ("#position=tic-tac-toe: a2 c3 / a1 a3, 1 to move; wins in 3", []),
    "two who play together": ("#hex=5&moves=c3,d2", ["#share summary", "#together-open", "#together-invite"]),
    "a guide": ("guides/what_if.html", None),
    "a lesson": ("lessons/minimax.html", None),
    "the results of a lesson": ("#lesson=minimax", ["#lesson-results"]),
    "results": ("results.html", None),
    "a lesson that is written": ("#lesson=new", []),
    "the guide for teachers": ("guides/teachers.html", None),
    "the workshop": ("workshop.html", ["article:visible summary"]),
    "its first flash": ("workshop.html#first", []),
    "its self-test": ("workshop.html#selftest", []),
}


@pytest.mark.parametrize(
    "screen, states",
    [
        ("desk", slice(0, None, 7)),
        ("phone", slice(1, None, 10)),
        *(pytest.param(screen, slice(None), marks=pytest.mark.long) for screen in SCREENS),
    ],
    ids=str,
)
def test_nothing_keeps_anybody_out(chromium, address, screen, states):
    with visiting(chromium, address, screen) as visit:
        visit.page.emulate_media(reduced_motion="reduce")
        for what, (link, presses) in [*STATES.items()][states]:
            if presses is None:
                visit.page.goto(address + link)
            else:
                visit.open(link)
                for press in presses:
                    visit.press(press)
            assert (what, faults_of_axe(visit.page)) == (what, [])
