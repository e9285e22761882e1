"""The device checks its board as the host does: whatever is wrong is one line, never an error somewhere else."""

import json
import re

import pytest
from odd_boards import odd_boards

from glowgrid.hardware import board_check
from glowgrid.hardware.board import Fault, load
from host_sim.boards import BoardError, device_board, list_boards, load_board
from host_sim.session import Session

# What the host refuses and the device need not: it harms nothing, or the driver refuses it in one line.
HARMLESS = (
    ": unknown;",
    "has no use for it",
    "is already",  # two roles of a key
    "has non-unique elements",  # two tiles of an address
    "is no S",  # pins that the bus cannot use
    "is no M",
    "a 0 is high for",
    "is no more than the",  # a budget too small for any light
    "after a light sleep",
    "mcu: ",
    "name: ",
    "title: ",
    "mcu is missing",
    "name is missing",
    "title is missing",
)


@pytest.mark.parametrize("name", list_boards())
def test_every_board_is_right(name):
    assert board_check.fault(json.loads(device_board(load_board(name)))) is None


def differences(seed, count, tmp_path):
    """(refused by both, by the device alone, by the host alone) of so many odd boards."""
    both, device_alone, host_alone = 0, [], []
    path = tmp_path / "odd.json"
    for name, board in odd_boards(seed, count):
        fault = board_check.fault(json.loads(json.dumps(board)))
        path.write_text(json.dumps(dict(board, parts=load_board(name)["parts"])))
        try:
            loaded = load_board(path)
        except BoardError as error:
            if fault:
                both += 1
                assert "\n" not in fault
            elif not any(words in str(error) for words in HARMLESS):
                host_alone.append((str(error), board))
            else:
                session = Session(board, tmp_path)
                session.tick()
        else:
            fault = board_check.fault(json.loads(device_board(loaded)))  # what may be left out is filled in by the host
            if fault:
                device_alone.append((fault, board))
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
        assert re.fullmatch(r"[^\n]*; flash the board again \(python -m tools flash --board NAME\)", str(caught.value))


@pytest.mark.parametrize("path", ["nosuch.json", "."])
def test_a_file_that_cannot_be_read_is_a_fault(tmp_path, path):
    with pytest.raises(Fault, match="is missing or cannot be read"):
        load(str(tmp_path / path))
