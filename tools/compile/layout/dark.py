"""/glowgrid/dark.py: it darkens the lights of one board, and shows a sign for why Glowgrid does not start.

`sign(code)` blinks the Pico's own LED `code` times, over and over, even at the prompt, and lights as many lights of the
board in red, the first ones. `say(error)` says why Glowgrid does not start, in a line if a file is missing or damaged,
and does the same. The file needs no other module of Glowgrid and no board.json: main.py imports it
alone, because the package may be broken, and then the lights would keep what they showed before the reset. Drivers do
the same (firmware/glowgrid/hardware/leds_*.py) and explain why. It is a separate file beside the bundle of all other
modules, and a source: half a source is an error, half an .mpy a hang.
"""

from host_sim.boards.parts import TIMINGS

DARK = "/glowgrid/dark.py"
NO_BOARD, DAMAGED, FAILS = 1, 2, 3  # how often the LED blinks, as README.md and boards/THONNY.md explain
HEAD = """import sys
sys.path[:] = (".frozen",)  # no file of a person's own hides these
for name in "machine", "time":
    sys.modules.pop(name, None)
from machine import Pin, Timer
"""
TAIL = """
def sign(code):
    global blinking
    beat = 0
    def blink(_):
        nonlocal beat
        beat = (beat + 1) % (2 * code + 6)
        led(beat % 2 if beat < 2 * code else 0)
    try:
        led = Pin("LED", Pin.OUT)
        blinking = Timer(period=250, callback=blink)
    except ValueError:  # a board without one
        pass
    show(code)

def say(error):
    if "glowgrid.power_up" in sys.modules:
        sys.print_exception(error)
        sign({fails})
        return
    said = str(error)  # a file is missing or damaged
    print("glowgrid:", said if "`" in said else said + ": run `glowgrid flash`")
    sign({damaged})

sys.path[:] = ".frozen", "", "/lib"
"""
RED = 40  # of 255: a few lights need little current
SCRIPTS = {
    "ws2812": """
from machine import bitstream
def show(count):
    bitstream(Pin({pin}, Pin.OUT, value=0), 0, {timing}, {red} * count + bytes({channels} * ({count} - count)))
""",
    "apa102": """
from machine import SPI
def show(count):
    spi = SPI({spi}, baudrate=500000, sck=Pin({sck}), mosi=Pin({mosi}))
    selects = [Pin(pin, Pin.OUT, value=0) for pin in {selects}]
    lights = (b"\\xff" + {red}) * count + b"\\xe0\\0\\0\\0" * ({count} - count)
    spi.write(bytes(4) + lights + bytes(4 + ({count} + 15) // 16))
    for select in selects:
        select(1)
""",
    "max7219": """
from machine import SPI
def show(count):
    spi = SPI({spi}, baudrate=500000, sck=Pin({sck}), mosi=Pin({mosi}))
    select = Pin({cs}, Pin.OUT, value=1)
    def say(register, first, others):
        select(0)
        spi.write(bytes((register, others)) * ({count} // 64 - 1) + bytes((register, first)))
        select(1)
    for register, value in (15, 0), (9, 0), (11, 7), (10, 1):
        say(register, value, value)
    for row in range(8):
        say(row + 1, 65280 >> min(8, count) & 255 if row == 0 else 0, 0)
    say(12, 1, 1)
""",
    "ht16k33": """
from machine import I2C
def show(count):
    bus = I2C({i2c}, sda=Pin({sda}), scl=Pin({scl}), freq=100000)
    ram = bytearray(17)
    ram[{half}] = 255 >> 8 - min(8, count)
    try:
        for command in b"\\x21", b"\\xa0", ram, b"\\xe0", b"\\x81":
            bus.writeto({address}, command)
    except OSError:  # it is not there
        pass
""",
    "seesaw": """
from machine import I2C
from time import sleep_ms
def show(count):
    bus = I2C({i2c}, sda=Pin({sda}), scl=Pin({scl}), freq=100000)
    lights = {red} * count
    for address in {addresses}:
        try:
            for first in (0, 24):
                bus.writeto(address, bytes((0x0E, 0x04, 0, first)) + (lights[first:first + 24] + bytes(24))[:24])
                sleep_ms(2)
            bus.writeto(address, b"\\x0e\\x05")
        except OSError:  # it is not there
            pass
        lights = b""
""",
}


def dark(board):
    """Return the source of DARK for a board, given as in its /board.json."""
    leds = board["leds"]
    values = leds | {
        "channels": len(leds["channels"]),
        "count": leds["width"] * leds["height"],
        "red": bytes([RED if channel == "R" else 0 for channel in leds["channels"]]),
        "timing": tuple(leds.get("timing", TIMINGS["any"])),
        "half": 2 if leds["channels"].find("R") > 0 else 1,  # of an HT16K33: the red ones, if there are some
        "cs": leds.get("cs"),
        "selects": [leds["cs"]] if "cs" in leds else [],
    }
    return (HEAD + SCRIPTS[leds["driver"]].format(**values) + TAIL.format(fails=FAILS, damaged=DAMAGED)).encode()
