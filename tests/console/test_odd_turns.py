"""Own games on the console in which sides do not simply take turns, or move onto stones."""

from all_games import own_game
from console import BACK, BOARD, UNDO, Person

from glowgrid.console.match import ENGINE
from host_sim.boards.files import load_board
from host_sim.console import describe

KEYS = [0, 1, 2, 4, 5, 6, 8, 9, 10]  # of the points of 3x3


def at_seats(folder, name, *seats):
    game = own_game(name.replace("-", "_"))
    person = Person(folder, {**load_board(BOARD), "speed": 0.01}, games=[game])
    person.start(name, *seats)
    return person


def history(person):
    return list(person.position.history[: person.position.plies])


def test_undo_goes_back_to_the_last_of_a_persons_two_stones(tmp_path):
    person = at_seats(tmp_path, "two-stones", 0, 1)
    person.tap(KEYS[0], KEYS[4])
    while person.app.match.engine_to_move():
        person.wait(100)
    assert person.position.plies == 4 and history(person)[:2] == [0, 4]
    assert describe.last_move(person.app.match).startswith("blue ")
    person.tap(UNDO)
    assert history(person) == [0]
    person.tap(UNDO)
    assert history(person) == []


def test_there_is_no_undo_before_a_persons_first_move(tmp_path):
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
        assert person.app.match.without < ENGINE
        replaced.append(person.position.plies > person.position.stones)
    assert replaced == [True] * 5


STUCK = [1, 0, 3, 2, 8]  # after these moves of fenced the first row is full, and side 2 has no legal point


def is_over_and_drawn(person):
    """Return whether the console shows, says and offers a draw."""
    assert person.position.is_over() and describe.state_line(person.app.match) == "No legal move: a draw."
    assert person.app.screen.words()[0] == "draw"
    person.hold(BACK)
    offered = person.entries()
    person.tap(BACK)
    person.wait(1000)  # no key shortens this part of the end
    return offered[:2] == ["once more", "menu"] and not {"hint", "coach", "wins within", "go on"} & set(offered)


def test_a_side_without_a_legal_move_ends_the_match_in_a_draw(tmp_path):
    person = at_seats(tmp_path, "fenced", 0, 0)
    person.tap(*[KEYS[point] for point in STUCK[:4]])
    person.pause_and("coach")
    person.wait(2000)
    assert describe.known(person.app) == "coach: 5 draw"
    person.tap(KEYS[STUCK[4]])
    assert is_over_and_drawn(person)
    person.pause_and("take back")
    assert history(person) == STUCK[:4] and describe.state_line(person.app.match) == "Orange is to move."
    person.pause_and("hint")
    person.wait(2000)
    assert describe.known(person.app).startswith("hint ")
    person.tap(KEYS[STUCK[4]])
    assert is_over_and_drawn(person)


def test_an_engine_whose_side_is_stuck_makes_no_move(tmp_path):
    for level in (1, 5):
        person = at_seats(tmp_path / str(level), "fenced", level, level)
        while not person.position.is_over():
            assert person.screen == "play", person.text()
            person.wait(500)
        assert person.app.match.without < ENGINE
        assert person.position.winner or is_over_and_drawn(person)
