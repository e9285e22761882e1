"""What another compiler makes of the kernels' C text does the same."""

import shutil

import pytest

from tools.lab import gcc
from tools.lab.bench.entries import ENTRIES
from tools.lab.bench.run import Bench


@pytest.mark.long
@pytest.mark.emulator
@pytest.mark.skipif(not shutil.which(gcc.GCC), reason=f"{gcc.GCC} is not installed: apt install gcc-arm-none-eabi")
def test_kernels_made_by_gcc_visit_the_same_nodes_and_are_no_quicker_by_a_fifth(pico_image):
    (entry,) = (entry for entry in ENTRIES if entry.name == "solve_5x4x4")
    own, other = Bench(pico_image).run(entry), gcc.GccBench(pico_image).run(entry)
    assert [(answer["nodes"], answer["work"]) for answer in own] == [(each["nodes"], each["work"]) for each in other]
    assert own[0]["us"] <= gcc.MOST * other[0]["us"]
