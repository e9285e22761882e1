"""`bench press`: measure how soon the lights answer each press of a random person, on the emulated Pico.

Walks (press_walk.py) are drawn in the simulator, and each is played from power-up on the flashed firmware. A contact
closes right after a scan of the keys, the worst moment: so a press waits for the whole tick in which it comes. It is
answered by the end of the first frame that it changes, and the whole session must show the simulator's frames.

NeoTrellis tiles get a frame over I2C, tile by tile, 20 ms for 64 LEDs; the answer begins with the first tile that
changes. Their interrupt wire is left out: a tile reports a press at once, and is asked in each tick.
"""

from collections import Counter
from typing import Annotated, Any, NamedTuple

import typer
from rp2040py.peripherals.ssi import CMD_PAGE_PROGRAM

from host_sim.boards.files import load_board
from host_sim.cli.errors import ToolError
from host_sim.pico.bench import MS

from ... import output
from ...pico.play_on_pico import CONFIRM_MS, Player
from .. import measured
from .press_walk import PACES, Walk, drawn

FIRST_BOARD, TILES = "pico_ws2812_8x8_keys_4x4", "pico_neotrellis_8x8"
SESSIONS = {  # board, pace, by the name of the row in MEASURED.md
    "press_to_light": (FIRST_BOARD, "person"),
    "press_to_light_fast": (FIRST_BOARD, "fast"),
    "press_to_light_tiles": (TILES, "person"),
    "press_to_light_tiles_fast": (TILES, "fast"),
}
PRESSES, WALKS = 50, 8
MOST_MS, MOST_ERASE_MS = 20, 55
SEED = 1


class Answer(NamedTuple):
    """A press and its answer: ms from the contact to the end of the frame; whether the flash was erased in between."""

    screen: str
    after: str
    time_ms: int
    wait_ms: float
    erased: bool

    def late(self):
        return self.wait_ms > (MOST_ERASE_MS if self.erased else MOST_MS)


class Played(NamedTuple):
    """answers: of the presses that change the lights. silent: screens of the others. wrong: what differs from the
    simulator, or None."""

    answers: list
    silent: list
    wrong: str | None


def powered(board, image=None, cache=False):
    """Return a Player whose console has not yet read its keys."""
    player = Player(board, [], image, cache=cache)
    player.pico.boot()
    player.pico.run_until(lambda: player.scans)
    return player


def played(player, walk: Walk) -> Played:
    """Play a walk on a fork of this Player."""

    def run(pico) -> Any:
        player.changes = list(walk.changes)
        frames = list(player.frames(walk.until_ms))
        times = pico.flash_model.times
        erases = [
            (each.start_ns / MS, (each.start_ns + times[each.opcode]) / MS)
            for each in pico.flash_model.operations
            if each.opcode != CMD_PAGE_PROGRAM
        ]
        return _judged(player, walk, frames, erases)

    return player.pico.forked(run)


def _judged(player, walk, frames, erases):
    shown = {frame.time_ms: frame for frame in frames}
    answers, silent = [], []
    for press in walk.presses:
        if press.answer_ms is None:
            silent.append(press.screen)
        elif press.answer_ms in shown:
            frame = shown[press.answer_ms]
            began = player.scanned_ms(press.time_ms - 10) - (0 if player.tiles else CONFIRM_MS)
            erased = any(start < frame.emulated_ms and end > began for start, end in erases)
            answers.append(Answer(press.screen, press.after, press.time_ms, frame.first_ms - began, erased))
    texts = [(frame.time_ms, frame.text) for frame in frames]
    return Played(answers, silent, _difference(texts, walk.frames))


def _difference(shown, expected):
    """Return the first difference between two lists of frames, in a line, or None."""
    for (at, text), (due, wanted) in zip(shown, expected, strict=False):
        if (at, text) != (due, wanted):
            return f"at {at} ms the lights show {text!r}; the simulator shows {wanted!r} at {due} ms"
    return None if len(shown) == len(expected) else f"{len(shown)} frames; the simulator has {len(expected)}"


def row(answers):
    """Return what MEASURED.md says of a session."""
    worst = max(answer.wait_ms for answer in answers if not answer.erased)
    erased = [answer.wait_ms for answer in answers if answer.erased]
    late = sum(answer.late() for answer in answers)
    said = f"worst {worst:.1f} ms, {late} of {len(answers)} late"
    return said + (f"; {len(erased)} within an erase, worst {max(erased):.1f} ms" if erased else "")


def command(
    sessions: Annotated[
        list[str] | None, typer.Argument(metavar="[SESSION]...", help=f"Of {', '.join(SESSIONS)}.")
    ] = None,
    walks: Annotated[int, typer.Option(help=f"Number of walks, {PRESSES} presses each.", min=1)] = WALKS,
    presses: Annotated[int, typer.Option(help="Presses of a walk.", min=1)] = PRESSES,
    cache: Annotated[bool, typer.Option("--cache", help="Count the time of misses in the chip's flash cache.")] = False,
    record: Annotated[bool, typer.Option("--record", help="Enter what has a row in MEASURED.md.")] = False,
):
    """Press keys at random in all screens of the emulated Pico: how soon do the lights answer?

    A late answer is an error, and so are other frames than in the simulator.
    """
    console = output.console()
    wrong, figures = [], {}
    for name in sessions or SESSIONS:
        if name not in SESSIONS:
            raise ToolError(f"no session {name!r}; there are {', '.join(SESSIONS)}")
        board, pace = load_board(SESSIONS[name][0]), PACES[SESSIONS[name][1]]
        player = powered(board, cache=cache)
        answers, screens, silent = [], Counter(), Counter()
        for number in range(walks):
            walk = drawn(board, presses, SEED, pace, number)
            found = played(player, walk)
            answers += found.answers
            screens.update(press.screen for press in walk.presses)
            silent.update(found.silent)
            for answer in sorted(found.answers, key=lambda answer: -answer.wait_ms):
                if answer.late():
                    during = ", flash erased" if answer.erased else ""
                    console.print(
                        f"walk {number}, {answer.time_ms} ms: {answer.screen} to {answer.after}:"
                        f" {answer.wait_ms:.1f} ms{during}"
                    )
            if found.wrong:
                wrong.append(f"{name}, walk {number}: {found.wrong}")
                console.print(wrong[-1])
        figures[name] = row(answers)
        console.print(f"{name}: {figures[name]}")
        console.print(f"presses by screen: {_counted(screens)}; without a light: {_counted(silent)}")
        if any(answer.late() for answer in answers):
            wrong.append(f"{name}: {figures[name]}")
    if record:
        rows = {row["name"] for row in measured.load()}
        measured.record({name: figure for name, figure in figures.items() if name in rows}, cache)
        for name in figures.keys() - rows:
            console.print(f"{name}: not entered, MEASURED.md has no row for it")
    if wrong:
        raise ToolError("; ".join(wrong))


def _counted(screens):
    return ", ".join(f"{name} {count}" for name, count in screens.most_common())
