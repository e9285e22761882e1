"""`arena steps`: how much stronger is each level than the one below?

    arena steps hex --size 5
    arena steps --record          all of GAMES, half an hour; their rows go into MEASURED.md

A match ends as soon as its 95% interval is no wider than WIDTH or lies outside the band of 120 to 220 Elo, or when its
time is over. It measures Elo, so no sequential test ends it. `arena play` with as many games repeats it, from the same
file of rows.
"""

import time
from contextlib import closing
from typing import Annotated, NamedTuple

import typer

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid import VERSION
from glowgrid.levels import levels_of
from glowgrid.rules.game import size_name
from host_sim.cli.errors import ToolError

from ... import output
from .. import measured
from ..runs.run import rows
from ..runs.store import ROWS, Rows, opened
from ..runs.workers import CORES, Jobs, Scheduler, workers
from .arena_command import MOST_GROUPS, match_of
from .match import Tally, job_of, tally

BAND = 120, 220  # Elo
WIDTH = 100  # Elo
BLOCK = 20  # games between two looks at the interval, twice as many before the first
SECONDS = 60  # at most, of a pair of levels
PART = "How strong the levels are"
GAMES = (
    *(("tic-tac-toe", ""), ("fano", ""), ("mnk", "4,3,3"), ("mnk", "4,4,3"), ("mnk", "5,5,4"), ("mnk", "8,8,5")),
    *(("three-player", ""), ("hex", "3"), ("hex", "4"), ("hex", "5"), ("hex", "7")),
    *(("havannah", "2"), ("havannah", "3"), ("havannah", "4"), ("y", "3"), ("y", "4"), ("y", "6")),
)
COLUMNS = "game", "level", "against", "games", "Elo", "95%", "in the band"


class Step(NamedTuple):
    """The result of a level against the one below."""

    game: str
    size: str
    level: int
    result: Tally

    def elo(self):
        """Return (Elo, lowest, highest), 95%."""
        return (self.result.elo(), *(self.result.elo(share) for share in self.result.interval()))

    def in_band(self):
        """Return "yes" or "no", or "unclear" if the interval allows either."""
        elo, low, high = self.elo()
        if high < BAND[0] or low > BAND[1]:
            return "no"
        return "yes" if high - low <= WIDTH and BAND[0] <= elo <= BAND[1] else "unclear"

    def row(self):
        """Return its row of MEASURED.md."""
        elo, low, high = self.elo()
        about = f"{self.game} {self.size}".strip()
        name = f"level_{self.level}_{about.removeprefix('mnk ')}"
        size = f" --size {self.size}" if self.size else ""
        play = f"arena play {self.game}{size} --first level:{self.level} --second level:{self.level - 1}"
        return {
            "name": "".join(sign if sign.isalnum() else "_" for sign in name),
            "part": PART,
            "what": f"level {self.level} against level {self.level - 1} on {about}, {self.result.games} games",
            "figure": f"{elo:+.0f} Elo ({low:+.0f} to {high:+.0f})",
            "bar": f"{BAND[0]} to {BAND[1]} Elo",
            "command": f"python -m tools.lab {play} --games {self.result.games}",
            "date": measured.today(),
            "version": VERSION,
        }


def step(game, size, level, store, workers):
    """Play a level against the one below until the interval says enough, or the time is over; return the Step."""
    match = match_of(game, size or None, f"level:{level}", f"level:{level - 1}")
    ends, games = time.monotonic() + SECONDS, []
    found = None
    with closing(rows(job_of(match), store, workers, range(MOST_GROUPS))) as groups:
        while found is None or not _enough(found) and time.monotonic() < ends:
            more = BLOCK if games else 2 * BLOCK
            for _ in range(more // match.game.sides):
                games += next(groups)
            found = Step(game, size_name(match.size), level, tally(games, match.game.sides))
    return found


def _enough(found):
    _, low, high = found.elo()
    return high - low <= WIDTH or found.in_band() == "no"


def command(
    name: Annotated[str | None, typer.Argument(metavar="[GAME]", help="Default: all measured ones.")] = None,
    size: Annotated[str, typer.Option(help="Numbers between commas, as for play.")] = "",
    record: Annotated[bool, typer.Option("--record", help="Enter the results in MEASURED.md.")] = False,
    file: Rows = ROWS,
    jobs: Jobs = CORES,
    scheduler: Scheduler = None,
):
    """Play each level against the one below, until it is clear how much stronger it is."""
    if size and not name:
        raise ToolError("--size is of one game: name it")
    console = output.console()
    steps, players = [], workers(jobs, scheduler)
    with opened(console, file) as store:
        for game, of in [(name, size)] if name else GAMES:
            match = match_of(game, of or None, "random", "random")
            for level in range(2, levels_of(match.game.setup(match.size)) + 1):
                with console.status(f"{game} {of}: level {level}"):
                    steps.append(step(game, of, level, store, players))
    console.print(output.table(COLUMNS, [_shown(each) for each in steps]))
    if record and steps:
        measured.write(measured.renewed(measured.load(), [each.row() for each in steps]))


def _shown(found):
    elo, low, high = (f"{each:+.0f}" for each in found.elo())
    about = f"{found.game} {found.size}".strip()
    return (
        about,
        str(found.level),
        str(found.level - 1),
        str(found.result.games),
        elo,
        f"{low} to {high}",
        found.in_band(),
    )
