"""The terminal UI, driven by Textual's pilot: keyboard, mouse, sizes, colours, status line, replay and recording."""

import asyncio
import functools
import os
import re
import subprocess
import sys

import pytest

from glowgrid.console.frames import packed
from host_sim.boards.files import load_board
from host_sim.console import describe, keylog, menu_path
from host_sim.console.fingers import Fingers
from host_sim.console.session import Session, VirtualWire
from host_sim.console.set_up import set_up
from host_sim.own_games.data.reader import game_from
from host_sim.terminal.app import MOST_LATE_S, Help, Simulator
from host_sim.terminal.widgets import Keypad, Leds

BOARD = load_board("pico_ws2812_8x8_keys_4x4")
PEOPLE = menu_path.to_match(BOARD, menu_path.SOONEST_MS, "tic-tac-toe", "", (0, 0))
PATIENCE_S = 15
STEP_S = 0.025
LOOK_S = 0.2  # an assertion waits for the window, which takes real time
HOPS = 40  # hops between parts of the window: a message makes fewer


class Clock:
    """Time passes when the test says so."""

    seconds = 0

    def __call__(self):
        return self.seconds


@pytest.fixture(autouse=True)
def colours(monkeypatch):
    """Give the terminal colours, whatever these tests run in."""
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("COLORTERM", raising=False)
    monkeypatch.delenv("NO_COLOR", raising=False)


@pytest.fixture(autouse=True)
def messages(monkeypatch):
    """Let the pilot continue when the window has handled its messages.

    By default it sleeps until the process looks idle: 20 ms and more, a second on a busy machine.
    """

    async def dealt_with(*_):
        for _ in range(HOPS):
            await asyncio.sleep(0)

    for module in ("textual.pilot", "textual.app"):
        monkeypatch.setattr(f"{module}.wait_for_idle", dealt_with, raising=False)


def drive(case, tmp_path, *, opening=(), until_ms=0, size=(100, 30), fingers=None):
    """Run `case(app, pilot)` on a window whose console has played the key log `opening` for `until_ms`."""
    fingers = fingers or Fingers(Session(BOARD, tmp_path), opening)
    while fingers.session.now_ms < until_ms:
        fingers.tick()

    async def run():
        app = Simulator(fingers, clock=Clock())
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await case(app, pilot)

    asyncio.run(run())


async def until(pilot, condition):
    """Let time pass until the condition holds and no tapped key is down: a second tap would hold it."""
    for _ in range(round(PATIENCE_S / LOOK_S)):
        await pilot.pause()
        if condition() and not pilot.app.fingers.taps_under_way():
            return
        await after(pilot, LOOK_S)
    raise AssertionError("it did not happen")


async def after(pilot, seconds):
    """Let this much time pass."""
    for _ in range(round(seconds / STEP_S)):
        pilot.app.clock.seconds += STEP_S
        pilot.app.advance()
    await pilot.pause()


def screen(app):
    return describe.screen_name(app.session.app)


def cells(app):
    return list(app.session.app.match.position.cells)


def shown(app, place):
    return str(app.query_one(place).render())


def test_a_bad_game_file_is_named_once(tmp_path):
    said = "mine.json: lines: none; nobody could win"

    async def case(app, pilot):
        await until(pilot, lambda: describe.words(app.session.app))
        assert screen(app) == "sign" and shown(app, "#talk").lower().count(said) == 1

    found = ([game_from({"name": "row", "field": ["ooo"], "lines": ["a1 b1"]})], [said])
    drive(case, tmp_path, fingers=Fingers(Session(BOARD, tmp_path, found)))


def driven(case, **options):
    """Make a test of `case(app, pilot)`."""
    return lambda tmp_path: drive(case, tmp_path, **options)


MATCH = {"opening": PEOPLE, "until_ms": 3000}  # a 3x3 match between two people has begun
in_a_match = functools.partial(driven, **MATCH)


@driven
async def test_letters_arrows_and_enter_go_through_the_menu_to_a_match(app, pilot):
    await until(pilot, lambda: screen(app) == "menu")
    for key, at in (
        ("w", lambda: screen(app) == "seats"),
        ("down", lambda: app.session.app.screen.at == 1),
        ("right", lambda: app.session.app.screen.seats[1] == 0),
        ("escape", lambda: screen(app) == "menu"),
        ("enter", lambda: screen(app) == "seats"),
        ("enter", lambda: screen(app) == "play"),
        ("d", lambda: cells(app)[8] == 1),
    ):
        await pilot.press(key)
        await until(pilot, at)


@pytest.mark.parametrize("keys", [["Q"], ["!"], ["space", "q"], ["escape"]])
def test_shift_or_space_before_it_holds_a_key_long(tmp_path, keys):
    async def case(app, pilot):
        await pilot.press(*keys)
        await until(pilot, lambda: screen(app) == "pause")
        assert not any(cells(app))

    # On the 4x4 field the key of Escape is a point as well.
    drive(
        case,
        tmp_path,
        opening=menu_path.to_match(BOARD, menu_path.SOONEST_MS, "three-player", "", (0, 0, 0)),
        until_ms=3400,
    )


def test_enter_hurries_the_engine_even_if_its_key_is_a_point(tmp_path):
    async def case(app, pilot):
        match = app.session.app.match
        await pilot.press("q")
        await until(pilot, lambda: app.session.app.screen.thinking)
        await after(pilot, 0.5)
        assert match.position.plies == 1
        await pilot.press("enter")
        await until(pilot, lambda: match.position.plies == 2)
        assert app.session.now_ms < 8000  # else it may think for 10 s: level 3 is the last here

    drive(
        case,
        tmp_path,
        opening=menu_path.to_match(BOARD, menu_path.SOONEST_MS, "three-player", "", (0, 3, 3)),
        until_ms=3400,
    )


@in_a_match
async def test_arrows_place_no_stones_if_their_keys_are_points(app, pilot):
    await pilot.press("up", "left", "enter")
    await until(pilot, lambda: "press the key of a point" in shown(app, "#talk"))
    assert not any(cells(app)) and not any(app.session.keys.levels)
    await pilot.press("2")
    await until(pilot, lambda: cells(app)[1] == 1)
    assert "press the key of a point" not in shown(app, "#talk")
    await pilot.press("backspace")
    await until(pilot, lambda: not any(cells(app)))


def middle_of(key):
    """Return the middle of a key that has 10 columns and 3 lines."""
    return key % 4 * 11 + 5, key // 4 * 3 + 1


@in_a_match
async def test_the_mouse_presses_and_releases_keys(app, pilot):
    levels = app.session.keys.levels
    await pilot.mouse_down(Keypad, offset=middle_of(10))
    await until(pilot, lambda: levels[10])
    await after(pilot, 0.3)
    assert levels[10] and not any(cells(app))
    await pilot.mouse_up(Keypad, offset=middle_of(15))  # dragged away: key 10 was down
    await until(pilot, lambda: not levels[10])
    await until(pilot, lambda: cells(app)[8] == 1)


@in_a_match
async def test_a_click_on_a_light_presses_the_key_of_its_point(app, pilot):
    dots = app.query_one(Leds).dots
    at = (3 * dots + 1, (6 * dots + 1) // 2)  # column 3, row 6: point b3
    await pilot.mouse_down(Leds, offset=at)
    await until(pilot, lambda: app.session.keys.levels[9])
    await pilot.mouse_up(Leds, offset=at)
    await until(pilot, lambda: cells(app)[7] == 1)
    between = (2 * dots + 1, (6 * dots + 1) // 2)  # column 2 is dark
    await pilot.mouse_down(Leds, offset=between)
    await after(pilot, 0.2)
    assert not any(app.session.keys.levels)
    await pilot.mouse_up(Leds, offset=between)


def colour_at(app, column, row):
    """Return the colour painted at the middle of an LED, as (red, green, blue)."""
    leds = app.query_one(Leds)
    strip = leds.render_line((2 * row + 1) * leds.dots // 4)
    cell = strip.crop((2 * column + 1) * leds.dots // 2, (2 * column + 1) * leds.dots // 2 + 1)
    return tuple(next(iter(cell)).style.bgcolor.triplet)


@in_a_match
async def test_lights_have_the_colours_of_the_sides(app, pilot):
    await pilot.press("1")
    await until(pilot, lambda: cells(app)[0] == 1)
    await pilot.press("w")
    await until(pilot, lambda: cells(app)[4] == 2)
    await until(pilot, lambda: "A" not in app.session.text())
    dark = colour_at(app, 2, 0)
    red, green, blue = colour_at(app, 0, 0)
    assert red > 150 and red > green + 60 > blue + 60
    red, green, blue = colour_at(app, 3, 3)
    assert blue > 150 and blue > green > red
    red, green, blue = colour_at(app, 6, 0)  # a free point: dim, and still orange
    assert sum(dark) + 60 < red + green + blue and red > green > blue
    assert max(dark) < 50


def caps(app):
    pad = app.query_one(Keypad)
    return "\n".join(" ".join(pad.render_line(3 * row + 1).text.split()) for row in range(4))


@driven
async def test_keys_show_their_role(app, pilot):
    await until(pilot, lambda: screen(app) == "menu")
    assert caps(app) == "1 2 up 3 4 back\nq left w select e right r\na s down d f\nz hint x c v undo"


@in_a_match
async def test_keys_show_their_point(app, pilot):
    await pilot.press("1")
    await until(pilot, lambda: cells(app)[0] == 1)
    assert caps(app) == "1 a1 ● 2 b1 3 c1 4 back\nq a2 w b2 e c2 r\na a3 s b3 d c3 f\nz hint x c v undo"


@driven
async def test_the_status_line_shows_current_budget_brightness_and_time(app, pilot):
    await until(pilot, lambda: screen(app) == "menu")
    await after(pilot, 0.1)
    said = shown(app, "#status")
    assert f"{app.session.lights.milliamps:3} of 200 mA" in said and "brightness 5 of 8" in said
    assert re.search(r"   0:0[0-9]\n", said)
    await pilot.press("left")
    await after(pilot, 0.2)
    await pilot.press("enter")  # the last entry are the settings, their first the brightness
    await until(pilot, lambda: screen(app) == "settings")
    await pilot.press("enter")
    await until(pilot, lambda: screen(app) == "brightness")
    for _ in range(5):
        await pilot.press("right")
        await after(pilot, 0.25)
    await until(pilot, lambda: "dimmed to" in shown(app, "#status"))
    assert "brightness 8 of 8" in shown(app, "#status")
    assert app.session.lights.milliamps <= 200


@in_a_match
async def test_the_window_describes_the_state_in_words(app, pilot):
    assert "Tic-tac-toe   Orange is to move." in shown(app, "#talk")
    assert "To win: 3 in a row." in shown(app, "#talk")
    await pilot.press("1")
    await until(pilot, lambda: "1. orange a1" in shown(app, "#talk"))
    assert "Blue is to move." in shown(app, "#talk")
    await pilot.press("1")
    await until(pilot, lambda: "Not possible: a1: a stone is there." in shown(app, "#talk"))
    for key in "q2w3":
        await pilot.press(key)
        await after(pilot, 0.25)
    await until(pilot, lambda: "Orange has won." in shown(app, "#talk"))


@pytest.mark.parametrize("size", [(240, 70), (100, 30), (80, 24), (60, 20), (52, 18), (44, 14), (45, 50), (34, 40)])
def test_lights_and_keys_fit_the_window_whatever_its_size(tmp_path, size):
    async def case(app, pilot):
        await pilot.resize_terminal(*size)
        await after(pilot, 0.1)
        assert not app.screen.has_class("small")
        leds, keypad = app.query_one(Leds), app.query_one(Keypad)
        for widget, extent in ((leds, leds.extent(leds.dots)), (keypad, keypad.extent(keypad.cap))):
            assert (widget.region.width, widget.region.height) == extent
            assert app.screen.region.contains_region(widget.region)
            assert widget.region.bottom <= app.query_one("#status").region.y
        assert not leds.region.overlaps(keypad.region)
        assert leds.dots >= 2

    drive(case, tmp_path, **MATCH, size=(120, 40))


def dots_of(app):
    """Return the picture of the LEDs as rows of colours, a dot each."""
    leds = app.query_one(Leds)
    rows = []
    for line in range(leds.extent(leds.dots)[1]):
        cells = [(segment.style, sign) for segment in leds.render_line(line) for sign in segment.text]
        rows += [[style.color.triplet for style, _ in cells], [style.bgcolor.triplet for style, _ in cells]]
    return rows


@pytest.mark.parametrize("size", [(50, 30), (80, 24)])
def test_small_leds_have_gaps_between_them(tmp_path, size):
    async def case(app, pilot):
        await until(pilot, lambda: screen(app) == "menu")
        dots, picture = app.query_one(Leds).dots, dots_of(app)
        lit = max(max(colour) for row in picture for colour in row)
        for y, row in enumerate(picture):
            for x, colour in enumerate(row):
                if dots - 1 in (x % dots, y % dots):
                    assert max(colour) < lit / 2

    drive(case, tmp_path, size=size)


@pytest.mark.parametrize("size, cap", [((200, 60), (16, 5)), ((100, 30), (10, 3)), ((50, 30), (5, 2))])
def test_keys_grow_with_the_window(tmp_path, size, cap):
    async def case(app, pilot):
        assert app.query_one(Keypad).cap == cap
        x, y = (cap[0] + 1) * 2 + 1, cap[1] * 2 + 1  # in the third key of the third row
        await pilot.mouse_down(Keypad, offset=(x, y))
        await until(pilot, lambda: app.session.keys.levels[10])
        await pilot.mouse_up(Keypad, offset=(x, y))

    drive(case, tmp_path, **MATCH, size=size)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no terminfo")
@pytest.mark.parametrize("terminal, plain", [("vt100", True), ("xterm-256color", False)])
def test_a_terminal_without_colours_is_known_by_its_name(terminal, plain):
    program = "from host_sim.terminal.app import monochrome; print(monochrome())"  # a process asks terminfo only once
    run = subprocess.run([sys.executable, "-c", program], env={**os.environ, "TERM": terminal}, capture_output=True)
    assert run.stdout.decode().strip() == str(plain)


def test_without_colours_leds_are_signs(tmp_path, monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")

    async def case(app, pilot):
        await pilot.press("1")
        await until(pilot, lambda: cells(app)[0] == 1)
        leds = app.query_one(Leds)
        lines = [leds.render_line(line).text for line in range(leds.extent(leds.dots)[1])]
        assert [line.split() for line in lines if line.strip()] == [list(row) for row in app.session.text().split("\n")]
        assert "a1 1" in app.query_one(Keypad).render_line(1).text

    drive(case, tmp_path, **MATCH)


@pytest.mark.parametrize("size", [(43, 14), (60, 12), (20, 60), (10, 3)])
def test_a_window_too_small_says_so_and_recovers(tmp_path, size):
    async def case(app, pilot):
        await pilot.resize_terminal(*size)
        await after(pilot, 0.1)
        assert app.screen.has_class("small")
        assert "needs a window of 44 x 14" in shown(app, "#small")
        assert app.query_one(Leds).region.area == 0
        await pilot.resize_terminal(100, 30)
        await after(pilot, 0.1)
        assert app.query_one(Leds).region.area and app.query_one("#small").region.area == 0

    drive(case, tmp_path)


@in_a_match
async def test_the_help_names_points_and_keys_and_keeps_its_keys_to_itself(app, pilot):
    await pilot.press("f1")
    await until(pilot, lambda: isinstance(app.screen, Help))
    said = str(app.screen.query_one("#help").render())
    for part in ("w select", "Points of Tic-tac-toe", "a1 1", "b2 w", "c3 d"):
        assert part in said
    await pilot.press("1")
    await until(pilot, lambda: not isinstance(app.screen, Help))
    await after(pilot, 0.2)
    assert not any(cells(app))


@driven
async def test_lost_time_is_not_caught_up(app, pilot):
    before_ms = app.session.now_ms
    app.clock.seconds += 3 * MOST_LATE_S  # like a sleeping laptop: nothing runs meanwhile
    app.advance()
    assert app.session.now_ms - before_ms <= 1000 * MOST_LATE_S + 100


def test_a_replay_runs_in_the_window_and_presses_are_recorded(tmp_path):
    recorded = []
    fingers = Fingers(
        Session(BOARD, tmp_path / "a"), keylog.taps(menu_path.SOONEST_MS, [5]), lambda *change: recorded.append(change)
    )

    async def case(app, pilot):
        assert "replay" in shown(app, "#status")
        await until(pilot, lambda: screen(app) == "seats")
        await until(pilot, lambda: "replay" not in shown(app, "#status"))
        await pilot.press("enter")
        await until(pilot, lambda: screen(app) == "play")
        await pilot.press("a")
        await until(pilot, lambda: cells(app)[6] == 1)

    drive(case, tmp_path, fingers=fingers)
    assert [key for _, key, down in recorded if down] == [5, 5, 8]
    session = fingers.session
    again = Session(BOARD, tmp_path / "b")
    frames = list(again.play(recorded, session.now_ms))
    assert frames[-1][1] == session.text() and cells_of(again) == cells_of(session)


def cells_of(session):
    return list(session.app.match.position.cells)


@driven
async def test_ctrl_q_quits(app, pilot):
    await pilot.press("ctrl+q")
    await until(pilot, lambda: not app.is_running)


HAVANNAH_3 = """
      a1  b1  c1
    a2  b2  c2  d2
  a3  b3  c3  d3  e3
    b4  c4  d4  e4
      c5  d5  e5
"""


def test_the_help_draws_the_names_of_points_in_place(tmp_path):
    async def case(app, pilot):
        await until(pilot, lambda: screen(app) == "play")
        await pilot.press("f1")
        await until(pilot, lambda: isinstance(app.screen, Help))
        assert HAVANNAH_3 in str(app.screen.query_one("#help").render())

    session = Session(BOARD, tmp_path)
    set_up(session, "havannah 3: - / -")
    drive(case, tmp_path, fingers=Fingers(session))


class Wire(VirtualWire):
    said = "linked with [b]somebody[/]"


def test_a_link_is_named_and_what_comes_over_it_is_text_alone(tmp_path):
    """A word of a frame that looks like markup is shown as it is."""
    wire = Wire()
    session = Session(BOARD, tmp_path, wire=wire)

    async def case(app, pilot):
        await until(pilot, lambda: session.app.screen.NAME == "menu" and session.app.link)
        wire.came += packed(("1", "1a3bc697", "[/nonsense]", "-", "-", "1", "0", "0", "0", "0", "0", "0", "-", "-"))
        await until(pilot, lambda: session.app.screen.NAME == "join")
        said = shown(app, "#talk")
        assert "[/nonsense], you are blue" in said and "linked with [b]somebody[/]" in said

    drive(case, tmp_path, fingers=Fingers(session), until_ms=2000)
