"""The grids of devices.json: what their bytes mean, as keys, and how lights become bytes. It touches no port.

host_sim/web/grid/lamps.js does the same in the page.
"""

import json
import re
from pathlib import Path

TABLE = json.loads(Path(__file__).with_name("devices.json").read_text(encoding="utf-8"))
BOARD = TABLE["board"]  # whose lights and keys a grid shows
WIDTH = 8  # lights and keys in a row, and rows
FULL = 102  # on the board's LED wire what looks fully bright, as in terminal/led_colour.py
STEP_MS = 100  # of a rhythm
_NOTE_ON, _NOTE_OFF = 0x90, 0x80


def ports_of(device, names):
    """Return those of a list of MIDI ports that a Launchpad of this kind plays through: one for each that is there.

    Larger ones have a port for music programs, too ("DAW"), and one for a socket ("DIN"). Windows numbers the ports
    of a device ("MIDIIN2 (LPX MIDI)"), some Linux do ("Launchpad X MIDI 2").
    """
    found = {}
    for name in names:
        if re.search(device["ports"], name) and not re.search(r"\b(DAW|DIN)\b", name):
            number = re.search(r"MIDI(?:IN|OUT)(\d)", name) or re.search(r"Launchpad[^:]* MIDI (\d)(?![\d:])", name)
            found.setdefault(int(number[1]) if number else 0, []).append(name)
    return found.get(device["interface"]) or found.get(0) or []


def launchpads(names):
    """Return (kind of Launchpad, port) for each one among these MIDI ports. Of a port the first kind counts."""
    found = []
    left = list(names)
    for device in TABLE["launchpads"]:
        found += [(device, port) for port in ports_of(device, left)]
        left = [name for name in left if not re.search(device["ports"], name)]
    return found


class Keys:
    """Turns the bytes of a grid into keys, row by row from the top left."""

    def __init__(self, device):
        self._device = device
        self._left = b""

    def heard(self, data):
        """Return [(key, down)] for a MIDI message, or a piece of what a monome sends."""
        return self._of_serial(data) if "baud" in self._device else self._of_midi(data)

    def _of_midi(self, message):
        status = message[0] & 0xF0
        if len(message) != 3 or status not in (_NOTE_ON, _NOTE_OFF):
            return []
        key = {note: key for key, note in enumerate(_notes(self._device))}.get(message[1])
        return [] if key is None else [(key, status == _NOTE_ON and message[2] > 0)]

    def _of_serial(self, data):
        """A monome sends a byte that says what, and bytes that belong to it."""
        data = self._left + data
        sizes = self._device["sizes"]
        moves = []
        while data and len(data) > (size := sizes.get(f"{data[0]:02X}", 0)):
            what, column, row = f"{data[0]:02X}", *data[1:3].ljust(2, b"\xff")
            if what in (self._device["down"], self._device["up"]) and column < WIDTH and row < WIDTH:
                moves.append((row * WIDTH + column, what == self._device["down"]))
            data = data[1 + size :]
        self._left = data
        return moves


class Lamps:
    """The lights of a grid: what was sent to them. With a rhythm they change though the frame stays."""

    def __init__(self, device):
        self._device = device
        self._begin, self._each, self._end = (bytes.fromhex(device[name]) for name in ("begin", "each", "end"))
        self._at = _addresses(device)
        self._signs = TABLE["signs"].get(device.get("signs"))
        self.forget()

    def forget(self):
        """The lights show something else: the next frame is sent whole."""
        self._sent: list[bytes | None] = [None] * (WIDTH * WIDTH)

    def changes(self, wire, order, frame, ms):
        """Return the messages that bring the lights to a frame.

        wire: its R, G, B per LED, as the board's LEDs get them. order: the pixel of each LED. frame: its palette
        indices. ms: a clock, for the rhythms.
        """
        values = [_sign(self._signs[index], ms) for index in frame] if self._signs else self._colours(wire, order)
        parts = []
        for key, value in enumerate(values):
            if value != self._sent[key]:
                self._sent[key] = value
                parts.append(self._each + self._at[key] + value)
        return parts if "apart" in self._device or not parts else [self._begin + b"".join(parts) + self._end]

    def dark(self):
        """Return the messages that put all lights out."""
        self.forget()
        return self.changes(bytes(3 * WIDTH * WIDTH), range(WIDTH * WIDTH), bytes(WIDTH * WIDTH), 0)

    def _colours(self, wire, order):
        values = [b""] * len(order)
        for led, pixel in enumerate(order):
            values[pixel] = _colour(wire[3 * led : 3 * led + 3], self._device["most"])
        return values


def _colour(rgb, most):
    """Return red, green and blue for a grid, `most` at full; a channel that is lit stays so."""
    full = max(FULL, *rgb)
    return bytes([(channel * most + full // 2) // full or min(channel, 1) for channel in rgb])


def _sign(sign, ms):
    _, lit, dark, rhythm = sign
    steps = TABLE["rhythms"][rhythm]
    return bytes([lit if steps[ms // STEP_MS % len(steps)] == "#" else dark])


def _notes(device):
    for key in range(WIDTH * WIDTH):
        yield device["first"] + key % WIDTH * device["right"] + key // WIDTH * device["down"]


def _addresses(device):
    """Return for each key the bytes that name its light: a note, or column and row."""
    if "baud" in device:
        return [bytes([key % WIDTH, key // WIDTH]) for key in range(WIDTH * WIDTH)]
    return [bytes([note]) for note in _notes(device)]
