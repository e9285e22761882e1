"""The tool asks little and finds every likely wiring: random ones, with a model of the board, see wired_model.py."""

import copy
import random

import pytest
from wired_model import Model, a_model

from glowgrid.hardware.lights import order_of
from host_sim.boards.files import load_board
from host_sim.cli.errors import ToolError
from host_sim.text.written_json import board_text
from tools.workshop.serial_link import at_once
from tools.workshop.talk.wiring.back import Back, find_with_back
from tools.workshop.talk.wiring.find import differences, find

LARGE = "pico_ws2812_16x16_keys_4x4"
FIELDS = [(8, 8), (16, 8), (8, 16), (24, 8), (32, 8), (8, 32), (16, 16)]
MOST_QUESTIONS = 12


def file_of(width, height):
    about = copy.deepcopy(load_board(LARGE))
    about["leds"] |= {"width": width, "height": height}
    return about


def found(about, model, path):
    """Return the board that is found out, as its file is read."""
    about["name"] = path.stem
    path.write_text(board_text(at_once(find(about, model, model))))
    return load_board(path)


@pytest.mark.parametrize("count", [20, pytest.param(200, marks=pytest.mark.long)])
def test_every_random_wiring_is_found_in_twelve_questions(tmp_path, count):
    chance = random.Random(count)
    for number in range(count):
        width, height = FIELDS[number % len(FIELDS)]
        about, model = file_of(width, height), a_model(chance, width, height)
        if chance.random() < 0.3:
            about["leds"]["channels"] = "GRBW"
        board = found(about, model, tmp_path / "mine.json")
        assert list(order_of(board["leds"])) == model.places
        assert board["leds"]["channels"] == model.channels
        assert {name: board["keys"][name] for name in ("rows", "columns", "diodes")} == {
            "rows": model.rows,
            "columns": model.columns,
            "diodes": model.diodes,
        }
        assert model.questions <= MOST_QUESTIONS
        assert not any("fits none" in text for text in model.said)


class Unsure(Model):
    """Goes back now and then, and the first time because it has called a colour wrongly, or lost patience."""

    chance = random.Random(45)
    wrong = 0

    async def colour(self):
        right = await super().colour()
        self.wrong += 1
        return "white" if self.wrong == 1 else self._or_back(right)

    async def place(self):
        return self._or_back(await super().place())

    async def steady(self):
        return self.wrong > 0 or self._or_back(True)

    async def press(self, column=None, row=None):
        found = await super().press(column, row)
        return self._or_back(found) if column is not None else found

    async def goes_back(self, error):
        return True

    def _or_back(self, answer):
        if self.wrong == 2 or self.chance.random() < 0.3:
            self.wrong += 1
            raise Back
        return answer


@pytest.mark.long
def test_a_person_who_goes_back_is_asked_again_and_finds_the_same():
    chance = random.Random(0)
    for width, height in FIELDS:
        about, model = file_of(width, height), a_model(chance, width, height)
        words = model.width, model.places, model.channels, model.rows, model.columns, model.diodes
        unsure = Unsure(*words)
        expected = at_once(find(about, model, model))
        assert at_once(find_with_back(about, unsure, unsure)) == expected
        assert unsure.questions > model.questions


class Slipped(Model):
    """Presses the first key for all of them, and then goes back to the first and presses the right ones."""

    faults, back = 0, 0

    async def press(self, column=None, row=None):
        if column is not None and self.back:
            self.back -= 1
            raise Back
        first = column is not None and not self.faults
        return await super().press(*((0, 0) if first else (column, row)))

    async def goes_back(self, error):
        assert "neighbours must share one wire" in str(error)
        self.faults, self.back = self.faults + 1, 7
        return self.patient


def test_after_a_fault_a_person_may_go_back_or_give_up():
    about = file_of(8, 8)
    wires = 8, list(order_of(about["leds"])), "RGB", [5, 4, 3, 2], [6, 7, 8, 9]
    slipped = Slipped(*wires)
    board = at_once(find_with_back(about, slipped, slipped))
    assert board["keys"]["rows"] == [5, 4, 3, 2] and slipped.faults == 1
    hasty = Slipped(*wires, patient=False)
    with pytest.raises(ToolError, match="neighbours must share one wire"):
        at_once(find_with_back(about, hasty, hasty))


def test_a_plain_wiring_is_written_plainly(tmp_path):
    """Row by row, column by column and the snake of four panels, as they are sold."""
    quarter = [row * 16 + column for row in range(8) for column in range(8)]
    offsets = {"rows": [0, 8, 128, 136], "columns": [0, 128, 8, 136], "snake": [0, 8, 136, 128]}
    written = {}
    for name, each in offsets.items():
        places = [offset + led for offset in each for led in quarter]
        model = Model(16, places, "GRB", [2, 3, 4, 5], [6, 7, 8, 9])
        leds = found(file_of(16, 16), model, tmp_path / "mine.json")["leds"]
        assert leds["places"] == places if "panels" in leds else list(order_of(leds)) == places
        written[name] = leds.get("tile") or leds["panels"]
    assert written == {
        "rows": [8, 8],
        "columns": [8, 16],
        "snake": [{"at": [0, 0]}, {"at": [8, 0]}, {"at": [8, 8]}, {"at": [0, 8]}],
    }


def spiral(side):
    """Return the LEDs from the top left along the edge and inwards."""
    left = [[row * side + column for column in range(side)] for row in range(side)]
    places = []
    while left:
        places += left.pop(0)
        left = [list(row) for row in zip(*left, strict=True)][::-1]
    return places


def test_any_other_wiring_is_listed_place_by_place(tmp_path):
    model = Model(8, spiral(8), "GRBW", [2, 3, 4, 5], [6, 7, 8, 9])
    board = found(file_of(8, 8), model, tmp_path / "mine.json")
    assert board["leds"]["places"] == spiral(8) and "order" not in board["leds"]
    assert model.questions < 64
    (said,) = [text for text in model.said if "fits none of the wirings" in text]
    assert "place 17 lit column 5, row 8" in said


def test_who_does_not_want_that_reads_what_was_seen():
    model = Model(8, spiral(8), "GRB", [2, 3, 4, 5], [6, 7, 8, 9], patient=False)
    with pytest.raises(ToolError, match=r'"places" of the board file: place 17 lit column 5, row 8'):
        at_once(find(file_of(8, 8), model, model))


def test_a_file_that_is_right_already_is_not_rewritten():
    about = load_board(LARGE)
    model = Model(16, list(order_of(about["leds"])), "GRB", about["keys"]["rows"], about["keys"]["columns"])
    assert at_once(find(about, model, model)) == about


BUTTONS = "pico_ws2812_8x8_buttons"
PROBED = 2, 3, 4, 5, 6, 7, 8, 9, 14


class Buttons(Model):
    """Separate buttons at these pins: the pin of one that is down follows each that the probe pulls low."""

    def __init__(self, about, pins):
        super().__init__(8, list(order_of(about["leds"])), "GRB", [], [])
        self.pins = pins

    async def press(self, column=None, row=None):
        if column is not None:
            self._down = self.pins[column]
            return None
        down = {self._down} if isinstance(self._down, int) else self._down
        return {(low, pin) for pin in down for low in PROBED if low != pin}


@pytest.mark.parametrize("pins", [[2, 3, 4, 5, 6, 7, 8], [8, 14, 2, 9, 3, 5, 4]])
def test_separate_buttons_are_found_and_asked_for_by_their_roles(tmp_path, pins):
    about = load_board(BUTTONS)
    model = Buttons(about, pins)
    assert found(about, model, tmp_path / "mine.json")["keys"]["pins"] == pins
    assert [said for said in model.said if said.startswith("Next, ")] == [
        f"Next, the button that is to be {role}:" for role in about["keys"]["roles"]
    ]


@pytest.mark.parametrize(
    "pins, why",
    [
        ([2, 3, {4, 5}, 5, 6, 7, 8], "the button in column 3 of row 1 joins pins "),
        ([2, 3, 4, 3, 6, 7, 8], "GP3 is there twice; a button was pressed out of turn, or two share the pin"),
        ([2, set(), 4, 5, 6, 7, 8], "no pins were joined by the key in column 2 of row 1: check its two wires"),
    ],
)
def test_buttons_that_are_wired_wrongly_are_named(pins, why):
    about = load_board(BUTTONS)
    with pytest.raises(ToolError, match=f"^{why}"):
        at_once(find(about, model := Buttons(about, pins), model))


def test_what_differs_from_the_file_is_said_by_place():
    about = load_board(LARGE)
    other = {**about, "leds": {**about["leds"], "channels": "RGB"}, "battery": {}}
    said = ["battery: nothing -> {}", f"leds.channels: {about['leds']['channels']} -> RGB"]
    assert sorted(differences(about, other)) == said
