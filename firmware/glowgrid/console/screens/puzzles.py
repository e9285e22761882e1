"""Puzzles: positions in which the side to move wins by force, a line each in puzzles/NAME.txt beside the games.

    hex 5: a4 c1 / b2 d3, 2 to move; wins in 5; grade 2

A person plays the side that wins, the best level the other one. A file is read line by line, never as a whole; lines
that begin with # are remarks. finished.py keeps which puzzles are solved.
"""

import os

from glowgrid.console import load
from glowgrid.console.finished import solved
from glowgrid.console.match import PERSON
from glowgrid.console.screens.choice import MENU, REMATCH, RESUME, Choice
from glowgrid.console.screens.fitting import fits
from glowgrid.rules.game import parse_size

NEXT = (
    "+...+..."
    "++..++.."
    "+++.+++."
    "++++++++"
    "+++.+++."
    "++..++.."
    "+...+..."
    "........"
)  # fmt: skip
_LINES = 8  # read in a step


class Puzzles(Choice):
    """Pages through the games that have puzzles."""

    NAME = "puzzles"

    def __init__(self, app, files):
        entries = []
        for game, path in files:
            entries.append((game.name, game.icon, lambda now_ms, game=game, path=path: start(app, game, path, now_ms)))
        names = [entry[0] for entry in entries]
        super().__init__(app, entries, names.index(app.settings.game) if app.settings.game in names else 0)
        self.on_back = app.open_menu
        self._files = files

    def words(self):
        game, path = self._files[self.at]
        return "%s: %d solved" % (game.title(), solved(self.app.storage, game.name, length(path)).count("1")), None


class PuzzlePause(Choice):
    """The pause of a puzzle: go on, try again, next puzzle, menu. What comes first depends on how it stands."""

    NAME = "puzzle"

    def __init__(self, app):
        match = app.match
        puzzle = match.puzzle
        entries = []
        if not match.position.is_over() and not puzzle.has_failed():
            entries.append(("go on", RESUME, app.resume))
        if match.position.plies and not puzzle.is_solved():
            entries.append(("try again", REMATCH, self._again))
        if file_of(app, match.game):
            entries.append(("next puzzle", NEXT, self._next))
        entries.append(("menu", MENU, app.open_menu))
        super().__init__(app, entries)
        self.on_back = app.resume

    def _again(self, now_ms):
        app = self.app
        app.match.begin_again()
        app.match_changed(now_ms)
        load.starting.answer_first(app)

    def _next(self, now_ms):
        match = self.app.match
        start(self.app, match.game, file_of(self.app, match.game), now_ms, match.puzzle.number)


def choose(menu, now_ms):
    """Go on from the menu to the games that have puzzles; ask first if moves of a match would be lost."""
    app = menu.app
    if app.match and app.match.has_moves_to_lose():
        load.sure.ask_match(menu, NEXT, lambda now_ms: _choose(app, now_ms))
    else:
        _choose(app, now_ms)


def _choose(app, now_ms):
    """Answer the press first, then go on."""
    app.go(load.starting.Starting(app, _choosing(app, now_ms)))


def _choosing(app, now_ms):
    """Go on to the games that have puzzles, or to the puzzles of the only one, in steps."""
    yield
    found = {}
    for folder in app.puzzles:
        for name in os.listdir(folder):
            if length(folder + "/" + name):  # as in file_of
                found[name] = folder + "/" + name
        yield
    files = [(game, found[_name(game)]) for game in app.offered if _name(game) in found]
    if len(files) == 1:
        start(app, *files[0], now_ms)
    elif files:
        app.go(Puzzles(app, files))
    else:
        app.warn(app.open_menu, ["puzzles: none of a game that is here"])


def file_of(app, game):
    """Return the path of a game's puzzles, a person's own if there are two; None if there are none."""
    found = None
    for folder in app.puzzles:
        path = folder + "/" + _name(game)
        if length(path):
            found = path
    return found


def _name(game):
    """Return the name of the file of a game's puzzles."""
    return game.name.replace("-", "_") + ".txt"


def length(path):
    """Return the length of a file in bytes; 0 if it is gone."""
    try:
        return os.stat(path)[6]
    except (OSError, IndexError):  # an index error where modules are in a bundle (glowgrid/__init__.py)
        return 0


def start(app, game, path, now_ms, after=-1):
    """Answer the press first, then set up the next puzzle of the file: one not solved yet, if there is any.

    after: the number of the one before.
    """
    app.go(load.starting.Starting(app, _starting(app, game, path, now_ms, after)))


def _starting(app, game, path, now_ms, after):
    """Find the puzzle, set up its match and go to it, in steps."""
    rooms = load.starting
    match = None
    size = length(path)
    try:
        for found in finding(app, game, path, solved(app.storage, game.name, size), after):
            yield
        if not found:
            raise ValueError("no puzzle in it fits these lights")
        for _ in rooms.making_room(app, game):
            yield
        match = match_of(app, game, found[1], found[0], size)
    except (OSError, ValueError, MemoryError) as error:
        app.warn(app.open_menu, ["%s: %s" % (path, error)])
        return
    except Exception as error:
        if not game.file:
            raise
        rooms.warn_of_setup(app, game, error)
        return
    app.match = match
    app.menu_entry = ""
    app.match_changed(now_ms)
    yield
    for _ in rooms.resuming(app, False):
        yield


def finding(app, game, path, known, after):
    """Read on in steps: yield None, at last (number, line) of the next puzzle, or None if none fits the lights.

    First come those not solved yet that follow `after`, then all others that are not solved, then those that are.
    """
    best, rank = None, 4
    sizes = {}
    number = 0
    with open(path) as file:
        for line in file:
            line = line.strip()
            if not line or line[0] == "#":
                continue
            of_this = 2 * (known[number : number + 1] == "1") + (number <= after)
            if of_this < rank and _fits(app, game, line.partition(":")[0], sizes):
                best, rank = (number, line), of_this
            if not rank:
                break
            number += 1
            if number % _LINES == 0:
                yield None
    yield best


def _fits(app, game, named, known):
    """Return whether the field of "hex 5" fits the lights. known: what is known, by text."""
    if named not in known:
        try:
            known[named] = fits(app, game, _size_in(named))
        except Exception as error:  # no such size
            if not game.file and not isinstance(error, (ValueError, TypeError)):
                raise
            known[named] = False
    return known[named]


def _size_in(named):
    """Return the size in "hex 5" or "mnk 4,4,3"; () if there is none."""
    words = named.replace(",", " ").split()[1:]
    return parse_size(",".join(words)) if words else ()


def match_of(app, game, line, number=0, size=0):
    """Return the match of a puzzle of a game; ValueError, in one line, if it is none.

    number, size: of the puzzle in its file, and of the file in bytes.
    """
    named, _, rest = line.partition(":")
    stones, _, more = rest.partition(";")
    wins = more.partition(";")[0].split()
    if len(wins) != 3 or wins[:2] != ["wins", "in"] or wins[2] not in [str(plies) for plies in range(1, 100, 2)]:
        raise ValueError("%s: expected '; wins in 5' after the stones" % line[:40])
    match = load.match.Match(game, _size_in(named), [PERSON] * game.sides, stones=stones.strip())
    if not match.position.placed or match.position.is_over() or game.sides > 2:
        raise ValueError("%s: nothing to win there" % line[:40])
    seats = [PERSON, PERSON]
    seats[2 - match.position.to_move] = match.levels
    match.sit(seats)
    match.pose(load.puzzle.Puzzle(match, number, int(wins[2]), size))
    return match
