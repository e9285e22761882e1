"""Positions that begin from stones, such as a puzzle or a diagram: any numbers of them, and any side to move.

    place(tables.position(), {point: side, ...}, 2)

Legal moves, groups, lines and the winner follow, by the rules' own `play`. The history is empty, so `undo` stops there,
and no stone can be taken over. Needed rarely; so it is a module of its own and may allocate.
"""

from glowgrid.rules.notation import parse_point, point_name


def place(position, stones, to_move):
    """Put stones ({point: side}) onto a position at its start, with `to_move` to move next; return it.

    ValueError, in one line, for stones that cannot stand there, or with which more than one side has won. A class with
    rules of its own may take a stone only after another, so the rest are tried again until none of them is taken.
    """
    if position.view(1) is not position:
        raise ValueError("this game hides stones, so it begins at its start")
    if position.plies or position.stones or not 1 <= to_move <= position.sides:
        raise ValueError("place: side %s to move; expected a position at its start and a side" % to_move)
    for point, side in stones.items():
        if not (0 <= point < position.points and 1 <= side <= position.sides):
            raise ValueError("place: side %s on point %s; expected one of the field" % (side, point))
    won = {}  # by side: the stone that made it the winner
    left = sorted(stones)
    while left:
        refused = [point for point in left if not _put(position, point, stones[point], won)]
        if len(refused) == len(left):
            position.to_move = stones[left[0]]
            why = position.refusal(position.to_move, left[0])
            raise ValueError("stone %s of side %d: %s" % (point_name(position.field, left[0]), position.to_move, why))
        left = refused
    if len(won) > 1:
        raise ValueError("more than one side has won; expected one at most")
    for side in won:
        position.winner = side
    _begin(position, stones, to_move, won)
    return position


def _put(position, point, side, won):
    """Put a stone; return False if the rules refuse it."""
    position.to_move = side
    if not position.play(point):
        return False
    if position.winner:
        won.setdefault(position.winner, point)
    position.winner = position.plies = 0
    return True


def _begin(position, stones, to_move, won):
    """Let the game begin here."""
    position.to_move = to_move
    if not stones and to_move == 1:
        return  # as ever
    position.placed = bytes(position.cells), to_move
    position.fresh = lambda: place(type(position).fresh(position), stones, to_move)
    if won:
        position.stood_last = won[position.winner]
        if position.win_type() == "ring":
            position.ring = True


def read(text, position):
    """Return ({point: side}, the side to move) of a text such as "a4 c1 / b2 d3, 2 to move", on a position's field.

    "-" stands for no stones; if it does not say who is to move, the numbers of stones do. ValueError, in one line.
    """
    said, _, turn = text.rpartition(",")
    words = turn.split()
    to_move = 0
    if words[1:] == ["to", "move"]:
        text, to_move = said, int(words[0]) if words[0] in ("1", "2", "3") else -1
    sides = text.split("/")
    if len(sides) > position.sides or not 0 <= to_move <= position.sides:
        raise ValueError("%d sides play; expected no more, with slashes between their stones" % position.sides)
    stones, counts = {}, [0] * position.sides
    for side, names in enumerate(sides):
        for name in names.replace(",", " ").split():
            if name == "-":
                continue
            point = parse_point(position.field, name)
            if point < 0 or point in stones:
                raise ValueError("stone %s: %s" % (name[:20], "no such point" if point < 0 else "stands there twice"))
            stones[point] = side + 1
            counts[side] += 1
    for side, count in enumerate(counts):
        if not to_move and count < counts[side - 1]:
            to_move = side + 1
    return stones, to_move or 1


def standing(position):
    """Return the stones on the field, {point: side}."""
    return {point: side for point, side in enumerate(position.cells) if side}


def handed(position, side):
    """Return a position with the same stones in which `side` is to move: this one, if that is so."""
    if position.to_move == side:
        return position
    return place(type(position).fresh(position), standing(position), side)
