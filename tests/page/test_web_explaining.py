"""What the page shows of the screens that explain: the border walk that has no draw, and the tree of a proof."""

import math
import random

import pytest
from browser import KEEP_TOLD, pass_time, visiting

from glowgrid.rules.border_walk import BorderWalk
from host_sim.web.field.explaining import way

HIGH = math.sqrt(3) / 2  # of a row, as field.js draws it
SIDE = 1 / math.sqrt(3)  # of a hexagon


def side_of(size, cells, column, row):
    """Return whose a place is: a stone's, or that of the edge it lies on."""
    if 0 <= column < size and 0 <= row < size:
        return cells[row * size + column]
    return 1 if row in (-1, size) else 2


@pytest.mark.parametrize("size", [2, 3, 5, 11])
def test_the_way_of_a_walk_has_a_colour_on_each_hand_and_ends_at_a_corner(size):
    chance = random.Random(size)
    for _ in range(20):
        cells = bytes(chance.choice((1, 2)) for _ in range(size * size))
        walk = BorderWalk(size, cells)
        while walk.step():
            pass
        places = [(x, y * HIGH) for x, y in way(size, cells, walk.steps)]
        assert len(places) == walk.steps + 2 and len({(round(x, 6), round(y, 6)) for x, y in places}) == len(places)
        for (x1, y1), (x2, y2) in zip(places, places[1:], strict=False):
            assert math.isclose(math.dist((x1, y1), (x2, y2)), SIDE)
            middle = (x1 + x2) / 2, (y1 + y2) / 2
            hands = [
                side_of(size, cells, column, row)
                for row in range(-1, size + 1)
                for column in range(-1, size + 1)
                if math.isclose(math.dist(middle, (column + row / 2, row * HIGH)), 0.5)
            ]
            assert sorted(hands) == [1, 2]


AT_THE_END_MS = 500  # of the console; a press leaves a game that has ended no sooner, as the end is to be seen


def choose(visit, words):
    visit.page.locator(".side").get_by_role("button", name=words).click()


def joined(visit):
    """Return the number of places that the walk on the field joins."""
    return len((visit.page.locator(".field-walk").get_attribute("points") or "").split())


@pytest.mark.parametrize("screen", [pytest.param("desk", marks=pytest.mark.long), "phone"])
def test_the_walk_goes_on_step_by_step_and_leads_back_to_the_match(chromium, address, screen):
    with visiting(chromium, address, screen) as visit:
        visit.open("#hex=3&moves=b2,c1&seats=0,0")
        visit.show_field()
        choose(visit, "Pause")
        choose(visit, "Why no draw")
        words = visit.page.locator("#field [aria-live]")
        words.get_by_text("The walk begins", exact=False).or_(words.get_by_text("Step ")).first.wait_for()
        choose(visit, "A step")
        visit.page.locator(".side").get_by_role("button", name="Go on").wait_for()  # it stops where one takes a step
        visit.settle()
        known = joined(visit)
        assert f"Step {known - 2}: " in words.inner_text()
        assert not [each for each in visit.field().points.values() if "empty" in each["words"]]
        choose(visit, "A step")
        words.get_by_text(f"Step {known - 1}: ").wait_for()
        assert joined(visit) == known + 1
        choose(visit, "Back to the match")
        words.get_by_text("Move 2: Blue c1").wait_for()
        assert joined(visit) == 0
        assert visit.faults == []


@pytest.mark.long
def test_what_was_tried_in_a_proof_stays_marked_with_the_answer(chromium, address):
    with visiting(chromium, address, "desk") as visit:
        visit.page.add_init_script(KEEP_TOLD)
        visit.open("#tic-tac-toe&moves=a1,b1,a2&to=coach&seats=0,0")
        visit.show_field()
        words = visit.page.locator("#field [aria-live]")
        words.get_by_text("Coach: 6 lose.").wait_for()
        choose(visit, "Pause")
        choose(visit, "Prove it")
        words.get_by_text("Blue may try any move: orange wins within 4 moves (all sides').").wait_for()
        visit.point("c3")
        words.get_by_text("Orange has won").wait_for()
        choose(visit, "Try another move")
        words.get_by_text("Tried here: c3, answer a3: lost in 2.").wait_for()
        known = {name: each["words"] for name, each in visit.field().points.items()}
        assert known["c3"] == "c3, empty, loses in 2" and known["b2"] == "b2, empty"
        tree = visit.page.locator(".field-tree svg")
        assert tree.get_attribute("aria-label") == "The tree up to here. Blue: c3 orange wins."
        visit.point("b2")
        words.get_by_text("Move 5: Orange").wait_for()
        said = "The tree up to here. Blue: b2 orange wins, c3 orange wins. Orange: "
        assert (tree.get_attribute("aria-label") or "").startswith(said)
        pass_time(visit.page, AT_THE_END_MS)
        choose(visit, "Back to the match")
        words.get_by_text("Coach: 6 lose.").wait_for()
        assert visit.faults == []
