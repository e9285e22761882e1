"""`python -m tools soak`: a thousand presses with bounce on the emulated Pico; with --unplug, parts are unplugged; with
--hours, evenings of play.

Evenings go on where they were stopped: after each stretch from one power cut to the next, what the device has saved and
what has happened so far are written down. host_sim/pico/evenings.py says what happens in one.
"""

import json
import shutil
import tempfile
from collections import Counter
from pathlib import Path
from typing import Annotated

import platformdirs
import typer

from ..device.build import BOARD_HELP
from ..errors import ToolError
from ..paths import DEFAULT_BOARD

ALL = "all"  # every kind of contact, over each of these stalls, in ms: none, an erase of the flash as usual and at most
STALLS = 0, 50, 400


def command(
    board: Annotated[str, typer.Option(help=BOARD_HELP)] = DEFAULT_BOARD,
    presses: Annotated[int, typer.Option(min=1, help="How many.")] = 1000,
    seed: Annotated[int, typer.Option(help="Another seed, other keys and times.")] = 1,
    fingers: Annotated[
        int | None, typer.Option(min=1, help="How many press at a time: as many as the keys bear.")
    ] = None,
    switch: Annotated[
        str, typer.Option(help="How contacts bounce: tactile, dome, membrane, all; or glitch.")
    ] = "tactile",
    stall: Annotated[int, typer.Option(min=0, help="The Pico stands still for so many ms, once a press.")] = 0,
    refuse: Annotated[float, typer.Option(min=0, max=1, help="This part of all transfers on I2C is refused.")] = 0,
    hours: Annotated[float | None, typer.Option(min=0, help="Play evenings, until there are so many hours.")] = None,
    folder: Annotated[Path | None, typer.Option(help="Where evenings are written down.")] = None,
    unplug: Annotated[
        int | None, typer.Option(min=1, help="Unplug a part at so many moments of a match, and plug it in again.")
    ] = None,
):
    """Press a thousand random keys, with bounce: none is lost or doubled. Or unplug parts; or play evenings for hours.

    On the emulated Pico. In evenings a random person plays all games and goes through all screens, parts are unplugged,
    and the power fails; a twin in the simulator says what must be saved and shown. They go on where they were stopped.
    """
    from host_sim.boards import BoardError, load_board

    try:
        about = load_board(board)
    except BoardError as error:
        raise ToolError(str(error)) from error
    if switch == ALL:
        from host_sim.pico.soak import SWITCHES

        cases = [(each, stall_ms) for stall_ms in STALLS for each in SWITCHES]
        for number, (each, stall_ms) in enumerate(cases):
            press(about, (presses + number) // len(cases), seed, fingers, each, stall_ms, refuse)
        return
    if hours is not None:
        folder = folder or Path(platformdirs.user_data_dir("glowgrid")) / "soak"
        evenings(about, hours, seed, folder / f"{about['name']}-{seed}")
        return
    if unplug:
        unplugged(about, unplug, seed)
        return
    press(about, presses, seed, fingers, switch, stall, refuse)


def unplugged(about, times, seed):
    """Unplug parts of a board, and plug them in again; ToolError if the match does not go on."""
    from host_sim.pico.unplugging import Unlike, at_random, in_a_fork, playing

    twin = playing(about)
    for number in range(times):
        try:
            in_a_fork(twin, lambda twin: at_random(twin, f"{seed} {number}"))  # noqa: B023 (called at once)
        except Unlike as error:
            raise ToolError(f"{about['name']}, seed {seed}, moment {number}: {error}") from error
        typer.echo(f"{number + 1} of {times} moments", err=True)
    typer.echo(f"{about['name']}: unplugged at {times} moments of a match, which went on each time (seed {seed})")


def press(about, presses, seed, fingers, switch, stall_ms, refuse):
    """Press keys on a board; ToolError if one is lost or doubled."""
    from host_sim.pico.soak import SWITCHES, most_fingers, soak

    if switch not in (*SWITCHES, "glitch"):
        raise ToolError(f"no switch {switch!r}; it is one of {', '.join(SWITCHES)}, glitch, all")
    fingers = 1 if stall_ms or switch == "glitch" else fingers or most_fingers(about)
    lost, doubled = soak(
        about,
        presses,
        seed,
        fingers=fingers,
        switch=switch,
        stall_ms=stall_ms,
        refuse=refuse,
        report=lambda done: typer.echo(f"{done} of {presses} presses", err=True),
    )
    if lost or doubled:
        raise ToolError(f"{about['name']}: {lost} events lost and {doubled} too many in {presses} presses, seed {seed}")
    if switch == "glitch":
        typer.echo(f"{about['name']}: {presses} glitches of up to 1 ms, none is a press (seed {seed})")
        return
    how = f"with up to {max(SWITCHES[switch][:2])} ms of bounce"
    if stall_ms:
        how += f", each across a stall of {stall_ms} ms"
    if refuse:
        how += f", {refuse:g} of all transfers refused"
    people = f"{fingers} finger{'s' * (fingers > 1)}"
    typer.echo(f"{about['name']}: {presses} presses by {people} {how}, none lost, none doubled (seed {seed})")


def evenings(about, hours, seed, folder):
    """Play until `hours` are full, those written down in the folder included. ToolError for what must not be."""
    from host_sim.pico.evenings import Stretch, Unlike

    saves, notes = folder / "saves", folder / "done.json"
    saves.mkdir(parents=True, exist_ok=True)
    done = Counter(json.loads(notes.read_text()) if notes.is_file() else {})
    while done["ms"] < hours * 3_600_000:
        with tempfile.TemporaryDirectory() as work:
            shutil.copytree(saves, work, dirs_exist_ok=True)
            stretch = Stretch(about, work, f"{seed} {done['stretches']}")
            try:
                count = stretch.play()
            except Unlike as error:
                raise ToolError(f"{about['name']}, seed {seed}, stretch {done['stretches']}: {error}") from error
            free = min(done["least free"] or count["least free"], count.pop("least free"))
            done += count
            done["least free"], done["stretches"] = free, done["stretches"] + 1
            shutil.rmtree(saves)
            shutil.copytree(work, saves)
        notes.write_text(json.dumps(done))
        typer.echo(told(about, done), err=True)
    typer.echo(told(about, done))


def told(about, done):
    """Return what has happened so far, in a line."""
    names = [name for name in done if name not in ("ms", "least free")]
    figures = ", ".join(f"{done[name]} {name}" for name in names)
    return (
        f"{about['name']}: {done['ms'] / 3_600_000:.2f} hours without a fault: {figures}; "
        f"{done['least free']} bytes free in the menu at least"
    )
