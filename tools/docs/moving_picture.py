"""The moving picture at the top of the README: a win at Hex, the coach, three players.

These are real games on the simulator. Every change of the lights or the keys is a frame.
`python -m tools docs pictures` makes it.
"""

import tempfile

from PIL import Image

from .player import Player

NAME = "game"
_LOOK_MS = 450  # how long a position is shown before the next press
_END_MS = 1000  # the same for the end of a game
_SHORTEST_MS = 180  # shorter frames are left out
_WIDTH = 544
_COLOURS = 64


def hex_win(player):
    player.start("hex", (0, 0), "4")
    yield
    player.play_slowly("c2", "b2", "b3", "d2", "b4", "d1", "c1")
    player.run(_END_MS)


def coach(player):
    player.start("tic-tac-toe", (0, 0))
    player.play("b2", "a2")
    player.run(_LOOK_MS)
    yield
    player.run(_LOOK_MS)
    player.pause_and("coach")
    player.run(_END_MS)
    player.play_slowly("a1")
    player.run(_END_MS)


def three_players(player):
    player.start("three-player", (0, 0, 0))
    yield
    player.play_slowly("b2", "c3", "c2", "b3", "d3", "a1", "b4")
    player.run(_END_MS)


SCENES = hex_win, coach, three_players  # each plays up to its `yield`, then the camera runs


class Filmed(Player):
    """A player recorded at every tick. shots: [(ms since the scene began, what was shown), ...]"""

    def __init__(self, folder, show):
        super().__init__(folder)
        self.shots = []
        self._show, self._seen, self._began_ms = show, None, -1

    def action(self):
        """Start the camera."""
        self._began_ms = self.session.now_ms
        self._look()

    def run(self, milliseconds):
        for _ in range(milliseconds // 10):
            super().run(10)
            if self._began_ms >= 0:
                self._look()

    def play_slowly(self, *names):
        for name in names:
            self.run(_LOOK_MS)
            self.play(name)

    def _look(self):
        now = self.session.text(), bytes(self.session.keys.levels)
        if now == self._seen:
            return
        self._seen = now
        time_ms = self.session.now_ms - self._began_ms
        if self.shots and time_ms - self.shots[-1][0] < _SHORTEST_MS:
            time_ms = self.shots.pop()[0]
        self.shots.append((time_ms, self._show(self.session)))

    def frames(self):
        """Return [(duration in ms, what was shown), ...]."""
        ends = [began_ms for began_ms, _ in self.shots[1:]] + [self.session.now_ms - self._began_ms]
        return [(end_ms - began_ms, shown) for (began_ms, shown), end_ms in zip(self.shots, ends)]


def frames(show):
    """Return [(duration in ms, show(session)), ...], one for each change of the lights or the keys."""
    film = []
    for scene in SCENES:
        with tempfile.TemporaryDirectory() as folder:
            player = Filmed(folder, show)
            for _ in scene(player):
                player.action()
            film += player.frames()
    return film


def text(caption):
    """Return all frames as text, the `caption` of each; a test compares it with the current console."""
    return "\n".join(f"{duration} ms\n{words}" for duration, words in frames(caption))


def save(path, draw):
    """Write the moving picture; `draw` makes an image of a session."""
    shots = frames(lambda session: _smaller(draw(session)))
    images = [image for _, image in shots]
    palette = _palette(images)
    first, *others = [image.quantize(palette=palette, dither=Image.Dither.NONE) for image in images]
    durations = [duration for duration, _ in shots]
    first.save(path, save_all=True, append_images=others, duration=durations, loop=0)


def _smaller(image):
    height = round(image.height * _WIDTH / image.width)
    return image.convert("RGB").resize((_WIDTH, height), Image.Resampling.LANCZOS)


def _palette(images):
    """Return an image whose palette fits all of them, so that the file stores only changes."""
    width, height = images[0].size
    together = Image.new("RGB", (width, height * len(images)))
    for number, image in enumerate(images):
        together.paste(image, (0, height * number))
    return together.quantize(_COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
