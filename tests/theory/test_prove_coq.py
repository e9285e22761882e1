"""Theorems: Coq accepts what `prove --coq` writes, and its checker judges proofs as `prove --check` does."""

import random
import re
import subprocess
from pathlib import Path

import pytest
from all_games import OWN_GAMES
from cases import long
from command_lines import invoke
from coq_library import CLOSED, built, built_for_theorems, compiled, judged
from proofs import Mutations, noisy, proof_of

from host_sim.theory import formal
from host_sim.theory.proofs import check_alone
from host_sim.theory.proofs.accepted import Bad, accepted
from host_sim.theory.proofs.coq import BUILT, LIBRARY, theorem_of


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    return built_for_theorems(tmp_path_factory)


@pytest.fixture(scope="module")
def whole_library(tmp_path_factory):
    """With the general theorems."""
    return built(tmp_path_factory, "whole_rocq")


def assert_theorems(library, file, words, named):
    """The command writes a file, Coq accepts it, and each theorem rests on no axiom."""
    result = invoke("prove", *words, "--coq", file)
    assert (result.exception, result.stdout) == (None, "")
    done, text = compiled(library, file), file.read_text(encoding="utf-8")
    assert re.findall(r"^Theorem (.+)\.$", text, re.M) == named
    names = [each.partition(" ")[0] for each in named]
    together = f"Definition theorems := ({', '.join(names)}).\nPrint Assumptions theorems.\n"  # of lines with carriers
    asked = 1 if together in text else len(named)
    assert (done.returncode, done.stdout) == (0, CLOSED * asked), done.stderr
    assert text.count("Print Assumptions") == asked


def stated(won, *claims, sides=2, start="empty_field", to_move=1):
    """The theorems of a game; claims: (verb, side)."""
    found = [f"nobody_has_won_yet : nobody_has_won {sides} {won} {start}"]
    for verb, side in claims:
        found.append(f"side_{side}_can_{verb} : can_{verb} points {sides} {won} {side} {start} {to_move}")
    return found


LINES, JOINED, RINGED = "(has_line lines)", "(joined nears joins)", "(joined_or_ringed nears joins inner)"
DRAWN = stated(LINES, ("draw", 1), ("draw", 2))
JOINS = stated(JOINED, ("win", 1))
RINGS = stated(RINGED, ("win", 1))


def two_win(won, start):
    claim = f"forces points 3 {won} (fun s => In s [2; 3]) (good ([2; 3], false)) {start} 1"
    return stated(won, sides=3, start=start) + [f"sides_2_3_can_win : {claim}"]


SMALL = {"Hex_2": (["hex", "--size", "2"], JOINS)}
LARGE = {
    "Tic_tac_toe": (["tic-tac-toe"], DRAWN),
    "Hex_4": (["hex", "--size", "4"], JOINS),
    "Mnk_4_4_4": (["mnk", "--size", "4,4,4"], DRAWN),
    "Mnk_5_4_4": (["mnk", "--size", "5,4,4"], DRAWN),
    "Fano": (["fano"], stated(LINES, ("win", 1))),
    "Hex_5": (["hex", "--size", "5"], JOINS),
    "Hex_4_moved": (["hex", "hex 4: a1 / -, 2 to move"], stated(JOINED, ("win", 2), start="start", to_move=2)),
    "Y_3": (["y", "--size", "3"], JOINS),
    "Y_4": (["y", "--size", "4"], JOINS),
    "Y_5": (["y", "--size", "5"], JOINS),
    "Havannah_2": (["havannah", "--size", "2"], RINGS),
    "Havannah_3": (["havannah", "--size", "3"], RINGS),
    "Hex_map": ([str(OWN_GAMES / "hex_map.json")], JOINS),
    "One_wins": (["three-player", "b2 d4 / a2 b1 / c4 d3"], stated(LINES, ("win", 1), sides=3, start="start")),
    "Two_win": (["three-player", "a1 d4 / a2 b1 / c4 d3"], two_win(LINES, "start")),
    "Three_coasts": ([str(OWN_GAMES / "three_coasts.json")], two_win(JOINED, "empty_field")),
}


@pytest.mark.parametrize("name", [*SMALL, *map(long, LARGE)])
def test_coq_accepts_the_theorems_without_an_axiom(library, tmp_path, name):
    words, named = {**SMALL, **LARGE}[name]
    assert_theorems(library, tmp_path / f"{name}.v", words, named)


@pytest.mark.long
def test_a_title_is_no_end_of_its_comment(library, tmp_path):
    _, text = proof_of("hex", (2,))
    file = tmp_path / "Titled.v"
    file.write_text(theorem_of('a "b (* c *', text.replace("hex 2", 'a "b (* c *')), encoding="utf-8")
    done = compiled(library, file)
    assert (done.returncode, done.stdout) == (0, CLOSED * 2), done.stderr


GENERAL = ["hex_exactly_one_winner", "hex_first_wins", "hex_first_wins_as_stated", "hex_won_joined"]
GENERAL += ["second_cannot_win", "lines_second_cannot_win", "lines_first_can_draw", "fills_a_line_has_line"]


@pytest.mark.long
def test_the_general_theorems_rest_on_no_axiom(whole_library, tmp_path):
    file = tmp_path / "General.v"
    asked = "".join(f"Print Assumptions {name}.\n" for name in GENERAL)
    file.write_text("From Glowgrid Require Import Stealing Hex Drawless Agree.\n" + asked, encoding="utf-8")
    done = compiled(whole_library, file)
    assert (done.returncode, done.stdout) == (0, CLOSED * len(GENERAL)), done.stderr


@pytest.mark.long
def test_the_general_theorems_are_of_the_games_that_a_certificate_states(whole_library, tmp_path):
    parts = ["From Glowgrid Require Import Hex Agree.\n"]
    for size in range(2, 6):
        first, last = (" ".join(f"{column}{row}" for row in range(1, size)) for column in ("a", "abcde"[size - 1]))
        _, text = proof_of("hex", (size,), f"{first} / {last}, 1 to move")
        lists = theorem_of(f"hex {size}", text).partition("Definition stones")[0]
        same = f"(points, nears, joins) = (hex_points {size}, hex_nears {size}, hex_joins {size})"
        parts.append(f"Module M{size}.\n{lists}Goal {same}. Proof. vm_compute. reflexivity. Qed.\nEnd M{size}.\n")
    _, text = proof_of("tic-tac-toe")
    lists = theorem_of("tic-tac-toe", text).partition("Definition nears")[0]
    same = "lines = map (fun l => ([1; 2], l)) (map snd lines)"
    parts.append(f"Module Lines.\n{lists}Goal {same}. Proof. reflexivity. Qed.\nEnd Lines.\n")
    file = tmp_path / "Same.v"
    file.write_text("".join(parts), encoding="utf-8")
    done = compiled(whole_library, file)
    assert done.returncode == 0, done.stderr


@pytest.mark.long
def test_the_page_says_how_to_check_a_theorem(whole_library, tmp_path):
    """test_formal_pages.py runs its other commands."""
    page = (Path(formal.__file__).parent / "pages" / "theorems.md").read_text(encoding="utf-8")
    made = re.search(r"^\$ glowgrid (prove .+ --coq (\S+))$", page, re.M)
    typed = re.search(r"^    \$ echo '(.+)' > (\S+)$", page, re.M)
    assert made and typed
    invoke(*made[1].replace(made[2], str(tmp_path / made[2])).split())
    (tmp_path / typed[2]).write_text(typed[1], encoding="utf-8")
    checked = re.findall(r"^    \$ (coqc .+) (\S+)\n((?:    \w.+\n)+)", page, re.M)
    assert [file for _, file, _ in checked] == [made[2], typed[2]]
    for words, file, said in checked:
        words = [*words.replace("build/rocq", str(whole_library)).split(), file]
        assert subprocess.run(words, cwd=tmp_path, capture_output=True, text=True).stdout == said.replace("    ", "")


@pytest.mark.long
def test_a_hole_is_a_place_too(library, tmp_path):
    path = tmp_path / "own.json"
    path.write_text('{"name": "own", "shape": "hexagon 3", "holes": "c3", "ring": true}')
    words = [str(path), "b2 c2 d3 d4 c4 / a1 e5 a2 e4, 1 to move"]
    assert_theorems(library, tmp_path / "Hole.v", words, stated(RINGED, ("win", 1), start="start"))


GAMES = {
    "tic-tac-toe": ("tic-tac-toe",),
    "fano": ("fano",),
    "hex 4, second": ("hex", (4,), "a1 / -, 2 to move"),
    "havannah 2": ("havannah", (2,)),
    "three, one wins": ("three-player", (), "b2 d4 / a2 b1 / c4 d3"),
    "three, two win": ("three-player", (), "a1 d4 / a2 b1 / c4 d3"),
}


@pytest.mark.parametrize(("names", "count"), [(["havannah 2"], 2), *(long(GAMES, n) for n in (4, 40))])
def test_coq_itself_refuses_changed_proofs(library, tmp_path, names, count):
    """As a part of a theorem, with the game and the claim as they were."""
    parts, refused = [], 0
    for name in names:
        position, text = proof_of(*GAMES[name])
        mutations = Mutations(position, text, random.Random(name))
        theorem = theorem_of(name, text).partition("Definition part_1")[0]
        parts.append(f"Module M{len(parts)}.\n" + theorem)
        for number in range(count):
            what, changed = mutations.one()
            if what == "settling":  # the other lines may be enough
                continue
            refused += 1
            parts[-1] += f'Goal check "{changed}" <> Proven game claims. Proof. vm_compute. discriminate. Qed.\n'
        parts[-1] += f"End M{len(parts) - 1}.\n"
    file = tmp_path / "Refused.v"
    file.write_text("".join(parts), encoding="utf-8")
    done = compiled(library, file)
    assert done.returncode == 0, done.stderr
    assert refused > len(names) * count / 2


def by_command(text):
    """Return the claims that `prove --check` accepts, or None."""
    try:
        return accepted(text)[2]
    except Bad:
        return None


def as_stated(text):
    """Return the claims that check_alone.py accepts, or None."""
    try:
        return check_alone.check(text)[1]
    except Bad:
        return None


@pytest.mark.parametrize("count", [4, long(30)])
@pytest.mark.parametrize("name", GAMES)
def test_the_extracted_checker_judges_as_prove_check_does(library, tmp_path, name, count):
    position, text = proof_of(*GAMES[name])
    chance, file = random.Random(name), tmp_path / "proof.txt"
    mutations = Mutations(position, text, chance)
    assert judged(library, text, file) == by_command(text)
    for _ in range(count):
        _, changed = mutations.one()
        assert judged(library, changed, file) == by_command(changed)
    for _ in range(count):
        changed = noisy(text, chance)
        assert judged(library, changed, file) == as_stated(changed), changed


@pytest.mark.parametrize(
    ("words", "said"), [([], "usage: check FILE\n"), (["none"], "none: No such file or directory\n")]
)
def test_the_extracted_checker_wants_a_file(library, tmp_path, words, said):
    done = subprocess.run([library / "check", *words], cwd=tmp_path, capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", said)


OWN_LINES = """glowgrid proof 1: own
points a b c d
line 1 a b
line 1 a c
stones 1
stones 2
turns 12
proof 1 wins
.... a settles b-c
end 1 wins
"""
AT_ONCE = OWN_LINES.replace("a b\n", "a\n").replace(" settles b-c", "").replace("stones 2", "stones 2\nstones 3")
FULL = OWN_LINES.replace("1 wins", "1 draws").replace("stones 1", "stones 1 b c").replace("stones 2", "stones 2 a d")
TURNED = OWN_LINES.replace("turns 12", "turns 12\nsymmetry a c b d")


@pytest.mark.parametrize(
    ("text", "old", "new", "alone", "coq"),
    [
        (OWN_LINES, "own", "own", True, True),
        (OWN_LINES, "end", "1... c\nend", True, False),  # a wrong line that no game needs
        (AT_ONCE, "12", "123", True, True),
        (AT_ONCE, "12", "132", True, False),
        (OWN_LINES, "stones 1", "stones 1 a b", True, False),  # the game is over
        (FULL, ".... a settles b-c\n", "", True, False),
        (OWN_LINES.replace("....", "...2"), "stones 2", "stones 2 d d", True, False),
        (OWN_LINES, "1 wins", "12 wins", True, False),  # pairs, and every side is of the claim
        (OWN_LINES, "stones 1", "stones +1", True, False),
        (OWN_LINES, "stones 1", "stones 0001", True, False),
        (OWN_LINES, "line 1", "line\xa01", True, False),
        (OWN_LINES, "a b\n", "a b\r", True, False),
        (OWN_LINES, "a b\n", "a b\r\n", True, True),
        (OWN_LINES, " own", "", False, True),
        (OWN_LINES, "points a", "points\ta", False, True),
        (OWN_LINES.replace("b-c", "b-c-c"), " c", " c-c", False, True),
        (TURNED, "line 1 a b\n", "line 1 a b\nhole b c\n", True, True),
        (TURNED, "line 1 a b\n", "line 1 a b\nhole b c\nhole b c\n", True, False),
        (TURNED, "line 1 a b\n", "line 12 a b\nline 2 a c\n", False, True),
    ],
)
def test_the_checkers_differ_where_the_readme_says(library, tmp_path, text, old, new, alone, coq):
    assert old in text
    text = text.replace(old, new)
    assert (as_stated(text) is not None, judged(library, text, tmp_path / "proof.txt") is not None) == (alone, coq)


@pytest.mark.long
def test_what_three_players_can_force_from_six_stones_on(library, tmp_path):
    chance, claims = random.Random(6), set()
    for _ in range(60):
        stones = chance.sample([f"{c}{r}" for c in "abcd" for r in "1234"], 6)
        placed = " / ".join(" ".join(stones[side::3]) for side in range(3)) + ", 1 to move"
        _, text = proof_of("three-player", (), placed)
        found = judged(library, text, tmp_path / "proof.txt")
        assert found == accepted(text)[2]
        claims.add(found)
    assert claims == {"1 wins", "23 wins", "1 draws, 23 draws"}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("hex", "--coq", "hex-2.v"), "letters, digits and _, then .v, such as Hex_5.v"),
        (("hex", "--coq", "2.v"), "then .v"),
        ((str(OWN_GAMES / "misere.py"), "--coq", "M.v"), "has no theorem"),
        ((str(OWN_GAMES / "avoid.json"), "--coq", "M.v"), "has no theorem"),
        ((str(OWN_GAMES / "bridg_it.json"), "--coq", "M.v"), "has no theorem"),
        (("hex", "--check", "hex.txt", "--coq", "Hex.v"), "leave the game out"),
        (("hex", "--coq", "no such folder/Hex.v"), "there is no folder"),
        (("hex", "--coq", str(LIBRARY / "Hex_5.v")), "for the library's own files; write"),
        (("hex", "--coq", str(BUILT / "Hex.v")), "for the library's own files; write"),
    ],
)
def test_what_has_no_theorem_is_said_in_one_line(words, said):
    result = invoke("prove", *words)
    assert said in str(result.exception) and "\n" not in str(result.exception)
