"""The breadboard joins what the board says, part by part and hole by hole; its picture and table name those holes."""

import itertools
import re
import xml.etree.ElementTree as ElementTree

import pytest
from svg_areas import SVG, crosses, stretches, written_areas

from host_sim.boards.files import list_boards, load_board
from tools.boards import breadboard, breadboard_picture, picture
from tools.boards.guide import HOLES, guide
from tools.boards.wiring import BUFFER, BUFFER_PINS, PIEZO, SHIFTER, has_buffer, joints, pin_of, wires

DRAWN = [board for board in map(load_board, list_boards()) if breadboard.possible(board)]
SEPARATE = [board for board in DRAWN if breadboard.separate(board)]
BOARD = load_board("pico_ws2812_8x8_keys_4x4")
BUTTONS = load_board("pico_ws2812_8x8_buttons")
SHIFTED = load_board("pico_max7219_8x8_buttons")
HOLE = re.compile(r"[a-j]\d+")
PARTS = re.compile(r"(Pico|U1|R1|C1|C2|Shifter|LEDs|Keys|Piezo|Button) ")
# What the breadboard calls parts, where it is not what the wires call them.
CALLED = {BUFFER: "U1", PIEZO: "Piezo", SHIFTER: "Shifter", "LEDs (MAX7219)": "LEDs", "LEDs (HT16K33)": "LEDs"}


def on_each(boards):
    return pytest.mark.parametrize("board", boards, ids=[board["name"] for board in boards])


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

    @property
    def nodes(self):
        return list(self._leader)

    def joined(self, one, other):
        return self.find(one) == self.find(other)

    def groups(self, wanted):
        """Return the sets of two or more wanted nodes that are joined."""
        found = {}
        for node in filter(wanted, self.nodes):
            found.setdefault(self.find(node), set()).add(node)
        return {frozenset(group) for group in found.values() if len(group) > 1}


def strip(place):
    """Return the strip of the breadboard that a hole or a place on a rail belongs to; a terminal is itself."""
    if HOLE.fullmatch(place):
        return f"row {place[1:]} {'left' if place[0] in 'abcde' else 'right'}"
    rail = re.fullmatch(r"((?:left|right) [-+]) (\d+)", place)
    if rail:
        assert int(rail[2]) != breadboard.SPLIT, "there may be no hole"
        return f"{rail[1]} {'upper' if int(rail[2]) < breadboard.SPLIT else 'lower'}"
    return place


def built(board):
    """Return the nets of the wires, and of what sits in holes but for the buttons' legs: strips and terminals."""
    nets = Nets()
    for wire in breadboard.wires(board):
        nets.join(strip(wire.start), strip(wire.end))
    for hole, pin in breadboard.in_holes(board).items():
        if not pin.startswith("Button "):
            nets.join(strip(hole), f"{pin} in {hole}")
    return nets


def stated(board):
    """Return the nets that the board file states, of terminals; buttons by their pin's end alone."""
    nets = Nets()
    for wire in wires(board):
        part, terminal = CALLED.get(wire.part, wire.part), wire.terminal
        if part != "Buttons":
            nets.join(f"Pico {wire.pad}", f"{part} {terminal}")
    for joint in joints(board):
        if joint.part == SHIFTER:
            nets.join(f"Shifter {joint.terminal}", f"LEDs {joint.to_terminal}")
        else:
            nets.join("U1 1Y", "R1 1")
            nets.join("R1 2", f"LEDs {joint.to_terminal}")
    if has_buffer(board):
        for name, net in BUFFER_PINS:
            if net:
                nets.join(f"U1 {name}", {"GND": "LEDs GND", "5 V": "LEDs 5V"}[net])
        for part in ("C1", "C2"):
            nets.join(f"{part} +", "LEDs 5V")
            nets.join(f"{part} -", "LEDs GND")
    return nets


def test_every_board_whose_buttons_are_on_pins_is_drawn_and_one_with_keys():
    assert [board["name"] for board in SEPARATE] == [
        name for name in list_boards() if load_board(name)["keys"]["driver"] == "pins"
    ]
    assert len(SEPARATE) == 5 and BOARD in DRAWN


@on_each(DRAWN)
def test_the_breadboard_joins_what_the_board_says(board):
    nets, pins = built(board), {}
    for hole, pin in breadboard.in_holes(board).items():
        pins[f"{pin} in {hole}"] = pin
    grounds = [node for node, pin in pins.items() if pin == "Pico GND"]
    used = [node for node in grounds if any(nets.joined(node, other) for other in nets.nodes if other not in pins)]
    for node in grounds:  # all of them are joined inside the Pico
        nets.join(node, grounds[0])
    named = {
        frozenset(pins.get(node, node) for node in group)
        for group in nets.groups(lambda node: PARTS.match(node) and not (node in grounds and node not in used))
    }
    assert named == stated(board).groups(PARTS.match)


@on_each(SEPARATE)
@pytest.mark.parametrize("pairs", ["in one row", "in one column"])
def test_a_button_joins_its_pin_with_ground_only_while_it_is_down(board, pairs):
    """Whichever legs are joined inside it: pressed or not, no pin meets another pin, or power."""
    numbers = dict(zip([button.name for button in breadboard.buttons(board)], board["keys"]["pins"]))
    assert list(numbers) == [wire.terminal for wire in wires(board) if wire.part == "Buttons" and wire.pad != "GND"]
    for down in (None, *numbers):
        nets = built(board)
        ground, power = "Pico GND in h3", "right + upper"
        for button in breadboard.buttons(board):
            upper_e, upper_f, lower_e, lower_f = map(strip, button.legs)
            if pairs == "in one row":
                one, other = (upper_e, upper_f), (lower_e, lower_f)
            else:
                one, other = (upper_e, lower_e), (upper_f, lower_f)
            for pair in (one, other, *([(one[0], other[0])] if button.name == down else [])):
                nets.join(*pair)
            assert pin_of(f"GP{numbers[button.name]}") == button.pin
        ends = {name: f"Pico GP{number} in c{pin_of(f'GP{number}')}" for name, number in numbers.items()}
        assert {name for name, end in ends.items() if nets.joined(end, ground)} == ({down} if down else set())
        assert not nets.joined(ground, power)
        for one, other in itertools.combinations(ends.values(), 2):
            assert not nets.joined(one, other)


@on_each(SEPARATE)
def test_nothing_else_is_in_the_rows_of_a_button(board):
    own = {hole for button in breadboard.buttons(board) for hole in (*button.legs, *button.wires)}
    rows = {strip(hole) for hole in own}
    ends = [place for wire in breadboard.wires(board) for place in (wire.start, wire.end)]
    others = [*ends, *breadboard.in_holes(board)]
    assert {place for place in others if strip(place) in rows} == own
    for button in breadboard.buttons(board):
        assert {hole[0] for hole in button.legs} == set("ef") and len({hole[1:] for hole in button.legs}) == 2
        to_pin, to_ground = button.wires
        assert (strip(to_pin), strip(to_ground)) == (strip(button.wired), strip(button.grounded))
        assert button.wired[0] != button.grounded[0] and button.wired[1:] != button.grounded[1:], "on a diagonal"


@on_each(DRAWN)
def test_no_two_ends_share_a_hole_all_exist_and_none_is_under_a_part(board):
    holes = [place for wire in breadboard.wires(board) for place in (wire.start, wire.end) if strip(place) != place]
    holes += breadboard.in_holes(board)
    assert len(holes) == len(set(holes))
    assert all(1 <= int(re.search(r"\d+", hole)[0]) <= breadboard.ROWS for hole in holes)
    picture = breadboard_picture.Picture(board)
    for wire in breadboard.wires(board):
        x, y = picture.path_of(wire)[0]
        for part, area in picture.bodies.items():
            assert not crosses((x, y, x, y), area), f"{wire.start} is under {part}"


@on_each(DRAWN)
def test_no_wire_of_the_breadboard_runs_across_a_part_or_a_text_or_a_plugged_end(board):
    picture = breadboard_picture.Picture(board)
    written = written_areas(ElementTree.fromstring(picture.svg()))
    ends = {wire: [point for point in (picture.path_of(wire)[0], picture.path_of(wire)[-1])] for wire in picture.wires}
    for wire in picture.wires:
        for stretch in stretches(picture.path_of(wire)):
            for part, area in picture.bodies.items():
                if part != "U1" or not wire.end.startswith("C2 "):  # C2 lies on top of U1
                    assert not crosses(stretch, area), f"{wire.start} to {wire.end} runs across {part}"
            for text, area in written:
                assert not crosses(stretch, area), f"{wire.start} to {wire.end} runs across {text!r}"
            for other, points in ends.items():
                for x, y in points if other != wire else ():
                    around = x - 4, y - 4, x + 4, y + 4
                    assert not crosses(stretch, around), f"{wire.start} to {wire.end} hides an end of {other.start}"


@on_each(DRAWN)
def test_no_text_of_the_breadboard_runs_over_another_or_leaves_the_picture(board):
    root = ElementTree.fromstring(breadboard_picture.svg(board))
    areas = written_areas(root)
    for (text, area), (other, beside) in itertools.combinations(areas, 2):
        apart = area[2] <= beside[0] or beside[2] <= area[0] or area[3] <= beside[1] or beside[3] <= area[1]
        assert apart, f"{text!r} runs over {other!r}"
    for text, (left, top, right, bottom) in areas:
        assert left >= 0 and top >= 0 and right <= int(root.get("width")) and bottom <= int(root.get("height")), text


@on_each(DRAWN)
def test_picture_and_table_name_the_same_holes(board):
    root = ElementTree.fromstring(breadboard_picture.svg(board))
    drawn = [text.text for text in root.iter(SVG + "text") if HOLE.fullmatch(text.text)]
    ends = {place for wire in breadboard.wires(board) for place in (wire.start, wire.end) if HOLE.fullmatch(place)}
    legs = {hole for button in breadboard.buttons(board) for hole in button.legs}
    assert sorted(drawn) == sorted(ends | legs)
    text = guide(board)
    section = text[text.index(f"\n{HOLES}\n") : text.index("\n## Ten steps")]
    tabled = set(re.findall(r"\b[a-j]\d+\b", section))
    assert tabled - set(breadboard.in_holes(board)) == ends and legs <= tabled
    for button in breadboard.buttons(board):
        to_pin, to_ground = button.wires
        row = next(line for line in section.splitlines() if line.startswith(f"| {button.name} |"))
        assert [*button.legs, f"a{button.pin}", to_pin, to_ground] == re.findall(r"\b[a-j]\d+\b", row)
        above = f"a{button.pin} to {to_pin}"
        assert any(above in shown.text for shown in root.iter(SVG + "text")) and above in text[text.index("\n## Ten") :]


@on_each(DRAWN)
def test_a_signal_has_the_same_colour_as_in_the_wiring_picture(board):
    shown = {}
    for path in ElementTree.fromstring(picture.svg(board)).iter(SVG + "path"):
        shown[path.find(SVG + "title").text.partition(" to ")[0]] = path.get("stroke")
    found = {wire.what.partition(" (")[0]: wire.colour for wire in breadboard.wires(board) if "GP" in wire.what}
    assert len(found) > 8
    assert {pad: shown[pad] for pad in found} == found


@on_each(DRAWN)
def test_a_breadboard_as_long_as_the_picture_is_on_the_list(board):
    (part,) = [part for part in board["parts"] if part["mark"].startswith("breadboard")]
    assert f"({breadboard.ROWS} rows)" in part["what"] and part["count"] == 1


def test_a_board_with_other_wiring_has_no_breadboard_picture():
    assert breadboard.possible(BOARD)
    for change in ({"rows": [2, 3, 4, 20]}, {"diodes": "row_to_column"}, {"rows": [3, 2, 4, 5]}):
        assert not breadboard.possible({**BOARD, "keys": {**BOARD["keys"], **change}})
    assert not breadboard.possible({**BOARD, "leds": {**BOARD["leds"], "pin": 15}})
    for name in ("pico_ws2812_16x16_keys_4x4", "pico_ht16k33_8x8_keys_7x1", "pico_neotrellis_4x4"):
        assert not breadboard.possible(load_board(name))
    assert not breadboard.possible({**SHIFTED, "leds": {**SHIFTED["leds"], "cs": 13}})
    for pins in ([2, 3, 4, 5, 6, 7, 14], [2, 3, 4, 5, 6, 7, 20], [2, 3, 4, 5, 6, 7, 23]):
        assert not breadboard.possible({**BUTTONS, "keys": {**BUTTONS["keys"], "pins": pins}})
