"""What the page asks of a person's files on the device; see page_talk.py.

look(finish)            what a person has on the device: "files": [{path, kind, size}], as files.look has it;
                        "free": bytes; "waits": whether a restore of saves was interrupted before its last step, which
                        finish=True does
check(folder, to)       what chosen files are, as contents.checked has it: "files"; what goes onto the device for
                        them is put into the folder `to`
bring(folder, over, report)  copy the files of such a folder to the device, over others if `over` is "yes", the rest
                        alone if it is "no", nothing over others if it is "ask": "files": paths that were copied,
                        "in_the_way": paths that were there
games()                 "games": the finished games of the device, as contents.played has it
backup(made)            "text": all saves, as a file (talk/files.py); "left_out": paths that are no saves of Glowgrid's
backed_up(text)         what such a file holds: "version", "board", "made", "files": paths
restore(text, report)   replace the saves by those of such a file; "kept_in": where the old ones are, "" without
fetch(paths, folder, report)  copy files of the device (a list in JSON) into a folder; "files": those that exist
remove(paths)           remove files (a list in JSON), and folders that are empty then
crash(path)             "text": crash.txt, with names and lines if the file `path` of MicroPython's file system, of
                        talk/crash.py, is of what is on the device; "why" it has none, "" if it has; "about": of what
                        board and version
"""

import json
import os

from glowgrid import VERSION
from host_sim.cli.errors import ToolError
from host_sim.own_games.data.tables import TABLES

from ...compile.layout.manifest import MANIFEST, parsed
from ...compile.layout.places import MODULES, OWN_GAMES
from ..talk import files
from ..talk.answers import raised_at, text_of
from ..talk.crash import explained
from ..talk.device import Device, Endless
from ..talk.files import Declined
from ..talk.finished import fetched
from ..talk.update import Watcher, board_of
from . import contents

OTHER_VERSION = (
    "Glowgrid %s of another build is on the Pico, and this page knows the names and lines of its own %s alone: only the"
    " tools of that build can read them (`python -m tools crash FILE`)"
)


def answering(verb):
    """Return the verb with its answer in JSON, an error too; each but a Declined ends the visit to the device."""

    async def answer(self, *arguments):
        try:
            return json.dumps(await verb(self, *arguments))
        except Declined as error:
            return json.dumps({"error": lines_of(error), "open": True})
        except ToolError as error:
            failed = error
        except Exception as error:
            failed = ToolError(
                f"a fault of this program: {what_and_where(error)}: report it, and what you did, in an issue"
            )
        try:
            await self._end(failed)
            await self._link.close()
        except Exception:
            pass  # the first error says more
        return json.dumps({"error": lines_of(failed), "tidy": isinstance(failed, Endless)})

    return answer


def lines_of(error):
    """Return the lines of a ToolError for the page."""
    return [capital(line) for line in [str(error)] + list(error.steps)]


def capital(line):
    """Return a line that begins with a capital, unless it begins with a name, such as that of a file."""
    return line[:1].upper() + line[1:] if line.split(" ")[0].isalpha() else line


def what_and_where(error):
    """Return in a line what kind of error this is, its text, and the line of the program that raised it."""
    said = " ".join(str(error).split())
    return f"{type(error).__name__}: {said} ({raised_at(error)})"


class PageFiles:
    """The part of the talk that is about files."""

    def __init__(self, link):
        self._link = link
        self._device: Device | None = None

    @answering
    async def look(self, finish=False):
        """Return what is on the device."""
        found, free, waits = await files.look(self._open(), finish)
        return {"files": found, "free": free, "waits": waits}

    @answering
    async def check(self, folder, to):
        """Return what chosen files are."""
        await self._bring_games()
        said, found = contents.check_all({path[1:]: data for path, data in files_in(folder).items()})
        for path, data in found.items():
            contents.write(to + path, data)
        return {"files": said}

    @answering
    async def bring(self, folder, over, report):
        """Copy a person's files to the device."""
        done, in_the_way = await files.bring(self._open(), files_in(folder), over, Report(report))
        return {"files": done, "in_the_way": in_the_way}

    @answering
    async def games(self):
        """Return the finished games."""
        found = await fetched(self._open())
        await self._bring_games()
        return {"games": contents.played(found)}

    @answering
    async def backup(self, made):
        """Return all saves as a text."""
        device = self._open()
        text, left_out = await files.backup(device, (await board_of(device.read))[0], made)
        return {"text": text, "left_out": left_out}

    @answering
    async def backed_up(self, text):
        """Return what a backup holds."""
        about, found = files.saves_in(text)
        return {"version": about["version"], "board": about["board"], "made": about["made"], "files": sorted(found)}

    @answering
    async def restore(self, text, report):
        """Replace the saves."""
        _, found = files.saves_in(text)
        return {"kept_in": await files.restore(self._open(), found, Report(report))}

    @answering
    async def crash(self, path):
        """Return crash.txt with names and lines."""
        device = self._open()
        text, about = text_of(await device.read(files.CRASH) or b""), parsed(await device.read(MANIFEST))
        with open(path) as file:
            sources = json.load(file)
        why = ""
        if about.files.get(MODULES) in sources["of"].values():
            text = explained(text, sources)
        elif MODULES in about.files:
            why = OTHER_VERSION % (about.version, VERSION)
        return {"text": text, "why": why, "about": f"Glowgrid {about.version}, {about.board}, {device.machine}"}

    @answering
    async def fetch(self, paths, folder, report):
        """Copy files of the device into a folder."""
        device, watcher, paths = self._open(), Report(report), json.loads(paths)
        sizes, (hashes, _) = await device.sizes([], paths), await device.files([], paths)
        found = [path for path in paths if path in hashes]
        watcher.total([sizes[path] for path in found])
        for path in found:
            watcher.step(path)
            contents.write(folder + path, await device.read(path, watcher.copied, hashes[path]))
        return {"files": found}

    @answering
    async def remove(self, paths):
        """Remove files of the device."""
        await files.remove(self._open(), json.loads(paths))
        return {}

    async def _bring_games(self):
        """Put the data games of the device into /games here."""
        device = self._open()
        contents.forget_games()
        sizes = await device.sizes([OWN_GAMES], [])
        for path in sizes:
            if path.endswith(TABLES) and path.count("/") == 2:
                contents.write(path, await device.read(path) or b"")

    def _open(self):
        if not self._device:
            raise ToolError("the Pico is not connected: connect first")
        return self._device

    async def _end(self, error):
        """Leave the device, as at the end of a `with`."""
        device, self._device = self._device, None
        if device:
            await device.__aexit__(type(error) if error else None, error, None)


class Report(Watcher):
    """Passes the progress on as JSON."""

    def __init__(self, report):
        self._report = report
        self.files = {}

    def total(self, sizes):
        """Report how many bytes will be copied."""
        self._report(json.dumps({"total": sum(sizes)}))

    def planned(self, plan):
        self.total([len(self.files[path]) for path in plan.copy])

    def step(self, what):
        self._report(json.dumps({"step": what}))

    def copied(self, count):
        self._report(json.dumps({"copied": count}))


def files_in(folder, inside=""):
    """Return {path: bytes} of all files in a folder, as paths on the device."""
    found = {}
    for name in sorted(os.listdir(folder + inside)):
        path = f"{inside}/{name}"
        if os.stat(folder + path)[0] & 0x4000:
            found.update(files_in(folder, path))
        else:
            with open(folder + path, "rb") as file:
                found[path] = file.read()
    return found
