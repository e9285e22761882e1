"""The proof that the device plays from: Hex 6 is won from the first stone to the last, whatever the other side does."""

import io
from random import Random

import pytest
from cases import long
from line_games import searched
from three_tiers import flashed

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid.games import hex
from glowgrid.levels import level_limits, levels_of
from glowgrid.memory import Memory
from glowgrid.rules.notation import parse_point
from glowgrid.rules.placed import place
from glowgrid.search import NO_MOVE, SURE_LOSS, SURE_WIN, Limits, engine_for
from glowgrid.search.engine import Engine
from glowgrid.search.groups import proof_book
from glowgrid.search.groups.hex_solver import HexSolver
from glowgrid.search.groups.proof_book import ProofBook
from host_sim.theory.proofs.packed import lines_of

SIZE, POINTS, LAST = 6, 36, 35
WHOLE = Limits(10**9)
FIRST = parse_point(hex.setup(SIZE).field, "d3")
GAMES = 100

PROGRAM = """
import gc
from time import ticks_us
from glowgrid.games import hex
from glowgrid.levels import level_limits, levels_of
from glowgrid.search import engine_for
engine = engine_for(hex.setup(6))
for moves in (), (15, 0), (15, 20), (15, 14, 20, 5), (15, 16, 26, 8, 9, 13, 31, 24):
    position = hex.setup(6)
    for move in moves:
        position.play(move)
    gc.collect()
    began = ticks_us()
    engine.start(position, level_limits(position, levels_of(position)))
    while not engine.step(7_700):
        pass
    print(ticks_us() - began, engine.verdict.nodes)
"""


def book_of(tables):
    """Return an engine of the proof alone."""
    return Engine(tables.points + 1, [ProofBook(tables)])


ENGINE, BOOK = engine_for(hex.setup(SIZE)), book_of(hex.setup(SIZE).tables)


def after(*moves, swap=False):
    position = hex.setup(SIZE)
    position.swap_rule = swap
    for move in moves:
        assert position.play(move)
    return position


def looked_up(position, every=False, limits=WHOLE):
    """Return the verdict of the proof alone."""
    return searched(BOOK, position, limits, every)


def shipped():
    with open(hex.setup(SIZE).tables.proof, "rb") as file:
        return file.read()


def free_points(position):
    return [point for point in range(position.points) if not position.cells[point]]


# What the rival plays -----------------------------------------------------------------------------


def at_random(position, random):
    return random.choice(free_points(position))


class Elsewhere:
    """Plays where the proof does not look: outside of the carrier of a line that holds, while there is such a point."""

    def __init__(self):
        _, lines = lines_of(shipped())
        turned = [tuple(int(f"{mask:036b}"[::-1], 2) for mask in line[:2]) for line in lines]
        self._lines = [*[line[:2] for line in lines], *turned]

    def __call__(self, position, random):
        own, others = (sum(1 << p for p in range(POINTS) if position.cells[p] == side) for side in (1, 2))
        holding = [free for stones, free in self._lines if not stones & ~own and not free & others]
        outside = [p for p in free_points(position) if holding and not random.choice(holding) >> p & 1]
        return random.choice(outside or free_points(position))


def best(position, random):
    """Play the best of the engine, which knows no proof for this side."""
    return searched(ENGINE, position, Limits(random.choice((20_000, 60_000)), seed=random.randrange(1, 99))).best


# Games --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rival", "games"),
    [(at_random, GAMES), long(Elsewhere(), GAMES), (best, 10), long(best, GAMES)],
    ids=["random", "elsewhere", "best", "best of 100"],
)
def test_the_last_level_wins_every_game_and_every_move_is_proven(rival, games):
    for number in range(games):
        random, position = Random(number), hex.setup(SIZE)
        while not position.is_over():
            if position.to_move == 2:
                assert position.play(rival(position, random))
                continue
            verdict = searched(ENGINE, position, level_limits(position, levels_of(position), number + 1))
            moves = list(position.history[: position.plies])
            assert verdict.proven and verdict.score > SURE_WIN and not verdict.nodes, moves
            assert looked_up(position).proven and position.play(verdict.best), moves
        assert position.winner == 1


def test_the_first_stone_is_that_of_the_proof_unless_it_may_be_taken_over():
    verdict = searched(ENGINE, after(), WHOLE)
    assert verdict.best == FIRST and verdict.outcome(FIRST) == 1 and verdict.settled
    position = after(swap=True)
    assert looked_up(position).best == NO_MOVE
    assert searched(ENGINE, position, WHOLE).best in position.tables.openings


def test_a_proven_first_stone_that_is_taken_over_wins_for_the_second_side():
    random = Random(1)
    for _ in range(10):
        position = after(FIRST, swap=True)
        verdict = searched(ENGINE, position, WHOLE)
        assert verdict.best == position.swap and position.play(position.swap)
        while not position.is_over():
            if position.to_move == 1:
                assert position.play(at_random(position, random))
                continue
            verdict = looked_up(position)
            assert verdict.proven and verdict.score > SURE_WIN and position.play(verdict.best)
        assert position.winner == 2


def test_half_a_turn_gives_the_turned_move():
    for point in range(POINTS):
        if point != FIRST:
            best = looked_up(after(FIRST, point)).best
            assert looked_up(after(LAST - FIRST, LAST - point)).best == LAST - best, point


def test_stones_that_are_set_up_are_answered_like_those_of_a_game():
    stones = {FIRST: 1, 20: 2, 0: 2, 5: 1}
    for order in (stones, dict(reversed(stones.items()))):
        assert looked_up(place(hex.setup(SIZE), order, 1)).best == looked_up(after(FIRST, 20, 5, 0)).best != NO_MOVE


def test_what_it_says_of_any_position_is_true():
    """With any stones, in turn or not, and either side to move."""
    random, solver, found = Random(7), Engine(POINTS + 1, [HexSolver(Memory())]), 0
    while found < 40:
        points = random.sample(range(POINTS), random.randrange(12, 22))
        position = place(hex.setup(SIZE), {p: random.choice((1, 2)) for p in points}, random.choice((1, 2)))
        verdict = looked_up(position) if not position.is_over() else None
        if verdict and verdict.best != NO_MOVE:
            found += 1
            assert verdict.proven and position.play(verdict.best)
            if not position.is_over():
                lost = searched(solver, position, WHOLE)
                assert lost.proven and lost.score < SURE_LOSS


def test_it_says_nothing_where_no_line_fits():
    for moves in ((FIRST,), (20,), (0, FIRST)):
        verdict = looked_up(after(*moves))
        assert verdict.best == NO_MOVE and not verdict.proven and not any(verdict.outcomes)


def test_weaker_levels_do_not_look_at_it():
    for level in range(1, levels_of(after())):
        assert looked_up(after(), limits=level_limits(after(), level)).best == NO_MOVE


def test_with_every_move_its_row_is_a_win_and_the_search_goes_on():
    position = after(FIRST, 20)
    verdict = looked_up(position, every=True)
    assert verdict.outcome(verdict.best) == 1 and not verdict.settled and sum(map(bool, verdict.outcomes)) == 1
    best, verdict = verdict.best, searched(ENGINE, position, Limits(100_000), every=True)
    assert verdict.outcome(best) == 1 and verdict.score > SURE_WIN and verdict.nodes


def test_a_win_at_once_is_played():
    column = [3 + 6 * row for row in range(1, 6)]
    position = place(hex.setup(SIZE), {**dict.fromkeys(column, 1), 0: 2, 6: 2, 12: 2, 18: 2}, 1)
    assert position.play(searched(ENGINE, position, WHOLE).best) and position.winner == 1


DAMAGES = ["missing", "empty", "cut", "longer", "a bit", "few lines", "another book", "another size"]


class Watched(io.FileIO):
    """A file that notes how many bytes it was asked for at once, and in a list all that were opened."""

    asked = []
    opened = []

    def __init__(self, *path_and_mode):
        super().__init__(*path_and_mode)
        self.opened.append(self)

    def read(self, size=-1):
        self.asked.append(size if size >= 0 else 1 << 30)
        return super().read(size)


def watched(monkeypatch):
    """Return a list of the files that the book opens from now on."""
    monkeypatch.setattr(Watched, "opened", opened := [])
    monkeypatch.setattr(proof_book, "open", Watched, raising=False)
    return opened


@pytest.mark.parametrize("damage", DAMAGES)
def test_without_a_whole_file_it_searches(damage, tmp_path, monkeypatch):
    monkeypatch.setattr(Watched, "asked", [])
    watched(monkeypatch)
    data, file = shipped(), tmp_path / "proof.bin"
    with open(hex.setup(7).tables.solved, "rb") as book:
        another = book.read()
    files = {"empty": b"", "cut": data[:9_999], "longer": data + b"\0", "another book": another}
    files["a bit"] = data[:5_000] + bytes([data[5_000] ^ 1]) + data[5_001:]
    files["few lines"] = data[:3] + b"\1\0" + data[5:]  # the rest would not fit into a Pico's memory
    files["another size"] = data
    if damage in files:
        file.write_bytes(files[damage])
    position = hex.setup(5 if damage == "another size" else SIZE)
    position.tables.proof = str(file)
    assert searched(book_of(position.tables), position, WHOLE).best == NO_MOVE
    for point in (8, 9, 14, 15, 20):
        assert position.play(point)
    verdict = searched(engine_for(position), position, Limits(200_000))
    assert verdict.nodes and position.is_legal(verdict.best)
    assert max(Watched.asked, default=0) <= 2 * proof_book.MOST_PAIRS


def test_the_file_is_open_only_while_a_position_is_looked_up(monkeypatch):
    position, opened = after(), watched(monkeypatch)
    book = ProofBook(position.tables)
    engine = Engine(POINTS + 1, [book])
    for every in (False, True, False):
        assert searched(engine, position, WHOLE, every).best == FIRST and all(file.closed for file in opened)
    for _ in range(2):  # a search that is left, then another
        engine.start(position, WHOLE)
        assert [file.closed for file in opened[4:]] == [True] * (len(opened) - 5) + [False]
    book.stop()
    assert len(opened) == 6 and opened[-1].closed


@pytest.mark.parametrize("fails", ["open", "seek", "readinto", "shorter"])
def test_a_file_that_can_no_longer_be_read_says_nothing(fails, tmp_path, monkeypatch):
    file, position, opened = tmp_path / "proof.bin", after(), watched(monkeypatch)
    file.write_bytes(shipped())
    position.tables.proof = str(file)
    book = ProofBook(position.tables)
    engine = Engine(POINTS + 1, [book, HexSolver(Memory())])

    def refuse(*_):
        raise OSError

    if fails == "shorter":
        file.write_bytes(shipped()[:200])
    elif fails == "open":
        file.unlink()
    else:
        monkeypatch.setattr(proof_book, "open", type("Failing", (Watched,), {fails: refuse}), raising=False)
    verdict = searched(engine, position, Limits(100_000))
    assert verdict.nodes and opened and all(file.closed for file in opened)


def test_the_pico_answers_at_once(pico_image):
    printed = flashed(pico_image).forked(lambda pico: pico.exec(PROGRAM).splitlines())
    assert len(printed) == 5
    for line in printed:
        us, nodes = map(int, line.split())
        assert us < 30_000 and not nodes, printed
