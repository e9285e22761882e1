"""An .mpy whose viper functions have other machine code than mpy-cross gave them.

MicroPython calls a viper function as f(self, count, keywords, given), with objects; it does not care who made the code.
So a module is compiled with empty kernels, and in the .mpy each of them gets its code. Kernels that only other kernels
call are left out: those carry them along.

The format of an .mpy: version 6 of docs.micropython.org, reference/mpyfiles, and py/persistentcode.c.
"""

import ast

from .kernels import is_kernel

_BYTECODE, _NATIVE, _VIPER = 0, 1, 2  # kinds of code; the fourth is inline assembler
_STRINGS = 5, 6  # kinds of constants that end with a 0 byte: str and bytes
_TUPLE = 10
_PLAIN = 0, 1, 2, 3, 4  # kinds that have no bytes: the table of functions, None, False, True and `...`
_ARCHITECTURE_FLAGS = 0x40  # in the header: flags of the architecture follow


def emptied(program, module):
    """Return a module's text with empty kernels, without those that Python does not call; and the names of the rest."""
    entries = program.entries(module)
    lines = module.text.splitlines()
    for node in reversed(module.tree.body):
        first = min([node.lineno, *[decorator.lineno for decorator in getattr(node, "decorator_list", [])]]) - 1
        if is_kernel(node):
            body = node.body[0].lineno - 1
            if node.name in entries:
                lines[body : node.end_lineno] = ["    pass"]
            else:
                lines[first : node.end_lineno] = []
        elif isinstance(node, ast.ImportFrom):
            lines[first : node.end_lineno] = _wanted(program, module, node)
    return "\n".join(lines) + "\n", entries


def _wanted(program, module, node):
    """An import without the kernels that only kernels call."""
    kept = [
        alias
        for alias in node.names
        if not program.kernel(module, alias.asname or alias.name) or (alias.asname or alias.name) in module.names
    ]
    return [ast.unparse(ast.ImportFrom(node.module, kept, node.level))] if kept else [f"import {node.module}"]


def with_code(mpy, codes):
    """An .mpy with these codes (bytes) in place of the code of its viper functions, in their order."""
    reader = _Reader(mpy)
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
    made += _number(len(data) << 3 | children << 2 | kind) + data
    if kind != _BYTECODE:
        made += _number(reader.number())  # where its prelude is, or its flags
        if kind > _VIPER:
            made += _number(reader.number()) + _number(reader.number())  # inline assembler: its arguments
    if children:
        count = reader.number()
        made += _number(count)
        for _ in range(count):
            _copy_code(reader, made, codes)


class _Reader:
    def __init__(self, mpy):
        self.mpy = mpy
        self.at = 0

    def bytes(self, count):
        self.at += count
        return self.mpy[self.at - count : self.at]

    def number(self):
        """Seven bits a byte, the highest first; the last byte is below 128."""
        number = 0
        while True:
            byte = self.bytes(1)[0]
            number = number << 7 | byte & 127
            if byte < 128:
                return number

    def skip_head(self):
        """The header, the names and the constants."""
        flags = self.bytes(4)[2]
        if flags & _ARCHITECTURE_FLAGS:
            self.number()
        names, constants = self.number(), self.number()
        for _ in range(names):
            length = self.number()
            if not length & 1:  # else it is one of MicroPython's own
                self.bytes((length >> 1) + 1)
        for _ in range(constants):
            self._skip_constant()

    def _skip_constant(self):
        kind = self.bytes(1)[0]
        if kind in _PLAIN:
            return
        length = self.number()
        if kind == _TUPLE:
            for _ in range(length):
                self._skip_constant()
        else:
            self.bytes(length + (kind in _STRINGS))


def _number(number):
    digits = [number & 127]
    while number := number >> 7:
        digits.append(number & 127 | 128)
    return bytes(reversed(digits))
