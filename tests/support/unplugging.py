"""Unplug parts at random moments of a match and plug them in again: the match must continue."""

import random
import tempfile
from pathlib import Path

from glowgrid.console.storage import MATCH, Storage
from host_sim.console import describe

from .replay_judge import Twin

UNDER_WAY = {"game": "tic-tac-toe", "size": [], "seats": [0, 0], "seed": 1, "moves": [4]}


class Unlike(Exception):
    """The match did not continue; the message says what was found."""


def playing(board, image=None):
    """Return a Twin in the middle of a match between people. Use it only through `in_a_fork`."""
    folder = tempfile.mkdtemp()
    Storage(folder).save(MATCH, UNDER_WAY)
    twin = Twin(board, folder, image)
    twin.boot()
    twin.tap(board["keys"]["roles"]["select"])
    if describe.screen_name(twin.session.app) != "play":
        raise Unlike("the saved match was not offered")
    return twin


def in_a_fork(twin, case):
    """Return case(twin), run without changes in this process."""

    def forked(pico):
        with tempfile.TemporaryDirectory() as folder:  # else all forks would share this folder
            twin.session.app.storage.folder = folder
            twin.folder = Path(folder)
            return case(twin)

    return twin.pico.forked(forked)


def lit(twin, ms):
    """Return what the LEDs show within this time: a set of R, G, B of all of them."""
    before = len(twin.hardware.frames())
    twin.run(ms)
    return {frame.rgb for frame in twin.hardware.frames()[before - 1 :]}


def move(twin):
    """Tap the key of a free point and wait for the save; return the point. Without such keys, move the cursor there."""
    app = twin.session.app
    cells = app.match.position.cells
    if app.screen.points is None:
        roles = twin.board["keys"]["roles"]
        while cells[app.match.cursor]:
            twin.tap(roles["right" if app.match.cursor % 3 < 2 else "down"])
        point = app.match.cursor
        twin.tap(roles["select"])
        twin.run(500)
        return point
    point = next(point for point in range(9) if not cells[point] and describe.point_key(app, point) is not None)
    twin.tap(describe.point_key(app, point))
    twin.run(500)
    return point


def at_random(twin, number, seed=0):
    """Unplug a part at a random moment for a random time, perhaps while a key is held; return the console's output.

    The number of the case selects the part. Raises Unlike if the match changes or does not continue.
    """
    chance = random.Random(f"{seed} {number}")
    plugs = twin.hardware.plugs()
    plug = plugs[number % len(plugs)]
    held = describe.point_key(twin.session.app, 0)
    held = twin.board["keys"]["roles"]["up"] if held is None else held
    shown = lit(twin, 1000)
    if chance.random() < 0.5:
        twin.hardware.press(held)
        twin.session.keys.levels[held] = 1
        twin.pico.run_ms(chance.uniform(0, 200))
        twin.run(100)
    else:
        held = None
        twin.pico.run_ms(chance.uniform(0, 40))
    twin.hardware.unplug(plug)
    if held is not None and plug in ("leds", "keys"):  # a missing tile leaves its keys as they were: held for long
        twin.session.keys.levels[held] = 0
    if plug == "leds" and held is not None:  # the keys are still read: longer would be a long press
        twin.hardware.release(held)
    twin.run(chance.randrange(700, 1200, 10))
    if plug == "keys" and held is not None:  # it is unknown how a matrix reads a key that is still down
        twin.hardware.release(held)
    twin.hardware.plug(plug)
    twin.run(2200 if plug == "leds" else 1300)  # the console looks every half second; missing LEDs alone go unnoticed
    if held is not None:  # counted at most once, even by a part plugged in with the key down
        twin.hardware.release(held)
        twin.session.keys.levels[held] = 0
        twin.run(600)
    elif not lit(twin, 600) <= shown:
        raise Unlike(f"{plug} back again: the lights show something else")
    made = move(twin)
    saved, said = twin.saved(), bytes(twin.pico.serial).decode(errors="replace")
    if saved != twin.expected() or saved["moves"][-1] != made:
        raise Unlike(f"{plug} back again: saved is {saved}, not {twin.expected()}")
    if "Traceback" in said:
        raise Unlike(f"{plug} back again: {said[-400:]!r}")
    return said
