"""Theorems of lines with carriers: Coq accepts true files without an axiom, and refuses forged ones at their line."""

import re
from pathlib import Path

import pytest
from cases import long
from coq_library import CLOSED, built_for_theorems, compiled, judged, judged_or_refused

from host_sim.theory.proofs.coq import theorem_of

DATA = Path(__file__).parents[1] / "data" / "carriers"
HEX_3, Y_2 = ((DATA / f"{name}.txt").read_text(encoding="utf-8") for name in ("hex_3", "y_2"))


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    return built_for_theorems(tmp_path_factory)


def changed(text, *changes):
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


def last_lines(text, lines):
    """Return a text with other claims."""
    return text[: text.index("claim ")] + lines


STONES = "stones 1\nstones 2\n"
# A stone of side 1 on b2, and side 2 is to move.
TO_ANSWER = changed(HEX_3, (STONES + "turns 12", "stones 1 b2\nstones 2\nturns 21"))
TO_ANSWER = last_lines(TO_ANSWER, "claim 1 0\nclaim 1 after a1 by a2 0\nend 1 wins, 1 wins after a1\n")
# A stone of side 1 on a1, and side 2, which is to move, can win.
SECOND = changed(HEX_3, (STONES + "turns 12", "stones 1 a1\nstones 2\nturns 21"))
SECOND = last_lines(SECOND, "claim 2 by b2 0x\nclaim 2 after b2 0x~\nend 2 wins, 2 wins after b2\n")

# In Y the goals are the same for both: a line of side 2.
OF_SECOND = changed(Y_2, ("stones 2\n", "stones 2 a1\n"), ("proof 1\n", "proof 2\n"))
OF_SECOND = last_lines(OF_SECOND, "claim 2 0\nend 2 wins\n")

WON = "(joined nears joins)"
AFTER = {  # the moves, whether side 1 wins
    "b2": True,
    "b1": False,
    "c1": True,
    "a2": True,
    "a1": False,
}


def of_hex_3():
    named = [
        f"nobody_has_won_yet : nobody_has_won 2 {WON} empty_field",
        f"side_1_can_win : can_win points 2 {WON} 1 empty_field 1",
    ]
    for move, wins in AFTER.items():
        side, position = 1 if wins else 2, f"(play empty_field {move} 1)"
        named.append(f"nobody_has_won_after_{move} : nobody_has_won 2 {WON} {position}")
        named.append(f"side_{side}_can_win_after_{move} : can_win points 2 {WON} {side} {position} 2")
    return named


def of_stones(side, move):
    position = f"(play start {move} 2)"
    return [
        f"nobody_has_won_yet : nobody_has_won 2 {WON} start",
        f"side_{side}_can_win : can_win points 2 {WON} {side} start 2",
        f"nobody_has_won_after_{move} : nobody_has_won 2 {WON} {position}",
        f"side_{side}_can_win_after_{move} : can_win points 2 {WON} {side} {position} 1",
    ]


@pytest.mark.parametrize(
    ("text", "named"),
    [
        (HEX_3, of_hex_3()),
        long(TO_ANSWER, of_stones(1, "a1")),
        long(SECOND, of_stones(2, "b2")),
        long(Y_2, of_hex_3()[:2] + [line.replace("b2", "a1") for line in of_hex_3()[2:4]]),
    ],
)
def test_lines_with_carriers_are_theorems_without_an_axiom(library, tmp_path, text, named):
    file = tmp_path / "Lines.v"
    file.write_text(theorem_of("own", text), encoding="utf-8")
    done = compiled(library, file)
    assert (done.returncode, done.stdout) == (0, CLOSED), done.stderr
    written = file.read_text(encoding="utf-8")
    assert re.findall(r"^Theorem (.+)\.$", written, re.M) == named
    asked = ", ".join(name.partition(" ")[0] for name in named)
    assert written.endswith(f"\nDefinition theorems := ({asked}).\nPrint Assumptions theorems.\n")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (HEX_3, "1 wins, 1 wins after b2, 2 wins after b1, 1 wins after c1, 1 wins after a2, 2 wins after a1"),
        (TO_ANSWER, "1 wins, 1 wins after a1"),
        (SECOND, "2 wins, 2 wins after b2"),
        (Y_2, "1 wins, 1 wins after a1"),
        (OF_SECOND, "2 wins"),
        (changed(OF_SECOND, ("\nproof 2", "\nproof 1"), ("claim 2 0", "claim 2 0x")), "2 wins"),
        (changed(OF_SECOND, ("claim 2 0", "claim 2 0x")), None),
    ],
)
def test_the_extracted_checker_says_what_is_proven(library, tmp_path, text, said):
    assert judged(library, text, tmp_path / "proof.txt") == said


# What is changed, and the row that is refused if it is not the changed one.
FORGED = {
    "three points for a pair": (HEX_3, "b2 settles b1-c1", "b2 settles b1-c1-a1"),
    "a pair shares a point with another": (HEX_3, "b2 settles b1-c1 a3-b3", "b2 settles b1-c1 a3-c1"),
    "a pair of one point": (HEX_3, "c1 c2 settles b3-c3", "c1 c2 settles c3-c3"),
    "a pair is missing": (HEX_3, "b2 settles b1-c1 a3-b3", "b2 settles b1-c1"),
    "the carrier meets the stones": (HEX_3, "b2 settles b1-c1 a3-b3", "b2 b1 settles b1-c1 a3-b3"),
    "a stone too few": (HEX_3, "c1 b2 a3 settles", "c1 b2 settles"),
    "a stone twice": (HEX_3, "c1 b2 a3 settles", "c1 b2 a3 a3 settles"),
    "no replies": (HEX_3, "a2 1~ b2 2\n", "\n"),
    "a reply too few": (HEX_3, "c1 1 b2 6 b3 9~ c3 12~", "c1 1 b2 6 b3 9~"),
    "the first key in its carrier": (HEX_3, "a2 1~ b2 2", "a1 1~ b2 2"),
    "another key": (HEX_3, "a2 1~ b2 2", "a2 1~ b1 2"),
    "another line": (HEX_3, "c2 1 a3 3", "c2 1 a3 0"),
    "half a turn too many": (HEX_3, "c2 1 a3 3", "c2 1 a3 3~"),
    "half a turn too few": (HEX_3, "a2 1~ b2 2", "a2 1 b2 2", "c2 1 a3 3"),
    "the line itself": (HEX_3, "a2 1~ b2 2", "a2 3~ b2 2"),
    "an exchange in a reply": (HEX_3, "a2 1~ b2 2", "a2 1x b2 2"),
    "a zero before a number": (HEX_3, "a2 1~ b2 2", "a2 01~ b2 2"),
    "a digit of another script": (HEX_3, "a2 1~ b2 2", "a2 \u0661~ b2 2"),
    "two blanks": (HEX_3, "a2 1~ b2 2", "a2 1~  b2 2"),
    "a point of no field": (HEX_3, "a2 1~ b2 2", "d4 1~ b2 2"),
    "a line before its proof": (HEX_3, "proof 1\n", "", "exchange a1 a2 a3 b1 b2 b3 c1 c2 c3"),
    "a line of the other side": (HEX_3, "a2 1~ b2 2", "proof 2\na2 1~ b2 2", "a2 1~ b2 2"),
    "a claim of the loser": (HEX_3, "claim 2 after a1 by b2 0x", "claim 1 after a1 by b2 0x"),
    "a claim without exchange": (HEX_3, "claim 2 after a1 by b2 0x", "claim 2 after a1 by b2 0"),
    "a claim with another key": (HEX_3, "claim 2 after a1 by b2 0x", "claim 2 after a1 by b3 0x"),
    "a key on a stone": (HEX_3, "claim 2 after b1 by b2 0x", "claim 2 after b1 by b1 0x"),
    "a key out of turn": (HEX_3, "claim 1 after b2 0", "claim 1 after b2 by c3 0"),
    "no key in turn": (HEX_3, "claim 1 by b2 0", "claim 1 0"),
    "a claim after a move on a stone": (HEX_3, "claim 1 after c1 4", "claim 1 after c1 c1 by b2 4"),
    "a claim after the end": (HEX_3, "claim 1 after c1 4", "claim 1 after c1 a1 c2 a2 c3 b3 by b2 0"),
    "no symmetry": (HEX_3, "symmetry c3 b3", "symmetry b3 c3"),
    "a symmetry that is no permutation": (HEX_3, "symmetry c3 b3 a3", "symmetry c3 b3 c3"),
    "a turn, and no symmetry": (HEX_3, "symmetry c3 b3 a3 c2 b2 a2 c1 b1 a1\n", "", "a2 1~ b2 2"),
    "no exchange of the goals": (HEX_3, "exchange a1 a2 a3 b1", "exchange a1 a2 b1 a3"),
    "an exchange, and none is given": (HEX_3, "exchange a1 a2 a3 b1 b2 b3 c1 c2 c3\n", "", "claim 2 after b1 by b2 0x"),
    "a stone on the key": (HEX_3, "stones 2\n", "stones 2 b2\n", "claim 1 by b2 0"),
    "a rule of another format": (HEX_3, "stones 1\n", "ring b2\nstones 1\n"),
    "three sides": (HEX_3, "stones 2\nturns 12", "stones 2\nstones 3\nturns 123", "proof 1"),
    "less said than proven": (HEX_3, "end 1 wins, ", "end "),
    "more said than proven": (HEX_3, "2 wins after a1\n", "2 wins after a1, 2 wins after a2\n"),
    "turned the other way": (Y_2, "by b2 0~", "by a2 0~"),
    "cut off": (Y_2, "end 1 wins, 1 wins after a1\n", "", "claim 1 after a1 0"),
}


def forged(what):
    """Return (a forged text, the number of the row that is refused)."""
    text, old, new, *row = FORGED[what]
    after = changed(text, (old, new))
    return after, after.splitlines().index(row[0]) + 1 if row else text[: text.index(old)].count("\n") + 1


@pytest.mark.parametrize("what", FORGED)
def test_what_is_forged_is_refused_at_its_line(library, tmp_path, what):
    text, row = forged(what)
    assert judged_or_refused(library, text, tmp_path / "proof.txt") == (None, row)


@pytest.mark.parametrize("names", [["a reply too few"], long(list(FORGED))])
def test_coq_itself_refuses_what_is_forged(library, tmp_path, names):
    parts = ["From Glowgrid Require Import Certificate_2.\n"]
    for name in names:
        text, row = forged(name)
        part = f'(cons "{text}"%text nil)'
        refused = f"match check_2 {part} with Wrong row _ => BinNat.N.to_nat row = {row} | _ => False end"
        parts.append(f"Goal {refused}.\nProof. vm_compute. reflexivity. Qed.\n")
    file = tmp_path / "Forged.v"
    file.write_text("".join(parts), encoding="utf-8")
    done = compiled(library, file)
    assert done.returncode == 0, done.stderr
