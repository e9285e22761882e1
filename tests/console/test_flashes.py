"""Nothing larger than a point flashes more than three times a second, on any screen (photosensitive epilepsy).

A flash is a pair of opposing changes of a light's brightness by a tenth of full white or more, as in W3C's "Web Content
Accessibility Guidelines 2.2", 2.3.1. A press may change the lights at once: the count then starts again.
"""

import pytest
from console import BACK, RIGHT, SELECT, Person

from glowgrid.console.palette import RGB, WHITE
from host_sim.boards.files import load_board
from host_sim.console import golden
from host_sim.console.session import Session

MOST, SECOND_MS = 3, 1000
LIGHTNESS = [
    sum(share * (RGB[3 * index + channel] / 255) ** 2.2 for channel, share in enumerate((0.2126, 0.7152, 0.0722)))
    for index in range(len(RGB) // 3)
]
LEAST = 0.1
FIRST = load_board(golden.BOARD)
MONO = {**FIRST, "leds": {**FIRST["leds"], "channels": "R"}}


class Watched(Person):
    """A person at a watched device; `worst`: the most LEDs that flashed too often at once, by screen."""

    def __init__(self, folder, board=golden.BOARD, first=False):
        self.worst = {}
        self.seen, self.turns = b"", {}
        board = load_board(board) if isinstance(board, str) else board
        super().__init__(folder, session=Session(board, folder, first=first))

    def wait(self, ms):
        for _ in range(ms // 10):
            self.session.tick()
            self._look()

    def press(self, key):
        super().press(key)
        self.turns.clear()

    def release(self, key):
        super().release(key)
        self.turns.clear()

    def _look(self):
        lights, now_ms = self.session.lights, self.session.now_ms
        frame = bytes(WHITE * lit for lit in lights.shown) if lights.mono else bytes(self.app.panel.frame)
        if frame == self.seen:
            return
        for led, (old, new) in enumerate(zip(self.seen, frame)):
            change = LIGHTNESS[new] - LIGHTNESS[old]
            if abs(change) >= LEAST:
                times, rising = self.turns.get(led, ([], None))
                if rising != (change > 0):
                    times = [at for at in times if at > now_ms - SECOND_MS] + [now_ms]
                    self.turns[led] = times, change > 0
        self.seen = frame
        flashing = sum(
            len([at for at in times if at > now_ms - SECOND_MS]) > 2 * MOST for times, _ in self.turns.values()
        )
        most = (
            0
            if lights.mono
            else self.app.screen.view.block**2
            if self.screen in ("play", "two presses", "first game")
            else 0
        )
        if flashing > most:
            self.worst[self.screen] = max(flashing, self.worst.get(self.screen, 0))


SOON_ON_MONO = "hex", "settings", "tic_tac_toe"


def playthrough(path, board, name):
    soon = board is FIRST or path.stem in SOON_ON_MONO
    return pytest.param(path, board, id=f"{path.stem}-{name}", marks=() if soon else pytest.mark.long)


@pytest.mark.parametrize(
    "path, board",
    [playthrough(path, *board) for board in ((FIRST, "colours"), (MONO, "mono")) for path in golden.logs()],
)
@pytest.mark.sample(3)
def test_in_a_golden_playthrough(path, board, tmp_path):
    changes, until_ms = golden.changes(path)
    person = Watched(tmp_path, board, first=golden.is_first(path))
    for at, key, down in [*changes, (until_ms, 0, 0)]:
        person.wait(at - person.session.now_ms)
        (person.press if down else person.release)(key)
    assert person.worst == {}


@pytest.mark.parametrize(
    "board, ms",
    [
        (golden.BOARD, 1200),
        pytest.param(MONO, 2400, id="mono", marks=pytest.mark.long),
        pytest.param("pico_ws2812_16x16_keys_4x4", 5000, marks=pytest.mark.long),
    ],
)
def test_on_screens_without_presses(board, ms, tmp_path):
    person, screens = Watched(tmp_path, board), set()

    def stay(*keys):
        person.tap(*keys)
        screens.add(person.screen)
        person.wait(ms)

    for _ in person.entries():
        stay(RIGHT)
    person.page_to("settings")
    stay(SELECT)
    for name in person.entries():
        person.page_to(name)
        if name != "turn":  # the golden of the settings turns the device
            stay(SELECT)
        if person.screen != "settings":
            stay(BACK)
    stay(BACK)
    person.choose("three-player")
    stay(RIGHT)
    stay(BACK)
    for keys in ((0, 4, 1, 5, 2), (0, 1, 2, 4, 6, 5, 9, 10, 8)):  # a win, a draw
        person.start("tic-tac-toe", 0, 0)
        person.hold(3, 5000)
        stay(SELECT)
        for key in keys:
            person.tap(key)
        stay()
        stay(3)
        person.page_to("menu")
        stay(SELECT)
    person.start("hex", 0, 1, size="5")
    person.tap(SELECT)
    stay()
    person.pause_and("coach")
    stay()
    person.pause_and("hint")
    stay()
    assert person.worst == {}
    assert screens >= {"menu", "settings", "seats", "play", "pause", "brightness"}
