"""Every call of a kernel is made twice, by CPython and as a library of this machine, and all buffers are compared.

    python kernels_on_host.py PROGRAM

Like kernels_on_arm.py. A kernel that cannot be a library runs as Python text only.
"""

import contextlib
import copy
import sys
from array import array

from kernels_on_arm import run_twice

from host_sim.errors import ToolError
from tools.native.host import library
from tools.native.kernels import read_program
from tools.native.translate import c_library


class Host:
    """All kernels that Python calls and that can be libraries; like Arm. Each is compiled at its first call."""

    def __init__(self):
        self.kernels, self.functions = set(), set()
        self._libraries = {}
        program = read_program()
        for module in program.with_kernels():
            for name in program.entries(module):
                with contextlib.suppress(ToolError):
                    c_library(program, module, name)
                    self.kernels.add((module.name, name))

    def call(self, kernel, arguments):
        """Call a kernel on copies of its buffers; return its result and [(buffer, bytes of its copy), ...]."""
        if kernel not in self._libraries:
            self._libraries[kernel] = library(*kernel)
        copies = copy.deepcopy(arguments)
        result = self._libraries[kernel](*copies)
        return result, list(_pairs(arguments, copies))


def _pairs(value, copied):
    """Yield each buffer in a value, and the bytes in its place in a copy."""
    if isinstance(value, (list, tuple)):
        for each, there in zip(value, copied):
            yield from _pairs(each, there)
    elif isinstance(value, (array, bytearray, bytes)):
        yield value, bytes(memoryview(copied).cast("B"))


if __name__ == "__main__":
    for (module, name), calls in sorted(run_twice(Host(), sys.argv[1]).items()):
        print(module, name, calls)
