"""A MicroPython board at a link (link.py), as far as flashing needs it.

One connection serves the whole run: there is no soft reset between steps, errors arrive as exceptions with the device's
traceback, and progress is known to the byte. A few lines of Python, sent to the device once (on_device.py), write
beside, hash and rename.
"""

import binascii

from host_sim.cli.errors import ToolError

from ...compile.layout.manifest import digest
from ...compile.layout.places import NEW
from .advice import AGAIN, TIDY, named, no_prompt, other_program
from .answers import MANY, checked, last_line, text_of
from .compatible import Machine
from .leftovers import LIB, LISTED, folders_of, leftovers, next_folder
from .link import LinkLost, NoAnswer
from .on_device import ABOUT, CALM, DIGEST, HELPERS, RESET, finding_blocks, piece
from .packing import deflated

PART = 16384  # bytes after which a file is flushed: an interrupted run continues after the last part
CHUNK = 4096  # bytes of a file per round trip: small compared with 200 KB of heap, large compared with the overhead
ANSWER_S = 15  # then an exchange has failed; the device's longest work is under a second
RESET_S = 5  # of the last exchange, which only asks for a reset
WRITTEN_AGAIN = 3  # times at most: littlefs takes other blocks each time
STOP_S = 15  # of the first exchange, which shows whether the port is MicroPython
BOOT_S = 15  # the most that a boot.py may take: joining a network takes some seconds
NO_ROOM = "ENOSPC", "OSError: 28"  # in the device's last line; MicroPython for the Pico does not name this error
RAW = b"raw REPL; CTRL-B to exit\r\n"

# The answers of the device.
MACHINE = {"name": str, "version": [range(1000), 3, 3], "machine": str, "mpy": range(1 << 30)}
NAMES = [str, 0, 10_000]
LISTING = [{"path": str, "hash, optional": str}, 0, 10_000]
SIZES = [{"path": str, "size": MANY}, 0, 10_000]


class Lost(ToolError):
    """The connection broke or the device answered nonsense; what was copied so far is kept."""


class Silent(Lost):
    """The port works, but no answer came."""


class Full(ToolError):
    """The file system had no room for what was written."""


class Endless(ToolError):
    """A boot.py does not end; tidy=True moves it aside."""


class Device:
    """A board, stopped at its REPL; use it as a context manager. Raises ToolError if it cannot be stopped.

    tidy: move the user's files that are in the way aside, see leftovers.py. left: their paths.
    """

    def __init__(self, link, tidy=False):
        self.port = link.name
        self._named = named("board", link.name)
        self.tidy = tidy
        self.left = []
        self._link = link

    async def __aenter__(self):
        try:
            await self._stop()
            about = await self._ask(ABOUT, MACHINE)
            self.machine = Machine(about["name"], tuple(about["version"]), about["machine"], about["mpy"])
        except BaseException:
            await self._link.close()
            raise
        return self

    async def __aexit__(self, kind, error, _):
        """Reset the device, so that its program runs again, unless the connection is in doubt; then close."""
        try:
            if error is None or kind in (ToolError, Full):
                await self._talk(self._link.start(RESET, RESET_S))  # the port vanishes for a moment
        except ToolError as fault:
            reset = isinstance(fault, Lost) and not isinstance(fault, Silent)  # a busy PC hears of it too late
            if error is None and not reset:
                raise
        finally:
            await self._link.close()

    async def prepare(self):
        """Send the helper functions that the methods below need."""
        await self._run(HELPERS)

    async def files(self, folders, paths):
        """Return ({path: sha256 hex}, folders) of all files under these folders, and of these paths that exist."""
        entries = await self._listed("listing", folders, paths, LISTING)
        hashes = {entry["path"]: entry["hash"] for entry in entries if "hash" in entry}
        return hashes, [entry["path"] for entry in entries if "hash" not in entry]

    async def sizes(self, folders, paths):
        """Return {path: bytes} of all files under these folders, and of these paths that exist."""
        return {entry["path"]: entry["size"] for entry in await self._listed("sizes", folders, paths, SIZES)}

    async def _listed(self, helper, folders, paths, kind):
        there = f"[_f for _f in {list(folders)!r} if exists(_f) & 0x4000]"
        said = await self._run(f"{helper}({there}, {list(paths)!r})")
        return self._checked(b"[" + b",".join(said.splitlines()) + b"]", kind)

    async def free_bytes(self):
        """Return the free space of the file system in bytes."""
        return await self._ask(
            "_s = os.statvfs('/')\nprint(_s[0] * max(0, _s[3]))", MANY
        )  # a full littlefs counts below 0

    async def copy(self, path, data, on_bytes=None):
        """Write a file beside its place (path + NEW) and check its hash; on_bytes(n) is called after every n bytes."""
        there = await self._arrived(path + NEW, data) if len(data) > PART else 0
        if there and on_bytes:
            on_bytes(there)
        chunks = [data[start : start + CHUNK] for start in range(there, len(data), CHUNK)] or [b""]
        # A small file takes one round trip.
        lines = [f"begin({path + NEW!r}, {there})"]
        for number, chunk in enumerate(chunks[:-1], 1):
            flush = ["out.flush()"] if number % (PART // CHUNK) == 0 else []
            await self._run("\n".join(lines + [_put(chunk)] + flush))
            lines = []
            if on_bytes:
                on_bytes(len(chunk))
        arrived = await self._ask("\n".join(lines + [_put(chunks[-1]), f"end({path + NEW!r})"]), str)
        if arrived != digest(data):
            raise ToolError(f"{path} arrived damaged on {self.port}: try another cable, then {AGAIN}")
        if on_bytes:
            on_bytes(len(chunks[-1]))

    async def give_up(self, path):
        """Remove what was written beside the place of a file (path + NEW), and the folders that are empty then."""
        await self._run(f"try:\n out.close()\nexcept Exception:\n pass\nmove([({path + NEW!r}, None)])")
        for folder in reversed(folders_of(path)):
            await self.remove_folder(folder)

    async def _arrived(self, path, data):
        """Return how many bytes of this file an earlier run has left there, 0 if they differ."""
        answer = f"{{'size': os.stat({path!r})[6], 'hash': digest({path!r})}} if exists({path!r}) else {{'size': 0}}"
        there = await self._ask(f"print(dumps({answer}))", {"size": MANY, "hash, optional": str})
        size, hashed = there["size"], there.get("hash")
        return size if 0 < size <= len(data) and digest(data[:size]) == hashed else 0

    async def in_one_piece(self, path, size):
        """Return whether the blocks of the first `size` bytes of a file follow one another in the flash.

        If they do not, since it was copied in parts, write it again on the device; free blocks may lie apart, too.
        """
        if not await self._ask("print(dumps(sys.platform == 'rp2'))", bool):
            return True  # its file system is not in a flash that can be read like memory
        await self._run(finding_blocks())
        for _ in range(WRITTEN_AGAIN):
            if await self._ask(f"print(dumps(first_block({path!r}, {size}) is not None))", bool):
                return True
            await self._run(f"write_again({path!r}, {path + NEW!r})")
        return False

    async def move(self, pairs):
        """Rename files, pairs (old, new), in this order and in one round trip; a pair (path, None) removes a file."""
        await self._run(f"move({pairs!r})")

    async def rename(self, old, new):
        """Rename a file over another; atomic."""
        await self._run(f"os.rename({old!r}, {new!r})")

    async def read(self, path, on_bytes=None, known=""):
        """Return the bytes of a file, None if there is none; on_bytes(n) is called after every n bytes.

        Needs no `prepare`. It is checked by its hash: `known`, if `files` gave one, and then it has to be there; else a
        file of several parts is hashed on the device.
        """
        parts = []
        while not parts or len(parts[-1]) == CHUNK:
            text = await self._ask(piece(path, CHUNK * len(parts), CHUNK), (str, None))
            if text is None and not parts and not known:
                return None
            parts.append(self._decoded(text or ""))
            if on_bytes:
                on_bytes(len(parts[-1]))
        whole = b"".join(parts)
        if not known and len(parts) > 1:
            known = await self._ask(f"{DIGEST}print(json.dumps(digest({path!r})))", str)
        if known and digest(whole) != known:
            raise ToolError(f"{path} could not be read whole from {self.port}: unplug the Pico, plug it in, and repeat")
        return whole

    async def names(self):
        """Return the names in the root folder."""
        return await self._names("os.listdir('/')")

    async def remove_folder(self, path):
        """Remove a folder if it is empty."""
        await self._run(f"if exists({path!r}) & 0x4000 and not os.listdir({path!r}): os.rmdir({path!r})")

    async def _stop(self):
        """Interrupt what runs and soft-reset: the heap is empty and main.py does not start."""
        try:
            await self._talk(self._link.stop(STOP_S))
        except Silent:
            raise Lost(*no_prompt(self.port, self._link.heard))  # noqa: B904 - see _talk
        if b"circuitpython" in await self._run(CALM):
            await self._talk(self._link.write(b"\r\x02\x04"))  # its program goes on
            raise ToolError(*other_program(self.port, "CircuitPython"))
        self.left = leftovers(await self._names(LISTED % "/"), await self._names(f"{LISTED % '/lib'} if {LIB} else []"))
        if self.tidy:
            await self._set_aside()
        if not await self._reset_softly():
            raise Endless(
                f"/boot.py on {self.port} does not end within {BOOT_S} s: if it never does, the Pico has no port after "
                f"the next power-up, so leave it plugged in and {TIDY}"
            )
        await self._run(CALM)

    async def _names(self, code):
        return await self._ask(f"import json\nprint(json.dumps({code}))", NAMES)

    async def _set_aside(self):
        folder = next_folder(await self.names())
        for path in self.left:
            made = "".join([f"try: os.mkdir({name!r})\nexcept OSError: pass\n" for name in folders_of(folder + path)])
            await self._run(f"{made}os.rename({path!r}, {folder + path!r})")

    async def _reset_softly(self):
        """Return whether the raw prompt comes; if boot.py never ends, it comes only after Ctrl-C."""
        await self._talk(self._link.write(b"\x04"))
        for tried in range(3):
            said = await self._talk(self._link.until((RAW,), BOOT_S))
            if said.endswith(RAW):
                return not tried
            await self._talk(self._link.write(b"\x03"))
        return False

    async def _run(self, code):
        printed, failed = await self._talk(self._link.run(code, ANSWER_S))
        if failed:
            why = last_line(text_of(failed), "nothing")
            if any([words in why for words in NO_ROOM]):
                raise Full(f"no room is left on {self._named}: remove files of your own, then {AGAIN}")
            raise ToolError(f"{self._named} says {why}: {AGAIN}")
        return printed

    async def _ask(self, code, kind):
        """Run code that prints JSON; return its value, checked to be of this kind (record.fault)."""
        return self._checked(await self._run(code), kind)

    def _decoded(self, text):
        try:
            return binascii.a2b_base64(text.encode())
        except Exception as error:  # the binascii of the page has no error of its own
            why = str(error)
        raise Lost(f"{self._named} answered no base64 ({why}): {AGAIN}")

    def _checked(self, said, kind):
        return checked(said, kind, self._named, Lost)

    async def _talk(self, exchange):
        """Wait for an exchange with the link; turn its many ways to fail, or to hang, into one line."""
        try:
            return await exchange
        except LinkLost as error:
            kind, why = Silent if isinstance(error, NoAnswer) else Lost, str(error)
        raise kind(  # outside: MicroPython warns of an exception that names another
            f"lost {self._named} ({why}): check the cable, unplug it and "
            f"plug it in again, then {AGAIN}: it goes on where it stopped"
        )


def _put(chunk):
    """Return the code that gives a chunk to the device's put(): deflated, in base64, which the REPL passes."""
    return f"put({binascii.b2a_base64(deflated(chunk)).rstrip()!r})"
