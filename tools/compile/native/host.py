"""A kernel as a library of this machine: CPython calls it like its Python text, at the speed of C.

    attack = library("glowgrid.search.lines.attack", "attack")
    pinned = Pinned(buffers)  # for many calls with the same buffers
    nodes = attack(1000, pinned)

Numbers have 32 bits, and nothing checks an index, as on the chip: test new code on its Python text first.
"""

import ast
import ctypes
import hashlib
import os
import platform
import tempfile
from array import array
from pathlib import Path

import platformdirs

from host_sim.cli.errors import ToolError

from ...paths import FIRMWARE
from .compiler import LIBRARY_FLAGS, PINNED, compile_library
from .kernels import read_program
from .translate import HOST_ENTRY, INT, OBJECT, c_library, result_of

_INTEGERS = "bBhHiI"  # the arrays that a kernel can read


class _Object(ctypes.Structure):
    """A buffer or a list, as the C text knows it."""

    _fields_ = [("items", ctypes.c_void_p), ("length", ctypes.c_int32)]


class Pinned:
    """A buffer, or a list of buffers, ready for a kernel: pass it in place of them.

    A buffer is an array of whole numbers, a bytearray, or bytes, which kernels get as a copy. It cannot change its size
    while this exists. Of a list this holds the items that it has now, except None and functions, which no library uses.
    """

    def __init__(self, value):
        self.is_list = isinstance(value, (list, tuple))
        if self.is_list:
            self._kept = [None if each is None or callable(each) else _pinned(each) for each in value]
            items = (ctypes.c_void_p * len(value))(*[each.object if each else None for each in self._kept])
        elif isinstance(value, bytes):
            items = (ctypes.c_char * len(value)).from_buffer_copy(value)
        elif isinstance(value, bytearray) or isinstance(value, array) and value.typecode in _INTEGERS:
            items = (ctypes.c_char * memoryview(value).nbytes).from_buffer(value)
        else:
            known = f"arrays of {_INTEGERS}, bytearrays, bytes and lists of them"
            raise TypeError(f"a kernel takes {known}, not {value!r:.60}")
        self.items = ctypes.addressof(items)
        self._object = _Object(self.items, len(value))
        self.object = ctypes.addressof(self._object)
        self._items = items


def _pinned(value):
    """Return a value that may be Pinned already as Pinned."""
    return value if isinstance(value, Pinned) else Pinned(value)


class Kernel:
    """A kernel in a library. Call it like its Python text; a list or a buffer may be Pinned.

    Calls from several threads run at the same time.
    """

    def __init__(self, path, name, kinds, result):
        self.name = name
        self._kinds = kinds
        self._code = ctypes.CDLL(str(path))[HOST_ENTRY]
        self._code.argtypes = [ctypes.c_int32 if kind == INT else ctypes.c_void_p for kind in kinds]
        self._code.restype = ctypes.c_int32 if result == INT else None

    def __call__(self, *arguments):
        if len(arguments) != len(self._kinds):
            raise TypeError(f"{self.name} takes {len(self._kinds)} arguments, not {len(arguments)}")
        given, kept = [], []
        for kind, argument in zip(self._kinds, arguments):
            if kind == INT:
                if not isinstance(argument, int):
                    raise TypeError(f"{self.name} wants a number, not {argument!r:.60}")
                given.append(argument)
                continue
            held = _pinned(argument)
            if kind != OBJECT and held.is_list:
                raise TypeError(f"{self.name} wants a buffer as {kind}, not a list")
            kept.append(held)
            given.append(held.object if kind == OBJECT else held.items)
        return self._code(*given)


def library(module_name, kernel_name, firmware=FIRMWARE):
    """Return a Kernel of the firmware in a folder. It is compiled if this user has no library of the same C text.

    Raises ToolError if there is no such kernel, if it needs MicroPython or a chip, or if the compiler is missing.
    """
    program = read_program(firmware)
    module = program.modules.get(module_name)
    if not module or kernel_name not in module.kernels:
        raise ToolError(f"there is no kernel {kernel_name} in {module_name} in {firmware}")
    node = module.kernels[kernel_name]
    path = _made(c_library(program, module, kernel_name))
    kinds = [ast.unparse(each.annotation) if each.annotation else OBJECT for each in node.args.args]
    return Kernel(path, f"{module_name}.{kernel_name}", kinds, result_of(module, node))


def _made(text):
    """Return the path of the library of a C text; the file name is a hash of all that it is made from."""
    machine = platform.system(), platform.machine()  # several may share a home folder
    source = hashlib.sha256("\n".join([PINNED, *LIBRARY_FLAGS, *machine, text]).encode()).hexdigest()
    path = Path(platformdirs.user_cache_dir("glowgrid", appauthor=False)) / "kernels" / f"{source}.so"
    if not path.is_file():
        code = compile_library(text)
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
            file.write(code)
        os.replace(file.name, path)  # another process may make the same library
    return path
