"""`python -m tools native`: compile the kernels of the firmware; run it after changing a kernel.

It writes built.json for the Pico and kernels.wasm for MicroPython's WebAssembly port.
"""

from typing import Annotated

import typer

from host_sim.errors import ToolError

from .. import output
from . import built, webassembly
from .kernels import read_program


def command(
    check: Annotated[bool, typer.Option("--check", help="Change nothing; fail if the code is out of date.")] = False,
):
    """Compile the kernels: tools/native/built.json and kernels.wasm. Needs the extra `native`."""
    console = output.console()
    program, before = read_program(), built.read() if built.BUILT.is_file() else {}
    if check:
        if stale := built.stale(program, before):
            raise ToolError(f"the native code of {', '.join(stale)} is out of date: run python -m tools native")
        if not webassembly.BUILT.is_file() or webassembly.is_stale(program, webassembly.BUILT.read_bytes()):
            raise ToolError("kernels.wasm is out of date: run python -m tools native")
        console.print("the native code is up to date")
        return
    made = built.build(program)
    for module in made:
        for name, blob in built.kernels_of(made, module).items():
            mark = "" if built.kernels_of(before, module).get(name) == blob else "  changed"
            console.print(f"{module}.{name}: {len(blob.code)} bytes, {blob.stack} of stack{mark}")
    made_for_web = webassembly.build(program)
    console.print(f"{webassembly.BUILT.name}: {len(made_for_web)} bytes")
    built.write(made)
    webassembly.BUILT.write_bytes(made_for_web)
