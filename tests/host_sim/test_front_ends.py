"""The simulator on the command line, without a terminal: text, demo, replay, record, and refusals."""

import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import threading

import pytest
from command_lines import run, running
from deadline import DEADLINE_S
from odd_boards import BATTERY

from glowgrid.console.palette import CHARS
from host_sim.boards.files import load_board
from host_sim.console import keylog
from host_sim.console.fingers import Fingers, Recorder
from host_sim.console.golden import from_text
from host_sim.console.session import Session
from tools.docs import names_picture, pictures, wins_picture
from tools.paths import ROOT

NAME = "pico_ws2812_8x8_keys_4x4"
BOARD = load_board(NAME)
# Splash skipped, tic-tac-toe, a person against level 5, four moves and a refusal.
GAME = keylog.taps(200, [5, 5, 5]) + keylog.taps(2000, [0, 0, 10, 6, 9], every_ms=900)
OUT_OF_DATE = "is out of date: python -m tools docs pictures"
SIGN = """\
........
#######.
#.....#.
#!....##
#!....##
#.....#.
#######.
........"""
MENU = """\
11.-..22
11.-..22
...-....
---11---
...11...
22.-..11
22.-..11
#-------"""


def simulator(*arguments, front="host_sim", typed=""):
    """Run a command without a terminal; no output may be a traceback."""
    done = run(front, *arguments, typed=typed)
    assert "Traceback" not in done.stderr
    return done


def written(path, changes):
    path.write_text("".join(keylog.format_change(*change) + "\n" for change in changes))
    return path


def test_without_a_terminal_a_whole_game_is_played_and_explained():
    command = [sys.executable, "-m", "host_sim"]
    done = subprocess.run(command, cwd=ROOT, input="", capture_output=True, text=True, timeout=DEADLINE_S)
    assert done.returncode == 0 and done.stderr == ""
    for text in ("Switched on", "The menu", "Who plays", "1. orange ", "2. blue "):
        assert text in done.stdout
    assert "has won." in done.stdout


def test_a_closed_pipe_is_quiet():
    piped = f"{sys.executable} -m host_sim | head -1"
    done = subprocess.run(piped, shell=True, cwd=ROOT, capture_output=True, text=True)
    assert done.stdout.startswith("There is no terminal here, so Glowgrid ") and done.stderr == ""


def test_a_replay_prints_the_frames_of_the_session(tmp_path):
    log = written(tmp_path / "game.keys", GAME)
    done = simulator("--text", "--keys", "-", "--until", 7000, "--record", tmp_path / "copy", typed=log.read_text())
    played = list(Session(BOARD, tmp_path / "empty").play(GAME, 7000))
    assert done.returncode == 0
    assert [text for _, text in from_text(done.stdout)] == [text for _, text in played]
    assert keylog.parse((tmp_path / "copy").read_text(), 16) == GAME
    assert [int(block.split()[0]) for block in done.stdout.strip().split("\n\n")] == [time_ms for time_ms, _ in played]


def test_a_low_battery_and_a_console_that_switches_off_can_be_seen(tmp_path):
    board = tmp_path / "mine.json"
    board.write_text(json.dumps({**BOARD, "battery": BATTERY}))
    log = tmp_path / "off.keys"
    log.write_text("500 take settings\n606000 press 5\n606080 release 5\n")
    done = simulator("--text", "--board", board, "--keys", log, "--battery", 8)
    shown = from_text(done.stdout.replace("battery at 8%\n", ""))
    assert done.returncode == 0 and done.stdout.count("battery at 8%") == 1
    assert [frame for _, frame in shown if "#!....##" in frame] == [SIGN]
    before = [frame for time_ms, frame in shown if time_ms < 606_000]
    woken = next(frame for time_ms, frame in shown if time_ms >= 606_000)
    assert before[-1] == "\n".join(["........"] * 8) and woken in before[:-1]


def pictures_of(text):
    """Return the pictures of the 8x8 lights in what a person reads."""
    return [picture[0] for picture in re.finditer(r"^(?:\S{8}(?:\n|$)){8}", text, re.MULTILINE)]


def test_a_recording_replays_to_identical_frames(tmp_path):
    log = tmp_path / "recorded.keys"
    live = simulator("--text", "--record", log, typed="w w w\n... 1\n.. d . D\n")
    assert live.returncode == 0
    ended = int(log.read_text().splitlines()[-1].removeprefix("# ended at ").removesuffix(" ms"))
    again = iter(pictures_of(simulator("--text", "--keys", log, "--until", ended).stdout))
    seen = pictures_of(live.stdout)  # a blink is shown once: in the replay there are more
    assert len(seen) > 10 and all(picture in again for picture in seen)


def test_taps_at_any_moment_are_recorded_as_the_console_saw_them(tmp_path):
    log = tmp_path / "taps.keys"
    recorder = Recorder(log, BOARD)
    fingers = Fingers(Session(BOARD, tmp_path / "a"), record=recorder.record)
    shown = []
    for number in range(300):
        if number % 37 == 0:
            fingers.tap(5)
        if number % 41 == 40:
            fingers.press(6)
        if number % 41 == 3:
            fingers.release(6)
        fingers.tick()
        shown.append(fingers.session.text())
    again = Fingers(Session(BOARD, tmp_path / "b"), keylog.parse(log.read_text(), 16))
    for text in shown:
        again.tick()
        assert again.session.text() == text


def test_a_log_from_another_engine_is_refused_in_one_line(tmp_path):
    log = tmp_path / "made.keys"
    Recorder(log, {**BOARD, "speed": 2}).close(0)
    with pytest.raises(keylog.KeyLogError, match=r"made.keys:3: made with speed 2 work \d+, here is speed 1 work \d+:"):
        keylog.parse(log.read_text(), 16, log.name, engine=keylog.made(BOARD))
    assert keylog.parse(log.read_text(), 16, engine=keylog.made({**BOARD, "speed": 2})) == []


def test_a_tap_on_a_held_key_holds_it_longer(tmp_path):
    changes = []
    fingers = Fingers(Session(BOARD, tmp_path), record=lambda *change: changes.append(change))
    for time_ms in range(0, 400, 10):
        if time_ms in (100, 150, 200):
            fingers.tap(7)
        fingers.tick()
    assert changes == [(100, 7, True), (280, 7, False)]


@pytest.mark.skipif(os.name != "posix", reason="needs a pseudo-terminal")
def test_ctrl_c_ends_a_complete_live_recording(tmp_path):
    log = tmp_path / "live.keys"
    terminal, inner = os.openpty()
    with running(
        "host_sim", "--text", "--record", log, stdin=inner, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        os.write(terminal, b"w w\n")
        for line in process.stdout:
            if line.startswith("........"):  # the seats: the second tap has come
                if log.read_text().count("press 5") == 2:
                    break
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=DEADLINE_S)
    os.close(terminal)
    os.close(inner)
    assert process.returncode == 130 and "Traceback" not in errors
    assert log.read_text().count("press 5") == 2 and "# ended at" in log.read_text()


def test_a_log_may_name_the_game_of_a_file(tmp_path):
    game, log = tmp_path / "mine.json", tmp_path / "mine.keys"
    game.write_text('{"name": "mine", "field": ["ooo"], "lines": ["a1 b1"]}')
    log.write_text("500 menu mine seats 0 0\n4000 press 3\n4080 release 3\n4200 take coach\n")
    done = simulator("--text", "--game", game, "--keys", log)
    assert done.returncode == 0 and done.stderr == ""
    assert "Orange is to move.   each lit key is a point " in done.stdout and "   coach: 3 draw\n" in done.stdout
    log.write_text("500 menu hex 5 seats 0 0\n")
    done = simulator("--text", "--game", game, "--keys", log)
    assert done.returncode == 2 and "has no 'hex'; it has mine, " in done.stderr


def test_what_is_typed_begins_with_the_keys_their_signs_and_how_to_quit():
    head, _, frames = simulator("--text", "--fresh").stdout.partition("50 ms ")
    assert "To quit: Ctrl-D" in head and "[q left  ] [w select]" in head
    explained = {sign for line in head.splitlines() if line[:4] == " " * 4 for sign in line.split() if len(sign) == 1}
    assert explained >= {*CHARS, *"".join(pictures_of(frames)).replace("\n", "")}


def test_a_blink_is_shown_once_and_words_that_scroll_are_a_line():
    said = simulator("--text", "--fresh", typed="select " + "." * 9 + " select ....\n").stdout
    seats = [part for part in said.split("\n\n") if " seats: orange: you" in part]
    assert 3 == len({*pictures_of("\n\n".join(seats))}) == len(seats)  # on and off, and the light that answers select
    assert said.count("   on the lights: orange: you\n") == 1
    pictures = pictures_of(said)
    assert all(picture != after for picture, after in zip(pictures, pictures[1:]))
    running = simulator("--text", "--position", "hex 5: a4 c1 / b2 d3, 2 to move", typed="...\n").stdout  # its edges
    assert len(pictures_of(running)) <= 2


def test_the_engines_stone_is_seen_when_it_is_ones_turn_again(tmp_path):
    said = simulator("--text", "tic-tac-toe", "--saves", tmp_path, typed="..\n1\n........\n").stdout
    thinking, mine = said.rindex(" is thinking."), said.rindex("Orange is to move.")
    assert thinking < mine and "B" in pictures_of(said[mine:])[0]


def test_typed_words_for_keys_work_and_others_are_named():
    done = simulator("--text", "--fresh", typed="# a comment\nbogus ...\nselct\nselect\n")
    assert done.returncode == 2 and MENU in done.stdout and "seats: " in done.stdout.partition("? line 3: selct: ")[2]
    assert done.stderr.startswith("error: standard input, line 2: bogus: not a key; keys: 1 2 3 4 q w e r")
    assert done.stderr.endswith("; and 1 more: see the lines that begin with ?\n")
    assert len(done.stderr.splitlines()) == 1


def test_a_role_places_no_stone_by_mistake():
    done = simulator("--text", "--fresh", typed="... select ... select ....\n1\nhint back undo\n")  # tic-tac-toe
    assert "tic-tac-toe" in done.stdout.lower() and done.stderr == "" and done.returncode == 0
    done = simulator("--text", "--fresh", typed="... select ... select ....\n1\n...\nselect\n")
    assert done.returncode == 2
    assert done.stderr == "error: standard input, line 4: select: that key is a point here; type its own name, w\n"


@pytest.mark.parametrize(
    "endless, said",
    [(b"y\n", "line 1: y: not a key; "), (b"right ", "line 1: more than 65536 characters; "), (b"right\n", "")],
)
def test_endless_input_is_played_as_it_comes(endless, said):
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with running("host_sim", "--text", "--fresh", **pipes) as process:

        def feed():
            with contextlib.suppress(BrokenPipeError):
                while True:
                    process.stdin.write(endless * 1000)

        threading.Thread(target=feed, daemon=True).start()
        if not said:
            assert all(process.stdout.readline() for _ in range(200))  # frames
            return
        assert said in process.stderr.read().decode()
        assert process.wait(DEADLINE_S) == 2


def test_without_a_folder_saves_go_where_the_system_keeps_them(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    simulator("--text", typed="back ... w w w ... 1 ..\n")  # back skips the first game
    assert "..++++.." in simulator("--text").stdout  # the arrow: the match can be resumed
    assert "..++++.." not in simulator("--text", "--fresh").stdout
    assert [path for path in tmp_path.rglob("match") if NAME in path.parts]


def test_own_games_are_in_the_menu_but_not_in_a_replay(tmp_path, monkeypatch):
    own = tmp_path / "games"
    monkeypatch.setenv("GLOWGRID_GAMES", str(own))
    assert simulator("games", "folder", front="host_sim.app").stdout == f"{own}\n"
    (own / "broken.json").write_text("{")
    assert f"{own}/broken.json: not JSON" in simulator("--text", "--fresh", typed="...\n").stdout
    log = written(tmp_path / "game.keys", GAME)
    assert "broken" not in simulator("--text", "--keys", log).stdout


def test_a_game_in_a_file_is_the_only_one_offered(tmp_path):
    own = tmp_path / "pair.json"
    game = {"name": "pair", "field": ["ooo"], "lines": ["a1 b1"]}
    own.write_text(json.dumps({**game, "icon": ["1"]}))
    said = 'icon: expected eight texts of eight signs (line 1, column 64, found ["1"])'
    assert simulator("--game", own).stderr == f"error: {own}: {said}\n"
    own.write_text(json.dumps({**game, "icon": ["1.2.2..1"] * 8}))
    done = simulator("--text", "--game", own, typed="... right ... \n")
    assert done.returncode == 0 and "1.2.2..1\n1.2.2..1" in done.stdout and MENU not in done.stdout


@pytest.mark.parametrize(
    "arguments, said",
    [
        (["--board", "nope"], "nope: no such board; there are: "),
        (["--board", "pico_ws2812_8x8_keys"], "no such board; did you mean pico_ws2812_8x8_keys_"),
        (["--board", "{tmp}/broken.json"], "broken.json: not JSON"),
        (["--board", "{tmp}/twice.json"], "twice.json: name: written twice (line 1, column 15)"),
        (["{tmp}/nowhere.json"], "nowhere.json: cannot be read: No such file or directory"),
        (["hex", "--size", "9", "--fresh"], "a 9x9 field does not fit 8x8 LEDs; this board shows fields up to 8x8"),
        (
            ["hex", "--size", "7", "--fresh", "--board", "pico_max7219_8x8_buttons"],
            "Hex 7 on these 8x8 LEDs: its edges would look like stones; take another size or board",
        ),
        (["--size", "5"], "--size 5: of which game? write python -m host_sim play hex --size 5"),
        (["hex", "--record", "{tmp}/new.keys", "--text"], "hex: a key log begins when the console is switched on; "),
        (["hex", "--position", "hex 5: a1"], "hex: --position says which game and size it is of; leave the game out"),
        (["formal", "hex", "--property", "drawles"], "--property drawles: did you mean drawless? expected one of "),
        (["--keys", "{tmp}/nowhere.keys"], "nowhere.keys: the key log cannot be read: No such file"),
        (["--keys", "{tmp}/bad.keys"], "bad.keys:2: key 99; this board has keys 0 to 15"),
        (["--keys", "{tmp}/binary.keys"], "binary.keys: not a key log"),
        (["--text", "--until", "500"], "--until ends the replay of a key log: add --keys"),
        (["--battery", "50"], "--battery: pico_ws2812_8x8_keys_4x4 has no battery; add"),
        (["--record", "{tmp}/new.keys"], "--record without a terminal: add --text"),
        (["--text", "--record", "{tmp}/no/folder.keys"], "folder.keys: cannot be written: No such file"),
        pytest.param(
            ["--text", "--record", "/dev/full"],
            "/dev/full: cannot be written: No space left",
            marks=pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full"),
        ),
        (["--text", "--saves", "{tmp}/bad.keys"], "bad.keys: cannot keep saves here: File exists"),
        (["pico", "--keys", "{tmp}/bad.keys"], "bad.keys:2: key 99"),
        (["pico", "--image", "{tmp}/none.uf2"], "none.uf2, which is not a file"),
        (["pico", "--image", "{tmp}/bad.keys"], "bad.keys, which is not a whole UF2 file"),
    ],
)
def test_a_refusal_is_one_line_and_exit_code_2(tmp_path, arguments, said):
    (tmp_path / "broken.json").write_text("{")
    (tmp_path / "twice.json").write_text('{"name": "x", "name": "y"}')
    (tmp_path / "bad.keys").write_text("10 press 1\n20 press 99\n")
    (tmp_path / "binary.keys").write_bytes(b"\xff\xfe\x00")
    front = "host_sim.app" if arguments[0] == "pico" else "host_sim"
    done = simulator(*[argument.format(tmp=tmp_path) for argument in arguments], front=front)
    assert done.returncode == 2
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1 and done.stderr.startswith("error: ") and said in done.stderr


def test_a_picture_of_the_readme_shows_the_console_as_it_is():
    name = next(iter(pictures.SCENES))
    assert (pictures.FOLDER / f"{name}.txt").read_text() == pictures.caption(pictures.scene(name)), OUT_OF_DATE


@pytest.mark.long
def test_all_other_pictures_show_the_console_too():
    for name, text in pictures.texts().items():
        assert (pictures.FOLDER / name).read_text() == text, f"{name} {OUT_OF_DATE}"


@pytest.mark.parametrize("name", [*names_picture.FIELDS, wins_picture.NAME])
def test_a_picture_of_a_field_shows_the_rules_as_they_are(name):
    text = wins_picture.svg() if name == wins_picture.NAME else names_picture.svg(name)
    assert (pictures.FOLDER / name).read_text() == text, OUT_OF_DATE
