"""A broken board.json on the device: one line, and a sign on the lights if they can show one."""

import json

import pytest
from flashed import without_main
from odd_boards import odd_boards

from host_sim.boards.files import load_board
from host_sim.boards.parts import device_board
from host_sim.console.golden import BOARD
from host_sim.pico.bench import Pico
from host_sim.pico.wire import Ws2812Wire

TRY = """
import gc, micropython
from glowgrid.hardware import board, fault
from glowgrid.hardware.lights import Lights

def attempt(content):
    # As main.py does it. What is raised here would be the end at power-up.
    gc.collect()
    with open('/odd.json', 'wb') as file:
        file.write(content)
    try:
        about = board.load('/odd.json')
        keys, leds = board.drivers(about)
    except board.Fault as error:
        fault.report(error)
        return
    levels = bytearray(keys.count)
    keys.scan(levels)
    lights = Lights(about, bytes(6), leds)
    lights.show(bytearray(lights.width * lights.height))
    leds.close()
    print('usable')
"""


@pytest.fixture(scope="module")
def pico(pico_image):
    wire = Ws2812Wire(load_board(BOARD)["leds"]["pin"])
    machine = Pico(pico_image, files=without_main(BOARD), parts=[wire]).boot()
    machine.exec(TRY)
    return machine


@pytest.mark.long
@pytest.mark.parametrize("seed, count", [(2, 100)])
def test_an_odd_board_is_used_or_refused_in_one_line(pico, seed, count):
    def case(machine):
        return [machine.exec(f"attempt({json.dumps(board).encode()!r})") for _, board in odd_boards(seed, count)]

    printed = pico.forked(case)
    for line in printed:
        assert line.count("\n") == 1 and (line == "usable\n" or line.startswith("glowgrid: ")), line
    assert len([line for line in printed if "expected" in line]) >= max(1, count // 4)


@pytest.mark.parametrize(
    "part, name, value",
    [("keys", "rows", [2, 3, "x"]), ("keys", "rows", [2, 2, 3, 4]), ("power", "brightness", 0), ("keys", "width", 5)],
)
def test_working_lights_show_the_sign(pico, part, name, value):
    board = json.loads(device_board(load_board(BOARD)))
    board[part][name] = value

    def case(machine):
        (wire,) = (part for part in machine.parts if isinstance(part, Ws2812Wire))
        before = len(wire.frames)
        machine.exec(f"attempt({json.dumps(board).encode()!r})")
        machine.run_ms(3)
        return [[any(pixel) for pixel in frame.pixels("GRB")] for frame in wire.frames[before:]]

    assert sum(pico.forked(case)[-1]) == 28  # the edge of 8x8
