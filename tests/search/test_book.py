"""The book of Hex: true, whole, and used by the engine for the positions that it has and no others."""

from collections import Counter
from itertools import combinations, permutations, zip_longest
from random import Random
from zlib import crc32

import pytest
from line_games import searched
from support.judges import masks
from support.judges.groups import Judge
from test_hex_values import OPENINGS
from three_tiers import flashed

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid.answers import w_star
from glowgrid.games import hex
from glowgrid.levels import level_limits
from glowgrid.rules.notation import parse_point
from glowgrid.rules.placed import place
from glowgrid.search import NO_MOVE, SURE_LOSS, SURE_WIN, Limits, engine_for
from glowgrid.search.engine import Engine
from glowgrid.search.groups.book import NONE_KNOWN, RESISTS, Book
from tools.lab import book
from tools.lab.runs.store import Store
from tools.lab.runs.workers import Processes
from tools.output import console

WHOLE = Limits(10**9)
MOST = 4  # stones of a line
BEHIND_LINES = {"d3 d4 e4 e3": "b6"}

PROGRAM = """
import gc
from time import ticks_us
from glowgrid.games import hex
from glowgrid.search import Limits, engine_for
few = [(), (35,), (3, 14), (20, 15, 2), (4, 5, 6, 7)]
for size, cases in ((6, few), (7, [(2,), (46, 24), (24, 17, 40), (17, 24, 25, 18)])):
    engine = engine_for(hex.setup(size))
    book = [stage for stage in engine.stages if type(stage).__name__ == "Book"][0]
    for moves in cases:
        for swap in (False, True):
            for every in (False, True):
                position = hex.setup(size)
                for move in moves:
                    position.play(move)
                position.swap_rule = swap
                engine.verdict.clear()
                engine.verdict.me, engine.verdict.empty = position.to_move, position.empty
                gc.collect()
                began = ticks_us()
                book.start(position, Limits(10 ** 9), engine.verdict, every, 10 ** 9)
                print(int(every), ticks_us() - began)
"""


def after(size, *moves):
    position = hex.setup(size)
    for move in moves:
        assert position.play(move)
    return position


def taken_over(size, opening, *moves):
    """Return the position in which side 2 has taken the opening over."""
    position = hex.setup(size)
    position.swap_rule = True
    for move in (opening, position.swap, *moves):
        assert position.play(move)
    return position


def looked_up(position, every=False, limits=WHOLE):
    """Return the verdict of the book alone."""
    return searched(Engine(position.moves, [Book()]), position, limits, every)


def winner_of(position, verdict):
    assert verdict.proven
    return position.to_move if verdict.score > SURE_WIN else 3 - position.to_move if verdict.score < SURE_LOSS else 0


def shipped(size):
    with open(hex.setup(size).tables.solved, "rb") as file:
        return file.read()


def answers_of(size):
    """Return {moves: byte} of the shipped book, the opening in the first half of the points."""
    data, points, first = shipped(size), size**2, sorted(book.openings(size))
    rows = iter([data[at:][:points] for at in range(1, len(data) - 4, points)])
    answers = {(): data[0]} | {(opening,): byte for opening, byte in enumerate(next(rows))}
    for stones in 1, 2, MOST:
        for opening in first:
            moves = (opening,)
            while len(moves) < min(stones, 3 if answers[opening,] >= RESISTS else MOST):
                moves += (answers.get(moves, RESISTS + NONE_KNOWN) % RESISTS,)
            answers |= {(*moves, point): byte for point, byte in enumerate(next(rows)) if byte != NO_MOVE}
    return answers


def sample_of(size, count):
    """Return some positions of one and two stones and of more than three; half a turn changes the opening of all."""
    answers = [moves for moves in answers_of(size) if moves and 2 * moves[0] != size**2 - 1]
    few, many = ([moves for moves in answers if len(moves) in kinds] for kinds in ((1, 2), (4, 5)))
    return Random(size).sample(few, count) + Random(size).sample(many, count)


# The files that are shipped -----------------------------------------------------------------------


@pytest.mark.parametrize("size", hex.BOOKS)
def test_every_byte_is_legal_and_none_has_changed(size):
    data, answers = shipped(size), answers_of(size)
    assert crc32(data[:-4]) == int.from_bytes(data[-4:], "little")
    assert len(data) == 1 + size**2 * (1 + 3 * len(book.openings(size))) + 4 <= 4096  # a block of the file system
    assert data[:-4].count(NO_MOVE) == len(data) - 4 - len(answers)
    for moves, byte in answers.items():
        assert byte < RESISTS or len(moves) < 4, moves  # a line ends with the winner's stone
        unknown = byte == RESISTS + NONE_KNOWN and size >= book.SLOW_SIZE and len(moves) > 1
        assert unknown or byte % RESISTS < size**2 and byte % RESISTS not in moves and byte < 2 * RESISTS, (moves, byte)


@pytest.mark.parametrize("size", hex.BOOKS)
def test_openings_have_their_published_winners(size):
    assert "".join("1" if byte >= RESISTS else "2" for byte in shipped(size)[1:][: size**2]) == OPENINGS[size]


@pytest.mark.parametrize("size", hex.BOOKS)
def test_answers_agree_with_those_after_each_move(size):
    """A position is lost if all moves lead to wins of the other side; else its move leads to a loss."""
    answers = answers_of(size)
    checked = 0
    for moves, byte in answers.items():
        below = [answers.get((*moves, point)) for point in range(size**2) if point not in moves]
        if None not in below:
            checked += 1
            assert (byte >= RESISTS) == (max(below) < RESISTS), moves
            assert byte >= RESISTS or answers[(*moves, byte)] >= RESISTS, moves
    assert checked > 20


@pytest.mark.native
@pytest.mark.parametrize(
    "size, most, count",
    [
        (6, 3, 10),
        (6, 5, 10),
        (7, 5, 2),
        *(pytest.param(*more, marks=pytest.mark.long) for more in ((6, 3, 1300), (6, 5, 700), (7, 3, 3), (7, 5, 400))),
    ],
)
def test_a_sample_agrees_with_the_exact_solver(size, most, count):
    """Of positions up to three stones, or those of four and five behind the lines."""
    values, kinds = book.values_of(size), range(4) if most == 3 else range(4, 6)
    answers = {moves: byte for moves, byte in answers_of(size).items() if len(moves) in kinds}
    for moves in Random(f"book {size}").sample(sorted(answers), min(count, len(answers))):
        position, byte = after(size, *moves), answers[moves]
        assert values.value(position.cells, position.to_move) == (byte < RESISTS), moves
        if byte < RESISTS:
            position.play(byte)
            assert not values.value(position.cells, position.to_move), moves


# What the engine makes of them --------------------------------------------------------------------


@pytest.mark.parametrize("moves, best", BEHIND_LINES.items())
def test_a_position_behind_a_line_is_answered_in_all_its_images(moves, best):
    position = hex.setup(7)
    points = [parse_point(position.field, name) for name in moves.split()]
    best, mirrored = parse_point(position.field, best), position.tables.mirrored
    for turn in 0, 48:
        opening, *others = [abs(turn - point) for point in points]
        stays = looked_up(after(7, opening, *others))
        taken = looked_up(taken_over(7, opening, *(mirrored[point] for point in others)))
        assert stays.best == abs(turn - best) and taken.best == mirrored[abs(turn - best)]
        assert stays.score > SURE_WIN and taken.score > SURE_WIN
    for order in permutations(points[::2]):
        points[::2] = order
        assert looked_up(after(7, *points)).best == best


@pytest.mark.parametrize("size", hex.BOOKS)
def test_the_end_of_a_line_is_lost_whatever_follows(size):
    lost = 0
    for opening in book.openings(size):
        line = (opening,)
        while len(line) < 5 and (byte := looked_up(after(size, *line)).best) != NO_MOVE:
            line += (byte,)
        verdict = looked_up(after(size, *line), every=True)
        if len(line) == 4 and verdict.proven:
            lost += 1
            assert verdict.score < SURE_LOSS and {*verdict.outcomes[: size**2]} == {0, 2}, line
    assert lost > 5


@pytest.mark.parametrize("size", hex.BOOKS)
def test_half_a_turn_gives_the_turned_move(size):
    last = size**2 - 1
    for moves in sample_of(size, 60):
        verdict = looked_up(after(size, *moves))
        turned = looked_up(after(size, *(last - point for point in moves)))
        assert turned.score == verdict.score and verdict.proven
        assert turned.best == (NO_MOVE if verdict.best == NO_MOVE else last - verdict.best), moves


@pytest.mark.parametrize("size", hex.BOOKS)
def test_after_a_swap_the_mirrored_move_is_played(size):
    mirrored = hex.setup(size).tables.mirrored
    for moves in sample_of(size, 60):
        verdict = looked_up(after(size, *moves))
        taken = looked_up(taken_over(size, moves[0], *(mirrored[point] for point in moves[1:])))
        assert taken.score == verdict.score and verdict.proven
        assert taken.best == (NO_MOVE if verdict.best == NO_MOVE else mirrored[verdict.best]), moves
    reply = looked_up(taken_over(size, 2)).best
    verdict = looked_up(taken_over(size, 2, reply, 20))
    assert verdict.proven and verdict.score == looked_up(after(size, 2, mirrored[reply], mirrored[20])).score


def test_positions_of_sides_that_have_not_moved_in_turn_are_not_answered():
    own, out_of_turn = {14: 1, 20: 2}, 0
    for stones in ({}, {14: 1}, own, {14: 1, 20: 2, 3: 1}, {14: 1, 20: 1}, {14: 2, 20: 2}, {1: 1, 2: 1, 3: 1}):
        for to_move in (1, 2):
            position = place(hex.setup(6), stones, to_move)
            others = [*stones.values()].count(3 - to_move)
            verdict = looked_up(position)
            if others - [*stones.values()].count(to_move) not in (0, 1):
                out_of_turn += 1
                assert verdict.best == NO_MOVE and not verdict.proven and not any(verdict.outcomes)
    assert out_of_turn == 8
    assert looked_up(place(hex.setup(6), own, 1)).best == looked_up(after(6, 14, 20)).best != NO_MOVE


@pytest.mark.parametrize("size", hex.BOOKS)
def test_the_first_stone_is_the_trees_where_it_may_be_taken_over(size):
    position = hex.setup(size)
    assert looked_up(position).best == shipped(size)[0]
    assert {1, 2} == {*looked_up(position, every=True).outcomes[: size**2]}
    position.swap_rule = True
    assert looked_up(position).best == looked_up(position, every=True).best == NO_MOVE


@pytest.mark.parametrize("size", hex.BOOKS)
def test_the_second_side_takes_a_stone_over_that_would_win(size):
    swaps = 0
    for opening in range(size**2):
        position = after(size, opening)
        stays = looked_up(position)
        position.swap_rule = True
        verdict = looked_up(position)
        assert winner_of(position, verdict) == 2
        if winner_of(position, stays) == 1:
            assert verdict.best == position.swap
        else:
            assert verdict.best == stays.best
            assert verdict.outcome(position.swap) == 1
        swaps += verdict.best == position.swap
    assert 0 < swaps < size**2


@pytest.mark.parametrize("size", hex.BOOKS)
def test_later_stages_keep_what_the_book_says_of_the_swap(size):
    engine = engine_for(hex.setup(size))
    for opening in (0, size**2 // 2):
        position = after(size, opening)
        position.swap_rule = True
        for every in (False, True):
            for slices in 1, 1000:
                engine.start(position, Limits(60_000), every)
                for _ in range(slices):
                    engine.step(20_000)
                engine.stop()
                verdict = engine.verdict
                assert verdict.outcome(verdict.best) == 2 and (verdict.score > SURE_WIN or not opening)
                assert (verdict.best == position.swap) == (opening != 0)
                if every and (opening or slices > 1):
                    assert verdict.outcome(position.swap) == (2 if opening else 1)


@pytest.mark.parametrize("size", hex.BOOKS)
def test_who_wins_a_first_stone_that_may_be_taken_over_is_known(size):
    position = hex.setup(size)
    position.swap_rule = True
    assert w_star(searched(engine_for(position), position, Limits(60_000), True), position) == 2


FEW_PLIES = [(4, 1, 32_000), (4, 2, 32_000), *((size, level, 300) for size in hex.BOOKS for level in (1, 2, 3, 4))]


@pytest.mark.parametrize("size, level, tick_work", FEW_PLIES)
def test_a_level_that_sees_few_plies_uses_it_or_the_solver_for_the_swap_alone(size, level, tick_work):
    engine, limits = engine_for(hex.setup(size)), level_limits(hex.setup(size), level, tick_work=tick_work)
    for opening in (0, size * (size // 2) + (size - 1) // 2):
        position = after(size, opening)
        position.swap_rule = True
        assert (searched(engine, position, limits, True).best == position.swap) == (opening != 0)
    assert looked_up(after(6, 14), limits=limits).best == NO_MOVE


def test_the_engine_answers_at_once_and_works_without_the_file():
    position = after(7, 24)
    engine = engine_for(position)
    engine.start(position, Limits(1000))
    assert engine.done and not engine.verdict.nodes and winner_of(position, engine.verdict) == 1
    without = hex.setup(7)
    without.tables.solved = "no such file"
    assert without.play(24)
    verdict = searched(engine_for(without), without, Limits(1000))
    assert verdict.nodes and without.is_legal(verdict.best)


def test_where_the_book_names_no_point_the_tree_resists():
    lost = [moves for moves, byte in answers_of(7).items() if byte == RESISTS + NONE_KNOWN]
    for moves in Random(7).sample(lost, 2):
        position = after(7, *moves)
        engine = engine_for(position)
        for every in (False, True):
            verdict = searched(engine, position, Limits(40_000), every)
            assert position.is_legal(verdict.best)
            assert winner_of(position, verdict) == 3 - position.to_move


@pytest.mark.long
def test_the_pico_looks_up_within_5_ms(pico_image):
    printed = flashed(pico_image).forked(lambda pico: pico.exec(PROGRAM).splitlines())
    assert len(printed) == 36
    for line in printed:
        every, us = map(int, line.split())
        assert us <= (6_000 if every else 5_000), printed


# The tool -----------------------------------------------------------------------------------------


def made(size, folder):
    """Return the tables of Hex of this size with a book that the tool makes."""
    with Store(folder / "rows.sqlite") as store:
        data = book.made(size, store, Processes(1), console(stderr=True))
    tables = hex.setup(size).tables
    tables.solved = str(folder / "book.bin")
    (folder / "book.bin").write_bytes(data)
    return tables


def sets_of(points, stones, most):
    """Return some positions with this many stones, as moves; each set of stones once."""
    found = []
    for taken in combinations(range(points), stones):
        for own in combinations(taken, stones + 1 >> 1):
            others = [point for point in taken if point not in own]
            found.append([point for pair in zip_longest(own, others) for point in pair if point is not None])
    return found if len(found) < most else Random(stones).sample(found, most)


def judged(judge, position):
    """Return the winner by brute force."""
    me = position.to_move
    return me if judge.value(*masks(position), me) > 0 else 3 - me


@pytest.mark.native
@pytest.mark.parametrize("size", [3, pytest.param(4, marks=pytest.mark.long)])
def test_a_book_of_the_tool_against_brute_force(size, tmp_path):
    """Positions of up to five stones: who wins, the move that does, and what the other moves lead to."""
    tables, judge, answered = made(size, tmp_path), Judge("hex", size), Counter()
    few = [moves for stones in range(3) for moves in permutations(range(size**2), stones)]
    for moves in few + [moves for stones in (3, 4, 5) for moves in sets_of(size**2, stones, 60)]:
        position = tables.position()
        if not all(position.play(move) for move in moves) or position.is_over():
            continue
        verdict = looked_up(position)
        if not verdict.proven:
            assert len(moves) >= 3
            continue
        answered[len(moves)] += 1
        winner = winner_of(position, verdict)
        assert winner == judged(judge, position), moves
        for every in (False, True):
            outcomes = looked_up(position, every).outcomes
            assert verdict.best == NO_MOVE or outcomes[verdict.best] == winner
            for point in [point for point in range(position.points) if outcomes[point]]:
                assert position.play(point)
                assert outcomes[point] == (position.winner or judged(judge, position)), (moves, point)
                position.undo()
    assert sum(answered[stones] for stones in range(3)) == (size**2) ** 2 + 1
    assert all(answered[stones] for stones in (3, 4, 5))


def test_a_position_that_a_row_lacks_has_no_value(tmp_path):
    position, left_out = after(6, 0), 8
    data = bytearray(shipped(6))
    data[1 + 36 + left_out] = NO_MOVE  # in the row after a1
    file = tmp_path / "hex_6.bin"
    file.write_bytes(data)
    position.tables.solved = str(file)
    assert not looked_up(position, True).outcome(left_out)
