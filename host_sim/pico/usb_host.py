"""Two fixes that make rp2040py's USB host behave like a real one, and one that may stop reading.

Waiting for data: rp2040py answers an idle OUT endpoint with an endless run of empty packets, one interrupt every
30 us: the CPU never sleeps and CPU-bound code seems 3.5 times too slow. A real host sends nothing (the endpoint answers
NAK) until it has data. `HostEndpoint` keeps the read that the firmware armed pending until there is a byte to send.

Start of frame: a real host marks each millisecond. TinyUSB asks for these interrupts for a while after the port is
opened, and MicroPython holds back its output until ten of them have passed; rp2040py never sends one to a device, so
the first prints of main.py would never come out. `StartOfFrame` sends them while the firmware asks for them.

Reading: rp2040py takes each packet at once. A program that has the port open need not: `Packets` can leave them.
"""

from collections import deque

from rp2040py.peripherals.usb import EP0_OUT_BUFFER_CONTROL, INTE, INTR_DEV_SOF, SOF_RD, USB_BUF_CTRL_AVAILABLE

FRAME_NS = 1_000_000


class HostEndpoint:
    """Sends data from the host to the device over USB-CDC; `cdc` is rp2040py's USBCDC of the same machine."""

    def __init__(self, cdc):
        self._cdc = cdc
        self._queue = deque()
        self._armed = None
        self._answer = cdc.usb.on_endpoint_read
        self._on_reset = cdc.usb.on_reset
        cdc.usb.on_endpoint_read = self._read
        cdc.usb.on_reset = self._reset

    @property
    def waiting(self) -> int:
        """Return the bytes accepted by `send` that the device has not fetched yet."""
        return len(self._queue) + self._cdc.tx_fifo.item_count

    def send(self, data: bytes) -> None:
        """Queue any number of bytes for the device; they go as fast as the device takes them."""
        self._queue.extend(data)
        self._fill()
        if self._armed and not self._cdc.tx_fifo.empty:
            armed, self._armed = self._armed, None
            self._answer(*armed)

    def _fill(self):
        while self._queue and not self._cdc.tx_fifo.full:
            self._cdc.send_serial_byte(self._queue.popleft())

    def _read(self, endpoint, size):
        self._fill()
        if endpoint > 0 and endpoint == self._cdc._out_endpoint and self._cdc.tx_fifo.empty:
            self._armed = (endpoint, size)
        else:
            self._answer(endpoint, size)

    def _reset(self):
        self._armed = None
        self._queue.clear()
        self._on_reset()


class Packets:
    """What the device sends; the host leaves it there while `taken` is False."""

    def __init__(self, usb):
        self._usb = usb
        self._taken = True
        self._left = []
        self._send = usb.dpram_updated
        usb.dpram_updated = self._sent

    @property
    def taken(self) -> bool:
        return self._taken

    @taken.setter
    def taken(self, taken):
        self._taken = taken
        while taken and self._left:
            self._send(*self._left.pop(0))

    def _sent(self, offset, value):
        begins_data = offset > EP0_OUT_BUFFER_CONTROL and not offset & 4 and value & USB_BUF_CTRL_AVAILABLE
        if begins_data and not self._taken:
            self._left.append((offset, value))
        else:
            self._send(offset, value)


class StartOfFrame:
    """Sends start-of-frame interrupts of `usb`, rp2040py's USB controller in device mode, every ms while enabled."""

    def __init__(self, usb):
        self._usb = usb
        self._alarm = usb.rp2040.clock.create_alarm(self._frame)
        self._running = False
        self._read, self._write = usb.read_uint32, usb.write_uint32
        usb.read_uint32, usb.write_uint32 = self._on_read, self._on_write

    def _on_read(self, offset):
        if offset == SOF_RD:  # reading the frame number acknowledges the interrupt
            self._raise(False)
        return self._read(offset)

    def _on_write(self, offset, value):
        self._write(offset, value)
        if offset == INTE and value & INTR_DEV_SOF and not self._running:
            self._running = True
            self._alarm.schedule(FRAME_NS)

    def _frame(self):
        self._running = bool(self._usb._int_enable & INTR_DEV_SOF)
        if self._running:
            self._usb._sof_frame_number = (self._usb._sof_frame_number + 1) & 0x7FF
            self._raise(True)
            self._alarm.schedule(FRAME_NS)

    def _raise(self, on):
        self._usb._int_raw = self._usb._int_raw | INTR_DEV_SOF if on else self._usb._int_raw & ~INTR_DEV_SOF
        self._usb.check_interrupts()
