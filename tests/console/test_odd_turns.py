"""Games of a person's own in which sides do not take turns one by one, or move onto stones, played on the console."""

import runpy
from pathlib import Path

from console import UNDO, Person

from host_sim import where
from host_sim.boards import load_board
from host_sim.golden import BOARD
from host_sim.session import Session

OWN = Path(__file__).resolve().parents[1] / "own_games"
KEYS = [0, 1, 2, 4, 5, 6, 8, 9, 10]  # of the points of 3x3


def at_seats(folder, name, *seats):
    game = runpy.run_path(str(OWN / (name.replace("-", "_") + ".py")))["GAME"]
    person = Person(folder, session=Session({**load_board(BOARD), "speed": 0.01}, folder, found=([game], [])))
    person.choose(name)
    person.sit(*seats)
    return person


def history(person):
    return list(person.position.history[: person.position.plies])


def test_undo_goes_back_to_the_last_stone_of_a_person_who_places_two(tmp_path):
    person = at_seats(tmp_path, "two-stones", 0, 1)
    person.tap(KEYS[0], KEYS[4])
    while person.app.match.engine_to_move():
        person.wait(100)
    assert person.position.plies == 4 and history(person)[:2] == [0, 4]
    assert where.last_move(person.app.match).startswith("blue ")
    person.tap(UNDO)
    assert history(person) == [0]
    person.tap(UNDO)
    assert history(person) == []


def test_there_is_no_undo_before_the_first_move_of_a_person(tmp_path):
    person = at_seats(tmp_path, "two-stones", 1, 0)
    while person.app.match.engine_to_move():
        person.wait(100)
    made = history(person)
    assert len(made) == 2 and not person.app.match.can_undo()
    person.tap(UNDO)
    assert history(person) == made and person.position.to_move == 2
    point = next(point for point in range(9) if not person.position.cells[point])
    person.tap(KEYS[point])
    assert person.app.match.can_undo() and history(person) == [*made, point]


def test_engines_of_all_levels_put_stones_on_stones(tmp_path):
    replaced = []
    for level in range(1, 6):
        person = at_seats(tmp_path / str(level), "replacing", level, level)
        while not person.position.is_over():
            assert person.screen == "play", person.text()
            person.wait(500)
        assert not person.app.match.alone
        replaced.append(person.position.plies > person.position.stones)
    assert replaced == [False, True, True, True, True]  # level 1 looks a ply far and lets its opponent win
