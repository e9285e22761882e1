"""What a crash.txt of the Pico lacks, from the sources: names and lines. tools/workshop/talk/crash.py has its form."""

import ast
from functools import cache
from pathlib import Path
from typing import Any

from .names import ShortNames, dotted

_FUNCTIONS = ast.FunctionDef | ast.Lambda | ast.GeneratorExp | ast.ListComp | ast.DictComp | ast.SetComp
_NAMES = {
    ast.Lambda: "<lambda>",
    ast.GeneratorExp: "<genexpr>",
    ast.ListComp: "<listcomp>",
    ast.DictComp: "<dictcomp>",
    ast.SetComp: "<setcomp>",
}
_WORDS = {ast.Import: "import", ast.ImportFrom: "import", ast.For: "for", ast.YieldFrom: "for", ast.Yield: "yield"}


@cache
def sources(firmware):
    """Return the data of a folder of sources, usually firmware/."""
    short = ShortNames(firmware)
    paths = sorted(Path(firmware).rglob("*.py"))
    lines = {dotted(path.relative_to(firmware).as_posix()): _functions(path) for path in paths}
    return {"names": short.long_names(), "shown": short.shown_as(), "lines": lines}


def _functions(path):
    """Return {name: [what there is in each function of this name]} of a module."""
    tree, found = ast.parse(path.read_bytes()), {}
    for node in ast.walk(tree):
        if isinstance(node, _FUNCTIONS):
            found.setdefault(getattr(node, "name", _NAMES.get(type(node))), []).append(_body(node))
    found["<module>"] = [_body(tree)]
    return {name: [body for body in bodies if body] for name, bodies in found.items()}


def _body(function):
    nodes: list[Any] = list(_own(function))
    if not nodes:
        return None
    calls, names, raises = {}, {}, {}
    for node in nodes:
        if isinstance(node, ast.Call):
            _add(calls, [getattr(node.func, "attr", None) or getattr(node.func, "id", None) or ""], node)
        if word := _WORDS.get(type(node)):
            _add(calls, [word], node)
        if isinstance(node, ast.Attribute | ast.Name | ast.Import | ast.ImportFrom):
            _add(names, _identifiers(node), node)
        if isinstance(node, ast.Raise):
            texts = {each.value for each in ast.walk(node) if isinstance(each, ast.Constant)}
            _add(raises, [text for text in texts if isinstance(text, str)], node)
    return [min(node.lineno for node in nodes), max(node.end_lineno for node in nodes), calls, names, raises]


def _add(found, names, node):
    for name in names:
        lines = found.setdefault(name, [])
        if node.lineno not in lines:
            lines.append(node.lineno)


def _own(node):
    """Yield the nodes in a function or a module that have a line, except those in nested functions."""
    for child in ast.iter_child_nodes(node):
        if hasattr(child, "lineno"):
            yield child
        if not isinstance(child, _FUNCTIONS):
            yield from _own(child)


def _identifiers(node):
    names = [alias.name for alias in getattr(node, "names", ())]
    return {getattr(node, "attr", None), getattr(node, "id", None), getattr(node, "module", None), *names} - {None}
