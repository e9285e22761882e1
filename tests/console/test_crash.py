"""Each method of each screen raises once: the console restarts and continues the match, move for move."""

import contextlib

import pytest
from console import BOARD, Person
from test_screens import screens
from ways import WAYS, Alone, go, methods_called, prepare, role_held

from glowgrid.console import load
from glowgrid.console.app import App
from glowgrid.console.match import PERSON
from glowgrid.console.screens.off import Off
from glowgrid.console.screens.pairs import Pairs
from glowgrid.console.shared import Heard
from glowgrid.games import discover
from host_sim.boards.files import load_board
from host_sim.console import describe
from host_sim.console.session import Session

GAMES = discover()
SLOW = 0.01  # engines search few nodes: these tests do not check the search
BATTERY = {"driver": "adc", "pin": 29, "divider": 3, "empty_millivolts": 3000, "full_millivolts": 4500}
# Screens to which no keys lead.
SHOWN = {
    "no memory": lambda app: load.sign.NoMemory(app, app.resume, ["out of memory"]),
    "low battery": lambda app: load.sign.LowBattery(app),
    "off": lambda app: Off(app),
    "pairs": lambda app: pairs(app),
    "wired": lambda app: load.together.Wired(app),
    "join": lambda app: load.together.Offer(app, OTHER),
    "keep which": lambda app: load.together.KeepWhich(app, OTHER),
    "take back": lambda app: load.together.TakeBack(app),
    "resign": lambda app: load.linked_pause.Resign(app, app.resume),
}
OTHER = Heard("4d hex 5 s 1 0 0 0 00000000 0 00000000 - -".split())  # another device's match


def pairs(app):
    """Return the pairs of a file that is gone and whose turn it is not."""
    position = app.match.position
    app.match.sit([PERSON] * 2, ["gone.txt" if side != position.to_move else "" for side in (1, 2)])
    app.match.sitting[2 - position.to_move].paired = True
    return Pairs(app)


class Crash(Exception):
    """An exception that no part of the console expects."""


def test_there_is_a_way_to_every_screen():
    assert {screen_of(name) for name in (*WAYS, *SHOWN)} == {screen.NAME for screen in screens()}


def screen_of(name):
    """Return the name of the screen to which a way leads."""
    return name if name in SHOWN else WAYS[name].screen or name


CASES = [(name, method) for name in (*WAYS, *SHOWN) for method in methods_called(name)]


def raising(monkeypatch, name, method):
    """Let a method of the screen of this name raise at its first call; return a list of what it raised."""
    go_to, raised = App.go, []

    def going(app, screen):
        called = getattr(screen, method)

        def wrapped(*arguments):
            if not raised:
                raised.append((name, method))
                raise Crash
            return called(*arguments)

        if screen.NAME == name:
            setattr(screen, method, wrapped)
        go_to(app, screen)

    monkeypatch.setattr(App, "go", going)
    return raised


def visit(device, name, role):
    """Go to a screen and press a key there for long; in a match against an engine, wait for its move."""
    device.run(1200)
    if name in SHOWN:
        device.session.app.go(SHOWN[name](device.session.app))
        device.run(100)
    else:
        go(name, device)
    device.run(500 if name == "wired" else 2000)  # that sign lasts two seconds
    device.tap(device.board["keys"]["roles"][role], down_ms=900)


@pytest.mark.parametrize(
    "name, method",
    [pytest.param(*case, marks=[pytest.mark.long] * (number % 3 > 0)) for number, case in enumerate(CASES)],
)
def test_the_match_continues_whichever_method_of_a_screen_raises(tmp_path, monkeypatch, name, method):
    board = {**load_board(BOARD), "speed": SLOW, "battery": BATTERY}
    prepare(name if name in WAYS else "play", tmp_path)
    raised = raising(monkeypatch, screen_of(name), method)
    app, moves = None, None
    with contextlib.suppress(Crash):
        device = Alone(board, tmp_path)
        app = device.session.app
        visit(device, name, role_held(name, method))
    assert raised
    if app:
        app.give_up()
        moves = moves_made(app)
    again = Person(tmp_path, session=restarted(board, tmp_path))
    again.wait(400)
    if name == "first game":
        assert again.screen == "menu"
    else:
        assert again.screen in ("play", "two presses", "cover") and again.position.plies
        assert moves is None or moves_made(again.app)[: len(moves)] == moves


def restarted(board, folder):
    """Return a console that restarts after a crash."""
    session = Session(board, folder, GAMES)
    session.app.restarted = True
    return session


def moves_made(app):
    """Return the moves of the match under way; none if there is none."""
    position = app.match.position if app.match_under_way() else None
    return list(position.history[: position.plies]) if position else []


def switched_on(folder, restarts=False):
    """Return a person at a console that is switched on, or restarts after a crash."""
    board = load_board(BOARD)
    return Person(folder, session=restarted(board, folder) if restarts else Session(board, folder, GAMES))


def test_a_match_is_untried_until_a_move_or_the_menu(tmp_path):
    person = switched_on(tmp_path)
    person.start("tic-tac-toe", 0, 0)
    person.play(4)
    assert not person.app.give_up()
    for leave in (lambda person: person.play(0), lambda person: person.pause_and("menu")):
        person = switched_on(tmp_path, True)
        assert person.screen == "play" and person.app.give_up()
        leave(person)
        assert not person.app.give_up()


def test_an_unsaved_move_is_saved_when_the_console_crashes(tmp_path):
    person = switched_on(tmp_path)
    person.start("tic-tac-toe", 0, 0)
    key = describe.point_key(person.app, 4)
    person.press(key)
    person.wait(60)
    person.release(key)
    person.wait(20)
    assert person.position.plies == 1
    person.app.give_up()
    assert list(switched_on(tmp_path, True).position.history[:1]) == [4]
