"""Short names for what a module keeps to itself: on the Pico each name takes about 20 bytes that are never freed.

The sources have some 550 private names (`_place`), most of them in one module only. In the build they become `_0`,
`_1`, ..., the same few in every module, which saves 12 KB of heap after an evening. So do constants (`LED_MS`) that no
other module mentions, and parameters that no call passes by name, which saves 4 KB; but not those of rules/, which
users' own games may mention. Of screens, engines and a few more all names become short that no other module mentions.
A module whose classes extend those of another continues with the next number, so that a name never has two meanings in
one object. A `_NAME = const(...)` stays, because mpy-cross puts it in place, and so do kernels with a public name, and
names in f-strings. `python -m tools crash` restores the names in a traceback of the Pico, where a module may have only
the last part of its name.
"""

import ast
import contextlib
import io
import tokenize
from collections import Counter
from functools import cache
from itertools import count
from pathlib import Path
from typing import NamedTuple

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid import __name__ as PACKAGE

from .words import Texts

_OF_OWN_GAMES = PACKAGE + "/rules/"  # imported by games outside the firmware
_LATER = tuple(
    PACKAGE + each
    for each in ("/console/screens/", "/search/", "/console/strategy_", "/console/tried", "/console/finished")
)


class ShortNames:
    """The short names of all modules in a folder, usually firmware/; `shorten` puts them into a module's text."""

    def __init__(self, firmware):
        paths = sorted((Path(firmware) / PACKAGE).rglob("*.py"))
        texts, self._modules = Texts(firmware), {}
        for path in paths:
            with contextlib.suppress(SyntaxError):  # mpy-cross reports the place
                self._modules[path.relative_to(firmware).as_posix()] = _module_of(texts.of(path))
        self._mentions = Counter(name for module in self._modules.values() for name in module.mentioned)
        self._passed = frozenset(name for module in self._modules.values() for name in module.passed)
        self._imported = {name for module in self._modules.values() for name in module.imported}
        self._short, self._inherited = {}, {}

    def shorten(self, text, name):
        """Return a module's text (bytes) with short names and the same line numbers.

        name: its path below the folder, with slashes ("glowgrid/rules/lines.py"). A module that is not in
        the folder (a user's own game) stays as it is.
        """
        if name not in self._modules:
            return text
        return _replaced(text, tuple(sorted(self._short_names(name).items())))

    def shown(self, name):
        """Return by what name tracebacks of the Pico show a module (its path below the folder): one in memory anyway.

        That is its dotted name if another module imports from it, else its last part, unless two modules have that.
        """
        whole = dotted(name)
        return whole if whole in self._imported else self._last_part(whole)

    def _last_part(self, whole):
        last = whole.rpartition(".")[2]
        return last if sum(dotted(each).rpartition(".")[2] == last for each in self._modules) == 1 else whole

    def short_names(self):
        """Return {(dotted name of a module, name): its short name} of all that is short."""
        return {
            (dotted(path), name): short for path in self._modules for name, short in self._short_names(path).items()
        }

    def long_names(self):
        """Return {dotted name of a module: {short name: name}}."""
        return {
            dotted(path): {short: name for name, short in self._short_names(path).items()} for path in self._modules
        }

    def shown_as(self):
        """Return {what tracebacks of the Pico call a module: its dotted name}."""
        return {self.shown(path): dotted(path) for path in self._modules}

    def _file(self, path):
        return next((file for file in (f"{path}.py", f"{path}/__init__.py") if file in self._modules), None)

    def _short_names(self, name):
        """Return {name: short name} of the names in a module's text.

        What is not part of an object takes any numbers that are free in this text.
        """
        if name not in self._short:
            module = self._modules[name]
            short = {each: to for each, to in self._inherited_names(name).items() if each in module.mentioned}
            local = self._own(name) - module.attributes
            if not name.startswith(_OF_OWN_GAMES):
                local |= {each for each in module.constants if self._mentions[each] == 1}
                local |= module.parameters - self._passed
            taken = set(short.values())
            free = (f"_{number}" for number in count() if f"_{number}" not in taken)
            short.update(zip(sorted(local), free, strict=False))
            self._short[name] = short
        return self._short[name]

    def _inherited_names(self, name):
        """Return {attribute: short name} of a module, including those that its classes inherit."""
        if name not in self._inherited:
            short = {}
            for base in self._extended(name):
                short.update(self._inherited_names(base))
            first = max((int(each[1:]) + 1 for each in short.values()), default=0)
            own = self._own(name) & self._modules[name].attributes - set(short)
            short.update({each: f"_{number}" for number, each in enumerate(sorted(own), first)})
            self._inherited[name] = short
        return self._inherited[name]

    def _own(self, name):
        """Return the names that a module sets for itself alone."""
        module = self._modules[name]
        if not name.startswith(_LATER) or name.endswith("/__init__.py"):  # tests on the Pico import from those
            return module.private
        return module.private | {each for each in module.public if self._mentions[each] == 1}

    def _extended(self, name):
        """Return the modules whose classes this module's classes extend, sorted."""
        files = {self._file(module.replace(".", "/")) for module in self._modules[name].extended}
        return sorted(file for file in files if file)


class _Module(NamedTuple):
    """What we need to know about a module's text.

    private: the private names that it sets; public: the other functions, classes and attributes; constants, parameters:
    as they are called; of these four only those without another use here. attributes: all names of attributes;
    mentioned: all names in it, and strings that might be names; passed: names by which it passes arguments;
    imported: the modules from which it imports names; extended: those whose classes its classes extend.
    """

    private: frozenset
    public: frozenset
    constants: frozenset
    parameters: frozenset
    attributes: frozenset
    mentioned: frozenset
    passed: frozenset
    imported: frozenset
    extended: frozenset


@cache
def _module_of(text):
    tree = ast.parse(text)
    nodes = tuple(ast.walk(tree))  # once: walking takes most of the time, 1 s for the firmware
    origin, bases = {}, set()
    for node in nodes:
        if isinstance(node, ast.ImportFrom):
            origin.update({alias.asname or alias.name: node.module for alias in node.names})
        elif isinstance(node, ast.ClassDef):
            bases.update(base.id for base in node.bases if isinstance(base, ast.Name))
    public, constants, parameters = map(frozenset, _public_names(tree, nodes))
    return _Module(
        frozenset(_private_names(nodes)),
        public,
        constants,
        parameters,
        frozenset(_attributes(nodes)),
        frozenset(_mentioned(nodes)),
        frozenset(node.arg for node in nodes if isinstance(node, ast.keyword)),
        frozenset(origin.values()),
        frozenset(origin[base] for base in bases if base in origin),
    )


@cache
def _replaced(text, short):
    """Return a text with names replaced and the same line numbers. short: ((name, short name), ...)."""
    of, lines = dict(short), text.decode().splitlines(keepends=True)
    for token in reversed(list(tokenize.generate_tokens(io.StringIO(text.decode()).readline))):
        if token.type == tokenize.NAME and token.string in of:
            row, (start, end) = token.start[0] - 1, (token.start[1], token.end[1])
            lines[row] = lines[row][:start] + of[token.string] + lines[row][end:]
    return "".join(lines).encode()


def _private_names(nodes):
    """Return the private names that a module sets, except constants."""
    found, kept = set(), set()
    for node in nodes:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            found.add(node.name)
        elif isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Store):
            found.add(_identifier(node))
        elif isinstance(node, ast.JoinedStr):
            kept.update(_identifier(each) for each in ast.walk(node) if isinstance(each, ast.Name | ast.Attribute))
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call):
            if isinstance(node.value.func, ast.Name) and node.value.func.id == "const":
                kept.update(_identifier(each) for each in ast.walk(node) if isinstance(each, ast.Name))
    return {name for name in found - kept if name.startswith("_") and name.strip("_") and not name.endswith("__")}


def _attributes(nodes):
    """Return all names that are attributes of an object in a module."""
    found = {node.attr for node in nodes if isinstance(node, ast.Attribute)}
    for node in nodes:
        if isinstance(node, ast.ClassDef):
            found |= _set_in(node)
    return found


def _set_in(block):
    """Return the names that a module or class itself sets, outside of its functions and inner classes."""
    found, to_do = set(), list(block.body)
    while to_do:
        node = to_do.pop()
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            found.add(node.name)
            continue
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.id)
        to_do.extend(ast.iter_child_nodes(node))
    return found


def _public_names(tree, nodes):
    """Return (functions, classes and attributes; constants; parameters) of a module: those without other uses."""
    own, attributes, parameters, kept = _set_in(tree), _attributes(nodes), set(), _kept(nodes)
    defined = {node.attr for node in nodes if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)}
    for node in nodes:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            defined.add(node.name)
        elif isinstance(node, ast.arg):
            parameters.add(node.arg)
    constants = {name for name in own - defined - attributes if name.isupper()}
    return [
        {name for name in found - kept if not name.startswith("_") and name != "self"}
        for found in (defined, constants, parameters - own - defined - attributes)
    ]


def _kept(nodes):
    """Return the names of a module with uses that the text does not show, or that are those of another."""
    kept = set()
    for node in nodes:
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.decorator_list or isinstance(node, ast.JoinedStr):
            kept |= _mentioned(ast.walk(node))
        elif isinstance(node, ast.keyword):
            kept.add(node.arg)
        elif isinstance(node, ast.alias):
            kept.update(node.name.split("."), [node.asname])
        elif isinstance(node, ast.ImportFrom) and node.module:
            kept.update(node.module.split("."))
        elif isinstance(node, ast.Constant):
            kept.add(node.value)
    return kept


def _mentioned(nodes):
    """Return all names in nodes of a tree, and strings that might be names."""
    found = set()
    for node in nodes:
        for field in "name", "id", "attr", "arg", "asname":
            if isinstance(name := getattr(node, field, None), str):
                found.update(name.split("."))
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            found.add(node.value)
    return found


def dotted(path):
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def _identifier(node):
    return node.id if isinstance(node, ast.Name) else node.attr
