"""What version 0.2.0 has put onto a Pico, built from its own sources in the history of git: files, a game, saves."""

import base64
import functools
import io
import json
import subprocess
import sys
import tarfile
import tempfile

import pytest
from deadline import DEADLINE_S

from host_sim.boards import DEFAULT_BOARD
from tools.paths import ROOT

SUBJECT = "Version 0.2.0, and a changelog of what a user can do"
PARTS = "boards", "firmware", "host_sim", "tools", "pyproject.toml"
MATCH = {"game": "tic-tac-toe", "size": [], "seats": [0, 0], "seed": 1, "moves": [4, 0]}
BUILDS = """
import base64, json, pathlib, sys
sys.path.insert(0, ".")
import host_sim
from glowgrid.console.storage import Storage
from tools.compile.build import staged_files
board, game, match = json.loads(sys.argv[1])
pathlib.Path("corners.json").write_text(game)
files = dict(staged_files(board, own=[pathlib.Path("corners.json")]))
for folder, name, data in ("saves", "settings", {}), ("saves", "match", match), ("saves/games", "1", match):
    Storage(folder).save(name, data)
    files[f"/{folder}/{name}"] = pathlib.Path(folder, name).read_bytes()
print(json.dumps({path: base64.b64encode(data).decode() for path, data in files.items()}))
"""


@functools.cache
def flashed_by_0_2_0(game):
    """Return {path: bytes} of such a Pico; game: the JSON of a game of one's own. Skips without the history."""
    commit = _git("log", "-1", "--format=%H", "--fixed-strings", f"--grep={SUBJECT}").decode().strip()
    if not commit:
        pytest.skip("git's history lacks version 0.2.0")
    archive = _git("archive", commit, *PARTS)
    with tempfile.TemporaryDirectory() as folder:
        tarfile.open(fileobj=io.BytesIO(archive)).extractall(folder, filter="data")
        command = [sys.executable, "-c", BUILDS, json.dumps([DEFAULT_BOARD, game, MATCH])]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=DEADLINE_S)
    assert done.returncode == 0, done.stderr[-2000:]
    return {path: base64.b64decode(text) for path, text in json.loads(done.stdout).items()}


def _git(*words):
    try:
        done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, timeout=DEADLINE_S)
    except OSError as error:
        pytest.skip(f"no git: {error}")
    if done.returncode:
        pytest.skip(f"no history of git: {done.stderr.decode().strip()}")
    return done.stdout
