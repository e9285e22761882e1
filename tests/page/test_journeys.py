"""Journeys on the page: each makes sense, and playing one makes a sheet with a picture of each step."""

import re
import sys

import browser
import pytest
from PIL import Image

from host_sim.cli.errors import ToolError
from tools.output import console
from tools.web import chromium, journeys


def test_every_journey_has_known_screens_and_steps():
    found = journeys.journeys()
    assert len(found) >= 10
    assert all(screens and len(steps) >= 1 for screens, steps in found.values())
    assert {screen for screens, _ in found.values() for screen in screens} == {"desk", "phone"}


@pytest.mark.parametrize(
    "text, words",
    [
        ('{"a": ["desk", "open", "jump high"]}', "a: no step jump; there are open, press"),
        ('{"a": ["tablet", "open"]}', "a: no screen tablet; there are desk, phone"),
        ('{"b": ["desk", "open"]}', "no journey a; there are b$"),
    ],
)
def test_a_journey_that_makes_no_sense_is_named(tmp_path, monkeypatch, text, words):
    monkeypatch.setattr(journeys, "FILE", tmp_path / "journeys.json")
    journeys.FILE.write_text(text, encoding="utf-8")
    with pytest.raises(ToolError, match=words):
        journeys.journeys(["a"])


def test_without_playwright_a_line_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "playwright.sync_api", None)
    with pytest.raises(ToolError, match=r'pip install -e ".\[test\]"$'), chromium.running():
        pass


@pytest.mark.long
@pytest.mark.browser
def test_a_sheet_has_a_picture_of_each_step_and_what_was_measured(built_page, tmp_path, capsys):
    browser.skip_without_chromium()
    assert journeys.play(built_page, tmp_path, ["fano"], console()) == 0
    printed = capsys.readouterr().out
    assert printed.count("field in view") >= 3 and re.search(r"changed: .*\bc3\b", printed)
    for screen, width in journeys.WIDTHS.items():
        with Image.open(tmp_path / f"fano-{screen}.png") as sheet:
            assert sheet.width == journeys.SHEET
            right = sheet.crop((width, 0, 2 * width, 200)).convert("RGB")  # the second picture
            assert len(right.getcolors(200 * width)) > 20
