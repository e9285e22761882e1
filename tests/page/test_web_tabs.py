"""Two tabs of one browser: one has the console, another says so and takes it over; no stone is lost."""

import pytest
from deadline import wait_until
from page_steps import BOARD, OPENED, READ

from glowgrid import record
from tools.web.visit import point

HERE = "Play here"
WITHOUT_LOCKS = "delete Navigator.prototype.locks"
# How often each tab has written into what the browser keeps.
COUNT_WRITES = """
window.writes = 0;
const put = IDBObjectStore.prototype.put;
IDBObjectStore.prototype.put = function (...words) {
  writes++;
  return put.call(this, ...words);
};
"""
# A person does something while the tab loses the match: before it says that it is elsewhere.
DO_ON_LEAVING = """() => {
  const { getAllKeys } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.getAllKeys = function (...words) {
    IDBObjectStore.prototype.getAllKeys = getAllKeys;
    ACT;
    window.done = true;
    return getAllKeys.call(this, ...words);
  };
}"""
PRESS_PLAY = DO_ON_LEAVING.replace("ACT", "document.querySelector('#play').click()")
CHANGE_LEVEL = DO_ON_LEAVING.replace("ACT", "document.querySelector('#other').dispatchEvent(new Event('change'))")
# As another tab does that takes the match.
SIGN = OPENED.replace("ACT", 'transaction.objectStore("saves").put("another tab", act) && {}')


class Tabs:
    """Tabs of one browser. `opened` opens one more, at a link; `errors` are of all of them."""

    def __init__(self, window, address):
        self.window, self.address = window, address
        window.context.add_init_script(COUNT_WRITES)

    def open(self, link=""):
        page = self.window.context.new_page()
        page.on("pageerror", lambda error: self.window.errors.append(str(error)))
        page.goto(self.address + link)
        return page


@pytest.fixture
def tabs(window, address):
    return Tabs(window, address)


def begin(page, *names):
    """Begin Hex 5 on the field, a point after the other; return the moves once the engine has answered."""
    for number, name in enumerate(names, 1):
        page.locator(point(name)).click()
        page.locator(".field-last").filter(has_text=f"Move {2 * number}: Blue").wait_for()
    return moves(page)


def moves(page):
    return page.locator(".field-moves button").all_inner_texts()


def kept_by(page):
    """Wait until a match is kept; return all that is kept, as bytes."""
    return wait_until(lambda: (found := page.evaluate(READ, BOARD)).get("match") and found, "a match is kept")


def moves_kept(page):
    return len(record.unpack(bytes(kept_by(page)["match"]))["moves"])


def elsewhere(page):
    """Wait until the page says that another tab has the match, and shows nothing of it."""
    page.locator("#aside").get_by_role("button", name=HERE).wait_for()
    assert "One tab or window of this browser has your match." in page.locator("#aside").inner_text()
    assert not [each for each in (".field-board", "#device", "#roles", "#share") if page.locator(each).is_visible()]


def take_over(page, count):
    """Press the button; return the moves once there are so many."""
    page.bring_to_front()
    page.get_by_role("button", name=HERE).click()
    page.locator(".field-last").filter(has_text=f"Move {count}: ").wait_for()
    return moves(page)


def press_play_in_vain(page):
    page.locator("#play").click()
    page.locator("#message").filter(has_text="First press Play here.").wait_for()


def set_up(page):
    """Set up one more stone beside the match; return the text of the position."""
    page.locator("#set-up:enabled").click()
    page.locator("#scratch").wait_for()  # the text is there with it
    before = page.input_value("#scratch-text")
    page.locator(".field-board [aria-label$=', empty']").first.click()
    page.wait_for_function("before => document.querySelector('#scratch-text').value !== before", arg=before)
    return page.input_value("#scratch-text")


def test_a_match_goes_from_tab_to_tab_with_every_stone_and_only_one_writes(tabs):
    first = tabs.open()
    known = begin(first, "c3", "a1")
    second = tabs.open()
    elsewhere(second)
    first.bring_to_front()
    first.locator(point("e5")).click()  # it is not kept yet, perhaps
    first.locator(".field-moves button").nth(4).wait_for()  # the engine may have answered
    first.evaluate(PRESS_PLAY)
    second.bring_to_front()
    second.get_by_role("button", name=HERE).click()
    second.locator(".field-last").filter(has_text="Move 6: Blue").wait_for()
    found = moves(second)
    assert found[:5] == [*known, "5 e5"]
    elsewhere(first)
    written = first.evaluate("writes")
    first.bring_to_front()
    first.keyboard.press("Enter")  # no key of the handheld begins anything there
    press_play_in_vain(first)
    assert first.evaluate("writes") == written
    text = set_up(second)
    assert take_over(first, 6) == found
    assert first.locator("#message").inner_text() == ""
    elsewhere(second)
    press_play_in_vain(second)
    first.reload()
    first.get_by_role("button", name="Go on").click()
    first.locator(".field-last").filter(has_text="Move 6: ").wait_for()
    assert moves(first) == found
    first.close()
    second.bring_to_front()
    second.get_by_role("button", name=HERE).click()
    second.locator("#scratch").wait_for()
    assert second.input_value("#scratch-text") == text
    second.locator("#scratch-end").click()
    second.locator(".field-last").filter(has_text="Move 6: ").wait_for()
    assert moves(second) == found


@pytest.mark.long
def test_what_is_not_kept_needs_no_tab_of_its_own(tabs):
    first = tabs.open()
    known = begin(first, "c3")
    second = tabs.open("#tic-tac-toe&moves=a1,b1,a2,b2&seats=0,0")
    second.locator(point("a3")).click()
    second.locator(".field-turn").filter(has_text="Orange has won").wait_for()
    second.goto(tabs.address + "#puzzle=tic-tac-toe-1")
    second.reload()
    for name, last in (("a1", "Move 2: Blue"), ("a3", "Move 3: Orange")):
        second.locator(point(name)).click()
        second.locator(".field-last").filter(has_text=last).wait_for()
    second.locator("#puzzle.solved").wait_for()
    third = tabs.open("#lesson=minimax")
    third.locator("body.lesson .field-board").wait_for()
    first.bring_to_front()
    assert first.locator(".field-board").is_visible() and moves(first) == known
    first.locator(point("a1")).click()
    first.locator(".field-last").filter(has_text="Move 4: Blue").wait_for()
    known = moves(first)
    second.bring_to_front()
    second.get_by_role("link", name="All puzzles").click()
    second.locator("a.puzzles-one.solved[href='#puzzle=tic-tac-toe-1']").wait_for()
    second.reload()  # to the list
    second.get_by_role("button", name="Back to the field").click()
    elsewhere(second)
    third.bring_to_front()
    third.get_by_role("button", name="Free play").click()
    elsewhere(third)
    assert take_over(third, 4) == known
    third.get_by_role("link", name="Puzzles").click()
    third.locator("a.puzzles-one.solved[href='#puzzle=tic-tac-toe-1']").wait_for()


@pytest.mark.long
def test_a_frozen_tab_loses_the_match_and_writes_nothing_once_it_wakes(tabs):
    first = tabs.open()
    known = begin(first, "c3")
    freezing = tabs.window.context.new_cdp_session(first)
    second = tabs.open()
    elsewhere(second)
    freezing.send("Page.setWebLifecycleState", {"state": "frozen"})
    found = take_over(second, 2)
    assert found == known
    second.locator(point("a1")).click()
    second.locator(".field-last").filter(has_text="Move 4: Blue").wait_for()
    known = moves(second)
    freezing.send("Page.setWebLifecycleState", {"state": "active"})
    elsewhere(first)
    second.reload()
    second.get_by_role("button", name="Go on").click()
    second.locator(".field-last").filter(has_text="Move 4: ").wait_for()
    assert moves(second) == known


def test_a_tab_that_has_not_heard_yet_that_it_lost_the_match_writes_nothing(tabs):
    first = tabs.open()
    begin(first, "c3")
    kept = kept_by(first)
    first.evaluate(SIGN, "holder")
    first.evaluate(CHANGE_LEVEL)
    first.locator(point("a1")).click()
    first.wait_for_function("() => window.done")
    elsewhere(first)
    assert first.evaluate(READ, BOARD) == kept
    assert len(take_over(first, 2)) == 2


# Chromium keeps no page in this way while a test drives it: the page hears what it would.
KEEP_ASIDE, COME_BACK = (
    f"window.dispatchEvent(new PageTransitionEvent('{event}', {{ persisted: true }}))"
    for event in ("pagehide", "pageshow")
)


@pytest.mark.long
def test_a_page_that_the_browser_kept_aside_does_not_go_on_with_an_old_match(tabs):
    first = tabs.open()
    begin(first, "c3")
    first.evaluate(KEEP_ASIDE)
    second = tabs.open()
    second.get_by_role("button", name="Go on").click()
    second.locator(".field-turn").filter(has_text="Orange is to move").wait_for()
    second.locator(".field-board [aria-label$=', empty']").first.click()
    second.locator(".field-last").filter(has_text="Move 4: Blue").wait_for()
    known = moves(second)
    first.evaluate(COME_BACK)
    elsewhere(first)
    assert take_over(first, 4) == known
    for event in (KEEP_ASIDE, COME_BACK):  # nobody has taken it meanwhile
        first.evaluate(event)
    first.locator(".field-last").filter(has_text="Move 4: Blue").wait_for()
    assert moves(first) == known


# The page is hidden as soon as the second stone is there: before the console would save it.
HIDE_ONCE_PLACED = """() => new MutationObserver(() => {
  if (document.hidden || document.querySelectorAll(".field-moves button").length < 2) return;
  Object.defineProperty(document, "hidden", { value: true });
  document.dispatchEvent(new Event("visibilitychange"));
}).observe(document.querySelector(".field-moves"), { childList: true })"""


def test_a_page_that_is_hidden_keeps_the_last_stone_first(tabs):
    first = tabs.open()
    first.get_by_role("combobox", name="Who plays blue").select_option("0")
    first.locator(point("c3")).click()
    first.locator(".field-last").filter(has_text="Move 1: Orange").wait_for()
    first.evaluate(HIDE_ONCE_PLACED)
    first.locator(point("b2")).click()
    first.wait_for_function("() => document.hidden")
    known = moves(first)
    wait_until(lambda: moves_kept(first) == len(known), "it is kept")


@pytest.mark.long
def test_a_browser_without_locks_plays_as_one_tab_does(tabs):
    tabs.window.context.add_init_script(WITHOUT_LOCKS)
    first = tabs.open()
    known = begin(first, "c3")
    wait_until(lambda: moves_kept(first) == len(known), "it is kept")
    second = tabs.open()
    second.get_by_role("button", name="Go on").click()
    second.locator(".field-last").filter(has_text="Move 2: ").wait_for()
    assert moves(second) == known
