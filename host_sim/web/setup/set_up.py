"""Positions that a person makes on the page's field: stones that are set up there, and variations that are tried.

Both are values: the name of a game, its size, stones as text (rules/placed.py), and moves. The console's match knows
of neither. In each, ValueError says in one line what makes no sense.
"""

from glowgrid.console.match import PERSON, Match
from glowgrid.rules.game import parse_size
from glowgrid.rules.notation import move_name
from glowgrid.rules.placed import place, read, standing
from glowgrid.search import hides

from ..field.field_state import picture_for
from ..match import link_match


def set_up(app, about):
    """Return what stones make on a field, as JSON can hold it. about: game, size, stones (texts), field (a bool).

    text       the line of the position
    cells      the side of the stone on each point, 0 for none; to_move
    fault      why no match can begin there, or ""
    wrong      the points whose stones cannot stand there; won: those with which a side has won
    field      the empty field (link_match.empty_field), if it is asked for
    """
    game, size = _game_of(app, about)
    shown = game.setup(size)
    stones, shown.to_move = read(about["stones"], shown)
    for point in stones:
        shown.cells[point] = stones[point]
    found = {"text": _line(game, size, shown), "cells": list(shown.cells), "to_move": shown.to_move}
    found["fault"], found["wrong"], found["won"] = judged(game, size, stones, shown.to_move)
    if about.get("field"):
        found["field"] = link_match.empty_field(app, game.name, size)
    return found


def judged(game, size, stones, to_move):
    """Return (why no match can begin from stones, or ""; the points that cannot hold theirs; those that won)."""
    position = game.setup(size)
    try:
        place(position, stones, to_move)
    except ValueError as error:
        wrong = [] if hides(position) else _different(position, stones)
        return str(error), wrong, [] if wrong else _won_by_each(game, size, stones)
    wrong = _different(position, stones)
    if wrong:
        return "the rules of this game change stones that are placed", wrong, []
    if position.winner:
        return "side %d has won there" % position.winner, [], _winning(position)
    return "no move is left there: a draw" if position.is_over() else "", [], []


def _different(position, stones):
    """Return the points where a position has not these stones."""
    there = standing(position)
    return [point for point in range(position.points) if there.get(point) != stones.get(point)]


def _won_by_each(game, size, stones):
    """Return the points with which a side would have won if its stones stood alone."""
    won = []
    for side in range(1, game.sides + 1):
        alone = game.setup(size)
        try:
            place(alone, {point: side for point in stones if stones[point] == side}, side)
        except ValueError:
            continue
        won += _winning(alone)
    return won


def _winning(position):
    marks = bytearray(position.points)
    if position.winner:
        position.winning_points(marks)
    return [point for point in range(position.points) if marks[point]]


def variation(app, about, pictures):
    """Return the field after the moves of a variation (field_state.py). about: game, size, stones (texts), swap, moves.

    With stones; text, the line of the position; swap_rule; and actions, the names of the moves that place no stone.
    """
    game, size = _game_of(app, about)
    match = Match(game, size, [PERSON] * game.sides, swap=about["swap"], stones=about["stones"])
    position = match.position
    link_match.play(position, about["moves"])
    state = picture_for(game, size, match.stones, position, pictures).state(position)
    state["stones"], state["text"] = match.stones, _line(game, size, position)
    state["palette"], state["swap_rule"] = app.settings.colours, about["swap"]
    actions = range(position.points, position.moves)
    state["actions"] = [move_name(position, move) for move in actions if position.is_legal(move)]
    return state


def _game_of(app, about):
    game = link_match.game_named(app, about["game"])
    if not game:
        raise ValueError("no game %s is here" % about["game"])
    return game, parse_size(about["size"]) if about["size"] else game.sizes[0]


def _line(game, size, position):
    from ...records import sharing  # it brings the patterns that the text needs

    return sharing.position_line(game, size, position)
