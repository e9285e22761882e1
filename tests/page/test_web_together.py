"""Two pages, each in a browser profile of its own, play one match over a connection of their own."""

import re

import browser
import pytest
from page_steps import PHONE, assert_within
from page_steps import copied as copied_by

from host_sim.boards.files import load_board
from host_sim.console import golden
from tools.web.visit import point

MOVES = "a1", "b2", "a2", "b1", "a3"  # orange wins with the last one
STONES = """() => [...document.querySelectorAll("#field svg [role=button]")]
  .map((each) => each.ariaLabel.split(", ").slice(0, 2).join(" ")).filter((words) => words.endsWith("stone")).sort()"""


@pytest.fixture
def pages(chromium, address):
    """Two windows with the page, one of them on a phone."""
    windows = [browser.Window(chromium, load_board(golden.BOARD), **options) for options in ({}, PHONE)]
    for window in windows:
        window.context.grant_permissions(["clipboard-read", "clipboard-write"])
        load(window.page, address)
    yield [window.page for window in windows]
    for window in windows:
        window.context.close()
        assert window.errors == []


def load(page, address):
    page.goto(address)
    page.wait_for_function("() => told.some((each) => each.said)")


def show(page):
    page.locator("#share summary").click()
    page.locator("#together-open").click()


def copied(page):
    """Return the link that the dialog copies."""
    page.locator("#together-copy").click()
    page.locator("#together-says").filter(has_text="Copied").wait_for()
    return page.evaluate("navigator.clipboard.readText()")


def paste(page, text):
    page.locator("#together-paste").fill(text)
    page.locator("#together-paste").press("Enter")


def invite(page):
    """Return a new invitation."""
    show(page)
    page.locator("#together-invite").click()
    return copied(page)


def exchange(one, two):
    """The second page opens the invitation of the first, which gets the answer back."""
    two.evaluate("link => { location.href = link; }", invite(one))
    paste(one, copied(two))


def connect(one, two):
    """Connect two pages that share no match."""
    exchange(one, two)
    for page in (one, two):
        page.locator("#together-says").filter(has_text="Connected.").wait_for()
        assert page.get_by_text("Connected", exact=True).is_visible()


def begin(one, two, game="tic-tac-toe"):
    """Begin a match: orange at the first page; the second joins it."""
    offer(one, game)
    join(one, two)


def offer(one, game):
    one.locator("#together-close").click()
    one.locator("#game").select_option(game)
    show(one)
    one.get_by_role("button", name="I am Orange").click()


def join(one, two):
    two.locator("#aside").filter(has_text=re.compile("^The other one begins .*: you are Blue.$")).wait_for()
    two.locator("[data-entry=join]").click()
    for page, colour in ((one, "Orange"), (two, "Blue")):
        page.locator(".field-turn").filter(has_text=f"Together: you are {colour}. Orange is to move.").wait_for()


def go_there(page, words):
    """A line says what waits; its button leads there."""
    line = page.get_by_role("status").filter(has_text=words)
    assert_within(page, line.get_by_role("button"))
    line.get_by_role("button", name="Go there").click()


def stones(page):
    return page.evaluate(STONES)


def play(pages, moves, first=0):
    for number, move in enumerate(moves, first):
        mover = pages[number % 2]
        mover.locator(".field-turn").filter(has_text=f"{('Orange', 'Blue')[number % 2]} is to move").wait_for()
        mover.locator(point(move)).click()
        for page in pages:
            page.locator(f"#field [aria-label^='{move}, {('orange', 'blue')[number % 2]} stone']").wait_for()


def test_two_pages_play_a_whole_match_by_a_copied_invitation(pages):
    one, two = pages
    connect(one, two)
    begin(one, two)
    play(pages, MOVES)
    for page in pages:
        page.locator(".field-turn").filter(has_text="Orange has won by a line.").wait_for()
    assert one.evaluate(STONES) == two.evaluate(STONES)
    assert [len(page.evaluate(STONES)) for page in pages] == [5, 5]
    assert [page.locator("#undo").is_disabled() for page in pages] == [True, True]  # as nothing is asked then
    one.get_by_role("button", name="Other colour").click()
    two.locator(".field-turn").filter(has_text="The other one begins Tic-tac-toe: you are Orange.").wait_for()
    two.locator("[data-entry=join]").click()
    for page, colour in ((one, "Blue"), (two, "Orange")):
        page.locator(".field-turn").filter(has_text=f"Together: you are {colour}. Orange is to move.").wait_for()


@pytest.mark.long
def test_two_pages_play_a_phantom_game_and_neither_has_the_other_ones_stones_before_the_end(pages):
    one, two = pages
    connect(one, two)
    two.locator("#together-close").click()
    two.evaluate("location.hash = '#lesson=double_threats'")
    offer(one, "phantom-tic-tac-toe")
    go_there(two, "The other one begins a game.")
    join(one, two)
    for at, move in ((0, "a1"), (1, "a1"), (1, "b2"), (0, "a2"), (1, "c1"), (0, "a3")):
        colour = ("orange", "blue")[at]
        pages[at].locator(".field-turn").filter(has_text=f"{colour.title()} is to move").wait_for()
        pages[at].locator(point(move)).click()
        found = "orange" if (at, move) == (1, "a1") else colour
        pages[at].locator(f"#field [aria-label^='{move}, {found} stone']").wait_for()
        if move != "a3":
            assert f"{move} {colour} stone" not in stones(pages[1 - at])
    for page in pages:
        page.locator(".field-turn").filter(has_text="Orange has won by a line.").wait_for()
        page.wait_for_function(f"() => ({STONES})().length === 5")
    assert stones(one) == stones(two)


@pytest.mark.long
def test_a_page_that_loads_again_joins_again_and_the_match_goes_on(pages, address):
    one, two = pages
    connect(one, two)
    begin(one, two)
    assert one.locator("#undo").is_disabled()
    play(pages, MOVES[:2])
    two.locator("#undo").click()
    one.locator("[data-entry=no]").click()
    two.locator(".field-turn").filter(has_text="The other one says no.").wait_for()
    two.wait_for_function("() => told.some((each) => each.saves?.match)")
    two.goto("about:blank")
    lost = "Orange is to move. No answer: look after the connection."
    one.locator(".field-turn").filter(has_text=lost).wait_for()
    assert one.get_by_text("Connected", exact=True).is_hidden()
    load(two, address)
    two.locator("[data-entry='go on']").click()
    two.locator(".field-turn").filter(has_text=lost).wait_for()
    for page, words in ((one, "Invite again: the match goes on."), (two, "The match goes on when both are connected")):
        page.get_by_role("button", name="Invite again").click()
        page.locator("#together-invite:focus").wait_for()
        page.locator("#together-says").filter(has_text=words).wait_for()
        page.locator("#together-close").click()
    exchange(two, one)
    for page in pages:
        page.locator("#together").wait_for(state="hidden")  # the match goes on by itself
    two.evaluate("location.hash = '#lesson=double_threats'")
    go_there(two, "Your match waits.")
    play(pages, MOVES[2:], first=2)
    for page in pages:
        page.locator(".field-turn").filter(has_text="Orange has won by a line.").wait_for()
    assert one.evaluate(STONES) == two.evaluate(STONES)


@pytest.mark.long
def test_an_answer_that_a_camera_opens_in_another_tab_arrives(pages, address):
    one, two = pages
    two.evaluate("link => { location.href = link; }", invite(one))
    tab = one.context.new_page()
    tab.goto(copied(two))
    tab.locator("#together-says").filter(has_text="The answer has arrived: go back to the tab").wait_for()
    tab.close()
    for page in pages:
        page.locator("#together-says").filter(has_text="Connected.").wait_for()
    two.locator("#together-end").click()
    one.locator("#together-says").filter(has_text="The connection is lost. Invite again").wait_for()


def test_play_asks_with_whom_while_another_page_is_connected(pages):
    one, two = pages
    connect(one, two)
    begin(one, two)
    play(pages, MOVES[:2])
    one.locator("#game").select_option("fano")
    one.locator("#play").click()
    one.get_by_text("Your match with the other one is not over").wait_for()
    assert len(stones(one)) == 2  # nothing has begun
    one.get_by_role("button", name="I am Blue").click()
    two.locator("[data-entry='take the other']").click()
    for page, colour in ((one, "Blue"), (two, "Orange")):
        page.locator(".field-turn").filter(has_text=f"Together: you are {colour}. Orange is to move.").wait_for()
        assert stones(page) == []
    two.locator("#game").select_option("tic-tac-toe")
    two.locator("#play").click()
    two.get_by_role("button", name="Without the other one").click()
    two.wait_for_function("() => !document.querySelector('.field-turn').textContent.includes('Together')")
    one.locator(".field-turn").filter(has_text="The other one plays something else.").wait_for()
    go_there(two, "Your match waits.")
    two.locator(".field-turn").filter(has_text="Together: you are Orange. Orange is to move.").wait_for()


@pytest.mark.parametrize("asks", [0, 1])
def test_whoever_asks_the_engine_is_seen_on_the_other_page(pages, asks):
    connect(*pages)
    begin(*pages)
    play(pages, MOVES[:asks])
    pages[asks].locator("#hint").click()
    pages[asks].locator(".field-hint").wait_for()
    play(pages, MOVES[asks : asks + 2], first=asks)
    assert pages[1 - asks].locator(".field-helped").inner_text() == "The other one has asked the engine."
    assert pages[asks].locator(".field-helped").is_hidden()


def test_on_different_networks_a_link_goes_with_each_move(pages, address):
    one, two = pages
    one.goto(address + "#tic-tac-toe&moves=b2&seats=0,0")
    one.reload()
    one.locator(point("a1")).click()
    one.locator("#field [aria-label^='a1, blue stone']").wait_for()
    link = copied_by(one, "Send my move")
    assert link == f"{address}#tic-tac-toe=&moves=b2,a1&seats=0,0"
    two.goto("about:blank")
    two.goto(link)
    two.locator(".field-turn").filter(has_text="Orange is to move.").wait_for()
    two.locator(point("c1")).click()
    two.locator("#field [aria-label^='c1, orange stone']").wait_for()


def test_what_is_no_invitation_says_so_in_one_line(pages):
    one, two = pages
    link = invite(one)
    assert len(link) < 400
    assert one.get_by_text("Another device cannot open this link").is_visible()  # it leads to 127.0.0.1
    says = one.locator("#together-says")
    for text, words in (
        ("hello", "That is no invitation and no answer."),
        (link[:-9], "The link was cut or changed: copy it again, as a whole."),
        (re.sub(r"(=1:o::...)", r"\1x", link), "The link was cut or changed: copy it again, as a whole."),
        (link, "This is your own invitation: open it on the other device."),
    ):
        paste(one, text)
        says.filter(has_text=words).wait_for()
    two.evaluate("link => { location.href = link; }", link)
    answer = copied(two)
    assert two.get_by_text("Another device cannot open this link").is_hidden()  # an answer is pasted
    assert "#" not in two.url
    one.locator("#together-end").click()
    one.locator("#together-invite").click()
    one.locator("#together-copy").wait_for()
    paste(one, answer)
    says.filter(has_text="This answer is to another invitation: invite again.").wait_for()


def test_a_browser_that_copies_nothing_has_the_link_marked(pages):
    for page in pages:
        page.context.clear_permissions()
        show(page)
        page.locator("#together-invite").click()
        page.locator("#together-copy").click()
        page.locator("#together-says").filter(has_text="The link below is marked").wait_for()
        link = page.locator("#together-link")
        assert link.evaluate("it => it.value.slice(it.selectionStart, it.selectionEnd)") == link.input_value()
        assert "#together=" in link.input_value()
        assert_within(page, page.locator("#together-says"), link)


def test_a_phone_is_offered_no_handheld_at_a_usb_port(pages):
    for page, offered in zip(pages, (True, False)):
        show(page)
        assert page.evaluate("'serial' in navigator")  # as on phones, for Bluetooth
        assert page.get_by_role("button", name="A handheld at this computer's USB").is_visible() == offered
        assert page.get_by_text("A handheld at a USB port can play, too").is_visible() != offered
