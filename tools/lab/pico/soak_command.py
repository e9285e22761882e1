"""`soak`: a thousand presses with bounce on the emulated Pico; with --unplug, parts are unplugged; with
--hours, evenings of play; with --minutes, play while parts refuse; with --saves, taps while a match is saved.

Evenings resume where they were stopped: after each stretch from one power cut to the next, the device's saves and the
events so far are written to a file. play_evenings.py says what happens in one.
"""

import json
import tempfile
from pathlib import Path
from typing import Annotated

import platformdirs
import typer

from glowgrid.record import fault, parse
from host_sim.errors import ToolError

from ...device.build import BOARD_HELP, staged_files
from ...device.manifest import digest
from ...paths import DEFAULT_BOARD

ALL = "all"  # every kind of contact, across each of these stalls, in ms
STALLS = 0, 50, 400, 800  # none; a typical flash erase; the longest; two of those
LEAST_FREE = "least free"  # all other counts add up
NOTES = {"saves": {"*": str}, "firmware": {"*": {"*": range(1 << 40)}}}  # see glowgrid/record.py


def command(
    board: Annotated[str, typer.Option(help=BOARD_HELP)] = DEFAULT_BOARD,
    presses: Annotated[int, typer.Option(min=1, help="How many.")] = 1000,
    seed: Annotated[int, typer.Option(help="Seed for keys and times.")] = 1,
    fingers: Annotated[
        int | None, typer.Option(min=1, help="How many keys are pressed at a time (default: as many as possible).")
    ] = None,
    switch: Annotated[
        str, typer.Option(help="How contacts bounce: tactile, dome, membrane, all; or glitch.")
    ] = "tactile",
    stall: Annotated[int, typer.Option(min=0, help="The Pico stalls for this many ms, once per press.")] = 0,
    refuse: Annotated[float, typer.Option(min=0, max=1, help="Refuse this share of all transfers on I2C.")] = 0,
    saves: Annotated[bool, typer.Option("--saves", help="Tap at random while a match is played and saved.")] = False,
    minutes: Annotated[
        float | None, typer.Option(min=0, help="Play for this long with --refuse; nothing is unplugged.")
    ] = None,
    profile: Annotated[
        Path | None, typer.Option(help="A report of `selftest --report`, for the lines and contacts.")
    ] = None,
    hours: Annotated[float | None, typer.Option(min=0, help="Play evenings up to this many hours in all.")] = None,
    folder: Annotated[Path | None, typer.Option(help="Folder for the state of evenings.")] = None,
    unplug: Annotated[
        int | None, typer.Option(min=1, help="Unplug a part at this many moments of a match, and plug it in again.")
    ] = None,
):
    """Press a thousand random keys with bounce; none may be lost or doubled. Or unplug parts, or play for hours.

    On the emulated Pico. In evenings a random person plays all games and visits all screens, parts are unplugged,
    and the power fails; a twin in the simulator judges saves and lights. Evenings resume where they were stopped.
    """
    from host_sim.boards import BoardError, load_board

    try:
        about = load_board(board)
    except BoardError as error:
        raise ToolError(str(error)) from error
    if saves:
        tapped(about, presses, seed)
        return
    if minutes is not None:
        refused(about, minutes, seed, refuse)
        return
    if switch == ALL:
        from .soak import SWITCHES

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
    press(about, presses, seed, fingers, switch, stall, refuse, profile and profile_in(profile))


def profile_in(path):
    """Return the Profile of the device whose report is at `path`; ToolError if it is not a report."""
    from host_sim.pico.profile import profile_of

    try:
        return profile_of(json.loads(path.read_text(encoding="utf-8")))
    except OSError as error:
        raise ToolError(f"{path} cannot be read: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        raise ToolError(f"{path}: {error}") from error


def unplugged(about, times, seed):
    """Unplug parts of a board, and plug them in again; ToolError if the match does not continue."""
    from .unplugging import Unlike, at_random, in_a_fork, playing

    twin = playing(about)
    for number in range(times):
        try:
            in_a_fork(twin, lambda twin: at_random(twin, number, seed))  # noqa: B023 (called at once)
        except Unlike as error:
            raise ToolError(f"{about['name']}, seed {seed}, moment {number}: {error}") from error
        typer.echo(f"{number + 1} of {times} moments", err=True)
    typer.echo(f"{about['name']}: unplugged at {times} moments of a match, which went on each time (seed {seed})")


def tapped(about, taps, seed):
    """Tap keys while a match is saved, with typical and with the longest erases; ToolError for taps lost otherwise."""
    from .taps import heard

    for slow, lasts in ((False, "as long as typical"), (True, "400 ms, the longest there are")):
        found = heard(about, taps, seed, slow=slow)
        if found.wrongly:
            raise ToolError(f"{about['name']}: {found.wrongly} of {taps} taps lost while code ran, seed {seed}")
        what = f"{found.lost} of {taps} taps lost, all within an erase" if found.lost else f"{taps} taps, none lost"
        typer.echo(f"{about['name']}: {what}; {found.erases} erases, {lasts} (seed {seed})")


def refused(about, minutes, seed, part):
    """Play while this share of all transfers on I2C is refused; ToolError for any visible effect."""
    from .play_evenings import Stretch, Unlike

    if not part or not any("i2c" in about[kind] for kind in ("keys", "leds")):
        raise ToolError("--minutes plays while transfers are refused: it needs --refuse, and a board with parts on I2C")
    with tempfile.TemporaryDirectory() as folder:
        try:
            count = Stretch(about, folder, f"{seed} 0").play_refused(60 * minutes, part)
        except Unlike as error:
            raise ToolError(f"{about['name']}, seed {seed}: {error}") from error
    typer.echo(
        f"{about['name']}: {minutes:g} minutes of play, {count['presses']} presses, {count['refused']} of "
        f"{count['transfers']} transfers refused: nothing lost, no sign (seed {seed})"
    )


def press(about, presses, seed, fingers, switch, stall_ms, refuse, profile=None):
    """Press keys on a board; ToolError if one is lost or doubled."""
    from .soak import SWITCHES, most_fingers, soak

    if switch not in (*SWITCHES, "glitch"):
        raise ToolError(f"unknown switch {switch!r}; expected one of {', '.join(SWITCHES)}, glitch, all")
    fingers = 1 if stall_ms or switch == "glitch" else fingers or most_fingers(about)
    lost, doubled = soak(
        about,
        presses,
        seed,
        fingers=fingers,
        switch=switch,
        stall_ms=stall_ms,
        refuse=refuse,
        profile=profile,
        report=lambda done: typer.echo(f"{done} of {presses} presses", err=True),
    )
    if lost or doubled:
        raise ToolError(f"{about['name']}: {lost} events lost and {doubled} extra in {presses} presses, seed {seed}")
    if switch == "glitch":
        typer.echo(f"{about['name']}: {presses} glitches of up to 1 ms, none counted as a press (seed {seed})")
        return
    lasts_ms = max(profile.press_ns, profile.release_ns) / 1e6 if profile else max(SWITCHES[switch][:2])
    how = f"with up to {lasts_ms:g} ms of bounce"
    if stall_ms:
        how += f", each across a stall of {stall_ms} ms"
    if refuse:
        how += f", {refuse:g} of all transfers refused"
    people = f"{fingers} finger{'s' * (fingers > 1)}"
    typer.echo(f"{about['name']}: {presses} presses by {people} {how}, none lost, none doubled (seed {seed})")


def evenings(about, hours, seed, folder):
    """Play until this firmware has `hours` in all, including earlier runs. ToolError for any fault."""
    from .play_evenings import Stretch, Unlike
    from .replay_judge import put_saves, saves_in

    folder.mkdir(parents=True, exist_ok=True)
    notes = folder / "done.json"
    done = read_notes(notes)
    firmware = firmware_hash()
    count = done["firmware"].setdefault(firmware, {})
    while count.get("ms", 0) < hours * 3_600_000:
        number = sum(each["stretches"] for each in done["firmware"].values() if each)
        with tempfile.TemporaryDirectory() as work:
            put_saves(work, {name: bytes.fromhex(data) for name, data in done["saves"].items()})
            try:
                add(count, Stretch(about, work, f"{seed} {number}").play())
            except Unlike as error:
                raise ToolError(f"{about['name']}, seed {seed}, stretch {number}: {error}") from error
            done["saves"] = {name: data.hex() for name, data in saves_in(work).items()}
        write_notes(notes, done)
        typer.echo(summary(about, done, firmware), err=True)
    typer.echo(summary(about, done, firmware))


def firmware_hash():
    """Return the first digits of a hash of all flashed files."""
    return digest(b"".join(path.encode() + data for path, data in staged_files(DEFAULT_BOARD).items()))[:12]


def read_notes(path):
    """Return the state on file: {"saves": {name: hex}, "firmware": {hash: {what: how often}}}."""
    if not path.is_file():
        return {"saves": {}, "firmware": {}}
    try:
        done = parse(path.read_bytes())
        wrong = fault(done, NOTES)
        if wrong:
            raise ValueError(wrong)
        for data in done["saves"].values():
            bytes.fromhex(data)
    except (OSError, ValueError) as error:
        raise ToolError(f"{path}: {error}; move it away to start over") from None
    return done


def write_notes(path, done):
    """Write saves and figures together, so that they always match: beside the old ones, then over them."""
    beside = path.with_suffix(".new")
    beside.write_text(json.dumps(done), encoding="utf-8")
    beside.replace(path)


def add(count, more):
    """Add the events of a stretch; for free memory, keep the least."""
    for name, number in more.items():
        if name == LEAST_FREE:
            count[name] = min(count.get(name, number), number)
        else:
            count[name] = count.get(name, 0) + number
    count["stretches"] = count.get("stretches", 0) + 1


def summary(about, done, firmware):
    """Return in a line what has happened so far with a firmware, and the hours with earlier ones."""
    count = done["firmware"][firmware]
    figures = ", ".join(f"{count[name]} {name}" for name in count if name not in ("ms", LEAST_FREE))
    line = f"{about['name']}: {_hours(count)} without a fault, all with firmware {firmware}: {figures}"
    if LEAST_FREE in count:
        line += f"; {count[LEAST_FREE]} bytes free in the menu at least"
    others = [f"{_hours(count)} with {other}" for other, count in done["firmware"].items() if other != firmware]
    return line + (f"; others: {', '.join(others)}" if others else "")


def _hours(count):
    return f"{count.get('ms', 0) / 3_600_000:.2f} hours"
