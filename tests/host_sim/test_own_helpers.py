"""Own files import each other and Python's modules: none hides a module, and one that others import needs no game."""

import shutil
import sys

import emulator
import pytest
from three_tiers import FOLDER, flashed_with, on_cpython, on_unix_micropython

from glowgrid import games
from host_sim.user_games import games_folder
from host_sim.user_games.load import game_in
from tools import output
from tools.device.build import build_with_progress, staged_files
from tools.games.game_command import command
from tools.paths import DEFAULT_BOARD

NO_GAME = "no GAME; end the file with GAME = Game(...) of glowgrid.rules.game"
GRAVITY = (FOLDER / "own_games" / "gravity.py").read_text(encoding="utf-8")
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


def test_the_simulator_judges_them_alike(folder):
    (folder / "alone.py").write_text("SIDE = 4\n")
    assert games_folder.refused() == {f"{folder}/alone.py": f"{folder}/alone.py: {NO_GAME}"}
    assert games_folder.helpers() == {folder / "zz_shapes.py": ["random.py", "use.py"]}
    assert {name for name in games_folder.found()[0]} == {"luck", "use"}


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
    assert getattr(end.value, "exit_code", None) == 1
    said = capsys.readouterr()
    assert said.out.startswith("zz_shapes.py: no game; imported by random.py, use.py\nluck: 1 random games")
    assert said.err == f"error: {folder}/alone.py: {NO_GAME}\n"


def test_loading_a_game_of_glowgrid_leaves_its_modules_as_they_are():
    before = {name: module for name, module in sys.modules.items() if name.startswith("glowgrid.")}
    assert game_in(f"{games.FOLDER}/tic_tac_toe.py").name == "tic-tac-toe"
    assert {name: sys.modules.get(name) for name in before} == before
