"""Outcomes of a game's first plies with three sides, read from a file: what is too large to be searched on the Pico.

`python -m tools solve three-player` makes such a file. It holds two bits a position, four to a byte, the lowest first:
what the side that has just moved can force against both others (LOST, DRAWN or WON) after 1 to PARANOID_PLIES plies,
then who wins by max^n (1..3, 0 nobody) after 1 to MAX_N_PLIES plies. A position's place among those of its ply is
`rank` below. On 4x4 that makes 25,456 and 156,496 positions, 45,488 bytes.
"""

import micropython

PARANOID_PLIES = 4
MAX_N_PLIES = 5
LOST, DRAWN, WON = range(3)


@micropython.viper
def rank(cells_, points: int, point: int, side: int) -> int:
    """Place of the position with these cells and a stone more (of `side` on `point`) among all with as many plies.

    At most two stones a side. The stones of side 1 are counted among all points, those of side 2 among the points that
    side 1 left, and so on: of one stone its point counts, of two x < y y * (y - 1) / 2 + x.
    """
    cells = ptr8(cells_)
    total = 0
    owner = 1
    while owner <= 3:
        place = 0
        stones = 0
        found = 0
        i = 0
        while i < points:
            c = int(cells[i])
            if i == point:
                c = side
            if not c or c >= owner:
                if c == owner:
                    stones += 1
                    if stones == 1:
                        found = place
                    else:
                        found += (place * (place - 1)) >> 1
                place += 1
            i += 1
        if stones == 1:
            total = total * place + found
        elif stones == 2:
            total = total * ((place * (place - 1)) >> 1) + found
        owner += 1
    return total


def positions(points, plies):
    """How many positions have so many plies, at most six."""
    count = 1
    for owner in range(3):
        stones = (plies + 2 - owner) // 3
        count *= points * (points - 1) // 2 if stones == 2 else points if stones else 1
        points -= stones
    return count


class Solved:
    """The file at `path` for a game with so many points; OSError if it cannot be read. Looking up allocates nothing."""

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

    def paranoid(self, position, point):
        """LOST, DRAWN or WON for the side to move if it plays `point`; position.plies is below PARANOID_PLIES."""
        return self._read(self._paranoid[position.plies + 1], position, point)

    def max_n(self, position, point):
        """The side that wins by max^n if the side to move plays `point`, or 0; position.plies is below MAX_N_PLIES."""
        return self._read(self._max_n[position.plies + 1], position, point)

    def _read(self, start, position, point):
        at = start + rank(position.cells, self._points, point, position.to_move)
        self._file.seek(at >> 2)
        self._file.readinto(self._byte)
        return self._byte[0] >> 2 * (at & 3) & 3
