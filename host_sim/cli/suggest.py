"""Suggest what the user may have meant by an unknown name."""

try:
    from difflib import get_close_matches
except ImportError:  # MicroPython, on the page
    get_close_matches = None


def did_you_mean(name, names, alike=0.6):
    """Return " did you mean hex?" with the closest name; "" if no name is close.

    alike: how close it has to be, from 0 to 1; MicroPython has a measure of its own.
    """
    name = str(name).lower()
    close = get_close_matches(name, names, 1, alike) if get_close_matches else _close(name, names, 1)
    return f" did you mean {close[0]}?" if close else ""


def no_game(name, names):
    """Return what is said of a name that is none of these, the games'."""
    return f"no game {name[:40]};{did_you_mean(name, names)} expected {', '.join(names)}"


def no_move(name, title, moves, points):
    """Return what is said of a name that is no move of a game. moves: their names, the first ones those of points."""
    more = "".join([f", {action}" for action in moves[points:]])
    wanted = f"expected {moves[0]} to {moves[points - 1]}{more}"
    return f"{name[:20]}: {title} has no such move; {wanted}"


def _close(name, names, most):
    """Return the names, at most so many, that few changes of a letter make of this one; the closest first."""
    near = sorted([(_edits(name, other), other) for other in names])
    return [other for edits, other in near if 3 * edits <= max(len(name), len(other))][:most]


def _edits(one, other):
    """Return how many letters have to be put in, left out or changed to make a word of another one."""
    row = list(range(len(other) + 1))
    for letter in one:
        before, row = row, [row[0] + 1]
        for at, there in enumerate(other):
            row.append(min(before[at + 1] + 1, row[at] + 1, before[at] + (letter != there)))
    return row[-1]
