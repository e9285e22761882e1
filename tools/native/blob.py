"""Turn an object file into blobs: the code of a kernel and of all that it calls, which runs at any address.

A blob has no data and needs no relocation. The only relocations in an object file of kernels are calls between
functions, relative to the caller; they are resolved here.
"""

import io
from typing import NamedTuple

from host_sim.errors import ToolError

# The instruction that each relocation is for, to the next address ("ELF for the Arm Architecture", table 4-14): BL, and
# B.W, which armv7em has for a call that is the last thing a function does.
_JUMPS = {10: 0xF000F800, 30: 0xF000B800}
WORD = 4


class Blob(NamedTuple):
    """Code, and the most bytes of C stack that it takes, not counting functions passed to it."""

    code: bytes
    stack: int


class _Section(NamedTuple):
    """The code of one function: its bytes, its stack in bytes, and its calls, (place, called symbol, instruction)."""

    code: bytes
    stack: int
    calls: list


def blobs(object_file, names, stacks=True):
    """Return {name: Blob} for these functions of an object file. Raises ToolError if one has data or needs relocation.

    stacks: False if the compiler did not record stack sizes; they are then 0.
    """
    sections = _sections(object_file, stacks)
    return {name: _blob(sections, name) for name in names}


def _blob(sections, name):
    order = [name]
    for each in order:
        if each not in sections:
            raise ToolError(f"kernel {name} needs {each}, which is not in its file")
        order.extend(called for _, called, _ in sections[each].calls if called not in order)
    starts, code = {}, bytearray()
    for each in order:
        starts[each] = len(code)
        code += sections[each].code + bytes(-len(sections[each].code) % WORD)
    for each in order:
        for place, called, jump in sections[each].calls:
            at = starts[each] + place
            code[at : at + 4] = _jump(jump, starts[called] - at - 4)
    return Blob(bytes(code), _depth(sections, name, ()))


def _depth(sections, name, callers):
    """Return the most bytes of stack that a function and all that it calls take."""
    if name in callers:
        raise ToolError(f"kernel {name} calls itself")
    deepest = max([_depth(sections, called, (*callers, name)) for _, called, _ in sections[name].calls], default=0)
    return sections[name].stack + deepest


def _jump(instruction, distance):
    """Return a jump, of _JUMPS, to an address at this distance from the next instruction."""
    high, low = distance >> 12 & 0x7FF, distance >> 1 & 0x7FF
    return (instruction >> 16 | high).to_bytes(2, "little") + (instruction & 0xFFFF | low).to_bytes(2, "little")


def _sections(object_file, stacks):
    """Return {name: _Section} of all functions in an object file, each in a section .text.NAME."""
    from elftools.elf.elffile import ELFFile  # from the extra `native`: not installed for builds alone
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
                if not (jump := _JUMPS.get(relocation["r_info_type"])):
                    raise ToolError(f"kernels need a relocation of type {relocation['r_info_type']} for {name}")
                calls.setdefault(section["sh_info"], []).append((relocation["r_offset"], name, jump))
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
