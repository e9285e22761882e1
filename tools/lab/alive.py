"""`python -m tools alive`: are keys answered while the engine thinks on the largest fields, and is its move in time?"""

import statistics
from typing import Annotated

import typer
from rich.table import Table

from .. import plain
from ..device.build import staged_files
from ..errors import ToolError

BOARD = "pico_ws2812_16x16_keys_4x4"
FIELDS = ("hex", (11,)), ("hex", (14,)), ("havannah", (8,))
WORST_MS = 25  # key to light


def command(
    level: Annotated[int, typer.Option(min=1, max=5, help="Of the engine.")] = 2,
    presses: Annotated[bool, typer.Option(help="List every press.")] = False,
    cache: Annotated[bool, typer.Option("--cache", help="Flash takes time where the chip's cache misses.")] = False,
):
    """Press keys while the engine thinks on the largest fields.

    On the emulated Pico with 16x16 lights; a key that is answered too late is an error.
    """
    from host_sim.boards import load_board
    from host_sim.pico.alive import measure

    console = plain.console()
    table = Table(
        "field",
        "presses",
        "key to light, median ms",
        "worst ms",
        "keys unread in set-up, ms",
        "first frame to move, ms",
    )
    slow = []
    for game, size in FIELDS:
        name = f"{game} {size[0]}"
        with console.status(f"{name}: pressing keys"):
            alive = measure(load_board(BOARD), staged_files(BOARD), game, size, level, cache=cache)
        waits = alive.waits_ms
        table.add_row(
            name,
            str(len(waits)),
            f"{statistics.median(waits):.1f}",
            f"{max(waits):.1f}",
            f"{alive.unread_ms:.0f}",
            f"{alive.move_ms:.0f}",
        )
        if presses:
            console.print(f"{name}: {' '.join(f'{wait:.1f}' for wait in waits)}")
        if max(waits) > WORST_MS:
            slow.append(name)
    console.print(table)
    if slow:
        raise ToolError(f"a key is answered later than {WORST_MS} ms: {', '.join(slow)}")
