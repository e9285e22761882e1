"""How a person gets to each screen from power-up: on a console alone, or on an emulated Pico and its twin."""

from pathlib import Path
from typing import NamedTuple

from support.unplugging import UNDER_WAY

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid.console.app import TICK_MS
from glowgrid.console.storage import MATCH, SETTINGS, Storage
from host_sim.console import describe
from host_sim.console.session import Session

HELD_MS = 900
ATTRACTED_MS = 63_000
THOUGHT_MS = 6000
LARGE = {"game": "mnk", "size": [6, 6, 4], "seats": [0, 0], "seed": 1, "moves": [0]}

PUZZLE = {**UNDER_WAY, "seats": [0, 3], "stones": "a2 c3 / a1 a3, 1 to move", "moves": [5, 4], "puzzle": [0, 3, 1]}
WON = {**UNDER_WAY, "moves": [0, 3, 1, 4]}  # the side to move wins, and the coach soon knows it
HEX = {**UNDER_WAY, "game": "hex", "size": [3], "moves": [4]}
PHANTOM = {**UNDER_WAY, "game": "phantom-tic-tac-toe"}


class Way(NamedTuple):
    """steps: roles of keys to tap; "hold ROLE"; "to ENTRY", to page there and take it; "wait", until attract mode;
    "think", until the coach knows a few moves.

    screen: its name, if it differs from the name of the way. match, settings: what is saved before power-up.
    """

    steps: str = ""
    screen: str = ""
    match: dict | None = UNDER_WAY
    settings: dict | bytes | None = {}


WAYS = {
    "splash": Way(),
    "first game": Way(match=None, settings=None),
    "resume": Way(),
    "sign": Way(settings=b"no settings at all"),
    "play": Way("select"),
    "two presses": Way("select", match=LARGE, settings={"two_presses": 2}),
    "thinking": Way("select", "play", {**LARGE, "seats": [0, 5]}),  # for some 10 s
    "pause": Way("select, back"),
    "coach": Way("select, back, to coach", "play"),
    "prove it": Way("select, back, to coach, think, back, to prove it", match=WON),
    "no draw": Way("select, back, to no draw", match=HEX),
    "cover": Way("select", match=PHANTOM),
    "sure": Way("select, back, to once more"),
    "menu": Way("back"),
    "offer": Way("back, to hex"),
    "puzzles": Way("back, to puzzles, to new match"),
    "minimax": Way("back, to minimax"),
    "puzzle": Way("select, back", match=PUZZLE),
    "sizes": Way("back, to mnk"),
    "seats": Way("back, to mnk, select"),
    "starting": Way("back, to mnk, select, select, to new match"),
    "statistics": Way("back, to statistics", settings={"results": {"tic-tac-toe": {"1": [1, 2, 3, 4]}}}),
    "settings": Way("back, to settings"),
    "brightness": Way("back, to settings, select"),
    "self-test": Way("back, hold undo"),
    "attract": Way("back, wait"),
}
METHODS = "open", "draw", "work", "press", "release", "hold"
NO_KEYS = "splash", "starting"  # presses wait for the next screen
# None of their keys is released there.
UNTIL_A_PRESS = "sign", "no memory", "low battery", "off", "attract", "pairs", "cover", "wired"


def methods_called(name):
    """Return the screen's methods that run while a person is there, presses a key and holds it."""
    return METHODS[:3] if name in NO_KEYS else METHODS[:4] if name in UNTIL_A_PRESS else METHODS


def role_held(name, method):
    """Return the role of the key to hold on a screen until it calls this method: held arrows only repeat."""
    if method != "hold":
        return "up"
    return (
        "select" if name in WAYS and "play" in (name, WAYS[name].screen) else "undo"
    )  # undo would take back the only move


class Alone:
    """A console that is switched on, with `session`, `run` and `tap` of a Twin (replay_judge.py) and no Pico."""

    def __init__(self, board, folder):
        self.board, self.session = board, Session(board, folder, first=True)

    def run(self, ms):
        for _ in range(ms // TICK_MS):
            self.session.tick()

    def tap(self, key, down_ms=80):
        for level, ms in ((1, down_ms), (0, 250)):
            self.session.keys.levels[key] = level
            self.run(ms)


def prepare(name, folder):
    """Save what the way of this name needs before it begins."""
    way, saves = WAYS[name], Storage(str(folder))
    if isinstance(way.settings, bytes):
        (Path(folder) / SETTINGS).write_bytes(way.settings)
    elif way.settings is not None:
        saves.save(SETTINGS, way.settings)
    if way.match:
        saves.save(MATCH, way.match)


def go(name, device):
    """Follow the way on a device that has booted; return whether the screen is up."""
    for step in filter(None, WAYS[name].steps.split(", ")):
        _step(device, *step.split(" ", 1))
    return describe.screen_name(device.session.app) == (WAYS[name].screen or name)


def _step(device, word, what=""):
    app, roles = device.session.app, device.board["keys"]["roles"]
    if word == "wait":
        device.run(ATTRACTED_MS)
    elif word == "think":
        device.run(THOUGHT_MS)
    elif word == "hold":
        device.tap(roles[what], down_ms=HELD_MS)
    elif word == "to":
        assert what in [entry[0] for entry in app.screen.entries]
        while app.screen.entry_name() != what:
            device.tap(roles["right"])
        device.tap(roles["select"])
    else:
        device.tap(roles[word])
