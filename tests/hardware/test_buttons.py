"""Separate buttons, electrically: each between a pin and ground, read on the emulated Pico."""

import json

import drivers
import pytest
from drivers import watched

from host_sim.boards.files import load_board
from host_sim.console import golden
from host_sim.pico.keypad import bounce_times
from tools.pico.play_on_pico import Player

NAME = "pico_ws2812_8x8_buttons"
SEVEN = range(7)


@pytest.fixture
def wired(pico_image):
    """Return a function that calls case(pico, buttons) in a fork."""
    board = load_board(NAME)
    return lambda case: drivers.wired(pico_image, board, lambda pico, hardware: case(pico, hardware.matrix))


def test_each_button_and_any_number_of_them_are_read(wired):
    alone = [(action, key) for key in SEVEN for action in ("press", "release")]
    together = [("press", key) for key in SEVEN] + [("release", key) for key in reversed(SEVEN)]
    seen, shorts = wired(lambda pico, buttons: (watched(pico, buttons, alone + together), buttons.shorts))
    growing = [list(range(count)) for count in range(1, 8)]
    assert seen == [[]] + [keys for key in SEVEN for keys in ([key], [])] + growing + growing[-2::-1] + [[]]
    assert shorts == 0


@pytest.mark.parametrize("closed_us, seen", [(500, []), (950, []), (1400, [5])])
def test_a_contact_that_closes_for_less_than_a_millisecond_is_no_press(wired, closed_us, seen):
    def case(pico, buttons):
        pico.exec("def down_at(us):\n sleep_us(us - ticks_us())\n return down()")
        at_us = pico.now_ns // 1000 + 30_000
        buttons.at(1000 * (at_us - 10), "press", 5)
        buttons.at(1000 * (at_us + closed_us), "release", 5)
        return json.loads(pico.exec(f"print(down_at({at_us}))"))

    assert wired(case) == seen


def test_a_scan_takes_a_moment_and_allocates_nothing(wired):
    code = "print(took_locked(keys.scan, levels))"

    def case(pico, buttons):
        idle = int(pico.exec(code))
        buttons.press(3)
        pico.exec("keys.scan(levels)")
        return idle, int(pico.exec(code))

    idle, held = wired(case)
    print(f"scan {idle} us, {held} us with a button down")
    assert idle < 60 and held < 60


def test_a_button_that_is_held_down_is_named_and_spoils_no_other(wired):
    def case(pico, buttons):
        buttons.press(2)
        pico.run_ms(1)
        said = pico.exec("from glowgrid.hardware import fault\nfault.held(keys)")
        return said, pico.exec("print(bool(keys.any_held()))"), watched(pico, buttons, [("press", 6), ("release", 6)])

    said, held, seen = wired(case)
    assert said == "glowgrid: held down, or stuck; ignored until let go: keys [2]\n" and held == "True\n"
    assert seen == [[2], [2, 6], [2]]


def test_a_glance_sees_a_press_at_once(wired):
    def case(pico, buttons):
        seen = [bool(int(pico.exec("print(keys.glance())")))]
        for act in (buttons.press, buttons.release):
            act(4, bounce_times(1))
            pico.run_ms(4)
            seen.append(bool(int(pico.exec("print(keys.glance())"))))
        return seen

    assert wired(case) == [False, True, False]


@pytest.mark.long
def test_a_slow_line_is_up_when_the_driver_is_made(wired):
    def case(pico, buttons):
        buttons.rise_ns = 150_000
        for pin in buttons.rows:  # as at power-up, when pull-downs hold them
            pico.exec(f"import machine\nmachine.Pin({pin}, machine.Pin.OUT, value=0)")
        return pico.exec("keys = type(keys)(about['keys'])\nprint(down())")

    assert wired(case) == "[]\n"


@pytest.mark.long
def test_a_whole_game_gives_the_same_frames_as_with_a_matrix(pico_image):
    """The game of Hex is played with roles on both."""
    (path,) = [path for path in golden.logs() if path.stem == "held"]
    changes, until_ms = golden.changes(path)
    matrix, buttons = (load_board(name)["keys"]["roles"] for name in (golden.BOARD, NAME))
    role = {key: name for name, key in matrix.items()}
    changes = [(time_ms, buttons[role[key]], down) for time_ms, key, down in changes]
    frames = Player(load_board(NAME), changes, pico_image).frames(until_ms)
    assert golden.kept(path, [(frame.time_ms, frame.text) for frame in frames]) == golden.recorded(path)
