"""`glowgrid prove`: write down a proof of what a position is worth, or check one."""

import re
import shlex
import sys
from pathlib import Path
from time import monotonic
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from glowgrid.rules.game import parse_size, size_name
from glowgrid.rules.notation import point_name

from ...cli.errors import Refused
from ...cli.game_argument import Named, Size, game_and_more
from ...cli.now_and_then import NowAndThen
from ...cli.run import one_line, say
from ...cli.writable import check_writable, writing
from ...own_games.find import find_game
from ...text.placed_text import parts_of
from ...text.position_line import placed_as
from ...text.text_file import NoText, file_bytes, plain_text
from . import carried
from .accepted import Bad, accepted
from .certificate import in_words, proof_of, refusal
from .coq import BUILT, LIBRARY, theorem_of
from .hex_process import INSTALL, LARGEST, is_hex, there
from .strategy import MOST, OutOfTime, TooMany
from .tables import family_of, tables_of

POSITION = "'hex 5: a4 c1 / b2 d3, 2 to move'"
SOON = 24  # empty points: what is settled in a second or two
MOST_SETTLED = 36  # empty points of a game of groups, about; Hex on unix MicroPython: LARGEST on a side
HOPELESS = 60


Words = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="GAME [POSITION]",
        help="A game such as hex, or the path of your own; "
        f"a position such as {POSITION}, or only what follows the colon.",
        show_default=False,
    ),
]
Check = Annotated[Path | None, typer.Option(help="Check the proof in this file instead.")]
Coq = Annotated[
    Path | None,
    typer.Option(help="Write a theorem for the proof assistant Coq in this file (.v); of the file of --check."),
]
Openings = Annotated[
    bool, typer.Option("--openings", help="Who wins after each first move, in one file; of Hex, Y and maps like them.")
]
Most = Annotated[
    int | None,
    typer.Option(
        help="How many positions the search may remember, 0.5 KB each; it is then done without unix MicroPython. "
        f"Default: {MOST}, or what Hex needs.",
        min=1,
        show_default=False,
    ),
]
Think = Annotated[
    float | None,
    typer.Option(
        help="Seconds to search at most; --openings then writes what is settled. Default: no limit.",
        min=0.001,
        show_default=False,
    ),
]


def command(
    context: typer.Context,
    words: Words = None,
    named: Named = None,
    size: Size = None,
    check: Check = None,
    coq: Coq = None,
    openings: Openings = False,
    most: Most = None,
    think: Think = None,
):
    """Print a proof of what a position is worth; without a position: of the empty field. Swapping is left out.

    The proof is text: lines with carriers in Hex, Y and maps like them; else for each position that can come up, the
    move of the side that wins (or, in a draw, of each side). --check FILE plays the games that a proof allows, by the
    rules of the game and by those that the file states.

    Hex up to 7x7 is searched on unix MicroPython, if that is installed, with at most 800 MB, with stones on the field
    twice that: Hex 6 takes seconds, Hex 7 some twelve minutes.
    """
    game, position = _game_and_position(context, words, named)
    if check:
        given = {"the game": game, "--size": size, "--openings": openings, "--most": most, "--think": think}
        if idle := [name for name, value in given.items() if value]:
            raise Refused(f"--check reads the game from the file and searches nothing; leave {idle[0]} out")
        _check(check, coq)
        return
    if not game:
        raise Refused(f"a game is missing; write one, such as {context.command_path} hex, or --check FILE")
    try:
        title, start = _start(game, size or "", position)
        why = refusal(start)
    except ValueError as error:
        raise Refused(one_line(str(error))) from None
    if why:
        raise Refused(f"{title}: nothing to prove: {why}")
    _check_wanted(start, title, coq, openings)
    claims, text = _settled(start, title, most, openings, think)
    if coq:
        _write_theorem(coq, title, text)
    else:
        print(text, end="", flush=True)
    for claim in claims:
        say(f"{title}: {in_words(claim)}", err=True)


def _settled(start, title, most, openings, think):
    """Return (the claims, the text of a proof), checked; Refused if the search does not settle the position."""
    native = most is None and carried.natively(start)
    most = most or MOST
    _say_what_it_takes(start, title, most, native, openings)
    ended = []
    try:
        claims, text = _proven(start, title, most, openings, think, native, ended.append)
    except (OutOfTime, TooMany) as error:
        raise Refused(_unsettled(start, title, openings, *_why(error, most, think, native))) from None
    if ended:
        _say_what_is_left(start, title, claims, _why(ended[0], most, think, native)[0])
    if not claims:
        raise Refused(f"{title}: no first move has a proof by lines with carriers; leave --openings out")
    return claims, text


def _why(error, most, think, native):
    """Return (why a search has ended, the option to raise, or none)."""
    if isinstance(error, OutOfTime):
        return f"not in {think:g} seconds", "--think"
    return ("its lines need too much memory", "") if native else (f"more than {most:,} positions", "--most")


def _game_and_position(context, words, named):
    game, more = game_and_more(context, words, named)
    position = more[0] if more else ""
    if len(more) > 1 or position.isalpha():
        raise Refused(f"{more[-1]}: one word too many; expected a game, then a position in quotes: {POSITION}")
    return game, position


def _start(name, size, position):
    """Return (title, position) of what the command line names."""
    found = find_game(name)[0]
    numbers = parse_size(size) if size else ()
    if ":" in position:
        named, stated, position = parts_of(position)
        if named != found.name or (numbers and stated and stated != numbers):
            raise ValueError(f"{name} {size}".rstrip() + f": the position is of {named} {size_name(stated)}".rstrip())
        numbers = numbers or stated
    numbers = numbers or found.sizes[0]
    title = f"{name} {size_name(numbers)}".rstrip()
    return title, placed_as(position, found, numbers) if position.strip() else found.setup(numbers)


def _check_wanted(position, title, coq, openings):
    """Refused, before a long search, if there is no such form of a proof of this game."""
    if coq:
        _check_coq(coq, position, title)
    if openings and not carried.fits(position):
        raise Refused(f"--openings: {title} has no lines with carriers; leave it out")


def _check_coq(file, position, title):
    """Refused, before a long search, if there is no theorem of this game, or not in this file."""
    if not re.fullmatch(r"[A-Za-z]\w*\.v", file.name, re.ASCII):
        raise Refused(f"--coq {file}: Coq wants a name of letters, digits and _, then .v, such as {_coq_name(title)}")
    if not family_of(position):
        what = "no file of points, lines, neighbours and borders states its rules"
        raise Refused(f"--coq: {title} has no theorem: {what}; leave --coq out")
    folder = file.resolve().parent
    if folder == LIBRARY or folder == BUILT and (LIBRARY / file.name).exists():
        raise Refused(f"--coq {file}: that place is for the library's own files; write {BUILT / _coq_name(title)}")
    check_writable(file)


def _write_theorem(file, title, text):
    with writing(file):
        file.write_text(theorem_of(title, text), encoding="utf-8")
    library, built, there = (shlex.quote(str(path)) for path in (LIBRARY, BUILT, file))
    say(f"{file}: to check it: make -C {library}; coqc -R {built} Glowgrid {there}", err=True)


def _coq_name(title):
    """Return a name that Coq takes for a file on this game."""
    return re.sub(r"[^a-z0-9]+", "_", title.lower()).lstrip("_0123456789").capitalize() + ".v"


def _say_what_it_takes(position, title, most, native, openings):
    """Say that the search may take long, before it begins; Refused if there is no hope.

    Hex 5 takes seconds, 5,5,4 hours: the number of empty points does not say how long.
    """
    family, empty = family_of(position), position.empty
    if family == "groups" and not position.stones and empty > HOPELESS and most <= MOST:
        settled = LARGEST**2 if there() and is_hex(tables_of(position)) else MOST_SETTLED
        why = f"{empty} empty points, and about {settled} are the most"
        raise Refused(_unsettled(position, title, openings, why, "--most"))
    if native:
        if empty > MOST_SETTLED:
            say(f"{title}: {empty} empty points: some twelve minutes, or hours", err=True)
    elif empty > SOON:
        doubt = f"; more than about {MOST_SETTLED} are seldom settled" * (family == "groups" and empty > MOST_SETTLED)
        if carried.would_be_native(position) and not carried.natively(position):
            doubt += f"; much sooner with unix MicroPython: {INSTALL}"
        say(f"{title}: {empty} empty points: seconds or hours; it gives up after {most:,} positions{doubt}", err=True)


def _say_what_is_left(position, title, claims, why):
    """Say which first moves are not settled."""
    names = [point_name(position.field, p) for p in range(position.points) if not position.cells[p]]
    settled = {claim.rpartition(" ")[2] for claim in claims}
    left = [name for name in names if name not in settled]
    say(f"{title}: not settled: {' '.join(left)}; {why}", err=True)


def _unsettled(position, title, openings, why, option):
    """Return in one line that a search does not settle a position, and what to do; option: one to raise, or none."""
    what = "a first move" if openings else "this position" if position.stones else "the empty field"
    names = [point_name(position.field, p) for p in (position.points // 2, 0, position.points - 1)]
    later = "" if position.stones else f", such as '{' / '.join(names[: position.sides])}, 1 to move'"
    return (
        f"{title}: prove does not settle {what}: {why}; give a later position{later}{option and f', or raise {option}'}"
    )


def _bars():
    return Progress(
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(),
        TimeElapsedColumn(),
        console=Console(stderr=True),
        transient=True,
        disable=not sys.stderr.isatty(),
    )


def _proven(position, title, most, openings, think, native, ended):
    """Return (the claims, the text of a proof), checked. Raise OutOfTime after `think` seconds, unless None.

    ended: as in carried.py.
    """
    until = monotonic() + think if think else None
    with _bars() as bars:
        task = bars.add_task("searching and checking", total=None)
        in_a_pipe = NowAndThen()

        def watch(met):
            if until and monotonic() > until:
                raise OutOfTime
            of_all = not isinstance(met, str)
            text = f"searching, {f'{met:,} of at most {most:,} positions' if of_all else met}"
            bars.update(task, description=text, completed=met if of_all else 0, total=most if of_all else None)
            if bars.disable:
                in_a_pipe.say(f"{title}: {text}")

        if openings:
            return carried.proof_of(position, title, most, watch, True, native, ended) or ([], "")
        return proof_of(position, title, most, watch, native=native)


def _check(file, coq):
    """Print what the proof in a file shows; Refused, with the first line that is wrong, if it shows nothing.

    coq: where to write its theorem, or None.
    """
    try:
        text = plain_text(file_bytes(file))
    except OSError as error:
        raise Refused(f"{file}: cannot be read: {error.strerror}") from None
    except NoText as error:
        raise Refused(f"{file}: not a proof: {error}") from None
    lines = text.rstrip().splitlines()
    if not lines:
        raise Refused(f"{file}: empty; a proof is what prove prints")
    if not lines[-1].startswith("end"):
        raise Refused(f"{file}: line {len(lines)}: the last one, and no 'end'; the file was cut off, or is no proof")
    try:
        with _bars() as bars:
            bars.add_task("checking")
            title, position, claims = accepted(text)
    except Bad as bad:
        raise Refused(f"{file}: line {bad.args[0]}: {one_line(bad.args[1])}") from None
    for line in text.splitlines():
        if line.startswith(("stones", "turns")):
            say(line)
    for claim in claims.split(", "):
        say(f"{title}: {in_words(claim)}")
    say(f"accepted by the rules of the game{', and by those in the file' if family_of(position) else ''}")
    if coq:
        _check_coq(coq, position, title)
        _write_theorem(coq, title, text)
