"""The last matches that ended, a file each, so that a power cut damages none; and which puzzles are solved.

`games/17` beside the saved match is the 17th that ended: a record (record.py) of a saved match
(`RECORD` of screens/resume.py), written after the match is saved with its number, again if it ends otherwise.

`puzzles` has a text for each game with solved ones: the length of their file, a space, "1" or "0" for each. For a file
of another length none is.
"""

import os

from glowgrid import record
from glowgrid.console import load
from glowgrid.console.storage import Storage

MOST = 20
PUZZLES = "puzzles"
FOLDER = "/games"
_DIGITS = 8


def numbers(storage):
    """Return the numbers of the matches kept, in order."""
    try:
        names = os.listdir(storage.folder + FOLDER)
        return sorted([int(name) for name in names if name.isdigit() and len(name) <= _DIGITS])
    except OSError:
        return []


def next_number(storage, counted=0):
    """Return the number of a match that ends now. counted: of the last in the statistics."""
    return max(numbers(storage) + [counted]) + 1


def ended(match, storage, settings):
    """Count a match that is over, once. Return (whether to keep it, whether the statistics have changed).

    One that began from stones is practice, neither counted nor kept.
    """
    if match.stones:
        return match.puzzle and not is_noted(storage, match), False
    new = not match.number
    if new:
        match.number = next_number(storage, settings.counted)
        load.statistics.count(settings, match)
    return True, new


def uncounted(storage, settings):
    """Return the numbers of the matches kept but not in the statistics; sets settings.counted if it is None:
    an older Glowgrid saved none with its statistics of all that it kept."""
    there = numbers(storage)
    if settings.counted is None:
        settings.counted = max(there + [0])
    return [number for number in there if number > settings.counted]


def keeping(storage, match):
    """Write the record of a match with its number, then delete all but the last MOST; in steps, see Storage.saving.
    Of a puzzle, note only that it is solved."""
    if "puzzle" in match:
        for written in _noting(storage, match["game"], *match["puzzle"]):
            yield written
        return
    kept = Storage(storage.folder + FOLDER)
    for written in kept.saving(str(match["number"]), match):
        if not written:
            yield written
    if written:
        yield
        for number in numbers(storage)[:-MOST]:
            os.remove("%s/%d" % (kept.folder, number))
            yield
        yield True


def solved(storage, game, length):
    """Return which puzzles of a game are solved: a "1" or "0" for each, up to the last solved one.

    length: of the game's file, in bytes.
    """
    known = _known(storage).get(game, "").split(" ")
    return known[1] if len(known) == 2 and known[0] == str(length) else ""


def is_noted(storage, match):
    """Return whether there is nothing to note: the puzzle is not solved, is in no file, or is noted already."""
    puzzle = match.puzzle
    if not puzzle.is_solved() or not puzzle.length:
        return True
    return solved(storage, match.game.name, puzzle.length)[puzzle.number : puzzle.number + 1] == "1"


def forget(storage, match):
    """Forget which puzzles are solved. match: the console's, or None: it would be noted again."""
    if match and match.puzzle and match.puzzle.is_solved():
        match.puzzle.length = 0
    try:
        os.remove(storage.path(PUZZLES))
    except OSError:  # there is none
        pass


def _noting(storage, game, number, plies, length):
    """Save this, in steps."""
    before, known = solved(storage, game, length), _known(storage)
    known[game] = "%d %s" % (length, before[:number] + "0" * (number - len(before)) + "1" + before[number + 1 :])
    return storage.saving(PUZZLES, known)


def _known(storage):
    known = storage.load(PUZZLES)
    return known if type(known) is dict and not record.fault(known, {"*": str}) else {}
