"""What Position promises to every game: moves that place no stone, custom rules, families, names of moves."""

import json

import pytest
from all_games import GAMES, own_game

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid.console.match import Match
from glowgrid.console.saving import record_of
from glowgrid.console.screens.resume import restore
from glowgrid.console.seats import GivenUp
from glowgrid.rules.game import Game
from glowgrid.rules.geometry import square
from glowgrid.rules.groups import GroupsPosition
from glowgrid.rules.lines import Lines, rows_of
from glowgrid.rules.notation import move_name, parse_move
from glowgrid.rules.position import Position, perft
from host_sim.records.gtp.protocol import Gtp

ROWS = Lines(square(3, 3), 2, rows_of(3, 3, 3))
ICON = ["........"] * 8
Misere, Gravity, Passing = (type(own_game(name).setup()) for name in ("misere", "gravity", "passing"))


class Bridged(GroupsPosition):
    """No group ever wins."""

    def wins_at(self, point):
        return False


def game_of(position, sides=2, engine=None):
    return Game("own", "Own.", "own", sides, ((),), ICON, position, engine=engine)


def passing():
    return Passing(ROWS)


def state_of(position):
    return (
        bytes(position.cells),
        list(position.history[: position.plies]),
        position.stones,
        position.empty,
        position.to_move,
        position.winner,
        position.is_over(),
        position.last_stone(),
    )


def test_an_action_is_a_move_that_places_no_stone():
    position = passing()
    assert (position.moves, position.action("pass"), position.action("swap")) == (10, 9, -1)
    assert position.play(4) and position.play(9)
    assert state_of(position) == (bytes([0, 0, 0, 0, 1, 0, 0, 0, 0]), [4, 9], 1, 8, 1, 0, False, 4)
    assert position.play(9) and position.is_draw() and position.is_over() and not position.play(0)
    assert [position.undo() for _ in range(4)] == [9, 9, 4, -1]
    assert state_of(position) == state_of(passing())


@pytest.mark.parametrize("actions", [("swap",), ("swap", "pass"), ("pass", "swap"), ("pass",), ()], ids=str)
def test_the_action_named_swap_takes_over_a_stone(actions):
    position = type("Own", (GroupsPosition,), {"actions": actions, "most_plies": 20})(GAMES["hex"].setup((3,)).tables)
    position.swap_rule = True
    begin, swap, to_pass = state_of(position), position.action("swap"), position.action("pass")
    assert position.may_be_taken_over() == (swap >= 0)
    assert not position.play(swap)
    if to_pass >= 0:
        assert position.play(to_pass) and not position.may_swap() and not position.play(swap)  # there is no stone yet
        assert position.play(1) and not position.may_swap() and position.undo() == 1 and position.undo() == to_pass
    assert state_of(position) == begin
    assert position.play(1) and position.may_swap() == (swap >= 0)
    if swap >= 0:
        assert position.play(swap) and (position.cells[1], position.cells[5], position.last_stone()) == (0, 2, 5)
        if to_pass >= 0:
            assert position.play(to_pass) and position.last_stone() == 5 and not position.play(swap)
            assert position.play(0) and position.last_stone() == 0 and position.undo() == 0
            assert position.undo() == to_pass and position.last_stone() == 5
        assert position.undo() == swap
    assert (position.cells[1], position.cells[5], position.last_stone()) == (1, 0, 1)
    assert position.undo() == 1 and position.undo() == -1 and state_of(position) == begin


def test_undo_with_three_sides():
    class Three(Position):
        actions = ("pass",)

        def wins_at(self, point):
            return False

    position = Three(square(2, 2), 3)
    seen = []
    for move in (4, 0, 4, 1, 2):
        seen.append(position.to_move)
        assert position.play(move)
    assert seen == [1, 2, 3, 1, 2] and position.is_over()  # five moves: no room for more
    while seen:
        position.undo()
        assert position.to_move == seen.pop()


def test_no_game_is_longer_than_it_says():
    position = type("Short", (Passing,), {"most_plies": 6})(ROWS)
    for move in (9, 0, 9, 4, 9, 7):
        assert not position.is_over() and position.play(move)
    assert position.is_draw()


@pytest.mark.parametrize("names, plies", [(("a", "b", "c", "d", "e"), 0), ((), 256)])
def test_more_moves_or_plies_than_a_byte_holds_are_refused(names, plies):
    kind = type("Long", (Position,), {"actions": names, "most_plies": plies})
    with pytest.raises(ValueError, match="a game has at most 254 and 255"):
        kind(square(25, 10), 2)


@pytest.mark.parametrize(
    "own, family", [(Misere, "lines"), (Gravity, "lines"), (Passing, "lines"), (Bridged, "groups")]
)
def test_custom_rules_have_no_family_and_no_fast_engine(own, family):
    def setup():
        return own(ROWS if family == "lines" else GAMES["hex"].setup((3,)).tables)

    assert setup().family() is None
    for engine in (None, "minimax"):
        game = game_of(setup, engine=engine)
        assert game.family(game.setup()) == "minimax"
    with pytest.raises(ValueError) as error:
        game_of(setup, engine=family).setup()
    assert (
        str(error.value) == f"own: engine '{family}' does not know the rules of {own.__name__}; state 'minimax' or none"
    )


def test_a_game_without_a_family_gets_its_positions_family():
    assert [game_of(setup).family(setup()) for setup in (ROWS.position, GAMES["y"].setup)] == ["lines", "groups"]
    assert game_of(ROWS.position, engine="minimax").family(ROWS.position()) == "minimax"
    with pytest.raises(ValueError, match="own: engine 'groups' does not know the rules of LinesPosition"):
        game_of(ROWS.position, engine="groups").setup()
    with pytest.raises(ValueError, match="own: engine 'fast'; expected one of lines, groups, minimax"):
        game_of(ROWS.position, engine="fast")


def test_perft_counts_legal_moves():
    gravity = Gravity(Lines(square(4, 4), 2, rows_of(4, 4, 4)))
    assert [perft(gravity, depth) for depth in range(6)] == [1, 4, 16, 64, 256, 1020]
    assert [perft(passing(), depth) for depth in range(4)] == [1, 10, 91, 738]


def test_perft_counts_the_swap_only_if_the_rule_is_on():
    position = GAMES["hex"].setup((3,))
    assert [perft(position, depth) for depth in (2, 3)] == [72, 504]
    position.swap_rule = True
    assert [perft(position, depth) for depth in (1, 2, 3)] == [9, 81, 504 + 9 * 8]
    talk = Gtp(GAMES["hex"], (3,))
    answers = [talk.answer(line) for line in ("perft 3", "swap off", "perft 3")]
    assert answers[::2] == ["= 576", "= 504"]


def test_moves_have_names():
    position = passing()
    assert [move_name(position, move) for move in (0, 8, 9)] == ["a1", "c3", "pass"]
    assert [parse_move(position, text) for text in ("a1", " C3 ", "Pass", "swap", "d4", "")] == [0, 8, 9, -1, -1, -1]
    assert move_name(GAMES["hex"].setup((3,)), 9) == "swap" and parse_move(GAMES["hex"].setup((3,)), "swap") == 9


TAKEN_OVER = """{"game": "hex", "size": [5], "seats": [0, 4], "seed": 7, "moves": [1, 0, 7, 12],
    "coach": true, "swapped": true}"""
JUST_TAKEN_OVER = """{"game": "hex", "size": [5], "seats": [0, 0], "seed": 1, "moves": [1], "swapped": true}"""
PLAIN = """{"game": "tic-tac-toe", "size": [], "seats": [0, 0], "seed": 3, "moves": [4, 0, 8]}"""


@pytest.mark.parametrize(
    "saved, moves, stones",
    [
        (TAKEN_OVER, [1, "swap", 0, 7, 12], [(19, 2), (0, 1), (7, 2), (12, 1)]),
        (JUST_TAKEN_OVER, [1, "swap"], [(19, 2)]),
        (PLAIN, [4, 0, 8], [(4, 1), (0, 2), (8, 1)]),
    ],
    ids=["taken over", "just taken over", "plain"],
)
def test_a_save_of_version_0_1_0_is_restored(saved, moves, stones):
    match = restore(json.loads(saved), GAMES.values())
    assert [(p, match.position.cells[p]) for p, _ in stones] == stones and match.position.stones == len(stones)
    record = record_of(match)
    assert record["moves"] == moves and "swapped" not in record
    again = restore(json.loads(json.dumps(record)), GAMES.values())
    assert state_of(again.position) == state_of(match.position) and record_of(again) == record
    assert match.coach == again.coach == ("coach" in saved)


@pytest.mark.parametrize(
    "moves", [["swap"], [1, 2, "swap"], [1, "pass"], [1, 26], [1, -1], ["b1"], [1, None], [1.5], 7, None, "ab"]
)
def test_a_save_with_an_impossible_move_is_refused(moves):
    with pytest.raises(ValueError):
        restore({"game": "hex", "size": [5], "seats": [0, 0], "seed": 1, "moves": moves}, GAMES.values())


def test_a_match_with_passes_is_saved_restored_and_undone():
    game = game_of(passing)
    match = Match(game, (), [0, 0])
    for move in (4, 9, 0):
        assert match.position.play(move)
    record = record_of(match)
    assert record["moves"] == [4, "pass", 0]
    again = restore(json.loads(json.dumps(record)), [game])
    assert state_of(again.position) == state_of(match.position)
    assert again.undo() and again.undo() and state_of(again.position)[1] == [4]


class Snake(Position):
    """A stone goes beside the last one, not diagonally. So the last move decides whether any move is legal."""

    def __init__(self, tables=None):
        super().__init__(square(2, 3), 2)

    def refusal(self, side, move):
        why, last, field = super().refusal(side, move), self.last_stone(), self.field
        if why or last < 0:
            return why
        away = abs(field.columns[last] - field.columns[move]) + abs(field.rows[last] - field.rows[move])
        return None if away == 1 else "it is not beside the last stone"

    def wins_at(self, point):
        return False

    def fresh(self):
        return Snake()


def test_a_stuck_side_is_known_after_each_undo_and_play():
    position, stuck = Snake(), {True: set(), False: set()}

    def follow():
        legal = [move for move in range(6) if position.is_legal(move)]
        for _ in range(2):
            assert position.is_over() == (not legal)
        stuck[not legal].add((position.plies, bytes(position.cells)))
        for move in legal:
            assert position.play(move)
            follow()
            assert position.undo() == move and not position.is_over()

    follow()
    assert stuck[True] & stuck[False]  # the same stones, but another last move


def test_an_illegal_engine_move_is_an_error_not_an_endless_wait(monkeypatch):
    match = Match(GAMES["tic-tac-toe"], (), [0, 3])
    for _ in match.making_engine():
        pass
    match.position.play(4)
    seat = match.seat()
    seat.begin(match)
    while not match.engine.step(1000):
        pass
    match.engine.verdict.best = 4
    assert not seat.step(match) and seat.step(match)
    with pytest.raises(GivenUp, match="^tic-tac-toe: the engine makes the illegal move 4: a stone is there$"):
        seat.play(match)
    assert match.position.plies == 1 and match.seat().is_person
    talk = Gtp(GAMES["tic-tac-toe"])
    monkeypatch.setattr(talk.asking.playing, "start", lambda *_: setattr(talk.asking.playing.verdict, "best", 9))
    monkeypatch.setattr(talk.asking.playing, "step", lambda work: True)
    assert talk.answer("genmove b") == "? the engine's move 9 is illegal: no such point"
