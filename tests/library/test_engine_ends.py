"""The engine's process ends with the program that asked it, however that ended: its pipe is closed then."""

import json
import os
import subprocess

import pytest
import source
from deadline import DEADLINE_S

from host_sim.engine.worker import ENGINE_PROGRAM, engine_command, unix_micropython

ENDLESS = {"game": "hex", "size": [11], "moves": [], "work": 1_000_000_000, "every": True}


@pytest.mark.skipif(os.name != "posix", reason="only there a pipe tells that nobody reads it")
@pytest.mark.parametrize("unix", [False, True])
def test_a_search_ends_if_nobody_reads_its_answer(unix):
    if unix and not unix_micropython():
        pytest.skip("unix MicroPython is not installed")
    environment = {**os.environ, "MICROPYPATH": str(source.ROOT / "firmware")}
    command = engine_command(ENGINE_PROGRAM, unix=unix)
    with subprocess.Popen(
        command, cwd=source.ROOT, env=environment, stdin=-1, stdout=-1, stderr=-1, text=True
    ) as engine:
        engine.stdin.write(json.dumps(ENDLESS) + "\n")
        engine.stdin.flush()
        engine.stdout.close()
        assert engine.wait(DEADLINE_S)
