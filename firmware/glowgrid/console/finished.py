"""The last matches that were played to their end: a file each, so that a power cut spoils none.

`games/17` beside the saved match is the 17th match that ended on this device: a record (record.py) of the same content
as the saved match (`RECORD` of screens/resume.py). It is written once the match that says its number is saved, and once
more if somebody takes moves back and ends it otherwise.
"""

import os

from glowgrid.console.storage import Storage

MOST = 20
FOLDER = "/games"
_DIGITS = 8  # of a number, at most


def numbers(storage):
    """Return the numbers of the matches that are kept, in order. storage: where the match is saved."""
    try:
        names = os.listdir(storage.folder + FOLDER)
        return sorted([int(name) for name in names if name.isdigit() and len(name) <= _DIGITS])
    except OSError:
        return []


def next_number(storage, counted=0):
    """Return the number of a match that ends now. counted: that of the last one in the statistics."""
    return max(numbers(storage) + [counted]) + 1


def uncounted(storage, settings):
    """Return the numbers of the matches that are kept and not in the statistics; settings.counted is a number then.

    An older Glowgrid saved none with the statistics: what it kept is in them.
    """
    there = numbers(storage)
    if settings.counted is None:
        settings.counted = max(there + [0])
    return [number for number in there if number > settings.counted]


def keeping(storage, match):
    """Write the record of a match with its number, then delete all but the last MOST: in steps, see Storage.saving."""
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
