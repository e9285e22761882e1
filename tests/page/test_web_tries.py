"""What a new visitor does first on the page, and goes on with on the next day: nothing moves, nothing is lost."""

import pytest
from page_steps import link_of, saved

from glowgrid.games import hex as hex_game
from glowgrid.levels import LEVELS
from tools.web.visit import SCREENS, point

LONG = pytest.mark.long
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


def begin(window, address, size, name):
    """Choose a size of Hex, press a point of its empty field, and wait for the engine's answer."""
    visit_again(window, address)
    chooser(window, "Size").select_option(size)
    window.page.locator(".field-title").filter(has_text=f"Hex {size}").wait_for()
    window.page.locator(point(name)).click()
    window.page.locator(".field-last").filter(has_text="Move 2: Blue").wait_for()


@pytest.mark.parametrize(
    "screen, size",
    [("phone", "11"), *(pytest.param(*each, marks=LONG) for each in (("desk", "4"), ("phone", "4"), ("desk", "11")))],
)
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


@pytest.mark.long
def test_a_match_on_a_larger_board_is_offered_on_the_next_visit(window, address):
    begin(window, address, "11", "f6")
    saved(window)
    visit_again(window, address)
    window.page.get_by_role("button", name="Go on").click()
    window.page.get_by_role("button", name="f6, orange stone, move 1").wait_for()
    assert window.page.input_value("#board") == LARGE
    visit_again(window, address + "#board=pimoroni_pico_rgb_keypad")  # a link that names a board wins
    assert window.page.input_value("#board") == "pimoroni_pico_rgb_keypad"


@pytest.mark.long
def test_the_game_that_was_chosen_last_is_there_on_the_next_visit_without_a_guided_one(window, address):
    page = window.page
    begin(window, address, "4", "c3")
    saved(window)
    page.get_by_role("button", name="Take back").click()
    page.locator(".field-last").wait_for(state="hidden")
    saved(window)
    visit_again(window, address)
    page.get_by_text("Press a point to begin: you are Orange.").wait_for()
    chosen = page.locator("#new select").evaluate_all("all => all.map((each) => each.selectedOptions[0].text)")
    assert (page.locator(".field-title").inner_text(), chosen[:2]) == ("Hex 4", ["Hex", "4"])
    page.wait_for_function("() => document.body.dataset.screen === 'menu'")


@pytest.mark.parametrize("more, screen", [("", "first game"), ("&first=no", "menu")])
def test_a_session_without_saves_begins_as_it_did(window, address, more, screen):
    window.page.goto(address + link_of([(20, 15, 1), (120, 15, 0)], saves={}) + more)
    window.page.wait_for_function("screen => document.body.dataset.screen === screen", arg=screen)


@pytest.mark.long
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
    page.get_by_role("link", name="Puzzles").click()
    page.locator(".puzzles-one:focus").wait_for()  # of the game that is on the field
    assert page.evaluate("document.activeElement.hash") == "#puzzle=hex-1"
    assert page.get_by_role("button", name="Back to the field").is_visible()
    visit_again(window, address + "#hex=5&moves=c3,d2")  # of a link nothing is kept
    page.get_by_role("button", name="Pause").click()
    page.locator(".field-turn").get_by_text("Paused.", exact=True).wait_for()
