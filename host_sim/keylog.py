"""Key logs: what was pressed when, as text, one change a line.

    # time in ms, press or release, number of the key (row by row from 0)
    1500 press 5
    1580 release 5
"""

MAX_MS = 24 * 60 * 60 * 1000


class KeyLogError(ValueError):
    """A key log that cannot be read; its text is one line: where, what, what was expected."""


def parse(text, keys, name="key log"):
    """List of (time_ms, key, down) in the order of the text; times must not go back, keys are 0..keys-1."""
    changes = []
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split("#")[0].split()
        if not words:
            continue
        where = f"{name}:{number}"
        if len(words) != 3 or words[1] not in ("press", "release"):
            raise KeyLogError(f"{where}: {line.strip()!r}; expected TIME_MS press|release KEY")
        try:
            time_ms, key = int(words[0]), int(words[2])
        except ValueError:
            raise KeyLogError(f"{where}: {line.strip()!r}; time and key must be whole numbers") from None
        if not 0 <= key < keys:
            raise KeyLogError(f"{where}: key {key}; this board has keys 0 to {keys - 1}")
        if time_ms < (changes[-1][0] if changes else 0) or time_ms > MAX_MS:
            raise KeyLogError(f"{where}: time {time_ms} ms; times go up from 0 to {MAX_MS}")
        changes.append((time_ms, key, words[1] == "press"))
    return changes


def format_change(time_ms, key, down):
    """One line of a key log, without its end."""
    return f"{time_ms} {'press' if down else 'release'} {key}"


def taps(start_ms, keys, every_ms=400, down_ms=80):
    """A log of keys tapped one after the other."""
    changes = []
    for number, key in enumerate(keys):
        changes.append((start_ms + number * every_ms, key, True))
        changes.append((start_ms + number * every_ms + down_ms, key, False))
    return changes
