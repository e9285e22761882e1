"""The workshop's Files in Chromium, with the emulated Pico behind a stub of Web Serial."""

import json
import random
import re

import pytest
from compiled import tables_of
from flashed import flashed
from page_steps import CORNERS
from test_workshop_page import opened  # noqa: F401  (a fixture)

from glowgrid import record
from host_sim.boards import DEFAULT_BOARD
from host_sim.boards.files import load_board
from host_sim.pico.bench import Pico
from host_sim.pico.hardware import Hardware
from host_sim.pico.serial_port import port

WON = {"game": "tic-tac-toe", "size": [], "seats": [0, 2], "seed": 1, "moves": [0, 3, 1, 4, 2], "number": 7}
SAVES = {"/saves/settings": record.pack({"brightness": 40}), "/saves/games/7": record.pack(WON)}
CRASH = b"""Crash, 9 s after power-up
Traceback (most recent call last):
  File "glowgrid.console.key_to_light", line 1, in tick
OSError: 5
"""
GAMES_HERE = """
import sys
sys.path.append("")
from glowgrid.games import discover
print([game.name for game in discover(own="/games")[0]])
"""


PHONE = {"viewport": {"width": 390, "height": 844}}


class Desk:
    """Files, open in the page, with a Pico plugged in."""

    def __init__(self, workshop, serial, path):
        self.page, self.workshop = workshop.page, workshop
        self.asked, self.answer = [], True
        self.page.on("dialog", self._asked)
        serial.plug(path)
        workshop.go("Files")
        workshop.press("Connect")
        workshop.wait_for("Connected.")

    def _asked(self, dialog):
        self.asked.append(dialog.message)
        (dialog.accept if self.answer else dialog.dismiss)()

    def give(self, name, data, place="#to-pico"):
        self.page.locator(place).set_input_files({"name": name, "mimeType": "", "buffer": data})

    def downloaded(self, name):
        """Press a button; return the text of the file that comes."""
        with self.page.expect_download() as coming:
            self.workshop.press(name)
        return coming.value.path().read_bytes()


@pytest.mark.long
def test_a_game_from_a_file_is_in_the_menu_of_the_pico(opened, bench, pico_image):  # noqa: F811
    pico = Pico(pico_image, flashed(DEFAULT_BOARD), Hardware(load_board(DEFAULT_BOARD)).parts)
    with port(pico) as path:
        desk = Desk(opened(), bench, path)
        desk.give("corners.json", b'{"name": "corners", "field": ["oo"}')
        desk.workshop.wait_for("corners.json: not JSON: expected ',' or ']', found '}' (line 1, column 35)")
        desk.give("corners.json", CORNERS.encode())
        desk.workshop.wait_for("On the Pico: Corners (/games/corners.tables).")
        assert desk.page.locator("#own-files tr").count() == 1
        desk.workshop.press("Disconnect")
        desk.workshop.wait_for("Disconnected")
    assert pico.files()["/games/corners.tables"] == tables_of(CORNERS)
    pico.forget_console()
    assert "'corners'" in pico.exec(GAMES_HERE)


@pytest.mark.long
def test_a_finished_game_is_opened_for_review_and_downloaded(opened, bench, pico_image):  # noqa: F811
    with port(Pico(pico_image, {**SAVES, "/main.py": b""})) as path:
        desk = Desk(opened(), bench, path)
        assert desk.page.locator("#finished td").all_inner_texts()[:4] == [
            "Tic-tac-toe",
            "person - level 2",
            "5 moves",
            "orange won",
        ]
        assert "GG[tic-tac-toe]" in desk.downloaded("SGF game 7").decode()
        assert "GG[tic-tac-toe]" in desk.downloaded("All as one SGF file").decode()
        with desk.page.context.expect_page() as coming:
            desk.page.get_by_role("link", name="Review game 7").click()
        coming.value.locator(".field-ahead:visible").wait_for()
        assert "Orange has won" in coming.value.locator("body").inner_text()


@pytest.mark.long
def test_saves_come_back_after_a_wipe_and_a_no_changes_nothing(opened, bench, pico_image):  # noqa: F811
    with port(Pico(pico_image, {**SAVES, "/main.py": b""})) as path:
        desk = Desk(opened(), bench, path)
        text = desk.downloaded("Back up")
    assert {each["path"] for each in json.loads(text)["files"]} == set(SAVES)
    wiped = {"/saves/settings": record.pack({}), "/main.py": b""}
    pico = Pico(pico_image, wiped)
    with port(pico) as path:
        desk = Desk(opened(), bench, path)
        desk.answer = False
        desk.give("saves.json", text, "#restore")
        desk.workshop.wait_for("The saves are as they were.")
        assert re.match("Replace the saves of this Pico by 2 files of 20", desk.asked[0])
        desk.answer = True
        desk.give("other.json", b"{}", "#restore")
        desk.workshop.wait_for("this is no backup of Glowgrid's saves")
        desk.give("saves.json", text, "#restore")
        desk.workshop.wait_for("The saves are restored, 2 files of 20")
        desk.workshop.press("Disconnect")
        desk.workshop.wait_for("Disconnected")
    there = pico.files()
    assert there == {**SAVES, "/replaced_1/saves/settings": wiped["/saves/settings"], "/main.py": b""}


@pytest.mark.long
def test_a_crash_is_shown_with_names_and_lines_copied_and_removed(opened, bench, pico_image):  # noqa: F811
    files = {**flashed(DEFAULT_BOARD), "/crash.txt": CRASH}
    pico = Pico(pico_image, files, Hardware(load_board(DEFAULT_BOARD)).parts)
    workshop = opened(permissions=["clipboard-read", "clipboard-write"])
    with port(pico) as path:
        desk = Desk(workshop, bench, path)
        desk.workshop.press("Show the crash")
        desk.workshop.wait_for("The last crashes, with names and lines.")
        shown = desk.page.locator("#crash-text").inner_text()
        assert re.search(r'File "glowgrid\.console\.key_to_light", line \d+ to \d+, in tick', shown)
        desk.workshop.press("Copy as text for an issue")
        desk.workshop.wait_for("Copied")
        copied = desk.page.evaluate("navigator.clipboard.readText()")
        assert shown.strip() in copied and copied.startswith("Glowgrid ") and DEFAULT_BOARD in copied
        desk.workshop.press("Remove crash.txt")
        desk.workshop.wait_for("/crash.txt is removed.")
    assert "/crash.txt" not in pico.files()


@pytest.mark.long
def test_files_are_replaced_and_removed_only_after_a_yes_and_can_be_read_back(opened, bench, pico_image):  # noqa: F811
    mine = b"# mine\ntic-tac-toe: a1 b2 / c1 c2, 1 to move; wins in 1\n"
    there = {"/games/puzzles/tic_tac_toe.txt": mine, "/games/corners.tables": b"mine"}
    pico = Pico(pico_image, {**there, "/main.py": b""})
    with port(pico) as path:
        desk = Desk(opened(), bench, path)
        assert desk.downloaded("Download /games/puzzles/tic_tac_toe.txt") == mine
        desk.answer = False
        desk.give("corners.json", CORNERS.encode())
        desk.workshop.wait_for("Nothing was copied: what is on the Pico stays.")
        assert "Not replaced: /games/corners.tables." in desk.page.locator("#says ul").inner_text()
        desk.workshop.press("Remove /games/corners.tables")
        assert desk.asked == [
            "On the Pico is already /games/corners.tables. Replace it?",
            "Remove /games/corners.tables from the Pico?",
        ]
        assert pico.files() == {**there, "/main.py": b""}
        desk.answer = True
        desk.give("corners.json", CORNERS.encode())
        desk.workshop.wait_for("On the Pico: Corners")
        desk.workshop.press("Remove /games/puzzles/tic_tac_toe.txt")
        desk.workshop.wait_for("is removed.")
        bench.unplug()
        desk.workshop.wait_for("The Pico is gone: check the cable")
        assert desk.page.locator("#files-here").is_hidden()
    assert pico.files() == {"/games/corners.tables": tables_of(CORNERS), "/main.py": b""}


FREE = "import os\ns = os.statvfs('/')\nprint(s[0] * s[3])"
LARGE = "/games/strategies/large.txt"


def almost_full(pico_image, files, left):
    """Return {path: bytes} of a Pico with these files and a large one of a person's, which leaves so many bytes."""
    free = int(Pico(pico_image, {**files, LARGE: b""}).boot().exec(FREE))
    return {**files, LARGE: random.Random(63).randbytes(free - left)}


@pytest.mark.long
def test_a_full_pico_names_what_to_remove_and_then_has_room(opened, bench, pico_image):  # noqa: F811
    full = almost_full(pico_image, {**SAVES, "/main.py": b""}, 4096)
    pico = Pico(pico_image, full)
    with port(pico) as path:
        desk = Desk(opened(**PHONE), bench, path)
        text = desk.downloaded("Back up")
        remove = f"remove files of your own, the largest first: {LARGE} ({len(full[LARGE])} bytes)"
        desk.give("corners.json", CORNERS.encode())
        assert desk.workshop.wait_for("Not enough room on the board: 4096 bytes needed, 0 free").endswith(remove)
        desk.give("saves.json", text, "#restore")
        assert desk.workshop.wait_for("Not enough room on the board: 8192 bytes needed, 0 free").endswith(remove)
        assert pico.files() == full
        desk.workshop.press(f"Remove {LARGE}")
        desk.workshop.wait_for(f"{LARGE} is removed.")
        desk.give("corners.json", CORNERS.encode())
        desk.workshop.wait_for("On the Pico: Corners (/games/corners.tables).")
    assert pico.files() == {**SAVES, "/main.py": b"", "/games/corners.tables": tables_of(CORNERS)}


@pytest.mark.long
def test_an_update_without_room_says_what_to_remove_and_the_old_program_stays(opened, bench, pico_image):  # noqa: F811
    whole = flashed(DEFAULT_BOARD)
    old = {path: data for path, data in whole.items() if path != "/glowgrid/games/hex_7.bin"}
    full = almost_full(pico_image, old, 8192)
    pico = Pico(pico_image, full, Hardware(load_board(DEFAULT_BOARD)).parts)
    with port(pico) as path:
        desk = Desk(opened(), bench, path)
        desk.workshop.go("Update")
        desk.workshop.press("Update")
        assert f"the largest first: {LARGE}" in desk.workshop.wait_for("Not enough room on the board: ")
        assert pico.files() == full
