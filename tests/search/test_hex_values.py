"""The exact solver of Hex as a library of this machine, against judges and published values."""

from random import Random

import pytest
from cases import long
from exact_hex import judged, values_of

pytestmark = pytest.mark.native
# Who wins after each opening. 5 and 6: H. Enderton, 1995; 7: R. Hayward and others, "Solving 7x7 Hex with domination,
# fill-in, and virtual connections", 2005.
OPENINGS = {
    3: "221111122",
    4: "2221221221221222",
    5: "2222121111211121111212222",
    6: "222221211111111111111111111112122222",
    7: "2222221221211121111121111111211111211121221222222",
}


def random_cells(size, empty, random):
    """Return a random position and the side to move: stones of both sides in turn, also where a side has won."""
    points = list(range(size * size))
    random.shuffle(points)
    cells = bytearray(size * size)
    first = 1 + random.randrange(2)
    for number, point in enumerate(points[empty:]):
        cells[point] = 1 + (first + number) % 2
    return cells, 1 + random.randrange(2)


@pytest.mark.parametrize(
    "size, empty, number",
    [
        (3, 9, 2),
        (3, 6, 60),
        (4, 8, 60),
        (5, 9, 60),
        (6, 10, 30),
        (7, 10, 30),
        long(4, 10, 1000),
        long(7, 11, 300),
    ],
)
def test_all_winning_moves_are_those_of_brute_force(size, empty, number):
    exact, random = values_of(size), Random(size + empty)
    values, checked = set(), 0
    while checked < number:
        cells, to_move = random_cells(size, empty, random)
        wins = judged(size, cells, to_move)
        if wins is not None:
            checked += 1
            values.add(bool(wins))
            assert exact.wins(cells, to_move) == wins, (bytes(cells), to_move)
            assert exact.best(cells, to_move) in (wins or [-1])
    assert len(values) == 2 or number < 30


@pytest.mark.parametrize("size", [3, 4, 5, long(6), long(7)])
def test_openings_have_their_published_winners(size):
    exact, found = values_of(size), ""
    for point in range(size * size):
        cells = bytearray(size * size)
        cells[point] = 1
        found += "2" if exact.value(cells, 2) else "1"
    assert found == OPENINGS[size]
