"""Answers of a device: good ones are understood; others end in one line that blames the device."""

import json
import os
from binascii import b2a_base64

from host_sim.cli.errors import ToolError
from tools.workshop.serial_link import on_device
from tools.workshop.talk.device import Lost

from . import must, must_be_a_line, noise
from .odd_device import OPENING, answering

HASH = "5feceb66ffc86f38d952786c6d696c79c2dbc239dd4e91b46729d73a27fb57e9"
# The answers of a good device to each exchange, and the result. A list stands for several lines.
MACHINE = {"name": "micropython", "version": [1, 24, 1], "machine": "Raspberry Pi Pico with RP2040", "mpy": 4870}
LISTING = [{"path": "/glowgrid"}, {"path": "/glowgrid/a.mpy", "hash": HASH}, {"path": "/main.py", "hash": HASH}]
EXCHANGES = {
    "machine": (MACHINE, None),
    "read": (b2a_base64(b"\0 1").decode(), b"\0 1"),
    "names": (["main.py", "glowgrid"], ["main.py", "glowgrid"]),
    "free": (4096, 4096),
    "files": (LISTING, ({"/glowgrid/a.mpy": HASH, "/main.py": HASH}, ["/glowgrid"])),
}


def make(random):
    name = random.choice(list(EXCHANGES))
    good = EXCHANGES[name][0]
    if random.random() < 0.3:
        return {"exchange": name, "flips": noise.flips(random, len(_text(name, good)))}
    return {"exchange": name, "changes": [noise.mutation(random, good) for _ in range(random.randrange(3))]}


def check(case):
    if not hasattr(os, "openpty") or case.get("exchange") not in EXCHANGES:
        return
    said = [_text(name, good) for name, (good, _) in EXCHANGES.items()]
    at = list(EXCHANGES).index(case["exchange"])
    good = said[at]
    said[at] = _text(case["exchange"], noise.mutated(EXCHANGES[case["exchange"]][0], case.get("changes", [])))
    said[at] = noise.flipped(said[at], case.get("flips", [])).replace(b"\x04", b"")  # which ends an answer
    try:
        taken = _talk(said)
    except Lost as error:
        must_be_a_line(error)
        must("answered n" in str(error), "the answer is not blamed:", error)
        must(said[at].strip() != good.strip(), "a good answer is refused:", error)
    except ToolError as error:
        must(False, "the answer is not blamed:", error)
    else:
        must(said[at] != good or taken == [expected for _, expected in EXCHANGES.values()], "taken for", taken)


def _talk(said):
    """Return the result for a device with this answer."""
    machine, *others = [(each, b"") for each in said]

    async def talk(device):
        await device.prepare()
        read, names, free = await device.read("/x"), await device.names(), await device.free_bytes()
        return [None, read, names, free, await device.files(["/glowgrid"], ["/main.py"])]

    with answering([*OPENING, machine, (b"", b""), *others, (b"", b"")]) as port:
        return on_device(port, talk)[1]


def _text(name, data):
    """Return an answer as bytes."""
    values = data if name == "files" and isinstance(data, list) else [data]
    return b"".join(json.dumps(value).encode() + b"\r\n" for value in values)
