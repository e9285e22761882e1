"""What the source says about itself, read with ast: files, modules, imports, constants."""

import ast
import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
FIRMWARE = ROOT / "firmware"


class Import(NamedTuple):
    """One name that a file imports. level: dots of a relative import; inside: whether it stands in a function."""

    name: str
    line: int
    level: int
    inside: bool


def python_files(folder):
    """Return every Python file of a folder of the repository, sorted."""
    return sorted((ROOT / folder).rglob("*.py"))


def name_of(path):
    """Return a file's path in the repository, for messages and test ids."""
    return path.relative_to(ROOT).as_posix()


@cache
def tree_of(path):
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


def imports(path):
    """Every `Import` of a file; `from a import b` is a.b, whether b is a module or a name in a."""
    yield from _imports(tree_of(path), False)


def _imports(node, inside):
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Import):
            for alias in child.names:
                yield Import(alias.name, child.lineno, 0, inside)
        elif isinstance(child, ast.ImportFrom):
            for alias in child.names:
                name = f"{child.module}.{alias.name}" if child.module else alias.name
                yield Import(name, child.lineno, child.level, inside)
        else:
            function = isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda))
            yield from _imports(child, inside or function)


def named(path):
    """Return every text in a file that is, or begins, the dotted name of a firmware module: what it may load."""
    texts = (node.value for node in ast.walk(tree_of(path)) if isinstance(node, ast.Constant))
    return [text for text in texts if isinstance(text, str) and re.fullmatch(r"glowgrid(\.\w+)+\.?", text)]


def modules():
    """Return {dotted name: path} of the firmware."""
    found = {}
    for path in python_files("firmware"):
        parts = path.relative_to(FIRMWARE).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def graph(found):
    """Return {module: the modules that it imports at its top}, for `modules()`; a package counts where it is named."""
    return {
        name: {_module(each.name, found) for each in imports(path) if not each.inside} - {None}
        for name, path in found.items()
    }


def _module(name, found):
    """Return the module that an imported name is, or lies in."""
    if name in found:
        return name
    package = name.rpartition(".")[0]
    return package if package in found else None


def circles(edges):
    """Return the sets of nodes that reach each other (two or more, or one that names itself) as sorted lists."""
    reach = {node: reachable(node, edges) for node in edges}
    together = {frozenset(other for other in reach[node] if node in reach[other]) for node in edges}
    return sorted(sorted(circle) for circle in together if circle)


def reachable(node, edges):
    """Return the nodes that edges lead to from a node, one after the other. edges: {node: the nodes it leads to}."""
    seen, to_do = set(), [node]
    while to_do:
        for following in edges[to_do.pop()] - seen:
            seen.add(following)
            to_do.append(following)
    return seen
