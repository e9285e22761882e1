"""Kernels as native code: what is translated, what is refused, what is stored, what goes onto the Pico."""

import contextlib
import json
import struct

import pytest
from three_tiers import BOARD

from host_sim.cli.errors import ToolError
from tools.compile.build import staged_files
from tools.compile.bundle import APART, with_crc
from tools.compile.mpy import ARCHITECTURES, ARMV6M, compile_mpy
from tools.compile.mpy_format import Reader
from tools.compile.names import ShortNames
from tools.compile.native import built, webassembly
from tools.compile.native.blob import blob, sections_of
from tools.compile.native.compiler import compile_c, compile_webassembly
from tools.compile.native.kernels import Program, read_module, read_program
from tools.compile.native.splice import emptied, with_code, with_stubs
from tools.compile.native.translate import c_file, c_program
from tools.compile.words import Texts
from tools.paths import FIRMWARE, ROOT
from tools.web import firmware
from tools.workshop.talk.compatible import header

HEAPS = {"armv6m": range(0x20000000, 0x20040000, 16), "armv7em": range(0x20000000, 0x20082000, 16)}
each_architecture = pytest.mark.parametrize("architecture", ARCHITECTURES.values())
MOST_STACK = 300  # bytes of the Pico's C stack, which has 8 KB: the size of viper's frames
DEEPER = {"glowgrid.search.groups.hex_proof.prove": 620}  # ten short verbs deep
HEAD = "import micropython\nfrom micropython import const\n_FIVE = const(5)\nCLEAR = 7\n"


def module_of(text, name="glowgrid.search.example"):
    return read_module(name, HEAD + text, "firmware/glowgrid/search/example.py")


def translated(text):
    """Return the C text of a module with this kernel, which Python calls."""
    module = module_of(f"@micropython.viper\n{text}\n\nf()\n")
    return c_file(Program({module.name: module}), module)


@pytest.mark.parametrize(
    "line, said",
    [
        ("for i in range(a): pass", "a kernel has no For statement"),
        ("x = [a]", "a kernel cannot compute [a]"),
        ("x = a / 2", "a kernel has no operator as in a / 2"),
        ("x = a < 2", "a kernel cannot compute a < 2"),
        ("x = c[0] + 1", "c[0] is object, not a number: int(...) makes it one"),
        ("x = CLEAR", "CLEAR is neither a variable with a value nor a const"),
        ("x = 1 << a; x = c", "x is int and cannot be object"),
        ("x = 1.5", "1.5 is not a number"),
        ("x = ptr32(b)", "ptr32() wants a buffer, and b is ptr8"),
        ("c[0] = a", "only numbers are stored, and only through pointers"),
        ("print(a)", "a kernel cannot call print"),
        ("x = a if b[0] else 2", "a kernel cannot compute a if b[0] else 2"),
        ("x = 0x3FFFFFFF * _FIVE", "5368709115 takes more than 31 bits"),
        ("x = a << 32", "a kernel cannot shift by 32: a number has 32 bits"),
        ("a >>= _FIVE - 6", "a kernel cannot shift by -1: a number has 32 bits"),
        ("x = a // 0", "a kernel cannot divide by 0"),
        ("x = b[-1]", "b[-1] lies before the first item"),
        ("b[2 - _FIVE] = 1", "b[2 - _FIVE] lies before the first item"),
        ("x = ptr8(c[-1])[0]", "c[-1] lies before the first item"),
        ("if b == 0: pass", "b is ptr8, not a number: int(...) makes it one"),
        ("_FIVE += 1", "only a number that a variable or a buffer holds can be changed in place"),
        ("x = ptr8(c[1])[int(c(a))]", "int(c(a)) needs a statement of its own: C might call it too early"),
        ("return a", "a kernel returns a number everywhere, and says so with `-> int`, or nothing"),
        ("f(a)", "f takes 3 arguments"),
        ("f(a, b, a)", "f wants object, and a is int"),
        ("x = b[a] + int(c(a))", "int(c(a)) needs a statement of its own: C might call it too early"),
        ("b[b[a]] = int(c(a))", "int(c(a)) needs a statement of its own: C might call it too early"),
    ],
)
def test_anything_else_is_refused_with_file_and_line(line, said):
    with pytest.raises(ToolError) as error:
        translated(f"def f(a: int, b: ptr8, c):\n    {line}")
    assert str(error.value) == f"firmware/glowgrid/search/example.py:7: {said}"


@pytest.mark.parametrize("arguments", ["a, /", "*a", "a: int = 3"])
def test_a_kernel_has_plain_arguments_only(arguments):
    with pytest.raises(ToolError, match="example.py:6: a kernel has plain arguments only"):
        translated(f"def f({arguments}):\n    pass")


def test_a_kernel_in_a_class_is_refused():
    with pytest.raises(
        ToolError, match="example.py:7: kernel f must be the only one of its name, at the top of its module"
    ):
        module_of("class Kernels():\n    @micropython.viper\n    def f(self): pass\n")


def test_kernels_called_only_by_kernels_are_inlined():
    inner = module_of("@micropython.viper\ndef inner(a: int) -> int:\n    return a\n", "glowgrid.search.inner")
    text = "from glowgrid.search.inner import inner\n@micropython.viper\ndef outer() -> int:\n"
    text += "    return int(inner(2))\n\nx = outer()\n"
    outer = module_of(text, "glowgrid.search.outer")
    program = Program({module.name: module for module in (inner, outer)})
    assert program.entries(inner) == [] and program.entries(outer) == ["outer"]
    assert "search_inner__inner(2)" in c_file(program, outer)
    assert emptied(program, outer)[0] == HEAD + "import glowgrid.search.inner\n" + (
        "@micropython.viper\ndef outer() -> int:\n    pass\n\nx = outer()\n"
    )
    assert emptied(program, inner)[0] == HEAD
    assert with_stubs(program, inner) == HEAD
    assert with_stubs(program, outer) == HEAD + "import glowgrid.search.inner\n" + (
        'outer = __import__("kernels").kernel("glowgrid.search.outer.outer")\n\nx = outer()\n'
    )
    assert 'export_name("glowgrid.search.outer.outer")' in c_program(program)


INNER = """\
'''Kernels that only kernels call.'''
import micropython
from micropython import const
_FIVE = const(5)
@micropython.viper
def inner(a: int) -> int:
    return a + _FIVE
"""


@pytest.mark.parametrize(
    "more, bare", [("", True), ("SIX = const(6)\n", False), ("_six = 6\n", False), ("def g(): pass\n", False)]
)
def test_a_module_with_nothing_for_python_is_left_out_and_not_imported(more, bare):
    inner = read_module("glowgrid.search.inner", INNER + more, "firmware/glowgrid/search/inner.py")
    imports = "from glowgrid.search.inner import inner\n"
    kernel = "@micropython.viper\ndef outer() -> int:\n    return int(inner(2))\n\nx = outer()\n"
    outer = module_of(imports + kernel, "glowgrid.search.outer")
    program = Program({module.name: module for module in (inner, outer)})
    assert program.is_bare(inner) == bare and not program.is_bare(outer)
    for text in emptied(program, outer)[0], with_stubs(program, outer):
        assert ("import glowgrid.search.inner" in text) == (not bare), text


def test_only_viper_functions_of_an_mpy_get_other_code():
    text = "import micropython\nNAME, DATA = 'a name', (b'', 1 << 40, (None, 2.5))\n" + "".join(
        f"@micropython.viper\ndef f{i}() -> int:\n    return {i}\n\n\ndef g{i}(x):\n    return [lambda: x, NAME]\n"
        for i in range(2)
    )
    mpy = compile_mpy(text.encode(), "example.py")[0]
    made = with_code(mpy, [b"\1" * 8, b"\2" * 300])
    assert b"\1" * 8 in made and b"\2" * 300 in made
    assert with_code(made, [b"\3" * 9, b"\4" * 9]) == with_code(mpy, [b"\3" * 9, b"\4" * 9])
    with pytest.raises(ValueError):
        with_code(mpy, [b"\1" * 8] * 3)


@each_architecture
def test_the_stored_code_matches_the_source(architecture):
    assert built.stale(read_program(), built.read(architecture), architecture) == [], "run python -m tools native"


def test_the_stored_webassembly_matches_the_source():
    assert not webassembly.is_stale(read_program(), webassembly.BUILT.read_bytes()), "run python -m tools native"


@pytest.mark.native
@pytest.mark.parametrize(
    "text, said",
    [
        (
            "static const int t[] = {3, 1, 2}; int f(int i) { return t[i]; }",
            "kernels have data of their own: section .rodata",
        ),
        ("int t; int f(int i) { return t += i; }", "kernels have data of their own: section .bss"),
        ("int g(int); int f(int i) { return g(i) + 1; }", "kernel f needs g, which is not in its file"),
        ("int f(int i) { return i < 2 ? i : f(i - 1) + f(i - 2); }", "kernel f calls itself"),
    ],
)
def test_code_with_data_or_without_an_end_is_refused(text, said):
    with pytest.raises(ToolError, match=said):
        blob(sections_of(compile_c(text, ARMV6M)), "f")


@pytest.mark.native
@pytest.mark.parametrize("table, refused", [("{3, 1, 2}", True), ("{i, i + i, i * i}", False)])
def test_webassembly_with_data_is_refused(table, refused):
    text = f'__attribute__((export_name("f"))) int f(int i) {{ int t[] = {table}; return t[i & 1]; }}'
    made = compile_webassembly(text)
    with pytest.raises(ToolError, match="data section") if refused else contextlib.nullcontext():
        assert webassembly.without_data(made) == made


@pytest.mark.long
@pytest.mark.native
def test_the_compiler_reproduces_the_stored_webassembly():
    assert webassembly.build(read_program()) == webassembly.BUILT.read_bytes()


class Few(Program):
    """A program of which only these modules are compiled."""

    names = "glowgrid.memory", "glowgrid.search.groups.unions", "glowgrid.hardware.lights"

    def with_kernels(self):
        return [module for module in super().with_kernels() if module.name in self.names]


@pytest.mark.native
@each_architecture
@pytest.mark.parametrize("some", [Few, pytest.param(Program, marks=pytest.mark.long)], ids=["few modules", "all"])
def test_the_compiler_reproduces_the_stored_code(some, architecture):
    program = some(read_program().modules)
    kept = built.read(architecture)
    assert built.build(program, architecture) == {module.name: kept[module.name] for module in program.with_kernels()}
    assert {*kept} == {module.name for module in read_program().with_kernels()}


@each_architecture
def test_no_word_of_the_code_looks_like_the_address_of_a_block_of_the_heap(architecture):
    made, heap = built.read(architecture), HEAPS[architecture]
    codes = {(module, name): blob.code for module in made for name, blob in built.kernels_of(made, module).items()}
    found = {
        at: [hex(word) for (word,) in struct.iter_unpack("<I", code) if word in heap] for at, code in codes.items()
    }
    assert {at: words for at, words in found.items() if words} == {}


@each_architecture
def test_kernels_take_little_of_the_stack(architecture):
    made = built.read(architecture)
    stacks = {
        f"{module}.{name}": blob.stack for module in made for name, blob in built.kernels_of(made, module).items()
    }
    assert {name: stack for name, stack in stacks.items() if stack > DEEPER.get(name, MOST_STACK)} == {}


def bare_modules():
    program = read_program()
    return {module.name for module in program.with_kernels() if program.is_bare(module)}


def test_the_page_has_no_modules_that_are_left_out():
    staged, bare = firmware.staged_files(), bare_modules()
    assert bare and not staged.keys() & {f"{name.replace('.', '/')}.mpy" for name in bare}
    for path, data in staged.items():
        if path.endswith(".mpy"):
            reader = Reader(data)
            assert not bare.intersection(reader.names(reader.counts()[0])), path


def test_an_image_carries_one_back_end():
    native, viper = staged_files(BOARD, apart=True), staged_files(BOARD, viper=True, apart=True)
    made, short = built.read(ARMV6M), ShortNames(FIRMWARE)
    with_kernels = {module.name for module in read_program().with_kernels()}
    for name in "/board.json", "/glowgrid/manifest.json":  # they have the speed and the hashes
        assert viper.pop(name) != native.pop(name)
    bare, texts = bare_modules(), Texts()
    assert {path for path in viper if path not in native} == {f"/{name.replace('.', '/')}.mpy" for name in bare}
    for path, data in viper.items():
        name = path[1 : -len(".mpy")].replace("/", ".")
        if name in bare:
            continue
        codes = [blob.code for blob in built.kernels_of(made, name).values()]
        assert all(code in native[path] and code not in data for code in codes), path
        assert data == native[path] or name in with_kernels, path
        if codes:
            source = short.shorten(texts.of((FIRMWARE / path[1:]).with_suffix(".py")), path[1:-3] + "py")
            compiled = compile_mpy(source, path[1:-3] + "py", shown=short.shown(path[1:-3] + "py"))[0]
            assert data == (with_crc(compiled) if path == APART else compiled)
    smaller = sum(map(len, viper.values())) - sum(map(len, native.values()))
    assert smaller > 30_000, f"{smaller} bytes less than in viper"


def test_a_board_with_another_chip_gets_code_for_it(tmp_path):
    """All other bytes are the same: bytecode has no architecture."""
    board = json.loads((ROOT / f"boards/{BOARD}.json").read_text(encoding="utf-8"))
    path = tmp_path / f"{BOARD}.json"
    path.write_text(json.dumps({**board, "mcu": "rp2350"}))
    codes = [staged_files(board, apart=True) for board in (BOARD, str(path))]
    kept = [built.read(architecture) for architecture in ARCHITECTURES.values()]
    for name in "/board.json", "/glowgrid/manifest.json":
        assert codes[0].pop(name) != codes[1].pop(name)
    assert {*codes[0]} == {*codes[1]}
    for path, old in codes[0].items():
        name = path[1 : -len(".mpy")].replace("/", ".")
        if kernels := built.kernels_of(kept[1], name):
            assert [header(each[path])[2] for each in codes] == [4, 6], path  # as py/persistentcode.h numbers them
            assert all(blob.code in codes[1][path] for blob in kernels.values())
        else:
            assert codes[1][path] == old, path


def test_code_older_than_its_kernel_is_not_built(tmp_path):
    path = FIRMWARE / "glowgrid/memory.py"
    (tmp_path / "glowgrid/search").mkdir(parents=True)
    copy = tmp_path / "glowgrid/memory.py"
    caller = "from glowgrid.memory import clear\nclear(None, 0)\n"
    (tmp_path / "glowgrid/search/caller.py").write_text(caller)
    copy.write_bytes(path.read_bytes() + b"# only a comment\n")
    name = "glowgrid/memory.py"
    assert built.NativeKernels(tmp_path).compile(copy.read_bytes(), name)
    copy.write_bytes(path.read_bytes().replace(b"target[i] = 0", b"target[i] = 1"))
    with pytest.raises(ToolError, match=f"firmware/{name} is newer than its native code: run python -m tools native"):
        built.NativeKernels(tmp_path).compile(copy.read_bytes(), name)
    with pytest.raises(ToolError, match="a kernel is newer than kernels.wasm: run python -m tools native"):
        firmware.staged_files(tmp_path)
