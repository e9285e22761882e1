"""The code of all kernels in one piece that runs where it lies in the flash of the Pico: at the start of the bundle.

littlefs keeps a file in blocks of 4096 bytes; each but the first begins with addresses of other blocks. So those bytes
are gaps in the code, and no function crosses one. A place is the distance from the start of the file's first block, as
if its blocks lay one after the other, as they usually do (firmware/glowgrid/hardware/in_place.py).
"""

from typing import NamedTuple

from .blob import WORD, join, needed, padded

BLOCK = 4096
PACKAGE = "glowgrid.__init__"
CHECKED = "summed"  # first in the flash: at power-up it is compared with the one in memory
IN_MEMORY = PACKAGE, "glowgrid.hardware."  # what finds the code, and drivers, whose timing must not depend on a cache


class Placed(NamedTuple):
    """All code that runs in the flash.

    code    the bytes of the file from where the code begins
    places  {module: {function: its place}}
    ends    {module: (where its code begins, where it ends)}
    """

    code: bytes
    places: dict
    ends: dict


def runs_in_place(module):
    """Return whether the kernels of the module with this dotted name run in the flash."""
    return not module.startswith(IN_MEMORY)


def gap(number):
    """Return how many bytes littlefs needs at the start of the block with this number of a file."""
    return WORD * (number & -number).bit_length()


def placed(modules, begin):
    """Return the Placed of {module: {function: blob.Section}}; begin: where the code begins in the file."""
    first = {PACKAGE: {name: modules[PACKAGE][name] for name in needed(modules[PACKAGE], [CHECKED])}}
    others = {name: modules[name] for name in sorted(modules) if runs_in_place(name)}
    places, ends, at = {}, {}, begin
    for module, functions in {**first, **others}.items():
        places[module] = {}
        for name, function in functions.items():
            at = _within_a_block(at, padded(function.code))
            places[module][name] = at
            at += padded(function.code)
        ends[module] = min(places[module].values(), default=at), at
    code = bytearray(at)
    for module, functions in {**first, **others}.items():
        join(code, {name: (places[module][name], function) for name, function in functions.items()})
    return Placed(_without_gaps(code)[begin:], places, ends)


def _within_a_block(at, size):
    """Return where `size` bytes of code can begin, at `at` or later."""
    number = -(-at // BLOCK)  # of the next block, or of this one at its start
    if at + size > BLOCK * number:
        at = BLOCK * number + gap(number)
    return at


def _without_gaps(code):
    blocks = range(-(-len(code) // BLOCK))
    return b"".join(code[BLOCK * number + gap(number) : BLOCK * (number + 1)] for number in blocks)
