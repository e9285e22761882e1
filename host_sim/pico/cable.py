"""Two emulated Picos whose UARTs are crossed: each hears what the other sends, a byte at a time.

cable = Cable([(one, 0), (two, 0)])
cable.run_ms(100)
"""

import random

from rp2040py.peripherals import uart

BYTE_MS = 10 / 19.2  # ten bits at 19,200 baud
STEP_MS = 2  # the Picos take turns; a byte is late by this much at most


class _Uart(uart.RPUART):
    """A UART whose interrupt for sending ends; in rp2040py 0.3.6 it stays pending and comes again at once."""

    def check_interrupts(self):
        self.rp2040.set_interrupt(self.irq, bool(self._interrupt_status & self._interrupt_mask))

    def write_uint32(self, offset, value):
        if offset == uart.UARTDR:
            self._interrupt_status |= uart.UARTTXINTR  # it is sent at once
        if offset == uart.UARTICR:
            self._interrupt_status &= ~value
            self.check_interrupts()
            return
        super().write_uint32(offset, value)
        if offset == uart.UARTDR:
            self.check_interrupts()


class End:
    """Part for `Pico(parts=[...])`: what is at the UART with this number.

    sent    bytes that the Pico has sent and nobody has taken (bytearray)
    coming  bytes that are on their way to it (bytearray)
    lost    bytes that came while its buffer of 32 was full: it was writing to its flash
    """

    def __init__(self, number):
        self._number = number
        self.sent, self.coming = bytearray(), bytearray()
        self.lost = 0

    def attach(self, pico):
        self._uart = pico.mcu.uart[self._number]
        self._uart.__class__ = _Uart
        self._uart.on_byte = self.sent.append

    def feed(self):
        """Let the next byte arrive."""
        if not self.coming:
            return
        byte = self.coming.pop(0)
        if self._uart.rx_fifo.full:
            self.lost += 1
        elif self._uart.enabled:
            self._uart.feed_byte(byte)


class Cable:
    """The wires between two Picos, each with an End among its parts.

    plugged   whether the cable is in
    harm      the chance that a byte is lost or changed
    harmed    how many were
    heard     all bytes that each end was sent, as they left the other one
    ran_ms    how long both have run
    """

    def __init__(self, picos, ends, harm=0.0, seed=1):
        self.picos, self.ends = picos, ends
        self.plugged, self.harm, self.harmed = True, harm, 0
        self.heard = [bytearray(), bytearray()]
        self._chance = random.Random(seed)
        self._due_ms = 0.0
        self.ran_ms = 0

    def run_ms(self, milliseconds):
        """Let both run for this long. Raises PowerCut at a planned cut, see bench.py; the other one runs on later."""
        for _ in range(0, milliseconds, STEP_MS):
            for pico in self.picos:
                pico.run_ms(STEP_MS)
            self.ran_ms += STEP_MS
            self._due_ms += STEP_MS
            while self._due_ms >= BYTE_MS:
                self._due_ms -= BYTE_MS
                for at in (0, 1):
                    self._carry(at)

    def _carry(self, at):
        """Carry a byte to an end."""
        sender, receiver = self.ends[1 - at], self.ends[at]
        if sender.sent:
            byte = sender.sent.pop(0)
            if self.plugged:
                self.heard[at].append(byte)
                receiver.coming += self._harmed(byte)
        receiver.feed()

    def _harmed(self, byte):
        if self._chance.random() >= self.harm:
            return bytes((byte,))
        self.harmed += 1
        return b"" if self._chance.random() < 0.5 else bytes((byte ^ 1 << self._chance.randrange(8),))
