"""`python -m host_sim formal` reports properties and what is out of reach; the oracle knows nothing of the firmware."""

import subprocess
import sys
from pathlib import Path

import pytest
from cases import long
from command_lines import invoke

from glowgrid.rules.game import parse_size
from host_sim.own_games.find import find_game
from host_sim.records.gtp.protocol import Gtp
from host_sim.theory.formal import positional_games as pg
from host_sim.theory.formal import reach, report

FORMAL = Path(report.__file__).resolve().parent
FILES = sorted(FORMAL.rglob("*.py"))


def formal(*arguments):
    """Return (exit code, properties as a dictionary, whole output) of the command."""
    result = invoke("formal", *arguments)
    lines = [line.split(maxsplit=1) for line in result.stdout.partition("\n\n")[0].splitlines()[1:]]
    return result.exit_code, dict(lines), result.output


def test_no_module_of_the_firmware_is_loaded_with_the_oracle():
    names = [f"host_sim.theory.formal.{path.stem}" for path in FILES if path.stem != "__init__"]
    program = f"import sys, {', '.join(names)}; print([name for name in sys.modules if name.startswith('glowgrid')])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=FORMAL.parents[2])
    assert (done.stdout.strip(), done.stderr) == ("[]", "")


TIC_TAC_TOE = {
    "patterns": "8 for either side",
    "symmetric": "yes",
    "excluding": "no",
    "drawless": "no, 16 drawn full fields",
    "configurations": "5,478, 958 ",
    "games": "255,168",
    "value": "0, a draw",
    "openings": "9 of 9 optimal",
    "super": "yes",
    "quality": "from -2 to 0 ",
}
HEX_3 = {
    "patterns": "11 for side 1, 11 for side 2",
    "symmetric": "no",
    "excluding": "yes",
    "drawless": "yes",
    "value": "+1, side 1 wins",
    "openings": "5 of 9 optimal",
    "super": "no",
}
HEX_4 = {  # it cannot be listed, but searched
    "patterns": "54 for side 1, 54 for side 2",
    "configurations": "out of reach: up to 10,165,779 configurations, about",
    "value": "+1, side 1 wins",
    "super": "no",
    "openings": "4 of 16 optimal: d1 c2 b3 a4",
}
THREE_3 = {
    "configurations": "26,930, ",
    "drawless": "no, 1,224 drawn full fields",
    "automorphisms": "8",
    "value": "max^n: a draw",
    "paranoid": "; ".join(f"player {k} forces a draw" for k in (1, 2, 3)),
}


@pytest.mark.parametrize(
    "game, size, wanted",
    [
        ("tic-tac-toe", "", TIC_TAC_TOE),
        ("hex", "1", {"super": "yes", "quality": "not defined: there is only one strategy"}),
        ("hex", "3", HEX_3),
        ("hex", "4", HEX_4),
        ("havannah", "1", {"value": "0, a draw", "drawless": "no, 1 drawn full fields"}),
        ("three-player", "3", THREE_3),
        ("hex", "11", {"patterns": "out of reach: about 10^", "configurations": "out of reach: up to "}),
        long(*("havannah", "6", {"patterns": "out of reach: about 10^", "configurations": "out of reach: up to "})),
        ("three-player", "5", {"patterns": "48 for every side", "configurations": "out of reach: up to "}),
        ("mnk", "6,6,4", {"patterns": "54 ", "configurations": "out of reach: up to "}),
    ],
    ids=lambda value: "" if isinstance(value, dict) else value,
)
@pytest.mark.sample(3)
def test_properties(game, size, wanted):
    code, holds, _ = formal(game, "--size", size)
    assert code == 0
    for name, start in wanted.items():
        assert holds[name].startswith(start), name


def test_all_properties_are_listed_those_of_a_position_for_it_alone():
    listed = [name for name in report.PROPERTIES if name != "paranoid"]
    assert list(formal("tic-tac-toe")[1]) == listed
    code, holds, _ = formal("tic-tac-toe", "--moves", "a1 b1", "-k", "4")
    assert code == 0 and list(holds) == list(report.OF_A_POSITION)
    assert holds["w_k"] == "undecided within 4 plies" and holds["m_hat"] == "a2 b2 a3"
    assert formal("tic-tac-toe", "--property", "w_star")[1] == {"w_star": "a draw"}
    _, holds, _ = formal("havannah", "--size", "3", "--property", "patterns")
    assert holds == {"patterns": "422 for either side: 177 bridges, 232 forks, 13 rings"}


def test_k_alone_asks_about_the_empty_field():
    _, holds, _ = formal("mnk", "--size", "3,3,2", "-k", "3")
    assert (holds["w_k"], holds["w_star"]) == ("side 1 within 3 plies", "side 1") and "games" not in holds
    assert formal("tic-tac-toe", "-k", "-1")[0] == 2


@pytest.mark.parametrize(
    "game, size, moves, positions",
    [
        ("tic-tac-toe", "", ("a1", "a2 c3"), ("a1 b1 / c3, 1 to move", "- / a1, 2 to move")),
        ("mnk", "3,4,3", ("b2 a1", "d1 c3"), ("a1 b2 / c2, 2 to move", "/ a1 b1, 1 to move")),
        ("hex", "3", ("", "a1", "b1 a3"), ("a1 a2 / c1, 2 to move", "b2 / , 1 to move")),
        ("havannah", "2", ("a1", "b1 a2"), ()),
        ("y", "3", ("a1", "a3 b2"), ("a1 / b2, 2 to move", "a1 b2 a3 / c3, 1 to move")),
        ("fano", "", ("c1", "c3 a4"), ("c1 c3, 1 to move", "/ a4, 2 to move")),
        ("three-player", "", ("b2 c3 a1 d4 b3",), ("a1 b3 / b1 / c1 d1 d4 c2, 2 to move",)),
    ],
)
def test_moves_and_stones_that_are_set_up_have_the_worth_that_gtp_gives_them(game, size, moves, positions):
    talk = Gtp(find_game(game)[0], parse_size(size) if size else None)
    talk.answer("swap off")
    for option, given in [*(("--moves", each) for each in moves), *(("--position", each) for each in positions)]:
        talk.answer("clear_board")
        for ply, move in enumerate(given.split() if option == "--moves" else ()):
            assert talk.answer(f"play {ply % talk.position.sides + 1} {move}") == "= "
        assert option == "--moves" or talk.answer(f"position {given}") == "= "
        for question in ("w_star", "m_hat"):
            _, holds, _ = formal(game, "--size", size, option, given, "--property", question)
            said = holds[question].removeprefix("side ").removeprefix("a ")
            assert said == talk.answer(question)[2:], (given, question)


@pytest.mark.parametrize(
    "line, why",
    [
        ("hex 4: a1", "--position: it is of hex 4; expected hex 3"),
        ("y 3: a1", "--position: it is of y 3; expected hex 3"),
        ("a1 / a1", "--position: a1 stands there twice"),
        ("a9", "--position: no point a9; they are a1, b1, c1, ..."),
        ("a1 / b1 / c1", "--position: 3 sides; expected at most 2"),
        (
            "hex: 3: a1",
            "--position: 'hex: 3: a1' is no position; expected a line such as hex 5: a4 c1 / b2 d3, 2 to move",
        ),
    ],
)
def test_what_is_no_position_says_why(line, why):
    code, _, output = formal("hex", "--size", "3", "--position", line)
    assert (code, output) == (2, f"error: {why}\n")


def test_both_sides_have_not_won():
    assert formal("mnk", "--size", "2,2,2", "--position", "a1 b1 / a2")[1]["w0"] == "side 1 has won"
    code, _, output = formal("tic-tac-toe", "--position", "a1 b1 c1 / a2 b2 c2")
    assert (code, output) == (2, "error: --position: more than one side has won; expected one at most\n")


@pytest.mark.parametrize("game, size", [("hex", "31"), ("havannah", "18"), ("mnk", "31,32,5")])
def test_the_largest_sizes_are_out_of_reach_too(game, size):
    code, holds, _ = formal(game, "--size", size, "--property", "configurations")
    assert code == 0 and holds["configurations"].startswith("out of reach: up to about 10^")


def test_the_bound_on_configurations_counts_all_that_alternate():
    nobody_wins = pg.StrongPositionalGame(frozenset(range(6)), frozenset(), frozenset())
    assert reach.configurations_at_most(6) == len(pg.spg_configurations_as_printed(nobody_wins)) == 267
    assert reach.configurations_at_most(9) == 6046
    assert reach.configurations_at_most(2, sides=3) == 1 + 2 + 2


@pytest.mark.parametrize(
    "arguments, text",
    [
        (["go"], "go: no such game; expected one of tic-tac-toe, mnk, hex, havannah, y, three-player, fano"),
        (["gravity.py"], "gravity.py: cannot be read: there is no such file"),
        (["tests/own_games/blind.py"], "tests/own_games/blind.py: its stones are hidden"),
        (["tests/own_games/passing.py", "--size", "x"], "size x; expected whole numbers between commas"),
        (["tests/own_games/misere.py", "--moves", "b2 b2"], "--moves: b2: a stone is there"),
        (["tests/own_games/misere.py", "--moves", "z9"], "--moves: no move z9; they are a1, b1, c1, ..."),
        (["tests/own_games/misere.py", "--position", "a1"], "--position: a game in Python is given by its moves"),
        (["tests/own_games/misere.py", "--property", "patterns"], "--property patterns: expected one of points"),
        (["hex", "--size", "0"], "--size 0: hex takes a whole number from 1 to 31"),
        (["hex", "--size", "big"], "--size big: hex takes"),
        (["havannah", "--size", "-2"], "--size -2: havannah takes a whole number from 1 to 18"),
        (["three-player", "--size", "2"], "--size 2: three-player takes"),
        (["tic-tac-toe", "--size", "4"], "--size 4: tic-tac-toe has one size only"),
        (["mnk", "--size", "3,3"], "--size 3,3: mnk takes rows, columns and how many in a row"),
        (["mnk", "--size", "99,99,3"], "--size 99,99,3: 9801 points"),
        (["hex", "--property", "beauty"], "--property beauty: expected one of points, patterns"),
        (["hex", "--property", "paranoid"], "--property paranoid: expected one of points, patterns"),
    ],
)
def test_unusable_options_are_refused_in_one_line(arguments, text):
    code, holds, output = formal(*arguments)
    assert code == 2
    assert output.startswith(f"error: {text}") and output.count("\n") == 1


@pytest.mark.parametrize(
    ("game", "value", "super_", "quality"),
    [  # two of which no layer offers two choices, as the README says, and one in which one does
        ('"field": ["oo"], "lines_of": {"1": ["a1"], "2": ["b1"]}', "+1, side 1 wins", "yes", "from -1 to 1"),
        ('"field": ["oo"], "lines": ["a1"]', "+1, side 1 wins", "yes", "from -2 to 2"),
        ('"field": ["ooo"], "lines_of": {"2": ["a1", "b1", "c1"]}', "-1, side 2 wins", "no", "from 0 to 0"),
    ],
)
def test_a_game_too_small_for_two_choices_is_an_exception(tmp_path, game, value, super_, quality):
    path = tmp_path / "own.json"
    path.write_text('{"name": "own", "about": "Tiny.", %s}' % game)
    _, said, _ = formal(str(path))
    assert (said["value"], said["super"]) == (value, super_) and said["quality"].startswith(quality)
