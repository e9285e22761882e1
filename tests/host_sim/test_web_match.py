"""A match on the page's field, in a real Chromium: by mouse, by keyboard, from the row of a new game, from a link."""

import browser
import pytest
from page_steps import BOARD, CORNERS, PHONE, ROLES, link_of, saved, skip_first_game, wait_for_help

from glowgrid import record
from host_sim.boards import load_board
from host_sim.console import keylog, menu_path
from host_sim.console.session import Session

pytestmark = pytest.mark.browser


def test_a_link_opens_a_position_at_once_and_move_now_ends_the_thinking(window, address):
    window.open(address + "#hex=7&moves=d4,swap,c5&to=coach")
    known = window.position()
    assert [move["name"] for move in known["moves"]] == ["d4", "swap", "c5"]
    assert (known["game"], known["to_move"]) == ("hex", 2)
    assert window.frames(10_000)[0][1].count("A") >= 1  # no splash, no menu
    assert copied(window, "Copy a link to this position") == address + "#hex=7&moves=d4,swap,c5&to=coach"

    window.page.evaluate("() => { told.length = 0; location.hash = '#hex=8&moves=d4,f6&seats=5,0' }")
    now = window.page.get_by_role("button", name="Move now")
    window.page.wait_for_function("() => !document.querySelector('#now').disabled")
    wait_for_help(window, "Orange (level 5) is thinking.")
    now.click()
    wait_for_help(window, "Blue is to move.")
    assert window.status()["ms"] < 8000  # alone it would think for longer
    assert now.is_disabled()


COPIED = {  # what the page says of each button
    "Copy a link to this position": "Copied: the link opens this position",
    "Copy a link to the match": "Copied: the link opens the whole match",
    "Copy a link to the whole session": "Copied: the link has the whole session",
}


def copied(window, name):
    """Return what a button copies; the address of the page stays."""
    before = window.page.url
    window.context.grant_permissions(["clipboard-read", "clipboard-write"])
    window.page.locator("#share summary").click()
    window.page.get_by_role("button", name=name).click()
    window.wait_for_message(COPIED[name])
    window.page.get_by_role("button", name="Close").click()
    assert window.page.url == before
    return window.page.evaluate("navigator.clipboard.readText()")


def test_a_match_survives_a_reload_after_its_link_was_copied(window, address):
    window.open(address)
    skip_first_game(window)
    window.page.get_by_label("A game, as JSON or Python").fill(CORNERS)
    window.page.get_by_role("button", name="Try it").click()
    wait_for_help(window, "Corners")
    window.page.get_by_label("Who plays the other side").select_option("a person")
    window.page.wait_for_function("() => told.findLast((each) => each.position)?.position.seats.join() === '0,0'")
    window.tap(0)
    wait_for_help(window, "Blue is to move.")
    saved(window)
    assert copied(window, "Copy a link to this position") == address + "#corners=&moves=a1"
    assert "keys=" in copied(window, "Copy a link to the whole session")
    window.page.reload()
    wait_for_help(window, "go on")


def test_tic_tac_toe_is_played_on_the_field_by_keyboard_alone(window, address):
    window.open(address + "#tic-tac-toe=&seats=0,0")
    page, field = window.page, window.page.locator("#field")
    assert page.locator(".field-goal").inner_text() == "Orange, Blue: 3 in a row"
    page.keyboard.press("Tab")
    while not page.evaluate("document.activeElement.matches('.field-point')"):
        page.keyboard.press("Tab")
    moves = {
        "b2": "",
        "a1": "ArrowUp ArrowLeft",
        "b1": "ArrowRight",
        "c1": "ArrowRight",
        "b3": "ArrowDown ArrowDown ArrowLeft",
    }
    for number, (name, arrows) in enumerate(moves.items(), 1):
        for arrow in arrows.split():
            page.keyboard.press(arrow)
        assert page.evaluate("document.activeElement.getAttribute('aria-label')") == f"{name}, empty"
        page.keyboard.press("Enter")
        colour = "orange" if number % 2 else "blue"
        wins = ", wins" if number == 5 else ""
        field.get_by_role(
            "button", name=f"{name}, {colour} stone, move {number}, last move{wins}", exact=True
        ).wait_for()
    assert "Orange has won by a line." in page.locator(".field-turn").inner_text()
    field.get_by_role("button", name="Move 2 a1, blue: show the position after it").press("Enter")
    field.get_by_role("button", name="a1, blue stone, move 2, last move", exact=True).wait_for()
    field.get_by_role("button", name="Back to the match").press("Enter")
    field.get_by_role("button", name="b3, orange stone, move 5, last move, wins", exact=True).wait_for()
    assert page.evaluate("document.activeElement.matches('.field-point')")
    assert page.evaluate("location.hash") == "#tic-tac-toe=&seats=0,0"


def test_one_control_changes_who_plays_the_other_side(window, address):
    window.open(address + "#hex=5&moves=c3,d2")
    page, other = window.page, window.page.get_by_label("Who plays the other side")
    assert other.input_value() == "3" and window.position()["seats"] == [0, 3]
    page.get_by_role("button", name="b4, empty").click()
    page.locator("#field").get_by_text("Move 4: Blue").wait_for()
    for choice, seats in (("a person", "0,0"), ("engine, level 4 of 4", "0,4")):
        other.focus()
        other.select_option(choice)
        page.wait_for_function(
            "seats => told.findLast((each) => each.position)?.position.seats.join() === seats", arg=seats
        )
        assert len(window.position()["moves"]) == 4
    window.open(address + "#tic-tac-toe&moves=a1,b1&puzzle=Win+this")
    assert other.is_hidden()


def test_without_the_swap_rule_the_match_goes_on_without_it_against_others_and_by_link(window, address):
    window.open(address + "#hex=5&swap=off&seats=0,0&moves=c3")
    page = window.page
    page.get_by_label("Who plays the other side").select_option("engine, level 1 of 4")
    page.wait_for_function("() => told.findLast((each) => each.position)?.position.seats.join() === '1,0'")
    page.locator("#field").get_by_text("You are Blue. Blue is to move.").wait_for()
    assert window.position()["swap_rule"] is False and not window.position()["swap"]
    assert "&swap=off&seats=1,0" in copied(window, "Copy a link to the match")
    assert "&swap=off" in copied(window, "Copy a link to this position")
    window.open(address + "#hex=5&swap=maybe")
    window.wait_for_message("swap=maybe; expected off")


def test_the_row_says_that_play_starts_what_differs_from_the_field(window, address):
    window.open(address + "#hex=5&moves=c3,d2&seats=0,0")
    page, differs = window.page, window.page.locator("#differs")
    page.locator("#field").get_by_text("Move 2: Blue").wait_for()
    assert differs.inner_text() == ""
    for name, other, same in (("Game", "Havannah", "Hex"), ("Size", "7", "5")):
        new_game(window, (name, other))
        differs.filter(has_text="Press Play to start this.").wait_for()
        new_game(window, (name, same))
        differs.wait_for(state="hidden")
    new_game(window, ("Who plays blue", "Level 2, easy"))  # of the match at once
    page.locator("#field").get_by_text("Move 2: Blue").wait_for()
    page.wait_for_function("() => told.findLast((each) => each.position)?.position.seats.join() === '0,2'")
    assert differs.is_hidden()
    new_game(window, ("Size", "7"))
    differs.wait_for()
    page.locator("#play").click()
    page.locator(".field-title").filter(has_text="Hex 7").wait_for()
    differs.wait_for(state="hidden")


def test_who_plays_the_other_side_stays_while_a_move_is_hidden(window, address):
    window.open(address + "#phantom-tic-tac-toe=")
    page, other = window.page, window.page.get_by_label("Who plays the other side")
    other.select_option("engine, level 1 of 3")  # no move is hidden yet
    page.wait_for_function("() => told.findLast((each) => each.position)?.position.seats.join() === '0,1'")
    page.get_by_role("button", name="b2, empty").click()
    page.wait_for_function("() => told.findLast((each) => each.position)?.position.moves.at(-1)?.name === '?'")
    other.wait_for(state="hidden")


def test_of_two_quick_changes_of_the_other_side_the_last_one_counts(window, address):
    window.open(address + "#hex=5&moves=c3,d2&seats=0,0")
    other = window.page.get_by_label("Who plays the other side")
    other.evaluate(
        """select => ["1", "2"].forEach((level) => {
          select.value = level;
          select.dispatchEvent(new Event("change"));
        })"""
    )
    window.page.wait_for_function("() => told.findLast((each) => each.position)?.position.seats.join() === '0,2'")
    assert other.input_value() == "2"
    assert [move["name"] for move in window.position()["moves"]] == ["c3", "d2"]


def test_a_look_back_leaves_the_match_with_its_engine(window, address):
    window.open(address + "#hex=5&moves=c3,d2,b4,a1&seats=0,1")
    page, field = window.page, window.page.locator("#field")
    known = len(window.moves())
    for way_back in ("the button", "the last move", "a move"):
        field.get_by_role("button", name="Move 2 d2, blue: show the position after it").click()
        field.get_by_text("Looking at move 2 of 4.").wait_for()
        field.get_by_role("button", name="b4, empty").wait_for()
        assert copied(window, "Copy a link to this position").endswith("#hex=5&moves=c3,d2")
        assert len(window.moves()) == known  # the console knows nothing of it
        if way_back == "the button":
            field.get_by_role("button", name="Back to the match").click()
        elif way_back == "the last move":
            field.get_by_role("button", name="Move 4").click()
        else:
            field.get_by_role("button", name="e1, empty").click()
            break
        field.get_by_text("Orange is to move.").wait_for()
        field.get_by_role("button", name="b4, orange stone").wait_for()
        assert field.get_by_role("button", name="Back to the match").is_hidden()
    field.get_by_text("Move 6: Blue").wait_for()  # the engine has answered
    field.get_by_role("button", name="Move 5 e1, orange").click()
    field.get_by_text("Looking at move 5 of 6.").wait_for()
    page.locator("#keys button").nth(ROLES["undo"]).click()  # the match has changed
    field.get_by_text("Move 4: Blue a1").wait_for()


def new_game(window, *choices):
    """Choose in the row that begins a game: (name of the control, what to take)."""
    for name, choice in choices:
        chooser(window, name).select_option(label=choice)


def chooser(window, name):
    return window.page.get_by_role("combobox", name=name, exact=True)


def seats(window):
    return window.page.evaluate("() => told.findLast((each) => each.position)?.position.seats")


def test_the_first_press_on_a_visit_is_the_first_stone(window, address):
    page = window.page
    page.goto(address)
    page.get_by_text("Press a point to begin: you are Orange.").wait_for()
    page.get_by_role("button", name="c3, empty").click()
    page.get_by_role("button", name="c3, orange stone, move 1").wait_for()
    page.locator("#field").get_by_text("Move 2: Blue").wait_for()  # the engine has answered
    assert (window.position()["title"], seats(window)) == ("Hex 5", [0, 2])
    saved(window)
    page.goto("about:blank")
    page.goto(address)  # the match is offered again, on the field too
    page.get_by_role("button", name="Go on").click()
    page.locator("#field").get_by_text("You are Orange. Orange is to move.").wait_for()
    assert [move["name"] for move in window.position()["moves"]][0] == "c3"


@pytest.mark.parametrize(
    "choices, title, expected",
    [
        ([("Game", "Havannah"), ("Size", "3"), ("Who plays blue", "Person")], "Havannah 3", [0, 0]),
        ([("Game", "Three players"), ("Who plays green", "Level 1, gentle")], "Three players", [0, 2, 1]),
        ([("Who plays orange", "Level 1, gentle"), ("Who plays blue", "Person")], "Hex 5", [1, 0]),
        ([("Size", "11"), ("Who plays blue", "Your level")], "Hex 11", [0, 2]),
    ],
)
def test_the_row_begins_any_game_at_any_size_with_anybody_and_remembers_it(window, address, choices, title, expected):
    page = window.page
    page.goto(address)
    page.locator("#play:enabled").wait_for()
    new_game(window, *choices)
    page.locator(".field-title").filter(has_text=title).wait_for()  # the empty field comes at once
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_function("() => told.findLast((each) => each.position)?.position")
    assert (window.position()["title"], seats(window)) == (title, expected)
    page.goto("about:blank")
    page.goto(address)
    page.locator("#play:enabled").wait_for()
    for name, choice in choices:
        assert chooser(window, name).locator("option:checked").inner_text() == choice


def test_a_link_to_a_large_field_takes_a_board_with_lights_enough(window, address):
    window.page.goto(address + "#hex=11&moves=f6,e7")
    window.page.get_by_role("button", name="e7, blue stone, move 2, last move").wait_for()
    assert window.page.input_value("#board") == "pico_ws2812_16x16_keys_4x4"


TITLES = """
window.titles = [];
setInterval(() => {
  const title = document.querySelector("#field:not([hidden]) .field-title")?.textContent;
  if (title && titles.at(-1) !== title) titles.push(title);
}, 5);
"""


def test_a_link_shows_no_other_field_and_people_who_hide_their_stones_pass_the_page_on(window, address):
    page = window.page
    page.add_init_script(TITLES)
    page.goto(address + "#phantom-tic-tac-toe&seats=0,0")
    for name, colour in (("b2", "Orange"), ("a1", "Blue")):
        page.locator("#aside").get_by_text(f"{colour}: any key shows your stones").wait_for()
        page.get_by_role("button", name="Show my stones").click()
        page.get_by_role("button", name=f"{name}, empty").click()
    page.get_by_role("button", name="Show my stones").wait_for()
    assert page.locator(".field-board").is_hidden()
    assert page.evaluate("titles") and set(page.evaluate("titles")) == {"Phantom tic-tac-toe"}


def test_the_swap_is_a_button_and_a_press_on_the_stone(window, address):
    for press in ("#swap", '#field [aria-label^="b2,"]'):
        window.page.goto("about:blank")
        window.page.goto(address + "#hex=5&moves=b2&seats=0,0")
        window.page.locator(press).click()
        window.page.locator("#field").get_by_text("Move 2: Blue swap").wait_for()
        window.page.locator("#swap").wait_for(state="hidden")


def test_a_finger_aims_where_points_are_small_and_places_by_letting_go(chromium, address):
    window = browser.Window(chromium, load_board(BOARD), **PHONE)
    page = window.page
    page.goto(address + "#hex=11&moves=c3,d2&seats=0,0")
    page.locator('#field [aria-label^="f6,"]').wait_for()
    touch = page.context.new_cdp_session(page)

    def finger(what, *on):
        boxes = [page.locator(f'#field [aria-label^="{name},"]').bounding_box() for name in on]
        points = [{"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2} for box in boxes]
        touch.send("Input.dispatchTouchEvent", {"type": what, "touchPoints": points})

    finger("touchStart", "f6")
    page.locator(".field-aim", has_text="f6").wait_for()
    finger("touchMove", "g7")
    page.locator(".field-aim", has_text="g7").wait_for()
    assert page.locator("#field .field-point .field-stone").count() == 2
    finger("touchEnd")
    page.locator("#field").get_by_text("Move 3: Orange g7").wait_for()
    assert page.locator(".field-aim").count() == 0
    window.context.close()
    assert window.errors == []


def fingers(page, what, *places):
    """One or more fingers go down, move or go up."""
    points = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(places)]
    page.touch = getattr(page, "touch", None) or page.context.new_cdp_session(page)
    page.touch.send("Input.dispatchTouchEvent", {"type": what, "touchPoints": points})


def middle(page, name):
    box = page.locator(f'#field [aria-label^="{name},"]').bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.mark.parametrize("link, name", [("#tic-tac-toe=&seats=0,0", "b2"), ("#hex=11&seats=0,0", "f6")])
def test_two_fingers_that_zoom_place_nothing(chromium, address, link, name):
    window = browser.Window(chromium, load_board(BOARD), **PHONE)
    page = window.page
    page.goto(address + link)
    page.locator(".field-turn", has_text="is to move").wait_for()
    x, y = middle(page, name)
    fingers(page, "touchStart", (x, y), (x + 40, y))
    fingers(page, "touchEnd")
    place = middle(page, name)
    fingers(page, "touchStart", place)  # this one is a tap: it alone counts
    fingers(page, "touchEnd")
    page.locator(".field-last", has_text=f"Move 1: Orange {name}").wait_for()
    window.context.close()


@pytest.mark.parametrize("screen", [(390, 844), (360, 740)])
def test_all_keys_of_the_handheld_are_in_reach_on_a_phone(chromium, address, screen):
    width, height = screen
    window = browser.Window(chromium, load_board(BOARD), **{**PHONE, "viewport": {"width": width, "height": height}})
    window.page.goto(address + "#hex=5&moves=c3,d2")
    window.page.locator(".field-turn", has_text="is to move").wait_for()
    window.page.locator("#view").click()
    for key in window.page.locator("#keys button").all():
        key.click(trial=True)
        box = key.bounding_box()
        assert box["height"] >= 40 and box["y"] + box["height"] <= height
    assert window.page.evaluate("scrollY") == 0
    window.page.locator("#now-up .about").get_by_text("Blue").click(trial=True)  # what is below can be scrolled to
    window.context.close()


def test_a_finger_that_scrolls_places_nothing(chromium, address):
    window = browser.Window(chromium, load_board(BOARD), **PHONE)
    page = window.page
    page.clock.install()
    page.goto(address + "#tic-tac-toe=&seats=0,0")
    page.locator(".field-turn", has_text="is to move").wait_for()
    page.evaluate("document.body.style.paddingBottom = '2000px'")
    page.evaluate("addEventListener('scrollend', () => (window.scrolled = true))")
    page.evaluate("document.addEventListener('pointercancel', () => (window.cancelled = true))")
    page.clock.pause_at(page.evaluate("Date.now()") + 1000)  # however slow the machine is, this finger does not stay
    x, y = middle(page, "b2")
    fingers(page, "touchStart", (x, y))
    for moved in range(20, 140, 20):
        fingers(page, "touchMove", (x, y - moved))
    fingers(page, "touchEnd")
    page.wait_for_function("() => window.cancelled && window.scrolled && scrollY > 0")
    page.clock.resume()
    page.clock.run_for(1000)
    page.evaluate("scrollTo(0, 0)")
    page.wait_for_function("() => scrollY === 0")
    fingers(page, "touchStart", middle(page, "a1"))  # a tap: it alone counts
    fingers(page, "touchEnd")
    page.locator(".field-last", has_text="Move 1: Orange a1").wait_for()
    window.context.close()


def test_a_click_without_a_pointer_places_a_stone_and_focus_stays_among_the_buttons(window, address):
    page = window.page
    page.goto(address + "#tic-tac-toe=&seats=0,0")
    page.locator(".field-turn", has_text="is to move").wait_for()
    page.locator('#field [aria-label^="a1,"]').dispatch_event("click")  # as a screen reader does
    page.locator(".field-last", has_text="Move 1: Orange a1").wait_for()
    page.locator("#back").focus()
    page.keyboard.press("Enter")
    page.locator("#entries button:focus", has_text="Go on").wait_for()
    page.keyboard.press("Enter")
    page.locator("#roles button:focus").wait_for()


def test_from_the_menu_a_button_goes_on_with_the_match(window, address):
    page = window.page
    page.goto(address + "#tic-tac-toe=&moves=b2,a1&seats=0,0")
    page.locator(".field-turn", has_text="is to move").wait_for()
    page.locator("#back").click()
    page.locator("#entries button", has_text="Menu").click()
    page.locator("body[data-screen='menu'] #entries button", has_text="Go on").click()
    page.locator(".field-last", has_text="Move 2: Blue a1").wait_for()


@pytest.mark.parametrize("screen", [(390, 844), (360, 740)])
@pytest.mark.parametrize(
    "link", ["#hex=5&moves=c3,d2&to=coach", "#hex=5&to=coach", "#tic-tac-toe=&moves=b2,a1&to=coach"]
)
def test_on_a_phone_no_line_about_a_match_is_cut_off(chromium, address, screen, link):
    window = browser.Window(
        chromium, load_board(BOARD), viewport=dict(zip(("width", "height"), screen)), has_touch=True
    )
    window.page.goto(address + link)
    window.page.locator(".field-coach", has_text="Coach: ").wait_for()
    window.page.get_by_role("button", name="Hint").click()
    window.page.locator(".field-hint", has_text="Hint: ").wait_for()
    shown = "[...document.querySelectorAll('.field-says p')].filter((line) => line.offsetHeight)"
    bottom = "document.querySelector('.field-words').getBoundingClientRect().bottom"
    assert window.page.evaluate(f"{shown}.every((line) => line.getBoundingClientRect().bottom <= {bottom} + 1)")
    window.context.close()


def test_the_swap_rule_is_said_before_the_first_stone(window, address):
    said = window.page.locator(".field-swap")
    for link, words in (
        ("#hex=5", "Swap rule: Blue may take the first stone over"),
        ("#three-player=", ""),
        ("#hex=5&moves=c3", ""),
    ):
        window.page.goto("about:blank")
        window.page.goto(address + link)
        window.page.locator(".field-turn").wait_for()
        assert words in said.inner_text() and said.is_visible() == bool(words), link


def test_the_mouse_foresees_a_stone_and_its_bridges_on_the_own_turn_alone(window, address):
    page = window.page
    page.goto(address + "#hex=5&moves=c3,d2&seats=0,0")
    for name, stones, ways in (("b4", 1, 2), ("d1", 1, 0), ("c3", 0, 0), ("b5", 1, 2), ("a1", 1, 0)):
        page.locator(f'#field [aria-label^="{name},"]').hover()
        seen = [page.locator(f".field-foreseen {each}").count() for each in ("circle.orange", "polyline.orange")]
        assert (name, seen) == (name, [stones, ways])
    page.mouse.move(0, 0)
    assert page.locator(".field-foreseen circle").count() == 0


PRESS_AT_ONCE = """places => places.forEach((place) => {
  const found = document.querySelector(place);
  if (found.click) return found.click();
  found.focus();
  const enter = { key: "Enter", bubbles: true };
  for (const type of ["keydown", "keyup"]) found.dispatchEvent(new KeyboardEvent(type, enter));
})"""


@pytest.mark.parametrize(
    "asked, last, says",
    [
        (2, "li:nth-child(4) button", "Orange is to move."),
        (2, ".field-point", "Orange is to move."),  # a stone is there: the match stays as it is
        (2, "li:nth-child(3) button", "Looking at move 3 of 4."),
        (3, "li:nth-child(2) button", "Looking at move 2 of 4."),
    ],
)
def test_of_two_presses_at_once_the_last_one_says_what_is_looked_at(window, address, asked, last, says):
    window.open(address + "#hex=5&moves=a1,d2,b4,b3&seats=0,0")
    window.page.evaluate(PRESS_AT_ONCE, [f"#field li:nth-child({asked}) button", f"#field {last}"])
    answers = 1 + says.startswith("Looking")
    window.page.wait_for_function("n => told.filter((each) => 'looked' in each).length === n", arg=answers)
    window.pass_time(200)
    said = window.page.locator("#field [aria-live]").inner_text()
    assert says in said and ("Looking" in says) == ("Looking" in said)


@pytest.mark.long
def test_a_point_that_is_held_holds_its_key(window, address):
    window.open(address + "#tic-tac-toe=&moves=b2")
    window.page.locator(".field-point").first.hover()
    window.page.mouse.down()
    assert window.wait_for_moves(1) == (0, True)
    window.pass_time(1500)
    assert window.moves() == [(0, True)] and len(window.position()["moves"]) == 1
    window.page.mouse.up()
    assert window.wait_for_moves(2) == (0, False)
    window.pass_time(300)
    assert len(window.position()["moves"]) == 1  # it was looked at for long: no stone


@pytest.mark.long
def test_a_whole_game_with_the_mouse_is_what_the_simulator_plays_and_a_reload_resumes_it(window, address, tmp_path):
    board = load_board(BOARD)
    window.open(address)
    skip_first_game(window)
    for _, key, down in menu_path.to_match(board, menu_path.SOONEST_MS, "tic-tac-toe", "", [0, 0]):
        if down:
            window.tap(key)
    for key in (0, 4, 1):
        window.tap(key)
    as_the_simulator(window, tmp_path)
    saved(window)

    window.open(address)
    wait_for_help(window, "go on")
    window.tap(ROLES["select"])
    wait_for_help(window, "Blue is to move.")
    points = window.page.locator("#keys button").evaluate_all("keys => keys.map((key) => key.matches('.point'))")
    assert [key for key, is_point in enumerate(points) if is_point] == [0, 1, 2, 4, 5, 6, 8, 9, 10]
    names = window.page.locator("#keys button").evaluate_all("keys => keys.map((key) => key.ariaLabel)")
    assert names[0].startswith("a1, orange stone") and names[10].startswith("c3, free")
    known = len(window.moves())
    window.page.keyboard.press("ArrowUp")  # the key of this role is a point now: no stone
    window.wait_for_message("each key is a point")
    assert len(window.moves()) == known
    for key in (5, 2):
        window.tap(key)
    wait_for_help(window, "Orange has won.")
    shown = as_the_simulator(window, tmp_path)
    assert any("AA.AA.AA" in text for text in shown)


@pytest.mark.long
def test_one_press_of_move_now_is_enough_where_a_point_takes_two(window, address):
    saves = {"settings": record.pack({"two_presses": 2})}
    log = menu_path.to_match(load_board(BOARD), menu_path.SOONEST_MS, "hex", "8", [0, 5])
    log += keylog.taps(log[-1][0] + 1500, [10, 0])
    window.open(address + link_of(log, pace="instant", saves=saves))
    wait_for_help(window, "Blue (level 5) is thinking.")
    window.page.wait_for_function("() => !document.querySelector('#now').disabled")
    known = len(window.moves())
    window.page.get_by_role("button", name="Move now").click()
    window.wait_for_moves(known + 4)
    wait_for_help(window, "Orange is to move.")
    assert [key for key, down in window.moves()[known:] if down] == [10, 0]


@pytest.mark.long
def test_a_tap_on_a_point_is_what_the_keys_do(window, address):
    """Where a cursor moves over the field, by two presses, and where each key is a point."""
    for hash_ in ("#hex=5", "#hex=8", "#tic-tac-toe="):
        window.open(f"{address}{hash_}&seats=0,0")
        point = window.page.evaluate("() => told.findLast((each) => each.position).position.points.length - 2")
        window.page.locator(".field-point").nth(point).click()
        wait_for_help(window, "Blue is to move.")
        assert window.position()["points"][point]["side"] == 1


@pytest.mark.long
def test_a_puzzle_hides_the_coach_until_it_is_solved(window, address):
    window.open(address + "#tic-tac-toe=&moves=b2,a1,b1,c3&to=coach&puzzle=Orange+wins+in+one&seats=0,0")
    window.wait_for_message("Orange wins in one. Hint and coach come once it is solved.")
    marked = window.frames(10_000)[-1][1]
    window.pass_time(500)
    assert not set("!?xyz") & set(marked)
    window.tap(9)  # b3
    wait_for_help(window, "Orange has won.")


@pytest.mark.long
def test_a_link_to_a_puzzle_of_stones_is_solved(window, address):
    window.open(address + "#position=tic-tac-toe: a2 c3 / a1 a3, 1 to move; wins in 3; grade 2")
    window.wait_for_message("Win in 2. Hint and coach come once it is solved.")
    wait_for_help(window, "Win in 2")
    window.tap(6)  # c2
    wait_for_help(window, "Orange is to move.")
    free = next(key for key, point in ((5, 4), (2, 2)) if "side" not in window.position()["points"][point])
    window.tap(free)
    wait_for_help(window, "Solved.Orange has won.Any key: next puzzle or menu")
    window.page.locator("#field").get_by_text("Solved.").wait_for()
    window.open(address + "#position=tic-tac-toe: a2 c3 / a1 a3, 1 to move; wins in 3; grade 2&board=" + BOARD)
    window.tap(9)  # b3
    wait_for_help(window, "That does not win in 2: try again.")


def test_a_puzzle_by_link_is_tried_again_and_the_next_one_is_offered(window, address):
    page = window.page
    page.goto(address)
    window.open(address + page.locator(".front-links a").first.get_attribute("href"))
    wait_for_help(window, "Puzzle: win in 3.")
    assert page.get_by_role("button", name="Next puzzle").is_hidden()
    page.get_by_role("button", name="c1, empty").click()
    wait_for_help(window, "That does not win in 3: try again.")
    page.get_by_role("button", name="Try again").click()
    wait_for_help(window, "Puzzle: win in 3.")
    page.wait_for_function("() => told.findLast((each) => each.position)?.position.moves.length === 0")
    page.get_by_role("button", name="b2, empty").click()
    page.locator("#field").get_by_text("Move 2: Blue c3").wait_for()
    page.get_by_role("button", name="a2, empty").click()
    page.locator("#field").get_by_text("Move 4: Blue").wait_for()
    for name in ("a3", "c2"):
        if page.get_by_role("button", name=f"{name}, empty").count():
            page.get_by_role("button", name=f"{name}, empty").click()
            break
    wait_for_help(window, "Solved.")
    page.get_by_role("button", name="Next puzzle").click()
    wait_for_help(window, "Puzzle: win in 2.")


@pytest.mark.long
def test_a_press_that_is_refused_is_said_why(window, address):
    window.open(address + "#tic-tac-toe=&moves=b2")
    window.tap(5)
    window.page.locator("#field").get_by_text("Not possible: b2: a stone is there.").wait_for()
    window.page.set_viewport_size(PHONE["viewport"])
    window.pass_time(3500)
    window.page.get_by_role("button", name="b2, orange stone").click()
    window.page.locator(".field-refusal").filter(has_text="b2: a stone is there").wait_for()


def as_the_simulator(window, saves):
    """Assert that the page shows what the simulator does with the same keys and saves; returns the frames' texts."""
    changes = keylog.parse(window.log(), 16, engine=keylog.made(load_board(BOARD)))
    until_ms = changes[-1][0] + 1000
    window.wait_until(until_ms + 50)
    shown = window.frames(until_ms)
    session = Session(load_board(BOARD), saves, first=True)
    assert shown == list(session.play(changes, until_ms))
    return [text for _, text in shown]
