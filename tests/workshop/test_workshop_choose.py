"""What do you have? Three questions lead to a board, by clicks, and are made of the board files."""

import json
import shutil

from deadline import wait_until
from test_workshop_page import opened  # noqa: F401  (a fixture)

from host_sim.boards import files
from host_sim.boards.files import FOLDER, list_boards, load_board
from tools.web import front, workshop
from tools.web.parts import Asked

RING = "pico_ws2812_8x8_keys_4x4"
PHONE = {"viewport": {"width": 390, "height": 844}}
SHOWN = "() => [...document.querySelectorAll('.card')].filter((card) => !card.hidden).map((card) => card.control.value)"


def answer(page, question, words):
    """Answer a question by a click on what has these words."""
    asked = page.locator(f".asked[data-asks={question}]")
    if not asked.evaluate("(asked) => asked.open"):
        asked.locator("summary").click()
    asked.locator(".part", has_text=words).first.click()


# (what a person answers, the boards that fit)
ROWS = [
    ({"lights": "32x8 lights, red"}, ["pico_max7219_32x8_buttons"]),
    ({"lights": "8x8 matrix of WS2812B", "keys": "64 keys"}, ["pico_ws2812_8x8_keys_8x8"]),
    ({"lights": "Pimoroni", "picos": "Pico 2"}, ["pimoroni_pico_rgb_keypad"]),
    ({"keys": "64 keys"}, ["pico_ws2812_8x8_keys_8x8"]),
    ({"lights": "8x8 keys that light up", "keys": "7 keys"}, []),
    ({"lights": "None of these"}, []),
    (
        {"lights": "None yet", "keys": "The lights are"},
        [name for name in list_boards() if "neo" in name or "rgb" in name],
    ),
]


def test_answers_lead_to_the_boards_that_are_made_of_these_parts(opened):  # noqa: F811
    page = opened(**PHONE).page
    for answers, fitting in ROWS:
        for question, words in answers.items():
            answer(page, question, words)
        assert sorted(page.evaluate(SHOWN)) == sorted(fitting)
        says = page.locator("#have-says").inner_text()
        if not fitting:
            assert says == "No board of this page is made of these."
            assert "glowgrid board new" in page.locator("#have-none").inner_text()
            assert not page.locator("article:visible").count()
        elif len(fitting) > 1:
            assert says == f"{len(fitting)} boards can be made of these: choose one."
        else:
            assert says.startswith("One board is made of these: ")
            assert page.get_by_role("button", name="Its parts and steps").is_visible()
            assert page.locator("article:visible").get_attribute("data-board") == fitting[0]
        assert not fitting or page.locator("#boards :checked").get_attribute("value") in fitting
        page.get_by_role("button", name="Ask again").click()
        assert len(page.evaluate(SHOWN)) == len(list_boards()) and page.locator("#have-none").is_hidden()


def test_the_pico_that_a_person_has_is_the_one_of_the_first_flash(opened):  # noqa: F811
    workshop = opened(**PHONE)
    answer(workshop.page, "picos", "Pico 2")
    answer(workshop.page, "lights", "Pimoroni")
    workshop.page.get_by_role("button", name="Its parts and steps").click()
    title = workshop.page.locator("article:visible h3")
    wait_until(lambda: title.bounding_box()["y"] < 200, "its title is at the top")
    workshop.go("First flash")
    assert workshop.page.locator("#chips :checked").get_attribute("value") == "rp2350"


def test_answers_that_go_with_no_other_are_pale_and_the_only_one_left_is_said(opened):  # noqa: F811
    page = opened().page
    answer(page, "lights", "Adafruit NeoTrellis")
    keys = page.locator(".asked[data-asks=keys]")
    assert keys.locator("summary").inner_text().endswith("The lights are the keys")
    assert page.locator(".asked[data-asks=picos]").evaluate("(asked) => asked.open")
    pale = keys.locator(".pale b").all_text_contents()
    assert pale and "The lights are the keys" not in pale and "None of these" not in pale


def test_a_card_has_the_drawing_of_its_board_and_the_wiring_is_one_click_further(opened):  # noqa: F811
    page = opened(**PHONE).page
    drawn = page.locator(".card:not(.own) img").evaluate_all("(all) => all.map((each) => each.getAttribute('src'))")
    assert drawn == [f"guides/pictures/{name}_device.svg" for name in front.boards()]
    page.locator(".card", has_text="Pimoroni").click()
    article = page.locator("article:visible")
    wiring = article.get_by_role("img", name="Wiring")
    assert not wiring.is_visible()
    article.get_by_text("How it is wired").click()
    wiring.wait_for()
    assert wiring.evaluate("async (image) => { await image.decode(); return image.naturalWidth }") > 300


def test_every_board_is_reached_by_its_own_parts():
    boards = [load_board(name) for name in list_boards()]
    asked = Asked(boards)
    for answers in asked.answers.values():
        assert len({part.seen for part in answers}) == len(answers)  # no two have the same title
    for name, parts in asked.of.items():
        same = [other for other, its in asked.of.items() if all(set(its[each]) & set(parts[each]) for each in parts)]
        assert same == [name]


def test_a_new_board_file_brings_its_answers_card_and_drawing_by_itself(monkeypatch, tmp_path):
    board = json.loads((FOLDER / f"{RING}.json").read_text(encoding="utf-8"))
    board |= {"name": "mine", "title": "Raspberry Pi Pico, 12x10 matrix, 4x4 keys"}
    board["leds"] |= {"width": 12, "height": 10}
    shutil.copytree(FOLDER, tmp_path, dirs_exist_ok=True)
    monkeypatch.setattr(files, "FOLDER", tmp_path)
    before = workshop.drawings()
    (tmp_path / "mine.json").write_text(json.dumps(board), encoding="utf-8")
    page, drawings = workshop.page(), workshop.drawings()
    assert "<b>12x10 lights, any colour</b>" in page and 'value="mine"' in page
    assert len(drawings) == len(before) + 2 and "mine_device.svg" in drawings
    assert all(f"pictures/{name}" in page for name in drawings)
