"""Make strategies: from the solver, from a level at fixed work, by hand, or as a pairing; as the text of a file.

A strategy has one answer for each position that its own answers lead to, whatever the others reply; positions that a
symmetry of the game makes equal have one answer together.
"""

import re
from typing import Any

from glowgrid.answers import m_hat
from glowgrid.console import strategy_answers, strategy_file
from glowgrid.levels import chosen, level_limits
from glowgrid.rules import placed
from glowgrid.rules.game import size_name
from glowgrid.rules.notation import move_name, parse_move
from glowgrid.search import NO_MOVE, Limits, engine_for, hides, work_in

from ...theory.formal.alike import key_of
from ...theory.proofs.symmetry import symmetries
from .pairing import pairing

MOST = 20_000  # positions that a strategy may answer
MOST_OUTCOMES = 300_000
SOLVER_WORK = work_in(60_000)  # for a position
SLICE = 1_000_000

_BY_HAND = re.compile(r"([123]) ([.123/]+)\s+(\S+)$")


class Unfit(ValueError):
    """The strategy cannot be made; the message is one line."""


class Lines:
    """The moves of a strategy, by the line of a position, up to symmetry."""

    def __init__(self, position):
        self.symmetries = symmetries(position)
        self._images = [tuple(range(position.points)), *self.symmetries.values()]
        self._places = strategy_answers.places_of(position.field)
        self.moves = {}

    def key(self, position):
        """Return (the line of a position, the image of the points that leads to it)."""
        lines = [strategy_answers.line_of(position, self._places, image) for image in self._images]
        least = min(lines)
        return least, self._images[lines.index(least)]


def turned(position, image):
    """Return the position with its points at their images."""
    to = position.fresh()
    to.swap_rule = getattr(position, "swap_rule", False)
    for move in position.history[: position.plies]:
        to.play(image[move] if move < position.points else move)
    return to


def through(image, move):
    """Return the image of a move; an action stays."""
    return image[move] if move < len(image) else move


class Outcomes:
    """Values of positions of two sides by trying everything, for rules that the fast engines do not know.

    formal/alike.py says which positions count as the same.
    """

    def __init__(self, most=MOST_OUTCOMES):
        self._known, self._most = {}, most

    def best(self, position):
        """Return the first move that keeps the value; Unfit if that takes too many positions."""
        wanted = max if position.to_move == 1 else min
        values = {move: self._after(position, move) for move in range(position.moves) if position.is_legal(move)}
        best = wanted(values.values())
        return next(move for move, value in values.items() if value == best)

    def _value(self, position):
        """Return 1 if side 1 wins, -1 if side 2 does, 0 for a draw."""
        if position.is_over():
            return {1: 1, 2: -1}.get(position.winner, 0)
        key = key_of(position)
        if key not in self._known:
            if len(self._known) >= self._most:
                raise Unfit(f"the solver does not settle it in {self._most:,} positions; choose --level")
            wanted = max if position.to_move == 1 else min
            legal = [move for move in range(position.moves) if position.is_legal(move)]
            self._known[key] = wanted(self._after(position, move) for move in legal)
        return self._known[key]

    def _after(self, position, move):
        position.play(move)
        value = self._value(position)
        position.undo()
        return value


class Search:
    """Chooses moves by the engine, on unix MicroPython if it is there; `close` ends it.

    level: of the engine; 0 for the solver, whose moves are proven
    """

    def __init__(self, game, size, elsewhere, level=0, seed=1):
        self._game, self._size, self._elsewhere = game, size, elsewhere
        self._level, self._seed = level, seed
        self._engine: Any = None
        self._outcomes = Outcomes()

    def __call__(self, position):
        """Return the move; Unfit if the solver does not settle the position."""
        if self._engine is None:
            self._engine = engine_for(position, family=self._game.family(position), blind=True)
        if self._level:
            limits = level_limits(position, self._level, self._seed)
            return chosen(position, self._searched(position, limits, limits.rough), self._level, self._seed)
        if position.sides == 2 and self._game.family(position) == "minimax" and not hides(position):
            return self._outcomes.best(position)
        if position.sides == 2:
            verdict = self._searched(position, Limits(SOLVER_WORK), False)
            if verdict.proven and verdict.best != NO_MOVE:
                return verdict.best
        return _best(self._searched(position, Limits(SOLVER_WORK), True), position)

    def _searched(self, position, limits, every):
        if self._elsewhere and not self._engine.blind:
            verdict = self._engine.verdict
            self._elsewhere.search(verdict, self._size, position, limits, every)
            return verdict
        self._engine.start(position, limits, every)
        while not self._engine.step(SLICE):
            pass
        return self._engine.verdict


def _best(verdict, position):
    """Return the lowest of the moves that keep the outcome: with three sides each plays for itself."""
    marks = bytearray(position.moves)
    if not m_hat(verdict, position, marks):
        raise Unfit(f"the solver does not settle {strategy_answers.text_of(position)}; choose --level")
    return marks.index(1)


def searched(position, sides, choose, watch=None, most=MOST):
    """Return the Lines of a strategy for these sides, by `choose(position)`. watch: called with their number so far."""
    found = Lines(position)
    for side in sides:
        _follow(position, side, found, choose, watch, most, set())
    return found


def _follow(position, side, found, choose, watch, most, met):
    """Add the answers to all positions that the strategy reaches from here."""
    if position.is_over():
        return
    key, image = found.key(position)
    if (key, position.may_swap()) in met:
        return
    met.add((key, position.may_swap()))
    moves = range(position.moves)
    if position.to_move == side:
        if key not in found.moves:
            if len(found.moves) >= most:
                raise Unfit(f"the strategy answers more than {most:,} positions; --most allows more")
            found.moves[key] = choose(turned(position, image))
            if watch:
                watch(len(found.moves))
        back = {through(image, move): move for move in moves}
        moves = (back[found.moves[key]],)
    for move in moves:
        if position.play(move):
            _follow(position, side, found, choose, watch, most, met)
            position.undo()
        elif position.to_move == side:
            raise Unfit(f"no strategy by positions alone: {strategy_answers.text_of(position)} is not always the same")


def paired(position):
    """Return the rules of a pairing strategy: lines of a file. Unfit without one."""
    try:
        pairs = pairing(position)
    except ValueError as error:
        raise Unfit(str(error)) from None
    if not pairs:
        raise Unfit("no pairing is found: each line needs two points that no other pair uses")
    used = {point for pair in pairs for point in pair}
    first = sorted(range(position.points), key=lambda point: (point in used, point))
    names = [move_name(position, point) for point in range(position.points)]
    rules = [f"pair {names[one]} {names[other]}" for one, other in pairs]
    return [*rules, "else " + " ".join(names[point] for point in first)]


def by_hand(position, text):
    """Return (Lines, rules, the sides that it plays or ()) of a text by hand; Unfit names the line.

    A line is a rule, a line of a file, or a position in words: b2 / a1: c3
    """
    found, rules, plays, from_line = Lines(position), [], (), {}
    for number, line in enumerate(text.splitlines(), 1):
        line = line.strip()
        word = line.partition(" ")[0]
        if not line or line[0] == "#" or word in ("glowgrid", "game", "symmetry", "moves", "end"):
            continue
        try:
            if word in strategy_file.RULES:
                rules.append(_checked_rule(position, line))
                continue
            if word == "plays":
                plays = _sides(position, line.split()[1:])
                continue
            at, move = _answer(position, line)
        except ValueError as error:
            raise Unfit(f"line {number}: {error}") from None
        key, image = found.key(at)
        if found.moves.setdefault(key, through(image, move)) != through(image, move):
            raise Unfit(f"lines {from_line[key]} and {number}: two answers to one position, up to symmetry")
        from_line[key] = number
    return found, rules, plays


def _sides(position, words):
    sides = [str(side) for side in range(1, position.sides + 1)]
    if not words or not set(words) <= set(sides):
        raise ValueError(f"plays {' '.join(words)[:20]}: expected sides of {', '.join(sides)}")
    return tuple(map(int, words))


def _checked_rule(position, line):
    word, *names = line.split()
    moves = [parse_move(position, name) for name in names]
    for name, move in zip(names, moves):
        if move < 0:
            raise ValueError(f"{name[:20]} is no move of this game")
    if word == "pair" and (len(moves) != 2 or moves[0] == moves[1] or max(moves) >= position.points):
        raise ValueError("expected two points, such as: pair a1 b2")
    return line


def _answer(position, line):
    """Return (a position, the move there) of a line by hand."""
    found = _BY_HAND.match(line)
    if found:
        cells = found[2].replace("/", "")
        if len(cells) != position.points:
            raise ValueError(f"{len(cells)} cells; this game has {position.points} points")
        stones, to_move, name = {p: int(s) for p, s in enumerate(cells) if s != "."}, int(found[1]), found[3]
    else:
        stood, colon, name = line.rpartition(":")
        if not colon:
            raise ValueError("expected a rule, or a position and its answer, such as: b2 / a1: c3")
        stones, to_move = placed.read(stood, position)
    at = _placed(position, stones, to_move)
    move = parse_move(at, name)
    why = "no such move" if move < 0 else at.refusal(to_move, move)
    if why:
        raise ValueError(f"{name.strip()[:20]}: {why}")
    return at, move


def _placed(position, stones, to_move):
    """Return the position with these stones; the first stone alone is played, so that it may be taken over."""
    at = position.fresh()
    at.swap_rule = getattr(position, "swap_rule", False)
    if list(stones.values()) == [1] and to_move == 2:
        at.play(*stones)
        return at
    return placed.place(at, stones, to_move)


def written(game, size, position, lines, rules, plays=(), carriers=()):
    """Return the text of a strategy's file."""
    swap = getattr(position, "swap_rule", False) and game.swap
    head = [f"{strategy_file.FIRST}{strategy_file.VERSION}"]
    head.append(" ".join(filter(None, ("game", game.name, size_name(size), "swap" * swap))))
    if plays and len(plays) < position.sides:
        head.append("plays " + " ".join(map(str, plays)))
    moves = {}
    if carriers or lines and lines.moves:
        head += ["symmetry " + " ".join(map(str, numbers)) for numbers in symmetries(position)]
    if lines and lines.moves:
        moves = {key.decode(): move_name(position, move) for key, move in sorted(lines.moves.items())}
    width = max(map(len, moves.values()), default=0)
    body = [f"moves {len(moves)}", *(f"{key}{name:<{width}}" for key, name in moves.items())] if moves else []
    if carriers:
        body += [f"carriers {len(carriers)}", *carriers]
    return "\n".join([*head, *rules, *body, "end", ""])
