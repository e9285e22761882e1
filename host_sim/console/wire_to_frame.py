"""Turn the bytes on the LED wire back into a frame: the inverse of `Lights.show`, at any scale of the current cap.

The bytes are R, G, B per LED in wire order, as a driver receives them. A decoder of the line first puts the board's
channels into that order.
"""

from functools import lru_cache

from glowgrid.console import palette
from glowgrid.console.palettes import NAMES, table
from glowgrid.console.screens.settings import STEPS
from glowgrid.hardware.lights import BLACK_SCALE, FULL_SCALE, Lights, kind, scale_colours

from . import session


def frame_text(wire_bytes, lights):
    """Return the frame in the palette's signs, a line per row. Raises ValueError as `wire_frame` does."""
    return session.frame_text(wire_frame(wire_bytes, lights), lights.width)


def wire_frame(wire_bytes, lights):
    """Return the frame as a bytearray of palette indices, row by row from the top left.

    It is the only frame that `lights` would turn into exactly these bytes. Of `lights` only the settings count (board,
    palette, brightness); it does not change. Raises ValueError if there is no such frame (a garbled line, another
    brightness) or if two frames look the same.
    """
    trial = Lights(lights.board, lights.palette, None)
    trial.brightness = lights.brightness
    if len(wire_bytes) != len(trial.wire):
        raise ValueError(
            "%d bytes on the wire; a frame of %dx%d LEDs has %d"
            % (len(wire_bytes), trial.width, trial.height, len(trial.wire))
        )
    leds = [bytes(wire_bytes[at : at + 3]) for at in range(0, len(wire_bytes), 3)]
    levels = bytearray(len(trial.palette))
    trial.colours(FULL_SCALE, levels)
    found = {}
    for scale, colours in _colours_by_scale(bytes(levels)).items():
        if colours.keys() >= set(leds):
            frame = bytearray(len(leds))
            for pixel, led in zip(trial.order, leds, strict=True):
                frame[pixel] = colours[led][0]
            trial.render(frame)
            if trial.scale == scale and trial.wire == wire_bytes:
                found[bytes(frame)] = [colours[led] for led in leds]
    return bytearray(_the_one(found))


def shown(wire_bytes, lights):
    """Return what lights without colours show: a byte per pixel, 0 if dark, else its number in their palette."""
    found = bytearray(len(wire_bytes) // 3)
    for led, pixel in enumerate(lights.order):
        lit = bytes(255 * bool(channel) for channel in wire_bytes[3 * led : 3 * led + 3])
        found[pixel] = [lights.palette[at : at + 3] for at in range(0, len(lights.palette), 3)].index(lit)
    return found


class FrameReader:
    """Reads the frames that a console sends to the LEDs of a board, at any brightness and in any colours."""

    def __init__(self, board):
        self._lights = kind(board)(board, palette.RGB, None)
        # The splash starts dim; then every brightness that can be set, and its dimmed steps.
        brightnesses = [max(1, full * part // 8) for full in (self._lights.brightness, *STEPS) for part in range(1, 9)]
        self._settings = {(brightness, colours) for colours in range(len(NAMES)) for brightness in brightnesses}
        self._last = 0, 0  # brightness, colours

    def text(self, wire_bytes):
        """Return the frame as text. Raises ValueError as `wire_frame` does.

        Some frames of one colour are also frames of another colour at another brightness. So the setting used last is
        tried first, then those a little darker and darker, then brighter ones, then other colours.
        """
        if self._lights.mono:
            return session.frame_text(
                shown(wire_bytes, self._lights), self._lights.width, session.signs_of(self._lights)
            )
        faults = []
        for setting in sorted(self._settings, key=self._distance):
            self._lights.brightness = setting[0]
            self._lights.palette = table(setting[1])
            try:
                text = frame_text(wire_bytes, self._lights)
            except ValueError as error:
                faults.append(error)
                continue
            self._last = setting
            return text
        raise faults[0]

    def _distance(self, setting):
        brightness, colours = self._last
        return setting[1] != colours, setting[0] > brightness, abs(setting[0] - brightness), setting


@lru_cache(maxsize=256)
def _colours_by_scale(levels):
    """Return the palette indices of every colour at every scale: {scale: {R, G, B as bytes: [index, ...]}}."""
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
        raise ValueError("the bytes on the wire are not a frame of these lights")
    if len(found) > 1:
        raise ValueError("%d frames look the same on the wire" % len(found))
    ((frame, meanings),) = found.items()
    for led, indices in enumerate(meanings):
        if len(indices) > 1:
            raise ValueError("palette indices %s look the same at LED %d on the wire" % (indices, led))
    return frame
