"""Enclosures: an opening for every LED and key, parts that fit without touching, text that OpenSCAD makes solids of.

The meshes are the judge where OpenSCAD is installed: a line through the middle of each LED and key must meet plastic
exactly where the design says.
"""

import itertools
import json

import pytest
from cases import by_day
from command_lines import invoke

from host_sim.boards.files import FOLDER, BoardError, list_boards, load_board
from tools.boards import enclosure, solid
from tools.boards.board_command import enclosure_pictures

FIRST, TILE, KEYPAD = "pico_ws2812_8x8_keys_4x4", "pico_neotrellis_4x4", "pimoroni_pico_rgb_keypad"
BOARDS = [name for name in list_boards() if not enclosure.missing(load_board(name))]
BUILDS = [(name, None) for name in BOARDS]
BUILDS += [(name, kind) for name in BOARDS for kind in enclosure.BATTERIES if enclosure.takes_battery(load_board(name))]
SOLIDS = [case for case in BUILDS if case[0] == FIRST or not case[1]]  # minutes of OpenSCAD
WITH_DIFFUSER = [case for case in SOLIDS if load_board(case[0])["enclosure"]["keys"] == "switches"]
FLAT = 0, 1, 3, 4  # of a box (x, y, z, x, y, z): x, y, x, y
HAIR = 0.01  # mm; OpenSCAD writes six digits

needs_openscad = pytest.mark.skipif(not solid.installed(), reason="needs OpenSCAD (Debian: openscad)")


@pytest.fixture(params=BUILDS, ids=str)
def at(request):
    """All sizes of an enclosure by their name in its text."""
    name, battery = request.param
    return enclosure.layout(enclosure.parameters(load_board(name), battery))


def overlap(one, other):
    """Return whether two boxes (low..., high...) of any dimension share more than a face."""
    half = len(one) // 2
    return all(one[i] < other[half + i] - HAIR and other[i] < one[half + i] - HAIR for i in range(half))


def square(middle, side):
    x, y = middle
    return x - side / 2, y - side / 2, x + side / 2, y + side / 2


# Sizes --------------------------------------------------------------------------------------------------------------


def test_every_led_has_a_cell_and_every_key_an_opening(at):
    leds, keys = enclosure.cells(at), enclosure.openings(at)
    assert len(leds) == at["led_columns"] * at["led_rows"] and len(keys) == at["key_columns"] * at["key_rows"]
    assert leds[0][0] < leds[1][0] and leds[0][1] > leds[-1][1]  # from the left, and from the top down
    assert keys[0][0] < keys[1][0] and keys[0][1] > keys[-1][1]
    panel = at["panel_x"], at["panel_y"], at["panel_x"] + at["panel_w"], at["panel_y"] + at["panel_h"]
    for led in leds:
        assert panel[0] <= led[0] - at["led_pitch"] / 2 + HAIR and led[0] + at["led_pitch"] / 2 <= panel[2] + HAIR
        assert panel[1] <= led[1] - at["led_pitch"] / 2 + HAIR and led[1] + at["led_pitch"] / 2 <= panel[3] + HAIR
    if not at["has_switches"]:
        assert keys == leds


def test_openings_and_caps_leave_plastic_between_them(at):
    wide = (
        at["cap"] + 2 * at["clearance"] + 2 * at["flange_over"]
        if at["has_switches"]
        else at["pad"] + 2 * at["clearance"]
    )
    keys = [square(key, wide) for key in enclosure.openings(at)]
    for one, other in itertools.combinations(keys, 2):
        assert not overlap(one, other)
    assert at["key_pitch"] - max(wide, at["switch"]) > 1
    if at["has_switches"]:
        lip = at["lip"] - at["rim"]
        window = square((at["panel_x"] + at["panel_w"] / 2, at["panel_y"] + at["panel_h"] / 2), at["panel_w"] - 2 * lip)
        assert not any(overlap(key, window) for key in keys)
        for x, y in enclosure.cells(at):  # the lip hides no LED
            assert overlap(square((x, y), 5), window) and x - 2.5 > window[0] and x + 2.5 < window[2]


def test_parts_lie_in_the_cavity_and_touch_neither_each_other_nor_posts_and_pillars(at):
    boxes = enclosure.boxes(at)
    inside = 0, 0, at["plate"], at["inner_w"], at["inner_h"], at["depth"]
    for part, box in boxes.items():
        assert all(inside[i] <= box[i] + HAIR and box[i + 3] <= inside[i + 3] + HAIR for i in range(3)), part
    for (part, one), (other, two) in itertools.combinations(boxes.items(), 2):
        assert not overlap(one, two), f"{part} and {other}"
    for post in enclosure.posts(at):
        for part, box in boxes.items():
            assert not overlap(square(post, at["post"]), [box[i] for i in FLAT]), part
    for x, y, reaches in enclosure.pillars(at):
        x_low, y_low, x_high, y_high = square((x, y), at["pillar"])
        pillar = x_low, y_low, reaches, x_high, y_high, at["depth"]
        assert not any(overlap(square(post, at["post"]), square((x, y), at["pillar"])) for post in enclosure.posts(at))
        for part, box in boxes.items():
            assert not overlap(pillar, box), f"a pillar and {part}"


# Text ---------------------------------------------------------------------------------------------------------------


def run(*words):
    return invoke("board", "enclosure", *words)


def test_the_command_prints_the_text_with_its_parameters_first():
    said = run(FIRST)
    assert said.exit_code == 0 and said.output == enclosure.scad(load_board(FIRST))
    assert said.output.index("led_pitch = 8.125;") < said.output.index("module ")
    assert "Drawn, not printed" in said.output and "measure yours first" in said.output
    assert "battery_w = 60;" in run(FIRST, "--battery", "lipo").output and "battery_w = 0;" in said.output


@pytest.mark.parametrize(
    "words, what",
    [
        ([KEYPAD], "no enclosure: the base holds keys"),
        ([TILE, "--battery", "lipo"], "no room for a battery"),
        (["nothing"], "nothing: no such board"),
    ],
)
def test_what_has_no_enclosure_says_why_in_a_line(words, what):
    said = run(*words)
    assert said.exit_code and what in str(said.exception) and "\n" not in str(said.exception)


@pytest.mark.parametrize(
    "change, what",
    [
        ({"led_pitch_mm": 10}, "8 LEDs 10 mm apart do not fit on 65 mm"),
        ({"leds_mm": [65, 60]}, "8 LEDs 8.125 mm apart do not fit on 60 mm"),
        ({"key_pitch_mm": 12}, "keys 12 mm apart would touch"),
        ({"cap_mm": 12}, "keys 15.24 mm apart would touch"),
    ],
)
def test_sizes_that_cannot_be_true_are_refused(change, what):
    board = load_board(FIRST)
    board["enclosure"].update(change)
    assert enclosure.missing(board).startswith(what)


@pytest.mark.parametrize(
    "columns, rows, battery, what",
    [
        (4, 4, None, "the strip with U1 does not fit into the 39 x 81 mm behind these LEDs and keys"),
        (4, 4, "lipo", "the strip with U1 does not fit into the 39 x 81 mm behind these LEDs and keys"),
        (8, 4, "lipo", "the Pico and the battery do not fit behind these LEDs and keys; leave --battery out"),
        (8, 4, None, None),
        (8, 8, "aa", "the battery does not fit into the 70 x 113 mm behind"),
        (8, 8, "lipo", None),
    ],
)
def test_a_battery_that_would_touch_something_is_refused(columns, rows, battery, what):
    board = load_board(FIRST)
    board["leds"].update(width=columns, height=rows)
    board["keys"].update(width=columns // 2, height=1)
    board["enclosure"].update(leds_mm=[8.125 * columns, 8.125 * rows])
    why = enclosure.missing(board, battery)
    assert why is None if what is None else why.startswith(what), why


def test_a_board_file_names_the_size_that_is_missing(tmp_path):
    for name, without in ((FIRST, "switch_mm"), (FIRST, "led_pitch_mm"), (TILE, "pad_mm")):
        board = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
        del board["enclosure"][without]
        (tmp_path / "mine.json").write_text(json.dumps(board))
        with pytest.raises(BoardError, match=f"enclosure: {without} is missing; add it"):
            load_board(tmp_path / "mine.json")


def test_pictures_are_of_the_current_text():
    for path, board, battery in enclosure_pictures():
        assert solid.digest_of(path) == solid.digest(enclosure.scad(board, battery)), (
            f"{path.name}: run python -m tools board pictures --enclosures"
        )
        assert path.stat().st_size < 60_000
    assert {path for path, *_ in enclosure_pictures()} == set((FOLDER / "pictures").glob("*_enclosure.png"))


# Solids -------------------------------------------------------------------------------------------------------------


def plastic(mesh, x, y):
    """Return the stretches [(from, to)] of z where a line at (x, y), seen from the front, runs in plastic."""
    x, y = -x + 0.00271, y + 0.00314  # the text is mirrored; beside the edges of triangles
    found = []
    for (x1, y1, z1), (x2, y2, z2), (x3, y3, z3) in mesh.triangles:
        if not (min(x1, x2, x3) <= x <= max(x1, x2, x3) and min(y1, y2, y3) <= y <= max(y1, y2, y3)):
            continue
        area = (y2 - y3) * (x1 - x3) + (x3 - x2) * (y1 - y3)
        if not area:
            continue
        a = ((y2 - y3) * (x - x3) + (x3 - x2) * (y - y3)) / area
        b = ((y3 - y1) * (x - x3) + (x1 - x3) * (y - y3)) / area
        if a >= 0 and b >= 0 and a + b <= 1:
            found.append(a * z1 + b * z2 + (1 - a - b) * z3)
    found.sort()
    assert len(found) % 2 == 0, "a closed solid is left as often as it is entered"
    return list(zip(found[::2], found[1::2]))


@needs_openscad
@pytest.mark.parametrize("name, battery", by_day(SOLIDS, (TILE, None)))
def test_the_front_is_open_at_every_key_and_led_and_only_there(name, battery):
    board = load_board(name)
    at = enclosure.layout(enclosure.parameters(board, battery))
    front = solid.mesh(enclosure.scad(board, battery), "front")
    assert front.simple
    for x, y in enclosure.cells(at) + enclosure.openings(at):
        assert plastic(front, x, y) == [], (x, y)
    closed = pytest.approx((0, at["plate"]), abs=HAIR)
    half = (at["cap"] if at["has_switches"] else at["pad"]) / 2 + at["clearance"]
    for x, y in enclosure.openings(at):
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            assert plastic(front, x + dx * (half - 0.2), y + dy * (half - 0.2)) == []
            assert plastic(front, x + dx * (half + 0.2), y + dy * (half + 0.2))[:1] == [closed]
    for x, y in enclosure.posts(at):  # a hole from behind, closed in front
        assert plastic(front, x, y) == [closed]
        assert plastic(front, x + at["post"] / 2 - 0.5, y) == [pytest.approx((0, at["depth"]), abs=HAIR)]
    below = at["panel_y"] - at["rim"] - at["clearance"] - at["frame"] / 2  # a frame keeps the diffuser in place
    frame = pytest.approx((0, at["panel_frame"]), abs=HAIR)
    assert plastic(front, at["inner_w"] / 2 + at["key_pitch"] / 2, below) == [frame]
    middle = at["pico_x"] + at["pico_w"] / 2  # on the left, seen from the front
    walls = plastic(front, middle, at["inner_h"] + at["wall"] / 2)
    assert walls[0][1] == pytest.approx(at["usb_z"] - at["plug_h"] / 2, abs=HAIR) and len(walls) == 2
    assert len(plastic(front, at["inner_w"] - middle, at["inner_h"] + at["wall"] / 2)) == 1 or at["cable"] or battery


@needs_openscad
@pytest.mark.parametrize("name, battery", by_day(WITH_DIFFUSER, (FIRST, None)))
def test_each_cell_of_the_diffuser_is_closed_by_a_thin_skin_over_its_led(name, battery):
    board = load_board(name)
    at = enclosure.layout(enclosure.parameters(board, battery))
    diffuser = solid.mesh(enclosure.scad(board, battery), "diffuser")
    assert diffuser.simple
    skin = at["plate"], at["plate"] + at["skin"]
    for x, y in enclosure.cells(at):
        for dx, dy in itertools.product((-2.4, 0, 2.4), repeat=2):  # an LED is 5 mm wide
            assert plastic(diffuser, x + dx, y + dy) == [pytest.approx(skin, abs=HAIR)]
    wall = at["plate"], at["panel_z"] - at["cell_gap"]
    for (x, y), (right, _) in itertools.pairwise(enclosure.cells(at)[: at["led_columns"]]):
        assert plastic(diffuser, (x + right) / 2, y) == [pytest.approx(wall, abs=HAIR)]
    left, y = at["panel_x"], enclosure.cells(at)[0][1]
    under = at["plate"], at["panel_z"]  # the board of the LEDs rests there, and beside it is what keeps it in place
    assert plastic(diffuser, left + at["cell_wall"] / 4, y) == [pytest.approx(under, abs=HAIR)]
    beside = at["plate"], at["panel_z"] + 1
    assert plastic(diffuser, left - (at["rim"] + at["clearance"]) / 2, y) == [pytest.approx(beside, abs=HAIR)]


@needs_openscad
@pytest.mark.long
@pytest.mark.parametrize("name, battery", SOLIDS)
def test_back_and_caps_are_solid_and_reach_what_they_press(name, battery):
    board = load_board(name)
    at = enclosure.layout(enclosure.parameters(board, battery))
    text = enclosure.scad(board, battery)
    back = solid.mesh(text, "back")
    assert back.simple
    for x, y, z in enclosure.pillars(at):
        assert plastic(back, x, y) == [pytest.approx((z, at["outer_d"]), abs=HAIR)]
    for x, y in enclosure.posts(at):
        assert plastic(back, x, y) == []
    if at["has_switches"]:
        caps = solid.mesh(text, "caps")
        assert caps.simple
        for x, y in enclosure.openings(at):
            assert plastic(caps, x, y) == [pytest.approx((-at["cap_out"], at["plate"] + at["flange"]), abs=HAIR)]


@needs_openscad
@pytest.mark.long
@pytest.mark.parametrize("part", ["all", *enclosure.PARTS])
def test_every_part_can_be_rendered_for_printing(part):
    text = enclosure.scad(load_board(FIRST), "lipo")
    made = solid.mesh(text, part, for_print=True)
    assert made.triangles
    if part == "all":  # side by side: no part cuts another
        each = [solid.mesh(text, one, for_print=True) for one in enclosure.PARTS]
        assert len(made.triangles) == sum(len(one.triangles) for one in each)
    if part in enclosure.PARTS:
        assert made.simple and min(z for triangle in made.triangles for *_, z in triangle) == pytest.approx(0, abs=HAIR)
