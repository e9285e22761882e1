"""Screens describe themselves, and during a match only its own screen is in memory."""

import importlib
import json
import subprocess
import sys
from pathlib import Path

import pytest
from console import BACK, BOARD, Person

from glowgrid.console.screen import Screen
from glowgrid.console.screens.choice import Choice
from glowgrid.console.screens.together import Asking, Choosing
from host_sim.boards.files import FOLDER, load_board
from host_sim.console import menu_path
from host_sim.console.keylog import format_change, taps
from tools.paths import ROOT

MODULES = sorted(path.stem for path in (ROOT / "firmware/glowgrid/console/screens").glob("[a-z]*.py"))


def screens():
    """Every screen that a file of screens/ defines."""
    for name in MODULES:
        module = importlib.import_module(f"glowgrid.console.screens.{name}")
        for found in vars(module).values():
            if isinstance(found, type) and issubclass(found, Screen) and found.__module__ == module.__name__:
                if found not in (Choice, Asking, Choosing):
                    yield found


def test_each_screen_has_a_name_of_its_own():
    found = list(screens())
    assert len({screen.NAME for screen in found}) == len(found) >= 12


@pytest.mark.parametrize("screen", list(screens()), ids=lambda screen: screen.NAME)
def test_a_screen_describes_itself_and_its_keys_in_words(screen):
    assert screen.NAME == screen.NAME.lower() and screen.NAME.replace(" ", "").replace("-", "").isalpha()
    assert screen.HELP or screen.help is not Screen.help
    assert "\n" not in screen.HELP


LOADED = """
import json, sys
sys.path[:0] = ["firmware", "host_sim/console"]
import keylog
from session import Session
board, log, until_ms, folder = sys.argv[1:]
with open(board) as file:
    session = Session(json.load(file), folder)
with open(log) as file:
    changes = keylog.parse(file.read(), 16)
for frame in session.play(changes, int(until_ms)):
    pass
print(json.dumps([session.app.screen.NAME, sorted([name for name in sys.modules if ".screens." in name])]))
"""


@pytest.mark.parametrize("entry", [None, "go on", "hint"], ids=["from the menu", "from the pause", "with a hint"])
def test_a_match_keeps_only_what_it_needs(tmp_path, entry):
    board = load_board(BOARD)
    changes = menu_path.to_match(board, menu_path.SOONEST_MS, "tic-tac-toe", "", (0, 0))
    if entry:
        changes += taps(3000, [BACK])
        changes += menu_path.to_entry(board, 3600, entry, changes)
    log = tmp_path / "game.keys"
    log.write_text("".join(format_change(*change) + "\n" for change in changes))
    program = tmp_path / "loaded.py"
    program.write_text(LOADED)
    micropython = Path(sys.executable).with_name("micropython")
    run = subprocess.run(
        [micropython, program, FOLDER / f"{BOARD}.json", log, "6000", tmp_path / "saves"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    screen, loaded = json.loads(run.stdout)
    stay = ["lines_through", "play", "play_picture", "words"]
    if entry == "hint":  # the engine needs the room of the pause
        stay += ["coach", "coach_picture"]
    elif entry:
        stay += ["choice", "pause", "pictures"]
    assert screen == "play" and loaded == [f"glowgrid.console.screens.{name}" for name in sorted(stay)]


def test_the_sign_of_an_unsaved_finished_match_leads_to_the_menu_after_a_new_match(tmp_path, capsys):
    saves = tmp_path / "saves"
    person = Person(saves)
    person.start("tic-tac-toe", 0, 0)
    for point in (0, 3, 1, 4, 2):
        person.play(point, then=30)
    saves.rename(tmp_path / "before")
    saves.write_text("in the way")  # writes fail from now on
    person.app.start_match(person.app.match.game, (), [0, 0], person.session.now_ms)
    person.wait(500)
    assert person.screen == "sign" and "the match cannot be saved" in capsys.readouterr().out
    person.tap(BACK)
    assert person.screen == "menu"
    person.start("tic-tac-toe", 0, 0)
    person.play(4)
    assert person.position.plies == 1
