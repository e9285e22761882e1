"""Games on 5x5, four in a row, against a perfect opponent that makes it hard.

It never gives a draw away, wins where it can, and among moves of the same value takes one that leaves the fewest drawing
replies, by chance among equals. In every second game it moves first.
"""

import sys
from random import Random

from glowgrid.games import mnk
from glowgrid.rules.game import size_name
from tools.arena_players import Worker, player, unix_micropython
from tools.paths import FIRMWARE

SIZE = (5, 5, 4)
HEAP = "heapsize=200m"  # all that it found out; the default is 2 MB


class Perfect(Worker):
    """The opponent; it keeps what it has found out for all games."""

    def __init__(self):
        unix = unix_micropython()
        interpreter = [*unix, "-X", HEAP] if unix else [sys.executable]
        super().__init__([*interpreter, "tools/strength_solver.py", str(FIRMWARE), "mnk", size_name(SIZE)])

    def move(self, position, moves, seed):
        values = self.ask(moves=moves)
        best = max(value for value, _ in values)
        fewest = min(replies for value, replies in values if value == best)
        return Random(f"{seed} {len(moves)}").choice([p for p, value in enumerate(values) if value == [best, fewest]])


def play(games, ms, seed):
    """Play them; yields of each {"lost", "won": by the engine, "moves", "nodes": the most it took for a move}."""
    engine, perfect = player(f"ms:{ms}", mnk.GAME, SIZE), Perfect()
    try:
        for number in range(games):
            yield _game(engine, perfect, 1 + number % 2, seed * games + number)
    finally:
        engine.close()
        perfect.close()


def _game(engine, perfect, seat, seed):
    position, moves, nodes = mnk.GAME.setup(SIZE), [], 0
    while not position.is_over():
        if position.to_move == seat:
            answer = engine.ask(moves=moves)
            point, nodes = answer["best"], max(nodes, answer["nodes"])
        else:
            point = perfect.move(position, moves, seed)
        position.play(point)
        moves.append(point)
    return {"lost": position.winner == 3 - seat, "won": position.winner == seat, "moves": moves, "nodes": nodes}
