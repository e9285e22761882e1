"""Modules as a build compiles them: with constants of their own in place of those that they import.

firmware/glowgrid/sources.py says why. Here each copy gets a private name, which takes no memory on the Pico, unless
another module imports it from there. Files with nothing but constants are left out, and so is sources.py.
"""

import ast
import io
import tokenize
from functools import cache
from pathlib import Path

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid import __name__ as PACKAGE
from glowgrid import sources

from ..paths import FIRMWARE

_ENDING = "_words.py"


def only_in_sources(name):
    """Return whether a file, "glowgrid/sources.py", is in no build because nothing imports it there."""
    return name.endswith(_ENDING) or name == f"{PACKAGE}/sources.py"


class Texts:
    """The texts of the modules of a folder, usually firmware/, as it is when this is made."""

    def __init__(self, firmware=FIRMWARE):
        self._firmware = Path(firmware)
        self._exported = _exported(self._firmware)

    def of(self, path):
        """Return the text (bytes) of a module, by its path; every line keeps its number."""
        text = path.read_bytes()
        copied = sources.copied(text, lambda place: (self._firmware / (PACKAGE + place)).read_bytes())
        if copied == text:
            return text
        dotted = ".".join(path.relative_to(self._firmware).with_suffix("").parts)
        return _private(text, copied, frozenset(self._exported.get(dotted, ())))


@cache
def _private(text, copied, exported):
    """Return a module's text with the copies that it needs, under private names except those to export."""
    lines, names = copied.decode().split("\n"), set()
    mentioned = {token.string for token in _names_in(text)}
    for row, before in enumerate(text.decode().split("\n")):
        if before != lines[row]:
            copies = [each for each in lines[row].split("; ") if each.partition(" ")[0] in mentioned | exported]
            names.update(each.partition(" ")[0] for each in copies)
            lines[row] = "; ".join(copies)
    names -= exported
    for token in reversed(_names_in("\n".join(lines).encode())):
        if token.string in names:
            row, column = token.start
            lines[row - 1] = f"{lines[row - 1][:column]}_{lines[row - 1][column:]}"
    return "\n".join(lines).encode()


def _names_in(text):
    """Return the tokens of a text that are names, not those of attributes."""
    tokens = list(tokenize.generate_tokens(io.StringIO(text.decode()).readline))
    return [
        token
        for before, token in zip([None, *tokens], tokens)
        if token.type == tokenize.NAME and not (before and before.string == ".")
    ]


def _exported(firmware):
    """Return {module: the names that others import from it}."""
    found = {}
    for path in firmware.rglob("*.py"):
        for module, names in _imported(path.read_bytes()):
            found.setdefault(module, set()).update(names)
    return found


@cache
def _imported(text):
    try:
        nodes = ast.parse(text).body
    except SyntaxError:  # mpy-cross reports the place
        return ()
    return tuple((node.module, {a.name for a in node.names}) for node in nodes if isinstance(node, ast.ImportFrom))
