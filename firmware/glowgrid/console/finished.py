"""The last matches played to the end: a file each, so that a power cut damages none.

`games/17` beside the saved match is the 17th match that ended on this device: a record (record.py) with the same
content as the saved match (`RECORD` of screens/resume.py). It is written after the match is saved with its number, and
again if moves are taken back and the match ends otherwise.
"""

import os

from glowgrid.console.storage import Storage

MOST = 20
FOLDER = "/games"
_DIGITS = 8  # at most, in a number


def numbers(storage):
    """Return the numbers of the matches kept, in order. storage: where the match is saved."""
    try:
        names = os.listdir(storage.folder + FOLDER)
        return sorted([int(name) for name in names if name.isdigit() and len(name) <= _DIGITS])
    except OSError:
        return []


def next_number(storage, counted=0):
    """Return the number of a match that ends now. counted: number of the last one in the statistics."""
    return max(numbers(storage) + [counted]) + 1


def uncounted(storage, settings):
    """Return the numbers of the matches kept but not in the statistics; sets settings.counted if it is None.

    An older Glowgrid saved no number with the statistics: they include all that it kept.
    """
    there = numbers(storage)
    if settings.counted is None:
        settings.counted = max(there + [0])
    return [number for number in there if number > settings.counted]


def keeping(storage, match):
    """Write the record of a match with its number, then delete all but the last MOST; in steps, see Storage.saving."""
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
