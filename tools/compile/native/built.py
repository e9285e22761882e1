"""The native code that is kept in the repository for each architecture, with the hash of what it was made from.

So flashing needs no compiler, and code older than its source is never flashed.
"""

import base64
import hashlib
import json
import re
from pathlib import Path

from host_sim.cli.errors import ToolError

from ..mpy import ARMV6M, CACHE, compile_mpy
from .blob import Section, blob, needed, sections_of
from .compiler import compile_c, inputs
from .kernels import read_program, where
from .placed import placed, runs_in_place
from .splice import emptied, with_code, with_places
from .translate import c_file


def file_of(architecture):
    """Return the path of the file that keeps the code."""
    return Path(__file__).with_name(f"{architecture}.json")


def build(program, architecture):
    """Return the content of its file: {module: {"source": hash, "kernels": names, "functions": {name: ...}}}.

    A function is {"stack": bytes, "code": base64, "calls": as in blob.Section}; kernels are those that Python calls.
    architecture: a key of compiler.ARCHITECTURES, here and below.
    """
    made = {}
    for module in program.with_kernels():
        text, kernels = c_file(program, module), program.entries(module)
        found = sections_of(compile_c(text, architecture))
        functions = {
            name: {"stack": found[name].stack, "code": _as_text(found[name].code), "calls": found[name].calls}
            for name in needed(found, kernels)
        }
        made[module.name] = {"source": source_hash(text, architecture), "kernels": kernels, "functions": functions}
    return made


def _as_text(code):
    return base64.b64encode(code).decode()


def write(made, architecture):
    """Write the file; what belongs to one function stands in one line."""
    file_of(architecture).write_text(re.sub(r"\n {4,}", " ", json.dumps(made, indent=1)) + "\n")


def read(architecture):
    return json.loads(file_of(architecture).read_text())


def source_hash(text, architecture):
    """Return a hash of all inputs of native code: the C text, the compiler and its options."""
    return hashlib.sha256("\n".join([*inputs(architecture), text]).encode()).hexdigest()


def functions_of(made, module):
    """Return {name: Section} of the kernels of a module and what they call."""
    functions = made[module]["functions"] if module in made else {}
    return {
        name: Section(base64.b64decode(each["code"]), each["stack"], each["calls"]) for name, each in functions.items()
    }


def kernels_of(made, module):
    """Return {name: Blob} of a module."""
    functions = functions_of(made, module)
    return {name: blob(functions, name) for name in (made[module]["kernels"] if module in made else ())}


def stale(program, made, architecture):
    """Return the modules whose native code is missing, older than its source, or without a source."""
    wanted = {module.name: source_hash(c_file(program, module), architecture) for module in program.with_kernels()}
    return sorted(name for name in {*wanted, *made} if wanted.get(name) != made.get(name, {}).get("source"))


class NativeKernels:
    """The native code of the kernels in a folder, usually firmware/, for building an image.

    compile: called like compile_mpy. begin: where `code`, which runs in place, begins in the bundle; 0: none does.
    """

    def __init__(self, firmware, architecture=ARMV6M, compile=compile_mpy, begin=0):
        self._program = read_program(firmware)
        self._modules = {module.where: module for module in self._program.with_kernels()}
        self._left_out = {name for name, module in self._modules.items() if self._program.is_bare(module)}
        self._architecture = architecture
        self._made = read(architecture)
        self._compile = compile
        functions = {name: functions_of(self._made, name) for name in self._made}
        self._placed = placed(functions, begin) if begin else None

    @property
    def code(self):
        """The code at the start of the bundle."""
        return self._placed.code if self._placed else b""

    def leave_out(self, name):
        """Return whether a build leaves out this file, "glowgrid/memory.py", because other modules have its code."""
        return where(name) in self._left_out

    def compile(self, source, name, cache=CACHE):
        """Compile like compile_mpy of tools/compile/mpy.py, but with native kernels.

        Raises ToolError if the native code of the module is not from this exact source.
        """
        module = self._modules.get(where(name))
        if not module:
            return self._compile(source, name, cache)
        wanted = source_hash(c_file(self._program, module), self._architecture)
        if self._made.get(module.name, {}).get("source") != wanted:
            raise ToolError(
                f"{module.where} is newer than its native code: run python -m tools native, or build with --viper"
            )
        if self._placed and runs_in_place(module.name):
            places = self._placed.places[module.name], *self._placed.ends[module.name]
            return self._compile(with_places(self._program, module, *places).encode(), name, cache)
        text, names = emptied(self._program, module)
        kernels = kernels_of(self._made, module.name)
        mpy, ran = self._compile(text.encode(), name, cache)
        return with_code(mpy, [kernels[name].code for name in names]), ran
