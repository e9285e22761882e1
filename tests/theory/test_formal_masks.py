"""The search by bit masks agrees with the definitions on every small game, and reaches games that they cannot."""

import json
from functools import lru_cache
from itertools import permutations, product
from random import Random

import pytest

from host_sim.theory.formal import automorphisms, masks, max_n, own, report
from host_sim.theory.formal import game_tree_search as gts
from host_sim.theory.formal import positional_games as pg
from host_sim.theory.formal import three_players as tp
from host_sim.theory.formal.sets import minimal


def lecture_game(game):
    """Return a strong positional game as the lecture's game: a board is (stones of side 1, stones of side 2)."""

    def w0(b):
        for sign, stones, wps in ((1, b[0], game.wps1), (-1, b[1], game.wps2)):
            if any(wp <= stones for wp in wps):
                return sign
        return 0

    def after(m, b):
        return (b[0] | {m}, b[1]) if len(b[0]) == len(b[1]) else (b[0], b[1] | {m})

    return gts.Game(
        b0=(frozenset(), frozenset()),
        p=lambda b: 1 if len(b[0]) == len(b[1]) else -1,
        m=lambda b: game.points - b[0] - b[1],
        after=after,
        w0=lru_cache(maxsize=None)(w0),
    )


def random_game(random, points):
    """Return a strong positional game of random patterns, often the same for both sides."""

    def patterns():
        return minimal(
            frozenset(random.sample(range(points), random.randint(1, min(4, points))))
            for _ in range(random.randint(1, 9))
        )

    wps = patterns()
    return pg.StrongPositionalGame(frozenset(range(points)), wps, wps if random.random() < 0.5 else patterns())


def assert_masks_agree(game, random, positions):
    """Check w_star and w_k after random moves against the definitions."""
    lecture, search = lecture_game(game), masks.TwoSides()
    points = sorted(game.points)
    bits = masks.bits_of(points)
    for number in range(positions):
        board, families, left = lecture.b0, masks.families(bits, (game.wps1, game.wps2)), points[:]
        random.shuffle(left)
        for p in left[: number % len(points)]:
            board, families = lecture.after(p, board), masks.put(bits[p], *families)
            if lecture.w0(board):
                break
        if lecture.w0(board):
            continue
        free, sign = len(lecture.m(board)), lecture.p(board)
        assert sign * search.w_star(free, *families) == gts.w_star(lecture, board), (game, board)
        for k in range(min(free, 6) + 1):
            assert sign * search.w_k(k, *families) == gts.w_k(lecture, k, board), (game, board, k)
    gts.w_star.cache_clear()
    gts.w_k.cache_clear()


@pytest.mark.parametrize(
    "name, size",
    [("tic-tac-toe", ""), ("mnk", "2,4,3"), ("hex", "2"), ("hex", "3"), ("havannah", "2"), ("y", "3"), ("fano", "")],
)
def test_named_games_of_at_most_nine_points(name, size):
    assert_masks_agree(report.subject_of(name, size).game, Random(1), 20)


def test_every_game_of_three_points():
    """All pairs of sets of minimal patterns; a side with the empty pattern has won before the first move."""
    points = frozenset(range(3))
    sets = [wps for wps in pg.minimal_winning_patterns(points) if frozenset() not in wps]
    for wps1, wps2 in product(sets, sets):
        assert_masks_agree(pg.StrongPositionalGame(points, wps1, wps2), Random(2), 3)


def test_random_games_of_at_most_eight_points():
    random = Random(3)
    for _ in range(60):
        assert_masks_agree(random_game(random, random.randint(4, 8)), random, 3)


def test_three_sides_on_3x3():
    """Check max^n and what each side forces, after random moves."""
    random = Random(5)
    places: list = sorted(product((1, 2, 3), repeat=2))
    bits = masks.bits_of(places)
    search = masks.ThreeSides(9, masks.families(bits, [tp.lines(3)] * 3))
    for number in range(0, 300, 17):
        state, stones = tp.initial(3), (0, 0, 0)
        for _ in range(4 + number % 5):
            if tp.is_goal_state(state):
                break
            i, j = random.choice(tp.applicable(state))
            stones = masks.with_stone(stones, state[1] - 1, places.index((i, j)))
            state = tp.o(i, j, state)
        if tp.is_goal_state(state):
            continue
        outcome = search.w_k(9, state[1] - 1, stones)
        assert (0 if outcome is None else outcome + 1) == max_n.w_star(state)
        for side in tp.J:
            assert search.forced(side - 1, state[1] - 1, stones) == max_n.forced(state, side)


@pytest.mark.parametrize(
    "name, size, value, openings",
    [
        ("mnk", "4,4,3", "+1, side 1 wins", 16),
        ("mnk", "3,5,3", "+1, side 1 wins", 13),
        ("mnk", "4,4,4", "0, a draw", 16),
        ("hex", "4", "+1, side 1 wins", 4),
        pytest.param("havannah", "3", "+1, side 1 wins", 6, marks=pytest.mark.long),
    ],
)
def test_larger_games_from_the_empty_field(name, size, value, openings):
    subject = report.subject_of(name, size)
    assert subject.value() == value
    assert subject.openings().startswith(f"{openings} of {len(subject.names)} optimal: ")


def test_a_search_with_too_many_positions_says_so():
    subject = report.subject_of("mnk", "5,5,4")
    subject.most = 50
    for ask in (subject.value, subject.openings, subject.w_star):
        with pytest.raises(report.OutOfReach, match="unsolved after 50 positions; --most allows more"):
            ask()


def test_the_four_answers_of_a_position():
    subject = report.subject_of("tic-tac-toe")
    subject.play("A1 b1")
    assert subject.w0() == "undecided: the game goes on"
    assert subject.w_k() == "side 1 within 5 plies, nobody within fewer"
    subject.k = 4
    assert subject.w_k() == "undecided within 4 plies"
    three = report.subject_of("three-player")
    subject.k = three.k = 0  # w_0 says who has won, without a search
    assert subject.w_k() == three.w_k() == "undecided within 0 plies"
    assert (subject.w_star(), subject.m_hat()) == ("side 1", "a2 b2 a3")
    subject.play("a2 b2 a3")
    assert (subject.w0(), subject.w_star(), subject.m_hat()) == ("side 1 has won", "side 1", "none: the game is over")


def test_automorphisms_match_a_trial_of_all_permutations():
    random = Random(6)
    for _ in range(40):
        game = random_game(random, random.randint(1, 6))
        points = sorted(game.points)
        count = 0
        for image in permutations(points):
            move = dict(zip(points, image))
            count += all(frozenset(move[p] for p in wp) in wps for wps in (game.wps1, game.wps2) for wp in wps)
        assert automorphisms.order(points, (game.wps1, game.wps2)) == count


@pytest.mark.parametrize(
    "name, size, order",
    [
        ("fano", "", 168),
        ("tic-tac-toe", "", 8),
        ("hex", "4", 2),
        ("havannah", "2", 12),
        ("y", "4", 6),
        ("three-player", "", 8),
    ],
)
def test_known_automorphisms(name, size, order):
    assert report.subject_of(name, size).automorphisms() == str(order)


def write(tmp_path, data):
    path = tmp_path / "own.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    return str(path)


def test_an_own_file(tmp_path):
    cross = {"name": "cross", "field": [".o.", "ooo", ".o."], "lines": ["b1 b2 b3", "a2 b2 c2", "a2 b2 c2 b1"]}
    subject = report.subject_of(write(tmp_path, cross))
    assert subject.patterns() == "2 for either side: dropped, because they contain another: b1 a2 b2 c2"
    assert (subject.automorphisms(), subject.value(), subject.excluding()) == ("8", "0, a draw", "yes")


def test_rows_on_boards_of_any_dimensions(tmp_path):
    cube = {"name": "cube", "rows": {"of": [3, 3, 3], "k": 3}}
    subject = report.subject_of(write(tmp_path, cube))
    assert (subject.points(), subject.patterns()) == ("27", "49 for either side")
    assert list(subject.names.values())[:3] == ["a1", "b1", "c1"]
    assert (subject.automorphisms(), subject.value()) == ("48", "+1, side 1 wins")
    plane = report.subject_of(write(tmp_path, {"name": "plane", "rows": {"of": [4, 4], "k": 3}}))
    assert plane.patterns() == report.subject_of("mnk", "4,4,3").patterns()
    assert len(own.rows((2, 2, 2, 2), 2)[1]) == 120


def test_triangles(tmp_path):
    subject = report.subject_of(write(tmp_path, {"name": "k6", "triangles": 6}))
    assert (subject.points(), subject.patterns(), subject.automorphisms()) == ("15", "20 for either side", "720")
    assert subject.drawless() == "yes"
