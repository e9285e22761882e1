"""`python -m host_sim formal` reports properties and what is out of reach; the oracle knows nothing of the firmware."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from glowgrid.rules.game import parse_size
from host_sim.commands import app
from host_sim.formal import positional_games as pg
from host_sim.formal import reach, report
from host_sim.formal import three_players as tp
from host_sim.gtp.gtp_command import find_game
from host_sim.gtp.protocol import Gtp

FORMAL = Path(report.__file__).resolve().parent
FILES = sorted(FORMAL.rglob("*.py"))
STANDARD = {
    "collections",
    "dataclasses",
    "fractions",
    "functools",
    "itertools",
    "json",
    "math",
    "pathlib",
    "random",
    "sys",
    "typing",
}
SHOWN_BY = {"formal_command.py": {"rich", "textwrap", "typer"}}

# Every `df` of the document, in its order.
DFS = """final_configurations abstract_games valid_games playing_strategies played_game outcome drawless
super_strategies strategy_quality minimal_winning_patterns strong_positional_games symmetric_strong_positional_games
excluding_strong_positional_games winning_positions spg_configurations spg_transitions spg_score spg_game tic_tac_toe
groups connection_games maximal Hex_points Hex_neighbours Hex_game Havannah_points Havannah_distance
Havannah_neighbours Havannah_groups Havannah_neighbours_of Havannah_corner_points Havannah_side_points
Havannah_bridges Havannah_forks Havannah_cycles Havannah_game""".split()


def formal(*arguments):
    """Return (exit code, properties as a dictionary, whole output) of the command."""
    result = CliRunner().invoke(app, ["formal", *arguments])
    lines = [line.split(maxsplit=1) for line in result.stdout.partition("\n\n")[0].splitlines()[1:]]
    return result.exit_code, dict(lines), result.output


# The oracle ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_the_oracle_imports_itself_and_the_standard_library_only(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            of_the_house = node.module or node.names[0].name
            # Words for an unknown name, the form of a position or a file; the command knows where own files lie, and
            # how a command line names a game.
            own = ("user_games", "game_argument") if path.name == "formal_command.py" else ()
            allowed = ("suggest", "placed_text", "json_text", *own)
            assert node.level in (0, 1) or of_the_house in allowed
            names = [f"{node.module}.{alias.name}" for alias in node.names if node.level == 0]
        elif isinstance(node, ast.Call):
            assert getattr(node.func, "id", "") not in ("__import__", "eval", "exec")
        for name in names:
            allowed = STANDARD | SHOWN_BY.get(path.name, set())
            assert name.partition(".")[0] in allowed


def test_no_module_of_the_firmware_is_loaded_with_the_oracle():
    names = [f"host_sim.formal.{path.stem}" for path in FILES if path.stem != "__init__"]
    program = f"import sys, {', '.join(names)}; print([name for name in sys.modules if name.startswith('glowgrid')])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=FORMAL.parent.parent)
    assert (done.stdout.strip(), done.stderr) == ("[]", "")


def test_every_definition_of_the_document_exists_by_name():
    assert len(DFS) == 36
    source = (FORMAL / "positional_games.py").read_text(encoding="utf-8")
    places = [max(source.find(f"\ndef {name}("), source.find(f"\n{name} = ")) for name in DFS]
    assert all(place > 0 for place in places), [name for name, place in zip(DFS, places) if place < 0]
    assert places == sorted(places)
    assert all(hasattr(pg, name) for name in DFS)


def test_every_public_definition_has_a_docstring():
    for path in FILES:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        assert ast.get_docstring(tree), path
        for node in tree.body:
            if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and not node.name.startswith("_"):
                assert ast.get_docstring(node), (path.name, node.name)


# The command -----------------------------------------------------------------------------------------------------


def test_properties_of_tic_tac_toe():
    code, holds, _ = formal("tic-tac-toe")
    assert code == 0 and list(holds) == [name for name in report.PROPERTIES if name != "paranoid"]
    assert holds["patterns"] == "8 for either side"
    assert (holds["symmetric"], holds["excluding"]) == ("yes", "no")
    assert holds["drawless"] == "no, 16 drawn full fields"
    assert holds["configurations"].startswith("5,478, 958 ")
    assert holds["games"] == "255,168"
    assert (holds["value"], holds["openings"], holds["super"]) == ("0, a draw", "9 of 9 optimal", "yes")
    assert holds["quality"].startswith("from -2 to 0 ")


def test_properties_of_hex():
    _, holds, _ = formal("hex", "--size", "3")
    assert holds["patterns"] == "11 for side 1, 11 for side 2"
    assert (holds["symmetric"], holds["excluding"], holds["drawless"]) == ("no", "yes", "yes")
    assert (holds["value"], holds["openings"], holds["super"]) == ("+1, side 1 wins", "5 of 9 optimal", "no")
    _, holds, _ = formal("hex", "--size", "1")
    assert holds["super"] == "yes" and holds["quality"] == "not defined: there is only one strategy"


def test_properties_of_havannah():
    _, holds, _ = formal("havannah", "--size", "3", "--property", "patterns")
    assert holds == {"patterns": "422 for either side: 177 bridges, 232 forks, 13 rings"}
    _, holds, _ = formal("havannah", "--size", "1")
    assert (holds["value"], holds["drawless"]) == ("0, a draw", "no, 1 drawn full fields")


def test_properties_with_three_sides():
    _, holds, _ = formal("three-player", "--size", "3")
    assert holds["configurations"].startswith("26,930, ")
    drawn = sum(tp.DRAW(a) for a, _ in tp.reachable(tp.initial(3)))
    assert holds["drawless"] == f"no, {drawn:,} drawn full fields" and holds["automorphisms"] == "8"
    assert holds["value"] == "max^n: a draw"
    assert holds["paranoid"] == "; ".join(f"player {k} forces a draw" for k in (1, 2, 3))


def test_k_alone_asks_about_the_empty_field():
    _, holds, _ = formal("mnk", "--size", "3,3,2", "-k", "3")
    assert (holds["w_k"], holds["w_star"]) == ("side 1 within 3 plies", "side 1") and "games" not in holds
    assert formal("tic-tac-toe", "-k", "-1")[0] == 2


@pytest.mark.parametrize(
    "game, size, patterns",
    [
        ("hex", "11", "out of reach: about 10^"),
        ("havannah", "6", "out of reach: about 10^"),
        pytest.param("havannah", "8", "out of reach: about 10^", marks=pytest.mark.long),
        ("three-player", "5", "48 for every side"),
        ("mnk", "6,6,4", "54 "),
    ],
)
def test_out_of_reach_is_reported_at_once_with_an_estimate(game, size, patterns):
    code, holds, output = formal(game, "--size", size)
    assert code == 0
    assert holds["patterns"].startswith(patterns)
    assert holds["configurations"].startswith("out of reach: up to ")
    assert "configurations, about" in output and "of memory" in output


def test_hex_4_cannot_be_listed_but_can_be_searched():
    _, holds, _ = formal("hex", "--size", "4")
    assert holds["patterns"] == "54 for side 1, 54 for side 2"
    assert holds["configurations"].startswith("out of reach: up to 10,165,779 configurations, about")
    assert (holds["value"], holds["super"]) == ("+1, side 1 wins", "no")
    assert holds["openings"] == "4 of 16 optimal: d1 c2 b3 a4"


@pytest.mark.parametrize(
    "game, size, moves",
    [
        ("tic-tac-toe", "", ("a1", "b1", "a2 c3")),
        ("mnk", "3,4,3", ("b2 a1", "d1 c3")),
        ("hex", "3", ("", "a1", "c1", "b1", "b1 a3")),
        ("havannah", "2", ("a1", "b1 a2")),
        ("y", "3", ("a1", "b2", "a3 b2")),
        ("fano", "", ("c1", "c3 a4")),
        ("three-player", "", ("b2 c3 a1 d4 b3",)),
    ],
)
def test_points_have_the_names_and_moves_the_values_of_gtp(game, size, moves):
    talk = Gtp(find_game(game)[0], parse_size(size) if size else None)
    talk.answer("swap off")
    for after in moves:
        talk.answer("clear_board")
        for ply, move in enumerate(after.split()):
            assert talk.answer(f"play {ply % talk.position.sides + 1} {move}") == "= "
        for question in ("w_star", "m_hat"):
            _, holds, _ = formal(game, "--size", size, "--moves", after, "--property", question)
            assert holds[question].removeprefix("side ").removeprefix("a ") == talk.answer(question)[2:], (
                after,
                question,
            )


@pytest.mark.parametrize(
    "game, size, positions",
    [
        ("tic-tac-toe", "", ("a1 b1 / c3, 1 to move", "a1 / b2 c3 a3, 2 to move", "- / a1, 2 to move")),
        ("mnk", "3,4,3", ("a1 b2 / c2, 2 to move", "/ a1 b1, 1 to move")),
        ("hex", "3", ("a1 a2 / c1, 1 to move", "a1 a2 / c1, 2 to move", "/ a1 b1, 1 to move", "b2 / , 1 to move")),
        ("y", "3", ("a1 / b2, 2 to move", "a1 b2 a3 / c3, 1 to move")),
        ("fano", "", ("c1 c3, 1 to move", "/ a4, 2 to move")),
        ("three-player", "", ("a1 b3 / b1 / c1 d1 d4 c2, 2 to move", "a1 / b1 c1 / a4 d4 c3 b3, 1 to move")),
    ],
)
def test_stones_that_are_set_up_have_the_worth_that_gtp_gives_them(game, size, positions):
    talk = Gtp(find_game(game)[0], parse_size(size) if size else None)
    for line in positions:
        assert talk.answer(f"position {line}") == "= "
        for question in ("w_star", "m_hat"):
            _, holds, _ = formal(game, "--size", size, "--position", line, "--property", question)
            assert holds[question].removeprefix("side ").removeprefix("a ") == talk.answer(question)[2:], line


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


def test_a_position_given_as_moves():
    code, holds, _ = formal("tic-tac-toe", "--moves", "a1 b1", "-k", "4")
    assert code == 0 and list(holds) == list(report.OF_A_POSITION)
    assert holds["w_k"] == "undecided within 4 plies" and holds["m_hat"] == "a2 b2 a3"
    assert formal("tic-tac-toe", "--property", "w_star")[1] == {"w_star": "a draw"}


@pytest.mark.parametrize(
    "game, size",
    [("hex", "31"), ("havannah", "18"), pytest.param("three-player", "31", marks=pytest.mark.long), ("mnk", "31,32,5")],
)
def test_the_largest_sizes_are_out_of_reach_too(game, size):
    code, holds, _ = formal(game, "--size", size, "--property", "configurations")
    assert code == 0 and holds["configurations"].startswith("out of reach: up to about 10^")


def test_the_bound_on_configurations_counts_all_that_alternate():
    nobody_wins = pg.StrongPositionalGame(frozenset(range(6)), frozenset(), frozenset())
    assert reach.configurations_at_most(6) == len(pg.spg_configurations_as_printed(nobody_wins)) == 267
    assert reach.configurations_at_most(9) == 6046
    assert reach.configurations_at_most(2, sides=3) == 1 + 2 + 2


def test_durations_and_sizes_are_readable():
    assert [reach.duration(s * 10**6) for s in (3, 90, 150, 9000, 300_000, 10**8, 10**30)] == [
        "3 s",
        "90 s",
        "2 minutes",
        "2 hours",
        "3 days",
        "3 years",
        "10^23 years",
    ]
    assert [reach.size_of(n) for n in (12, 3 * 10**6, 42 * 10**8, 9 * 10**12)] == ["12 bytes", "3 MB", "4 GB", "9 TB"]
    assert [reach.number(n) for n in (0, 5478, 10**15)] == ["0", "5,478", "about 10^15"]


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


def test_the_command_on_the_command_line():
    done = subprocess.run(
        [sys.executable, "-m", "host_sim", "formal", "hex", "--size", "2", "--property", "value"],
        capture_output=True,
        text=True,
        cwd=FORMAL.parent.parent,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "Hex 2\n  value          +1, side 1 wins\n", "")
