"""Golden playthroughs: key logs in tests/golden and the frames they lead to, as text that people can read."""

import tempfile
from pathlib import Path

from host_sim import keylog
from host_sim.boards import load_board
from host_sim.session import Session

FOLDER = Path(__file__).resolve().parent.parent / "tests" / "golden"
BOARD = "pico_ws2812_8x8_keys_4x4"
AFTER_MS = 1000  # how long a playthrough goes on after its last key


def logs():
    """Paths of all key logs."""
    return sorted(FOLDER.glob("*.keys"))


def changes(path):
    """The key changes of a log, and the time at which its playthrough ends, in ms."""
    read = keylog.parse(path.read_text(), 16, path.name)
    return read, read[-1][0] + AFTER_MS


def frames(path):
    """(time_ms, text) of each new frame of a playthrough from power-up with no saves."""
    read, until_ms = changes(path)
    with tempfile.TemporaryDirectory() as folder:
        return list(Session(load_board(BOARD), folder).play(read, until_ms))


def recorded(path):
    """(time_ms, text) of each frame that stands in the golden file of a key log."""
    return from_text(path.with_suffix(".frames").read_text())


def as_text(shown):
    """Frames as they stand in a golden file: time, picture, empty line."""
    return "".join(f"{time_ms} ms\n{text}\n\n" for time_ms, text in shown)


def from_text(text):
    """The frames of a golden file."""
    blocks = [block.split("\n", 1) for block in text.strip().split("\n\n")]
    return [(int(head.split()[0]), picture) for head, picture in blocks]
