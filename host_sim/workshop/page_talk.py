"""What the page asks of the device. Each verb returns JSON: an object, or {"error": [what, line to do, ...]}.

    connect(tidy)           stop what runs; the answer has "machine", "chip" ("rp2040", "rp2350" or ""), the "board" and
                            "version" that it was flashed for ("" if unknown), and "left": lines about what comes
                            before Glowgrid. tidy: move that aside
    look()                  "own": paths of the person's files; "saves": paths; "games": numbers of finished games;
                            "crash": whether there is a crash.txt
    plan(folder)            what `update` would do: "copy", "switch", "remove", "park", "unchanged": paths; "bytes"
    update(folder, report)  bring the device to the files in a folder of MicroPython's file system, as
                            tools/web/device_files.py has them; own games stay. The answer is as of `plan`, and has
                            "kept_in", "in_one_piece", "doubts" (lines). report(text) gets {"step": what or path},
                            {"total": bytes}, {"copied": more bytes}
    fetch(paths, folder)    copy files of the device (a list in JSON) into a folder; "files": those that exist
    put(folder, report)     copy the files of a folder to the device; "files": their paths
    remove(paths)           remove files (a list in JSON)
    about()                 stop what runs: "board" (an object) and "version" that it was flashed for. The port is
                            released, as by the next three, which open it again
    selftest(report)        run the self-test; report(text) gets {"line": text}; "unseen": why it did not pass, or ""
    wiring(file, name, ask) find out how the device is wired; file: the text of its board file, "" if that is unknown.
                            "text": the board file as it is wired, under a name; "" if nothing "differs" (lines).
                            ask(text) gets {"say": text}, or a question, and returns a promise of its answer as JSON:
                            {"ask": "steady"} true or false, {"ask": "place"} [column, row] from 0, {"ask": "colour"}
                            "red", ..., {"ask": "agrees", "text": ...} true or false, {"ask": "press", "column": ...,
                            "row": ...} anything, once a person is asked to press this key; or "back", or "stop";
                            {"ask": "back", "text": error} whether the person goes back to the question before it
    measure(ask)            measure the parts: {"say": ...}, {"tap": key, "times": ...}, {"pull": seconds}, the time
                            to pull the plug, {"ask": "plugged_in"} anything, once it is plugged in again, {"ask":
                            "wait", "ms": ...} anything, after so long. "report": the text of its file; "lines"
    board_files(text, folder)  put the files that make the device one of a board file into a folder: "files"
    leave()                 restart the device and release the port, which vanishes for a second
    started()               with the port open once more: "on", what is on the lights ("the menu is on the lights")

After an error the device restarts, if it can be reached, and the port is released: begin with `connect`.
"""

import json
import os

from ..errors import ToolError
from .advice import DRIVES
from .compatible import doubts
from .device import Device
from .finished import FOLDER as FINISHED
from .leftovers import folders_of, is_number, warnings
from .manifest import MANIFEST, digest, parsed, with_manifest
from .own_board import files_of
from .places import BOARD, NEW, OWN_GAMES
from .selftest import selftest, unseen
from .session import Session, board_on, version_on
from .started import shown_at_start
from .update import Watcher, board_of, update
from .wiring.back import Back, find_with_back
from .wiring.board_file import file_of, known_of, with_words
from .wiring.find import differences
from .wiring.power import first_frame, pull_power
from .wiring.probe import Probe
from .wiring.report import lines, measure, text_of

SAVES, CRASH = "/saves", "/crash.txt"


def _answering(verb):
    async def answer(self, *arguments):
        try:
            return json.dumps(await verb(self, *arguments))
        except ToolError as error:
            await self._end(error)
            return json.dumps({"error": [str(error)] + list(error.steps)})

    return answer


class PageTalk:
    """The talk over a link; one call at a time. of_mip: the Manifest of what `mip` copies."""

    def __init__(self, link, of_mip):
        self._link = link
        self._of_mip = of_mip
        self._device: Device | None = None

    @_answering
    async def connect(self, tidy=False):
        """Stop what runs."""
        device = Device(self._link, tidy)
        await device.__aenter__()
        self._device = device
        board, version = await board_of(device.read)
        await device.prepare()
        chip = ([chip for chip in DRIVES if device.machine.has(chip)] + [""])[0]
        left = list(warnings(device.left))
        return {"machine": str(device.machine), "chip": chip, "board": board, "version": version, "left": left}

    @_answering
    async def look(self):
        """Return what is on the device."""
        hashes, _ = await self._open().files([SAVES, OWN_GAMES], [CRASH])
        saves = sorted([path for path in hashes if path.startswith(SAVES + "/")])
        own = sorted([path for path in hashes if path.startswith(OWN_GAMES + "/")])
        names = [path[len(FINISHED) + 1 :] for path in saves if path.startswith(FINISHED + "/")]
        games = sorted([int(name) for name in names if is_number(name)])
        return {"own": own, "saves": saves, "games": games, "crash": CRASH in hashes}

    @_answering
    async def plan(self, folder):
        """Return what `update` would do."""
        return await self._update(folder, Watcher(), True)

    @_answering
    async def update(self, folder, report):
        """Bring the device to the files in a folder."""
        return await self._update(folder, _Report(report), False)

    @_answering
    async def fetch(self, paths, folder):
        """Copy files of the device into a folder."""
        found = []
        for path in json.loads(paths):
            data = await self._open().read(path)
            if data is not None:
                _write(folder + path, data)
                found.append(path)
        return {"files": found}

    @_answering
    async def put(self, folder, report):
        """Copy files to the device."""
        device, files, watcher = self._open(), _files_in(folder), _Report(report)
        watcher.total(files.values())
        for path, data in files.items():
            watcher.step(path)
            await device.copy(path, data, watcher.copied)
            await device.rename(path + NEW, path)
        return {"files": sorted(files)}

    @_answering
    async def remove(self, paths):
        """Remove files of the device."""
        await self._open().move([(path, None) for path in json.loads(paths)])
        return {}

    @_answering
    async def leave(self):
        """Restart the device and release the port."""
        await self._end(None)
        return {}

    @_answering
    async def started(self):
        """Return what is on the lights after a start."""
        return {"on": await shown_at_start(self._link)}

    @_answering
    async def about(self):
        """Return what the device was flashed for."""
        self._device = None
        async with Session(self._link) as run:
            return {"board": await board_on(run), "version": await version_on(run)}

    @_answering
    async def selftest(self, report):
        """Run the self-test."""
        self._device, said = None, []

        def say(line):
            said.append(line)
            report(json.dumps({"line": line}))

        await selftest(self._link, say)
        return {"unseen": unseen(said)}

    @_answering
    async def wiring(self, file, name, ask):
        """Find out how the device is wired."""
        self._device = None
        async with Session(self._link) as run:
            about = with_words(await board_on(run), known_of(file))
            board = await find_with_back(about, Probe(run, about), _Person(ask))
        differs = list(differences(about, board))
        return {"text": file_of(board, name, file) if differs else "", "differs": differs}

    @_answering
    async def measure(self, ask):
        """Measure the parts of the device."""
        self._device, person = None, _Person(ask)

        def connect(afresh=True):
            return Session(self._link, afresh)

        async with connect() as run:
            found = await measure(run, await board_on(run), person)
            found["version"] = await version_on(run)
        found["times"]["first_frame_us"] = await first_frame(connect, person)
        found["power_pulled"] = await pull_power(connect, person)
        return {"report": text_of(found), "lines": list(lines(found))}

    @_answering
    async def board_files(self, text, folder):
        """Put the files of a board file into a folder."""
        files = files_of(text)
        for path, data in files.items():
            _write(folder + path, data)
        return {"files": sorted(files)}

    def _open(self):
        if not self._device:
            raise ToolError("the Pico is not connected: connect first")
        return self._device

    async def _end(self, error):
        """Leave the device, as at the end of a `with`."""
        device, self._device = self._device, None
        if device:
            await device.__aexit__(type(error) if error else None, error, None)

    async def _update(self, folder, watcher, dry_run):
        device, files = self._open(), _files_in(folder)
        about = json.loads(files[BOARD])
        files.update(await _own(device))
        files = with_manifest(files, about["name"])
        watcher.files = files
        done = await update(device, files, about["mcu"], self._of_mip, dry_run, watcher)
        plan = done.plan
        return {
            "copy": plan.copy,
            "switch": plan.switch,
            "remove": plan.remove,
            "park": plan.park,
            "unchanged": plan.unchanged,
            "bytes": sum([len(files[path]) for path in plan.copy]),
            "kept_in": done.kept_in,
            "in_one_piece": done.in_one_piece,
            "doubts": doubts(device.machine, about["mcu"]),
        }


class _Report(Watcher):
    """Passes the progress on as JSON."""

    def __init__(self, report):
        self._report = report
        self.files = {}

    def total(self, contents):
        """Report how many bytes will be copied."""
        self._report(json.dumps({"total": sum([len(data) for data in contents])}))

    def planned(self, plan):
        self.total([self.files[path] for path in plan.copy])

    def step(self, what):
        self._report(json.dumps({"step": what}))

    def copied(self, count):
        self._report(json.dumps({"copied": count}))


class _Person:
    """The person at the page, see wiring/find.py; ask: as of `wiring`."""

    def __init__(self, ask):
        self._ask = ask

    def say(self, text):
        self._ask(json.dumps({"say": text}))

    def tap(self, key, times):
        self._ask(json.dumps({"tap": key, "times": times}))

    async def steady(self):
        return await self._answer({"ask": "steady"})

    async def place(self):
        return await self._answer({"ask": "place"})

    async def colour(self):
        return await self._answer({"ask": "colour"})

    async def agrees(self, text):
        return await self._answer({"ask": "agrees", "text": text})

    async def press(self, column, row):
        await self._answer({"ask": "press", "column": column, "row": row})

    async def goes_back(self, error):
        return await self._answer({"ask": "back", "text": str(error)})

    def pull(self, seconds):
        self._ask(json.dumps({"pull": seconds}))

    async def plugged_in(self):
        await self._answer({"ask": "plugged_in"})

    async def wait(self, ms):
        await self._answer({"ask": "wait", "ms": ms})

    async def _answer(self, question):
        answer = json.loads(await self._ask(json.dumps(question)))
        if answer == "stop":
            raise ToolError("stopped")
        if answer == "back":
            raise Back
        return answer


async def _own(device):
    """Return {path: bytes} of the own games that were flashed, so that they count as ours."""
    found = {}
    for path in MANIFEST, MANIFEST + NEW:
        for name, known in parsed(await device.read(path)).files.items():
            if name.startswith(OWN_GAMES + "/") and name not in found:
                data = await device.read(name)
                if data is not None and digest(data) == known:
                    found[name] = data
    return found


def _files_in(folder, inside=""):
    """Return {path: bytes} of all files in a folder, as paths on the device."""
    found = {}
    for name in sorted(os.listdir(folder + inside)):
        path = f"{inside}/{name}"
        if os.stat(folder + path)[0] & 0x4000:
            found.update(_files_in(folder, path))
        else:
            with open(folder + path, "rb") as file:
                found[path] = file.read()
    return found


def _write(path, data):
    for folder in folders_of(path):
        try:
            os.mkdir(folder)
        except OSError:  # it exists
            pass
    with open(path, "wb") as file:
        file.write(data)
