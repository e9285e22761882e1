"""The language of the page: that of the browser, or the one that a person chooses; a match outlasts the choice."""

import re

import pytest
from browser import NO_SERVICE_WORKERS, Window

from host_sim.boards.files import load_board
from host_sim.console import golden

PRESS = "Drücke einen Punkt, um zu beginnen: Du bist Orange."


@pytest.fixture
def window_in(chromium):
    """window_in("de-AT"): a window of a browser that speaks this language."""
    made = []

    def window(locale):
        made.append(Window(chromium, load_board(golden.BOARD), locale=locale))
        made[-1].page.add_init_script(NO_SERVICE_WORKERS)
        return made[-1]

    yield window
    for each in made:
        each.context.close()
        assert each.errors == []


def choose(window, code):
    """Choose a language in the list at the end of the page; the page loads again."""
    window.page.locator(".below select.language").select_option(code)
    window.page.wait_for_function("code => document.documentElement.lang === code", arg=code)
    window.wait_until(0)


def test_the_page_speaks_the_language_of_the_browser_and_english_loads_nothing(window_in, address):
    window = window_in("de-AT")
    window.page.goto(address)
    window.page.locator("#field").get_by_text(PRESS).wait_for()
    assert window.page.locator("html").get_attribute("lang") == "de"
    assert window.page.get_by_role("button", name="Spielen", exact=True).count() == 1
    english = window_in("pt-BR")  # which is not here
    english.page.goto(address)
    english.page.locator("#field").get_by_text("Press a point to begin: you are Orange.").wait_for()
    assert english.page.locator("html").get_attribute("lang") == "en"
    assert [url for url in english.requests if "/languages/" in url] == []


def test_a_language_that_is_chosen_stays_and_the_match_goes_on(window_in, address):
    window = window_in("en-GB")
    window.open(f"{address}#hex=5&moves=c3,d2&seats=0,0")
    window.page.locator(".field-board [aria-label^='a1, empty']").click()
    window.page.locator(".field-board [aria-label^='a1, orange stone']").wait_for()
    choose(window, "de")
    window.page.locator(".field-board [aria-label^='a1, Stein von Orange, Zug 3']").wait_for()
    assert window.names() == ["c3", "d2", "a1"]
    window.page.reload()
    window.page.locator(".field-board [aria-label^='a1, Stein von Orange']").wait_for()
    choose(window, "en")
    window.page.locator(".field-board [aria-label^='a1, orange stone']").wait_for()


def test_a_match_that_is_kept_outlasts_the_choice(window_in, address):
    window = window_in("en-GB")
    window.page.goto(address)
    window.page.locator(".field-board [aria-label^='a1, empty']").click()
    window.page.locator(".field-board [aria-label^='a1, orange stone']").wait_for()
    choose(window, "de")
    window.page.get_by_role("button", name="Weiter", exact=True).click()
    window.page.locator(".field-board [aria-label^='a1, Stein von Orange']").wait_for()


def test_a_lesson_is_shown_in_the_language_once_all_of_it_is_translated(window_in, address):
    """Until then its text is English, and all around it is not."""
    window = window_in("de")
    window.page.goto(f"{address}#lesson=minimax&step=2")
    window.page.locator("#step-at").filter(has_text=re.compile("Schritt 2 von")).wait_for()
    assert window.page.locator("#lesson h1").inner_text()


def test_a_language_that_does_not_load_leaves_english(window_in, address):
    window = window_in("de")
    window.page.route("**/languages/*", lambda route: route.abort())
    window.page.goto(address)
    window.page.locator("#field").get_by_text("Press a point to begin").wait_for()
    assert window.page.locator("html").get_attribute("lang") == "en"
