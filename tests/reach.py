"""Print the files of tests that a change reaches, for `make quick`: the nearest first, as many as a minute allows.

What changed is the working tree, or, if that is clean, the last commit. A file of tests is as near as the imports that
lead from it to a changed module, and to modules that name a changed file of data. What no import leads to (drivers, the
page, fixtures) has the tests of its part. Costs are those of the last run (costs.py). Changed files of tests always
run, and tests/house, which reads all sources.
"""

import ast
import re
import subprocess
import sys
from collections import defaultdict
from functools import cache
from pathlib import Path

import costs
import source

ROOT = source.ROOT
FOLDERS = "firmware", "host_sim", "tools", "tests"
MOST_CPU_S = 75  # what two cores do in less than a minute, with 15 for collecting
UNKNOWN_CPU_S = 3
HOUSE = "tests/house/"
ROOMS = (
    "grids",
    "languages",
    "lessons",
    "library",
    "own",
    "pico",
    "records",
    "theory",
)  # whose tests lie in a folder of that name
# {where a file is: what the paths of its tests begin with}; the first that fits
PARTS = {
    "firmware/glowgrid/hardware/": "tests/hardware/",
    "firmware/glowgrid/search/": "tests/search/",
    "firmware/glowgrid/games/": "tests/rules/",
    "firmware/glowgrid/console/": "tests/console/",
    "firmware/neotrellis/": "tests/hardware/test_neotrellis",
    "firmware/": "tests/hardware/",
    "host_sim/web/workshop/": "tests/workshop/",
    "host_sim/web/grid/": "tests/grids/",
    "host_sim/web/language/": "tests/languages/",
    "host_sim/web/": "tests/page/",
    "host_sim/own_games/": "tests/rules/",
    **{f"host_sim/{room}/": f"tests/{room}/" for room in ROOMS},
    "host_sim/": "tests/host_sim/",
    "tools/web/": "tests/page/",
    "tools/games/": "tests/own/",
    **{f"tools/{room}/": f"tests/{room}/" for room in ("boards", "compile", "lab", "languages", "pico", "workshop")},
    "tools/": "tests/cli/",
    "tests/web_serial": "tests/workshop/",
    "tests/": "tests/",
}


def changed():
    """Return (its description, its paths from the root) of what has changed; in a clean tree, of the last commit."""

    def listed(*words):
        done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True)
        return done.stdout.splitlines()

    found = listed("diff", "--name-only", "HEAD") + listed("ls-files", "--others", "--exclude-standard")
    if found:
        return "what is changed", found
    return "the last commit, as nothing is changed", listed("diff", "--name-only", "HEAD~1", "HEAD")


@cache
def files():
    """Return {path from the root: its dotted name} of all modules. Tests import each other by their bare names."""
    found = {}
    for folder in FOLDERS:
        for path in source.python_files(folder):
            parts = path.relative_to(ROOT / folder if folder in ("firmware", "tests") else ROOT).with_suffix("").parts
            if folder == "tests" and parts[0] != "support":
                parts = parts[-1:]
            name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
            found[source.name_of(path)] = name
    return found


def mentioned(path, name):
    """Yield every dotted name that a module imports, or mentions as a text (console/load.py), made absolute."""
    package = name.split(".") if path.endswith("__init__.py") else name.split(".")[:-1]
    for node in ast.walk(source.tree_of(ROOT / path)):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            whole = ".".join([*base, *filter(None, [node.module])])
            yield whole
            yield from (f"{whole}.{each.name}" for each in node.names)
        elif isinstance(node, ast.Constant) and re.fullmatch(r"\w+(\.\w+)+", str(node.value)):
            yield str(node.value)


@cache
def users():
    """Return {path: the paths of the modules that import it}."""
    modules = files()
    paths = {name: path for path, name in modules.items()}
    found = defaultdict(set)
    for path, name in modules.items():
        for each in mentioned(path, name):
            if each in paths and paths[each] != path:
                found[paths[each]].add(path)
    return found


def words_of(path):
    """Return the words of a file's name, in the singular: {"web", "lesson"} of test_web_lessons.py."""
    return {word.rstrip("s") for word in Path(path).stem.split("_")} - {"test"}


def named_after(changed, tests):
    """Return the files of tests whose name has all words of a changed file's: test_web_field.py after field.js."""
    return {test for test in tests if words_of(changed) <= words_of(test)}


@cache
def _text(path):
    return (ROOT / path).read_text(encoding="utf-8")


def naming(data, modules):
    """Return the modules that name a file of data; outside the code, as of a board, the tests of its folder, too.

    A name that is a word, such as README or run, is looked for with its folder.
    """
    path = Path(data)
    name = path.name if path.suffix not in ("", ".md") else "/".join(path.parts[-2:])
    text = re.compile(rf"(?<![\w.]){re.escape(name)}\b")
    top = Path(data).parts[0]
    folder = f"tests/{top}/" if top not in FOLDERS else "nowhere"
    return {path for path in modules if path.startswith(folder) or text.search(_text(path))}


def reached(change, tests):
    """Return {file of tests: how many imports it is away from a change}."""
    modules, imported_by = files(), users()
    near = {change} if change in modules else naming(change, modules)
    found = dict.fromkeys(near | named_after(change, tests), 0)
    level, distance = set(found), 0
    while level:
        distance += 1
        level = {user for path in level for user in imported_by[path]} - found.keys()
        found.update(dict.fromkeys(level, distance))
    return {path: away for path, away in found.items() if path in tests}


def distances(changes):
    """Return {file of tests: how many imports it is away from the nearest change}."""
    modules = files()
    tests = {path for path in modules if Path(path).name.startswith("test_")}
    found = {path: 0 for path in tests if path.startswith(HOUSE)}
    for change in changes:
        near = reached(change, tests)
        if change not in modules or all(path.startswith(HOUSE) for path in near):
            of_part = next((begin for part, begin in PARTS.items() if change.startswith(part)), "nowhere")
            near = {path: 1 for path in tests if path.startswith(of_part)} | near
        for path, away in near.items():
            found[path] = min(away, found.get(path, away))
    return found


def chosen(away, known, most=MOST_CPU_S, always=()):
    """Return the nearest of these files, of equally near ones the cheapest, that together cost at most so much.

    always: files that are among them, whatever they cost.
    """
    found, left = [], most
    for path in sorted(away, key=lambda path: (path not in always, away[path], known.get(path, UNKNOWN_CPU_S), path)):
        cost = known.get(path, UNKNOWN_CPU_S)
        if cost <= left or path in always:
            left -= cost
            found.append(path)
    return found


def main():
    try:
        of_what, changes = changed()
        away = distances(changes)
    except SyntaxError as error:
        sys.exit(f"{error.filename}:{error.lineno}: {error.msg}")
    except (OSError, subprocess.CalledProcessError):
        sys.exit("`make quick` asks git what has changed, and finds no repository with a commit before the last one")
    known = costs.known()
    always = {path for path in away if path in changes or path.startswith(HOUSE)}
    found = chosen(away, known, always=always)
    cost = sum(known.get(path, UNKNOWN_CPU_S) for path in found)
    left = f"{len(away) - len(found)} farther or costlier ones are left to `make test`"
    print(f"{of_what}: {len(found)} files of tests, about {cost:.0f} CPU seconds; {left}", file=sys.stderr)
    print(*found, sep="\n")


if __name__ == "__main__":
    main()
