"""A key log on the emulated Pico, as `python -m host_sim pico` plays it: frames and times are those of the Session."""
import pytest

from host_sim import command, keylog
from host_sim.boards import load_board
from host_sim.golden import from_text
from host_sim.session import Session

BOARD = load_board("pico_ws2812_8x8_keys_4x4")
UNTIL_MS = 2600
# What golden games leave out: a key that is down when the console starts counts only once it was released; times that
# are no multiple of a tick; two changes in one tick; taps too short to be seen; lights at other brightnesses.
LOG = sorted([
    (0, 7, True), (95, 7, False),
    (203, 6, True), (203, 11, True), (287, 6, False), (290, 11, False),   # any key skips the splash
    (451, 6, True), (453, 6, False),                                      # between two ticks: no press
    *keylog.taps(600, [4, 5, 6, 4, 4, 4, 5], every_ms=250),               # the brightness, up and down
])


@pytest.mark.emulator
def test_frames_and_times_are_those_of_the_session(pico_image, tmp_path, capsys):
    from host_sim.pico.play import Player, PlayError

    player = Player(BOARD, LOG, pico_image)
    command.print_frames(player, UNTIL_MS)
    out, progress = capsys.readouterr()
    session = Session(BOARD, tmp_path)
    assert from_text(out) == list(session.play(LOG, UNTIL_MS))
    assert session.lights.brightness < BOARD["power"]["brightness"]   # the log did what it says
    assert progress.startswith("booting the emulated Pico")
    since_power_up = [float(block.split()[2]) for block in out.strip().split("\n\n")]
    assert since_power_up == sorted(since_power_up) and since_power_up[0] < 1000

    # A console that stops is reported: Ctrl-C, as a tool would send it.
    player.pico.send(b"\x03")
    with pytest.raises(PlayError, match="the console stopped at [0-9]+ ms; the Pico last said: "):
        list(player.frames(UNTIL_MS + 10_000))


def test_a_board_that_cannot_be_emulated_is_named():
    from host_sim.pico.play import Player, PlayError

    board = {**BOARD, "name": "other", "keys": {**BOARD["keys"], "driver": "seesaw"}}
    with pytest.raises(PlayError, match="other: the emulated Pico has no seesaw keys; play it on a board with matrix"):
        Player(board, [])
