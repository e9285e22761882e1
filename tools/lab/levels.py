"""`bench levels`: measure how long a level thinks on the emulated Pico, and how busy the Pico is meanwhile."""

import json
from typing import Annotated, NamedTuple

import typer

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid.console.app import TICK_MS
from glowgrid.console.storage import MATCH
from glowgrid.games import discover
from glowgrid.levels import LEVELS, level_limits, levels_of
from glowgrid.search import TICK_WORK
from host_sim.boards.files import load_board

from .. import output
from ..pico.play_on_pico import CONSOLE, at_the_prompt

BOARD, LARGE_BOARD = "pico_ws2812_8x8_keys_4x4", "pico_ws2812_16x16_keys_4x4"
COLUMNS = "game", "level", "thinks, s", "of its time", "busy", "longest tick, ms", "behind, ms", "positions"
EARLY = 0.99  # of the work: a search that did less ended by itself
FIRST = 2  # level: the one below has 0.1 s
PLIES = 3  # made before the engine thinks, so that it can not answer from a book or by a swap

# Runs on the Pico, on its own console; ticks follow each other without a wait.
PROGRAM = f"""{CONSOLE}
import json, time
Storage('/saves').save({MATCH!r}, RECORD)
app = App(keys, lights, Storage('/saves'), about)
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
    """One search of a level: its ticks of 10 ms, ms that the Pico was busy in them, ms of the longest tick, most ms
    that it fell behind real time, share of the level's work that it did, positions visited."""

    ticks: int
    busy_ms: float
    longest_ms: float
    late_ms: float
    share: float
    nodes: int


def think(game, size, level, image=None):
    """Let a level think about a game in progress on the emulated Pico; return `Thinking`."""
    position = game.setup(size)
    moves = _opening(position)
    record = {"game": game.name, "size": list(size), "seats": [level] * game.sides, "seed": 1, "moves": moves}
    board = load_board(BOARD if max(position.field.width, position.field.height) <= 8 else LARGE_BOARD)
    text = PROGRAM.replace("RECORD", repr(record))
    ticks, used, longest, late, work, nodes = json.loads(
        at_the_prompt(board, image).exec(text, limit_s=600).splitlines()[-1]
    )
    return Thinking(ticks, used / 1000, longest / 1000, late / 1000, work / level_limits(position, level).work, nodes)


def nominal_ticks(position, level):
    """Return how many ticks a level should think."""
    return level_limits(position, level).work // TICK_WORK


def _opening(position):
    """Return moves near the middle of the field, a knight's move apart, so that nothing is decided yet."""
    field = position.field
    column, row = field.width // 2, field.height // 2
    moves = []
    for x, y in ((0, 0), (1, -1), (-1, 1), (1, 1), (-1, 0), (0, -1)):
        move = field.point_at(column + x, row + y)
        if move >= 0 and len(moves) < PLIES and position.play(move):
            moves.append(move)
    return moves


def levels_of_all(level=0):
    """Yield (game, size, level): one level of every game and size, or all from FIRST on if `level` is 0."""
    for game in (game for game in discover()[0] if not game.hidden):  # no perfect play to compare with
        for size in game.sizes:
            levels = range(FIRST, levels_of(game.setup(size)) + 1)
            yield from ((game, size, each) for each in levels if level in (0, each))


def command(
    level: Annotated[int, typer.Option(min=0, max=LEVELS, help="Level of the engine; 0: all but the first.")] = 0,
    only: Annotated[str, typer.Option("--game", help="One game alone.")] = "",
):
    """Measure on the emulated Pico how long levels think about every game and size, and how busy it is.

    A search ends early when it has proven the result or cannot get any further. "Busy" is the part of its ticks in
    which the Pico worked, "behind" how far it was behind real time at most. All levels take half an hour.
    """
    console, rows = output.console(), []
    for game, size, each in levels_of_all(level):
        if only in ("", game.name):
            name = " ".join([game.name, *map(str, size)])
            with console.status(f"{name}: level {each} thinks"):
                rows.append(_row(name, each, nominal_ticks(game.setup(size), each), think(game, size, each)))
    console.print(output.table(COLUMNS, rows))


def time_of(found):
    """Return the ms that passed while a level thought, from the result of `think`."""
    return TICK_MS * found.ticks + found.late_ms


def _row(name, level, nominal, found):
    early = "" if found.share > EARLY else ", ends early"
    return (
        name,
        str(level),
        f"{time_of(found) / 1000:.2f}",
        f"{time_of(found) / (TICK_MS * nominal):.0%}{early}",
        f"{found.busy_ms / (TICK_MS * found.ticks):.0%}",
        f"{found.longest_ms:.1f}",
        f"{found.late_ms:.0f}",
        f"{found.nodes:,}",
    )
