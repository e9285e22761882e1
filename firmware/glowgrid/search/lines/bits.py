"""Positions as two bit masks, a bit for each point: what their lines are worth, and the symmetries of a field.

masks.py searches with these. Its buffers are [control, table, lines, rest, starts, numbers, images, found]:

lines    a mask for each line
rest     for each point, the lines through it without the point, then a 0
starts   where the list of each point starts in `rest`
numbers  the number of a single bit, by the upper five bits of its product with DE_BRUIJN
images   buffers of its own, see `new_images`
found    four words: points where the side to move wins at once, and where the other would; then both sums, or how a
         move changes them. A sum adds 2^stones over the lines open to a side.

A reflection or rotation of the field that keeps the lines is a permutation of the bits: for each, the bit it becomes.
"""

import micropython
from micropython import const

from glowgrid.memory import words
from glowgrid.search.lines.masks_words import *

_POINTS_AT = const(2)  # in `least`
_RANK_WORDS = const(7)
_STONE = const(255)  # see `least_equal`


def numbers_of_bits():
    """Return the table that gives the number of a single bit."""
    numbers = bytearray(32)
    for i in range(32):
        numbers[(DE_BRUIJN << i & 0xFFFFFFFF) >> 27] = i
    return numbers


def new_images(points, numbers):
    """Return the buffers for this number of points: [least, images, numbers].

    least    words: the masks of the least image of a position, and the number of points
    images   all images, one after the other, the identity first: for each bit, the bit it becomes
    """
    least = words(3)
    least[_POINTS_AT] = points
    return [least, bytearray(), numbers]


def find_images(field, points, masks, buffers):
    """Find the reflections and rotations of the grid that keep field and lines; return how many there are.

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
def mask_of(cells_, side: int, bits_) -> int:
    """Return the mask of the stones of a side. bits[p] is the bit of point p."""
    cells = ptr8(cells_)
    bits = ptr8(bits_)
    mask = 0
    point = int(len(bits_))
    while point:
        point -= 1
        if int(cells[point]) == side:
            mask |= 1 << int(bits[point])
    return mask


@micropython.viper
def count_lines(mine: int, others: int, buffers):
    """Store in `found` where the side to move wins at once, where the other side would, and both sums."""
    lines = ptr32(buffers[2])
    found = ptr32(buffers[7])
    my_sum = 0
    other_sum = 0
    wins = 0
    threats = 0
    left = int(len(buffers[2]))
    while left:
        left -= 1
        line = int(lines[left])
        own = line & mine
        foreign = line & others
        if not own or not foreign:
            stones = own | foreign
            gap = line ^ stones
            worth = 1
            while stones:
                stones &= stones - 1
                worth += worth
            if not foreign:
                my_sum += worth
            if not own:
                other_sum += worth
            if gap & (gap - 1):
                continue
            if own:
                wins |= gap
            else:
                threats |= gap
    found[0] = wins
    found[1] = threats
    found[2] = my_sum
    found[3] = other_sum


@micropython.viper
def weigh(number: int, mine: int, others: int, buffers) -> int:
    """Return the mask of the points where the side to move threatens to win after the move with this number.

    Store in `found` by how much its sum rises and the other's falls.
    """
    rest = ptr32(buffers[3])
    starts = ptr16(buffers[4])
    found = ptr32(buffers[7])
    threats = 0
    gain = 0
    loss = 0
    at = int(starts[number])
    line = int(rest[at])
    while line:
        own = line & mine
        foreign = line & others
        if not foreign:
            gap = own ^ line
            if not gap & (gap - 1):
                threats |= gap
            if not own:
                loss += 1
            worth = 1
            while own:
                own &= own - 1
                worth += worth
            gain += worth
        elif not own:
            worth = 1
            while foreign:
                foreign &= foreign - 1
                worth += worth
            loss += worth
        at += 1
        line = int(rest[at])
    found[2] = gain
    found[3] = loss
    return threats


@micropython.viper
def rank(mine: int, others: int, first: int, buffers) -> int:
    """Rank the moves by what the open lines through a point are worth to both sides: bytes of `control` from `first`.

    Return the mask of the points on open lines. Skip points on no open line: a stone there can neither hurt nor help.
    """
    control = ptr32(buffers[0])
    ranks = ptr8(buffers[0])
    lines = ptr32(buffers[2])
    numbers = ptr8(buffers[5])
    word = 0
    while word < _RANK_WORDS:
        control[(first >> 2) + word] = 0
        word += 1
    moves = 0
    left = int(len(buffers[2]))
    while left:
        left -= 1
        line = int(lines[left])
        own = line & mine
        foreign = line & others
        if not own or not foreign:
            moves |= line
            stones = own | foreign
            free = line ^ stones
            worth = 2
            if stones:
                worth = 1
            while stones:
                stones &= stones - 1
                worth += worth
            while free:
                bit = free & (0 - free)
                free ^= bit
                at = first + int(numbers[((bit * DE_BRUIJN) >> 27) & 31])
                ranks[at] = int(ranks[at]) + worth
    return moves


@micropython.viper
def highest(moves: int, first: int, buffers) -> int:
    """Return the bit of the move with the highest rank; the ranks are bytes of `control` from `first`."""
    ranks = ptr8(buffers[0])
    numbers = ptr8(buffers[5])
    best = 0
    most = 0 - 1
    while moves:
        bit = moves & (0 - moves)
        moves ^= bit
        worth = int(ranks[first + int(numbers[((bit * DE_BRUIJN) >> 27) & 31])])
        if worth > most:
            most = worth
            best = bit
    return best


@micropython.viper
def image_of(mask: int, first: int, buffers) -> int:
    """Return the image of a mask under the symmetry whose bytes begin at `first`."""
    images = ptr8(buffers[1])
    numbers = ptr8(buffers[2])
    image = 0
    while mask:
        bit = mask & (0 - mask)
        mask ^= bit
        image |= 1 << int(images[first + int(numbers[((bit * DE_BRUIJN) >> 27) & 31])])
    return image


@micropython.viper
def least_image(mine: int, others: int, buffers):
    """Store the least of all images of a position, as two masks."""
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
    """Store for each free bit the least bit that a symmetry of the position maps it to, 255 for a stone.

    Return the mask of the bits that are their own least: one of each set of equal moves.
    """
    least = ptr8(least_)
    points = int(len(least_))
    move = 0
    while move < points:
        least[move] = move
        if (mine | others) >> move & 1:
            least[move] = _STONE
        move += 1
    first = int(len(buffers[1]))
    while first > points:  # the first is the identity
        first -= points
        if int(image_of(mine, first, buffers)) == mine:
            if int(image_of(others, first, buffers)) == others:
                lower(first, points, buffers, least_)
    differ = 0
    move = 0
    while move < points:
        if int(least[move]) == move:
            differ |= 1 << move
        move += 1
    return differ


@micropython.viper
def lower(first: int, points: int, buffers, least: ptr8):
    """Replace the least bit of each free bit by its image under the symmetry whose bytes begin at `first`, if less."""
    images = ptr8(buffers[1])
    move = 0
    while move < points:
        image = int(images[first + move])
        if image < int(least[move]) and int(least[move]) != _STONE:
            least[move] = image
        move += 1
