"""What is said by proof is what counting says, wherever both are possible; and the steps of the proofs hold."""

from itertools import combinations
from random import Random

import pytest
from cases import long

from host_sim.theory.formal import backward, masks, report, theorems
from host_sim.theory.formal import positional_games as pg
from host_sim.theory.formal.sets import minimal

COUNTED = [("hex", str(n)) for n in (2, 3)] + [("y", str(n)) for n in (2, 3)] + [long("y", "4"), ("havannah", "2")]
COUNTED += [("tic-tac-toe", ""), ("mnk", "2,2,2"), ("mnk", "3,2,2"), ("mnk", "2,4,3"), ("mnk", "3,3,4"), ("fano", "")]


@pytest.mark.parametrize("game, size", COUNTED)
@pytest.mark.sample(3)
def test_what_is_proven_is_what_is_counted(game, size):
    subject = report.subject_of(game, size)
    for name, theorem in subject.theorems.items():
        counted = getattr(subject, name)()
        said = theorem.answer
        assert counted.startswith(said) or (said == theorems.STEALING.answer and counted[:2] in ("0,", "+1")), name


def test_larger_sizes_are_answered_by_proof_with_the_argument():
    subject = report.subject_of("hex", "11")
    assert report.answer(subject, "drawless") == "yes, by proof"
    assert report.answer(subject, "value") == "+1, side 1 wins, by proof"
    assert report.argument(subject, "drawless").count(". ") == 2
    assert report.answer(report.subject_of("mnk", "8,8,8"), "value") == "0, a draw, by proof"
    assert report.answer(report.subject_of("havannah", "8"), "value") == "0 or +1: side 2 does not win, by proof"
    with pytest.raises(report.OutOfReach):
        report.answer(report.subject_of("mnk", "8,8,5"), "configurations")


def test_the_bound_of_erdos_and_selfridge_is_what_games_of_random_patterns_say():
    random, bounded = Random(3), 0
    for _ in range(150):
        points = frozenset(range(random.randint(3, 6)))
        sets = [frozenset(p) for size in (2, 3, 4) for p in combinations(sorted(points), size)]
        wps1, wps2 = (minimal(random.sample(sets, random.randint(0, 4))) for _ in range(2))
        theorem = theorems.of_patterns(wps1, wps2).get("value")
        if theorem and theorem.answer == theorems.DRAW:
            bounded += 1
            assert backward.value(pg.spg_game(pg.StrongPositionalGame(points, wps1, wps2))) == 0
    assert bounded > 20


@pytest.mark.parametrize("size", [2, 3, 4, 6, 9])
def test_the_triangle_shrinks_to_the_winner_of_y(size):
    """The lemma of Schensted and Titus, on random full fields."""
    random, field = Random(size), [(x, y) for y in range(size) for x in range(y + 1)]
    for _ in range(60):
        colour = {p: random.randint(1, 2) for p in field}
        won = [side for side in (1, 2) if report.y_won(size, frozenset(p for p in field if colour[p] == side))]
        for n in range(size - 1, 0, -1):
            corners = {(x, y): ((x, y), (x, y + 1), (x + 1, y + 1)) for y in range(n) for x in range(y + 1)}
            colour = {p: 1 + (sum(colour[q] for q in corners[p]) > 4) for p in corners}
        assert won == [colour[0, 0]]


@pytest.mark.parametrize("game, size", [("hex", 3), ("y", 4), ("havannah", 2), ("havannah", 3)])
def test_who_has_won_is_the_same_by_groups_as_by_patterns(game, size):
    random, subject = Random(1), report.subject_of(game, str(size))
    one, two = subject.game.wps1, subject.game.wps2
    for _ in range(200):
        stones = frozenset(p for p in subject.names if random.random() < 0.5)
        for side, wps in ((1, one), (2, two)):
            assert subject.wins(side, stones) == any(wp <= stones for wp in wps)


def test_who_has_won_is_looked_up_where_patterns_cannot_be_listed():
    column = " ".join(f"a{n} b{n}" for n in range(1, 12))
    subject = report.subject_of("hex", "11")
    subject.k = 0
    subject.play("a1")
    assert (report.answer(subject, "w0"), report.answer(subject, "w_k")) == (
        "undecided: the game goes on",
        "undecided within 0 plies",
    )
    subject = report.subject_of("hex", "11")
    subject.play(column.rpartition(" ")[0])
    assert report.answer(subject, "w0") == "side 1 has won"


def test_the_table_of_three_players_is_what_a_search_finds():
    random = Random(7)
    subject = report.subject_of("three-player")
    for plies in (4, 5):
        search = masks.ThreeSides(16, masks.families(masks.bits_of(subject.names), subject.lines), 3_000_000)
        points = random.sample(range(16), plies)
        stones = tuple(frozenset(points[side::3]) for side in range(3))
        bits = tuple(sum(1 << p for p in of_side) for of_side in stones)
        if plies == 5:
            outcome = search.w_k(16, plies % 3, bits)
            assert subject.table.max_n(stones) == (0 if outcome is None else outcome + 1)
        else:
            assert subject.table.forced(stones) == search.forced((plies - 1) % 3, plies % 3, bits)


def test_three_players_say_what_the_table_knows():
    subject = report.subject_of("three-player")
    assert report.answer(subject, "value") == "max^n: a draw, by the solved table"
    assert report.answer(subject, "paranoid").startswith("player 1 forces nothing; player 2 forces nothing; player 3")
    subject.play("a1 b1")
    assert report.answer(subject, "w_star") == "a draw"
