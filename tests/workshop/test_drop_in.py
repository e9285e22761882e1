"""A game is one file, and so is a board: dropped into a copy of the repository, they need no other edit."""

import json
import shutil
import subprocess
import sys

import pytest

from tools.paths import ROOT

TESTS = ("tests/rules", "tests/boards", "tests/console/test_golden.py", "tests/compile/test_package.py")
# Run the tests of these that concern the new files, or all files together.
QUICK = "contrary or mine or package or every_file or up_to_date or boards_that_people_own"
QUICK += " or test_cpython and first_game"
MISERE = (ROOT / "tests" / "own_games" / "misere.py").read_text(encoding="utf-8")


@pytest.fixture
def copy(tmp_path):
    """The repository as it is here, with an own game and an own board."""
    if not (ROOT / ".git").exists() or not shutil.which("git"):
        pytest.skip("no clone of the repository, or no git")
    files = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(files, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for name in listed.split("\0"):
        if (ROOT / name).is_file():
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, tmp_path / name)
    games, boards = tmp_path / "firmware" / "glowgrid" / "games", tmp_path / "boards"
    (games / "contrary.py").write_text(MISERE.replace('"misere"', '"contrary"'))
    board = json.loads((boards / "pico_ws2812_8x8_keys_8x8.json").read_text(encoding="utf-8"))
    (boards / "mine.json").write_text(json.dumps({**board, "name": "mine", "title": "My own"}))
    return tmp_path


@pytest.mark.parametrize("file, text, why", [
    ("data.json", "{}", "not compiled for this version of Glowgrid; copy the .tables file that"),
    pytest.param("again.py", MISERE.replace('"misere"', '"hex"'), "another game is already named hex",
                 marks=pytest.mark.long),
    ("broken.py", "GAME = (", "SyntaxError: '(' was never closed"),
])  # fmt: skip
def test_a_bad_game_file_is_named_before_flashing_and_by_gtp(copy, file, text, why):
    (copy / "firmware" / "glowgrid" / "games" / file).write_text(text)

    def run(*words, typed=""):
        return subprocess.run([sys.executable, "-m", *words], cwd=copy, input=typed, capture_output=True, text=True)

    done = run("tools", "flash", "--dry-run")
    assert done.returncode == 2 and "built" not in done.stdout
    assert f"/{file}: {why}" in done.stderr and "fix the file or take it away" in done.stderr
    done = run("host_sim", "gtp", typed="name\n")
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (0, "= Glowgrid\n\n", 1)
    assert f"/{file}: {why}" in done.stderr


@pytest.mark.parametrize("chosen", [QUICK, pytest.param("", marks=pytest.mark.long)], ids=["quick", "all"])
def test_new_games_and_a_board_need_no_other_edit(copy, chosen):
    command = [sys.executable, "-m", "pytest", "-v", "-p", "no:cacheprovider", *TESTS, "-k", chosen]
    done = subprocess.run([*command, "-m", "not emulator and not long"], cwd=copy, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-3000:]
    for name in ("test_a_game_keeps_its_contract[contrary ]", "[mine]"):
        assert f"{name} PASSED" in done.stdout
