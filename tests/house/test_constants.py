"""A constant that kernels share is stated once, in a file NAME_words.py: all tiers see its one value.

viper wants the number in the file that uses it. A build copies it when modules are compiled (tools/compile/words.py),
MicroPython when it imports sources (firmware/glowgrid/sources.py); CPython imports it.
"""

import ast
import functools
import importlib
import re

import pytest
import source
from three_tiers import on_unix_micropython

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from tools.compile.words import Texts, only_in_sources

WORDS = [path for path in source.python_files("firmware") if path.name.endswith("_words.py")]
# In the order of `copied`: a module, and the words that it imports.
IMPORTS_WORDS = re.compile(rb"^from \S+_words import ", re.M)
USERS = [(name, path) for name, path in source.modules().items() if IMPORTS_WORDS.search(path.read_bytes())]
# Constants that two rooms of the firmware need, and neither may import from the other.
TWICE = [("_TIMES", "clock", "console/keypad"), ("_DOWN", "console/keypad", "hardware/contacts")]
TWICE += [("_HIDDEN", "rules/hidden", "search/imagined")]


@functools.cache
def texts():
    return Texts()


def constants(text):
    """Return the (name, value) of each `NAME = const(value)` of a text, one after the other."""
    found = []
    for node in ast.parse(text).body:
        if isinstance(node, ast.Assign) and getattr(getattr(node.value, "func", None), "id", "") == "const":
            value = eval(ast.unparse(node.value.args[0]), dict(found))
            found.append((node.targets[0].id, value))
    return found


def copies(path):
    """Return {name: value} of the constants that a build copies into a module."""
    own, built = dict(constants(path.read_bytes())), constants(texts().of(path))
    assert len(dict(built)) == len(built), f"{path}: two constants with one name"
    return {name: value for name, value in built if name not in own}


def are_constants(path):
    """Return whether a file is a docstring, an import and constants, each once, and no part of a build."""
    docstring, imported, *rest = source.tree_of(path).body
    found = constants(path.read_bytes())
    return (
        ast.unparse(imported) == "from micropython import const"
        and isinstance(docstring, ast.Expr)
        and len(dict(found)) == len(found) == len(rest)
        and all(name.isupper() and name[0] != "_" and isinstance(value, int) for name, value in found)
        and only_in_sources(path.relative_to(source.FIRMWARE).as_posix())
    )


def test_words_are_nothing_but_constants():
    assert WORDS and [source.name_of(path) for path in WORDS if not are_constants(path)] == []


def differing(name, path, modules):
    """Return the constants that are missing in the build of a module, or have another value there than on CPython."""
    module, found = vars(importlib.import_module(name)), copies(path)
    imported = {each.name.rpartition(".")[0] for each in source.imports(path) if "_words." in each.name}
    shared = {each for words in imported for each, _ in constants(modules[words].read_bytes())}
    mentioned = {node.id for node in ast.walk(source.tree_of(path)) if isinstance(node, ast.Name)}
    missing = (mentioned & shared) - {each.lstrip("_") for each in found}
    return sorted(missing | {each for each, value in found.items() if module[each.lstrip("_")] != value})


def test_a_build_has_the_values_of_cpython():
    modules = source.modules()
    found = {name: differing(name, path, modules) for name, path in USERS}
    assert found and {name: each for name, each in found.items() if each} == {}
    assert [name for name, path in USERS if b"_words import" in texts().of(path)] == []


def test_sources_on_micropython_have_the_values_of_cpython():
    names = {name: sorted(each.lstrip("_") for each in copies(path)) for name, path in USERS}
    text = "import sys\nfor name, wanted in %r.items():\n    __import__(name)\n    module = sys.modules[name]\n" % names
    text += "    print(name, [getattr(module, each) for each in wanted])"
    wanted = [f"{name} {[getattr(importlib.import_module(name), each) for each in names[name]]}" for name in names]
    assert sorted(on_unix_micropython(text)) == sorted(wanted)


def test_what_two_rooms_state_is_the_same():
    stated = {
        (name, room): dict(constants((source.FIRMWARE / f"glowgrid/{room}.py").read_bytes()))[name]
        for name, *rooms in TWICE
        for room in rooms
    }
    assert [name for name, one, other in TWICE if stated[name, one] != stated[name, other]] == []


@pytest.mark.parametrize(
    "line, built",
    [
        ("from glowgrid.x_words import *", "_A = const(1); _LONG = const(1 << 2)"),
        ("from glowgrid.x_words import A", "_A = const(1)"),
    ],
)
def test_a_module_gets_what_it_mentions(tmp_path, line, built):
    folder = tmp_path / "glowgrid"
    folder.mkdir()
    (folder / "x_words.py").write_text("A = const(1)  # one\nLONG = const(1 << 2)\nUNUSED = const(3)\n")
    (folder / "user.py").write_text(f"{line}\nx = A + LONG + y.A  # A\nLONGER = 5\n")
    made = Texts(tmp_path).of(folder / "user.py").decode().split("\n")
    long = "_LONG" if "_LONG" in built else "LONG"
    assert made == [built, f"x = _A + {long} + y.A  # A", "LONGER = 5", ""]
    (folder / "other.py").write_text("from glowgrid.user import UNUSED, A\n")
    assert Texts(tmp_path).of(folder / "user.py").startswith(b"A = const(1)")


def test_what_the_host_imports_is_in_a_build():
    """The page runs parts of host_sim on the built modules."""
    built = {name: _names(texts().of(path)) for name, path in USERS}
    for path in source.python_files("host_sim"):
        for node in ast.walk(source.tree_of(path)):
            if isinstance(node, ast.ImportFrom) and node.module in built:
                for each in node.names:
                    assert each.name in built[node.module], f"{path}: {node.module} has no {each.name}"


def _names(text):
    """Return the names that a module has: what it imports, assigns and defines."""
    nodes = [*ast.walk(ast.parse(text))]
    found = {node.id for node in nodes if isinstance(node, ast.Name)}
    found |= {node.name for node in nodes if isinstance(node, (ast.FunctionDef, ast.ClassDef))}
    return found | {each.name for node in nodes if isinstance(node, ast.ImportFrom) for each in node.names}
