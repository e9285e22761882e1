"""What the workshop says, without a Pico."""

import pytest

from host_sim.errors import ToolError
from host_sim.workshop.started import shown

BANNER = b"MPY: soft reboot\r\nMicroPython v1.27.0 on 2026-01-01; Raspberry Pi Pico with RP2040\r\n"
PROMPT = b'Type "help()" for more information.\r\n>>> '


@pytest.mark.parametrize(
    "output, said",
    [
        (BANNER + PROMPT, "MicroPython is on the Pico, but not Glowgrid: "),
        (BANNER, "Glowgrid is on the Pico, but its menu is not on the lights; the Pico says: nothing"),
        (
            BANNER + b"glowgrid: damaged\r\n" + PROMPT,
            "Glowgrid is on the Pico, but .*; the Pico says: glowgrid: damaged",
        ),
    ],
)
def test_a_bare_micropython_is_not_called_glowgrid(output, said):
    with pytest.raises(ToolError, match=f"^{said}"):
        shown(output)
