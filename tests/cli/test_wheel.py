"""The wheel, installed alone: it plays, flashes and makes files from any folder."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from library_lines import library_lines

from host_sim.boards import DEFAULT_BOARD
from host_sim.console import golden
from tools.compile.build import staged_files
from tools.paths import ROOT
from tools.workshop.uf2 import one_file

pytestmark = pytest.mark.long
LEFT_OUT = shutil.ignore_patterns(".git", ".venv", "build", "tests", "__pycache__", ".*_cache", ".hypothesis")
BIN = "Scripts" if os.name == "nt" else "bin"


class Installed:
    """A virtual environment with the wheel in it."""

    def __init__(self, folder):
        self.folder = folder
        self.elsewhere = folder / "elsewhere"
        self.elsewhere.mkdir()
        self.run_python(sys.executable, "-m", "venv", folder / "venv")
        probe = self.pip("download", "--no-deps", "-d", folder / "probe", "platformdirs", check=False)
        if probe.returncode:
            pytest.skip(f"pip reaches no packages: {probe.stderr.strip().splitlines()[-1]}")
        shutil.copytree(ROOT, folder / "clone", ignore=LEFT_OUT)
        self.pip("wheel", "--no-deps", "-w", folder, folder / "clone")
        (self.wheel,) = folder.glob("*.whl")
        self.pip("install", self.wheel)

    def run_python(self, *command, check=True, **options):
        environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
        words = list(map(str, command))
        return subprocess.run(
            words, cwd=self.elsewhere, env=environment, check=check, capture_output=True, text=True, **options
        )

    def pip(self, *words, check=True):
        python = self.folder / "venv" / BIN / "python"
        return self.run_python(python, "-m", "pip", "--disable-pip-version-check", *words, check=check)

    def glowgrid(self, *words, **options):
        """Return what the command prints."""
        return self.run_python(self.folder / "venv" / BIN / "glowgrid", *words, **options).stdout

    def files(self):
        """Return the files of the wheel, without what Python compiles."""
        owned = self.pip("show", "--files", "glowgrid").stdout.partition("Files:\n")[2].split("\n")
        return {Path(name.strip()) for name in owned if name.strip() and "__pycache__" not in name}


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    return Installed(tmp_path_factory.mktemp("installed"))


def test_it_brings_no_general_name(installed):
    tops = {path.parts[0] for path in installed.files()}
    assert {top for top in tops if top != ".."} == {
        "glowgrid",
        "glowgrid_app",
        f"{installed.wheel.name.rsplit('-py3')[0]}.dist-info",
    }


def test_the_lines_of_the_readme_print_what_they_say(installed):
    lines, said = library_lines()
    python = installed.folder / "venv" / BIN / "python"
    assert installed.run_python(python, "-c", lines).stdout.splitlines() == said


def test_it_plays_like_a_clone(installed):
    path = next(path for path in golden.logs() if path.stem == "tic_tac_toe")
    words = ["--text", "--keys", str(path)]
    clone = subprocess.run(
        [sys.executable, "-m", "host_sim", *words], cwd=ROOT, check=True, capture_output=True, text=True
    )
    played = installed.glowgrid("play", *words)
    assert played == clone.stdout and golden.recorded(path)[-1][1] in played


def test_other_commands_work_and_write_nothing_into_the_installation(installed):
    app = next((installed.folder / "venv").rglob("glowgrid_app"))
    before = {path for path in app.rglob("*") if "__pycache__" not in path.parts}
    assert {"play", "web", "flash", "uf2", "board", "gtp"} <= set(installed.glowgrid("--help").split())
    assert installed.glowgrid("gtp", input="name\nquit\n").startswith("= Glowgrid")
    installed.glowgrid("board", "new", "mine.json")
    installed.glowgrid("board", "check", "mine.json")
    installed.glowgrid("build", "--board", "mine.json")
    assert (installed.elsewhere / "mine" / "main.py").is_file()
    assert {path for path in app.rglob("*") if "__pycache__" not in path.parts} == before


def test_it_makes_the_same_uf2_as_a_clone(installed, pico_image):
    installed.glowgrid("uf2", "--board", DEFAULT_BOARD, "--image", pico_image)
    made = installed.elsewhere / f"{DEFAULT_BOARD}.uf2"
    assert made.read_bytes() == one_file(pico_image, staged_files(DEFAULT_BOARD))


def test_it_flashes_an_emulated_pico(installed, pico_image):
    """Only one file is missing on it: copying all over emulated USB takes a minute."""
    from host_sim.pico.bench import Pico
    from host_sim.pico.serial_port import port

    whole = staged_files(DEFAULT_BOARD)
    files = {path: data for path, data in whole.items() if path != "/main.py"}
    pico = Pico(pico_image, files=files, first=True)
    with port(pico) as path:
        assert "all hashes verified" in installed.glowgrid("flash", "--port", path)
    own = "/saves/settings"  # of the console, which flash waits for: written since, or being written
    assert {path: data for path, data in pico.files().items() if not path.startswith(own)} == whole


def test_the_guides_have_their_pictures(installed):
    files = {path.as_posix().rpartition("glowgrid_app/")[2] for path in installed.files()}
    pictures = {path.relative_to(ROOT).as_posix() for path in (ROOT / "boards/pictures").iterdir()}
    assert pictures and pictures <= files
