"""main.py on the emulated Pico, with the real console: Ctrl-C, the key that skips the game, crashes, restarts."""
import functools
import itertools

import pytest

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid.hardware.crash import cross
from host_sim.boards import load_board
from host_sim.pico.bench import Pico
from host_sim.pico.keypad import KeyMatrix
from host_sim.pico.wire import Ws2812Wire
from tools.build import staged_files

pytestmark = pytest.mark.emulator

NAME = "pico_ws2812_8x8_keys_4x4"
BOARD = load_board(NAME)
PROMPT = b">>> "


def powered(path, files):
    """A Pico flashed with these files and just switched on."""
    return Pico(path, files=files, parts=[KeyMatrix.of_board(BOARD), Ws2812Wire(BOARD["leds"]["pin"])])


@functools.lru_cache(maxsize=None)
def _playing(path):
    """(a Pico whose console shows its first frames, what it said at power-up). Only for use by `.forked`.

    It was powered up with a key held, which skips the game, and plays since a soft reset with the key released.
    """
    pico = powered(path, staged_files(NAME))
    keys, line = pico.parts
    keys.press(10)
    said = pico.boot().run_until(PROMPT, 200)
    keys.release(10)
    pico.soft_reset()
    pico.run_until(lambda: len(line.frames) >= 3, 3000)
    return pico, said


@pytest.fixture
def playing(pico_image):
    return _playing(pico_image)[0]


def rgb(frame):
    return bytes(itertools.chain.from_iterable(frame.pixels(BOARD["leds"]["channels"])))


def lit(frame):
    """The LEDs that are on, all of them red alone."""
    on = [at for at, pixel in enumerate(frame.pixels(BOARD["leds"]["channels"])) if any(pixel)]
    assert all(green == blue == 0 for _, green, blue in (frame.pixels(BOARD["leds"]["channels"])[at] for at in on))
    return on


def dark(pico):
    return not any(pico.parts[1].frames[-1].data)


# At a pace of 10 ms these moments fall into sleep, a key scan, drawing, and into a frame on its way out.
@pytest.mark.parametrize("after_ms", [0, 0.4, 1.1, 3.3, 7.7, 12.9])
def test_ctrl_c_darkens_the_lights_and_gives_the_prompt_at_once(playing, after_ms):
    def case(pico):
        pico.run_ms(after_ms)
        assert not dark(pico)
        pressed_ns = pico.now_ns
        pico.send(b"\x03")
        pico.run_until(PROMPT, 50)
        assert dark(pico)
        return pico.now_ns - pressed_ns, pico.exec("import rp2; print(rp2.DMA().channel)"), bytes(pico.serial)

    took_ns, channel, said = playing.forked(case)
    print("Ctrl-C to prompt: %.1f ms" % (took_ns / 1e6))
    assert took_ns < 20_000_000
    assert channel == "0\n"             # the driver gave its DMA channel back
    assert b"Traceback" not in said


@pytest.mark.parametrize("apart_ms", [0, 0.01, 0.02, 0.03, 0.05, 0.08, 0.5, 3])
def test_a_second_ctrl_c_does_not_stop_the_darkening(playing, apart_ms):
    def case(pico):
        pico.send(b"\x03")
        pico.run_ms(apart_ms)
        pico.send(b"\x03")
        pico.run_until(PROMPT, 50)
        pico.run_ms(5)
        return dark(pico), bytes(pico.serial)

    is_dark, said = playing.forked(case)
    assert is_dark
    assert b"Traceback" not in said


def test_a_tool_gets_the_raw_prompt_and_darkness(playing):
    def case(pico):
        pico.send(b"\r\x03\x03\x01")
        pico.run_until(b"raw REPL; CTRL-B to exit\r\n>", 50)
        return dark(pico)

    assert playing.forked(case)


def test_a_key_held_at_power_up_skips_the_game_and_a_soft_reset_starts_it(pico_image):
    pico, said = _playing(pico_image)
    frames = pico.parts[1].frames
    assert b"glowgrid: a key is held down, the game is skipped; held, or stuck: [10]\r\n" in said
    assert lit(frames[0]) == [4 * 8 + 4, 4 * 8 + 5, 5 * 8 + 4, 5 * 8 + 5]    # red where the key lies
    assert [any(frame.data) for frame in frames[1:]] == [True, True]
    assert pico.parts[1].violations() == []


def test_a_soft_reset_after_ctrl_c_finds_working_lights_and_keys(playing):
    def case(pico):
        keys, line = pico.parts
        pico.send(b"\x03")
        pico.run_until(PROMPT, 50)
        count = len(line.frames)
        keys.press(3)    # so that nothing of the game need be loaded again
        pico.soft_reset()
        said = pico.run_until(PROMPT, 200)
        return said, [lit(frame) for frame in line.frames[count:]], line.violations()

    said, frames, violations = playing.forked(case)
    assert b"a key is held down" in said
    assert frames == [[6, 7, 14, 15]]
    assert violations == []


def test_after_ctrl_c_the_game_can_be_started_from_the_prompt(playing):
    def case(pico):
        line = pico.parts[1]
        pico.send(b"\x03")
        pico.run_until(PROMPT, 50)
        count = len(line.frames)
        pico.send(b"import main\r")
        pico.run_until(lambda: len(line.frames) >= count + 2, 1000)
        return rgb(line.frames[1]), rgb(line.frames[count])

    first, again = playing.forked(case)
    assert any(first) and again == first


# A role on a key that is not there: a host would refuse to flash this board, the console trips over it.
BREAK = """
import json
with open("/board.json") as file:
    board = json.load(file)
board["keys"]["roles"]["undo"] = 99
with open("/board.json", "w") as file:
    json.dump(board, file)
"""


def test_an_exception_in_the_game_leaves_a_file_and_a_sign(playing):
    def case(pico):
        pico.send(b"\x03")
        pico.run_until(PROMPT, 50)
        pico.exec(BREAK)
        said = pico.exec("import main")    # again, as at power-up, but with all modules loaded
        pico.run_ms(5)
        return (said, pico.files()["/crash.txt"].decode(), pico.parts[1].frames[-1].pixels(),
                pico.exec("import rp2; print(rp2.DMA().channel)"))

    said, crash, pixels, channel = playing.forked(case)
    assert said == crash
    assert crash.startswith("Traceback (most recent call last):") and "/console/app.py" in crash
    assert crash.rstrip().splitlines()[-1].startswith("IndexError")
    assert [(bool(red), green, blue) for red, green, blue in pixels] == [(bool(on), 0, 0) for on in cross(8, 8)]
    assert channel == "0\n"


def test_the_sign_is_a_cross_in_the_middle():
    rows = [cross(5, 3)[5 * y:5 * y + 5].hex()[1::2] for y in range(3)]
    assert rows == ["01010",
                    "00100",
                    "01010"]


@pytest.mark.parametrize("content, message", [
    (None, b"glowgrid: /board.json: is missing; flash the board again (python -m tools flash --board NAME)\r\n"),
    (b"}", b"glowgrid: /board.json: is not JSON; flash the board again (python -m tools flash --board NAME)\r\n"),
])
def test_without_a_usable_board_file_there_is_one_line_and_the_prompt(pico_image, content, message):
    files = {"/main.py": staged_files(NAME)["/main.py"]}
    files.update({path: data for path, data in staged_files(NAME).items()
                  if "/hardware/" in path or "/modules." in path})
    if content is not None:
        files["/board.json"] = content
    pico = powered(pico_image, files).boot()
    said = pico.run_until(PROMPT, 1000)
    assert message in said
    assert b"Traceback" not in said
    assert pico.parts[1].frames == []
