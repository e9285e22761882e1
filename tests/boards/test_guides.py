"""Guides: the picture shows every part, the breadboard joins what the board says, no wire hides anything."""

import itertools
import re
import xml.etree.ElementTree as ElementTree
from functools import cache

import pytest

from host_sim.boards.files import FOLDER, list_boards, load_board
from tools.boards import breadboard, handheld, picture
from tools.boards.guide import STEPS, guide
from tools.boards.wiring import BUFFER, BUFFER_PINS, PIEZO, SHIFTER, joints, on_a_base, wires
from tools.web import front

SVG = "{http://www.w3.org/2000/svg}"
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


def crosses(stretch, area):
    """Return whether a straight stretch (x, y, x, y) enters an area (x, y, x, y); its edge is not in it."""
    left, right = sorted((stretch[0], stretch[2]))
    top, bottom = sorted((stretch[1], stretch[3]))
    return left < area[2] - 1 and right > area[0] + 1 and top < area[3] - 1 and bottom > area[1] + 1


def corners(path):
    """Return the corners of a path drawn with M, H and V."""
    x, y, found = 0, 0, []
    for sign, numbers in re.findall(r"([MHV])([-\d ]+)", path.get("d")):
        numbers = [int(number) for number in numbers.split()]
        x, y = numbers if sign == "M" else (numbers[0], y) if sign == "H" else (x, numbers[0])
        found.append((x, y))
    return found


def stretches(points):
    return [(*start, *end) for start, end in itertools.pairwise(points)]


def written_areas(root):
    """Return [(text, (x, y, x, y))], assuming wide letters; some texts run upwards."""
    found = []
    for text in root.iter(SVG + "text"):
        x, y, size = (int(text.get(name)) for name in ("x", "y", "font-size"))
        width = 0.6 * size * len(text.text or "")
        before = {"start": 0, "middle": width / 2, "end": width}[text.get("text-anchor")]
        if text.get("transform"):
            found.append((text.text, (x - 0.75 * size, y + before - width, x + 0.1 * size, y + before)))
        else:
            found.append((text.text, (x - before, y - 0.75 * size, x - before + width, y + 0.1 * size)))
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


# Breadboard ---------------------------------------------------------------------------------------------------------

BOARD = load_board(FIRST)
BUTTONS = load_board("pico_ws2812_8x8_buttons")
SHIFTED = load_board("pico_max7219_8x8_buttons")
ON_A_BREADBOARD = pytest.mark.parametrize("board", [BOARD, BUTTONS, SHIFTED], ids=lambda board: board["name"])


class Nets:
    """Which points are connected."""

    def __init__(self):
        self._leader = {}

    def find(self, node):
        while self._leader.setdefault(node, node) != node:
            node = self._leader[node]
        return node

    def join(self, one, other):
        self._leader[self.find(one)] = self.find(other)

    def groups(self, wanted):
        """Return the sets of two or more wanted nodes that are joined."""
        found = {}
        for node in filter(wanted, list(self._leader)):
            found.setdefault(self.find(node), set()).add(node)
        return {frozenset(group) for group in found.values() if len(group) > 1}


# What the breadboard's picture calls parts, where it is not what the wires call them.
DRAWN = {BUFFER: "U1", PIEZO: "Piezo", SHIFTER: "Shifter", "Buttons": "Keys", "LEDs (MAX7219)": "LEDs"}


def strip(place):
    """Return the strip of the breadboard that a hole or a place on a rail belongs to; a terminal is itself."""
    if re.fullmatch(r"[a-j]\d+", place):
        return f"column {place[1:]} {'low' if place[0] in 'abcde' else 'high'}"
    rail = re.fullmatch(r"((?:upper|lower) [-+]) (\d+)", place)
    if rail:
        assert int(rail[2]) != breadboard.SPLIT, "there may be no hole"
        return f"{rail[1]} {'left' if int(rail[2]) < breadboard.SPLIT else 'right'}"
    return place


@ON_A_BREADBOARD
def test_the_breadboard_joins_what_the_board_says(board):
    stated, built = Nets(), Nets()
    for wire in breadboard.wires(board):
        built.join(strip(wire.start), strip(wire.end))
    for hole, pin in breadboard.in_holes(board).items():
        joined = ("column 3 high", "column 18 low", "column 8 low")[: 2 if board is BOARD else 3]
        used = pin == "Pico GND" and strip(hole) in joined  # there are more
        built.join(strip(hole), "Pico GND" if used else f"{hole} {pin}")
    built.join("Pico GND", "Pico GND")
    pins = {f"{hole} {pin}": pin for hole, pin in breadboard.in_holes(board).items()}
    for wire in wires(board):
        part, terminal = DRAWN.get(wire.part, wire.part), wire.terminal
        if wire.part == "Keys":
            kind, number = terminal.split()
            terminal = f"{kind[0]}{number}"
        stated.join(f"Pico {wire.pad}", f"{part} {terminal}")
    for joint in joints(board):
        if board is SHIFTED:
            stated.join(f"Shifter {joint.terminal}", f"LEDs {joint.to_terminal}")
        else:
            stated.join("U1 1Y", "R1 1")
            stated.join("R1 2", f"LEDs {joint.to_terminal}")
    if board is not SHIFTED:
        for name, net in BUFFER_PINS:
            if net:
                stated.join(f"U1 {name}", {"GND": "LEDs GND", "5 V": "LEDs 5V"}[net])
        for part in ("C1", "C2"):
            stated.join(f"{part} +", "LEDs 5V")
            stated.join(f"{part} -", "LEDs GND")
    parts = re.compile(r"(Pico|U1|R1|C1|C2|Shifter|LEDs|Keys|Piezo) ")
    named = {
        frozenset(pins.get(node, node) for node in group)
        for group in built.groups(lambda node: parts.match(node) or node in pins)
    }
    assert named == stated.groups(parts.match)


@ON_A_BREADBOARD
def test_no_two_ends_share_a_hole_and_none_is_under_a_part(board):
    holes = [place for wire in breadboard.wires(board) for place in (wire.start, wire.end) if strip(place) != place]
    holes += breadboard.in_holes(board)
    assert len(holes) == len(set(holes))
    for wire in breadboard.wires(board):
        x, y = breadboard.path_of(board, wire)[0]
        for part, (area, _) in breadboard.bodies(board).items():
            assert not crosses((x, y, x, y), area), f"{wire.start} is under {part}"


@ON_A_BREADBOARD
def test_no_wire_of_the_breadboard_runs_across_a_part_or_a_text(board):
    root = ElementTree.fromstring(breadboard.svg(board))
    bodies = breadboard.bodies(board)
    for wire in breadboard.wires(board):
        for stretch in stretches(breadboard.path_of(board, wire)):
            for part, (area, _) in bodies.items():
                if part != "U1" or not wire.end.startswith("C2 "):  # C2 lies on top of U1
                    assert not crosses(stretch, area), f"{wire.start} to {wire.end} runs across {part}"
            for text, area in written_areas(root):
                assert not crosses(stretch, area), f"{wire.start} to {wire.end} runs across {text!r}"


def test_a_board_with_other_wiring_has_no_breadboard_picture():
    assert breadboard.possible(BOARD)
    for change in ({"rows": [2, 3, 4, 20]}, {"diodes": "row_to_column"}, {"rows": [3, 2, 4, 5]}):
        assert not breadboard.possible({**BOARD, "keys": {**BOARD["keys"], **change}})
    assert not breadboard.possible({**BOARD, "leds": {**BOARD["leds"], "pin": 15}})
    for name in ("pico_ws2812_16x16_keys_4x4", "pico_max7219_16x16_buttons", "pico_ht16k33_8x8_buttons"):
        assert not breadboard.possible(load_board(name))
    assert not breadboard.possible({**SHIFTED, "leds": {**SHIFTED["leds"], "cs": 13}})
    for pins in ([2, 3, 4, 5, 6, 7, 14], [2, 3, 4, 5, 6, 7, 20], [2, 3, 4, 5, 6, 7, 23]):
        assert not breadboard.possible({**BUTTONS, "keys": {**BUTTONS["keys"], "pins": pins}})


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
