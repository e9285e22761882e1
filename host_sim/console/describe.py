"""The state of the console in words: the screen, the keys that are points, what you can do, what the coach says.

Screens describe themselves (firmware/glowgrid/console/screen.py); this module only asks them. sides: what the sides are
called, as `app.panel.sides`.
"""

from functools import lru_cache
from typing import Any

from glowgrid import games
from glowgrid.console.match import NEEDED
from glowgrid.console.palette import SIDES
from glowgrid.console.screen import NO_POINT
from glowgrid.rules.notation import move_name
from glowgrid.search import NO_MOVE

from ..own_games.load import with_place
from ..text.field_text import draw_text
from .published import as_published
from .puzzle_words import help_line
from .unsolved_text import best_percent, unsolved

_WORDS = "", "loses", "draws", "wins", "estimated"  # indexed by the coach's mark


def screen_name(app):
    """Return the name of the screen that is up: "splash", "menu", "sizes", "seats", "play", "pause", ..."""
    return app.screen.NAME


def advice(app):
    """Return what the person can do now, in a line, with the titles of games."""
    return help_line(app)


def words(app):
    """Return the words that scroll over the lights now; "" for none."""
    return app.panel.words.text if app.panel.words else ""


def faults(app):
    """Return what the screen says is wrong, a line each."""
    return [fault if fault in games.refused.values() else _placed(fault) for fault in app.screen.faults]


@lru_cache(maxsize=32)
def _placed(fault):  # asked at every redraw, and it may run a Python file
    return with_place(fault)


def heard(app):
    """Return the name of the sound being played, or ""."""
    return app.sounds.playing if app.sounds else ""


def match_on_screen(app) -> Any:
    """Return the match being played, or None on any other screen."""
    return app.screen.match if screen_name(app) in ("play", "two presses", "first game", "prove it") else None


def key_point(app, key):
    """Return the point that a key currently stands for, or None."""
    if app.keypad.rotation:
        key = list(app.keypad.rotation.keys).index(key)
    point = app.screen.key_point(key)
    return None if point == NO_POINT else point


def places_stone(app, key):
    """Return whether tapping a key would play a move at its point."""
    match = match_on_screen(app)
    return match is not None and key_point(app, key) is not None and not match.position.is_over()


def role_key(app, key):
    """Return the key that currently has the role of this one on an upright device."""
    return app.keypad.rotation.keys[key] if app.keypad.rotation else key


def point_key(app, point):
    """Return the first key that currently stands for a point, or None."""
    return next((key for key in range(app.keypad.keys.count) if key_point(app, key) == point), None)


def key_at(app, x, y):
    """Return the key of the point that the LED in column x, row y belongs to, or None."""
    if match_on_screen(app) is None:
        return None
    if app.keypad.rotation:
        y, x = divmod(app.keypad.rotation.leds[y * app.panel.lights.width + x], app.panel.lights.width)
    view = app.screen.view
    for key in range(app.keypad.keys.count):
        point = key_point(app, key)
        if point is not None:
            top, left = divmod(view.corner[point], app.panel.lights.width)
            if 0 <= x - left < view.block and 0 <= y - top < view.block:
                return key
    return None


def game_title(match):
    """Return the game and its size as people call it: "Tic-tac-toe", "Four in a row 5x4"."""
    return match.game.title(match.size)


def seat_title(match, side, sides=SIDES):
    """Return who plays a side: "orange", "blue (level 5)", "blue (mine.txt)"; without memory for an engine a person."""
    if match.is_person(side):
        return sides[side]
    if match.is_away(side):
        return f"{sides[side]} (the other device)"
    name = match.files[side - 1] if match.files else ""
    return f"{sides[side]} ({name or f'level {match.seats[side - 1]}'})"


def last_move(match, sides=SIDES):
    """Return the last move as text: "orange b2", "blue swap"; "" before the first."""
    position = match.seen()
    if not position.plies:
        return ""
    if hasattr(position, "log"):  # it may leave moves out
        side, move, tried = position.log()[-1]
        if tried:
            return f"{sides[side]} tries {move_name(position, move)}: a stone is there"
    else:
        before = match.position.fresh()
        before.become(match.position)
        before.undo()
        side, move = before.to_move, position.history[position.plies - 1]
    if move == NO_MOVE:
        return f"{sides[side]} moves, and hides where"
    return f"{sides[side]} {move_name(position, move)}"


def state_line(match, sides=SIDES):
    """Return who is to move, or how it ended."""
    position = match.position
    if position.winner:
        who = seat_title(match, position.winner, sides).capitalize()
        return f"{who} has won by resignation." if match.shared and match.shared.resigned else f"{who} has won."
    if position.is_over():
        return f"{draw_text(position).capitalize()}."
    who = seat_title(match, position.to_move, sides).capitalize()
    if match.shared and match.shared.awaits(match):
        return "The other device is asked."
    thinks = match.engine_to_move() and not match.is_away(position.to_move)
    return f"{who} is thinking." if thinks else f"{who} is to move."


def goal_line(match, sides=SIDES):
    """Return what wins, in a few words: "Orange: top to bottom. Blue: left to right."; else the rules in a sentence."""
    goals = match.game.goals(match.size)
    if not any(goals):
        return " ".join(match.game.about.split())
    if len(set(goals)) == 1:
        return f"{goals[0].capitalize()}." if goals[0].endswith(" loses") else f"To win: {goals[0]}."
    return " ".join(f"{sides[side].capitalize()}: {goal}." for side, goal in enumerate(goals, 1))


def known(app):
    """Return what the coach and the hint say about the position, in a line; "" if neither is on."""
    match = match_on_screen(app)
    coach = app.screen.coach if match else None
    if coach is None or match.position.is_over() or match.engine_to_move() or screen_name(app) == "first game":
        return ""  # the first game shows good moves without a search
    position, verdict, said = match.position, match.engine.verdict, []
    if coach.asked:
        said.append("hint: thinking")
    elif coach.hint != NO_MOVE:
        outcome = _outcome(coach, position, verdict) + as_published(verdict, position, coach.hint)
        said.append(f"hint {move_name(position, coach.hint)}: {outcome}")
    if match.coach and match.coach != NEEDED:  # "prove it" says itself what matters
        from glowgrid.console.screens.proving import matter

        within = f", within {_moves(coach.within)}" if coach.within else ""
        marked = [
            f"{move_name(position, move)} {_WORDS[min(coach.marks[move], 4)]}{as_published(verdict, position, move)}"
            for move in range(position.points, position.moves)
            if coach.marks[move]
        ]
        told = *marked, _counted(coach, position, verdict), matter(coach)
        said.append(f"coach{within}: " + ", ".join(filter(None, told)))
    return "   ".join(said)


def _outcome(coach, position, verdict):
    """Return what a hint leads to: "wins in 5 moves (all sides')"."""
    from glowgrid.console.screens.coach import ESTIMATED

    if coach.hint_mark > ESTIMATED:
        return unsolved(verdict, coach.hint_percent, position.published())
    outcome = _WORDS[coach.hint_mark]
    if not coach.hint_plies or outcome == "draws":
        return outcome
    return f"{outcome} in {_moves(coach.hint_plies)}"


def _moves(plies):
    return "1 move" if plies == 1 else f"{plies} moves (all sides')"


def _counted(coach, position, verdict):
    """Return how many moves lead where: "2 win, 3 draw, 1 loses, 3 not known: unsolved after 900 nodes, depth 4".

    If the coach shows wins within k plies, the other moves are undecided: no side wins within k by them.
    """
    from glowgrid.console.screens.coach import ESTIMATED

    points = [point for point in range(position.points) if position.is_legal(point)]
    free = [coach.marks[point] for point in points]
    published = max((as_published(verdict, position, point) for point in points), default="")
    words, left = [], "undecided" if 0 < coach.within <= verdict.depth else "not known"
    for marks, one, more in (
        ((3,), "wins", "win"),
        ((2,), "draws", "draw"),
        ((1,), "loses", "lose"),
        ((5, 6, 7), "estimated", "estimated"),
        ((0,), left, left),
    ):
        count = sum(mark in marks for mark in free)
        if count:
            by = published if marks in ((3,), (1,)) and not coach.within else ""
            words.append(f"{count} {one if count == 1 else more}{by}")
    searched = coach.complete and not coach.within and coach.hint_mark <= ESTIMATED  # a hint then has its own search
    doubt = searched and any(mark == 0 or mark > ESTIMATED for mark in free)
    if not doubt:
        return ", ".join(words)
    return ", ".join(words) + f": {unsolved(verdict, best_percent(verdict, position), position.published())}"
