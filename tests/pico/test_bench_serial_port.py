"""The real mpremote talks to the emulated Pico as to a real one."""

import hashlib
import os
import subprocess
import sys
import time

import pytest
from deadline import DEADLINE_S, wait_until

from host_sim.pico.bench import Pico
from host_sim.pico.serial_port import port


def mpremote(path, *arguments):
    command = [sys.executable, "-m", "mpremote", "connect", path, *arguments]
    result = subprocess.run(command, capture_output=True, text=True, timeout=DEADLINE_S)
    assert result.returncode == 0, result.stderr
    return result.stdout


def is_gone(descriptor):
    try:
        os.write(descriptor, b"x")
    except OSError:
        return True
    return False


def test_mpremote_runs_code_copies_lists_and_verifies(pico_image, tmp_path):
    content = b"a few hundred bytes\n" * 20
    (tmp_path / "file.bin").write_bytes(content)
    pico = Pico(pico_image, files={"main.py": "print('main')"})
    with port(pico) as path:
        assert mpremote(path, "exec", "print(6 * 7)").strip() == "42"
        mpremote(path, "cp", str(tmp_path / "file.bin"), ":file.bin")
        assert "Up to date" in mpremote(path, "cp", str(tmp_path / "file.bin"), ":file.bin")
        assert "400 file.bin" in mpremote(path, "fs", "ls")
        assert hashlib.sha256(content).hexdigest() in mpremote(path, "sha256sum", ":file.bin")
    assert pico.files()["/file.bin"] == content
    assert pico.exec("print('still here')") == "still here\n"


def test_the_port_vanishes_on_a_reset_and_returns(pico_image):
    pico = Pico(pico_image, files={"main.py": "x = 1"})
    with port(pico) as path:
        holder = os.open(path, os.O_RDWR | os.O_NOCTTY)
        mpremote(path, "reset")
        wait_until(lambda: is_gone(holder), "the port vanishes")
        os.close(holder)
        wait_until(lambda: os.path.exists(path), "the port returns")
        assert pico.resets == 1
        assert mpremote(path, "resume", "exec", "print(x)").strip() == "1"


def test_a_power_cut_takes_the_port_away(pico_image, tmp_path):
    (tmp_path / "file.bin").write_bytes(b"x" * 100)
    pico = Pico(pico_image, files={}).boot()
    pico.flash_model.cut_at(0, "before")
    with port(pico) as path:
        with pytest.raises(AssertionError):
            mpremote(path, "cp", str(tmp_path / "file.bin"), ":file.bin")
        assert not os.path.exists(path)
    assert "power cut" in pico.power_is_cut
    assert pico.power_cycle().boot().files() == {}


def test_an_idle_device_runs_no_faster_than_real_time(pico_image):
    pico = Pico(pico_image, files={}).boot()
    emulated, real = pico.now_ns, time.monotonic_ns()
    with port(pico):
        time.sleep(0.3)
    assert 0 < pico.now_ns - emulated <= time.monotonic_ns() - real + 5_000_000
