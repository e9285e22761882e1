"""`glowgrid web` starts: without Node.js, in an empty home, after an interruption at any step; no link is dead."""

import os
import random
import shutil
import signal
import sys

import pytest
import web_start
from web_start import STEP, Home, crawled

from host_sim.pico.image import UF2_MAGIC
from tools.web import build, claimed, front, npm
from tools.web.build import STEPS

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals of Unix")
SIGNALS = signal.SIGINT, signal.SIGTERM, signal.SIGKILL
FAILED = f"error: {npm.FAILED}"


@pytest.fixture(scope="module")
def command(tmp_path_factory):
    """How `glowgrid` is run where a wheel has installed it, with the extra `web`."""
    folder = web_start.installed(tmp_path_factory.mktemp("wheel"))
    code = f"import sys; sys.path.insert(0, {str(folder)!r}); from glowgrid_app.__main__ import main; main()"
    return [sys.executable, "-c", code]


@pytest.fixture(scope="module")
def first_start(command, tmp_path_factory, built_page, pico_image):  # built_page: the firmware is compiled
    """(home, its first start, its address) where there is no Node.js; with an image."""
    folder = tmp_path_factory.mktemp("first")
    path = web_start.programs_without_node(folder / "bin")
    assert shutil.which("node", path=path) is shutil.which("npm", path=path) is None
    home = Home(folder / "home", command, PATH=path, GLOWGRID_UF2=str(pico_image))
    with home.starting() as start:
        try:
            address = start.address()
        except AssertionError:
            if start.said[-1].startswith(FAILED):  # as where npm reaches nothing
                pytest.skip(start.said[-1])
            raise
        yield home, start, address


def test_it_starts_without_node_and_says_how_far_it_is(first_start):
    home, start, address = first_start
    steps = [STEP.fullmatch(line) for line in start.said[:-1]]
    assert all(steps), start.said
    assert [(int(step[1]), int(step[2])) for step in steps] == [(n, STEPS) for n in range(1, STEPS + 1)]
    assert b"Glowgrid" in web_start.fetched(address) and home.leftovers() == []


def test_no_link_of_it_is_dead(first_start):
    seen, dead = crawled(first_start[2], "workshop.html")
    assert dead == []
    uf2s = {name: text for name, text in seen.items() if name.endswith(".uf2")}
    assert {name.rpartition("/")[2] for name in uf2s} == {f"{name}.uf2" for name in front.boards()}
    assert len(uf2s) == 13 and all(data.startswith(UF2_MAGIC) for data in uf2s.values())
    assert len(seen) > 60


def test_a_fresh_profile_sees_the_page_and_each_link_of_it_leads_somewhere(first_start, window):
    """The links of the scripts, too: the file of the board that is on, in the page and in the workshop."""
    address = first_start[2]
    window.open(address)
    window.page.locator("#uf2:not([hidden])").wait_for(state="attached")
    links = window.page.evaluate("[...document.links].map(({ href }) => href)")
    window.page.goto(f"{address}workshop.html")
    for radio in window.page.locator("#boards input").all():
        radio.check(force=True)
        name = radio.get_attribute("value")
        window.page.wait_for_function(
            "name => document.getElementById('download').href.endsWith(name)", arg=f"{name}.uf2"
        )
        assert window.page.evaluate("document.getElementById('by-image').hidden")
        links.append(window.page.evaluate("document.getElementById('download').href"))
    ours = {link.partition("#")[0] for link in links if link.startswith(address)}
    assert {f"{address}{each}" for name in front.boards() for each in (f"{name}.uf2", f"guides/{name}.html")} < ours
    assert [link for link in ours if web_start.fetched(link) is None] == []
    assert window.errors == []


def test_a_page_that_was_built_once_is_not_built_again(first_start):
    home, _, _ = first_start
    before = (home.page / build.DONE).stat().st_mtime_ns
    with home.starting() as start:
        assert b"Glowgrid" in web_start.fetched(start.address())
        assert len(start.said) == 1
    assert (home.page / build.DONE).stat().st_mtime_ns == before


MOMENTS = random.Random(63).sample([(step, by) for step in range(1, STEPS + 1) for by in SIGNALS], 10)


@pytest.mark.sample(len(MOMENTS))
@pytest.mark.parametrize("step, by", sorted(MOMENTS), ids=lambda each: getattr(each, "name", each))
def test_it_starts_after_an_interruption(tmp_path, command, built_page, step, by):
    """Without an image: its links are not there, and one line says why."""
    home = Home(tmp_path / "home", command, **web_start.without_image())
    with home.starting() as start:
        start.until_step(step)
        assert start.end(by) != 0
    assert not build.is_built(home.page)
    with home.starting() as start:
        address = start.address()
        (why,) = [line for line in start.said if line.startswith("No UF2 files on the page: ")]
        assert "GLOWGRID_UF2" in why
        seen, dead = crawled(address, "workshop.html")
        assert dead == [] and not [name for name in seen if name.endswith(".uf2")]
        assert b"This page has no UF2 files, because" in seen[address]
    assert home.leftovers() == []


# {what is in the folder: whether it is built anew}; each is what 0.2 leaves if it is cut off, or another's
FOLDERS = {
    "nothing": ({}, True),
    "cut off after the UF2 files": ({f"{front.boards()[0]}.uf2": b""}, True),
    "cut off before the index": ({build.LICENCES: None, "micropython.mjs": b"", "device/boards.json": b"{}"}, True),
    "cut off at the end": ({build.LICENCES: None, build.INDEX: b"", "lessons/x.html": b"", "guides/x.html": b""}, True),
    "cut off while it is moved": ({claimed.MARK: b"", "page-1.js": b"", "making_x/index.html": b""}, True),
    "a person's page": ({build.INDEX: b"mine"}, False),
    "a person's files": ({"letter.txt": b"mine", "licences.txt": b"mine"}, False),
    "a file": (None, False),
}


@pytest.mark.parametrize("what", FOLDERS)
def test_a_folder_is_filled_only_if_it_is_ours(tmp_path, what):
    files, ours = FOLDERS[what]
    folder = tmp_path / "page"
    if files is None:
        folder.write_bytes(b"mine")
    for name, data in (files or {}).items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(build.licences().encode() if data is None else data)

    def run(steps):
        raise KeyboardInterrupt(next(steps))

    with pytest.raises(KeyboardInterrupt if ours else build.ToolError) as caught:
        build.build(folder, run=run)
    if ours:
        assert "npm" in str(caught.value) and not [*folder.glob("making_*")]
    else:
        assert f"{folder} holds other files; give a folder that is new or empty" == str(caught.value)
        assert {path.name for path in folder.iterdir()} == {*files} if files else folder.read_bytes() == b"mine"
