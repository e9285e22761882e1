"""The tree search of connection games at its limits: rows that widen, full memory, full records.

The kernels grow the rows; growth.py says what the words of the buffers mean.
"""

import pytest
from cases import long
from exact_hex import judged
from test_groups_tree import BATCH, owner, playout_work, position_of, random_position, started

from glowgrid.search import Limits, engine_for
from glowgrid.search.groups.estimates import enter, update, value_of
from glowgrid.search.groups.growth import go_to_leaf
from glowgrid.search.groups.tree_words import (
    BATCH_SIZE,
    BLOCKS,
    DEEPEST,
    FREE,
    LISTED,
    LOST,
    MOST_MOVES,
    MOST_PLAYOUTS,
    MOVE_BITS,
    PLACE_BITS,
    PROVEN,
    ROW_BITS,
    WON,
    WON_1,
)
from glowgrid.search.verdict import Verdict

STEPS_OF_HEX = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
STEPS_OF_OTHERS = ((1, 0), (1, 1), (0, 1), (-1, 0), (-1, -1), (0, -1))
ROW_AT = 40  # playouts


def blocks_of(tree, node):
    """Return the blocks of a node's row, and whether it has all moves."""
    records, blocks = tree.buffers[6], []
    block = records[2 * node + 1] & ROW_BITS
    while block > 1:
        blocks.append(block)
        block = records[2 * block + 1] & ROW_BITS
    return blocks, block == 1


def moves_in(tree, blocks):
    return [move for block in blocks for move in range(block + 1, block + 1 + (tree.buffers[4][block] >> 14 & 255))]


def listed(tree, node=1):
    """Return the moves in a node's row."""
    return moves_in(tree, blocks_of(tree, node)[0])


def points_of(tree, moves):
    return [tree.buffers[5][tree.buffers[4][move] & PLACE_BITS] for move in moves]


def playouts_of(tree, node):
    return tree.buffers[6][2 * node] >> 15


def enter_playouts(tree, node, playouts):
    """Half of them won."""
    tree.buffers[6][2 * node] = playouts << 15 | playouts // 2


def lose(tree, moves):
    for move in moves:
        tree.buffers[6][2 * move + 1] = LOST << 16


def visit(tree, *path):
    """Go down by these moves, and on as the rows say; the last node of the path may get a row. No playouts."""
    words, moves = tree.buffers[0], tree.buffers[4]
    for above, node in zip((1, *path), path):
        row = blocks_of(tree, above)[0][0]
        moves[row] = moves[row] & ~MOVE_BITS | node
    words[DEEPEST] = len(path) + 1
    go_to_leaf(BATCH, tree.buffers)
    words[BATCH_SIZE] = 0
    update(tree.buffers)


def with_row(position, playouts):
    """Return a tree, and its first root move: it has as many blocks as this number of playouts allows."""
    tree = started(position)
    node = listed(tree)[0]
    enter_playouts(tree, node, playouts)
    for _ in range(7):
        visit(tree, node)
    return tree, node


@pytest.mark.parametrize(
    "playouts, blocks",
    [(39, 0), (40, 1), (127, 1), (128, 2), (511, 2), (512, 3), (2047, 3), (2048, 4), (8191, 4), (32767, 5)],
)
def test_a_row_widens_with_the_playouts_of_its_node(playouts, blocks):
    tree, node = with_row(position_of("hex", 8), playouts)
    assert len(blocks_of(tree, node)[0]) == blocks
    assert len({*points_of(tree, listed(tree, node))}) == len(listed(tree, node)) == 7 * blocks


def test_only_a_row_whose_moves_all_lose_passes_five_blocks_and_then_proves_a_win():
    tree, node = with_row(position_of("hex", 8), MOST_PLAYOUTS)
    blocks, complete = blocks_of(tree, node)
    assert len(blocks) == 5
    while not complete:
        lose(tree, listed(tree, node))
        visit(tree, node)  # finds that all are lost
        assert value_of(node, tree.buffers) != WON
        visit(tree, node)
        more, complete = blocks_of(tree, node)
        assert len(more) == len(blocks) + 1
        blocks = more
    assert len({*points_of(tree, listed(tree, node))}) == 63
    lose(tree, listed(tree, node))
    visit(tree, node)
    assert value_of(node, tree.buffers) == WON


@pytest.mark.parametrize("name, size", [("hex", 6), ("havannah", 4), ("y", 6)])
def test_a_new_row_begins_with_the_neighbours_of_the_last_move(name, size):
    """Nothing tells the other moves apart."""
    position = position_of(name, size)
    field, steps = position.field, STEPS_OF_HEX if position.field.slant == 1 else STEPS_OF_OTHERS
    for node in range(field.points):
        tree = started(position)
        move = listed(tree)[node]
        (point,) = points_of(tree, [move])
        around = {field.point_at(field.columns[point] + x, field.rows[point] + y) for x, y in steps} - {-1}
        enter_playouts(tree, move, ROW_AT)
        visit(tree, move)
        assert {*points_of(tree, listed(tree, move)[: len(around)])} == around


def intrusions():
    """Yield positions of Hex, moves into two-bridges of the other side, and the points that save those."""
    for seed in range(8):
        position = random_position("hex", 6, 10, seed)
        field, other = position.field, 3 - position.to_move
        for point in [point for point in range(36) if not position.cells[point]]:
            around = [(field.columns[point] + x, field.rows[point] + y) for x, y in STEPS_OF_HEX]
            owns = [owner(position, *each) for each in around]
            saves = [around[i] for i in range(6) if not owns[i] and owns[i - 1] == owns[(i + 1) % 6] == other]
            if saves:
                yield position, point, [field.point_at(*each) for each in saves]


def test_the_answer_to_an_intrusion_into_a_two_bridge_is_first_in_its_row():
    """Even if playouts favour every other point."""
    seen = 0
    for position, point, saves in intrusions():
        tree = started(position)
        (node,) = [move for move in listed(tree) if points_of(tree, [move]) == [point]]
        for move in listed(tree):
            if points_of(tree, [move])[0] not in saves:
                tree.buffers[4][move] += 3000 << 17
        enter_playouts(tree, node, ROW_AT)
        visit(tree, node)
        if listed(tree, node):  # no win at once
            assert points_of(tree, listed(tree, node))[0] in saves
            seen += 1
    assert seen > 20


@pytest.mark.parametrize("others, left, alive", [(1, 2, 1), (2, 1, 1), (2, 1, 2), (3, 0, 1)])
def test_a_row_gives_way_block_by_block_proves_nothing_and_comes_back(others, left, alive):
    """Memory has room for its three blocks. Only the moves of block `alive` are not known to lose."""
    tree, node = with_row(random_position("hex", 5, 6, 3), 2000)
    blocks, complete = blocks_of(tree, node)
    assert len(blocks) == 3 and complete
    lose(tree, {*listed(tree, node)} - {*moves_in(tree, [blocks[alive]])})
    enter_playouts(tree, node, 100)  # too few to widen
    visit(tree, node)
    tree.buffers[0][MOST_MOVES] = tree.buffers[0][FREE]
    taking = listed(tree)[1 : 1 + others]
    for other in taking:
        enter_playouts(tree, other, ROW_AT)
        visit(tree, other)
        assert len(blocks_of(tree, other)[0]) == 1
    assert len(blocks_of(tree, node)[0]) == left and not blocks_of(tree, node)[1]
    visit(tree, node)
    assert value_of(node, tree.buffers) != WON
    assert len(blocks_of(tree, node)[0]) == left + 1 and not listed(tree, taking[0])
    points = points_of(tree, listed(tree, node))
    assert len({*points}) == len(points) == min(7 * (left + 1), 18) and blocks_of(tree, node)[1] == (left == 2)
    assert [playouts_of(tree, each) for each in (node, *taking)] == [100] + others * [ROW_AT]  # root moves forget none


def test_a_node_that_lost_its_row_has_to_earn_a_new_one():
    """It forgets playouts, but not their mean: what others need more is not taken from them again at once."""
    tree, node = with_row(position_of("hex", 5), 100)
    child = listed(tree, node)[3]
    tree.buffers[6][2 * child] = 100 << 15 | 75
    visit(tree, node, child)
    assert listed(tree, child)
    tree.buffers[0][MOST_MOVES] = tree.buffers[0][FREE]
    other = listed(tree)[1]
    enter_playouts(tree, other, 100)
    visit(tree, other)
    assert listed(tree, other) and not listed(tree, child)
    visit(tree, node, child)
    assert listed(tree, other) and not listed(tree, child)
    playouts, won = playouts_of(tree, child), tree.buffers[6][2 * child] & MOST_PLAYOUTS
    assert abs(won - 0.75 * playouts) < 1
    enter_playouts(tree, child, ROW_AT)
    visit(tree, node, child)
    assert listed(tree, child) and not listed(tree, other)


@pytest.mark.parametrize("value", [LOST, WON])
def test_a_decided_node_stays_decided_without_its_row(value):
    tree, node = with_row(position_of("hex", 5), 100)
    tree.buffers[6][2 * node + 1] = value << 16 | blocks_of(tree, node)[0][0]
    tree.buffers[0][MOST_MOVES] = tree.buffers[0][FREE]
    other = listed(tree)[1]
    enter_playouts(tree, other, ROW_AT)
    visit(tree, other)
    assert listed(tree, other) and not listed(tree, node)
    assert value_of(node, tree.buffers) == value


FULL = MOST_PLAYOUTS - 1  # the next batch is too many
RECORDS = [(20001, 9000), (0, 0), (1, 1), (2, 1), (3, 2), (FULL, 16000), (MOST_PLAYOUTS, MOST_PLAYOUTS)]
HALVED = [(10001, 4500), (0, 0), (1, 1), (1, 1), (2, 1), (16383, 8000), (16384, 16384)]


@pytest.mark.parametrize("full, others_after", [("root", RECORDS), ("root move", HALVED), ("deeper move", RECORDS)])
def test_a_full_record_is_halved_and_a_root_move_with_all_others(full, others_after):
    tree, first = with_row(position_of("hex", 4), 100)
    words, records = tree.buffers[0], tree.buffers[6]
    *others, move = listed(tree)[: len(RECORDS) + 1]
    nodes = {"root": 1, "root move": move, "deeper move": listed(tree, first)[0]}
    for node, (playouts, won) in zip([*nodes.values(), *others], [(900, 300)] * 3 + RECORDS):
        records[2 * node] = playouts << 15 | won
    records[2 * nodes[full]] = FULL << 15 | 20000
    words[BATCH_SIZE], words[WON_1] = 6, 0b001011
    enter(nodes[full], 1, tree.buffers)
    assert records[2 * nodes[full]] == 16386 << 15 | 10001
    assert abs(value_of(nodes[full], tree.buffers) / WON - 10001 / 16386) < 0.001
    assert [divmod(records[2 * node], 1 << 15) for node in others] == others_after
    kept = {1, nodes["deeper move"]} - {nodes[full]}
    assert {records[2 * node] for node in kept} == {900 << 15 | 300}


def check(tree, node=1, depth=0):
    """Assert of each row from a node on: it looks next at a move of its own that is open; if complete, it has all."""
    words, moves = tree.buffers[0], tree.buffers[4]
    (blocks, complete), here = blocks_of(tree, node), listed(tree, node)
    if blocks:
        following = moves[blocks[0]] & MOVE_BITS
        assert following in [0, *here]
        decided = words[PROVEN] if node == 1 else value_of(node, tree.buffers) in (LOST, WON)
        assert decided or not following or value_of(following, tree.buffers) not in (LOST, WON)
        assert not complete or len(here) in (1, words[LISTED] - depth)  # 1 stops a win at once
    for move in here:
        check(tree, move, depth + 1)


@pytest.mark.parametrize("size, stones, blocks", [*(long(*each) for each in ((4, 4, 9), (5, 12, 8))), (5, 13, 12)])
def test_with_little_memory_proofs_are_true_and_root_moves_keep_their_playouts(size, stones, blocks):
    shown = 0
    for seed in range(6):
        position = random_position("hex", size, stones, seed)
        wins = judged(size, position.cells, position.to_move)
        verdict, tree = Verdict(position.points), engine_for(position).stages[-1]
        verdict.me, verdict.empty = position.to_move, position.empty
        work = 3000 * playout_work(position)
        tree.start(position, Limits(work, seed=seed), verdict, True, work)
        words, playouts = tree.buffers[0], {}
        words[MOST_MOVES] = words[BLOCKS] + blocks * 8
        while not tree.done:
            tree.step(work // 100)
            check(tree)
            for move in listed(tree):
                assert playouts_of(tree, move) >= playouts.get(move, 0)
                playouts[move] = playouts_of(tree, move)
        for point in range(position.points):
            if verdict.outcomes[point]:
                assert (verdict.outcomes[point] == position.to_move) == (point in wins), (seed, point)
                shown += 1
    assert shown > 1
