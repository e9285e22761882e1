"""Each page of the walk-through shows commands and what they print: this test runs them and compares.

A block that starts with ```console holds commands (`$ glowgrid ...`) and, below each, its output; `...` stands for
any text, as in doctest. The commands of a page share a folder, so a later one may use a file that an earlier one made
(`> FILE`). A block that starts with ```python, ```json or ```text and the name of a file is written there first.
"""

import doctest
import re
import shlex
from pathlib import Path

import pytest
from cases import long
from command_lines import invoke

from host_sim.cli.errors import Refused
from host_sim.theory import formal

FOLDER = Path(formal.__file__).parent
PAGES = {path.name: path.read_text(encoding="utf-8") for path in sorted((FOLDER / "pages").glob("*.md"))}


def commands_of(page):
    """Return the (command, its output) of a page, in order."""
    blocks = re.findall(r"^```console\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    return [
        (words, wanted)
        for block in blocks
        for words, wanted in re.findall(r"^\$ (.+)\n((?:(?!\$ ).*\n)*)", block, re.M)
    ]


def files_of(page):
    """Return {name: text} of the files that a page shows."""
    return dict(re.findall(r"^```(?:python|json|text) (\S+)\n(.*?)^```$", page, re.MULTILINE | re.DOTALL))


def output_of(line):
    """Run a command line in the current folder; return what it prints, errors too."""
    line, _, file = line.partition(" > ")
    program, *words = shlex.split(line)
    assert program == "glowgrid", line
    result = invoke(*words)
    if isinstance(result.exception, Refused):  # what cli_errors.run prints then
        return f"{result.output}error: {result.exception}\n"
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    if not file:
        return result.output
    Path(file).write_text(result.stdout, encoding="utf-8")
    return result.stderr


@pytest.mark.parametrize("name", [long(name) if name == "connection_games.md" else name for name in PAGES])
@pytest.mark.sample(3)
def test_the_commands_of_a_page_print_what_it_shows(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "120")
    for file, text in files_of(PAGES[name]).items():
        Path(file).write_text(text, encoding="utf-8")
    shown = commands_of(PAGES[name])
    assert shown, "a page shows at least one command"
    for line, wanted in shown:
        printed = output_of(line)
        assert doctest.OutputChecker().check_output(wanted, printed, doctest.ELLIPSIS), f"$ {line}\n{printed}"
