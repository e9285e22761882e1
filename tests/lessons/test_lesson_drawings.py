"""The drawings of fields for paper."""

import re
from itertools import product
from math import dist

import pytest
from command_lines import invoke

TEXT = re.compile(r'<text class="beside" x="([-.\d]+)" y="([-.\d]+)">')
BORDER = re.compile(r'class="edge" points="([-.\d]+),([-.\d]+) ([-.\d]+),([-.\d]+)"')


@pytest.mark.parametrize("size", ["3", "7", "11"])
def test_no_name_touches_a_border(size):
    drawn = invoke("lesson", "board", "hex", "--size", size, "--html").stdout
    names = [(float(x), float(y) - 0.12) for x, y in TEXT.findall(drawn)]
    borders = [tuple(map(float, each)) for each in BORDER.findall(drawn)]
    assert len(names) == 2 * int(size) and len(borders) == 4
    for (x, y), (left, top, right, bottom) in product(names, borders):
        far = abs((x - left) * (bottom - top) - (y - top) * (right - left)) / dist((left, top), (right, bottom))
        inside = min(left, right) < x < max(left, right) or min(top, bottom) < y < max(top, bottom)
        assert far > 0.35 or not inside


@pytest.mark.parametrize(("game", "names"), [("fano", 7), ("tic-tac-toe", 0)])
def test_points_have_their_names_where_rows_and_columns_have_none(game, names):
    drawn = invoke("lesson", "board", game, "--html").stdout
    assert len(re.findall('<text class="within-point"[^>]*>[a-z][1-9]</text>', drawn)) == names
