"""`python -m tools gcc`: are the kernels as quick as Debian's gcc makes them from the same C text?

The C text is what tools/native translates from the kernels. arm-none-eabi-gcc -O2 compiles it once more, and the
entries of the bench that hang on kernels, and `MORE`, run with both: same nodes, same answers, other times.
"""

import base64
import shutil
import subprocess
import tempfile
from pathlib import Path

from host_sim.errors import ToolError

from .. import output
from ..device.build import firmware_files, staged_files
from ..native.blob import blobs
from ..native.built import NativeKernels, source_hash
from ..native.kernels import read_program
from ..native.translate import c_file
from ..paths import DEFAULT_BOARD, FIRMWARE
from .bench.entries import ENTRIES, Entry
from .bench.run import Bench

GCC = "arm-none-eabi-gcc"
FLAGS = """
    -mcpu=cortex-m0plus -mthumb -std=gnu99 -O2 -w -ffreestanding -fno-builtin -fwrapv -fno-strict-aliasing
    -fno-jump-tables -ffunction-sections
""".split()
HANG_ON_KERNELS = (
    "solve_3x3",
    "m_hat_3x3",
    "solve_5x4x4",
    "reply_5x5x4",
    "reply_8x8x5",
    "three_player_reply",
    "hex_4x4_openings",
    "hex_8x8_playouts",
    "havannah_4_playouts",
)
MORE = (  # kernels that no entry of the bench hangs on
    Entry(
        "hex_6_reply",
        "Hex 6: a reply with 3,000,000 units of work",
        ("search", "hex", (6,), (((14, 21), 3_000_000),)),
        None,
    ),
    Entry("y_4_openings", "Y 4: who wins after each opening", ("every", "y", (4,)), None),
)
MOST = 1.2  # times gcc's time


def command():
    """Hold the native kernels against those that gcc makes; fails where one takes 1.2 times as long. Ten minutes."""
    if not shutil.which(GCC):
        raise ToolError(f"{GCC} is not installed: apt install gcc-arm-none-eabi")
    console = output.console()
    ours, gccs = Bench(), GccBench()
    slow = []
    for entry in [entry for entry in ENTRIES if entry.name in HANG_ON_KERNELS] + list(MORE):
        own, other = ours.run(entry), gccs.run(entry)
        if [answer["nodes"] for answer in own] != [answer["nodes"] for answer in other]:
            raise ToolError(f"{entry.name}: other nodes with gcc's kernels")
        us, gcc_us = (sum(answer["us"] for answer in answers) for answers in (own, other))
        console.print(f"{entry.name}: {us / 1000:,.2f} ms, with gcc {gcc_us / 1000:,.2f} ms: {us / gcc_us:.2f} times")
        slow += [entry.name] * (us > MOST * gcc_us)
    if slow:
        raise ToolError(f"more than {MOST} times as long as with gcc: {', '.join(slow)}")


class GccBench(Bench):
    """The bench with kernels made by gcc."""

    def files(self):
        kernels = NativeKernels(FIRMWARE, made_by_gcc())
        files = staged_files(DEFAULT_BOARD, apart=True)
        for path in firmware_files():
            name = path.relative_to(FIRMWARE).as_posix()
            if path.suffix == ".py" and f"/{name[:-3]}.mpy" in files:
                files[f"/{name[:-3]}.mpy"] = kernels.compile(path.read_bytes(), name)[0]
        return files


def made_by_gcc():
    """What tools/native/built.json would be if gcc had made it."""
    program, made = read_program(FIRMWARE), {}
    for module in program.with_kernels():
        text = c_file(program, module)
        code = blobs(compile_c(text), program.entries(module), stacks=False)
        kernels = {name: {"stack": 0, "code": base64.b64encode(blob.code).decode()} for name, blob in code.items()}
        made[module.name] = {"source": source_hash(text), "kernels": kernels}
    return made


def compile_c(text):
    with tempfile.TemporaryDirectory() as folder:
        source, made = Path(folder) / "kernels.c", Path(folder) / "kernels.o"
        source.write_text(text)
        run = subprocess.run([GCC, *FLAGS, "-c", str(source), "-o", str(made)], capture_output=True, text=True)
        if run.returncode:
            raise ToolError(f"{GCC} refuses what translate.py wrote: {run.stderr.strip()[:300]}")
        return made.read_bytes()
