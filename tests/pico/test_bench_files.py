"""Files put into the emulated Pico's flash are the device's files, and vice versa."""

import pytest

from host_sim.pico import filesystem
from host_sim.pico.bench import Pico


def test_a_tree_survives_being_built_and_read():
    files = {"main.py": "x", "glowgrid/rules/lines.mpy": bytes(range(256)) * 40, "/empty": b""}
    assert filesystem.read(filesystem.build(files)) == filesystem.tree(files)


def test_erased_flash_has_no_file_system():
    with pytest.raises(filesystem.DamagedFilesystem, match="no readable littlefs"):
        filesystem.read(b"\xff" * filesystem.SIZE)


def test_the_device_reads_the_built_files_and_its_writes_are_read_back(pico_image):
    pico = Pico(pico_image, files={"saves/old.sav": b"\x00old\xff", "gone.txt": b"x" * 5000}).boot()
    code = """
import os
print(open('/saves/old.sav', 'rb').read())
with open('/saves/new.sav', 'wb') as f: f.write(b'new' * 1000)
os.remove('/gone.txt')
"""
    assert pico.exec(code) == repr(b"\x00old\xff") + "\n"
    assert pico.files() == {"/saves/old.sav": b"\x00old\xff", "/saves/new.sav": b"new" * 1000}
    pico.power_cycle().boot()
    assert pico.exec("import os; print(os.listdir('/saves'))") == "['new.sav', 'old.sav']\n"
