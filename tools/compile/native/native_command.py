"""`python -m tools native`: compile the kernels of the firmware; run it after changing a kernel.

It writes a file for each architecture of a Pico, and kernels.wasm for MicroPython's WebAssembly port.
"""

from typing import Annotated

import typer

from host_sim.cli.errors import ToolError

from ... import output
from . import built, webassembly
from .compiler import ARCHITECTURES
from .kernels import read_program


def command(
    check: Annotated[bool, typer.Option("--check", help="Change nothing; fail if the code is out of date.")] = False,
):
    """Compile the kernels: armv6m.json (Pico), armv7em.json (Pico 2), kernels.wasm. Needs `native`."""
    console = output.console()
    program = read_program()
    for architecture in ARCHITECTURES:
        _of_pico(program, architecture, check, console)
    _of_web(program, check, console)
    if check:
        console.print("the native code is up to date")


def _of_pico(program, architecture, check, console):
    file = built.file_of(architecture)
    before = built.read(architecture) if file.is_file() else {}
    if check:
        if stale := built.stale(program, before, architecture):
            raise ToolError(f"{file.name} is out of date for {', '.join(stale)}: run python -m tools native")
        return
    made, size = built.build(program, architecture), 0
    for module in made:
        for name, blob in built.kernels_of(made, module).items():
            mark = "" if built.kernels_of(before, module).get(name) == blob else "  changed"
            console.print(f"{module}.{name}: {len(blob.code)} bytes, {blob.stack} of stack{mark}")
            size += len(blob.code)
    console.print(f"{file.name}: {size} bytes of code")
    built.write(made, architecture)


def _of_web(program, check, console):
    if check:
        if not webassembly.BUILT.is_file() or webassembly.is_stale(program, webassembly.BUILT.read_bytes()):
            raise ToolError("kernels.wasm is out of date: run python -m tools native")
        return
    made = webassembly.build(program)
    console.print(f"{webassembly.BUILT.name}: {len(made)} bytes")
    webassembly.BUILT.write_bytes(made)
