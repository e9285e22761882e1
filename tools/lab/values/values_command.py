"""`verify values`: check the engine's exact answers by searches that share no code with it.

    verify values                        every m,n,k of at most 16 points, against tests/data/values.json
    verify values --make                 compute missing values with the judge; existing ones stay
    verify values --random 5000          random positions of every kind of game, two and three sides
    verify values --random 300 --on pico     the same on the emulated Pico

It runs on unix MicroPython if installed; `--on` chooses another place.
"""

import inspect
import json
from collections import Counter
from typing import Annotated

import typer

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid.rules.game import size_name
from glowgrid.search import DRAWN
from host_sim.engine import engine_program
from host_sim.engine.worker import ENGINE_PROGRAM, Worker, engine_command, unix_micropython
from host_sim.errors import ToolError

from ... import output
from ...paths import ROOT
from ..judges.lines import Two
from .cases import cases, faults

DATA = ROOT / "tests" / "data" / "values.json"
MOST_POINTS = 16
PLACES = ("micropython", "cpython", "pico")
WORK = {"micropython": 200_000_000, "cpython": 10_000_000, "pico": 30_000}  # units, for all moves
BEST = 20  # a twentieth for the best move alone: with three sides all that is left goes into playouts
PICO_LIMIT_S = 120  # emulated, for one answer


def command(
    make: Annotated[bool, typer.Option("--make", help="Compute the missing values of m,n,k with the judge.")] = False,
    random: Annotated[int, typer.Option(min=0, help="Number of random positions instead.")] = 0,
    on: Annotated[str | None, typer.Option(help=f"Where the engine runs: {', '.join(PLACES)}.")] = None,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the random positions.")] = 1,
):
    """Judge the engine's exact answers: small m,n,k, or random positions."""
    console = output.console()
    on = on or ("micropython" if unix_micropython() else "cpython")
    if on not in PLACES:
        raise ToolError(f"--on {on}: expected {', '.join(PLACES)}")
    if make:
        said = _make(console)
    elif random:
        said = _judge(console, on, list(cases(random, seed)), faults)
    else:
        values = kept()
        every = [("mnk", size, []) for size in sizes()]
        said = _judge(console, on, every, lambda *asked: kept_faults(values, *asked))
    console.print(said)


def sizes(most=MOST_POINTS):
    """Return every (rows, columns, k) of at most this many points, k no longer than the field."""
    return [(m, n, k) for m in range(1, most + 1) for n in range(1, most // m + 1) for k in range(1, max(m, n) + 1)]


def kept():
    """Return {size as text, rows <= columns: for each opening [the side that wins or 0, plies to it]}."""
    return json.loads(DATA.read_text())


def openings(values, size):
    """Return the kept outcomes of all openings, for a field that may be the mirror image of the kept one."""
    m, n, k = size
    if m <= n:
        return values[size_name(size)]
    turned = values[size_name((n, m, k))]
    return [turned[p % n * m + p // n] for p in range(m * n)]


def kept_faults(values, name, size, moves, answer):
    """As cases.faults, for the empty field, by the kept values."""
    said, w_star, m_hat, best = answer["rows"], answer["w_star"], answer["m_hat"], answer["best"]
    right = [tuple(value) for value in openings(values, size)]
    value = min(right, key=_loss)
    wrong = [
        f"opening {p}: {outcome}, {plies} plies, but it is {right[p]}"
        for p, (outcome, plies) in enumerate(said)
        if outcome and (outcome % DRAWN, plies or right[p][1]) != right[p]
    ]
    held = [p for p, (outcome, _) in enumerate(right) if outcome == value[0]]
    if w_star and (w_star % DRAWN, m_hat) != (value[0], held):
        wrong.append(f"w_star {w_star} by {m_hat}, but it is {value[0]} by {held}")
    if answer["proven"] and right[best] != value:
        wrong.append(f"plays {best}, which is not the best")
    return wrong, sum(not outcome for outcome, _ in said)


def _loss(value):
    """Return the rank of an outcome for side 1: an early win, a draw, a late loss."""
    outcome, plies = value
    return (0, plies) if outcome == 1 else (1, 0) if not outcome else (2, -plies)


def found(size):
    """Return the openings of a size as they are kept, from the judge."""
    values = Two(*size).values(0, 0)
    return [[(0, 1, 2)[value], plies] for value, plies in (values[p] for p in range(size[0] * size[1]))]


def _make(console):
    values = kept() if DATA.exists() else {}
    wanted = [size for size in sizes() if size[0] <= size[1]]
    for size in output.tracked(console, "values", wanted):
        if size_name(size) not in values:
            values[size_name(size)] = found(size)
            DATA.write_text(
                "{\n" + ",\n".join(f'"{name}": {json.dumps(each)}' for name, each in values.items()) + "\n}\n"
            )
    return f"{DATA.relative_to(ROOT)}: {len(values)} games"


def _judge(console, on, asked, faults_of):
    wrong, open_moves, moves = 0, Counter(), Counter()
    found = output.tracked(console, on, answers(on, asked), len(asked))
    for (name, size, played), answer in zip(asked, found, strict=True):
        about = f"{name} {size_name(size)}".strip()
        faults, unknown = faults_of(name, size, played, answer)
        for fault in faults:
            console.print(f"{about} after {played}: {fault}")
        wrong += bool(faults)
        open_moves[about] += unknown
        moves[about] += len(answer["rows"]) - len(played)
    left = ", ".join(f"{about} {unknown} of {moves[about]}" for about, unknown in open_moves.items() if unknown)
    if wrong:
        raise ToolError(f"{wrong} of {len(asked)} positions have a wrong answer on {on}; they are above")
    return (
        f"{on}: {len(asked)} positions, {sum(moves.values())} moves, nothing wrong; "
        f"moves not known with {WORK[on]} units of work: {left or 'none'}"
    )


def answers(on, asked):
    """Yield the engine's answers to (game, size, moves), one by one."""
    if on == "pico":
        yield from _pico_answers(asked)
        return
    worker = Worker(engine_command(ENGINE_PROGRAM, unix=on == "micropython"))
    try:
        for case in asked:
            yield _answer(lambda asked: worker.ask(**asked), case, WORK[on])
    finally:
        worker.close()


def _answer(ask, case, work):
    """Return the answer of `ask` with every move searched; best and proven are from a search for a move."""
    name, size, moves = case
    asked = {"game": name, "size": size, "moves": moves}
    found = ask({**asked, "work": work // BEST})
    return {**ask({**asked, "work": work, "every": True}), "best": found["best"], "proven": found["proven"]}


def _pico_answers(asked):
    from ..bench.run import Bench

    pico = Bench().bare()
    pico.exec(device_text())
    for case in asked:
        yield on_device(pico, case)


def device_text():
    """Return the code that a device runs before the questions."""
    return inspect.getsource(engine_program).partition("\ndef main")[0] + "answers = Answers()\n"


def on_device(pico, case):
    """Return the answer of a Pico (host_sim/pico/bench.py) that has run device_text. Raises ToolError."""
    from host_sim.pico.bench import BenchTimeout, DeviceError

    def ask(asked):
        return json.loads(
            pico.exec(f"print(json.dumps(answers.to(json.loads({json.dumps(asked)!r}))))\n", PICO_LIMIT_S)
        )

    try:
        return _answer(ask, case, WORK["pico"])
    except (DeviceError, BenchTimeout) as error:
        name, size, moves = case
        raise ToolError(
            f"{name} {size_name(size)} after {moves} on the Pico: {' '.join(str(error).split())}"
        ) from error
