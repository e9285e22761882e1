"""What the page shares opens again as the same position; other programs' files and links open; pictures stand alone."""

import io
import re
from pathlib import Path
from xml.etree import ElementTree

import browser
import pytest
from page_steps import copied
from PIL import Image
from support.site_records import READ

from host_sim.boards.files import load_board
from host_sim.console import golden
from tools.web.visit import PASTE, point

RECORDS = Path(__file__).parents[1] / "data/records"
SCREENS = {
    "desk": {"viewport": {"width": 1280, "height": 800}},
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
    "lying": {"viewport": {"width": 844, "height": 390}, "has_touch": True, "is_mobile": True},
}
DROP = """(text) => {
  const data = new DataTransfer();
  data.setData("text", text);
  document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
}"""
STONES = """() => [...document.querySelectorAll("#field svg [role=button]")]
  .map((each) => each.ariaLabel.split(", ").slice(0, 2).join(" ")).filter((words) => words.endsWith("stone")).sort()"""
ORANGE, BLUE = (226, 100, 0), (0, 99, 224)  # as console/palettes.py has them


@pytest.fixture
def opened(chromium, address):
    """opened(link, screen): the page in a window, at a link, with what it shares unfolded."""
    windows = []

    def open(link, screen="desk"):
        window = browser.Window(chromium, load_board(golden.BOARD), **SCREENS[screen])
        windows.append(window)
        window.context.grant_permissions(["clipboard-read", "clipboard-write"])
        window.page.goto(address + link)
        window.page.locator(".field-board").wait_for()
        if link:
            window.page.locator("main.match").wait_for()
        window.page.locator("#share summary").click()
        return window.page

    yield open
    for window in windows:
        window.context.close()
        assert window.errors == []


def stones(page):
    return page.evaluate(STONES)


def wait_for_stones(page, expected):
    page.wait_for_function(f"expected => ({STONES})().join() === expected.join()", arg=expected)


def saved(page, button):
    """Return (name, bytes) of what a button saves."""
    with page.expect_download() as download:
        page.get_by_role("button", name=button).click()
    return download.value.suggested_filename, Path(download.value.path()).read_bytes()


def test_a_link_an_sgf_and_a_hexworld_link_of_one_match_are_one_position(opened, address):
    page = opened("#hex=5&moves=a2,swap,c3,b4,d2&seats=0,0")
    before = stones(page)
    assert len(before) == 4
    link = copied(page, "Copy a link to the match")
    assert link == f"{address}#hex=5&moves=a2,swap,c3,b4,d2&seats=0,0"
    name, sgf = saved(page, "Save the match as SGF")
    assert name == "hex-5-move-5.sgf"
    page.locator("#hexworld").wait_for()
    hexworld = page.locator("#hexworld").get_attribute("href")
    assert hexworld.startswith("https://hexworld.org/board/#5c1,")
    for way, text in ((DROP, sgf.decode()), (PASTE, hexworld), (PASTE, link)):
        page.evaluate("() => (location.hash = '#tic-tac-toe')")
        wait_for_stones(page, [])
        page.evaluate(way, text)
        wait_for_stones(page, before)
        assert page.locator(".field-moves button").all_inner_texts()[1] == "2 swap"


FILES = {
    "littlegolem.sgf": (["b2 blue stone", "c3 orange stone"], "LittleGolem: W begins and is side 1"),
    "littlegolem.hgf": (["c5 orange stone", "c6 blue stone"], "Havannah 4, 2 moves; First against Second"),
    "gbk.sgf": (["b2 orange stone"], "張三 against 誠"),
}


def test_a_file_of_another_program_opens_as_it_was_played(opened):
    page = opened("", "phone")
    for file, (expected, said) in FILES.items():
        page.locator("#open").set_input_files(RECORDS / file)
        wait_for_stones(page, expected)
        page.locator("#message").filter(has_text=said).wait_for()
        assert page.locator(".sharing").is_hidden()  # the match comes first
        page.locator("#share summary").click()


@pytest.mark.long
def test_a_field_that_the_lights_have_no_room_for_comes_on_a_board_that_has(opened):
    page = opened("")
    page.locator("#paste").fill("https://trmph.com/hex/board#13,f6b4 b")
    page.keyboard.press("Enter")
    wait_for_stones(page, ["b4 blue stone", "f6 orange stone"])
    assert "board=pico_ws2812_16x16" in page.evaluate("location.hash")


def test_what_cannot_be_opened_is_said_in_one_line_and_the_match_stays(opened):
    page = opened("#hex=5&moves=c3,d2")
    before = stones(page)
    for text, said in (
        ("(;GM[11]SZ[5];B[a1];W[f9])", "What was pasted cannot be opened: game 1, node 3, move 2, f9: no such point"),
        ("(;EV[twixt.ld.DEFAULT]SZ[24];r[bc])", "a game of TwixT, none of ours; expected Hex"),
        ("https://hexworld.org/board/#19c1,a10", "hex: size 19; expected 1 to 15"),
        ("a word", "no game in it; expected SGF"),
        ("https://playhex.org/games/1", "this link has no moves; copy the moves or the SGF from the site"),
        ("(;GM[11]SZ[5];B[a1;W[b2])", "its bracket is missing or escaped"),
    ):
        page.evaluate(PASTE, text)
        page.locator("#message").filter(has_text=said).wait_for()
        no_choice = "no moves" in said or "bracket" in said  # no game or size that is chosen would change it
        assert page.locator("#read-as").is_visible() != no_choice
        assert "\n" not in page.locator("#message").text_content()
        assert stones(page) == before


def test_what_a_person_states_beside_what_was_opened_is_the_last_word(opened):
    page = opened("#hex=5&moves=c3,d2", "phone")
    row, game, size = page.locator("#read-as"), page.locator("#read-game"), page.locator("#read-size")
    said = page.locator("#message")
    page.evaluate(PASTE, "(;AP[gogui-twogtp:1.6.0]SZ[3]KM[6.5];B[bb];W[aa])")
    said.filter(has_text="this file names none; choose it at Read as.").wait_for()
    assert game.input_value() == "" and len(stones(page)) == 2
    game.select_option("tic-tac-toe")
    wait_for_stones(page, ["a1 blue stone", "b2 orange stone"])
    said.filter(has_text="Opened: Tic-tac-toe, 2 moves").wait_for()
    assert row.is_visible() and game.input_value() == "tic-tac-toe" and not size.is_visible()
    game.select_option("mnk")
    said.filter(has_text="cannot be opened: mnk: 5 in a row does not fit a 3x3 field").wait_for()
    size.fill("5, 4, 3")
    size.press("Enter")
    said.filter(
        has_text="Opened: Three in a row 5x4, 2 moves; read as mnk 5,4,3, as stated; the file says SZ[3]"
    ).wait_for()
    assert size.input_value() == "5,4,3"
    page.locator(point("d4")).wait_for()
    wait_for_stones(page, ["a1 blue stone", "b2 orange stone"])
    page.locator(point("d4")).click()
    wait_for_stones(page, ["a1 blue stone", "b2 orange stone", "d4 orange stone"])
    row.wait_for(state="hidden")  # it is a match of the person's own from here
    assert [page.locator(each).input_value() for each in ("#game", "#sides select >> nth=0")] == ["mnk", "0"]
    assert page.locator("#size option:checked").inner_text() == "5,4,3" and page.locator("#differs").inner_text() == ""
    page.locator("#play").click()
    said.filter(has_text="The game that was opened is a step back in the browser.").wait_for()
    wait_for_stones(page, [])
    assert page.locator(".field-title").text_content() == "Three in a row 5x4" and "#" not in page.url
    page.go_back()
    wait_for_stones(page, ["a1 blue stone", "b2 orange stone", "d4 orange stone"])


@pytest.mark.long
def test_records_of_sites_open_from_files_and_by_paste(opened):
    page = opened("")
    for name in ("RenLib", "AbstractPlay", "PlayOK", "a backslash in Shift_JIS"):
        file, text, _, position, *_ = READ[name]
        payload = {"name": file, "mimeType": "", "buffer": text.encode("latin-1")}
        page.locator("#open").set_input_files([payload])
        wait_for_stones(page, named_stones(position))
        page.locator("#read-as").wait_for()
        page.locator("#share summary").click()
    for name in ("HexWiki", "PlayHex", "HexWiki, in places"):
        page.evaluate(PASTE, READ[name][1])
        wait_for_stones(page, named_stones(READ[name][3]))


def named_stones(position):
    """Return the stones of a position on a line, as the page names them."""
    sides = position.partition(":")[2].partition(",")[0].split("/")
    return sorted(
        f"{name} {colour} stone"
        for side, colour in zip(sides, ("orange", "blue"))
        for name in side.split("-")[0].split()
    )


@pytest.mark.long
def test_the_link_to_a_match_stays_one_to_a_puzzle_or_with_coach(opened, address):
    page = opened("#tic-tac-toe&moves=a1,b2,c3,b1&puzzle=Hold&seats=0,0")
    page.locator(point("b3")).click()
    page.locator("#field [aria-label^='b3, orange stone']").wait_for()
    shared = "#tic-tac-toe=&moves=a1,b2,c3,b1,b3&seats=0,0&puzzle=Hold"
    assert copied(page, "Copy a link to the match") == address + shared
    page = opened("#tic-tac-toe&moves=a1,b1&puzzle=Hold")
    page.locator(".field-moves button").first.click()  # blue to move, but orange is to solve it
    page.locator(".field-last").filter(has_text="Move 1").wait_for()
    earlier = f"{address}#tic-tac-toe=&moves=a1&seats=0,2&puzzle=Hold"
    assert copied(page, "Copy a link to this position") == earlier
    link = "#hex=5&moves=c3&seats=0,0&to=coach"
    assert copied(opened(link), "Copy a link to the match") == address + link


@pytest.mark.long
def test_the_link_to_a_puzzle_under_way_keeps_it_and_gives_no_hint(opened, address):
    page = opened("#puzzle=tic-tac-toe-1")
    page.locator(point("a1")).click()
    page.locator(".field-last").filter(has_text="Move 2: Blue").wait_for()
    link = copied(page, "Copy a link to the match")
    assert link.startswith(f"{address}#puzzle=tic-tac-toe-1&moves=a1,")
    assert copied(page, "Copy a link to this position") == link
    before = stones(page)
    page.goto("about:blank")
    page.goto(link)
    page.locator("#field").get_by_text("Tic-tac-toe, puzzle 1", exact=True).wait_for()
    wait_for_stones(page, before)
    assert page.locator("#hint").is_hidden() or page.locator("#hint").is_disabled()
    page.locator(point("a3")).click()
    page.locator(".field-puzzle").get_by_text("Solved.").wait_for()


def test_a_win_that_is_proven_is_shared_as_a_puzzle(opened, address):
    page = opened("#hex=5&moves=c3,d2,b4,d3")
    assert page.locator("#puzzle-link").is_hidden()  # nothing is proven yet
    page.locator("#coach").click()
    link = copied(page, "a puzzle: win in 3")
    before = stones(page)
    page.goto("about:blank")
    page.goto(link)
    page.locator("main.match").wait_for()
    wait_for_stones(page, before)
    page.locator("#message").filter(has_text="Win in 3").wait_for()
    page.locator("#coach:disabled, #coach[aria-pressed=false]").wait_for()
    assert link.startswith(f"{address}#position=") and "moves=" not in link


@pytest.mark.long
def test_a_picture_looks_the_same_elsewhere(opened):
    page, points = opened("#hex=5&moves=c3,d2"), ("c3", "d2")
    title = page.locator(".field-title").inner_text()
    name, data = saved(page, "Save the picture as SVG")
    assert re.fullmatch(r"[\w-]+-move-2\.svg", name)
    drawing = ElementTree.fromstring(data)
    assert not [each for each in drawing.iter() if {"class", "style", "role", "tabindex"} & set(each.keys())]
    assert drawing.findtext("{*}title") == f"{title}, after move 2"
    name, data = saved(page, "Save the picture as PNG")
    assert name.endswith("-move-2.png")
    picture = Image.open(io.BytesIO(data)).convert("RGB")
    assert max(picture.size) == 1200
    box = page.locator(".field-board").evaluate("""(svg) => {
      const at = svg.createSVGPoint(), { x, y, width, height } = svg.viewBox.baseVal, places = {};
      for (const each of svg.querySelectorAll(".field-stone")) {
        const name = each.closest("[role=button]")?.ariaLabel.split(",")[0];
        if (name) places[name] = [(each.cx.baseVal.value + 0.34 - x) / width, (each.cy.baseVal.value - y) / height];
      }
      return places;
    }""")
    for name, colour in zip(points, (ORANGE, BLUE)):  # beside the sign within a stone
        across, down = box[name]
        assert picture.getpixel((int(across * picture.width), int(down * picture.height))) == colour
    page.get_by_role("button", name="Copy picture").click()
    page.locator("#message").filter(has_text="Copied: the picture").wait_for()
    kinds = page.evaluate("() => navigator.clipboard.read().then(([one]) => one.types)")
    assert kinds == ["image/png"]


@pytest.mark.parametrize("screen", [pytest.param("phone", marks=pytest.mark.long), "lying"])
def test_on_a_phone_all_that_can_be_shared_is_in_reach_of_a_finger(opened, screen):
    page = opened("#hex=5&moves=c3,d2", screen)
    size = SCREENS[screen]["viewport"]
    page.locator("#hexworld").wait_for()
    for each in page.locator(".sharing :is(button, .button, #paste):visible").all():
        box = each.bounding_box()
        assert min(box["width"], box["height"]) >= 44
        assert 0 <= box["x"] and box["x"] + box["width"] <= size["width"]
        assert 0 <= box["y"] and box["y"] + box["height"] <= size["height"]
    copied(page, "Copy a link to this position")
    message = page.locator("#message").filter(has_text="Copied").bounding_box()
    sheet = page.locator(".sharing").bounding_box()
    assert message["y"] + message["height"] <= max(sheet["y"], size["height"] / 3)
    page.get_by_role("button", name="Close").click()
    assert page.locator(".sharing").is_hidden()
