"""Whether a person's own game works. The console checks before it offers the game; so do `game check` and flashing.

    for step in trying(game):  # ValueError says in one line what is wrong; its cause is the original exception
        ...

Also how much memory lines take while they are made, the same on every machine, measured on the emulated Pico
(tests/hardware/test_own_game_slips.py).
"""

from glowgrid.rules.game import size_name
from glowgrid.rules.position import MAX_POINTS

MADE_LINE, MADE_MEMBER = 48, 4  # bytes while lines are made; a member: a point in a line
ROOM = 56_000  # bytes available then
MOST_SIZES = 99
_NO_PICTURE = "expected a list of texts of one length, such as [%r, %r]" % ("aaa", "a.a")
_GOALS = "a text of at most 40 signs, or a tuple of one a side"
_SIGNS = ".123abcABC#-+!?exyzlmho:"  # console/palette.py
_ENTRIES = "puzzles", "statistics", "settings"  # console/screens/menu.py
MOST_GOAL = 40  # signs
MOST_LEVELS = 8  # as in levels.py


def made(lines, members):
    """Return how many bytes it takes to make lines."""
    return MADE_LINE * lines + MADE_MEMBER * members


def grouped(number):
    return "%d,%03d" % (number // 1000, number % 1000) if number > 999 else str(number)


def trying(game):
    """Check all that a game declares, set up every size and play a move there; yield after each size."""
    for name, fits, expected in _DECLARED:
        value = getattr(game, name)
        if not fits(value):
            raise ValueError("%s is %s; expected %s" % (name.replace("stated_", ""), shown(value), expected))
    for size in game.sizes:
        _try_size(game, size)
        yield
    _text(game, "title", ())


def shown(value):
    """Return a value as one short line of text."""
    try:
        text = repr(value).replace("\n", " ")
    except Exception:
        text = type(value).__name__
    return text if len(text) <= 40 else text[:37] + "..."


def _is_name(value):
    if not isinstance(value, str) or not 0 < len(value) <= 32:
        return False
    for sign in value:
        if not "!" <= sign <= "~":
            return False
    return True


def _is_text(value):
    return isinstance(value, str)


def _is_number(value):
    return isinstance(value, int) and not isinstance(value, bool)


def _are_sizes(value):
    if not isinstance(value, (tuple, list)) or not 0 < len(value) <= MOST_SIZES:
        return False
    for size in value:
        if not isinstance(size, tuple) or len(size) != len(value[0]) or len(size) > 9:
            return False
        for number in size:
            if not _is_number(number) or not 0 <= number < 256:
                return False
    return True


def _is_icon(value):
    return isinstance(value, str) and len(value) == 64 and not value.strip(_SIGNS)


def _is_hook(value):
    return value is None or callable(value)


def _is_count(value):
    return _is_number(value) and 0 <= value <= MOST_LEVELS


def _is_goal(value):
    return isinstance(value, str) and len(value) <= MOST_GOAL and not [sign for sign in value if not " " <= sign <= "~"]


def _are_goals(value):
    return _is_goal(value) or isinstance(value, tuple) and not [each for each in value if not _is_goal(each)]


_DECLARED = (
    ("name", _is_name, 'a text of 1 to 32 signs without blanks, such as "my-game"'),
    ("name", lambda value: value not in _ENTRIES, "one that no other entry of the menu has"),
    ("about", _is_text, "the rules in one sentence, a text"),
    ("source", _is_text, "a text"),
    ("sides", lambda value: _is_number(value) and value in (2, 3), "2 or 3"),
    ("sizes", _are_sizes, "a tuple of tuples of whole numbers, such as ((3,), (4,)); ((),) for only one size"),
    ("icon", _is_icon, "eight texts of eight of the signs " + _SIGNS),
    ("order", lambda value: _is_number(value) and abs(value) < 1 << 29, "a whole number, the place in the menu"),
    ("swap", lambda value: isinstance(value, bool), "True or False"),
    ("stated_levels", lambda value: callable(value) or _is_count(value), "0 to %d, or a function" % MOST_LEVELS),
    ("stated_goals", lambda value: callable(value) or _are_goals(value), _GOALS + ", or a function"),
    ("stated_title", _is_hook, "a function that returns a text, or None"),
    ("sketch", _is_hook, "a function that returns rows of signs, or None"),
)


def _called(name, size, function, *arguments):
    """Return what a function of the file returns; ValueError that names the function if it raises."""
    try:
        return function(*arguments)
    except MemoryError:
        raise ValueError("%s: too large for this Pico" % _call(name, size))
    except (Exception, SystemExit) as error:
        said = str(error).split("\n")[0]
        if type(error) is ValueError and said:
            raise ValueError("%s: %s" % (_call(name, size), said)) from error
        raise ValueError("%s: %s: %s" % (_call(name, size), type(error).__name__, said)) from error


def _call(name, size):
    return "%s(%s)" % (name, size_name(size))


def _text(game, name, size):
    found = _called(name, size, getattr(game, name), size)
    if not isinstance(found, str):
        raise ValueError("%s returns %s; expected a text" % (_call(name, size), shown(found)))


def _try_size(game, size):
    position = _called("setup", size, game.setup, size)
    _called("setup", size, _look_at, game, position)
    if game.sketch:
        picture = _called("sketch", size, game.sketch, *size)
        if not _is_picture(picture):
            raise ValueError("%s returns %s; %s" % (_call("sketch", size), shown(picture), _NO_PICTURE))
    _text(game, "title", size)
    levels = _called("levels", size, game.levels, size)
    if not _is_count(levels):
        raise ValueError("%s returns %s; expected 0 to %d" % (_call("levels", size), shown(levels), MOST_LEVELS))
    goals = _called("goals", size, game.goals, size)
    if not _are_goals(goals) or len(goals) != game.sides:
        raise ValueError("%s returns %s; expected %s" % (_call("goals", size), shown(goals), _GOALS))
    _called("a move", size, _play_one, position)


def _is_picture(rows):
    if not isinstance(rows, (list, tuple)) or not rows:
        return False
    for row in rows:
        if not isinstance(row, str) or not row or len(row) != len(rows[0]) or row.strip(_SIGNS):
            return False
    return True


def _look_at(game, position):
    """Raise an error unless the position is the start of this game, and the Pico has room for it."""
    if position.sides != game.sides:
        raise ValueError("the position has %s sides, the game states %d" % (shown(position.sides), game.sides))
    if position.plies or position.is_decided():
        raise ValueError("the position is not at its start")
    if not 1 <= position.to_move <= position.sides:
        raise ValueError("to_move is %s; expected a side" % shown(position.to_move))
    if position.points > MAX_POINTS:
        raise ValueError("field: %d points; a game has 1 to %d" % (position.points, MAX_POINTS))
    tables = getattr(position, "tables", None)
    if tables is not None and hasattr(tables, "members"):
        lines, members = tables.count, len(tables.members)
        takes = made(lines, members)
        if takes > ROOM:
            fit = grouped(lines * ROOM // takes)
            text = "too large for this Pico: %d points, %s lines; there is room for about %s such lines"
            raise ValueError(text % (position.points, grouped(lines), fit))


def _play_one(position):
    """Play the first legal move, ask all that the console asks after it, and take it back."""
    move = 0
    while not position.is_legal(move):
        move += 1
        if move >= position.moves:
            raise ValueError("none is legal: the game would be over before it begins")
    if position.is_over():
        raise ValueError("is_over is true before the first move")
    if not position.play(move):
        raise ValueError("play refuses move %d, which is legal" % move)
    if position.plies != 1 or not 1 <= position.to_move <= position.sides or not 0 <= position.winner <= position.sides:
        raise ValueError("play leaves plies, to_move or winner wrong; call the play of Position")
    if not position.is_over():
        position.is_legal(move)
    position.winning_points(bytearray(position.points))
    kind = position.win_type()
    if position.winner and not isinstance(kind, str):
        raise ValueError("win_type returns %s; expected a word" % shown(kind))
    point = position.last_stone()
    if not _is_number(point) or not -1 <= point < position.points:
        raise ValueError("last_stone returns %s; expected a point, or -1" % shown(point))
    for side in range(1, position.sides + 1):
        if not hasattr(position.view(side), "cells"):
            raise ValueError("view returns no position")
    fresh = position.fresh()
    fresh.become(position)
    if bytes(fresh.cells) != bytes(position.cells):
        raise ValueError("a copy by fresh and become differs")
    if position.undo() != move or position.plies:
        raise ValueError("undo does not return the move that it takes back; call the undo of Position")
