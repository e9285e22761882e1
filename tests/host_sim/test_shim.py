"""The substitute for `micropython` on CPython, and its checked pointers."""

import os
import subprocess
import sys
from array import array

import pytest

from host_sim import micropython_shim as shim
from tools.paths import ROOT


@pytest.fixture(autouse=True)
def unchecked():
    """These tests decide themselves where pointers are checked."""
    before = shim.check_pointers(False)
    yield
    shim.check_pointers(before)


def fill(target: shim.ptr8, start: int, count: int, number: int):
    """Code in the style of the firmware."""
    while count:
        target[start] = number
        start += 1
        count -= 1


def halves(words: shim.ptr16, count: int) -> int:
    return words[count - 1]


def test_viper_type_names_are_builtins_and_leave_buffers_alone():
    buffer = bytearray(4)
    assert ptr8(buffer) is buffer  # noqa: F821
    assert ptr16(buffer)[1] == 0 and ptr32(array("i", [-5]))[0] == -5  # noqa: F821
    assert uint(-1) == 0xFFFFFFFF  # noqa: F821


def test_a_wider_pointer_over_bytes_is_little_endian_like_the_pico():
    buffer = bytearray(8)
    ptr32(buffer)[1] = 0x01020304  # noqa: F821
    assert buffer == b"\0\0\0\0\4\3\2\1"


@pytest.mark.parametrize(
    "arguments, error, words",
    [
        ((bytearray(4), 2, 3, 1), IndexError, "index 4 outside 0..3"),
        ((bytearray(4), -1, 1, 1), IndexError, "index -1"),
        ((bytearray(4), 0, 1, 300), OverflowError, "300"),
        ((bytearray(4), 0, 1, -1), OverflowError, "-1"),
        ((array("H", [1, 2]), 0, 1, 1), TypeError, "ptr8 over a buffer of 2-byte items"),
    ],
)
def test_checked_pointers_raise_where_viper_would_corrupt_memory(arguments, error, words):
    with pytest.raises(error, match=words):
        shim.checked(fill)(*arguments)


def test_checked_pointers_let_right_code_through():
    buffer = bytearray(4)
    shim.checked(fill)(buffer, 1, 3, 255)
    assert buffer == b"\0\xff\xff\xff"
    assert shim.checked(halves)(array("H", [3, 65535]), 2) == 65535


def test_the_environment_switches_the_checks_on():
    program = (
        "import host_sim, micropython\n"
        "@micropython.viper\n"
        "def f(b: ptr8):\n"
        "    b[9] = 1\n"
        "try:\n"
        "    f(bytearray(9))\n"
        "except IndexError as error:\n"
        "    print(error)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        capture_output=True,
        text=True,
        env={**os.environ, "GLOWGRID_CHECKED": "1"},
        check=True,
    )
    assert done.stdout == "pointer index 9 outside 0..8\n"
