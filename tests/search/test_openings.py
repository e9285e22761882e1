"""First stones of Hex: with which the engine begins; who wins those of 8x8 and 9x9, as published, decides the swap."""

import pytest
from line_games import searched
from test_hex_values import OPENINGS

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid.games import hex
from glowgrid.levels import LEVELS, chosen, level_limits
from glowgrid.rules.groups import GroupsPosition
from glowgrid.rules.placed import place
from glowgrid.search import SURE_LOSS, SURE_WIN, Limits, engine_for
from glowgrid.search.groups.swap import enter_swap

# Who wins, as in test_hex_values.py. Evidence:
# 8x8  P. Henderson, B. Arneson, R. B. Hayward, "Solving 8x8 Hex", 2009. Their program Benzene has them twice: all in
#      share/swap-moves.txt (2009), and the left half of the field as a test, regression/dfpn-solve-8x8.tst (2010). The
#      same test for 6x6 has the values that are proven here, so sides and corners agree. (In swap-moves.txt the lists
#      up to 7x7 are those of the other side, mirrored; that for 8x8 is not.) HexWiki, "Small boards", shows them after
#      a second program, Javerberg's: a table copied from there is the same for 8x8, and right for 3x3 to 7x7.
# 9x9  J. Pawlewicz, R. B. Hayward, "Scalable parallel DFPN search", 2013, as HexWiki shows them: again by that copy.
#      The list in swap-moves.txt (2010, when some were open) has 31 of these 53 winners, and no other stone.
PUBLISHED = {
    8: "2222222122222211211111122111111111111112211111121122222212222222",
    9: "222222221111222211211111112111111111111111111111111111211111112112222111122222222",
}
BEGINNING = sorted({**OPENINGS, **PUBLISHED}.keys() - {4})  # sizes; of 4x4 no loser is near even


def opened(size, point):
    position = hex.setup(size)
    assert position.play(point)
    position.swap_rule = True
    return position


@pytest.mark.parametrize("size", PUBLISHED)
def test_the_table_has_the_published_values(size):
    known = PUBLISHED[size]
    assert len(known) == size**2 and known == known[::-1]  # half a turn changes nothing
    ones = {point for point in range(size**2) if known[point] == "1"}
    assert ones != {(size - 1 - point % size) * size + size - 1 - point // size for point in ones}  # a mirror does
    position = hex.setup(size)
    assert {point for point in range(size**2) if position.published(point) == 1} == ones
    assert {position.published(point) for point in range(size**2)} == {1, 2}


@pytest.mark.parametrize("size", BEGINNING)
def test_the_engine_begins_with_losers_that_enough_winners_touch(size):
    known, field, least = (OPENINGS | PUBLISHED)[size], hex.setup(size).field, 2 if size == 6 else 3
    winners = [
        sum(near < size**2 and known[near] == "1" for near in field.near[6 * point : 6 * point + 6])
        for point in range(size**2)
    ]
    assert [*hex.OPENINGS[size]] == [
        point for point in range(size**2) if known[point] == "2" and winners[point] >= least
    ]


class Misere(GroupsPosition):
    """Hex whose winner loses, on the tables of Hex."""

    def wins_at(self, point):
        return False


D4, A1, SWAP = 27, 0, 64  # of 8x8: d4 wins, and stays itself where it is taken over; a1 loses, and becomes h8


@pytest.mark.parametrize(
    "swap, moves, expected",
    [
        (False, (), {D4: 1, A1: 2, SWAP: 0, None: 1}),
        (True, (), {D4: 2, A1: 2, SWAP: 0, None: 2}),  # side 2 takes d4 over
        (False, (D4,), {A1: 1, 30: 1, D4: 0, SWAP: 0, None: 1}),
        (True, (D4,), {A1: 1, 30: 1, SWAP: 2, None: 2}),
        (False, (A1,), {D4: 0, 30: 0, None: 2}),  # side 2 wins, but it is not published how
        (True, (A1,), {D4: 0, 30: 0, SWAP: 1, None: 2}),
        (True, (D4, SWAP), {A1: 2, 30: 2, SWAP: 0, None: 2}),
        (True, (A1, SWAP), {D4: 0, 30: 0, None: 1}),
        (False, (D4, A1), {30: 0, None: 0}),
    ],
)
def test_who_wins_by_a_move_as_published(swap, moves, expected):
    position = hex.setup(8)
    position.swap_rule = swap
    for move in moves:
        assert position.play(move)
    assert {move: position.published(move) for move in expected} == expected


@pytest.mark.parametrize(
    "stones, to_move, expected",
    [({D4: 1}, 2, 1), ({D4: 2}, 1, 2), ({D4: 1}, 1, 0), ({A1: 1}, 2, 0), ({D4: 1, A1: 2}, 1, 0)],
)
def test_a_stone_that_was_set_up_counts_as_the_first(stones, to_move, expected):
    assert place(hex.setup(8), stones, to_move).published(30) == expected


def test_nothing_is_published_of_other_sizes_and_rules():
    others = [hex.setup(7), hex.setup(10), Misere(hex.setup(8).tables)]
    assert {position.published(move) for position in others for move in [None, *range(position.moves)]} == {0}


@pytest.mark.parametrize("level", [None, LEVELS])
@pytest.mark.parametrize("size", PUBLISHED)
def test_a_stone_is_taken_over_if_it_is_published_to_win(size, level):
    """At the best level, and with `every`, as for a hint; it is an estimate and no proof."""
    engine, swap = engine_for(opened(size, 0)), size**2
    for point in range(swap):
        position = opened(size, point)
        if level:
            limits = level_limits(position, level, tick_work=8)  # an answer to a stone that stays takes long
            move = chosen(position, searched(engine, position, limits, limits.rough), level)
        else:
            move = searched(engine, position, Limits(8000), True).best
        verdict, wins = engine.verdict, PUBLISHED[size][point] == "1"
        assert (move == swap) == wins, point
        assert verdict.percent(swap) == (90 if wins else 10)
        assert not verdict.proven and not verdict.outcome(swap) and SURE_LOSS < verdict.score < SURE_WIN


@pytest.mark.parametrize("size", BEGINNING)
def test_the_engine_begins_at_once_with_stones_that_are_not_taken_over(size):
    position = hex.setup(size)
    position.swap_rule = True
    engine, begun = engine_for(position), set()
    for seed in range(1, 20):
        verdict = searched(engine, position, level_limits(position, LEVELS, seed))
        begun.add(chosen(position, verdict, LEVELS, seed))
        assert not verdict.nodes and verdict.best in hex.OPENINGS[size]
        assert verdict.proven == (size not in PUBLISHED) and verdict.outcome(verdict.best) == 2 * verdict.proven
    assert begun == {*hex.OPENINGS[size]}


@pytest.mark.parametrize("size", PUBLISHED)
def test_without_the_swap_rule_the_last_level_begins_with_a_stone_that_is_published_to_win(size):
    position = hex.setup(size)
    engine, begun = engine_for(position), set()
    for seed in range(40):
        verdict = searched(engine, position, level_limits(position, LEVELS, seed))
        assert not verdict.nodes and not verdict.proven and position.published(verdict.best) == 1
        begun.add(chosen(position, verdict, LEVELS, seed))
    assert len(begun) > 10
    limits = level_limits(position, 3, tick_work=8)
    assert searched(engine, position, limits, limits.rough).nodes


@pytest.mark.parametrize("size", PUBLISHED)
@pytest.mark.parametrize("swap", [False, True])
def test_where_all_first_stones_are_asked_for_a_search_looks_at_them_and_proves_none(size, swap):
    """So it can be said who wins within a few plies."""
    position = hex.setup(size)
    position.swap_rule = swap
    verdict = searched(engine_for(position), position, Limits(200_000), True)
    assert verdict.nodes and verdict.best < position.points and not verdict.proven
    assert not any(map(verdict.outcome, range(position.moves)))


@pytest.mark.parametrize("size", PUBLISHED)
def test_nothing_decides_the_move_without_the_swap_rule_and_after_the_second_move(size):
    position = opened(size, 0)
    engine = engine_for(position)
    for swap in (False, True):
        position.swap_rule = swap
        verdict = searched(engine, position, Limits(8000))
        assert position.play(verdict.best)
        verdict = searched(engine, position, Limits(8000))
        assert verdict.nodes and verdict.best < position.points and verdict.percent(position.swap) == 255
        position.undo()


def test_what_is_proven_overrules_what_is_known():
    """Said to be proven: d4 loses, which is known to win."""
    position = opened(8, 27)
    verdict = searched(engine_for(position), position, Limits(8000), True)
    verdict.put(30, verdict.me)
    verdict.choose(30, verdict.win_in(0), True)
    enter_swap(position, verdict)
    assert verdict.proven and verdict.best == 30 and verdict.score == verdict.win_in(0)
    assert verdict.outcome(64) == 3 - verdict.me
