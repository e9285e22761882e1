"""Phantom games on the console: two people pass it on, covered; nothing tells a side what the other has done."""

import json

from all_games import GAMES
from console import BACK, BOARD, RIGHT, SELECT, UNDO, Person
from entries import PAUSE, known

from glowgrid.console.palette import DIM
from glowgrid.console.screens.resume import restore
from host_sim.console import describe
from host_sim.console.refusal import why_refused
from host_sim.records.gtp.protocol import Gtp
from host_sim.web.field.field_state import FieldState, console_state

PHANTOM, DARK = GAMES["phantom-tic-tac-toe"], GAMES["dark-hex"]
KEYS = [0, 1, 2, 4, 5, 6, 8, 9, 10]  # of the points of 3x3
HINT = 12
A1, B1, C1, A2, B2, C2 = range(6)


def start(person, *seats, name="phantom-tic-tac-toe"):
    person.start(name, *seats)


def play(person, *points):
    """Make moves of two people, each after its cover; the last one waits for nothing."""
    for point in points:
        if person.screen == "cover" or not person.position.has_tried():
            person.uncover(HINT)
        person.tap(KEYS[point], then=100)


def colours(person):
    """Return the palette index of the first LED of each point."""
    screen = person.app.screen
    return [person.app.panel.frame[corner] for corner in screen.view.corner]


def test_the_lights_are_covered_until_the_next_person_presses_a_key(person):
    start(person, 0, 0)
    assert person.screen == "cover" and person.app.screen.help().startswith("orange: any key")
    for plies, key in enumerate((KEYS[B2], HINT, BACK)):  # none of them does anything else
        assert person.screen == "cover" and person.position.plies == plies
        person.tap(key)
        assert person.screen == "play" and person.position.plies == plies
        person.tap(KEYS[(A1, C1, A2)[plies]], then=1500)
    assert person.screen == "cover"


def test_who_has_moved_sees_it_and_can_do_no_more_until_the_cover(person):
    start(person, 0, 0)
    play(person, B2)
    assert person.screen == "play" and describe.last_move(person.app.match) == "orange b2"
    person.tap(KEYS[A1], HINT, UNDO, BACK, then=50)
    assert person.position.plies == 1 and person.screen == "play" and colours(person)[B2] > 0
    person.uncover()
    assert colours(person) == [DIM + 2] * 9


def test_a_bump_flashes_shows_the_stone_and_leaves_the_turn(person):
    start(person, 0, 0)
    play(person, B2, B2)
    assert person.screen == "play" and person.position.to_move == 2
    assert "!" in person.text() and why_refused(person.app.match, B2) == "a stone is there"
    assert describe.last_move(person.app.match) == "blue tries b2: a stone is there"
    person.wait(1500)
    assert person.screen == "play" and "!" not in person.text() and colours(person)[B2] == 1
    person.tap(KEYS[B2])  # known by now: refused, and no further ply
    assert person.position.plies == 2
    play(person, A1)
    person.uncover()
    assert colours(person) == [DIM + 1] * 4 + [colours(person)[B2]] + [DIM + 1] * 4  # orange has noticed nothing


def test_what_one_side_tried_changes_nothing_that_the_other_is_shown(tmp_path):
    shown = []
    for number, moves in enumerate(((B2, A1), (B2, B2, A1), (B2, B2, C1))):
        person = Person(tmp_path / str(number))
        start(person, 0, 0)
        play(person, *moves)
        person.wait(1500)
        covered = person.text(), describe.match_on_screen(person.app), describe.known(person.app)
        person.uncover(HINT)
        person.wait(2000)
        match = person.app.match
        state = console_state(person.app, {})
        said = describe.last_move(match), describe.state_line(match), describe.advice(person.app)
        shown.append((covered, person.text(), state, said, describe.heard(person.app)))
    assert shown[0] == shown[1] == shown[2]
    assert shown[0][0][1:] == (None, "")
    assert shown[0][2]["moves"] == [{"side": 1, "name": "b2"}, {"side": 2, "name": "?"}]


def test_nothing_is_taken_back_and_the_pause_leads_to_the_cover(person):
    start(person, 0, 0)
    play(person, B2, B2)
    person.tap(UNDO)
    assert person.position.plies == 2
    person.hold(HINT)
    assert known(person, PAUSE) == ["go on", "once more", "menu"]
    person.take("go on")
    assert person.screen == "cover"


def test_at_the_end_everything_is_shown_without_a_cover(person):
    start(person, 0, 0)
    play(person, A1, A2, B1, B2, C1)
    person.wait(3000)
    assert person.screen == "play" and person.position.winner == 1
    assert describe.last_move(person.app.match) == "orange c1"
    state = console_state(person.app, {})
    assert [point.get("side", 0) for point in state["points"]] == [1, 1, 1, 2, 2, 0, 0, 0, 0]
    assert state["moves"][0] == {"side": 1, "name": "a1"} and not any("tried" in move for move in state["moves"])


def test_a_match_goes_on_covered_after_a_power_cut(person, tmp_path):
    start(person, 0, 0)
    play(person, B2, B2)
    person.wait(8000)
    again = Person(tmp_path)
    again.take("go on")
    for _ in range(100):
        again.wait(10)
        if again.screen == "cover":
            break
    assert again.screen == "cover" and list(again.position.history[:2]) == [B2, B2]
    again.tap(HINT)
    assert colours(again)[B2] == 1 and again.position.to_move == 2  # blue still knows it


def test_against_the_engine_there_is_no_cover_and_it_is_not_seen(person):
    start(person, 0, 2)
    person.tap(KEYS[A1], then=0)
    for _ in range(400):
        person.wait(10)
        assert person.screen == "play"
        if person.position.to_move == 1:
            break
    person.wait(300)
    assert person.position.stones == 2 and colours(person)[1:] == [DIM + 1] * 8
    assert describe.last_move(person.app.match) == "blue moves, and hides where"
    person.tap(HINT, UNDO)
    assert person.position.stones == 2


def test_engines_that_play_each_other_hide_nothing(tmp_path):
    saved = {"game": "phantom-tic-tac-toe", "size": [], "seats": [3, 3], "seed": 1, "moves": [B2, B2, A1]}
    match = restore(saved, [PHANTOM])
    assert match.seen() is match.position and not match.passes_round()


def test_the_engine_uses_only_what_it_sees(tmp_path):
    """Blue, the engine, has b1 and has tried nothing. Where orange is and what it has tried must not matter."""
    moves = set()
    for number, hidden in enumerate(((A1,), (C1,), (B1, A1), (B1, C2))):
        saved = {"game": "phantom-tic-tac-toe", "size": [], "seats": [0, 3], "seed": 1, "moves": [B2, B1, *hidden]}
        person = Person(tmp_path / str(number), BOARD)
        person.app.match = restore(saved, person.app.games)
        person.app.resume(0)
        person.started()
        waited = 0
        while person.position.to_move == 2:
            person.wait(10)
            waited += 10
        moves.add((person.position.history[len(hidden) + 2], waited))
    assert len(moves) == 1


def test_the_page_gets_no_tries_of_the_other_side():
    position = PHANTOM.setup()
    for move in (B2, B2, A1, A1):
        assert position.play(move)
    field = FieldState(PHANTOM, (), position)
    state = field.state(position, position.view(1))
    assert [move["name"] for move in state["moves"]] == ["b2", "?", "a1"]
    assert state["moves"][-1]["tried"] and state["points"][A1] == {"name": "a1", "x": 0, "y": 0, "side": 2}
    assert "b2" not in json.dumps(field.state(position, position.view(2))["moves"][0])


def test_gtp_calls_a_bump_a_try():
    talk = Gtp(PHANTOM)
    assert talk.answer("play b b2") == "= " and talk.answer("play w b2") == "= a stone is there: try again"
    assert talk.answer("to_move") == "= 2" and "b2" not in talk.answer("legal")
    assert talk.answer("play w b2").startswith("? illegal move: a stone is there")
    assert talk.answer("engine_sees") == "= view" and talk.answer("genmove w").startswith("= ")
    assert talk.answer("to_move") == "= 1" and "b2" not in talk.answer("legal")
    for question in ("values", "hint", "w_star", "position", "position a1 / b2", "set_position b a1"):
        assert talk.answer(question).startswith("? phantom-tic-tac-toe hides things")
    assert Gtp(DARK).answer("play w b2").startswith("? illegal move: it is the turn of side 1")


def test_a_field_with_a_cursor_is_covered_too(person):
    start(person, 0, 0, name="dark-hex")
    person.uncover()
    person.tap(SELECT, then=100)
    assert person.position.plies == 1
    person.uncover()
    person.tap(RIGHT, SELECT, then=100)
    assert person.position.plies in (2, 3)
