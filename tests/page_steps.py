"""Steps that tests of the page share: links that carry a key log, and what the page is waited for."""

import base64
import zlib

from deadline import wait_until

from glowgrid import record
from host_sim.boards.files import load_board
from host_sim.console import golden, keylog

BOARD = golden.BOARD
ROLES = load_board(BOARD)["keys"]["roles"]
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
CORNERS = '{"name": "corners", "field": ["ooo", "ooo", "ooo"], "lines": ["a1 c1", "a1 a3"]}'  # a game of one's own
USED = {"settings": record.pack({})}  # the saves of a console that was used before, and begins with the menu
# Do something with the saves that the browser keeps; give what comes of it.
OPENED = """async (act) => {
  const database = await new Promise((resolve) => {
    indexedDB.open("glowgrid").onsuccess = ({ target }) => resolve(target.result);
  });
  const transaction = database.transaction("saves", "readwrite");
  const found = ACT;
  await new Promise((resolve) => (transaction.oncomplete = resolve));
  database.close();
  return Object.fromEntries(Object.entries(found.result ?? {}).map(([name, bytes]) => [name, [...bytes]]));
}"""
READ = OPENED.replace("ACT", 'transaction.objectStore("saves").get(act)')


def link(log, pace="fast", board=BOARD, saves=USED):
    """What stands after the address in a link that carries a key log, and the saves before it."""
    packed = b"".join(name.encode() + b"\0" + len(data).to_bytes(4, "little") + data for name, data in saves.items())
    packed = zlib.compress(log.encode() + b"\0" + packed, wbits=-15)
    return f"#board={board}&pace={pace}&keys={base64.urlsafe_b64encode(packed).decode().rstrip('=')}"


def link_of(changes, **options):
    return link("".join(keylog.format_change(*change) + "\n" for change in changes), **options)


def skip_first_game(window):
    """Go from the first game of all to the menu."""
    wait_for_help(window, "green is a good one")
    window.tap(ROLES["back"])
    wait_for_help(window, "choose")


def wait_for_help(window, words):
    """Wait until the help beside the lights says so."""
    window.page.get_by_role("region", name="What to do now").filter(has_text=words).wait_for()


def wait_for_field(place):
    """Wait until the field is that of the step of a lesson that was opened last. place: a page or a frame."""
    place.locator("#field[aria-busy=false]").wait_for(state="attached")


def assert_within(page, *places):
    """Assert that these are wholly in the window."""
    size = page.viewport_size
    for place in places:
        box = place.bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= size["width"] + 1, place
        assert box["y"] >= 0 and box["y"] + box["height"] <= size["height"] + 1, place


def copied(page, button):
    """Return what a button of what can be shared copies; the address of the page stays."""
    before = page.url
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    if folded := page.locator(".sharing").is_hidden():
        page.locator("#share summary").click()
    page.evaluate("() => (document.querySelector('#message').textContent = '')")
    page.get_by_role("button", name=button, exact=True).click()
    page.locator("#message").filter(has_text="Copied").wait_for()
    if folded:
        page.get_by_role("button", name="Close").click()
    assert page.url == before
    return page.evaluate("navigator.clipboard.readText()")


def saved(window):
    """Wait until the browser has kept all moves of the match, and no other."""

    def is_kept():
        match = kept(window, window.page.input_value("#board")).get("match", {"moves": []})
        return len(match["moves"]) == len(window.position()["moves"])

    wait_until(is_kept, "the match is kept")


def kept(window, name):
    """Return what is kept under a name, {name of the save: its data}."""
    return {each: record.unpack(bytes(data)) for each, data in window.page.evaluate(READ, name).items()}


def begun(window, address, hash_=""):
    """Open the page; wait until a game can begin."""
    window.page.goto(address + hash_)
    window.page.locator("#play:enabled").wait_for(state="attached")


def wait_for_match(window, board, *names):
    """Wait until a match that begins with moves of these names is kept on a board; return all that is kept on it."""

    def found():
        saves, moves = kept(window, board), window.position() and window.names()
        fits = "match" in saves and len(saves["match"]["moves"]) >= len(names) and moves[: len(names)] == [*names]
        return fits and saves

    return wait_until(found, "the match is kept")
