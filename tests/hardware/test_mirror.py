"""The mirror on the emulated Pico: its lines say what the lights and keys show, and cost no press its answer."""

import itertools

import pytest
from flashed import without_main
from support.mirror_reader import Reader

from glowgrid.console.palette import RGB
from glowgrid.mirror import VERSION
from host_sim.boards.files import load_board
from host_sim.console import golden
from host_sim.console.session import Session
from host_sim.console.wire_to_frame import FrameReader
from host_sim.pico.bench import MS, Pico
from host_sim.pico.hardware import Hardware
from tools.pico.play_on_pico import Player, ScanCounter

pytestmark = pytest.mark.emulator

LOGS = {path.stem: path for path in golden.logs() if path.stem != "first_game"}
USB = 12  # frames of the splash, until the host has found the Pico
LATER_MS = 1  # the most that the mirror may delay a frame
BOARD = load_board(golden.BOARD)
RIGHT = BOARD["keys"]["roles"]["right"]
FIRST = {"glowgrid": VERSION, "board": golden.BOARD, "lights": [8, 8], "keys": [4, 4]}
PROMPT = b">>> "
BEGIN = "from glowgrid import power_up; power_up.main(%s)\r"
LONGEST_TICK_MS = 50


def without_repeats(values):
    return [value for value, _ in itertools.groupby(values)]


class AtThePrompt:
    """A Pico at whose prompt a person types."""

    def __init__(self, image):
        self.hardware = Hardware(BOARD, prompt=True)
        self.scans = ScanCounter.of_board(BOARD, lambda count: None)
        self.pico = Pico(image, without_main(golden.BOARD), [*self.hardware.parts, self.scans]).boot()
        self.pico.run_until(PROMPT)
        self.reader, self._said = Reader(), 0

    def type(self, text, until):
        self.pico.send(text.encode())
        return self.pico.run_until(until)

    def tap(self, key, times=1):
        for _ in range(times):
            self.hardware.press(key)
            self.pico.run_ms(60)
            self.hardware.release(key)
            self.pico.run_ms(60)

    def read(self):
        """Read what came since the last time; return (lights, keys) as the reader has them."""
        self.reader.read(bytes(self.pico.serial[self._said :]))
        self._said = len(self.pico.serial)
        return self.reader.frames[-1], self.reader.downs[-1]

    def shows(self, *down):
        """Return (lights, keys) as they are."""
        lights = FrameReader(BOARD).text(self.hardware.frames()[-1].rgb)
        return lights, "".join("01"[key in down] for key in range(16))

    def longest_tick_ms(self, since):
        starts = [start for start in self.scans.starts if start > since]
        return max(after - before for before, after in zip(starts, starts[1:], strict=False)) / MS


def test_a_reader_that_is_stuck_delays_nothing_and_is_right_again_at_once(pico_image):
    at = AtThePrompt(pico_image)
    at.type(BEGIN % "True", b'{"screen": "menu"}')
    at.tap(RIGHT)
    at.pico.run_ms(100)
    assert at.read() == at.shows() and at.reader.first == FIRST and at.reader.palettes == [RGB]
    at.pico.read, began = False, at.pico.now_ns
    at.tap(RIGHT, 3)
    at.hardware.press(RIGHT)
    at.pico.run_ms(1200)
    lost = at.read() != at.shows(RIGHT)
    at.pico.read = True
    at.pico.run_ms(300)
    assert lost and at.read() == at.shows(RIGHT)
    assert at.longest_tick_ms(began) <= LONGEST_TICK_MS
    at.hardware.release(RIGHT)
    at.reader = Reader()  # another one, which comes late
    at.type("\n", b'"glowgrid": ')
    at.pico.run_ms(100)
    assert at.read() == at.shows() and (at.reader.first, at.reader.screens[-1]) == (FIRST, "menu")


@pytest.mark.long
@pytest.mark.parametrize("typed", [0, 1500])
def test_ctrl_c_ends_it_and_after_a_restart_there_is_none(pico_image, typed):
    at = AtThePrompt(pico_image)
    at.type(BEGIN % "True", b'{"screen": "menu"}')
    at.pico.send(b"?" * typed)
    at.pico.run_ms(500)
    said = at.type("\x03", PROMPT)
    at.pico.run_ms(5)
    assert b"Traceback" not in said and set(at.shows()[0]) == {".", "\n"}
    at.type("\x04", PROMPT)
    said = at.type(BEGIN % "", b"glowgrid: the menu is on the lights")
    at.tap(RIGHT)
    assert b"{" not in said and bytes(at.pico.serial).endswith(said + b"\r\n")


def play(path, image, mirrored):
    """Return (the frames on the wire, what a reader of the mirror has read, ms from each press to its light)."""
    changes, until_ms = golden.changes(path)
    player = Player(BOARD, changes, image, mirrored=mirrored)
    frames = list(player.frames(until_ms))
    ends = {frame.time_ms: frame.emulated_ms for frame in frames}
    presses = [time_ms for time_ms, _, down in changes if down and time_ms in ends]
    waits = {time_ms: ends[time_ms] - player.scanned_ms(time_ms - 10) for time_ms in presses}
    return frames, Reader().read(bytes(player.pico.serial)), waits


@pytest.mark.long
@pytest.mark.parametrize("name", LOGS)
def test_its_lines_say_all_that_happens_and_delay_no_press(pico_image, tmp_path, name):
    """One test, since a playthrough on the emulated Pico takes long."""
    path = LOGS[name]
    wire, reader, mirrored = play(path, pico_image, True)
    assert reader.first == FIRST and reader.palettes[0] == RGB
    assert (len(reader.palettes) > 1) == (name == "settings"), "a person changes the colours there"
    check_frames(reader, path, [(frame.time_ms, frame.text) for frame in wire])
    check_keys(reader, path, tmp_path)
    if name == "held":
        assert reader.match["game"] == "hex" and len(reader.match["moves"]) == 1
        assert reader.screens[0] == "splash" and "menu" in reader.screens and reader.screens[-1] == "pause"
    _, _, plain = play(path, pico_image, False)
    assert plain.keys() == mirrored.keys() and plain
    later = {time_ms: mirrored[time_ms] - plain[time_ms] for time_ms in plain}
    assert max(later.values()) <= LATER_MS, later


def check_frames(reader, path, shown):
    """They are those on the wire, which are those of the simulator."""
    assert golden.kept(path, shown) == golden.recorded(path)
    frames = without_repeats(reader.frames)
    texts = [text for _, text in shown]
    assert any(frames[: len(texts) - lost] == texts[lost:] for lost in range(USB))


def check_keys(reader, path, folder):
    """They are those of the simulator: as the person sees them, once the device is turned."""
    changes, until_ms = golden.changes(path)
    session, downs = Session(BOARD, folder), ["0" * 16]
    while session.now_ms < until_ms:
        while changes and changes[0][0] <= session.now_ms:
            _, key, session.keys.levels[key] = changes.pop(0)
        session.tick()
        downs.append("".join("01"[level > 0] for level in session.app.keypad.levels))
    assert reader.downs == without_repeats(downs)
