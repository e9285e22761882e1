"""Work out the line numbers in a traceback of the Pico from the sources.

The build leaves line numbers out (tools/device/mpy.py): they would take 7 KB of the Pico's heap, and every frame says
"line 1". What remains is the module, the function and what it called. So a frame gets the lines where that function
calls the next one, and the last frame the lines that can raise the error; failing that, all lines of the function.
"""

import ast
import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

_FRAME = re.compile(r'(File "([\w.]+)", line )1(, in (\S+))')
_MOST = 4  # at most this many places are listed one by one
_FUNCTIONS = ast.FunctionDef | ast.Lambda | ast.GeneratorExp | ast.ListComp | ast.DictComp | ast.SetComp
_NAMES = {
    ast.Lambda: "<lambda>",
    ast.GeneratorExp: "<genexpr>",
    ast.ListComp: "<listcomp>",
    ast.DictComp: "<dictcomp>",
    ast.SetComp: "<setcomp>",
}
_MISSING = re.compile(r"^(AttributeError|NameError|ImportError): .*'(\w+)'")


class Frame(NamedTuple):
    row: int  # of the text
    module: str  # "glowgrid.console.app"
    function: str


def with_lines(text, firmware):
    """Return a traceback of the Pico, which already has the names of the sources, with their lines too.

    firmware: the folder of the sources. Frames of other modules stay as they are.
    """
    rows = text.splitlines(keepends=True)
    frames = [Frame(row, found[2], found[4]) for row, line in enumerate(rows) if (found := _FRAME.search(line))]
    for frame, following in zip(frames, [*frames[1:], None]):
        if path := _path(frame.module, Path(firmware)):
            bodies = _functions(path, frame.function)
            if following and following.row == frame.row + 1:
                lines = _calling(bodies, following, Path(firmware))
            else:
                lines = _raising(bodies, rows[frame.row + 1].rstrip() if frame.row + 1 < len(rows) else "")
            if said := _said(lines, bodies):
                rows[frame.row] = _FRAME.sub(rf"\g<1>{said}\g<3>", rows[frame.row])
    return "".join(rows)


def _path(module, firmware):
    base = firmware / module.replace(".", "/")
    return next((path for path in (base.with_suffix(".py"), base / "__init__.py") if path.is_file()), None)


@cache
def _tree(path):
    return ast.parse(path.read_bytes())


def _functions(path, name):
    """Return the nodes of each function of this name in a module, a list each, without those of nested functions.

    If several classes have a method of this name, any of them may be meant.
    """
    found = [node for node in ast.walk(_tree(path)) if isinstance(node, _FUNCTIONS) and _name(node) == name]
    return [list(_own(node)) for node in ([_tree(path)] if name == "<module>" else found)]


def _name(node):
    return _NAMES.get(type(node)) or node.name


def _own(node):
    """Yield the nodes in a function or a module that have a line, except those in nested functions."""
    for child in ast.iter_child_nodes(node):
        if hasattr(child, "lineno"):
            yield child
        if not isinstance(child, _FUNCTIONS):
            yield from _own(child)


def _calling(bodies, following, firmware):
    """Return the lines that may call the function of the next frame."""
    name, nodes = following.function, _all(bodies)
    if name == "<module>":
        return [node.lineno for node in nodes if isinstance(node, ast.Import | ast.ImportFrom)]
    calls = [(_called(node), node.lineno) for node in nodes if isinstance(node, ast.Call)]
    if name == "__init__":  # of the called class, or of one that it extends
        return [line for called, line in calls if called == name or called[:1].isupper()]
    found = [line for called, line in calls if called == name]
    if found and _is_generator(following, firmware):  # a generator runs when asked for its next value
        found += [line for called, line in calls if called in ("next", "send", "close")]
        found += [node.lineno for node in nodes if isinstance(node, ast.For | ast.YieldFrom)]
    return found


def _called(call):
    return getattr(call.func, "attr", None) or getattr(call.func, "id", None) or ""


def _is_generator(frame, firmware):
    path = _path(frame.module, firmware)
    return path and any(isinstance(node, ast.Yield) for node in _all(_functions(path, frame.function)))


def _raising(bodies, said):
    """Return the lines that may raise the error at the end of the traceback ("ValueError: no such point")."""
    if missing := _MISSING.search(said):
        kinds = ast.Attribute, ast.Name, ast.Import, ast.ImportFrom
        named = [node for node in _all(bodies) if isinstance(node, kinds) and missing[2] in _identifiers(node)]
        return [node.lineno for node in named]
    _, _, words = said.partition(": ")
    raises = [node for node in _all(bodies) if isinstance(node, ast.Raise)]
    return [node.lineno for node in raises if words and words in _texts(node)]


def _identifiers(node):
    names = [alias.name for alias in getattr(node, "names", ())]
    return {getattr(node, "attr", None), getattr(node, "id", None), getattr(node, "module", None), *names}


def _texts(node):
    return {each.value for each in ast.walk(node) if isinstance(each, ast.Constant)}


def _all(bodies):
    return [node for body in bodies for node in body]


def _said(lines, bodies):
    """Return the lines as text; those of the whole functions if there are none."""
    places = sorted({str(line): line for line in lines}.items(), key=lambda place: place[1])
    if not 0 < len(places) <= _MOST:
        ends = [(min(node.lineno for node in body), max(node.end_lineno for node in body)) for body in bodies if body]
        places = [(str(first) if first == last else f"{first} to {last}", first) for first, last in ends]
    words = [place for place, _ in places]
    return ", ".join(words[:-1]) + " or " + words[-1] if len(words) > 1 else "".join(words)
