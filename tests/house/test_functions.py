"""A function fits on a screen: at most 60 lines, at most 4 nested blocks."""

import ast

import pytest
import source

MOST_LINES, MOST_DEPTH = 60, 4
FOLDERS = ("firmware", "host_sim", "tools", "tests")
BLOCKS = (ast.If, ast.For, ast.While, ast.With, ast.Try)
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def depth(node):
    """Return how deeply blocks nest in a function; `elif` is as deep as its `if`."""
    deepest = 0
    for field in ("body", "orelse", "handlers", "finalbody"):
        children = getattr(node, field, [])
        is_elif = field == "orelse" and len(children) == 1 and isinstance(children[0], ast.If)
        for child in children:
            if not isinstance(child, (*FUNCTIONS, ast.ClassDef)):
                block = isinstance(child, BLOCKS) and not (isinstance(node, ast.If) and is_elif)
                deepest = max(deepest, block + depth(child))
    return deepest


def sizes(path):
    """Return {function: (lines, depth)} of a file; of two with one name, the larger one."""
    found = {}
    for node in ast.walk(source.tree_of(path)):
        if isinstance(node, FUNCTIONS):
            lines, deep = found.get(node.name, (0, 0))
            found[node.name] = max(lines, node.end_lineno - node.lineno + 1), max(deep, depth(node))
    return found


@pytest.mark.parametrize("folder", FOLDERS)
def test_a_function_fits_on_a_screen(folder):
    too_large = {}
    for path in source.python_files(folder):
        for name, (lines, deep) in sizes(path).items():
            if lines > MOST_LINES or deep > MOST_DEPTH:
                too_large[f"{source.name_of(path)}: {name}"] = lines, deep
    assert not too_large, f"(lines, depth), of at most {MOST_LINES, MOST_DEPTH}"


def test_depth_is_counted(tmp_path):
    file = tmp_path / "deep.py"
    file.write_text(
        "def deep():\n    for a in b:\n        if a:\n            pass\n        elif b:\n            while c:\n"
        "                with d:\n                    try:\n                        e()\n"
        "                    except f:\n                        if g:\n                            h()\n"
    )
    assert sizes(file) == {"deep": (12, 6)}
