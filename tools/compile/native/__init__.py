"""Compile kernels from their Python text: the build puts native code where mpy-cross would put viper's.

For armv6m, the RP2040's cores, and for armv7em, which the RP2350's Arm cores run.

They are also compiled for MicroPython's WebAssembly port, which has no viper, and for the machine at hand, where tools
call them from CPython.

kernels.py     finds the kernels of the firmware, and which of them Python calls
translate.py   a kernel to C; it defines the supported subset of Python
compiler.py    C to object files and to WebAssembly: the pinned compiler
blob.py        an object file to functions, and these to code for any address: no relocations, no data
built.py       the code that is kept in the repository, and whether it is up to date
placed.py      the code of all kernels in one piece, which runs where it lies in the flash
splice.py      a module whose kernels are native code, in its .mpy or in that piece
webassembly.py all kernels as one WebAssembly module, kernels.wasm, kept like the code
host.py        a kernel as a library of this machine: library(module, kernel) returns a function
"""
