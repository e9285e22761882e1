"""The mirror in Chromium: what lines of a device show, and the emulated Pico that is played beside the page."""

import contextlib
import json
import queue
import re
import subprocess
import sys
import threading

import pytest
from all_games import GAMES
from cases import long
from connected_device import ABOUT, CONNECTED, file_of
from deadline import DEADLINE_S, wait_until
from fingers import Fingers
from flashed import flashed
from support.fuzz.odd_device import OPENING, answering
from test_workshop_page import Workshop, opener

from glowgrid.console import palettes
from glowgrid.console.match import Match
from glowgrid.console.palette import CHARS, RGB
from glowgrid.console.saving import record_of
from glowgrid.mirror import FIRST_SIGN, VERSION
from glowgrid.rules.notation import parse_move
from host_sim.boards.files import FOLDER, load_board
from host_sim.console import golden
from host_sim.console.wire_to_frame import FrameReader
from host_sim.pico.bench import Pico
from host_sim.pico.hardware import Hardware
from host_sim.pico.serial_port import port
from host_sim.terminal.led_colour import FLOOR, LENS, mix

pytestmark = pytest.mark.browser
FIRST = {"glowgrid": VERSION, "board": golden.BOARD, "lights": [8, 8], "keys": [4, 4]}
# Each frame is drawn at once, and the middles of its LEDs are kept.
KEEP_FRAMES = """
window.frames_drawn = [];
if (window === top)
  window.requestAnimationFrame = (draw) => {
    draw();
    frames_drawn.push(middles());
  };
"""
MIDDLES = """
window.middles = (across = 8, down = 8) => {
  const lights = document.querySelector("#lights");
  const { width, height } = lights;
  const { data } = lights.getContext("2d", { willReadFrequently: true }).getImageData(0, 0, width, height);
  return Array.from({ length: across * down }, (_, at) => {
    const x = Math.floor((((at % across) + 0.5) * width) / across);
    const y = Math.floor(((Math.floor(at / across) + 0.5) * height) / down);
    return [...data.slice(4 * (y * width + x), 4 * (y * width + x) + 3)];
  });
};
"""
IS_DOWN = "[...document.querySelectorAll('#keys button')].map((cap) => Number(cap.classList.contains('down'))).join('')"


def line(**said):
    return json.dumps(said).encode() + b"\r\n"


def palette(colours=RGB):
    return line(palette=bytes(colours).hex())


def frame(text):
    return line(frame="".join(chr(FIRST_SIGN + CHARS.index(sign)) for sign in text.replace("\n", "")))


def opening(*lines, first=FIRST, name=golden.BOARD):
    """The answers of a device up to the mirror."""
    late = line(down="01") + line(move=3)  # a reader has missed what was before
    return [
        *CONNECTED,
        *OPENING,
        (ABOUT, b""),
        file_of(name),
        b"OK" + b"".join([late, line(**first), palette(), *lines]),
    ]


class Mirror(Workshop):
    def __init__(self, chromium, bench, *scripts, **options):
        super().__init__(chromium, bench, MIDDLES, *scripts, **options)
        self.go("Mirror")

    def start(self):
        self.press("Connect")
        self.wait_for("Connected.")
        self.press("Start the mirror")
        self.wait_for("Play on the Pico")

    @property
    def follower(self):
        """The page in its frame."""
        return self.page.frame_locator("#follower")

    def wait_for_moves(self, *names):
        """Wait until the moves beside the field are these."""
        self.page.wait_for_function(
            "names => [...document.querySelector('#follower').contentDocument.querySelectorAll('.field-moves li')]"
            ".map((each) => each.textContent.trim().split(/\\s+/)[1]).join() === names",
            arg=",".join(names),
        )

    def wait_until_alone(self, words):
        """Wait until there are only lights and keys, and the page says why."""
        self.page.locator("#follower-says").filter(has_text=words).wait_for()
        assert self.page.locator("#stage.alone").count()

    def shown(self, across=8, down=8):
        return as_text(self.page.evaluate("size => middles(...size)", [across, down]), across)


def as_text(colours, across):
    """Return the middles of LEDs as golden files have a frame."""
    signs = "".join(nearest(tuple(colour)) for colour in colours)
    return "\n".join(signs[at : at + across] for at in range(0, len(signs), across))


def nearest(colour):
    return min(CHARS, key=lambda sign: sum((a - b) ** 2 for a, b in zip(colour, MIDDLE[sign], strict=True)))


def middle(rgb):
    """What panel.js draws in the middle of an LED of this colour: lighter than its edge."""
    most = max(rgb) / 255
    own = [channel * (FLOOR + (1 - FLOOR) * most) / most for channel in rgb] if most else []
    return mix(own, (255, 255, 255), 0.35) if own else LENS


MIDDLE = {sign: middle(RGB[3 * at : 3 * at + 3]) for at, sign in enumerate(CHARS)}


@pytest.fixture
def opened(chromium, bench):
    """Return a function that opens the part Mirror of the workshop."""
    yield from opener(Mirror, chromium, bench)


@pytest.fixture
def mirroring(opened, bench):
    """Return a context: (a page that mirrors a device, which has said these lines; what lets it say more)."""

    @contextlib.contextmanager
    def mirroring(*lines, scripts=(), restarted=None, **about):
        more, page = queue.SimpleQueue(), opened(*scripts)
        with answering(opening(*lines, **about), more, restarted) as path:
            bench.plug(path)
            page.start()
            yield page, more.put

    return mirroring


@pytest.mark.parametrize("name, most", [("tic_tac_toe", 100), long("*", None)])
def test_the_page_shows_each_frame_of_a_golden_log(mirroring, bench, name, most):
    logs = [path for path in golden.logs() if name in ("*", path.stem)]
    wanted = [text.replace("(dots)", "........") for path in logs for _, text in golden.recorded(path)][:most]
    lines = [frame(text) for text in wanted]
    with mirroring(scripts=[KEEP_FRAMES]) as (page, say):
        page.page.evaluate("frames_drawn.length = 0")
        for at in range(0, len(lines), 30):
            say(b"".join(lines[at : at + 30]))
        page.page.wait_for_function("count => frames_drawn.length >= count", arg=len(lines), polling=50)
        shown = [as_text(colours, 8) for colours in page.page.evaluate("frames_drawn")]
        bench.unplug()
    assert shown == wanted and len(shown) > 30


def record(game, moves="", seats=(0, 3), size=None, **more):
    """The record of a match, as a device says it."""
    match = Match(GAMES[game], size or GAMES[game].sizes[0], list(seats))
    for word in moves.split():
        assert match.position.play(parse_move(match.position, word))
    return {**record_of(match), **more}


@pytest.mark.long
def test_the_field_beside_the_lights_follows_the_match(mirroring, bench):
    lost = record("tic-tac-toe", "a1 b1 a2 a3 b2 b3", (0, 1))
    with mirroring() as (page, say):
        page.wait_until_alone("No match is on the Pico")
        say(line(screen="first game"))
        page.wait_until_alone("The guided first game is on the Pico")
        say(line(screen="play") + line(match=record("hex", "c3", size=(5,), coach=True)))
        page.wait_for_moves("c3")
        page.follower.locator("#coach[aria-pressed=false]").click()
        page.follower.locator("#coach[aria-pressed=true]").wait_for()
        say(line(move=8) + line(**FIRST) + palette())  # the latter as a reader has asked
        page.wait_for_moves("c3", "d2")
        page.follower.locator(".field-cell:is(.wins, .loses)").first.wait_for()
        page.follower.locator('.field-board [aria-label^="b4,"]').click()
        page.follower.locator("#message").filter(has_text="Play on the device").wait_for()
        say(line(match=record("hex", "c3", size=(5,))))  # one was taken back
        page.wait_for_moves("c3")
        page.follower.locator("#coach[aria-pressed=true]").wait_for()
        say(line(match=None))
        page.wait_until_alone("No match is on the Pico")
        say(line(match={**record("hex"), "game": "rocket"}))
        page.wait_until_alone("This page does not have the game rocket: only lights and keys.")
        say(line(match=record("phantom-tic-tac-toe", "a1")))
        page.wait_until_alone("The game hides stones")
        say(line(match=lost))
        say(line(move=8))
        page.follower.get_by_role("button", name="Show the mistake").click()
        page.follower.locator(".field-moves [aria-current=step]").wait_for()
        bench.unplug()
    page.wait_for("The Pico has restarted, or its cable is out")
    with answering(opening(line(match=lost))) as path:
        bench.plug(path)
        page.start()
        page.follower.locator(".field-turn", has_text="is to move").wait_for()


ODD = [
    b"\xff\xfe{}\r\n[1]\r\nnull\r\n{}\r\n{\r\n[]\r\n" + b" " * 63,
    b"glowgrid: leds: here again",
    b'{"frame": "11',  # half a line
    b'ame":"1111"}',  # the other half
    b'{"frame":"11glowgrid: leds: here again',
    line(frame="1" * 63) + line(frame=7) + line(frame=None) + line(frame=["1"] * 64),
    line(palette="12345") + line(palette=None) + line(palette=123456) + line(palette="xx" * 72),
    line(down="1") + line(down=None) + line(down="2" * 16) + line(keys="?") + line(glow="?"),
    line(match=1) + line(match={}) + line(match={**record("hex"), "moves": "c3"}) + line(move={}),
    line(later=1, more=[None]) + line(later="x" * 5000) + b"x" * 5000,
]


def test_odd_lines_change_nothing(mirroring):
    odd = b"".join(each + b"\r\n" for each in ODD)
    text = ("1." * 4 + "\n" + ".2" * 4 + "\n") * 4
    said = frame(text), line(down="01" + 14 * "0"), line(match=record("hex", "c3"))
    with mirroring(*[odd + each for each in said]) as (page, say):
        page.wait_for_moves("c3")
        say(odd)
        say(b"x" * 50_000 + b"\r\n" + line(move=0))
        page.wait_for_moves("c3", "a1")
        assert page.shown() == text.rstrip() and page.page.evaluate(IS_DOWN) == "01" + 14 * "0"
        say(line(match={**record("hex", "c3"), "moves": [1, 1]}))
        page.wait_until_alone("an illegal move")
        say(line(match={**record("hex", "c3"), "moves": [1] * 3000}))  # a long line is one
        page.wait_until_alone("moves: a list of 3000")
        say(line(match=record("hex", "c3")) + palette(palettes.table(1)) + line(down="0" * 16))
        page.wait_for_moves("c3")
        assert "1" not in page.page.evaluate(IS_DOWN) and page.shown() != ""
        say(line(glowgrid=VERSION + 1))
        said = page.wait_for(f"The mirror of this Pico has version {VERSION + 1}, this page knows {VERSION}: ")
        assert said.endswith(": load the page again, or update the Pico.")


@pytest.mark.long
def test_a_board_that_the_page_does_not_know_has_its_lights_and_keys(mirroring, bench):
    first = {**FIRST, "board": "mine", "lights": [16, 2], "keys": [5, 3]}
    lines = frame("1" + "." * 30 + "2"), line(match=record("tic-tac-toe", "b2"))
    with mirroring(*lines, first=first, name="pico_neotrellis_4x4") as (page, _):
        page.wait_for_moves("b2")
        assert page.shown(16, 2) == "1" + "." * 15 + "\n" + "." * 15 + "2"
        assert page.page.locator("#keys button").count() == 15 and page.page.locator("#face.under").count()
        bench.unplug()


OLD = b"OK\x04Traceback\r\nTypeError: function takes 0 positional arguments but 1 were given\r\n\x04>"
HELD = b"OKgrid: a key is held\r\n\x04\x04>"
SAID = {OLD: "the Glowgrid on it has none, or there is none; update it", HELD: "the Pico: it says grid: a key is held"}


@pytest.mark.long
@pytest.mark.parametrize("answer, said", SAID.items())
def test_a_device_without_a_mirror_is_one_line(opened, bench, answer, said):
    page = opened()
    with answering([*opening()[:-1], answer]) as path:
        bench.plug(path)
        page.press("Connect")
        page.wait_for("Connected.")
        page.press("Start the mirror")
        page.wait_for(said)
        assert "\n" not in page.says() and page.page.locator("#stage").is_hidden()


@pytest.mark.long
def test_a_device_whose_program_ends_is_restarted(mirroring):
    restarted = threading.Event()
    with mirroring(restarted=restarted) as (page, say):
        say(b"\x04Traceback (most recent call last):\r\nMemoryError: \r\n\x04>")
        page.wait_for("The program on the Pico has ended. The Pico restarts its program.")
        assert restarted.wait(DEADLINE_S)  # what comes before is nothing that its program says
        say(b"glowgrid: the menu is on the lights\r\n")
        page.wait_for("The program on the Pico has ended. The Pico plays on by itself: the menu is on the lights.")


@pytest.mark.long
@pytest.mark.emulator
def test_a_pico_that_is_played_is_seen_and_plays_on_when_it_is_left(opened, bench, pico_image):
    hardware = Hardware(load_board(golden.BOARD))
    fingers = Fingers(hardware)
    pico = Pico(pico_image, dict(flashed(golden.BOARD)), [*hardware.parts, fingers])
    page = opened()

    def wait_for(screen):
        page.page.locator(f"#lights[aria-label$='{screen}']").wait_for()
        page.page.wait_for_function("() => !document.querySelector('#keys .down')")  # else a next press is none

    def same_lights():
        return FrameReader(load_board(golden.BOARD)).text(hardware.frames()[-1].rgb) == page.shown()

    with port(pico) as path:
        bench.plug(path)
        page.start()
        wait_for("menu")
        for key, screen in (5, "seats"), (5, "play"):
            fingers.tap(key)
            wait_for(screen)
        fingers.tap(0)
        page.follower.locator(".field-moves li", has_text="1 a1").wait_for()  # the engine answers
        wait_until(same_lights, "what moves may be a moment late")
        page.press("Stop")
        page.wait_for("The Pico plays on by itself: the last match is on the lights.")


@pytest.mark.long
@pytest.mark.emulator
def test_the_example_of_the_guide_prints_the_lights_of_a_pico(pico_image):
    text = (FOLDER / "MIRROR.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```python\n(.+?)```", text, re.DOTALL)
    hardware = Hardware(load_board(golden.BOARD))
    pico = Pico(pico_image, dict(flashed(golden.BOARD)), hardware.parts)
    with port(pico) as path:
        program = [sys.executable, "-u", "-c", example.replace("/dev/ttyACM0", path)]
        with subprocess.Popen(program, stdout=subprocess.PIPE, text=True) as running:
            text = "".join(running.stdout.readline() for _ in range(10 * 9))
            running.kill()
    printed = text.removesuffix("\n\n").split("\n\n")
    assert [each.count("\n") for each in printed] == [7] * 10
    reader = FrameReader(load_board(golden.BOARD))
    shown = {lit(reader.text(frame.rgb)) for frame in hardware.frames()}
    # The wire has a frame once the next one follows.
    assert set(map(lit, printed[:-1])) <= shown and len(set(printed)) > 5


def lit(text):
    """Return a frame without its colours: the splash is dimmed, and a dim white is another colour's."""
    return re.sub(r"[^.\n]", "#", text)
