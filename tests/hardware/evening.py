"""Play an evening of matches on the Pico without a person: moves go straight to the rules. Compiled like the firmware.

`run` makes a console as power_up.py does and prints, as JSON, what test_memory.py checks.
"""

import gc
import json
import time

from heap_program import heap_free

from glowgrid import overlay, power_up  # noqa: F401  (power_up: as main.py does)
from glowgrid.console import load

app = None
_now = 0
_state = 12345
_free = _block = 1 << 20


def run(matches, looks, largest):
    """Play `matches` matches, then those of `largest` to the end.

    Prints [free bytes in the menu after each number of matches in `looks`; the least free bytes and the smallest
    largest block of all matches; [game, size, whether it ended] of each of `largest`].
    """
    global app
    app = _console()
    _until("menu")
    fitting = load.outside().sizes().fitting
    for game in app.offered:
        fitting(app, game)
    gc.collect()  # so that lasting objects lie together
    choices = [(game, size) for game in app.offered for size in fitting(app, game)]
    del fitting
    each = {}
    for game, size in choices:
        each[game.name] = game, size
    each = list(each.values())  # the last size of each game first, then any
    app.settings.results["tic-tac-toe"] = {"1": [1, 0, 0, 1]}  # with some, the menu loads statistics
    free = []
    for number in range(matches):
        game, size = each[number] if number < len(each) else choices[_chance(len(choices))]
        _play(game, size, [0] + [_chance(3) for _ in range(game.sides - 1)], 4)
        if number + 1 in looks:
            # Always the same match, because its engine stays until the next one.
            _play(choices[0][0], choices[0][1], [0] * choices[0][0].sides, 4)
            free.append(_free_in_menu())
    whole = []
    for game, size in choices:
        if (game.name, size) in largest:
            whole.append([game.name, size, _play(game, size, [0, 1], 999)])
    print(json.dumps([free, [_free, _block], whole]))


def go_on(record):
    """Continue a saved match after power-up, the coach on.

    Prints the least free bytes, the smallest largest block, and the us of the longest tick until the match is offered.
    """
    global app
    from glowgrid.console.storage import MATCH, Storage

    Storage("/saves").save(MATCH, record)
    app = _console()
    longest = 0
    while app.screen.NAME != "resume":
        began = time.ticks_us()
        _tick(1)
        longest = max(longest, time.ticks_diff(time.ticks_us(), began))
    _tick(60)  # by then the possible next screens are loaded
    app.resume(_now)
    _until("starting")
    _until("play")
    _tick(5)
    while not app.match.engine:
        _tick(1)
    _look()
    _tick(20)
    app.open_pause(_now)
    _tick(2)
    _look()
    if app.match.alone or app.match.unadvised:
        raise RuntimeError("out of memory: %r" % record)
    print(json.dumps([_free, _block, longest]))


def _console():
    place = overlay.hold(overlay.PLACE_OF_GAMES)
    from glowgrid.hardware import board, plugged, watchdog  # noqa: F401

    about = board.load("/board.json")
    keys, leds = board.drivers(about, True)
    from glowgrid.console import palette, storage
    from glowgrid.console.app import App
    from glowgrid.hardware import loop  # noqa: F401
    from glowgrid.hardware.lights import Lights

    leds = plugged.Leds(leds)
    lights = Lights(about, palette.RGB, leds)
    keys = plugged.Keys(about, keys, leds, lights, palette.RED)
    return App(keys, lights, storage.Storage("/saves"), about, driver=board.driver, place=place)


def _play(game, size, seats, most_moves):
    """Play at most `most` moves of a match, with the coach and occasional pauses; return whether it is over."""
    app.start_match(game, size, seats, _now)
    _until("starting")
    _until("play")
    _tick(5)  # no person is faster
    match = app.match
    match.coach = True
    app.resume(_now)
    _until("play")
    while not match.engine and not match.alone:
        _tick(1)
    _tick(5)
    position = match.position
    moves = 0
    while moves < most_moves and not position.is_over():
        plies = position.plies
        if match.engine_to_move():
            while position.plies == plies:
                _tick(1)
        else:
            _tick(3)
            if not moves % 4:
                _look()
                app.open_pause(_now)
                _tick(2)
                _look()
                app.resume(_now)
                _tick(2)
            move = _chance(position.moves)
            while not position.play(move):
                move = (move + 1) % position.moves
            app.match_changed(_now)
            app.resume(_now)
            _tick(1)
        moves += 1
    if match.alone or match.unadvised:
        raise RuntimeError("out of memory: %s %r" % (game.name, size))
    return position.is_over()


def _chance(most):
    global _state
    _state = (_state * 1103 + 12345) & 0xFFFFF
    return (_state >> 4) % most


def _tick(count):
    global _now
    while count:
        app.tick(_now)
        _now += 10
        count -= 1


def _until(name):
    for _ in range(3000):
        if app.screen.NAME == name:
            return
        _tick(1)
    raise RuntimeError("nothing happens on " + app.screen.NAME)


def _look():
    """Record how much is free, and its largest block."""
    global _free, _block
    free, block = heap_free()
    _free, _block = min(_free, free), min(_block, block)


def _free_in_menu():
    app.open_menu(_now)
    _until("menu")
    _tick(60)  # by then the possible next screens are loaded
    gc.collect()
    return gc.mem_free()
