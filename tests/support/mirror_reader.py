"""A reader of the mirror's lines, as boards/MIRROR.md describes them."""

import json
from typing import Any

from glowgrid.console.palette import CHARS
from glowgrid.mirror import FIRST_SIGN


class Reader:
    """What the lines of a device say: all `frames`, as golden files have them, `palettes`, `downs` and `screens`; and
    as it is last, `first` and `match`."""

    def __init__(self):
        self.first: Any = None
        self.match = self.first
        self.frames, self.palettes, self.downs, self.screens = [], [], [], []
        self._cut = ""

    def read(self, data):
        """Take bytes of the device; what follows its last line end comes with the next ones."""
        *lines, self._cut = (self._cut + data.decode()).split("\n")
        for line in lines:
            try:
                self._take(json.loads(line))
            except ValueError:  # another line
                pass
        return self

    def _take(self, said):
        if "glowgrid" in said:
            self.first = said
        elif "palette" in said:
            self.palettes.append(bytes.fromhex(said["palette"]))
        elif "frame" in said and self.first:  # one that comes late has missed the width
            width, signs = self.first["lights"][0], [CHARS[ord(sign) - FIRST_SIGN] for sign in said["frame"]]
            self.frames.append("\n".join("".join(signs[at : at + width]) for at in range(0, len(signs), width)))
        elif "match" in said:
            self.match = said["match"]
        elif "move" in said:
            self.match["moves"].append(said["move"])
        elif "down" in said:
            self.downs.append(said["down"])
        elif "screen" in said:
            self.screens.append(said["screen"])
