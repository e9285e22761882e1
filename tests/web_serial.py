"""Web Serial for tests: in a page of Chromium a stub of navigator.serial, whose bytes go to a pseudo-terminal here.

    bench = Bench()
    with bench.serving(built_page) as address, port(pico) as path:
        bench.plug(path)
        window.page.add_init_script(bench.stub)
        window.page.goto(address + "workshop.html")

Behind the port is the emulated Pico, or any device at a pseudo-terminal. The stub talks to the address of the page, so
the page keeps its content security policy. Threads of the server carry the bytes: a test may wait for the page.
"""

import contextlib
import functools
import json
import os
import select
import threading
import time
from pathlib import Path

from tools.web.serving import Quiet, served

LOOKS_S = 0.02
PICO = {"usbVendorId": 0x2E8A, "usbProductId": 5}
MOST = 4096  # bytes at once

STUB = Path(__file__).with_suffix(".js").read_text(encoding="utf-8")


class Bench:
    """What is plugged into the computer that shows the page.

    busy: another program has the port. deaf: what is written fails.
    chooses: whether a person chooses the port, or cancels. granted: whether the
    page may open it from an earlier visit. other: whether another Pico is plugged in, too; the page sees its port
    first, and sets `window.opened_other` if it opens it. renewed: whether the port is another object once it is back.
    passed: how many bytes have passed in both directions.
    """

    def __init__(self, info=PICO, granted=False, other=False, renewed=False):
        self.busy, self.chooses, self.deaf = False, True, False
        self.passed = 0
        about = {"info": info, "granted": granted, "other": other, "renewed": renewed}
        self.stub = f"({STUB})({json.dumps(about)})"
        self._path = self._line = None
        self._openings = 0  # how often the port was opened
        self._limit = float("inf")
        self._lock = threading.RLock()
        self._over = threading.Event()

    @contextlib.contextmanager
    def serving(self, folder):
        """The address of a folder and of the port."""
        with served(folder, functools.partial(_Handler, self)) as address:
            try:
                yield address
            finally:
                self._over.set()
                self.unplug()

    def plug(self, path, unplug_after=float("inf")):
        """Plug a device in; path: of its pseudo-terminal. After so many bytes from now on the cable comes out."""
        self._limit = self.passed + unplug_after
        self._path = path

    def unplug(self):
        """Pull the cable."""
        self._path = None
        self.close()

    def is_plugged(self):
        path = self._path  # another thread may unplug it
        return path is not None and os.path.exists(path)

    def open(self):
        """Open the port; return how often that was done, None if it cannot be opened."""
        with self._lock:
            if self.busy or not self.is_plugged() or self._line is not None:
                return None
            try:
                self._line = os.open(self._path, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
            except OSError:
                return None
            self._openings += 1
            return self._openings

    def close(self, opening=None):
        """Close the port; opening: only if it was opened last by this one."""
        with self._lock:
            if opening in (None, self._openings) and self._line is not None:
                os.close(self._line)
                self._line = None

    def read(self, opening):
        """Return what has come within a moment, None if the port is gone, or closed since this opening."""
        try:
            with self._lock:
                if not self._is_open(opening):
                    return None
                line = os.dup(self._line)  # while this one waits, the number of the first may become another port's
            try:
                there = select.select([line], [], [], LOOKS_S)[0]
                with self._lock:
                    if not self._is_open(opening):
                        return None
                    if self.is_plugged():
                        return self._counted(os.read(line, MOST)) if there else b""
            finally:
                os.close(line)
        except OSError:  # the device is gone
            pass
        self.close(opening)
        return None

    def _is_open(self, opening):
        return opening == self._openings and self._line is not None

    def write(self, data):
        """Pass on what the page writes; return whether all of it went out.

        What a page writes as it goes may come after the port was closed: it is opened for that, unless the next page
        has done so.
        """
        if self.deaf:
            return False
        with self._lock:
            opened = self._line is None and self.open()
            if self._line is None:
                return False
            line, left = os.dup(self._line), self._counted(data)
        try:
            whole = len(left) == len(data)
            while left and (self._line is not None or self.is_plugged()):  # the port may be closed meanwhile
                try:
                    left = left[os.write(line, left) :]
                except BlockingIOError:
                    time.sleep(LOOKS_S / 10)
            return whole and not left
        except OSError:  # the device is gone
            return False
        finally:
            os.close(line)
            if opened:
                self.close(opened)

    def wait_for_cable(self, was):
        """Return whether something is plugged in, once that is another answer than before, or after a while."""
        ends = time.monotonic() + 5
        while self.is_plugged() == was and time.monotonic() < ends and not self._over.is_set():
            time.sleep(LOOKS_S)
        return self.is_plugged()

    def _counted(self, data):
        """Return the bytes that still pass before the cable comes out."""
        data = data[: max(0, int(min(self._limit - self.passed, len(data))))]
        self.passed += len(data)
        if self.passed >= self._limit:
            self._path = None
        return data


class _Handler(Quiet):
    def __init__(self, bench, *words, **options):
        self._bench = bench
        super().__init__(*words, **options)

    def do_POST(self):  # noqa: N802 - as http.server calls it
        bench, what = self._bench, self.path.rpartition("/")[2]
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        if what == "open":
            opening = bench.open()
            return self._stream(opening) if opening else self._answer(False, 409)
        if what == "write":
            return self._answer(True) if bench.write(body) else self._answer(False, 410)
        if what == "close" or (what, body) == ("cable", b"null"):  # a page that begins: the one before has let it go
            bench.close()
        answers = {
            "choose": lambda: bench.chooses and bench.is_plugged(),
            "plugged": bench.is_plugged,
            "cable": lambda: bench.wait_for_cable(json.loads(body)),
        }
        self._answer(answers[what]() if what in answers else True)

    def _answer(self, value, status=200):
        data = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        with contextlib.suppress(OSError):  # the page was closed
            self.wfile.write(data)

    def _stream(self, opening):
        """Send what comes from the port until it is closed or gone."""
        self.send_response(200)
        self.end_headers()
        with contextlib.suppress(OSError):
            while (data := self._bench.read(opening)) is not None:
                if data:
                    self.wfile.write(data)
                    self.wfile.flush()
