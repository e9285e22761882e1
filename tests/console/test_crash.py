"""Every method of every screen raises once: the console that restarts goes on with the match, move for move."""

import pytest
from console import BACK, LEFT, RIGHT, SELECT, Person

from glowgrid import overlay
from glowgrid.console.screen import Screen
from glowgrid.games import discover
from host_sim import where
from host_sim.boards import load_board
from host_sim.golden import BOARD
from host_sim.session import Session

SCREENS = (
    "splash",
    "menu",
    "settings",
    "brightness",
    "sizes",
    "seats",
    "starting",
    "play",
    "pause",
    "resume",
    "sign",
    "selftest",
)
METHODS = "open", "press", "release", "hold", "work", "draw"


class Crash(Exception):
    """What no part of the console expects."""


@pytest.fixture
def crashes(monkeypatch):
    """Two lists of (class, method) of screens: all there are; those that have raised, each at its first call."""
    every, raised = [], []
    classes = {Screen}
    for name in SCREENS:
        for found in vars(overlay.load_screen(name)).values():
            if isinstance(found, type) and issubclass(found, Screen):
                classes.add(found)
    for screen in classes:
        for method in METHODS:
            if method in vars(screen):
                every.append((screen, method))
                monkeypatch.setattr(screen, method, raising(vars(screen)[method], (screen, method), raised))
    return every, raised


def raising(method, case, raised):
    def wrapped(*arguments):
        if case not in raised:
            raised.append(case)
            raise Crash(case)
        return method(*arguments)

    return wrapped


GAMES = discover()


def switched_on(folder, restarted):
    """A person at a console that is switched on, or restarts after a crash."""
    session = Session(load_board(BOARD), folder, GAMES)
    session.app.restarted = restarted
    return Person(folder, session=session)


def evening(person):
    """Go through all screens and make three moves. Whatever is under way is left first."""
    person.wait(300)
    if person.screen == "sign":
        person.tap(SELECT)
    if person.screen == "self-test":
        person.hold(SELECT)
    if person.screen == "brightness":
        person.tap(SELECT)
    if person.screen == "settings":
        person.tap(BACK)
    if person.screen == "resume":
        person.page_to("go on")
        person.tap(SELECT)
    if person.screen == "play":
        person.pause_and("menu")
    while person.screen in ("sizes", "seats"):
        person.tap(BACK)
    assert person.screen == "menu"
    person.page_to("settings")
    person.tap(SELECT, SELECT, RIGHT, LEFT, SELECT, BACK)
    person.choose("mnk", "4,4,3")
    person.tap(BACK, BACK)
    person.choose("tic-tac-toe")
    person.sit(0, 0)
    for point in (4, 0, 8):
        person.tap(where.point_key(person.app, point))
    person.pause_and("go on")
    person.hold(where.point_key(person.app, 4))
    person.page_to("go on")
    person.tap(SELECT)
    person.app.test_hardware(person.session.now_ms)
    person.wait(4000)  # the lights, then the keys
    person.tap(RIGHT)
    person.hold(SELECT)
    person.app.warn(person.app.open_menu, ["a fault"])
    person.wait(50)
    person.tap(SELECT)
    assert person.screen == "menu"


def test_the_match_goes_on_whatever_method_of_a_screen_raises(tmp_path, crashes):
    restarted, in_a_match, moves = False, 0, []
    while True:
        person = None
        try:
            person = switched_on(tmp_path, restarted)
            if restarted and moves:
                assert person.screen == "play" and list(person.position.history[: person.position.plies]) == moves
                in_a_match += 1
            restarted = False
            evening(person)
        except Crash:
            if person:  # else it is the splash, and the match is as it was saved
                person.app.give_up()
                moves = moves_made(person.app)
            restarted = True
            continue
        break
    every, raised = crashes
    assert [
        f"{screen.NAME}.{method}" for screen, method in every if (screen, method) not in raised and screen.NAME
    ] == []
    assert in_a_match >= 8


def moves_made(app):
    """The moves of the match under way; none if there is none."""
    position = app.match.position if app.match_under_way() else None
    return list(position.history[: position.plies]) if position else []


def test_a_match_is_untried_until_somebody_moves_or_goes_to_the_menu(tmp_path):
    person = switched_on(tmp_path, False)
    person.choose("tic-tac-toe")
    person.sit(0, 0)
    person.tap(where.point_key(person.app, 4))
    assert not person.app.give_up()
    for leave in (lambda person: person.tap(where.point_key(person.app, 0)), lambda person: person.pause_and("menu")):
        person = switched_on(tmp_path, True)
        assert person.screen == "play" and person.app.give_up()
        leave(person)
        assert not person.app.give_up()


def test_a_move_that_was_not_saved_yet_is_saved_when_the_console_crashes(tmp_path):
    person = switched_on(tmp_path, False)
    person.choose("tic-tac-toe")
    person.sit(0, 0)
    key = where.point_key(person.app, 4)
    person.press(key)
    person.wait(60)
    person.release(key)
    person.wait(20)
    assert person.position.plies == 1
    person.app.give_up()
    assert list(switched_on(tmp_path, True).position.history[:1]) == [4]
