"""What the browser keeps of sessions of the page: none takes the place of another, and the last one asked for stays."""

import pytest
from deadline import wait_until
from page_steps import BOARD, CORNERS, OPENED, begun, kept, link_of, wait_for_match

from glowgrid import record
from tools.paths import FIRMWARE
from tools.web.visit import point

LARGE = "pico_ws2812_16x16_keys_4x4"
EVERY_BOARD = "every board"
KEYS = [(20, 15, 1), (120, 15, 0)]
LOG = "".join(f"{ms} {'press' if down else 'release'} {key}\n" for ms, key, down in KEYS)
FREE = "glowgrid strategy 1\ngame tic-tac-toe\nplays 2\nelse a1 b1 c1 a2 b2 c2 a3 b3 c3\nend\n"
OWN = {"own.json": CORNERS, "own.txt": FREE, "own.keys": LOG}
WRITE = OPENED.replace(
    "ACT",
    'transaction.objectStore("saves").put(Object.fromEntries('
    "Object.entries(act[1]).map(([name, bytes]) => [name, new Uint8Array(bytes)])), act[0]) && {}",
)
# Choose a size, and play at once: the empty field of that size is not there yet.
PLAY_AT_ONCE = """size => {
  const choice = document.querySelector("#size");
  choice.selectedIndex = [...choice.options].findIndex(({ text }) => text === size);
  choice.dispatchEvent(new Event("change", { bubbles: true }));
  document.querySelector("#play").click();
}"""
# The screens that the page hears of from now on.
HEAR_SCREENS = """() => {
  window.heard = [];
  const hear = () => heard.push(document.body.dataset.screen);
  new MutationObserver(hear).observe(document.body, { attributeFilter: ["data-screen"] });
}"""
# Of the texts of lessons, none comes before `release()`; `released` says that the page has it.
HOLD_LESSONS = """
const ask = window.fetch;
window.fetch = async (address, ...more) => {
  if (String(address).includes("/lessons/")) await new Promise((resolve) => (window.release = resolve));
  const answer = await ask(address, ...more);
  setTimeout(() => (window.released = true), 100);
  return answer;
};
"""
FAIL_ONCE = """
const put = IDBObjectStore.prototype.put;
IDBObjectStore.prototype.put = function (...words) {
  if (!window.failing) return put.call(this, ...words);
  window.failing = false;
  throw new DOMException("", "UnknownError");
};
"""


def keep(window, name, saves):
    """Keep this, as another window of the page does."""
    window.page.evaluate(WRITE, [name, {each: list(record.pack(data)) for each, data in saves.items()}])


def go_to(window, hash_):
    window.page.evaluate("hash => (location.hash = hash)", hash_)


def give(window, name):
    text = OWN[name].encode()
    window.page.locator("#choose").set_input_files({"name": name, "mimeType": "text/plain", "buffer": text})


def play(window, name):
    """Press a point once the match is there."""
    window.page.locator("main.match").wait_for()
    window.page.locator(f'.field-board [aria-label="{name}, empty"]').click()
    window.page.locator(f'.field-board [aria-label^="{name}, "]:not([aria-label*=empty])').wait_for()


@pytest.mark.parametrize("way", ["link", pytest.param("file", marks=pytest.mark.long)])
def test_a_new_match_after_a_session_of_others_has_the_saves_of_this_browser(window, address, way):
    begun(window, address)
    keep(window, BOARD, {"mark": "mine", "settings": {}})
    keep(window, EVERY_BOARD, {"puzzles": {"hex": "123 101"}})
    if way == "link":
        go_to(window, link_of(KEYS))
    else:
        give(window, "own.keys")
    window.wait_for_message("not kept" if way == "file" else "nothing of it is kept")
    window.page.locator("#play").click()
    play(window, "c3")
    assert wait_for_match(window, BOARD, "c3")["mark"] == "mine"
    assert kept(window, EVERY_BOARD) == {"puzzles": {"hex": "123 101"}}


def test_what_other_windows_have_solved_meanwhile_stays_solved(window, address):
    begun(window, address, "#puzzle=tic-tac-toe-1")
    length = (FIRMWARE / "glowgrid" / "games" / "puzzles" / "tic_tac_toe.txt").stat().st_size
    keep(window, EVERY_BOARD, {"puzzles": {"hex": "123 101", "tic-tac-toe": f"{length} 0001"}})
    play(window, "a1")
    window.page.locator(".field-last").filter(has_text="Move 2: Blue").wait_for()
    play(window, "a3")
    wait_until(lambda: kept(window, EVERY_BOARD)["puzzles"]["tic-tac-toe"] != f"{length} 0001", "it is solved")
    assert kept(window, EVERY_BOARD) == {"puzzles": {"hex": "123 101", "tic-tac-toe": f"{length} 1001"}}


@pytest.mark.long
def test_a_match_that_needs_another_board_is_kept_with_the_saves_of_that_board(window, address):
    begun(window, address)
    keep(window, BOARD, {"mark": "small", "settings": {}})
    keep(window, LARGE, {"mark": "large", "settings": {}})
    window.page.reload()
    window.page.wait_for_function("() => document.body.dataset.screen === 'menu'")
    window.page.locator("#play:enabled").wait_for()
    window.page.evaluate(HEAR_SCREENS)
    window.page.evaluate(PLAY_AT_ONCE, "11")
    window.wait_for_message("This field needs more lights: a larger handheld shows it.")
    play(window, "c3")
    assert "menu" not in window.page.evaluate("heard")
    assert wait_for_match(window, LARGE, "c3")["mark"] == "large"
    assert kept(window, BOARD)["mark"] == "small" and "match" not in kept(window, BOARD)
    go_to(window, "#hex=11&moves=c3")
    window.wait_for_message("a larger handheld shows it. This link opens a match. What you play here is not kept.")


@pytest.mark.long
def test_the_point_that_begins_a_match_is_placed_in_no_other(window, address):
    begun(window, address)
    window.page.evaluate("addEventListener('pointerup', () => (location.hash = '#puzzle=hex-12'), { once: true })")
    window.page.locator(point("a1")).click()
    window.page.wait_for_function("() => told.some((each) => each.position?.puzzle_of?.name === 'hex-12')")
    window.pass_time(500)
    assert window.position()["puzzle_of"] and window.position()["moves"] == []


@pytest.mark.long
def test_what_is_asked_for_last_stays_though_a_lesson_comes_late(window, address):
    window.page.add_init_script(HOLD_LESSONS)
    begun(window, address)
    go_to(window, "#lesson=minimax")
    window.page.wait_for_function("() => window.release")
    go_to(window, "#hex=5&moves=c3&seats=0,0")
    window.page.locator('.field-board [aria-label^="c3, orange stone"]').wait_for()
    window.page.evaluate("release()")
    window.page.wait_for_function("() => window.released")
    window.pass_time(200)
    assert window.page.url.endswith("#hex=5&moves=c3&seats=0,0")
    assert window.page.locator("#lesson").is_hidden() and window.position()["game"] == "hex"


@pytest.mark.long
def test_an_address_that_only_scrolls_opens_what_is_kept(window, address):
    begun(window, address, "#build")
    window.page.locator("#play").click()
    play(window, "c3")
    go_to(window, "#build")
    play(window, "b2")
    wait_for_match(window, BOARD, "c3")
    window.page.reload()
    window.page.get_by_role("button", name="Go on").click()
    window.page.locator('.field-board [aria-label^="c3, orange stone"]').wait_for()
    assert window.page.locator("#message").inner_text() == ""


@pytest.mark.long
def test_a_file_of_ones_own_ends_the_lesson_and_its_match_is_kept(window, address):
    begun(window, address)
    for name in OWN:
        go_to(window, "#lesson=minimax&step=6")
        window.page.locator("body.lesson").wait_for()
        give(window, name)
        window.page.locator("body:not(.lesson)").wait_for(state="attached")
        assert window.page.url.removesuffix("#") == address
        if name != "own.keys":
            wait_until(lambda: (window.position() or {}).get("moves") == [], "the new match is there")
            play(window, "b2")
            wait_for_match(window, BOARD, "b2")
            assert window.page.locator("#task").is_hidden()


def test_the_next_move_is_kept_after_the_browser_has_closed_its_storage_or_failed(window, address):
    window.page.add_init_script(FAIL_ONCE)
    begun(window, address)
    window.page.get_by_role("combobox", name="Who plays blue").select_option("0")
    window.page.locator("#play").click()
    play(window, "c3")
    wait_for_match(window, BOARD, "c3")
    window.page.evaluate("new Promise((resolve) => (indexedDB.deleteDatabase('glowgrid').onsuccess = resolve))")
    window.page.evaluate("window.failing = true")
    play(window, "b2")
    window.wait_for_message("The browser did not keep the match just now: the next move tries again.")
    play(window, "d2")
    wait_for_match(window, BOARD, "c3", "b2", "d2")
