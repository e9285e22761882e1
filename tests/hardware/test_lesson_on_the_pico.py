"""A lesson's task on the emulated Pico: two commands put it there; the lights show it, and keys solve it."""

import pytest
from command_lines import invoke
from console import Person

from glowgrid import games
from glowgrid.rules.notation import parse_point
from host_sim.boards.files import load_board
from host_sim.console import describe, golden, keylog, menu_path
from host_sim.console.session import Session
from host_sim.own_games import games_folder
from tools.pico.play_on_pico import Player

TASK = "# Threats\n\n```task\ntic-tac-toe: a1 a2 / b1 b2, 1 to move\nwins: any\n```\n"  # a3 wins
TO_THE_PUZZLE = "500 take puzzles\n2000 take tic-tac-toe\n"
SHOWN_MS, END_MS = 4500, 6000


@pytest.fixture
def own(tmp_path, monkeypatch):
    """The folder of a person's games, with the puzzle of the lesson in it."""
    folder, lesson = tmp_path / "games", tmp_path / "threats.md"
    lesson.write_text(TASK)
    monkeypatch.setenv("GLOWGRID_GAMES", str(folder))
    monkeypatch.setattr(games, "own_folder", str(folder))
    result = invoke("lesson", "puzzles", lesson, "--add")
    assert result.exit_code == 0, result.exception
    return folder


def test_a_task_of_a_lesson_is_solved_on_the_pico(tmp_path, own, pico_image):
    board = load_board(golden.BOARD)
    changes = keylog.parse(TO_THE_PUZZLE, 16, "", menu_path.reader(board))
    here = Person(tmp_path / "saves", session=Session(board, tmp_path / "saves"), splash=False)
    for _ in here.session.play(changes, SHOWN_MS):
        pass
    assert here.app.match.stones == "a1 a2 / b1 b2, 1 to move"
    key = describe.point_key(here.app, parse_point(here.position.field, "a3"))
    changes += [(SHOWN_MS, key, True), (SHOWN_MS + 80, key, False)]

    player = Player(board, changes, pico_image, own=games_folder.puzzles())
    on_pico = [(frame.time_ms, frame.text) for frame in player.frames(END_MS)]
    expected = list(Session(board, tmp_path / "again").play(changes, END_MS))
    assert since(on_pico, SHOWN_MS) == since(expected, SHOWN_MS) != []
    assert on_pico[-len(since(on_pico, SHOWN_MS)) - 1][1] == here.text()  # the stones of the task
    here.tap(key)
    assert here.position.winner == 1 and here.app.match.puzzle.is_solved()


def since(frames, time_ms):
    return [frame for frame in frames if frame[0] >= time_ms]
