"""What an idle console shows."""

from pathlib import Path

from console import BACK, LEFT, RIGHT, SELECT, Person

MINUTE = 60_000


def saves(folder):
    return {str(path): path.read_bytes() for path in Path(folder).rglob("*") if path.is_file()}


def test_after_a_minute_in_the_menu_engines_play_new_games_dimly(person, tmp_path):
    full = person.session.lights.brightness
    person.tap(RIGHT)
    person.wait(MINUTE - 300)
    assert person.screen == "menu"
    person.wait(300)
    assert person.screen == "attract" and person.session.lights.brightness == full // 4
    shown, seen, matches = [], set(), []
    while len(shown) < 3:
        person.wait(200)
        match = person.app.screen.match
        if match and match.game.name not in shown:
            shown.append(match.game.name)
            matches.append(match)
        seen.add((len(shown), person.text()))
    assert shown == [game.name for game in person.app.offered[:3]]
    assert len(seen) > 15
    assert [path.rsplit("/")[-1] for path in saves(tmp_path)] == ["settings"] and not person.app.settings.results

    person.tap(SELECT, then=250)
    assert person.screen == "menu" and person.session.lights.brightness == full
    assert not any(match.engine for match in matches)
    person.wait(MINUTE + 1000)
    assert person.app.screen.match.game.name not in shown


def test_no_key_pressed_before_the_menu_starts_the_self_test(person):
    for tick in range(0, 12, 2):
        person.wait(MINUTE + 2000)
        assert person.screen == "attract"
        person.press(SELECT)
        person.wait(10 * tick)
        person.press(BACK)
        in_menu = person.screen == "menu"
        person.wait(500)
        person.release(SELECT)
        person.wait(1500)
        person.release(BACK)
        person.wait(100)
        assert person.screen == ("self-test" if in_menu else "menu")
        if in_menu:
            return
    raise AssertionError("the menu did not come up")


def test_a_stuck_key_blocks_neither_attract_mode_nor_garbage_collection(person):
    person.wait(MINUTE + 2000)
    person.press(LEFT)
    person.wait(3000)
    assert person.screen == "menu"
    at = person.app.screen.at
    person.tap(RIGHT)
    assert not person.app.untidy
    assert person.app.screen.at == (at + 1) % len(person.entries())
    person.wait(MINUTE + 2000)
    assert person.screen == "attract"
    person.tap(SELECT, then=350)
    assert person.screen == "menu"


def test_a_match_under_way_and_its_save_stay_unchanged(person, tmp_path):
    person.start("tic-tac-toe", 0, 1)
    person.tap(0, then=3150)
    moves = list(person.position.history[: person.position.plies])
    person.pause_and("menu")
    before = saves(tmp_path)
    person.wait(MINUTE + 8000)
    assert person.screen == "attract"
    person.tap(SELECT, then=350)
    person.take("go on", then=650)
    assert person.screen == "play" and moves == list(person.position.history[: person.position.plies])
    after = saves(tmp_path)
    assert all(after[path] == data for path, data in before.items() if not path.endswith("settings"))
    free = next(point for point in range(9) if person.position.is_legal(point))
    person.play(free, then=3150)
    assert person.position.plies == len(moves) + 2


def test_each_power_up_begins_with_another_game(tmp_path):
    shown = []
    for _ in range(3):
        person = Person(tmp_path)
        person.wait(MINUTE + 1500)
        shown.append(person.app.screen.match.game.name)
        person.wait(MINUTE // 4)
    assert len(set(shown)) == 3
