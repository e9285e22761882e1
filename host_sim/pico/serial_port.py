"""The emulated Pico on a serial port, so that the real mpremote (or any terminal program) can talk to it.

    with port(pico) as path:
        subprocess.run(["mpremote", "connect", path, "exec", "print(1)"])

`path` is a link to a pseudo-terminal. While the port is open, a thread of this process drives the machine in real
time, or slower while the device computes, so nothing inside `with` is repeatable to the nanosecond. Leave the machine
alone until the block ends. mpremote's `cp` costs about 0.8 s of CPU time a KB here, so put most files there by
`Pico(files=...)`.

As on a real computer, the port vanishes when the device resets, and the same path comes back once USB is up, 15 ms
later. Output while no program has the port open is lost. After a power cut (`flash_model.cut_at`) the port stays away,
and `pico.power_is_cut` says why.
"""

import contextlib
import errno
import os
import select
import shutil
import tempfile
import threading
import time

try:
    import tty
except ImportError:  # not POSIX: `port` does not work
    tty = None

from .bench import PowerCut

SLICE_MS = 1  # emulated time between checks of the port
BEHIND_NS = 5_000_000  # how far emulated time may fall behind before the two clocks are synchronized again
ENOUGH = 4096  # most bytes on their way to the device; beyond that, wait


@contextlib.contextmanager
def port(pico):
    """Context manager: the path of a serial port with `pico` (a `Pico`, booted here if it is not) behind it. POSIX."""
    if pico.now_ns == 0:
        pico.boot()
    folder = tempfile.mkdtemp(prefix="glowgrid-")
    pump = _Pump(pico, os.path.join(folder, "ttyACM0"))
    pump.start()
    try:
        yield pump.path
    finally:
        pump.finish()
        pico.forget_console()
        shutil.rmtree(folder, ignore_errors=True)
    if pump.error:
        raise pump.error


class _Pump(threading.Thread):
    """Drives the machine and carries bytes between it and the pseudo-terminal."""

    def __init__(self, pico, path):
        super().__init__(daemon=True)
        self.path = path
        self.error = None
        self._pico = pico
        self._master = None
        self._pending = bytearray()  # from the device, not yet taken by the terminal
        self._seen = len(pico.serial)
        self._resets = pico.resets
        self._done = threading.Event()
        self._plug_in()

    def finish(self):
        self._done.set()
        self.join()
        self._unplug()

    def run(self):
        try:
            emulated, real = self._pico.now_ns, time.monotonic_ns()
            while not self._done.is_set():
                self._pico.wait(self._something_happened, SLICE_MS)
                self._follow_resets()
                self._to_terminal()
                ahead = (self._pico.now_ns - emulated) - (time.monotonic_ns() - real)
                if ahead < -BEHIND_NS:
                    emulated, real = self._pico.now_ns, time.monotonic_ns()
                self._from_terminal(max(ahead, 0) / 1e9)
        except PowerCut:
            self._unplug()
        except BaseException as error:  # noqa: B902 - raised again when the port is closed
            self.error = error
            self._unplug()

    def _something_happened(self):
        return len(self._pico.serial) > self._seen or self._pico.resets != self._resets

    # ---- the port comes and goes ---------------------------------------------------------------------------------

    def _plug_in(self):
        assert tty, "a pseudo-terminal needs POSIX"
        self._master, slave = os.openpty()
        tty.setraw(slave)
        os.set_blocking(self._master, False)
        os.symlink(os.ttyname(slave), self.path)
        os.close(slave)

    def _unplug(self):
        if self._master is not None:
            os.unlink(self.path)
            os.close(self._master)  # a program that has the terminal open sees it hang up
            self._master = None
            self._pending.clear()

    def _follow_resets(self):
        if self._pico.resets != self._resets:
            self._resets = self._pico.resets
            self._unplug()
            self._seen = len(self._pico.serial)
        if self._master is None and self._pico.connected:
            self._plug_in()

    # ---- bytes ---------------------------------------------------------------------------------------------------

    def _to_terminal(self):
        self._pending += self._pico.serial[self._seen :]
        self._seen = len(self._pico.serial)
        if not self._pending or self._master is None:
            return
        if not self._somebody_listens():
            self._pending.clear()
            return
        with contextlib.suppress(BlockingIOError):
            del self._pending[: os.write(self._master, self._pending)]

    def _from_terminal(self, seconds):
        """Read what was typed; wait for it at most `seconds`."""
        master = self._master
        if master is None or self._pico.unsent > ENOUGH or not self._somebody_listens():
            time.sleep(seconds)
            return
        if select.select([master], [], [], seconds)[0]:
            try:
                self._pico.send(os.read(master, ENOUGH))
            except OSError as error:  # closed at this very moment
                if error.errno not in (errno.EIO, errno.EAGAIN):
                    raise

    def _somebody_listens(self):
        if self._master is None:
            return False
        poll = select.poll()
        poll.register(self._master, select.POLLHUP)
        return not any(event & select.POLLHUP for _, event in poll.poll(0))
