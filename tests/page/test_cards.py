"""A link to the page or to a lesson shows title, words and a picture in a messenger."""

import re
import shutil
from html import unescape

import pytest
from cases import long
from PIL import Image

from host_sim.cli.errors import ToolError
from tools.web import build, cards

LESSONS = [path.name for path in (build.SOURCES / "learn/lessons").glob("*.html")]


@pytest.fixture
def folder(tmp_path):
    shutil.copytree(build.SOURCES / "learn/lessons", tmp_path / "lessons")
    shutil.copy(build.SOURCES / "index.html", tmp_path)
    return tmp_path


def card_of(path):
    """Return {property: what it says} of a page."""
    found = re.findall(r'<meta property="(og:[\w:]+)" content="([^"]*)">', path.read_text(encoding="utf-8"))
    assert len(found) == len(dict(found))
    return {name: unescape(said) for name, said in found}


def test_the_front_page_and_each_lesson_have_a_card():
    assert set(cards.PAGES) == {"index.html", *(f"lessons/{name}" for name in LESSONS)} and len(LESSONS) >= 3


@pytest.mark.parametrize("address", ["https://example.org/glowgrid/", long("")])
def test_a_card_has_title_words_and_a_picture_that_is_there(folder, address):
    cards.write(folder, address)
    pictures, words = set(), set()
    for name in cards.PAGES:
        said = card_of(folder / name)
        assert said["og:title"] in (folder / name).read_text(encoding="utf-8").split("</title>")[0]
        assert said["og:description"].endswith(".") and 40 < len(said["og:description"]) <= 160
        assert "<" not in said["og:description"]
        assert said.get("og:url", "") == (address and address + name.removesuffix("index.html"))
        path = said["og:image"].removeprefix(address)
        path = folder / path if address else (folder / name).parent / path
        with Image.open(path) as picture:
            assert picture.size == (int(said["og:image:width"]), int(said["og:image:height"]))
            colours = {colour for _, colour in picture.convert("RGB").getcolors(1 << 20)}
        assert len(colours) > 16 and path.stat().st_size < 100_000
        pictures.add(path.read_bytes())
        words.add(said["og:title"])
    assert len(pictures) == len(words) == len(cards.PAGES)


@pytest.mark.parametrize(
    "given, address",
    [
        ("https://example.org/glowgrid", "https://example.org/glowgrid/"),
        ("http://localhost:8000/", "http://localhost:8000/"),
        ("example.org", None),
        ("https://example.org/#hex=5", None),
        ('https://example.org/"', None),
    ],
)
def test_an_address_is_whole_and_ends_with_a_slash(given, address):
    if address:
        assert cards.checked(given) == address
    else:
        with pytest.raises(ToolError, match=re.escape(f"--address {given}: expected where the page will be")):
            cards.checked(given)
