"""Guides: the picture shows every part, no wire hides anything."""

import itertools
import re
import xml.etree.ElementTree as ElementTree
from functools import cache

import pytest
from svg_areas import SVG, crosses, stretches, written_areas

from host_sim.boards.files import FOLDER, list_boards, load_board
from tools.boards import handheld, picture
from tools.boards.guide import STEPS, guide
from tools.boards.wiring import on_a_base, wires
from tools.web import front

BOARDS = [name for name in list_boards() if (FOLDER / "guides" / f"{name}.md").is_file()]
FIRST = "pico_ws2812_8x8_keys_4x4"
BUILDS = [*BOARDS, "handheld"]


def texts(svg):
    return [text.text for text in ElementTree.fromstring(svg).iter(SVG + "text")]


page_of = cache(front.as_page)


def built(name):
    return handheld.of(load_board(FIRST)) if name == "handheld" else load_board(name)


def written(name):
    return handheld.guide(load_board(FIRST)) if name == "handheld" else guide(load_board(name))


# Guides -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", BUILDS)
def test_every_part_of_the_list_is_in_the_picture(name):
    board = built(name)
    shown = texts(picture.svg(board))
    also = next(text for text in shown if text.startswith("Also: "))
    named = re.split(r", (?:\d+ x )?|(?:\d+ x )", also.removeprefix("Also: "))
    for part in board["parts"]:
        assert part["mark"] in shown or part["mark"] in named, part["what"]
        assert part["euros"] > 0


@pytest.mark.parametrize("name", BUILDS)
def test_a_guide_has_ten_steps_with_a_check_after_each_and_names_every_wire(name):
    board, text = built(name), written(name)
    for number in range(1, STEPS + 1):
        assert re.search(rf"^{number}\. .+\n    - Check: .+\n    - If not: .+$", text, re.MULTILINE), number
    assert not re.search(r"\{\w+\}", text)
    for wire in wires(board):
        if not on_a_base(board) or wire.pad != "GND":
            assert f"{wire.pad} (pin {wire.pin})" in text, wire
    total = sum(part["count"] * part["euros"] for part in board["parts"])
    assert f"\nAbout €{total:.0f} together. " in text


@pytest.mark.parametrize("name", BUILDS)
def test_every_link_of_a_guide_leads_somewhere(name):
    for target, anchor in re.findall(r"\]\(([^)#]+)#?([^)]*)", written(name)):
        there = (FOLDER / "guides" / target).resolve()
        assert there.exists(), target
        assert not anchor or f' id="{anchor}"' in page_of(there), anchor


def test_a_picture_of_the_enclosure_that_was_not_drawn_is_left_out():
    board = load_board(FIRST)
    for make in guide, handheld.guide:
        assert "_enclosure.png" in make(board)
        text = make({**board, "name": "mine"})
        assert "_enclosure.png" not in text and "> enclosure.scad`" in text


# Wiring picture -----------------------------------------------------------------------------------------------------


def corners(path):
    """Return the corners of a path drawn with M, H and V."""
    x, y, found = 0, 0, []
    for sign, numbers in re.findall(r"([MHV])([-\d ]+)", path.get("d")):
        numbers = [int(number) for number in numbers.split()]
        x, y = numbers if sign == "M" else (numbers[0], y) if sign == "H" else (x, numbers[0])
        found.append((x, y))
    return found


def drawn(root):
    """Return {title: stretches} of the wires of a picture."""
    return {path.find(SVG + "title").text: stretches(corners(path)) for path in root.iter(SVG + "path")}


@pytest.mark.parametrize("name", BUILDS)
def test_no_wire_of_a_picture_runs_across_a_part(name):
    root = ElementTree.fromstring(picture.svg(built(name)))
    areas = []
    for rect in root.iter(SVG + "rect"):
        if rect.get("rx") in ("6", "8"):  # parts have round corners
            x, y, width, height = (int(rect.get(what)) for what in ("x", "y", "width", "height"))
            areas.append((x, y, x + width, y + height))
    assert len(areas) >= 2
    for title, lanes in drawn(root).items():
        for lane, area in itertools.product(lanes, areas):
            assert not crosses(lane, area), title


@pytest.mark.parametrize("name", BOARDS)
def test_no_wire_of_a_picture_runs_over_a_text_or_along_another_or_below_the_headings_of_keys_and_leds(name):
    root = ElementTree.fromstring(picture.svg(load_board(name)))
    wired = drawn(root)
    areas = [(text, (a - 1, b - 1, c + 1, d + 1)) for text, (a, b, c, d) in written_areas(root)]
    for (title, lanes), (text, area) in itertools.product(wired.items(), areas):
        assert not any(crosses(lane, area) for lane in lanes), f"{title} runs over {text}"
    for (title, lanes), (other, others) in itertools.combinations(wired.items(), 2):
        if set(title.split(" to ")) & set(other.split(" to ")):
            continue  # from one pad, or to one terminal
        for (a, b, c, d), (e, f, g, h) in itertools.product(lanes, others):
            if (a == c) == (e == g):  # side by side
                apart = max(min(e, g) - max(a, c), min(a, c) - max(e, g), min(f, h) - max(b, d), min(b, d) - max(f, h))
                assert apart >= 6, f"{title} runs along {other}"
    lowest = max(max(b, d) for lanes in wired.values() for _, b, _, d in lanes)
    assert next(area for text, area in areas if text == "Keys, from the front")[1] > lowest


# Thonny -------------------------------------------------------------------------------------------------------------


def test_the_names_that_thonny_shows_are_those_of_the_image(pico_image):
    """Thonny 4.1.7 shows the product or, if the system does not pass it on, the interface (get_serial_port_label)."""
    from host_sim.pico.bench import Pico

    text = (FOLDER / "THONNY.md").read_text(encoding="utf-8")
    named = re.findall(r'"(Board [^"@]+) @ ', text)
    assert len(named) == 2
    flash = Pico(pico_image).flash
    for name in named:
        assert name.encode() + b"\0" in flash
