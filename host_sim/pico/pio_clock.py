"""Keep the timing of PIO exact while the CPU sleeps.

rp2040py takes a sleeping CPU straight to the next alarm and only then lets PIO catch up, at most one instruction for
the whole jump, so what a state machine sends meanwhile (a frame of LED data fed by DMA) comes out garbled. While any
state machine has work, PioPacer keeps an alarm at the time of its next instruction. If the CPU is asleep then, it asks
the bench to let it drive the machine (`run_asleep`) until the CPU wakes or PIO comes to rest. Writes to PIO registers,
from the CPU or from DMA, wake the pacer: nothing else can start a stalled machine here.
"""

CYCLE_NS = 8  # rp2040py runs the system clock at 125 MHz
SOON = 1 << 48  # cycles times 256; if every machine stalls, the next due time is far beyond this
PIO_ADDRESSES = (0x50200, 0x50300)  # keys of RP2040.peripherals: address >> 12, rounded down to 16 KB


class Pacing:
    """The alarm of a PioPacer; fast_engine.pyx has the same, compiled, as it goes off at each instruction of PIO."""

    def __init__(self, mcu, hand_over):
        self._core = mcu.core
        self._pios = mcu.pio
        self._hand_over = hand_over
        self._alarm = mcu.clock.create_alarm(self._tick)
        self._awake = False
        self._fresh = True

    def wake(self):
        """Go on, if it rests: a machine may have work."""
        if not self._awake:
            self._awake = True
            self._fresh = True
            self._alarm.schedule(CYCLE_NS)

    def _tick(self):
        if self._core.waiting:
            self._awake = False
            self._hand_over()
            return
        # An alarm fires before PIO advances to the same moment, so PIO's own clock still shows the last stop:
        # come back one cycle later, after its instruction, and see what is due next.
        cycles = 1
        if self._fresh:
            wait = self._wait()
            if wait >= SOON:
                self._awake = False
                return
            cycles = max(((wait + 255) >> 8) - 1, 1)
        self._fresh = not self._fresh
        self._alarm.schedule(cycles * CYCLE_NS)

    def _wait(self):
        """Return the cycles, times 256, to the next due instruction of any machine, by PIO's own clock."""
        return min(pio.next_due_fp - pio.cycle_fp if not pio.stopped else SOON for pio in self._pios)


class PioPacer:
    """Paces both PIO blocks of `mcu`, an rp2040py RP2040, by a Pacing: it makes the engine stop and hand over."""

    def __init__(self, mcu, pacing):
        self._core = mcu.core
        self._clock = mcu.clock
        self._pios = mcu.pio
        self._wake = pacing.wake
        for address, pio in zip(PIO_ADDRESSES, mcu.pio):
            mcu.peripherals[address] = _WatchedPio(pio, self._wake)

    def run_asleep(self, engine) -> None:
        """Advance emulated time from one PIO instruction to the next while the CPU sleeps and nothing asks `engine` to
        stop. execute_batch does the same for a sleeping CPU, but in steps that PIO cannot follow."""
        core, clock, tick = self._core, self._clock, self._clock.tick
        first, second = self._pios
        while core.waiting and not engine.stop_asked:
            wait = SOON if first.stopped else first.next_due_fp - first.cycle_fp
            if not second.stopped:
                wait = min(wait, second.next_due_fp - second.cycle_fp)
            if wait >= SOON:
                return
            step = ((wait + 255) >> 8) * CYCLE_NS if wait > 256 else CYCLE_NS
            if clock.has_scheduled_alarm:
                alarm = clock.nanos_to_next_alarm
                if alarm < step:
                    step = alarm
            tick(step)
            cycles = int(step / CYCLE_NS) or 1
            if not first.stopped:
                first.advance(cycles)
            if not second.stopped:
                second.advance(cycles)
        self._wake()


class _WatchedPio:
    """Replaces a PIO block on the bus and reports every write."""

    def __init__(self, pio, wake):
        self._pio = pio
        self._wake = wake
        self.read_uint32 = pio.read_uint32
        self.write_uint32 = self._watched(pio.write_uint32)
        self.write_uint32_atomic = self._watched(pio.write_uint32_atomic)

    def __getattr__(self, name):
        return getattr(self._pio, name)

    def _watched(self, write):
        wake = self._wake

        def watched(*args):
            write(*args)
            wake()

        return watched
