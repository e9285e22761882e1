"""Words on the lights: the font, when they scroll, and that they suffice to find one's way."""

import pytest
from console import DOWN, RIGHT, SELECT, Person
from three_tiers import on_unix_micropython

from glowgrid.console.palette import WHITE
from glowgrid.console.screens.words import CHARS, Words, columns
from host_sim.console.session import frame_text

STEP_MS = Words.STEP_MS
PICTURES = {
    (16, 16): """\
................
................
................
##..##..######..
##..##..######..
##..##..##......
##..##..##......
######..####....
######..####....
##..##..##......
##..##..##......
##..##..######..
##..##..######..
................
................
................""",
    (8, 8): """\
........
#.#.###.
#.#.#...
###.##..
#.#.#...
#.#.###.
........
........""",
    (4, 4): "#.#.\n#.#.\n###.\n#.#.",
    (3, 3): "#.#\n###\n#.#",
}


@pytest.mark.parametrize("width, height", PICTURES)
def test_letters_fit_the_lights(width, height):
    words = Words("he", width, height, WHITE, 0)
    for step in range(width + max(1, height // 6)):  # until its first letter has reached the left edge
        frame = bytearray(width * height)
        assert words.draw(frame, words.step_ms * step)
    assert frame_text(frame, width) == PICTURES[width, height]


@pytest.mark.parametrize("width, height", PICTURES)
def test_a_late_picture_skips_no_column(width, height):
    def pictures(steps_between):
        words, found = Words("hex", width, height, WHITE, 0), []
        for at in range(60):
            frame = bytearray(width * height)
            words.draw(frame, round(at * steps_between * words.step_ms))
            found.append(bytes(frame))
        return found

    assert pictures(1.4) == pictures(1) == pictures(3)


@pytest.mark.parametrize("width, height", [(3, 3), (4, 4), (3, 16), (16, 3), (5, 6), (16, 16)])
def test_a_text_runs_once_through_lights_of_any_size(width, height):
    words = Words("hex 5", width, height, None, 0)
    frames = []
    for step in range(400):
        frame = bytearray(width * height)
        if not words.draw(frame, step * STEP_MS):
            break
        frames.append(frame)
    begins = max(1, height // 6)  # LEDs along a dot of a letter
    assert len(frames) < 100 and not any(map(any, frames[:begins])) and any(frames[begins]) and not any(frames[-1])


def test_no_two_letters_look_alike():
    assert len({bytes(columns(sign)) for sign in CHARS}) == len(CHARS)


# `qstr_info` prints how many names MicroPython has: they are never freed.
ALL_LETTERS = """
import micropython
from glowgrid.console.screens.words import CHARS, columns
micropython.qstr_info()
columns(CHARS)
micropython.qstr_info()
"""


def test_words_leave_no_names_in_memory():
    before, after = on_unix_micropython(ALL_LETTERS)
    assert "n_qstr" in before and after == before


class Reader(Person):
    """A person who knows only what the lights show; letters are read off the right column."""

    def read(self):
        """Wait for words; return them."""
        for _ in range(500):
            if set(self.text()) == {".", "\n"}:
                break
            self.wait(10)
        seen = []
        for _ in range(200):
            self.wait(STEP_MS)
            rows = self.text().split("\n")
            if set("".join(rows)) == {"."}:
                break
            seen.append(sum((row[-1] != ".") << y for y, row in enumerate(rows[1:6])))
        text, at = "", 0
        while at < len(seen):
            for sign in sorted(CHARS, key=lambda sign: -len(columns(sign))):
                if bytes(seen[at : at + len(columns(sign))]) == bytes(columns(sign)):
                    text, at = text + sign, at + len(columns(sign))
                    break
            else:
                break  # the rest is dark
        return text.strip()

    def turn_to(self, key, *wanted):
        """Press a key until the words begin with the wanted ones; return them."""
        for _ in range(20):
            said = self.read()
            if said.startswith(wanted):
                return said
            self.tap(key)
        raise AssertionError(f"nothing says {wanted}")


def test_the_words_suffice_to_play_a_match_with_undo_and_hint(tmp_path):
    person = Reader(tmp_path)
    assert person.turn_to(RIGHT, "TIC-TAC-TOE")
    person.tap(SELECT)
    assert person.read() == "ORANGE: YOU"
    person.tap(DOWN)
    assert person.read() == "BLUE: YOUR LEVEL 2"
    person.turn_to(RIGHT, "BLUE: LEVEL 1")
    person.tap(SELECT)
    person.wait(200)
    assert person.app.match.seats == [0, 1]
    person.tap(5)
    person.wait(2000)
    assert person.position.plies == 2
    person.hold(5)
    person.turn_to(RIGHT, "TAKE BACK")
    person.tap(SELECT)
    person.wait(100)
    assert person.position.plies == 0
    person.hold(5)
    person.turn_to(RIGHT, "HINT")
    person.tap(SELECT)
    before = person.text()
    person.wait(3000)
    assert person.text() != before
    for key in 2 * (5, 0, 10, 2, 8, 1, 9, 4, 6):
        if not person.position.is_over():
            person.tap(key, then=1500)
    said = person.read()
    assert said == {1: "ORANGE WINS  LINE", 2: "BLUE WINS  LINE", 0: "DRAW"}[person.position.winner]


def test_words_scroll_once_and_any_key_continues(tmp_path):
    person = Reader(tmp_path)
    name = person.read()
    assert name
    person.wait(2 * STEP_MS)
    shown = {person.text()}
    for _ in range(30):
        person.wait(100)
        shown.add(person.text())
    assert len(shown) == 1  # they have scrolled: only the icon is there
    at = person.app.screen.at
    person.tap(RIGHT)
    person.wait(1500)
    person.tap(RIGHT, then=0)  # in the middle of the words
    assert person.app.screen.at == (at + 2) % len(person.app.screen.entries)
    assert set(person.text()) != {".", "\n"}
