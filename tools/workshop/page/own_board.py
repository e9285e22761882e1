"""The files of a board that is not in boards/, or that gets a link: from a board file, as text."""

import json

from glowgrid.hardware.board_check import fault
from host_sim.boards.from_text import board_of
from host_sim.boards.linked import linked, unlinked
from host_sim.boards.parts import TIMINGS, device_board
from host_sim.cli.errors import ToolError

from ...compile.layout.dark import DARK, dark
from ...compile.layout.places import BOARD


def files_of(text, chip="", link=None):
    """Return {path on the device: bytes} of a board file, what differs between boards. Raises ToolError, one line.

    chip: of the Pico, if it is known; it may be one of the board's variants. link: whether the board
    has a link to another device; None: as the file says.
    """
    try:
        board = board_of(text)
        if link is not None:
            board = linked(board) if link else unlinked(board)
    except ValueError as error:
        why = str(error)
    else:
        stated = json.loads(text)
        timing = stated["leds"].get("timing", "any")
        if chip in [variant.get("mcu") for variant in stated.get("variants", ())]:
            board["mcu"] = chip
        if timing != "any":
            board["leds"]["timing"] = TIMINGS.get(str(timing), timing)
        why = fault(board)
        if not why:
            return {BOARD: device_board(board), DARK: dark(board)}
    raise ToolError(f"the board file: {why}")
