"""Kernels as libraries of this machine: they do as their Python text, and say what they refuse."""

import copy
from array import array
from functools import cache

import kernel_calls
import pytest
from kernel_searches import GAMES, Random

from glowgrid.memory import new_table
from glowgrid.search.lines.masks import NODES
from glowgrid.search.lines.solver import WIN_VALUE, BitSolver
from glowgrid.search.lines.stones import Stones
from host_sim.cli.errors import ToolError
from tools.compile.native.host import Pinned, library
from tools.paths import FIRMWARE

pytestmark = pytest.mark.native

SUMS = """
import micropython

@micropython.viper
def add(most: int, halves: ptr16, totals):
    to = ptr32(totals)
    i = 0
    while i < int(len(totals)) and i < most:
        to[i] = (int(to[i]) - int(halves[i])) // 7
        i += 1
"""
MIXED = """
import micropython
from glowgrid.sums import add

@micropython.viper
def mixed(a: int, bytes_: ptr8, buffers) -> int:
    lists = buffers[1]
    add(bytes_[0], buffers[0], lists[2])
    bytes_[1] ^= a
    return a * 65536 * 16384 >> 3

@micropython.viper
def plain(a: int, b: int):
    pass

@micropython.viper
def call(function, a: int) -> int:
    return int(function(a))

@micropython.viper
def register(a: int) -> int:
    return ptr32(a)[0]
"""


@pytest.fixture
def own(tmp_path):
    """Return a folder with the modules above."""
    folder = tmp_path / "glowgrid"
    folder.mkdir()
    (folder / "sums.py").write_text(SUMS)
    (folder / "mixed.py").write_text(MIXED)
    return tmp_path


kept_library = cache(library)


def call_both(module, name, *arguments):
    """Call a kernel as Python text and as a library; compare the results and the buffers."""
    copies = copy.deepcopy(arguments)
    here = kernel_calls.kernel(module, name)(*arguments)
    there = kept_library(f"glowgrid.{module}" if module else "glowgrid.__init__", name)(*copies)
    assert (there, copies) == (here, arguments), name


def test_libraries_do_as_the_python_text(monkeypatch):
    monkeypatch.setattr(kernel_calls, "call", call_both)
    random = Random(3)
    kernel_calls.find_in_bundle(random)
    for _ in range(3):
        kernel_calls.console_kernels(random)
        for swap in range(3):
            kernel_calls.a_choice(random, swap)  # of a list of buffers


def solver_of(position):
    """Return a solver of a position that has just begun."""
    solver = BitSolver(position.tables, Stones(position.tables).order, new_table())
    solver.find_symmetries(position.tables.field)
    solver.load(position)
    solver.begin(0, WIN_VALUE)
    return solver


def test_a_search_in_slices_on_pinned_buffers_does_as_the_python_text():
    solve = library("glowgrid.search.lines.masks", "solve")
    position = GAMES["mnk"].setup((5, 4, 4))
    position.play(0)
    here, there = solver_of(position), solver_of(position)
    pinned = Pinned(there.buffers)
    slices = 0
    while not here.value():
        assert solve(300, pinned) == here.run(300)
        assert there.buffers == here.buffers
        slices += 1
    assert slices > 5 and there.control[NODES] > 1000


def test_a_kernel_gets_lists_of_lists_halves_and_negative_numbers(own):
    mixed = library("glowgrid.mixed", "mixed", own)
    halves, totals, own_bytes = array("H", [5, 65535, 9, 1]), array("i", [4, 0, 30]), bytearray([9, 1])
    assert mixed(-5, own_bytes, [halves, [None, print, totals]]) == -1 << 27  # -5 << 30 wraps to -1 << 30
    assert totals == array("i", [-1, -9363, 3]) and own_bytes == b"\t\xfa"
    assert library("glowgrid.mixed", "plain", own)(1, 2) is None


def test_a_changed_kernel_gets_another_library(own):
    path = own / "glowgrid/mixed.py"
    path.write_text(MIXED.replace("ptr32(a)[0]", "a + 1"))
    assert library("glowgrid.mixed", "register", own)(3) == 4
    path.write_text(MIXED.replace("ptr32(a)[0]", "a + 2"))
    assert library("glowgrid.mixed", "register", own)(3) == 5


@pytest.mark.parametrize(
    "name, line, said",
    [
        ("call", 18, "function(a): a library cannot call a function that is passed in"),
        ("register", 22, "ptr32(a): a library has no registers"),
    ],
)
def test_a_kernel_that_needs_micropython_or_a_chip_is_refused(own, name, line, said):
    with pytest.raises(ToolError) as error:
        library("glowgrid.mixed", name, own)
    assert str(error.value) == f"firmware/glowgrid/mixed.py:{line}: {said}"


@pytest.mark.parametrize("module, name", [("glowgrid.memory", "words"), ("glowgrid.none", "clear")])
def test_a_name_that_is_no_kernel_is_refused(module, name):
    with pytest.raises(ToolError) as error:
        library(module, name)
    assert str(error.value) == f"there is no kernel {name} in {module} in {FIRMWARE}"


@pytest.mark.parametrize(
    "arguments, said",
    [
        ((1, bytearray(2)), "glowgrid.mixed.mixed takes 3 arguments, not 2"),
        ((1, bytearray(2), [], 1), "glowgrid.mixed.mixed takes 3 arguments, not 4"),
        ((b"1", bytearray(2), []), "glowgrid.mixed.mixed wants a number, not b'1'"),
        ((1, [bytearray(2)], []), "glowgrid.mixed.mixed wants a buffer as ptr8, not a list"),
        ((1, Pinned([bytearray(2)]), []), "glowgrid.mixed.mixed wants a buffer as ptr8, not a list"),
        ((1, 4096, []), "a kernel takes arrays of bBhHiI, bytearrays, bytes and lists of them, not 4096"),
        (
            (1, b"", [array("d")]),
            "a kernel takes arrays of bBhHiI, bytearrays, bytes and lists of them, not array('d')",
        ),
        ((1, b"", ["a"]), "a kernel takes arrays of bBhHiI, bytearrays, bytes and lists of them, not 'a'"),
    ],
)
def test_arguments_that_the_code_cannot_read_are_refused(own, arguments, said):
    with pytest.raises(TypeError) as error:
        library("glowgrid.mixed", "mixed", own)(*arguments)
    assert str(error.value) == said


def test_a_pinned_buffer_keeps_its_place():
    buffer, fixed = bytearray(8), b"\1\2\3\4"
    pinned = Pinned([buffer])
    with pytest.raises(BufferError):
        buffer.append(1)
    del pinned
    buffer.append(1)
    library("glowgrid.memory", "clear")(fixed, 1)
    assert fixed == b"\1\2\3\4"  # the kernel cleared a copy
