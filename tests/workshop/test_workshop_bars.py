"""The workshop in Chromium, at its hardest: what 0.2.0 has flashed, with a watchdog of a second."""

import pytest
from browser import LIMIT_MS
from compiled import tables_of
from flashed import flashed
from page_steps import CORNERS
from release import flashed_by_0_2_0
from test_workshop_page import Workshop, connect

from host_sim.boards import DEFAULT_BOARD
from host_sim.boards.files import load_board
from host_sim.pico.bench import Pico
from host_sim.pico.hardware import Hardware
from host_sim.pico.serial_port import port
from tools.compile.layout.manifest import MANIFEST

WHOLE_MS = 4 * LIMIT_MS  # to copy everything, some minutes on a busy machine
BOOTS = b"from machine import WDT\nWDT(timeout=1000)\n"
MINE = {"/boot.py": BOOTS, "/notes.txt": b"my own", "/crash.txt": b"a crash"}


@pytest.mark.long
@pytest.mark.timeout(1500)
def test_an_update_of_0_2_0_under_a_watchdog_of_a_second_keeps_saves_and_games(chromium, bench, pico_image):
    was = {**flashed_by_0_2_0(CORNERS), **MINE}
    pico = Pico(pico_image, was, Hardware(load_board(DEFAULT_BOARD)).parts, first=True)
    workshop = Workshop(chromium, bench)
    workshop.go("Update")
    with port(pico) as path:
        bench.plug(path)
        connect(workshop)
        assert f"Glowgrid 0.2.0, for {DEFAULT_BOARD}" in workshop.page.locator("#found").inner_text()
        workshop.press("Update")
        workshop.page.locator("#says.wrong, #says:has-text('copied')").first.wait_for(timeout=WHOLE_MS)
        said = workshop.wait_for("on the lights")
    workshop.context.close()
    there = pico.files()
    wanted = {path: data for path, data in flashed(DEFAULT_BOARD).items() if path != MANIFEST}
    wanted |= {path: data for path, data in was.items() if path in MINE or path.startswith(("/saves", "/games"))}
    wanted["/games/corners.tables"] = tables_of(CORNERS)
    of_the_console = MANIFEST, "/saves/settings", "/saves/tried"  # written as it starts
    assert "sign" not in said and workshop.faults == []
    assert [path for path in wanted if path not in of_the_console and there.get(path) != wanted[path]] == []
    assert set(there) <= {*wanted, *of_the_console}
