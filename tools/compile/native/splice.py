"""Exchange the kernels of a module: for native code in its .mpy, for code in the flash, or for WebAssembly.

MicroPython calls a viper function as f(self, count, keywords, given), with objects, whatever compiled it. So a module
is compiled with empty kernels, and then each kernel in the .mpy gets its code. Kernels that only other kernels call are
left out: their callers include them. So are modules that have nothing else, and the imports of those.
"""

import ast

from ..mpy_format import Reader, varint
from .kernels import is_kernel
from .translate import full_name

_BYTECODE, _NATIVE, _VIPER = 0, 1, 2  # kinds of code; the fourth is inline assembler


def emptied(program, module):
    """Return a module's text with empty kernels, without those that Python does not call; and the names of the rest."""

    def empty(node, lines):
        return [*lines[: node.body[0].lineno - _first_line(node)], "    pass"]

    return _replaced(program, module, empty), program.entries(module)


def with_places(program, module, places, begin, end):
    """Return a module's text with kernels replaced by their place in flash (`kernel` in firmware/glowgrid/__init__.py).

    places: {kernel: where it is}. begin, end: of all code of the module; only its first kernel is made with the end.
    """
    entries = program.entries(module)
    first = next((node.name for node in module.tree.body if is_kernel(node) and node.name in entries), "")

    def stub(node, lines):
        stop = end if node.name == first else 0
        return [f'{node.name} = __import__("glowgrid").kernel({places[node.name]}, {begin}, {stop})']

    return _replaced(program, module, stub)


def with_stubs(program, module):
    """Return a module's text with each kernel replaced by the one of kernels.wasm, by host_sim/web/worker/kernels.py.

    Kernels that Python does not call are left out.
    """

    def stub(node, lines):
        return [f'{node.name} = __import__("kernels").kernel("{full_name(module, node.name)}")']

    return _replaced(program, module, stub)


def _replaced(program, module, instead):
    """Return a module's text with its kernels replaced by instead(node, lines) if Python calls them, else removed."""
    entries = program.entries(module)
    lines = module.text.splitlines()
    for node in reversed(module.tree.body):
        place = slice(_first_line(node) - 1, node.end_lineno)
        if is_kernel(node):
            lines[place] = instead(node, lines[place]) if node.name in entries else []
        elif isinstance(node, ast.ImportFrom):
            lines[place] = _wanted(program, module, node)
    return "\n".join(lines) + "\n"


def _first_line(node):
    return min([node.lineno, *[decorator.lineno for decorator in getattr(node, "decorator_list", [])]])


def _wanted(program, module, node):
    """Return an import without the kernels that only kernels call, as lines; none if its module is left out."""
    kept = [
        alias
        for alias in node.names
        if not program.kernel(module, alias.asname or alias.name) or (alias.asname or alias.name) in module.names
    ]
    if kept:
        return [ast.unparse(ast.ImportFrom(node.module, kept, node.level))]
    return [] if program.is_bare(program.modules[node.module]) else [f"import {node.module}"]


def with_code(mpy, codes):
    """Return an .mpy with these codes (bytes) in place of the code of its viper functions, in order."""
    reader = Reader(mpy)
    reader.skip_head()
    made, left = bytearray(mpy[: reader.at]), list(codes)
    _copy_code(reader, made, left)
    if left or reader.at != len(mpy):
        raise ValueError("an .mpy has other viper functions than its source")
    return bytes(made)


def _copy_code(reader, made, codes):
    """Copy a piece of code and its children, with new code for viper functions."""
    head = reader.number()
    kind, children, length = head & 3, head >> 2 & 1, head >> 3
    data = reader.bytes(length)
    if kind == _VIPER:
        data = codes.pop(0)
    made += varint(len(data) << 3 | children << 2 | kind) + data
    if kind != _BYTECODE:
        made += varint(reader.number())  # where its prelude is, or its flags
        if kind > _VIPER:
            made += varint(reader.number()) + varint(reader.number())  # inline assembler: its arguments
    if children:
        count = reader.number()
        made += varint(count)
        for _ in range(count):
            _copy_code(reader, made, codes)
