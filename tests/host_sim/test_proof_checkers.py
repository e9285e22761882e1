"""Proofs: both checkers accept those that `prove` writes, and refuse what proves nothing."""

import ast
import random
import subprocess
import sys
from pathlib import Path

import pytest
from proofs import Mutations, proof_of, start
from typer.testing import CliRunner

from glowgrid.rules.groups import Groups, touching
from glowgrid.rules.hexagonal import rhombus
from host_sim.app import commands
from host_sim.proofs import check_alone, check_with_rules
from host_sim.proofs.accepted import accepted
from host_sim.proofs.certificate import proof_of as written

OWN = Path(__file__).parents[1] / "own_games"
DRAW, FIRST = "1 draws, 2 draws", "1 wins"
SMALL = {
    "tic-tac-toe": (("tic-tac-toe",), DRAW),
    "4,3,3": (("mnk", (4, 3, 3)), FIRST),
    "4,4,3": (("mnk", (4, 4, 3)), FIRST),
    "4,4,4": (("mnk", (4, 4, 4)), DRAW),
    "fano": (("fano",), FIRST),
    "hex 3": (("hex", (3,)), FIRST),
    "hex 4": (("hex", (4,)), FIRST),
    "hex 4, second": (("hex", (4,), "a1 / -, 2 to move"), "2 wins"),
    "y 5": (("y", (5,)), FIRST),
    "havannah 2": (("havannah", (2,)), FIRST),
    "misere": ((str(OWN / "misere.py"),), DRAW),
    "avoid": ((str(OWN / "avoid.json"),), DRAW),
    "passing": ((str(OWN / "passing.py"),), FIRST),
    "gravity": ((str(OWN / "gravity.py"),), FIRST),
    "three, one wins": (("three-player", (), "b2 d4 / a2 b1 / c4 d3"), FIRST),
    "three, two win": (("three-player", (), "a1 d4 / a2 b1 / c4 d3"), "23 wins"),
}
LARGE = {
    "5,4,4": (("mnk", (5, 4, 4)), DRAW),
    "hex 5": (("hex", (5,)), FIRST),
    "hex 6": (("hex", (6,), "d2 c5 d1 / c3, 2 to move"), "2 wins"),
    "havannah 3": (("havannah", (3,)), FIRST),
}
BAD = check_with_rules.Bad, SystemExit


def assert_proven(words, claims):
    position, text = proof_of(*words)
    assert check_with_rules.check(text, position) == claims
    if position.family():
        assert check_alone.check(text) == (text[: text.index("\nproof")], claims)
    assert accepted(text)[2] == claims


@pytest.mark.parametrize("name", SMALL)
def test_both_checkers_accept_a_proof(name):
    assert_proven(*SMALL[name])


@pytest.mark.long
@pytest.mark.parametrize("name", LARGE)
def test_both_checkers_accept_a_proof_of_a_larger_game(name):
    assert_proven(*LARGE[name])


def test_a_game_in_which_both_sides_want_the_same_edges_is_proven_too():
    field = rhombus(3)
    both = (touching((0, 1)),)
    position = Groups(field, (both, both)).position()
    claims, text = written(position, "two ways down", 100_000)
    assert claims == ["1 wins"]
    assert check_alone.check(text)[1] == "1 wins"


@pytest.mark.parametrize(
    ("connect", "claims"),
    [
        ('{"1": ["any three edges"], "2": ["any two corners"]}, "ring": true', "2 wins"),
        ('[["south", "north"], "any three edges"]', "1 wins"),  # the wins have borders in common
        ('[], "ring": true', DRAW),
    ],
)
def test_any_way_to_connect_is_proven(tmp_path, connect, claims):
    path = tmp_path / "own.json"
    shape = "hexagon 2" if "corners" in connect else "rhombus 3"
    path.write_text('{"name": "own", "shape": "%s", "connect": %s}' % (shape, connect))
    assert_proven((str(path),), claims)


def refused(text, words):
    """Return whether every checker that knows the game refuses a text."""
    position = start(words)
    with pytest.raises(check_with_rules.Bad) as bad:
        check_with_rules.check(text, position)
    assert 0 <= bad.value.args[0] <= len(text.splitlines()) + 1
    if position.family():
        with pytest.raises(SystemExit, match="^line "):
            check_alone.check(text)
    return True


def refuse_mutations(name, count):
    position, text = proof_of(*SMALL[name][0])
    mutations = Mutations(position, text, random.Random(name))
    for number in range(count):
        what, changed = mutations.one()
        assert changed != text
        assert refused(changed, SMALL[name][0]), (what, number)


@pytest.mark.parametrize("name", ["tic-tac-toe", "4,4,4", "hex 4", "passing", "three, one wins"])
def test_a_changed_proof_is_refused(name):
    refuse_mutations(name, 12)


@pytest.mark.long
@pytest.mark.parametrize("name", SMALL)
def test_a_thousand_changed_proofs_are_refused(name):
    refuse_mutations(name, 1000 // len(SMALL) + 1)


def test_a_false_symmetry_proves_nothing():
    _, text = proof_of("tic-tac-toe")
    lines = text.splitlines()
    true = [number for number, line in enumerate(lines) if line.startswith("symmetry")]
    lines[true[0]] = "symmetry b1 a1 c1 a2 b2 c2 a3 b3 c3"  # the corner looks like the edge
    del lines[true[1] : true[-1] + 1]
    assert refused("\n".join(lines) + "\n", ("tic-tac-toe",))


def test_the_second_checker_shows_the_game_that_it_checked():
    _, text = proof_of("mnk", (4, 4, 4))
    changed = text.replace("line 12 a1 b1 c1 d1\n", "")
    shown, claims = check_alone.check(changed)
    assert claims == DRAW
    assert "line 12 a1 b1 c1 d1" not in shown and "line 12 a2 b2 c2 d2" in shown
    with pytest.raises(check_with_rules.Bad) as bad:
        accepted(changed)
    assert bad.value.args[0] == 3


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("tic-tac-toe", "hex 3", 3),
        ("proof 1:", "proof 2:", 1),
        ("1: tic-tac-toe", "1: tic-tac-two", 1),
        ("stones 1\n", "stones 1 b2\n", None),
        ("stones 1\n", "stones 1 z9\n", 11),
        ("turns 12", "turns 21", None),
        ("symmetry a1", "symmetry b1", 15),
        ("proof 1 draws", "line 12 a1 b1\nproof 1 draws", 21),
    ],
)
def test_a_proof_of_another_game_is_refused(old, new, line):
    _, text = proof_of("tic-tac-toe")
    assert old in text
    with pytest.raises(BAD) as bad:
        accepted(text.replace(old, new, 1))
    assert line is None or bad.value.args[0] == line


@pytest.mark.parametrize("sides", ["-1", "11", "13", "01", "\u0661"])
def test_a_claim_is_of_sides_that_play(sides):
    _, text = proof_of("fano")
    with pytest.raises(check_with_rules.Bad, match="no such sides"):
        accepted(text.replace("1 wins", sides + " wins"))


@pytest.mark.parametrize("checker", [check_with_rules, check_alone])
def test_a_checker_can_be_read_in_ten_minutes(checker):
    text = Path(checker.__file__).read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 80
    imports = [ast.unparse(n) for n in ast.walk(ast.parse(text)) if isinstance(n, (ast.Import, ast.ImportFrom))]
    assert imports == (["from itertools import product"] if checker is check_with_rules else [])


def test_the_second_checker_runs_by_itself(tmp_path):
    _, text = proof_of("fano")
    program = tmp_path / "check.py"
    program.write_bytes(Path(check_alone.__file__).read_bytes())
    command = [sys.executable, "-I", str(program)]
    done = subprocess.run(command, input=text, capture_output=True, text=True, cwd=tmp_path)
    assert (done.returncode, done.stdout.splitlines()[-2:]) == (0, ["1 wins", "is proven"])
    done = subprocess.run(command, input=text.rpartition("\nend")[0], capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 1 and done.stderr.startswith("line ")


def prove(*words):
    return CliRunner().invoke(commands.application(), ["prove", *words])


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "a game is missing"),
        (("hexx",), "did you mean hex?"),
        (("hex", "y 3: a1"), "the position is of y 3"),
        (("hex", "a1 / z9"), "no such point"),
        (("hex", "--size", "x"), "whole numbers"),
        (("hex", "--size", "2", "a1 a2 / b1"), "the game is over"),
        (("hex", "--size", "5", "--most", "5"), "more than 5 positions"),
        ((str(OWN / "veiled.py"),), "do not see all stones"),
        (("hex", "--qbf", "maker-maker"), "no game of lines"),
        (("fano", "--qbf", "maker"), "expected maker-maker or maker-breaker"),
        (("--check", "no such file"), "cannot be read"),
        (("fano", "--check", "fano.txt"), "leave the game out"),
    ],
)
def test_what_cannot_be_proven_is_said_in_one_line(words, said):
    result = prove(*words)
    assert type(result.exception).__name__ == "Refused"
    assert said in str(result.exception) and "\n" not in str(result.exception)


def test_the_command_checks_what_it_wrote(tmp_path):
    file = tmp_path / "proof.txt"
    file.write_text(prove("hex", "hex 3: b2 / a1, 1 to move").stdout, encoding="utf-8")
    assert "hex 3: side 1 is sure to win" in prove("--check", str(file)).stdout
    lines = file.read_text(encoding="utf-8").splitlines()
    file.write_text("\n".join(lines[:-1]), encoding="utf-8")
    assert f"line {len(lines) - 1}: " in str(prove("--check", str(file)).exception)
