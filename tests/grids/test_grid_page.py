"""A Launchpad (tests/web_midi.js) and a monome (a pseudo-terminal) at the page: lights, keys, cable, a session."""

import contextlib

import page_steps
import pytest
import web_serial
from cases import by_day
from deadline import wait_until
from fake_launchpad import KINDS, made
from fake_monome import Monome
from grid_bytes import DEVICES, ENTERS, LEAVES, hexes, note

from host_sim.boards.files import load_board
from host_sim.console import keylog
from host_sim.console.session import Session
from host_sim.grids.devices import BOARD, Lamps
from host_sim.grids.grid import SHOW_S
from tools.paths import ROOT

pytestmark = pytest.mark.browser
STUB = (ROOT / "tests/web_midi.js").read_text(encoding="utf-8").rstrip().removesuffix(";")
HERE = load_board(BOARD)
ROLES = HERE["keys"]["roles"]
RIGHT = ROLES["right"]
IN_GATE = "Launchpad X", "Launchpad S or Mini"  # with colours and without
GOES = "navigator.serial.addEventListener('disconnect', () => (window.gone = true), { once: true })"
BOARD_IS = "name => document.querySelector('#board').value === name"


class Pads:
    """The fake Launchpads of a window."""

    def __init__(self, page):
        self.page = page
        page.add_init_script(f"({STUB})()")

    def plug(self, kind):
        pad = made(kind)
        self.page.evaluate("([name, layout]) => midi.plug(name, layout)", [pad.name, [*pad.layout]])
        return pad

    def unplug(self, pad):
        self.page.evaluate("name => midi.unplug(name)", pad.name)

    def sent(self, pad):
        """Everything that was sent to it, in hex; the fake one knows it, too."""
        sent = [bytes(data) for name, data in self.page.evaluate("midi.sent") if name == pad.name]
        for message in sent[len(pad.got) :]:
            pad.take(message)
        return hexes(sent)

    def press(self, pad, kind, key, *downs):
        for down in downs:
            self.page.evaluate("words => midi.press(...words)", [pad.name, note(kind, key), down])
            self.page.wait_for_timeout(120)

    def tap(self, pad, kind, key):
        self.press(pad, kind, key, True, False)


@pytest.fixture
def pads(window, address):
    """The fake Launchpads of a window, which shows the page on the grids' board."""
    pads = Pads(window.page)
    open_page(window, address)
    return pads


def open_page(window, address, board=BOARD):
    """Open the page on a board, with the handheld unfolded."""
    window.page.goto(address + page_steps.link_of([], pace="real", board=board))
    window.wait_until(100)
    if window.page.locator("#keys").is_hidden():
        window.page.get_by_role("button", name="Handheld").click()
    window.page.locator("#device details").evaluate("each => (each.open = true)")


def says(page, words):
    page.locator("#grid-says").filter(has_text=words).wait_for()


def use(page, name="Use a Launchpad"):
    page.get_by_role("button", name=name).click()


def wait_for_keys(window, device, press):
    """Wait until the grids' board can be played: the menu is up, or a match. press: presses a key on the grid.

    For lights without hue that board is switched on again; as nothing is kept here, it demonstrates itself until a
    key is pressed, and the game begins whose field is shown.
    """
    window.page.wait_for_function(BOARD_IS, arg=BOARD)
    if "lights" in device:
        page_steps.wait_for_help(window, "engines play each other")
        press(RIGHT)
        page_steps.wait_for_help(window, "Orange is to move.")
    else:
        page_steps.wait_for_help(window, "choose")


def told(window):
    """What the worker told of the lights: the order of the LEDs, and the wire's bytes, each once."""
    order = window.page.evaluate("told.find((each) => each.ready).ready.leds.order")
    return order, set(map(bytes, window.page.evaluate("told.flatMap((each) => (each.frame ? [each.frame] : []))")))


def shown(window, pads, pad, kind):
    """Wait until a Launchpad shows, to the byte, lit lights that the page was told; return them."""

    def colours(wire, order):
        twin = made(kind)
        for message in Lamps(DEVICES[kind]).changes(wire, order):
            twin.take(message)
        return twin.colours

    def is_shown():
        pads.sent(pad)
        order, wires = told(window)
        return pad.lit() and any(colours(wire, order) == pad.colours for wire in wires)

    wait_until(is_shown, "it shows what the page does")
    return dict(pad.colours)


@pytest.mark.parametrize("kind", by_day(KINDS, *IN_GATE))
def test_a_launchpad_shows_the_lights_its_keys_play_and_it_is_given_back_as_it_was(window, pads, kind):
    device, page = DEVICES[kind], window.page
    pad = pads.plug(kind)
    assert page.evaluate("midi.asked") == []  # the browser asks nobody before somebody wants it
    begun = page.evaluate("performance.now()")
    use(page)
    says(page, f"{kind}: play on it.")
    assert page.evaluate("midi.asked") == [{"sysex": True}]
    wait_for_keys(window, device, lambda key: pads.tap(pad, kind, key))
    assert pads.sent(pad)[: len(ENTERS[kind])] == ENTERS[kind]
    before = shown(window, pads, pad, kind)
    assert len(before) == 64
    known = len(window.moves())
    pads.tap(pad, kind, RIGHT)
    window.wait_for_moves(known + 2)
    assert window.moves()[known:] == [(RIGHT, True), (RIGHT, False)]
    wait_until(lambda: shown(window, pads, pad, kind) != before, "what follows")
    if device["begin"]:
        ms = page.evaluate("performance.now()") - begun
        assert len(pads.sent(pad)) <= len(ENTERS[kind]) + ms / 1000 / SHOW_S + 1
    use(page)
    says(page, f"{kind}: given back.")
    assert pads.sent(pad)[-len(LEAVES[kind]) :] == LEAVES[kind]
    assert pad.lit() == {} and pad.layout == made(kind).layout


def test_unplugged_and_back_the_match_goes_on_and_another_board_leaves_it_dark(window, pads):
    page, kind = window.page, "Launchpad X"
    pad = pads.plug(kind)
    use(page)
    says(page, f"{kind}: play on it.")
    pads.press(pad, kind, RIGHT, True)
    window.wait_for_moves(1)
    pads.unplug(pad)
    says(page, "Launchpad X: unplugged. Plug it in again, and the match goes on.")
    assert window.wait_for_moves(2) == (RIGHT, False)
    page.evaluate("midi.sent.length = 0")
    pad = pads.plug(kind)
    says(page, "Launchpad X: it is back.")
    assert len(shown(window, pads, pad, kind)) == 64
    page.select_option("#board", page_steps.BOARD)
    page.wait_for_function("() => told.find((each) => each.ready)?.ready.keys.width === 4")
    wait_until(lambda: pads.sent(pad) and not pad.lit(), "dark lights")
    assert pad.layout == b"\x7f"  # still ours
    pads.tap(pad, kind, RIGHT)
    assert window.moves() == []
    page.select_option("#board", BOARD)
    page.wait_for_function("() => told.find((each) => each.ready)?.ready.keys.width === 8")
    shown(window, pads, pad, kind)


@pytest.mark.long
def test_its_board_comes_with_a_grid_and_the_match_of_a_link_goes_on_there_and_when_it_is_given_back(window, address):
    pads = Pads(window.page)
    open_page(window, address, page_steps.BOARD)
    window.go("#hex=5&moves=c3,d2&seats=0,0")
    pads.plug("Launchpad S or Mini")
    for has_blue, width in ("false", 8), ("true", 4):  # given back, the board of before is on again
        use(window.page)
        window.page.wait_for_function(f"""() => {{
          const keys = told.find((each) => each.ready)?.ready.keys;
          const moves = told.findLast((each) => each.position)?.position.moves ?? [];
          const lit = told.findLast((each) => each.frame?.some(Boolean))?.frame;
          const goesOn = keys?.width === {width} && moves.map(({{ name }}) => name).join() === "c3,d2";
          return goesOn && lit?.some((byte, at) => at % 3 === 2 && byte) === {has_blue};
        }}""")


REFUSED = [
    ("", "No Launchpad is connected. MIDI ports here: none."),
    ("midi.plug('nanoKEY')", "No Launchpad is connected. MIDI ports here: nanoKEY."),
    ("midi.plug('Launchpad Pro')", "This Launchpad is not supported: Launchpad Pro."),
    (
        "midi.plug('LPX MIDI'); midi.hide('LPX MIDI')",
        "Launchpad X: the system does not have all of it yet; try again in a moment.",
    ),
    ("midi.plug('Launchpad MK2')", "2 Launchpads are connected; unplug all but one."),
    (
        "midi.allow = false",
        "The browser did not let this page use MIDI with SysEx, by which a Launchpad gets its colours.",
    ),
]


def test_what_cannot_be_used_is_a_line_each_and_a_launchpad_that_is_whole_plays(window, pads):
    page = window.page
    for script, words in REFUSED:
        page.evaluate(script)
        use(page)
        says(page, words)
        assert page.get_by_role("button", name="Use a Launchpad").get_attribute("aria-pressed") == "false"
    page.evaluate("midi.allow = true; midi.unplug('Launchpad MK2'); midi.plug('LPX MIDI')")
    use(page)
    says(page, "Launchpad X: play on it.")
    assert scripts(page) == 1


def test_a_browser_without_midi_is_told_so_on_a_phone_too(phone, address):
    page = phone.page
    page.add_init_script(
        "for (const each of ['requestMIDIAccess', 'serial']) Object.defineProperty(navigator, each, {value: undefined})"
    )
    open_page(phone, address)
    assert "the browser asks about MIDI with SysEx" in page.locator("#grid-says").inner_text()
    for name, lacks in ("Use a Launchpad", "WebMIDI"), ("Use a monome", "Web Serial"):
        button = page.get_by_role("button", name=name)
        button.scroll_into_view_if_needed()
        page_steps.assert_within(page, button)
        use(page, name)
        says(page, f"This browser has no {lacks}")
    assert scripts(page) == 0  # loaded when it is wanted


def scripts(page):
    """How often the page has loaded what speaks to grids."""
    return page.evaluate(
        "performance.getEntriesByType('resource').filter(({ name }) => name.includes('/grid-')).length"
    )


@pytest.mark.long
@pytest.mark.emulator
def test_a_session_replays_to_the_frames_of_the_simulator_and_of_the_emulated_neotrellis(
    window, pads, tmp_path, pico_image
):
    from tools.pico.play_on_pico import play

    kind, page = "Launchpad Pro MK3", window.page
    pad = pads.plug(kind)
    use(page)
    page.wait_for_function(BOARD_IS, arg=BOARD)
    window.wait_until(1500)
    for role in ("right", "left", "select", "select"):
        pads.tap(pad, kind, ROLES[role])
    window.wait_for_moves(8)
    window.pass_time(300)
    changes = keylog.parse(window.log(), 64, engine=keylog.made(HERE))
    assert len(changes) == 8
    until_ms = changes[-1][0] + 200
    frames = window.frames(until_ms, HERE)
    assert list(Session(HERE, tmp_path).play(changes, until_ms)) == frames
    assert list(play(HERE, changes, until_ms, pico_image)) == frames


@pytest.fixture
def monome(bench, tmp_path):
    with contextlib.closing(Monome(tmp_path)) as monome:
        bench.plug(str(monome.path))
        yield monome


def give_back(page, monome):
    use(page, "Use a monome")
    says(page, "monome: given back.")
    wait_until(lambda: page.wait_for_timeout(20) or not monome.lit(), "dark lights")


def test_a_monome_shows_the_menu_its_keys_play_and_it_is_dark_at_the_end(window, bench, monome):
    page = window.page
    page.add_init_script(bench.stub)
    open_page(window, bench.address)

    def press(key):
        for down in True, False:
            monome.press(key % 8, key // 8, down)
            page.wait_for_timeout(120)

    def is_shown():
        page.wait_for_timeout(20)
        order, wires = told(window)
        lit = ({(order[led] % 8, order[led] // 8) for led in range(64) if wire[3 * led]} for wire in wires)
        return monome.lit() and monome.lit() in lit

    use(page, "Use a monome")
    says(page, "monome: play on it.")
    page_steps.wait_for_help(window, "On these lights Orange is side 1 and steady, Blue is side 2 and winks once")
    wait_for_keys(window, DEVICES["monome"], press)
    wait_until(is_shown, "the lights")
    press(RIGHT)
    window.wait_for_moves(2)
    assert window.moves()[-2:] == [(RIGHT, True), (RIGHT, False)]
    give_back(page, monome)
    page.wait_for_function("() => new Set(told.flatMap((each) => each.frame ?? [])).size > 3")  # colours


@pytest.mark.long
@pytest.mark.parametrize("renewed", [False, True])  # is its port another one, once it is back?
def test_a_monome_comes_back(window, bench, monome, renewed):
    page = window.page
    page.add_init_script(web_serial.Bench(renewed=renewed).stub)
    open_page(window, bench.address)
    use(page, "Use a monome")
    says(page, "monome: play on it.")
    bench.deaf = True  # before a read notices it
    says(page, "monome: unplugged. Plug it in again, and the match goes on.")
    page.evaluate(GOES)
    bench.unplug()
    page.wait_for_function("() => window.gone")
    bench.deaf = False
    monome.levels.clear()
    bench.plug(str(monome.path))
    says(page, "monome: it is back.")
    wait_until(lambda: page.wait_for_timeout(20) or monome.lit(), "the lights again")
    give_back(page, monome)
