"""Prove it: where the coach knows who wins, the person plays the side that loses, and the console never lets go."""

import random

import pytest
from console import BACK, SELECT, Person

from glowgrid.console.palette import CYAN, OFF
from glowgrid.console.screen import HINT
from glowgrid.rules.notation import parse_move
from host_sim.console import describe


def begin(folder, game, size, moves, seats=(0, 0)):
    """A match of two people after these moves, its coach on, then the pause's entry."""
    person = Person(folder)
    person.start(game, *seats, size=size)
    for name in moves.split():
        assert person.position.play(parse_move(person.position, name))
    person.app.match_changed(person.session.now_ms)
    pause(person)
    person.take("coach", then=6150)
    return person


def pause(person):
    if person.app.screen.needs_chord():
        person.hold(15)
    else:
        person.tap(BACK)
    while person.screen != "pause":
        person.wait(10)


def prove(person):
    pause(person)
    person.take("prove it")
    while person.screen == "starting":
        person.wait(10)
    assert person.screen == "prove it"
    settle(person)


def settle(person):
    """Wait for the engine's move."""
    match = person.app.screen.match
    while match.engine_to_move():
        person.wait(10)


def left(person):
    return person.app.screen.left()


PLACES = [
    ("tic-tac-toe", None, "a1 b1 b2", 4),  # blue to move loses
    ("mnk", "4,3,3", "b2 a1", 2),
    ("hex", "4", "b2 d1", 4),
]


@pytest.mark.parametrize("game, size, moves, within", PLACES)
def test_the_console_wins_whatever_the_person_tries_in_no_more_plies_than_it_says(tmp_path, game, size, moves, within):
    person = begin(tmp_path, game, size, moves)
    before = bytes(person.position.cells), person.position.plies
    prove(person)
    shown = person.app.screen
    rng = random.Random(3)
    said, start = left(person), shown.position.plies
    assert said == within
    while not shown.position.is_over():
        most = left(person)
        assert f"within {most} " in shown.help()
        free = [move for move in range(shown.position.points) if shown.position.is_legal(move)]
        assert shown.position.play(rng.choice(free))
        shown.changed(person.session.now_ms)
        settle(person)
        assert left(person) < most
    assert shown.position.winner == shown.match.prover.side and shown.position.plies - start <= said
    assert (bytes(person.position.cells), person.position.plies) == before


@pytest.mark.parametrize("size, moves", [("4", "b2 d1"), pytest.param("5", "c3 a1", marks=pytest.mark.long)])
def test_what_the_winner_does_not_need_is_dark(tmp_path, size, moves):
    person = begin(tmp_path, "hex", size, moves)
    prove(person)
    shown = person.app.screen
    rng, steps = random.Random(5), 0
    person.wait(1100)
    while person.app.panel.words:
        person.wait(10)
    while not shown.position.is_over():
        while not shown.coach.complete:
            person.wait(10)
        lit = set()
        for _ in range(20):  # an edge that runs over a point is dark at times
            person.wait(100)
            lights = [person.app.panel.frame[corner] for corner in shown.view.corner]
            lit.update(point for point, light in enumerate(lights) if light not in (OFF, CYAN))
        needed, position = shown.coach.needed, shown.position
        free = [point for point in range(position.points) if not position.cells[point]]
        if needed:
            assert lit.intersection(free) == {point for point in free if needed[point]}  # but for the plies left, cyan
            assert f"only {sum(needed)} of the {len(free)} free points matter" in shown.help()
            assert 0 < sum(needed) <= 0.75 * len(free)
            steps += 1
        else:
            assert "matter" not in shown.help()
        shown.match.cursor = point = rng.choice([point for point in free if not needed or needed[point]])
        person.tap(SELECT if shown.points is None else describe.point_key(person.app, point))
        settle(person)
    assert steps


def test_the_coach_says_how_many_points_matter(tmp_path):
    person = begin(tmp_path, "hex", "4", "b2 d1 b3")
    assert describe.known(person.app) == "coach: 13 lose, only 4 of the 13 free points matter"


def test_a_hint_is_a_try(tmp_path):
    person = begin(tmp_path, "hex", "5", "c3 d3 b4")
    prove(person)
    while not person.app.screen.coach.complete:
        person.wait(10)
    person.tap(next(key for key, role in enumerate(person.app.keypad.roles) if role == HINT))
    while person.app.screen.coach.asked:
        person.wait(10)
    coach = person.app.screen.coach
    assert person.app.screen.position.is_legal(coach.hint) and coach.needed[coach.hint]


def test_a_draw_is_not_offered(tmp_path):
    person = begin(tmp_path, "tic-tac-toe", None, "b2 a1")
    pause(person)
    assert "coach" in person.entries() and "prove it" not in person.entries()


def test_nothing_of_it_is_saved(tmp_path):
    person = begin(tmp_path, "tic-tac-toe", None, "a1 b1")
    prove(person)
    point = next(p for p in range(9) if not person.app.screen.position.cells[p])
    person.tap(point // 3 * 4 + point % 3)
    settle(person)
    person.wait(3000)
    again = Person(tmp_path)
    again.take("go on")
    again.started()
    assert again.position.plies == 2
