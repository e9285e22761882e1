"""The pictures of boards/WORKSHOP.md: the workshop in Chromium, with the emulated Pico behind its port.

PYTHONPATH=tests python -m tests.support.workshop_pictures     after `python -m tools page`; about two minutes
"""

import io

import host_sim  # noqa: F401  (makes `glowgrid` importable)

# isort: split
from flashed import flashed
from PIL import Image
from web_serial import Bench

from glowgrid import record
from host_sim.boards import DEFAULT_BOARD
from host_sim.boards.files import load_board
from host_sim.pico.bench import MS, Pico
from host_sim.pico.hardware import Hardware
from host_sim.pico.serial_port import port
from tools.paths import BUILD, ROOT
from tools.web import chromium

FOLDER = ROOT / "host_sim" / "pictures"
WIDTH = 800
HEX = {"game": "hex", "size": [5], "seats": [0, 3], "seed": 1, "moves": [12, 8, 16, 7], "coach": True}
KEYS = 0, 1, 2, 5, 6, 10
SELECT = 5
PRESS_MS = 100
LONG_MS = 120_000
SEEN_MS = 3000  # after a press: an emulated second takes longer than a second


def main():
    hardware = Hardware(load_board(DEFAULT_BOARD))
    pico = Pico(None, {**flashed(DEFAULT_BOARD), "/saves/match": record.pack(HEX)}, hardware.parts)
    bench = Bench()

    def tap(key):
        now = round(pico.now_ns)
        hardware.at(now + MS, "press", key)
        hardware.at(now + PRESS_MS * MS, "release", key)
        page.wait_for_timeout(SEEN_MS)

    with bench.serving(BUILD / "web") as address, port(pico) as path, chromium.running() as browser:
        bench.plug(path)
        page = browser.new_context(viewport={"width": 1280, "height": 760}, color_scheme="light").new_page()
        page.set_default_timeout(LONG_MS)
        page.add_init_script(bench.stub)
        page.goto(address + "workshop.html")
        keep(page, "choose")
        page.click("nav a[href='#selftest']")
        page.click("#test-connect")
        page.click("#test-run")
        page.locator("#test-lines li", has_text="press every key").wait_for()
        for key in KEYS:
            tap(key)
        keep(page, "selftest")
        page.click("#test-stop")
        page.locator("#says p", has_text="on the lights").wait_for()
        page.click("#test-leave")
        page.click("nav a[href='#mirror']")
        page.click("#mirror-start")
        page.frame_locator("#follower").locator(".field-turn", has_text="is to move").wait_for()
        tap(SELECT)
        page.wait_for_timeout(4 * SEEN_MS)
        keep(page, "mirror")


def keep(page, name):
    shown = Image.open(io.BytesIO(page.screenshot()))
    shown = shown.resize((WIDTH, shown.height * WIDTH // shown.width)).quantize(128)
    shown.save(FOLDER / f"workshop_{name}.png", optimize=True)


if __name__ == "__main__":
    main()
