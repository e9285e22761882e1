"""Positions as an assistant writes them, read with care: it may send anything.

Elsewhere a game may be the path of a file, which is run; here only listed games are known.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from glowgrid.rules.game import size_name

from ..cli.suggest import no_game
from ..own_games.passed import own_games
from ..text.placed_text import parts_of

if TYPE_CHECKING:  # to type checkers `glowgrid` is the firmware's package
    from ..library import glowgrid
else:
    import glowgrid

MOST_SIGNS = 2_000  # of a position: 250 points with three-letter names, and room
MOST_MOVES = 500
HOW = (
    "The game, its size, the points of each side with slashes between them (- for none) and the side to move: "
    "'hex 5: a4 c1 / b2 d3, 2 to move'. 'hex 5' alone is its start. a1 is at the top left: letters are columns, "
    "numbers rows. Sides are 1, 2 and, in some games, 3. The swap rule is off."
)


def listed_games() -> list[glowgrid.Game]:
    """Return the games that come with Glowgrid and those in a person's own folder, each at its first size."""
    known = [glowgrid.game(name) for name in glowgrid.game_names()]
    return known + [glowgrid.Game(rules, ()) for rules in _own().values()]


def _own():
    """Return {name: rules} of a person's own games. What is wrong with other files goes to standard error."""
    found, wrong = own_games(glowgrid.game_names())
    for fault in wrong:
        print(fault, file=sys.stderr, flush=True)
    return {name: rules for name, (rules, _) in found.items()}


def position_of(text: str, moves: list[str]) -> glowgrid.Position:
    """Return the position of a text (see HOW) after these moves. glowgrid.Error, in one line, if it names none."""
    if len(text) > MOST_SIGNS or len(moves) > MOST_MOVES:
        raise glowgrid.Error(f"position: expected at most {MOST_SIGNS:,} characters, and at most {MOST_MOVES} moves")
    try:
        name, size, stones = parts_of(text if ":" in text else f"{text}:")
    except ValueError as error:
        raise glowgrid.Error(str(error)) from None
    game = _listed(name, size)
    if stones.strip() and game.hides:
        start = f"{name} {size_name(size)}".rstrip()
        raise glowgrid.Error(f"{name} hides stones, so no line says a position; give '{start}', and moves from there")
    position = glowgrid.parse(text) if stones.strip() else game.start()
    for number, move in enumerate(moves, 1):
        try:
            position.play(move)
        except glowgrid.Error as error:
            raise glowgrid.Error(f"move {number} of {len(moves)}: {error}") from None
    return position


def _listed(name, size):
    """Return a listed game at a size. Own games are tried each time: their files may have changed."""
    known = glowgrid.game_names()
    if name in known:
        return glowgrid.game(name, *size)
    own = _own()
    if name in own:
        return glowgrid.Game(own[name], size)
    raise glowgrid.Error(no_game(name, [*known, *own]))


def line_of(position: glowgrid.Position) -> str | None:
    """Return a position as a line; None if its game hides stones."""
    return None if position.game.hides else position.text()
