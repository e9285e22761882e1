"""The images and turns of a field that keep its lines, and what they make of positions that are two masks.

An image is a permutation of the bits of the masks: a byte for each bit, the bit that it becomes.
"""

import micropython
from micropython import const

from glowgrid.search.engine import words

_DE_BRUIJN = const(0x077CB531)  # C. Leiserson, H. Prokop, K. Randall, "Using de Bruijn sequences to index a 1", 1998
_POINTS_AT = const(2)  # in `least`
_STONE = const(255)  # see `least_equal`


def numbers_of_bits():
    """Make the table that gives the number of a single bit, by the upper five bits of its product with _DE_BRUIJN."""
    numbers = bytearray(32)
    for i in range(32):
        numbers[(_DE_BRUIJN << i & 0xFFFFFFFF) >> 27] = i
    return numbers


def new_images(points, numbers):
    """Make the buffers for so many points: [least, images, numbers].

    least    words: the masks of the least image of a position, and how many points there are
    images   all images, one after the other, the identity first: for each bit the bit that it becomes
    """
    least = words(3)
    least[_POINTS_AT] = points
    return [least, bytearray(), numbers]


def find_images(field, points, masks, buffers):
    """Find the images and turns of the grid that keep field and lines; return how many there are.

    points[p] is the bit of point p; masks are the lines.
    """
    images, numbers = buffers[1:]
    lines = set(masks)
    columns, rows = field.columns, field.rows
    right, bottom = field.width - 1, field.height - 1
    size = max(field.width, field.height)
    at = bytearray(b"\xff" * (size * size))  # by place on a square grid: the bit of its point
    for point in range(field.points):
        at[rows[point] * size + columns[point]] = points[point]
    found = 0
    for turn in range(8):
        image = bytearray(field.points)
        for point in range(field.points):
            x, y = columns[point], rows[point]
            if turn & 1:
                x = right - x
            if turn & 2:
                y = bottom - y
            if turn & 4:
                x, y = y, x
            to = at[y * size + x]
            if to >= field.points:
                break
            image[points[point]] = to
        else:
            if {image_of(mask, 0, [None, image, numbers]) for mask in masks} == lines:
                images.extend(image)
                found += 1
    return found


@micropython.viper
def image_of(mask: int, first: int, buffers) -> int:
    """Return what the image whose bytes begin at `first` makes of a mask."""
    images = ptr8(buffers[1])
    numbers = ptr8(buffers[2])
    image = 0
    while mask:
        bit = mask & (0 - mask)
        mask ^= bit
        image |= 1 << int(images[first + int(numbers[((bit * _DE_BRUIJN) >> 27) & 31])])
    return image


@micropython.viper
def least_image(mine: int, others: int, buffers):
    """Store the least of all images of a position as two masks."""
    least = ptr32(buffers[0])
    points = int(least[_POINTS_AT])
    first = int(len(buffers[1]))
    least[0] = mine
    least[1] = others
    while first > points:  # the first is the identity
        first -= points
        image = int(image_of(mine, first, buffers))
        if image <= int(least[0]):
            other = int(image_of(others, first, buffers))
            if image < int(least[0]) or other < int(least[1]):
                least[0] = image
                least[1] = other


@micropython.viper
def least_equal(mine: int, others: int, buffers, least_) -> int:
    """Store for each free bit the least bit that a symmetry of the position makes of it, 255 for a stone.

    Returns the mask of those that are the least themselves: the moves that differ.
    """
    least = ptr8(least_)
    points = int(len(least_))
    i = 0
    while i < points:
        least[i] = i
        if (mine | others) >> i & 1:
            least[i] = _STONE
        i += 1
    first = int(len(buffers[1]))
    while first > points:  # the first is the identity
        first -= points
        if int(image_of(mine, first, buffers)) == mine:
            if int(image_of(others, first, buffers)) == others:
                lower(first, points, buffers, least_)
    differ = 0
    i = 0
    while i < points:
        if int(least[i]) == i:
            differ |= 1 << i
        i += 1
    return differ


@micropython.viper
def lower(first: int, points: int, buffers, least: ptr8):
    """Let what the image whose bytes begin at `first` makes of a free bit stand for it, if that is less."""
    images = ptr8(buffers[1])
    i = 0
    while i < points:
        image = int(images[first + i])
        if image < int(least[i]) and int(least[i]) != _STONE:
            least[i] = image
        i += 1
