"""What plays a game: its family's engines if they can hold it, else minimax; every legal game gets an engine."""

from itertools import combinations

import pytest
from cases import long
from console import Person
from line_games import searched
from support.judges.brute import brute

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid import overlay
from glowgrid.console.match import ENGINE
from glowgrid.rules.game import Game
from glowgrid.rules.geometry import drawn, square
from glowgrid.rules.groups import Groups, touching
from glowgrid.rules.hexagonal import Hexagonal, rhombus
from glowgrid.rules.lines import Lines
from glowgrid.search import DRAWN, Limits, Memory, engine_for, making_engine
from glowgrid.search.verdict import SURE_LOSS, SURE_WIN
from host_sim.boards.files import load_board
from host_sim.console.golden import BOARD
from host_sim.console.session import Session

ENDS = ((touching((0, 1)),), (touching((0, 1)),))  # both sides join the same two borders
CROSS = ((touching((0, 1)),), (touching((2, 3)),))  # Hex


def strip(width, height, slant=1):
    """Return a field of this size; its first and last points are borders."""
    field = square(height, width)
    return Hexagonal(field, slant, [[0], [field.points - 1]])


def bordered(count, slant=-1):
    return Hexagonal(square(4, 4), slant, [[border] for border in range(count)])


def edges(size, *more):
    """Return the borders of Hex, and `more`."""
    last = size * (size - 1)
    return [range(size), range(last, last + size), range(0, last + 1, size), range(size - 1, last + size, size), *more]


def sparse(rows):
    return Hexagonal(drawn(["o" + "." * 60 + "o"] * rows), 1, [[0], [1]])


def lines(*members, sides=2, points=9):
    return lambda: Lines(square(1, points), sides, list(members)).position()


def groups(field, goals=ENDS, **more):
    return lambda: Groups(field, goals, **more).position()


GAMES = {
    "two sides": (groups(rhombus(4)), "groups"),
    "three sides": (groups(rhombus(4), ENDS + ENDS[:1]), None),
    "widest": (groups(strip(125, 2)), "groups"),
    "widest, the other slant": (groups(strip(125, 2, -1)), "groups"),
    "wider": (groups(strip(126, 1)), None),
    "one row": (groups(strip(250, 1)), None),
    "one column": (groups(strip(1, 250)), "groups"),
    "most places": (groups(sparse(7)), "groups"),
    "more places": (groups(sparse(8)), None),
    "most borders": (groups(bordered(12)), "groups"),
    "more borders": (groups(bordered(13)), None),
    "no borders": (groups(bordered(0)), "groups"),
    "no goals": (groups(rhombus(4), ((), ())), "groups"),
    "goals of one side": (groups(rhombus(4), (ENDS[0], ())), "groups"),
    "Hex and one border more": (groups(Hexagonal(square(4, 4), 1, edges(4, [5])), CROSS), "groups"),
    "a line": (lines([0, 1, 2]), "lines"),
    "no line": (lines(), None),
    "no line, three sides": (lines(sides=3), None),
    "as many points as there can be": (lines([0, 249], range(250), points=250), "lines"),
    "more lines than the bit masks hold": (lines(*combinations(range(15), 6), points=15), "lines"),
    "lines of two, all of them": (lines(*[(a, b) for a in range(60) for b in range(a)], points=60), "lines"),
    "the same line 200 times": (lines(*[[0, 1, 2]] * 200), "lines"),
    "lines of one point, three sides": (lines([0], [1], [2], sides=3), "lines"),
}


@pytest.mark.parametrize("setup, family", GAMES.values(), ids=GAMES)
@pytest.mark.sample(3)
def test_every_legal_game_gets_an_engine_and_its_moves_are_legal(setup, family):
    position = setup()
    position.swap_rule = True
    assert position.family() == family
    assert Game("own", "Own.", "own", position.sides, ((),), ["........"] * 8, setup).family(position) == (
        family or "minimax"
    )
    engine = engine_for(position, Memory())
    for _ in range(3):
        for every in (True, False):
            best = searched(engine, position, Limits(20_000), every).best
        assert position.is_legal(best)
        assert position.play(best)
        if position.is_over():
            break


def test_a_game_of_three_sides_and_groups_is_played_on_the_console(tmp_path):
    game = Game("own", "Own.", "own", 3, ((),), ["........"] * 8, groups(rhombus(3), ENDS + ENDS[:1]))
    person = Person(tmp_path, session=Session(load_board(BOARD), tmp_path, found=([game], [])))
    person.choose("own")
    person.sit(1, 1, 1)
    for _ in range(200):
        if person.position.is_over():
            break
        person.wait(100)
    assert person.position.is_over() and person.screen == "play" and person.app.match.without < ENGINE


# Games that are nearly Hex, or nearly fair ------------------------------------------------------------------------


def transposed(size):
    return [(size - 1 - p % size) * size + size - 1 - p // size for p in range(size * size)]


ALIKE = {
    "Hex": (rhombus(3), CROSS, transposed(3)),
    "not mirrored": (rhombus(3), CROSS, None),
    "other borders": (Hexagonal(square(3, 3), 1, [[0, 1], [7, 8], [3], [5]]), CROSS, transposed(3)),
    "no borders": (Hexagonal(square(3, 3), 1, []), CROSS, transposed(3)),
    "two by two, no borders": (Hexagonal(square(2, 2), 1, []), CROSS, transposed(2)),
    "one border more": (Hexagonal(square(3, 3), 1, edges(3, [4])), CROSS, transposed(3)),
    "turned borders": (Hexagonal(square(3, 3), 1, edges(3)[2:] + edges(3)[:2]), CROSS, transposed(3)),
    "two by two, turned": (Hexagonal(square(2, 2), 1, edges(2)[2:] + edges(2)[:2]), CROSS, transposed(2)),
    "the other slant": (Hexagonal(square(3, 3), -1, edges(3)), CROSS, transposed(3)),
    "one side cannot win": (Hexagonal(square(2, 3), 1, [[0], [5], [2], [3]]), (ENDS[0], ()), None),
    "one side has more goals": (rhombus(2), (CROSS[0] + CROSS[1], CROSS[1]), None),
}


def truths(position, known):
    """Return {legal move: who wins with best play}, found by playing on."""
    found = {}
    for move in range(position.moves):
        if position.play(move):
            found[move] = brute(position, position.most_plies - position.plies, known)[0] or DRAWN
            position.undo()
    return found


@pytest.mark.parametrize("swap, step", [long(False, 1), long(True, 1), (True, 4)])
@pytest.mark.parametrize(
    "field, goals, mirrored",
    [
        pytest.param(*game, id=name, marks=pytest.mark.long if name == "no borders" else ())
        for name, game in ALIKE.items()
    ],
)
@pytest.mark.sample(3)
def test_games_nearly_hex_get_no_false_proof(field, goals, mirrored, swap, step):
    """On the empty field, and after the first stones that `step` says."""
    position, known = Groups(field, goals, mirrored=mirrored).position(), {}
    position.swap_rule = swap
    engine = engine_for(position, Memory())
    for opening in [()] + [(point,) for point in range(0, field.points, step)]:
        for move in opening:
            position.play(move)
        # The value of a first stone is its value where it stands, even if it may be taken over.
        if not position.is_over() and not position.may_be_taken_over():
            rows, me = truths(position, known), position.to_move
            best = me if me in rows.values() else DRAWN if DRAWN in rows.values() else 3 - me
            for every in (False, True):
                verdict = searched(engine, position, Limits(300_000), every)
                wrong = {move: said for move, said in enumerate(verdict.outcomes) if said and said != rows.get(move)}
                assert wrong == {}, opening
                says = me if verdict.score > SURE_WIN else 3 - me if verdict.score < SURE_LOSS else DRAWN
                assert not verdict.proven or says == best, opening
        while position.undo() >= 0:
            pass


def test_the_next_engine_clears_memory_before_unloading(monkeypatch):
    """A word that looks like an address would keep unloaded objects alive."""
    memory = Memory()
    position = Groups(rhombus(6), CROSS, mirrored=transposed(6)).position()  # Hex uses them all
    engine = engine_for(position, memory)
    engine.start(position, Limits(300_000))
    while not engine.step(10_000):
        pass
    buffers = memory.table, memory.words, memory.halves, memory.lookup
    assert all(any(buffer) for buffer in buffers)
    making = overlay.load_engine
    seen = []

    def load_engine(names):
        seen.append([any(buffer) for buffer in buffers])
        yield from making(names)

    monkeypatch.setattr(overlay, "load_engine", load_engine)
    next(making_engine(position, memory))
    assert seen == [[False] * 4] and not any(any(buffer) for buffer in buffers)
