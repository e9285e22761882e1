"""On the emulated Pico, a press during a flash erase, when all code stands still, takes effect soon after it."""

import random
from itertools import cycle

import pytest
from flashed import flashed
from rp2040py.peripherals.ssi import CMD_PAGE_PROGRAM

from glowgrid.console.palette import CHARS, RGB, WHITE
from glowgrid.console.storage import MATCH, Storage
from glowgrid.games import discover
from glowgrid.hardware.lights import Lights
from host_sim.boards.files import load_board
from host_sim.console.wire_to_frame import frame_text
from host_sim.pico.bench import MS, Pico
from host_sim.pico.hardware import Hardware

NAME = "pico_ws2812_16x16_keys_4x4"
STONES = 130  # a save of this many takes a sector of its own, which is erased first
OFFERED_MS = 1400
QUIET_MS, TICK_MS, ANSWER_MS = 150, 10, 20
TAP_MS = 60


def saved_match(folder):
    """Return the file of a match of Hex 14 between people, undecided, the point under the cursor still free."""
    game = next(game for game in discover()[0] if game.name == "hex")
    position = game.setup((14,))
    points = list(range(position.points))
    points.remove(position.field.point_at(7, 7))
    random.Random(1).shuffle(points)
    for point in points:
        if position.plies < STONES and position.play(point) and position.is_over():
            position.undo()
    record = {"game": "hex", "size": [14], "seats": [0, 0], "seed": 1, "moves": list(position.history[:STONES])}
    Storage(str(folder)).save(MATCH, record)
    return (folder / MATCH).read_bytes()


@pytest.mark.long
@pytest.mark.parametrize("slow", [False, True])
def test_it_takes_effect_soon_after_the_erase(pico_image, tmp_path, slow):
    board = load_board(NAME)
    roles = board["keys"]["roles"]
    hardware = Hardware(board)
    files = {**flashed(NAME), "/saves/" + MATCH: saved_match(tmp_path)}
    pico = Pico(pico_image, files=files, parts=hardware.parts, slow_flash=slow).boot()
    lights = Lights(board, RGB, None)

    def tap(role, at_ns, until_ns=0):
        hardware.at(at_ns, "press", roles[role])
        hardware.at(max(at_ns + TAP_MS * MS, until_ns), "release", roles[role])

    def cursor(frame):
        return frame_text(frame.rgb, lights).find(CHARS[WHITE])

    pico.run_ms(OFFERED_MS)
    tap("select", pico.now_ns + MS)
    pico.run_ms(600)
    placed_ns = pico.now_ns + MS
    tap("select", placed_ns)

    def erases(pico):
        """Return (start, end) of each erase of the save."""
        pico.run_ms(3000 if slow else 600)
        found = [each for each in pico.flash_model.operations if each.start_ns > placed_ns]
        return [
            (each.start_ns, each.start_ns + pico.flash_model.times[each.opcode])
            for each in found
            if each.opcode != CMD_PAGE_PROGRAM
        ]

    def answered(pico, press_ns, until_ns):
        """Return when the frame is out in which the cursor has moved by one point."""
        tap("right", press_ns, until_ns)
        pico.run_ms((press_ns - pico.now_ns) / MS)
        shown = len(hardware.frames())
        before = next(at for at in map(cursor, reversed(hardware.frames())) if at >= 0)
        pico.run_ms(TAP_MS + (600 if slow else 200))
        moved = [(frame.end_ns, cursor(frame)) for frame in hardware.frames(shown) if cursor(frame) not in (-1, before)]
        assert len({place for _, place in moved}) == 1
        return moved[0][0]

    found = pico.forked(erases)
    assert found[0][0] - placed_ns >= (QUIET_MS - TICK_MS) * MS
    for (began_ns, ended_ns), part in zip(found, cycle((0.05, 0.9))):
        press_ns = round(began_ns + part * (ended_ns - began_ns))
        until_ns = ended_ns + TAP_MS // 2 * MS
        answer_ns = pico.forked(lambda pico, times=(press_ns, until_ns): answered(pico, *times))
        late_ms = (answer_ns - ended_ns) / MS
        assert late_ms <= ANSWER_MS, (part, late_ms)
