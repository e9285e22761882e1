"""The mirror on the emulated Pico: its lines say what the lights and keys show, and cost no press its answer."""

import json

import pytest

from glowgrid.console.palette import CHARS, RGB
from glowgrid.mirror import FIRST_SIGN, VERSION
from host_sim.boards import load_board
from host_sim.console import golden
from tools.device.play_on_pico import Player

pytestmark = pytest.mark.emulator

LOGS = {path.stem: path for path in golden.logs() if path.stem != "first_game"}
SHORT = "held"
USB = 12  # frames of the splash, until the host has found the Pico
LATER_MS = 1  # the most that the mirror may delay a frame


def lines(said):
    """Return the mirror's lines among what a Pico said."""
    return [json.loads(line) for line in said.decode().splitlines() if line.startswith("{")]


def text_of(signs, width):
    """Return a frame as golden files have it."""
    chars = "".join(CHARS[ord(sign) - FIRST_SIGN] for sign in signs)
    return "\n".join(chars[at : at + width] for at in range(0, len(chars), width))


def without_repeats(frames):
    return [frame for at, frame in enumerate(frames) if not at or frames[at - 1] != frame]


def play(path, image, mirrored):
    """Return (the frames on the wire, the lines of the mirror, ms from each press to its light), from power-up."""
    changes, until_ms = golden.changes(path)
    player = Player(load_board(golden.BOARD), changes, image, mirrored=mirrored)
    frames = list(player.frames(until_ms))
    ends = {frame.time_ms: frame.emulated_ms for frame in frames}
    presses = [time_ms for time_ms, _, down in changes if down and time_ms in ends]
    waits = {time_ms: ends[time_ms] - player.scanned_ms(time_ms - 10) for time_ms in presses}
    return frames, lines(bytes(player.pico.serial)), waits


@pytest.mark.parametrize("name", [pytest.param(name, marks=[pytest.mark.long] * (name != SHORT)) for name in LOGS])
def test_its_lines_say_all_that_happens_and_delay_no_press(pico_image, name):
    """One test, since a playthrough on the emulated Pico takes long."""
    path = LOGS[name]
    wire, said, mirrored = play(path, pico_image, True)
    check_beginning(said)
    check_frames(said, path, [(frame.time_ms, frame.text) for frame in wire])
    check_keys(said, path)
    if name == SHORT:
        check_match(said)
    _, _, plain = play(path, pico_image, False)
    assert plain.keys() == mirrored.keys() and plain
    later = {time_ms: mirrored[time_ms] - plain[time_ms] for time_ms in plain}
    assert max(later.values()) <= LATER_MS, later


def check_beginning(said):
    assert said[0] == {"glowgrid": VERSION, "board": golden.BOARD, "lights": [8, 8], "keys": [4, 4]}
    assert bytes.fromhex(said[1]["palette"]) == RGB


def check_frames(said, path, shown):
    """They are those on the wire, which are those of the simulator."""
    assert golden.kept(path, shown) == golden.recorded(path)
    frames = without_repeats([text_of(line["frame"], 8) for line in said if "frame" in line])
    texts = [text for _, text in shown]
    assert any(frames[: len(texts) - lost] == texts[lost:] for lost in range(USB))


def check_keys(said, path):
    changes, _ = golden.changes(path)
    down, wanted = set(), []
    for time_ms, key, is_down in changes:
        (down.add if is_down else down.discard)(key)
        if wanted and wanted[-1][0] == time_ms:
            wanted.pop()
        wanted.append((time_ms, "".join("01"[key in down] for key in range(16))))
    assert [line["down"] for line in said if "down" in line] == without_repeats([keys for _, keys in wanted])


def check_match(said):
    match, screens = None, []
    for line in said:
        if "match" in line:
            match = line["match"]
        elif "move" in line:
            match["moves"].append(line["move"])
        elif "screen" in line:
            screens.append(line["screen"])
    assert match["game"] == "hex" and len(match["moves"]) == 1
    assert screens[0] == "splash" and "menu" in screens and screens[-1] == "pause"
