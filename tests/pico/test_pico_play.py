"""A key log on the emulated Pico, as `python -m tools pico` plays it: frames and times match the Session."""

import pytest

from host_sim.boards.files import load_board
from host_sim.console import keylog
from host_sim.console.golden import from_text
from host_sim.console.session import Session
from tools.pico import pico_command

BOARD = load_board("pico_ws2812_8x8_keys_4x4")
UNTIL_MS = 1950
# Not in the golden games: a key that is down when the console starts counts only after its release; times that
# are no multiple of a tick; two changes in one tick; taps too short to be seen; lights at other brightnesses.
LOG = sorted(
    [
        (0, 7, True),
        (95, 7, False),
        (203, 6, True),
        (203, 11, True),
        (287, 6, False),
        (290, 11, False),
        (451, 6, True),
        (453, 6, False),  # between two ticks: no press
        *keylog.taps(600, [4, 4, 5, 5, 6, 4, 4, 4, 5], every_ms=150),  # the brightness, up and down
    ]
)


@pytest.mark.long
def test_frames_and_times_match_the_session(pico_image, tmp_path, capsys):
    from tools.pico.play_on_pico import Player, PlayError

    player = Player(BOARD, LOG, pico_image)
    pico_command.print_frames(player, UNTIL_MS)
    out, progress = capsys.readouterr()
    session = Session(BOARD, tmp_path)
    assert from_text(out) == list(session.play(LOG, UNTIL_MS))
    assert session.lights.brightness < BOARD["power"]["brightness"]  # the log did what it says
    assert progress.startswith("booting the emulated Pico")
    since_power_up = [float(block.split()[2]) for block in out.strip().split("\n\n")]
    assert since_power_up == sorted(since_power_up) and since_power_up[0] < 1000

    # A console that stops is reported: here by Ctrl-C, as a tool sends it.
    player.pico.send(b"\x03")
    with pytest.raises(PlayError, match="the console stopped at [0-9]+ ms; the Pico last said: "):
        list(player.frames(UNTIL_MS + 10_000))


@pytest.mark.long
@pytest.mark.parametrize("name", ["pimoroni_pico_rgb_keypad", "pico_neotrellis_8x8"])
def test_on_other_boards_too(pico_image, tmp_path, name):
    from tools.pico.play_on_pico import Player

    board = load_board(name)
    roles = board["keys"]["roles"]
    log = sorted(keylog.taps(200, [roles["select"], roles["right"], roles["left"]], every_ms=150))
    frames = [(frame.time_ms, frame.text) for frame in Player(board, log, pico_image).frames(650)]
    assert frames == list(Session(board, tmp_path).play(log, 650))
