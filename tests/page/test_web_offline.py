"""The page keeps its files: an open page plays on with those of its own version while a newer one is published."""

import shutil

import browser
import page_steps
import pytest

OTHER = "another project"  # that has a cache on the same origin
SCRIPT = "document.querySelector('script[type=module]').src"


@pytest.fixture
def copied(built_page, tmp_path):
    """A copy of the page that may be changed, and its address; above it another project of the origin."""
    folder = tmp_path / "page"
    shutil.copytree(built_page, folder)
    with browser.served(tmp_path) as address:
        yield folder, f"{address}page/"


@pytest.fixture
def context(chromium):
    context = chromium.new_context()
    context.set_default_timeout(browser.LIMIT_MS)
    yield context
    context.close()


def publish_another(folder, version):
    """Replace the page in a folder, of this version, by another with other hashes, as a changed source makes them."""
    names = {version: "other"}
    for pattern in ("worker-*.js", "page-*.js"):  # a page names its worker
        path = next(folder.glob(pattern))
        stem = path.stem.split("-")[0]
        names[path.stem] = f"{stem}-other"
        path.rename(folder / f"{stem}-other.js")
    for name in ("index.html", "offline.js", "page-other.js"):
        text = (folder / name).read_text(encoding="utf-8")
        for old, new in names.items():
            text = text.replace(old, new)
        (folder / name).write_text(text, encoding="utf-8")


def opened(context, address):
    page = context.new_page()
    page.goto(address)
    page.locator("#play:enabled").wait_for()
    return page


def play(page):
    """Play another game than the one that is on; wait until the console, in a new worker, plays it."""
    page.locator("#game").select_option("tic-tac-toe")
    page.locator("#play").click()
    page.locator("[data-screen=play] main.match").wait_for()


@pytest.mark.long
def test_a_page_that_is_open_plays_on_while_the_next_version_waits(copied, context):
    folder, address = copied
    other = context.new_page()
    other.goto(address + "..")
    other.evaluate(
        "name => caches.open(name).then(() => setInterval(async () => (kept = await caches.keys()), 20))", OTHER
    )
    page = opened(context, address)
    page.wait_for_function("() => navigator.serviceWorker.controller")
    (mine,) = set(page.evaluate("caches.keys()")) - {OTHER}
    publish_another(folder, mine.split()[-1])
    page.close()
    page = opened(context, address)
    page.evaluate("async () => { registered = await navigator.serviceWorker.getRegistration() }")
    page.wait_for_function("() => registered.waiting")
    assert "other" not in page.evaluate(SCRIPT)
    play(page)
    page.close()
    other.wait_for_function("old => !kept.includes(old)", arg=mine)
    page = opened(context, address)
    assert page.evaluate(SCRIPT) == f"{address}page-other.js"
    play(page)
    assert len(page.evaluate("caches.keys()")) == 2 and OTHER in page.evaluate("caches.keys()")


def test_a_worker_that_does_not_come_is_named_in_words(chromium, address):
    context = chromium.new_context(service_workers="block")
    page = opened(context, address)
    page.route("**/worker-*.js", lambda route: route.fulfill(status=404))
    page.locator("#play").click()
    page.locator("#message").filter(has_text="The console stopped: its program does not load.").wait_for()
    page.set_viewport_size(page_steps.PHONE["viewport"])
    page.get_by_role("button", name="Handheld").click()
    page.locator("#now-up .fault").filter(has_text="Its program does not load.").wait_for()  # beside the lights, too
    context.close()
