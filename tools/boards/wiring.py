"""What is wired to what, read from a board file: drawing, picture and Wokwi diagram are all made from this list."""

import re
from typing import NamedTuple

# The pads of a Raspberry Pi Pico by position, USB at the top: 1 to 20 down the left, 40 to 21 down the right.
LEFT = (
    "GP0",
    "GP1",
    "GND",
    "GP2",
    "GP3",
    "GP4",
    "GP5",
    "GND",
    "GP6",
    "GP7",
    "GP8",
    "GP9",
    "GND",
    "GP10",
    "GP11",
    "GP12",
    "GP13",
    "GND",
    "GP14",
    "GP15",
)
RIGHT = (
    "VBUS",
    "VSYS",
    "GND",
    "3V3_EN",
    "3V3",
    "VREF",
    "GP28",
    "GND",
    "GP27",
    "GP26",
    "RUN",
    "GP22",
    "GND",
    "GP21",
    "GP20",
    "GP19",
    "GP18",
    "GND",
    "GP17",
    "GP16",
)

TITLES = {
    ("leds", "ws2812"): "LEDs",
    ("leds", "apa102"): "LEDs",
    ("leds", "seesaw"): "NeoTrellis",
    ("leds", "max7219"): "LEDs (MAX7219)",
    ("leds", "ht16k33"): "LEDs (HT16K33)",
    ("keys", "matrix"): "Keys",
    ("keys", "pins"): "Buttons",
    ("keys", "tca9555"): "Keys (TCA9555)",
    ("keys", "ht16k33"): "Keys (HT16K33)",
    ("keys", "seesaw"): "NeoTrellis",
}
_POWER = ("5V", "VIN", "VCC", "+", "-", "GND")
BUFFER = "U1 74AHCT125"
SHIFTER = "Level shifter"
_SHIFTED = ("mosi", "DIN"), ("sck", "CLK"), ("cs", "CS")  # through its channels 1 to 3
CHIP, MATRIX, BUTTONS = "HT16K33", "LEDs", "Buttons"  # one that drives the LEDs and scans the keys
_KS0, _K1 = 1, 3  # its lines of keys are C1 to C3, A3 to A15
SUPPLY = "5 V supply"
PIEZO = "Piezo BZ1"
OTHER = "Other device"  # at the other end of the link
BOOST, BATTERY, SWITCH = "Boost converter", "Battery", "Switch S1"  # of the handheld build
GROUND = 38  # the pin of the Pico that most grounds are wired to

# The pins of U1, 1 to 14, each with its connection if that is not in `wires` or `joints`; "" stays free.
BUFFER_PINS = (
    ("/1OE", "GND"),
    ("1A", None),
    ("1Y", None),
    ("/2OE", "5 V"),
    ("2A", "GND"),
    ("2Y", ""),
    ("GND", "GND"),
    ("3Y", ""),
    ("3A", "GND"),
    ("/3OE", "5 V"),
    ("4Y", ""),
    ("4A", "GND"),
    ("/4OE", "5 V"),
    ("VCC", "5 V"),
)


class Wire(NamedTuple):
    """From a pad of the Pico to a terminal of a part."""

    pad: str
    part: str  # the part's title
    terminal: str
    ground: int = GROUND  # the pin of this pad, if it is a ground: there are several
    through: str = ""  # what sits in between

    @property
    def pin(self):
        """Return the number of the pad on the Pico's edge, 1 to 40."""
        return self.ground if self.pad == "GND" else pin_of(self.pad)


class Joint(NamedTuple):
    """From a terminal of a part to one of another, not via the Pico; `through` names what sits in between."""

    part: str
    terminal: str
    to_part: str
    to_terminal: str
    through: str = ""


def wires(board):
    """Return all wires from the Pico: first the data wires of the LEDs, then the keys, then power."""
    leds, keys = board["leds"], board["keys"]
    lights, buttons = title(board, "leds"), title(board, "keys")
    found = []
    if has_buffer(board):
        found.append(Wire(pad(leds["pin"]), BUFFER, "1A"))
    elif has_shifter(board):
        found += [Wire(pad(leds[line]), SHIFTER, f"LV{number}") for number, (line, _) in enumerate(_SHIFTED, 1)]
    elif leds["driver"] == "apa102":
        found += [Wire(pad(leds["sck"]), lights, "CLK"), Wire(pad(leds["mosi"]), lights, "DIN")]
        if "cs" in leds:
            found.append(Wire(pad(leds["cs"]), lights, "CS"))
    else:
        found += [Wire(pad(leds["sda"]), lights, "SDA"), Wire(pad(leds["scl"]), lights, "SCL")]
    if keys["driver"] == "matrix":
        found += [Wire(pad(pin), buttons, f"row {row}") for row, pin in enumerate(keys["rows"])]
        found += [Wire(pad(pin), buttons, f"column {column}") for column, pin in enumerate(keys["columns"])]
    elif keys["driver"] == "pins":
        found += [Wire(pad(pin), buttons, name) for pin, name in zip(keys["pins"], button_names(board))]
        edge = sorted(wire.pin for wire in found if wire.part == buttons)
        found.append(Wire("GND", buttons, "GND", _nearest_ground(edge[len(edge) // 2])))
    elif not (one_part(board) or one_chip(board)):
        found += [Wire(pad(keys["sda"]), buttons, "SDA"), Wire(pad(keys["scl"]), buttons, "SCL")]
    if "interrupt" in keys:
        found.append(Wire(pad(keys["interrupt"]), buttons, "INT"))
    if "sound" in board:
        signal = pad(board["sound"]["pin"])
        found += [Wire(signal, PIEZO, "+"), Wire("GND", PIEZO, "GND", _nearest_ground(pin_of(signal)))]
    return found + _power(board) + _link(board)


def _link(board):
    """Return the wires to another device: what one sends the other one receives."""
    if "link" not in board:
        return []
    sends, receives = pad(board["link"]["tx"]), pad(board["link"]["rx"])
    ground = _nearest_ground(pin_of(receives))
    return [Wire(sends, OTHER, "its RX"), Wire(receives, OTHER, "its TX"), Wire("GND", OTHER, "GND", ground)]


def button_names(board):
    """Return what to call each separate button: its role, or "key 7"."""
    names = {key: role for role, key in board["keys"]["roles"].items()}
    return [names.get(key, f"key {key}") for key in range(len(board["keys"]["pins"]))]


def _nearest_ground(pin):
    """Return the pin of the nearest ground on the same side of the Pico."""
    left = [number for number, name in enumerate(LEFT, 1) if name == "GND"]
    right = [40 - at for at, name in enumerate(RIGHT) if name == "GND"]
    return min(left if pin <= 20 else right, key=lambda ground: abs(ground - pin))


def _power(board):
    """Return the wires of power: 5 V for LEDs on a wire, the Pico's 3.3 V for parts on I2C."""
    lights = title(board, "leds")
    if is_handheld(board):
        return [Wire("VSYS", BOOST, "BAT", through="D1"), Wire("3V3_EN", BOOST, "EN"), Wire("GND", BOOST, "GND")]
    if has_shifter(board):
        found = [Wire("3V3", SHIFTER, "LV"), Wire("GND", SHIFTER, "GND"), Wire("VBUS", lights, "VCC")]
    elif board["leds"]["driver"] == "seesaw":
        found = [Wire("3V3", lights, "VIN")]
    elif board["leds"]["driver"] == "ht16k33":
        found = [Wire("3V3", lights, "VCC")]
    else:
        found = [] if needs_supply(board) else [Wire("VBUS", lights, "5V")]
    found.append(Wire("GND", lights, "GND"))
    if board["keys"]["driver"] in ("tca9555", "ht16k33") and not one_chip(board):
        keys = title(board, "keys")
        found += [Wire("3V3", keys, "VCC"), Wire("GND", keys, "GND")]
    return found


def joints(board):
    """Return the wires between parts."""
    found = []
    if has_buffer(board):
        found.append(Joint(BUFFER, "1Y", title(board, "leds"), "DIN", "R1"))
    if has_shifter(board):
        lights = title(board, "leds")
        found += [Joint(SHIFTER, f"HV{number}", lights, end) for number, (_, end) in enumerate(_SHIFTED, 1)]
        found.append(Joint(SHIFTER, "HV", lights, "VCC"))
    if one_chip(board):
        found += [Joint(CHIP, lines, MATRIX, ends) for lines, ends in led_lines(board).items()]
        found += [
            Joint(CHIP, lines, BUTTONS, ends) for lines, ends in zip(scan_lines(board), ("first legs", "other legs"))
        ]
    if is_handheld(board):
        found += [Joint(BOOST, "5V", title(board, "leds"), "5V"), Joint(BOOST, "GND", title(board, "leds"), "GND")]
        found += [Joint(BATTERY, "+", BOOST, "BAT"), Joint(BATTERY, "-", BOOST, "GND")]
        found += [Joint(SWITCH, "1", BOOST, "EN"), Joint(SWITCH, "2", BOOST, "GND")]
    elif needs_supply(board):
        found += [Joint(SUPPLY, "+", title(board, "leds"), "5V"), Joint(SUPPLY, "-", title(board, "leds"), "GND")]
    return found


def terminals(board):
    """Return {part: its terminals from top to bottom}, for U1 those on its left; power and ground come last."""
    found = {BUFFER: [name for name, _ in BUFFER_PINS[:7]]} if has_buffer(board) else {}
    ends = [(joint.to_part, joint.to_terminal) for joint in joints(board)]
    ends += [(wire.part, wire.terminal) for wire in wires(board)]
    ends += [(joint.part, joint.terminal) for joint in joints(board)]
    for part, terminal in ends:
        if terminal not in found.setdefault(part, []):
            found[part].append(terminal)
    for part in found.keys() - {BUFFER}:
        found[part].sort(key=lambda terminal: _POWER.index(terminal) if terminal in _POWER else -1)
    return found


def title(board, kind):
    """Return the title of the part that has the "leds" or the "keys"."""
    return CHIP if one_chip(board) else TITLES[kind, board[kind]["driver"]]


def has_buffer(board):
    """Return whether U1, R1 and C1 sit between the Pico and the LEDs."""
    return board["leds"]["driver"] == "ws2812"


def has_shifter(board):
    """Return whether a level shifter sits between the Pico and the LEDs."""
    return board["leds"]["driver"] == "max7219"


def is_handheld(board):
    """Return whether this is the build with a battery (handheld.py): LEDs on a boost converter, the Pico on VSYS."""
    return board.get("build") == "handheld"


def needs_supply(board):
    """Return whether the LEDs may draw more than a USB port guarantees (500 mA, less what the Pico takes)."""
    return board["power"]["budget_milliamps"] > 450


def one_part(board):
    """Return whether keys and LEDs sit on the same part."""
    return board["leds"]["driver"] == board["keys"]["driver"] == "seesaw"


def one_chip(board):
    """Return whether one HT16K33 drives the LEDs and scans the keys."""
    leds, keys = board["leds"], board["keys"]
    return all(leds.get(name) == keys.get(name) for name in ("driver", "i2c", "address")) and "address" in leds


def led_lines(board):
    """Return {lines of the chip: which ends of the LEDs are on them}."""
    both = board["leds"]["width"] * len(board["leds"]["channels"]) > 8
    return {"C0-C7": "rows", f"A0-A{15 if both else 7}": "columns"}


def scan_lines(board):
    """Return the lines of the chip on the two sides of its keys: ("C1", "A3-A9")."""
    short, long = sorted((board["keys"]["width"], board["keys"]["height"]))
    return _lines("C", _KS0, short), _lines("A", _K1, long)


def _lines(letter, first, count):
    return f"{letter}{first}" + (f"-{letter}{first + count - 1}" if count > 1 else "")


def value(board, mark):
    """Return the value of a part of the list, such as "330 to 470 ohm" of "R1"; "" if the board has no such part."""
    whats = [part["what"] for part in board.get("parts", ()) if part.get("mark") == mark]
    found = re.search(r"[\d.]+(?: to [\d.]+)? (?:ohm|uF|nF)", whats[0]) if whats else None
    return found[0] if found else ""


def on_a_base(board):
    """Return whether the Pico plugs into a base with keys and LEDs, so that nothing is left to wire."""
    return board["keys"]["driver"] == "tca9555"


def pad(pin):
    """Return the pad of a GPIO number."""
    return f"GP{pin}"


def pin_of(pad):
    """Return the number of a pad on the Pico's edge, 1 to 40; ground's is the third from the top on the right.

    It is 0 for a pad that only clones have there.
    """
    if pad not in LEFT + RIGHT:
        return 0
    return LEFT.index(pad) + 1 if pad in LEFT and pad != "GND" else 40 - RIGHT.index(pad)
