"""A reader of the mirror's lines, as boards/MIRROR.md describes them."""

import json
from typing import Any


class Reader:
    """What a device shows, as its lines say: `first`, `palette`, `frame`, `down`, `match`, `screen`; None before."""

    def __init__(self):
        self.first: Any = None
        self.palette = self.frame = self.down = self.match = self.screen = self.first
        self.frames = []  # all of them
        self.downs = []
        self.screens = []
        self._cut = ""

    def read(self, data):
        """Take bytes of the device; what follows its last line end comes with the next ones."""
        *lines, self._cut = (self._cut + data.decode()).split("\n")
        for line in lines:
            self.take(line)
        return self

    def take(self, line):
        try:
            said = json.loads(line)
        except ValueError:
            return
        if "glowgrid" in said:
            self.first = said
        elif "palette" in said:
            self.palette = bytes.fromhex(said["palette"])
        elif "frame" in said:
            self.frame = said["frame"]
            self.frames.append(self.frame)
        elif "down" in said:
            self.down = said["down"]
            self.downs.append(self.down)
        elif "screen" in said:
            self.screen = said["screen"]
            self.screens.append(self.screen)
        elif "match" in said:
            self.match = said["match"]
        elif "move" in said:
            self.match["moves"].append(said["move"])
