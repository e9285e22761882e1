"""Key logs: what was pressed when, as text, one change a line.

    # time in ms, press or release, number of the key (row by row from 0)
    1500 press 5
    1580 release 5

A log may also name the match it wants, or an entry of the current screen; menu_path.py turns both into presses:

    500 menu hex 5 seats 0 0
    4000 press 3
    4080 release 3
    4200 take coach

and the engine it was made with, because another one would move at other times:

    0 made speed 1 work 2
"""

from glowgrid.search.engine import WORK_VERSION

MAX_MS = 24 * 60 * 60 * 1000
_DIGITS = 18  # at most, of a number
BY_NAME = "menu", "take"


class KeyLogError(ValueError):
    """A key log that cannot be read; the message is one line: where, what, what was expected."""


def made(board):
    """Return what a key log of this board says about its engine: the board's speed, the version of the work units."""
    return f"speed {board.get('speed', 1):g} work {WORK_VERSION}"


def parse(text, keys, name="key log", expand=None, engine=None):
    """Return a list of (time_ms, key, down) in the order of the text; times never decrease, keys are 0..keys-1.

    expand: called as expand(time_ms, words, changes so far) for lines such as `500 menu hex 5 seats 0 0`; returns the
    key changes for that line. engine: what `made` must say; a log that says otherwise is refused.
    """
    changes = []
    for number, words in _lines(text):
        try:
            if len(words) > 2 and words[1] in BY_NAME and expand:
                time_ms = _time(words[0], changes)
                changes += expand(time_ms, words[1:], changes)
            elif words[1:2] == ["made"]:
                _check_engine(" ".join(words[2:]), engine)
            else:
                changes.append(_change(words, changes, keys))
        except KeyLogError as error:
            raise KeyLogError(f"{name}:{number}: {error}") from None
    return changes


def by_name(text):
    """Return (time, "menu" or "take") of the lines that name a match or an entry."""
    return [(int(words[0]), words[1]) for _, words in _lines(text) if words[1] in BY_NAME]


def _lines(text):
    """Yield (number, words) of the lines that are not empty or comments."""
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split("#")[0].split()
        if words:
            yield number, words


def _check_engine(said, engine):
    if engine and said != engine:
        raise KeyLogError(f"made with {said}, here is {engine}: engines move at other times; or remove this line")


def _change(words, changes, keys):
    if len(words) != 3 or words[1] not in ("press", "release"):
        raise KeyLogError(f"{' '.join(words)!r}; expected TIME_MS press|release KEY")
    time_ms, key = _time(words[0], changes), _number(words[2])
    if not 0 <= key < keys:
        raise KeyLogError(f"key {key}; this board has keys 0 to {keys - 1}")
    return time_ms, key, words[1] == "press"


def _time(word, changes):
    time_ms = _number(word)
    if not 0 <= time_ms <= MAX_MS:
        raise KeyLogError(f"time {time_ms} ms; times go up from 0 to {MAX_MS}")
    if changes and time_ms < changes[-1][0]:
        raise KeyLogError(f"time {time_ms} ms is earlier than the line before, which ends at {changes[-1][0]} ms")
    return time_ms


def _number(word):
    digits = word[1:] if word[:1] == "-" else word
    if not digits or len(word) > _DIGITS or any([not "0" <= digit <= "9" for digit in digits]):
        raise KeyLogError("time and key must be whole numbers")
    return int(word)


def format_change(time_ms, key, down):
    """Return one line of a key log, without its end."""
    return f"{time_ms} {'press' if down else 'release'} {key}"


def taps(start_ms, keys, every_ms=400, down_ms=80):
    """Return a log of keys tapped one after the other."""
    changes = []
    for number, key in enumerate(keys):
        changes.append((start_ms + number * every_ms, key, True))
        changes.append((start_ms + number * every_ms + down_ms, key, False))
    return changes
