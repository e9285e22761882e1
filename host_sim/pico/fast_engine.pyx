# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""`Engine` of engine.py, compiled: the same steps in the same order, bit for bit, in a seventh of the time.

And, where it is asked for, the cache between core and flash, without which flash is as quick as RAM.

The classes below are those of rp2040py's compiled modules; `fast.py` builds and loads all of them together.
"""

from rp2040py.native._cortex_m0_core cimport CortexM0Core
from rp2040py.native._pio cimport RPPIO
from rp2040py.native._rp2040 cimport RP2040
from rp2040py.native._simulation_clock cimport SimulationClock

cdef double CYCLE_NS = 8
cdef enum:
    SETS = 1024
    # A word from the flash: 8 clocks for its address, 4 of waiting, 8 for the data; each two cycles of the core. Then
    # some 8 cycles to begin and to end.
    MISS_CYCLES = 48
    STALL_PIECE = 2


cdef class Cache:
    """The cache between core and flash: 16 KB, two ways, lines of 8 bytes, each half of a line fetched by itself.

    RP2040 data sheet, section 2.6.3. That halves are fetched apart was measured by others (pico-sdk, issue 1182); that
    the older of two lines goes is assumed.
    """

    cdef unsigned int tags[2][SETS]
    cdef unsigned char halves[2][SETS]
    cdef unsigned char older[SETS]
    cdef readonly unsigned long long misses

    def __init__(self):
        self.flush()

    cpdef flush(self):
        """Forget all, as the chip does after each erase and program."""
        cdef int number
        for number in range(SETS):
            self.halves[0][number] = self.halves[1][number] = self.older[number] = 0
            self.tags[0][number] = self.tags[1][number] = 0

    cpdef int look(self, unsigned int address):
        """A read of a word or less. Returns the cycles that it takes longer than from RAM."""
        cdef unsigned int number = address >> 3 & SETS - 1, tag = address >> 13
        cdef unsigned char half = 1 << (address >> 2 & 1)
        cdef int way
        if address >> 24 != 0x10:
            return 0
        for way in range(2):
            if self.halves[way][number] and self.tags[way][number] == tag:
                break
        else:
            way = self.older[number]
            self.tags[way][number], self.halves[way][number] = tag, 0
        self.older[number] = 1 - way
        if self.halves[way][number] & half:
            return 0
        self.halves[way][number] |= half
        self.misses += 1
        return MISS_CYCLES

    cdef int look_for(self, CortexM0Core core):
        """The instruction that is next, and what it loads."""
        cdef unsigned int pc = core.registers[15], opcode, base, number
        cdef int cycles = self.look(pc)
        if pc >> 24 == 0x10:
            opcode = core.rp2040._flash[pc & 0xFFFFFF] | core.rp2040._flash[(pc & 0xFFFFFF) + 1] << 8
            if opcode >> 11 > 28:  # of two halves
                return cycles + self.look(pc + 2)
        else:
            opcode = core.rp2040.read_uint16(pc)
        if opcode >> 11 == 0b01001:  # LDR from a pool beside the code
            return cycles + self.look((pc + 4 & 0xFFFFFFFC) + (opcode & 0xFF) * 4)
        base = core.registers[opcode >> 3 & 7]
        if 0x5600 <= opcode < 0x6000:  # LDRSB to LDRSH, at the sum of two registers
            return cycles + self.look(base + core.registers[opcode >> 6 & 7])
        if opcode >> 11 == 0b01101:  # LDR
            return cycles + self.look(base + (opcode >> 6 & 31) * 4)
        if opcode >> 11 == 0b01111:  # LDRB
            return cycles + self.look(base + (opcode >> 6 & 31))
        if opcode >> 11 == 0b10001:  # LDRH
            return cycles + self.look(base + (opcode >> 6 & 31) * 2)
        if opcode >> 11 == 0b11001:  # LDM
            base = core.registers[opcode >> 8 & 7]
            for number in range(8):
                if opcode >> number & 1:
                    cycles += self.look(base)
                    base += 4
        return cycles


cdef class Engine:
    cdef public RP2040 rp2040
    cdef public SimulationClock clock
    cdef public bint stopped, stop_asked, handed_over
    cdef public Cache cache  # None: the flash is as quick as RAM

    def __init__(self, mcu):
        self.rp2040 = mcu
        self.clock = mcu.clock
        self.stopped = self.stop_asked = True
        self.handed_over = False

    def hand_over(self):
        self.handed_over = self.stopped = True

    cdef int spend(self, long long cycles) except -1:
        """Let these cycles of the core pass on the clock."""
        cdef SimulationClock clock = self.clock
        cdef double then = clock._nanos_counter + cycles * CYCLE_NS
        if clock._next_alarm is None or clock._next_alarm.nanos > then:
            clock._nanos_counter = then
        else:
            clock.tick(cycles * CYCLE_NS)

    def execute(self):
        cdef CortexM0Core core = self.rp2040.core
        cdef Cache cache = self.cache
        cdef SimulationClock clock = self.clock
        cdef RPPIO first, second
        cdef double step
        cdef long long cycles, stall
        first, second = self.rp2040.pio
        while not self.stopped:
            if core.waiting:
                step = 0 if clock._next_alarm is None else clock._next_alarm.nanos - clock._nanos_counter
                clock.tick(step)
                cycles = <long long>(step / CYCLE_NS) or 1
            else:
                stall = cache.look_for(core) if cache is not None else 0
                while stall > 0:  # in pieces: a PIO that advances by more than a few cycles tells wrong times
                    self.spend(STALL_PIECE)
                    if not first.stopped:
                        first.advance(STALL_PIECE)
                    if not second.stopped:
                        second.advance(STALL_PIECE)
                    stall -= STALL_PIECE
                cycles = core.execute_instruction()
                self.spend(cycles)
            if not first.stopped:
                first.advance(cycles)
            if not second.stopped:
                second.advance(cycles)
