"""Every call of a kernel is made twice, by CPython and as native code under qemu-arm, and all buffers are compared.

    python kernels_on_arm.py ARCHITECTURE PROGRAM

PROGRAM is Python text that calls kernels. Prints how many calls of each kernel did the same, 0 if only other kernels
called it; a difference is an error. qemu-arm (package qemu-user) runs Arm programs on Linux: here one that only waits
for calls. Its processor is one for applications, as version 7.2 starts none for microcontrollers; they have the same
Thumb instructions.
"""

import contextlib
import functools
import io
import mmap
import os
import struct
import subprocess
import sys
import tempfile
from typing import Any

from host_sim import micropython_shim
from tools.compile.native import built
from tools.compile.native.blob import blob, sections_of
from tools.compile.native.compiler import compile_c

QEMU = "qemu-arm"
MEMORY, SIZE, CODE_SIZE = 0x20000000, 1 << 20, 1 << 17  # shared with the program: code first, then objects
NONE, FALSE, TRUE = 6, 14, 30  # objects of MicroPython, as in tools/compile/native/translate.py
LARGEST = 1 << 30  # of small integers
# It reads the number of the file with the memory. Then it reads and makes calls: address, count and given, with the
# name that MicroPython gives them; it writes what the kernel returns.
WAITER = f"""
typedef unsigned int word;
typedef word kernel(word self, word count, word keywords, word given);

static word call_linux(word number, word a, word b, word c, word d, word e, word f)
{{
    register word r0 __asm__("r0") = a, r1 __asm__("r1") = b, r2 __asm__("r2") = c;
    register word r3 __asm__("r3") = d, r4 __asm__("r4") = e, r5 __asm__("r5") = f, r7 __asm__("r7") = number;
    __asm__ volatile("svc 0" : "+r"(r0) : "r"(r1), "r"(r2), "r"(r3), "r"(r4), "r"(r5), "r"(r7) : "memory");
    return r0;
}}

void start(void)
{{
    enum {{ EXIT = 1, READ = 3, WRITE = 4, MMAP2 = 192, READ_WRITE_EXECUTE = 7, SHARED_FIXED = 17 }};
    word call[3];
    call_linux(READ, 0, (word)call, 4, 0, 0, 0);
    call_linux(MMAP2, {MEMORY}, {SIZE}, READ_WRITE_EXECUTE, SHARED_FIXED, call[0], 0);
    while (call_linux(READ, 0, (word)call, 12, 0, 0, 0) == 12) {{
        call[0] = ((kernel *)(call[0] | 1))(0, call[1], 0, call[2]);
        call_linux(WRITE, 1, (word)call, 4, 0, 0, 0);
    }}
    call_linux(EXIT, 0, 0, 0, 0, 0, 0);
}}
"""
LOADED = 0x10000
KERNELS = {}  # (module, name) of what stands in their places


def program_file(code):
    """Return the bytes of an Arm program for Linux that is this code and nothing else."""
    head, whole = 52 + 32, 52 + 32 + len(code)
    start = LOADED + head | 1
    file = struct.pack("<16s2H5I6H", b"\x7fELF\1\1\1", 2, 40, 1, start, 52, 0, 0x05000000, 52, 32, 1, 0, 0, 0)
    return file + struct.pack("<8I", 1, 0, LOADED, LOADED, whole, whole, 5, 0x1000) + code


class Arm:
    """Native code of kernels, {(module, name): bytes}, under qemu-arm.

    kernels    those that have code
    functions  those handed to others to call
    """

    def __init__(self, architecture, codes):
        self.kernels, self.functions = {*codes}, set()
        self._folder = tempfile.TemporaryDirectory()
        waiter = os.path.join(self._folder.name, "waiter")
        with open(waiter, "wb") as file:
            file.write(program_file(blob(sections_of(compile_c(WAITER, architecture)), "start").code))
        os.chmod(waiter, 0o755)
        with open(os.path.join(self._folder.name, "memory"), "w+b") as file:
            file.truncate(SIZE)
            self._memory = mmap.mmap(file.fileno(), SIZE)
            self._process: Any = subprocess.Popen(
                [QEMU, waiter], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0, pass_fds=[file.fileno()]
            )
            self._send(struct.pack("<I", file.fileno()))
            self._places, at = {}, 0
            for kernel, code in codes.items():
                self._memory[at : at + len(code)] = code
                self._places[kernel] = MEMORY + at
                at += -(-len(code) // 4) * 4
            assert at <= CODE_SIZE

    def close(self):
        self._process.stdin.close()
        self._process.wait()
        self._folder.cleanup()

    def call(self, kernel, arguments):
        """Call a kernel; return its result and [(buffer, bytes), ...], what its buffers hold then."""
        self._top, self._known, self._buffers = CODE_SIZE, {}, []
        given = self._put(b"".join(self._word(argument) for argument in arguments))
        self._send(struct.pack("<3I", self._places[kernel], len(arguments), given))
        (answer,) = struct.unpack("<I", self._process.stdout.read(4))
        result = None if answer == NONE else (answer if answer < 1 << 31 else answer - (1 << 32)) >> 1
        return result, [(buffer, self._memory[at : at + size]) for buffer, at, size in self._buffers]

    def _send(self, data):
        self._process.stdin.write(data)

    def _put(self, data):
        """Return the address of a copy of this."""
        at, self._top = self._top, self._top + -(-len(data) // 8) * 8 + 8
        assert self._top <= SIZE
        self._memory[at : at + len(data)] = data
        return MEMORY + at

    def _word(self, value):
        """Return the word by which MicroPython knows an object, which is in memory then."""
        if id(value) not in self._known:
            self._known[id(value)] = self._made(value)
        return struct.pack("<I", self._known[id(value)])

    def _made(self, value):
        if value is None:
            return NONE
        if isinstance(value, bool):
            return TRUE if value else FALSE
        if isinstance(value, int):
            if -LARGEST <= value < LARGEST:
                return (value << 1 | 1) & 0xFFFFFFFF
            digits = self._put(abs(value).to_bytes(8, "little"))
            return self._put(struct.pack("<4I", 0, value < 0, 2, digits))
        if isinstance(value, list):
            items = self._put(b"".join(map(self._word, value)))
            return self._put(struct.pack("<4I", 0, 0, len(value), items))
        if callable(value):
            self.functions.add(KERNELS[value])
            return self._put(struct.pack("<4I", 0, 0, 0, self._places[KERNELS[value]]))
        view = memoryview(value)
        items = self._put(view.cast("B") if view.nbytes else b"")
        self._buffers.append((value, items - MEMORY, view.nbytes))
        return self._put(struct.pack("<4I", 0, 0, len(view), items))


class Twice:
    """In place of the decorator `viper`: makes each call twice, also on `native`. `calls` counts them, by kernel."""

    def __init__(self, native):
        self._native = native
        self.calls = {}
        self._inside = False

    def viper(self, function):
        kernel = function.__module__, function.__name__
        if kernel[0] == "glowgrid._on_device":  # as the library has the firmware's own package
            kernel = "glowgrid.__init__", kernel[1]
        if kernel not in self._native.kernels:  # only kernels call it, and have it inside
            return function

        @functools.wraps(function)
        def call(*arguments):
            if self._inside:
                return function(*arguments)
            there, buffers = self._native.call(kernel, arguments)
            self._inside = True
            try:
                here = function(*arguments)
            finally:
                self._inside = False
            assert here == there, f"{kernel}: {there} as native code, {here} here"
            for at, (buffer, content) in enumerate(buffers):
                assert bytes(memoryview(buffer).cast("B")) == content, f"{kernel}: buffer {at} differs"
            self.calls[kernel] = self.calls.get(kernel, 0) + 1
            return here

        KERNELS[call] = kernel
        return call


def run_twice(native, program):
    """Run a program whose kernels are called here and on `native`. Return how often each was, {(module, name): calls}.

    native: has `kernels`, `call` and `functions` like Arm.
    """
    twice = Twice(native)
    micropython_shim.viper = twice.viper
    for name in [name for name in sys.modules if name.partition(".")[0] == "glowgrid"]:
        del sys.modules[name]  # the tools have imported it with plain kernels
    with contextlib.redirect_stdout(io.StringIO()):
        exec(program, {})
    return {kernel: twice.calls.get(kernel, 0) for kernel in {*twice.calls, *native.functions}}


def main(architecture, program):
    made = built.read(architecture)
    codes = {(module, name): blob.code for module in made for name, blob in built.kernels_of(made, module).items()}
    arm = Arm(architecture, codes)
    for (module, name), calls in sorted(run_twice(arm, program).items()):
        print(module, name, calls)
    arm.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
