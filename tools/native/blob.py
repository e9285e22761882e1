"""An object file to blobs: the code of a kernel and of all that it calls, which runs wherever it is loaded.

A blob has no data of its own and nothing in it must be adapted to its address. The only relocations that an object
file of kernels has are calls between functions, relative to the place they are called from; they are filled in here.
"""

import io
from typing import NamedTuple

from host_sim.errors import ToolError

R_ARM_THM_CALL = 10  # "ELF for the Arm Architecture", table 4-14
WORD = 4


class Blob(NamedTuple):
    """Code, and how many bytes of the C stack it takes at most, functions that were handed over not counted."""

    code: bytes
    stack: int


class _Section(NamedTuple):
    """The code of one function: its bytes, bytes of its stack, and its calls, (place, symbol called)."""

    code: bytes
    stack: int
    calls: list


def blobs(object_file, names, stacks=True):
    """{name: Blob} for these functions of an object file. Raises ToolError if one has data or needs relocation.

    stacks: False if the compiler did not write down how much of the stack they take; they are given as 0.
    """
    sections = _sections(object_file, stacks)
    return {name: _blob(sections, name) for name in names}


def _blob(sections, name):
    order = [name]
    for each in order:
        if each not in sections:
            raise ToolError(f"kernel {name} needs {each}, which is not in its file")
        order.extend(called for _, called in sections[each].calls if called not in order)
    starts, code = {}, bytearray()
    for each in order:
        starts[each] = len(code)
        code += sections[each].code + bytes(-len(sections[each].code) % WORD)
    for each in order:
        for place, called in sections[each].calls:
            at = starts[each] + place
            code[at : at + 4] = _call(starts[called] - at - 4)
    return Blob(bytes(code), _depth(sections, name, ()))


def _depth(sections, name, callers):
    """Bytes of stack that a function and all that it calls take at most."""
    if name in callers:
        raise ToolError(f"kernel {name} calls itself")
    deepest = max([_depth(sections, called, (*callers, name)) for _, called in sections[name].calls], default=0)
    return sections[name].stack + deepest


def _call(distance):
    """The instruction BL to an address so many bytes from the one behind it."""
    high, low = distance >> 12 & 0x7FF, distance >> 1 & 0x7FF
    return (0xF000 | high).to_bytes(2, "little") + (0xF800 | low).to_bytes(2, "little")


def _sections(object_file, stacks):
    """{name: _Section} of all functions in an object file, each in a section .text.NAME."""
    from elftools.elf.elffile import ELFFile  # of the extra `native`: not there for who only builds
    from elftools.elf.relocation import RelocationSection

    elf = ELFFile(io.BytesIO(object_file))
    sections = list(elf.iter_sections())
    code, stack, calls = {}, {}, {}
    for i, section in enumerate(sections):
        if section.name.startswith(".text."):
            code[i] = section.data()
        elif section.name == ".stack_sizes":
            stack[section["sh_link"]] = _uleb128(section.data()[WORD:])
        elif section["sh_size"] and section.name.startswith((".data", ".bss", ".rodata", ".ARM.extab")):
            raise ToolError(f"kernels have data of their own: section {section.name}")
    for section in sections:
        if isinstance(section, RelocationSection) and section["sh_info"] in code:
            symbols = sections[section["sh_link"]]
            for relocation in section.iter_relocations():
                name = symbols.get_symbol(relocation["r_info_sym"]).name
                if relocation["r_info_type"] != R_ARM_THM_CALL:
                    raise ToolError(f"kernels need a relocation of type {relocation['r_info_type']} for {name}")
                calls.setdefault(section["sh_info"], []).append((relocation["r_offset"], name))
    return {
        sections[i].name[len(".text.") :]: _Section(code[i], stack[i] if stacks else 0, calls.get(i, [])) for i in code
    }


def _uleb128(data):
    number = 0
    for i, byte in enumerate(data):
        number |= (byte & 127) << 7 * i
        if byte < 128:
            return number
    raise ToolError("a stack size without an end")
