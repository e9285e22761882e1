"""Bring a device to exactly the staged files, copying only changes, in the order of plan.py."""

from collections import namedtuple

from glowgrid import record
from host_sim.cli.errors import ToolError

from ...compile.layout.bundle import code_end
from ...compile.layout.manifest import MANIFEST, digest, parsed
from ...compile.layout.places import BOARD, MAIN, MODULES, NEW, OWN_GAMES, PACKAGE
from .advice import AGAIN
from .compatible import why_unfit
from .device import Full
from .leftovers import next_folder
from .plan import make_plan

SAVES = "/saves"
NAMED = 3  # files that a line names
BLOCK = 4096  # bytes of a file system block: a file takes whole blocks

# What a flash did, or with dry_run would do. kept_in: the folder where the files of plan.park are now. in_one_piece:
# whether the code of the kernels lies in one piece, so that it can run in the flash.
Flashed = namedtuple("Flashed", ("plan", "machine", "kept_in", "in_one_piece"))


class Watcher:
    """Receives the progress of a flash; this base class ignores it."""

    def planned(self, plan):
        """Flashing will carry out this Plan."""

    def step(self, what):
        """A step or a file (its path on the device) begins."""

    def copied(self, count):
        """count more bytes of a file are on the device."""


async def update(device, files, mcu, of_mip, dry_run=False, watcher=None, stay=None):
    """Bring an open Device to exactly `files`; returns a Flashed. It is reset when it is closed.

    files: {absolute path on the device: bytes} as tools/compile/build.py stages them; must have /main.py. of_mip: the
    Manifest of what `mip` copies. stay: {path: sha256 hex} of files on the device that stay as they are and count as
    ours; the manifest has them. Raises ToolError in one line: unfit MicroPython, no space, connection lost. Running it
    again then does the rest.
    """
    if MAIN not in files or MANIFEST not in files:
        raise ValueError(f"files must have {MAIN} and {MANIFEST}")
    watcher = watcher or Watcher()
    staged = dict(stay or {})
    staged.update({path: digest(data) for path, data in files.items()})
    if reason := why_unfit(device.machine, files, mcu):
        raise ToolError(reason)
    await device.prepare()
    watcher.step("Comparing")
    manifests = [parsed(await device.read(MANIFEST)), parsed(await device.read(MANIFEST + NEW)), of_mip]
    hashes, folders = await _files(device)
    plan = make_plan(staged, hashes, manifests, folders)
    watcher.planned(plan)
    keep = next_folder(await device.names())
    in_one_piece = True
    if plan and not dry_run:
        no_room = await why_no_room(device, [files[path] for path in plan.copy])
        if no_room:
            raise ToolError(no_room)
        if plan.clear or plan.first:
            await device.move([(path, keep + path) for path in plan.first])
            await _drop_folders(device, folders, files)
        if not await copied(device, {path: files[path] for path in plan.copy}, watcher):
            raise ToolError(
                f"no room is left on the board: {await what_to_remove(device)}; the next run goes on from here"
            )
        if MODULES in plan.switch:
            in_one_piece = await device.in_one_piece(MODULES + NEW, code_end(files[MODULES]))
        watcher.step("Switching over")
        await _put_away(device, plan, keep)
        await _drop_folders(device, folders, files)
        await device.move([(path + NEW, path) for path in plan.switch if path != MAIN])
        watcher.step("Checking")
        await _check(device, staged, manifests)
        await device.rename(MAIN + NEW, MAIN)
    return Flashed(plan, str(device.machine), keep, in_one_piece)


def in_words(done):
    """Return what a Flashed did, in words that begin a sentence."""
    plan = done.plan
    resumed = [path for path in plan.switch if path not in plan.copy]
    did = [
        f"{len(paths)} {what}{'' if len(paths) == 1 else 's'} {how}"
        for paths, what, how in (
            (plan.copy, "file", "copied"),
            (resumed, "file", "put in place that an earlier run had copied"),
            (plan.remove, "old file", "removed"),
            (plan.park, "file", "moved aside"),
            (plan.clear, "folder", "removed"),
        )
        if paths
    ]
    return ", ".join(did + ["all checked"]) if did else "All was up to date"


async def board_of(read):
    """Return the name of the board that a device was flashed for, and the version; "" for what is unknown.

    read: waits for the content of a file on the device, by its path; None if there is none.
    """
    about = parsed(await read(MANIFEST))
    if about.board:
        return about.board, about.version
    try:
        named = record.parse(await read(BOARD) or b"")
    except ValueError:
        return "", ""
    return ("" if record.fault(named, {"name": str}) else named["name"]), ""


async def is_linked(read):
    """Return whether the board of a device has a link to another one. read: see `board_of`."""
    try:
        return "link" in record.parse(await read(BOARD) or b"{}")
    except (ValueError, TypeError):  # no board at all
        return False


async def why_no_room(device, contents):
    """Return why files with these contents have no room on a device, and what to do, in a line; "" if they have."""
    need = sum([-(-len(data) // BLOCK) * BLOCK for data in contents])
    free = await device.free_bytes()
    if need <= free:
        return ""
    return f"not enough room on the board: {need} bytes needed, {free} free; {await what_to_remove(device)}"


async def what_to_remove(device):
    """Return which files a person may remove from a full device, in words."""
    names = [f"/{name}" for name in await device.names()]
    sizes = await device.sizes(*[[name for name in names if not is_ours(name) and name != SAVES]] * 2)
    largest = sorted([(-size, path) for path, size in sizes.items()])[:NAMED]
    if not largest:
        return "it has no files of yours to remove"
    named = ", ".join([f"{path} ({-size} bytes)" for size, path in largest])
    return f"remove files of your own, the largest first: {named}"


def is_ours(path):
    """Return whether a path in the root folder is of what flashing brings."""
    return path in (PACKAGE, MAIN, MAIN + NEW, BOARD, BOARD + NEW)


async def copied(device, files, watcher):
    """Copy files, {path: bytes}, beside their places; return whether there was room for all of them."""
    try:
        for path, data in files.items():
            watcher.step(path)
            await device.copy(path, data, watcher.copied)
        return True
    except Full:
        return False


async def _files(device):
    places = [PACKAGE, OWN_GAMES, MAIN, MAIN + NEW, BOARD, BOARD + NEW]  # each a folder or a file
    return await device.files(places, places)


async def _put_away(device, plan, keep):
    """Do the first half of step 2 of plan.py: remove /main.py first, then all that is in the way."""
    if MAIN in plan.park:
        first = MAIN, keep + MAIN
    else:
        first = MAIN, None if MAIN in plan.switch else MAIN + NEW
    moves = [first]
    moves += [(path, keep + path) for path in plan.park if path != MAIN and path not in plan.first]
    moves += [(path, None) for path in plan.remove if path != first[1]]
    await device.move(moves)


async def _drop_folders(device, folders, files):
    """Remove our folders that are empty now: an import would prefer folder x to the module x.mpy."""
    for folder in sorted(folders, reverse=True):  # deepest first
        if not any(path.startswith(folder + "/") for path in files):
            await device.remove_folder(folder)


async def _check(device, staged, manifests):
    hashes, folders = await _files(device)
    left = make_plan(staged, hashes, manifests, folders)
    if left.copy or left.remove or left.park or left.clear or left.switch != (MAIN,):
        wrong = (left.copy + left.remove + left.park + left.clear + left.switch + (MAIN,))[0]
        raise ToolError(f"{wrong} is not on the board as it should be: {AGAIN}")
