"""What a piece of source uses, itself and through others: definitions of ours, modules of others, words of commands.

A definition is (module, a name at its top level); a class is one. What is called through an object is not seen.
"""

import ast
from functools import cache
from typing import NamedTuple

import source

FOLDERS = "host_sim", "tools", "tests"
LOADERS = {"importorskip", "import_module", "__import__"}
FIXTURES = "conftest.py"


class Uses(NamedTuple):
    """What a piece uses itself.

    definitions  of ours and of others, (module, name)
    modules      that it imports
    words        lists of the texts that stand together as arguments or items, "" for what is no text
    lines        texts, split into words
    """

    definitions: set
    modules: set
    words: list
    lines: list


def module_of(path):
    """Return the dotted name of a file; the tests' files are imported by their own names, but for two of fixtures.

    tests/support is a package.
    """
    if not path.is_relative_to(source.ROOT):
        return path.stem
    parts = path.relative_to(source.ROOT).with_suffix("").parts
    if parts[0] == "tests" and parts[1] == "support":
        parts = parts[1:]
    elif parts[0] == "tests" and path.name != FIXTURES:
        return parts[-1]
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def modules():
    """Return {dotted name: path} of the host and its tests."""
    return {module_of(path): path for folder in FOLDERS for path in source.python_files(folder)}


@cache
def definitions(path):
    """Return {name: node} of what a file defines at its top level."""
    found = {}
    for node in source.tree_of(path).body:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            found[node.name] = node
        elif isinstance(node, (ast.Assign, ast.AnnAssign)):
            for target in getattr(node, "targets", None) or [node.target]:
                found |= {each.id: node for each in ast.walk(target) if isinstance(each, ast.Name)}
    return found


@cache
def names_in(path):
    """Return {name: its definition, or the text that is its module} of all that a file imports or defines."""
    found, module = {}, module_of(path)
    package = module.split(".") if path.stem == "__init__" else module.split(".")[:-1]
    for node in ast.walk(source.tree_of(path)):
        for each in node.names if isinstance(node, (ast.Import, ast.ImportFrom)) else ():
            if isinstance(node, ast.Import):
                found[each.asname or each.name] = each.name
            else:
                start = package[: len(package) - node.level + 1] if node.level else []
                whole = ".".join([*start, *filter(None, [node.module])])
                inner = f"{whole}.{each.name}"
                found[each.asname or each.name] = inner if inner in modules() else (whole, each.name)
    return found | {name: (module, name) for name in definitions(path)}


def uses(path, whole, without=()):
    """Return what a node of a file uses itself; not what the nodes inside it do that are in `without`."""
    names, found = names_in(path), Uses(set(), set(), [], [])
    for node in ast.walk(whole):
        if node in without:
            continue
        if isinstance(node, ast.Name):
            found.definitions.add(names.get(node.id))
        elif isinstance(node, ast.arg):  # a fixture
            found.definitions.add(names.get(node.arg) or _shared_fixture(path, node.arg))
        elif isinstance(node, ast.Attribute):
            found.definitions.add((names.get(_dotted(node.value)), node.attr))
        elif isinstance(node, ast.Import):
            found.modules.update(each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            found.modules.add(node.module)
        elif isinstance(node, (ast.Tuple, ast.List)):
            found.words.append([_text(each) for each in node.elts])
        elif isinstance(node, ast.Call):
            found.words.append([_text(each) for each in node.args])
            if getattr(node.func, "attr", getattr(node.func, "id", "")) in LOADERS:
                found.modules.update(found.words[-1][:1])
        elif isinstance(node, ast.JoinedStr):
            found.definitions.add(_of_this_module(path, node))
        elif text := _text(node):
            found.lines.append(text.split())
            if text.endswith(".py") and text[:-3] in modules():  # a program that is started
                found.definitions.update((text[:-3], name) for name in definitions(modules()[text[:-3]]))
    return found._replace(definitions={each for each in found.definitions if _is_one(each)})


def _shared_fixture(path, name):
    places = [folder / FIXTURES for folder in path.parents if (folder / FIXTURES).is_file()]
    return next((names_in(place)[name] for place in places if name in names_in(place)), None)


def _is_one(definition):
    return isinstance(definition, tuple) and isinstance(definition[0], str)


def _text(node):
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def _dotted(node):
    """Return "a.b" for such names, else ""."""
    if isinstance(node, ast.Attribute):
        return f"{_dotted(node.value)}.{node.attr}"
    return node.id if isinstance(node, ast.Name) else ""


def _of_this_module(path, node):
    """Return the definition that f"{__name__}:name" stands for: a function that workers call, runs/job.py."""
    before, _, name = ast.unparse(node)[2:-1].partition(":")
    return (module_of(path), name) if before == "{__name__}" else None


@cache
def uses_of(definition):
    """Return what a definition uses itself: nothing if it is not ours."""
    module, name = definition
    path = modules().get(module)
    node = definitions(path).get(name) if path else None
    if node:
        return uses(path, node)
    passed_on = names_in(path).get(name) if path else None  # a package imports it from one of its modules
    return Uses({passed_on} if _is_one(passed_on) else set(), set(), [], [])


def every_definition():
    """Return all definitions of the host and its tests."""
    return [(module, name) for module, path in modules().items() for name in definitions(path)]
