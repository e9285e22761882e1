"""Boards of a person's own on the page: none takes the name of another, and each can be removed."""

import json

import pytest

from host_sim.boards.files import FOLDER as BOARDS
from host_sim.boards.files import load_board
from host_sim.console import golden

BOARD = golden.BOARD
KEEP = """([name, text]) => new Promise((resolve, reject) => {
  const asked = indexedDB.open("glowgrid");
  asked.onerror = reject;
  asked.onsuccess = () => {
    const transaction = asked.result.transaction("boards", "readwrite");
    transaction.objectStore("boards").put(text, name);
    transaction.oncomplete = () => (asked.result.close(), resolve());
  };
})"""


@pytest.fixture
def page(window, address):
    window.page.goto(address)
    window.page.locator("#play:enabled").wait_for()
    return window.page


def give(page, text):
    page.locator("#source").fill(text)
    page.locator("#try").click()


def wait_for_board(page, name):
    page.wait_for_function("name => document.querySelector('#board').value === name", arg=name)
    page.locator("#play:enabled").wait_for()


def test_a_board_of_ones_own_takes_no_name_that_is_taken_and_can_be_removed(window, page):
    text = (BOARDS / f"{BOARD}.json").read_text(encoding="utf-8")
    line = next(at for at, row in enumerate(text.split("\n"), 1) if '"name"' in row)
    give(page, text)
    said = window.wait_for_message("is a board that is here already")
    assert said == (
        f"your board: name: {BOARD} is a board that is here already; give yours another name (line {line}, column 11)."
    )
    before = page.locator("#board option").all_inner_texts()
    assert not [each for each in before if "your own" in each] and page.locator("#own-games li").count() == 0
    give(page, json.dumps(load_board(BOARD) | {"name": "mine"}))
    wait_for_board(page, "mine")
    page.get_by_role("button", name="Remove mine.json").click()
    wait_for_board(page, BOARD)
    page.reload()
    page.locator("#play:enabled").wait_for()
    assert page.locator("#board option").all_inner_texts() == before and page.locator("#own-games li").count() == 0


@pytest.mark.long
def test_a_kept_board_with_the_name_of_another_leaves_that_one_alone(page):
    page.evaluate(KEEP, [BOARD, "{}"])
    page.reload()
    wait_for_board(page, BOARD)
    page.get_by_role("button", name=f"Remove {BOARD}.json").click()
    page.wait_for_function("() => !document.querySelector('#own-games li')")
    assert page.input_value("#board") == BOARD


@pytest.mark.long
def test_a_game_that_no_board_has_lights_for_is_refused_in_a_line(window, page):
    give(page, json.dumps({"name": "wide", "field": ["o" * 18] * 9, "lines": ["a1 b1 c1"]}))
    most = "its field is 18 points wide and 9 high; the lights here show at most 16 by 16 or 32 by 8."
    window.wait_for_message(f"wide.json is kept, but cannot be played: {most}")
    page.locator("#own-message").get_by_text(most).wait_for()
    page.reload()
    page.locator("#game option[value=wide]").wait_for(state="attached")
    page.locator("#game").select_option("wide")
    page.locator("#field").get_by_text("Wide").first.wait_for()
    page.locator("#play").click()
    window.wait_for_message(f"Wide cannot be played: {most}")
