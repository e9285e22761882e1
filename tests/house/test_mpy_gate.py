"""Every firmware file compiles for the Pico's CPU: mpy-cross finds viper's type errors without a Pico."""

import pytest
import source

from host_sim.cli.errors import ToolError
from tools.compile.mpy import compile_mpy
from tools.compile.words import Texts


def test_every_firmware_file_compiles_for_the_pico():
    texts, refused = Texts(), []
    for path in source.python_files("firmware"):
        try:
            assert compile_mpy(texts.of(path), path.relative_to(source.FIRMWARE).as_posix())
        except ToolError as error:
            refused.append(str(error))
    assert refused == []


def test_the_gate_refuses_a_viper_type_error(tmp_path):
    wrong = b"import micropython\n@micropython.viper\ndef f(p: ptr8) -> int:\n    return p + p\n"
    with pytest.raises(ToolError, match=r"firmware/wrong\.py does not compile"):
        compile_mpy(wrong, "wrong.py", cache=tmp_path)
