"""What the bytes on the LED wire show, as text: the inverse of `Lights.show`, whatever scale the current cap chose.

The bytes are R, G, B per LED in wire order: what a driver is given, and what a decoder of the line gives once it has
put the board's channels into that order.
"""

from functools import lru_cache

from glowgrid.console import palette
from glowgrid.console.palettes import NAMES, table
from glowgrid.console.screens import pictures
from glowgrid.console.screens.settings import STEPS
from glowgrid.hardware.lights import BLACK_SCALE, FULL_SCALE, Lights, scale_colours


def frame_text(wire_bytes, lights):
    """Return the frame shown, in the palette's signs, a line per row. Raises ValueError as `wire_frame` does."""
    return pictures.frame_text(wire_frame(wire_bytes, lights), lights.width)


def wire_frame(wire_bytes, lights):
    """Return the frame shown, as a bytearray of palette indices, row by row from the top left.

    It is the only frame that `lights` would turn into exactly these bytes. `lights` lends its settings (board, palette,
    brightness) and is not changed. Raises ValueError if there is no such frame (a garbled line, another brightness) or
    if two look the same.
    """
    twin = Lights(lights.board, lights.palette, None)
    twin.brightness = lights.brightness
    if len(wire_bytes) != len(twin.wire):
        raise ValueError(
            "%d bytes on the wire; a frame of %dx%d LEDs has %d"
            % (len(wire_bytes), twin.width, twin.height, len(twin.wire))
        )
    leds = [bytes(wire_bytes[at : at + 3]) for at in range(0, len(wire_bytes), 3)]
    levels = bytearray(len(twin.palette))
    twin.colours(FULL_SCALE, levels)
    found = {}
    for scale, colours in _colours_by_scale(bytes(levels)).items():
        if colours.keys() >= set(leds):
            frame = bytearray(len(leds))
            for pixel, led in zip(twin.order, leds, strict=True):
                frame[pixel] = colours[led][0]
            twin.render(frame)
            if twin.scale == scale and twin.wire == wire_bytes:
                found[bytes(frame)] = [colours[led] for led in leds]
    return bytearray(_the_one(found))


class FrameReader:
    """Reads the frames that a console sends to the LEDs of a board, at whatever brightness and colours it has."""

    def __init__(self, board):
        self._lights = Lights(board, palette.RGB, None)
        # What the splash starts softly with, then all that can be set, and what each is dimmed to.
        brightnesses = [max(1, full * part // 8) for full in (self._lights.brightness, *STEPS) for part in range(1, 9)]
        self._looks = [(brightness, colours) for colours in range(len(NAMES)) for brightness in brightnesses]

    def text(self, wire_bytes):
        """Return the frame as text, with the brightness and colours used last or else any that can be set.

        Raises ValueError as `wire_frame` does.
        """
        faults = []
        for look in self._looks:
            self._lights.brightness = look[0]
            self._lights.palette = table(look[1])
            try:
                text = frame_text(wire_bytes, self._lights)
            except ValueError as error:
                faults.append(error)
                continue
            self._looks.remove(look)
            self._looks.insert(0, look)
            return text
        raise faults[0]


@lru_cache(maxsize=256)
def _colours_by_scale(levels):
    """Return for every scale which palette indices have a colour: {scale: {R, G, B as bytes: [index, ...]}}."""
    tables = {}
    scaled = bytearray(len(levels))
    for scale in range(FULL_SCALE, BLACK_SCALE - 1, -1):
        scale_colours(levels, scaled, len(levels), scale)
        table = tables[scale] = {}
        for index in range(len(levels) // 3):
            table.setdefault(bytes(scaled[3 * index : 3 * index + 3]), []).append(index)
    return tables


def _the_one(found):
    """Return the only frame in `found`, {frame: [[index, ...] of every LED, ...]}; ValueError if it is not unique."""
    if not found:
        raise ValueError("the bytes on the wire are no frame of these lights")
    if len(found) > 1:
        raise ValueError("%d frames look the same on the wire" % len(found))
    ((frame, meanings),) = found.items()
    for led, indices in enumerate(meanings):
        if len(indices) > 1:
            raise ValueError("palette indices %s look the same at LED %d on the wire" % (indices, led))
    return frame
