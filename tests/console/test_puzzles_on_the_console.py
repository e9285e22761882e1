"""Puzzles on the lights: from a file beside the games, one after the other, until they are solved."""

import pytest
from console import BACK, SELECT, Person

from glowgrid import games
from glowgrid.console.match import PERSON
from glowgrid.console.palette import STONE
from glowgrid.console.screens.puzzles import finding
from glowgrid.console.shortage import make_do
from glowgrid.console.your_level import YOURS
from glowgrid.rules.notation import parse_point
from host_sim.boards.files import load_board
from host_sim.console import golden
from host_sim.console.session import Session

FIRST = "tic-tac-toe: a2 c3 / a1 a3, 1 to move; wins in 3; grade 2"  # c2, then b2 or c1
SECOND = "tic-tac-toe: a2 a3 / a1 b3, 1 to move; wins in 3; grade 2"  # b2, then c2 or c1
LINES = f"# Two puzzles.\n{FIRST}\n\n{SECOND}\n"


@pytest.fixture
def own(tmp_path, monkeypatch):
    """A file of one's own with puzzles of tic-tac-toe."""
    folder = tmp_path / "games" / "puzzles"
    folder.mkdir(parents=True)
    (folder / "tic_tac_toe.txt").write_text(LINES)
    monkeypatch.setattr(games, "own_folder", str(folder.parent))
    return folder / "tic_tac_toe.txt"


def begin(person):
    """From the menu to the next puzzle of tic-tac-toe."""
    person.take("puzzles")
    if person.screen == "puzzles":
        person.take("tic-tac-toe")
    person.started()
    return person


def play(person, name):
    """Press the key of a point, and wait for the engine."""
    person.play(name, then=1650)


def solve(person, first, *thirds):
    """Make the move, then the one of the others that the engine has left."""
    play(person, first)
    cells, field = person.position.cells, person.position.field
    play(person, next(name for name in thirds if not cells[parse_point(field, name)]))


def begins_from(person, line):
    return person.app.match.stones == line.partition(": ")[2].partition(";")[0] and not person.position.plies


def test_a_puzzle_is_solved_and_the_next_one_offered_even_after_a_power_cut(tmp_path, own):
    person = begin(Person(tmp_path))
    assert begins_from(person, FIRST) and person.app.match.seats == [0, 2]
    assert "win in 2" in person.app.screen.help() and "hint" not in person.app.screen.help()
    assert person.app.screen.words() == ("win in 2", STONE + 1)
    solve(person, "c2", "b2", "c1")
    assert person.position.winner == 1 and person.app.screen.words()[0] == "solved"
    again = Person(tmp_path)  # the power was cut
    assert again.screen == "menu" and not again.app.settings.results
    assert begins_from(begin(again), SECOND)
    again = Person(tmp_path)
    assert again.screen == "resume"
    again.tap(SELECT)
    again.started()
    assert begins_from(again, SECOND) and again.app.match.without
    solve(again, "b2", "c1", "c2")
    again.play("a1")
    assert again.screen == "puzzle" and again.app.screen.entry_name() == "next puzzle"
    again.tap(SELECT)
    again.started()
    assert begins_from(again, FIRST)  # all are solved: once more from the first


def test_a_puzzle_can_be_skipped_and_left(tmp_path, own):
    person = begin(Person(tmp_path))
    for line in (SECOND, FIRST, SECOND):
        person.hold(BACK) if person.app.screen.key_point(BACK) != 255 else person.tap(BACK)
        assert person.screen == "puzzle" and person.entries() == ["go on", "next puzzle", "menu"]
        person.take("next puzzle")
        person.started()
        assert begins_from(person, line)


def to_menu(person):
    person.app.open_menu(person.session.now_ms)
    person.wait(300)
    return person


def menu_of(tmp_path):
    """Switch on; leave the match that is offered, if there is one."""
    return to_menu(Person(tmp_path))


def test_another_file_begins_with_its_first_puzzle(tmp_path, own):
    solve(begin(Person(tmp_path)), "c2", "b2", "c1")
    assert begins_from(begin(menu_of(tmp_path)), SECOND)
    own.write_text(LINES + "# longer\n")
    assert begins_from(begin(menu_of(tmp_path)), FIRST)


def test_solved_puzzles_are_forgotten_with_the_statistics(tmp_path, own):
    solve(begin(Person(tmp_path)), "c2", "b2", "c1")
    person = menu_of(tmp_path)
    for name in ("settings", "forget statistics", "forget"):
        person.take(name)
    person.wait(500)
    assert begins_from(begin(menu_of(tmp_path)), FIRST)


def test_there_is_no_entry_without_a_file(tmp_path):
    person = Person(tmp_path, session=Session(load_board(golden.BOARD), tmp_path, games.discover()))
    assert "hex" in person.entries() and "puzzles" not in person.entries()


@pytest.mark.parametrize("line", ["tic-tac-toe: a1 / z9, 1 to move; wins in 3", "tic-tac-toe: a1 / b2, 1 to move"])
def test_a_line_that_is_no_puzzle_is_named(tmp_path, own, line):
    own.write_text(line + "\n")
    person = Person(tmp_path)
    person.take("puzzles")
    if person.screen == "puzzles":
        person.take("tic-tac-toe")
    person.wait(500)
    assert person.screen == "sign" and str(own) in person.app.screen.faults[0]
    person.tap(SELECT, then=500)
    assert person.screen == "menu"


def test_the_next_puzzle_is_the_first_unsolved_one_that_fits(tmp_path):
    person = Person(tmp_path)
    hex_ = next(game for game in person.app.games if game.name == "hex")
    file = tmp_path / "hex.txt"
    file.write_text(
        "".join(f"hex {size}: a1 / b2, 1 to move; wins in 3\n" for size in (9, 3, 4, 99, 5)) + "hex x: a1\n"
    )

    def found(known, after=-1):
        for puzzle in finding(person.app, hex_, str(file), known, after):
            pass
        return puzzle and (puzzle[0], puzzle[1][:5])

    assert found("") == (1, "hex 3")  # 9 is too large for 8x8 lights
    assert found("01") == (2, "hex 4") and found("011") == (4, "hex 5")
    assert found("", after=1) == (2, "hex 4") and found("0001", after=4) == (1, "hex 3")
    assert found("11101", after=4) == (1, "hex 3") and found("11101", after=1) == (2, "hex 4")
    file.write_text("# nothing\n")
    assert found("") is None


def test_a_match_after_a_puzzle_has_the_seats_and_the_score_of_the_match_before(tmp_path, own):
    person = Person(tmp_path)
    person.app.settings.seats["tic-tac-toe"] = [YOURS, PERSON]
    solve(begin(person), "c2", "b2", "c1")
    to_menu(person).choose("tic-tac-toe")
    assert person.app.screen.seats == [PERSON, YOURS]
    person.tap(SELECT)
    person.started()
    assert person.app.match.adapts and person.app.settings.seats["tic-tac-toe"] == [PERSON, YOURS]
    solve(begin(to_menu(person)), "b2", "c1", "c2")
    to_menu(person).choose("tic-tac-toe")
    person.sit(PERSON, 2)  # as in the puzzle
    assert person.app.match.score == [0, 0]


def test_the_menu_goes_on_with_a_puzzle_and_after_it_shows_the_puzzles(tmp_path, own):
    person = to_menu(begin(Person(tmp_path)))
    assert person.app.screen.entry_name() == "go on"
    person.tap(SELECT)
    person.started()
    solve(person, "c2", "b2", "c1")
    assert to_menu(person).app.screen.entry_name() == "puzzles"
    person.page_to("y")
    assert to_menu(person).app.screen.entry_name() == "y"


def test_a_crash_in_the_next_puzzle_is_no_crash_of_the_saved_match(tmp_path, own):
    begin(Person(tmp_path))
    person = Person(tmp_path)
    person.tap(SELECT)
    person.started()
    person.hold(BACK) if person.app.screen.key_point(BACK) != 255 else person.tap(BACK)
    person.take("next puzzle")
    person.started()
    assert not person.app.give_up()  # no restart loop: the match is not the one that was loaded


def test_an_empty_file_hides_no_puzzles(tmp_path, own):
    own.write_text("")
    person = Person(tmp_path)
    person.take("puzzles")
    person.take("tic-tac-toe")
    person.started()
    assert person.app.match.puzzle and person.app.match.game.name == "tic-tac-toe"


def test_a_puzzle_without_its_engine_is_not_solved(tmp_path, own):
    person = begin(Person(tmp_path))
    make_do(person.app, person.session.now_ms)
    person.tap(SELECT, then=500)
    for name in ("c2", "c1", "b2"):  # of both sides
        play(person, name)
    assert person.position.winner == 1 and person.app.screen.words()[0] != "solved"
    for again in (person, Person(tmp_path)):
        assert begins_from(begin(to_menu(again)), FIRST)


def test_a_failed_puzzle_is_failed_after_a_power_cut(tmp_path, own):
    play(begin(Person(tmp_path)), "b2")
    person = Person(tmp_path)
    person.tap(SELECT)
    person.started()
    person.wait(2500)
    assert person.screen == "puzzle" and person.app.screen.entry_name() == "try again"
    person.tap(SELECT)
    person.started()
    person.wait(3000)
    assert person.screen == "play" and begins_from(person, FIRST)


def test_a_file_of_which_no_puzzle_fits_the_lights_is_a_sign(tmp_path, own):
    (own.parent / "hex.txt").write_text("hex 99: a1 / b1, 1 to move; wins in 3\n")
    person = Person(tmp_path)
    person.take("puzzles")
    person.take("hex", then=1000)
    assert person.screen == "sign" and "hex.txt: no puzzle in it fits these lights" in person.app.screen.faults[0]
