"""A name that search/ gives to a number with `const` means that number in every file there, and so does its plain name.

viper wants the number in the file that uses it, so each such file repeats it: `_DRAW` there is `DRAW` of verdict.py.
These tests compare the copies within each folder of the firmware.
"""

import ast
import operator

import pytest
import source

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid.levels import MILLISECONDS

FOLDERS = sorted(
    path.name for path in (source.FIRMWARE / "glowgrid").iterdir() if path.is_dir() and path.name[0] != "_"
)
# Copies with another name.
ALSO = {"_G_NOBODY": "DRAWN"}
OPERATORS = {
    ast.Add: operator.add,
    ast.BitOr: operator.or_,
    ast.FloorDiv: operator.floordiv,
    ast.LShift: operator.lshift,
    ast.Mult: operator.mul,
    ast.RShift: operator.rshift,
    ast.Sub: operator.sub,
}


def constants(path):
    """Return {name: (value, line, whether by `const`)} of what a file gives the value of a number."""
    found = {}
    for node in source.tree_of(path).body:
        if not isinstance(node, ast.Assign):
            continue
        (target,), value = node.targets, node.value
        pairs = [(target, value)]
        if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
            pairs = list(zip(target.elts, value.elts, strict=True))
        for name, number in pairs:
            by_const = getattr(getattr(number, "func", None), "id", "") == "const"
            number = value_of(number.args[0] if by_const else number, found)
            assert not by_const or number is not None, f"{path}:{node.lineno}"
            if number is not None and isinstance(name, ast.Name):
                found[name.id] = number, node.lineno, by_const
    return found


def value_of(node, known):
    """Return the number that an expression of numbers and known names stands for; None if it is anything else."""
    if isinstance(node, ast.Constant) and type(node.value) is int:
        return node.value
    if isinstance(node, ast.Name) and node.id in known:
        return known[node.id][0]
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        operand = value_of(node.operand, known)
        return None if operand is None else -operand
    if isinstance(node, ast.BinOp) and type(node.op) in OPERATORS:
        left, right = value_of(node.left, known), value_of(node.right, known)
        return None if left is None or right is None else OPERATORS[type(node.op)](left, right)
    return None


def differing(paths):
    """Return {name: {value: ["file:line", ...]}} of `const` copies that differ from each other or the plain name."""
    consts, plain = {}, {}
    for path in paths:
        for name, (value, line, by_const) in constants(path).items():
            places = consts if by_const else plain
            places.setdefault(name, {}).setdefault(value, []).append(f"{path.name}:{line}")
    for name, values in consts.items():
        for value, places in plain.get(ALSO.get(name, name.lstrip("_")), {}).items():
            values.setdefault(value, []).extend(places)
    return {name: values for name, values in consts.items() if len(values) > 1}


@pytest.mark.parametrize("folder", FOLDERS)
def test_a_constant_has_one_value(folder):
    assert differing(source.python_files(f"firmware/glowgrid/{folder}")) == {}


def test_levels_know_the_numbers_of_the_search_and_settings_how_many_levels_there_are():
    above = [source.FIRMWARE / "glowgrid" / name for name in ("levels.py", "console/settings.py")]
    assert constants(above[0])["LEVELS"][0] == len(MILLISECONDS)
    paths = [*above, *source.python_files("firmware/glowgrid/search")]
    assert differing(paths) == {}


def test_a_name_by_const_has_one_value_in_the_whole_firmware():
    places = {}
    for path in source.python_files("firmware"):
        for name, (value, line, by_const) in constants(path).items():
            if by_const:
                places.setdefault(name, {}).setdefault(value, []).append(f"{path.name}:{line}")
    assert {name: values for name, values in places.items() if len(values) > 1} == {}


@pytest.mark.parametrize(
    "name, copies",
    [
        (name, copies)
        for name, copies in {
            "DRAW": {"_DRAW"},
            "DRAWN": {"_DRAWN", "_G_NOBODY"},
            "LOSS": {"_LOSS"},
            "WIN": {"_WIN"},
            "SURE_LOSS": {"_SURE_LOSS"},
            "SURE_WIN": {"_SURE_WIN"},
        }.items()
    ],
)
def test_a_number_of_the_verdict_cannot_change_without_its_copies(tmp_path, name, copies):
    folder, paths = source.FIRMWARE / "glowgrid/search", []
    for path in source.python_files("firmware/glowgrid/search"):
        paths.append(tmp_path / "_".join(path.relative_to(folder).parts))
        text = path.read_text(encoding="utf-8")
        if path == folder / "verdict.py":
            text += f"{name} = {constants(path)[name][0]} + 1\n"
        paths[-1].write_text(text, encoding="utf-8")
    assert set(differing(paths)) == copies


def test_constants_are_read_with_their_value_and_line(tmp_path):
    path = tmp_path / "kernel.py"
    path.write_text(
        "from micropython import const\n_A = const(3)\n_B = const((1 << _A) - 1 | 0x10)\nC, D = 5, x\nE = -C"
    )
    assert constants(path) == {"_A": (3, 2, True), "_B": (23, 3, True), "C": (5, 4, False), "E": (-5, 5, False)}


@pytest.mark.parametrize(
    "one, other, names",
    [
        ("_A = const(1)", "_A = const(2)", {"_A"}),
        ("_A = const(1)", "A = 2", {"_A"}),
        ("_A = const(1)", "A, B = 1, 2", set()),
        ("_A = 1", "_A = 2", set()),  # plain: each file's own
        ("_G_NOBODY = const(3)", "DRAWN = 4", {"_G_NOBODY"}),
    ],
)
def test_copies_that_differ_are_found(tmp_path, one, other, names):
    paths = [tmp_path / "one.py", tmp_path / "other.py"]
    for path, line in zip(paths, (one, other), strict=True):
        path.write_text(line + "\n")
    assert set(differing(paths)) == names
