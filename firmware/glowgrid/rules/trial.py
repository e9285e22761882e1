"""Whether a person's own game works. The console checks before it offers the game; so do `game check` and flashing.

    for step in trying(game):  # ValueError says in one line what is wrong; its cause is the original exception
        ...

Also how much memory a game takes, the same on every machine: the simulator and flashing refuse a game that the Pico has
no room for. The sizes here are measured on the emulated Pico (tests/hardware/test_own_game_slips.py).
"""

from glowgrid.rules.data import game_from
from glowgrid.rules.game import one_line, size_name
from glowgrid.rules.position import MAX_POINTS

A_GAME, A_POINT, A_LINE, A_MEMBER = 800, 4, 3, 3  # bytes that a data file keeps for good; a member: a point in a line
A_JOINED_POINT = 4  # more of a point in a connection game, beside a byte for each neighbour
MADE_POINT, MADE_NEIGHBOUR = 64, 6  # bytes while a connection game is made, those of one side after the other
MADE_LINE, MADE_MEMBER, LISTED_LINE, A_SIGN = 48, 4, 56, 1  # bytes while lines are made; listed ones and signs add more
KEPT = 12_288  # bytes that all data files together may keep for good
ROOM = 56_000  # bytes available while one is made
FREE = 40_960  # bytes that a person's games leave free: what the console needs without an engine
MOST_ERRORS = 20  # kept where memory is small; the rest are only printed
MOST_SIZES = 99
_NO_PICTURE = "expected a list of texts of one length, such as [%r, %r]" % ("aaa", "a.a")
_GOALS = "a text of at most 40 signs, or a tuple of one a side"
_SIGNS = ".123abcABC#-+!?exyzlmho:"  # console/palette.py
_ENTRIES = "puzzles", "statistics", "settings"  # console/screens/menu.py
MOST_GOAL = 40  # signs
MOST_LEVELS = 5  # as in levels.py


class Mine:
    """Load a person's own files, one after the other, and try those that are new or changed.

    load_data and load_code come from games/__init__.py. own: their folder. refused: {path: why} of files not to read.
    tried: the record of earlier tries (console/tried.py), or None. gc, sys: the modules; files: the folder's.
    """

    def __init__(self, load_data, load_code, own, refused, tried, gc, sys, files):
        self._load_data, self._load_code = load_data, load_code
        self._own, self._refused, self.tried = own, refused, tried
        self._gc, self._sys = gc, sys
        self._is_small = hasattr(gc, "mem_free")  # whether memory is small
        self.room = Room(gc.collect if self._is_small else None)
        self._helpers = []  # files without a game
        self._before = keep_built_in(files, sys)

    def loading(self, path):
        """Yield after each step, at last the game; one-line ValueError if the game does not work."""
        tried = self.tried
        if path in self._refused:
            raise ValueError(self._refused[path])
        if tried:
            tried.begin(path)
        try:
            if path.endswith(".json"):
                game = self._load_data(path, self.room.make)
            else:
                game = self._load_code(path[len(self._own) + 1 :].rpartition(".")[0], path, self._own)
            if not game:
                self._helpers.append(path)
            else:
                game.file = path
            if game and not (tried and tried.has_passed(path)):
                for _ in trying(game):
                    yield game
            if self._is_small:
                self._gc.collect()
                if self._gc.mem_free() < FREE:
                    raise MemoryError
        except MemoryError:
            raise ValueError("%s: too large for this Pico" % path)
        except KeyboardInterrupt:
            if tried:
                tried.spare()
            raise
        except (Exception, SystemExit) as error:
            said = str(error) if isinstance(error, ValueError) else "%s: %s" % (type(error).__name__, error)
            raise ValueError(said if said.startswith(path) else "%s: %s" % (path, said)) from error
        if tried:
            tried.passed(path)
        yield game

    def end(self, no_game):
        """All files were loaded: return an error for each without a game that no other has imported."""
        errors = []
        for path in self._helpers:
            if not is_from(self._own, self._sys.modules.get(path[len(self._own) + 1 :].rpartition(".")[0])):
                errors.append(no_game % path)
        forget(self._own, self._sys, self._before)
        if self.tried:
            self.tried.end()
        return errors

    def has_failed(self, path, error, errors):
        """Record the failure; return whether the caller keeps the error. Small machines keep only the first 20."""
        if self.tried:
            self.tried.failed(path)
        self._gc.collect()
        if self._is_small and errors >= MOST_ERRORS:
            print(one_line(str(error)))
            return False
        return True


def keep_built_in(files, sys):
    """Import the modules of Python whose names a person's files have, so that these do not hide them.

    Return the names of all modules that are loaded then.
    """
    folders, known = sys.path[:], getattr(sys, "stdlib_module_names", None)  # CPython has it
    if known is None:
        sys.path[:] = []  # then MicroPython finds only what is built in
    for file in files:
        stem = file.rpartition(".")[0]
        if stem and (known is None or stem in known):
            try:
                sys.modules[stem] = __import__(stem)  # where MicroPython would not enter it
            except ImportError:
                pass
    sys.path[:] = folders
    return set(sys.modules)


def is_from(folder, module):
    """Return whether a module was loaded from a file in this folder."""
    file = getattr(module, "__file__", None) or ""
    return file.replace("\\", "/").rpartition("/")[0] == folder.replace("\\", "/")


def forget(own, sys, before):
    """Forget the modules of a person's folder, but for those `before`: another folder may have files of these names."""
    for name, module in list(sys.modules.items()):
        if name not in before and is_from(own, module):
            del sys.modules[name]


class Room:
    """Make games from data files while there is room; `takes` is what each keeps for good."""

    def __init__(self, tidy=None):
        self.takes = []
        self._tidy = tidy

    def make(self, data, signs):
        """Return the game that the data describes; its file has this many signs."""
        found = []

        def check(points, lines, members, listed=0, neighbours=0, sides=1):
            for left in KEPT, KEPT - sum(self.takes):
                if neighbours:
                    check_neighbours(points, neighbours, sides, signs, left)
                else:
                    check_room(points, lines, members, listed, signs, left)
            found.append(kept(points, lines, members, neighbours * sides))

        game = game_from(data, check, self._tidy)
        self.takes.append(found[-1])
        return game


def kept(points, lines, members, neighbours=0):
    """Return how many bytes a data file keeps for good. neighbours: of each point, in a connection game."""
    joined = points * (A_JOINED_POINT + neighbours) if neighbours else 0
    return A_GAME + A_POINT * points + A_LINE * lines + A_MEMBER * members + joined


def check_neighbours(points, neighbours, sides, signs, left):
    """Raise ValueError if the Pico has no room for a connection game; see `check_room`.

    sides: how many of them have neighbours of their own.
    """
    takes, stays = points * (MADE_POINT + MADE_NEIGHBOUR * neighbours), kept(points, 0, 0, neighbours * sides)
    if takes + A_SIGN * signs <= ROOM and stays <= left:
        return
    if takes < min(signs, ROOM) and stays <= left:
        text = "a text of %s bytes; there is room for %s" % (grouped(signs), grouped(ROOM - takes))
        raise ValueError("too large for this Pico: %d points, %s" % (points, text))
    others = ", beside your other games" if left < KEPT else ""
    stays = left - A_GAME - (A_POINT + A_JOINED_POINT) * points
    most = min(stays // (points * sides), (ROOM - A_SIGN * signs - MADE_POINT * points) // (MADE_NEIGHBOUR * points))
    raise ValueError(
        "too large for this Pico: %d points with up to %d neighbours%s; there is room for %s"
        % (points, neighbours, others, "%d neighbours" % most if most > 0 else "no such game")
    )


def check_room(points, lines, members, listed=0, signs=0, left=KEPT):
    """Raise ValueError if the Pico has no room to make these lines, with this many points (`members`) in all.

    listed: lines that the file lists. signs: length of the file. left: bytes that the game may still keep for good;
    less than KEPT if there are other games.
    """
    if made(lines, members, listed) + A_SIGN * signs > ROOM or kept(points, lines, members) > left:
        raise ValueError(too_large(points, lines, members, listed, signs, left))


def made(lines, members, listed=0):
    """Return how many bytes it takes to make lines, not counting the text of the file."""
    return MADE_LINE * lines + MADE_MEMBER * members + LISTED_LINE * listed


def too_large(points, lines, members, listed=0, signs=0, left=KEPT):
    """Return the message for a game that does not fit, and what would: a shorter text, or fewer lines of this size."""
    text = "too large for this Pico: %s points, %s lines" % (grouped(points), grouped(lines))
    takes, bare, stays = made(lines, members, listed), kept(points, 0, 0), kept(points, lines, members)
    if left < KEPT:
        text += ", beside your other games"
    if takes < min(signs, ROOM) and stays <= left:
        return "%s, a text of %s bytes; there is room for %s" % (text, grouped(signs), grouped(ROOM - takes))
    fit = min(lines * max(left - bare, 0) // max(stays - bare, 1), lines * ROOM // (takes + A_SIGN * signs))
    return "%s; there is room for %s such lines" % (text, "about " + grouped(fit) if fit else "no")


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
    ("stated_levels", lambda value: callable(value) or _is_count(value), "0 to 5, or a function"),
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
        raise ValueError("%s returns %s; expected 0 to 5" % (_call("levels", size), shown(levels)))
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
        if made(lines, members) > ROOM:
            raise ValueError(too_large(position.points, lines, members, left=ROOM))


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
