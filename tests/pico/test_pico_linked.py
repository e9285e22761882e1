"""Two emulated Picos on a cable play two key logs against each other: `glowgrid pico --link`."""

import re

import pytest
from linked import WIRED

from host_sim.console import keylog, menu_path
from tools.pico import pico_command

UNTIL_MS = 12_000
CLOSE = "1000 press 0\n1080 release 0\n"  # the sign that the wire is in
ONE = CLOSE + "1500 menu tic-tac-toe seats 0 -1\n"


@pytest.mark.emulator
@pytest.mark.long
def test_two_picos_play_a_match(pico_image, capsys):
    from tools.pico.linked_players import LinkedPlayers

    one = keylog.parse(ONE, 16, expand=menu_path.reader(WIRED)) + keylog.taps(6800, [0, 4, 8], every_ms=2000)
    two = keylog.parse(CLOSE, 16) + keylog.taps(5500, [5]) + keylog.taps(7800, [2, 5], every_ms=2000)
    pico_command.print_linked(LinkedPlayers(WIRED, [one, two], pico_image), UNTIL_MS)
    blocks = capsys.readouterr().out.strip().split("\n\n")
    for number in (1, 2):
        frames = [block.split("\n", 1)[1] for block in blocks if block.startswith(f"Pico {number} ")]
        assert any(re.search(r"^A..[1-3.].*\n.*\n.*\nA.*\n.*\n.*\nA", frame, re.MULTILINE) for frame in frames), number
