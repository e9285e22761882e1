"""Which points matter in Hex: what the winner can do without is shaded, with words, beside the coach and in a proof."""

import pytest
from browser import visiting

LOST = "#hex=4&moves=b2,d1,b3&seats=0,0&swap=off"
CELLS = """() => [...document.querySelectorAll("#field .field-point")].map((point) => {
  const cell = point.querySelector(".field-cell");
  return [point.getAttribute("aria-label"), getComputedStyle(cell).fill];
})"""


def looks(visit):
    """Return {name of a free point: (whether it is said not to matter, its colour)}."""
    found = {}
    for words, colour in visit.page.evaluate(CELLS):
        if "empty" in words:
            found[words.partition(",")[0]] = "does not matter" in words, colour
    return found


def choose(visit, words):
    visit.page.locator(".side").get_by_role("button", name=words).click()


@pytest.mark.parametrize("screen", ["desk", pytest.param("phone", marks=pytest.mark.long)])
def test_the_coach_shades_what_the_winner_does_not_need(chromium, address, screen):
    with visiting(chromium, address, screen) as visit:
        visit.open(LOST)
        visit.show_field()
        assert not any(beside for beside, _ in looks(visit).values())
        visit.press("#coach")
        words = visit.page.locator("#field [aria-live]")
        words.get_by_text("Coach: 13 lose, only 4 of the 13 free points matter.").wait_for()
        known = looks(visit)
        assert [name for name, (beside, _) in known.items() if not beside] == ["b1", "c1", "a4", "b4"]
        shaded = {colour for beside, colour in known.values() if beside}
        assert len(shaded) == 1 and not shaded & {colour for beside, colour in known.values() if not beside}
        assert "shaded does not matter" in visit.page.locator(".field-legend").inner_text()
        assert visit.faults == []


@pytest.mark.long
def test_each_step_of_a_proof_shades_its_own(chromium, address):
    with visiting(chromium, address, "desk") as visit:
        visit.open("#hex=5&moves=c3,a1,b3&seats=0,0&swap=off&to=coach")
        visit.show_field()
        words = visit.page.locator("#field [aria-live]")
        words.get_by_text("free points matter.", exact=False).first.wait_for()
        choose(visit, "Pause")
        choose(visit, "Prove it")
        words.get_by_text("free points matter.", exact=False).wait_for()
        before = looks(visit)
        visit.point(next(name for name, (beside, _) in before.items() if not beside))
        words.get_by_text("Move 5: Orange", exact=False).wait_for()
        words.get_by_text("free points matter.", exact=False).wait_for()
        after = looks(visit)
        assert len(after) == len(before) - 2
        assert 0 < sum(not beside for beside, _ in after.values()) < sum(not beside for beside, _ in before.values())
        assert visit.faults == []
