"""A test that needs an extra of pyproject.toml has its marker, so that `make test` works without any extra."""

import ast
import importlib.metadata
import subprocess
import sys
from collections import defaultdict
from functools import cache
from pathlib import Path

import extras
import pytest
import reach
import source
from deadline import DEADLINE_S
from packaging.utils import canonicalize_name
from typer.main import get_command

from tools import commands as tools_commands
from tools.lab import commands as lab_commands

MODULES = {
    "ziglang": "native",
    "elftools": "native",
    "pydepqbf": "qbf",
    "scipy": "linear",
    "dask": "lab",
    "distributed": "lab",
    "pyspiel": "arena",
}
OPTIONS = {"--scheduler": "lab", "openspiel:": "arena"}  # what a word of a command begins with
CHOOSES = {("tools.lab.runs.workers", "workers")}  # Dask, if a command has that option
# Tests that seem to need one, and do without.
WITHOUT = {
    "test_an_error_loses_no_row_that_is_done": "names a constant of Dask",
    "test_an_error_of_a_row_is_no_lost_worker": "names a constant of Dask",
    "test_drawing_again_gives_the_same_positions": "a suite of Y, for which no solver of Hex runs",
    "test_an_unwritable_file_is_named_before_any_work": "no work",
    "test_openspiel_plays_only_if_it_is_installed_and_without_the_swap_rule": "refused",
    "test_an_impossible_match_is_reported": "refused",
}
TESTS = {reach.module_of(path) for path in source.python_files("tests")}
FILES = [path for path in source.python_files("tests") if path.match("test_*.py") and path.name != Path(__file__).name]
PROGRAMS = {"tools": tools_commands.application(), "tools.lab": lab_commands.application()}


def commands():
    """Return {(program, words of a command): the definition that it runs}."""

    def below(words, command):
        if hasattr(command, "commands"):
            for name, inner in command.commands.items():
                yield from below((*words, name), inner)
        else:
            yield words, (command.callback.__module__, command.callback.__name__)

    return {words: run for name, app in PROGRAMS.items() for words, run in below((name,), get_command(app))}


COMMANDS = commands()


def at_once(used, in_test):
    """Return the extras that a piece of source imports or starts itself. in_test: it may name commands and options."""
    names = used.modules | {module for module, _ in used.definitions} | {words[0] for words in programs(used)}
    found = {MODULES[name.partition(".")[0]] for name in names if name.partition(".")[0] in MODULES}
    texts = [text for words in used.words + used.lines for text in words] if in_test else []
    return found | {extra for begin, extra in OPTIONS.items() if any(text.startswith(begin) for text in texts)}


def behind(used, in_test):
    """Return the definitions that a piece of source uses at once, in a test those of the commands it starts too."""
    lines = [line for line in used.lines if in_test and line[1:]]
    started = [*programs(used), *lines, *(["tools.lab", *line] for line in lines)] if in_test else []
    runs = {run for words in started for command, run in COMMANDS.items() if (*words[: len(command)],) == command}
    return (used.definitions | runs) - CHOOSES


def programs(used):
    """Return the lists of words that may be a program and its arguments."""
    for words in filter(lambda words: words[1:], used.words):
        yield words
        yield from (words[at:] for at in range(2, len(words)) if words[at - 2 : at] == ["", "-m"])


@cache
def needing():
    """Return {definition: {extra: the next definition on the way to it, or None}} of all that need an extra."""
    users, found, to_do = defaultdict(set), defaultdict(dict), []
    known = dict.fromkeys(reach.every_definition())
    for definition in (pending := [*known]):  # which grows meanwhile, as does the other list
        used, in_test = reach.uses_of(definition), definition[0] in TESTS
        for other in behind(used, in_test):
            users[other].add(definition)
            if other not in known:
                known[other] = pending.append(other)
        to_do += [(definition, extra, None) for extra in at_once(used, in_test)]
    for definition, extra, following in to_do:
        if extra not in found[definition]:
            found[definition][extra] = following
            to_do += [(user, extra, definition) for user in users[definition]]
    return dict(found)


def needed(used):
    """Return {extra: the definitions on the way to it} of what a test uses."""
    found = {extra: [] for extra in at_once(used, True)}
    for definition in sorted(behind(used, True)):
        for extra in needing().get(definition, {}):
            found.setdefault(extra, way_to(definition, extra))
    return found


def way_to(definition, extra):
    following = needing()[definition][extra]
    return [definition, *(way_to(following, extra) if following else [])]


# Tests ----------------------------------------------------------------------------------------------------------------


def marks(*nodes):
    """Return the markers in nodes, but for those of single parameters."""
    found = set()
    for node in nodes:
        if is_param(node):
            continue
        if isinstance(node, ast.Attribute) and ast.unparse(node.value) == "pytest.mark":
            found.add(node.attr)
        found |= marks(*ast.iter_child_nodes(node))
    return found


def is_param(node):
    return isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.param"


def parameters(node):
    """Return the parameters of a test that have markers of their own."""
    return [each for decorator in node.decorator_list for each in ast.walk(decorator) if is_param(each)]


def faults(path):
    """Yield (test, extra, the way to it) for each test of a file that needs an extra without its marker."""
    of_all = marks(*(node for name, node in reach.definitions(path).items() if name == "pytestmark"))
    for name, node in reach.definitions(path).items():
        if not name.startswith("test_") or not isinstance(node, ast.FunctionDef):
            continue
        of_test = of_all | marks(*node.decorator_list)
        inside = {inner for each in parameters(node) for inner in ast.walk(each)}
        pieces = [(of_test, reach.uses(path, node, without=inside))]
        pieces += [(of_test | marks(*each.args, *each.keywords), reach.uses(path, each)) for each in parameters(node)]
        for marked, used in pieces:
            yield from ((name, extra, way) for extra, way in needed(used).items() if extra not in marked)


def test_what_needs_an_extra_has_its_marker():
    found = {name: (extra, *(".".join(each) for each in way)) for path in FILES for name, extra, way in faults(path)}
    assert {name: way for name, way in found.items() if name not in WITHOUT} == {}
    assert [name for name in WITHOUT if name not in found] == []


@pytest.mark.parametrize(
    "text, extra",
    [
        ("def test_x():\n    import scipy.sparse", "linear"),
        ("def test_x():\n    pytest.importorskip('pydepqbf')", "qbf"),
        ("def test_x():\n    running('dask', 'worker', address)", "lab"),
        ("def test_x():\n    subprocess.run([sys.executable, '-m', 'ziglang', 'version'])", "native"),
        ("from tools.lab.exact import HexValues\ndef test_x():\n    HexValues(3)", "native"),
        ("from test_native_host import kept_library\ndef test_x(kept_library):\n    pass", "native"),
        ("from tools.lab.suites import drawing\ndef test_x():\n    drawing.by_connections(5)", "native"),
        ("from exact_hex import values_of\ndef test_x():\n    values_of(3)", "native"),
        ("def test_x():\n    subprocess.run([sys.executable, FOLDER / 'kernels_on_arm.py'])", "native"),
        ("def test_x():\n    command_lines.run('tools.lab', 'book', 'hex', 5)", "native"),
        ("@pytest.mark.parametrize('words', ['book hex 6'])\ndef test_x(words):\n    pass", "native"),
        ("@pytest.mark.parametrize('words', [pytest.param('book hex 6')])\ndef test_x(words):\n    pass", "native"),
        ("def test_x():\n    command_lines.run('tools.lab', *words, '--scheduler', address)", "lab"),
        ("@pytest.mark.parametrize('second', ['openspiel:100'])\ndef test_x(second):\n    pass", "arena"),
        ("pytestmark = pytest.mark.native\ndef test_x():\n    import scipy", "linear"),
        ("import scipy\npytestmark = pytest.mark.linear\ndef test_x():\n    scipy.sparse", None),
        ("@pytest.mark.qbf\ndef test_x():\n    import pydepqbf", None),
        ("def test_x():\n    command_lines.run('tools.lab', 'suite', 'measure', 'hex', 5)", None),
    ],
)
def test_a_missing_marker_is_found(text, extra, tmp_path):
    path = tmp_path / "test_example.py"
    path.write_text(text)
    assert {found for _, found, _ in faults(path)} == ({extra} if extra else set())


def test_no_extra_is_imported_at_the_top_of_a_file():
    """Without it the file could not even be collected, or the command not be started."""
    found = [
        f"{source.name_of(path)}:{each.line}: {each.name}"
        for folder in reach.FOLDERS
        for path in source.python_files(folder)
        for each in source.imports(path)
        if not each.inside and not each.level and each.name.partition(".")[0] in MODULES
    ]
    assert found == []


# Extras ---------------------------------------------------------------------------------------------------------------


def test_each_extra_that_is_not_for_all_tests_has_a_marker(pytestconfig):
    there = {*importlib.metadata.metadata("glowgrid").get_all("Provides-Extra")}
    assert there - {"test", "check", "fast-emulator"} == {*extras.EXTRAS} == {*MODULES.values()}
    registered = {line.partition(":")[0] for line in pytestconfig.getini("markers")}
    assert {*extras.EXTRAS} <= registered


@pytest.mark.parametrize("extra", [pytest.param(each, marks=getattr(pytest.mark, each)) for each in extras.EXTRAS])
def test_the_modules_of_an_extra_come_with_it(extra):
    """It also sees to it that each extra has a test in `make test`."""
    distributions = {canonicalize_name(each.name) for each in extras.requirements(extra)}
    providers = importlib.metadata.packages_distributions()
    for module in (module for module, of in MODULES.items() if of == extra and module != "dask"):
        assert distributions.intersection(map(canonicalize_name, providers[module])), module


HERE, ABSENT = ([each for each in extras.EXTRAS if bool(extras.missing(each)) == so] for so in (False, True))


def run_of_these_tests(*words):
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-k", "come_with_it", __file__, *words]
    done = subprocess.run(command, cwd=source.ROOT, capture_output=True, text=True, timeout=DEADLINE_S)
    return done.returncode, done.stdout + done.stderr


def counted(names):
    """Return what the closing line says of one test of each extra."""
    return f"{len(names)} ({', '.join(f'{name} 1' for name in names)})" if names else "0"


def test_the_closing_line_says_how_many_ran_and_how_many_were_skipped_for_which_extra():
    code, said = run_of_these_tests()
    install = f": pip install -e '.[{','.join(ABSENT)}]'" if ABSENT else ""
    assert code == 0 and f"\ntests of extras: {counted(HERE)} ran, {counted(ABSENT)} skipped{install}\n" in said


def test_the_option_runs_the_tests_of_extras_alone_or_says_what_is_missing():
    for names in filter(None, (HERE, ABSENT)):
        code, said = run_of_these_tests("--extras", ",".join(names))
        if names is ABSENT:
            assert code == pytest.ExitCode.USAGE_ERROR and f"--extras {names[0]}: it needs " in said
        else:
            assert code == 0 and f"\ntests of extras: {counted(names)} ran, 0 skipped\n" in said
