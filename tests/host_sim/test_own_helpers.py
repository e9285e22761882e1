"""Own files import each other and Python's modules: none hides a module, and one that others import needs no game."""

import os
import shutil
import subprocess
import sys

import emulator
import pytest
from deadline import DEADLINE_S
from three_tiers import FOLDER, flashed_with, on_cpython, on_unix_micropython

from glowgrid import games
from host_sim.boards import DEFAULT_BOARD
from host_sim.own_games import games_folder, passed
from host_sim.own_games.load import game_in
from tools import output
from tools.compile.build import staged_files
from tools.games.game_command import command
from tools.paths import ROOT
from tools.workshop.build import build_with_progress

NO_GAME = "no GAME; end the file with GAME = Game(...) of glowgrid.rules.game"
GRAVITY = (FOLDER / "own_games" / "gravity.py").read_text(encoding="utf-8")
NOT_RUN = "no GAME at its top level, so it was not run; end the file with GAME = Game(...) of glowgrid.rules.game"
DISCOVER = """
from glowgrid import games
for _ in range(2):
    found, errors = games.discover(own=%r)
    print([game.name for game in found if game.file], errors)
import random
print(hasattr(random, "getrandbits"))
"""


def own(name, before=""):
    return before + GRAVITY.replace('"gravity"', f'"{name}"')


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A game named as a module of Python, one that needs that module, and a file that both import."""
    files = {
        "random.py": own("luck", "from zz_shapes import SIDE\n"),
        "use.py": own("use", "import random\nrandom.getrandbits(8)\nimport zz_shapes\n"),
        "zz_shapes.py": "SIDE = 4\n",
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    monkeypatch.setenv("GLOWGRID_GAMES", str(tmp_path))
    monkeypatch.setattr(games, "refused", {})
    return tmp_path


@pytest.mark.parametrize("run", [on_cpython, on_unix_micropython])
def test_own_files_hide_no_module_of_python_and_import_each_other(folder, run, monkeypatch):
    monkeypatch.delitem(sys.modules, "random", raising=False)  # as in a process that has not needed it yet
    assert run(DISCOVER % str(folder)) == ["['luck', 'use'] []"] * 2 + ["True"]
    (folder / "alone.py").write_text("SIDE = 4\n")
    errors = [f"{folder}/alone.py: {NO_GAME}"]
    assert run(DISCOVER % str(folder))[0] == f"['luck', 'use'] {errors}"


@pytest.mark.emulator
@pytest.mark.long
def test_so_they_do_on_the_pico(folder):
    (folder / "alone.py").write_text("SIDE = 4\n")
    staged = staged_files(DEFAULT_BOARD, own=sorted(folder.iterdir()))
    own_files = {path: data for path, data in staged.items() if path.startswith("/games/")}
    said = flashed_with(emulator.image_or_skip(), own_files).exec(DISCOVER % "/games").splitlines()
    assert said == [f"['luck', 'use'] ['/games/alone.mpy: {NO_GAME}']"] * 2 + ["True"]


def test_the_simulator_runs_no_program_that_no_game_needs(folder):
    """Two programs that import each other are no helpers; what a helper imports is one."""
    mark = folder / "it_ran"
    (folder / "alone.py").write_text(f"import other\nopen({str(mark)!r}, 'w')\n")
    (folder / "other.py").write_text(f"import alone\nopen({str(mark)!r}, 'w')\n")
    (folder / "zz_shapes.py").write_text("from zz_side import SIDE\n")
    (folder / "zz_side.py").write_text("SIDE = 4\n")
    programs = [str(folder / "alone.py"), str(folder / "other.py")]
    assert passed.refused() == {path: f"{path}: {NOT_RUN}" for path in programs}
    assert games_folder.helpers() == {
        folder / "zz_shapes.py": ["random.py", "use.py"],
        folder / "zz_side.py": ["zz_shapes.py"],
    }
    found, wrong = passed.own_games()
    assert [*found] == ["luck", "use"] and wrong == [f"{path}: {NOT_RUN}" for path in programs]
    assert not mark.exists()


@pytest.mark.parametrize("words", [
    ["play", "--text", "--fresh"], ["play", "--game", "{path}"], ["gtp", "--game", "{path}"], ["gtp", "--game", "hex"],
    ["build"], ["formal", "{path}"], ["prove", "{path}"], ["strategy", "make", "{path}"],
    ["game", "check", "{path}"],
], ids=" ".join)  # fmt: skip
def test_no_command_runs_a_program_that_is_no_game(tmp_path, words):
    (tmp_path / "games").mkdir()
    path, mark = tmp_path / "games" / "alone.py", tmp_path / "it_ran"
    path.write_text(f"open({str(mark)!r}, 'w')\n")
    done = subprocess.run(
        [sys.executable, "-m", "host_sim.app", *[word.format(path=path) for word in words]],
        input="quit\n",
        capture_output=True,
        text=True,
        cwd=tmp_path,
        timeout=DEADLINE_S,
        env={**os.environ, "PYTHONPATH": str(ROOT), "GLOWGRID_GAMES": str(tmp_path / "games")},
    )
    assert not mark.exists()
    assert f"alone.py: {NOT_RUN}" in done.stderr + done.stdout


def test_another_folder_may_have_a_file_of_that_name(folder, tmp_path_factory):
    assert game_in(folder / "use.py").name == "use"
    other = tmp_path_factory.mktemp("other")
    (other / "zz_shapes.py").write_text("NAME = 'other'\n")
    (other / "own.py").write_text(own("own", "from zz_shapes import NAME\n") + "GAME.name = NAME\n")
    assert game_in(other / "own.py").name == "other"


def test_flash_copies_them_and_says_so(folder, capsys):
    files, _ = build_with_progress(DEFAULT_BOARD, True, False, output.console())
    assert {path for path in files if path.startswith("/games/")} == {
        "/games/random.py",
        "/games/use.py",
        "/games/zz_shapes.py",
    }
    assert "zz_shapes.py has no game; imported by random.py, use.py\n" in capsys.readouterr().out


def test_the_check_of_a_folder_names_them(folder, capsys):
    shutil.copy(folder / "zz_shapes.py", folder / "alone.py")
    with pytest.raises(BaseException) as end:
        command(folder, 1, 1)
    assert getattr(end.value, "exit_code", None) == 0
    said = capsys.readouterr()
    skipped = "alone.py: skipped, not run: it has no GAME at its top level\n"
    runs = "a game in Python runs as a program with your rights: check only what you trust\n"
    assert said.out.startswith(f"{skipped}{runs}zz_shapes.py: no game; imported by random.py, use.py\nluck: 1 random")
    assert said.err == ""


def test_a_change_within_a_second_is_seen_in_a_game_and_in_what_it_imports(tmp_path, monkeypatch):
    """Python's cache of bytecode knows a text by its length and the second of its last change."""
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    game, helper = tmp_path / "lines_of_3.py", tmp_path / "names.py"
    text = "from glowgrid.rules.game import Game\nfrom names import ABOUT\n"
    text += "GAME = Game('mine', ABOUT + %r, setup=lambda: None)\n"
    for first, second in ("ab", "cb", "cd"):
        game.write_text(text % second)
        helper.write_text(f"ABOUT = {first!r}\n")
        for path in (game, helper):
            os.utime(path, (10**9, 10**9))
        assert game_in(game).about == first + second
