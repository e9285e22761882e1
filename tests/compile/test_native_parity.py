"""Every kernel does the same on CPython, in viper on unix MicroPython, as WebAssembly, and on the Pico in both ways.

The code for other chips runs under qemu-arm, if that is installed: all buffers are compared after each call.

Native code takes no more of the Pico's C stack than viper: the painted stack shows how deep a search goes.
"""

import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from cases import by_day, long
from deadline import DEADLINE_S
from emulator import image_or_skip
from kernel_searches import SEARCHES
from kernels_on_arm import QEMU
from three_tiers import BOARD, on_cpython, on_unix_micropython, on_webassembly

from host_sim.pico.bench import Pico
from tools.compile.build import staged_files
from tools.compile.mpy import ARCHITECTURES, compile_mpy
from tools.compile.names import ShortNames
from tools.compile.native.kernels import read_program
from tools.paths import FIRMWARE, ROOT

FOLDER = Path(__file__).parent
PROGRAMS = "kernel_searches", "kernel_calls"
# The searches of a family of engines that call all its kernels between them.
FAMILIES = [
    "search(0, 3, 10_000), search(1, 1, 10_000), search(3, 1, 10_000), search(5, 1, 10_000), search(6, 1, 3_000)",
    "search(8, 3, 30_000), search(9, 1, 10_000), search(13, 1, 10_000), search(19, 1, 300_000)",
    "search(10, 3, 30_000), search(12, 9, 200_000)",
    "search(15, 1, 10_000), search(16, 3, 30_000), search(17, 1, 3_000)",
]
NEWER = "1.28.0"
ARMV6M, ARMV7EM = ARCHITECTURES["rp2040"], ARCHITECTURES["rp2350"]
KEYS = "firmware/glowgrid/hardware/keys_matrix.py"
IN_PLACE = "firmware/glowgrid/hardware/in_place.py"
REGISTERS = {
    (KEYS, "_glance"),
    (KEYS, "_read"),
    (KEYS, "_rise"),
    ("firmware/glowgrid/hardware/keys_pins.py", "_low"),
    ("firmware/glowgrid/__init__.py", "_aim"),
    (IN_PLACE, "_address"),
    (IN_PLACE, "_is_same"),
}  # tests/hardware/ calls them where there are registers, and a flash

# Python calls another of the same name; this one is called by kernels, which have it inside.
NOT_BY_PYTHON = {("glowgrid.search.lines.stones", "estimate")}


def part_of(number):
    return f"search({number}, 3, 30_000)"


SMALL = ["small_kernels(2)", "driver_kernels(2)"]
MORE_SMALL = ["small_kernels(5)", "driver_kernels(5)"]
SOON = [*SMALL, *FAMILIES]
ALL = [*SOON, *MORE_SMALL, *map(part_of, range(len(SEARCHES)))]


def program(part):
    return f"import sys\nsys.path.append({str(FOLDER)!r})\n{imports(part)}\n{part}\n"


def imports(part):
    """Return only what the part needs: the Pico has room for an engine, or for many kernels."""
    return f"from {PROGRAMS[part in SMALL + MORE_SMALL]} import *"


@cache
def expected(part):
    """Return what a part prints on CPython."""
    return on_cpython(program(part))


@pytest.mark.long
def test_every_kernel_is_called():
    called = set()

    def note(frame, event, _):
        if event == "call":
            called.add((Path(frame.f_code.co_filename), frame.f_code.co_name))

    sys.setprofile(note)
    try:
        for part in SOON:
            on_cpython(program(part))
    finally:
        sys.setprofile(None)
    called = {(f"firmware/{path.as_posix().rpartition('/firmware/')[2]}", name) for path, name in called}
    kernels = {(module.where, name) for module in read_program().with_kernels() for name in module.kernels}
    assert kernels - called == REGISTERS


@pytest.mark.parametrize("part", by_day(ALL, *SOON))
def test_unix_micropython_does_as_cpython(part):
    assert on_unix_micropython(program(part)) == expected(part)


@pytest.mark.parametrize("part", by_day(ALL, *SOON))
def test_webassembly_does_as_cpython(part):
    more = {f"{name}.py": (FOLDER / f"{name}.py").read_bytes() for name in PROGRAMS}
    assert on_webassembly(program(part), more) == expected(part)


@pytest.mark.native
@pytest.mark.parametrize("architecture", [ARMV7EM, long(ARMV6M)])
def test_code_for_each_chip_does_as_cpython_under_qemu(architecture):
    if not shutil.which(QEMU):
        pytest.skip(f"no {QEMU}: on Debian and Ubuntu, apt install qemu-user")
    done = subprocess.run(
        [sys.executable, FOLDER / "kernels_on_arm.py", architecture, "\n".join(map(program, ALL))],
        capture_output=True,
        text=True,
        timeout=DEADLINE_S,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), str(FIRMWARE)])},
    )
    assert done.returncode == 0, done.stderr[-2000:]
    called = {tuple(line.split()[:2]) for line in done.stdout.splitlines()}
    firmware = read_program()
    modules = firmware.with_kernels()
    entries = {(module.name, name) for module in modules for name in firmware.entries(module)}
    at_registers = {(module.name, name) for module in modules for file, name in REGISTERS if file == module.where}
    assert entries - called == {*NOT_BY_PYTHON, *at_registers}


def with_short_names(text):
    """Return a program that knows what the kernels it calls are named in a build, as bytes."""
    called = {
        (module, name): short
        for (module, name), short in ShortNames(FIRMWARE).short_names().items()
        if f'"{module.removeprefix("glowgrid.")}", "{name}"' in text
    }
    return text.replace("SHORT = {}", f"SHORT = {called!r}").encode()


@cache
def booted(version, viper):
    """Return a Pico with the program and its modules, kernels native or in viper. Only for use by `.forked`."""
    files = staged_files(BOARD, viper=viper)
    del files["/main.py"]
    for name in PROGRAMS:
        files[f"/{name}.mpy"] = compile_mpy(with_short_names((FOLDER / f"{name}.py").read_text()), f"{name}.py")[0]
    pico = Pico(image_or_skip(version), files=files).boot()
    pico.exec("from kernel_searches import *")
    return pico


def on_the_pico(part, viper=False, version=None):
    return booted(version, viper).forked(lambda pico: pico.exec(f"{imports(part)}\n{part}").splitlines())


@pytest.mark.emulator
@pytest.mark.parametrize("part", by_day(ALL, *SMALL, FAMILIES[0]))
def test_native_code_does_as_cpython(part):
    assert on_the_pico(part) == expected(part)


@pytest.mark.emulator
@pytest.mark.parametrize("part", by_day(ALL, part_of(0)))
def test_native_code_runs_on_a_newer_micropython(part):
    assert on_the_pico(part, version=NEWER) == expected(part)


@pytest.mark.long
@pytest.mark.emulator
@pytest.mark.parametrize("part", ALL)
def test_viper_on_the_pico_does_as_cpython(part):
    assert on_the_pico(part, viper=True) == expected(part)


HEX_7_TWICE = """
p = GAMES["hex"].setup((7,))
for point in 24, 16, 32, 18, 30, 8, 40, 12:
    p.play(point)
engine_for(p)
engine = engine_for(p)
engine.start(p, Limits(1_000_000))
while not engine.step(6000):
    pass
print(engine.verdict.proven, engine.verdict.score, engine.verdict.nodes)
"""


@pytest.mark.emulator
@pytest.mark.parametrize("viper", [pytest.param(False, id="native"), long(True, id="viper")])
def test_hex_7_is_solved_with_and_without_the_modules_that_native_builds_leave_out(viper):
    has_them = "print('glowgrid.search.groups.hex_links' in sys.modules)"
    wanted = on_cpython(f"from kernel_searches import *\n{HEX_7_TWICE}")
    assert wanted[0].startswith("True")
    assert booted(None, viper).forked(lambda pico: pico.exec(HEX_7_TWICE + has_them)).splitlines() == [
        *wanted,
        str(viper),
    ]


STACK_TOP, RAM = 0x20042000, 0x20000000
PAINT = b"\xa5"
STEPS = "while not engine.step(6000): pass"


def stack_used(pico, code):
    """Return the bytes of the C stack that a line of code takes, including the REPL's."""
    memory, end = pico.mcu.sram, pico.mcu.core.registers[13] - RAM
    start = STACK_TOP - 6144 - RAM
    memory[start:end] = PAINT * (end - start)
    pico.exec(code)
    untouched = bytes(memory[start:end])
    return STACK_TOP - RAM - start - (len(untouched) - len(untouched.lstrip(PAINT)))


def stack_of_a_search(pico, game):
    pico.exec(f"p = GAMES[{game[0]!r}].setup({game[1]!r})\nengine = engine_for(p)\nengine.start(p, Limits(50_000))")
    return stack_used(pico, STEPS)


@pytest.mark.emulator
@pytest.mark.parametrize(
    "game", [long(("hex", (11,))), long(("havannah", (4,))), ("mnk", (8, 8, 5)), long(("three-player", ()))]
)
def test_native_code_takes_no_more_of_the_c_stack_than_viper(game):
    native, viper = (booted(None, viper).forked(lambda pico: stack_of_a_search(pico, game)) for viper in (False, True))
    assert native <= viper <= 2500, (native, viper)
