"""What the lights say of a match, each once: what wins, and how to swap. Names and numbers are as people use them."""

import colorsys
import re
from pathlib import Path

import pytest
from console import BACK, BOARD, SELECT, Person

from glowgrid.console.palette import BRIGHT, DIM, SIDES, STONE
from glowgrid.console.palettes import NAMES, table
from glowgrid.console.saving import record_of
from glowgrid.console.screens.settings import brightness_words
from glowgrid.console.statistics import line, signs
from glowgrid.games import discover
from glowgrid.rules.game import Game, size_name
from glowgrid.rules.geometry import square
from glowgrid.rules.lines import Lines, rows_of
from host_sim.console import describe
from host_sim.records.gtp.protocol import Gtp
from host_sim.theory.formal.report import subject_of
from host_sim.web.worker import handheld

SCRIPTS = [path.read_text() for path in Path(handheld.__file__).parents[1].glob("*/*.js")]
SOON_MS, LATER_MS = 1500, 4000  # until words have begun on the empty field; later in a match


def start(person, game, size, *seats):
    """Begin a match from the menu: 0 a person, or a level."""
    if person.screen != "menu":
        person.pause_and("menu")
    person.start(game, *seats, size=size)


def said(person, ms=SOON_MS):
    """Return what the lights say after a while without a press, and their colour."""
    person.wait(ms)
    words = person.app.panel.words
    return (words.text, max(person.app.panel.frame)) if words else ("", 0)


@pytest.mark.parametrize(
    "game, size, seats, words, side",
    [
        ("tic-tac-toe", None, (0, 1), "3 in a row", 1),
        ("hex", "3", (0, 1), "orange: top to bottom", 1),
        ("hex", "3", (1, 0), "blue: left to right  swap: press the blinking stone", 2),
        ("y", "5", (1, 0), "all 3 edges  swap: select the blinking stone", 2),
    ],
)
def test_a_person_reads_once_what_wins_in_the_colour_of_the_side(person, game, size, seats, words, side):
    start(person, game, size, *seats)
    if seats[0]:
        person.wait(3000)
    text, colour = said(person)
    assert (text, colour % 3) == (words, side % 3)
    person.wait(40_000)
    person.pause_and("go on")
    person.wait(200)
    assert said(person, LATER_MS) == ("", 0)


def test_no_words_cover_a_hint(person):
    start(person, "hex", "3", 0, 0)
    person.pause_and("hint")
    for _ in range(600):
        person.wait(10)
        assert not person.app.panel.words
    assert person.app.screen.coach.hint >= 0


def test_help_says_how_to_swap_while_that_is_possible(person):
    for size, key, words in (("3", 0, "swap: press the"), ("5", SELECT, "swap: select the")):
        start(person, "hex", size, 0, 0)
        assert "swap" not in describe.advice(person.app)
        person.tap(key)
        assert describe.advice(person.app).startswith(words)
        person.tap(key)
        assert "swap" not in describe.advice(person.app)


def test_a_rematch_says_it_again_only_to_who_has_another_goal_now(person):
    for game, seats, words in (
        ("hex", (0, 1), "blue: left to right  swap: press the blinking stone"),
        ("hex", (0, 0), ""),
        ("tic-tac-toe", (0, 1), ""),
    ):
        start(person, game, "3" if game == "hex" else None, *seats)
        assert said(person)[0]
        person.pause_and("once more")
        person.wait(1000)
        assert said(person, LATER_MS)[0] == words


def test_a_match_that_goes_on_after_power_up_says_nothing(person, tmp_path):
    start(person, "hex", "3", 0, 0)
    person.tap(SELECT, then=3150)
    again = Person(tmp_path)
    again.take("go on")
    again.started()
    assert again.position.plies == 1 and said(again, LATER_MS) == ("", 0)


@pytest.mark.parametrize(
    "game, words",
    [
        ("mnk", "K in a row"),  # K depends on the size
        ("hex", "Hex: orange top to bottom, blue left to right"),
    ],
)
def test_the_menu_says_the_title_then_what_wins(person, game, words):
    person.page_to(game)
    assert said(person)[0] == words


RULES = "Stones fall; three in a row win."


@pytest.mark.parametrize("about, goals, in_menu, in_match", [
    (RULES, "", "Own: " + RULES, RULES),
    (RULES, "3 in a row", "Own: 3 in a row", "To win: 3 in a row."),
    (RULES, "3 in a row loses", "Own: 3 in a row loses", "3 in a row loses."),
    (RULES * 2, "", "Own", RULES * 2),  # too long for the lights
], ids=["rules", "goal", "loses", "long"])  # fmt: skip
def test_a_game_without_goals_shows_its_rules(tmp_path, about, goals, in_menu, in_match):
    game = Game("own", about, setup=lambda: Lines(square(3, 3), 2, rows_of(3, 3, 3)).position(), goals=goals)
    person = Person(tmp_path, BOARD, games=[game])
    person.page_to("own")
    assert said(person)[0] == in_menu
    person.start("own", 0, 0)
    assert describe.goal_line(person.app.match) == in_match


def test_a_game_has_one_name_and_one_title_everywhere(person):
    known = discover()[0]
    assert Gtp(known[0], None, known).answer("list_games") == "= " + "\n".join(game.name for game in known)
    for game in known:
        title = game.title()
        if person.screen != "menu":
            person.app.open_menu(person.session.now_ms)
            person.wait(50)
        person.page_to(game.name)
        page = handheld.spoken(person.app)
        assert (page["entry"], page["title"]) == (game.name, title)
        assert page["help"] == describe.advice(person.app) == "left, right: choose   select: " + title
        assert said(person)[0].split(":")[0] == title
        person.tap(SELECT)
        if person.screen == "offer":
            person.tap(BACK)
        if person.screen == "sizes":
            sized = game.title(person.app.screen.entries[person.app.screen.at][1])
            assert said(person)[0] == handheld.spoken(person.app)["title"] == sized
            assert sized in describe.advice(person.app)
            person.tap(SELECT)
        seats = person.app.screen
        assert handheld.spoken(person.app)["title"] == game.title(seats.size)
        person.sit(*[0] + [game.hidden] * (game.sides - 1))  # between two people the lights would be covered
        match = person.app.match
        assert describe.game_title(match) == game.title(seats.size) == handheld.spoken(person.app)["title"]
        assert record_of(match)["game"] == game.name
        if not game.hidden:  # the definitions are of games in which all is seen
            assert subject_of(game.name, size_name(seats.size)).title == game.title(seats.size)


def test_sides_are_named_as_they_look_in_every_palette():
    hues = {"orange": (0, 60), "blue": (180, 250), "green": (90, 170)}
    for number in range(len(NAMES)):
        colours = table(number)
        for side, name in enumerate(SIDES):
            if side:
                for index in STONE + side, DIM + side, BRIGHT + side:
                    red, green, blue = (part / 255 for part in colours[3 * index : 3 * index + 3])
                    least, most = hues[name]
                    assert least < 360 * colorsys.rgb_to_hsv(red, green, blue)[0] < most, (NAMES[number], name, index)


def test_the_page_names_sides_as_the_lights_do():
    found = re.findall(r'SIDES = \["[a-z]*", "([a-z]+)[^"]*", "([a-z]+)[^"]*", "([a-z]+)', "".join(SCRIPTS))
    assert found and set(found) == {SIDES[1:]}


@pytest.mark.parametrize("brightness, words", [(1, 1), (8, 1), (11, 1), (13, 2), (60, 5), (64, 5), (90, 6), (255, 8)])
def test_the_brightness_is_read_as_the_nearest_of_eight_steps(brightness, words):
    assert brightness_words(brightness) == f"{words} of 8"


@pytest.mark.parametrize("streak, words", [(3, ", won 3 in a row"), (-1, ", lost 1 in a row"), (0, "")])
def test_a_streak_is_said_in_words(streak, words):
    counts = 4, 0, 2, streak
    assert signs("3", counts) == "L3: 4-0-2" + words
    assert line("3", counts) == "level 3: won 4, drawn 0, lost 2" + words.replace(", ", "; ")
