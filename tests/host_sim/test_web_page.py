"""The page in a real Chromium: the firmware plays and saves, and replays a link to the frames of the golden files."""

import base64
import signal
import subprocess
import urllib.request
import zlib

import browser
import pytest
from command_lines import running

from glowgrid.games import discover
from host_sim.boards import load_board, used
from host_sim.console import golden, keylog, menu_path
from host_sim.console.session import Session
from host_sim.pico import filesystem
from tools.device.build import staged_files
from tools.device.uf2 import one_file

pytestmark = pytest.mark.browser
BOARD = golden.BOARD
LOGS = [path for path in golden.logs() if path.stem in ("first_game", "hex", "tic_tac_toe_coach", "three_player_coach")]
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
THINKS = """() => {
  const { replaying, busy } = told.findLast((each) => each.status).status;
  return !replaying && busy > 0.9;
}"""
ROLES = load_board(BOARD)["keys"]["roles"]


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


def link(log, pace="fast", board=BOARD, saves=()):
    """What stands after the address in a link that carries a key log, and the sectors of saves before it."""
    sectors = b"".join(number.to_bytes(2, "little") + data for number, data in saves)
    packed = zlib.compress(log.encode() + b"\0" + sectors, wbits=-15)
    return f"#board={board}&pace={pace}&game={base64.urlsafe_b64encode(packed).decode().rstrip('=')}"


def link_of(changes, **options):
    return link("".join(keylog.format_change(*change) + "\n" for change in changes), **options)


def saves_of_old(board=BOARD):
    """[(number, bytes), ...]: the sectors that differ on a console that was used before, and begins with the menu."""
    files = staged_files(board)
    flashes = [filesystem.build(each) for each in (files, used(files))]
    size = filesystem.BLOCK_SIZE
    blocks = [[flash[at : at + size] for at in range(0, len(flash), size)] for flash in flashes]
    first = filesystem.OFFSET // size
    return [(first + at, old) for at, (new, old) in enumerate(zip(*blocks, strict=True)) if new != old]


def skip_first_game(window):
    """Go from the first game of all to the menu."""
    wait_for_help(window, "Get three in a row")
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

    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    boxes = [key.bounding_box() for key in page.locator("#keys button").all()]
    assert all(box["x"] >= 0 and box["x"] + box["width"] <= 360 and box["y"] + box["height"] <= 740 for box in boxes)
    assert min(min(box["width"], box["height"]) for box in boxes) >= 44
    assert page.get_attribute("#uf2", "href") == f"{BOARD}.uf2"
    assert all(asked.startswith((address, "about:", "data:")) for asked in window.requests)
    window.context.close()
    assert window.errors == []


@pytest.mark.long
@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_a_link_replays_to_the_frames_of_the_golden_file(window, address, path):
    changes, until_ms = golden.changes(path)
    window.open(address + link_of(changes, saves=() if golden.is_first(path) else saves_of_old()))
    window.wait_until(until_ms + 50)
    assert golden.kept(path, window.frames(until_ms)) == golden.recorded(path)


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

    window.open(address)
    window.wait_until(menu_path.SOONEST_MS)
    window.tap(ROLES["select"])
    wait_for_help(window, "Blue is to move.")
    points = window.page.locator("#keys button").evaluate_all("keys => keys.map((key) => key.matches('.point'))")
    assert [key for key, is_point in enumerate(points) if is_point] == [0, 1, 2, 4, 5, 6, 8, 9, 10]
    known = len(window.moves())
    window.page.keyboard.press("ArrowUp")  # the key of this role is a point now: no stone
    window.page.get_by_text("each key is a point").wait_for()
    assert len(window.moves()) == known
    for key in (5, 2):
        window.tap(key)
    wait_for_help(window, "Orange has won.")
    shown = as_the_simulator(window, tmp_path)
    assert any("AA.AA.AA" in text for text in shown)


@pytest.mark.long
def test_while_the_engine_thinks_it_can_be_paused_and_told_to_move_now(window, address):
    log = menu_path.to_match(load_board(BOARD), menu_path.SOONEST_MS, "hex", "8", [5, 0])
    window.open(address + link_of(log, pace="real", saves=saves_of_old()))
    window.page.wait_for_function(THINKS)
    wait_for_help(window, "Orange (level 5) is thinking.")

    window.page.get_by_role("button", name="Pause").click()
    window.page.wait_for_timeout(500)
    paused = window.status()["ms"]
    window.page.wait_for_timeout(500)
    assert window.status()["ms"] == paused
    window.page.get_by_role("button", name="Go on").click()
    window.pass_time(100)

    known = len(window.moves())
    window.page.get_by_role("button", name="Move now").click()
    assert window.wait_for_moves(known + 2) == (ROLES["select"], False)
    window.pass_time(1500)  # alone it would think for 10 s
    assert "b" in window.frames(window.status()["ms"])[-1][1]  # the free points glow for the second side


@pytest.mark.long
def test_one_press_of_move_now_is_enough_where_a_point_takes_two(window, address):
    settings = (golden.FOLDER / "two_presses.keys").read_text().partition("2750 menu")[0]
    log = keylog.parse(settings, 16)
    log += menu_path.to_match(load_board(BOARD), 2750, "hex", "8", [0, 5], log)
    block, point = 10, 0  # the keys of the person's stone
    start = log[-1][0] + 1500
    log += [
        (start + 400 * at, key, down)
        for at, (key, down) in enumerate([(block, True), (block, False), (point, True), (point, False)])
    ]
    window.open(address + link_of(log, pace="real", saves=saves_of_old()))
    wait_for_help(window, "Blue (level 5) is thinking.")
    window.page.wait_for_function(THINKS)
    known = len(window.moves())
    window.page.get_by_role("button", name="Move now").click()
    assert window.wait_for_moves(known + 4) == (point, False)
    window.pass_time(1000)  # alone it would think for 10 s
    wait_for_help(window, "Orange is to move.")
    assert [key for key, down in window.moves()[known:] if down] == [block, point]


@pytest.mark.long
def test_a_slow_computer_has_levels_that_keep_within_their_time(window, address, tmp_path):
    """It is told so as of a slower chip; a link carries that."""
    window.page.add_init_script("if (location.host) localStorage.setItem('pace', '0.3')")
    window.open(address)
    skip_first_game(window)
    for _, key, down in menu_path.to_match(load_board(BOARD), menu_path.SOONEST_MS, "tic-tac-toe", "", [0, 3]):
        if down:
            window.tap(key)
    window.tap(0)
    window.pass_time(1500)
    as_the_simulator(window, tmp_path, speed=0.3)
    assert "speed=0.3" in window.page.url
    assert "levels are those of a chip of speed 0.3" in window.page.inner_text("#status")


@pytest.mark.long
def test_sound_comes_from_the_emulated_pin(window, address):
    window.open(address + link_of(keylog.taps(2000, [ROLES["right"]]), saves=saves_of_old()))
    window.page.get_by_label("Sound").check()
    window.wait_until(2500)
    tones = [tone for each in window.page.evaluate("told.filter((each) => each.tones)") for tone in each["tones"]]
    began, ended = [tone for tone in tones if tone[0] > 1900e6][:2]
    assert began[1] == pytest.approx(2000, rel=0.01) and began[2] == pytest.approx(600 / 65536, rel=0.05)
    assert ended[1] == 0 and 10e6 < ended[0] - began[0] < 40e6
    window.tap(ROLES["right"])  # a live one goes through WebAudio: nothing is said to be wrong


def as_the_simulator(window, saves, speed=1):
    """Assert that the page shows what the simulator does with the same keys and saves; returns the frames' texts."""
    changes = keylog.parse(window.log(), 16)
    until_ms = changes[-1][0] + 100
    shown = window.frames(until_ms)
    session = Session({**load_board(BOARD), "speed": speed}, saves, first=True)
    assert shown == list(session.play(changes, until_ms))
    return [text for _, text in shown]


@pytest.mark.long
def test_it_plays_without_a_network_after_the_first_load(chromium, built_page):
    window = browser.Window(chromium, load_board(BOARD))
    with browser.served(built_page) as address:
        window.open(address)
        window.page.wait_for_function("name => caches.match(name)", arg=f"{BOARD}.uf2")
    window.open(address)
    window.wait_until(2000)
    assert len(window.frames(2000)) > 1
    window.context.close()


@pytest.mark.long
@pytest.mark.parametrize("name", ["pico_neotrellis_8x8", "pimoroni_pico_rgb_keypad"])
def test_parts_on_a_bus_show_the_frames_of_the_simulator(chromium, address, tmp_path, name):
    """A whole game on keys and lights that talk to the Pico by I2C and SPI."""
    board = load_board(name)
    changes = list(menu_path.to_match(board, menu_path.SOONEST_MS, "tic-tac-toe", "", [0, 0]))
    points = [row * board["keys"]["width"] + column for row, column in ((0, 0), (1, 1), (0, 1), (2, 2), (0, 2))]
    changes += keylog.taps(changes[-1][0] + 1000, points, every_ms=400)
    until_ms = changes[-1][0] + 500
    window = browser.Window(chromium, board)
    window.open(address + link_of(changes, board=name, saves=saves_of_old(name)))
    window.wait_until(until_ms + 50)
    assert window.frames(until_ms) == list(Session(board, tmp_path).play(changes, until_ms))
    lights = window.page.locator("#lights").bounding_box()
    (x, y), (right, low) = window.middle(0), window.middle(board["keys"]["width"] + 1)  # each key lies over its light
    pitch = lights["width"] / board["leds"]["width"]
    assert [right - x, low - y] == pytest.approx([pitch, pitch], rel=0.02)
    assert [x - lights["x"], y - lights["y"]] == pytest.approx([pitch / 2, pitch / 2], rel=0.05)
    window.context.close()
    assert window.errors == []


@pytest.mark.long
def test_every_board_boots_from_the_file_that_it_offers(window, built_page, address, pico_image):
    for file in built_page.glob("*.uf2"):
        assert file.read_bytes() == one_file(pico_image, staged_files(file.stem))
        window.page.goto("about:blank")
        window.page.goto(f"{address}#board={file.stem}")
        window.wait_until(100)
        assert window.page.input_value("#board") == file.stem
        assert window.page.get_attribute("#uf2", "href") == file.name


@pytest.mark.long
@pytest.mark.parametrize(
    "words, said",
    [
        ("#game=x", "The link is damaged"),
        (link("500 press\n"), "line 1 of the key log: 500 press"),
        (link("500 press 5\n400 release 5\n"), "line 2 of the key log: 400 release 5"),
        (link("500 press 16\n"), "line 1 of the key log: 500 press 16"),
    ],
)
def test_a_damaged_link_is_said_in_words(window, address, words, said):
    window.page.goto(address + words)
    window.page.wait_for_function("said => document.body.innerText.includes(said)", arg=said)


@pytest.mark.long
def test_the_command_serves_the_page_that_it_has_built(built_page):
    with running("tools", "web", "--port", "0", "--no-browser", stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline().startswith("MicroPython: ")
        address = process.stdout.readline().split()[0]
        with urllib.request.urlopen(address) as answer:
            assert "<title>Glowgrid</title>" in answer.read().decode()
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 0
