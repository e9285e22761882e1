"""Golden playthroughs: key logs in tests/golden and the frames they produce, as readable text.

A log names its match and the entries it takes (see menu_path.py). Frames shown on the way there are left out,
except the very first one. So are the dots below a choice, one for each entry: a new game or entry changes no golden
file.
"""

import re
import tempfile
from pathlib import Path

from ..boards import DEFAULT_BOARD
from ..boards.files import load_board
from . import keylog, menu_path
from .session import Session

FOLDER = Path(__file__).resolve().parents[2] / "tests" / "golden"
BOARD = DEFAULT_BOARD
BACK_MS = 300  # how long before a line with `menu` or `take` that menu may come up
LASTS_MS = {"menu": menu_path.CHOOSING_MS, "take": menu_path.TAKING_MS}
DOTS = re.compile(r"^\.*(#-+|-+#-*)\.*$")
AFTER_MS = 1000  # how long a playthrough goes on after its last key


def logs():
    """Return the paths of all key logs."""
    return sorted(FOLDER.glob("*.keys"))


def changes(path, found=None):
    """Return the key changes of a log, and the time at which its playthrough ends, in ms.

    found: (games, errors) instead of the games of the firmware.
    """
    read = keylog.parse(path.read_text(), 16, path.name, menu_path.reader(load_board(BOARD), found=found))
    return read, read[-1][0] + AFTER_MS


def frames(path, found=None):
    """Return (time_ms, text) of each new frame of a playthrough from power-up with no saves."""
    read, until_ms = changes(path, found)
    with tempfile.TemporaryDirectory() as folder:
        return kept(path, Session(load_board(BOARD), folder, found, is_first(path)).play(read, until_ms))


def is_first(path):
    """Return whether a log begins at the first start of a new device."""
    return path.stem == "first_game"


def kept(path, shown):
    """Return the frames, (time_ms, text) each, that the golden file of a key log keeps."""
    left_out = [(at - BACK_MS, at + LASTS_MS[kind]) for at, kind in keylog.by_name(path.read_text())]
    left_out.append((1, menu_path.SOONEST_MS))
    frames = [frame for frame in shown if not any(begin <= frame[0] < end for begin, end in left_out)]
    return [(time_ms, _without_dots(text)) for time_ms, text in frames]


def _without_dots(text):
    """Return a picture without the dots for its entries in the lowest row."""
    *rows, last = text.split("\n")
    return "\n".join([*rows, "(dots)" if DOTS.match(last) else last])


def recorded(path):
    """Return (time_ms, text) of each frame in the golden file of a key log."""
    return from_text(path.with_suffix(".frames").read_text())


def as_text(shown):
    """Return frames as the text of a golden file: time, picture, empty line."""
    return "".join(f"{time_ms} ms\n{text}\n\n" for time_ms, text in shown)


def from_text(text):
    """Return the frames of a golden file."""
    blocks = [block.split("\n", 1) for block in text.strip().split("\n\n")]
    return [(int(head.split()[0]), picture) for head, picture in blocks]
