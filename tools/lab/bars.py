"""`python -m tools bars`: from key to light, scan, frame and CPU load of each board on the emulated Pico, against what
they may be."""

import statistics
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from host_sim.errors import ToolError

from ..device.build import staged_files

MEDIAN_MS = 15  # key to light
WORST_MS = 20, 25  # of a matrix of keys: with up to 8 x 8 LEDs, above
WORST_ON_BUS_MS = 30  # of keys on a bus
FAST_HERTZ = 400_000  # for lights on a slower I2C bus both may be twice as much
SCAN_US = 100, 400  # a matrix of up to 4 x 4 keys, above; keys on a bus are as fast as their bus
FRAME_US = 300  # CPU time of a frame by PIO and DMA; other LEDs are as fast as their bus
LOAD_PERCENT = 15


def command(
    board: Annotated[str | None, typer.Option(help="One board only.")] = None,
    presses: Annotated[int, typer.Option(min=1, help="How many, for each board.")] = 400,
    cache: Annotated[bool, typer.Option("--cache", help="Flash takes time where the chip's cache misses.")] = False,
):
    """Measure every board: from key to light, scan, frame, CPU load.

    On the emulated Pico; a board that is slower than it may be is an error.
    """
    from host_sim.boards import BoardError, list_boards, load_board

    from .pico.bars import measure

    table = Table("board", "key to light, median ms", "worst ms", "scan us", "frame us", "busy in menu %", "in match %")
    console = Console(width=140)
    slow = []
    for name in [board] if board else list_boards():
        try:
            about = load_board(name)
        except BoardError as error:
            raise ToolError(str(error)) from error
        files = staged_files(name)
        with console.status(f"{about['name']}: pressing keys"):
            waits, figures = measure(about, files, presses, cache=cache)
        cells = []
        for figure, limit in bars(about, waits, figures):
            over = limit is not None and figure > limit
            cells.append(f"{figure:.1f}" if isinstance(figure, float) else str(figure))
            if over:
                cells[-1] = f"[red]{cells[-1]} (at most {limit})[/red]"
                slow.append(about["name"])
        table.add_row(about["name"], *cells)
    console.print(table)
    if slow:
        raise ToolError(f"slower than it may be: {', '.join(sorted(set(slow)))}")


def bars(about, waits, figures):
    """[(figure, the most it may be, or None)] in the order of the table. waits, figures: see tools/lab/pico/bars.py."""
    leds, keys = about["leds"], about["keys"]
    scan = SCAN_US[keys["width"] * keys["height"] > 16] if keys["driver"] == "matrix" else None
    frame = FRAME_US if leds["driver"] == "ws2812" else None
    worst = WORST_MS[leds["width"] * leds["height"] > 64] if keys["driver"] == "matrix" else WORST_ON_BUS_MS
    slow = 2 if leds["driver"] == "seesaw" and leds.get("hertz", 0) < FAST_HERTZ else 1
    return [
        (statistics.median(waits), slow * MEDIAN_MS),
        (max(waits), slow * worst),
        (figures.scan_us, scan),
        (figures.frame_us, frame),
        (figures.menu, LOAD_PERCENT),
        (figures.match, LOAD_PERCENT),
    ]
