"""Properties of a game: one answer each, computed on demand; what is out of reach is reported, not started.

A subject is a game of one size. `PROPERTIES` are the questions in the order in which they are printed; `answer` gives
one as text, or raises OutOfReach.
"""

from itertools import product
from pathlib import Path
from typing import Any

from ...cli.suggest import did_you_mean
from . import own, patterns, reach, theorems, winners
from . import positional_games as pg
from . import three_players as tp
from .sets import minimal
from .subject import OutOfReach, Unfit
from .three_sides import ThreeSides
from .two_sides import TwoSides

PROPERTIES = (
    "points",
    "patterns",
    "automorphisms",
    "symmetric",
    "excluding",
    "drawless",
    "configurations",
    "transitions",
    "games",
    "strategies",
    "value",
    "openings",
    "super",
    "quality",
    "paranoid",
)
OF_A_POSITION = "w0", "w_k", "w_star", "m_hat"


def properties(subject):
    """Return the PROPERTIES that the subject has; those of a position if moves or k are given."""
    asked = OF_A_POSITION if subject.moves or subject.k is not None else PROPERTIES
    return [name for name in asked if hasattr(subject, name)]


def require(subject, names):
    """Raise Unfit if the subject lacks one of these properties."""
    known = [name for name in (*PROPERTIES, *OF_A_POSITION) if hasattr(subject, name)]
    for name in names:
        if name not in known:
            raise Unfit(f"--property {name}:{did_you_mean(name, known)} expected one of {', '.join(known)}")


def answer(subject, name):
    """Return the text for one of its properties, by proof if it cannot be counted; raises OutOfReach."""
    try:
        return getattr(subject, name)()
    except OutOfReach:
        if name not in OF_A_POSITION and name in subject.theorems:
            return f"{subject.theorems[name].answer}, by proof"
        raise


def argument(subject, name):
    """Return why a property holds at every size, in three sentences; None if there is no such argument."""
    return subject.theorems[name].why if name not in OF_A_POSITION and name in subject.theorems else None


MOST_POINTS = 1000  # for larger sizes not even the neighbours are listed


def _whole(text, least, most, name):
    if not text.isdecimal() or not least <= int(text) <= most:
        raise Unfit(f"--size {text}: {name} takes a whole number from {least} to {most}")
    return int(text)


def _tic_tac_toe(text):
    if text not in ("", "3"):
        raise Unfit(f"--size {text}: tic-tac-toe has one size only; for others take mnk")
    names = {p: own.name_of((p - 1) % 3, (p - 1) // 3) for p in sorted(pg.tic_tac_toe.points)}
    return TwoSides("Tic-tac-toe", names, lambda: pg.tic_tac_toe)


_COUNTS = "", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight"


def _mnk(text):
    numbers = (text or "4,3,3").split(",")
    if len(numbers) != 3 or not all(number.isdecimal() and int(number) for number in numbers):
        raise Unfit(f"--size {text}: mnk takes rows, columns and how many in a row, such as 4,3,3")
    m, n, k = map(int, numbers)
    if m * n > MOST_POINTS:
        raise Unfit(f"--size {text}: {m * n} points; mnk takes up to {MOST_POINTS}")
    names = {p: own.name_of(p % n, p // n) for p in range(m * n)}
    count = _COUNTS[k] if k < len(_COUNTS) else k
    return TwoSides(f"{count} in a row {m}x{n}", names, lambda: mnk_game(m, n, k))


def mnk_game(m, n, k):
    """m rows, n columns, k in a row wins; point = n * row + column, both from 0."""
    fields = [(row, column) for row in range(m) for column in range(n)]
    rows = [
        [(row + i * down, column + i * right) for i in range(k)]
        for row, column in fields
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1))
    ]
    return pg.lines_game(range(m * n), ({n * r + c for r, c in line} for line in rows if set(line) <= set(fields)))


def _hex(text):
    size = _whole(text or "3", 1, 31, "hex")
    # The source's neighbours lean the other way from those on the lights, so columns are named from the right.
    names = {(x, y): own.name_of(size - 1 - x, y) for y in range(size) for x in reversed(range(size))}
    return TwoSides(
        f"Hex {size}",
        names,
        lambda: pg.Hex_game(size),
        lambda: reach.hex_out_of_reach(size),
        theorems=theorems.of_hex(size),
        wins=lambda side, stones: winners.hex_wins(size, side)(stones),
    )


def _havannah(text):
    size = _whole(text or "2", 1, 18, "havannah")

    def kinds(game):
        counts = [len(game.wps1 & found) for found in pg.Havannah_candidates(size)]
        return ", ".join(f"{count} {kind}" for count, kind in zip(counts, ("bridges", "forks", "rings")))

    points = sorted(pg.Havannah_points(size), key=lambda p: (-p[1], p[0]))
    return TwoSides(
        f"Havannah {size}",
        {(x, y, z): own.name_of(x + size - 1, size - 1 - y) for x, y, z in points},
        lambda: pg.Havannah_game(size),
        lambda: reach.havannah_out_of_reach(size),
        kinds,
        theorems.of_havannah(size),
        lambda _, stones: bool(winners.havannah_win_types(size, stones)),
    )


def _y(text):
    size = _whole(text or "4", 1, 20, "y")
    names = {(x, y): own.name_of(x, y) for y in range(size) for x in range(y + 1)}
    return TwoSides(
        f"Y {size}",
        names,
        lambda: y_game(size),
        lambda: reach.y_out_of_reach(size),
        theorems=theorems.of_y(size),
        wins=lambda _, stones: y_won(size, stones),
    )


def y_edges(size):
    """Return the edges of the triangle of points (x, y), 0 <= x <= y < size; a corner is on both of its edges."""
    rows = range(size)
    return [frozenset((0, y) for y in rows), frozenset((y, y) for y in rows), frozenset((x, size - 1) for x in rows)]


def y_near(size):
    """The neighbours of every point: as in Hex."""
    return {
        (x, y): frozenset(q for q in pg.Hex_near(size)[x, y] if q[0] <= q[1]) for y in range(size) for x in range(y + 1)
    }


def y_game(size):
    """Y: a group that touches all three edges wins, for either side."""
    near = y_near(size)
    wps = minimal(patterns.forks(near, y_edges(size)))
    return pg.StrongPositionalGame(frozenset(near), wps, wps)


def y_won(size, stones):
    """Return whether a group of these stones touches all three edges."""
    edges = y_edges(size)
    return any(all(group & edge for edge in edges) for group in winners.components(stones, y_near(size)))


def _three_player(text):
    size = _whole(text or "4", 3, 31, "three-player")
    names = {(i, j): own.name_of(j - 1, i - 1) for i, j in product(range(1, size + 1), repeat=2)}
    return ThreeSides("Three players" + f", {size}x{size}" * (size != 4), names, [tp.lines(size)] * 3, size)


def _of_file(path, played=None):
    try:
        game = own.read(path)
    except ValueError as error:
        raise Unfit(str(error)) from None
    if game.connections:
        return _connection_game(game)
    if game.misere:
        if not played:
            raise Unfit(f"{path}: who completes a line loses; the definitions are of games in which that side wins")
        return played(path, "")
    kept = [minimal(of_side) for of_side in game.lines]
    dropped = [line for of_side, wps in zip(game.lines, kept) for line in of_side if line not in wps]
    texts = sorted({" ".join(game.names[p] for p in sorted(line)) for line in dropped})
    title = game.title[:1].upper() + game.title[1:]  # as the lights have it
    words = "dropped, because they contain another: " + ", ".join(texts) if texts else ""
    if len(game.lines) == 3:
        return ThreeSides(title, game.names, kept, dropped=words)
    return TwoSides(
        title,
        game.names,
        lambda: pg.StrongPositionalGame(frozenset(game.points), *kept),
        kinds=(lambda _: words) if words else None,
    )


def _connection_game(game):
    title, connections = game.title[:1].upper() + game.title[1:], game.connections
    why = reach.connections_out_of_reach(connections)
    if len(connections.near) == 3:
        if why:
            raise Unfit(f"{game.title}: its patterns cannot be listed: {why}")
        return ThreeSides(title, game.names, [connections.patterns(side) for side in (1, 2, 3)])
    points = frozenset(game.points)
    return TwoSides(
        title,
        game.names,
        lambda: pg.StrongPositionalGame(points, *(connections.patterns(side) for side in (1, 2))),
        lambda: why,
        wins=lambda side, stones: connections.wins_with(side, stones),
    )


GAMES = {
    "tic-tac-toe": _tic_tac_toe,
    "mnk": _mnk,
    "hex": _hex,
    "havannah": _havannah,
    "y": _y,
    "three-player": _three_player,
}


def subject_of(name, size="", files=(), played=None) -> Any:
    """Return the game of that name or file, in the size given as text ("": its default); Unfit if there is none.

    files: more files, each named by its file name without the ending. played(path, size): makes the subject of a game
    in Python, which this module does not load, or of one in which a line loses.
    """
    if name in GAMES:
        return GAMES[name](size)
    known = {path.stem.replace("_", "-"): path for path in (*files, *sorted(Path(__file__).parent.glob("*.json")))}
    path = known.get(name, Path(name))
    if path.suffix == ".py" and played:
        return played(path, size)
    if path.suffix == ".json":
        if size:
            raise Unfit(f"--size {size}: {name} has one size only")
        return _of_file(path, played)
    names = [*GAMES, *known]
    raise Unfit(f"{name}: no such game;{did_you_mean(name, names)} expected one of {', '.join(names)}, or a file")
