"""Games on 5x5, four in a row, against a perfect opponent that sets problems.

It never gives a draw away, wins where it can, and among moves of the same value chooses one that leaves the fewest
drawing replies, at random among equals. In every second game it moves first. It is a player, not a judge: it knows the
values of positions from our own solver, which is fast enough; the rules decide who has won.
"""

from random import Random

from glowgrid.games import mnk
from host_sim.engine.worker import Worker, engine_command

from ..arena.players import player

SIZE = (5, 5, 4)
HEAP = "200m"  # for all its results


class Perfect(Worker):
    """The opponent; it keeps its results for all games."""

    def __init__(self):
        super().__init__(engine_command("tools/lab/strength/perfect_program.py", *map(str, SIZE), heap=HEAP))

    def move(self, position, moves, seed):
        values = self.ask(moves=moves)
        best = max(value for value, _ in values)
        fewest = min(replies for value, replies in values if value == best)
        return Random(f"{seed} {len(moves)}").choice([p for p, value in enumerate(values) if value == [best, fewest]])


def play(games, spec, seed):
    """Play games against the engine of this text (arena/players.py).

    Yields {"lost", "won": by the engine, "moves", "work": the most for a move} for each game.
    """
    engine, perfect = player(spec, mnk.GAME, SIZE), Perfect()
    try:
        for number in range(games):
            yield _game(engine, perfect, 1 + number % 2, seed * games + number)
    finally:
        engine.close()
        perfect.close()


def _game(engine, perfect, seat, seed):
    position, moves, work = mnk.GAME.setup(SIZE), [], 0
    while not position.is_over():
        if position.to_move == seat:
            answer = engine.ask(moves=moves)
            point, work = answer["best"], max(work, answer["work"])
        else:
            point = perfect.move(position, moves, seed)
        position.play(point)
        moves.append(point)
    return {"lost": position.winner == 3 - seat, "won": position.winner == seat, "moves": moves, "work": work}
