"""`python -m tools alive`: are keys answered while the engine thinks, and is its move in time?"""

import statistics
from typing import Annotated

import typer
from rich.table import Table

from host_sim.errors import ToolError

from .. import output
from ..device.build import staged_files

LARGE, SMALL = "pico_ws2812_16x16_keys_4x4", "pico_ws2812_8x8_keys_4x4"
WORST_MS = {LARGE: 25, SMALL: 20}  # key to light
FIELDS = (  # board, game, size, level
    (LARGE, "hex", (11,), 2),
    (LARGE, "hex", (14,), 2),
    (LARGE, "havannah", (8,), 2),
    (SMALL, "mnk", (8, 8, 5), 4),
    (SMALL, "mnk", (7, 7, 5), 4),
    (SMALL, "mnk", (6, 6, 5), 4),
    (SMALL, "hex", (7,), 3),
)


def command(
    presses: Annotated[bool, typer.Option(help="List every press.")] = False,
    cache: Annotated[bool, typer.Option("--cache", help="Flash takes time where the chip's cache misses.")] = False,
):
    """Press keys while the engine thinks, on the emulated Pico: on the largest fields, and on those of lines.

    A key that is answered too late is an error.
    """
    from host_sim.boards import load_board

    from .pico.alive import measure

    console = output.console()
    table = Table(
        "field",
        "presses",
        "key to light, median ms",
        "worst ms",
        "keys unread in set-up, ms",
        "first frame to move, ms",
    )
    slow = []
    for board, game, size, level in FIELDS:
        name = " ".join([game, *map(str, size)])
        with console.status(f"{name}: pressing keys"):
            alive = measure(load_board(board), staged_files(board), game, size, level, cache=cache)
        waits = alive.waits_ms
        table.add_row(
            f"{name}, level {level}",
            str(len(waits)),
            f"{statistics.median(waits):.1f}",
            f"{max(waits):.1f}",
            f"{alive.unread_ms:.0f}",
            f"{alive.move_ms:.0f}",
        )
        if presses:
            console.print(f"{name}: {' '.join(f'{wait:.1f}' for wait in waits)}")
        if max(waits) > WORST_MS[board]:
            slow.append(f"{name} ({max(waits):.1f} of {WORST_MS[board]} ms)")
    console.print(table)
    if slow:
        raise ToolError(f"a key is answered too late: {', '.join(slow)}")
