"""What a visitor sees in Chromium: a press changes its point and the answer's, and nothing else of the picture.

States are read from what the page says, by its accessible names, and compared with the rules and with the pixels.
"""

import re

import pytest
from browser import visiting
from deadline import wait_until
from field_examples import match_of

from glowgrid.console import palettes
from tools.web import front
from tools.web.visit import LIMIT_MS, SCREENS, point

COLOURS = "orange", "blue", "green"
TABLE = palettes.table(0)
STONES = {name: tuple(TABLE[3 * side : 3 * side + 3]) for side, name in enumerate(COLOURS, 1)}
RING = (11, 107, 148)  # of the focus in light colours, as style.css has it
THIN = 1 / 8  # of the distance of two points
WITHIN = 0.6  # likewise: so far from its middle reaches a point; the corner of a hexagon is at 0.577
STRANGE = 0.001  # of the field: what a smoothed edge may differ by
# {kind: (game, size, moves of the link, the point to press)}
FIELDS = {
    "square": ("tic-tac-toe", (), "b2 a1", "c1"),
    "three players": ("three-player", (), "b2 a1 d4", "c3"),
    "hex": ("hex", (5,), "c3 d2", "b4"),
    "havannah": ("havannah", (4,), "d4 c3", "e5"),
    "y": ("y", (5,), "c3 b2", "b4"),
    "data game": ("fano", (), "c3 a4", "c1"),
}
SOON = [("havannah", "phone")]  # the other pairs at night
# Wait until a point has a stone, and a person is to move or the game is over.
ANSWERED = """(selector) => /stone/.test(document.querySelector(selector).ariaLabel)
  && !/is thinking|\\(level \\d\\) is to move/.test(document.querySelector("#field [aria-live]").innerText)"""


def link_of(kind):
    game, size, moves, _ = FIELDS[kind]
    quick = "&seats=0,1,1" if kind == "three players" else ""  # two engines of level 3 would think for 8 s
    return f"#{game}={','.join(map(str, size))}&moves={moves.replace(' ', ',')}{quick}"


def turn(visit):
    """Return the colour that the words say is to move."""
    words = visit.page.locator("#field [aria-live]").inner_text()
    return re.search(r"(\w+)(?: \(level \d\))? is to move", words)[1].lower()


def stones(look):
    """Return {name: colour} by the accessible names of the points."""
    found = {name: re.match(r"\w+, (\w+) stone", each["words"]) for name, each in look.points.items()}
    return {name: words[1] for name, words in found.items() if words}


def focused(look):
    return [name for name, each in look.points.items() if each["focus"]]


def wait_for_focus(visit, before=()):
    """Return the field once a point has the focus, and another than before."""
    script = "() => document.activeElement.ariaLabel?.split(',')[0]"
    names = {*visit.field().points} - {*before}
    wait_until(lambda: visit.page.evaluate(script) in names, f"a point has the focus, and not {before}")
    return visit.field()


def wait_for_answer(visit, name):
    visit.page.wait_for_function(ANSWERED, arg=point(name), timeout=LIMIT_MS)
    visit.settle()


def assert_one_move(before, after, name, colour):
    """Assert that a stone came, and at most one of each other side, and that nothing else looks different."""
    known, placed = stones(before), stones(after)
    new = {each: placed[each] for each in placed if each not in known}
    assert new[name] == colour and len(set(new.values())) == len(new)
    assert {each: placed.get(each) for each in known} == known
    last = {each for each, about in before.points.items() if "last move" in about["words"]}
    assert after.changed(before) <= {*new, *last, *focused(before), *focused(after)}
    assert after.elsewhere(before) < STRANGE


def assert_words_and_picture_agree(visit, kind, look):
    """Assert that the moves, the points, the words of whose turn it is, the rules and the pixels say the same."""
    names = visit.page.locator("#field ol button").evaluate_all("all => all.map((each) => each.ariaLabel)")
    moves = [re.match(r"Move (\d+) (\w+), (\w+)", each).groups() for each in names]
    assert [int(number) for number, _, _ in moves] == list(range(1, len(moves) + 1))
    game, size, _, _ = FIELDS[kind]
    position = match_of(game, size, " ".join(name for _, name, _ in moves)).position
    assert turn(visit) == COLOURS[position.to_move - 1]
    for number, name, colour in moves:
        last = ", last move" if int(number) == len(moves) else ""
        assert look.points[name]["words"] == f"{name}, {colour} stone, move {number}{last}"
    placed = stones(look)
    assert placed == {name: colour for _, name, colour in moves}
    assert [placed.get(name) for name in look.points] == [
        COLOURS[side - 1] if side else None for side in position.cells[: len(look.points)]
    ]
    assert {name: seen_at(look, name) for name in look.points} == {name: placed.get(name) for name in look.points}


def seen_at(look, name):
    """Return the colour of the stone that the picture shows on a point; None without one."""
    x, y, half = look.points[name]["x"], look.points[name]["y"], 0.3 * look.pitch
    part = look.picture.crop(tuple(map(round, (x - half, y - half, x + half, y + half))))
    counts = {colour: number for number, colour in part.getcolors(part.width * part.height)}
    shares = {colour: counts.get(rgb, 0) / (part.width * part.height) for colour, rgb in STONES.items()}
    return next((colour for colour, share in shares.items() if share > 0.2), None)


@pytest.mark.parametrize(
    "kind, screen",
    [
        pytest.param(kind, screen, marks=[pytest.mark.long] * ((kind, screen) not in SOON))
        for kind in FIELDS
        for screen in SCREENS
    ],
)
def test_a_press_by_mouse_or_finger_changes_its_point_and_the_answers_alone(chromium, address, kind, screen):
    name = FIELDS[kind][-1]
    with visiting(chromium, address, screen) as visit:
        visit.open(link_of(kind))
        visit.show_field()
        before, colour = visit.field(), turn(visit)
        assert_words_and_picture_agree(visit, kind, before)
        visit.point(name)
        wait_for_answer(visit, name)
        after = visit.field()
        assert visit.in_view() == "field in view"
        assert_one_move(before, after, name, colour)
        assert_words_and_picture_agree(visit, kind, after)
        assert visit.faults == []


@pytest.mark.parametrize("kind", ["hex", *(pytest.param(k, marks=pytest.mark.long) for k in ("square", "data game"))])
def test_the_focus_is_one_thin_line_within_its_point_and_enter_changes_that_point_alone(chromium, address, kind):
    with visiting(chromium, address, "desk") as visit:
        visit.open(link_of(kind))
        visit.show_field()
        without = visit.field()
        visit.tab()
        look = wait_for_focus(visit)
        assert_ring(look, without)
        for arrow in ("ArrowUp", "ArrowRight", "ArrowRight", "ArrowDown", "ArrowDown"):
            if focused(look)[0] not in stones(look):
                break
            visit.key(arrow)
            look = wait_for_focus(visit, focused(look))
            assert_ring(look, without)
        (name,), colour = focused(look), turn(visit)
        visit.key("Enter")
        wait_for_answer(visit, name)
        after = visit.field()
        assert_one_move(look, after, name, colour)
        assert_ring(after)
        assert_words_and_picture_agree(visit, kind, after)
        assert visit.in_view() == "field in view"
        assert visit.faults == []


def assert_ring(look, without=None):
    """Assert that each way out of the point with the focus crosses one thin line, and nothing is drawn elsewhere.

    without: the same field without the focus.
    """
    (name,) = focused(look)
    if without:
        assert look.elsewhere(without, [name]) < STRANGE
    x, y = look.points[name]["x"], look.points[name]["y"]
    for right, down in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        way = [
            is_ring(look.picture.getpixel((round(x + right * step), round(y + down * step))))
            for step in range(round(WITHIN * look.pitch))
        ]
        line = [step for step, on in enumerate(way) if on]
        assert line, f"no ring at {name}"
        assert line[-1] - line[0] < THIN * look.pitch and not way[-1]


def is_ring(pixel):
    return all(abs(one - other) < 50 for one, other in zip(pixel, RING, strict=True))


DOCUMENTS = [
    *(f"guides/{name}.html" for name in front.guide_names()),
    *(f"guides/{made}" for made in front.DOCUMENTS.values()),
]
LESSONS = [f"lessons/{path.name}" for path in sorted((front.SOURCES / "learn/lessons").glob("*.html"))]


@pytest.mark.parametrize("every", [4, pytest.param(1, marks=pytest.mark.long)])
def test_every_document_has_all_that_it_asks_for_and_no_text_is_cut_off(chromium, address, every):
    assert LESSONS and DOCUMENTS
    with visiting(chromium, address, "desk") as visit:
        visit.page.goto(address)
        assert visit.faults == []
        for link in [*LESSONS, *DOCUMENTS][::every]:
            visit.page.goto(address + link, wait_until="networkidle")  # an icon is asked for last
            for screen in SCREENS.values():
                visit.page.set_viewport_size(screen["viewport"])
                assert (link, visit.cut_off()) == (link, [])
            assert (link, visit.faults) == (link, [])
