"""The language of the page: that of the browser, or the one that a person chooses; a match outlasts the choice."""

import re

import pytest
from browser import NO_SERVICE_WORKERS, Window

from host_sim.boards.files import load_board
from host_sim.console import golden
from host_sim.languages.language import table_of
from tools.web import front, languages

TABLE = table_of("de")
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


def text_of(page, lesson):
    return (page / f"lessons/{lesson}.html").read_text(encoding="utf-8")


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


@pytest.mark.long
def test_a_match_that_is_kept_outlasts_the_choice(window_in, address):
    window = window_in("en-GB")
    window.page.goto(address)
    window.page.locator(".field-board [aria-label^='a1, empty']").click()
    window.page.locator(".field-board [aria-label^='a1, orange stone']").wait_for()
    choose(window, "de")
    window.page.get_by_role("button", name="Weiter", exact=True).click()
    window.page.locator(".field-board [aria-label^='a1, Stein von Orange']").wait_for()


def test_a_lesson_is_shown_in_the_language_and_answered_as_ever(window_in, address):
    window = window_in("de")
    window.page.goto(f"{address}#lesson=double_threats&step=3")
    window.page.locator("#step-at").filter(has_text=re.compile("Schritt 3 von")).wait_for()
    assert window.page.locator("#lesson h1").inner_text() == "Doppelte Drohungen"
    choices = window.page.locator("#task-form").get_by_role("button")
    assert choices.all_inner_texts() == ["Orange", "Blau", "Unentschieden"]
    choices.nth(1).click()
    window.page.locator("#task-verdict").filter(has_text="Nein, nicht Blau.").wait_for()
    choices.nth(2).click()
    window.page.locator("#task-verdict").filter(has_text="Richtig: unentschieden.").wait_for()


def test_a_lesson_that_lacks_words_is_shown_in_english(built_page):
    """That of the built page: no lesson is half in one language."""
    made = {path.name for path in (built_page / "lessons").glob("*.de.html")}
    whole = {
        f"{name}.de.html" for name, _ in front.lessons() if languages.lesson(text_of(built_page, name), "de", TABLE)
    }
    assert made == whole >= {"double_threats.de.html"}
    lacking = {**TABLE, "lessons": {}}
    assert languages.lesson(text_of(built_page, "bridges"), "de", lacking) == ""


def test_a_language_that_does_not_load_leaves_english(window_in, address):
    window = window_in("de")
    window.page.route("**/languages/*", lambda route: route.abort())
    window.page.goto(address)
    window.page.locator("#field").get_by_text("Press a point to begin").wait_for()
    assert window.page.locator("html").get_attribute("lang") == "en"
