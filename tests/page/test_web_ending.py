"""The end of a match on the page, what begins the next one, and the guided game: by mouse, finger and keyboard."""

import pytest
from cases import by_day
from deadline import wait_until
from page_steps import BOARD, assert_within, kept

from tools.web.visit import point

ENDS = "Once more", "Other colour", "One level up", "Show the mistake"
LONG = pytest.mark.long
# link, the last point, buttons of the end with their titles, result
ENDED = {
    "won against level 1": (
        "#tic-tac-toe&moves=a1,b1,a2,b2&seats=0,1",
        "a3",
        {"Once more": "", "Other colour": "You play Blue", "One level up": "Against level 2 of 2", ENDS[3]: ""},
        "Orange has won by a line.",
    ),
    "won against the highest": (
        "#hex=3&moves=a1,b1,a2,b2&seats=0,5",
        "a3",
        {"Once more": "", "Other colour": "You play Blue", ENDS[3]: ""},
        "Orange has won by joining edges.",
    ),
    "drawn by two people": (
        "#tic-tac-toe&moves=b2,a1,a3,c1,b1,b3,c2,a2&seats=0,0",
        "c3",
        {"Once more": ""},
        "A draw.",
    ),
    "lost by two people": (
        "#tic-tac-toe&moves=a1,b1,a2,b2&seats=0,0",
        "a3",
        {"Once more": "", ENDS[3]: ""},
        "Orange has won by a line.",
    ),
    "three players": (
        "#three-player&moves=a1,d4,d3,b1,d2,a4&seats=0,1,2",
        "c1",
        {"Once more": "", "Other colour": "You play Blue", "One level up": "Against level 3 of 3", ENDS[3]: ""},
        "Orange has won by a line.",
    ),
    "three players, Green at your level": (
        "#three-player&moves=a1,d4,d3,b1,d2,a4&seats=0,1,2",
        "c1",
        {"Once more": "", "Other colour": "You play Blue", "One level up": "Against level 2 of 3", ENDS[3]: ""},
        "Orange has won by a line.",
    ),
}
NEXT = {  # by button: who plays the next match after 0,1 and after 0,1,2
    "Once more": ("0,1", "0,1,2"),
    "Other colour": ("1,0", "2,0,1"),
    "One level up": ("0,2", "0,2,3"),
}


def end(window, address, name):
    """Play the last move of a match; return the group of what comes next, once the moves are looked at."""
    link, last, _, result = ENDED[name]
    page = window.page
    page.goto("about:blank")
    page.goto(address + link)
    page.locator(".field-turn", has_text="is to move").wait_for()
    if "your level" in name:
        page.get_by_role("combobox", name="Who plays green").select_option("Your level")
        window.wait_for_words("Orange is to move.")
    page.locator(point(last)).click()
    page.locator("#field [aria-live]").get_by_text(result).wait_for()
    page.locator(".field-turned").filter(has_not_text="Looking back").get_by_text("away").wait_for()
    return page.get_by_role("group", name="The next match")


def offered(ends):
    return ends.get_by_role("button").all_inner_texts()


SOME = by_day(ENDED, next(iter(ENDED)))


@pytest.mark.parametrize("name", SOME)
def test_an_ended_match_offers_what_makes_sense_and_a_tap_on_the_field_changes_nothing(window, address, name):
    check_offered(window, address, name)


@pytest.mark.parametrize("name", SOME)
def test_all_of_it_is_in_view_on_a_phone(phone, address, name):
    check_offered(phone, address, name)


def check_offered(window, address, name):
    ends = end(window, address, name)
    titles = ENDED[name][2]
    assert offered(ends) == list(titles)
    for words, title in titles.items():
        button = ends.get_by_role("button", name=words, exact=True)
        assert_within(window.page, button)
        assert button.is_enabled() and title in button.get_attribute("title")
    moves = window.names()
    for tap in ("a1", ENDED[name][1]):
        window.page.locator(point(tap)).click()
        window.pass_time(700)  # a key would have opened the pause by then
        assert (offered(ends), window.names()) == (list(titles), moves)
        assert window.page.evaluate("document.body.dataset.screen") == "play"


@pytest.mark.parametrize("button", by_day(NEXT, "Other colour"))
@pytest.mark.parametrize("name, at", [("won against level 1", 0), pytest.param("three players", 1, marks=LONG)])
def test_one_press_begins_the_next_match(window, address, button, name, at):
    ends = end(window, address, name)
    ends.get_by_role("button", name=button, exact=True).click()
    window.wait_for_seats(NEXT[button][at])
    ends.wait_for(state="hidden")
    first = NEXT[button][at][0]
    window.wait_for_words("Move 1: Orange" if first != "0" else "You are Orange. Orange is to move.")
    game = ENDED[name][0].partition("&")[0]
    assert window.page.url == f"{address}{game}=&seats={NEXT[button][at]}"  # a reload begins it again


# Begin the next match at the very moment that one is over.
AT_ONCE = """() => new MutationObserver(() => {
  const more = document.querySelector("#more");
  if (more.checkVisibility()) more.click();
}).observe(document.querySelector("#ends"), { attributeFilter: ["hidden"] })"""

# Whether the match has so many moves and goes on, or the next one has begun.
ANSWERED_OR_NEW = """number => {
  const count = document.querySelectorAll(".field-moves button").length;
  const plays = document.body.dataset.screen === "play";
  return count === number ? document.querySelector(".field-turn").innerText.includes("is to move") : !count && plays;
}"""
MOVES = "number => document.querySelectorAll('.field-moves button').length >= number"


def test_a_match_counts_before_the_next_one_and_both_are_kept(window, address):
    page = window.page
    page.goto(address)
    page.locator("#play:enabled").wait_for()
    page.get_by_role("combobox", name="Game").select_option("tic-tac-toe")
    page.get_by_role("combobox", name="Who plays blue").select_option("1")
    page.locator(".field-title", has_text="Tic-tac-toe").wait_for()
    page.evaluate(AT_ONCE)
    page.locator(point("b2")).click()
    page.locator(".field-last", has_text="Move 2: Blue").wait_for()
    for number in range(4, 12, 2):
        page.locator(".field-board [aria-label$=', empty']").first.click()
        page.wait_for_function(ANSWERED_OR_NEW, arg=number)
        if page.locator(".field-moves button").count() == 0:
            break
    page.locator(point("c3")).click()
    page.locator(".field-last", has_text="Move 2: Blue").wait_for()
    wait_until(lambda: len(kept(window, BOARD)["match"]["moves"]) == 2, "the second match is kept")
    page.reload()
    page.get_by_role("button", name="Go on").wait_for()
    free = page.locator(".field-board [aria-label$=', empty']")
    free.first.click()  # goes on, and plays
    page.wait_for_function(MOVES, arg=4)
    page.locator(".field-board [aria-label^='c3, orange stone, move 1']").wait_for()
    assert sum(kept(window, BOARD)["settings"]["results"]["tic-tac-toe"]["1"][:3]) == 1
    page.keyboard.press("Escape")
    page.locator("body[data-screen='pause']").wait_for()
    free.first.focus()
    page.keyboard.press("Enter")
    page.wait_for_function(MOVES, arg=5)  # the fifth may win


def test_the_keyboard_goes_from_the_last_stone_to_the_next_match(window, address):
    page = window.page
    page.goto(address + "#tic-tac-toe&moves=a1,b1,a2,b2&seats=0,1")
    page.locator(".field-turn", has_text="is to move").wait_for()
    page.locator(point("a3")).focus()
    page.keyboard.press("Enter")
    page.locator("#ends").wait_for()
    assert page.evaluate("document.activeElement.ariaLabel").startswith("a3, ")  # nothing takes the focus by itself
    page.keyboard.press("Enter")
    page.locator("#more:focus-visible").wait_for()
    for words in ENDS[1:3]:
        page.keyboard.press("Tab")
        assert page.locator(":focus").inner_text() == words
    page.keyboard.press("Enter")
    window.wait_for_seats("0,2")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement !== document.body")


def test_in_the_pause_of_an_ended_match_nothing_is_offered_twice(window, address):
    ends = end(window, address, "won against level 1")
    window.pass_time(1000)  # the console looks at the end first
    window.page.keyboard.press("Escape")
    window.page.get_by_role("group", name="The pause").get_by_role("button", name="Menu").wait_for()
    assert offered(ends) == list(ENDS)
    assert window.page.get_by_role("button", name="Once more").count() == 1
    ends.get_by_role("button", name="Other colour").click()
    window.wait_for_seats("1,0")


@pytest.mark.parametrize("way", by_day(["keyboard", "key"], "key"))
def test_a_key_begins_the_game_whose_field_is_shown(window, address, way):
    page = window.page
    page.goto(address)
    page.get_by_text("Press a point to begin: you are Orange.").wait_for()
    page.get_by_role("combobox", name="Size").select_option("4")
    page.locator(".field-title", has_text="Hex 4").wait_for()
    if way == "keyboard":
        page.locator("#size").blur()
        page.keyboard.press("Enter")
    else:
        page.locator("#keys button").first.click()
    window.wait_for_words("You are Orange. Orange is to move.")
    assert (window.position()["title"], window.position()["moves"]) == ("Hex 4", [])
    assert page.evaluate("document.body.dataset.screen") == "play"


@pytest.mark.long
def test_the_guided_game_outlives_a_reload(window, address):
    page, stones = window.page, page_stones(window.page)
    page.goto(address)
    page.get_by_role("button", name="A guided first game").click()
    page.get_by_role("button", name="b2, empty, hint").click()
    page.locator(".field-last", has_text="Move 2: Blue").wait_for()
    wait_until(lambda: kept(window, BOARD), "the browser has written it")
    before = stones()
    page.reload()
    page.locator(".field-last", has_text="Move 2: Blue").wait_for()
    assert page.evaluate("document.body.dataset.screen") == "first game" and stones() == before
    while page.locator(".field-turn", has_text="has won").count() == 0:
        count = page.locator(".field-moves button").count()
        page.locator(".field-board [aria-label$='empty, hint']").click()
        page.wait_for_function("n => document.querySelectorAll('.field-moves button').length > n", arg=count)
        page.locator(".field-board [aria-label$='empty, hint'], .field-won polyline").first.wait_for()
    page.wait_for_function("() => document.body.dataset.screen === 'menu'")
    page.reload()
    page.wait_for_function("() => document.body.dataset.screen === 'menu'")


def page_stones(page):
    return lambda: page.locator(".field-board [aria-label*='stone']").evaluate_all("all => all.map((e) => e.ariaLabel)")


@pytest.mark.parametrize("game", ["hex", pytest.param("three-player", marks=LONG)])
def test_a_link_opens_a_guided_game_and_says_where_there_is_none(window, address, game):
    page = window.page
    page.goto(f"{address}#{game}&to=guided")
    page.locator(".field-board [aria-label$='empty, hint']").wait_for()
    assert page.evaluate("document.body.dataset.screen") == "first game"
    window.page.evaluate("location.hash = '#fano&to=guided'")
    window.wait_for_message("no guided game of fano is here")
