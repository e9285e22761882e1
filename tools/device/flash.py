"""`python -m tools flash`: put the staged files onto a Pico, copying only changes, in the order of plan.py."""

import json
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated

import typer
from rich.progress import BarColumn, DownloadColumn, Progress

from host_sim.boards import list_boards
from host_sim.errors import ToolError

from .. import output
from ..paths import DEFAULT_BOARD, FIRMWARE
from .build import BOARD, BOARD_HELP, MAIN, OWN_GAMES, VIPER_HELP, build_with_progress, firmware_files
from .bundle import MODULES, PACKAGE, code_end
from .compatible import doubts, why_unfit
from .device import Device
from .leftovers import next_folder, warnings
from .manifest import MANIFEST, Manifest, digest, parsed
from .mpy import ARCHITECTURES
from .plan import NEW, Plan, make_plan
from .ports import find_port
from .started import started

CHOICE = f" Without it the one the Pico was flashed for, or {DEFAULT_BOARD}."
TIDY_HELP = "Move aside what runs before Glowgrid or hides modules of MicroPython: boot.py and other files."
SCATTERED = (
    "the Pico's file system has no free blocks in a row: code runs from memory, and large games may lack room; "
    "`glowgrid uf2` makes a file that puts everything on anew"
)
BLOCK = 4096  # bytes of a file system block: a file takes whole blocks


@dataclass(frozen=True)
class Flashed:
    """What a flash did, or with dry_run would do."""

    plan: Plan
    machine: str
    kept_in: str  # the folder where the files of plan.park are now
    in_one_piece: bool = True  # whether the code of the kernels lies in one piece, so that it can run in the flash


class Watcher:
    """Receives the progress of a flash; this base class ignores it."""

    def planned(self, plan):
        """Flashing will carry out this Plan."""

    def step(self, what):
        """A step or a file (its path on the device) begins."""

    def copied(self, count):
        """count more bytes of a file are on the device."""


def flash(port, files, mcu="rp2040", dry_run=False, watcher=None):
    """Bring the board on a port to exactly `files` and reset it; returns a Flashed.

    files: {absolute path on the device: bytes} from `tools.device.build.staged_files`; must have /main.py.
    Raises ToolError in one line: no board, unfit MicroPython, no space, connection lost. Running it again then does
    the rest. The board is reset in any case, unless the connection was lost.
    """
    with Device(port) as device:
        return update(device, files, mcu, dry_run, watcher)


def update(device, files, mcu="rp2040", dry_run=False, watcher=None):
    """Do the same on an open Device; it is reset when it is closed."""
    if MAIN not in files or MANIFEST not in files:
        raise ValueError(f"files must have {MAIN} and {MANIFEST}")
    watcher = watcher or Watcher()
    staged = {path: digest(data) for path, data in files.items()}
    if reason := why_unfit(device.machine, files, mcu):
        raise ToolError(reason)
    device.prepare()
    watcher.step("Comparing")
    manifests = [parsed(device.read(path)) for path in (MANIFEST, MANIFEST + NEW)] + [_of_mip()]
    hashes, folders = _files(device)
    plan = make_plan(staged, hashes, manifests, folders)
    watcher.planned(plan)
    keep = next_folder(device.names())
    in_one_piece = True
    if plan and not dry_run:
        _check_space(device, plan, files)
        if plan.clear or plan.first:
            device.move([(path, keep + path) for path in plan.first])
            _drop_folders(device, folders, files)
        for path in plan.copy:
            watcher.step(path)
            device.copy(path, files[path], watcher.copied)
        if MODULES in plan.switch:
            in_one_piece = device.in_one_piece(MODULES + NEW, code_end(files[MODULES]))
        watcher.step("Switching over")
        _put_away(device, plan, keep)
        _drop_folders(device, folders, files)
        device.move([(path + NEW, path) for path in plan.switch if path != MAIN])
        watcher.step("Checking")
        _check(device, staged, manifests)
        device.rename(MAIN + NEW, MAIN)
    return Flashed(plan, str(device.machine), keep, in_one_piece)


def board_of(read):
    """Return the name of the board that a device was flashed for, and the version; "" for what is unknown.

    read: returns the content of a file on the device by its path, or None.
    """
    about = parsed(read(MANIFEST))
    if about.board:
        return about.board, about.version
    try:
        name = json.loads(read(BOARD) or b"")["name"]
    except (ValueError, KeyError, TypeError, RecursionError):
        name = ""
    return name if isinstance(name, str) else "", ""


@lru_cache(maxsize=1)
def _of_mip():
    """Return the Manifest of what `mip` copies: the sources as they are here."""
    paths = {f"/{path.relative_to(FIRMWARE).as_posix()}": path for path in firmware_files()}
    paths |= {MAIN: FIRMWARE / MAIN[1:], BOARD: FIRMWARE / BOARD[1:]}
    return Manifest(files={path: digest(file.read_bytes()) for path, file in paths.items()})


def _files(device):
    places = [PACKAGE, OWN_GAMES, MAIN, MAIN + NEW, BOARD, BOARD + NEW]  # each a folder or a file
    return device.files(places, places)


def _check_space(device, plan, files):
    need = sum(-(-len(files[path]) // BLOCK) * BLOCK for path in plan.copy)
    free = device.free_bytes()
    if need > free:
        raise ToolError(f"not enough room on the board: {need} bytes needed, {free} free; remove files of your own")


def _put_away(device, plan, keep):
    """Do the first half of step 2 of plan.py: remove /main.py first, then all that is in the way."""
    if MAIN in plan.park:
        first = MAIN, keep + MAIN
    else:
        first = MAIN, None if MAIN in plan.switch else MAIN + NEW
    moves = [first]
    moves += [(path, keep + path) for path in plan.park if path != MAIN and path not in plan.first]
    moves += [(path, None) for path in plan.remove if path != first[1]]
    device.move(moves)


def _drop_folders(device, folders, files):
    """Remove our folders that are empty now: an import would prefer folder x to the module x.mpy."""
    for folder in sorted(folders, reverse=True):  # deepest first
        if not any(path.startswith(folder + "/") for path in files):
            device.remove_folder(folder)


def _check(device, staged, manifests):
    hashes, folders = _files(device)
    left = make_plan(staged, hashes, manifests, folders)
    if left.copy or left.remove or left.park or left.clear or left.switch != (MAIN,):
        wrong = (left.copy + left.remove + left.park + left.clear + left.switch + (MAIN,))[0]
        raise ToolError(f"{wrong} is not on the board as it should be: run this again")


def command(
    board: Annotated[str | None, typer.Option(help=BOARD_HELP + CHOICE)] = None,
    port: Annotated[str | None, typer.Option(help="Serial port, if it is not found automatically.")] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what would be done.")] = False,
    source: Annotated[
        bool,
        typer.Option(
            "--source", help="Flash .py files instead of .mpy; a Pico (RP2040) has too little memory to play from them."
        ),
    ] = False,
    viper: Annotated[bool, typer.Option("--viper", help=VIPER_HELP)] = False,
    verbose: Annotated[bool, typer.Option("--verbose", help="Name every file.")] = False,
    tidy: Annotated[bool, typer.Option("--tidy", help=TIDY_HELP)] = False,
):
    """Put Glowgrid onto a Pico and check that it starts; saves and settings stay."""
    console = output.console()
    try:
        port = find_port(port)
    except ToolError as error:
        if not dry_run:
            raise
        board = board or DEFAULT_BOARD
        files, _ = build_with_progress(board, source, viper, console)
        _report_built(console, board, files, str(error), verbose)
        return
    built = board and build_with_progress(board, source, viper, console)  # report mistakes before the Pico is stopped
    with Device(port, tidy and not dry_run) as device:
        found = board_of(device.read)
        chip = next(filter(device.machine.has, ARCHITECTURES), "")
        if not built or chip and json.loads(built[0][BOARD])["mcu"] != chip:
            built = build_with_progress(board or default_board(found[0]), source, viper, console, chip)
        files, _ = built
        columns = output.description(), BarColumn(), DownloadColumn()
        with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
            done = update(device, files, json.loads(files[BOARD])["mcu"], dry_run, _Bar(progress, files))
    for warning in warnings(device.left):
        console.print(
            f"{'moved' if device.tidy else 'warning':<10}{warning}{'' if device.tidy else '; --tidy moves it aside'}"
        )
    for warning in doubts(device.machine, json.loads(files[BOARD])["mcu"]):
        console.print(f"warning   {warning}")
    if not done.in_one_piece:
        console.print(f"warning   {SCATTERED}")
    _report(console, port, done, files, dry_run, verbose, found)
    if not dry_run:
        console.print(started(port))


def default_board(name):
    """Return the board to flash by default on a device that was flashed for the board `name`."""
    if name and name not in list_boards():
        raise ToolError(
            f"the Pico was flashed for the board {name!r}, which is not in boards/: give its file with --board"
        )
    return name or DEFAULT_BOARD


class _Bar(Watcher):
    """A progress bar over the bytes to copy, with the current file beside it."""

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


def _report_built(console, board, files, why, verbose):
    """Report a dry run without a device to compare with: what was built for it."""
    if verbose:
        for path, data in files.items():
            console.print(f"built {path} ({len(data)} bytes)")
    console.print(f"board     {board}")
    console.print(f"built     {_amount(files, files)}")
    console.print(f"verdict   the files are ready; not compared with a Pico: {why}")


def _report(console, port, done, files, dry_run, verbose, found):
    plan = done.plan
    copy, remove = ("would copy", "would remove") if dry_run else ("copied", "removed")
    if verbose:
        for path in plan.switch:
            there = "" if path in plan.copy else " (already there as .new)"
            console.print(f"{copy}{there} {path} ({len(files[path])} bytes)")
        for path in plan.remove:
            console.print(f"{remove} {path}")
        for path in plan.park:
            console.print(f"{'would keep' if dry_run else 'kept'} {path} as {done.kept_in}{path}")
    resumed = [path for path in plan.switch if path not in plan.copy]
    console.print(f"Pico      {done.machine}, {port}")
    board, was = json.loads(files[BOARD])["name"], " ".join(word for word in found if word)
    console.print(f"board     {board}" + (f"; it was {was}" if was else "; nothing of Glowgrid was on it"))
    console.print(f"{'to copy' if dry_run else 'copied':<10}{_amount(plan.copy, files)}")
    if resumed:
        console.print(f"resumed   {_amount(resumed, files)} that an earlier run had copied")
    if plan.remove:
        console.print(f"{'to remove' if dry_run else 'removed':<10}{_count(plan.remove)}: {_some(plan.remove)}")
    console.print(f"unchanged {_count(plan.unchanged)}; saves, settings and all your other files stay")
    if plan.park:
        moved = f"{_count(plan.park)}: {_some(plan.park)}; into the folder {done.kept_in}"
        console.print(f"{'to move' if dry_run else 'moved':<10}{moved}")
    console.print(f"verdict   {_verdict(plan, dry_run)}")


def _verdict(plan, dry_run):
    if not plan:
        return "up to date; restarted"
    return "can be flashed; nothing was changed; restarted" if dry_run else "flashed, all hashes verified; restarted"


def _amount(paths, files):
    """Return "3 files, 24 KB: /main.py, ..."."""
    size = -(-sum(len(files[path]) for path in paths) // 1024)
    return f"{_count(paths)}, {size} KB" + (f": {_some(paths)}" if paths else "")


def _count(paths):
    return f"{len(paths)} file{'' if len(paths) == 1 else 's'}"


def _some(paths, most=4):
    """Return the first few paths; --verbose lists all."""
    return ", ".join(sorted(paths)[:most]) + (", ..." if len(paths) > most else "")
