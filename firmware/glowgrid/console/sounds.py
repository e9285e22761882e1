"""What people hear: each sound is a few tones, and the newest sound wins. Time is an argument; nothing allocates."""

from glowgrid.clock import since

LOUDEST = 3  # volumes are 0, silence, to LOUDEST
# The tones of each sound: pitch in 10 Hz (0: a pause), then length in 10 ms. A move sounds before it is saved:
# each step of a save may lengthen a tone by 55 ms.
_SOUNDS = {
    "press": bytes((200, 2)),
    "refusal": bytes((31, 6, 0, 3, 31, 6)),
    "move": bytes((132, 3)),
    "win": bytes((105, 10, 132, 10, 157, 10, 209, 26)),
    "loss": bytes((105, 12, 88, 12, 70, 24)),
    "draw": bytes((88, 16, 0, 8, 88, 16)),
}


def begin(make, part):
    """Return Sounds on the speaker made for the "sound" of the board; None if that fails."""
    try:
        return _Sounds(make("sound", part))
    except ValueError as fault:
        print(fault)
        return None


class _Sounds:
    """Plays sounds on a speaker, which has `tone(hertz, volume)`; 0 Hz is silence. A speaker that fails is given up.

    playing   the name of the current sound, or ""
    """

    def __init__(self, speaker):
        self._speaker = speaker
        self._works = True
        self._tones = b""
        self._at = 0  # the next tone in _tones
        self._volume = self._since = self._length = 0
        self.playing = ""

    def play(self, name, volume, now_ms, match=None):
        """Begin a sound; the current one ends. A move that ends the match has the sound of the end."""
        if volume:
            if name == "move":
                name = _end(match) or name
            self.playing = name
            self._tones, self._at, self._volume = _SOUNDS[name], 0, volume
            self._next(now_ms)

    def tick(self, now_ms):
        """Go on to the next tone when it is time. Return whether the speaker works."""
        if self.playing and since(now_ms, self._since) >= self._length:
            self._next(now_ms)
        return self._works

    def stop(self):
        self.playing = ""
        try:
            self._speaker.tone(0, 0)
        except (OSError, ValueError) as error:
            self._give_up(error)

    def _next(self, now_ms):
        at = self._at
        if at == len(self._tones):
            self.stop()
            return
        try:
            self._speaker.tone(10 * self._tones[at], self._volume)
        except (OSError, ValueError) as error:
            self._give_up(error)
            return
        self._since, self._length = now_ms, 10 * self._tones[at + 1]
        self._at = at + 2

    def _give_up(self, error):
        if self._works:
            print("glowgrid: sound: %s; the game goes on without" % error)
        self._works = False
        self.playing = ""


def _end(match):
    """Return the sound for how a match has ended, or None. A loss is a person's loss to an engine."""
    position = match.position
    if not position.is_over():
        return None
    winner = position.winner
    if not winner:
        return "draw"
    against_people = not match.is_person(winner) and any([match.is_person(side + 1) for side in range(position.sides)])
    return "loss" if against_people else "win"
