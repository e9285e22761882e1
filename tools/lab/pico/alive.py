"""`bench alive`: measure whether keys still respond while an engine thinks: times from key to light, and to the move.

    measure(load_board("pico_ws2812_16x16_keys_4x4"), staged_files("pico_ws2812_16x16_keys_4x4"), "hex", (11,), level=2)

The Pico is switched on with a saved match in which the engine is to move. The match is resumed. While the engine
thinks, arrows move the cursor, and a press is answered by the frame in which it has moved.
"""

import random
import statistics
from typing import Annotated, NamedTuple

import typer

from glowgrid import record
from glowgrid.console.match import PERSON
from glowgrid.console.palette import BRIGHT, CHARS, RGB, WHITE
from glowgrid.console.storage import MATCH
from glowgrid.hardware.lights import Lights
from host_sim.boards.files import load_board
from host_sim.cli.errors import ToolError
from host_sim.console.wire_to_frame import frame_text
from host_sim.pico.bench import MS, Pico
from host_sim.pico.hardware import Hardware

from ... import output
from ...compile.build import staged_files
from ...pico.play_on_pico import ScanCounter

OFFERED_MS = 1400  # the match is offered by then
STEP_MS = 5
DOWN_MS = 40
UP_MS = 45  # real fingers take longer; a contact must be seen open for 30 ms, by scans 10 ms apart
NOTICED_MS = 100  # no person presses sooner after the field is shown; the step that shows it takes up to 50 ms
MOST_LATE_MS = 40  # a press this soon before the move may fall into the save that follows it
MOST_MS = 20_000
LARGE, SMALL = "pico_ws2812_16x16_keys_4x4", "pico_ws2812_8x8_keys_4x4"
# Key to light at worst: a tick (11 ms), the second read of the contact (1), the picture (8), and the wire (7.7, 1.9).
WORST_MS = {LARGE: 28, SMALL: 20}
FIELDS = (  # board, game, size, level
    (LARGE, "hex", (11,), 2),
    (LARGE, "hex", (14,), 2),
    (LARGE, "havannah", (8,), 2),
    (SMALL, "mnk", (8, 8, 5), 4),
    (SMALL, "mnk", (7, 7, 5), 4),
    (SMALL, "mnk", (6, 6, 5), 4),
    (SMALL, "hex", (7,), 3),
)


COLUMNS = (
    *("field", "presses", "key to light, median ms", "worst ms"),
    *("keys unread in set-up, ms", "first frame to move, ms"),
)


class Alive(NamedTuple):
    """The result of `measure`, in ms.

    waits_ms: from each contact to the last bit of the frame that answers it. unread_ms: the longest time between two
    reads of the keys while the match is set up. move_ms: from the first frame of the field to that of the engine's
    move.
    """

    waits_ms: list
    unread_ms: float
    move_ms: float


def measure(board, files, game, size, level, seed=1, image=None, cache=False):
    """Return `Alive` for a board with a key matrix (a checked board), `files` as flashed, and a level of the engine."""
    hardware = Hardware(board)
    scans = ScanCounter.of_board(board, lambda count: None)
    moves = [1, 3, 0]  # too late to take over
    saved = {"game": game, "size": list(size), "seats": [PERSON, level], "seed": seed, "moves": moves}
    files = {**files, f"/saves/{MATCH}": record.pack(saved)}
    pico = Pico(image, files=files, parts=[*hardware.parts, scans], cache=cache).boot()
    pico.run_ms(OFFERED_MS)
    lights = Lights(board, RGB, None)
    roles = board["keys"]["roles"]

    seen = []  # (start, end, text) of the frames since the match was offered; times in ns

    def shown(since_ns):
        frames = hardware.frames(offered + len(seen))
        seen.extend((frame.start_ns, frame.end_ns, frame_text(frame.rgb, lights)) for frame in frames)
        return [frame for frame in seen if frame[0] > since_ns]

    def run_until(sign, since_ns):
        """Return the first frame after this time that shows a sign of the palette."""
        for _ in range(MOST_MS // STEP_MS):
            for frame in shown(since_ns):
                if sign in frame[2]:
                    return frame
            pico.run_ms(STEP_MS)
        raise TimeoutError(f"{game} {size}: nothing shows {sign!r} within {MOST_MS} ms")

    offered, began = len(hardware.frames()), pico.now_ns
    _tap(pico, hardware, roles["select"], 1)
    field = run_until(CHARS[BRIGHT + 1], began)  # the last move
    reads = [at for at in scans.starts if began <= at <= field[1]]
    chance = random.Random(seed)
    waits = []
    pico.run_ms(NOTICED_MS)
    while not any(CHARS[BRIGHT + 2] in text for _, _, text in shown(field[1])):
        before = next(
            (text.index(CHARS[WHITE]) for _, _, text in reversed(shown(field[1])) if CHARS[WHITE] in text), -1
        )
        closes = _tap(pico, hardware, roles["down" if len(waits) % 4 < 2 else "up"], chance.uniform(1, 25))
        pico.run_ms((closes - pico.now_ns) / MS + DOWN_MS + UP_MS)
        answers = [
            frame for frame in shown(closes) if CHARS[WHITE] in frame[2] and frame[2].index(CHARS[WHITE]) != before
        ]
        if before >= 0:
            waits.append((closes, (answers[0][1] - closes) / MS if answers else MOST_MS))
        if pico.now_ns - field[1] > MOST_MS * MS:
            raise TimeoutError(f"{game} {size}: no move within {MOST_MS} ms")
    moved = run_until(CHARS[BRIGHT + 2], field[1])
    thinking = [wait for closes, wait in waits if closes + MOST_LATE_MS * MS < moved[1]]
    return Alive(thinking, max(b - a for a, b in zip(reads, reads[1:])) / MS, (moved[1] - field[1]) / MS)


def _tap(pico, hardware, key, in_ms):
    """Plan a tap; return when the contact closes, in ns."""
    closes = pico.now_ns + round(in_ms * MS)
    hardware.at(closes, "press", key)
    hardware.at(closes + DOWN_MS * MS, "release", key)
    return closes


def command(
    cache: Annotated[bool, typer.Option("--cache", help="Count the time of misses in the chip's flash cache.")] = False,
):
    """Press keys while the engine thinks, on the emulated Pico: on the largest fields, and on those of lines.

    A late response to a key is an error.
    """
    console = output.console()
    slow, rows = [], []
    for board, game, size, level in FIELDS:
        name = " ".join([game, *map(str, size)])
        with console.status(f"{name}: pressing keys"):
            alive = measure(load_board(board), staged_files(board), game, size, level, cache=cache)
        waits = alive.waits_ms
        answered = f"{statistics.median(waits):.1f}", f"{max(waits):.1f}"
        rest = f"{alive.unread_ms:.0f}", f"{alive.move_ms:.0f}"
        rows.append((f"{name}, level {level}", str(len(waits)), *answered, *rest))
        if max(waits) > WORST_MS[board]:
            slow.append(f"{name} ({max(waits):.1f} of {WORST_MS[board]} ms)")
    console.print(output.table(COLUMNS, rows))
    if slow:
        raise ToolError(f"a key responds too late: {', '.join(slow)}")
