"""What the page asks of the device. Each verb returns JSON: an object, or {"error": [what, line to do, ...], "tidy":
whether connect(True) helps}.

page_files.py has the verbs for files of a person, page_parts.py those that test and measure the parts. The others are:

    connect(tidy)           stop what runs; the answer has "machine", "chip" ("rp2040", "rp2350" or ""), the "board" and
                            "version" that it was flashed for ("" if unknown), "interrupted": whether the copy of
                            that version was interrupted before anything was in place, "linked": whether its board
                            has a link to another device, and "left": lines about what comes before Glowgrid.
                            tidy: move that aside
    board()                 the "board", an object, that the connected device was flashed for
    plan(folder)            what `update` would do: "copy", "switch", "remove", "park", "unchanged": paths; "bytes"
    update(folder, report)  bring the device to the files in a folder of MicroPython's file system, as
                            tools/web/device_files.py has them; own games stay. The answer is as of `plan`, and has
                            "kept_in", "did" (in words), "doubts" (lines). report(text) gets {"step": what or path},
                            {"total": bytes}, {"copied": more bytes}
    mirror()                stop what runs; the device plays on, and says in lines what it shows: "first", its first
                            line, and its "board", an object. The port stays open for the next ones
    board_files(text, folder, link)  put the files that make the device one of a board file into a folder: "files".
                            link: whether it has a link; None: as the file says
    leave()                 restart the device and release the port, which vanishes for a second
    started()               with the port open once more: "on", what is on the lights ("the menu is on the lights")

After an error the device restarts, if it can be reached, and the port is released: begin with `connect`. An error with
"open": true changes nothing: the device stays connected.
"""

import json

from host_sim.cli.errors import ToolError

from ...compile.layout.manifest import MANIFEST, Manifest, parsed, with_manifest
from ...compile.layout.places import BOARD, NEW
from ..talk.advice import DRIVES, SCATTERED
from ..talk.compatible import doubts
from ..talk.device import Device
from ..talk.files import Declined
from ..talk.leftovers import warnings
from ..talk.mirror import begin
from ..talk.session import board_in
from ..talk.started import shown_at_start
from ..talk.update import Watcher, board_of, in_words, is_linked, update
from . import contents, own_games
from .own_board import files_of
from .page_files import PageFiles, Report, answering, capital, files_in
from .page_parts import PageParts


class PageTalk(PageFiles, PageParts):
    """The talk over a link; one call at a time. of_mip: the Manifest of what `mip` copies."""

    def __init__(self, link, of_mip):
        super().__init__(link)
        self._of_mip = of_mip

    @answering
    async def connect(self, tidy=False):
        """Stop what runs."""
        device = Device(self._link, tidy)
        await device.__aenter__()
        self._device = device
        board, version = await board_of(device.read)
        link = bool(board) and await is_linked(device.read)
        coming = Manifest() if board or version else parsed(await device.read(MANIFEST + NEW))
        await device.prepare()
        left = list(warnings(device.left))
        return {
            "machine": str(device.machine),
            "chip": _chip(device.machine),
            "board": board or coming.board,
            "version": version or coming.version,
            "interrupted": bool(coming.version),
            "linked": link,
            "left": left,
        }

    @answering
    async def board(self):
        """Return the board that the device was flashed for; without one it stays connected."""
        text = await self._open().read(BOARD) or b""
        try:
            return {"board": board_in(text)}
        except ToolError as error:
            why = str(error)
        raise Declined(why)

    @answering
    async def plan(self, folder):
        """Return what `update` would do."""
        return await self._update(folder, Watcher(), True)

    @answering
    async def update(self, folder, report):
        """Bring the device to the files in a folder."""
        return await self._update(folder, Report(report), False)

    @answering
    async def mirror(self):
        """Let the device play, and say in lines what it shows."""
        self._device = device = Device(self._link)
        await device.__aenter__()
        board = await device.read(BOARD)
        first = await begin(self._link)
        self._device = None
        return {"first": first, "board": json.loads(board or b"{}")}

    @answering
    async def leave(self):
        """Restart the device and release the port."""
        await self._end(None)
        return {}

    @answering
    async def started(self):
        """Return what is on the lights after a start."""
        return {"on": await shown_at_start(self._link)}

    @answering
    async def board_files(self, text, folder, link=None):
        """Put the files of a board file into a folder."""
        files = files_of(text, _chip(self._device.machine) if self._device else "", link)
        for path, data in files.items():
            contents.write(folder + path, data)
        return {"files": sorted(files)}

    async def _update(self, folder, watcher, dry_run):
        device, files = self._open(), files_in(folder)
        about = json.loads(files[BOARD])
        stay, tables = await own_games.kept(device)
        files.update(tables)
        files = with_manifest(files, about["name"], stay)
        watcher.files = files
        done = await update(device, files, about["mcu"], self._of_mip, dry_run, watcher, stay)
        plan, scattered = done.plan, [] if done.in_one_piece else [SCATTERED]
        return {
            "copy": plan.copy,
            "switch": plan.switch,
            "remove": plan.remove,
            "park": plan.park,
            "unchanged": plan.unchanged,
            "bytes": sum([len(files[path]) for path in plan.copy]),
            "kept_in": done.kept_in,
            "did": in_words(done),
            "doubts": [capital(line) for line in doubts(device.machine, about["mcu"]) + scattered],
        }


def _chip(machine):
    return ([chip for chip in DRIVES if machine.has(chip)] + [""])[0]
