"""What a file in Python says, read as text: it is not run.

Whatever runs a person's file asks `has_game` first, so that no program but a game is run.
"""

import ast
import warnings

from ..text.text_file import file_bytes

NOT_RUN = "%s: no GAME at its top level, so it was not run; end the file with GAME = Game(...) of glowgrid.rules.game"
UNREAD = OSError, ValueError, SyntaxError, RecursionError, MemoryError  # what `has_game` raises
_COMPREHENSION = ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp
_OWN_SCOPE = ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda, *_COMPREHENSION


def has_game(path):
    """Return whether the file sets GAME at its top level; one of UNREAD if Python cannot read it."""
    return "GAME" in _set_by(_tree(path))


def names_of(path):
    """Return (the modules that the file imports, whether it has a game); a file that cannot be read may have one."""
    try:
        tree = _tree(path)
    except UNREAD:
        return set(), True
    parts = [*ast.walk(tree)]
    modules = {part.module for part in parts if isinstance(part, ast.ImportFrom)}
    modules |= {name.name for part in parts if isinstance(part, (ast.Import, ast.ImportFrom)) for name in part.names}
    return modules, "GAME" in _set_by(tree)


def _tree(path):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # Python gives them when the file runs
        return ast.parse(file_bytes(path), str(path))


def _set_by(tree):
    """Return the names that the top level sets, under `if`, `try` and the like too."""
    names, left = set(), [*tree.body]
    while left:
        part = left.pop()
        if isinstance(part, (ast.Import, ast.ImportFrom)):
            names |= {name.asname or name.name for name in part.names}
        elif isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store):
            names.add(part.id)
        only_declared = isinstance(part, ast.AnnAssign) and part.value is None  # `GAME: Game` sets nothing
        if not only_declared and not isinstance(part, _OWN_SCOPE):
            left += ast.iter_child_nodes(part)
    return names
