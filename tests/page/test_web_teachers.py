"""What the guide for teachers says: a lesson works within another page, and in a browser that keeps nothing."""

import json
import re
import shutil

import pytest
from browser import LIMIT_MS, served
from playwright.sync_api import expect

from host_sim.cli.chromium import ARGUMENTS
from tools.web import front

GUIDE = (front.SOURCES / "learn/teachers.md").read_text(encoding="utf-8")
BLOCKED = {"profile": {"default_content_setting_values": {"cookies": 2}}}  # as DefaultCookiesSetting 2 has it
KEEPS = """() => { try { return !!localStorage; } catch { return false; } }"""


def answered(place):
    """Answer the second step of the lesson on bridges, in a page or a frame."""
    place.locator("#field svg [aria-label^='c2,']").click()
    expect(place.locator("#task-verdict")).to_contain_text("Right: c2.", timeout=LIMIT_MS)


def test_a_lesson_is_answered_in_the_frame_that_the_guide_shows(chromium, address, tmp_path):
    frame = re.search("<iframe.*</iframe>", GUIDE)[0].replace("https://ADDRESS/", address)
    frame = frame.replace("#lesson=bridges", "#lesson=bridges&step=2")
    (tmp_path / "index.html").write_text(f"<!doctype html><h1>A school</h1>{frame}")
    with served(tmp_path) as school:
        page = chromium.new_page()
        page.set_default_timeout(LIMIT_MS)
        page.goto(school.replace("127.0.0.1", "localhost"))  # another site
        answered(page.frame_locator("iframe"))
        page.close()


@pytest.mark.long
def test_a_lesson_is_answered_in_a_browser_that_may_keep_nothing(chromium, address, tmp_path):
    path = shutil.which("chromium") or shutil.which("google-chrome")
    if not path:
        pytest.skip("no Chromium with settings: a headless shell has none")
    (tmp_path / "Default").mkdir()
    (tmp_path / "Default/Preferences").write_text(json.dumps(BLOCKED))
    options = {"executable_path": path, "args": list(ARGUMENTS)}
    with chromium.browser_type.launch_persistent_context(tmp_path, **options) as context:
        page = context.new_page()
        page.set_default_timeout(LIMIT_MS)
        page.goto(f"{address}#lesson=bridges&step=2")
        assert not page.evaluate(KEEPS)
        answered(page)


def test_the_guide_is_short_and_the_front_door_leads_to_it(tmp_path):
    front.write(tmp_path)
    made = (tmp_path / "guides" / front.TEACHERS).read_text(encoding="utf-8")
    assert "<h1" in made and "DefaultCookiesSetting" in made and 300 < len(GUIDE.split()) < 500
    assert f'href="guides/{front.TEACHERS}"' in front.front() and 'href="../results.html"' in made
