"""Keep PIO exact while the CPU sleeps.

rp2040py takes a sleeping CPU straight to the next alarm and only then lets PIO catch up, at most one instruction for
the whole jump, so what a state machine sends meanwhile (a frame of LED data fed by DMA) comes out garbled. The pacer
keeps an alarm at the moment the next PIO instruction is due, for as long as any state machine has something to do.
It is woken by writes to PIO registers, from the CPU or from DMA: nothing else can start a stalled machine here.
"""

CYCLE_NS = 8  # rp2040py runs the system clock at 125 MHz
PIO_ADDRESSES = (0x50200, 0x50300)  # keys of RP2040.peripherals: address >> 12, rounded down to 16 KB


class PioPacer:
    """Pacer of both PIO blocks of `mcu`, an rp2040py RP2040."""

    def __init__(self, mcu):
        self._pios = mcu.pio
        self._alarm = mcu.clock.create_alarm(self._tick)
        self._awake = False
        self._stale = False
        for address, pio in zip(PIO_ADDRESSES, mcu.pio):
            mcu.peripherals[address] = _WatchedPio(pio, self._wake)

    def _wake(self):
        if not self._awake:
            self._awake = True
            self._stale = False
            self._alarm.schedule(CYCLE_NS)

    def _tick(self):
        # An alarm fires before PIO is advanced to the same moment, so PIO's own clock is still that of the last
        # stop: come back one cycle later, when it has done its instruction, and ask then what is due next.
        if not self._stale:
            self._stale = True
            self._alarm.schedule(CYCLE_NS)
            return
        cycles = self._cycles_to_next()
        if cycles is None:
            self._awake = False
            return
        self._stale = False
        self._alarm.schedule(max(cycles - 1, 1) * CYCLE_NS)

    def _cycles_to_next(self):
        """Whole cycles to the next due instruction, or None where every machine stalls or stands still."""
        cycles = None
        for pio in self._pios:
            if pio.stopped:
                continue
            for machine in pio.machines:
                if machine.enabled and not machine.waiting:
                    due = -((pio.cycle_fp - machine.next_due_fp) >> 8)
                    cycles = due if cycles is None else min(cycles, due)
        return cycles


class _WatchedPio:
    """Stands in for a PIO block on the bus and reports every write."""

    def __init__(self, pio, wake):
        self._pio = pio
        self._wake = wake
        self.read_uint32 = pio.read_uint32
        self.write_uint32 = self._watched(pio.write_uint32)
        self.write_uint32_atomic = self._watched(pio.write_uint32_atomic)

    def __getattr__(self, name):
        return getattr(self._pio, name)

    def _watched(self, write):
        def watched(*args):
            write(*args)
            self._wake()

        return watched
