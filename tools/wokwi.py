"""A Wokwi project from a board file: diagram.json (parts and wires) and wokwi.toml, for wokwi.com or its VS Code plug-in.

Parts and pins as docs.wokwi.com and Wokwi's own linter have them: wokwi-pi-pico, wokwi-led-matrix (WS2812),
wokwi-membrane-keypad (4x4, no diodes), wokwi-pushbutton for other matrices. Wokwi has no diode (wokwi-features, 349): a
matrix is drawn without, which a mouse that holds one key does not notice. It has no NeoTrellis or TCA9555 either: boards
with those have no diagram. The level shifter, the resistor and the capacitor are left out, as the simulation needs none.
"""

import json

from tools.wiring import pad

AUTHOR = "Glowgrid, from the board file"
_KEY_PITCH = 90  # a 12 mm button with its label, in pixels
_TOML = """[wokwi]
version = 1
# MicroPython for the Pico, to be downloaded from micropython.org; then: python -m tools flash --board {name}
# --port rfc2217://localhost:4000
firmware = "RPI_PICO.uf2"
elf = "RPI_PICO.uf2"
rfc2217ServerPort = 4000
"""


def possible(board):
    """Whether Wokwi has all parts of a board."""
    return board["leds"]["driver"] == "ws2812" and board["keys"]["driver"] == "matrix"


def files(board):
    """{file name: text} of the project. For boards that are `possible`."""
    diagram = json.dumps(diagram_of(board), indent=2)
    return {"diagram.json": diagram + "\n", "wokwi.toml": _TOML.format(name=board["name"])}


def diagram_of(board):
    """The content of diagram.json."""
    leds = board["leds"]
    parts = [
        {"type": "wokwi-pi-pico", "id": "pico", "top": 0, "left": 0, "attrs": {"env": "micropython-20241129-v1.24.1"}},
        {"type": "wokwi-led-matrix", "id": "leds", "top": -40, "left": 160, "rotate": leds["rotate"], "attrs": {
            "rows": str(leds["height"]), "cols": str(leds["width"]),
            "layout": "serpentine" if leds["order"] == "serpentine" else ""}},
    ]
    wires = [
        [f"pico:{pad(leds['pin'])}", "leds:DIN", "green", []],
        ["pico:VBUS", "leds:VDD", "red", []],
        ["pico:GND.8", "leds:VSS", "black", []],
        ["$serialMonitor:RX", "pico:GP0", "", []],
        ["$serialMonitor:TX", "pico:GP1", "", []],
    ]
    more_parts, more_wires = _keypad(board) if _is_keypad(board) else _buttons(board)
    return {"version": 1, "author": AUTHOR, "editor": "wokwi", "parts": parts + more_parts,
            "connections": wires + more_wires, "dependencies": {}}


def _is_keypad(board):
    keys = board["keys"]
    return keys["diodes"] == "none" and (keys["width"], keys["height"]) == (4, 4)


def _keypad(board):
    keys = board["keys"]
    wires = [[f"pico:{pad(pin)}", f"keys:R{row + 1}", "blue", []] for row, pin in enumerate(keys["rows"])]
    wires += [[f"pico:{pad(pin)}", f"keys:C{column + 1}", "orange", []] for column, pin in enumerate(keys["columns"])]
    labels = [str(key) for key in range(16)]
    return [{"type": "wokwi-membrane-keypad", "id": "keys", "top": 260, "left": 160, "attrs": {"keys": labels}}], wires


def _buttons(board):
    keys = board["keys"]
    parts, wires = [], []
    for key in range(keys["width"] * keys["height"]):
        row, column = divmod(key, keys["width"])
        parts.append({"type": "wokwi-pushbutton", "id": f"key{key}", "top": 260 + row * _KEY_PITCH,
                      "left": 160 + column * _KEY_PITCH, "attrs": {"label": str(key)}})
        wires += [[f"pico:{pad(keys['rows'][row])}", f"key{key}:1.l", "blue", []],
                  [f"key{key}:2.l", f"pico:{pad(keys['columns'][column])}", "orange", []]]
    return parts, wires
