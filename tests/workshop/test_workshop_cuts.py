"""The page's talk, cut at any byte: a line says so, and the next visit leaves what an uncut one does."""

import functools
import json
import random

import pytest
from support.cable import Cable
from test_flash import MINE
from test_workshop import FILES, MADE, OWN, WAS

from host_sim.cli.errors import ToolError
from host_sim.pico.bench import Pico
from host_sim.pico.serial_port import port
from tools.compile.layout.manifest import with_manifest
from tools.workshop.flash import of_mip
from tools.workshop.page.page_talk import PageTalk
from tools.workshop.serial_link import at_once
from tools.workshop.talk.device import PART, Device
from tools.workshop.talk.update import update

pytestmark = pytest.mark.long
KEPT = {path: WAS[path] for path in (*MINE, *OWN, "/saves/games/7", "/select.py")}
LARGE = random.Random(45).randbytes(PART + 900)
NEW = {**FILES, "/glowgrid/large.bin": LARGE}
FLASHED = with_manifest({**NEW, **OWN, **MADE}, "new")
WANTED = {**KEPT, **FLASHED}


def visited(path, folder, limit=float("inf")):
    """Connect, update and leave as the page does; return (the last answer, how many bytes passed)."""
    for place, data in NEW.items():
        (folder / place[1:]).parent.mkdir(parents=True, exist_ok=True)
        (folder / place[1:]).write_bytes(data)
    cable = Cable(path, limit)
    talk, answer = PageTalk(cable.link, of_mip()), {}
    for visit in talk.connect, functools.partial(talk.update, str(folder), json.loads), talk.leave:
        answer = answer if "error" in answer else json.loads(at_once(visit()))
    return answer, cable.passed


@pytest.fixture(scope="module")
def whole(pico_image, tmp_path_factory):
    """How many bytes an uncut visit takes."""
    pico = Pico(pico_image, files=WAS, first=True)
    with port(pico) as path:
        answer, passed = visited(path, tmp_path_factory.mktemp("uncut"))
    assert answer == {} and pico.files() == WANTED
    return passed


def cut_and_finished(pico_image, folder, at, stays_on):
    """Cut a visit after so many bytes, then visit again. stays_on: the Pico has power, with half a command typed."""
    pico = Pico(pico_image, files=WAS, first=True)
    with port(pico) as path:
        answer, passed = visited(path, folder, at)
        assert passed == at
        (line,) = answer["error"]
        assert line.startswith("Lost the board on ") and "it goes on where it stopped" in line and "\n" not in line
        assert KEPT.items() <= pico.files().items()
        if stays_on:
            answer, _ = visited(path, folder)
    if not stays_on:
        pico.power_cycle()
        with port(pico) as path:
            answer, _ = visited(path, folder)
    assert answer == {} and pico.files() == WANTED


@pytest.mark.parametrize("at, stays_on", [(0.2, True), (0.6, False), (0.97, True)])
def test_a_cut_is_a_line_and_the_next_visit_finishes(pico_image, whole, tmp_path, at, stays_on):
    cut_and_finished(pico_image, tmp_path, int(at * whole), stays_on)


@pytest.mark.parametrize("number", range(40))
def test_cuts_at_more_bytes(pico_image, whole, tmp_path, number, night_seed):
    chance = random.Random(f"{night_seed} {number}")
    cut_and_finished(pico_image, tmp_path, chance.randrange(1, whole), chance.random() < 0.5)


@pytest.mark.parametrize("page_first", [True, False])
def test_page_and_command_line_finish_what_the_other_began(pico_image, whole, tmp_path, page_first):
    """Both are cut while they copy."""
    pico = Pico(pico_image, files=WAS, first=True)

    def by_command_line(path, limit=float("inf")):
        async def talk():
            async with Device(Cable(path, limit).link) as device:
                await update(device, FLASHED, "rp2040", of_mip())

        at_once(talk())

    def by_page(path, limit=float("inf")):
        answer, _ = visited(path, tmp_path, limit)
        if answer:
            raise ToolError(*answer["error"])

    begins, ends = (by_page, by_command_line) if page_first else (by_command_line, by_page)
    with port(pico) as path:
        with pytest.raises(ToolError, match="^[Ll]ost the board"):
            begins(path, whole * 7 // 10)
        assert [place for place in pico.files() if place.endswith(".new") and place not in MINE]
        ends(path)
    assert pico.files() == WANTED
