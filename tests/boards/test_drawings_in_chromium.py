"""Every drawing (SVG) in Chromium: no text leaves its picture."""

import pytest

from host_sim.boards.files import FOLDER
from tools.paths import ROOT
from tools.web.visit import CUT_OFF

FOLDERS = FOLDER, ROOT / "host_sim"
LARGE = {"width": 2400, "height": 2400}
TOO_WIDE = """<svg xmlns="http://www.w3.org/2000/svg" width="90" height="30" viewBox="0 0 90 30">
<text x="5" y="20" font-size="12">within</text><text x="50" y="20" font-size="12">beyond it</text></svg>"""


@pytest.fixture
def cut_off(chromium):
    """A function from the path of a drawing to its texts that leave it."""
    page = chromium.new_page(viewport=LARGE)

    def found(path):
        page.goto(path.resolve().as_uri())
        return page.evaluate(CUT_OFF)

    yield found
    page.close()


@pytest.mark.parametrize("step", [7, pytest.param(1, marks=pytest.mark.long)])
def test_no_text_leaves_its_drawing(cut_off, step):
    drawings = sorted(path for folder in FOLDERS for path in folder.rglob("*.svg"))
    assert len(drawings) > 50
    assert {path.name: texts for path in drawings[::step] if (texts := cut_off(path))} == {}


def test_a_text_that_leaves_its_drawing_is_found(cut_off, tmp_path):
    path = tmp_path / "wide.svg"
    path.write_text(TOO_WIDE, encoding="utf-8")
    assert cut_off(path) == ["beyond it"]
