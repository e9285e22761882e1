"""`arena strength`: check that the engine solves its tasks, with the Pico's work in the given time.

arena strength 8x8x5                 500 positions with something to win or to stop within 5 or 7 plies
arena strength 8x8x5 --make          remake the positions, from games between levels
arena strength 5x5x4                 games against a perfect opponent (tools/lab/strength/perfect.py)

The engine has 3000 ms of the Pico's time for a move (8x8x5) or 10000 (5x5x4), or as in `--think MS` or `--level N`.
"""

from collections import Counter
from typing import Annotated

import typer

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from host_sim.errors import ToolError

from ... import output
from ...paths import ROOT
from ..arena.players import Level, budget, think_option
from . import perfect as strength_perfect
from . import positions as strength_positions

DATA = ROOT / "tests" / "data" / "strength_8x8x5.txt"
TIMES = {"8x8x5": 3000, "5x5x4": 10_000}  # ms a move on the Pico
DEFAULT = f"{', '.join(f'{ms} for {what}' for what, ms in TIMES.items())}, without --level"


def command(
    what: Annotated[str, typer.Argument(help=" or ".join(TIMES))],
    think: Annotated[int | None, think_option(DEFAULT)] = None,
    level: Level = None,
    games: Annotated[int, typer.Option(min=2, help="Against the perfect opponent, half in each seat.")] = 200,
    make: Annotated[bool, typer.Option("--make", help="Remake the positions of 8x8x5 (half an hour).")] = False,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the games.")] = 1,
):
    """Measure what the engine must not miss: threats on 8x8, draws on 5x5."""
    if what not in TIMES:
        raise ToolError(f"no measure {what}; expected {' or '.join(TIMES)}")
    console = output.console()
    spec = budget(think, level, TIMES[what])
    if what == "5x5x4":
        _perfect(console, spec, games, seed)
    elif make:
        _make(console, seed)
    else:
        _positions(console, spec)


def _positions(console, spec):
    cases = strength_positions.read(DATA.read_text())
    judge = strength_positions.judge()
    asked, met, nodes = Counter(), Counter(), 0
    answers = output.tracked(console, "8x8x5", strength_positions.answers(cases, spec), len(cases))
    for (kind, moves), answer in zip(cases, answers, strict=True):
        asked[kind] += 1
        nodes += answer["nodes"]
        good = strength_positions.meets(kind, moves, answer["best"], judge)
        met[kind] += good
        if not good:
            played = strength_positions.names([answer["best"]])
            console.print(f"misses {kind} after {strength_positions.names(moves)}: plays {played}")
    console.print(
        f"8x8x5, {spec}: "
        + ", ".join(f"{kind} {met[kind]} of {asked[kind]}" for kind in asked)
        + f"; {nodes / len(cases):.0f} nodes a move"
    )


def _make(console, seed):
    found = {kind: [] for kind in strength_positions.WANTED}
    with output.progress(console) as bar:
        task = bar.add_task("8x8x5", total=sum(strength_positions.WANTED.values()))
        for _ in strength_positions.suite(strength_positions.games(seed), strength_positions.judge(), found):
            bar.update(task, completed=sum(map(len, found.values())))
    DATA.parent.mkdir(exist_ok=True)
    DATA.write_text(strength_positions.written(found))
    console.print(f"wrote {DATA.relative_to(ROOT)}")


def _perfect(console, spec, games, seed):
    results = []
    for result in output.tracked(console, "5x5x4", strength_perfect.play(games, spec, seed), games):
        results.append(result)
        if result["lost"]:
            console.print(f"lost: {result['moves']}")
    lost, won = sum(each["lost"] for each in results), sum(each["won"] for each in results)
    different = len({tuple(each["moves"]) for each in results})
    console.print(
        f"5x5x4, {spec}, against a perfect opponent: {games} games ({different} different), lost {lost}, "
        f"drawn {games - lost - won}, won {won}; at most {max(each['work'] for each in results)} units of work a move"
    )
