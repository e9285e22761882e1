"""What a new visitor does first on the page, and goes on with on the next day: nothing moves, nothing is lost."""

import re

import pytest
from page_steps import link_of, saved

from glowgrid.games import hex as hex_game
from glowgrid.levels import LEVELS
from tools.web.visit import SCREENS, point

pytestmark = pytest.mark.browser
LARGE = "pico_ws2812_16x16_keys_4x4"
# Of each frame of the browser: the place and size of the field, and how far the page is scrolled.
RECORD = """() => {
  window.boxes = [];
  const look = () => {
    const { x, y, width, height } = document.querySelector(".field-board").getBoundingClientRect();
    boxes.push([x, y, width, height, scrollY].join());
    requestAnimationFrame(look);
  };
  look();
}"""


def visit_again(window, address):
    window.page.goto("about:blank")
    window.page.goto(address)
    window.page.locator("#play:enabled").wait_for()


def chooser(window, name):
    return window.page.get_by_role("combobox", name=name, exact=True)


def chosen(window):
    """Return what the row of a new game says."""
    return window.page.locator("#new select").evaluate_all("all => all.map((each) => each.selectedOptions[0].text)")


def begin(window, address, size, name):
    """Choose a size of Hex, press a point of its empty field, and wait for the engine's answer."""
    visit_again(window, address)
    chooser(window, "Size").select_option(size)
    window.page.locator(".field-title").filter(has_text=f"Hex {size}").wait_for()
    window.page.locator(point(name)).click()
    window.page.locator(".field-last").filter(has_text="Move 2: Blue").wait_for()


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("size", ["4", "11"])
def test_the_field_that_is_pressed_stays_in_its_place_while_its_match_starts(window, address, screen, size):
    page = window.page
    page.set_viewport_size(SCREENS[screen]["viewport"])
    visit_again(window, address)
    chooser(window, "Size").select_option(size)
    page.locator(".field-title").filter(has_text=f"Hex {size}").wait_for()
    page.evaluate(RECORD)
    page.locator(point("b2")).click()
    page.locator(point("b2")).click()  # a press too many begins no other match
    page.locator(".field-last").filter(has_text="Move 2: Blue").wait_for()
    boxes = page.evaluate("boxes")
    assert len(boxes) > 5 and len(set(boxes)) == 1
    assert window.position()["moves"][0]["name"] == "b2"


def test_the_field_of_a_hidden_game_is_covered_once_its_match_is_there(window, address):
    page = window.page
    visit_again(window, address)
    chooser(window, "Game").select_option(label="Phantom tic-tac-toe")
    chooser(window, "Who plays blue").select_option(label="Person")
    page.locator(".field-title").filter(has_text="Phantom tic-tac-toe").wait_for()
    page.locator(point("b2")).click()
    page.get_by_role("button", name="Show my stones").wait_for()
    assert page.locator(".field-board").is_hidden()


def test_a_match_on_a_larger_board_is_offered_on_the_next_visit(window, address):
    begin(window, address, "11", "f6")
    saved(window)
    visit_again(window, address)
    window.page.get_by_role("button", name="Go on").click()
    window.page.get_by_role("button", name="f6, orange stone, move 1").wait_for()
    assert window.page.input_value("#board") == LARGE
    visit_again(window, address + "#board=pimoroni_pico_rgb_keypad")  # a link that names a board wins
    assert window.page.input_value("#board") == "pimoroni_pico_rgb_keypad"


def test_the_game_that_was_chosen_last_is_there_on_the_next_visit_without_a_guided_one(window, address):
    page = window.page
    begin(window, address, "4", "c3")
    saved(window)
    known = page.evaluate("told.filter((each) => each.saves).length")
    page.get_by_role("button", name="Take back").click()
    page.locator(".field-last").wait_for(state="hidden")
    page.wait_for_function("known => told.filter((each) => each.saves).length > known", arg=known)
    page.wait_for_timeout(100)  # the browser writes it
    visit_again(window, address)
    page.get_by_text("Press a point to begin: you are Orange.").wait_for()
    assert (page.locator(".field-title").inner_text(), chosen(window)[:2]) == ("Hex 4", ["Hex", "4"])
    page.wait_for_function("() => document.body.dataset.screen === 'menu'")


@pytest.mark.parametrize("more, screen", [("", "first game"), ("&first=no", "menu")])
def test_a_session_without_saves_begins_as_it_did(window, address, more, screen):
    window.page.goto(address + link_of([(20, 15, 1), (120, 15, 0)], saves={}) + more)
    window.page.wait_for_function("screen => document.body.dataset.screen === screen", arg=screen)


def test_the_row_and_the_other_side_agree_on_who_plays(window, address):
    begin(window, address, "5", "c3")
    row, other = chooser(window, "Who plays blue"), chooser(window, "Who plays the other side")
    moves = window.position()["moves"]
    for change, seats in (
        (lambda: row.select_option(label="Level 3, fair"), [0, 3]),
        (lambda: other.select_option("a person"), [0, 0]),
        (lambda: other.select_option("engine, level 1 of 4"), [0, 1]),
    ):
        change()
        window.page.wait_for_function(
            "seats => told.findLast((each) => each.position)?.position.seats.join() === seats.join()", arg=seats
        )
        assert [int(each.input_value()) for each in (row, other)] == [seats[1]] * 2
        assert window.position()["moves"] == moves
    chooser(window, "Size").select_option("4")
    row.select_option(label="Level 2, easy")  # of the new game: the match stays as it is
    window.pass_time(300)
    assert (other.input_value(), window.position()["seats"]) == ("1", [0, 1])


def test_a_size_with_fewer_levels_says_so_in_the_list(window, address):
    visit_again(window, address)
    options = "all => all.map((each) => [each.text, each.disabled])"
    for size in hex_game.GAME.sizes:
        chooser(window, "Size").select_option(str(size[0]))
        found = chooser(window, "Who plays blue").locator("option").evaluate_all(options)
        levels = hex_game.GAME.levels(size)
        engines = [text for text, _ in found if text.startswith("Level ")]
        assert len(engines) == levels and engines[-1] == f"Level {levels}, hardest"
        why = [[f"{levels} levels here: the last overlooks no move", True]] if levels < LEVELS else []
        assert [each for each in found if each[1]] == why


def test_the_pause_says_that_the_match_is_kept_and_one_press_goes_on(window, address):
    begin(window, address, "5", "c3")
    page = window.page
    page.get_by_role("button", name="Pause").click()
    page.locator(".field-turn").get_by_text("Paused: your match is kept.", exact=True).wait_for()
    page.get_by_role("button", name="Go on").click()
    page.locator(".field-turn").filter(has_text="Orange is to move.").wait_for()
    visit_again(window, address + "#hex=5&moves=c3,d2")  # of a link nothing is kept
    page.get_by_role("button", name="Pause").click()
    page.locator(".field-turn").get_by_text("Paused.", exact=True).wait_for()


def test_a_puzzle_that_fails_says_so_once(window, address):
    page = window.page
    page.goto(address + "#puzzle=hex-20")
    page.locator(point("e3")).click()
    page.get_by_role("button", name="Try again").wait_for()
    page.get_by_role("button", name="Show why").wait_for()
    seen = page.locator("main").inner_text()
    assert (seen.count("does not win"), seen.count("is to move")) == (1, 0)


def test_the_puzzles_open_at_the_game_that_is_on_the_field(window, address):
    begin(window, address, "5", "c3")
    window.page.get_by_role("link", name="Puzzles").click()
    window.page.locator(".puzzles-one:focus").wait_for()
    assert window.page.evaluate("document.activeElement.hash") == "#puzzle=hex-1"
    assert window.page.get_by_role("button", name="Back to the field").is_visible()


def test_the_first_tab_and_enter_lead_to_the_field(window, address):
    page = window.page
    visit_again(window, address)
    page.locator(point("c3")).wait_for()
    page.keyboard.press("Tab")
    box = page.locator(":focus").bounding_box()
    assert page.locator(":focus").inner_text() == "To the field" and box["width"] > 44 and box["y"] >= 0
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.ariaLabel") == "c3, empty"
    page.keyboard.press("Enter")
    page.get_by_role("button", name="c3, orange stone, move 1").wait_for()
    assert page.evaluate("document.activeElement.matches('.field-point')")  # the keyboard stays where it is


@pytest.mark.long
def test_a_puzzle_that_was_solved_is_marked_on_every_board(window, address):
    page = window.page
    page.goto(address + "#puzzle=tic-tac-toe-1")
    page.locator(point("a1")).click()
    page.locator(".field-last").filter(has_text="Move 2: Blue").wait_for()
    page.locator(point("a3")).click()
    page.wait_for_function("() => told.some((each) => each.saves?.puzzles)")
    page.wait_for_timeout(100)
    begin(window, address, "11", "f6")
    page.get_by_role("link", name="Puzzles").click()
    page.locator(".puzzles-count").filter(has_text=re.compile(r"^1 of \d+ solved\.")).wait_for()
