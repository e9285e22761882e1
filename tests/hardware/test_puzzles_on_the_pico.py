"""A puzzle on the emulated Pico, as flashed: begun, solved, and remembered when the power is cut."""

import pytest
from support.replay_judge import Twin

from host_sim.boards import load_board
from host_sim.console import describe
from host_sim.console.golden import BOARD
from host_sim.puzzles.second_opinion import SecondOpinion

pytestmark = [pytest.mark.emulator, pytest.mark.long]


def step(twin, entry):
    """On a choice of both: page to an entry and take it."""
    app, roles = twin.session.app, twin.board["keys"]["roles"]
    while app.screen.entry_name() != entry:
        twin.tap(roles["right"])
    twin.tap(roles["select"])


def begin(twin):
    step(twin, "puzzles")
    step(twin, "tic-tac-toe")
    twin.run(2000)
    assert describe.screen_name(twin.session.app) == "play"


def test_a_puzzle_is_solved_and_remembered_over_a_power_cut(pico_image, tmp_path):
    twin = Twin(load_board(BOARD), tmp_path, pico_image)
    twin.boot()
    begin(twin)
    app = twin.session.app
    first, left = app.match.stones, app.match.puzzle.plies
    while not app.match.position.is_over():
        move = SecondOpinion().winning_moves(app.match.position, left)[0]
        twin.tap(next(key for key in range(16) if app.screen.key_point(key) == move))
        twin.run(3000)
        left -= 2
    assert app.match.puzzle.is_solved()
    assert twin.saved() == twin.expected() and twin.saved()["stones"] == first
    assert twin.saved("puzzles") == twin.expected("puzzles") and twin.saved("puzzles")["tic-tac-toe"].endswith(" 1")
    twin.pico.power_cycle()
    twin.adopt()
    twin.run(1500)
    begin(twin)
    assert twin.session.app.match.puzzle.number == 1  # the second one, on both
    assert twin.saved() == twin.expected() and twin.saved()["stones"] == twin.session.app.match.stones != first
