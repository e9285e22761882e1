"""Turn an object file into functions, and these into code that runs at any address.

A kernel has no data and needs no relocation. The only relocations in an object file of kernels are calls between
functions, relative to the caller; they are resolved here: for a blob, the code of a kernel and of all that it calls, or
for all functions together (placed.py).
"""

import io
from typing import NamedTuple

from host_sim.cli.errors import ToolError

_JUMPS = (
    10,
    30,
)  # relocations of BL, and of B.W, a call that ends a function ("ELF for the Arm Architecture", table 4-14)
WORD = 4


class Section(NamedTuple):
    """The code of one function: its bytes, its stack in bytes, and its calls, {called function: places in the code}."""

    code: bytes
    stack: int
    calls: dict


class Blob(NamedTuple):
    """Code, and the most bytes of C stack that it takes, not counting functions passed to it."""

    code: bytes
    stack: int


def needed(sections, names):
    """Return the names of these functions and of all that they call, each once. Raises ToolError if one is missing."""
    order = list(names)
    for each in order:
        if each not in sections:
            raise ToolError(f"kernel {order[0]} needs {each}, which is not in its file")
        order.extend(called for called in sections[each].calls if called not in order)
    return order


def blob(sections, name):
    """Return the Blob of a function, from {name: Section}. Raises ToolError if it calls itself."""
    starts, size = {}, 0
    for each in needed(sections, [name]):
        starts[each] = size
        size += padded(sections[each].code)
    code = bytearray(size)
    join(code, {each: (start, sections[each]) for each, start in starts.items()})
    return Blob(bytes(code), _depth(sections, name, ()))


def padded(code):
    """Return how many bytes code takes if the next function begins at a word."""
    return len(code) + -len(code) % WORD


def join(code, placed):
    """Put functions into a bytearray, {name: (where it starts, Section)}, so that they call each other there."""
    for start, section in placed.values():
        code[start : start + len(section.code)] = section.code
        for called, places in section.calls.items():
            for at in (start + place for place in places):
                code[at : at + 4] = _jump(code[at : at + 4], placed[called][0] - at - 4)


def _depth(sections, name, callers):
    """Return the most bytes of stack that a function and all that it calls take."""
    if name in callers:
        raise ToolError(f"kernel {name} calls itself")
    deepest = max([_depth(sections, called, (*callers, name)) for called in sections[name].calls], default=0)
    return sections[name].stack + deepest


def _jump(instruction, distance):
    """Return this jump (four bytes: BL or B.W) to an address at another distance from the next instruction."""
    high, low = distance >> 12 & 0x7FF, distance >> 1 & 0x7FF
    kind = int.from_bytes(instruction[2:], "little") & 0xD000 | 0x2800
    return (0xF000 | high).to_bytes(2, "little") + (kind | low).to_bytes(2, "little")


def sections_of(object_file, stacks=True):
    """Return {name: Section} of all functions in an object file. Raises ToolError if one has data or needs relocation.

    stacks: False if the compiler did not record stack sizes; they are then 0.
    """
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
                if relocation["r_info_type"] not in _JUMPS:
                    raise ToolError(f"kernels need a relocation of type {relocation['r_info_type']} for {name}")
                calls.setdefault(section["sh_info"], {}).setdefault(name, []).append(relocation["r_offset"])
    return {
        sections[i].name[len(".text.") :]: Section(code[i], stack[i] if stacks else 0, calls.get(i, {})) for i in code
    }


def _uleb128(data):
    number = 0
    for i, byte in enumerate(data):
        number |= (byte & 127) << 7 * i
        if byte < 128:
            return number
    raise ToolError("a stack size without an end")
