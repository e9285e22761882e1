"""The page and the emulated Pico at its USB port play one match."""

import time
import zlib

import browser
import pytest
from deadline import wait_until
from test_web_together import STONES, load, show
from usb_handheld import BOARD, SELECT, Handheld, offer

from host_sim.pico.serial_port import port
from tools.web.visit import point

pytestmark = [pytest.mark.browser, pytest.mark.emulator, pytest.mark.long]
PAUSE_S = 1  # between two presses
GAME = "tic-tac-toe"
KEYS = {"b2": 5, "b1": 1}  # of the Pico, in this game
MOVES = "a1", "b2", "a2", "b1", "a3"  # orange wins with the last one
PLACED = [(name, "blue" if name in KEYS else "orange") for name in sorted(MOVES)]
PHANTOM = "a1", (KEYS["b2"],), "a2", (0, KEYS["b1"]), "a3"  # a stone is on a1


def checksum(about, moves):
    """Return the checksum of moves on a field of three columns, see boards/LINK.md. about: game, size and swap rule."""
    points = bytes("abc".index(name[0]) + 3 * (int(name[1]) - 1) for name in moves)
    return f"{zlib.crc32(points, zlib.crc32(' '.join(about).encode())):08x}"


@pytest.fixture
def handheld(pico_image):
    return Handheld(pico_image)


@pytest.fixture
def page(chromium, bench):
    """The page, with Web Serial."""
    window = browser.Window(chromium, BOARD)
    window.page.add_init_script(bench.stub)
    load(window.page, bench.address)
    yield window.page
    window.context.close()
    assert window.errors == []


def connect(page):
    show(page)
    page.get_by_role("button", name="A handheld at this computer's USB").click()
    page.locator("#together-says").filter(has_text="Connected.").wait_for()


def begin(page, handheld, game, folder):
    """Begin a game at the page that is connected; the handheld joins it."""
    page.locator("#together-close").click()
    page.locator("#game").select_option(game)
    show(page)
    page.get_by_role("button", name="I am Orange").click()
    joins = offer(folder, game)
    wait_until(lambda: handheld.shows() == joins, "the Pico asks whether to join")
    handheld.fingers.tap(SELECT)
    page.locator(".field-turn").filter(has_text="Together: you are Orange. Orange is to move.").wait_for()


def test_page_and_handheld_play_a_whole_match(page, bench, handheld, tmp_path):
    with port(handheld.pico) as path:
        bench.plug(path)
        connect(page)
        begin(page, handheld, GAME, tmp_path)
        for number, move in enumerate(MOVES):
            if number % 2:
                wait_until(lambda made=number: handheld.moves()[:1] == [str(made)], "it has heard the move before")
                handheld.fingers.tap(KEYS[move])
            else:
                page.locator(point(move)).click()
            page.locator(f"#field [aria-label^='{move}, {('orange', 'blue')[number % 2]} stone']").wait_for()
        page.locator(".field-turn").filter(has_text="Orange has won by a line.").wait_for()
        wait_until(lambda: handheld.moves()[:1] == ["5"], "it has heard the last move")
        assert handheld.moves() == ["5", checksum(handheld.says()[2:5], MOVES)]
        assert page.evaluate(STONES) == [f"{name} {side} stone" for name, side in PLACED]
        show(page)
        page.locator("#together-end").click()
        page.locator("#together-about").wait_for()
        was = handheld.shows()
        handheld.fingers.tap(SELECT)
        wait_until(lambda: handheld.shows() != was, "it plays on")


def place(handheld, key, made):
    """Press a key until a stone is placed: while the page is asked about another point, a press is refused."""

    def is_placed():
        handheld.fingers.tap(key)
        time.sleep(PAUSE_S)
        return handheld.moves()[:1] == [str(made)]

    wait_until(is_placed, "the stone is placed")


@pytest.mark.long
def test_page_and_handheld_play_a_phantom_game(page, bench, handheld, tmp_path):
    with port(handheld.pico) as path:
        bench.plug(path)
        connect(page)
        begin(page, handheld, f"phantom-{GAME}", tmp_path)
        for made, moves in enumerate(PHANTOM):
            if made % 2:
                wait_until(lambda made=made: handheld.moves()[:1] == [str(made)], "it has heard the move before")
                for key in moves:
                    handheld.fingers.tap(key)
                place(handheld, moves[-1], made + 1)
            else:
                page.locator(".field-turn").filter(has_text="Orange is to move.").wait_for()
                page.locator(point(moves)).click()
                page.locator(f"#field [aria-label^='{moves}, orange stone']").wait_for()
                assert len(page.evaluate(STONES)) == made // 2 + 1  # its own
        page.locator(".field-turn").filter(has_text="Orange has won by a line.").wait_for()
        page.wait_for_function(f"() => ({STONES})().length === 5")
        assert page.evaluate(STONES) == [f"{name} {side} stone" for name, side in PLACED]


@pytest.mark.long
def test_a_cable_that_comes_out_is_said_and_the_match_goes_on(page, bench, handheld):
    with port(handheld.pico) as path:
        bench.plug(path)
        connect(page)
        bench.unplug()
        page.locator("#together-says").filter(has_text="The handheld is gone. Plug it in, and connect again").wait_for()
        bench.plug(path)
        page.get_by_role("button", name="A handheld at this computer's USB").click()
        page.locator("#together-says").filter(has_text="Connected.").wait_for()
