"""What a device answers when the workshop's page connects to it, for `answering` of support/fuzz/odd_device.py."""

import binascii
import json

from support.fuzz.odd_device import OPENING

from host_sim.boards.files import load_board
from host_sim.boards.parts import device_board

ABOUT = b'{"name": "micropython", "version": [1, 27, 0], "machine": "Raspberry Pi Pico with RP2040", "mpy": 4102}'
NOTHING, NONE = (b"", b""), (b"null", b"")
CONNECTED = *OPENING, (ABOUT, b""), NONE, NONE, NONE, NOTHING  # without a manifest; what is sent last says nothing


def file_of(name):
    """Return the answer to a read of board.json, of the board with this name."""
    return json.dumps(binascii.b2a_base64(device_board(load_board(name))).decode()).encode(), b""
