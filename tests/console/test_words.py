"""Words on the lights: the font, when they scroll, and that they suffice to find one's way."""

import pytest
from three_tiers import on_unix_micropython

from glowgrid.console.palette import WHITE
from glowgrid.console.screens.words import CHARS, Words, columns
from host_sim.console.session import frame_text

STEP_MS = Words.STEP_MS
PICTURES = {
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
