"""`python -m tools levels`: how long a level thinks on the emulated Pico, and how busy the Pico is meanwhile."""

import json
from typing import Annotated, NamedTuple

import typer
from rich.table import Table

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid.games import discover
from glowgrid.levels import LEVELS, MILLISECONDS, level_limits
from glowgrid.search import TICK_WORK
from glowgrid.search.engine import WORK_VERSION
from host_sim.boards import load_board

from .. import plain
from ..paths import ROOT

TICK_MS = 10
BOARD, LARGE_BOARD = "pico_ws2812_8x8_keys_4x4", "pico_ws2812_16x16_keys_4x4"
TABLE = ROOT / "tools" / "lab" / "LEVELS.md"
HEAD = """# How long a level thinks

Made by `python -m tools levels --level {level} --record`: do not edit. Level {level} has {seconds:g} s.
The emulated Pico thinks about every game and size, with the first moves made and work units of version {version}.
A search ends early when it has proven the result or cannot get any further.
In a tree of playouts, a new row of moves counts as 5 positions (Hex) or 2 (others).

"""
COLUMNS = "game", "ticks of 10 ms", "of its time", "busy", "longest tick, ms", "behind, ms", "positions"
PLIES = 3  # made before the engine thinks, so that no book and no swap answers for it

# Runs on the Pico, on the console that main.py makes; a tick follows the other without a wait.
PROGRAM = """
import json, time
from glowgrid.hardware import board
from glowgrid.hardware.lights import Lights
from glowgrid.console import palette
from glowgrid.console.app import App
from glowgrid.console.storage import MATCH, Storage
Storage('/saves').save(MATCH, RECORD)
about = board.load('/board.json')
keys, leds = board.drivers(about)
app = App(keys, Lights(about, palette.RGB, leds), Storage('/saves'), about)
now = 0

def tick():
    global now
    began = time.ticks_us()
    app.tick(now)
    now += 10
    return time.ticks_diff(time.ticks_us(), began)

while app.screen.NAME != 'resume':
    tick()
app.resume(now)
while app.screen.NAME != 'play' or not app.screen.thinking:
    tick()
position, verdict = app.match.position, app.match.engine.verdict
plies = position.plies
ticks = used = longest = late = latest = 0
searched = False
while position.plies == plies:
    us = tick()
    if not searched:
        ticks += 1
        used += us
        longest = max(longest, us)
        late = max(late + us - 10000, 0)
        latest = max(latest, late)
    searched = app.match.engine.done
print(json.dumps([ticks, used, longest, latest, verdict.work, verdict.nodes]))
"""


class Thinking(NamedTuple):
    """One search of a level: ticks of 10 ms that it took, ms that the Pico was busy in them, ms of the longest tick,
    most ms that it fell behind real time, share of the level's work that it did, positions visited."""

    ticks: int
    busy_ms: float
    longest_ms: float
    late_ms: float
    share: float
    nodes: int


def think(game, size, level, image=None):
    """Let a level think about a game under way on the emulated Pico; returns `Thinking`."""
    from host_sim.pico.play import Player

    position = game.setup(size)
    moves = _opening(position)
    record = {"game": game.name, "size": list(size), "seats": [level] * game.sides, "seed": 1, "moves": moves}
    board = load_board(BOARD if max(position.field.width, position.field.height) <= 8 else LARGE_BOARD)
    player = Player(board, [], image)
    player.pico.boot()
    player.pico.run_until(lambda: player.scans)
    player.pico.send(b"\x03")
    player.pico.run_until(b">>> ")
    text = PROGRAM.replace("RECORD", repr(record))
    ticks, used, longest, late, work, nodes = json.loads(player.pico.exec(text, limit_s=600).splitlines()[-1])
    return Thinking(ticks, used / 1000, longest / 1000, late / 1000, work / level_limits(position, level).work, nodes)


def nominal_ticks(position, level):
    """Return how many ticks a level is to think."""
    return level_limits(position, level).work // TICK_WORK


def _opening(position):
    """Moves near the middle of the field, a knight's move apart, so that nothing is decided yet."""
    field = position.field
    column, row = field.width // 2, field.height // 2
    moves = []
    for x, y in ((0, 0), (1, -1), (-1, 1), (1, 1), (-1, 0), (0, -1)):
        move = field.point_at(column + x, row + y)
        if move >= 0 and len(moves) < PLIES and position.play(move):
            moves.append(move)
    return moves


def command(
    level: Annotated[int, typer.Option(min=1, max=LEVELS, help="Of the engine.")] = 3,
    record: Annotated[bool, typer.Option("--record", help="Write the table to LEVELS.md.")] = False,
):
    """Let a level think about every game and size on the emulated Pico: how long, and how busy is the Pico?"""
    console = plain.console()
    rows = []
    for game in discover()[0]:
        for size in game.sizes:
            name = " ".join([game.name, *map(str, size)])
            with console.status(f"{name}: level {level} thinks"):
                rows.append(_row(name, nominal_ticks(game.setup(size), level), think(game, size, level)))
    table = Table(*COLUMNS)
    for row in rows:
        table.add_row(*row)
    console.print(table)
    if record:
        TABLE.write_text(_markdown(level, rows))


def _row(name, nominal, found):
    early = "" if found.share > 0.99 else ", ends early"
    return (
        name,
        str(found.ticks),
        f"{found.ticks / nominal:.0%}{early}",
        f"{found.busy_ms / (TICK_MS * found.ticks):.0%}",
        f"{found.longest_ms:.1f}",
        f"{found.late_ms:.0f}",
        f"{found.nodes:,}",
    )


def _markdown(level, rows):
    about = HEAD.format(level=level, seconds=MILLISECONDS[level - 1] / 1000, version=WORK_VERSION)
    lines = [COLUMNS, ["---"] * len(COLUMNS), *rows]
    return about + "".join(f"| {' | '.join(cells)} |\n" for cells in lines)
