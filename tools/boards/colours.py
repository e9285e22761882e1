"""The colours of wires: a signal has the same in all pictures of a board."""

from .wiring import BUFFER, SHIFTER, wires

RED, BLACK = "#c0392b", "#333333"
POWER = {**dict.fromkeys(("5V", "VIN", "VCC"), RED), "GND": BLACK, "BAT": "#ef6c00", "EN": "#00838f", "LV": "#e91e63"}
SIGNALS = ("#2e7d32", "#1565c0", "#ef6c00", "#6a1b9a", "#00838f", "#ad1457", "#558b2f", "#4527a0", "#795548")


def of_pads(board):
    """Return {pad of the Pico: colour} of all but power; where there are more pads than colours, these repeat."""
    pads = dict.fromkeys(wire.pad for wire in wires(board) if wire.terminal not in POWER)
    return {pad: SIGNALS[number % len(SIGNALS)] for number, pad in enumerate(pads)}


def of_joint(board, joint, number):
    """Return the colour of a Joint, the number-th of the board: that of the signal which its part passes on."""
    if joint.to_terminal in POWER:
        return POWER[joint.to_terminal]
    enters = {(SHIFTER, f"HV{channel}"): f"LV{channel}" for channel in "1234"} | {(BUFFER, "1Y"): "1A"}
    terminal = enters.get((joint.part, joint.terminal))
    for wire in wires(board):
        if (wire.part, wire.terminal) == (joint.part, terminal):
            return of_pads(board)[wire.pad]
    return SIGNALS[number % len(SIGNALS)]
