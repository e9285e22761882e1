"""A match on the page's field, in a real Chromium: by mouse, by keyboard, from the row of a new game, from a link."""

import pytest
from cases import long
from page_steps import BOARD, ROLES, assert_within, copied, saved, skip_first_game, wait_for_help

from host_sim.boards.files import load_board
from host_sim.console import keylog, menu_path
from host_sim.console.session import Session
from tools.web.visit import point

PHONES = (390, 844), (360, 740)
LONG = pytest.mark.long
CONTROLS = (".field-board", ".field-turn", "#game", "#play", "#sides", "#share summary")
CONTROLS += ("#undo", "#hint", "#coach", "#now", "#back")


# Let the engine move as soon as it thinks, however slow the machine is: alone it would think for seconds.
MOVE_NOW = """() => {
  const thinks = document.querySelector("#now-up").textContent.includes("Orange (level 8) is thinking.");
  const may = thinks && !document.querySelector("#now").disabled;
  if (may) document.querySelector("#now").click();
  return may;
}"""


def test_a_link_opens_a_position_at_once_and_move_now_ends_the_thinking(window, address):
    window.open(address + "#hex=7&moves=d4,swap,c5&to=coach")
    assert window.names() == ["d4", "swap", "c5"]
    assert (window.position()["game"], window.position()["to_move"]) == ("hex", 2)
    assert window.frames(10_000)[0][1].count("A") >= 1  # no splash, no menu
    assert copied(window.page, "Copy a link to this position") == address + "#hex=7&moves=d4,swap,c5&to=coach"

    window.go("#hex=8&moves=d4,f6&seats=8,0")
    window.page.wait_for_function(MOVE_NOW)
    wait_for_help(window, "Blue is to move.")
    assert window.page.get_by_role("button", name="Move now").is_disabled()
    moved_ms = window.page.evaluate("told.find((each) => each.position?.moves.length === 3).ms")
    pressed_ms = keylog.parse(window.log(), 16, engine=keylog.made(load_board(BOARD)))[0][0]
    assert 0 < moved_ms - pressed_ms < 1000


def test_tic_tac_toe_is_played_on_the_field_by_keyboard_alone(window, address):
    window.page.goto(address + "#tic-tac-toe=&seats=0,0")
    page, field = window.page, window.page.locator("#field")
    field.get_by_role("button", name="b2, empty").wait_for()
    assert page.locator(".field-goal").inner_text() == "Orange, Blue: 3 in a row"
    page.keyboard.press("Tab")
    box = page.locator(":focus").bounding_box()
    assert page.locator(":focus").inner_text() == "To the field" and box["width"] > 44 and box["y"] >= 0
    page.keyboard.press("Enter")
    ways = {"b2": "", "a1": "ArrowUp ArrowLeft", "b1": "ArrowRight", "c1": "ArrowRight"}
    ways["b3"] = "ArrowDown ArrowDown ArrowLeft"
    for number, (name, arrows) in enumerate(ways.items(), 1):
        for arrow in arrows.split():
            page.keyboard.press(arrow)
        assert page.evaluate("document.activeElement.getAttribute('aria-label')") == f"{name}, empty"
        page.keyboard.press("Enter")
        colour, wins = "orange" if number % 2 else "blue", ", wins" if number == 5 else ""
        words = f"{name}, {colour} stone, move {number}, last move{wins}"
        field.get_by_role("button", name=words, exact=True).wait_for()
    assert "Orange has won by a line." in page.locator(".field-turn").inner_text()
    field.get_by_role("button", name="Move 2 a1, blue: show the position after it").press("Enter")
    field.get_by_role("button", name="a1, blue stone, move 2, last move", exact=True).wait_for()
    field.get_by_role("button", name="Back to the match").press("Enter")
    field.get_by_role("button", name="b3, orange stone, move 5, last move, wins", exact=True).wait_for()
    assert page.evaluate("document.activeElement.matches('.field-point')")
    assert page.evaluate("location.hash") == "#tic-tac-toe=&seats=0,0"


QUICKLY = """select => ["1", "2"].forEach((level) => {
  select.value = level;
  select.dispatchEvent(new Event("change"));
})"""


@pytest.mark.long
def test_the_row_and_the_other_side_agree_on_who_plays(window, address):
    window.open(address + "#hex=5&moves=c3,d2")
    page, row = window.page, chooser(window, "Who plays blue")
    other = chooser(window, "Who plays the other side")
    assert other.input_value() == "3" and window.position()["seats"] == [0, 3]
    page.get_by_role("button", name="b4, empty").click()
    window.wait_for_words("Move 4: Blue")
    moves = window.names()
    for change, seats in (
        (lambda: row.select_option(label="Level 2, easy"), "0,2"),
        (lambda: other.select_option("a person"), "0,0"),
        (lambda: other.select_option("engine, level 4 of 5"), "0,4"),
        (lambda: other.evaluate(QUICKLY), "0,2"),  # the last of two quick changes counts
    ):
        change()
        window.wait_for_seats(seats)
        assert [each.input_value() for each in (row, other)] == [seats[2:]] * 2
        assert window.names() == moves
    chooser(window, "Size").select_option("4")
    row.select_option(label="Level 1, gentle")  # of the new game: the match stays as it is
    window.pass_time(300)
    assert (other.input_value(), window.position()["seats"]) == ("2", [0, 2])
    window.go("#tic-tac-toe&moves=a1,b1&puzzle=Win+this")
    other.wait_for(state="hidden")


@pytest.mark.long
def test_without_the_swap_rule_the_match_goes_on_without_it_against_others_and_by_link(window, address):
    window.open(address + "#hex=5&swap=off&seats=0,0&moves=c3")
    chooser(window, "Who plays the other side").select_option("engine, level 1 of 5")
    window.wait_for_seats("1,0")
    window.wait_for_words("You are Blue. Blue is to move.")
    assert window.position()["swap_rule"] is False and not window.position()["swap"]
    assert "&swap=off&seats=1,0" in copied(window.page, "Copy a link to the match")
    assert "&swap=off" in copied(window.page, "Copy a link to this position")
    window.page.evaluate("location.hash = '#hex=5&swap=maybe'")
    window.wait_for_message("swap=maybe; expected off")


@pytest.mark.long
def test_the_row_says_that_play_starts_what_differs_from_the_field(window, address):
    window.open(address + "#hex=5&moves=c3,d2&seats=0,0")
    differs = window.page.locator("#differs")
    window.wait_for_words("Move 2: Blue")
    assert differs.inner_text() == ""
    for name, other, same in (("Game", "Havannah", "Hex"), ("Size", "7", "5")):
        chooser(window, name).select_option(label=other)
        differs.filter(has_text="Press Play to start this.").wait_for()
        chooser(window, name).select_option(label=same)
        differs.wait_for(state="hidden")
    chooser(window, "Size").select_option(label="7")
    differs.wait_for()
    window.page.locator("#play").click()
    window.page.locator(".field-title").filter(has_text="Hex 7").wait_for()
    differs.wait_for(state="hidden")


def test_a_look_back_leaves_the_match_with_its_engine(window, address):
    window.open(address + "#hex=5&moves=c3,d2,b4,a1&seats=0,1")
    page, field = window.page, window.page.locator("#field")
    known = len(window.moves())
    for way_back in ("Back to the match", "Move 4", "e1, empty"):
        field.get_by_role("button", name="Move 2 d2, blue: show the position after it").click()
        window.wait_for_words("Looking at move 2 of 4.")
        field.get_by_role("button", name="b4, empty").wait_for()
        assert copied(page, "Copy a link to this position").endswith("#hex=5&moves=c3,d2")
        assert len(window.moves()) == known  # the console knows nothing of it
        field.get_by_role("button", name=way_back).click()
        if way_back != "e1, empty":
            window.wait_for_words("Orange is to move.")
            field.get_by_role("button", name="b4, orange stone").wait_for()
            assert field.get_by_role("button", name="Back to the match").is_hidden()
    window.wait_for_words("Move 6: Blue")  # the engine has answered
    field.get_by_role("button", name="Move 5 e1, orange").click()
    window.wait_for_words("Looking at move 5 of 6.")
    page.locator("#keys button").nth(ROLES["undo"]).click()  # the match has changed
    window.wait_for_words("Move 4: Blue a1")


def chooser(window, name):
    return window.page.get_by_role("combobox", name=name, exact=True)


def test_the_first_press_on_a_visit_is_the_first_stone(window, address):
    page = window.page
    page.goto(address)
    page.get_by_text("Press a point to begin: you are Orange.").wait_for()
    page.get_by_role("button", name="c3, empty").click()
    page.get_by_role("button", name="c3, orange stone, move 1").wait_for()
    window.wait_for_words("Move 2: Blue")  # the engine has answered
    assert (window.position()["title"], window.position()["seats"]) == ("Hex 5", [0, 2])
    saved(window)
    page.goto("about:blank")
    page.goto(address)  # the match is offered again, on the field too
    page.get_by_role("button", name="Go on").click()
    window.wait_for_words("You are Orange. Orange is to move.")
    assert window.names()[0] == "c3"


@pytest.mark.parametrize(
    "choices, title, seats",
    [
        pytest.param({"Game": "Havannah", "Size": "3", "Who plays blue": "Person"}, "Havannah 3", "0,0", marks=LONG),
        ({"Game": "Three players", "Who plays green": "Level 1, gentle"}, "Three players", "0,2,1"),
        pytest.param({"Who plays orange": "Level 1, gentle", "Who plays blue": "Person"}, "Hex 5", "1,0", marks=LONG),
        pytest.param({"Size": "11", "Who plays blue": "Your level"}, "Hex 11", "0,2", marks=LONG),
    ],
)
def test_the_row_begins_any_game_at_any_size_with_anybody_and_remembers_it(window, address, choices, title, seats):
    page = window.page
    page.goto(address)
    page.locator("#play:enabled").wait_for()
    for name, choice in choices.items():
        chooser(window, name).select_option(label=choice)
    page.locator(".field-title").filter(has_text=title).wait_for()  # the empty field comes at once
    page.get_by_role("button", name="Play", exact=True).click()
    window.wait_for_seats(seats)
    assert window.position()["title"] == title
    page.goto("about:blank")
    page.goto(address)
    page.locator("#play:enabled").wait_for()
    for name, choice in choices.items():
        assert chooser(window, name).locator("option:checked").inner_text() == choice


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
    window.go("#phantom-tic-tac-toe=&seats=0,1")
    other = chooser(window, "Who plays the other side")
    other.wait_for()  # no move is hidden yet
    page.get_by_role("button", name="b2, empty").click()
    page.wait_for_function("() => told.findLast((each) => each.position)?.position.moves.at(-1)?.name === '?'")
    other.wait_for(state="hidden")


def test_the_swap_is_said_and_is_a_button_and_a_press_on_the_stone(window, address):
    said = window.page.locator(".field-swap")
    window.page.goto(address + "#hex=5")
    said.filter(has_text="Swap rule: Blue may take the first stone over").wait_for()
    for press, moves in (("#swap", "b2"), (point("b3"), "b3")):
        window.go(f"#hex=5&moves={moves}&seats=0,0")
        window.page.locator(press).click()
        window.wait_for_words("Move 2: Blue swap")
        window.page.locator("#swap").wait_for(state="hidden")
        assert said.is_hidden()


def fingers(page, what, *names, apart=0):
    """A finger goes down on a point, moves there, or goes up; with `apart`, a second one beside it."""
    boxes = [page.locator(point(name)).bounding_box() for name in names]
    places = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes]
    places += [(x + apart, y) for x, y in places if apart]
    points = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(places)]
    page.touch = getattr(page, "touch", None) or page.context.new_cdp_session(page)
    page.touch.send("Input.dispatchTouchEvent", {"type": what, "touchPoints": points})


def test_a_finger_aims_where_points_are_small_and_two_that_zoom_place_nothing(phone, address):
    page = phone.page
    page.goto(address + "#hex=11&moves=c3,d2&seats=0,0")
    page.locator(point("f6")).wait_for()
    fingers(page, "touchStart", "f6", apart=40)
    fingers(page, "touchEnd")
    fingers(page, "touchStart", "f6")
    page.locator(".field-aim", has_text="f6").wait_for()
    fingers(page, "touchMove", "g7")
    page.locator(".field-aim", has_text="g7").wait_for()
    assert page.locator("#field .field-point .field-stone").count() == 2
    fingers(page, "touchEnd")
    phone.wait_for_words("Move 3: Orange g7")
    assert page.locator(".field-aim").count() == 0


@pytest.mark.long
def test_fingers_that_zoom_or_scroll_place_nothing_where_points_are_large(phone, address):
    page = phone.page
    page.clock.install()
    page.goto(address + "#tic-tac-toe=&seats=0,0")
    page.locator(".field-turn", has_text="is to move").wait_for()
    fingers(page, "touchStart", "b2", apart=40)
    fingers(page, "touchEnd")
    page.evaluate("document.body.style.paddingBottom = '2000px'")
    page.evaluate("addEventListener('scrollend', () => (window.scrolled = true))")
    page.evaluate("document.addEventListener('pointercancel', () => (window.cancelled = true))")
    page.clock.pause_at(page.evaluate("Date.now()") + 1000)  # however slow the machine is, this finger does not stay
    box = page.locator(point("b2")).bounding_box()
    for moved in range(0, 140, 20):
        place = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2 - moved, "id": 0}
        page.touch.send(
            "Input.dispatchTouchEvent", {"type": "touchMove" if moved else "touchStart", "touchPoints": [place]}
        )
    fingers(page, "touchEnd")
    page.wait_for_function("() => window.cancelled && window.scrolled && scrollY > 0")
    page.clock.resume()
    page.clock.run_for(1000)
    page.evaluate("scrollTo(0, 0)")
    page.wait_for_function("() => scrollY === 0")
    fingers(page, "touchStart", "a1")  # a tap: it alone counts
    fingers(page, "touchEnd")
    page.locator(".field-last", has_text="Move 1: Orange a1").wait_for()


def test_all_keys_and_controls_of_a_match_are_in_reach_on_a_phone(phone, address):
    page = phone.page
    for width, height in PHONES:
        page.set_viewport_size({"width": width, "height": height})
        page.goto("about:blank")
        page.goto(address + "#hex=5&moves=c3,d2")
        page.locator(".field-turn", has_text="is to move").wait_for()
        if height == 844:
            assert_within(page, *map(page.locator, (*CONTROLS, "#other")))
        page.locator("#view").click()
        for key in page.locator("#keys button").all():
            key.click(trial=True)
            assert key.bounding_box()["height"] >= 40
            assert_within(page, key)
        assert page.evaluate("scrollY") == 0
        page.locator("#now-up .about").get_by_text("Blue").click(trial=True)  # what is below can be scrolled to


@pytest.mark.long
def test_all_controls_of_a_match_of_three_are_in_reach_on_a_phone(phone, address):
    phone.page.set_viewport_size({"width": 390, "height": 844})
    phone.page.goto(address + "#three-player=")
    phone.page.locator(".field-turn").wait_for()
    assert_within(phone.page, *map(phone.page.locator, CONTROLS))  # the row says who plays


@pytest.mark.long
def test_on_a_phone_no_line_about_a_match_is_cut_off(phone, address):
    shown = "[...document.querySelectorAll('.field-says p')].filter((line) => line.offsetHeight)"
    bottom = "document.querySelector('.field-words').getBoundingClientRect().bottom"
    phone.page.goto(address)
    phone.page.locator("#play:enabled").wait_for()
    for link in ("#hex=5&moves=c3,d2&to=coach", "#hex=5&to=coach", "#tic-tac-toe=&moves=b2,a1&to=coach"):
        phone.go(link)
        phone.page.locator(".field-coach", has_text="Coach: ").wait_for()
        phone.page.get_by_role("button", name="Hint").click()
        phone.page.locator(".field-hint", has_text="Hint: ").wait_for()
        for width, height in PHONES:
            phone.page.set_viewport_size({"width": width, "height": height})
            seen = f"{shown}.every((line) => line.getBoundingClientRect().bottom <= {bottom} + 1)"
            assert phone.page.evaluate(seen), link


NOTICES = [long(390, 844), (320, 568), long(844, 390)]
COVERED = """() => { const { left, top, right, bottom } = document.querySelector("#message").getBoundingClientRect();
  const others = [...document.querySelectorAll("main :is(button, select, summary), .field-point, .field-words p")];
  return others.filter((each) => each.checkVisibility()).map((each) => [each, each.getBoundingClientRect()])
    .filter(([, box]) => box.left < right - 1 && box.right > left + 1 && box.top < bottom - 1 && box.bottom > top + 1)
    .map(([each]) => each.textContent || each.ariaLabel); }"""


# Which of these cover each other.
OVERLAPPING = """(places) => {
  const boxes = [...document.querySelectorAll(places)].filter((each) => each.checkVisibility())
    .map((each) => [each.textContent.trim().slice(0, 20) || each.id, each.getBoundingClientRect()]);
  const share = (a, b, low, high) => Math.min(a[high], b[high]) - Math.max(a[low], b[low]) > 1;
  const cover = (a, b) => share(a, b, "left", "right") && share(a, b, "top", "bottom");
  const others = (a, at) => boxes.slice(at + 1).filter(([, b]) => cover(a, b)).map(([other]) => other);
  return boxes.flatMap(([name, box], at) => others(box, at).map((other) => [name, other]));
}"""
AROUND = "header :is(h1, a, button, select), .field-board, main .side > .buttons, .field-game, #front"
OPENED = (
    "Opened: Hex 15, 2 moves; this game is assumed, as no GM, EV or AP names the game. What you play here is not kept."
)


@pytest.mark.parametrize(("width", "height"), NOTICES)
def test_a_notice_covers_nothing_and_the_goal_is_seen(phone, address, width, height):
    page = phone.page
    page.set_viewport_size({"width": width, "height": height})
    page.goto(address + "#hex=5&moves=c3,b2&to=coach")
    page.locator(".field-coach", has_text="Coach: ").wait_for()
    page.get_by_text("This link opens a match.").wait_for()
    goal = page.locator(".field-goal")
    for words in (None, OPENED):
        if words:
            page.locator("#message").evaluate("(element, words) => (element.textContent = words)", words)
        assert page.evaluate(COVERED) == []
        assert_within(page, page.locator("#message"))
        assert height < 800 or goal.is_visible()
    page.locator(".field-turn").tap()  # it has been read
    assert_within(page, goal)
    box, within = goal.bounding_box(), page.locator(".field-words").bounding_box()
    assert box["y"] + box["height"] <= within["y"] + within["height"] + 1
    assert page.evaluate(OVERLAPPING, AROUND) == []
    page.get_by_role("button", name="More").tap()
    assert_within(page, *page.locator("#elsewhere a").all())
    assert page.locator("#elsewhere a").all_inner_texts() == ["Puzzles", "Lessons", "Build it"]
    page.locator("#elsewhere").get_by_role("link", name="Build it").tap()
    page.wait_for_function("() => location.hash === '#build' && scrollY > 0")


@pytest.mark.parametrize(("width", "height"), [long(844, 390), (640, 400)])
def test_in_a_low_window_lessons_and_building_are_a_press_away(phone, address, width, height):
    page = phone.page
    for link, hash_ in (("Lessons", "#lesson=double_threats"), ("Build it", "#build"), ("Puzzles", "#puzzles")):
        page.set_viewport_size({"width": width, "height": height})
        page.goto("about:blank")
        page.goto(address)
        page.locator("#play:enabled").wait_for()
        page.get_by_role("button", name="More").tap()
        page.locator("#elsewhere").get_by_role("link", name=link).tap()
        page.wait_for_function("(hash) => location.hash === hash", arg=hash_)
        assert not page.locator("#elsewhere").is_visible()


def test_a_click_without_a_pointer_places_a_stone_and_focus_stays_among_the_buttons(window, address):
    page = window.page
    page.goto(address + "#tic-tac-toe=&seats=0,0")
    page.locator(".field-turn", has_text="is to move").wait_for()
    for words in ("Move 1: Orange a1", "Not possible: a1: a stone is there."):
        page.locator(point("a1")).dispatch_event("click")  # as a screen reader does
        window.wait_for_words(words)
    page.locator("#back").focus()
    page.keyboard.press("Enter")
    page.locator("#entries button:focus", has_text="Go on").wait_for()
    page.keyboard.press("Enter")
    page.locator("#roles button:focus").wait_for()
    page.locator("#back").click()
    page.locator("#entries button", has_text="Menu").click()
    page.locator("body[data-screen='menu'] #entries button", has_text="Go on").click()
    page.locator(".field-last", has_text="Move 1: Orange a1").wait_for()


def test_the_mouse_foresees_a_stone_and_its_bridges_on_the_own_turn_alone(window, address):
    page = window.page
    page.goto(address + "#hex=5&moves=c3,d2&seats=0,0")
    for name, stones, ways in (("b4", 1, 2), ("d1", 1, 0), ("c3", 0, 0), ("b5", 1, 2), ("a1", 1, 0)):
        page.locator(point(name)).hover()
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


@pytest.mark.long
def test_of_two_presses_at_once_the_last_one_says_what_is_looked_at(window, address):
    window.open(address + "#hex=5&seats=0,0")
    for number, (asked, last, says) in enumerate(
        (
            (2, "li:nth-child(4) button", "Orange is to move."),
            (2, ".field-point", "Orange is to move."),  # a stone is there: the match stays as it is
            (2, "li:nth-child(3) button", "Looking at move 3 of 4."),
            (3, "li:nth-child(2) button", "Looking at move 2 of 4."),
        )
    ):
        window.go(f"#hex=5&moves=a1,d2,b4,{'abcd'[number]}3&seats=0,0")
        window.page.locator("#field li:nth-child(4)").wait_for()
        window.page.evaluate(PRESS_AT_ONCE, [f"#field li:nth-child({asked}) button", f"#field {last}"])
        answers = 1 + says.startswith("Looking")
        window.page.wait_for_function("n => told.filter((each) => 'looked' in each).length === n", arg=answers)
        window.pass_time(200)
        live = window.page.locator("#field [aria-live]")
        live.filter(has_text=says).wait_for()
        assert ("Looking" in says) == ("Looking" in live.inner_text())


@pytest.mark.parametrize(
    "board",
    [
        "pico_ws2812_8x8_buttons",  # a cursor
        pytest.param("pico_neotrellis_8x8", marks=LONG),  # a hint comes through the pause
        pytest.param("pico_ws2812_8x8_keys_4x4", marks=LONG),
    ],
)
def test_what_is_pressed_in_quick_succession_comes_in_that_order_and_nothing_is_lost(window, address, board):
    window.open(f"{address}#tic-tac-toe=&seats=0,0&board={board}")
    window.page.evaluate(PRESS_AT_ONCE, [point("b2"), point("a1"), "#hint", point("a3"), point("c1")])
    window.page.wait_for_function("() => told.findLast((each) => each.position)?.position.moves.length === 4")
    assert window.names() == ["b2", "a1", "a3", "c1"]
    hinted = window.page.evaluate("told.filter((each) => each.position?.hint).map((each) => each.position)")
    assert 2 in [len(each["moves"]) for each in hinted]


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


def as_the_simulator(window, saves):
    """Assert that the page shows what the simulator does with the same keys and saves; returns the frames' texts."""
    changes = keylog.parse(window.log(), 16, engine=keylog.made(load_board(BOARD)))
    until_ms = changes[-1][0] + 1000
    window.wait_until(until_ms + 50)
    shown = window.frames(until_ms)
    session = Session(load_board(BOARD), saves, first=True)
    assert shown == list(session.play(changes, until_ms))
    return [text for _, text in shown]
