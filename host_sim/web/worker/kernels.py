"""For MicroPython's WebAssembly port: the kernels of kernels.wasm, which micropython.js has loaded, as functions."""

from kernels_wasm import call, number_of
from micropython import const

_NONE = const(6)  # the word that is None


def kernel(name):
    """Return the kernel with this full name, for Python to call, or to hand over to another kernel.

    It must be a closure over its number alone: there a kernel that is given another looks
    (tools/compile/native/translate.py).
    """
    number = number_of(name)

    def call_kernel(*arguments):
        word = call(number, id(arguments))
        return None if word == _NONE else word >> 1

    return call_kernel
