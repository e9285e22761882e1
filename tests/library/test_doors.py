"""The doors to other people's programs say in one line which package is missing."""

import subprocess
import sys

import pytest
import source


@pytest.mark.parametrize(
    "door, lacks, packages",
    [
        ("pettingzoo", "pettingzoo", "pettingzoo gymnasium"),
        ("pettingzoo", "numpy", "pettingzoo gymnasium"),
        ("gymnasium", "gymnasium", "pettingzoo gymnasium"),
        ("openspiel", "pyspiel", "open_spiel"),
    ],
)
def test_a_missing_package_is_one_line(door, lacks, packages):
    """Also where a package that comes with it is missing."""
    text = f"import sys\nsys.modules[{lacks!r}] = None\nimport glowgrid.{door}"
    paths = [str(source.ROOT / "host_sim/library")]
    run = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path[:0] = {paths}\n{text}"], capture_output=True, text=True
    )
    said = run.stderr.splitlines()[-1]
    assert run.returncode and said.startswith("ModuleNotFoundError: no module "), run.stderr
    assert said.endswith(f"install {packages}") or said.endswith(f"inject glowgrid {packages}"), said
