"""The words in a Python source that people read: its texts, and templates, whose holes are {0}, {1}, ...

"%s wins", f"{side} wins", "{side} wins".format(...) and side + " wins" are all "{0} wins".
"""

import ast
import re

WORDS = re.compile(r"[^\W\d_]{2}")
HOLE = re.compile(r"%(?:\((\w+)\))?[-+ 0#]*\d*(?:\.\d+)?[sdrgf]|\{(\w*)(?:![rs])?(?::[^{}]*)?\}")
ROLES = re.compile(r"\A((left|right|up|down|select|back|undo|hint|arrows)(, |: ))+")  # the keys that do what follows
BESIDE = re.compile(r"^(%s)+(?=[a-z])|(?<=[a-z])(%s)+$")  # holes for clauses before and after
JOINTS = " ,:;"  # what joins clauses
# Names in a program, of files and modules, pictures of signs, HTML, CSS.
NO_WORDS = re.compile(r"^\w*_\w*$|^/|\.\w{2,4}$|[.#+-]{2}|^glowgrid\.|^<|^@")
# Functions whose arguments are names, and names that something for the program is given to.
CODE = "getattr hasattr open import_module startswith endswith split partition get encode replace pop".split()
CODE_NAMES = "TESTS", "name", "engine", "encoding", "source", "formal", "known"


def messages(source):
    """Return [(message, line)] of a source, in its order."""
    tree = ast.parse(source)
    left_out = {id(each) for node in ast.walk(tree) for each in _code_in(node)}
    clauses = [(clause, line) for text, line in _texts(tree, left_out) for clause in _clauses(text)]
    return [(text, line) for text, line in clauses if WORDS.search(HOLE.sub("", text)) and not NO_WORDS.search(text)]


def _clauses(text):
    """Return what a text says, apart: a screen says what each key does, with three spaces between."""
    parts = [ROLES.sub("", BESIDE.sub("", part.strip()), count=1) for part in text.split("   ")]
    return [_template(part.strip(JOINTS)) for part in parts]


def _texts(node, left_out):
    """Yield (text, line) of the texts in a part of a tree, with holes where something is put in."""
    if id(node) in left_out:
        return
    inside = ast.iter_child_nodes(node)
    if isinstance(node, ast.JoinedStr):
        texts = [_text(each) for each in node.values]
        yield (
            "".join("{}" if each is None else each.replace("%", "%%").replace("{", "{{") for each in texts),
            node.lineno,
        )
        inside = [each.value for each in node.values if isinstance(each, ast.FormattedValue)]
    elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        parts = _summands(node)
        texts = [_text(each) for each in parts]
        if any(texts) and "%" not in "".join(filter(None, texts)):
            yield "".join("{}" if each is None else each for each in texts), node.lineno
            inside = [part for part, text in zip(parts, texts, strict=True) if text is None]
    elif (text := _text(node)) is not None:
        yield text, getattr(node, "lineno", 0)
    for each in inside:
        yield from _texts(each, left_out)


def _summands(node):
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        return [*_summands(node.left), *_summands(node.right)]
    return [node]


def _text(node):
    """Return the text of a constant; None of anything else."""
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def _template(text):
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
        if isinstance(first, ast.Expr) and _text(first.value) is not None:
            yield first.value
    if isinstance(node, ast.Dict):
        yield from filter(None, node.keys)
    elif isinstance(node, ast.Subscript):
        yield node.slice
    elif isinstance(node, ast.Compare):
        yield from (node.left, *node.comparators)
    elif isinstance(node, ast.Assign) and any(getattr(each, "id", "") in CODE_NAMES for each in node.targets):
        yield node.value
    elif isinstance(node, ast.Call):
        if getattr(node.func, "attr", getattr(node.func, "id", "")) in CODE:
            yield from node.args
        yield from (each.value for each in node.keywords if each.arg in CODE_NAMES)
