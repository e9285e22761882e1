"""A power cut at every flash operation of a save: afterwards the match is as before or after the move."""

import pytest
from flashed import flashed

from glowgrid.console.storage import Storage
from host_sim.console.golden import BOARD
from host_sim.pico import filesystem
from host_sim.pico.bench import Pico
from host_sim.pico.flash_model import replay

SETUP = """
from glowgrid.console.storage import Storage
storage = Storage('/saves')
def save(moves):
    record = {'game': 'mnk', 'size': [15, 16, 5], 'seats': [0, 5], 'seed': 1, 'moves': moves}
    assert storage.save('match', record)
"""
LONG = list(range(240))
# The moves of a match from save to save: the first move, a move, an undo, and matches so long that their file no longer
# fits into its directory entry (littlefs keeps small files there) but takes a sector of its own, which is erased first.
STEPS = [[4], [4, 0], [4, 0, 8], [4, 0], LONG[:238], LONG[:239]]


def console_files():
    return {path: data for path, data in flashed(BOARD).items() if path != "/main.py"}


def moves_on(flash, folder):
    """Return the moves of the match that Storage finds on this flash, or None; a damaged save would be set aside."""
    for name, data in filesystem.read(flash).items():
        if name.strip("/").startswith("saves/"):
            (folder / name.strip("/").split("/")[-1]).write_bytes(data)
    storage = Storage(str(folder))
    record = storage.load("match")
    assert storage.faults == []
    for path in folder.iterdir():
        path.unlink()
    return record and record["moves"]


@pytest.fixture(scope="module")
def saves(pico_image):
    """The emulated Pico's flash operations: (flash before, operations, flash after) of each step."""
    pico = Pico(image=pico_image, files=console_files())
    pico.boot()
    pico.exec(SETUP)
    done = []
    for moves in STEPS:
        flash, first = bytes(pico.flash), len(pico.flash_model.operations)
        pico.exec(f"save({moves!r})")
        done.append((flash, pico.flash_model.operations[first:], bytes(pico.flash)))
    return pico, done


@pytest.mark.parametrize("step", range(len(STEPS)))
def test_every_cut_leaves_the_match_as_before_or_after(saves, tmp_path, step):
    flash, operations, final = saves[1][step]
    old, new = STEPS[step - 1] if step else None, STEPS[step]
    assert moves_on(flash, tmp_path) == old
    assert moves_on(final, tmp_path) == new
    assert len(operations) >= 3  # new file, its data, the rename
    found = []
    for number in range(len(operations)):
        for way in ("before", "torn", "after"):
            found.append(moves_on(replay(flash, operations, number, way), tmp_path))
            assert found[-1] in (old, new), (number, way, found[-1])
    assert old in found and new in found
    assert found == sorted(found, key=lambda moves: moves == new)  # once it exists, it stays


def test_the_device_itself_reads_the_remains_of_a_torn_write(saves):
    pico, done = saves
    flash, operations, _ = done[-1]

    def restart(machine):
        machine.flash = replay(flash, operations, len(operations) // 2, "torn")
        machine.power_cycle().boot()
        machine.exec(SETUP)
        return machine.exec("print(storage.load('match')['moves'], storage.faults)")

    assert pico.forked(restart).strip() in (f"{LONG[:238]} []", f"{LONG[:239]} []")
