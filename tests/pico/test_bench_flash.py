"""The flash takes its time, every operation is logged, and the power can fail in any of them."""

import pytest
from rp2040py.peripherals.ssi import CMD_PAGE_PROGRAM, CMD_SECTOR_ERASE

from host_sim.pico import filesystem
from host_sim.pico.bench import Pico, PowerCut
from host_sim.pico.flash_model import replay

OLD, NEW = b"old" * 300, b"new" * 300
SAVE = """
import os
with open('/x.new', 'wb') as f: f.write(b'new' * 300)
os.rename('/x.new', '/x')
"""


@pytest.fixture(scope="module")
def saver(pico_image):
    """A booted Pico with an old save in /x."""
    pico = Pico(pico_image, files={"x": OLD}).boot()
    pico.exec("open('/y', 'w').close()")  # the first write after flashing also upgrades the file system
    return pico


@pytest.fixture(scope="module")
def save(saver):
    """(flash before, the operations of one save, its duration in ns)."""

    def case(pico):
        before, done, began = pico.flash, len(pico.flash_model.operations), pico.now_ns
        pico.exec(SAVE)
        assert pico.files()["/x"] == NEW
        return before, pico.flash_model.operations[done:], pico.now_ns - began, pico.flash

    return saver.forked(case)


def test_operations_are_logged_and_take_their_time(save):
    before, operations, took_ns, after = save
    erases = [o for o in operations if o.opcode == CMD_SECTOR_ERASE]
    programs = [o for o in operations if o.opcode == CMD_PAGE_PROGRAM]
    assert erases and programs and len(erases) + len(programs) == len(operations)
    assert all(filesystem.OFFSET <= o.address < filesystem.OFFSET + filesystem.SIZE for o in operations)
    assert all(o.address % 4096 == 0 for o in erases)
    busy_ns = len(erases) * 45_000_000 + len(programs) * 400_000
    assert busy_ns < took_ns < busy_ns + 60_000_000
    for this, following in zip(operations, operations[1:]):
        assert following.start_ns - this.start_ns >= (45_000_000 if this in erases else 400_000)
    assert replay(before, operations, len(operations) - 1, "after") == after


@pytest.mark.parametrize("way", ["before", "torn", "after"])
def test_a_save_by_rename_survives_a_cut_at_every_operation(save, way):
    """By replay: whenever the power fails, the save is the old or the new one, whole."""
    before, operations, _, _ = save
    seen = [filesystem.read(replay(before, operations, n, way))["/x"] for n in range(len(operations))]
    assert set(seen) == {OLD, NEW} if way == "after" else set(seen) <= {OLD, NEW}
    assert seen == sorted(seen, key=[OLD, NEW].index)  # once new, it stays new


@pytest.mark.parametrize("way", ["before", "torn", "after"])
def test_a_cut_on_the_device_matches_replay_and_it_boots_again(saver, save, way):
    before, operations, _, _ = save
    number = len(operations) // 2

    def case(pico):
        pico.flash_model.cut_at(len(pico.flash_model.operations) + number, way)
        with pytest.raises(PowerCut, match=f"power cut {way} flash operation"):
            pico.exec(SAVE)
        with pytest.raises(PowerCut, match="power_cycle"):
            pico.run_ms(1)
        flash = pico.flash
        pico.power_cycle().boot()
        return flash, pico.exec("print(open('/x').read()[:3])")

    flash, text = saver.forked(case)
    if way != "torn":  # the random tear depends on the operation's number since power-up
        assert flash == replay(before, operations, number, way)
    assert text in ("old\n", "new\n")


def test_switching_off_in_the_middle_of_an_erase_tears_it(saver):
    """Two thirds of the way, about two thirds of a sector of zeros have become ones."""
    block = 300

    def case(pico):
        pico.exec(f"import rp2; flash = rp2.Flash(); flash.writeblocks({block}, bytes(4096))")
        done = len(pico.flash_model.operations)
        pico.start(f"flash.writeblocks({block}, bytes(4096))")
        pico.run_until(lambda: len(pico.flash_model.operations) > done)
        erase = pico.flash_model.operations[done]
        assert erase.opcode == CMD_SECTOR_ERASE and erase.address == filesystem.OFFSET + block * 4096
        pico.run_ms(30 - (pico.now_ns - erase.start_ns) / 1e6)
        pico.power_cycle()
        return pico.flash[erase.address :][:4096]

    ones = bin(int.from_bytes(saver.forked(case), "big")).count("1")
    assert ones == pytest.approx(4096 * 8 * 2 / 3, rel=0.02)
