"""What the bytes on the LED wire show, as text: the inverse of `Lights.show`, whatever scale the current cap chose.

The bytes are R, G, B per LED in wire order: what a driver is given, and what a decoder of the line yields once it has
put the channels of the board into that order.
"""
from functools import lru_cache

from glowgrid.console import palette
from glowgrid.hardware.lights import BLACK_SCALE, FULL_SCALE, Lights, scale_colours


def frame_text(wire_bytes, lights):
    """The frame shown, in the palette's characters, a line per row. Raises ValueError as `wire_frame` does."""
    return palette.frame_text(wire_frame(wire_bytes, lights), lights.width)


def wire_frame(wire_bytes, lights):
    """The frame shown, as a bytearray of palette indices, row by row from the top left.

    It is the one frame that `lights` would turn into exactly these bytes; only its settings are used (board, palette,
    brightness), it is not changed. Raises ValueError if there is none (a garbled line, another brightness) or if two
    look the same.
    """
    twin = Lights(lights.board, lights.palette, None)
    twin.brightness = lights.brightness
    if len(wire_bytes) != len(twin.wire):
        raise ValueError("%d bytes on the wire; a frame of %dx%d LEDs has %d"
                         % (len(wire_bytes), twin.width, twin.height, len(twin.wire)))
    leds = [bytes(wire_bytes[at:at + 3]) for at in range(0, len(wire_bytes), 3)]
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


@lru_cache(maxsize=256)
def _colours_by_scale(levels):
    """For every scale the palette indices that have a colour: {scale: {R, G, B as bytes: [index, ...]}}."""
    tables = {}
    scaled = bytearray(len(levels))
    for scale in range(FULL_SCALE, BLACK_SCALE - 1, -1):
        scale_colours(levels, scaled, len(levels), scale)
        table = tables[scale] = {}
        for index in range(len(levels) // 3):
            table.setdefault(bytes(scaled[3 * index:3 * index + 3]), []).append(index)
    return tables


def _the_one(found):
    """The only frame in `found`, {frame: [[index, ...] of every LED, ...]}. Raises ValueError if it is not the one."""
    if not found:
        raise ValueError("the bytes on the wire are no frame of these lights")
    if len(found) > 1:
        raise ValueError("%d frames look the same on the wire" % len(found))
    (frame, meanings), = found.items()
    for led, indices in enumerate(meanings):
        if len(indices) > 1:
            raise ValueError("palette indices %s look the same at LED %d on the wire" % (indices, led))
    return frame
