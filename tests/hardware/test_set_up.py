"""How long keys are not read on the emulated Pico while the console starts, sets a match up, and changes screens."""

import json
from functools import cache

import pytest
from cases import long
from flashed import flashed

from host_sim.boards.files import load_board
from host_sim.pico.bench import MS, Pico
from host_sim.pico.flash_model import TYPICAL_NS
from host_sim.pico.hardware import Hardware
from tools.compile.mpy import compile_mpy
from tools.paths import ROOT
from tools.pico.play_on_pico import CONSOLE

MOST_MS = 50
MOST_OF_A_PRESS_MS = 110  # the tick that loads a screen; the press was answered in the one before
FIRST, LARGE = "pico_ws2812_8x8_keys_4x4", "pico_ws2812_16x16_keys_4x4"
GRAVITY = compile_mpy((ROOT / "tests/own_games/gravity.py").read_bytes(), "glowgrid/games/gravity.py")[0]

STEPS = f"""{CONSOLE}
import gc, json, time
app = App(keys, lights, Storage('/saves'), about, driver=board.driver)
now = 0
KEPT = 16
steps = []

def ticks(what, screen=None, more=30, act=None):
    # act: what a key asks for, in its own tick
    global now
    for left in range(400, 0, -1):
        began = time.ticks_us()
        pressed = bool(act)
        if act:
            act()
            act = None
        app.tick(now)
        now += 10
        us = time.ticks_diff(time.ticks_us(), began)
        if len(steps) < KEPT or us > steps[-1][2]:  # the longest alone: a list of all would fill the memory of Hex 7
            steps.append((what + ' ' + app.screen.NAME, began, us, pressed))
            steps.sort(key=lambda step: -step[2])
            del steps[KEPT:]
        if app.screen.NAME == screen:
            more -= 1
            if not more:
                return
    raise RuntimeError(what + ' ends on ' + app.screen.NAME)

def longest():
    print(json.dumps(steps))
"""
MATCH = """
game, size, level = %r, %r, %d
steps.clear()
game = [each for each in app.games if each.name == game][0]
ticks('start', 'play', act=lambda: app.start_match(game, size, [0] + [level] * (game.sides - 1), now))
ticks('pause', 'pause', act=lambda: app.open_pause(now))
app.match.coach = True
ticks('coach', 'play', act=lambda: app.resume(now))
ticks('pause again', 'pause', act=lambda: app.open_pause(now))
ticks('go on', 'play', act=lambda: app.resume(now))
ticks('save', 'play', act=lambda: app.match_changed(now))
ticks('menu', 'menu', act=lambda: app.open_menu(now))
longest()
"""


@cache
def in_menu(image, name):
    """Return (a Pico whose console has opened its menu, its longest steps until then). For `.forked` alone."""
    files = {**flashed(name), "/glowgrid/games/gravity.mpy": GRAVITY}
    del files["/main.py"]
    pico = Pico(image, files=files, parts=Hardware(load_board(name)).parts).boot()
    pico.exec(STEPS)
    printed = pico.exec("ticks('power-up', 'menu')\nlongest()")
    return pico, without_erases(pico, json.loads(printed))


def without_erases(pico, steps):
    """Return the steps as [(ms, what, whether a press opens a screen)], less the time of flash erases.

    The longest come first.
    """
    erases = [each for each in pico.flash_model.operations if TYPICAL_NS[each.opcode] > MS]
    found = []
    for what, began_us, us, pressed in steps:
        inside = [each for each in erases if began_us <= each.start_ns / 1000 < began_us + us]
        found.append((us / 1000 - sum(TYPICAL_NS[each.opcode] for each in inside) / MS, what, pressed))
    return sorted(found, reverse=True)


def too_long(steps):
    return [(ms, what) for ms, what, pressed in steps if ms > (MOST_OF_A_PRESS_MS if pressed else MOST_MS)]


def test_the_console_starts_in_short_steps(pico_image):
    assert too_long(in_menu(pico_image, FIRST)[1]) == []


@pytest.mark.parametrize(
    "name, game, size, level",
    [
        (FIRST, "tic-tac-toe", (), 3),  # solver
        long(FIRST, "mnk", (8, 8, 5), 3),  # threats
        long(FIRST, "hex", (7,), 3),  # solver and tree
        long(FIRST, "gravity", (), 3),  # minimax
        long(FIRST, "hex", (8,), 0),  # an engine only for the coach
        long(FIRST, "havannah", (4,), 3),
        long(FIRST, "y", (6,), 3),
        long(LARGE, "hex", (14,), 3),
        long(LARGE, "havannah", (8,), 3),
        long(LARGE, "hex", (7,), 3),
    ],
)
def test_a_match_is_set_up_in_short_steps(pico_image, name, game, size, level):
    pico, _ = in_menu(pico_image, name)
    steps = pico.forked(
        lambda pico: without_erases(pico, json.loads(pico.exec(MATCH % (game, size, level), limit_s=60)))
    )
    assert too_long(steps) == []
