"""Ctrl-C gives the prompt within 100 ms, from the moment USB is up, wherever the console is."""

import functools
import random

import pytest
from cases import long
from flashed import flashed
from support.replay_judge import Twin
from ways import WAYS, go, prepare

from glowgrid import record
from glowgrid.hardware.contacts import BOUNCE_MS
from host_sim.boards.files import load_board
from host_sim.console import golden, menu_path
from host_sim.pico.bench import MS, Pico
from host_sim.pico.keypad import KeyMatrix
from host_sim.pico.wire import Ws2812Wire

BOARD = load_board(golden.BOARD)
ROLES = BOARD["keys"]["roles"]
PROMPT = b">>> "
WITHIN_MS = 100
WITH_A_SAVE_MS = 200  # up to three sectors of the flash are erased, at 45 ms each
POWER_UP_MS = 550
STEP_MS = 0.83
TAP_MS, PAUSE_MS = 60, 120
SAVED_MS = 500  # after the way to a screen, what that changed is saved
# A person's keys from power-up: through screens into a match against the engine, a move, the pause.
INTO_A_MATCH = [key for _, key, down in menu_path.to_match(BOARD, POWER_UP_MS, "mnk", "4,3,3", [0, 1]) if down]
PRESSES = [*INTO_A_MATCH, ROLES["select"], ROLES["back"], ROLES["back"]]


@pytest.fixture(scope="module")
def powered(pico_image):
    parts = [KeyMatrix.of_board(BOARD), Ws2812Wire(BOARD["leds"]["pin"])]
    return Pico(pico_image, files=flashed(golden.BOARD), parts=parts).boot()


def interrupt(pico):
    """Press Ctrl-C; return (ms to the prompt, whether the lights are dark, the output)."""
    pressed = pico.now_ns
    pico.send(b"\x03")
    said = pico.run_until(PROMPT, 300)
    took = (pico.now_ns - pressed) / 1e6
    pico.run_ms(5)
    frames = pico.parts[1].frames
    return took, not frames or not any(frames[-1].data), said.decode(errors="replace")


def evening(pico, moments):
    """Press keys; yield each of these moments, in ms after USB came up, earliest first, when it has come."""
    at_ms = POWER_UP_MS
    changes = []
    for key in PRESSES:
        changes += [(at_ms, pico.parts[0].press, key), (at_ms + TAP_MS, pico.parts[0].release, key)]
        at_ms += TAP_MS + PAUSE_MS
    came_up_ns = pico.now_ns

    def run_until(ms):
        pico.run_ms(max(0, ms - (pico.now_ns - came_up_ns) / MS))

    for moment in sorted(moments):
        while changes and changes[0][0] < moment:
            ms, move, key = changes.pop(0)
            run_until(ms)
            move(key)
        run_until(moment)
        yield moment


def moments(seed, count):
    """Return random moments: a third each from the first 50 ms, from power-up, and from the whole evening."""
    chance = random.Random(seed)
    lengths = (50, POWER_UP_MS, POWER_UP_MS + len(PRESSES) * (TAP_MS + PAUSE_MS) + 200)
    return [chance.uniform(0, lengths[number % 3]) for number in range(count)]


@pytest.mark.parametrize("seed, count", [(1, 4), long(2, 200)])
def test_ctrl_c_at_any_moment_gives_the_prompt_and_darkness(powered, seed, count):
    def case(pico):
        return [(ms, *pico.forked(interrupt)) for ms in evening(pico, moments(seed, count))]

    slow = 0
    found = powered.forked(case)
    assert len(found) == count
    for ms, took, is_dark, said in found:
        assert took < WITH_A_SAVE_MS and is_dark and "Traceback" not in said, (ms, took, is_dark, said)
        slow += took > WITHIN_MS
    assert slow <= count // 20  # those with something to save


@pytest.mark.long
def test_no_moment_of_power_up_swallows_ctrl_c(powered):
    """While it searches for a module, MicroPython takes an exception for "no such module"."""

    def case(pico):
        swallowed = []
        for number in range(round(POWER_UP_MS / STEP_MS)):
            took, is_dark, said = pico.forked(interrupt)
            if took > WITHIN_MS or not is_dark or "Traceback" in said:
                swallowed.append((number * STEP_MS, took, is_dark, said))
            pico.run_ms(STEP_MS)
        return swallowed

    assert powered.forked(case) == []


SCREENS = [name for name in WAYS if name not in ("splash", "starting", "first game")]  # which pass, or see below


@pytest.mark.long
@pytest.mark.parametrize("name", SCREENS)
def test_ctrl_c_in_every_screen_gives_the_prompt_and_darkness(pico_image, name, tmp_path):
    prepare(name, tmp_path)
    twin = Twin(BOARD, tmp_path, pico_image)
    twin.boot()
    assert go(name, twin)
    twin.run(SAVED_MS)
    interrupt_at_random(twin.pico, 12)


def interrupt_at_random(pico, count):
    """Press Ctrl-C in `count` forks, each at its own moment."""

    def case(pico, ms):
        pico.run_ms(ms)
        return interrupt(pico)

    for number in range(count):
        ms = random.Random(number).uniform(0, 400)
        took, is_dark, said = pico.forked(functools.partial(case, ms=ms))
        assert took < WITHIN_MS and is_dark and "Traceback" not in said, (ms, took, is_dark, said)


def as_mpremote(pico):
    """Send what mpremote sends at once; return the output up to the raw prompt."""
    pico.send(b"\r\x03\x03\x01")
    return pico.run_until(b"raw REPL; CTRL-B to exit\r\n>", 500)


@pytest.mark.parametrize("ms", [250, *map(long, (0, 3, 20, 100, 400, 1500, 2600))])
def test_the_first_bytes_of_mpremote_give_the_raw_prompt(powered, ms):
    def case(pico):
        return [as_mpremote(pico) for _ in evening(pico, [ms])]

    (said,) = powered.forked(case)
    assert b"Traceback" not in said


SAVED = """
from glowgrid.console.storage import Storage
saves = Storage('/saves')
print(saves.load('match')['moves'], saves.faults)
"""
MATCH = {"game": "tic-tac-toe", "size": [], "seats": [0, 0], "seed": 1, "moves": [4]}
BEING_SAVED_MS = 165  # after the press: the first sector is erased by then
LONG_MS = map(long, range(145, 235, 6))


@pytest.fixture(scope="module")
def moved(pico_image):
    """Return a Pico just after the second move of a match that was saved."""
    parts = [KeyMatrix.of_board(BOARD), Ws2812Wire(BOARD["leds"]["pin"])]
    files = {**flashed(golden.BOARD), "/saves/match": record.pack(MATCH)}
    pico = Pico(pico_image, files=files, parts=parts).boot()
    pico.run_ms(POWER_UP_MS + 500)  # until the match is offered
    for key in (ROLES["select"], 0):
        pico.parts[0].press(key)
        pico.run_ms(TAP_MS)
        pico.parts[0].release(key)
        pico.run_ms(3 * PAUSE_MS if key else BOUNCE_MS + 12)
    return pico


def test_the_first_bytes_of_mpremote_in_a_match_give_the_raw_prompt(moved):
    assert b"Traceback" not in moved.forked(as_mpremote)


@pytest.mark.parametrize("after_ms", [20, 170, *LONG_MS])
def test_pending_and_interrupted_saves_are_finished(moved, after_ms):
    def case(pico):
        pico.run_ms(after_ms)
        return *interrupt(pico), pico.exec(SAVED)

    took, is_dark, said, saved = moved.forked(case)
    assert saved == "[4, 0] []\n"
    limit = WITHIN_MS if after_ms >= BEING_SAVED_MS else WITH_A_SAVE_MS  # a save under way continues where it is
    assert took < limit and is_dark and "Traceback" not in said, (took, is_dark, said)


TYPED_MS = 1000  # what is typed is dropped by then, 10,000 bytes too


@pytest.mark.parametrize("count, at_once", [(1500, True), long(700, False), long(600, True), long(10_000, True)])
def test_ctrl_c_gives_the_prompt_after_bytes_that_nobody_reads(powered, count, at_once):
    """A modem manager, or a terminal: MicroPython's buffer holds 500."""

    def case(pico):
        pico.run_ms(POWER_UP_MS + 500)
        for number in range(1 if at_once else count // 7):
            pico.send(b"AT\r\n+OK" * (count // 7 if at_once else 1))
            pico.run_ms(7)
        pressed = pico.now_ns
        pico.send(b"\x03")
        said = pico.run_until(PROMPT, 3 * TYPED_MS)
        took_ms = (pico.now_ns - pressed) / MS
        pico.run_ms(5)
        return took_ms, said, as_mpremote(pico)

    took_ms, said, raw = powered.forked(case)
    assert took_ms < TYPED_MS and b"Traceback" not in said + raw


def test_looking_for_what_is_typed_takes_nothing_from_a_tick(powered):
    """In 1600 ticks in which nothing is typed, beside a loop that does nothing."""
    text = """
import gc, time
from glowgrid.hardware.typed import Typed
def taken(do):
    gc.collect()
    before, began = gc.mem_alloc(), time.ticks_us()
    for _ in range(1600):
        do()
    return time.ticks_diff(time.ticks_us(), began), gc.mem_alloc() - before
for do in Typed().drop, lambda: None:
    print(*taken(do))
"""

    def case(pico):
        pico.run_ms(POWER_UP_MS + 500)
        interrupt(pico)
        return pico.exec(text)

    took_us, allocated, nothing_us, nothing = map(int, powered.forked(case).split())
    assert (took_us - nothing_us) / 1600 < 25 and allocated - nothing < 64  # bytes
