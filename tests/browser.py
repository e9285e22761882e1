"""What tests in a browser share: the page, built once, and a Chromium that plays it; or a skip that says why."""

import contextlib

import pytest

from host_sim.cli.errors import ToolError
from host_sim.console.wire_to_frame import FrameReader
from tools.web import build, chromium, npm, visit
from tools.web.serving import served  # noqa: F401  (for tests)

DOWN_MS = 80
LIMIT_MS = 240_000  # for what should come at once; a machine may be slow
# Not by playwright's option, which the browser mentions as a warning: a visit takes that for a fault of the page.
NO_SERVICE_WORKERS = "delete Navigator.prototype.serviceWorker"
# All that the worker tells the page since the console was switched on last is kept, for the test to look at.
KEEP_TOLD = """
window.told = [];
window.Worker = class extends Worker {
  constructor(...words) {
    super(...words);
    this.addEventListener("message", ({ data }) => data.ready && (told.length = 0));
    this.addEventListener("message", ({ data }) => told.push(data.frame ? { ...data, frame: [...data.frame] } : data));
  }
};
"""


def skip_without_chromium():
    """Skip the test where no Chromium is installed."""
    try:
        chromium.find()
    except ToolError as error:
        pytest.skip(str(error))


class _Kept:
    """A Chromium for all tests in a row that need it. While it runs, no other event loop may run in this process."""

    def __init__(self):
        self._open = contextlib.ExitStack()
        self._chromium = self._file = None

    def begin(self, test):
        """Close it before the first test that needs none; the rest of a file may still have its page open."""
        if "browser" in test.keywords:
            self._file = test.path
        elif test.path != self._file:
            self.close()

    def chromium(self):
        if self._chromium and not self._chromium.is_connected():  # it has crashed
            self.close()
        if self._chromium is None:
            self._chromium = self._open.enter_context(chromium.running())
        return self._chromium

    def close(self):
        self._open.close()
        self._chromium = None


KEPT = _Kept()


def built_or_skip(folder, image=None):
    """The page in a folder, or the test is skipped where npm is missing or reaches nothing.

    image: of MicroPython, for UF2 files.
    """
    try:
        return build.build(folder, image)
    except npm.NodeMissing as error:
        pytest.skip(str(error))


@contextlib.contextmanager
def visiting(browser, address, screen, *more):
    """A visit (tools/web/visit.py) in a browser that keeps no page, which would cost more than all else of it."""
    with visit.visiting(browser, address, screen, *more) as visited:
        visited.context.add_init_script(NO_SERVICE_WORKERS)
        yield visited


def wait_until(page, ms):
    """Wait for a time of the console of a page that keeps what it is told."""
    page.wait_for_function("ms => told.some((each) => each.status?.ms >= ms)", arg=ms)


def status(page):
    """What the worker told last of how it goes on, to a page that keeps what it is told."""
    page.wait_for_function("() => told.some((each) => each.status)")
    return page.evaluate("told.findLast((each) => each.status).status")


def pass_time(page, ms):
    """Let the console of a page that keeps what it is told run for so long: a busy machine takes longer for that."""
    wait_until(page, status(page)["ms"] + ms)


class Window:
    """The page in a window of its own. `requests`: the addresses it asked for.

    service_workers: "allow" lets the page keep its files; that costs more than all else of a first visit.
    """

    def __init__(self, browser, board, service_workers="block", **options):
        self.context = browser.new_context(service_workers=service_workers, **options)
        self.context.set_default_timeout(LIMIT_MS)
        self.requests, self.errors = [], []
        self.context.on("request", lambda request: self.requests.append(request.url))
        self.page = self.context.new_page()
        self.page.add_init_script(KEEP_TOLD)
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self._board = board

    def open(self, address):
        """Open the page, or load it anew, and wait until the console runs; a first visit begins with the guided game.

        The handheld is shown, and what is folded away.
        """
        self.page.goto("about:blank")
        self.page.goto(address)
        self.wait_until(0)
        if self.page.evaluate("told.findLast((each) => each.said).said.screen") == "attract":
            self.page.get_by_role("button", name="A guided first game").click()
            self.page.wait_for_function("() => told.findLast((each) => each.said)?.said.screen !== 'attract'")
            self.wait_until(0)
        if self.page.locator("#keys").is_hidden():
            self.page.get_by_role("button", name="Handheld").click()
        self.page.evaluate("document.querySelectorAll('main .device details').forEach((each) => (each.open = true))")

    def go(self, hash_):
        """Follow a link without loading the page again; wait until its match is there."""
        self.page.evaluate("hash => { told.length = 0; location.hash = hash; }", hash_)
        # The console of before may still say something.
        self.page.wait_for_function("() => told.some((each) => each.ready) && told.some((each) => each.position)")

    def wait_until(self, ms):
        """Wait for a time of the console."""
        wait_until(self.page, ms)

    def tap(self, key):
        """Press a key with the mouse and let it go; wait until the console has dealt with it."""
        known = len(self.moves())
        self.page.mouse.click(*self.middle(key))
        self.wait_for_moves(known + 2)
        self.pass_time(DOWN_MS)

    def middle(self, key):
        """Where a key is; it is brought into view."""
        self.page.locator("#keys button").nth(key).scroll_into_view_if_needed()
        box = self.page.locator("#keys button").nth(key).bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def moves(self):
        """[(key, down), ...]: each time that a contact has moved."""
        return [(each["key"], each["down"]) for each in self.page.evaluate("told.filter((each) => 'key' in each)")]

    def wait_for_moves(self, count):
        """Wait until contacts have moved so often; returns the last move of all."""
        self.page.wait_for_function("n => told.filter((each) => 'key' in each).length >= n", arg=count)
        return self.moves()[-1]

    def status(self):
        """What the worker told last of how it goes on."""
        return status(self.page)

    def wait_for_seats(self, seats):
        """Wait until these play the match, as in "0,3"."""
        at = "() => told.findLast((each) => each.position)?.position.seats.join()"
        self.page.wait_for_function(f"seats => ({at})() === seats", arg=seats)

    def wait_for_words(self, words):
        """Wait until the page says so beside the field."""
        self.page.locator("#field").get_by_text(words).wait_for()

    def pass_time(self, ms):
        """Let the console run for so long."""
        pass_time(self.page, ms)

    def log(self):
        """The key log since power-up."""
        known = self.page.evaluate("told.filter((each) => 'log' in each).length")
        self.page.get_by_role("button", name="Save the key log").click()
        self.page.wait_for_function("n => told.filter((each) => 'log' in each).length > n", arg=known)
        return self.page.evaluate("told.findLast((each) => 'log' in each).log")

    def names(self):
        """The names of the moves of the match."""
        return [move["name"] for move in self.position()["moves"]]

    def position(self):
        """What the page was given last of the position."""
        return self.page.evaluate("told.findLast((each) => 'position' in each)?.position")

    def wait_for_message(self, words):
        """Wait until the page says so."""
        self.page.locator("#message").filter(has_text=words).wait_for()
        return self.page.locator("#message").inner_text()

    def frames(self, until_ms, board=None):
        """[(time_ms, text), ...]: each new frame of the ticks before until_ms, as `Session.play` gives them.

        board: that is on, if it is not the window's.
        What the LEDs showed before the first tick, the black of the driver, is left out.
        """
        last = {each["ms"]: each["frame"] for each in self.page.evaluate("told.filter((each) => each.frame)")}
        shown, frames = None, []
        reader = FrameReader(board or self._board)
        for ms, rgb in sorted(last.items()):
            text = reader.text(bytes(rgb))
            if 0 <= ms < until_ms and text != shown:
                shown = text
                frames.append((ms, text))
        return frames
