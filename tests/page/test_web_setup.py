"""Stones that are set up on the page's field, and moves that are tried on a copy; and back with nothing lost."""

import json
import random

import pytest
from all_games import GAMES, OWN_GAMES, own_game
from cases import by_day
from deadline import wait_until
from page_steps import BOARD, begun, kept, wait_for_match

from glowgrid.rules.game import parse_size, size_name
from glowgrid.rules.notation import point_name
from host_sim.text.position_line import placed_as, position_line
from host_sim.web.setup.set_up import set_up
from host_sim.web.setup.values import values
from tools.web.visit import point

LONG = pytest.mark.long
BOTH = "more than one side has won; expected one at most"
ORANGE, BLUE, GREEN, NONE = "Place orange", "Place blue", "Place green", "Take stones away"
COLOURS = "orange", "blue", "green"


class Console:
    """What set_up.py asks of a console: its games."""

    def __init__(self, *games):
        self.games = games or tuple(GAMES.values())


def about(text):
    head, _, stones = text.partition(":")
    name, _, size = head.partition(" ")
    return {"game": name, "size": size, "stones": stones}


def button(window, name):
    return window.page.locator("main").get_by_role("button", name=name, exact=True)


def press(window, *names):
    for name in names:
        button(window, name).click()


def at_once(window, *selectors):
    """Click elements one after another, before the console answers."""
    click = "document.querySelector(each).dispatchEvent(new MouseEvent('click', { bubbles: true }))"
    window.page.evaluate(f"all => all.forEach((each) => {click})", selectors)


def goes_back(window, before, what):
    """Press Back, and wait until the field is as it was."""
    press(window, "Back to the match")
    wait_until(lambda: labels(window) == before, f"{what} is there as it was")


def opens(window, name):
    press(window, name)
    window.page.locator("#scratch").wait_for()


def text_of(window):
    return window.page.input_value("#scratch-text")


def wait_for_text(window, text):
    window.page.wait_for_function("text => document.querySelector('#scratch-text').value === text", arg=text)


def wait_for_says(window, words):
    window.page.locator("#scratch-says").filter(has_text=words).wait_for()
    return window.page.locator("#scratch-says").inner_text()


def labels(window):
    """What the points of the field are called."""
    return window.page.locator(".field-point").evaluate_all("all => all.map((each) => each.ariaLabel)")


def stones(window):
    """{name: colour} of the field."""
    found = [label.split(", ") for label in labels(window)]
    return {words[0]: words[1].split()[0] for words in found if words[1] != "empty"}


def type_text(window, text):
    window.page.locator("#scratch-text").fill(text)


def set_up_from(window, address, link):
    window.page.goto("about:blank")
    window.page.goto(address + link)
    window.page.locator("main.match").wait_for()
    opens(window, "Set up")


# What can be set up, by the rules --------------------------------------------------------------------------------


SIZES = [
    pytest.param(name, size, id=f"{name} {size_name(size)}", marks=[LONG] * (name == "hex" and size != game.sizes[0]))
    for name, game in GAMES.items()
    if name not in ("phantom-tic-tac-toe", "dark-hex")
    for size in sorted({game.sizes[0], game.sizes[-1]})
]


@pytest.mark.parametrize("name, size", SIZES)
def test_what_random_games_lead_to_is_set_up_as_the_same_line(name, size):
    game, random_ = GAMES[name], random.Random(1)
    position = game.setup(size)
    while not position.is_over():
        line = position_line(game, size, position)
        found = set_up(Console(), about(line))
        assert (found["text"], found["cells"], found["fault"]) == (line, list(position.cells), "")
        assert placed_as(found["text"].partition(":")[2], game, size).to_move == found["to_move"]
        position.play(random_.choice([move for move in range(position.points) if position.is_legal(move)]))
    found = set_up(Console(), about(position_line(game, size, position)))
    over = f"side {position.winner} has won there" if position.winner else "no move is left there: a draw"
    assert found["fault"] == over and bool(found["won"]) == bool(position.winner)


@pytest.mark.parametrize(
    "game, text, fault, wrong, won",
    [
        ("", "tic-tac-toe: a1 b1 c1 / a2 b2 c2", BOTH, "", "a1 b1 c1 a2 b2 c2"),
        ("", "tic-tac-toe: a1 b1 c1 / a2 b2", "side 1 has won there", "", "a1 b1 c1"),
        ("", "hex 3: a1 a2 a3 / c1 c2", "side 1 has won there", "", "a1 a2 a3"),
        ("", "tic-tac-toe: a1 b1 c2 a3 c3 / c1 a2 b2 b3", "no move is left there: a draw", "", ""),
        ("", "phantom-tic-tac-toe: a1 / b2", "this game hides stones, so it begins at its start", "", ""),
        ("gravity", "gravity: a4 a3 / c4 d2", "stone d2 of side 2: the point below is empty", "d2", ""),
        ("gravity", "gravity: a4 a3 / c4 d4", "", "", ""),
        ("apart", "apart: a1 / b1", "stone b1 of side 2: a stone is beside it", "b1", ""),
        ("replacing", "replacing: a1 / b1", "", "", ""),
        ("passing", "passing 2,3: a1 / b1", "", "", ""),
        ("two_stones", "two-stones: a1 b1 / c1, 2 to move", "", "", ""),
        ("veiled", "veiled: a1", "this game hides stones, so it begins at its start", "", ""),
    ],
)  # fmt: skip
def test_no_match_begins_from_what_the_rules_refuse_and_the_points_are_named(game, text, fault, wrong, won):
    console = Console(own_game(game)) if game else Console()
    found = set_up(console, about(text))
    names = [point_name(shown(console, text), number) for number in range(len(found["cells"]))]
    assert found["fault"] == fault
    assert {names[number] for number in found["wrong"]} == {*wrong.split()}
    assert {names[number] for number in found["won"]} == {*won.split()}


def shown(console, text):
    """Return the geometry of the field that a text is of."""
    name, _, size = text.partition(":")[0].partition(" ")
    game = next(game for game in console.games if game.name == name)
    return game.setup(parse_size(size) if size else game.sizes[0]).field


@pytest.mark.parametrize(
    "text, said",
    [
        ("hex 5: z9", "stone z9: no such point"),
        ("hex 5: a1 / a1", "stone a1: stands there twice"),
        ("hex 5: a1 / b1 / c1", "2 sides play; expected no more, with slashes between their stones"),
        ("hex 5: a1, 3 to move", "2 sides play; expected no more, with slashes between their stones"),
        ("hex 99: a1", "hex: size 99; expected 1 to 15"),
        ("chess: a1", "no game chess is here"),
    ],
)
def test_a_text_that_is_no_position_is_refused_in_a_line(text, said):
    with pytest.raises(ValueError, match=f"^{said}$"):
        set_up(Console(), about(text))


def test_the_values_of_a_variation_are_those_of_best_play():
    asked = {"game": "tic-tac-toe", "size": [], "stones": "", "swap": True, "moves": ["a1", "b1"], "own": None}
    found = json.loads(values(json.dumps(asked)))
    marks = {number: each["mark"] for number, each in found["marks"].items()}
    assert {number for number, mark in marks.items() if mark == "wins"} == {"3", "4", "6"}  # a2, b2, a3
    assert found["coach"].startswith("3 win") and found["best"] in ("a2", "b2", "a3")
    over = dict(asked, moves="a1 b1 a2 b2 a3".split())
    assert json.loads(values(json.dumps(over))) == {}


# Set up ----------------------------------------------------------------------------------------------------------

# {link of a match between people: (presses: a button or a point, the text then, its stones)}
PLACED = {
    "#hex=5&seats=0,0": ("a4 c1 e5 e5 |Place blue| b2 |Blue is to move", "hex 5: a4 c1 / b2, 2 to move"),
    "#three-player&seats=0,0,0": (
        "a1 |Place green| b2 |Place blue| c3 |Green is to move",
        "three-player: a1 / c3 / b2, 3 to move",
    ),
    "#tic-tac-toe&seats=0,0": ("b2 a1 a1 |Place blue| c3 b2", "tic-tac-toe: - / b2 c3, 1 to move"),
    "#mnk=4,3,3&seats=0,0": ("a1 |Place blue| c4 |Take stones away| a1", "mnk 4,3,3: - / c4, 1 to move"),
    "#havannah=4&seats=0,0": ("d4 |Place blue| a1", "havannah 4: d4 / a1, 1 to move"),
    "#y=4&seats=0,0": ("a1 |Place blue| b2 c3", "y 4: a1 / b2 c3, 1 to move"),
    "#fano&seats=0,0": ("b2 |Place blue| c4", "fano: b2 / c4, 1 to move"),
}


@pytest.mark.parametrize("link", by_day(PLACED, "#hex=5&seats=0,0"))
def test_stones_are_set_up_by_mouse_and_the_text_and_the_link_lead_to_them_again(window, address, link):
    presses, text = PLACED[link]
    set_up_from(window, address, link)
    for each in presses.split("|"):
        if " " in each.strip() and each.strip()[0].isupper():
            press(window, each.strip())
            continue
        for name in each.split():
            window.page.locator(point(name)).click()
    wait_for_text(window, text)
    placed = [names.split() for names in text.partition(":")[2].rpartition(",")[0].split("/")]
    by_name = {name: colour for names, colour in zip(placed, COLOURS, strict=False) for name in names if name != "-"}
    assert stones(window) == by_name
    type_text(window, text.partition(":")[0] + ": -")
    wait_until(lambda: not stones(window), "the field is empty")
    type_text(window, text)
    wait_until(lambda: stones(window) == by_name, "the text is on the field")
    window.page.locator("#scratch-text").blur()
    opened = copied_link(window)
    window.page.goto("about:blank")
    window.page.goto(opened)
    window.page.locator("main.match").wait_for()
    assert stones(window) == by_name
    assert window.position()["stones"] == text.partition(":")[2].strip()


def copied_link(window):
    page = window.page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    press(window, "Copy link")
    page.locator("#message").filter(has_text="Copied").wait_for()
    return page.evaluate("navigator.clipboard.readText()")


def test_stones_are_set_up_by_keyboard_alone(window, address):
    page = window.page
    page.goto(address + "#tic-tac-toe&seats=0,0")
    page.locator("main.match").wait_for()
    page.locator("#set-up").focus()
    page.keyboard.press("Enter")
    focus = "document.activeElement.ariaLabel"
    page.locator(".field-point:focus").wait_for()
    assert page.evaluate(focus) == "b2, empty"
    for key in ("Enter", "2", "ArrowLeft", "Enter", "t"):
        page.keyboard.press(key)
    wait_for_text(window, "tic-tac-toe: b2 / a2, 2 to move")
    assert page.evaluate(focus) == "a2, blue stone"
    page.keyboard.press("Delete")
    wait_for_text(window, "tic-tac-toe: b2 / -, 2 to move")
    page.keyboard.press("0")
    assert page.locator("#scratch-brushes [aria-pressed=true]").evaluate("each => each.ariaLabel") == NONE
    for key in ("ArrowRight", "Enter", "3", "1", "Enter"):  # there is no third side
        page.keyboard.press(key)
    wait_for_text(window, "tic-tac-toe: b2 / -, 2 to move")
    assert not page.evaluate("told.some((each) => 'key' in each)")  # the console heard none of it
    page.locator("#scratch-back").focus()
    for _ in range(3):
        page.keyboard.press("Enter")
    wait_for_text(window, "tic-tac-toe: b2 / a2, 2 to move")
    page.locator("#scratch-end").focus()
    page.keyboard.press("Enter")
    page.locator("#set-up:focus").wait_for()
    assert stones(window) == {}


def test_what_cannot_be_played_is_said_and_marked_and_can_be_changed(window, address):
    set_up_from(window, address, "#tic-tac-toe&seats=0,0")
    play = button(window, "Play from here")
    type_text(window, "tic-tac-toe: a1 b1 c1 / a2 b2 c2, 1 to move")
    assert wait_for_says(window, "more than one") == (
        "No match can begin here: more than one side has won; expected one at most."
    )
    assert play.is_disabled() and "a1, orange stone, wins" in labels(window)
    type_text(window, "tic-tac-toe: a1 z9")
    assert wait_for_says(window, "z9") == "No position: stone z9: no such point."
    assert stones(window)["c2"] == "blue"  # the field stays
    type_text(window, "two words")
    wait_for_says(window, "expected a line such as hex 5: a4 c1 / b2 d3, 2 to move")
    type_text(window, "tic-tac-toe: a1 b1 c1 / a2 b2, 2 to move")
    assert wait_for_says(window, "has won") == "No match can begin here: Orange has won there."
    window.page.locator(point("c1")).click()  # and it can be set up further
    wait_for_text(window, "tic-tac-toe: a1 b1 / a2 b2, 2 to move")
    assert play.is_enabled() and window.page.locator("#scratch-says").inner_text() == ""
    play.click()
    window.wait_for_words("Blue is to move.")
    assert window.position()["stones"] == "a1 b1 / a2 b2, 2 to move"


def test_a_text_of_another_game_changes_field_and_row_and_cancel_brings_both_back(window, address):
    set_up_from(window, address, "#hex=5&moves=c3,d2&seats=0,0")
    page = window.page
    before = stones(window)
    page.locator(point("a1")).click()
    wait_for_text(window, "hex 5: a1 c3 / d2, 1 to move")
    at_once(window, point("b1"), point("a2"), "#scratch-back")
    wait_for_text(window, "hex 5: a1 b1 c3 / d2, 1 to move")
    type_text(window, "three-player: a1 / b1 / c1, 3 to move")
    page.locator("#sides select").nth(2).wait_for()
    assert page.input_value("#game") == "three-player" and page.locator("#sides select").count() == 3
    page.select_option("#game", "havannah")
    wait_for_text(window, "havannah 4: - / -, 1 to move")
    press(window, "Take back")
    wait_for_text(window, "three-player: a1 / b1 / c1, 3 to move")
    assert page.input_value("#game") == "three-player" and len(stones(window)) == 3
    page.locator("#scratch-end").click()
    wait_until(lambda: stones(window) == before, "the match is back")
    assert (page.input_value("#game"), page.locator("#size").inner_text().split()[0]) == ("hex", "5")
    assert page.evaluate("location.hash") == "#hex=5&moves=c3,d2&seats=0,0"
    assert page.locator("#scratch").is_hidden() and button(window, "Try moves").is_visible()


def test_rules_of_ones_own_say_which_stones_cannot_stand(window, address):
    begun(window, address)
    file = {"name": "gravity.py", "mimeType": "text/plain", "buffer": (OWN_GAMES / "gravity.py").read_bytes()}
    window.page.locator("#choose").set_input_files(file)
    window.page.locator("main.match").wait_for()
    opens(window, "Set up")
    window.page.locator(point("b3")).click()
    assert wait_for_says(window, "b3") == "No match can begin here: stone b3 of Orange: the point below is empty."
    assert "b3, orange stone, cannot stand here" in labels(window)
    window.page.locator(point("b4")).click()
    wait_for_text(window, "gravity: b3 b4 / -, 1 to move")
    assert button(window, "Play from here").is_enabled()


def test_from_a_match_that_is_kept_nothing_is_lost_by_a_reload_or_by_play_from_there(window, address):
    page = window.page
    play_kept(window, address)
    saves, before, url = kept(window, BOARD), labels(window), page.url
    opens(window, "Set up")
    page.locator(point("a1")).click()
    wait_for_text(window, "hex 4: a1 b2 / c3, 1 to move")
    page.reload()
    wait_for_text(window, "hex 4: a1 b2 / c3, 1 to move")
    assert stones(window) == {"a1": "orange", "b2": "orange", "c3": "blue"}
    press(window, "Cancel")
    wait_until(lambda: labels(window) == before, "the match is there as it was")
    assert page.url == url and kept(window, BOARD)["match"] == saves["match"]
    page.locator(point("d1")).click()
    saves = wait_for_match(window, BOARD, "b2", "c3", "d1")  # and it is still the one that is kept
    opens(window, "Set up")
    press(window, "Place blue")
    at_once(window, point("a1"), "#scratch-play")  # what is played has the stone, whatever the console has said by then
    window.wait_for_message("Your match stays kept. This one lasts as long as this tab.")
    wait_until(lambda: (window.position() or {}).get("stones") == "b2 d1 / a1 c3, 2 to move", "the new match is there")
    page.locator(point("d4")).click()
    window.wait_for_words("Move 1: Blue d4")
    page.reload()
    window.wait_for_message("Your match stays kept. This one lasts as long as this tab.")
    window.wait_for_words("Move 1: Blue d4")
    opens(window, "Set up")  # of that match, too: it does not take the place of the kept one
    press(window, "Cancel")
    page.locator(point("d2")).click()
    window.wait_for_words("Move 2: Orange d2")
    opens(window, "Set up")
    press(window, "Play from here")
    wait_until(lambda: "d4" in (window.position() or {}).get("stones", ""), "the next match is there")
    page.locator(point("a2")).click()
    window.wait_for_words("Move 1: Blue a2")
    assert kept(window, BOARD)["match"] == saves["match"]
    page.go_back()
    wait_for_text(window, "hex 4: b2 d1 d2 / a1 c3 d4, 2 to move")
    press(window, "Cancel")
    window.wait_for_words("Move 2: Orange d2")
    page.go_back()  # to the set-up, from which one comes back to the match
    wait_for_text(window, "hex 4: b2 d1 / a1 c3, 2 to move")
    press(window, "Cancel")
    window.wait_for_words("Move 3: Orange d1")


def play_kept(window, address):
    """Begin a match between people that is kept: b2 c3 on Hex 4."""
    begun(window, address)
    page = window.page
    page.select_option("#game", "hex")
    page.select_option("#size", label="4")
    page.locator("#sides select").nth(1).select_option("Person")
    page.locator(".field-title").filter(has_text="Hex 4").wait_for()
    page.locator(point("b2")).click()
    page.get_by_role("button", name="b2, orange stone, move 1").wait_for()
    page.locator(point("c3")).click()
    wait_for_match(window, BOARD, "b2", "c3")


@pytest.mark.long
def test_play_from_a_set_up_of_the_first_visit_is_kept_with_those_of_the_row(window, address):
    begun(window, address)
    opens(window, "Set up")
    window.page.locator(point("c3")).click()
    wait_for_text(window, "hex 5: c3 / -, 1 to move")
    window.page.locator("#play").click()  # of the row: it begins what is on the field
    window.wait_for_words("You are Orange. Orange is to move.")
    window.page.locator(point("b4")).click()
    window.wait_for_words("Move 2: Blue")  # by the engine
    assert wait_for_match(window, BOARD, "b4")["match"]["stones"] == "c3 / -, 1 to move"
    assert "#" not in window.page.url


# Try moves -------------------------------------------------------------------------------------------------------


def test_moves_are_tried_for_both_sides_and_the_match_is_as_it_was_after_a_reload_too(window, address):
    page = window.page
    play_kept(window, address)
    saves, before, url = kept(window, BOARD), labels(window), page.url
    at_once(window, "#variation", "#variation")  # a double click
    page.locator("#scratch").wait_for()
    for name, words in (("d1", "Blue is to move."), ("a1", "Orange is to move."), ("d2", "Blue is to move.")):
        page.locator(point(name)).click()
        window.wait_for_words(words)
    assert "d2, orange stone, move 5, last move" in labels(window)
    press(window, "Take back")
    window.wait_for_words("Move 4: Blue a1")
    assert text_of(window) == "hex 4: b2 d1 / a1 c3, 1 to move"
    page.locator(point("b2")).click()
    window.wait_for_words("Not possible: b2: a stone is there.")
    page.reload()
    window.wait_for_words("Move 4: Blue a1")
    assert button(window, "Back to the match").is_visible()
    goes_back(window, before, "the match")
    assert page.url == url and kept(window, BOARD)["match"] == saves["match"]
    assert window.names() == ["b2", "c3"]


def test_the_engine_moves_and_advises_in_a_variation_only_when_it_is_asked(window, address):
    page = window.page
    page.goto(address + "#tic-tac-toe&moves=a1,b1&seats=0,2")
    page.locator("main.match").wait_for()
    opens(window, "Try moves")
    page.locator(point("c3")).click()
    window.wait_for_words("Blue is to move.")
    window.pass_time(1500)
    assert len(stones(window)) == 3 and not page.locator(".field-mark").count()
    press(window, "Coach")
    window.wait_for_words("Coach: ")
    assert page.locator(".field-mark").count() == 6
    press(window, "Engine's move")
    window.wait_for_words("Move 4: Blue")
    assert stones(window)["c2" if "c2" in stones(window) else "b2"] == "blue"
    page.get_by_role("button", name="Move 3 c3, orange").click()
    window.wait_for_words("Looking at move 3 of 4.")
    page.locator(point("b3")).click()  # another answer: the rest goes
    window.wait_for_words("Move 4: Blue b3")
    press(window, "Back to the match")
    window.wait_for_words("You are Orange. Orange is to move.")
    assert stones(window) == {"a1": "orange", "b1": "blue"}
    assert not page.evaluate("told.some((each) => 'key' in each)")


def test_while_moves_are_tried_the_handheld_presses_nothing(window, address):
    window.open(address + "#hex=5&moves=c3,d2&seats=0,0")
    opens(window, "Try moves")
    known = len(window.moves())
    window.page.mouse.click(*window.middle(15))
    window.wait_for_message("The match rests: go back to it first.")
    window.page.locator("main").press("Escape")
    window.pass_time(500)
    assert len(window.moves()) == known and window.page.locator("#scratch").is_visible()


@pytest.mark.long
def test_a_variation_from_a_ply_of_a_review_may_swap_and_comes_back_to_that_ply(window, address):
    page = window.page
    page.goto(address + "#hex=3&moves=a1,b2,a2,c2,a3&seats=0,0")
    window.wait_for_words("Orange has won")
    page.get_by_role("button", name="Move 1 a1, orange").click()
    window.wait_for_words("Looking at move 1 of 5.")
    opens(window, "Try moves")
    page.locator("#scratch-actions").get_by_role("button", name="Swap").click()
    window.wait_for_words("Move 2: Blue swap")
    assert stones(window) == {"c3": "blue"}  # with its edges
    press(window, "Back to the match")
    window.wait_for_words("Looking at move 1 of 5.")
    opens(window, "Set up")
    wait_for_text(window, "hex 3: a1 / -, 2 to move")
    press(window, "Cancel")
    window.wait_for_words("Looking at move 1 of 5.")
    opens(window, "Try moves")
    page.locator(point("b1")).click()
    window.wait_for_words("Move 2: Blue b1")
    page.reload()
    window.wait_for_words("Move 2: Blue b1")
    press(window, "Back to the match")
    window.wait_for_words("Orange has won")


def test_a_step_of_a_lesson_is_not_answered_by_moves_that_are_tried(window, address):
    page = window.page
    page.goto(address + "#lesson=minimax&step=6")
    page.locator("main.match").wait_for()
    says, before = page.locator("#task-says").inner_text(), labels(window)
    opens(window, "Try moves")
    page.locator(point("b2")).click()  # the answer
    window.wait_for_words("Orange is to move.")
    assert page.locator("#task-verdict").inner_text() == ""
    goes_back(window, before, "the step")
    assert page.evaluate("location.hash") == "#lesson=minimax&step=6"
    page.locator(point("b2")).click()
    page.locator("#task[data-state=right]").wait_for()
    opens(window, "Set up")
    page.reload()
    page.locator("#scratch").wait_for()
    assert page.locator("#task-says").inner_text() == says
    press(window, "Cancel")
    wait_until(lambda: labels(window) == before, "the step is there")


@pytest.mark.long
def test_a_puzzle_is_tried_without_advice_and_what_is_hidden_not_at_all(window, address):
    page = window.page
    page.goto(address + "#puzzle=tic-tac-toe-1")
    page.locator("main.match").wait_for()
    puzzle, before = page.locator(".field-puzzle").inner_text(), labels(window)
    opens(window, "Try moves")
    wait_for_says(window, "Hint and coach come once the puzzle is solved.")
    assert button(window, "Coach").is_disabled() and button(window, "Engine's move").is_disabled()
    page.locator(".field-point[aria-label*=empty]").last.click()
    window.wait_for_words("Move 1: ")
    page.reload()
    window.wait_for_words("Move 1: ")
    assert button(window, "Coach").is_disabled()
    goes_back(window, before, "the puzzle")
    assert page.locator(".field-puzzle").inner_text() == puzzle
    assert page.evaluate("location.hash") == "#puzzle=tic-tac-toe-1"
    page.goto(address + "#phantom-tic-tac-toe&moves=b2&seats=0,2")
    page.locator(".field-title").filter(has_text="Phantom").wait_for()
    wait_until(button(window, "Set up").is_enabled, "a person is to move")
    press(window, "Set up")
    assert window.wait_for_message("Stones") == (
        "Stones cannot be set up: this game hides stones, so it begins at its start."
    )
    press(window, "Try moves")
    window.wait_for_message("No variation can be tried: this game hides stones until it is over.")
    assert page.locator("#scratch").is_hidden()


# Whether neither can be pressed while the engine thinks, in one look; then the engine moves.
RESTS_WHILE_IT_THINKS = """() => {
  const thinks = /is thinking/.test(document.querySelector("#field").innerText);
  const rests = thinks && ["#set-up", "#variation"].every((each) => document.querySelector(each).matches(":disabled"));
  if (rests) document.querySelector("#now").click();
  return rests;
}"""


def test_while_the_engine_thinks_nothing_can_be_set_up_or_tried(window, address):
    window.page.goto(address + "#hex=8&moves=d4,f6&seats=8,0")
    window.page.wait_for_function(RESTS_WHILE_IT_THINKS)
    wait_until(button(window, "Try moves").is_enabled, "a person is to move")


def test_on_a_phone_a_finger_sets_up_and_all_is_within_reach(phone, address):
    page = phone.page
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(address + "#hex=5&moves=c3,d2&seats=0,0")
    page.locator("main.match").wait_for()
    page.locator("#set-up").tap()
    page.get_by_role("button", name=BLUE, exact=True).tap()
    page.locator(point("b4")).tap()
    wait_for_text(phone, "hex 5: c3 / b4 d2, 1 to move")
    for name in ("#scratch-brushes button", "#scratch-turns button", "#scratch-text", "#scratch-play", "#scratch-end"):
        box = page.locator(name).first.bounding_box()
        assert box["height"] >= 44 and box["y"] + box["height"] <= 844, name
    page.locator("#scratch-end").tap()
    page.locator("#variation").tap()
    page.locator("#scratch").wait_for()
    page.locator(point("b4")).tap()
    phone.wait_for_words("Move 3: Orange b4")
    page.locator("#scratch-end").tap()
    phone.wait_for_words("Move 2: Blue d2")
