"""The device checks its board as the host does: a fault is one line, never an error somewhere else."""

import binascii
import json
import re
from pathlib import Path

import pytest
from odd_boards import odd_boards

import glowgrid
from glowgrid.console import palette
from glowgrid.hardware import board, board_check, lights
from glowgrid.hardware.board import Fault, checked, is_checked, load
from glowgrid.hardware.board_check import driver_kinds
from glowgrid.record import OPTIONAL
from host_sim.boards.files import BoardError, list_boards, load_board
from host_sim.boards.parts import device_board, pins
from host_sim.console.session import Session

# What only the host refuses: it does no harm, or the driver refuses it in one line.
HARMLESS = (
    ": unknown;",
    "has no use for it",
    "is already",  # two roles of a key
    "has non-unique elements",  # two tiles of an address
    "is more than a tile follows",
    "cannot be S",  # pins that the bus cannot use
    "cannot be M",
    "a 0 is high for",
    "is no more than the",  # a budget too small for any light
    "they would go black",  # a budget too small for all
    "one panel of 8 x 8 after the other",
    "a light sleep changes",
    "mcu: ",
    "name: ",
    "title: ",
    "mcu is missing",
    "name is missing",
    "title is missing",
)


@pytest.mark.parametrize("name", list_boards())
def test_every_board_is_valid_and_signed(name):
    text = device_board(load_board(name))
    assert board_check.fault(json.loads(text)) is None and is_checked(text)


def test_a_file_that_was_changed_or_signed_under_other_rules_is_checked_again(tmp_path, monkeypatch):
    text = device_board(load_board("pico_ws2812_8x8_keys_4x4"))
    path = tmp_path / "board.json"
    path.write_bytes(text)
    assert load(str(path))["leds"]["pin"] == 16
    path.write_bytes(text.replace(b'"pin":16', b'"pin":99'))
    with pytest.raises(Fault, match="leds.pin: 99; expected 0 to 29"):
        load(str(path))
    monkeypatch.setattr(board, "RULES", 1)
    assert not is_checked(text)


def test_a_signed_file_is_trusted(tmp_path):
    path = tmp_path / "board.json"
    odd = (
        device_board(load_board("pico_ws2812_8x8_keys_4x4")).rpartition(b',"checked"')[0].replace(b":16,", b":99,")
        + b"}"
    )
    path.write_bytes(odd)
    with pytest.raises(Fault):
        load(str(path))
    path.write_bytes(checked(odd))
    assert load(str(path))["leds"]["pin"] == 99


def test_the_rules_a_board_file_is_signed_under_are_those_of_the_check():
    files = "hardware/board_check.py", "hardware/battery_check.py", "hardware/wire_order.py", "record.py"
    texts = [(Path(glowgrid.home) / file).read_text(encoding="utf-8") for file in files]
    rules = binascii.crc32("".join(texts).encode())
    assert rules == board.RULES, f"set RULES in firmware/glowgrid/hardware/board.py to 0x{rules:08X}"


def test_a_board_that_the_pico_refuses_is_not_signed():
    odd = load_board("pico_ws2812_8x8_keys_4x4")
    odd["keys"]["rows"] = [99]
    assert b"checked" not in device_board(odd)


def differences(seed, count, tmp_path):
    """Return (refused by both, by the device alone, by the host alone) of `count` odd boards."""
    both, device_alone, host_alone = 0, [], []
    path = tmp_path / "odd.json"
    for name, odd in odd_boards(seed, count):
        fault = board_check.fault(json.loads(json.dumps(odd)))
        path.write_text(json.dumps(dict(odd, parts=load_board(name)["parts"])))
        try:
            loaded = load_board(path)
        except BoardError as error:
            if fault:
                both += 1
                assert "\n" not in fault
            elif not any(words in str(error) for words in HARMLESS):
                host_alone.append((str(error), odd))
            else:
                session = Session(odd, tmp_path)
                session.tick()
        else:
            fault = board_check.fault(json.loads(device_board(loaded)))  # the host fills in what may be left out
            if fault:
                device_alone.append((fault, odd))
    return both, device_alone, host_alone


@pytest.mark.parametrize("count", [150, pytest.param(2000, marks=pytest.mark.long)])
def test_device_and_host_refuse_the_same_boards(count, tmp_path):
    both, device_alone, host_alone = differences(1, count, tmp_path)
    assert (device_alone, host_alone) == ([], [])
    assert both > count // 2


def test_a_file_of_any_content_is_a_board_or_a_fault_in_one_line(tmp_path):
    path = tmp_path / "board.json"
    whole = device_board(load_board("pico_neotrellis_8x8"))
    broken = [whole[:end] for end in range(0, len(whole), 7)]
    broken += [whole[:at] + b"\xff" + whole[at + 1 :] for at in range(0, len(whole), 7)]
    broken += [b"[" * 100_000, b" " * 100_000, b'{"leds": ' * 5_000, b"\x00" * 5000, b"null"]
    for content in broken:
        path.write_bytes(content)
        with pytest.raises(Fault) as caught:
            load(str(path))
        assert re.fullmatch(r"[^\n]*; flash the board again \(glowgrid flash --board NAME\)", str(caught.value))


@pytest.mark.parametrize("path", ["nosuch.json", "."])
def test_a_file_that_cannot_be_read_is_a_fault(tmp_path, path):
    with pytest.raises(Fault, match="is missing or cannot be read"):
        load(str(tmp_path / path))


@pytest.mark.parametrize("name", list_boards())
@pytest.mark.parametrize("odd", [1.5, "1", {"a": 1}, [[1]], [1.5], None, True, 10**30])
def test_a_field_of_another_driver_may_hold_anything(name, odd):
    board = json.loads(device_board(load_board(name)))
    fields = {bare(field) for kind in ("leds", "keys") for each in driver_kinds(kind).values() for field in each}
    for kind in ("leds", "keys", "sound"):
        part = board.setdefault(kind, {"driver": "pwm", "pin": 22} if kind == "sound" else {})
        part.update({field: odd for field in fields - set(map(bare, known_fields(kind, part)))})
    fault = board_check.fault(board)
    assert fault is None or fault.startswith("pin ") and "is used by" in fault
    assert all(type(pin) is int for _, pin in pins(board))


def bare(field):
    return field.removesuffix(OPTIONAL)


def known_fields(kind, part):
    return {"pin", "driver"} if kind == "sound" else driver_kinds(kind)[part["driver"]]


class Wire:
    def write(self, rgb):
        """Take a frame."""


REFUSED = {  # by the Pico, or beyond what the parts can do
    "20 MHz": ("pico_max7219_8x8_buttons", "leds", {"hertz": 20_000_000}, "leds.hertz: 20000000; expected 100000 to"),
    "1 MHz": ("pico_ht16k33_8x8_buttons", "leds", {"hertz": 1_000_000}, "leds.hertz: 1000000; expected 100000 to 400"),
    "tile": ("pico_neotrellis_8x8", "leds", {"hertz": 1_000_000}, "leds.hertz: 1000000 is more .* at most 400000"),
    "keys": ("pico_neotrellis_4x4", "keys", {"hertz": 400_001}, "keys.hertz: 400001 is more .* at most 400000"),
    "fast": ("pico_neotrellis_4x4", "keys", {"hertz": 400_000}, ""),
    "dark": ("pico_max7219_8x8_buttons", "power", {"budget_milliamps": 20}, "20 mA: with all LEDs lit .* allow 28"),
    "just": ("pico_max7219_8x8_buttons", "power", {"budget_milliamps": 28}, ""),
    "colours": ("pico_ws2812_8x8_keys_4x4", "power", {"budget_milliamps": 70}, "with all LEDs lit .* allow"),
    "rows": ("pico_ht16k33_8x8_buttons", "leds", {"width": 16, "channels": "R"}, 'leds.order: .* add "tile": .8, 8.'),
    "tiles": ("pico_ht16k33_8x8_buttons", "leds", {"width": 16, "channels": "R", "tile": [8, 8]}, ""),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_the_pico_or_its_parts_cannot_do_is_named_with_what_to_write(case, tmp_path):
    name, part, changes, said = REFUSED[case]
    board = load_board(name)
    board[part] |= changes
    path = tmp_path / "board.json"
    path.write_text(json.dumps(board))
    if said:
        with pytest.raises(BoardError, match=said):
            load_board(path)
    else:
        assert load_board(path)[part] == board[part]


def test_a_budget_that_is_accepted_shows_a_frame_of_all_leds(tmp_path):
    """The least budget that is accepted, of each kind of LEDs."""
    for name in "pico_max7219_8x8_buttons", "pico_ht16k33_8x8_buttons", "pico_ws2812_8x8_keys_4x4":
        board = load_board(name)
        path = tmp_path / f"{name}_least.json"
        for budget in range(1, 400):
            board["power"]["budget_milliamps"] = budget
            path.write_text(json.dumps({**board, "name": path.stem}))
            try:
                least = load_board(path)
                break
            except BoardError:
                pass
        shown = lights.kind(least)(least, palette.RGB, Wire())
        shown.show(bytes([palette.WHITE]) * 64)
        assert shown.scale > lights.BLACK_SCALE, (name, budget)
