"""`python -m tools selftest --wiring`: find out how a Pico's LEDs and keys are wired, and write the board file."""

import contextlib
import itertools
import time
from pathlib import Path

import typer

from host_sim.boards.files import BoardError, list_boards, load_board
from host_sim.cli.errors import ToolError
from host_sim.cli.installed import TOOLS
from host_sim.cli.writable import writing
from host_sim.text.written_json import board_text

from ...output import say
from ..talk.wiring import board_file
from ..talk.wiring.find import differences, find
from ..talk.wiring.lights import COLOURS
from ..talk.wiring.probe import Probe

OWN = "my_board"


class Person:
    """The person at the terminal."""

    def __init__(self, about):
        self._width, self._height = about["leds"]["width"], about["leds"]["height"]
        self._columns = about["keys"]["width"]

    def say(self, text):
        say(text)

    async def steady(self):
        return typer.confirm("Is one light on, steady, and all others dark?")

    async def place(self):
        """Ask until the answer is a place; return (column, row) from 0."""
        while True:
            words = typer.prompt(
                f"Where is the light now? Column 1 to {self._width} from the left,"
                f" row 1 to {self._height} from the top, as in: 1 1"
            ).split()
            if len(words) == 2 and all(word.isdigit() for word in words):
                column, row = (int(word) - 1 for word in words)
                if 0 <= column < self._width and 0 <= row < self._height:
                    return column, row
            say(f"enter two numbers, 1 to {self._width} and 1 to {self._height}")

    async def colour(self):
        known = {word[0]: word for word in COLOURS.values()}
        while True:
            said = typer.prompt("What colour is the light? r(ed), g(reen), b(lue) or w(hite)").strip().lower()
            if said[:1] in known:
                return known[said[0]]
            say("enter r, g, b or w")

    async def agrees(self, text):
        return typer.confirm(text)

    def tap(self, key, times):
        say(f"Tap the key in column {key % self._columns + 1} of row {key // self._columns + 1} {times} times")

    def pull(self, seconds):
        say(f"Pull the USB plug out now, while the device saves again and again; you have {seconds} s")

    async def wait(self, ms):
        time.sleep(ms / 1000)

    async def plugged_in(self):
        typer.prompt("Gone. Plug it in again, then press Enter", default="", show_default=False)

    async def press(self, column, row):
        say(f"Press the key in column {column + 1} of row {row + 1} (you have a minute)")


def with_words(about, path):
    """Return the board of a device with the parts for people, see board_file.py.

    They are in the board's file: in boards/, or at `path`, where an earlier run wrote it.
    """
    for file in (about["name"], path):
        with contextlib.suppress(BoardError):
            known = load_board(file)
            if known["name"] == about["name"]:
                return board_file.with_words(about, known)
    return board_file.with_words(about, None)


def own_file(name):
    """Return the path of the file to write for the board of a device: it keeps the name of a person's own board.

    One of boards/ becomes my_board, with a number if there is such a file already.
    """
    if name not in list_boards():
        return Path(f"{name}.json")
    numbers = itertools.count(2)
    path = Path(f"{OWN}.json")
    while path.exists():
        path = Path(f"{OWN}_{next(numbers)}.json")
    return path


async def find_and_write(run, about, talk, path):
    """Find out how the device is wired; write the board to `path` if it differs from `about`. Return the new board.

    await run(code): runs MicroPython code on the device and returns what it printed.
    """
    board = await find(about, Probe(run, about), talk)
    lines = list(differences(about, board))
    if not lines:
        talk.say(f"everything is wired as {about['name']} says")
        return board
    board["name"] = Path(path).stem
    with writing(path):
        Path(path).write_text(board_text(board), encoding="utf-8")
    try:
        board = load_board(path)
    except BoardError as error:
        raise ToolError(f"the wiring found is not a valid board: {error}") from error
    for line in lines:
        talk.say(line)
    talk.say(f"{path} is written; now: {TOOLS} flash --board {path}")
    return board
