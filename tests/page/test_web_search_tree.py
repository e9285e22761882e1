"""What the page shows of a search, step by step: the position where it is, what is known there, and the tree."""

import json

import pytest
from browser import visiting
from console import DOWN, RIGHT, SELECT, Person

from glowgrid.search.minimax_steps import DONE
from host_sim.web.field.search_tree import shown

# The smallest letters of the tree in dots; whether the last move is in its window, and all else in the page's.
LETTERS = """() => {
  const tree = document.querySelector(".field-tree");
  const high = (text) => parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a;
  const at = tree.querySelector(".last") ?? [...tree.querySelectorAll(".line")].at(-1);
  const [around, place] = [tree, at].map((each) => each.getBoundingClientRect());
  const [left, right] = [around.left - place.left, place.right - around.right];
  const out = Math.max(left, right, around.top - place.top, place.bottom - around.bottom);
  const fits = document.documentElement.scrollWidth <= innerWidth;
  return [Math.min(...[...tree.querySelectorAll("text")].map(high)), out <= 1 && fits];
}"""
SIGNS = {"wins": 1, "draws": 0, "loses": -1}


def begin(folder, example, pruned):
    """Return a person at the lesson, with this field."""
    person = Person(folder)
    person.page_to("minimax")
    person.tap(SELECT)
    while person.screen == "starting":
        person.wait(10)
    person.tap(*[DOWN] * example, *[SELECT] * (not pruned))
    return person


def worth(position):
    """Return the side that wins if both play their best, or 0."""
    if position.is_over():
        return position.winner
    side, found = position.to_move, set()
    for move in range(position.moves):
        if position.play(move):
            found.add(worth(position))
            position.undo()
    return side if side in found else 0 if 0 in found else 3 - side


def after(position, names, state):
    """Return the position after moves of the search."""
    reached = position.fresh()
    reached.become(position)
    points = [point["name"] for point in state["points"]]
    for name in names:
        assert reached.play(points.index(name))
    return reached


def check(screen, state):
    """Check the line, and without skipping each value, against the rules."""
    levels = state["tree"]["levels"]
    line = [move["name"] for level in levels for move in level["moves"] if move["line"]]
    numbered = sorted((point["number"], point["name"]) for point in state["points"] if "number" in point)
    assert numbered == list(enumerate(line, 1))
    here = after(screen.position, line, state)
    assert bytes(point.get("side", 0) for point in state["points"]) == bytes(here.cells[: here.points])
    for ply, level in enumerate(levels):
        at = after(screen.position, line[:ply], state)
        assert (level["side"], level["best"]) == (at.to_move, "min" if ply % 2 else "max")
        assert len(level["moves"]) + level["left"] == sum(at.is_legal(move) for move in range(at.moves))
        for move in level["moves"]:
            if move["winner"] is not None and not screen.pruned:
                assert move["winner"] == worth(after(screen.position, [*line[:ply], move["name"]], state))
    marks = {point["name"]: SIGNS[point["mark"]] for point in state["points"] if "mark" in point}
    judged = {move["name"]: move["winner"] for move in levels[-1]["moves"] if move["winner"] is not None}
    signs = {name: winner and (1 if winner == here.to_move else -1) for name, winner in judged.items()}
    assert marks == ({} if here.is_over() else signs)


@pytest.mark.parametrize("pruned", [True, False], ids=["skipping", "all"])
@pytest.mark.parametrize("example", range(3))
def test_each_step_shows_where_the_search_is_and_what_the_rules_say_of_it(tmp_path, example, pruned):
    person = begin(tmp_path, example, pruned)
    screen, cut = person.app.screen, 0
    best = worth(screen.position)
    while not screen.taken or screen.kind != DONE:
        person.tap(RIGHT, then=10)
        state = shown(person.app, {})
        json.dumps(state)
        check(screen, state)
        levels = state["tree"]["levels"]
        cut += any(level["skipped"] for level in levels)
        assert screen.taken < 999
    last = [move for move in levels[0]["moves"] if move["last"]]
    assert [move["winner"] for move in last] == [best] and len(levels) == 1
    assert bool(cut) == pruned
    assert state["explains"].startswith(f"Step {screen.taken}: best is {last[0]['name']}: ")


@pytest.mark.parametrize("screen", ["desk", pytest.param("phone", marks=pytest.mark.long)])
def test_a_search_is_walked_forward_and_back_on_the_field(chromium, address, screen):
    with visiting(chromium, address, screen) as visit:
        visit.open("#tic-tac-toe&moves=b3,a1,a2,c2,c3,a3&to=minimax")
        visit.show_field()
        words = visit.page.locator("#field [aria-live]")
        tree = visit.page.locator(".field-tree svg")

        def choose(name):
            visit.page.locator(".side").get_by_role("button", name=name, exact=True).click()

        words.get_by_text(
            "Orange to move, 3 points left. Move 1 of 3, max: orange takes what is best for it."
        ).wait_for()
        for step in ("1: orange tries b2", "2: blue tries b1", "3: orange tries c1: draw"):
            choose("A step")
            words.get_by_text(f"Step {step}.").wait_for()
        known = {name: each["words"] for name, each in visit.field().points.items()}
        assert [known[name] for name in ("b2", "b1", "c1")] == [
            "b2, orange stone, move 1",
            "b1, blue stone, move 2",
            "c1, orange stone, move 3, last move",
        ]
        assert tree.get_attribute("aria-label") == (
            "The tree up to here. Orange (alpha not known, beta not known): b2 under way, 2 more."
            " Blue (alpha not known, beta not known): b1 under way, 1 more."
            " Orange (alpha draw, beta not known): c1 draw."
        )
        box, size = tree.bounding_box(), visit.page.viewport_size
        assert box["height"] > 60 and box["y"] + box["height"] <= size["height"]
        choose("A step back")
        words.get_by_text("Step 2: blue tries b1.").wait_for()
        choose("10 steps")
        words.get_by_text("Step 12: ").wait_for()
        visit.page.locator("#entries [aria-pressed=true]").get_by_text("Skipping: on").click()
        visit.page.locator("#entries [aria-pressed=false]").get_by_text("Skipping: off").wait_for()
        words.get_by_text("Orange to move, 3 points left.").wait_for()
        choose("A step")
        words.get_by_text("Step 1: orange tries b2.").wait_for()
        assert "alpha" not in tree.get_attribute("aria-label")
        choose("To the menu")
        tree.wait_for(state="hidden")
        assert visit.faults == []


@pytest.mark.long
def test_every_press_counts_while_ten_steps_are_under_way(chromium, address):
    with visiting(chromium, address, "desk") as visit:
        visit.open("#tic-tac-toe&moves=b3,a1,a2,c2,c3,a3&to=minimax")
        for control in ("Another field", "Skipping: on"):
            visit.press(f"#entries button:text-is('{control}')")
        ten = visit.page.get_by_role("button", name="10 steps", exact=True)
        ten.click()
        visit.page.locator("#field [aria-live]:has-text('Step 2')").wait_for()
        visit.page.get_by_role("button", name="right, keyboard").click(delay=100)
        ten.dblclick()
        visit.page.locator("#field [aria-live]:has-text('Step 31: ')").wait_for()


@pytest.mark.long
@pytest.mark.parametrize("link", ["#tic-tac-toe&moves=b2,a1&to=minimax", "#lesson=minimax&step=5"])
def test_the_tree_can_be_read_on_a_narrow_phone(chromium, address, link):
    with visiting(chromium, address, "phone") as visit:
        visit.page.set_viewport_size({"width": 320, "height": 640})
        visit.open(link)
        visit.show_field()
        for control in ("Another field", "Another field", "Skipping: on", "10 steps"):
            visit.press(f"#entries button:text-is('{control}')")
        for step in range(11, 17):
            visit.press("#entries button:text-is('A step')")
            visit.page.locator(f"#field [aria-live]:has-text('Step {step}: ')").wait_for()
            smallest, in_view = visit.page.evaluate(LETTERS)
            assert smallest >= 11 and in_view
