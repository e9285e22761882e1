"""Memory really runs out: the match continues without what does not fit, a sign says so, and nothing is lost."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from console import BACK, SELECT, Person
from ways import ATTRACTED_MS

from glowgrid.console.match import ADVICE, ENGINE, Match
from glowgrid.console.shortage import do_without
from glowgrid.games import discover
from host_sim.console.describe import seat_title, state_line
from tools.compile import words
from tools.compile.mpy import compile_mpy
from tools.paths import ROOT

BOARD = ROOT / "boards/pico_ws2812_16x16_keys_4x4.json"

# An engine of this game takes 34 KB, a match of people 14 KB: 28 KB are too few for the one, enough for the other.
# `taken`: heap that is used up beforehand, in blocks of 256 bytes that leave no room for a table.
PROGRAM = """
import gc, json, sys
sys.path[:0] = ["%(firmware)s", "host_sim/console"]
from session import Session
from glowgrid import overlay
from glowgrid.console.saving import record_of
with open("%(board)s") as file:
    session = Session(json.load(file), "%(folder)s")
app = session.app
levels = session.keys.levels
def wait(ms):
    for _ in range(ms // 10):
        session.tick()
def tap(role):
    key = session.board["keys"]["roles"][role]
    levels[key] = 1
    wait(60)
    levels[key] = 0
    wait(150)
wait(600)
taken = []
def take_all_but(free):
    gc.collect()
    while gc.mem_free() > free:
        for _ in range(1 + (gc.mem_free() - free) // 1024):
            taken.append(bytearray(256))
def state():
    match = app.match
    return [app.screen.NAME, match.position.plies, list(match.seats), match.without,
            match.engine_to_move(), list(record_of(match)["moves"])]
game = [game for game in app.games if game.name == "hex"][0]
said = []
app.start_match(game, (11,), [0, 3], 0)  # brings all names that an engine has: they stay, as on the Pico from power-up
wait(1500)
app.start_match(game, (11,), [0, 0], 0)  # goes away; so do the screens outside a match
wait(600)
overlay.unload_engine()
take_all_but(28000)
app.start_match(game, (11,), [0, 3], 0)
wait(1500)
said.append(state())
tap("select")      # the sign
said.append(state())
tap("select")      # a stone, and one for the side that the engine was to play
tap("right")
tap("select")
said.append(state())
taken = []
gc.collect()
print(json.dumps(said))
"""


def compiled_firmware(folder):
    """Compile the firmware for unix MicroPython."""
    texts = words.Texts()
    for source in (ROOT / "firmware").rglob("*.*"):
        within = source.relative_to(ROOT / "firmware")
        target = folder / within
        target.parent.mkdir(parents=True, exist_ok=True)
        if words.only_in_sources(within.as_posix()):
            continue
        if source.suffix == ".py":
            compiled, _ = compile_mpy(texts.of(source), within.as_posix(), architecture="x64")
            target.with_suffix(".mpy").write_bytes(compiled)
        else:
            shutil.copy(source, target)


def test_people_move_for_an_opponent_that_does_not_fit_and_its_seat_is_kept(tmp_path):
    compiled_firmware(tmp_path / "firmware")
    program = PROGRAM % {"firmware": tmp_path / "firmware", "board": BOARD, "folder": tmp_path / "saves"}
    command = [Path(sys.executable).with_name("micropython"), "-X", "heapsize=3M", "-c", program]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-800:]
    *printed, said = done.stdout.splitlines()
    sign, field, played = json.loads(said)
    assert printed == ["out of memory: the match goes on without an engine"]
    assert sign[:4] == ["no memory", 0, [0, 3], ENGINE]
    assert field[:2] == ["play", 0] and played[:2] == ["play", 2]
    assert played[2] == [0, 3] and not played[4]
    record = json.loads((tmp_path / "saves/match").read_bytes()[7:-4])
    assert record["seats"] == [0, 3] and record["moves"] == played[5]  # the engine is tried again after a power-up


def test_advice_is_dropped_before_the_engine():
    match = Match(next(game for game in discover()[0] if game.name == "tic-tac-toe"), (), [0, 2])
    for step in match.making_engine():
        pass
    match.coach = True
    do_without(match)
    assert match.engine and not match.coach and match.without == ADVICE
    do_without(match)
    assert match.engine is None and match.without == ENGINE and not match.needs_engine() and match.seats == [0, 2]
    assert seat_title(match, 2) == "blue" and state_line(match) == "Orange is to move."


@pytest.fixture
def short_of_memory(monkeypatch):
    """Return a function: after its call, modules of that name cannot be loaded."""

    def without(*names):
        class NoRoom:
            @staticmethod
            def find_spec(name, path, target=None):
                if name in names:
                    raise MemoryError

        monkeypatch.setattr(sys, "meta_path", [NoRoom, *sys.meta_path])
        for name in names:
            if sys.modules.pop(name, None):
                package, _, leaf = name.rpartition(".")
                monkeypatch.delattr(sys.modules[package], leaf)

    return without


def test_without_room_for_the_sign_and_the_pause_the_match_continues(tmp_path, short_of_memory, capsys):
    person = Person(tmp_path)
    person.start("tic-tac-toe", 0, 0)
    person.tap(5)
    short_of_memory("glowgrid.console.screens.sign", "glowgrid.console.screens.pause")
    for _ in range(3):
        person.tap(BACK)
        assert person.screen == "play" and person.app.match.without == ENGINE
    assert capsys.readouterr().out.count("out of memory") == 1
    person.tap(10)
    assert person.position.plies == 2


def run_out(*about):
    raise MemoryError


@pytest.mark.parametrize("playing", [True, False])
@pytest.mark.parametrize("place", ["guided game", "attract mode"])
def test_a_guided_game_and_attract_mode_are_left_and_the_match_waits_unharmed(place, playing, tmp_path, monkeypatch):
    person = Person(tmp_path)
    if playing:
        person.start("tic-tac-toe", 0, 2)
        person.tap(0, then=2000)
        person.pause_and("menu")
    if place == "guided game":
        person.page_to("hex")
        person.tap(SELECT, SELECT, then=1000)
        assert person.screen == "first game"
    else:
        person.wait(ATTRACTED_MS)
        assert person.screen == "attract"
    with monkeypatch.context() as patch:
        patch.setattr("glowgrid.console.view.FieldView.dots", run_out)
        person.wait(1000)
    assert person.screen == ("sizes" if place == "guided game" else "menu")
    match = person.app.match
    assert bool(match) == playing
    if playing:
        assert not match.without and match.seats == [0, 2]
        person.app.open_menu(person.session.now_ms)
        person.wait(300)
        person.take("go on")
        person.started()
        person.tap(next(key for key in (1, 5, 6, 8) if person.position.is_legal(person.app.screen.key_point(key))))
        person.wait(2000)
        assert person.position.plies == 4  # the engine plays on


@pytest.mark.parametrize("work", ["draw", "work"])
def test_lasting_shortage_of_memory_is_reported(work, tmp_path, monkeypatch):
    person = Person(tmp_path)
    person.start("tic-tac-toe", 0, 0)

    monkeypatch.setattr("glowgrid.console.screens.play.Play." + work, run_out)
    person.wait(100)
    assert person.screen == "no memory"
    with pytest.raises(MemoryError):
        person.tap(BACK)


def test_a_match_without_memory_to_save_it_continues(tmp_path, monkeypatch, capsys):
    person = Person(tmp_path)
    person.start("tic-tac-toe", 0, 0)

    def save(name, data):
        raise MemoryError

    monkeypatch.setattr(person.app.storage, "saving", save)
    person.tap(5, then=650)
    assert person.screen == "sign"  # once
    person.tap(5)
    for key, plies in ((10, 2), (0, 3), (4, 4)):
        person.tap(key, then=650)
        assert person.screen == "play" and person.position.plies == plies
    assert capsys.readouterr().out.count("the match cannot be saved") == 1


def test_a_match_that_lacks_memory_beside_its_screen_is_saved_without_it(tmp_path, monkeypatch, capsys):
    person = Person(tmp_path)
    person.start("tic-tac-toe", 0, 0)
    saving, screens = person.app.storage.saving, []

    def save(name, data):
        screens.append(person.screen)
        if person.screen == "play":
            raise MemoryError
        return saving(name, data)

    monkeypatch.setattr(person.app.storage, "saving", save)
    person.tap(5, then=1500)
    assert screens == ["play", "starting"] and person.screen == "play"
    assert json.loads((tmp_path / "match").read_bytes()[7:-4])["moves"] == [person.position.history[0]]
    assert "cannot be saved" not in capsys.readouterr().out
    person.tap(10)
    assert person.position.plies == 2


def test_the_console_gives_up_if_memory_runs_out_twice_within_a_tenth_of_a_second(tmp_path):
    person = Person(tmp_path)
    person.start("tic-tac-toe", 0, 0)
    now_ms = person.session.now_ms
    assert [person.app.make_do(now_ms + later_ms) for later_ms in (0, 90, 100, 190)] == [True, False, True, False]


def test_a_first_match_that_has_no_room_is_told_and_the_menu_is_there(tmp_path, monkeypatch, capsys):
    person = Person(tmp_path)
    with monkeypatch.context() as short:
        short.setattr("glowgrid.console.your_level.of", run_out)
        game = next(game for game in person.app.games if game.name == "tic-tac-toe")
        person.app.start_match(game, game.sizes[0], [0, 0], person.session.now_ms)
        for _ in range(100):
            person.wait(10)
            assert person.app.screen.NAME  # the loop of a device asks for the screen after each tick
    assert (person.screen, person.app.match) == ("no memory", None)
    assert capsys.readouterr().out.splitlines() == ["out of memory: the match does not begin"]
    person.tap(SELECT, then=500)
    assert person.screen == "menu"
    person.begin("tic-tac-toe")
    assert person.screen == "play"


@pytest.mark.parametrize("where", ["menu", "self-test"])
def test_without_room_for_what_a_press_does_there_is_a_line_and_it_can_be_pressed_again(
    where, tmp_path, monkeypatch, capsys
):
    person = Person(tmp_path)
    if where == "self-test":
        person.app.test_hardware(person.session.now_ms)
        person.wait(100)
    else:
        person.page_to("tic-tac-toe")
    screen = person.screen
    with monkeypatch.context() as short:
        short.setattr(type(person.app.screen), "press", run_out)
        person.tap(SELECT)
        assert person.app.screen.NAME == screen
    assert capsys.readouterr().out.splitlines()[-1] == "out of memory: if nothing came of a press, press again"
    if where == "menu":
        person.tap(SELECT, then=500)
        assert person.screen != "menu"
