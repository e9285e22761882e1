"""The grids of devices.json: what their bytes mean, as keys, and how lights become bytes. It touches no port.

host_sim/web/grid/lamps.js does the same in the page.
"""

import json
import re
from pathlib import Path

from ..terminal.led_colour import EXPOSURE, GAMMA

TABLE = json.loads(Path(__file__).with_name("devices.json").read_text(encoding="utf-8"))
BOARD = TABLE["board"]  # whose lights and keys a grid shows
WIDTH = 8  # lights and keys in a row, and rows
FULL = round(255 / EXPOSURE)  # on the board's LED wire what looks fully bright
_NOTE_ON, _NOTE_OFF = 0x90, 0x80


def ports_of(device, names):
    """Return those of a list of MIDI ports that a Launchpad of this kind plays through: one for each that is there.

    Larger ones have a port for music programs, too ("DAW"), and one for a socket ("DIN"). Windows numbers the ports
    of a device ("MIDIIN2 (LPX MIDI)"), some Linux do ("Launchpad X MIDI 2"). Linux cuts names at 31 characters: "DA".
    """
    found = {}
    for name in names:
        if re.search(device["ports"], name) and not re.search(r"\b(DAW?|DIN?)\b", name):
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


def unsupported(names):
    """Return those of these names of MIDI ports that are a Launchpad's of no kind that is known."""
    kinds = "|".join(device["ports"] for device in TABLE["launchpads"])
    return [name for name in names if "Launchpad" in name and not re.search(kinds, name)]


def board_with(device, board):
    """Return the board with the lights of a grid; where it lacks a colour, rhythms tell apart what colours do."""
    return {**board, "leds": board["leds"] | device.get("lights", {})}


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
    """The lights of a grid: what was sent to them."""

    def __init__(self, device):
        self._device = device
        self._begin, self._each, self._end = (bytes.fromhex(device[name]) for name in ("begin", "each", "end"))
        self._at = _addresses(device)
        self._value_of = _steps if "value" in device else _colour
        self.forget()

    def forget(self):
        """The lights show something else: the next ones are all sent."""
        self._sent: list[bytes | None] = [None] * (WIDTH * WIDTH)

    def changes(self, wire, order):
        """Return the messages that bring the lights to what the board's LEDs get.

        wire: R, G, B per LED. order: the pixel of each LED.
        """
        values = [b""] * len(order)
        for led, pixel in enumerate(order):
            values[pixel] = self._value_of(wire[3 * led : 3 * led + 3], self._device)
        parts = []
        for key, value in enumerate(values):
            if value != self._sent[key]:
                self._sent[key] = value
                parts.append(self._each + self._at[key] + value)
        return parts if "apart" in self._device or not parts else [self._begin + b"".join(parts) + self._end]

    def dark(self):
        """Return the messages that put all lights out."""
        self.forget()
        return self.changes(bytes(3 * WIDTH * WIDTH), range(WIDTH * WIDTH))


def _colour(rgb, device):
    """Return red, green and blue for a grid; a channel that is lit stays so."""
    full = max(FULL, *rgb)
    return bytes([(channel * device["most"] + full // 2) // full or min(channel, 1) for channel in rgb])


def _steps(rgb, device):
    """Return the byte of a light that has few steps."""
    dark, of_red, of_green = device["value"]
    red, green, _ = (round(device["most"] * min(1, channel / FULL) ** (1 / GAMMA)) for channel in rgb)
    return bytes([dark + red * of_red + green * of_green])


def _notes(device):
    for key in range(WIDTH * WIDTH):
        yield device["first"] + key % WIDTH * device["right"] + key // WIDTH * device["down"]


def _addresses(device):
    """Return for each key the bytes that name its light: a note, or column and row."""
    if "baud" in device:
        return [bytes([key % WIDTH, key // WIDTH]) for key in range(WIDTH * WIDTH)]
    return [bytes([note]) for note in _notes(device)]
