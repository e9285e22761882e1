"""A stand-in for MicroPython's `micropython` module, so that the firmware runs unchanged on CPython.

Here `viper` and `native` leave a function as it is: the oracle of the parity tests. Viper's type names (`ptr8`,
`ptr16`, `ptr32`, `uint`) go into `builtins`, where viper has them.

Viper checks nothing: an index of -1 or one past the end reads or overwrites other memory. With `GLOWGRID_CHECKED=1` in
the environment (or after `check_pointers()`, for modules imported later) every pointer argument is wrapped in a
`CheckedPointer` that raises instead. `checked(function)` does the same for one function that is already imported.

One thing differs from the Pico: `int` does not wrap at 32 bits here. Keep words within 30 bits, as the firmware must.
"""

import builtins
import functools
import os
import sys
from array import array

_checking = os.environ.get("GLOWGRID_CHECKED", "") not in ("", "0")

__all__ = (
    "const",
    "native",
    "viper",
    "heap_lock",
    "heap_unlock",
    "opt_level",
    "alloc_emergency_exception_buf",
    "ptr8",
    "ptr16",
    "ptr32",
    "uint",
    "CheckedPointer",
    "checked",
    "check_pointers",
    "install",
)


class CheckedPointer:
    """A viper pointer that raises where viper would read or write past the buffer or truncate a value.

    It can only do what a viper pointer can: index with an int, load and store. Raises IndexError for an index outside
    the buffer (a negative one too), OverflowError for a store that does not fit, TypeError for a buffer whose items
    are not `width` bytes wide.
    """

    __slots__ = ("_view", "_low", "_high")

    def __init__(self, buffer, width):
        view = memoryview(buffer)
        if view.itemsize != width:
            raise TypeError("ptr%d over a buffer of %d-byte items" % (8 * width, view.itemsize))
        signed = view.format in "bhilq"
        self._view = view
        self._low = -(1 << (8 * width - 1)) if signed else 0
        self._high = (1 << (8 * width - signed)) - 1

    def __getitem__(self, index):
        return self._view[self._inside(index)]

    def __setitem__(self, index, number):
        index = self._inside(index)
        if not self._low <= number <= self._high:
            raise OverflowError("store of %d at [%d] does not fit %d..%d" % (number, index, self._low, self._high))
        self._view[index] = number

    def _inside(self, index):
        if not 0 <= index < len(self._view):
            raise IndexError("pointer index %d outside 0..%d" % (index, len(self._view) - 1))
        return index


def _pointer(buffer, width):
    """Return `buffer` as items of `width` bytes: itself if it has that width already."""
    if isinstance(buffer, (CheckedPointer, int)):
        return buffer
    if memoryview(buffer).itemsize != width:
        buffer = memoryview(buffer).cast("B")
        if width > 1:
            buffer = buffer.cast("H" if width == 2 else "i")
    return CheckedPointer(buffer, width) if _checking else buffer


# What searches nearly always give is looked at first: that makes them a sixth faster on CPython.


def ptr8(buffer):
    """Return viper's pointer to bytes: the buffer itself."""
    return buffer if type(buffer) is bytearray and not _checking else _pointer(buffer, 1)


def ptr16(buffer):
    """Return viper's pointer to unsigned 16-bit items."""
    return _pointer(buffer, 2)


def ptr32(buffer):
    """Return viper's pointer to 32-bit items."""
    return buffer if type(buffer) is array and buffer.itemsize == 4 and not _checking else _pointer(buffer, 4)


def uint(number):
    """Return viper's unsigned machine word, as wide as on the Pico: 32 bits."""
    return number & 0xFFFFFFFF


_WIDTHS = {ptr8: 1, ptr16: 2, ptr32: 4}


def checked(function):
    """Return `function` with every argument annotated ptr8, ptr16 or ptr32 wrapped in a `CheckedPointer`."""
    function = getattr(function, "__wrapped__", function)  # checked already
    code = function.__code__
    names = code.co_varnames[: code.co_argcount]
    widths = [_WIDTHS.get(function.__annotations__.get(name)) for name in names]

    @functools.wraps(function)
    def call(*arguments):
        return function(
            *[
                argument if width is None or isinstance(argument, CheckedPointer) else CheckedPointer(argument, width)
                for argument, width in zip(arguments, widths, strict=True)
            ]
        )

    return call


def check_pointers(on=True):
    """Wrap (or stop wrapping) pointers in functions decorated from now on: import the modules under test after it.

    Return whether they were wrapped before.
    """
    global _checking
    before, _checking = _checking, on
    return before


def viper(function):
    """Return the function itself; with pointer checks on, `checked(function)`."""
    return checked(function) if _checking else function


def native(function):
    """Return the function itself."""
    return function


def const(number):
    """Return the number itself."""
    return number


def heap_lock():
    """Do nothing: CPython has no heap to lock. The no-allocation rule is tested on MicroPython."""


def heap_unlock():
    """Do nothing; return the lock depth that is left: 0."""
    return 0


def opt_level(level=None):
    """Return level 0; setting it does nothing."""
    return 0 if level is None else None


def alloc_emergency_exception_buf(size):
    """Do nothing: CPython can always allocate an exception."""


def install():
    """Make `import micropython` return this module, and viper's type names builtins."""
    sys.modules.setdefault("micropython", sys.modules[__name__])
    for name in ("ptr8", "ptr16", "ptr32", "uint"):
        setattr(builtins, name, globals()[name])
