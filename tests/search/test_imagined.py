"""An engine plays what its seat sees: equal views give equal moves, and it uses nothing hidden."""

from itertools import permutations
from random import Random

import pytest
from all_games import OWN_GAMES, own_game
from console import think
from three_tiers import on_unix_micropython

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid.console.match import Match
from glowgrid.rules.game import Game
from glowgrid.rules.geometry import square
from glowgrid.rules.lines import Lines, rows_of
from glowgrid.rules.notation import parse_move
from glowgrid.search import checking_sight, engine_for
from glowgrid.search.imagined import Imagination
from host_sim.records.gtp.gtp_command import serve
from host_sim.records.gtp.protocol import Gtp

BLIND, VEILED = own_game("blind"), own_game("veiled")
A1, B1, C1, A2, B2, C2, A3, B3, C3 = (parse_move(BLIND.setup(), c + r) for r in "123" for c in "abc")
# Side 1 has a1 and b2, and sees nothing else; side 2 has one of these.
HIDDEN = [order for pair in ((C3, B3), (C1, C3), (A3, B3)) for order in permutations(pair)]


class Silent(type(BLIND.setup())):
    """Its views do not report the moves, so there is nothing to reconstruct."""

    def view(self, side):
        seen = super().view(side)
        seen.plies = 0
        return seen


class Stated(Silent):
    """Like that, but it states what a side may imagine: the other side's stones are on the last free points."""

    def imagine(self, side, random):
        mine = [point for point in range(self.points) if self.cells[point]]
        free = [point for point in range(self.points) if not self.cells[point]]
        drawn = self.fresh()
        while (mine or drawn.to_move != side) and not drawn.is_over():
            last = max(len(free) - 3, 0)
            drawn.play(mine.pop() if drawn.to_move == side else free.pop(last + random.below(len(free) - last)))
        return drawn


def game_of(position):
    return Game("own", "Own.", setup=lambda: position(Lines(square(3, 3), 2, rows_of(3, 3, 3))))


SILENT, STATED = game_of(Silent), game_of(Stated)


def match_after(moves, seats=(5, 0), seed=1, game=BLIND):
    match = Match(game, (), list(seats), seed)
    for move in moves:
        assert match.position.play(move)
    for _ in match.making_engine():
        pass
    return match


def rows(verdict):
    return verdict.best, verdict.work, bytes(verdict.outcomes), bytes(verdict.plies), bytes(verdict.estimates)


@pytest.mark.parametrize("level, seed", [(1, 1), (1, 2), (2, 3), (3, 1), (5, 1), (5, 2)])
def test_equal_views_give_equal_moves(level, seed):
    said = set()
    for first, second in HIDDEN:
        match = match_after((A1, first, B2, second), (level, 0), seed)
        said.add((think(match).chosen(match), rows(match.engine.verdict)))
    assert len(said) == 1
    assert level < 5 or said.pop()[0] == C3  # wins, unless a stone is there


@pytest.mark.parametrize("first, second", HIDDEN)
def test_an_engine_whose_move_is_refused_makes_the_next_best(first, second):
    match = match_after((A1, first, B2, second))
    think(match).play(match)
    assert match.position.plies == 5
    assert (match.position.history[4] == C3) == (match.position.winner == 1) == (C3 not in (first, second))


def test_gtp_plays_what_its_side_sees():
    answers = set()
    for first, second in ((A2, B3), (B3, A2), (C2, A3), (B1, C1)):
        talk = Gtp(BLIND)
        for move in (A1, first, B2, second):
            assert talk.position.play(move)
        assert talk.answer("engine_sees") == "= view"
        answers.add(talk.answer("genmove 1"))
        assert talk.position.winner == 1
    assert answers == {"= c3"}
    talk = Gtp(BLIND)
    for move in (A1, C3, B2, A3):
        assert talk.position.play(move)
    assert talk.answer("level 1") == "= " and talk.answer("genmove 1") not in ("= c3", "= a3")
    assert talk.position.plies == 5


@pytest.mark.parametrize("game", [BLIND, VEILED])
def test_imagined_positions_look_like_the_real_one_and_differ(game):
    random = Random(5)
    for number in range(12):
        position = game.setup()
        for _ in range(random.randint(1, 6)):
            free = [move for move in range(9) if position.is_legal(move)]
            position.play(random.choice(free))
        if position.is_over():
            continue
        seen = position.view(position.to_move)
        imagination, drawn = Imagination(position), set()
        imagination.look_at(position, number)
        for _ in range(60):
            imagination.redraw()
            while not imagination.step():
                pass
            found = imagination.position
            looks = found.view(position.to_move)
            assert (looks.cells, looks.history, found.plies) == (seen.cells, seen.history, position.plies)
            drawn.add(bytes(found.history[: found.plies]))
        hidden = list(seen.history[: seen.plies]).count(255)
        assert len(drawn) > (20 if hidden > 1 else 4 * hidden if game is BLIND else 0)


@pytest.mark.parametrize("ticks", [0, 1, 3, 8, 20])
def test_it_moves_at_once_when_hurried(ticks):
    match = match_after((A1, C1, B2, C2))
    seat = match.seat()
    seat.begin(match)
    for _ in range(ticks):
        seat.step(match)
    seat.hurried = True
    assert not seat.step(match) and seat.step(match)
    seat.play(match)
    assert ticks < 3 or match.position.winner == 1


def test_three_sides_that_see_only_their_own_stones_play_to_the_end():
    blind = type(BLIND.setup())
    game = Game("three", "Three.", sides=3, setup=lambda: blind(Lines(square(4, 3), 3, rows_of(3, 4, 3))))
    match = match_after((), (2, 1, 2), game=game)
    while not match.position.is_over():
        think(match).play(match)
    assert match.engine.blind and match.position.plies > 6


@pytest.mark.parametrize("game, sees_all", [(BLIND, False), (VEILED, False), (SILENT, True), (STATED, False)])
def test_an_engine_that_cannot_imagine_a_position_sees_all_and_says_so(game, sees_all, capsys):
    *_, found = checking_sight(game.setup())
    engine = engine_for(game.setup(), blind=True)
    assert (found, engine.blind) == (sees_all, not sees_all)
    assert Gtp(game).answer("engine_sees") == ("= all" if sees_all else "= view")
    assert Gtp(game).peeks() == sees_all


def test_gtp_begins_with_a_line_on_what_the_engine_sees(tmp_path, capsys):
    text = (OWN_GAMES / "blind.py").read_text(encoding="utf-8")
    (tmp_path / "blind.py").write_text(text, encoding="utf-8")
    (tmp_path / "silent.py").write_text(
        text.replace("seen.become(self)", "seen.cells[:] = self.cells"), encoding="utf-8"
    )
    for name, said in ("blind", ""), ("silent", "blind hides things, but the engine sees all\n"):
        serve(str(tmp_path / f"{name}.py"), None, ["quit\n"], open(tmp_path / "out", "w"))
        assert capsys.readouterr().err == said


def test_a_game_may_state_what_a_side_imagines():
    match = match_after((A1, B1, B2, C1), game=STATED)
    think(match).play(match)
    assert match.position.winner == 1
    for _ in range(2):
        match.position.undo()
    match.position.play(A2)
    imagination, drawn = Imagination(match.position), set()
    imagination.look_at(match.position, 1)
    for _ in range(20):
        imagination.redraw()
        assert imagination.step()
        drawn.add(tuple(point for point in range(9) if imagination.position.cells[point] == 2))
    assert drawn <= {(A3, B3), (A3, C3), (B3, C3), (C2, A3), (C2, B3), (C2, C3)} and len(drawn) > 2


UNLOADED = """
import sys
from glowgrid.rules.geometry import square
from glowgrid.rules.lines import Lines
from glowgrid.search import engine_for
for family in 'minimax', 'lines':
    engine_for(Lines(square(3, 3), 2, [[0, 1, 2]]).position(), family=family, blind=True)
    print('glowgrid.search.imagined' in sys.modules)
"""


def test_what_imagines_is_not_loaded_for_games_that_hide_nothing():
    assert on_unix_micropython(UNLOADED) == ["False", "False"]
