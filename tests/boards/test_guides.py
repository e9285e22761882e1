"""Guides: the picture shows every part, the breadboard joins what the board says, no wire hides anything."""

import itertools
import re
import xml.etree.ElementTree as ElementTree
from functools import cache

import pytest

from host_sim.boards import FOLDER, list_boards, load_board
from tools.boards import breadboard, handheld, picture, tiles
from tools.boards.guide import STEPS, guide, steps
from tools.boards.wiring import BUFFER, BUFFER_PINS, PIEZO, joints, on_a_base, wires
from tools.device.jumpers import closed
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


# Tiles --------------------------------------------------------------------------------------------------------------

TILED = [name for name in BOARDS if tiles.possible(load_board(name))]


@pytest.mark.parametrize("name", TILED)
def test_each_tile_has_its_address_and_its_closed_jumpers(name):
    board = load_board(name)
    root = ElementTree.fromstring(tiles.svg(board))
    shut = [title.text for title in root.iter(SVG + "title") if title.text.endswith(" closed")]
    asked = []
    for at, address in enumerate(board["leds"]["addresses"]):
        jumpers = closed(address)
        assert address == 0x2E + sum(1 << int(jumper[1]) for jumper in jumpers)
        asked += [f"{jumper} closed" for jumper in jumpers]
        front, behind = (text for text in root.iter(SVG + "text") if text.text.startswith(f"0x{address:02X}"))
        assert front.text == f"0x{address:02X}"
        assert behind.text == f"0x{address:02X}: {'close ' + ' and '.join(jumpers) if jumpers else 'all open'}"
        step = next(step for step in steps(board) if step.do.startswith("**Address"))
        assert f"0x{address:02X} ({' and '.join(jumpers) or 'none'})" in step.do or len(board["leds"]["addresses"]) == 1
    assert sorted(shut) == sorted(asked)


def test_from_behind_left_and_right_are_swapped():
    root = ElementTree.fromstring(tiles.svg(load_board("pico_neotrellis_8x8")))
    at = {text.text.split(":")[0]: [] for text in root.iter(SVG + "text") if text.text.startswith("0x")}
    for text in root.iter(SVG + "text"):
        if text.text.split(":")[0] in at:
            at[text.text.split(":")[0]].append(int(text.get("x")))
    front, behind = ([at[name][side] for name in ("0x2E", "0x2F", "0x30", "0x31")] for side in (0, 1))
    assert front[0] == front[2] < front[1] == front[3] < behind[1] == behind[3] < behind[0] == behind[2]


@pytest.mark.parametrize("name", TILED)
def test_the_cable_has_its_wires_in_order_and_where_they_go(name):
    board = load_board(name)
    ends = {wire.terminal: f"{wire.pad} (pin {wire.pin})" for wire in wires(board)}
    root = ElementTree.fromstring(tiles.svg(board))
    texts = list(root.iter(SVG + "text"))
    xs = []
    for signal, colour in (("SCL", "green"), ("SDA", "white"), ("VIN", "red"), ("GND", "black")):
        (at,) = (text.get("x") for text in texts if text.text == colour)
        assert {text.text for text in texts if text.get("x") == at} >= {signal, colour, ends[signal]}
        assert signal + " " + colour in next(part["why"] for part in board["parts"] if part["mark"] == "JST cable")
        xs.append(int(at))
    assert xs == sorted(xs)


# Breadboard ---------------------------------------------------------------------------------------------------------

BOARD = load_board(FIRST)


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


def strip(place):
    """Return the strip of the breadboard that a hole or a place on a rail belongs to; a terminal is itself."""
    if re.fullmatch(r"[a-j]\d+", place):
        return f"column {place[1:]} {'low' if place[0] in 'abcde' else 'high'}"
    rail = re.fullmatch(r"((?:upper|lower) [-+]) (\d+)", place)
    if rail:
        assert int(rail[2]) != breadboard.SPLIT, "there may be no hole"
        return f"{rail[1]} {'left' if int(rail[2]) < breadboard.SPLIT else 'right'}"
    return place


def test_the_breadboard_joins_what_the_board_says():
    stated, built = Nets(), Nets()
    for wire in breadboard.wires(BOARD):
        built.join(strip(wire.start), strip(wire.end))
    for hole, pin in breadboard.in_holes(BOARD).items():
        used = pin == "Pico GND" and strip(hole) in ("column 3 high", "column 18 low")  # there are more
        built.join(strip(hole), "Pico GND" if used else f"{hole} {pin}")
    built.join("Pico GND", "Pico GND")
    pins = {f"{hole} {pin}": pin for hole, pin in breadboard.in_holes(BOARD).items()}
    for wire in wires(BOARD):
        part = {BUFFER: "U1", PIEZO: "Piezo"}.get(wire.part, wire.part)
        terminal = wire.terminal
        if part == "Keys":
            kind, number = terminal.split()
            terminal = f"{kind[0]}{number}"
        stated.join(f"Pico {wire.pad}", f"{part} {terminal}")
    for joint in joints(BOARD):
        stated.join("U1 1Y", "R1 1")
        stated.join("R1 2", f"LEDs {joint.to_terminal}")
    for name, net in BUFFER_PINS:
        if net:
            stated.join(f"U1 {name}", {"GND": "LEDs GND", "5 V": "LEDs 5V"}[net])
    for part in ("C1", "C2"):
        stated.join(f"{part} +", "LEDs 5V")
        stated.join(f"{part} -", "LEDs GND")
    parts = re.compile(r"(Pico|U1|R1|C1|C2|LEDs|Keys|Piezo) ")
    named = {
        frozenset(pins.get(node, node) for node in group)
        for group in built.groups(lambda node: parts.match(node) or node in pins)
    }
    assert named == stated.groups(parts.match)


def test_no_two_ends_share_a_hole_and_none_is_under_a_part():
    holes = [place for wire in breadboard.wires(BOARD) for place in (wire.start, wire.end) if strip(place) != place]
    holes += breadboard.in_holes(BOARD)
    assert len(holes) == len(set(holes))
    for wire in breadboard.wires(BOARD):
        x, y = breadboard.path_of(BOARD, wire)[0]
        for part, (area, _) in breadboard.bodies(BOARD).items():
            assert not crosses((x, y, x, y), area), f"{wire.start} is under {part}"


def test_no_wire_of_the_breadboard_runs_across_a_part_or_a_text():
    root = ElementTree.fromstring(breadboard.svg(BOARD))
    bodies = breadboard.bodies(BOARD)
    for wire in breadboard.wires(BOARD):
        for stretch in stretches(breadboard.path_of(BOARD, wire)):
            for part, (area, _) in bodies.items():
                if part != "U1" or not wire.end.startswith("C2 "):  # C2 lies on top of U1
                    assert not crosses(stretch, area), f"{wire.start} to {wire.end} runs across {part}"
            for text, area in written_areas(root):
                assert not crosses(stretch, area), f"{wire.start} to {wire.end} runs across {text!r}"


def test_texts_and_parts_of_the_breadboard_do_not_overlap():
    areas = written_areas(ElementTree.fromstring(breadboard.svg(BOARD)))
    areas += [(part, area) for part, (area, said) in breadboard.bodies(BOARD).items() if part in ("R1", "C1", "C2")]
    for (one, (a, b, c, d)), (other, (e, f, g, h)) in itertools.combinations(areas, 2):
        if one == other or "C1" in (one, other) or "C2" in (one, other):
            continue  # a part and its label
        assert c <= e + 1 or g <= a + 1 or d <= f + 1 or h <= b + 1, f"{one!r} and {other!r}"


def test_every_part_of_the_first_board_is_on_the_breadboard():
    shown = texts(breadboard.svg(BOARD))
    for mark in ("Raspberry Pi Pico", "U1 74AHCT125", "R1 330 to 470 ohm", "C1", "C2", "C1 100 uF", "DIN", "r3", "c3"):
        assert mark in shown
    for number, (name, _) in enumerate(BUFFER_PINS, 1):
        assert str(number) in shown and name in shown
    assert "21 GP16" in shown and "40 VBUS" in shown


def length(start, end):
    """Return how far two places are apart, in columns of holes."""
    return sum(abs(one - other) for one, other in zip(start, end)) / 18


def test_parts_are_where_the_text_says():
    """R1 and C1 close to the matrix, C2 from pin 14 to pin 7 of U1; see the steps of the guide."""
    wires = breadboard.wires(BOARD)
    paths = {(wire.start, wire.end): breadboard.path_of(BOARD, wire) for wire in wires}
    bodies = {part: area for part, (area, _) in breadboard.bodies(BOARD).items()}
    (data,) = (path for (_, end), path in paths.items() if end == "LEDs DIN")
    legs = [path for (_, end), path in paths.items() if end.startswith("R1 ")]
    assert min(length(leg[0], data[0]) for leg in legs) <= 2  # the leg and the wire share a column
    assert len(data) == 2 and length(data[0], data[1]) <= 12
    u1 = {int(hole[1:]): pin for hole, pin in breadboard.in_holes(BOARD).items() if pin in ("U1 VCC", "U1 GND")}
    feet = {end: start for start, end in paths if end.startswith("C2 ")}
    assert {end: u1[int(start[1:])] for end, start in feet.items()} == {"C2 +": "U1 VCC", "C2 -": "U1 GND"}
    (left, top, right, bottom), (a, b, c, d) = bodies["C2"], bodies["U1"]
    assert a < left < right < c and b < top < bottom < d
    (plus,) = (path for (_, end), path in paths.items() if end == "LEDs 5V")
    assert all(length(path[0], plus[0]) <= 4 for (_, end), path in paths.items() if end.startswith("C1 "))


def test_a_board_with_other_wiring_has_no_breadboard_picture():
    assert breadboard.possible(BOARD)
    for change in ({"rows": [2, 3, 4, 20]}, {"diodes": "row_to_column"}, {"rows": [3, 2, 4, 5]}):
        assert not breadboard.possible({**BOARD, "keys": {**BOARD["keys"], **change}})
    assert not breadboard.possible({**BOARD, "leds": {**BOARD["leds"], "pin": 15}})
    assert not breadboard.possible(load_board("pico_ws2812_16x16_keys_4x4"))


def test_the_guide_and_the_picture_of_a_chain_show_each_panel():
    board = load_board("pico_ws2812_4x8x8_keys_4x4")
    assert (
        "Upper left corners, counted from 0: panel 1 at column 0, row 0; panel 2 at column 8, row 0; "
        "panel 3 at column 8, row 8, turned by 180 degrees; panel 4 at column 0, row 8, turned by 180 degrees."
    ) in guide(board)
    root = ElementTree.fromstring(picture.svg(board))
    fills = [rect.get("fill") for rect in root.iter(SVG + "rect") if rect.get("width") == rect.get("height") == "23"]
    assert fills[:64] == fills[128:192] != fills[64:128] == fills[192:] and len(set(fills)) == 2
    assert "Upper left corners" not in guide(BOARD)


# Thonny -------------------------------------------------------------------------------------------------------------


@pytest.mark.emulator
def test_the_names_that_thonny_shows_are_those_of_the_image(pico_image):
    """Thonny 4.1.7 shows the product or, if the system does not pass it on, the interface (get_serial_port_label)."""
    from host_sim.pico.bench import Pico

    text = (FOLDER / "THONNY.md").read_text(encoding="utf-8")
    named = re.findall(r'"(Board [^"@]+) @ ', text)
    assert len(named) == 2
    flash = Pico(pico_image).flash
    for name in named:
        assert name.encode() + b"\0" in flash
