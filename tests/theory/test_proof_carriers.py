"""Proofs by lines with carriers: made, checked, refused where something is wrong."""

import random
import re
import subprocess
import sys
from functools import cache
from itertools import chain, repeat
from pathlib import Path

import pytest
from all_games import OWN_GAMES
from command_lines import invoke
from proofs import start_of

from host_sim.theory.proofs import carried, check_carriers, check_hex
from host_sim.theory.proofs.accepted import Bad as Refused
from host_sim.theory.proofs.accepted import accepted
from host_sim.theory.proofs.carriers import Lines
from host_sim.theory.proofs.certificate import proof_of
from host_sim.theory.proofs.check_carriers import Bad, check
from host_sim.theory.proofs.must_play import Maker
from host_sim.theory.proofs.searched import Searched
from host_sim.theory.proofs.solver import Solver
from host_sim.theory.proofs.tables import bits, tables_of

MOST = 200_000
MAP = str(OWN_GAMES / "hex_map.json")
# {name: (game, size, stones), claims, most bytes and lines}
MADE = {
    "hex 3": (("hex", (3,)), "1 wins", 600, 3),
    "hex 4": (("hex", (4,)), "1 wins", 1_200, 25),
    "hex 5": (("hex", (5,)), "1 wins", 3_000, 60),
    "y 3": (("y", (3,)), "1 wins", 600, 3),
    "y 4": (("y", (4,)), "1 wins", 800, 8),
    "y 5": (("y", (5,)), "1 wins", 1_500, 20),
    "map": ((MAP,), "1 wins", 800, 12),
    "hex 4, second": (("hex", (4,), "a1 / -, 2 to move"), "2 wins", 1_300, 30),
    "hex 4, lost": (("hex", (4,), "a1 / b3, 1 to move"), "2 wins", 1_200, 25),
}


@cache
def made(name):
    """Return (position, text) of a proof."""
    title, position = start_of(*MADE[name][0])
    claims, text = proof_of(position, title, MOST)
    assert text.startswith("glowgrid proof 2: ") and ", ".join(claims) == MADE[name][1]
    return start_of(*MADE[name][0])[1], text


@pytest.mark.parametrize("name", MADE)
def test_a_proof_is_short_and_accepted(name):
    _, text = made(name)
    _, claims, most_bytes, most_lines = MADE[name]
    proof, head = check(text.splitlines(keepends=True))
    assert (", ".join(proof.claims), accepted(text)[2]) == (claims, claims)
    assert len(text) < most_bytes and len(proof.lines) < most_lines
    assert text.startswith("\n".join(head))


class NotSmall(Searched):
    """Gives up nothing when it is asked first."""

    asked = False

    def small(self, stones, free, away):
        if self.asked:
            return super().small(stones, free, away)
        self.asked = True
        return stones, free


@pytest.mark.parametrize("free", ["a1 a2 c2", "a1 a2 c1 c2 a3", "a1 a2 c1 c2 a3 c3"])
def test_free_points_of_which_none_is_needed_have_a_line_too(free):
    title, position = start_of("hex", (3,), "b1 b3 / -, 1 to move")
    tables, lines = tables_of(position), Lines(None)
    maker = Maker(lines, NotSmall(tables, 1, True, lines.turn, MOST, lambda met: None))
    stones, points = (sum(1 << tables.names.index(name) for name in names.split()) for names in ("b1 b2 b3", free))
    needed = lines.needed(maker.line(stones, points)[:1])
    rows = ["proof 1", *lines.written(tables.names, needed), f"claim 1 by b2 {len(needed) - 1}", "end 1 wins"]
    proof, _ = check([*carried.header(position, title), *rows])
    assert not proof.lines[-1][1] & ~points


def test_a_field_of_one_point_is_proven(tmp_path):
    for words in (), ("--openings",):
        result = invoke("prove", "hex", "--size", "1", *words)
        (tmp_path / "proof.txt").write_text(result.stdout)
        assert "hex 1: side 1 is sure to win" in invoke("prove", "--check", str(tmp_path / "proof.txt")).stdout
        assert on_a_page(result.stdout) == ["1 wins" + " after a1" * len(words)]


@pytest.mark.parametrize(("size", "first"), [(3, 5), (4, 4)])
def test_openings_are_claims_of_one_file(size, first):
    title, position = start_of("hex", (size,))
    claims, text = carried.proof_of(position, title, MOST, lambda met: None, openings=True) or ([], "")
    assert len(claims) == size * size and accepted(text)[2] == ", ".join(claims)
    winners = [claim[0] for claim in claims]
    assert winners == winners[::-1] and winners.count("1") == first  # half a turn changes nothing


class Truth:
    """Who wins with some stones, some points free, all else the rival's, who moves: tried out in every way."""

    def __init__(self, position):
        tables, self.known = tables_of(position), {}
        self.ends = {side: Solver(tables, side, False, MOST, lambda met: None) for side in (1, 2)}  # only who has won

    def wins(self, side, own, free):
        key = side, own, free
        if key not in self.known:
            holds = self.ends[side].holds
            self.known[key] = holds(own | free) and (
                holds(own) or all(self.answered(side, own, free & ~(1 << p)) for p in bits(free))
            )
        return self.known[key]

    def answered(self, side, own, free):
        return any(self.wins(side, own | 1 << p, free & ~(1 << p)) for p in bits(free))


def mutated(text, chance):
    """Return a text with one row of the proof changed."""
    rows = text.splitlines()
    names = [name for name in rows[1].split()[1:] if name != "/"]
    first = next(at for at, row in enumerate(rows) if row.startswith("proof "))
    at = chance.randrange(first, len(rows))
    words = rows[at].split()
    kind = chance.randrange(6)
    place = chance.randrange(len(words))
    if kind == 0:
        rows[at] = " ".join(words[:place] + words[place + 1 :])
    elif kind == 1:
        words[place] = chance.choice([*names, "0", "1", "2~", "3", "settles", "1x", "~"])
    elif kind == 2:
        words.insert(place, chance.choice([*names, "a1-b1", "0", "b2 1~"]))
    elif kind == 3:
        words[place] = (
            words[place][:-1] if words[place].endswith("~") else words[place] + chance.choice(["~", "x", "-c3"])
        )
    elif kind == 4:
        other = chance.randrange(first, len(rows))
        rows[at], rows[other] = rows[other], rows[at]
    else:
        del rows[at]
    if kind in (1, 2, 3):
        rows[at] = " ".join(words)
    return "\n".join(rows) + "\n"


LARGEST = 14  # points of a carrier that are all tried out; on Hex 5 lines go to 20, and rest on those
SIZES = ["hex 3", "hex 4", "y 4", "map", "hex 5"]


@pytest.mark.parametrize("count", [200, pytest.param(2_000, marks=pytest.mark.long)])
@pytest.mark.parametrize("name", SIZES)
def test_a_changed_proof_is_accepted_only_if_each_line_is_true(name, count):
    position, text = made(name)
    truth, chance, refused = Truth(position), random.Random(f"{name} {count}"), 0
    for _ in range(count):
        changed = mutated(text, chance)
        try:
            proof, _ = check(changed.splitlines())
        except Bad as bad:
            assert 0 < bad.args[0] <= len(changed.splitlines()) + 1
            refused += 1
            continue
        for own, free, side in {*proof.lines}:
            assert free.bit_count() > LARGEST or truth.wins(int(side), own, free), changed
        assert {*proof.claims} == {MADE[name][1]}
    assert refused > count / 2


def on_a_page(text):
    """Return what the page that knows Hex says a proof proves, or None if it refuses it."""
    try:
        return check_hex.check(iter(text.splitlines()))
    except (LookupError, ValueError):
        return None


@pytest.mark.parametrize("count", [200, pytest.param(2_000, marks=pytest.mark.long)])
@pytest.mark.parametrize("size", [3, 4, 5])
def test_the_page_that_knows_hex_agrees(size, count):
    """It may take what the other refuses only for its form: rows of rules, or the same reply twice."""
    text, chance = made(f"hex {size}")[1], random.Random(f"{size} {count}")
    assert on_a_page(text) == ["1 wins"]
    for _ in range(count):
        changed = mutated(text, chance)
        try:
            claims = check(changed.splitlines())[0].claims
        except Bad as bad:
            claims = on_a_page(changed) if "a reply twice" in bad.args[1] else None
        assert on_a_page(changed) == claims, changed


HEX = "hex 3"
# {what: (what to replace in the proof of hex 3, by what, the words of the refusal)}
WRONG = {
    "three points are no pair": ("b1-c1", "b1-c1-a1", "no pairs"),
    "no replies": ("b2 settles b1-c1 a3-b3", "", "cannot be read"),
    "a point in a pair and a stone": ("b2 settles", "b2 b1 settles", "a point that has to be empty"),
    "a stone twice": ("b2 settles", "b2 b2 settles", "a point twice"),
    "a pair twice": ("b1-c1", "b1-c1 b1-c1", "a point twice"),
    "a digit of another script": ("by b2 0", "by b2 \u0660", "expected a number"),
    "a zero before": ("by b2 0", "by b2 00", "expected a number"),
    "a number that is not earlier": ("by b2 0", "by b2 1", "not an earlier line"),
    "a line of itself": ("claim", "b1 1\nclaim", "not an earlier line"),
    "a row of blanks": ("claim", " \nclaim", "cannot be read"),
    "two blanks": ("b2 settles", "b2  settles", "cannot be read"),
    "a point off the field": ("b1-c1", "b1-d1", "no such point"),
    "another board": ("points a1 b1 c1 / a2 b2 c2 / a3 b3 c3", "points a1 b1 c1 / a2 b2 c2", "no such point"),
    "neighbours on one side only": ("near a1 b1 a2", "near a1 b1", "not beside it"),
    "not the rival's turn": ("claim 1 by b2 0", "claim 1 after b2 by c3 0", "not the rival's turn"),
    "a line of the other side": ("claim 1 by", "claim 2 by", "the other side"),
    "another end": ("end 1 wins", "end 2 wins", "expected 'end'"),
    "cut off": ("end 1 wins\n", "", "expected 'end'"),
    "something after the end": ("end 1 wins", "end 1 wins\nend 1 wins", "cannot be read"),
    "the first reply is unchecked": ("claim", "b2 0 a1 0\nclaim", "needs empty|in all"),
    "a carrier in all replies": ("claim", "a1 0\nclaim", "in all of the replies"),
    "a reply twice": ("claim", "a1 0 a1 0\nclaim", "a reply twice"),
    "a key in its carrier": ("claim", "b1 0 a1 0\nclaim", "needs empty"),
    "half a turn too many": ("by b2 0", "by b2 0~~", "no such point"),
    "a mark that a reply cannot have": ("claim", "a1 0x\nclaim", "no such point|other side"),
    "a symmetry that keeps nothing": ("symmetry c3 b3", "symmetry b3 c3", "does not keep"),
}


# What the page that knows Hex need not see: it reads no rules.
OF_THE_FORM = ("a reply twice", "another board", "neighbours on one side only", "a symmetry that keeps nothing")


@pytest.mark.parametrize("what", WRONG)
def test_what_is_wrong_is_refused_with_its_row(what):
    old, new, why = WRONG[what]
    _, text = made(HEX)
    assert text.count(old) >= 1
    changed = text.replace(old, new, 1)
    with pytest.raises(Bad, match=why) as bad:
        check(changed.splitlines())
    assert 0 < bad.value.args[0] <= len(changed.splitlines()) + 1
    with pytest.raises(Refused):
        accepted(changed)
    assert on_a_page(changed) is None or what in OF_THE_FORM


def test_ten_million_lines_are_refused_in_bounded_memory(monkeypatch):
    """A row says no more than it may; rows are read one by one, and what is over the most is refused."""
    monkeypatch.setattr(check_carriers, "MOST_LINES", 1_000)
    head = made(HEX)[1].partition("claim")[0].splitlines()
    rows = chain(head, repeat("b2 settles b1-c1 a3-b3", 10_000_000))
    with pytest.raises(Bad, match="more than 1000 lines") as bad:
        check(rows)
    assert bad.value.args[0] == len(head) + 1_000
    with pytest.raises(Bad):
        check(["x" * 100_001])


@pytest.mark.parametrize("checker", [check_carriers, check_hex])
def test_a_checker_runs_by_itself(tmp_path, checker):
    program = tmp_path / "check.py"
    program.write_bytes(Path(checker.__file__).read_bytes())
    text = made("hex 4")[1]
    command = [sys.executable, "-I", str(program)]
    done = subprocess.run(command, input=text, capture_output=True, text=True, cwd=tmp_path)
    assert (done.returncode, done.stdout.split()[-4:]) == (0, ["1", "wins", "is", "proven"])
    done = subprocess.run(command, input=text[:-12], capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 1 and re.match("(line|row) [0-9]+: .+\n$", done.stderr)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (None, "", "row 1: expected 'glowgrid proof 2: hex' and a size up to 19"),
        ("hex 3", "y 3", "row 1: expected 'glowgrid proof 2: hex' and a size up to 19"),
        ("b2 settles", "b4 settles", "row 24: no 'b4'"),
        ("by b2 0", "by b2 7", "row 25: no '7'"),
        ("\nend 1 wins", "", "row 25: cut off"),
    ],
)
def test_the_page_that_knows_hex_names_the_row_and_what_is_wrong(old, new, said):
    text = "" if old is None else made(HEX)[1].replace(old, new)
    done = subprocess.run([sys.executable, check_hex.__file__], input=text, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (1, said + "\n")


def test_the_command_writes_and_checks_openings(tmp_path):
    file = tmp_path / "proof.txt"
    file.write_text(invoke("prove", "hex", "--size", "3", "--openings").stdout, encoding="utf-8")
    said = invoke("prove", "--check", str(file), "--coq", str(tmp_path / "Hex_3.v")).stdout
    assert "hex 3: side 2 is sure to win after a1" in said and "accepted" in said
    theorem = (tmp_path / "Hex_3.v").read_text(encoding="utf-8")  # test_prove_coq_lines.py has Coq check such files
    assert "Theorem side_2_can_win_after_a1 : " in theorem and file.read_text(encoding="utf-8")[:40] in theorem
    assert "leave it out" in str(invoke("prove", "havannah", "--size", "2", "--openings").exception)
