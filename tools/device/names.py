"""Short names for what a module keeps to itself: on the Pico each different name takes some 20 bytes, for ever.

The sources have some 550 private names (`_place`), most of them in one module only. In the build they become `_0`,
`_1`, ..., the same few in every module: 12 KB of heap after an evening. So do constants (`LED_MS`) that no other module
mentions, and parameters that no module passes by name: 3 KB; but not those of rules/, which a person's own games may
mention. A class that extends one of another module keeps the short names of that one, so that no object has two
meanings for one name. A `_NAME = const(...)` stays, because mpy-cross puts it in place, and so do kernels, which tests
call by name, and names in f-strings. `python -m tools crash` gives a traceback of the Pico its names back.
"""

import ast
import contextlib
import io
import re
import tokenize
from collections import Counter
from functools import cache
from itertools import count
from pathlib import Path
from typing import NamedTuple

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid import __name__ as PACKAGE

_OF_OWN_GAMES = PACKAGE + "/rules/"  # what games outside the firmware import
_IN_TRACEBACK = re.compile(r'File "([\w.]+)", line \d+, in (\S+)')
_SHORT = re.compile(r"\b_\d+\b")


class ShortNames:
    """The short names of all modules in a folder, firmware/ as a rule; `shorten` puts them into a module's text."""

    def __init__(self, firmware):
        paths = sorted((Path(firmware) / PACKAGE).rglob("*.py"))
        self._modules = {}
        for path in paths:
            with contextlib.suppress(SyntaxError):  # mpy-cross will say where
                self._modules[path.relative_to(firmware).as_posix()] = _module_of(path.read_bytes())
        self._mentions = Counter(name for module in self._modules.values() for name in module.mentioned)
        self._passed = frozenset().union(*(module.passed for module in self._modules.values()))
        self._short, self._private = {}, {}

    def shorten(self, text, name):
        """Return a module's text (bytes) with short names, its lines where they were.

        name: its path below the folder, with slashes ("glowgrid/rules/lines.py"). A module that the folder does not
        have (a person's own game) stays as it is.
        """
        if name not in self._modules:
            return text
        return _replaced(text, tuple(sorted(self._short_names(name).items())))

    def lengthen(self, text):
        """Return a traceback of the Pico with the names of the sources."""
        lines, name = text.splitlines(keepends=True), None
        for row, line in enumerate(lines):
            if found := _IN_TRACEBACK.search(line):
                name = self._file(found[1].replace(".", "/"))
            if name:
                long = {short: private for private, short in self._short_names(name).items()}
                lines[row] = _SHORT.sub(lambda match, long=long: long.get(match[0], match[0]), line)
        return "".join(lines)

    def _file(self, path):
        return next((file for file in (f"{path}.py", f"{path}/__init__.py") if file in self._modules), None)

    def _short_names(self, name):
        """{name: short name} of a module, with the private names that its classes inherit."""
        if name not in self._short:
            short = dict(self._private_names(name))
            if not name.startswith(_OF_OWN_GAMES):
                module = self._modules[name]
                constants = {each for each in module.constants if self._mentions[each] == 1}
                _number(short, constants | module.parameters - self._passed)
            self._short[name] = short
        return self._short[name]

    def _private_names(self, name):
        """{private name: short name} of a module, with those that its classes inherit."""
        if name not in self._private:
            short = {}
            for base, extended in self._extended(name):
                short.update(self._attributes(base, extended))
            _number(short, self._modules[name].private - set(short))
            self._private[name] = short
        return self._private[name]

    def _attributes(self, name, class_name):
        """{private name: short name} of what a class of a module and the classes that it extends call their own."""
        found = {}
        own = self._modules[name].classes.get(class_name, _NO_CLASS)
        for base in own.bases:
            found.update(self._attributes(name, base))
        for base, extended in self._extended(name, own.bases):
            found.update(self._attributes(base, extended))
        short = self._private_names(name)
        found.update({each: short[each] for each in own.attributes if each in short})
        return found

    def _extended(self, name, among=None):
        """The classes of other modules that a module's classes extend, sorted: [(path, class)]. among: only these."""
        module = self._modules[name]
        bases = {base for each in module.classes.values() for base in each.bases} if among is None else among
        files = {(self._file(module.origin[base].replace(".", "/")), base) for base in bases if base in module.origin}
        return sorted(each for each in files if each[0])


def _number(short, names):
    """Give each of the names, in their order, the lowest number that no name in `short` has."""
    taken = set(short.values())
    free = (f"_{number}" for number in count() if f"_{number}" not in taken)
    short.update(zip(sorted(names), free))


class _Module(NamedTuple):
    """What a module's text says.

    private: the private names that it sets; constants, parameters: those that may be for itself alone; passed: names by
    which it passes arguments, and texts that might be one; mentioned: all names in it, and such texts;
    origin: {what it imports: the module where that is}; classes: {name: _Class}.
    """

    private: frozenset
    constants: frozenset
    parameters: frozenset
    passed: frozenset
    mentioned: frozenset
    origin: dict
    classes: dict


class _Class(NamedTuple):
    """bases: the names of the classes that it extends; attributes: the private ones that it mentions."""

    bases: tuple
    attributes: frozenset


_NO_CLASS = _Class((), frozenset())


@cache
def _module_of(text):
    tree = ast.parse(text)
    origin, classes = {}, {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            origin.update({alias.asname or alias.name: node.module for alias in node.names})
        elif isinstance(node, ast.ClassDef):
            bases = tuple(base.id for base in node.bases if isinstance(base, ast.Name))
            classes[node.name] = _Class(bases, frozenset(_attributes(node)))
    return _Module(
        frozenset(_private_names(tree)),
        *map(frozenset, _local_names(tree)),
        frozenset(_passed(tree)),
        frozenset(_mentioned(tree)),
        origin,
        classes,
    )


def _attributes(tree):
    """The private names by which a class calls what belongs to an object."""
    found = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            found.add(node.name)
        elif isinstance(node, ast.Assign):
            found.update(each.id for each in ast.walk(node) if isinstance(each, ast.Name))
    return {name for name in found if name.startswith("_")}


@cache
def _replaced(text, short):
    """A text with other names, its lines where they were. short: ((name, short name), ...)."""
    of, lines = dict(short), text.decode().splitlines(keepends=True)
    for token in reversed(list(tokenize.generate_tokens(io.StringIO(text.decode()).readline))):
        if token.type == tokenize.NAME and token.string in of:
            row, (start, end) = token.start[0] - 1, (token.start[1], token.end[1])
            lines[row] = lines[row][:start] + of[token.string] + lines[row][end:]
    return "".join(lines).encode()


def _private_names(tree):
    """The private names that a module sets, but constants and decorated functions."""
    found, kept = set(), set()
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            (kept if node.decorator_list else found).add(node.name)
        elif isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Store):
            found.add(_identifier(node))
        elif isinstance(node, ast.JoinedStr):
            kept.update(_identifier(each) for each in ast.walk(node) if isinstance(each, ast.Name | ast.Attribute))
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call):
            if isinstance(node.value.func, ast.Name) and node.value.func.id == "const":
                kept.update(_identifier(each) for each in ast.walk(node) if isinstance(each, ast.Name))
    return {name for name in found - kept if name.startswith("_") and name.strip("_") and not name.endswith("__")}


def _local_names(tree):
    """(constants, parameters) of a module, but those of decorated functions, and names used in another way too."""
    parameters, kept = set(), set()
    stored = _stored(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            kept.add(node.name)
            if node.decorator_list:
                kept |= _mentioned(node)
        elif isinstance(node, ast.arg):
            parameters.add(node.arg)
        elif isinstance(node, ast.Attribute):
            kept.add(node.attr)
        elif isinstance(node, ast.keyword):
            kept.add(node.arg)
        elif isinstance(node, ast.alias):
            kept.update(node.name.split("."), [node.asname])
        elif isinstance(node, ast.ImportFrom) and node.module:
            kept.update(node.module.split("."))
        elif isinstance(node, ast.Constant):
            kept.add(node.value)
        elif isinstance(node, ast.JoinedStr):
            kept |= _mentioned(node)
    constants = {name for name in stored if name.isupper()}
    return [
        {name for name in found - kept if not name.startswith("_") and name != "self"}
        for found in (constants, parameters - stored)
    ]


def _stored(tree):
    """The names that a module or a class of it gives a value, outside of functions."""
    found, to_do = set(), list(tree.body)
    while to_do:
        node = to_do.pop()
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.id)
        if not isinstance(node, ast.FunctionDef):
            to_do.extend(ast.iter_child_nodes(node))
    return found


def _passed(tree):
    """The names by which a module passes arguments, and texts, which might be one."""
    found = {node.arg for node in ast.walk(tree) if isinstance(node, ast.keyword)}
    found |= {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)}
    return {name for name in found if isinstance(name, str)}


def _mentioned(tree):
    """All names in a tree, and texts, which might be one."""
    found = set()
    for node in ast.walk(tree):
        for field in "name", "id", "attr", "arg", "asname":
            if isinstance(name := getattr(node, field, None), str):
                found.update(name.split("."))
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            found.add(node.value)
    return found


def _identifier(node):
    return node.id if isinstance(node, ast.Name) else node.attr
