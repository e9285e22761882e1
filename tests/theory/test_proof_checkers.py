"""Proofs: both checkers accept those that `prove` writes, and refuse what proves nothing."""

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest
from all_games import OWN_GAMES
from command_lines import invoke
from proofs import Mutations, Stated, noisy, proof_of, start

from glowgrid.rules.groups import Groups, touching
from glowgrid.rules.hexagonal import rhombus
from host_sim.cli import now_and_then
from host_sim.theory.proofs import check_alone, check_with_rules
from host_sim.theory.proofs.accepted import accepted
from host_sim.theory.proofs.certificate import proof_of as written
from host_sim.theory.proofs.header import header
from host_sim.theory.proofs.tables import family_of, mask_of, tables_of

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
    "y 4": (("y", (4,)), FIRST),
    "y 5": (("y", (5,)), FIRST),
    "havannah 2": (("havannah", (2,)), FIRST),
    "misere": ((str(OWN_GAMES / "misere.py"),), DRAW),
    "avoid": ((str(OWN_GAMES / "avoid.json"),), DRAW),
    "hex-map": ((str(OWN_GAMES / "hex_map.json"),), FIRST),
    "passing": ((str(OWN_GAMES / "passing.py"),), FIRST),
    "gravity": ((str(OWN_GAMES / "gravity.py"),), FIRST),
    "three, one wins": (("three-player", (), "b2 d4 / a2 b1 / c4 d3"), FIRST),
    "three, two win": (("three-player", (), "a1 d4 / a2 b1 / c4 d3"), "23 wins"),
}
LARGE = {
    "5,4,4": (("mnk", (5, 4, 4)), DRAW),
    "hex 5": (("hex", (5,)), FIRST),
    "hex 6": (("hex", (6,), "d2 c5 d1 / c3, 2 to move"), "2 wins"),
    "havannah 3": (("havannah", (3,)), FIRST),
}
Bad = check_alone.Bad


def assert_proven(words, claims):
    position, text = proof_of(*words)
    assert check_with_rules.check(text, position) == claims
    if family_of(position):
        assert check_alone.check(text) == (text[: text.index("\nproof")], claims)
    assert accepted(text)[2] == claims


@pytest.mark.parametrize("name", [*SMALL, *(pytest.param(name, marks=pytest.mark.long) for name in LARGE)])
@pytest.mark.sample(3)
def test_both_checkers_accept_a_proof(name):
    assert_proven(*{**SMALL, **LARGE}[name])


def test_a_game_in_which_both_sides_want_the_same_edges_is_proven_too():
    field = rhombus(3)
    both = (touching((0, 1)),)
    position = Groups(field, (both, both)).position()
    claims, text = written(position, "two ways down", 100_000, by_positions=True)
    assert claims == ["1 wins"]
    assert check_alone.check(text)[1] == "1 wins"


MAPS = [
    ('"shape": "square 3", "connect": {"1": [["north", "south"]], "2": [["west", "east"]]}', DRAW),
    ('"field": ["oo"], "neighbours": ["a1 b1"], "borders": {"w": "a1", "e": "a1 b1"}, "connect": [["w", "e"]]', FIRST),
    (
        '"shape": "square 2", "sides": 3, "connect": {"1": [["north", "south"]], "2": [["west", "east"]]}',
        "1 draws, 23 draws",
    ),
]


@pytest.mark.parametrize(("game", "claims"), MAPS)
def test_a_map_states_its_rules(tmp_path, game, claims):
    path = tmp_path / "own.json"
    path.write_text('{"name": "own", "about": "A map.", %s}' % game)
    assert_proven((str(path),), claims)
    assert "\nnear a1 b1" in proof_of(str(path))[1]


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


def answers(text, position):
    """Return what each checker that knows the game says to a text: the claims that it accepts, or None.

    accepted() is what `prove --check` calls. A refusal names a line.
    """
    found = {}
    checkers = {"rules": lambda: check_with_rules.check(text, position), "command": lambda: accepted(text)[2]}
    if family_of(position):
        checkers["alone"] = lambda: check_alone.check(text)[1]
    for name, checker in checkers.items():
        try:
            found[name] = checker()
        except Bad as bad:
            assert 0 < bad.args[0] <= len(text.splitlines()) + 1
            found[name] = None
        while position.plies:
            position.undo()
    return found


def assert_refused(text, words):
    assert not any(answers(text, start(words)).values())


TEN = "tic-tac-toe", "4,3,3", "fano", "hex 3", "hex 4, second", "y 4", "havannah 2", "hex-map", "passing"
TEN += "three, one wins", "three, two win"


@pytest.mark.parametrize("count", [8, pytest.param(500, marks=pytest.mark.long)])
@pytest.mark.parametrize("name", TEN)
@pytest.mark.sample(3)
def test_a_changed_proof_is_refused(name, count):
    """A proof in which `settles` is left out may still have a line for all that comes."""
    position, text = proof_of(*SMALL[name][0])
    mutations = Mutations(position, text, random.Random(name))
    for number in range(count):
        what, changed = mutations.one()
        assert changed != text
        found = {*answers(changed, position).values()} - {None}
        assert not found or (what == "settling" and found == {SMALL[name][1]}), (what, number)


@pytest.mark.parametrize("count", [12, pytest.param(1000, marks=pytest.mark.long)])
@pytest.mark.parametrize("name", ["tic-tac-toe", "fano", "hex 3", "havannah 2"])
def test_noise_proves_nothing_that_is_false(name, count):
    """Whatever is changed: a checker accepts only what is true of the game, which the rules in the file state."""
    position, text = proof_of(*SMALL[name][0])
    chance, truth, accepted_ones = random.Random(name), Stated(text), 0
    for _ in range(count):
        changed = noisy(text, chance)
        found = answers(changed, position)
        for checker, claims in found.items():
            stated = Stated(changed) if checker == "alone" and claims else truth
            assert all(map(stated.holds, claims.split(", ") if claims else ())), (checker, changed)
        accepted_ones += found["command"] is not None
    assert accepted_ones < count / 4


def first_part(name):
    """Return the lines of a proof up to the turns."""
    _, text = proof_of(*SMALL[name][0])
    return text[: text.index("turns 12\n") + 9].replace("turns 12\n", "turns 12")


T, H = "tic-tac-toe", "hex 4"
POINTS = {name: first_part(name).splitlines()[1].replace("/", "").split()[1:] for name in (T, H)}
EMPTY = ".../.../..."
HEX_4 = "..../..../..../...."
STONES = [f"{'.' * at}1{'.' * (8 - at)} {name}" for at, name in enumerate(POINTS["tic-tac-toe"])]
# {what: (game, a line before the proof or "", claim, lines of the proof, the line that is refused)}
FORGED = {
    "a symmetry with a point twice": (
        T,
        "a1 a1 c3 c3 b2 c2 a3 b3 c3",
        "1 wins",
        [f"{EMPTY} b2 settles a1-b1 c1-a2"],
        14,
    ),
    "all points are one": (H, "a1 " * 16, "2 wins", [f"{HEX_4} b2 settles a1-b1"], None),
    "a symmetry that changes the sides": (H, " ".join(sorted(POINTS[H])), "1 wins", [f"{HEX_4} b2"], None),
    "the corner looks like the edge": (T, "b1 a1 c1 a2 b2 c2 a3 b3 c3", "1 draws", [f"{EMPTY} b2 settles"], 14),
    "a cycle": (T, "", "1 wins", [f"{EMPTY} b2", ".../.1./... b2", "2../.1./... a1"], None),
    "a stone that moves back": (T, "", "2 wins", STONES, None),
    "a pair that is one point": (T, "", "1 wins", [f"{EMPTY} b2 settles a1-a1 c1-c1 a2-a2 a3-a3"], 15),
    "pairs that overlap": (T, "", "1 wins", [f"{EMPTY} b2 settles a1-c3 c3-a1 a2-c2"], 15),
    "a pair with the move": (T, "", "1 wins", [f"{EMPTY} b2 settles b2-a1"], 15),
    "a position that does not come up": (T, "", "1 wins", [f"{EMPTY} b2", "11./22./... c1 settles"], 15),
    "a draw as a win": (T, "", "1 wins", [f"{EMPTY} b2 settles a1-b1 c1-a2 c2-a3 b3-c3"], 15),
    "a symmetry below the proof": (T, "", "1 draws", ["symmetry a1 b1", ".. a3"], 15),
    "no side": (T, "", "-1 wins", [f"{EMPTY} b2 settles"], 14),
    "both sides": (T, "", "12 wins", [], None),
    "nothing": (T, "", "", [], 14),
    "another end": (T, "", "1 draws", [f"{EMPTY} b2", "end 1 wins"], 16),
}


@pytest.mark.parametrize("what", FORGED)
def test_a_forged_proof_is_refused(what):
    name, symmetry, claim, lines, line = FORGED[what]
    head = [f"symmetry {symmetry}"] * bool(symmetry) + [f"proof {claim}"] * bool(claim)
    text = "\n".join([first_part(name), *head, *lines, f"end {claim}".rstrip()]) + "\n"
    assert_refused(text, SMALL[name][0])
    with pytest.raises(Bad) as bad:
        check_alone.check(text)
    assert line in (None, bad.value.args[0])


@pytest.mark.parametrize(
    ("count", "why"), [(7, "does not settle"), (8, "more than 7 pairs"), (40, "more than 7 pairs")]
)
def test_a_line_has_at_most_seven_pairs(count, why):
    """A checker tries every choice of one point from each pair: of 40 pairs it would never end."""
    position = start(("hex", (9,)))
    head = header(position, "hex 9")
    first, *names = (name for name in head[1].split()[1:] if name != "/")
    pairs = [f"{one}-{other}" for one, other in zip(names[::2], names[1::2])][:count]
    rows = "/".join(["." * 9] * 9)
    text = "\n".join([*head, "proof 1 wins", f"{rows} {first} settles {' '.join(pairs)}", "end 1 wins"])
    checkers = lambda: check_alone.check(text), lambda: check_with_rules.check(text, position), lambda: accepted(text)
    for checker in checkers:
        with pytest.raises(Bad, match=why) as bad:
            checker()
        assert bad.value.args[0] == len(head) + 2


@pytest.mark.parametrize(
    ("word", "again"), [("border 0", "border 0 a1"), ("border 0", "border 00 a1"), ("near b2", "near b2 c3")]
)
def test_what_is_near_a_point_and_what_a_border_has_is_stated_once(word, again):
    """Stated twice, it could be read in two ways: the last counts, or all."""
    lines = proof_of("hex", (3,))[1].splitlines()
    at = next(number for number, line in enumerate(lines, 1) if line.startswith(word + " "))
    text = "\n".join([*lines[:at], again, *lines[at:]]) + "\n"
    with pytest.raises(Bad, match="stated twice") as bad:
        check_alone.check(text)
    assert bad.value.args[0] == at + 1
    assert_refused(text, ("hex", (3,)))


def test_a_ring_around_a_hole_wins(tmp_path):
    """b3, or what looks like it, closes the ring around the hole c3, by the rules of the game and by those stated."""
    path = tmp_path / "own.json"
    path.write_text('{"name": "own", "shape": "hexagon 3", "holes": "c3", "ring": true}')
    words = str(path), (), "b2 c2 d3 d4 c4 / a1 e5 a2 e4, 1 to move"
    assert_proven(words, "1 wins")
    _, text = proof_of(*words)
    with pytest.raises(Bad):
        check_alone.check(text.replace("\nhole b2 c2 b3 d3 c4 d4", ""))
    assert "hole" not in proof_of("havannah", (2,))[1]


HOLES = [("hexagon 3", "c3"), ("hexagon 4", "d4 e4"), ("hexagon 4", "a1 d5"), ("rhombus 4", "c2")]


@pytest.mark.parametrize(("shape", "holes"), HOLES)
def test_rings_of_the_search_are_those_of_the_rules(tmp_path, shape, holes):
    path = tmp_path / "own.json"
    path.write_text('{"name": "own", "shape": "%s", "holes": "%s", "ring": true}' % (shape, holes))
    position, chance, won = start((str(path),)), random.Random(holes), 0
    tables = tables_of(position)
    for _ in range(60):
        while position.plies:
            position.undo()
        while not position.is_over():
            move = chance.choice([p for p in range(position.points) if not position.cells[p]])
            side = position.to_move
            position.play(move)
            stones = mask_of(p for p, cell in enumerate(position.cells) if cell == side)
            assert bool(tables.won(side, stones, move)) == (position.winner == side)
        won += position.winner > 0
    assert won


def test_the_second_checker_shows_the_game_that_it_checked():
    _, text = proof_of("mnk", (4, 4, 4))
    edges = "a1 b1 c1 d1", "a4 b4 c4 d4", "a1 a2 a3 a4", "d1 d2 d3 d4"
    changed = text
    for edge in edges:
        changed = changed.replace(f"line 12 {edge}\n", "")
    shown, claims = check_alone.check(changed)
    assert claims == DRAW
    assert "line 12 a1 b1 c1 d1" not in shown and "line 12 a2 b2 c2 d2" in shown
    with pytest.raises(Bad) as bad:
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
    with pytest.raises(Bad) as bad:
        accepted(text.replace(old, new, 1))
    assert line is None or bad.value.args[0] == line


def test_a_hole_is_not_like_what_a_ring_surrounds():
    text = "glowgrid proof 1: own\npoints a b\nhole a\nring b\nstones 1\nstones 2\nturns 12\nsymmetry b a\n"
    with pytest.raises(Bad, match="no symmetry") as bad:
        check_alone.check(text + "proof 1 draws\n.. a\nend 1 draws\n")
    assert bad.value.args[0] == 8


@pytest.mark.parametrize("sides", ["-1", "11", "13", "01", "\u0661"])
def test_a_claim_is_of_sides_that_play(sides):
    _, text = proof_of("fano")
    with pytest.raises(Bad, match="no such sides"):
        accepted(text.replace("1 wins", sides + " wins"))


def test_the_second_checker_runs_by_itself(tmp_path):
    _, text = proof_of("fano")
    program = tmp_path / "check.py"
    program.write_bytes(Path(check_alone.__file__).read_bytes())
    command = [sys.executable, "-I", str(program)]
    done = subprocess.run(command, input=text, capture_output=True, text=True, cwd=tmp_path)
    assert (done.returncode, done.stdout.splitlines()[-2:]) == (0, ["1 wins", "is proven"])
    done = subprocess.run(command, input=text.rpartition("\nend")[0], capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 1 and done.stderr.startswith("line ")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "a game is missing"),
        (("hexx",), "did you mean hex?"),
        (("hex", "y 3: a1"), "the position is of y 3"),
        (("hex", "a1 / z9"), "no such point"),
        (("hex", "--size", "x"), "whole numbers"),
        (("hex", "--size", "2", "a1 a2 / b1"), "the game is over"),
        (("hex", "--size", "5", "--most", "5"), "does not settle the empty field: more than 5 positions; give a later"),
        (("y", "--size", "11"), "does not settle the empty field: 66 empty points, and about 36 are the most"),
        (("hex", "hex 6: a1 / f6, 1 to move", "--most", "5"), "does not settle this position"),
        (("three-player", "--most", "5"), "such as 'a3 / a1 / d4, 1 to move'"),
        ((str(OWN_GAMES / "veiled.py"),), "do not see all stones"),
        (("--check", "no such file"), "cannot be read"),
        (("--check", os.devnull), "empty"),
        (("fano", "--check", "fano.txt"), "leave the game out"),
        (("--check", "fano.txt", "--size", "4"), "leave --size out"),
        (("--check", "fano.txt", "--openings"), "leave --openings out"),
        (("--check", "fano.txt", "--most", "3"), "leave --most out"),
        (("--check", "fano.txt", "--think", "5"), "leave --think out"),
    ],
)
def test_what_cannot_be_proven_is_said_in_one_line(words, said):
    result = invoke("prove", *words)
    assert type(result.exception).__name__ == "Refused"
    assert said in str(result.exception) and "\n" not in str(result.exception)


def test_what_a_search_may_take_is_said_before_it_begins(monkeypatch):
    """On standard error, which is no terminal here; while it goes on, lines say how far it is."""
    assert invoke("prove", "hex", "--size", "3").stderr == "hex 3: side 1 is sure to win\n"
    monkeypatch.setattr(now_and_then, "EVERY_S", 0)
    result = invoke("prove", "hex", "--size", "5", "--most", "300")
    first, *lines = result.stderr.splitlines()
    assert first == "hex 5: 25 empty points: seconds or hours; it gives up after 300 positions"
    assert lines[0] == "hex 5: searching, 256 of at most 300 positions"
    assert "'c3 / a1, 1 to move'" in str(result.exception)


def test_of_many_empty_points_it_says_that_they_may_be_too_many():
    result = invoke("prove", "hex", "--size", "7", "--most", "2")
    assert result.stderr.startswith(
        "hex 7: 49 empty points: seconds or hours; it gives up after 2 positions; more than about 36 "
    )
    assert "'d4 / a1, 1 to move'" in str(result.exception)


def test_the_command_checks_what_it_wrote(tmp_path):
    file = tmp_path / "proof.txt"
    file.write_text(invoke("prove", "hex", "hex 3: b2 / a1, 1 to move").stdout, encoding="utf-8")
    assert "hex 3: side 1 is sure to win" in invoke("prove", "--check", str(file)).stdout
    lines = file.read_text(encoding="utf-8").splitlines()
    file.write_text("\n".join(lines[:-1]), encoding="utf-8")
    assert f"line {len(lines) - 1}: " in str(invoke("prove", "--check", str(file)).exception)
