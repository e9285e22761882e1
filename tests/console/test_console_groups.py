"""Hex, Havannah and Y on the console: people, the cursor, the swap, the winning path."""

from console import DOWN, RIGHT, SELECT, UNDO, UP, Person

from glowgrid.console.screens.fitting import fitting


def swapped(position):
    return position.plies > 1 and position.history[1] == position.action("swap")


def play_at(person, *moves):
    """Move the cursor to the point in that column and row, and select it."""
    for column, row in moves:
        field = person.position.field
        while (
            field.columns[person.app.screen.match.cursor] != column or field.rows[person.app.screen.match.cursor] != row
        ):
            at = person.app.screen.match.cursor
            person.tap(RIGHT if field.columns[at] != column else DOWN, then=30)
        person.tap(SELECT, then=30)


def test_sizes_that_fit_the_lights_are_offered(person):
    offered = {
        game.name: [size[0] for size in fitting(person.app, game)]
        for game in person.app.games
        if game.name in ("hex", "havannah", "y")
    }
    assert {name: max(sizes) for name, sizes in offered.items()} == {"hex": 8, "havannah": 4, "y": 8}


def test_the_first_stone_is_taken_over_by_playing_on_it(person, tmp_path):
    person.start("hex", 0, 0)
    play_at(person, (1, 0))
    shown = set()
    for _ in range(96):
        person.wait(10)
        shown.add(person.text())
    for sign in "#AB":  # offered, under the cursor
        assert any(sign in text for text in shown)
    play_at(person, (1, 0))
    position = person.position
    assert swapped(position) and position.to_move == 1 and position.cells[4 + 5 * 3] == 2
    person.wait(200)
    again = Person(tmp_path)
    assert again.screen == "resume"
    again.tap(SELECT)
    assert swapped(again.position) and bytes(again.position.cells) == bytes(position.cells)
    play_at(again, (1, 3), (3, 3))
    assert again.position.plies == 4
    again.tap(UNDO, UNDO, UNDO)
    assert (again.position.plies, again.position.to_move) == (1, 2)


def test_a_match_without_the_swap_rule_is_remembered_and_saved(person, tmp_path):
    person.choose("hex")
    frames = [person.text()]
    person.tap(UP)
    assert person.app.screen.help().startswith("swap rule on   ")
    person.tap(RIGHT)
    frames.append(person.text())
    assert frames[0] != frames[1] and person.app.screen.help().startswith("swap rule off   ")
    person.tap(DOWN)
    person.sit(0, 0)
    play_at(person, (1, 0))
    position = person.position
    assert not position.may_swap() and not position.is_legal(position.action("swap"))
    play_at(person, (1, 0))
    assert position.plies == 1
    person.wait(1500)
    again = Person(tmp_path)
    assert again.screen == "resume"
    again.tap(SELECT)
    assert again.position.plies == 1 and not again.position.may_swap() and not again.position.swap_rule
    assert again.app.settings.swap == {"hex": False}


def test_undo_goes_back_before_a_stone_that_the_engine_took_over(person):
    person.start("hex", 0, 5)
    play_at(person, (2, 2))  # the middle
    while person.app.match.engine_to_move():
        person.wait(100)
    assert swapped(person.position) and person.position.plies == 2
    person.tap(UNDO)
    assert (person.position.plies, person.position.to_move) == (0, 1)
    person.tap(UNDO)
    assert person.position.plies == 0


def test_moving_the_cursor_does_not_delay_the_engines_move(person):
    person.start("hex", 0, 1)
    play_at(person, (0, 0))
    for _ in range(12):
        assert person.text().count("#") <= 1
        person.tap(RIGHT, then=40)
        if person.position.to_move == 1:
            break
    assert (person.position.plies, person.position.to_move) == (2, 1)
    assert "#" in person.text()  # the cursor was visible all the time
