"""A MicroPython board on a serial port, as far as flashing needs it.

Uses mpremote's SerialTransport (enter_raw_repl, exec_raw, exec_raw_no_follow, close: the same since mpremote 1.25) and
not its command line, because one connection then serves the whole run: no soft reset between steps, errors arrive
as exceptions with the device's traceback instead of text to parse, and progress is known to the byte. What mpremote's
own copy does not offer (write beside, hash, rename) is a few lines of Python sent to the device once.
"""

import ast
import binascii
import hashlib
import io
import struct
import zlib
from contextlib import redirect_stdout

from tools.errors import ToolError
from tools.fitness import Machine
from tools.plan import NEW
from tools.ports import INSTALL, why_closed

CHUNK = 4096  # bytes of a file per round trip: small against 200 KB of heap, large against the overhead
WINDOW_BITS = 12  # of deflate: the device keeps a window of 2**12 bytes = CHUNK
ANSWER_S = 30  # silence after which the device counts as gone; its longest work is under a second

# Runs on the device. Names are short-lived: the reset at the end forgets them.
HELPERS = '''
import os, sys
from binascii import a2b_base64
from deflate import DeflateIO, RAW
from hashlib import sha256
from io import BytesIO

def digest(path):
    h = sha256()
    block = bytearray(1024)
    view = memoryview(block)
    with open(path, "rb") as f:
        while True:
            n = f.readinto(block)
            if not n:
                return h.digest().hex()
            h.update(view[:n])

def exists(path):
    try:
        return os.stat(path)[0]
    except OSError:
        return 0

def listing(folders, files):
    for path in files:
        if exists(path) & 0x8000:
            print(repr((path, digest(path))), end=",")
    while folders:
        folder = folders.pop()
        print(repr((folder, None)), end=",")
        for name, kind, *_ in os.ilistdir(folder):
            path = folder + "/" + name
            if kind & 0x4000:
                folders.append(path)
            else:
                print(repr((path, digest(path))), end=",")

def begin(path):
    global out
    at = path.find("/", 1)
    while at > 0:
        if not exists(path[:at]):
            os.mkdir(path[:at])
        at = path.find("/", at + 1)
    out = open(path, "wb")

def put(text):
    out.write(DeflateIO(BytesIO(a2b_base64(text)), RAW, %d).read())

def end(path):
    out.close()
    print(repr(digest(path)))

def switch(park, remove, rename):
    for old, new in park:
        os.rename(old, new)
    for path in remove:
        if exists(path):
            os.remove(path)
    for old, new in rename:
        os.rename(old, new)
''' % WINDOW_BITS


class Lost(ToolError):
    """The connection broke or the device answered nonsense; what was copied so far is kept."""


class Device:
    """An open board, stopped at its REPL; use it as a context manager. Raises ToolError when it cannot be had."""

    def __init__(self, port):
        from mpremote.transport import TransportError
        from mpremote.transport_serial import SerialTransport

        self.port = port
        try:
            self._transport = SerialTransport(port, baudrate=115200)
        except (TransportError, OSError) as error:
            raise ToolError(why_closed(port)) from error
        # Without these a read or a write waits for ever on a board that is gone.
        self._transport.serial.timeout = ANSWER_S
        self._transport.serial.write_timeout = ANSWER_S

    def __enter__(self):
        try:
            self._stop()
            self.machine = Machine(*self._ask(
                "import sys\n_i = sys.implementation\n"
                "print((_i.name, tuple(_i.version[:3]), getattr(_i, '_machine', ''), getattr(_i, '_mpy', 0)))"
            ))
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(self, kind, error, _):
        """Reset the device, so that its program runs again, unless the connection is in an unknown state; close."""
        try:
            if error is None or kind is ToolError:
                self._reset()
        except ToolError:
            if error is None:
                raise
        finally:
            self.close()

    def close(self):
        """Let go of the port; the device stays as it is."""
        try:
            self._transport.close()
        except OSError:  # it sets modem lines first, which fails where the port has vanished
            self._transport.serial.close()

    def prepare(self):
        """Send the helpers the methods below need."""
        self._run(HELPERS)

    def files(self, folder, paths):
        """({path: sha256 hex}, folders) of all files under a folder and of the single paths that exist."""
        entries = self._ask(
            f"print('[', end='')\nlisting([{folder!r}] if exists({folder!r}) else [], {list(paths)!r})\nprint(']')"
        )
        hashes = {path: digest for path, digest in entries if digest is not None}
        return hashes, [path for path, digest in entries if digest is None]

    def free_bytes(self):
        """Free space of the file system in bytes."""
        return self._ask("_s = os.statvfs('/')\nprint(_s[0] * _s[3])")

    def copy(self, path, data, on_bytes=None):
        """Write a file beside its place (path + NEW) and check its hash; on_bytes(n) after every n bytes."""
        chunks = [data[start:start + CHUNK] for start in range(0, len(data), CHUNK)] or [b""]
        # A small file takes one round trip.
        lines = [f"begin({path + NEW!r})"]
        for chunk in chunks[:-1]:
            self._run("\n".join(lines + [f"put({_packed(chunk)!r})"]))
            lines = []
            if on_bytes:
                on_bytes(len(chunk))
        arrived = self._ask("\n".join(lines + [f"put({_packed(chunks[-1])!r})", f"end({path + NEW!r})"]))
        if arrived != hashlib.sha256(data).hexdigest():
            raise ToolError(f"{path} arrived damaged on {self.port}: try another cable, then run this again")
        if on_bytes:
            on_bytes(len(chunks[-1]))

    def switch(self, park, remove, rename):
        """Rename park (pairs old, new), remove files, rename (pairs): in this order, and in one round trip."""
        self._run(f"switch({park!r}, {remove!r}, {rename!r})")

    def rename(self, old, new):
        """Rename a file over another; atomic."""
        self._run(f"os.rename({old!r}, {new!r})")

    def read(self, path):
        """A file's bytes, None when there is none; for small files."""
        return self._ask(f"print(open({path!r}, 'rb').read() if exists({path!r}) else None)")

    def remove_folder(self, path):
        """Remove a folder if it is empty."""
        self._run(f"if not os.listdir({path!r}): os.rmdir({path!r})")

    def _reset(self):
        """Hard reset: the program starts anew and the port vanishes for a moment."""
        # The pause lets the device answer before its USB goes.
        self._talk(
            self._transport.exec_raw_no_follow, "import time, machine\ntime.sleep_ms(100)\nmachine.reset()"
        )

    def _stop(self):
        """Interrupt what runs and soft-reset: the heap is empty and main.py does not start."""
        try:
            with redirect_stdout(io.StringIO()):  # mpremote prints what it got instead of an answer
                self._talk(self._transport.enter_raw_repl)
        except Lost as error:
            raise Lost(
                f"the board on {self.port} does not answer: hold one of its keys while you plug it in (the game is "
                f"skipped) and run this again; if MicroPython is not on it, {INSTALL}"
            ) from error

    def _run(self, code):
        printed, failed = self._talk(self._transport.exec_raw, code, ANSWER_S)
        if failed:
            last = failed.decode(errors="replace").strip().splitlines()[-1]
            raise ToolError(f"the board on {self.port} says {last}: run this again")
        return printed

    def _ask(self, code):
        answer = self._run(code)
        try:
            return ast.literal_eval(answer.decode())
        except (ValueError, SyntaxError) as error:
            raise Lost(f"{self.port} answered {answer[:60]!r}: unplug the Pico, plug it in, run this again") from error

    def _talk(self, call, *arguments):
        """Call the transport; its many ways to fail become one line."""
        from mpremote.transport import TransportError
        from serial import SerialException

        try:
            return call(*arguments)
        except (TransportError, SerialException, OSError, struct.error) as error:
            raise Lost(
                f"lost the board on {self.port} ({error or type(error).__name__}): check the cable, unplug it and "
                "plug it in again, then run this again: it goes on where it stopped"
            ) from error


def _packed(chunk):
    """A chunk as the device's put() takes it: deflated (an .mpy to 60%), in base64 (which the REPL passes on)."""
    deflate = zlib.compressobj(9, zlib.DEFLATED, -WINDOW_BITS)
    return binascii.b2a_base64(deflate.compress(chunk) + deflate.flush(), newline=False)
