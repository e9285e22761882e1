"""Gamma, brightness, current cap and wire order, and the way back from the wire to text."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from glowgrid.console import palette
from glowgrid.hardware import lights as lights_module
from glowgrid.hardware.lights import BLACK_SCALE, FULL_SCALE, Lights, linear_light, order_of, scale_colours
from glowgrid.hardware.wire_order import wire_order
from host_sim.boards.files import load_board
from host_sim.console.wire_to_frame import wire_frame
from host_sim.micropython_shim import checked

FIRST_BOARD = "pico_ws2812_8x8_keys_4x4"
# Black, white, three sides bright and dim, grey: shades as a console uses them.
COLOURS = bytes(
    (0, 0, 0, 255, 255, 255, 255, 40, 0, 0, 90, 255, 0, 220, 40, 110, 20, 0, 0, 40, 120, 0, 100, 20, 70, 70, 70)
)


class Wire:
    """Keeps its bytes as the line would."""

    def __init__(self):
        self.frames = []

    def write(self, rgb):
        self.frames.append(bytes(rgb))

    def off(self):
        self.frames.append(b"off")


def board(width=8, height=8, order="rows", rotate=0, budget=350, brightness=60, full=20, idle=1):
    """Return what Lights reads of a board."""
    return {
        "leds": {
            "width": width,
            "height": height,
            "order": order,
            "rotate": rotate,
            "milliamps_full": full,
            "milliamps_idle": idle,
        },
        "power": {"budget_milliamps": budget, "brightness": brightness},
    }


def milliamps(wire, data):
    """Return the current by the data sheet's sum, written without the code under test."""
    leds = data["leds"]
    return leds["width"] * leds["height"] * leds["milliamps_idle"] + sum(wire) * leds["milliamps_full"] / 255


def test_gamma_is_cie_1931_lightness():
    for channel in range(256):
        lightness = channel * 100 / 255
        light = 65535 * (lightness * 27 / 24389 if lightness <= 8 else ((lightness + 16) / 116) ** 3)
        assert linear_light(channel) <= light + 1e-6 < linear_light(channel) + 1
    assert (linear_light(0), linear_light(255)) == (0, 65535)


@pytest.mark.parametrize("brightness", [0, 256, -1])
def test_brightness_outside_its_range_is_refused(brightness):
    lights = Lights(board(), COLOURS, Wire())
    with pytest.raises(ValueError, match="not in 1..255"):
        lights.brightness = brightness
    assert lights.brightness == 60


def test_a_frame_of_another_size_or_with_a_strange_index_is_refused():
    lights = Lights(board(), COLOURS, Wire())
    for frame in (bytearray(63), bytearray(65), bytearray(63) + bytes([len(COLOURS) // 3])):
        with pytest.raises(ValueError, match="64 palette indices below 9"):
            lights.show(frame)


def test_full_white_at_full_brightness_is_capped_by_one_scale():
    wire = Wire()
    lights = Lights(board(brightness=255), COLOURS, wire)
    lights.show(bytearray([1] * 64))
    # 286 mA above idle are 3646 channel steps, 18.99 for each of the 192 channels: 18, and 19 would be too much.
    assert wire.frames == [bytes([18] * 192)]
    assert lights.milliamps == 64 + 272


def test_a_budget_below_the_idle_current_shows_black():
    wire = Wire()
    lights = Lights(board(budget=63), COLOURS, wire)
    lights.show(bytearray([1] * 64))
    assert wire.frames == [bytes(192)]
    assert (lights.milliamps, lights.scale) == (64, BLACK_SCALE)


def test_off_darkens_and_counts_idle_current():
    wire = Wire()
    lights = Lights(board(), COLOURS, wire)
    lights.show(bytearray([1] * 64))
    lights.off()
    assert wire.frames[1:] == [b"off"]
    assert lights.milliamps == 64 and not any(lights.wire)


frames = st.binary(min_size=64, max_size=64).map(lambda raw: bytearray(byte % (len(COLOURS) // 3) for byte in raw))


@settings(max_examples=300, deadline=None)
@given(
    frame=frames,
    budget=st.integers(1, 4000),
    brightness=st.integers(1, 255),
    idle=st.integers(0, 2),
    full=st.integers(1, 60),
)
def test_no_frame_exceeds_the_budget_and_no_light_is_wasted(frame, budget, brightness, idle, full):
    data = board(budget=budget, brightness=brightness, idle=idle, full=full)
    lights = Lights(data, COLOURS, Wire())
    lights.render(frame)
    drawn = milliamps(lights.wire, data)
    assert drawn <= max(budget, 64 * idle)
    assert lights.milliamps - 1 < drawn <= lights.milliamps
    levels, larger = bytearray(len(COLOURS)), bytearray(len(COLOURS))
    lights.colours(FULL_SCALE, levels)
    if lights.scale >= 0:
        for pixel, index in enumerate(frame):  # the floor: a channel that is on stays on
            shown = lights.wire[3 * pixel : 3 * pixel + 3]
            assert [bool(channel) for channel in shown] == [bool(c) for c in levels[3 * index : 3 * index + 3]]
    if lights.scale < FULL_SCALE:  # the next larger scale would be too much
        scale_colours(levels, larger, len(levels), lights.scale + 1)
        assert milliamps(b"".join(larger[3 * index : 3 * index + 3] for index in frame), data) > budget


@settings(max_examples=100, deadline=None)
@given(
    frame=frames,
    budget=st.integers(250, 4000),
    order=st.sampled_from(["rows", "serpentine"]),
    rotate=st.sampled_from([0, 90, 180, 270]),
)
def test_the_wire_reads_back_as_the_frame_under_any_cap(frame, budget, order, rotate):
    lights = Lights(board(budget=budget, order=order, rotate=rotate), COLOURS, Wire())
    lights.render(frame)
    assert wire_frame(bytes(lights.wire), lights) == frame


@pytest.mark.parametrize("order, rotate", [("rows", 0), ("serpentine", 90), ("serpentine", 180), ("rows", 270)])
def test_the_hot_loops_stay_within_their_buffers(monkeypatch, order, rotate):
    for name in ("_dim", "_count", "scale_colours", "_load", "_spread"):
        monkeypatch.setattr(lights_module, name, checked(getattr(lights_module, name)))
    lights = Lights(board(5, 3, order=order, rotate=rotate, budget=20), COLOURS, Wire())
    frame = bytearray(range(9)) + bytearray(6)
    lights.show(frame)
    assert lights.scale < FULL_SCALE
    assert any(lights.wire)
    lights.off()


def test_colours_that_the_cap_made_equal_are_not_guessed():
    lights = Lights(board(2, 1, budget=3, brightness=255), bytes((255, 255, 255, 250, 250, 250)), Wire())
    lights.render(bytearray(2))
    assert bytes(lights.wire) == bytes([2] * 6)
    with pytest.raises(ValueError, match=r"palette indices \[0, 1\] look the same at LED 0"):
        wire_frame(bytes(lights.wire), lights)


@pytest.mark.parametrize(
    "order, rotate, pixels",
    [
        ("rows", 0, [0, 1, 2, 3, 4, 5]),
        ("rows", 180, [5, 4, 3, 2, 1, 0]),
        ("serpentine", 0, [0, 1, 2, 5, 4, 3]),
        ("serpentine", 180, [5, 4, 3, 0, 1, 2]),
        # A panel 2 wide and 3 high, turned: its first row is the right column from the top, or the left from below.
        ("rows", 90, [2, 5, 1, 4, 0, 3]),
        ("rows", 270, [3, 0, 4, 1, 5, 2]),
        ("serpentine", 90, [2, 5, 4, 1, 0, 3]),
        ("serpentine", 270, [3, 0, 1, 4, 5, 2]),
    ],
)
def test_wire_order_of_a_panel_that_shows_three_columns_and_two_rows(order, rotate, pixels):
    assert list(wire_order(3, 2, order, rotate)) == pixels


def test_the_palette_stays_distinct_on_the_first_board_with_half_the_lights_white():
    data = load_board(FIRST_BOARD)
    lights = Lights(data, palette.RGB, Wire())
    scales = [FULL_SCALE]
    for index in range(len(palette.CHARS)):
        lights.render(bytearray([index, palette.OFF] * (lights.width * lights.height // 2)))
        scales.append(lights.scale)
    colours = bytearray(len(palette.RGB))
    for scale in range(min(scales), FULL_SCALE + 1):
        lights.colours(scale, colours)
        shown = {bytes(colours[at : at + 3]) for at in range(0, len(colours), 3)}
        assert len(shown) == len(palette.CHARS), f"entries look the same at scale {scale}"


@pytest.mark.parametrize(
    "size, order, rotate, mirror, tile, pixels",
    [
        ((3, 2), "rows", 0, True, None, [2, 1, 0, 5, 4, 3]),
        ((3, 2), "serpentine", 0, True, None, [2, 1, 0, 3, 4, 5]),
        ((3, 2), "rows", 180, True, None, [3, 4, 5, 0, 1, 2]),
        ((4, 4), "rows", 0, False, (2, 2), [0, 1, 4, 5, 2, 3, 6, 7, 8, 9, 12, 13, 10, 11, 14, 15]),
        ((4, 2), "serpentine", 0, False, (2, 2), [0, 1, 5, 4, 2, 3, 7, 6]),
    ],
)
def test_wire_order_of_mirrored_and_tiled_panels(size, order, rotate, mirror, tile, pixels):
    assert list(wire_order(*size, order, rotate, mirror, tile)) == pixels


def test_the_places_of_a_board_are_its_wire_order():
    places = [5, 0, 4, 1, 3, 2]
    data = board(3, 2)
    data["leds"]["places"] = places
    assert list(order_of(data["leds"])) == places
    lights = Lights(data, COLOURS, Wire())
    frame = bytearray((1, 2, 3, 4, 5, 6))
    lights.render(frame)
    assert wire_frame(bytes(lights.wire), lights) == frame


@pytest.mark.parametrize(
    "wire, words",
    [
        (bytes(12), "12 bytes on the wire; a frame of 2x1 LEDs has 6"),
        (bytes((1, 2, 3, 4, 5, 6)), "not a frame of these lights"),
    ],
)
def test_bytes_of_no_frame_are_refused(wire, words):
    with pytest.raises(ValueError, match=words):
        wire_frame(wire, Lights(board(2, 1), COLOURS, Wire()))
