"""A fake Launchpad: it reads the bytes it gets as the maker's manual says, and keeps what a person sees."""

NOVATION = b"\xf0\x00\x20\x29\x02"
PLUGGED = {}  # by the name of its ports


class Launchpad:
    """Keys and lights. layout: what is on; colours: by note, what was sent for it; got: all messages; says: what it
    has yet to say."""

    def __init__(self, name, model=0, layout=b"", programmer=b""):
        self.name, self._model = name, model
        self.layout, self._programmer = layout, programmer
        self._was = layout
        self.colours, self.got, self.says = {}, [], []
        self.keep = None  # a file

    def plug(self):
        PLUGGED[self.name] = self
        return self

    def unplug(self):
        del PLUGGED[self.name]
        self.colours.clear()
        self.says.clear()

    def press(self, note, down=True):
        self.says.append(bytes([0x90, note, 127 * down]))

    def take(self, message):
        self.got.append(message)
        if self.keep:
            print(message.hex(" ").upper(), file=self.keep, flush=True)
        if message[0] != 0xF0:
            return self._short(*message)
        head = NOVATION + bytes([self._model])
        assert message.startswith(head) and message[-1] == 0xF7, message
        what, body = message[6], message[7:-1]
        if self._model == 0x18:
            if what == 0x22:
                self.layout = body
            else:
                self._colour(what == 0x0B, body, b"", 64)
        elif what == 0 and not body:
            self.says.append(head + bytes([0]) + self.layout + b"\xf7")
        elif what == 0:
            self.layout = body
        elif what == 0x0E:
            self.layout, self._was = (self._programmer, self.layout) if body[0] else (self._was, self.layout)
            self.colours.clear()
        else:
            self._colour(what == 3, body, b"\x03", 128)

    def _colour(self, is_so, body, each, end):
        """Each light, of up to 80, gets `each`, its note, and red, green and blue below `end`."""
        size = len(each) + 4
        assert is_so and len(body) % size == 0 and len(body) <= 80 * size
        for at in range(0, len(body), size):
            *kind, note, red, green, blue = body[at : at + size]
            assert bytes(kind) == each and max(red, green, blue) < end
            self.colours[note] = red, green, blue

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
    "Launchpad Mini MK3": ("Launchpad Mini MK3:Launchpad Mini MK3 LPMiniMK3 MI 36:1", 0x0D, b"\x05", b"\x7f"),
    "Launchpad X": ("Launchpad X:Launchpad X LPX MIDI 24:1", 0x0C, b"\x01", b"\x7f"),
    "Launchpad Pro MK3": ("LPProMK3 MIDI", 0x0E, b"\x04\x00\x00", b"\x11\x00\x00"),
    "Launchpad MK2": ("Launchpad MK2:Launchpad MK2 MIDI 1 28:0", 0x18, b"\x00"),
    "Launchpad S or Mini": ("Launchpad Mini:Launchpad Mini MIDI 1 32:0", 0, b"\x01"),
}


def made(kind):
    return Launchpad(*KINDS[kind])
