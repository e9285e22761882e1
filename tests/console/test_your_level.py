"""The level that suits the person: as matches end, over a rematch, a power cut and another evening."""

import pytest
from console import SELECT, Person

from glowgrid.console import your_level
from glowgrid.console.match import PERSON, Match
from glowgrid.console.settings import Settings
from glowgrid.console.storage import MATCH, SETTINGS, Storage
from glowgrid.console.your_level import YOURS
from glowgrid.levels import LEVELS


def sit_at_your_level(person):
    person.choose("tic-tac-toe")
    assert sorted(person.app.screen.seats) == [PERSON, YOURS]
    person.tap(SELECT, then=500)


def end(person, result):
    """Play the match to an end: the first side to move wins ("won"), loses, or draws ("drawn").

    The moves are made through the rules, for both sides, between two ticks of the console.
    """
    position, seats = person.position, person.app.match.seats
    me = seats.index(PERSON) + 1
    wins = {"won": me, "lost": 3 - me, "drawn": 0}[result]
    row, other = [0, 1, 2], [3, 4, 8]
    moves = [0, 1, 2, 4, 3, 5, 7, 6, 8]  # a draw
    if wins == 1:
        moves = [row[0], other[0], row[1], other[1], row[2]]
    elif wins == 2:
        moves = [other[0], row[0], other[1], row[1], other[2], row[2]]
    while position.undo() >= 0:
        pass
    for move in moves:
        assert position.play(move)
    assert position.winner == wins
    person.app.match_changed(person.session.now_ms)
    person.app.resume(person.session.now_ms)
    person.wait(2500)


def level(person):
    return max(person.app.match.seats)


@pytest.mark.parametrize(
    "results, levels",
    [
        (["won", "won", "won", "won", "won", "won", "won", "won"], [1, 2, 2, 2, 2, 2, 2, 2]),
        (["lost", "lost", "lost", "lost"], [1, 1, 1, 1]),
        (["won", "drawn", "won", "lost", "won", "won", "lost", "lost"], [1, 1, 1, 1, 1, 2, 2, 1]),
    ],
)
def test_it_rises_after_two_wins_and_falls_after_two_losses(person, results, levels):
    sit_at_your_level(person)
    assert level(person) == 1
    for number, (result, expected) in enumerate(zip(results, levels)):
        assert person.app.match.seats.index(PERSON) == number % 2  # the starter changes
        end(person, result)
        person.pause_and("once more")
        assert level(person) == expected, (number, result)


def test_it_is_kept_for_each_game_and_survives_a_power_cut(tmp_path):
    person = Person(tmp_path)
    sit_at_your_level(person)
    end(person, "won")
    person = Person(tmp_path)  # the finished match is not offered; its win counts
    sit_at_your_level(person)
    end(person, "won")
    person.wait(2500)
    person = Person(tmp_path)
    sit_at_your_level(person)
    assert level(person) == 2 and person.app.match.adapts
    person.pause_and("menu")
    person.choose("hex")
    person.tap(SELECT, then=1500)
    assert level(person) == 2


def test_a_size_with_fewer_levels_counts_little_for_larger_ones(tmp_path):
    person = Person(tmp_path)
    person.app.settings.levels["hex"] = 4
    (hexagons,) = [game for game in person.app.offered if game.name == "hex"]
    for number in range(4):
        match = Match(hexagons, (3,), [PERSON, 2])
        assert match.levels == 3
        for move in (0, 1, 3, 4, 6) if number % 2 else (0, 1, 3, 4, 8, 7):
            assert match.position.play(move)
        your_level.count(person.app.settings, match)
    assert person.app.settings.levels["hex"] == 4
    settings = person.app.settings
    settings.levels.clear()
    assert [your_level.of(settings, match.game, levels) for levels in (1, 2, 3, 5)] == [1, 1, 2, 2]
    settings.streaks["hex"] = 1
    match = Match(match.game, (3,), [PERSON, 1])
    for move in (0, 1, 3, 4, 6):
        assert match.position.play(move)
    your_level.count(settings, match)
    assert settings.levels == {"hex": 3} and settings.streaks["hex"] == 0


def test_it_is_saved_if_two_people_play_against_it(tmp_path):
    person = Person(tmp_path)
    person.start("three-player", PERSON, PERSON, YOURS)
    person.wait(1500)
    for move in (0, 15, 12, 1, 14, 3, 2):
        assert person.position.play(move)
    person.app.match_changed(person.session.now_ms)
    person.wait(4000)
    assert abs(Person(tmp_path).app.settings.streaks["three-player"]) == 1


def test_a_match_counts_once_even_if_its_end_is_undone(person):
    sit_at_your_level(person)
    end(person, "won")
    end(person, "won")  # the same match
    person.pause_and("once more")
    assert level(person) == 1


def test_a_chosen_level_does_not_change(person):
    person.start("tic-tac-toe", 0, 2)
    for _ in range(2):
        end(person, "won")
        person.pause_and("once more")
    assert level(person) == 2 and not person.app.match.adapts


def test_a_match_at_your_level_is_resumed_as_one(tmp_path):
    person = Person(tmp_path)
    sit_at_your_level(person)
    person.tap(0, then=2650)
    again = Person(tmp_path)
    assert again.screen == "resume"
    again.tap(SELECT, then=1000)
    assert again.app.match.adapts and level(again) == 1


def test_statistics_count_matches_by_game_and_level(person, tmp_path):
    sit_at_your_level(person)
    for result in ("won", "won", "lost", "drawn"):
        end(person, result)
        person.pause_and("once more")
        person.wait(500)
    again = Person(tmp_path)
    for one in (person, again):
        one.app.open_menu(0)
        one.wait(300)
        one.take("statistics")
        said = one.entries()
        assert said == [
            "Tic-tac-toe, level 1: won 2, drawn 0, lost 0; won 2 in a row",
            "Tic-tac-toe, level 2: won 0, drawn 1, lost 1",
        ]
    assert again.app.screen.words()[0] == "L1: 2-0-0, won 2 in a row"
    again.app.offered = [game for game in again.app.offered if game.name != "tic-tac-toe"]
    again.tap(SELECT)
    assert again.screen == "menu" and "statistics" not in again.entries()  # a removed game does not count
    again.app.offered = person.app.offered
    again.app.settings.forget()
    again.app.open_menu(0)
    again.wait(300)
    assert again.screen == "menu" and "statistics" not in again.entries()


def test_the_settings_take_each_level_and_no_more(tmp_path):
    saves = Storage(str(tmp_path))
    for level, taken in ((LEVELS, LEVELS), (LEVELS + 1, None)):
        saves.save(SETTINGS, {"levels": {"hex": level}})
        assert Settings(saves, 64).levels.get("hex") == taken


@pytest.mark.parametrize("more, expected", [({}, [PERSON, YOURS]), ({"yours": YOURS}, [PERSON, 6])])
def test_a_save_from_when_levels_were_five_keeps_your_level(tmp_path, more, expected):
    """Your level was 6 then, which is a level now."""
    saves = Storage(str(tmp_path))
    saves.save(SETTINGS, {"seats": {"hex": [PERSON, 6]}, "levels": {"hex": 5}, **more})
    person = Person(tmp_path)
    settings = person.app.settings
    assert settings.seats["hex"] == expected and settings.levels == {"hex": 5}
    for _ in settings.saving():
        pass
    assert Settings(saves, 64).seats["hex"] == expected


def test_a_match_from_when_levels_were_five_goes_on_at_its_level(tmp_path):
    """Level 5 was the last of Hex 7 then, and is in the middle now."""
    saved = {"game": "hex", "size": [7], "seats": [PERSON, 5], "seed": 1, "moves": [24], "coach": False, "adapts": True}
    Storage(str(tmp_path)).save(MATCH, saved)
    person = Person(tmp_path)
    assert person.screen == "resume"
    person.tap(SELECT, then=500)
    match = person.app.match
    assert match.seats == [PERSON, 5] and match.levels > 5 and match.adapts
