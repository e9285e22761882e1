"""The console on an emulated Pico and its twin in the simulator: the same taps must bring both to the same match.

Between taps both have time to come to rest, so that it does not matter which tick sees a press. The twin's saves are in
`folder`; the Pico starts with what is there at the beginning.
"""

from collections.abc import Callable
from pathlib import Path

from glowgrid import record
from glowgrid.console.app import TICK_MS
from glowgrid.console.storage import MATCH, SETTINGS, Storage
from host_sim.console.session import Session
from host_sim.pico.bench import Pico
from host_sim.pico.hardware import Hardware
from tools.pico.play_on_pico import flashed_files

DOWN_MS = 80
UP_MS = 250  # a save may take 125 ms, and keys are not read meanwhile
BOOT_MS = 1200  # to the first screen that waits for a person
SAVES = "/saves/"


class Twin:
    """`pico`, `hardware` and `session`; see above. change: maps the device's files, {path: bytes}."""

    def __init__(self, board, folder, image=None, change: Callable = dict):
        self.board = board
        self.folder = Path(folder)
        self.hardware = Hardware(board)
        if not (self.folder / SETTINGS).is_file():  # not a first start
            Storage(str(self.folder)).save(SETTINGS, {})
        files = flashed_files(board)
        files.update((SAVES + name, data) for name, data in saves_in(self.folder).items())
        self.pico = Pico(image, files=change(files), parts=self.hardware.parts)
        self.session = Session(board, self.folder)

    def boot(self):
        """Run until the first screen that waits for a person."""
        self.pico.boot()
        self.run(BOOT_MS)

    def run(self, ms):
        """Let this much time pass for both."""
        self.pico.run_ms(ms)
        for _ in range(ms // TICK_MS):
            self.session.tick()

    def tap(self, *keys, down_ms=DOWN_MS):
        """Press keys one by one, on both."""
        for key in keys:
            self.hardware.press(key)
            self.session.keys.levels[key] = 1
            self.run(down_ms)
            self.hardware.release(key)
            self.session.keys.levels[key] = 0
            self.run(UP_MS)

    def saved(self, name=MATCH):
        """Return what the Pico has saved, or None."""
        return _unpacked(self.pico.files().get(SAVES + name))

    def expected(self, name=MATCH):
        """Return what the twin has saved, or None."""
        path = self.folder / name
        return _unpacked(path.read_bytes() if path.is_file() else None)

    def adopt(self):
        """After a power cut, switch the twin on too, with the Pico's saves."""
        for name in saves_in(self.folder):
            (self.folder / name).unlink()
        on_pico = {path[len(SAVES) :]: data for path, data in self.pico.files().items() if path.startswith(SAVES)}
        for name, data in on_pico.items():
            path = self.folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        self.session = Session(self.board, self.folder)


def saves_in(folder):
    """Return {name: bytes} of the saves in a folder; names may be like "games/17"."""
    paths = [path for path in Path(folder).rglob("*") if path.is_file()]
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


def _unpacked(body):
    """Return the content of a save; None if there is none or it is damaged."""
    try:
        return record.unpack(body) if body else None
    except ValueError:
        return None
