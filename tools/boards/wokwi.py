"""A Wokwi project of a board: diagram.json (parts and wires) and wokwi.toml, for wokwi.com or its VS Code plug-in.

Parts and pins are named as on docs.wokwi.com and in Wokwi's own linter: wokwi-pi-pico, wokwi-led-matrix (WS2812),
wokwi-membrane-keypad (4x4, no diodes), wokwi-pushbutton for other matrices and for separate buttons, wokwi-buzzer (pin
2 is its plus). Wokwi has no diode (wokwi-features, 349), so a matrix is drawn without; a mouse can hold only one key
anyway. It has no NeoTrellis or TCA9555, so boards with those have no diagram. The simulation needs no level shifter,
resistor or capacitor, so these are left out; and it has one Pico, so a link stays free.
"""

import json

from host_sim.boards.parts import pins

from .wiring import LEFT, RIGHT, button_names, pad

AUTHOR = "Glowgrid, from the board file"
_KEY_PITCH = 90  # a 12 mm button with its label, in pixels
_TOML = """[wokwi]
version = 1
# MicroPython for the Pico, to be downloaded from micropython.org; then: glowgrid flash --board {name}
# --port rfc2217://localhost:4000
firmware = "RPI_PICO.uf2"
elf = "RPI_PICO.uf2"
rfc2217ServerPort = 4000
"""


def possible(board):
    """Return whether Wokwi has all the parts of a board; of LEDs it has one matrix in rows."""
    leds = board["leds"]
    if leds["driver"] != "ws2812" or "places" in leds or board["keys"]["driver"] not in ("matrix", "pins"):
        return False
    return all(pad(pin) in LEFT + RIGHT for _, pin in pins(board))


def files(board):
    """Return {file name: text} of the Wokwi project of a board that is `possible`."""
    diagram = json.dumps(diagram_of(board), indent=2)
    return {"diagram.json": diagram + "\n", "wokwi.toml": _TOML.format(name=board["name"])}


def diagram_of(board):
    """Return the content of diagram.json."""
    leds = board["leds"]
    parts = [
        {"type": "wokwi-pi-pico", "id": "pico", "top": 0, "left": 0, "attrs": {"env": "micropython-20250911-v1.26.1"}},
        {
            "type": "wokwi-led-matrix",
            "id": "leds",
            "top": -40,
            "left": 160,
            "rotate": leds["rotate"],
            "attrs": {
                "rows": str(leds["height"]),
                "cols": str(leds["width"]),
                "layout": "serpentine" if leds["order"] == "serpentine" else "",
            },
        },
    ]
    wires = [
        [f"pico:{pad(leds['pin'])}", "leds:DIN", "green", []],
        ["pico:VBUS", "leds:VDD", "red", []],
        ["pico:GND.8", "leds:VSS", "black", []],
    ]
    if not {0, 1} & {pin for _, pin in pins(board)}:
        wires += [["$serialMonitor:RX", "pico:GP0", "", []], ["$serialMonitor:TX", "pico:GP1", "", []]]
    more_parts, more_wires = _keypad(board) if _is_keypad(board) else _buttons(board)
    if "sound" in board:
        parts.append({"type": "wokwi-buzzer", "id": "piezo", "top": 160, "left": -100, "attrs": {"volume": "0.1"}})
        wires += [
            [f"pico:{pad(board['sound']['pin'])}", "piezo:2", "purple", []],
            ["pico:GND.4", "piezo:1", "black", []],
        ]
    return {
        "version": 1,
        "author": AUTHOR,
        "editor": "wokwi",
        "parts": parts + more_parts,
        "connections": wires + more_wires,
        "dependencies": {},
    }


def _is_keypad(board):
    keys = board["keys"]
    return keys.get("diodes") == "none" and (keys["width"], keys["height"]) == (4, 4)


def _keypad(board):
    keys = board["keys"]
    wires = [[f"pico:{pad(pin)}", f"keys:R{row + 1}", "blue", []] for row, pin in enumerate(keys["rows"])]
    wires += [[f"pico:{pad(pin)}", f"keys:C{column + 1}", "orange", []] for column, pin in enumerate(keys["columns"])]
    labels = [str(key) for key in range(16)]
    return [{"type": "wokwi-membrane-keypad", "id": "keys", "top": 260, "left": 160, "attrs": {"keys": labels}}], wires


def _buttons(board):
    keys = board["keys"]
    names = button_names(board) if "pins" in keys else [str(key) for key in range(keys["width"] * keys["height"])]
    parts, wires = [], []
    for key in range(keys["width"] * keys["height"]):
        row, column = divmod(key, keys["width"])
        parts.append(
            {
                "type": "wokwi-pushbutton",
                "id": f"key{key}",
                "top": 260 + row * _KEY_PITCH,
                "left": 160 + column * _KEY_PITCH,
                "attrs": {"label": names[key]},
            }
        )
        if "pins" in keys:
            first, second, colour = pad(keys["pins"][key]), "GND.2", "black"
        else:
            first, second, colour = pad(keys["rows"][row]), pad(keys["columns"][column]), "orange"
        wires += [
            [f"pico:{first}", f"key{key}:1.l", "blue", []],
            [f"key{key}:2.l", f"pico:{second}", colour, []],
        ]
    return parts, wires
