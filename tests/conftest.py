"""Fixtures of the emulated Pico and of the browser; closing lines say how many of their tests, and of extras, ran."""

import gc
import os
import shutil
import signal
import time
from collections import Counter

import browser
import costs
import emulator
import extras
import flashed
import page_steps
import pytest
import shared
import unix_device
import web_serial

from host_sim.boards.files import load_board
from host_sim.console import golden
from host_sim.pico import fast

LONG_S = 0.03
MARKED = {"pico_image": "emulator", "chromium": "browser"}  # {fixture: the marker of the tests that use it}
os.environ["GLOWGRID_GAMES"] = os.devnull  # the tests have the games that everybody has
os.environ["LANGUAGE"] = "en"  # and speak English, whatever the system does


@pytest.fixture(autouse=True)
def compiled_games(monkeypatch):
    """Own games are read as on the Pico, compiled, whatever an earlier test has run; the simulator reads JSON."""
    monkeypatch.setattr("glowgrid.games.json_reader", None)


@pytest.fixture(scope="session")
def pico_image():
    """Path of the MicroPython image to boot; skips where there is none."""
    return emulator.image_or_skip()


@pytest.fixture(scope="session")
def booted_pico(pico_image):
    """A booted Pico with nothing wired to it, one for all tests of a worker: `booted_pico.forked(lambda pico: ...)`."""
    return emulator.booted(pico_image)


@pytest.fixture
def on_unix(tmp_path):
    """Return a function that makes a UnixDevice with these files; the last one ends with the test."""
    made = []

    def device(files):
        made.append(unix_device.UnixDevice(tmp_path, files))
        return made[-1]

    yield device
    for each in made:
        each.power_cut()


@pytest.fixture(scope="module")
def chromium():
    """A running Chromium; skips where there is none. It ends before the next file without one."""
    browser.skip_without_chromium()
    return browser.KEPT.chromium()


@pytest.fixture(scope="session")
def built_page(tmp_path_factory):
    """The folder of the page, with UF2 files if there is an image; or skips. A test that changes it copies it.

    It is built once until its sources change. This worker has a copy: another run may build it anew meanwhile.
    """
    folder = tmp_path_factory.mktemp("page") / "page"
    with shared.kept(tmp_path_factory, "page", flashed.AS_IMPORTED) as kept:
        browser.built_or_skip(kept, emulator.image_if_any())
        shutil.copytree(kept, folder)
    return folder


@pytest.fixture(scope="session")
def address(built_page):
    """The address of that page."""
    with browser.served(built_page) as address:
        yield address


@pytest.fixture
def bench(built_page):
    """That page with Web Serial behind it, at `bench.address`; nothing is plugged in."""
    bench = web_serial.Bench()
    with bench.serving(built_page) as bench.address:
        yield bench


@pytest.fixture
def window(chromium):
    """A window with the page's first board; the page may throw no error in it."""
    window = browser.Window(chromium, load_board(golden.BOARD))
    yield window
    window.context.close()
    assert window.errors == []


@pytest.fixture
def phone(chromium):
    """The same on a phone, which may turn: `phone.page.set_viewport_size(...)`."""
    phone = browser.Window(chromium, load_board(golden.BOARD), **page_steps.PHONE)
    yield phone
    phone.context.close()
    assert phone.errors == []


class LongCollections:
    """Keep existing objects out of later collections: the console collects at each change of screens."""

    began = 0.0

    def __call__(self, phase, info):
        if phase == "start":
            self.began = time.perf_counter()
        elif time.perf_counter() - self.began > LONG_S:
            gc.freeze()


def pytest_addoption(parser):
    parser.addoption(extras.OPTION, default="", help="run only the tests of these extras, which must be installed")
    parser.addoption("--costs", action="store_true", help="list the files that took the most CPU seconds")
    parser.addoption("--seeds", default="1", help="seeds of the tests that are random, as in 7 or 100-120")


def pytest_generate_tests(metafunc):
    """Give a test with the argument `night_seed` each seed of --seeds. `-m random` runs these tests alone."""
    if "night_seed" in metafunc.fixturenames:
        first, _, last = metafunc.config.getoption("--seeds").partition("-")
        seeds = range(int(first), int(last or first) + 1)
        metafunc.parametrize("night_seed", [pytest.param(seed, marks=pytest.mark.random) for seed in seeds])


def pytest_configure(config):
    extras.chosen(config)
    config.pluginmanager.register(costs.Costs(config))
    gc.callbacks.append(LongCollections())
    # If the runner was started with SIGINT ignored, as by `nohup ... &`, all processes of the tests would inherit that.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if not hasattr(config, "workerinput"):  # not a worker of pytest-xdist
        emulator.ask_for_image()
        for path in (each.partition("::")[0] for each in config.args):  # pytest-xdist would say nothing of it
            if not os.path.exists(path):
                raise pytest.UsageError(f"{path}: there is no such file or folder of tests")


@pytest.hookimpl(tryfirst=True)  # before `-m` chooses
def pytest_collection_modifyitems(config, items):
    """Mark tests by fixtures and samples; skip what lacks an extra, and emulator tests where nothing can be forked."""
    cases = Counter()
    for item in items:
        for fixture in MARKED.keys() & {*item.fixturenames}:
            item.add_marker(MARKED[fixture])
        sample = item.get_closest_marker("sample")
        if sample and "long" not in item.keywords:  # each n-th of those that would run by day, so the first always does
            test = item.nodeid.partition("[")[0]
            if cases[test] % sample.args[0]:
                item.add_marker(pytest.mark.long)
            cases[test] += 1
    extras.select_or_skip(config, items)
    items.sort(key=lambda item: "browser" not in item.keywords)  # together: a worker starts Chromium once
    if not hasattr(os, "fork"):
        for item in items:
            if "emulator" in item.keywords:
                item.add_marker(pytest.mark.skip(reason="the bench forks, which this system cannot"))


def pytest_runtest_setup(item):
    browser.KEPT.begin(item)


def pytest_sessionfinish():
    browser.KEPT.close()


def pytest_terminal_summary(terminalreporter):
    """Say how many tests of a kind ran, and how to run those that were skipped.

    A run that skipped them all must not look like one that passed.
    """
    slow = "" if fast.built() else "; slow ones: `python -m host_sim.pico.build` makes them twenty times as fast"
    for kind, more in (("emulator", slow), ("browser", "")):
        stats = terminalreporter.stats
        of_kind = [(way, each) for way in stats for each in stats[way] if kind in getattr(each, "keywords", {})]
        whys = [each.longrepr[-1].removeprefix("Skipped: ") for way, each in of_kind if way == "skipped"]
        ran = sum(
            way in ("passed", "failed", "xfailed", "xpassed", "error") and each.when == "call" for way, each in of_kind
        )
        most = f", most of them: {max(set(whys), key=whys.count)}" if whys else ""
        terminalreporter.write_line(f"{kind} tests: {ran} ran, {len(whys)} skipped{most}{more}")
    terminalreporter.write_line(extras.closing_line(terminalreporter.stats))
    if not terminalreporter.stats:
        config = terminalreporter.config
        named = f" -k '{config.option.keyword}'" if config.option.keyword else ""
        terminalreporter.write_line(f"no test fits: {' '.join(config.args)}{named}")
