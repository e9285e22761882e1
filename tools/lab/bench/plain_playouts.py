"""Plain random playouts of Hex for `bench entries`: fill the field at random in turn, and find who has won.

The same shuffle and the same walk along the border of the stones as in search/groups/playouts.py, without
replies, tree and bookkeeping: the chip's upper limit. The text goes to the Pico, so it stands alone.
"""

import micropython


@micropython.viper
def hex_fillings(p: int, m: int, count: int, buffers) -> int:
    """Fill the field of an engine's buffers `count` times; return how often side 1 won. `p`, `m`: for registers."""
    words = ptr32(buffers[0])
    c = ptr8(buffers[1])
    order = ptr16(buffers[2])
    tables = ptr8(buffers[3])
    width = int(words[1])
    base = width + 1
    n = int(words[2])
    half = (n + 1) >> 1
    r = int(words[0])
    mul = 1664525
    add = 1013904223
    bits = 0x3FFFFFFF
    won = 0
    c[width - 1] = c[width * width - width] = 0
    while count:
        count -= 1
        p = 0
        i = n
        while i > n - half:  # a random half of the points belongs to side 1
            r = (r * mul + add) & bits
            m = p + ((r >> 14) * i >> 16)
            if m == half:
                m = n
            i -= 1
            j = int(order[m])
            order[m] = order[p]
            order[p] = j
            c[j] = 1
            p += 1
        while p < n:
            p += 1
            c[int(order[p])] = 2
        p = 1 - base
        i = 65
        m = 1
        while m:
            j = p + int(tables[i])
            m = int(c[j])
            if m & 1:
                p = j - base
                i -= 1
            else:
                i += 1
        if j > width:
            won += 1
    words[0] = r
    return won
