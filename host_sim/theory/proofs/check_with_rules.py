"""Check a proof by the rules of its game: play every game that it allows, on a Position. The form: README.md."""

from itertools import product

from .check_alone import Bad, read
from .symmetry import keeps_game
from .tables import family_of


def check(text, position):
    """Return what a text proves of a position; else raise Bad, and leave the position where that came up."""
    names, rules, proofs, number = read(text, position.actions, lambda order: keeps_game(position, order))
    if (len(names), len(rules["stones"])) != (position.moves, position.sides):
        raise Bad(2, f"another game; expected {position.points} points, and {position.sides} sides")
    moves = range(position.moves)
    orders = [moves, *([*order, *moves[position.points :]] for order in rules["symmetry"])]
    for claim, lines in proofs.items():
        play_all(position, names, orders, claim, lines, number)
    return ", ".join(proofs)


def play_all(position, names, orders, claim, lines, number):
    """Play every game in which some sides move as the lines say; raise Bad if one does not end as claimed."""
    own = [side for side in range(1, position.sides + 1) if str(side) in claim]
    good, family, points, seen = own + [0] * claim.endswith(" draws"), family_of(position), position.points, set()

    def walk(number):
        """Play on in every way; `number` is the line that led here."""
        if position.is_over() and position.winner not in good:
            raise Bad(number, "a game can end otherwise")
        if position.to_move not in own:
            for move in range(position.moves):
                if position.play(move):
                    walk(number)
                    position.undo()
        elif not position.is_over():
            key = "".join(".123"[side] for side in position.cells)
            key += "" if family else "," + ",".join(names[move] for move in position.history[: position.plies])
            looks = {"".join(key[p] for p in order[:points]) + key[points:]: order for order in orders}
            if not (alike := min(looks.keys() & lines, default="")):
                raise Bad(number, f"a game can go on to {key}, for which there is no line")
            order, (number, move, pairs) = looks[alike], lines[alike]
            if key not in seen:
                seen.add(key)
                if not position.play(order[move]) or (pairs is not None and not settled(pairs, order)):
                    raise Bad(number, "the move is illegal, or does not settle the game")
                if pairs is None:
                    walk(number)
                position.undo()

    def settled(pairs, order):
        """Return whether any one point of each pair is enough; answers get one of each, and a stone never hurts."""
        rival, plies, paired = position.to_move, position.plies, sum(pairs, ())
        free = {point for point in range(points) if not position.cells[order[point]]}
        if not family or position.sides > 2 or len({*paired} & free) != len(paired):
            return False
        for theirs in product(*pairs):
            last = {*paired} - {*theirs}
            for point in sorted(free, key=last.__contains__):
                position.to_move = 3 - rival if point in last else rival
                position.play(order[point])
            ok = position.winner in good
            while position.plies > plies:
                position.undo()
            position.to_move = rival
            if not ok:
                return False
        return True

    walk(number)
