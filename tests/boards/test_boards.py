"""Every board file is valid; a broken one is refused in one line that says where, what and what to do."""

import copy
import json
import os
import re

import pytest
from odd_boards import BATTERY

from glowgrid.hardware import board_check
from host_sim.boards.files import FOLDER, BoardError, list_boards, load_board
from host_sim.boards.from_text import USB_MILLIAMPS, board_of
from host_sim.boards.parts import TIMINGS, device_board, pins
from host_sim.text.json_position import key_place, place, written_twice

FIRST = "pico_ws2812_8x8_keys_4x4"


WANTED = (
    "pico_ws2812_8x8_keys_4x4",
    "pico_ws2812_8x8_buttons",
    "pico_ws2812_8x8_keys_8x8",
    "pico_ws2812_16x16_keys_4x4",
    "pimoroni_pico_rgb_keypad",
    "pico_neotrellis_4x4",
    "pico_neotrellis_8x8",
)


def test_the_boards_that_people_own_exist():
    assert set(WANTED) <= set(list_boards())
    assert all((FOLDER / "pictures" / f"{name}.svg").is_file() for name in WANTED)


@pytest.mark.parametrize("name", list_boards())
def test_every_board_is_valid_and_says_how_to_build_it(name):
    board = load_board(name)
    assert board["name"] == name
    text = "\n".join(board["drawing"])
    assert [pin for _, pin in pins(board) if f"GP{pin} " not in text] == []  # the drawing names every used pin
    parts = " ".join(part["what"] for part in board["parts"])
    if board["leds"]["driver"] == "ws2812":
        on_usb = board["power"]["budget_milliamps"] <= USB_MILLIAMPS
        for needed in ("74AHCT125", "330 to 470 ohm", " 100 uF" if on_usb else " 1000 uF"):
            assert needed in parts
        for pad, end in (("GND", "1 /1OE"), (rf"GP{board['leds']['pin']} .*", "2 1A"), (".*DIN, through R1", "3 1Y")):
            assert re.search(rf"^ *{pad} --- +{end} ", text, re.MULTILINE), end
    else:
        assert board["sources"]  # facts about a maker's board are cited
    for line in board["drawing"]:
        assert line.isascii() and line == line.rstrip()


def test_the_device_gets_only_what_it_reads():
    board = load_board(FIRST)
    sent = json.loads(device_board(board))
    assert sorted(sent) == ["checked", "keys", "leds", "mcu", "name", "power", "sound", "title"]
    leds = {name: value for name, value in board["leds"].items() if name not in ("order", "rotate")}
    assert sent["leds"] == {**leds, "places": list(range(64))}
    assert all(sent[key] == board[key] for key in sent if key not in ("checked", "leds"))
    assert len(device_board(board)) < 725  # 21 of them its signature


def test_a_board_may_be_a_file_anywhere(tmp_path):
    path = tmp_path / "mine.json"
    path.write_text(json.dumps(load_board(FIRST)))
    assert load_board(str(path)) == load_board(path) == load_board(FIRST)


@pytest.mark.parametrize("name", TIMINGS)
def test_timings_have_names_and_the_device_gets_numbers(tmp_path, name):
    board = load_board(FIRST)
    board["leds"]["timing"] = name
    path = tmp_path / "mine.json"
    path.write_text(json.dumps(board))
    assert json.loads(device_board(load_board(path)))["leds"]["timing"] == TIMINGS[name]


def test_lights_on_usb_have_a_budget_of_200_milliamps_unless_the_file_says_otherwise(tmp_path):
    board = load_board(FIRST)
    del board["power"]["budget_milliamps"]
    path = tmp_path / "mine.json"
    path.write_text(json.dumps(board))
    assert load_board(path)["power"]["budget_milliamps"] == 200


def change(*path_and_entry):
    """Return a function that sets what is at a path of keys, or drops it if there is no entry."""
    *path, last, entry = path_and_entry

    def apply(board):
        for step in path:
            board = board[step]
        if entry is None:
            del board[last]
        else:
            board[last] = entry

    return apply


@pytest.mark.parametrize(
    "break_it, message",
    [
        (change("leds", "pin", None), "leds: pin is missing, which driver ws2812 needs; add it (line 1, column "),
        (change("leds", "pin", "16"), "leds.pin: '16' is not one of [0, 1, 2"),
        (change("leds", "pin", 30), "leds.pin: 30 is not one of [0, 1, 2"),
        (
            change("leds", "driver", "hub75"),
            "leds.driver: 'hub75' is not one of ['ws2812', 'apa102', 'seesaw', 'max7219', 'ht16k33']",
        ),
        (change("leds", "driver", "apa102"), "leds: spi is missing, which driver apa102 needs; add it"),
        (change("leds", "sck", 18), "leds.sck: driver ws2812 has no use for it; remove it"),
        (change("battery", {"driver": "adc"}), "battery: pin is missing; add it: GP26 to GP28"),
        (change("battery", {**BATTERY, "pin": 22}), "battery.pin: 22 is not one of [26, 27, 28, 29]"),
        (change("battery", {**BATTERY, "pin": 26, "divider": 0}), "battery.divider: 0 is less than the minimum of 1"),
        (
            change("battery", {**BATTERY, "empty_millivolts": 4200}),
            "battery.empty_millivolts: 4200 mV are not below full_millivolts, 4150; swap them?",
        ),
        (
            change("battery", {**BATTERY, "divider": 1.25}),
            "battery.full_millivolts: a pin takes 3300 mV, over the divider 1.25 that is 4125; use a larger divider",
        ),
        (change("leds", "tile", [3, 4]), "leds.tile: 8 x 8 LEDs cannot be split into such tiles"),
        (change("leds", "rotate", 45), "leds.rotate: 45 is not one of [0, 90, 180, 270]; it is: degrees clockwise"),
        (change("leds", "colour", 1), "leds.colour: unknown; expected one of driver, pin, spi, "),
        (change("leds", "drivr", "ws2812"), "leds.drivr: unknown; did you mean driver? (line 1, column "),
        (change("keys", "roles", "a\nb", 1), "keys.roles.'a\\nb': unknown; expected one of up, down, "),
        (change("Power", {}), "Power: unknown; did you mean power? (line 1, column "),
        (change("leds", "timing", [400, 850, 800]), "leds.timing: [400, 850, 800] is too short; it is: any, ws2812b"),
        (change("leds", "timing", "fast"), "leds.timing: 'fast'"),
        (
            change("leds", "timing", [800, 450, 400, 850]),
            "leds.timing: a 0 is high for 800 ns, no shorter than a 1 (400 ns)",
        ),
        (
            change("keys", "rows", [2, 3, 4, 16]),
            "keys.rows.3: pin 16 is already used by leds.pin; give each its own pin",
        ),
        (change("keys", "columns", [6, 7, 8, 2]), "keys.columns.3: pin 2 is already used by keys.rows.0"),
        (change("keys", "rows", [2, 3, 4]), "keys: 3 rows * 4 columns are 12 keys, width * height 4 * 4 are 16"),
        (change("keys", "diodes", None), "keys: diodes is missing, which driver matrix needs; add it"),
        (change("keys", "diodes", "yes"), "keys.diodes: 'yes' is not one of"),
        (change("keys", "roles", "undo", 16), "keys.roles.undo: there is no key 16; the keys are 0 to 15"),
        (change("keys", "roles", "undo", 3), "keys.roles.undo: key 3 is already back; give each role its own key"),
        (change("keys", "roles", "back", None), "keys.roles: back is missing; add it (line 1, column "),
        (change("leds", "rotate", None), "leds: rotate is missing; add it: degrees clockwise the panel is mounted"),
        (
            change("power", "budget_milliamps", 64),
            "power.budget_milliamps: 64 mA is no more than the 64 mA that the dark",
        ),
        (change("power", "brightness", 0), "power.brightness: 0 is less than the minimum of 1; it is: 255 is full"),
        (
            change("link", {"uart": 0, "tx": 1, "rx": 0}),
            "link.tx: pin 1 cannot be TX of UART0; choose one of 0, 12, 16",
        ),
        (change("link", {"uart": 0, "tx": 16, "rx": 1}), "link.tx: pin 16 is already used by leds.pin"),
        (change("link", {"uart": 0, "tx": 0}), "link: rx is missing; add it: receives; from tx of the other one"),
        (change("mcu", "esp32"), "mcu: 'esp32' is not one of ['rp2040', 'rp2350']"),
        (change("parts", None), "the top level: parts is missing; add it (line 1, column 1)"),
    ],
)
def test_a_broken_board_is_refused_in_one_line(tmp_path, break_it, message):
    must_be_refused(tmp_path, FIRST, break_it, message)


def must_be_refused(tmp_path, name, break_it, message):
    board = copy.deepcopy(load_board(name))
    break_it(board)
    path = tmp_path / "broken.json"
    path.write_text(json.dumps(board))
    with pytest.raises(BoardError) as caught:
        load_board(path)
    assert str(caught.value).startswith(f"{path}: {message}")
    assert "\n" not in str(caught.value)


KEYPAD, TILE, TILES = "pimoroni_pico_rgb_keypad", "pico_neotrellis_4x4", "pico_neotrellis_8x8"


def on_ht16k33(width, height, diodes):
    """Return a function that puts the keys of a board with a TCA9555 on an HT16K33."""

    def break_it(board):
        board["keys"].update(driver="ht16k33", address=0x70, width=width, height=height, diodes=diodes)

    return break_it


@pytest.mark.parametrize(
    "name, break_it, message",
    [
        (KEYPAD, change("leds", "sck", 16), "leds.sck: pin 16 cannot be SCK of SPI0; choose one of 2, 6, 18, 22"),
        (KEYPAD, change("keys", "sda", 6), "keys.sda: pin 6 cannot be SDA of I2C0; choose one of 0, 4, 8"),
        (KEYPAD, change("leds", "cs", 5), "keys.scl: pin 5 is already used by leds.cs"),
        (KEYPAD, change("leds", "channels", "GRBW"), "leds.channels: 'GRBW': only ws2812 has white"),
        (KEYPAD, change("keys", "width", 5), "keys: a TCA9555 reads 16 keys, width * height are 20"),
        (KEYPAD, change("keys", "interrupt", 3), "keys.interrupt: driver tca9555 has no use for it"),
        (KEYPAD, on_ht16k33(4, 4, "none"), "keys: an HT16K33 reads 3 x 13 keys, not 4 x 4; make one side at most 3"),
        (KEYPAD, on_ht16k33(14, 2, "none"), "keys: an HT16K33 reads 3 x 13 keys, not 14 x 2"),
        (KEYPAD, on_ht16k33(4, 3, "column_to_row"), "keys.diodes: no current would flow: an HT16K33 feeds KS0 to KS2"),
        (KEYPAD, on_ht16k33(3, 4, "row_to_column"), "keys.diodes: no current would flow: an HT16K33 feeds KS0 to KS2"),
        (TILE, change("keys", "interrupt", 5), "keys.interrupt: pin 5 is already used by"),
        (TILES, change("keys", "addresses", [46]), "keys.addresses: 1 addresses for 4 tiles of 4x4"),
        (TILES, change("leds", "addresses", 0, 47), "leds.addresses: [47, 47, 48, 49] has non-unique"),
        (TILES, change("leds", "width", 6), "leds: 6 x 8 is not made of 4x4 tiles"),
        (TILES, change("leds", "rotate", 90), "leds.tile: tiles cannot be rotated together"),
        (TILES, change("keys", "areas", "up", [0]), "keys.areas.up: key 0 is already back"),
    ],
)
def test_a_broken_board_on_a_bus_is_refused_in_one_line(tmp_path, name, break_it, message):
    must_be_refused(tmp_path, name, break_it, message)


BUTTONS = "pico_ws2812_8x8_buttons"
ON_29 = {**BATTERY, "pin": 29}


@pytest.mark.parametrize(
    "break_it, message",
    [
        (
            change("keys", "width", 8),
            "keys: 7 pins are as many buttons, width * height 8 * 1 are 8; make them equal: 7 * 1 for buttons in a row",
        ),
        (change("keys", "width", None), "keys: width is missing; add it: keys in a row; of buttons in one row, their"),
        (change("keys", "height", None), "keys: height is missing; add it: rows of keys; 1 for buttons in one row"),
        (change("keys", "pins", None), "keys: pins is missing, which driver pins needs; add it (line 1, column "),
        (change("keys", "pins", [2, 3, 4, 5, 6, 7, 2]), "keys.pins.6: pin 2 is already used by keys.pins.0"),
        (change("keys", "pins", [2, 3, 4, 5, 6, 7, 16]), "keys.pins.6: pin 16 is already used by leds.pin"),
        (change("keys", "rows", [9]), "keys.rows: driver pins has no use for it; remove it"),
        (change("keys", "roles", "undo", 7), "keys.roles.undo: there is no key 7; the keys are 0 to 6"),
    ],
)
def test_broken_buttons_are_refused_in_one_line(tmp_path, break_it, message):
    must_be_refused(tmp_path, BUTTONS, break_it, message)


def test_buttons_may_have_the_driver_buttons(tmp_path):
    """A word that people write; the device is sent the other one."""
    board = json.loads((FOLDER / f"{BUTTONS}.json").read_text(encoding="utf-8"))
    board["keys"]["driver"] = "buttons"
    path = tmp_path / "mine.json"
    path.write_text(json.dumps(board), encoding="utf-8")
    assert load_board(path) == load_board(BUTTONS)
    assert board_of(path.read_text(encoding="utf-8"))["keys"]["driver"] == "pins"


@pytest.mark.parametrize(
    "break_it, message",
    [
        (change("battery", ON_29), None),
        (change("leds", "pin", 25), None),
        (
            lambda board: board.update(battery=ON_29, sound={"driver": "pwm", "pin": 29}),
            "battery.pin: pin 29 is already used by sound.pin",
        ),
        (
            lambda board: board.update(battery=ON_29, sound={"driver": "pwm", "pin": 25}),
            "sound.pin: pin 25 is already used to measure at pin 29; give each its own pin",
        ),
    ],
)
def test_pins_of_clones_are_pins(tmp_path, break_it, message):
    if message:
        must_be_refused(tmp_path, BUTTONS, break_it, message)
        return
    board = load_board(BUTTONS)
    break_it(board)
    path = tmp_path / "mine.json"
    path.write_text(json.dumps(board))
    assert load_board(path) == board and board_check.fault(json.loads(device_board(board))) is None


def test_a_misspelt_key_is_refused_with_its_place(tmp_path):
    text = (FOLDER / f"{FIRST}.json").read_text(encoding="utf-8").replace('"driver": "ws2812"', '"drivr":\n"ws2812"')
    before = text[: text.index('"drivr"')]
    where = f"(line {before.count(chr(10)) + 1}, column {len(before.rpartition(chr(10))[2]) + 1})"
    path = tmp_path / f"{FIRST}.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BoardError) as caught:
        load_board(path)
    assert str(caught.value) == f"{path}: leds.drivr: unknown; did you mean driver? {where}"


@pytest.mark.parametrize(
    "text, message",
    [
        ("{", "not JSON, line 1, column 2: the file ends in the middle"),
        ("[]", "the top level: [] is not of type 'object'"),
        ('{"leds":\n {"pin": 1, "pin": 2}}', "leds.pin: written twice (line 2, column 13)"),
        ("{}", "the top level: name is missing; add it: the file's name without .json (line 1, column 1)"),
    ],
)
def test_a_file_without_a_board_is_refused_in_one_line(tmp_path, text, message):
    path = tmp_path / "broken.json"
    path.write_text(text)
    with pytest.raises(BoardError) as caught:
        load_board(path)
    assert str(caught.value).startswith(f"{path}: {message}")


@pytest.mark.parametrize(
    "steps, found",
    [
        ([], (2, 1)),
        (["a"], (2, 7)),
        (["b"], (3, 3)),
        (["b", "1"], (3, 7)),
        (["b", "1", "a"], (4, 4)),
        (["b", "2"], (4, 12)),
        (["c"], (5, 5)),
        (["b", "1", "gone"], (3, 7)),
        (["gone"], (2, 1)),
    ],
)
def test_places_in_a_file_are_found_by_names_and_numbers(steps, found):
    text = '\n{"a": "b\\"[{", "b":\n  [1, {"x": 1, "a":\n   "}"  }, [2]],\n"c":{} }\n'
    assert place(text, steps) == found


@pytest.mark.parametrize(
    "steps, found", [(["a"], (2, 2)), (["b", "1", "a"], (3, 16)), (["c"], (5, 1)), (["b", "1"], (1, 1))]
)
def test_places_of_keys_are_found_by_names_and_numbers(steps, found):
    text = '\n{"a": "b\\"[{", "b":\n  [1, {"x": 1, "a":\n   "}"  }, [2]],\n"c":{} }\n'
    assert key_place(text, steps) == found


@pytest.mark.parametrize(
    "text, said",
    [
        ('{"a": 1, "b": {"a": 2}, "c": [{"a": 1}, {"a": 1}, "a", ["a:", "a"]]}', ""),
        ('{"a": "}\\"",\n "a" : 2}', "a: written twice (line 2, column 2)"),
        ('{"a": 1, "\\u0061": 2}', "a: written twice (line 1, column 10)"),
        ('{"c": [[], {"a": 1, "a": 2}], "c": 1}', "c.1.a: written twice (line 1, column 21)"),
        ('{"": 1, "": 2}', "'': written twice (line 1, column 9)"),
        ("1", ""),
    ],
)
def test_a_duplicate_key_is_found(text, said):
    assert written_twice(text) == said


def test_a_missing_board_names_the_known_boards():
    with pytest.raises(BoardError, match=f"nosuch: no such board; there are: .*{FIRST}"):
        load_board("nosuch")
    with pytest.raises(BoardError, match="nosuch.json: cannot be read: No such file"):
        load_board("nosuch.json")


def test_a_file_of_another_kind_is_not_called_missing(tmp_path):
    (path := tmp_path / "README.md").write_text("# Boards\n")
    with pytest.raises(BoardError, match="README.md: is there, but is no .json file; give a board file"):
        load_board(path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="Windows has no named pipes in folders")
def test_a_named_pipe_is_refused_at_once(tmp_path):
    os.mkfifo(path := tmp_path / "pipe.json")
    for odd in path, tmp_path:
        (link := tmp_path / f"to_{odd.stem}.json").symlink_to(odd)
        with pytest.raises(BoardError, match="cannot be read: it is no regular file"):
            load_board(link)


def test_the_chips_of_one_colour_lights_count_in_the_budget(tmp_path):
    board = dict(load_board("pico_max7219_16x16_buttons"), name="own")
    board["power"] = {**board["power"], "budget_milliamps": 32}
    (path := tmp_path / "own.json").write_text(json.dumps(board))
    with pytest.raises(BoardError, match="32 mA is no more than the 32 mA that the dark"):
        load_board(path)
