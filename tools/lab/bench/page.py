"""The page in Chromium: how soon it shows a frame, whether it keeps up with real time, what goes over the wire.

Medians of some runs, each in its own browser profile. To simulate a slower processor, the processes that run
the page are stopped most of the time.
"""

import contextlib
import gzip
import os
import signal
import statistics
import tempfile
import threading
import time
from pathlib import Path
from urllib.parse import urlsplit

from host_sim.cli.errors import ToolError

from ... import output
from ...web import build, chromium
from ...web.serving import served

LIMIT_MS = 120_000
THINKING = "#board=pico_ws2812_16x16_keys_4x4&hex=11&moves=f6,e5&seats=8,0"  # level 8 is to move
THINKING_MS = 8000  # how long it is watched
THROTTLED = 6
RUNS = 5
RUNS_S = 0.005  # of a processor that is slowed, before it is stopped
LATE_MS = 200  # behind by more than this the console gives up, and real time is lost (worker.js)
BARS = {
    "first frame, s": 1.0,
    "first frame from the offline cache, s": 0.5,
    "late at most, level 8 on Hex 11, s": LATE_MS / 1000,
    f"late at most, processor {THROTTLED} times slower, s": LATE_MS / 1000,
    "over the wire, gzip, MB": 1.2,
}
KEEP_STATUS = """
window.statuses = [];
window.Worker = class extends Worker {
  constructor(...words) {
    super(...words);
    this.addEventListener("message", ({ data }) => data.status && statuses.push(data.status));
  }
};
"""
FRAME = "() => performance.getEntriesByName('first frame')[0]?.startTime"


def command():
    """Measure the page in Chromium: first frame, real time, bytes over the wire."""
    console = output.console()
    with tempfile.TemporaryDirectory() as folder, console.status("Building the page"):
        build.build(Path(folder) / "page")
        figures = measure(Path(folder) / "page")
    for name, figure in figures.items():
        console.print(f"{name:<45} {figure:6.2f}   bar {BARS[name]:.1f}{'' if figure <= BARS[name] else '   missed'}")


def measure(folder):
    """Return {name: median} of what BARS names, for a page that was built into a folder."""
    kept = {name: [] for name in BARS}
    first, offline, late, slowed, wire = BARS
    for _ in range(RUNS):
        with served(folder) as address, chromium.running() as browser:
            page = browser.new_page()
            page.add_init_script(KEEP_STATUS)
            asked = []
            page.context.on("request", lambda request, asked=asked: asked.append(request.url))
            kept[first].append(_first_frame(page, address))
            page.wait_for_function("() => navigator.serviceWorker.controller", timeout=LIMIT_MS)
            kept[wire].append(_compressed(folder, address, asked))
            kept[offline].append(_first_frame(page, address))
            kept[late].append(_late(page, address))
            kept[slowed].append(_late(page, address, _slower(browser, THROTTLED)))
    return {name: statistics.median(figures) for name, figures in kept.items()}


def _first_frame(page, address):
    """Return after how many seconds a page that is opened shows its first frame."""
    page.goto("about:blank")
    page.goto(address)
    return page.wait_for_function(FRAME, timeout=LIMIT_MS).json_value() / 1000


def _late(page, address, handicap=None):
    """Return how far behind real time the console is while the engine thinks, at most; what it gave up included."""
    page.goto("about:blank")
    page.goto(address + THINKING)
    page.wait_for_function("() => !document.querySelector('#now').disabled", timeout=LIMIT_MS)
    with handicap or contextlib.nullcontext():
        page.evaluate("() => (statuses.length = 0)")
        page.wait_for_function("ms => statuses.length && statuses.at(-1).ms > ms", arg=THINKING_MS, timeout=LIMIT_MS)
    statuses = page.evaluate("statuses")
    return (max(each["late"] for each in statuses) + statuses[-1]["lost"]) / 1000


def _compressed(folder, address, asked):
    """Return how many megabytes all files that were asked for have, each compressed; refuse any of another origin."""
    foreign = [url for url in asked if not url.startswith((address, "about:", "data:", "blob:"))]
    if foreign:
        raise ToolError(f"the page asks for {foreign[0]}")
    names = {urlsplit(url).path.lstrip("/") or build.INDEX for url in asked if url.startswith(address)}
    paths = [folder / name for name in names if (folder / name).is_file()]
    return sum(len(gzip.compress(path.read_bytes())) for path in paths) / 1e6


@contextlib.contextmanager
def _slower(browser, times):
    """Let the processes that run pages have the processor for one part in `times` of the time."""
    known = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
    pids = [each["id"] for each in known if each["type"] == "renderer"]
    done = threading.Event()

    def signal_all(number):
        for pid in pids:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, number)

    def hold():
        while not done.is_set():
            signal_all(signal.SIGSTOP)
            time.sleep(RUNS_S * (times - 1))
            signal_all(signal.SIGCONT)
            time.sleep(RUNS_S)

    thread = threading.Thread(target=hold)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()
