"""A game in Python is listed by playing it: what holds then is what the definitions say of the same game."""

import pytest
from all_games import OWN_GAMES

from glowgrid.rules.notation import move_name
from host_sim.own_games.at_start import at_start
from host_sim.own_games.find import find_game
from host_sim.theory.formal import played, report
from host_sim.theory.formal.alike import key_of

SAME = "points", "configurations", "transitions", "games", "strategies", "value", "super"


def built_in(name, size):
    position = find_game(name)[0].setup(size)
    names = {move: move_name(position, move) for move in range(position.moves)}
    return (played.PlayedByTwo if position.sides == 2 else played.Played)(name, names, position)


def own(name, size=""):
    title, names, position = at_start(OWN_GAMES / name, size)
    return (played.PlayedByTwo if position.sides == 2 else played.Played)(title, names, position)


@pytest.mark.parametrize(
    "name, numbers, size", [("tic-tac-toe", (), ""), ("mnk", (2, 3, 2), "2,3,2"), ("fano", (), "")]
)
def test_what_is_listed_by_playing_is_what_the_definitions_list(name, numbers, size):
    by_play, defined = built_in(name, numbers), report.subject_of(name, size)
    for question in SAME:
        assert report.answer(by_play, question) == report.answer(defined, question), question
    assert report.answer(by_play, "openings").startswith(report.answer(defined, "openings"))


@pytest.mark.parametrize(
    "moves, k", [("", None), ("b2", 3), ("b2 a1", 5), ("a1 b1", None), ("a1 b2 b1", 0), ("a1 a2 b1 b2 c1", 1)]
)
def test_questions_about_a_position_agree_with_the_definitions(moves, k):
    subjects = built_in("tic-tac-toe", ()), report.subject_of("tic-tac-toe")
    for subject in subjects:
        subject.k = k
        subject.play(moves)
    for question in ("w0", "w_k", "w_star", "m_hat"):
        assert report.answer(subjects[0], question) == report.answer(subjects[1], question), question


def test_three_sides_agree_with_the_definitions():
    moves = "b2 a1 d4 c2 a2 d3 a3 c4 b1 a4"
    subjects = built_in("three-player", ()), report.subject_of("three-player")
    for subject in subjects:
        subject.play(moves)
    for question in ("w0", "w_star", "m_hat"):
        assert report.answer(subjects[0], question) == report.answer(subjects[1], question), question


def test_games_of_ones_own():
    data = report.subject_of(str(OWN_GAMES / "avoid.json"), played=lambda path, size: own(path.name, size))
    for misere in (own("misere.py"), data):
        assert [report.answer(misere, name) for name in ("configurations", "games")] == [
            "5,478, 958 of them final",
            "255,168",
        ]
        assert report.answer(misere, "openings") == "1 of 9 optimal: b2"
    assert report.answer(own("passing.py"), "drawless").startswith("no, ")
    with pytest.raises(report.OutOfReach, match="do not move in turn"):
        report.answer(own("two_stones.py"), "super")


def test_stones_say_all_where_the_class_itself_states_it():
    """A stone that replaces another comes back to the same stones; the number of moves tells them apart."""
    assert report.answer(own("replacing.py"), "value") == "0, a draw"


@pytest.mark.parametrize(
    "game, same", [("tic-tac-toe", True), ("misere.py", True), ("avoid.json", True), ("gravity.py", False)]
)
@pytest.mark.parametrize("inherits", [False, True])
def test_two_ways_lead_to_one_position_only_where_the_stones_say_all(game, same, inherits):
    """A class that inherits the statement may have rules that remember more."""
    position = find_game(str(OWN_GAMES / game) if "." in game else game)[0].setup()
    if inherits:
        position = type("Own", (type(position),), {})(position.tables)
    keys = set()
    last = range(position.points)[-3:]
    for moves in (last, last[::-1]):
        for move in moves:
            assert position.play(move)
        keys.add(key_of(position))
        while position.plies:
            position.undo()
    assert len(keys) == (1 if same and not inherits else 2)


def test_too_many_positions_are_out_of_reach(monkeypatch):
    monkeypatch.setattr(played, "MOST_CONFIGURATIONS", 1000)
    subject = own("misere.py")
    for _ in range(2):
        with pytest.raises(report.OutOfReach, match="more than 1,000 configurations"):
            report.answer(subject, "value")
    assert report.answer(subject, "points") == "9"
