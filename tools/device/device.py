"""A MicroPython board on a serial port, as far as flashing needs it.

It uses mpremote's SerialTransport (enter_raw_repl, exec_raw, exec_raw_no_follow, close: the same since mpremote 1.25),
not its command line. So one connection serves the whole run: there is no soft reset between steps, errors arrive as
exceptions with the device's traceback, and progress is known to the byte. A few lines of Python, sent to the device
once, do what mpremote's own copy does not offer (write beside, hash, rename).
"""

import binascii
import hashlib
import io
import struct
import zlib
from contextlib import redirect_stdout

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid.hardware import WATCHDOGS
from host_sim.errors import ToolError

from ..paths import FIRMWARE
from .answers import MANY, checked, last_line
from .compatible import Machine
from .leftovers import LIB, LISTED, folders_of, leftovers, next_folder
from .plan import NEW
from .ports import no_prompt, opened, other_program

PART = 16384  # bytes after which a file is flushed: an interrupted run continues after the last part
CHUNK = 4096  # bytes of a file per round trip: small compared with 200 KB of heap, large compared with the overhead
WINDOW_BITS = 12  # of deflate: the device keeps a window of 2**12 bytes = CHUNK
ANSWER_S = 15  # then an exchange has failed; the device's longest work is under a second
RESET_S = 5  # of the last exchange, which only asks for a reset
WRITTEN_AGAIN = 3  # times at most: littlefs takes other blocks each time
STOP_S = 15  # of the first exchange, which shows whether the port is MicroPython
BOOT_S = 15  # the most that a boot.py may take: joining a network takes some seconds
RAW = b"raw REPL; CTRL-B to exit\r\n"

# Runs on the device before anything else, and after each reset. From here on no file of the user hides a module, and a
# watchdog that boot.py or a main.py has started cannot reset the Pico in the middle of a copy.
CALM = f"""
import sys
print(sys.implementation.name)
if sys.platform == "rp2":
    sys.path[:] = (".frozen",)
    for _name in "machine", "os", "io", "binascii", "deflate", "hashlib", "time":
        sys.modules.pop(_name, None)
    for _value in list(globals().values()):  # a timer that raises would speak in the middle of our answers
        if hasattr(_value, "deinit"):
            try:
                _value.deinit()
            except Exception:
                pass
    import machine
    _watchdog = {WATCHDOGS}["RP2350" in sys.implementation._machine]
    machine.mem32[_watchdog + 0x3000] = 1 << 30  # clears ENABLE
import os
"""

# Runs on the device. Its names last until the reset at the end.
HELPERS = f"""
import os, sys
from json import dumps
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
            print(dumps({{"path": path, "hash": digest(path)}}))
    while folders:
        folder = folders.pop()
        print(dumps({{"path": folder}}))
        for name, kind, *_ in os.ilistdir(folder):
            path = folder + "/" + name
            if kind & 0x4000:
                folders.append(path)
            else:
                print(dumps({{"path": path, "hash": digest(path)}}))

def make_folders(path):
    at = path.find("/", 1)
    while at > 0:
        if not exists(path[:at]):
            os.mkdir(path[:at])
        at = path.find("/", at + 1)

def begin(path, at):
    global out
    make_folders(path)
    out = open(path, "ab" if at else "wb")

def put(text):
    out.write(DeflateIO(BytesIO(a2b_base64(text)), RAW, {WINDOW_BITS}).read())

def end(path):
    out.close()
    print(dumps(digest(path)))

def write_again(path, new):
    block = memoryview(bytearray(4096))
    try:
        with open(path, "rb") as old, open(new, "wb") as f:
            while n := old.readinto(block):
                f.write(block[:n])
        os.rename(new, path)
    except OSError:  # no room
        os.remove(new)

def move(pairs):
    for old, new in pairs:
        if new:
            make_folders(new)
            os.rename(old, new)
        elif exists(old) & 0x8000:
            os.remove(old)
"""


FIND_BLOCKS = (FIRMWARE / "glowgrid/hardware/in_place.py").read_text(encoding="utf-8")  # runs on the device, too

# The answers of the device.
MACHINE = {"name": str, "version": [range(1000), 3, 3], "machine": str, "mpy": range(1 << 30)}
NAMES = [str, 0, 10_000]
LISTING = [{"path": str, "hash, optional": str}, 0, 10_000]


class Lost(ToolError):
    """The connection broke or the device answered nonsense; what was copied so far is kept."""


class NoAnswer(Lost):
    """The port works, but no answer came."""


class Device:
    """An open board, stopped at its REPL; use it as a context manager. Raises ToolError if it cannot be opened.

    tidy: move the user's files that are in the way aside, see leftovers.py. left: their paths. transport: how to
    reach the board, if it is not at a serial port.
    """

    def __init__(self, port, tidy=False, transport=None):
        self.port = port
        self.tidy = tidy
        self.left = []
        self._transport = transport or opened(port)

    def __enter__(self):
        try:
            self._stop()
            about = self._ask(
                "import json, sys\n_i = sys.implementation\n"
                "print(json.dumps({'name': _i.name, 'version': tuple(_i.version[:3]),"
                " 'machine': getattr(_i, '_machine', ''), 'mpy': getattr(_i, '_mpy', 0)}))",
                MACHINE,
            )
            self.machine = Machine(about["name"], tuple(about["version"]), about["machine"], about["mpy"])
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(self, kind, error, _):
        """Reset the device, so that its program runs again, unless the connection is in doubt; then close."""
        try:
            if error is None or kind is ToolError:
                self._reset()
        except ToolError:
            if error is None:
                raise
        finally:
            self.close()

    def close(self):
        """Release the port; the device stays as it is."""
        try:
            self._transport.close()
        except (OSError, ValueError):  # it sets modem lines first, which fails if the port has vanished
            self._transport.serial.close()

    def prepare(self):
        """Send the helper functions that the methods below need."""
        self._run(HELPERS)

    def files(self, folders, paths):
        """Return ({path: sha256 hex}, folders) of all files under these folders, and of these paths that exist."""
        said = self._run(f"listing([_f for _f in {list(folders)!r} if exists(_f) & 0x4000], {list(paths)!r})")
        entries = self._checked(b"[%s]" % b",".join(said.splitlines()), LISTING)
        hashes = {entry["path"]: entry["hash"] for entry in entries if "hash" in entry}
        return hashes, [entry["path"] for entry in entries if "hash" not in entry]

    def free_bytes(self):
        """Return the free space of the file system in bytes."""
        return self._ask("_s = os.statvfs('/')\nprint(_s[0] * _s[3])", MANY)

    def copy(self, path, data, on_bytes=None):
        """Write a file beside its place (path + NEW) and check its hash; on_bytes(n) is called after every n bytes."""
        there = self._arrived(path + NEW, data) if len(data) > PART else 0
        if there and on_bytes:
            on_bytes(there)
        chunks = [data[start : start + CHUNK] for start in range(there, len(data), CHUNK)] or [b""]
        # A small file takes one round trip.
        lines = [f"begin({path + NEW!r}, {there})"]
        for number, chunk in enumerate(chunks[:-1], 1):
            flush = ["out.flush()"] if number % (PART // CHUNK) == 0 else []
            self._run("\n".join([*lines, f"put({_packed(chunk)!r})", *flush]))
            lines = []
            if on_bytes:
                on_bytes(len(chunk))
        arrived = self._ask("\n".join(lines + [f"put({_packed(chunks[-1])!r})", f"end({path + NEW!r})"]), str)
        if arrived != hashlib.sha256(data).hexdigest():
            raise ToolError(f"{path} arrived damaged on {self.port}: try another cable, then run this again")
        if on_bytes:
            on_bytes(len(chunks[-1]))

    def _arrived(self, path, data):
        """Return how many bytes of this file an earlier run has left there, 0 if they differ."""
        answer = f"{{'size': os.stat({path!r})[6], 'hash': digest({path!r})}} if exists({path!r}) else {{'size': 0}}"
        there = self._ask(f"print(dumps({answer}))", {"size": MANY, "hash, optional": str})
        size, hashed = there["size"], there.get("hash")
        return size if 0 < size <= len(data) and hashlib.sha256(data[:size]).hexdigest() == hashed else 0

    def in_one_piece(self, path, size):
        """Return whether the blocks of the first `size` bytes of a file follow one another in the flash.

        If they do not, since it was copied in parts, write it again on the device; free blocks may lie apart, too.
        """
        if not self._ask("print(dumps(sys.platform == 'rp2'))", bool):
            return True  # its file system is not in a flash that can be read like memory
        self._run(FIND_BLOCKS)
        for _ in range(WRITTEN_AGAIN):
            if self._ask(f"print(dumps(first_block({path!r}, {size}) is not None))", bool):
                return True
            self._run(f"write_again({path!r}, {path + NEW!r})")
        return False

    def move(self, pairs):
        """Rename files, pairs (old, new), in this order and in one round trip; a pair (path, None) removes a file."""
        self._run(f"move({pairs!r})")

    def rename(self, old, new):
        """Rename a file over another; atomic."""
        self._run(f"os.rename({old!r}, {new!r})")

    def read(self, path):
        """Return the bytes of a small file, None if there is none. Needs no `prepare`."""
        text = self._ask(
            f"import json\nfrom binascii import b2a_base64\ntry:\n with open({path!r}, 'rb') as _f:\n"
            "  print(json.dumps(b2a_base64(_f.read()).decode()))\nexcept OSError:\n print('null')",
            (str, None),
        )
        return None if text is None else self._decoded(text)

    def names(self):
        """Return the names in the root folder."""
        return self._names("os.listdir('/')")

    def remove_folder(self, path):
        """Remove a folder if it is empty."""
        self._run(f"if exists({path!r}) & 0x4000 and not os.listdir({path!r}): os.rmdir({path!r})")

    def _reset(self):
        """Hard reset: the program restarts and the port vanishes for a moment."""
        # The pause lets the device answer before its USB disconnects.
        code = "import time, machine\ntime.sleep_ms(100)\nmachine.reset()"
        self._talk(self._transport.exec_raw_no_follow, code, within_s=RESET_S)

    def _stop(self):
        """Interrupt what runs and soft-reset: the heap is empty and main.py does not start."""
        try:
            self._talk(self._transport.enter_raw_repl, False, within_s=STOP_S)
        except NoAnswer as error:
            raise Lost(*no_prompt(self.port, self._transport.serial.heard)) from error
        if b"circuitpython" in self._run(CALM):
            self._talk(self._transport.serial.write, b"\r\x02\x04")  # its program goes on
            raise ToolError(*other_program(self.port, "CircuitPython"))
        self.left = leftovers(self._names(LISTED % "/"), self._names(f"{LISTED % '/lib'} if {LIB} else []"))
        if self.tidy:
            self._set_aside()
        if not self._reset_softly():
            raise ToolError(
                f"/boot.py on {self.port} does not end within {BOOT_S} s: if it never does, the Pico has no port after "
                "the next power-up, so leave it plugged in and run this again with --tidy, which moves it aside"
            )
        self._run(CALM)

    def _names(self, code):
        return self._ask(f"import json\nprint(json.dumps({code}))", NAMES)

    def _set_aside(self):
        folder = next_folder(self.names())
        for path in self.left:
            made = "".join(f"try: os.mkdir({name!r})\nexcept OSError: pass\n" for name in folders_of(folder + path))
            self._run(f"{made}os.rename({path!r}, {folder + path!r})")

    def _reset_softly(self):
        """Return whether the raw prompt comes; if boot.py never ends, it comes only after Ctrl-C."""
        self._talk(self._transport.serial.write, b"\x04")
        for tried in range(3):
            said = self._talk(self._transport.read_until, 1, RAW, BOOT_S, None, BOOT_S, within_s=2 * BOOT_S)
            if said.endswith(RAW):
                return not tried
            self._talk(self._transport.serial.write, b"\x03")
        return False

    def _run(self, code):
        printed, failed = self._talk(self._transport.exec_raw, code, ANSWER_S)
        if failed:
            last = last_line(failed.decode(errors="replace"), "nothing")
            raise ToolError(f"the board on {self.port} says {last}: run this again")
        return printed

    def _ask(self, code, kind):
        """Run code that prints JSON; return its value, checked to be of this kind (record.fault)."""
        return self._checked(self._run(code), kind)

    def _decoded(self, text):
        try:
            return binascii.a2b_base64(text)
        except ValueError as error:
            raise Lost(f"the board on {self.port} answered no base64 ({error}): run this again") from error

    def _checked(self, said, kind):
        return checked(said, kind, f"the board on {self.port}", Lost)

    def _talk(self, call, *arguments, within_s=ANSWER_S):
        """Call the transport; turn its many ways to fail, or to hang, into one line."""
        from mpremote.transport import TransportError
        from serial import SerialException, SerialTimeoutException

        try:
            self._transport.serial.within(within_s)
            with redirect_stdout(io.StringIO()):  # mpremote prints what it got instead of an answer
                return call(*arguments)
        except (TransportError, SerialException, OSError, struct.error) as error:
            port_works = isinstance(error, (TransportError, SerialTimeoutException, struct.error))
            raise (NoAnswer if port_works else Lost)(
                f"lost the board on {self.port} ({error or type(error).__name__}): check the cable, unplug it and "
                "plug it in again, then run this again: it goes on where it stopped"
            ) from error


def _packed(chunk):
    """Return a chunk for the device's put(): deflated (an .mpy to 60%), in base64, which the REPL passes."""
    deflate = zlib.compressobj(9, zlib.DEFLATED, -WINDOW_BITS)
    return binascii.b2a_base64(deflate.compress(chunk) + deflate.flush(), newline=False)
