"""What is given up when memory runs out: outside a match what can be loaded again, so that nothing is lost.

In a match hint and coach go first, then the engine. A sign says so, and a line at the serial port; play goes on.
"""

import gc

from glowgrid import overlay
from glowgrid.console import load
from glowgrid.console.match import ADVICE, ENGINE


def make_do(app, now_ms):
    """Give up as much as needed and go on with the match, or to the menu; MemoryError if nothing is left to give up."""
    match = app.match
    if not (app.screen.in_match or app.screen.KEYS_WAIT or app.screen.NAME == "splash"):
        print("out of memory: if nothing came of a press, press again")
        overlay.make_room(match)
        return
    if not match and app.screen.KEYS_WAIT:  # the first one was being set up
        app.screen.steps = None
        overlay.make_room(None)
        app.open(_sign(app, "out of memory: the match does not begin", app.open_menu) or load.menu.Menu(app), now_ms)
        return
    if not match:
        raise MemoryError
    known = match.without == ENGINE
    while True:
        app.screen = None  # it refers to what is given up
        do_without(match)
        try:
            overlay.unload_screens()
            if match.without == ENGINE:
                overlay.unload_engine()
            gc.collect()
            screen = app.match_screen()
            if not known:
                lost = "an engine" if match.without == ENGINE else "hint and coach"
                screen = _sign(app, "out of memory: the match goes on without " + lost, app.resume) or screen
            app.open(screen, now_ms)
            return
        except MemoryError:
            if match.without == ENGINE:
                raise


def saving(app):
    """Save the match, for which there was no memory beside its screen, step by step; then go back to it."""
    overlay.unload_play()
    overlay.collect()
    yield
    while app.saving.match_due or app.saving.steps:
        fault = app.saving.step(app.match)
        if fault:
            app.warn(app.resume, [fault])
            return
        yield
    for step in load.starting.resuming(app, False):
        yield


def do_without(match):
    """Give up hint and coach; if that is done or there is no engine, give up the engine."""
    if match.engine is None or match.without:
        match.give_up_engine()
    else:
        match.coach, match.without = 0, ADVICE


def _sign(app, lost, on_key):
    """Print what is lost; return a sign for it, or None if there is no room for one."""
    print(lost)
    try:
        return load.sign.NoMemory(app, on_key, [lost])
    except MemoryError:
        return None
