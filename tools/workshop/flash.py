"""`python -m tools flash`: put the staged files onto a Pico, copying only changes, in the order of talk/plan.py."""

import json
from functools import lru_cache
from typing import Annotated

import typer
from rich.progress import BarColumn, DownloadColumn, Progress

from host_sim.boards import DEFAULT_BOARD
from host_sim.boards.files import list_boards
from host_sim.boards.micropython import ALL
from host_sim.cli.errors import ToolError

from .. import output
from ..compile.build import firmware_files
from ..compile.layout.manifest import Manifest, digest
from ..compile.layout.places import BOARD, MAIN
from ..compile.mpy import ARCHITECTURES
from ..paths import FIRMWARE
from .build import BOARD_HELP, VIPER_HELP, build_with_progress
from .ports import find_port
from .serial_link import on_device
from .started import started
from .talk.advice import SCATTERED
from .talk.compatible import doubts
from .talk.leftovers import warnings
from .talk.update import Watcher, board_of, is_linked, update

CHOICE = f" Without it the one the Pico was flashed for, or {DEFAULT_BOARD}."
PORT_HELP = f"Serial port of a Pico with MicroPython (tried: {ALL}), if it is not found automatically."
LINK_HELP = "Link it to another handheld by three wires: GP0, GP1, GND. Without it as it is on the Pico."
TIDY_HELP = "Move aside what runs before Glowgrid or hides modules of MicroPython: boot.py and other files."


def flash(port, files, mcu="rp2040", dry_run=False, watcher=None):
    """Bring the board on a port to exactly `files` and reset it; returns a Flashed. Raises ToolError, see `update`.

    The board is reset in any case, unless the connection was lost.
    """
    return on_device(port, lambda device: update(device, files, mcu, of_mip(), dry_run, watcher))[1]


@lru_cache(maxsize=1)
def of_mip():
    """Return the Manifest of what `mip` copies: the sources as they are here."""
    paths = {f"/{path.relative_to(FIRMWARE).as_posix()}": path for path in firmware_files()}
    paths |= {MAIN: FIRMWARE / MAIN[1:], BOARD: FIRMWARE / BOARD[1:]}
    return Manifest(files={path: digest(file.read_bytes()) for path, file in paths.items()})


def command(
    board: Annotated[str | None, typer.Option(help=BOARD_HELP + CHOICE)] = None,
    port: Annotated[str | None, typer.Option(help=PORT_HELP)] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what would be done.")] = False,
    source: Annotated[
        bool,
        typer.Option(
            "--source", help="Flash .py files instead of .mpy; a Pico (RP2040) has too little memory to play from them."
        ),
    ] = False,
    viper: Annotated[bool, typer.Option("--viper", help=VIPER_HELP)] = False,
    link: Annotated[bool | None, typer.Option("--link/--no-link", help=LINK_HELP)] = None,
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
        files, _ = build_with_progress(board, source, viper, console, link=link)
        _report_built(console, board, files, str(error), verbose)
        return
    # Report mistakes before the Pico is stopped.
    built = board and build_with_progress(board, source, viper, console, link=link)

    async def talk(device):
        found = await board_of(device.read)
        chip = next(filter(device.machine.has, ARCHITECTURES), "")
        files = built and built[0]
        about = json.loads(files[BOARD]) if files else {"name": found[0]}
        keeps = link is None and about["name"] == found[0] and "link" not in about and await is_linked(device.read)
        if not files or keeps or chip and about["mcu"] != chip:
            named = board or default_board(found[0])
            files, _ = build_with_progress(named, source, viper, console, chip, True if keeps else link)
        columns = output.description(), BarColumn(), DownloadColumn()
        with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
            mcu = json.loads(files[BOARD])["mcu"]
            return found, files, await update(device, files, mcu, of_mip(), dry_run, _Bar(progress, files))

    device, (found, files, done) = on_device(port, talk, tidy and not dry_run)
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
    console.print(f"board     {board}" + ", with a link" * ("link" in json.loads(files[BOARD])))
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
    with_link = ", with a link" * ("link" in json.loads(files[BOARD]))
    console.print(f"board     {board}{with_link}" + (f"; it was {was}" if was else "; nothing of Glowgrid was on it"))
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
