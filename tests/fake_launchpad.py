"""A fake Launchpad: it reads the bytes it gets as the maker's manual says, and keeps what a person sees."""

from collections import deque

NOVATION = b"\xf0\x00\x20\x29\x02"
PLUGGED = {}  # by the name of its ports


class Launchpad:
    """Keys and lights. layout: what is on; `colours`: by note, what was sent for it; `got`: all messages."""

    def __init__(self, name, model=0, layout=b"", programmer=b"", rgb_at=None):
        self.name, self.model = name, model
        self.layout, self._programmer = layout, programmer
        self._was = layout
        self.colours, self.got, self._says = {}, [], deque()
        self._size = 5 if model == 0x18 else 0
        self.keep = None  # a file

    def plug(self):
        PLUGGED[self.name] = self
        return self

    def unplug(self):
        del PLUGGED[self.name]
        self.colours.clear()
        self._says.clear()

    def press(self, note, velocity=127):
        self._says.append(bytes([0x90, note, velocity]))

    def release(self, note):
        self.press(note, 0)

    def say(self, message):
        self._says.append(bytes(message))

    def said(self):
        return self._says.popleft() if self._says else None

    def take(self, message):
        self.got.append(message)
        if self.keep:
            self.keep.write(message.hex(" ").upper() + "\n")
            self.keep.flush()
        if message[0] != 0xF0:
            return self._short(*message)
        assert message.startswith(NOVATION + bytes([self.model])) and message[-1] == 0xF7, message
        body = message[6:-1]
        if self.model == 0x18:
            return self._mk2(body)
        self._mk3(body)

    def _mk3(self, body):
        if body == b"\x00":
            self.say(NOVATION + bytes([self.model, 0]) + self.layout + b"\xf7")
        elif body[:1] == b"\x00":
            self.layout = body[1:]
        elif body[:1] == b"\x0e":
            self.layout, self._was = (self._programmer, self.layout) if body[1] else (self._was, self.layout)
            self.colours.clear()
        else:
            assert body[0] == 3 and len(body) % 5 == 1 and len(body) <= 1 + 5 * 81
            for at in range(1, len(body), 5):
                kind, note, *rgb = body[at : at + 5]
                assert kind == 3 and max(rgb) < 128
                self.colours[note] = tuple(rgb)

    def _mk2(self, body):
        if body[0] == 0x22:
            self.layout = body[1:]
        else:
            assert body[0] == 0x0B and len(body) % 4 == 1 and len(body) <= 1 + 4 * 80
            for at in range(1, len(body), 4):
                note, *rgb = body[at : at + 4]
                assert max(rgb) < 64
                self.colours[note] = tuple(rgb)

    def _short(self, status, one, two):
        if (status, one) == (0xB0, 0):
            self.layout = bytes([two or 1])
            if not two:
                self.colours.clear()
        else:
            assert status == 0x90 and two & 0x0C == 0x0C  # to both buffers
            self.colours[one] = two & 3, two >> 4, 0

    def lit(self):
        """The lights that are lit, by note."""
        return {note: colour for note, colour in self.colours.items() if any(colour)}


KINDS = {
    "Launchpad Mini MK3": lambda: Launchpad(
        "Launchpad Mini MK3:Launchpad Mini MK3 LPMiniMK3 MI 36:1", 0x0D, b"\x05", b"\x7f"
    ),
    "Launchpad X": lambda: Launchpad("Launchpad X:Launchpad X LPX MIDI 24:1", 0x0C, b"\x01", b"\x7f"),
    "Launchpad Pro MK3": lambda: Launchpad("LPProMK3 MIDI", 0x0E, b"\x04\x00\x00", b"\x11\x00\x00"),
    "Launchpad MK2": lambda: Launchpad("Launchpad MK2:Launchpad MK2 MIDI 1 28:0", 0x18, b"\x00"),
    "Launchpad S or Mini": lambda: Launchpad("Launchpad Mini:Launchpad Mini MIDI 1 32:0", layout=b"\x01"),
}
