"""First stones of Hex 8x8 and 9x9: who wins them is published; that decides the swap, and where the engine begins."""

import pytest
from line_games import searched

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid.games import hex
from glowgrid.levels import chosen, level_limits
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
KNOWN = {
    8: "2222222122222211211111122111111111111112211111121122222212222222",
    9: "222222221111222211211111112111111111111111111111111111211111112112222111122222222",
}


def opened(size, point):
    position = hex.setup(size)
    assert position.play(point)
    position.swap_rule = True
    return position


@pytest.mark.parametrize("size", KNOWN)
def test_the_table_has_the_published_values(size):
    known = KNOWN[size]
    assert len(known) == size**2 and known == known[::-1]  # half a turn changes nothing
    ones = {point for point in range(size**2) if known[point] == "1"}
    assert ones != {(size - 1 - point % size) * size + size - 1 - point // size for point in ones}  # a mirror does
    wins, begins = hex.KNOWN[size]
    assert {point for point in range(size**2) if wins[point >> 3] >> (point & 7) & 1} == ones
    assert len({*begins}) == len(begins) and not {*begins} & ones


@pytest.mark.parametrize("level", [None, 5])
@pytest.mark.parametrize("size", KNOWN)
def test_a_stone_is_taken_over_if_it_is_known_to_win(size, level):
    """At the best level, and with `every`, as for a hint; it is an estimate and no proof."""
    engine, swap = engine_for(opened(size, 0)), size**2
    for point in range(swap):
        position = opened(size, point)
        if level:
            limits = level_limits(position, level, tick_work=8)  # an answer to a stone that stays takes long
            move = chosen(position, searched(engine, position, limits, limits.rough), level)
        else:
            move = searched(engine, position, Limits(8000), True).best
        verdict, wins = engine.verdict, KNOWN[size][point] == "1"
        assert (move == swap) == wins, point
        assert verdict.percent(swap) == (90 if wins else 10)
        assert not verdict.proven and not verdict.outcome(swap) and SURE_LOSS < verdict.score < SURE_WIN


@pytest.mark.parametrize("size", KNOWN)
def test_the_engine_begins_at_once_with_stones_that_are_not_taken_over(size):
    position = hex.setup(size)
    position.swap_rule = True
    engine, begun = engine_for(position), set()
    for seed in range(1, 20):
        verdict = searched(engine, position, level_limits(position, 5, seed))
        begun.add(verdict.best)
        assert not verdict.nodes and not verdict.proven and KNOWN[size][verdict.best] == "2"
    assert len(begun) >= 6
    position.swap_rule = False
    assert searched(engine, position, Limits(8000)).nodes


@pytest.mark.parametrize("size", KNOWN)
def test_nothing_is_known_without_the_swap_rule_and_after_the_second_move(size):
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
