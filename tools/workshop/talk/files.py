"""A person's files on a Pico, over an open Device: own games, puzzles, strategies, finished games, saves, crash.txt.

A file is replaced only after its new content is verified. Saves are restored in three steps: all of them are copied
into RESTORING; that becomes RESTORED, which is whole; it replaces the saves, which move aside. `look` can do the last
step of one that was interrupted.
"""

import binascii
import json

from glowgrid import VERSION, record
from host_sim.cli.errors import ToolError

from ...compile.layout.manifest import digest
from ...compile.layout.places import NEW, OWN_GAMES
from .finished import FOLDER as FINISHED
from .leftovers import REPLACED, folders_of, is_number, next_folder
from .update import SAVES, copied, is_ours, what_to_remove, why_no_room

CRASH = "/crash.txt"
RESTORING, RESTORED = "/saves.new", "/saves.whole"
PUZZLES, STRATEGIES = OWN_GAMES + "/puzzles", OWN_GAMES + "/strategies"
GAME_FILES = ".tables", ".json", ".py", ".mpy"
MOST = 200_000  # bytes of a chosen file
MOST_SAVES = 1000  # in a backup
BACKUP = {
    "glowgrid": "saves",
    "version": str,
    "board": str,
    "made": str,
    "files": [{"path": str, "sha256": str, "base64": str}, 1, MOST_SAVES],
}
_PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-"


class Declined(ToolError):
    """What a person asks for cannot be done as things are; the Pico stays as it is, and connected."""


async def look(device, finish=False):
    """Return ([{path, kind, size}], free bytes, whether an interrupted restore waits for its last step).

    finish: do that step if there is one.

    kind: "game", "puzzles", "strategy", "finished", "save", "crash", "aside" (flashing or restoring moved it),
    "unfinished" (a copy that was interrupted), "other" (nothing of Glowgrid's).
    """
    names = await device.names()
    if finish and RESTORED[1:] in names:
        await _put_in_place(device, names)
        names = await device.names()
    sizes = await device.sizes(*[[f"/{name}" for name in names if not is_ours(f"/{name}")]] * 2)  # folders and files
    found = [{"path": path, "kind": kind_of(path), "size": sizes[path]} for path in sorted(sizes)]
    return found, await device.free_bytes(), RESTORED[1:] in names


def kind_of(path):
    """Return what a file of a person's is, as `look` has it."""
    if path == CRASH:
        return "crash"
    folder, _, name = path.rpartition("/")
    if folder == FINISHED and is_number(name):
        return "finished"
    if folder == SAVES or folder.startswith(SAVES + "/"):
        return "save"
    if path[1:].startswith(REPLACED):
        return "aside"
    if name.endswith(NEW) or folder.startswith(RESTORING) or folder.startswith(RESTORED):
        return "unfinished"
    if not path.startswith(OWN_GAMES + "/"):
        return "other"
    return {PUZZLES: "puzzles", STRATEGIES: "strategy"}.get(folder, "game")


async def bring(device, files, over, watcher):
    """Copy files, {path: bytes}, to the device; return (paths that were copied, paths in the way).

    over: what to do if files are in the way: "ask" copies nothing then, "yes" replaces them, "no" leaves them.
    """
    there, _ = await device.files([], list(files))
    differ = {path: files[path] for path in sorted(files) if there.get(path) != digest(files[path])}
    in_the_way = sorted([path for path in differ if path in there])
    if over != "yes":
        differ = {} if over == "ask" and in_the_way else {path: differ[path] for path in differ if path not in there}
    await _copy(device, differ, watcher)
    await device.move([(path + NEW, path) for path in differ])
    return sorted(differ), in_the_way


async def remove(device, paths):
    """Remove files of the device, and the folders that are empty then."""
    await device.move([(path, None) for path in paths])
    for folder in sorted({folder for path in paths for folder in folders_of(path)}, reverse=True):
        await device.remove_folder(folder)


async def backup(device, board, made):
    """Return (the saves as a text that can be looked into, paths that are left out, since `saves_in` refuses them).

    The text is JSON, each save with its content, its hash and what it holds. board: of the device. made: when, as a
    text.
    """
    there, _ = await device.files([SAVES], [])
    paths = [path for path in sorted(there) if not path.endswith(NEW)]
    saves = [path for path in paths if _is_save(path)][:MOST_SAVES]
    files = []
    for path in saves:
        data = await device.read(path, known=there[path])
        about = [("path", path), ("sha256", there[path])]
        try:
            about.append(("holds", record.unpack(data)))  # for people; restoring does not read it
        except ValueError:
            pass
        files.append(_object(about + [("base64", binascii.b2a_base64(data).decode().strip())], " "))
    if not files:
        raise Declined("there are no saves on the Pico")
    head = [("glowgrid", "saves"), ("version", VERSION), ("board", board), ("made", made)]
    text = _object(head, "\n")[:-1] + ',\n"files": [\n' + ",\n".join(files) + "\n]}\n"
    return text, [path for path in paths if path not in saves]


def _object(pairs, gap):
    """Return an object in JSON whose names keep their order, which a dict of MicroPython's has not."""
    return "{" + f",{gap}".join([f"{json.dumps(name)}: {json.dumps(value)}" for name, value in pairs]) + "}"


def saves_in(text):
    """Return (about, {path: bytes}) of a backup; Declined if it is none, or damaged."""
    try:
        about = record.parse(text.encode())
        fault = record.fault(about, BACKUP)
    except ValueError as error:
        fault = f"it {error}"
    if fault:
        raise Declined(f"this is no backup of Glowgrid's saves ({fault}): choose a file that this page made")
    files = {}
    for each in about["files"]:
        path = each["path"]
        if not _is_save(path):
            raise Declined(f"this backup has a file {path[:40]}, which is no save: choose another one")
        try:
            data = binascii.a2b_base64(each["base64"].encode())
        except ValueError:
            data = b""
        if digest(data) != each["sha256"]:
            raise Declined(f"{path} is damaged in this backup: choose another one")
        files[path] = data
    return about, files


def _is_save(path):
    return path.startswith(SAVES + "/") and all(map(_is_plain, path[1:].split("/")))


def _is_plain(name):
    return name.strip(".") and all(sign in _PLAIN for sign in name)


async def restore(device, files, watcher):
    """Replace the saves of a device; return the folder where the old ones are now, "" if there were none."""
    made = {RESTORING + path[len(SAVES) :]: data for path, data in files.items()}
    there, folders = await device.files([RESTORING, RESTORED], [])
    await device.move([(path, None) for path in there if path not in made])  # of another backup
    await _copy(device, {path: data for path, data in made.items() if there.get(path) != digest(data)}, watcher)
    await device.move([(path + NEW, path) for path in made if there.get(path) != digest(made[path])])
    for folder in sorted(folders, reverse=True):
        if folder.startswith(RESTORED):  # of one that was interrupted, and that nobody wanted
            await device.remove_folder(folder)
    await device.rename(RESTORING, RESTORED)
    return await _put_in_place(device, await device.names())


async def _put_in_place(device, names):
    keep, pairs = "", [(RESTORED, SAVES)]
    if SAVES[1:] in names:
        keep = next_folder(names)
        pairs.insert(0, (SAVES, keep + SAVES))
    await device.move(pairs)
    return keep


async def _copy(device, files, watcher):
    """Copy files beside their places."""
    no_room = await why_no_room(device, files.values())
    if no_room:
        raise Declined(no_room)
    watcher.total([len(data) for data in files.values()])
    if await copied(device, files, watcher):
        return
    for path in files:
        await device.give_up(path)
    raise Declined(f"no room is left on the board, and nothing of it was kept; {await what_to_remove(device)}")
