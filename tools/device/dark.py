"""/glowgrid/dark.mpy: it darkens the lights of one board, and needs no other module of Glowgrid and no board.json.

Where one of these is missing or damaged, the lights would keep what they showed before the reset. Drivers do the same
(firmware/glowgrid/hardware/leds_*.py); they say why. It is a file of its own beside the bundle of all
other modules; in the root folder it would make power-up 2 ms longer.
"""

from host_sim.boards import TIMINGS

DARK = "/glowgrid/dark"  # .mpy, or .py
SCRIPTS = {
    "ws2812": """
from machine import Pin, bitstream
bitstream(Pin({pin}, Pin.OUT, value=0), 0, {timing}, bytes({channels} * {count}))
""",
    "apa102": """
from machine import SPI, Pin
selects = [Pin(pin, Pin.OUT, value=0) for pin in {selects}]
spi = SPI({spi}, baudrate=1000000, sck=Pin({sck}), mosi=Pin({mosi}))
spi.write(bytes(4) + b"\\xe0\\0\\0\\0" * {count} + bytes(4 + ({count} + 15) // 16))
for select in selects:
    select(1)
""",
    "seesaw": """
from machine import I2C, Pin
from time import sleep_ms
bus = I2C({i2c}, sda=Pin({sda}), scl=Pin({scl}), freq=100000)
for address in {addresses}:
    try:
        for first in (0, 24):
            bus.writeto(address, bytes((0x0E, 0x04, 0, first)) + bytes(24))
            sleep_ms(2)
        bus.writeto(address, b"\\x0e\\x05")
    except OSError:  # it is not there
        pass
""",
}


def dark(board):
    """Return the source of DARK for a board as its /board.json has it."""
    leds = board["leds"]
    values = {
        **leds,
        "channels": len(leds["channels"]),
        "count": leds["width"] * leds["height"],
        "timing": tuple(leds.get("timing", TIMINGS["any"])),
        "selects": [leds["cs"]] if "cs" in leds else [],
    }
    return SCRIPTS[leds["driver"]].format(**values).encode()
