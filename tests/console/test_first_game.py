"""Guided games, with lit hints: of tic-tac-toe at the first start, of Hex and of three players when first chosen."""

import pytest
from all_games import GAMES
from cases import by_day, long
from console import BACK, BOARD, RIGHT, SELECT, UNDO, Person, think
from support.judges.brute import brute

from glowgrid.console.match import PERSON
from glowgrid.console.screens.first_game import EasyGroups, EasyLines, Hints, LineHints, match_of
from glowgrid.console.your_level import YOURS
from host_sim.boards.files import list_boards, load_board
from host_sim.console import describe
from host_sim.console.session import Session

MINUTE = 60_000
QUICK = BOARD, "pico_neotrellis_4x4"


def switched_on(folder, board=BOARD):
    return Person(folder, board, first=True)


def read_words(person):
    """Wait until the words have begun and ended; return them."""
    while not person.app.panel.words:
        person.wait(10)
    said = describe.words(person.app)
    while person.app.panel.words:
        person.wait(10)
    return said


def follow_the_hints(person):
    """Play to the end, and win; return the number of moves."""
    moves, position = 0, person.app.screen.position
    while not position.is_over():
        person.wait(2000)
        follow_the_hint(person)
        moves += 1
        person.wait(500 * position.sides)
    assert position.winner == 1
    return moves


def follow_the_hint(person):
    screen = person.app.screen
    point = screen.coach.hint
    key = describe.point_key(person.app, point)
    if key is not None:
        person.tap(key)
        return
    roles, field = person.session.board["keys"]["roles"], screen.position.field
    while screen.match.cursor != point:
        across = field.columns[point] - field.columns[screen.match.cursor]
        down = field.rows[point] - field.rows[screen.match.cursor]
        person.tap(roles["right" if across > 0 else "left" if across else "down" if down > 0 else "up"])
    person.tap(roles["select"])


@pytest.mark.parametrize("board", list_boards())
def test_following_the_hints_wins_within_a_minute_and_leads_to_the_menu(board, tmp_path):
    person = switched_on(tmp_path, board)
    assert person.screen == "first game"
    assert read_words(person) == "3 in a row"
    assert follow_the_hints(person) == 3
    assert read_words(person) == "you win"
    person.wait(300)
    assert person.screen == "menu"
    assert person.session.now_ms < MINUTE
    assert person.app.match is None and not person.app.settings.results
    assert sorted(path.name for path in tmp_path.iterdir()) == ["settings"]
    assert switched_on(tmp_path, board).screen == "menu"


def games(match):
    """Yield the position after each game against the easy side, whatever the person plays."""
    position = match.position
    for point in range(position.points):
        if not position.play(point):
            continue
        if position.is_over():
            yield position
            position.undo()
            continue
        think(match).play(match)
        if position.is_over():
            yield position
        else:
            yield from games(match)
        position.undo()
        position.undo()


def test_no_person_loses_and_few_draw():
    ends = [position.winner for position in games(match_of(GAMES["tic-tac-toe"], EasyLines))]
    assert len(ends) > 800
    assert 2 not in ends and ends.count(0) < 0.01 * len(ends)


def test_only_back_skips_it_and_it_is_not_shown_again(tmp_path):
    person = switched_on(tmp_path)
    for key in (RIGHT, SELECT, UNDO):
        person.hold(key, 5000)
        person.wait(500)
        assert person.screen == "first game"
    person.tap(BACK, then=450)
    assert person.screen == "menu"
    assert switched_on(tmp_path).screen == "menu"


def test_it_comes_again_after_a_power_cut_until_a_key_is_pressed(tmp_path):
    switched_on(tmp_path).wait(20_000)
    person = switched_on(tmp_path)
    assert person.screen == "first game"
    person.tap(SELECT, then=300)
    assert person.screen == "first game"
    assert switched_on(tmp_path).screen == "menu"


def test_after_a_crash_the_menu_comes_and_not_what_may_have_crashed(tmp_path):
    session = Session(load_board(BOARD), tmp_path, first=True)
    session.app.restarted = True
    assert Person(tmp_path, session=session).screen == "menu"


def answers(match):
    """Let the other sides move until the person is to move; return how many moves they made."""
    count = 0
    while match.engine_to_move():
        think(match).play(match)
        count += 1
    return count


def persons_turns(match, seen):
    """Yield with the match in each position that a person can come to, whatever the person plays."""
    position = match.position
    key = bytes(position.cells)
    if position.is_over() or key in seen:
        return
    seen.add(key)
    yield
    for point in range(position.points):
        if position.play(point):
            made = 1 + answers(match)
            yield from persons_turns(match, seen)
            for _ in range(made):
                position.undo()


def hinted(hints):
    """Return the point that the hint shows once it is there."""
    hints.forget()
    while hints.asked:
        hints.work()
    return hints.hint


def easy_hex():
    match = match_of(GAMES["hex"], EasyGroups, (3,))
    for _ in match.making_engine():
        pass
    return match


@pytest.mark.parametrize("name", ["tic-tac-toe", long("hex")])
def test_the_hint_is_a_best_move_in_each_position_that_a_person_can_come_to(name):
    match = easy_hex() if name == "hex" else match_of(GAMES[name], EasyLines)
    hints = Hints(match) if name == "hex" else LineHints(match)
    position, seen, known = match.position, set(), {}
    for _ in persons_turns(match, seen):
        winner, _ = brute(position, position.empty, known)
        assert position.play(hinted(hints))
        assert brute(position, position.empty, known)[0] == winner, bytes(position.cells)
        position.undo()
    assert len(seen) > 100


@pytest.mark.parametrize("board", by_day(list_boards(), *QUICK))
@pytest.mark.parametrize("name, said", [("hex", "orange: top to bottom"), ("three-player", "3 in a row")])
def test_the_first_choice_of_a_game_offers_a_guided_one_once(board, name, said, tmp_path):
    person = Person(tmp_path, board)
    roles = person.session.board["keys"]["roles"]

    def choose():
        while person.app.screen.entry_name() != name:
            person.tap(roles["right"])
        person.tap(roles["select"])

    choose()
    assert person.screen == "offer" and person.app.screen.entry_name() == "guided game"
    person.tap(roles["select"], then=600)
    assert person.screen == "first game"
    assert read_words(person) == said
    assert follow_the_hints(person) <= 4
    assert read_words(person) == "you win"
    person.wait(300)
    assert person.screen == ("sizes" if name == "hex" else "seats")
    assert person.app.match is None and not person.app.settings.results
    person.tap(roles["back"])
    choose()
    assert person.screen != "offer"
    if person.screen == "sizes":
        person.tap(roles["select"])
    assert person.app.screen.seats == [PERSON] + [YOURS] * (GAMES[name].sides - 1)  # as for any first match
    person = Person(tmp_path, board)
    choose()
    assert person.screen != "offer"


def test_a_guided_game_is_offered_until_back_declines_it_or_the_game_was_played(tmp_path):
    for _ in range(2):  # the power is cut
        person = Person(tmp_path)
        person.take("hex", then=3000)
        assert person.screen == "offer"
    person.tap(BACK)
    assert person.screen == "sizes"
    person.tap(BACK, SELECT)
    assert person.screen == "sizes"
    person.tap(BACK)
    person.app.settings.seats["three-player"] = [0, 0, 0]  # as an older Glowgrid saved it
    person.take("three-player")
    assert person.screen == "seats"


def test_a_guided_game_may_be_left_and_keeps_the_match_under_way(tmp_path):
    person = Person(tmp_path)
    person.start("tic-tac-toe", 0, 2)
    person.tap(0, then=2000)
    person.pause_and("menu")
    person.page_to("hex")
    person.tap(SELECT, SELECT, then=600)
    assert person.screen == "first game"
    person.tap(5, BACK, then=300)
    assert person.screen == "sizes"
    person.tap(BACK)
    person.take("go on", then=600)
    assert person.screen == "play" and person.position.plies == 2 and person.app.match.game.name == "tic-tac-toe"
    person.tap(next(key for key in (1, 4, 5) if not person.position.cells[person.app.screen.points[key]]), then=2000)
    assert person.position.plies == 4


def test_without_tic_tac_toe_the_menu_comes_at_once(tmp_path):
    assert Person(tmp_path, BOARD, games=[GAMES["hex"]], first=True).screen == "menu"


def test_words_tell_a_hesitating_person_what_to_press(tmp_path):
    person = switched_on(tmp_path)
    assert read_words(person) == "3 in a row"
    assert read_words(person) == "press green"
    assert person.screen == "first game" and not person.app.screen.position.plies


def test_damaged_settings_are_no_first_start(tmp_path):
    (tmp_path / "settings").write_bytes(b"?")
    person = switched_on(tmp_path)
    assert person.screen == "sign"
    person.tap(SELECT, then=250)
    assert person.screen == "menu"


def completing(position, side):
    """Return the points that complete a line of a side."""
    tables, found = position.tables, set()
    for line in range(len(tables.starts) - 1):
        points = tables.members[tables.starts[line] : tables.starts[line + 1]]
        free = [point for point in points if position.cells[point] != side]
        if len(free) == 1 and not position.cells[free[0]]:
            found.add(free[0])
    return found


class Watched(EasyLines):
    """Checks that an easy side completes a line only if it has no other move."""

    def chosen(self, match):
        move, position = super().chosen(match), match.position
        other = [point for point in range(position.points) if position.is_legal(point)]
        lines = completing(position, position.to_move)
        assert move not in lines or lines.issuperset(other)
        return move


@pytest.mark.long
def test_the_hint_for_three_wins_at_once_or_blocks_and_the_easy_sides_let_the_person_win():
    match = match_of(GAMES["three-player"], Watched)
    hints, position, seen = LineHints(match), match.position, set()
    for _ in persons_turns(match, seen):
        won, lost = completing(position, 1), completing(position, 2) | completing(position, 3)
        assert not won or hinted(hints) in won
        assert won or not lost or hinted(hints) in lost
    assert len(seen) > 1000
