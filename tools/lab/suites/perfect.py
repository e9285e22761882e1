"""`suite perfect`: small games of Hex and Havannah, the engine at its strongest level against a judge.

It covers every position that can arise when the engine answers all replies, in both seats, and random positions.
"""

from random import Random

from glowgrid.games import havannah, hex

from ..judges.groups import Judge
from .drawing import masks

GAMES = {"hex": hex, "havannah": havannah}


def faults(worker, game, size, positions, seed=1):
    """Yield for each position None, or (moves, engine's move) if the engine gives the value away."""
    judge, asked, made = Judge(game, size), {}, GAMES[game].setup(size)

    def check(position):
        key = bytes(position.cells)
        moves = list(position.history[: position.plies])
        if key not in asked:
            asked[key] = worker.ask(moves=moves)["best"]
            mine, other = masks(position)
            side = position.to_move
            kept = judge.after(mine, other, asked[key], side) == judge.value(mine, other, side)
            return asked[key], None if kept else (moves, asked[key])
        return asked[key], ()

    for seat in (1, 2):
        seen, left = set(), [[]]
        while left:
            moves = left.pop()
            position = made.tables.position()
            for point in moves:
                position.play(point)
            if position.is_over() or bytes(position.cells) in seen:
                continue
            seen.add(bytes(position.cells))
            if position.to_move == seat:
                best, fault = check(position)
                if fault != ():
                    yield fault
                left.append(moves + [best])
            else:
                left += [moves + [p] for p in range(position.points) if not position.cells[p]]
    chance = Random(seed)
    while positions:
        position = made.tables.position()
        for _ in range(chance.randrange(position.points)):
            if not position.is_over():
                position.play(chance.choice([p for p in range(position.points) if not position.cells[p]]))
        if not position.is_over():
            positions -= 1
            _, fault = check(position)
            yield fault or None
