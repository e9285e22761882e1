"""Sets of points as bit masks, on CPython and MicroPython."""

_POINT = {1 << p: p for p in range(256)}  # MicroPython's numbers do not know how many bits they have


def bits(mask):
    """Yield the points of a mask, lowest first."""
    while mask:
        low = mask & -mask
        yield _POINT[low]
        mask ^= low


def twos(mask):
    """Yield each two points of a mask, lowest first."""
    for p in bits(mask):
        for q in bits(mask & (-2 << p)):
            yield p, q


def _size(mask):
    return bin(mask).count("1")


# Return how many points a mask has.
size = getattr(int, "bit_count", _size)
