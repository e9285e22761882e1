"""How long a battery lasts: what LEDs, Pico and boost converter take, by recorded games and what others measured.

An estimate, within a third perhaps: nothing of it was measured on a board of ours.
"""

import collections
import functools
from typing import NamedTuple

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid.console import palettes
from glowgrid.console.palette import CHARS
from glowgrid.console.screens.settings import STEPS
from glowgrid.hardware.lights import Lights
from host_sim.console import golden
from host_sim.console.session import VirtualLeds

# Makers who measured a Pico in MicroPython read 18 to 38 mA at 5 V (cholla.mmto.org/rpi/pico/power.html).
AWAKE_MW = 25 * 5
# MicroPython's own commit of lightsleep for the Pico: about 1.5 mA at USB.
ASLEEP_MW = 1.5 * 5
# Share of the time asleep with "light_sleep", on the emulated Pico: while a person thinks; while pictures move.
STILL, MOVING = 0.8, 0.2
# Adafruit, PowerBoost 1000C: 5.2 V, 90% efficient "in most cases", 5 mA while on, 20 uA while off.
BOOST_VOLTS, EFFICIENCY, BOOST_MW = 5.2, 0.9, 5 * 3.7
# Off: the converter's 20 uA, and what flows through 100 kOhm at 3V3_EN (Pico data sheet) and as much at its EN.
OFF_MW = (0.02 + 2 * 3.7 / 100) * 3.7
# Watt hours that can be used. A cell of 2000 mAh at 3.7 V, a tenth of it left for age and for the cut-off at 3.2 V;
# three alkaline cells of 2 Ah at 1.2 V, the mean while they empty (powerstream.com: 2.2 Ah at 100 mA, 1.3 at 500).
PACKS = {"lipo": 2.0 * 3.7 * 0.9, "aa": 3 * 2.0 * 1.2}
LONGEST_MS = 5000  # a recorded frame counts no longer: what followed on the way through a menu is not recorded
NO_GAMES = "attract", "settings", "statistics"  # recorded plays that show menus most of the time
SOFTER = 4  # attract mode divides the brightness by it


class Load(NamedTuple):
    """What is drawn on average: by the LEDs in mA, from the battery in mW."""

    leds_ma: float
    milliwatts: float

    def hours(self, pack):
        """Return how long a battery of PACKS lasts."""
        return 1000 * PACKS[pack] / self.milliwatts


def playing(board, step, sleeps=True):
    """Return the load in a match at a step of the brightness, counted from 0."""
    return _load(board, STEPS[step], STILL if sleeps else 0)


def attract(board, sleeps=True):
    """Return the load while engines play each other, dimly: frames of games, as people's games give them."""
    return _load(board, max(1, board["power"]["brightness"] // SOFTER), MOVING if sleeps else 0)


def dark(board):
    """Return the load of a console that has switched itself off: LEDs are dark, and the Pico sleeps all the time."""
    leds = board["leds"]
    return _sum(leds["width"] * leds["height"] * leds["milliamps_idle"], 1)


def off_years(pack):
    """Return how long a battery lasts while switched off, its own ageing apart."""
    return 1000 * PACKS[pack] / OFF_MW / 24 / 365


def _load(board, brightness, asleep):
    """Return the mean over the recorded games, each frame for as long as it was shown."""
    lights = Lights(board, palettes.table(0), VirtualLeds())
    lights.brightness = brightness
    drawn = lasted = 0
    for frame, lasts in _recorded().items():
        lights.render(frame)
        drawn, lasted = drawn + lasts * lights.milliamps, lasted + lasts
    return _sum(drawn / lasted, asleep)


@functools.lru_cache(maxsize=1)
def _recorded():
    """Return {frame: ms} of all recorded games; pictures with a row of dots left out are no frames."""
    found = collections.Counter()
    for path in golden.logs():
        if path.stem in NO_GAMES:
            continue
        shown = golden.recorded(path)
        for (at, text), (until, _) in zip(shown, shown[1:]):
            if "dots" not in text:
                frame = bytes(CHARS.index(sign) for sign in text.replace("\n", ""))
                found[frame] += min(until - at, LONGEST_MS)
    return found


def _sum(leds_ma, asleep):
    pico = asleep * ASLEEP_MW + (1 - asleep) * AWAKE_MW
    return Load(leds_ma, leds_ma * BOOST_VOLTS / EFFICIENCY + BOOST_MW + pico / EFFICIENCY)
