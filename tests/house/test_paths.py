"""No file in the repository names a path of one particular computer."""

import re

import source

FOLDERS = ("firmware", "boards", "host_sim", "tools", "tests", ".ci", ".github")
# A root folder that belongs to a person or a machine, or a drive letter.
LOCAL = re.compile(r"(?<![\w.}>])/(?:home|root|tmp|work|mnt|opt|Users)/\w|\b[A-Z]:\\\w")


def files():
    """Every text file of the repository."""
    yield from (path for path in source.ROOT.iterdir() if path.is_file() and path.name != ".git")
    for folder in FOLDERS:
        yield from (path for path in (source.ROOT / folder).rglob("*") if path.is_file() and path.suffix != ".pyc")


def local_paths(path):
    """Return ["file:line: the path"] of a file; nothing for a file that is not text."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except UnicodeDecodeError:
        return []
    return [f"{source.name_of(path)}:{n}: {line.strip()}" for n, line in enumerate(lines, 1) if LOCAL.search(line)]


def test_no_file_names_a_path_of_one_computer():
    assert [line for path in files() if path.name != "test_paths.py" for line in local_paths(path)] == []
