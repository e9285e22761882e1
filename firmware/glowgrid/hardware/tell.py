"""Describes the lights in words for the program that emulates this Pico, which shows them as help (host_sim/web).

"tells" in /board.json asks for this; on a real Pico it is never on. The words are JSON in memory. Two registers that
nothing else uses hold their address, then their length.
"""

import json

import uctypes

from glowgrid.hardware import watchdog

_PLACE, _LENGTH = 5, 6  # registers; the second is written last
_TICKS = 10  # between two looks at the screen: a tenth of a second


class Teller:
    """Call it at each tick. app: the console."""

    def __init__(self, app):
        self._app = app
        self._ticks = 0
        self._told = b""

    def __call__(self):
        self._ticks += 1
        if self._ticks % _TICKS:
            return
        try:
            told = json.dumps(words(self._app)).encode()
        except MemoryError:  # the match is more important
            return
        if told != self._told:
            self._told = told
            watchdog.keep(_PLACE, uctypes.addressof(told))
            watchdog.keep(_LENGTH, len(told))


def words(app):
    """Return the current screen in words: its name, what can be done, entry, game, and how the game stands.

    points: the keys of the field's points; now: keys that, pressed one after the other, make the engine move, if select
    does not.
    """
    screen = app.screen
    told = {"screen": screen.NAME, "help": screen.help()}
    if screen.NAME == "menu":
        told["entry"] = screen.entry_name()
    elif screen.NAME == "sizes":
        _tell_game(told, screen.game, screen.entries[screen.at][1])
    elif screen.NAME == "seats":
        _tell_game(told, screen.game, screen.size)
        told["seats"] = screen.seats
    elif screen.NAME in ("play", "two presses", "first game"):
        match, position = screen.match, screen.position
        _tell_game(told, match.game, match.size)
        rotation = app.keypad.rotation
        keys = rotation.keys if rotation else range(app.keypad.keys.count)
        told["points"] = points = []
        for key in range(len(keys)):
            point = screen.key_point(key)
            if point < position.points:
                points.append(keys[key])
                if screen.seen.cells[point]:
                    told["now"] = points[-1:]
        if screen.NAME == "two presses" and "now" not in told:
            told["now"] = [keys[key] for key in _to_last_stone(app, screen)]
        told["winner"] = position.winner
        told["over"] = bool(position.is_over())
        told["side"] = position.to_move
        told["level"] = 0 if match.alone else match.seats[position.to_move - 1]  # 0: a person
    return told


def _to_last_stone(app, screen):
    """Return the keys that pick the last stone by two presses; a picked block is dropped first."""
    point, field, width = screen.seen.last_stone(), screen.position.field, app.keypad.width
    if point < 0:
        return []
    down, row = divmod(field.rows[point], screen.rows)
    across, column = divmod(field.columns[point], screen.columns)
    block = down * width + across
    row *= app.keypad.height // screen.rows
    column *= width // screen.columns
    return [block] * (screen.block < len(app.keypad.levels)) + [block, row * width + column]


def _tell_game(told, game, size):
    told["game"] = game.name
    told["title"] = game.title(size)
