"""main.py on the emulated Pico, with the real console: Ctrl-C, the key that skips the game, crashes, restarts."""

import functools
import itertools

import pytest
from flashed import flashed
from rp2040py.gpio_pin import GPIOPinState

from glowgrid.hardware.fault import cross
from host_sim.boards.files import load_board
from host_sim.pico import filesystem
from host_sim.pico.bench import Pico
from host_sim.pico.hardware import Hardware
from host_sim.pico.keypad import KeyMatrix
from host_sim.pico.wire import BUSY_SLACK_NS, EVERY_PART_NS, Ws2812Wire
from tools.compile.bundle import APART
from tools.compile.layout.dark import DAMAGED, FAILS, NO_BOARD, RED
from tools.compile.layout.places import MODULES

NAME = "pico_ws2812_8x8_keys_4x4"
BOARD = load_board(NAME)
PROMPT = b">>> "
BACK = BOARD["keys"]["roles"]["back"]
PLACE_OF_BACK = [6, 7, 14, 15]


def powered(path, files):
    """Return a Pico flashed with these files and just switched on."""
    return Pico(path, files=files, parts=[KeyMatrix.of_board(BOARD), Ws2812Wire(BOARD["leds"]["pin"])])


@functools.cache
def _playing(path):
    """Return (a Pico whose console shows its first frames, its output at power-up). Only for use by `.forked`.

    It was powered up with a key held, which skips the game, and plays since a soft reset with the key released.
    """
    pico = powered(path, flashed(NAME))
    keys, line = pico.parts
    keys.press(BACK)
    said = pico.boot().run_until(PROMPT, 500)
    keys.release(BACK)
    pico.soft_reset()
    pico.run_until(lambda: len(pictures(line)) >= 3, 3000)
    return pico, said


@pytest.fixture
def playing(pico_image):
    return _playing(pico_image)[0]


def rgb(frame):
    return bytes(itertools.chain.from_iterable(frame.pixels(BOARD["leds"]["channels"])))


def pictures(line):
    """Return the frames with any light."""
    return [frame for frame in line.frames if any(frame.data)]


def lit(frame):
    """Return the LEDs that are on; all of them must be red alone."""
    on = [at for at, pixel in enumerate(frame.pixels(BOARD["leds"]["channels"])) if any(pixel)]
    assert all(green == blue == 0 for _, green, blue in (frame.pixels(BOARD["leds"]["channels"])[at] for at in on))
    return on


def dark(pico):
    return not any(pico.parts[1].frames[-1].data)


# The console still loads the menu: these moments hit a search for a module, an import, a key scan, drawing, and
# into a frame on its way out.
@pytest.mark.parametrize("after_ms", [0, 1.1, 7.7])
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
    assert channel == "0\n"  # the driver gave its DMA channel back
    assert b"Traceback" not in said


@pytest.mark.parametrize("apart_ms", [0, 0.02, 0.08, 3])
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


def test_the_back_key_held_at_power_up_skips_the_game_and_a_soft_reset_starts_it(pico_image):
    pico, said = _playing(pico_image)
    line = pico.parts[1]
    assert b"glowgrid: the back key is held down: the game is skipped\r\n" in said
    assert not lit(line.frames[0])  # black from the first moment
    assert lit(pictures(line)[0]) == PLACE_OF_BACK  # in red
    assert line.violations(EVERY_PART_NS, BUSY_SLACK_NS) == []


def test_a_soft_reset_after_ctrl_c_finds_working_lights_and_keys(playing):
    def case(pico):
        keys, line = pico.parts
        pico.send(b"\x03")
        pico.run_until(PROMPT, 50)
        count = len(line.frames)
        keys.press(BACK)  # so that no part of the game is loaded again
        pico.soft_reset()
        said = pico.run_until(PROMPT, 500)
        return said, [lit(frame) for frame in line.frames[count:]], line.violations(EVERY_PART_NS, BUSY_SLACK_NS)

    said, frames, violations = playing.forked(case)
    assert b"the back key is held down" in said
    assert frames == [[], PLACE_OF_BACK]
    assert violations == []


@pytest.mark.long
def test_after_ctrl_c_the_game_can_be_started_from_the_prompt(playing):
    def case(pico):
        line = pico.parts[1]
        pico.send(b"\x03")
        pico.run_until(PROMPT, 50)
        count = len(pictures(line))
        pico.send(b"import main\r")
        pico.run_until(lambda: len(pictures(line)) >= count + 2, 1000)
        return rgb(pictures(line)[1]), rgb(pictures(line)[count])

    first, again = playing.forked(case)
    assert again == first


def test_the_sign_is_a_cross_in_the_middle():
    rows = [cross(5, 3)[5 * y : 5 * y + 5].hex()[1::2] for y in range(3)]
    assert rows == ["01010", "00100", "01010"]


@pytest.mark.parametrize(
    "content, message",
    [
        (None, b"glowgrid: /board.json: is missing or cannot be read; flash the board again (glowgrid flash"),
        (b"}", b"glowgrid: /board.json: is not JSON; flash the board again (glowgrid flash"),
    ],
)
def test_without_a_usable_board_file_one_line_and_the_prompt_come(pico_image, content, message):
    files = flashed(NAME)
    del files["/board.json"]
    if content is not None:
        files["/board.json"] = content
    pico = powered(pico_image, files).boot()
    said = pico.run_until(PROMPT, 1000)
    assert message in said
    assert b"Traceback" not in said
    assert [lit(frame) for frame in pico.parts[1].frames] == [list(range(NO_BOARD))]
    assert blinks(pico) == NO_BOARD


def blinks(pico):
    """Return how often the Pico's LED lights up between two pauses of more than a second."""
    starts = []
    pico.mcu.gpio[25].add_listener(lambda new, _: starts.append(pico.now_ns) if new == GPIOPinState.HIGH else None)
    pico.run_ms(7000)
    pauses = [at for at in range(1, len(starts)) if starts[at] - starts[at - 1] > 1e9]
    return pauses[1] - pauses[0]


MISSING = b"glowgrid: no module named 'glowgrid.power_up': run `glowgrid flash`\r\n"
DAMAGED_APART = b"glowgrid: __init__.mpy is damaged: run `glowgrid flash`\r\n"
DAMAGED_MODULES = b"glowgrid: glowgrid/modules.bin is damaged: run `glowgrid flash`\r\n"
UNREADABLE_MODULES = b"glowgrid: glowgrid/modules.bin cannot be read: run `glowgrid flash`\r\n"


def test_without_the_sign_the_error_is_still_printed(pico_image):
    """mip leaves out dark.py."""
    files = flashed(NAME)
    del files[MODULES], files["/glowgrid/dark.py"]
    said = powered(pico_image, files).boot().run_until(PROMPT, 1000)
    assert b"ImportError: no module named 'glowgrid.power_up'" in said


def test_lights_show_that_glowgrid_is_broken(pico_image):
    hardware = Hardware(BOARD)
    files = flashed(NAME)
    main = files.pop("/main.py")
    pico = Pico(pico_image, files=files, parts=hardware.parts).boot()
    pico.exec(
        "from glowgrid.hardware import board\nkeys, leds = board.drivers(board.load('/board.json'))\n"
        "leds.write(bytes([40] * 3 * %d))\nleds.close()"
        % (hardware.board["leds"]["width"] * hardware.board["leds"]["height"])
    )
    assert all(hardware.frames()[-1].rgb)
    pico.exec("import os; os.remove('/glowgrid/modules.bin'); open('/main.py', 'w').write(%r)" % main.decode())
    pico.soft_reset()
    said = pico.run_until(PROMPT, 2000)
    assert MISSING in said and b"Traceback" not in said
    pico.run_ms(5)
    dark_ones = hardware.board["leds"]["width"] * hardware.board["leds"]["height"] - DAMAGED
    assert hardware.frames()[-1].rgb == bytes((RED, 0, 0)) * DAMAGED + bytes(3) * dark_ones
    assert hardware.faults() == []
    assert blinks(pico) == DAMAGED
    pico.soft_reset()  # a timer that outlived it would end in a crash
    assert pico.exec("print(6 * 7)") == "42\n"


STARTED = b"glowgrid: the menu is on the lights\r\n"


@pytest.mark.parametrize(
    "path, change, code, message",
    [
        (APART, lambda data: data[:700], DAMAGED, DAMAGED_APART),
        (APART, lambda data: data[:-9] + b"?" + data[-8:], DAMAGED, DAMAGED_APART),
        (MODULES, lambda data: data[: len(data) // 2], DAMAGED, DAMAGED_MODULES),
        ("/main.py", lambda data: data.replace(b"power_up.main()", b"power_up.man()"), FAILS, b"no attribute 'man'"),
    ],
)
def test_damage_is_reported_on_the_console_and_by_the_led(pico_image, path, change, code, message):
    files = flashed(NAME)
    pico = powered(pico_image, {**files, path: change(files[path])}).boot()
    said = pico.run_until(PROMPT, 1000)
    assert message in said and (b"Traceback" in said) == (code == FAILS)
    assert blinks(pico) == code and lit(pico.parts[1].frames[-1]) == list(range(code))


def blocks_of(pico, path):
    """Return where the blocks of a large file begin in the flash, in their order."""
    data, flash, found = pico.files()[path], bytes(pico.mcu.flash), []
    for at in *range(filesystem.BLOCK_SIZE // 2, len(data) - 64, filesystem.BLOCK_SIZE), len(data) - 64:
        found.append(flash.index(data[at : at + 64]) // filesystem.BLOCK_SIZE * filesystem.BLOCK_SIZE)
    return list(dict.fromkeys(found))


UNDEFINED = b"\xff\xde"  # an instruction that stops the chip
BLOCKS = {  # number of the block, where in it, what is there then, what is said
    "a bit of code": (0, 300, lambda old: bytes([old[0] ^ 4]), DAMAGED_MODULES),
    "code that stops the chip": (0, 8, lambda old: UNDEFINED * 2000, DAMAGED_MODULES),
    "the last one erased": (-1, 0, lambda old: b"\xff" * 4096, UNREADABLE_MODULES),
}


@pytest.mark.parametrize("kind", BLOCKS)
def test_a_damaged_block_of_the_bundle_is_reported_before_any_code_of_it_runs(pico_image, kind):
    number, begin, change, message = BLOCKS[kind]
    pico = powered(pico_image, flashed(NAME))
    at = blocks_of(pico, MODULES)[number] + begin
    new = change(bytes(pico.mcu.flash[at : at + 4096]))
    pico.mcu.flash[at : at + len(new)] = new
    assert pico.boot().run_until(PROMPT, 1000).startswith(message)
    assert blinks(pico) == DAMAGED and lit(pico.parts[1].frames[-1]) == list(range(DAMAGED))


HIDING = ["select", "os", "machine", "io", "binascii", "json", "time", "array", "rp2", "lib/select", "lib/machine"]


def test_no_own_file_hides_a_module_of_micropython(pico_image):
    files = flashed(NAME) | {f"/{name}.py": b"1 / 0\n" for name in HIDING}
    assert STARTED in powered(pico_image, files).boot().run_until(STARTED, 1000)


BOOTS = {
    "imports a foreign os": b"import os, io, binascii, machine, time\n",
    "timer raises": b"from machine import Timer\nkept = Timer(period=300, callback=lambda timer: 1 / 0)\n",
    "starts the watchdog": b"from machine import WDT\nWDT(timeout=1000)\n",
}


@pytest.mark.long
@pytest.mark.parametrize("boot", BOOTS.values(), ids=BOOTS)
def test_leftovers_of_a_boot_file_do_no_harm(pico_image, boot):
    files = flashed(NAME) | {"/boot.py": boot}
    if b"import os" in boot:
        files |= {f"/{name}.py": b"" for name in ("os", "io", "binascii", "machine", "time")}
    pico = powered(pico_image, files).boot()
    assert STARTED in pico.run_until(STARTED, 1000)
    pico.run_ms(1500)
    assert pico.resets == 0 and not dark(pico)
