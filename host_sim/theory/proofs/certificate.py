"""Find out what a position is worth, and write down a proof. README.md explains the form."""

from glowgrid.rules.notation import point_name
from glowgrid.rules.position import Position

from . import carried, check_with_rules
from .by_rules import ByRules
from .header import by_rows, header
from .strategy import Strategy
from .tables import LinesTables, family_of, tables_of


def proof_of(position, title, most, watch=lambda met: None, by_positions=False, native=None):
    """Return (claims, the text that proves them), which a checker has accepted. The position is at its start.

    Lines with carriers (carried.py) if that fits, else, or with `by_positions`, a line for every position, as earlier
    versions wrote it. native: as there.

    A claim is of some sides, such as "1 wins", "2 draws" (at least) or "23 draws". Raise TooMany if a search meets too
    many positions. The quick search relies on what is so in the games that everybody has; if it fails in another game,
    the slow one follows.
    """
    found = None if by_positions else carried.proof_of(position, title, most, watch, native=native)
    if found:
        return found
    for slow in (False, True):
        claims = _claims(position, most, watch, slow)
        text = _written(position, title, claims)
        try:
            if len(claims) == 2 or claims[0][0].endswith(" wins"):
                return check_with_rules.check(text, position).split(", "), text
        except check_with_rules.Bad:
            if slow:
                raise
        while position.plies:
            position.undo()
    raise AssertionError(f"{title}: the slow search settles every position")


def _claims(position, most, watch, slow):
    """Return pairs of (a claim, the search that has found a strategy for it): one win, or two draws.

    slow: two positions are alike only after the same moves, or by symmetry in a game whose stones say all
    """
    tables = tables_of(position)

    def sure(sides, draw):
        if tables and position.sides == 2 and not slow:
            search = Strategy(tables, sides[0], draw, most, watch)
        else:
            search = ByRules(position, tables, sides, draw, most, watch, slow)
        name = "".join(map(str, sides)) + (" draws" if draw else " wins")
        return [(name, search)] if search.found() else []

    mover = [position.to_move]
    others = [side for side in range(1, position.sides + 1) if side not in mover]
    if isinstance(tables, LinesTables) and position.sides == 2:  # a draw is found sooner than that there is no win
        held, held_too = sure(others, True), sure(mover, True)
        if held and held_too:
            return held_too + held
    return sure(mover, False) or sure(others, False) or sure(mover, True) + sure(others, True)


def in_words(claim):
    """Return a claim as a sentence."""
    sides, result, *after = claim.split()
    who = f"side {sides} is" if len(sides) == 1 else f"sides {' and '.join(sides)} together are"
    return " ".join([who, "sure", "to win" if result == "wins" else "of a draw at least", *after])


def _written(position, title, claims):
    """Return the text that proves these claims."""
    names = [point_name(position.field, p) for p in range(position.points)] + list(position.actions)
    text, stated = header(position, title), family_of(position)
    for claim, search in claims:
        text.append("proof " + claim)
        for cells, moves, move, pairs in search.written():
            key = by_rows(position.field, [".123"[side] for side in cells], "/")
            if not stated:
                key += "," + ",".join(names[made] for made in moves)
            line = [key, names[move]]
            if pairs is not None:
                line += ["settles", *(f"{names[a]}-{names[b]}" for a, b in pairs)]
            text.append(" ".join(line))
    return "\n".join([*text, "end " + ", ".join(claim for claim, _ in claims)]) + "\n"


def refusal(position):
    """Return why a position can not be proven, or None."""
    if type(position).view is not Position.view:
        return "its sides do not see all stones, so no move is sure"
    return "the game is over" if position.is_over() else None
