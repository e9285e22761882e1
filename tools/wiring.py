"""What is wired to what, from a board file: the one list behind the drawing, the picture and the Wokwi diagram."""

from typing import NamedTuple

# The pads of a Raspberry Pi Pico as they lie, USB at the top: 1 to 20 down the left, 40 to 21 down the right.
LEFT = ("GP0", "GP1", "GND", "GP2", "GP3", "GP4", "GP5", "GND", "GP6", "GP7",
        "GP8", "GP9", "GND", "GP10", "GP11", "GP12", "GP13", "GND", "GP14", "GP15")
RIGHT = ("VBUS", "VSYS", "GND", "3V3_EN", "3V3", "VREF", "GP28", "GND", "GP27", "GP26",
         "RUN", "GP22", "GND", "GP21", "GP20", "GP19", "GP18", "GND", "GP17", "GP16")

TITLES = {
    ("leds", "ws2812"): "LEDs",
    ("leds", "apa102"): "LEDs",
    ("leds", "seesaw"): "NeoTrellis",
    ("keys", "matrix"): "Keys",
    ("keys", "tca9555"): "Keys (TCA9555)",
    ("keys", "seesaw"): "NeoTrellis",
}


class Wire(NamedTuple):
    """From a pad of the Pico to a terminal of a part; `through` names what sits in between."""

    pad: str
    part: str  # "leds" or "keys"
    terminal: str
    through: str = ""


def wires(board):
    """All wires of a board, the data wires of the LEDs first, then the keys, then power."""
    leds, keys = board["leds"], board["keys"]
    found = []
    if leds["driver"] == "ws2812":
        found.append(Wire(pad(leds["pin"]), "leds", "DIN", "U1, R1"))
    elif leds["driver"] == "apa102":
        found += [Wire(pad(leds["sck"]), "leds", "CLK"), Wire(pad(leds["mosi"]), "leds", "DIN")]
        if "cs" in leds:
            found.append(Wire(pad(leds["cs"]), "leds", "CS"))
    else:
        found += [Wire(pad(leds["sda"]), "leds", "SDA"), Wire(pad(leds["scl"]), "leds", "SCL")]
    if keys["driver"] == "matrix":
        found += [Wire(pad(pin), "keys", f"row {row}") for row, pin in enumerate(keys["rows"])]
        found += [Wire(pad(pin), "keys", f"column {column}") for column, pin in enumerate(keys["columns"])]
    elif not one_part(board):
        found += [Wire(pad(keys["sda"]), "keys", "SDA"), Wire(pad(keys["scl"]), "keys", "SCL")]
    if "interrupt" in keys:
        found.append(Wire(pad(keys["interrupt"]), "keys", "INT"))
    return found + _power(board)


def _power(board):
    """Where the parts get their power: 5 V for LEDs on a wire, the Pico's 3.3 V for what speaks I2C."""
    found = []
    if board["leds"]["driver"] == "seesaw":
        found += [Wire("3V3", "leds", "VIN"), Wire("GND", "leds", "GND")]
    elif needs_supply(board):
        found += [Wire("supply", "leds", "5V"), Wire("GND", "leds", "GND")]
    else:
        found += [Wire("VBUS", "leds", "5V"), Wire("GND", "leds", "GND")]
    if board["keys"]["driver"] == "tca9555":
        found += [Wire("3V3", "keys", "VCC"), Wire("GND", "keys", "GND")]
    return found


def needs_supply(board):
    """Whether the LEDs may draw more than a USB port owes (500 mA, less what the Pico takes)."""
    return board["power"]["budget_milliamps"] > 450


def one_part(board):
    """Whether keys and LEDs sit on one and the same part."""
    return board["leds"]["driver"] == board["keys"]["driver"] == "seesaw"


def pad(pin):
    """The pad of a GPIO number."""
    return f"GP{pin}"
