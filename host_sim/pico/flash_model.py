"""A physical model of the Pico's flash chip: operations take time, and a power cut tears the current one.

`operations` lists every erase and program since power-up, so that a test can cut the power at each of them, on the
emulator (`cut_at`) or by replaying them onto a snapshot (`replay`).
"""

import random
from typing import NamedTuple

from rp2040py.peripherals.ssi import CMD_BLOCK_ERASE, CMD_PAGE_PROGRAM, CMD_READ_STATUS_1, CMD_SECTOR_ERASE

BUSY_BIT = 1  # of status register 1
SIZES = {CMD_PAGE_PROGRAM: 256, CMD_SECTOR_ERASE: 4096, CMD_BLOCK_ERASE: 65536}
TYPICAL_NS = {  # typical times of the W25Q16JV on the Pico, its data sheet section 9.6
    CMD_PAGE_PROGRAM: 400_000,
    CMD_SECTOR_ERASE: 45_000_000,
    CMD_BLOCK_ERASE: 150_000_000,
}
LONGEST_NS = {CMD_PAGE_PROGRAM: 3_000_000, CMD_SECTOR_ERASE: 400_000_000, CMD_BLOCK_ERASE: 2_000_000_000}  # the same
WAYS = ("before", "torn", "after")


class Operation(NamedTuple):
    """One erase or program: when it began, its opcode (2 program, 0x20 and 0xD8 erase), where, the bytes programmed."""

    start_ns: int
    opcode: int
    address: int
    data: bytes

    def applied_to(self, old: bytes) -> bytes:
        """Return the new bytes from `address` on; an erase covers `SIZES[opcode]` bytes."""
        if self.opcode != CMD_PAGE_PROGRAM:
            return b"\xff" * len(old)
        return bytes(a & b for a, b in zip(old, self.data))

    @property
    def size(self) -> int:
        """Bytes it touches."""
        return len(self.data) if self.opcode == CMD_PAGE_PROGRAM else SIZES[self.opcode]


class FlashModel:
    """The flash chip of `pico`, with `cache` as the core's flash cache; a new one is made at every power-up.

    operations: the list of `Operation`s since then. times: opcode -> ns that one takes; `slow`: the longest that the
    data sheet allows.
    """

    def __init__(self, pico, cache=None, slow=False):
        self.times = LONGEST_NS if slow else TYPICAL_NS
        self._pico = pico
        self._cache = cache
        self._clock = pico.clock
        self._ssi = pico.mcu.ssi
        self._flash = pico.mcu.flash
        self._busy_until = 0
        self._under_way = None  # (operation, the bytes it overwrote)
        self._cut = None
        self.operations = []
        self._shift_byte = self._ssi._shift_byte
        self._apply_command = self._ssi._apply_command
        self._ssi._shift_byte = self._shift
        self._ssi._apply_command = self._apply

    def cut_at(self, number: int, way: str = "torn") -> None:
        """Cut the power at the operation with this number, counted from 0 over `operations`.

        `way`: "before" it begins, "torn" in the middle (each bit has reached its new value or not, at random,
        seeded by `number` alone), or right "after" it. The current run then raises `PowerCut`.
        """
        if way not in WAYS:
            raise ValueError(f"cannot cut the power {way!r}; expected one of {', '.join(WAYS)}")
        self._cut = (number, way)

    def power_lost(self) -> None:
        """The power fails now: the current operation is torn at the point it has reached."""
        if self._under_way and self._clock.nanos < self._busy_until:
            operation, old = self._under_way
            done = (self._clock.nanos - operation.start_ns) / self.times[operation.opcode]
            self._write(operation.address, torn(operation, old, done, len(self.operations)))
        self._under_way = None

    def _apply(self):
        command = bytes(self._ssi._tx_buffer)
        if not command or command[0] not in SIZES or len(command) < 4 or not self._ssi._write_enabled:
            self._apply_command()
            return
        operation = _operation(command, round(self._clock.nanos))
        number = len(self.operations)
        cut = self._cut[1] if self._cut and self._cut[0] == number else None
        if cut != "before":
            self.operations.append(operation)
            old = bytes(self._flash[operation.address : operation.address + operation.size])
            self._apply_command()
            if self._cache:
                self._cache.flush()
            self._under_way = (operation, old)
            self._busy_until = self._clock.nanos + self.times[operation.opcode]
            if cut == "torn":
                self._write(operation.address, torn(operation, old, 0.5, number))
        if cut:
            self._under_way = None
            self._pico.cut_power(f"power cut {cut} flash operation {number}")

    def _shift(self, byte):
        answer = self._shift_byte(byte)
        command = self._ssi._tx_buffer
        if command[0] == CMD_READ_STATUS_1 and len(command) > 1 and self._clock.nanos < self._busy_until:
            self._pass_time()
            if self._clock.nanos < self._busy_until:
                answer |= BUSY_BIT
        return answer

    def _pass_time(self):
        """Skip the busy time in one step for the CPU, which only polls; the rest of the chip runs on.

        Emulating the polling loop would take most of a second for each erased sector. This stops where the run should
        stop, and the CPU then polls again.
        """
        clock = self._clock
        while clock.nanos < self._busy_until and not self._pico.stopping:
            step = self._busy_until - clock.nanos
            if clock.has_scheduled_alarm:
                step = min(step, clock.nanos_to_next_alarm)
            clock.tick(step)
            for pio in self._pico.mcu.pio:
                if not pio.stopped:
                    pio.advance(int(step / 8))

    def _write(self, address, content):
        self._flash[address : address + len(content)] = content


def torn(operation: Operation, old: bytes, done: float, seed: int) -> bytes:
    """Return the bytes left by an operation cut after `done` (0..1) of its time."""
    new = operation.applied_to(old)
    chance = random.Random(seed)
    content = bytearray(old)
    for i in range(len(old)):
        if old[i] != new[i]:
            mask = sum(1 << bit for bit in range(8) if chance.random() < done)
            content[i] = (old[i] & ~mask) | (new[i] & mask)
    return bytes(content)


def replay(flash: bytes, operations, number: int, way: str = "torn") -> bytes:
    """Return the flash after a power cut at operation `number` of `operations`, applied to `flash`; see `cut_at`."""
    content = bytearray(flash)
    upto = number + (way == "after")
    for operation in operations[:upto]:
        end = operation.address + operation.size
        content[operation.address : end] = operation.applied_to(content[operation.address : end])
    if way == "torn":
        operation = operations[number]
        end = operation.address + operation.size
        content[operation.address : end] = torn(operation, bytes(content[operation.address : end]), 0.5, number)
    return bytes(content)


def _operation(command: bytes, now_ns: int) -> Operation:
    address = int.from_bytes(command[1:4], "big")
    if command[0] == CMD_PAGE_PROGRAM:
        return Operation(now_ns, command[0], address, command[4 : 4 + SIZES[CMD_PAGE_PROGRAM]])
    return Operation(now_ns, command[0], address & ~(SIZES[command[0]] - 1), b"")
