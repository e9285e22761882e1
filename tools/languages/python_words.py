"""The words in a Python source that people read: its texts, and templates, whose holes are {0}, {1}, ...

"%s wins", f"{side} wins" and "{side} wins".format(...) are all "{0} wins".
"""

import ast
import re

WORDS = re.compile(r"[^\W\d_]{2}")
ROLES = re.compile(r"\A((left|right|up|down|select|back|undo|hint|arrows)(, |: ))+")  # the keys that do what follows
APART = " ,:;"  # what joins clauses
BESIDE = re.compile(r"^(%s)+(?=[a-z])|(?<=[a-z])(%s)+$")  # holes for clauses before and after
HOLE = re.compile(r"%(?:\((\w+)\))?[-+ 0#]*\d*(?:\.\d+)?[sdrgf]|\{(\w*)(?:![rs])?(?::[^{}]*)?\}")
NO_WORDS = re.compile(r"^\w*_\w*$|^/|\.\w{2,4}$|[.#+-]{2}|^glowgrid\.|^<")  # names in a program, of files, pictures of signs
CODE_NAMES = "TESTS", "name", "engine", "encoding", "source", "formal", "known"  # of what is given to them
# Functions whose arguments are names.
CODE = "getattr hasattr open import_module startswith endswith split partition get encode replace pop".split()


def messages(source):
    """Return [(message, line)] of a source, in its order."""
    tree = ast.parse(source)
    left_out = {id(each) for node in ast.walk(tree) for each in _code_in(node)}
    found = []
    _look(tree, left_out, found)
    clauses = [(clause, line) for text, line in found for clause in _clauses(text)]
    return [(text, line) for text, line in clauses if WORDS.search(HOLE.sub("", text)) and not NO_WORDS.search(text)]


def _clauses(text):
    """Return what a text says, apart: a screen says what each key does, with three spaces between."""
    parts = [ROLES.sub("", BESIDE.sub("", part.strip()), count=1) for part in text.split("   ")]
    return [template(part.strip(APART)) for part in parts]


def _look(node, left_out, found):
    if id(node) in left_out:
        return
    if isinstance(node, ast.JoinedStr):
        text = "".join(
            each.value.replace("{", "{{") if isinstance(each, ast.Constant) else "{}" for each in node.values
        )
        found.append((text.replace("%", "%%"), node.lineno))
        for each in ast.walk(node):
            if isinstance(each, ast.FormattedValue):
                _look(each.value, left_out, found)
        return
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        found.append((node.value, node.lineno))
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        parts = _summands(node)
        texts = [each.value for each in parts if _is_text(each)]
        if texts and "%" not in "".join(texts):
            found.append(("".join(each.value if _is_text(each) else "{}" for each in parts), node.lineno))
            for each in parts:
                if not _is_text(each):
                    _look(each, left_out, found)
            return
    for each in ast.iter_child_nodes(node):
        _look(each, left_out, found)


def _summands(node):
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        return [*_summands(node.left), *_summands(node.right)]
    return [node]


def _is_text(node):
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def template(text):
    """Return a text with its holes numbered."""
    numbers = {}

    def numbered(found):
        name = found[1] or found[2] or f"at {found.start()}"
        return "{%d}" % numbers.setdefault(name, len(numbers))

    return HOLE.sub(numbered, text).replace("%%", "%").replace("{{", "{")


def _code_in(node):
    """Yield the parts of a node whose texts are for the program alone: docstrings, keys, what is compared, names."""
    if isinstance(node, ast.Module | ast.FunctionDef | ast.ClassDef) and node.body:
        first = node.body[0]
        if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
            yield first.value
    if isinstance(node, ast.Dict):
        yield from (each for each in node.keys if each)
    elif isinstance(node, ast.Subscript):
        yield node.slice
    elif isinstance(node, ast.Compare):
        yield from (node.left, *node.comparators)
    elif isinstance(node, ast.Assign) and any(getattr(each, "id", "") in CODE_NAMES for each in node.targets):
        yield node.value
    elif isinstance(node, ast.Call):
        called = getattr(node.func, "attr", getattr(node.func, "id", ""))
        if called in CODE:
            yield from node.args
        yield from (each.value for each in node.keywords if each.arg in CODE_NAMES)
