"""Which tab may write what the browser keeps: one at a time, whatever comes between (host_sim/web/console/hold.js)."""

import pytest
from browser import served
from deadline import wait_until
from page_steps import READ

from tools.web.build import SOURCES

BOARD = "board"
# A tab without a console: `heard` is what it heard of the others, and that it then took its time to keep what it had.
TAB = """async () => {
  const [{ Hold }, { keepAs }] = await Promise.all(["hold", "saves"].map((name) => import(`/console/${name}.js`)));
  window.heard = [];
  window.hold = new Hold(async (asked) => {
    heard.push(asked ? "asked" : "taken");
    if (!asked) return;
    await new Promise((done) => setTimeout(done, 700));
    heard.push("kept");
  });
  window.save = (saves) => hold.sign().then((id) => keepAs(id, "board", saves)).catch(({ name }) => name);
}"""
# The tab learns that something was written once `written()` is called.
HEAR_LATE = """() => {
  const late = new Promise((done) => (window.written = done));
  const hear = { set(act) { this.addEventListener("complete", () => late.then(act)); } };
  Object.defineProperty(IDBTransaction.prototype, "oncomplete", hear);
}"""
FAIL = """() => {
  const { put } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.put = () => { throw new DOMException("", "QuotaExceededError"); };
  window.work = () => void (IDBObjectStore.prototype.put = put);
}"""
HOLDER = "navigator.locks.query().then(({ held }) => held[0]?.clientId)"
HANDED_OVER = ["asked", "kept", "taken"]
LATER = "window.done = hold.takeOver(), null"


@pytest.fixture
def tabs(window):
    """Two tabs of one browser."""
    with served(SOURCES) as address:
        both = [window.page, window.context.new_page()]
        for page in both:
            page.goto(f"{address}licences.txt")
            page.evaluate(TAB)
        yield both


def is_here(page):
    return page.evaluate("hold.here")


def test_a_tab_that_has_asked_in_vain_asks_the_other_one(tabs):
    first, second = tabs
    assert first.evaluate("hold.take()")
    second.evaluate("Promise.all([hold.take(), hold.takeOver()])")
    assert [is_here(page) for page in tabs] == [False, True]
    assert first.evaluate("heard") == HANDED_OVER


@pytest.mark.parametrize("in_time", [True, False])
def test_a_tab_is_asked_before_it_has_signed(tabs, in_time):
    first, second = tabs
    first.evaluate(HEAR_LATE)
    first.evaluate("window.done = hold.take(), null")
    wait_until(lambda: first.evaluate(HOLDER), "it has the lock")
    before = first.evaluate(HOLDER)
    second.evaluate(LATER)
    if not in_time:
        wait_until(lambda: first.evaluate(HOLDER) != before, "the lock is stolen")
    first.evaluate("written()")
    assert first.evaluate("done") is in_time
    second.evaluate("done")
    assert [is_here(page) for page in tabs] == [False, True]
    assert first.evaluate("heard") == (HANDED_OVER if in_time else [])
    assert second.evaluate("save({ match: [1] })") is True
    assert first.evaluate(READ, BOARD) == {"match": [1]}


def test_a_tab_that_could_not_sign_writes_only_once_it_can(tabs):
    first, second = tabs
    second.evaluate("hold.take()")
    second.evaluate("save({ match: [1] })")
    second.evaluate("hold.release()")
    first.evaluate(FAIL)
    assert first.evaluate("hold.take()")
    assert first.evaluate("save({ match: [2] })") == "QuotaExceededError"
    first.evaluate("work()")
    assert first.evaluate("save({ match: [3] })") is True
    assert second.evaluate("save({ match: [4] })") is False  # as if it had not heard yet that it has lost it
    assert first.evaluate(READ, BOARD) == {"match": [3]}
