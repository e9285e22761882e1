"""The page in a real Chromium: the firmware plays, saves, replays key logs to the frames of the golden files."""

import re

import browser
import pytest
from cases import long
from compiled import tables_of
from page_steps import (
    BOARD,
    CORNERS,
    PHONE,
    ROLES,
    USED,
    assert_within,
    copied,
    link,
    link_of,
    saved,
    skip_first_game,
    wait_for_help,
)

from glowgrid.games import discover
from host_sim.boards.files import list_boards, load_board
from host_sim.console import golden, keylog, menu_path
from host_sim.console.session import Session
from tools.boards import device_picture

SOON = "tic_tac_toe"
SMALL = "pimoroni_pico_rgb_keypad"
LYING = {"viewport": {"width": 740, "height": 360}, "has_touch": True, "is_mobile": True}
DESK = {"viewport": {"width": 1920, "height": 1080}}
FULL = """
const put = IDBObjectStore.prototype.put;
IDBObjectStore.prototype.put = function (value, name) {
  if (window.full) throw new DOMException("", "QuotaExceededError");
  return put.call(this, value, name);
};
"""


def test_on_a_phone_a_game_comes_up_then_the_menu_and_nothing_else_is_asked_for(phone, address):
    phone.open(address)
    skip_first_game(phone)
    page = phone.page
    titles = [game.title() for game in discover()[0]]
    shown = page.get_by_role("heading", level=2).first.inner_text()
    names = page.locator("#keys button").evaluate_all("keys => keys.map((key) => key.ariaLabel)")
    assert len(set(names)) == 16 and all(names)
    assert {role for role in ROLES if any(role in name for name in names)} == set(ROLES)
    assert page.get_by_role("img", name="8 by 8 lights").count() == 1
    assert page.locator("#now").is_disabled()  # nobody thinks in the menu

    known = len(phone.moves())
    page.touchscreen.tap(*phone.middle(ROLES["right"]))
    for number, key in enumerate(("s", "ArrowLeft"), 1):
        phone.wait_for_moves(known + 2 * number)
        page.keyboard.press(key)
    phone.wait_for_moves(known + 6)
    pressed = [key for key, down in phone.moves()[known:] if down]
    assert pressed == [ROLES["right"], ROLES["down"], ROLES["left"]]
    wait_for_help(phone, titles[titles.index(shown) + 1])

    boxes = [key.bounding_box() for key in page.locator("#keys button").all()]
    assert min(min(box["width"], box["height"]) for box in boxes) >= 43
    assert all(asked.startswith((address, "about:", "data:", "blob:")) for asked in phone.requests)


@pytest.mark.long
@pytest.mark.parametrize("screen", [PHONE, LYING, DESK], ids=["upright", "lying", "desk"])
@pytest.mark.parametrize("board", list_boards())
def test_what_is_played_with_fits_the_window(chromium, address, screen, board):
    window = browser.Window(chromium, load_board(board), **screen)
    window.page.goto(f"{address}#board={board}&tic-tac-toe=&moves=b2,a1")
    window.page.locator(".field-turn", has_text="is to move").wait_for()
    places = ".field-board .field-turn .field-slider #undo #hint #coach #now #back #play #view".split()
    assert_within(window.page, *map(window.page.locator, places))
    if screen is not DESK:  # there both have room
        window.page.get_by_role("button", name="Handheld").click()
    assert_within(window.page, *map(window.page.locator, ("#lights", "#keys")))
    window.context.close()


@pytest.mark.parametrize(
    "screen, board, link",
    [
        pytest.param(PHONE, BOARD, "#tic-tac-toe=&moves=b2,a1,c1&seats=0,0", id="keys on a phone"),
        long(DESK, BOARD, "#three-player=&moves=b2,a1,c3&seats=0,0,0", id="each key is a point"),
        long(LYING, "pico_neotrellis_8x8", "#hex=5&moves=c3,d2,b4&seats=0,0", id="no hint key"),
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
    assert window.position()["game"] == "corners" and window.position()["seats"] == [0, 2]
    window.tap(0)
    window.wait_for_words("Move 2: Blue")  # the engine answers
    engines = page.get_by_label("Who plays blue", exact=True).locator("option").all_inner_texts()
    levels = window.position()["levels"]
    assert levels < 5 and [text for text in engines if text.startswith("Level")][-1] == f"Level {levels}, hardest"
    saved(window)
    assert copied(page, "Copy a link to this position").startswith(f"{address}#corners=&moves=a1,")
    assert "keys=" in copied(page, "Copy a link to the whole session")
    with page.expect_download() as download:
        page.get_by_role("button", name="Download corners.json").click()
    with open(download.value.path(), encoding="utf-8") as file:
        assert file.read() == CORNERS
    with page.expect_download() as download:
        page.get_by_role("button", name="For a Pico corners.json").click()
    page.locator("#message").filter(has_text="corners.tables: copy it into the folder /games of the Pico").wait_for()
    with open(download.value.path(), "rb") as file:
        assert (download.value.suggested_filename, file.read()) == ("corners.tables", tables_of(CORNERS))

    window.open(address)  # the match of the game of one's own goes on
    wait_for_help(window, "go on")
    window.tap(ROLES["select"])
    wait_for_help(window, "Orange is to move.")
    assert window.names()[0] == "a1"


@pytest.mark.long
def test_keys_with_a_meaning_of_their_own_work_wherever_the_focus_is(window, address):
    window.open(address + "#hex=5&moves=c3,b2,b4&seats=0,0")
    page, pause = window.page, ("Escape", "back")
    for number, focused in enumerate((".field-point", "#freeze", "#sound", "#roles button:enabled", "summary")):
        for key, role in (("Backspace", "undo"), pause, pause) if number else (("z", "hint"),):
            page.locator(focused).first.evaluate("each => each.focus()")
            known = len(window.moves())
            page.keyboard.press(key, delay=browser.DOWN_MS)
            window.wait_for_moves(known + 2)
            assert window.moves()[known:] == [(ROLES[role], True), (ROLES[role], False)], (focused, key)
            window.pass_time(200)
        assert window.names() == ["c3", "b2", "b4"][: 3 - number if number < 4 else 0]
    window.go("#tic-tac-toe=&moves=b2,a1")
    source, known = page.get_by_label("A game, as JSON or Python"), len(window.moves())
    source.fill("")
    for key in ("z", "Backspace", "4"):
        source.press(key)
    assert source.input_value() == "4" and len(window.moves()) == known  # what is typed is text
    page.evaluate("document.activeElement.blur(); scrollTo(0, 0)")
    for key in ("ArrowDown", "PageDown"):  # arrows of the console do not scroll
        for _ in range(3):
            page.keyboard.press(key)
        window.pass_time(300)
        assert (page.evaluate("scrollY") > 0) == (key == "PageDown")


def test_a_first_visit_sees_the_console_play_until_the_guided_game_is_chosen(window, address):
    page = window.page
    page.goto(address)
    wait_for_help(window, "Engines play each other")
    assert page.get_by_role("link", name="Win this in three").is_visible()
    page.wait_for_function("() => told.filter((each) => each.frame).length > 20")
    page.get_by_role("button", name="A guided first game").click()
    wait_for_help(window, "green is a good one")
    assert window.moves() == []
    page.locator("#field").get_by_text("You are Orange.").wait_for()
    page.get_by_role("button", name="b2, empty, hint").wait_for()  # ringed
    page.locator("#field").get_by_text("Hint: b2 is a good move.").wait_for()
    assert "You are Orange." in page.get_by_role("region", name="What to do now").text_content()  # on a desk hidden
    page.get_by_role("button", name="b2, empty, hint").click()
    page.wait_for_function("() => told.some((each) => each.saves)")  # of the demonstration none are


@pytest.mark.long
def test_on_a_phone_the_first_screen_says_what_this_is_and_what_is_opened_comes_into_view(phone, address):
    page = phone.page
    for width, height in ((390, 844), (320, 568), (740, 360)):
        page.set_viewport_size({"width": width, "height": height})
        page.goto("about:blank")
        page.goto(address)
        what = page.locator("#field").get_by_text("Glowgrid is a handheld that plays Hex")
        assert 0 < what.bounding_box()["y"] < height - 40
        for control, words in ((".front-links a >> nth=1", "Hex 3"), ("#try", "Star")):
            page.locator(control).tap()
            page.locator(".field-title").get_by_text(words).wait_for()
            assert page.evaluate("scrollY") == 0
            assert_within(page, page.locator(".field-board"), page.locator(".field-turn"))


@pytest.mark.long
def test_a_link_that_makes_no_sense_is_said_in_a_line(window, address):
    window.page.goto(address + "#hex=7&moves=d4,d4")
    said = window.wait_for_message("The link cannot be opened")
    assert said == "The link cannot be opened: move 2, d4: a stone is there. Here is the menu."
    wait_for_help(window, "choose")
    for hash_, words in (
        ("#hex=14&board=" + SMALL, "a 14x14 field does not fit 4x4 LEDs"),
        ("#mnk=3,3", "mnk: size 3,3; expected one like 4,3,3. Here"),
        ("#chess=8", "no game chess is here"),
        ("#hex=7&seats=x,9", "seats x,9; expected 2 numbers 0 to 9"),
        ("#board=none", "a board that is not here: none"),
        ("#keys=x", "it is damaged"),
        ("#lesson=draughts", "there is no lesson draughts"),
        ("#puzzle=hex-99", "no puzzle hex-99 is here"),
        (link("500 press 5\n400 release 5\n"), "line 2 of the key log: 400 release 5"),
        (link("0 made speed 1 work 1\n"), "engines move at other times"),
    ):
        window.page.evaluate("hash => (location.hash = hash)", hash_)
        window.wait_for_message(words)


@pytest.mark.long
def test_a_frozen_page_refuses_clicks_with_a_word_and_is_replayed(window, address):
    window.open(address + "#hex=5&moves=c3&seats=0,0")
    page = window.page
    page.get_by_role("button", name="Freeze").click()
    window.log()  # the console answers once it stands still
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
    assert window.status()["ms"] == frozen
    page.get_by_role("button", name="Go on").click()
    window.pass_time(500)
    assert window.status()["ms"] > frozen and window.moves() == [] and window.names() == ["c3"]
    frames = window.frames(frozen)
    page.evaluate("told.length = 0")
    page.get_by_role("button", name="Replay").click()
    page.wait_for_function("() => told.some((each) => each.ready)")
    window.wait_until(frozen + 100)
    assert window.frames(frozen) == frames


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
    window = browser.Window(chromium, load_board(BOARD), service_workers="allow")
    with browser.served(built_page) as address:
        window.open(address)
        window.page.wait_for_function("() => navigator.serviceWorker.controller")
    window.open(address)
    window.wait_until(2000)
    assert len(window.frames(2000)) > 1
    window.context.close()


@pytest.mark.long
@pytest.mark.parametrize("name", list_boards())
def test_every_board_plays_by_its_file_alone(chromium, address, tmp_path, name):
    board = load_board(name)
    changes = list(menu_path.to_match(board, menu_path.SOONEST_MS, "tic-tac-toe", "", [0, 0]))
    until_ms = changes[-1][0] + 1000
    window = browser.Window(chromium, board)
    window.open(address + link_of(changes, board=name))
    window.wait_until(until_ms + 50)
    assert window.page.input_value("#board") == name
    assert window.frames(until_ms) == list(Session(board, tmp_path).play(changes, until_ms))
    if device_picture.under(board):  # each key lies over its light
        lights = window.page.locator("#lights").bounding_box()
        (x, y), (right, low) = window.middle(0), window.middle(board["keys"]["width"] + 1)
        pitch = lights["width"] / board["leds"]["width"]
        assert [right - x, low - y] == pytest.approx([pitch, pitch], rel=0.02)
        assert [x - lights["x"], y - lights["y"]] == pytest.approx([pitch / 2, pitch / 2], rel=0.05)
    window.context.close()
    assert window.errors == []


@pytest.mark.long
@pytest.mark.parametrize(
    "script, words",
    [
        ("Object.defineProperty(window, 'indexedDB', { value: undefined })", "This browser keeps nothing here"),
        ("delete window.WebAssembly", "This browser has no WebAssembly"),
    ],
)
def test_a_browser_that_lacks_something_says_so_in_a_line(window, address, script, words):
    window.page.add_init_script(script)
    window.page.goto(address)
    window.wait_for_message(words)
    if "indexedDB" in script:
        window.open(address)
        skip_first_game(window)
    else:
        assert window.page.get_by_role("heading", name="How it plays").is_visible()


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
