"""The game is the first argument of every command that takes one, or --game; what else is written is one line."""

import json

import pytest
from command_lines import run

# Each command, what it prints of tic-tac-toe, and the rest of its words.
COMMANDS = [
    ("play", "To win: 3 in a row.   Orange is to move.", ["--text", "--fresh"]),
    ("gtp", "tic-tac-toe", []),
    ("prove", "glowgrid proof 1: tic-tac-toe\n", []),
    ("formal", "Tic-tac-toe\n  points         9", ["--property", "points"]),
    ("puzzles make", "tic-tac-toe: ", ["--wins-in", "3", "--count", "1"]),
    ("strategy make", "game tic-tac-toe", ["--side", "1"]),
]
GAME = {"name": "own-row", "field": ["ooo", "ooo"], "lines": ["a1 b1 c1", "a2 b2 c2"]}
command = pytest.mark.parametrize("command, printed, rest", COMMANDS, ids=[command for command, _, _ in COMMANDS])


def glowgrid(command, *words):
    return run("host_sim.app", *command.split(), *words, typed="list_games\n" if command == "gtp" else "")


@command
@pytest.mark.sample(3)
def test_a_game_is_the_first_argument_or_an_option(command, printed, rest):
    first = glowgrid(command, "tic-tac-toe", *rest)
    assert first.returncode == 0 and printed in first.stdout
    for words in (["--game", "tic-tac-toe"], ["tic-tac-toe", "--game", "tic-tac-toe"]):
        other = glowgrid(command, *words, *rest)
        assert (other.returncode, other.stdout) == (0, first.stdout)


@command
def test_one_size_is_an_option_and_a_number_says_so(command, printed, rest):
    typed = "".join(f" {word}" for word in rest)
    assert glowgrid(command, "mnk", "4", "4", "3", *rest).stderr == (
        f"error: 4 4 3: a size is an option; write glowgrid {command} mnk --size 4,4,3{typed}\n"
    )
    assert glowgrid(command, "hex", "4").stderr == (
        f"error: 4: a size is an option; write glowgrid {command} hex --size 4\n"
    )
    assert glowgrid(command, "--game", "y", "4x4").stderr == (
        f"error: 4x4: a size is an option; write glowgrid {command} y --size 4,4\n"
    )


def test_the_advice_about_a_size_keeps_the_other_options():
    assert glowgrid(
        "play", "--saves", "my saves", "hex", "5", "--size", "7", "--text", "--link", "tcp::7000"
    ).stderr == (
        "error: 5: a size is an option; write glowgrid play hex --size 5 --text --saves 'my saves' --link tcp::7000\n"
    )


@command
def test_two_games_and_a_name_that_is_none_are_refused_in_one_line(command, printed, rest):
    for words in (["hex", "--game", "havannah"], ["havannah", "hex"]):
        done = glowgrid(command, *words)
        assert (done.returncode, done.stdout) == (2, "") and done.stderr.startswith("error: hex: one word too many; ")
        assert done.stderr.count("\n") == 1
    done = glowgrid(command, "hxe", *rest)
    assert (done.returncode, done.stdout) == (2, "") and done.stderr.count("\n") == 1
    assert "hxe" in done.stderr and "; did you mean hex? expected " in done.stderr


@pytest.mark.parametrize("command", ["formal", "puzzles make", "strategy make", "prove"])
def test_a_missing_game_is_named_with_what_to_write(command):
    assert glowgrid(command).stderr.startswith(f"error: a game is missing; write one, such as glowgrid {command} hex")


@pytest.mark.parametrize(
    "command, printed",
    [("play", "Own-row: a line of 3"), ("gtp", "own-row"), ("prove", "points a1 b1 c1 "), ("formal", "6")],
)
def test_a_file_is_a_game_too(command, printed, tmp_path):
    path = tmp_path / "own.json"
    path.write_text(json.dumps(GAME))
    rest = {"play": ["--text"], "formal": ["--property", "points"]}.get(command, [])
    done = glowgrid(command, str(path), *rest)
    assert done.returncode == 0 and printed in done.stdout


def test_prove_takes_a_position_after_the_game():
    position = "tic-tac-toe: a1 / b2, 1 to move"
    done = glowgrid("prove", "tic-tac-toe", position)
    assert done.returncode == 0 and done.stdout.endswith("end 1 draws, 2 draws\n")
    assert glowgrid("prove", "--game", "tic-tac-toe", position).stdout == done.stdout
    assert glowgrid("prove", "tic-tac-toe", "a1", "b2").stderr.startswith("error: b2: one word too many; expected a ")


def played(*words, typed=""):
    return run("host_sim.app", "play", "--text", *words, typed=typed).stdout


def test_a_match_of_a_size_starts_at_once_against_the_engine(tmp_path):
    said = played("hex", "--size", "3", "--saves", str(tmp_path), typed="1 ....\n")
    assert "Orange: top to bottom. Blue: left to right." in said and " menu: " not in said
    assert "Blue (level 2) is thinking." in said


def test_a_match_under_way_is_not_given_up_unasked(tmp_path):
    saves = "--saves", str(tmp_path)
    played("tic-tac-toe", *saves, typed="1 ...\n")
    assert "Orange is to move." not in played("hex", *saves) and "sure" in played("hex", *saves)


def test_python_m_host_sim_plays_without_the_word():
    bare = run("host_sim", "hex", "--size", "4", "--text", "--fresh")
    assert (
        bare.returncode == 0
        and bare.stdout == run("host_sim", "play", "hex", "--size", "4", "--text", "--fresh").stdout
    )
