"""The page in a real Chromium: the firmware plays, saves, replays key logs to the frames of the golden files."""

import base64
import json
import re
import signal
import subprocess
import urllib.request
import zlib

import browser
import pytest
from command_lines import running

from glowgrid import record
from glowgrid.games import discover
from host_sim.boards import FOLDER as BOARDS
from host_sim.boards import list_boards, load_board
from host_sim.console import golden, keylog, menu_path
from host_sim.console.session import Session

pytestmark = pytest.mark.browser
BOARD = golden.BOARD
SOON = "tic_tac_toe"
SMALL = "pimoroni_pico_rgb_keypad"
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
LYING = {"viewport": {"width": 740, "height": 360}, "has_touch": True, "is_mobile": True}
DESK = {"viewport": {"width": 1920, "height": 1080}}
ROLES = load_board(BOARD)["keys"]["roles"]
USED = {"settings": record.pack({})}  # the saves of a console that was used before, and begins with the menu
CORNERS = '{"name": "corners", "field": ["ooo", "ooo", "ooo"], "lines": ["a1 c1", "a1 a3"]}'
FULL = """
const put = IDBObjectStore.prototype.put;
IDBObjectStore.prototype.put = function (value, name) {
  if (window.full) throw new DOMException("", "QuotaExceededError");
  return put.call(this, value, name);
};
"""


@pytest.fixture
def address(built_page):
    with browser.served(built_page) as address:
        yield address


@pytest.fixture
def window(chromium):
    window = browser.Window(chromium, load_board(BOARD))
    yield window
    window.context.close()
    assert window.errors == []


def link(log, pace="fast", board=BOARD, saves=USED):
    """What stands after the address in a link that carries a key log, and the saves before it."""
    packed = b"".join(name.encode() + b"\0" + len(data).to_bytes(4, "little") + data for name, data in saves.items())
    packed = zlib.compress(log.encode() + b"\0" + packed, wbits=-15)
    return f"#board={board}&pace={pace}&keys={base64.urlsafe_b64encode(packed).decode().rstrip('=')}"


def link_of(changes, **options):
    return link("".join(keylog.format_change(*change) + "\n" for change in changes), **options)


def skip_first_game(window):
    """Go from the first game of all to the menu."""
    wait_for_help(window, "green is a good one")
    window.tap(ROLES["back"])
    wait_for_help(window, "choose")


def wait_for_help(window, words):
    """Wait until the help beside the lights says so."""
    window.page.get_by_role("region", name="What to do now").filter(has_text=words).wait_for()


def test_on_a_phone_a_game_comes_up_then_the_menu_and_nothing_else_is_asked_for(chromium, address):
    window = browser.Window(chromium, load_board(BOARD), **PHONE)
    window.open(address)
    skip_first_game(window)
    page = window.page
    titles = [game.title() for game in discover()[0]]
    shown = page.get_by_role("heading", level=2).first.inner_text()
    assert shown in titles
    names = page.locator("#keys button").evaluate_all("keys => keys.map((key) => key.ariaLabel)")
    assert len(set(names)) == 16 and all(names)
    assert {role for role in ROLES if any(role in name for name in names)} == set(ROLES)
    assert page.get_by_role("img", name="8 by 8 lights").count() == 1
    assert all(
        name.strip()
        for name in page.locator("button, a, select").evaluate_all(
            "all => all.map((each) => each.ariaLabel || each.labels?.[0]?.textContent || each.textContent)"
        )
    )
    assert page.locator("#now").is_disabled()  # nobody thinks in the menu

    known = len(window.moves())
    page.touchscreen.tap(*window.middle(ROLES["right"]))
    window.wait_for_moves(known + 2)
    page.keyboard.press("s")
    window.wait_for_moves(known + 4)
    page.keyboard.press("ArrowLeft")
    window.wait_for_moves(known + 6)
    pressed = [key for key, down in window.moves()[known:] if down]
    assert pressed == [ROLES["right"], ROLES["down"], ROLES["left"]]
    wait_for_help(window, titles[titles.index(shown) + 1])

    boxes = [key.bounding_box() for key in page.locator("#keys button").all()]
    assert min(min(box["width"], box["height"]) for box in boxes) >= 43
    assert all(asked.startswith((address, "about:", "data:", "blob:")) for asked in window.requests)
    window.context.close()
    assert window.errors == []


@pytest.mark.long
@pytest.mark.parametrize("screen", [PHONE, LYING, DESK], ids=["upright", "lying", "desk"])
@pytest.mark.parametrize("board", list_boards())
def test_what_is_played_with_fits_the_window(chromium, address, screen, board):
    window = browser.Window(chromium, load_board(board), **screen)
    window.page.goto(f"{address}#board={board}&tic-tac-toe=&moves=b2,a1")
    window.page.wait_for_function("() => window.told?.some((each) => each.frame)")
    window.page.wait_for_timeout(300)
    controls = [
        ".field-board",
        ".field-turn",
        ".field-slider",
        "#undo",
        "#hint",
        "#coach",
        "#now",
        "#back",
        "#play",
        "#view",
    ]
    assert_within(window, screen, controls)
    if screen is not DESK:  # there both have room
        window.page.get_by_role("button", name="Handheld").click()
    assert_within(window, screen, ["#lights", "#keys"])
    window.context.close()


@pytest.mark.parametrize("link", ["#three-player=", "#hex=5&moves=c3,d2"])
def test_all_controls_of_a_match_fit_a_phone_below_the_field(chromium, address, link):
    screen = {**PHONE, "viewport": {"width": 390, "height": 844}}
    window = browser.Window(chromium, load_board(BOARD), **screen)
    window.page.goto(address + link)
    window.page.locator(".field-turn").wait_for()
    controls = ["#game", "#play", "#sides", "#undo", "#hint", "#coach", "#now", "#back", "#other", "#share summary"]
    assert_within(window, screen, [".field-board", ".field-turn", *controls])
    window.context.close()
    assert window.errors == []


def assert_within(window, screen, places):
    """Assert that all these are wholly in the window."""
    size = screen["viewport"]
    for place in places:
        box = window.page.locator(place).bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= size["width"] + 1, place
        assert box["y"] >= 0 and box["y"] + box["height"] <= size["height"] + 1, place


@pytest.mark.parametrize(
    "screen, board, link",
    [
        pytest.param(PHONE, BOARD, "#tic-tac-toe=&moves=b2,a1,c1&seats=0,0", id="keys on a phone"),
        pytest.param(DESK, BOARD, "#three-player=&moves=b2,a1,c3&seats=0,0,0", id="each key is a point"),
        pytest.param(LYING, "pico_neotrellis_8x8", "#hex=5&moves=c3,d2,b4&seats=0,0", id="no hint key"),
    ],
)
def test_pause_undo_and_hint_have_buttons_beside_the_field(chromium, address, screen, board, link):
    window = browser.Window(chromium, load_board(board), **screen)
    window.open(f"{address}{link}&board={board}")
    page = window.page
    assert "together" not in page.locator("#now-up").inner_text()
    if screen is not DESK:
        page.get_by_role("button", name="Handheld").click()
    keys = page.get_by_role("group", name="The match")
    keys.get_by_role("button", name="Take back").click()
    page.locator("#field").get_by_text("Move 2: ").wait_for()
    keys.get_by_role("button", name="Hint").click()
    page.locator("#field").get_by_text(re.compile(r"Hint: [a-e]\d ")).wait_for()
    keys.get_by_role("button", name="Pause").click()
    page.get_by_role("button", name="Go on").click()
    keys.get_by_role("button", name="Pause").wait_for()
    window.context.close()
    assert window.errors == []


@pytest.mark.parametrize(
    "path",
    [pytest.param(path, id=path.stem, marks=() if path.stem == SOON else pytest.mark.long) for path in golden.logs()],
)
def test_a_link_replays_to_the_frames_of_the_golden_file(window, address, path):
    changes, until_ms = golden.changes(path)
    window.open(address + link_of(changes, saves={} if golden.is_first(path) else USED))
    window.wait_until(until_ms + 50)
    assert golden.kept(path, window.frames(until_ms)) == golden.recorded(path)


def test_a_game_of_ones_own_is_tried_played_and_kept_and_a_wrong_one_named_with_its_place(window, address):
    window.open(address)
    skip_first_game(window)
    page = window.page
    source = page.get_by_label("A game, as JSON or Python")
    for text, words in (
        ('{"name": "x",\n  "field": [ooo]}', r"not JSON.*found 'o' \(line 2, column 13\)"),
        (CORNERS.replace("a1 c1", "a1 z9"), r"corners.json: lines.*\(line 1, column \d+\)"),
        ("GAME = 1\nGAM\n", r"mine.py: NameError.*\(line 2, column 1\)"),
    ):
        source.fill(text)
        page.get_by_role("button", name="Try it").click()
        page.locator("#message").filter(has_text=re.compile(words)).wait_for()
    wait_for_help(window, "choose")  # the menu is still there

    source.fill(CORNERS)
    page.get_by_role("button", name="Try it").click()
    wait_for_help(window, "Orange is to move.")
    assert window.position()["game"] == "corners" and window.position()["seats"] == [0, 3]
    window.tap(0)
    page.locator("#field").get_by_text("Move 2: Blue").wait_for()  # the engine answers
    saved(window)
    with page.expect_download() as download:
        page.get_by_role("button", name="Download corners.json").click()
    with open(download.value.path(), encoding="utf-8") as file:
        assert file.read() == CORNERS

    window.open(address)  # the match of the game of one's own goes on
    wait_for_help(window, "go on")
    window.tap(ROLES["select"])
    wait_for_help(window, "Orange is to move.")
    assert [move["name"] for move in window.position()["moves"]][:1] == ["a1"]


def saved(window):
    """Wait until the match is kept."""
    window.page.wait_for_function("() => told.some((each) => each.saves?.match)")
    window.page.wait_for_timeout(100)


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


FOCUSED = [".field-point", "#roles button:enabled", "#freeze", "summary", "#sound", ".front-links a"]


@pytest.mark.parametrize("focused", FOCUSED)
def test_keys_with_a_meaning_of_their_own_work_wherever_the_focus_is(window, address, focused):
    window.open(address + "#hex=5&moves=c3,b2,b4&seats=0,0")
    page = window.page
    for key, role in (("Backspace", "undo"), ("z", "hint"), ("Escape", "back"), ("Escape", "back")):
        page.locator(focused).first.evaluate("each => each.focus()")
        known = len(window.moves())
        page.keyboard.press(key, delay=browser.DOWN_MS)
        window.wait_for_moves(known + 2)
        assert window.moves()[known:] == [(ROLES[role], True), (ROLES[role], False)], key
        window.pass_time(200)
    assert [move["name"] for move in window.position()["moves"]] == ["c3", "b2"]


def test_what_is_typed_is_text_and_arrows_of_the_console_do_not_scroll(window, address):
    window.open(address + "#tic-tac-toe=&moves=b2,a1")
    page, source = window.page, window.page.get_by_label("A game, as JSON or Python")
    source.fill("")
    source.press("z")
    source.press("Backspace")
    source.press("4")
    assert source.input_value() == "4" and window.moves() == []
    page.evaluate("document.activeElement.blur(); scrollTo(0, 0)")
    for key in ("ArrowDown", "PageDown"):
        for _ in range(3):
            page.keyboard.press(key)
        window.pass_time(300)
        assert (page.evaluate("scrollY") > 0) == (key == "PageDown")


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
    for choice, seats in (("a person", "0,0"), ("engine, level 4", "0,4")):
        other.focus()
        other.select_option(choice)
        page.wait_for_function(
            "seats => told.findLast((each) => each.position)?.position.seats.join() === seats", arg=seats
        )
        assert len(window.position()["moves"]) == 4
    window.open(address + "#tic-tac-toe&moves=a1,b1&puzzle=Win+this")
    assert other.is_hidden()


def test_who_plays_the_other_side_stays_while_a_move_is_hidden(window, address):
    window.open(address + "#phantom-tic-tac-toe=")
    page, other = window.page, window.page.get_by_label("Who plays the other side")
    other.select_option("engine, level 1")  # no move is hidden yet
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
        ([("Game", "Three players"), ("Who plays green", "Engine 1, gentle")], "Three players", [0, 2, 1]),
        ([("Who plays orange", "Engine 1, gentle"), ("Who plays blue", "Person")], "Hex 5", [1, 0]),
        ([("Size", "11"), ("Who plays blue", "Engine, your level")], "Hex 11", [0, 2]),
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


def test_a_first_visit_sees_the_console_play_until_a_key_is_pressed(window, address):
    page = window.page
    page.goto(address)
    wait_for_help(window, "Engines play each other")
    assert page.get_by_role("link", name="Win this in three").is_visible()
    page.wait_for_function("() => told.filter((each) => each.frame).length > 20")
    page.keyboard.press("a")
    wait_for_help(window, "green is a good one")
    assert window.moves() == []
    page.locator("#field").get_by_text("You are Orange.").wait_for()
    page.get_by_role("button", name="b2, empty, hint").wait_for()  # ringed
    page.locator("#field").get_by_text("Hint: b2 is a good move.").wait_for()
    assert "You are Orange." in page.get_by_role("region", name="What to do now").inner_text()
    page.get_by_role("button", name="b2, empty, hint").click()
    page.wait_for_function("() => told.some((each) => each.saves)")  # of the demonstration none are


@pytest.mark.parametrize("width, height", [(390, 844), (320, 568), (740, 360)])
def test_on_a_phone_the_first_screen_says_what_this_is_and_what_is_opened_comes_into_view(
    chromium, address, width, height
):
    window = browser.Window(
        chromium, load_board(BOARD), viewport={"width": width, "height": height}, has_touch=True, is_mobile=True
    )
    page = window.page
    page.goto(address)
    what = page.locator("#field").get_by_text("Glowgrid is a handheld that plays Hex")
    assert 0 < what.bounding_box()["y"] < height - 40
    for control, words in ((".front-links a >> nth=1", "Hex 3"), ("#try", "Star")):
        page.locator(control).tap()
        page.locator(".field-title").get_by_text(words).wait_for()
        assert page.evaluate("scrollY") == 0
        assert_within(window, {"viewport": page.viewport_size}, [".field-board", ".field-turn"])
    window.context.close()
    assert window.errors == []


def test_a_link_that_makes_no_sense_is_said_in_a_line(window, address):
    window.page.goto(address + "#hex=7&moves=d4,d4")
    said = window.wait_for_message("The link cannot be opened")
    assert said == "The link cannot be opened: move 2, d4: a stone is there. Here is the menu."
    wait_for_help(window, "choose")
    for hash_, words in (
        ("#hex=14&board=" + SMALL, "a 14x14 field does not fit 4x4 LEDs"),
        ("#hex=19", "hex: size 19; expected 1 to 15, as on the handheld"),
        ("#mnk=3,3", "mnk: size 3,3; expected one like 4,3,3. Here"),
        ("#chess=8", "no game chess is here"),
        ("#hex=7&seats=9,9", "seats 9,9; expected 2 numbers 0 to 6"),
        ("#hex=7&to=nowhere", "to=nowhere; expected coach or hint"),
        ("#moves=a1", "it names no game"),
        ("#hex=7&go=5", "go means nothing here"),
        ("#board=none", "a board that is not here: none"),
        (f"#hex=7&moves={'a1,' * 700}", "moves is too long"),
        ("#keys=x", "it is damaged"),
        (link("500 press\n"), "line 1 of the key log: 500 press"),
        (link("500 press 5\n400 release 5\n"), "line 2 of the key log: 400 release 5"),
        (link("500 press 16\n"), "line 1 of the key log: 500 press 16"),
        (link("100000000000000 press 5\n"), "times go up to 86400000 ms"),
        (link("0 made speed 1 work 1\n"), "engines move at other times"),
    ):
        window.page.evaluate("hash => (location.hash = hash)", hash_)
        window.wait_for_message(words)


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


def test_a_frozen_page_refuses_clicks_with_a_word_and_plays_none_later(window, address):
    window.open(address + "#hex=5&moves=c3&seats=0,0")
    page = window.page
    page.get_by_role("button", name="Freeze").click()
    window.page.wait_for_timeout(500)
    frozen = window.status()["ms"]
    for press in (
        lambda: page.get_by_role("button", name="a1, empty").click(),
        lambda: page.locator("#keys button").nth(ROLES["select"]).click(),
        lambda: page.keyboard.press("Backspace"),
        lambda: page.locator("#roles").get_by_role("button", name="Take back").click(),
    ):
        press()
        window.wait_for_message("Frozen: press Go on.")
        page.locator("#message").evaluate("line => (line.textContent = '')")
    page.get_by_role("button", name="Go on").click()
    window.pass_time(500)
    assert window.status()["ms"] > frozen and window.moves() == []
    assert [move["name"] for move in window.position()["moves"]] == ["c3"]


@pytest.mark.long
def test_the_game_can_be_frozen_and_replayed(window, address):
    window.open(address + "#hex=5&moves=c3&seats=0,0")
    window.tap(ROLES["right"])
    window.page.get_by_role("button", name="Freeze").click()
    window.page.wait_for_timeout(500)
    paused = window.status()["ms"]
    window.page.wait_for_timeout(500)
    assert window.status()["ms"] == paused
    window.page.get_by_role("button", name="Go on").click()
    window.pass_time(100)
    frames = window.frames(paused)
    window.page.evaluate("told.length = 0")
    window.page.get_by_role("button", name="Replay").click()
    window.wait_until(paused + 100)
    assert window.frames(paused) == frames


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
def test_all_help_of_a_puzzle_is_seen_on_a_phone(chromium, address):
    window = browser.Window(chromium, load_board(BOARD), **PHONE)
    for width, height in ((360, 740), (390, 800)):
        window.page.set_viewport_size({"width": width, "height": height})
        window.page.goto(f"{address}?{width}#position=tic-tac-toe: a2 c3 / a1 a3, 1 to move; wins in 3; grade 2")
        wait_for_help(window, "Puzzle: win in 2.")
        window.wait_for_message("Win in 2. Hint and coach come once it is solved.")
        seen, text = window.page.locator("#now-up").evaluate("help => [help.clientHeight, help.scrollHeight]")
        assert seen >= text
    window.context.close()
    assert window.errors == []


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


@pytest.mark.long
def test_sound_is_that_of_the_console(window, address):
    window.open(address + link_of(keylog.taps(2000, [ROLES["right"]]), pace="real"))
    window.page.get_by_label("Sound").check()
    window.wait_until(2500)
    tones = window.page.evaluate("told.filter((each) => each.tones).map(({ tones, ms }) => [ms, tones.at(-1)])")
    began, ended = [tone for tone in tones if tone[0] >= 2000][:2]
    assert began[1][0] == 2000 and began[1][1] > 0
    assert ended[1] == [0, 0] and 10 <= ended[0] - began[0] <= 40


@pytest.mark.long
def test_it_plays_without_a_network_after_the_first_load(chromium, built_page):
    window = browser.Window(chromium, load_board(BOARD))
    with browser.served(built_page) as address:
        window.open(address)
        window.page.wait_for_function("() => navigator.serviceWorker.controller")
    window.open(address)
    window.wait_until(2000)
    assert len(window.frames(2000)) > 1
    window.context.close()


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if name == SMALL else pytest.mark.long) for name in list_boards()]
)
def test_every_board_plays_by_its_file_alone(chromium, address, tmp_path, name):
    board = load_board(name)
    changes = list(menu_path.to_match(board, menu_path.SOONEST_MS, "tic-tac-toe", "", [0, 0]))
    until_ms = changes[-1][0] + 1000
    window = browser.Window(chromium, board)
    window.open(address + link_of(changes, board=name))
    window.wait_until(until_ms + 50)
    assert window.page.input_value("#board") == name
    assert window.frames(until_ms) == list(Session(board, tmp_path).play(changes, until_ms))
    if board["keys"]["driver"] != "matrix":  # each key lies over its light
        lights = window.page.locator("#lights").bounding_box()
        (x, y), (right, low) = window.middle(0), window.middle(board["keys"]["width"] + 1)
        pitch = lights["width"] / board["leds"]["width"]
        assert [right - x, low - y] == pytest.approx([pitch, pitch], rel=0.02)
        assert [x - lights["x"], y - lights["y"]] == pytest.approx([pitch / 2, pitch / 2], rel=0.05)
    window.context.close()
    assert window.errors == []


@pytest.mark.long
def test_a_board_of_ones_own_is_played_and_a_wrong_one_named_with_its_place(window, address):
    window.open(address)
    text = (BOARDS / f"{BOARD}.json").read_text(encoding="utf-8")
    board = json.loads(text)
    source = window.page.get_by_label("A game, as JSON or Python")
    source.fill(text.replace('"order": "rows"', '"order": "columns"'))
    window.page.get_by_role("button", name="Try it").click()
    line = next(at for at, row in enumerate(text.split("\n"), 1) if '"order"' in row)
    said = window.wait_for_message("leds.order")
    assert f"(line {line}, column 14)" in said
    board["name"] = "mine"
    source.fill(json.dumps(board))
    window.page.get_by_role("button", name="Try it").click()
    window.page.wait_for_function("() => document.querySelector('#board').value === 'mine'")
    wait_for_help(window, "green is a good one")


@pytest.mark.long
def test_where_nothing_is_kept_it_says_so_and_plays(chromium, address):
    window = browser.Window(chromium, load_board(BOARD))
    window.page.add_init_script("Object.defineProperty(window, 'indexedDB', { value: undefined })")
    window.open(address)
    window.wait_for_message("This browser keeps nothing here")
    skip_first_game(window)
    window.context.close()
    assert window.errors == []


@pytest.mark.long
def test_a_full_storage_is_said_once_and_the_match_goes_on(window, address):
    window.page.add_init_script(FULL)
    window.open(address)
    skip_first_game(window)
    for _, key, down in menu_path.to_match(load_board(BOARD), menu_path.SOONEST_MS, "tic-tac-toe", "", [0, 0]):
        if down:
            window.tap(key)
    window.page.evaluate("() => { window.full = true }")
    window.tap(0)
    window.wait_for_message("The browser has no room left: the match goes on, but is not kept.")
    known = window.page.evaluate("told.filter((each) => each.saves).length")
    window.tap(1)
    window.page.wait_for_function("n => told.filter((each) => each.saves).length > n", arg=known)
    window.page.wait_for_timeout(200)
    assert window.page.locator("#message").inner_text() == ""
    assert len(window.position()["moves"]) == 2


@pytest.mark.long
def test_without_webassembly_a_line_says_what_still_works(chromium, address):
    window = browser.Window(chromium, load_board(BOARD))
    window.page.add_init_script("delete window.WebAssembly")
    window.page.goto(address)
    window.wait_for_message("This browser has no WebAssembly")
    assert window.page.get_by_role("heading", name="How it plays").is_visible()
    window.context.close()
    assert window.errors == []


@pytest.mark.long
def test_the_command_serves_the_page_that_it_has_built(built_page):
    with running("tools", "web", "--port", "0", "--no-browser", stdout=subprocess.PIPE, text=True) as process:
        address = process.stdout.readline().split()[0]
        with urllib.request.urlopen(address) as answer:
            assert "<title>Glowgrid</title>" in answer.read().decode()
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 0
