"""`python -m tools flash`: put the staged files onto a Pico, copying only what changed, in plan.py's order."""

import hashlib
import json
from dataclasses import dataclass
from typing import Annotated

import typer
from rich.progress import BarColumn, DownloadColumn, Progress

from tools import plain
from tools.build import BOARD, BOARD_HELP, MAIN, PACKAGE, build_with_progress
from tools.device import Device
from tools.errors import ToolError
from tools.fitness import why_unfit
from tools.paths import DEFAULT_BOARD
from tools.plan import NEW, Plan, make_plan
from tools.ports import find_port

FOREIGN_MAIN = "/main_before_glowgrid.py"  # where somebody's own main.py is kept
BLOCK = 4096  # bytes of a file system block: a file takes whole blocks


@dataclass(frozen=True)
class Flashed:
    """What a flash did, or with dry_run would do."""

    plan: Plan
    machine: str
    kept_main: bool  # somebody else's main.py was there and is now FOREIGN_MAIN


class Watcher:
    """Told how a flash goes along; this one does nothing with it."""

    def planned(self, plan):
        """What will be done, a Plan."""

    def step(self, what):
        """A step or a file (its path on the device) begins."""

    def copied(self, count):
        """count more bytes of a file are on the device."""


def flash(port, files, mcu="rp2040", dry_run=False, watcher=None):
    """Bring the board on a port to exactly `files` and reset it; returns a Flashed.

    files: {absolute path on the device: bytes} as `tools.build.staged_files` gives them; must have /main.py.
    Raises ToolError in one line: no board, unfit MicroPython, no space, connection lost. Whenever it does, running it
    again does what is left. The board is reset in any case, unless the connection was lost.
    """
    if MAIN not in files:
        raise ValueError(f"files must have {MAIN}")
    watcher = watcher or Watcher()
    staged = {path: hashlib.sha256(data).hexdigest() for path, data in files.items()}
    with Device(port) as device:
        if reason := why_unfit(device.machine, files, mcu):
            raise ToolError(reason)
        device.prepare()
        watcher.step("Comparing")
        hashes, folders = _ours(device)
        plan = make_plan(staged, hashes)
        watcher.planned(plan)
        foreign = _foreign_main(device, hashes, staged)
        if plan and not dry_run:
            _check_space(device, plan, files)
            for path in plan.copy:
                watcher.step(path)
                device.copy(path, files[path], watcher.copied)
            watcher.step("Switching over")
            _switch(device, plan, foreign)
            _drop_folders(device, folders, files)
            watcher.step("Checking")
            _check(device, staged)
            device.rename(MAIN + NEW, MAIN)
    return Flashed(plan, str(device.machine), foreign)


def _ours(device):
    singles = [MAIN, MAIN + NEW, BOARD, BOARD + NEW]
    return device.files(PACKAGE, singles)


def _foreign_main(device, hashes, staged):
    """True when the main.py on the device is neither the staged one nor an older one of ours."""
    return MAIN in hashes and hashes[MAIN] != staged[MAIN] and b"glowgrid" not in device.read(MAIN)


def _check_space(device, plan, files):
    need = sum(-(-len(files[path]) // BLOCK) * BLOCK for path in plan.copy)
    free = device.free_bytes()
    if need > free:
        raise ToolError(f"not enough room on the board: {need} bytes needed, {free} free; remove files of your own")


def _switch(device, plan, foreign):
    """Step 2 of plan.py; ends with everything in place but /main.py, which waits as /main.py.new."""
    park, remove = [], list(plan.remove)
    if foreign:
        park.append((MAIN, FOREIGN_MAIN))
    elif MAIN in plan.switch:
        remove.insert(0, MAIN)
    else:
        park.append((MAIN, MAIN + NEW))
        remove = [path for path in remove if path != MAIN + NEW]  # a stale one is overwritten by the line above
    device.switch(park, remove, [(path + NEW, path) for path in plan.switch if path != MAIN])


def _drop_folders(device, folders, files):
    """Remove folders of ours that are empty now: an import would prefer folder x to the module x.mpy."""
    for folder in sorted(folders, reverse=True):  # deepest first
        if not any(path.startswith(folder + "/") for path in files):
            device.remove_folder(folder)


def _check(device, staged):
    left = make_plan(staged, _ours(device)[0])
    if left.copy or left.remove or left.switch != (MAIN,):
        wrong = (left.copy + left.remove + left.switch + (MAIN,))[0]
        raise ToolError(f"{wrong} is not on the board as it should be: run this again")


def command(
    board: Annotated[str, typer.Option(help=BOARD_HELP)] = DEFAULT_BOARD,
    port: Annotated[str | None, typer.Option(help="Serial port, when it is not found by itself.")] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what would be done.")] = False,
    source: Annotated[bool, typer.Option("--source", help="Flash .py files instead of .mpy.")] = False,
):
    """Put Glowgrid onto a Pico; saves and settings stay."""
    console = plain.console()
    try:
        port = find_port(port)
    except ToolError as error:
        if not dry_run:
            raise
        files, _ = build_with_progress(board, source, console)
        _report_built(console, files, str(error))
        return
    files, _ = build_with_progress(board, source, console)
    columns = plain.description(), BarColumn(), DownloadColumn()
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        done = flash(port, files, json.loads(files[BOARD])["mcu"], dry_run, _Bar(progress, files))
    _report(console, port, done, files, dry_run)


class _Bar(Watcher):
    """A rich progress bar over the bytes to copy, with the file under way beside it."""

    def __init__(self, progress, files):
        self._progress = progress
        self._files = files
        self._task = progress.add_task("Connecting", total=None)

    def planned(self, plan):
        total = sum(len(self._files[path]) for path in plan.copy)
        self._progress.update(self._task, total=max(total, 1))

    def step(self, what):
        self._progress.update(self._task, description=what)

    def copied(self, count):
        self._progress.update(self._task, advance=count)


def _report_built(console, files, why):
    """A dry run without a board to compare with: what is built for one."""
    for path, data in files.items():
        console.print(f"built {path} ({len(data)} bytes)")
    console.print(f"{len(files)} files, {sum(map(len, files.values()))} bytes are ready for a board; {why}")


def _report(console, port, done, files, dry_run):
    copy, remove = ("would copy", "would remove") if dry_run else ("copied", "removed")
    for path in done.plan.switch:
        console.print(f"{copy if path in done.plan.copy else copy + ' (already there as .new)'} {path} "
                      f"({len(files[path])} bytes)")
    for path in done.plan.remove:
        console.print(f"{remove} {path}")
    if done.kept_main:
        console.print(f"{'would keep' if dry_run else 'kept'} the main.py that was there as {FOREIGN_MAIN}")
    end = "nothing was changed; restarted" if dry_run else "all hashes verified on the board; restarted"
    console.print(f"{port} ({done.machine}): {len(done.plan.unchanged)} of {len(files)} files were up to date; {end}")
