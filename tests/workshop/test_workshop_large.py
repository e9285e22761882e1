"""What is on a device may be large: an update needs the hashes alone, and a file comes in parts."""

import json
import random

import pytest
from page_steps import CORNERS
from test_flash import NEW_FILES, OLD_FILES

from host_sim.pico.bench import Pico
from host_sim.pico.serial_port import port
from tools.compile.layout.manifest import MANIFEST, digest, parsed, with_manifest
from tools.workshop.flash import of_mip
from tools.workshop.page.page_talk import PageTalk
from tools.workshop.serial_link import SerialLink, at_once
from tools.workshop.talk.device import CHUNK

MOST = 2 * CHUNK  # of what a device says at once
STRATEGY = random.Random(45).randbytes(150_000)
LARGE = {"/games/strategies/a.txt": STRATEGY, "/games/corners.json": CORNERS.encode()}
COPIED = {"/games/strategies/b.txt": STRATEGY[:120_000], "/saves/mine": STRATEGY[:20_000]}
FILES = {**NEW_FILES, "/board.json": b'{"name":"new","mcu":"rp2040"}'}


def put(folder, files):
    for path, data in files.items():
        (folder / path[1:]).parent.mkdir(parents=True, exist_ok=True)
        (folder / path[1:]).write_bytes(data)
    return str(folder)


def test_an_update_keeps_large_files_that_were_flashed_or_copied_by_their_hashes(on_unix, tmp_path):
    device = on_unix({**with_manifest({**OLD_FILES, **LARGE}, "old"), **COPIED})
    talk, new = device.talk, put(tmp_path / "new", FILES)
    assert device.ask(talk.connect, False)["board"] == "old"
    done = device.ask(talk.update, new, device.report)
    assert "error" not in done and done["park"] == [] and device.longest < MOST
    there = device.files()
    assert {path: there[path] for path in (*LARGE, *COPIED)} == {**LARGE, **COPIED}
    known = parsed(there[MANIFEST]).files
    assert {path: known.get(path) for path in LARGE} == {path: digest(data) for path, data in LARGE.items()}
    assert not set(COPIED) & set(known) and "/games/corners.tables" in known
    assert device.ask(talk.update, new, device.report)["copy"] == []


def test_a_large_file_is_read_in_parts_with_its_progress(on_unix, tmp_path):
    device = on_unix({**LARGE, "/odd": STRATEGY[: 2 * CHUNK], "/empty": b""})
    device.ask(device.talk.connect, False)
    paths = [*LARGE, "/odd", "/none", "/empty"]
    done = device.ask(device.talk.fetch, json.dumps(paths), str(tmp_path), device.report)
    assert done == {"files": [path for path in paths if path != "/none"]} and device.longest < MOST
    assert device.reports[:2] == [{"total": 150_000 + len(CORNERS) + 2 * CHUNK}, {"step": "/games/strategies/a.txt"}]
    assert sum(each.get("copied", 0) for each in device.reports) == device.reports[0]["total"]
    assert [(tmp_path / path[1:]).read_bytes() for path in done["files"]] == [
        *LARGE.values(),
        STRATEGY[: 2 * CHUNK],
        b"",
    ]


@pytest.mark.long
def test_a_pico_with_large_files_is_updated_and_gives_them_back(pico_image, tmp_path):
    pico = Pico(pico_image, files={**with_manifest({**OLD_FILES, **LARGE}, "old"), **COPIED}, first=True)
    new = put(tmp_path / "new", FILES)
    with port(pico) as path:
        talk = PageTalk(SerialLink(path), of_mip())
        fetching = talk.fetch(json.dumps([*LARGE]), str(tmp_path), json.loads)
        for visit in talk.connect(False), talk.update(new, json.loads), fetching, talk.leave():
            assert "error" not in json.loads(at_once(visit))
    assert (tmp_path / "games/strategies/a.txt").read_bytes() == STRATEGY
    there = pico.files()
    assert {path: there[path] for path in (*LARGE, *COPIED)} == {**LARGE, **COPIED}
    assert set(LARGE) < set(parsed(there[MANIFEST]).files)
