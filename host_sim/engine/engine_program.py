"""Answer the questions that GTP and the lab tools ask our engine, on unix MicroPython, CPython or the emulated Pico.

Each line of JSON is a question; the answer is one line. A question:

    game, size     the name of a game, the path of a file (.py, or .tables of data), or "three" (three sides, with the
                   lines of m,n,k); its size as a list
    swap           true: the swap rule applies
    moves          from the empty field to this position, or from
    placed         [cells, side to move]: stones that a game begins from (rules/placed.py)
    level          play the move of this level; without it
    work           at most this many units, or [units, plies at most]; without it
    think          the work that the reference board does in this many milliseconds
    seed           random seed for the moves a level overlooks
    rough          true: with `every`, estimates as a level wants them (Limits)
    cut            the plies after which a game with three sides is cut (Limits)
    table          entries of its transposition table, as a power of two; without it, or 0, those of the console
    blind          true: in a game that hides something, search what the side to move sees, as the console does
    every          true: find out what each move leads to
    whole          true: include everything that GTP reads from a verdict
    seconds        true: include the seconds that this process has worked

The answer: best (a move), proven, nodes and work; with `every` also w_star, the moves of m_hat, and rows, the outcome
and the plies of each move (0, 0 of one that is not legal); with `whole` also outcomes, plies, estimates and depth, as
in the verdict, with the swap rule applied. See firmware/glowgrid/answers.py.
"""

import gc
import json
import select
import sys
import time

from glowgrid.answers import m_hat, w_star
from glowgrid.games import discover, load_data
from glowgrid.levels import chosen, level_limits
from glowgrid.memory import words
from glowgrid.rules.geometry import square
from glowgrid.rules.lines import Lines, rows_of
from glowgrid.rules.placed import place
from glowgrid.search import NO_MOVE, Limits, Memory, engine_for, next_best, work_in


def set_up(name, size):
    """Return (position, family of engines that plays it) for a game by its name."""
    if name == "three":
        return Lines(square(size[0], size[1]), 3, rows_of(*size)).position(), None
    if name.endswith(".py"):
        game = load_code(name)
    else:
        game = load_data(name) if "/" in name else [game for game in discover()[0] if game.name == name][0]
    position = game.setup(tuple(size))
    return position, game.family(position)


def load_code(path):
    """Return the game in a Python file. It is executed, not imported, since its name may be that of any module."""
    names = {"__name__": "own_game"}
    with open(path) as file:
        exec(file.read(), names)
    return names["GAME"]


def begun_from(position, placed):
    """The position, at its start, with the stones of `placed`: (cells, side to move), or None for none."""
    if not placed:
        return position
    cells, to_move = placed
    return place(position, {point: cells[point] for point in range(len(cells)) if cells[point]}, to_move)


def position_after(position, moves):
    """Return the position after these moves, taken back to its beginning first."""
    while position.undo() >= 0:
        pass
    for move in moves:
        if not position.play(move):
            raise ValueError("illegal move %r" % move)
    return position


def limits_of(asked, position):
    """Return the Limits of a question about a position."""
    seed = asked.get("seed", 1)
    if "level" in asked:
        return level_limits(position, asked["level"], seed)
    work = asked["work"] if "work" in asked else work_in(asked["think"])
    work, depth = work if isinstance(work, list) else (work, 250)
    return Limits(work, depth, asked.get("rough", False), seed, asked.get("cut", 250))


def reader():
    """Return a poll that finds something as soon as nobody is left who reads what this process prints.

    So a search ends with the program that asked for it, however that ended. Windows cannot tell; None there.
    """
    if not hasattr(select, "poll"):
        return None
    found = select.poll()
    found.register(sys.stdout, 0)
    return found


class Answers:
    """Answers questions one at a time; keeps the engine of the last game."""

    def __init__(self):
        self._made = self._position = self._engine = self._memory = None
        self._table = 0
        self._reader = reader()

    def to(self, asked):
        """Return the answer to a question."""
        placed = asked.get("placed")
        position = self._game(asked["game"], asked["size"], asked.get("table", 0), asked.get("blind", False), placed)
        position.swap_rule = True  # the first stone may have been taken over before the rule was turned off
        position_after(position, asked["moves"])
        position.swap_rule = asked.get("swap", False)
        limits = limits_of(asked, position)
        every = asked.get("every", limits.rough)
        engine, verdict = self._engine, self._engine.verdict
        engine.start(position, limits, every)
        while not engine.step(100_000):
            if self._reader and self._reader.poll(0):
                sys.exit("nobody reads the answer")
        answer = {
            "best": self._best(asked.get("level"), limits.seed, position),
            "proven": verdict.proven,
            "nodes": verdict.nodes,
            "work": verdict.work,
        }
        if asked.get("every"):
            answer.update(self._rows(verdict, position))
        if asked.get("whole"):
            rows = {"outcomes": verdict.outcome, "plies": verdict.plies_to, "estimates": verdict.percent}
            for name in rows:
                answer[name] = [rows[name](move) for move in range(position.moves)]
            answer["depth"] = verdict.depth
        if asked.get("seconds"):
            answer["seconds"] = (time.clock if hasattr(time, "clock") else time.process_time)()  # MicroPython, CPython
        return answer

    def _best(self, level, seed, position):
        """Return the move that the engine plays; a blind engine tries its next best if a stone is in its way."""
        engine, verdict = self._engine, self._engine.verdict
        best = verdict.best
        if level:
            seen = position.view(position.to_move) if engine.blind else position
            best = chosen(seen, verdict, level, seed)
        while engine.blind and best != NO_MOVE and not position.uncovered().is_legal(best):
            best = next_best(position, engine, best)
        return best

    def _game(self, name, size, table, blind, placed):
        """Return the position of a game; make the engine for it."""
        if self._made != (name, size, table, blind, placed):
            self._position = self._engine = None  # the Pico's heap has room for only one
            if self._table != table:
                self._memory, self._table = None, table
            gc.collect()
            # One for all engines, as on the console.
            self._memory = self._memory or Memory(words(2 << table) if table else None)
            position, family = set_up(name, size)
            self._position = begun_from(position, placed)
            self._engine = engine_for(self._position, self._memory, family, blind)
            self._made = name, size, table, blind, placed
        return self._position

    def _rows(self, verdict, position):
        marks = bytearray(position.moves)
        m_hat(verdict, position, marks)
        moves = range(position.moves)
        rows = [(verdict.outcome(p), verdict.plies_to(p)) if position.is_legal(p) else (0, 0) for p in moves]
        return {"w_star": w_star(verdict, position), "m_hat": [p for p in moves if marks[p]], "rows": rows}


def main():
    answers = Answers()
    for line in sys.stdin:
        print(json.dumps(answers.to(json.loads(line))))


if __name__ == "__main__":
    main()
