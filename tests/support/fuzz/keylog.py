"""Key logs: the model reads a line with one pattern, without int() and the number formats that int() accepts."""

import re

from host_sim.console.keylog import MAX_MS, KeyLogError, format_change, parse

from . import must, must_be_a_line, noise

KEYS = 16
_CHANGE = re.compile(r"([0-9]+) (press|release) ([0-9]+)")


def make(random):
    lines, time_ms = [], 0
    for _ in range(random.randint(0, 6)):
        time_ms += random.choice((0, 10, 80, 500, -10, MAX_MS))
        words = [str(time_ms), random.choice(("press", "release")), str(random.randrange(KEYS + 1))]
        if random.random() < 0.15:
            words[random.randrange(3)] = random.choice(noise.WORDS)
        if random.random() < 0.05:
            words = [str(time_ms), random.choice(("made", "menu")), *words[1:]]
        lines.append(random.choice(("", "", "", " ", "\t")) + " ".join(words) + random.choice(("", "", "# x", "  ")))
    return random.choice(("\n", "\n", "\r\n", "\n\n")).join(lines)


def check(case):
    wanted = _model(case)
    try:
        changes = parse(case, KEYS)
    except KeyLogError as error:
        must_be_a_line(error)
        must(wanted is None, "refused:", error)
        return
    must(changes == wanted, "read as", changes, "not", wanted)
    must(parse("\n".join(format_change(*change) for change in changes), KEYS) == changes, "written and read differ")


def _model(text):
    """Return the changes, or None if a line is invalid."""
    changes = []
    for line in text.splitlines():
        words = line.partition("#")[0].split()
        found = _CHANGE.fullmatch(" ".join(words))
        if found:
            time_ms, key = int(found[1]), int(found[3])
            if time_ms > MAX_MS or key >= KEYS or (changes and time_ms < changes[-1][0]):
                return None
            changes.append((time_ms, key, found[2] == "press"))
        elif words and words[1:2] != ["made"]:
            return None
    return changes
