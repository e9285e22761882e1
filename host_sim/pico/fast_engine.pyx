# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""`Engine` of engine.py, compiled: the same steps in the same order, bit for bit, in a fraction of the time.

`Divider` does for the chip's divider what quick_sio.py does, `Pacing` is that of pio_clock.py. And, where it is asked
for, there is the cache between core and flash, without which flash is as quick as RAM.

The classes below are those of rp2040py's compiled modules; `fast.py` builds and loads all of them together.
"""

cimport cython
from rp2040py.native._cortex_m0_core cimport DISPATCH_TABLE, CortexM0Core, OpHandler
from rp2040py.native._pio cimport RPPIO
from rp2040py.native._rp2040 cimport RP2040
from rp2040py.native._simulation_clock cimport ClockAlarm, SimulationClock

cdef double CYCLE_NS = 8
cdef long long SOON = 1 << 48  # of pio_clock.py
cdef enum:
    RAM = 0x20000000
    FLASH = 0x10000000
    SP = 13
    LR = 14
    PC = 15
    SIO = 0xD0000000  # and its registers
    CPUID = 0
    DIV_UDIVIDEND = 0x60
    DIV_UDIVISOR = 0x64
    DIV_SDIVIDEND = 0x68
    DIV_SDIVISOR = 0x6C
    DIV_QUOTIENT = 0x70
    DIV_REMAINDER = 0x74
    DIV_CSR = 0x78
    TIMERAWL = 0x40054028
    SETS = 1024
    # A word from the flash: 8 clocks for its address, 4 of waiting, 8 for the data; each two cycles of the core. Then
    # some 8 cycles to begin and to end.
    MISS_CYCLES = 48
    STALL_PIECE = 2


@cython.final
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
            return cycles + self.look((pc + 4 & 0xFFFFFFFCU) + (opcode & 0xFF) * 4)
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


@cython.final
cdef class Divider:
    """SIO of the chip: its divider here, all else in `rest`, an SIO of rp2040py.

    MicroPython divides 60,000 times a second, in five accesses each.
    """

    cdef object rest
    cdef CortexM0Core core
    cdef long long dividend, divisor, quotient, remainder
    cdef unsigned int csr

    def __init__(self, rest):
        self.rest = rest
        self.core = rest.rp2040.core
        self._clear()

    def __getattr__(self, name):
        return getattr(self.rest, name)

    def reset(self):
        """Switch on again: all registers as at power-up."""
        self.rest.reset()
        self._clear()

    cdef _clear(self):
        self.dividend = self.quotient = self.remainder = self.csr = 0
        self.divisor = 1

    cdef inline void divide(self, bint signed) noexcept:
        """Divide what stands in the registers, towards zero; 8 cycles."""
        cdef long long dividend, divisor
        if self.divisor == 0:
            self.quotient = -1 if self.dividend > 0 else 1
            self.remainder = self.dividend
        else:
            dividend, divisor = <unsigned int>self.dividend, <unsigned int>self.divisor
            if signed:
                dividend, divisor = <int>self.dividend, <int>self.divisor
            self.quotient = dividend // divisor  # as in C, towards zero
            self.remainder = dividend % divisor
        self.csr = 0b11
        self.core.cycles += 8

    def read_uint32(self, unsigned int offset):
        return self.get(offset) if self.has(offset) else self.rest.read_uint32(offset)

    def write_uint32(self, unsigned int offset, long long value):
        if self.has(offset):
            self.put(offset, value)
        else:
            self.rest.write_uint32(offset, value)

    cdef inline bint has(self, unsigned int offset) noexcept:
        """Return whether a register of SIO is here: the number of the core, which MicroPython reads often, is, too."""
        return DIV_UDIVIDEND <= offset <= DIV_CSR or offset == CPUID

    cdef inline long long get(self, unsigned int offset) noexcept:
        if offset == CPUID:
            return 0
        if offset == DIV_CSR:
            return self.csr
        if offset == DIV_REMAINDER:
            return self.remainder
        if offset == DIV_QUOTIENT:
            self.csr &= ~0b10
            return self.quotient
        return self.dividend if offset == DIV_UDIVIDEND or offset == DIV_SDIVIDEND else self.divisor

    cdef inline void put(self, unsigned int offset, long long value) noexcept:
        if offset == DIV_CSR or offset == CPUID:  # read only
            return
        if offset == DIV_QUOTIENT:
            self.quotient, self.csr = value, 0b11
        elif offset == DIV_REMAINDER:
            self.remainder, self.csr = value, 0b11
        else:
            if offset == DIV_UDIVIDEND or offset == DIV_SDIVIDEND:
                self.dividend = value
            else:
                self.divisor = value
            self.divide(offset == DIV_SDIVIDEND or offset == DIV_SDIVISOR)


@cython.final
cdef class Pacing:
    """That of pio_clock.py."""

    cdef CortexM0Core core
    cdef SimulationClock clock
    cdef RPPIO first, second
    cdef ClockAlarm alarm
    cdef object hand_over
    cdef bint awake, fresh

    def __init__(self, mcu, hand_over):
        self.core, self.clock = mcu.core, mcu.clock
        self.first, self.second = mcu.pio
        self.hand_over = hand_over
        self.alarm = self.clock.create_alarm(self.tick)
        self.awake, self.fresh = False, True

    def wake(self):
        """Go on, if it rests: a machine may have work."""
        if not self.awake:
            self.awake = self.fresh = True
            self.clock.link_alarm(CYCLE_NS, self.alarm)

    def tick(self):
        """The alarm goes off."""
        cdef long long cycles = 1, wait
        if self.core.waiting:
            self.awake = False
            self.hand_over()
            return
        if self.fresh:
            wait = min(waits(self.first), waits(self.second))
            if wait >= SOON:
                self.awake = False
                return
            cycles = max((wait + 255 >> 8) - 1, 1)
        self.fresh = not self.fresh
        self.clock.link_alarm(cycles * CYCLE_NS, self.alarm)


cdef inline long long waits(RPPIO pio) noexcept:
    """Return the cycles, times 256, to the next due instruction, by PIO's own clock."""
    return SOON if pio.stopped else pio.next_due_fp - pio.cycle_fp


cdef inline int go_on(RPPIO pio, long long cycles) except -1:
    """Let a PIO block advance; mostly no instruction of it is due."""
    cdef long long then = pio.cycle_fp + (cycles << 8)
    if not pio.stopped:
        if then < pio.next_due_fp:
            pio.cycle_fp = then
        else:
            pio.advance(cycles)
    return 0


@cython.final
cdef class Memory:
    """Flash and RAM of the chip as plain bytes; 0 or NULL stands for: ask rp2040py."""

    cdef unsigned char *flash
    cdef unsigned char *ram
    cdef unsigned int flash_size, ram_size

    def __init__(self, RP2040 mcu):
        self.flash, self.flash_size = &mcu._flash[0], mcu.flash_byte_size
        self.ram, self.ram_size = &mcu._sram[0], mcu.ram_byte_size

    cdef inline unsigned char *to_read(self, unsigned int address) noexcept:
        if address - FLASH < self.flash_size:
            return self.flash + (address - FLASH)
        return self.to_write(address)

    cdef inline unsigned char *to_write(self, unsigned int address) noexcept:
        return self.ram + (address - RAM) if address - RAM < self.ram_size else NULL


cdef inline unsigned int half_at(unsigned char *at) noexcept:
    return at[0] | at[1] << 8


cdef inline unsigned int word_at(unsigned char *at) noexcept:
    return at[0] | at[1] << 8 | at[2] << 16 | <unsigned int>at[3] << 24


cdef inline void put_word(unsigned char *at, unsigned int value) noexcept:
    at[0], at[1], at[2], at[3] = value & 255, value >> 8 & 255, value >> 16 & 255, value >> 24


cdef inline unsigned int address_of(unsigned int *registers, unsigned int opcode) noexcept:
    """Return the address of LDR and STR of a word: beside the stack pointer, or beside another register."""
    if opcode >> 15:
        return registers[SP] + (opcode & 255) * 4
    return registers[opcode >> 3 & 7] + (opcode >> 6 & 31) * 4


cdef inline int register_of(unsigned int opcode) noexcept:
    """Return the number of the register that LDR and STR of a word load and store."""
    return opcode >> 8 & 7 if opcode >> 15 else opcode & 7


cdef inline int bits_of(unsigned int bits) noexcept:
    """Return how many bits are set."""
    cdef int count = 0
    while bits:
        count += bits & 1
        bits >>= 1
    return count


cdef inline bint holds(CortexM0Core core, unsigned int condition) noexcept:
    """Return whether a condition of a branch holds."""
    cdef bint result
    cdef unsigned int base = condition >> 1
    if base == 0:
        result = core.z
    elif base == 1:
        result = core.c
    elif base == 2:
        result = core.n
    elif base == 3:
        result = core.v
    elif base == 4:
        result = core.c and not core.z
    elif base == 5:
        result = core.n == core.v
    else:
        result = core.n == core.v and not core.z
    return result != (condition & 1)


cdef inline unsigned int added(CortexM0Core core, unsigned int one, unsigned int other) noexcept:
    """Return a sum; it sets the flags."""
    cdef unsigned int result = one + other
    core.n, core.z, core.c = result >> 31, result == 0, result < one
    core.v = (one ^ result) & (other ^ result) & 0x80000000U != 0
    return result


cdef inline unsigned int subtracted(CortexM0Core core, unsigned int one, unsigned int other) noexcept:
    """Return a difference; it sets the flags."""
    cdef unsigned int result = one - other
    core.n, core.z, core.c = result >> 31, result == 0, one >= other
    core.v = (one ^ other) & (one ^ result) & 0x80000000U != 0
    return result


cdef inline int compute(CortexM0Core core, unsigned int opcode) noexcept:
    """Execute an instruction that computes, if it is a frequent one; return the cycles it takes, else 0."""
    cdef unsigned int *registers = &core.registers[0]
    cdef unsigned int top = opcode >> 11, byte = opcode & 255, shift = opcode >> 6 & 31
    cdef unsigned int to = opcode & 7, wide = opcode >> 8 & 7
    cdef unsigned int given = registers[opcode >> 3 & 7], other, result
    if top == 0b00101:  # CMP
        subtracted(core, registers[wide], byte)
    elif top == 0b00110:  # ADDS
        registers[wide] = added(core, registers[wide], byte)
    elif top == 0b00111:  # SUBS
        registers[wide] = subtracted(core, registers[wide], byte)
    elif top == 0b00011:  # ADDS, SUBS
        other = opcode >> 6 & 7
        if not opcode >> 10 & 1:
            other = registers[other]
        registers[to] = subtracted(core, given, other) if opcode >> 9 & 1 else added(core, given, other)
    elif opcode >> 6 == 0b0100001010:  # CMP
        subtracted(core, registers[to], given)
    elif opcode >> 8 == 0b01000110:  # MOV
        to |= opcode >> 4 & 8
        if to >= SP or opcode >> 3 & 15 == PC:
            return 0
        registers[to] = registers[opcode >> 3 & 15]
    elif top < 2 or top == 0b00100 or opcode >> 6 == 0b0100001000:
        if top == 0b00100:  # MOVS
            result = registers[wide] = byte
        elif top == 0b00000:  # LSLS
            result = registers[to] = given << shift
            if shift:
                core.c = given >> (32 - shift) & 1
        elif top == 0b00001:  # LSRS
            result = registers[to] = given >> shift if shift else 0
            core.c = given >> (shift - 1 if shift else 31) & 1
        else:  # TST
            result = registers[to] & given
        core.n, core.z = result >> 31, result == 0
    else:
        return 0
    return 1


@cython.final
cdef class Engine:
    cdef public RP2040 rp2040
    cdef public SimulationClock clock
    cdef public bint stopped, stop_asked, handed_over
    cdef public Cache cache  # None: the flash is as quick as RAM
    cdef Memory memory
    cdef Divider divider
    cdef object timer

    def __init__(self, mcu):
        self.rp2040 = mcu
        self.timer = mcu.timer
        self.divider = mcu.sio
        self.clock = mcu.clock
        self.memory = Memory(mcu)
        self.stopped = self.stop_asked = True
        self.handed_over = False

    def hand_over(self):
        self.handed_over = self.stopped = True

    cdef inline int spend(self, long long cycles) except -1:
        """Let these cycles of the core pass on the clock."""
        cdef SimulationClock clock = self.clock
        cdef double then = clock._nanos_counter + cycles * CYCLE_NS
        if clock._next_alarm is None or clock._next_alarm.nanos > then:
            clock._nanos_counter = then
        else:
            clock.tick(cycles * CYCLE_NS)

    cdef unsigned int micros(self) except? 0:
        """Return what TIMERAWL reads: drivers of keys ask 100,000 times a second whether a line has settled."""
        return <unsigned int><long long>((self.clock._nanos_counter - <double>self.timer._epoch_nanos) / 1000)

    cdef int step(self, CortexM0Core core) except -1:
        """Execute one instruction; return the cycles it takes.

        What is most frequent is done here: it takes half the time of rp2040py's handlers, which do the rest.
        """
        cdef unsigned int *registers = &core.registers[0]
        cdef unsigned int pc = registers[PC] & 0xFFFFFFFEU, opcode, address, top
        cdef unsigned char *at = self.memory.to_read(pc)
        cdef Divider divider = self.divider
        cdef OpHandler handler
        cdef unsigned int target, low
        cdef int cycles, number
        if core.interrupts_updated or at == NULL:
            return core.execute_instruction()
        opcode = half_at(at)
        top = opcode >> 11
        cycles = 0
        if opcode >> 7 == 0b010001111:  # BLX
            registers[LR] = registers[PC] + 2 | 1
            registers[PC] = (registers[opcode >> 3 & 15] & 0xFFFFFFFEU) - 2
            cycles = 2
        elif top < 9:
            cycles = compute(core, opcode)
        elif top == 0b01001:  # LDR, from a pool beside the code
            at = self.memory.to_read((registers[PC] + 4 & 0xFFFFFFFCU) + (opcode & 255) * 4)
            if at != NULL:
                registers[opcode >> 8 & 7] = word_at(at)
                cycles = 2
        elif top == 0b01101 or top == 0b10011:  # LDR
            address, number = address_of(registers, opcode), register_of(opcode)
            at = self.memory.to_read(address)
            if at != NULL and not address & 3:
                registers[number] = word_at(at)
                cycles = 2
            elif divider.has(address - SIO) and not address & 3 and core.rp2040.sio is divider:
                registers[number] = divider.get(address - SIO)
                cycles = 1
            elif address == TIMERAWL:
                registers[number] = self.micros()
                cycles = 4
        elif top == 0b01100 or top == 0b10010:  # STR
            address, number = address_of(registers, opcode), register_of(opcode)
            at = self.memory.to_write(address)
            if at != NULL and not address & 3:
                put_word(at, registers[number])
                cycles = 2
            elif divider.has(address - SIO) and not address & 3 and core.rp2040.sio is divider:
                divider.put(address - SIO, registers[number])
                cycles = 1
        elif top == 0b01111:  # LDRB
            at = self.memory.to_read(registers[opcode >> 3 & 7] + (opcode >> 6 & 31))
            if at != NULL:
                registers[opcode & 7] = at[0]
                cycles = 2
        elif opcode >> 9 == 0b0101110:  # LDRB, at the sum of two registers
            at = self.memory.to_read(registers[opcode >> 3 & 7] + registers[opcode >> 6 & 7])
            if at != NULL:
                registers[opcode & 7] = at[0]
                cycles = 2
        elif top == 0b10001:  # LDRH
            address = registers[opcode >> 3 & 7] + (opcode >> 6 & 31) * 2
            at = self.memory.to_read(address)
            if at != NULL and not address & 1:
                registers[opcode & 7] = half_at(at)
                cycles = 2
        elif opcode >> 9 == 0b1011010:  # PUSH
            cycles = 1 + bits_of(opcode & 255)
            address = registers[SP] - 4 * (cycles - 1) - (opcode >> 6 & 4)
            at = self.memory.to_write(address)
            if at == NULL or address & 3 or self.memory.to_write(registers[SP] - 1) == NULL:
                cycles = 0
            else:
                registers[SP] = address
                for number in range(8):
                    if opcode >> number & 1:
                        put_word(at, registers[number])
                        at += 4
                if opcode >> 8 & 1:
                    put_word(at, registers[LR])
        elif opcode >> 9 == 0b1011110:  # POP
            address = registers[SP]
            number = bits_of(opcode & 255)
            at = self.memory.to_read(address)
            if at != NULL and not address & 3 and self.memory.to_read(address + 4 * number) != NULL:
                if opcode >> 8 & 1:
                    target = word_at(at + 4 * number)
                    cycles = 3 + number if target >> 28 != 15 else 0  # else an exception may end
                else:
                    cycles = 1 + number
            if cycles:
                registers[SP] += 4 * number + (opcode >> 6 & 4)
                for number in range(8):
                    if opcode >> number & 1:
                        registers[number] = word_at(at)
                        at += 4
                if opcode >> 8 & 1:
                    registers[PC] = (target & 0xFFFFFFFEU) - 2
        elif top >> 1 == 0b1101 and opcode >> 8 < 0xDE:  # B, if a condition holds
            cycles = 1
            if holds(core, opcode >> 8 & 15):
                registers[PC] += <int><signed char>(opcode & 255) * 2 + 2
                cycles = 2
        elif top == 0b11100:  # B
            registers[PC] += (<int>(opcode << 21) >> 20) + 2
            cycles = 2
        elif top == 0b11110:  # BL: rp2040py also calls `core.bl_taken`, which nobody here sets
            at = self.memory.to_read(pc + 2)
            if at != NULL and at[1] & 0xD0 == 0xD0:
                low = half_at(at)
                registers[LR] = registers[PC] + 4 | 1
                number = opcode >> 10 & 1  # its sign
                registers[PC] += (
                    (0xFF000000U if number else 0)
                    | (1 - (number ^ low >> 13 & 1)) << 23
                    | (1 - (number ^ low >> 11 & 1)) << 22
                    | (opcode & 0x3FF) << 12
                    | (low & 0x7FF) << 1
                ) + 2
                cycles = 3
        if cycles:
            registers[PC] += 2
            core.cycles += cycles
            return cycles
        handler = DISPATCH_TABLE[opcode]
        if handler == NULL or top > 0b11100:  # of two halves, or unknown
            return core.execute_instruction()
        registers[PC] += 2
        cycles = handler(core, opcode, 0, pc)
        core.cycles += cycles
        return cycles

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
                    go_on(first, STALL_PIECE)
                    go_on(second, STALL_PIECE)
                    stall -= STALL_PIECE
                cycles = self.step(core)
                self.spend(cycles)
            go_on(first, cycles)
            go_on(second, cycles)
