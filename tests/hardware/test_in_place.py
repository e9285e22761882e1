"""Kernels that run where they lie in the flash, on the emulated Pico: the same answers as in memory, and less of it."""

import pytest
from emulator import image_or_skip
from flashed import flashed, without_main

from glowgrid import CODE_BEGIN
from host_sim.boards.files import load_board
from host_sim.console.golden import BOARD
from host_sim.pico import image
from host_sim.pico.bench import Pico
from host_sim.pico.hardware import Hardware
from tools.compile.bundle import bundled
from tools.compile.layout.bundle import code_end, unbundled
from tools.compile.layout.dark import DAMAGED, RED
from tools.compile.layout.places import MODULES
from tools.pico.play_on_pico import CONSOLE, at_the_prompt

OLDER_AND_NEWER = [pytest.param(version, marks=pytest.mark.long) for version in image.ALSO_WORK]
# Write the bundle once more, with a small file between any two of its first blocks, so that these lie apart.
SCATTER = f"""
import os
data = open({MODULES!r}, "rb")
block, number = bytearray(4096), 0
with open("/again", "wb") as file:
    while size := data.readinto(block):
        file.write(memoryview(block)[:size])
        if number < 16:
            file.flush()
            with open("/between%d" % number, "wb") as between:
                between.write(block)
        number += 1
data.close()
os.rename("/again", {MODULES!r})
"""
# What a search of hundreds of nodes finds, and the memory that its modules take.
SEARCH = """
import gc, glowgrid
from glowgrid.games import tic_tac_toe, hex
gc.collect()
before = gc.mem_free()
from glowgrid.search import Limits, engine_for
for game, size in (tic_tac_toe.GAME, ()), (hex.GAME, (4,)):
    position = game.setup(size)
    position.play(1)
    engine = engine_for(position)
    engine.start(position, Limits(200000))
    while not engine.done:
        engine.step(20000)
    print(engine.verdict.best, engine.verdict.score, engine.verdict.proven)
    engine = None
gc.collect()
print(glowgrid.code > 0, before - gc.mem_free())
"""


def flash(version=None):
    """Return a booted Pico with the firmware, and no main.py, so that its prompt answers."""
    return Pico(image_or_skip(version), files=without_main(BOARD)).boot()


@pytest.mark.emulator
@pytest.mark.parametrize("version", [None, *OLDER_AND_NEWER])
def test_kernels_in_the_flash_answer_like_copies_in_memory(version):
    pico = flash(version)
    *in_place, found = pico.forked(lambda pico: pico.exec(SEARCH)).splitlines()
    pico.exec(SCATTER)
    pico.power_cycle().boot()
    *in_memory, scattered = pico.exec(SEARCH).splitlines()
    assert in_place == in_memory and len(in_place) == 2
    assert found.startswith("True") and scattered.startswith("False")
    taken, copied = (int(line.split()[1]) for line in (found, scattered))
    assert copied - taken > 20_000


# A match of Hex 5 against the engine. It thinks in ticks; after each of the first ones, the match is saved.
THINKING = f"""{CONSOLE}
from glowgrid.console.screen import SELECT
app = App(keys, lights, Storage('/saves'), about, driver=board.driver)
now = 0

def tick():
    global now
    app.tick(now)
    now += 10

while app.screen.NAME != 'menu':
    tick()
game = [game for game in app.games if game.name == 'hex'][0]
app.start_match(game, (5,), [0, 5], now)
while app.screen.NAME != 'play':
    tick()
match = app.match
app.screen.press(0, SELECT, now)  # a stone in the middle
"""
SAVING = """
saved = thought = 0
while match.position.plies < 2:
    tick()
    thought += app.screen.thinking
    if app.screen.thinking and saved < %d:
        saved += 1
        app.saving.match_changed(now)
        app.saving.finish(match)
import glowgrid
print(match.position.history[1], saved, thought, glowgrid.code)
"""
SAVES = 25


class Sampler:
    """Part for `Pico(parts=[...])`: notes where the program is, every tenth of a millisecond."""

    EACH_NS = 100_000

    def attach(self, pico):
        self.found = []  # (ns since power-up, address)
        self._pico = pico
        self._alarm = pico.clock.create_alarm(self._note)
        self._alarm.schedule(self.EACH_NS)

    def _note(self):
        self.found.append((self._pico.now_ns, self._pico.mcu.core.pc))
        self._alarm.schedule(self.EACH_NS)


@pytest.mark.long
def test_a_save_after_each_tick_of_a_search_changes_no_move_and_no_code_runs_in_the_flash_meanwhile(pico_image):
    board, sampler = load_board(BOARD), Sampler()
    files = flashed(BOARD)
    size = code_end(files[MODULES])
    pico = at_the_prompt(board, pico_image)
    sampler.attach(pico)
    pico.exec(THINKING)
    move, _, thought, _ = map(int, pico.forked(lambda pico: pico.exec(SAVING % 0)).split())
    began = pico.now_ns
    again, saved, thought_again, code = map(int, pico.exec(SAVING % SAVES).split())
    assert saved == SAVES and (move, thought) == (again, thought_again)
    operations = [each for each in pico.flash_model.operations if each.start_ns > began]
    assert len(operations) > SAVES
    stalls = [(each.start_ns, each.start_ns + pico.flash_model.times[each.opcode]) for each in operations]
    seen = [(ns, place) for ns, place in sampler.found if ns > began]
    during = [place for ns, place in seen if any(start <= ns <= end for start, end in stalls)]
    assert len(during) > SAVES and not [place for place in during if 0x10000000 <= place < 0x20000000]
    assert [place for _, place in seen if code <= place < code + size]


def test_another_layout_of_functions_is_a_line_and_a_sign(pico_image):
    """Then no code can become a kernel, not even a copy. Here the code in the flash differs from that in memory."""
    files = flashed(BOARD)
    bundle = files[MODULES]
    code = bytes([bundle[CODE_BEGIN] ^ 1]) + bundle[CODE_BEGIN + 1 : code_end(bundle)]
    files = bundled(unbundled(files), code)
    hardware = Hardware(load_board(BOARD))
    said = Pico(pico_image, files=files, parts=hardware.parts).boot().run_until(b">>> ", 1000)
    line = b"glowgrid: this MicroPython is too new for code in the flash: run `glowgrid flash --viper`\r\n"
    assert said.startswith(line)
    assert hardware.frames()[-1].rgb.startswith(bytes((RED, 0, 0)) * DAMAGED + bytes(3))
