"""The file of solved positions of a game of three sides: the first plies, which a Pico cannot search to the end."""

import micropython

PARANOID_PLIES = 4
MAX_N_PLIES = 5


@micropython.viper
def choose(points: int, stones: int) -> int:
    """Return in how many ways `stones` stones, two at most, can stand on these points."""
    if stones == 2:
        return (points * (points - 1)) >> 1
    if stones:
        return points
    return 1


@micropython.viper
def place_of(cells_, points: int, point: int, side: int) -> int:
    """Return the index of the position with these cells and one more stone among all positions of as many plies.

    The new stone is of `side` on `point`; a side has at most two stones. Stones of side 1 count among all points, those
    of side 2 among the points left, and so on: one stone counts its point x; two, x < y, count y * (y - 1) / 2 + x.
    """
    cells = ptr8(cells_)
    total = 0
    owner = 1
    while owner <= 3:
        free = 0  # points so far that earlier sides left
        stones = 0
        place = 0
        at = 0
        while at < points:
            cell = int(cells[at])
            if at == point:
                cell = side
            if cell == owner:
                stones += 1
                place += int(choose(free, stones))
            if not cell or cell >= owner:
                free += 1
            at += 1
        total = total * int(choose(free, stones)) + place
        owner += 1
    return total


def positions(points, plies):
    """Return how many positions have `plies` plies, at most six."""
    count = 1
    for owner in range(3):
        stones = (plies + 2 - owner) // 3
        count *= choose(points, stones)
        points -= stones
    return count


class Solved:
    """Outcomes of a game's first plies, read from the file at `path`; OSError if it cannot be read.

    `python -m tools.lab record solve three-player` makes such a file. It holds two bits a position, four to a byte, the
    lowest first: what the side that has just moved can force against both others (LOST, DRAWS or WON of paranoid.py)
    after 1 to PARANOID_PLIES plies, then who wins by max^n (1..3, or 0 for a draw) after 1 to MAX_N_PLIES plies.
    `place_of` gives a position's place among those of its ply. On 4x4 that makes 25,456 and 156,496 positions, 45,488
    bytes.
    Looking up allocates nothing.
    """

    def __init__(self, path, points):
        self._file = open(path, "rb")
        self._byte = bytearray(1)
        self._points = points
        # Where the positions of each ply start.
        self._paranoid, self._max_n = [0], [0]
        start = 0
        for starts, plies in ((self._paranoid, PARANOID_PLIES), (self._max_n, MAX_N_PLIES)):
            for ply in range(1, plies + 1):
                starts.append(start)
                start += positions(points, ply)
            start += -start % 4

    def holds(self, position, plies):
        """Return whether the file has each move here: fewer than `plies` stones, of sides that move in turn.

        A position set up from stones may be another.
        """
        stones = position.stones
        if stones >= plies or position.to_move != stones % 3 + 1:
            return False
        for side in range(1, 4):
            count = 0
            for cell in position.cells:
                count += cell == side
            if count != (stones + 3 - side) // 3:
                return False
        return True

    def paranoid(self, position, point):
        """Return LOST, DRAWS or WON for the side to move if it plays `point`, where `holds` says so."""
        return self._read(self._paranoid[position.stones + 1], position, point)

    def max_n(self, position, point):
        """Return the side that wins by max^n if `point` is played, or 0, where `holds` says so."""
        return self._read(self._max_n[position.stones + 1], position, point)

    def _read(self, start, position, point):
        at = start + place_of(position.cells, self._points, point, position.to_move)
        self._file.seek(at >> 2)
        self._file.readinto(self._byte)
        return self._byte[0] >> 2 * (at & 3) & 3


def open_solved(tables):
    """Return the file of solved positions of a game, or None if there is none: then all is searched."""
    if not tables.solved:
        return None
    try:
        return Solved(tables.solved, tables.points)
    except OSError:
        return None
