"""How each fault of `faults` is injected, and what is then seen: a function a fault, named by its key.

A function returns the panels of the picture. It runs a board on the emulated Pico, with the fault in the parts around
it. What it gives to `lights` (place, wire, channels) models a fault behind the data wire, on the host.
"""

import random

from glowgrid.hardware.lights_mono import BEAT_MS
from host_sim.boards import DEFAULT_BOARD
from host_sim.pico.bench import MS, PowerCut
from host_sim.pico.keypad import Buttons, KeyMatrix

from .faulty import Faulty, JoinedRows, busy_port, no_port

DIODES, TILES, KEYPAD = "pico_ws2812_8x8_keys_8x8", "pico_neotrellis_8x8", "pimoroni_pico_rgb_keypad"
BUTTONS = "pico_ws2812_8x8_buttons"
CHIP, SCANNED = "pico_ht16k33_8x8_buttons", "pico_ht16k33_8x8_keys_7x1"
MODULE, MODULES = "pico_max7219_8x8_buttons", "pico_max7219_16x16_buttons"
WANTED, ACTUAL = "as it should be", "as it is"
REOPENS = (60 * MS, 76 * MS)  # a worn contact closes again after it has opened


def role(board, name):
    return board.board["keys"]["roles"][name]


def tested(name, fault, *keys):
    """Return panels of the self-test on a board with a fault, before and after these keys are pressed."""
    held = [Faulty.key_of(name, "undo")]
    board = Faulty(name, fault, held=held).self_test()
    before = board.lights("the self-test waits")
    return [before, board.finger(*keys), board.press(*keys).lights("then it shows")]


def at_start(name, fault=None, place=None, wire=None, **options):
    """Return panels of the menu of a sound board and of one with a fault, and what the latter says."""
    board = Faulty(name, fault, **options).menu()
    return [Faulty(name).menu().lights(WANTED), board.lights(ACTUAL, place, wire), board.said()]


def twice(name, **options):
    """Return panels of a contact that closes again after it was let go."""
    board = Faulty(name, **options).menu()
    key = role(board, "right")
    return [
        board.lights("before"),
        board.finger(key),
        board.press(key, bounces=REOPENS).run(300).lights("after one press"),
    ]


# Any board ----------------------------------------------------------------------------------------------------------


def copy_fails():
    """A Pico that stays a drive drives no LEDs."""
    board = Faulty(DEFAULT_BOARD).menu()
    return [board.lights("the drive vanishes"), board.lights("the drive stays", wire=lambda rgb: bytes(len(rgb)))]


def no_computer():
    return [Faulty(DEFAULT_BOARD, usb=False).menu().lights("the LEDs"), no_port()]


def port_busy():
    return [Faulty(DEFAULT_BOARD).menu().lights("the LEDs"), busy_port()]


def restarts():
    """A supply that fails when the LEDs ask for more than the menu does."""
    board = Faulty(DEFAULT_BOARD).menu()
    panels = [board.lights("a bright frame")]
    limit = sum(board.hardware.frames()[-1].rgb) * 4 // 5

    class Supply:
        def attach(self, pico):
            self.pico, self.seen = pico, 0
            self.alarm = pico.clock.create_alarm(self.look)
            self.alarm.schedule(MS)

        def look(self):
            frames = board.hardware.frames()
            if frames and sum(frames[-1].rgb) > limit and not self.pico.power_is_cut:
                self.pico.cut_power("too much current")
                return
            self.alarm.schedule(MS)

    supply = Supply()
    supply.attach(board.pico)
    try:
        board.run(100)
    except PowerCut:
        board.pico.power_cycle().boot()
    panels.append(board.lights("then"))
    while not any(board.hardware.frames()[-1].rgb if board.hardware.frames() else b""):
        board.run(10)
    return [*panels, board.run(50).lights("then it begins again")]


def damaged():
    board = Faulty(DEFAULT_BOARD, files={"/glowgrid/modules.bin": b"half of it"}).run(900)
    return [board.lights("as its own LED blinks"), board.said()]


# LEDs on a wire, keys in a matrix -----------------------------------------------------------------------------------


def matrix_transposed():
    def fault(hardware):
        keys = hardware.board["keys"]
        hardware.matrix = KeyMatrix(keys["columns"], keys["rows"])

    return tested(DEFAULT_BOARD, fault, Faulty.key_of(DEFAULT_BOARD, "right"))


def matrix_corner():
    board = Faulty(DEFAULT_BOARD).menu()
    last = board.board["leds"]["width"] - 1
    return [
        board.lights(WANTED),
        board.lights("mirrored", lambda x, y: (last - x, y)),
        board.lights("columns for rows", lambda x, y: (y, x)),
        board.lights("serpentine", lambda x, y: (last - x if y % 2 else x, y)),
    ]


def matrix_twice():
    return twice(DEFAULT_BOARD)


def matrix_level():
    """The first LED reads some bits of a low level wrongly; it sends on what it has read, at full level."""
    chance = random.Random(1)

    def wire(rgb):
        return bytes(byte | 1 << chance.randrange(5, 8) for byte in rgb[:3]) + rgb[3:]

    board = Faulty(DEFAULT_BOARD).menu()
    late = random.Random(3)

    def shifted(rgb):
        """A bit that the first LED drops shifts all others."""
        bits = "".join(f"{byte:08b}" for byte in rgb)
        at = late.randrange(200, 400)
        bits = bits[:at] + bits[at + 1 :] + "0"
        return bytes(int(bits[i : i + 8], 2) for i in range(0, len(bits), 8))

    return [board.lights(WANTED), board.lights(ACTUAL, wire=wire), board.lights("for a moment", wire=shifted)]


def matrix_dark():
    return at_start(DEFAULT_BOARD, lambda hardware: hardware.unplug("leds"))


def matrix_ground():
    """Without a common ground every edge on the wire may be noise."""
    chance = random.Random(1)

    def wire(rgb):
        return bytes(chance.choice((0, 0, 0, 40, 90, 255)) for _ in rgb)

    board = Faulty(DEFAULT_BOARD).menu()
    return [board.lights(WANTED), board.lights("for a moment", wire=wire), board.lights("a moment later", wire=wire)]


def matrix_colours():
    board = Faulty(DEFAULT_BOARD).menu()
    return [board.lights(WANTED), board.lights(ACTUAL, channels="RGB")]


def matrix_chain():
    board = Faulty(DEFAULT_BOARD).menu()
    return [board.lights(WANTED), board.lights(ACTUAL, wire=lambda rgb: rgb[: 3 * 27])]


def matrix_row():
    """The wire of row 1 is off: its place is taken by a pin that nothing scans."""

    def fault(hardware):
        keys = hardware.board["keys"]
        first, _, *others = keys["rows"]
        hardware.matrix = KeyMatrix([first, 28, *others], keys["columns"])

    return tested(DEFAULT_BOARD, fault, *(key for key in range(16) if key != 15))


def matrix_stuck():
    board = Faulty(DEFAULT_BOARD, held=[9]).menu()
    return [board.finger(9)._replace(label="a closed contact"), board.lights("the LEDs"), board.said()]


def matrix_joined():
    def fault(hardware):
        keys = hardware.board["keys"]
        hardware.matrix = JoinedRows(keys, *keys["rows"][:2])

    return tested(DEFAULT_BOARD, fault, 6)


def matrix_diode():
    def fault(hardware):
        hardware.matrix = KeyMatrix.of_board(hardware.board, reversed_diodes=[27])

    return tested(DIODES, fault, 26, 27, 28)


def matrix_diodes():
    def fault(hardware):
        keys = hardware.board["keys"]
        hardware.matrix = KeyMatrix(keys["rows"], keys["columns"], "column_to_row")

    board = Faulty(DIODES, fault).menu()
    before = board.lights("before")
    keys = [role(board, name) for name in ("right", "select", "down")]
    return [before, board.finger(*keys), board.press(*keys).lights("after three presses")]


# NeoTrellis tiles ---------------------------------------------------------------------------------------------------


def _without(*addresses):
    """Return a fault: tiles with these addresses do not answer."""

    def fault(hardware):
        for address in addresses:
            hardware.buses[0].devices.pop(address)

    return fault


def silent(name, fault, wire=None):
    """Return panels of a board with parts that do not answer at power-up: what it shows and says."""
    board = Faulty(name, fault)
    board.pico.run_until(b"no answer", 10_000)
    board.run(1500)
    return [Faulty(name).menu().lights(WANTED), board.lights(ACTUAL, wire=wire), board.said()]


def lost(name, address, gone, back, ms):
    """Unplug a part of the I2C bus in the menu, then plug it in again and wait; gone, back: what to say of it."""
    board = Faulty(name).menu()
    panels = [board.lights("the menu")]
    board.hardware.unplug((0, address))
    panels.append(board.run(1500).lights(gone))
    board.hardware.plug((0, address))
    return [*panels, board.run(ms).lights(back), board.said()]


def tiles_none():
    return silent(TILES, _without(0x2E, 0x2F, 0x30, 0x31))


def tiles_one():
    return silent(TILES, _without(0x31))


def tiles_same():
    """The second tile has the address of the first, and shows what that is sent."""

    def wire(rgb):
        return rgb[:48] + rgb[:48] + rgb[96:]

    return silent(TILES, _without(0x2F), wire)


def tiles_swapped():
    def fault(hardware):
        at = hardware.buses[0].devices
        at[0x2F], at[0x30] = at[0x30], at[0x2F]

    return at_start(TILES, fault)[:2]


def tiles_interrupt():
    def fault(hardware):
        for tile in hardware.tiles:
            tile.line = None
        hardware.interrupt = None

    return at_start(TILES, fault)


def tiles_lost():
    return lost(TILES, 0x30, "a plug comes off", "plugged in again", 2000)


def tiles_turned():
    board = Faulty(TILES).menu()

    def place(x, y):
        return (7 - y % 4, x % 4) if x >= 4 and y < 4 else (x, y)

    return [board.lights(WANTED), board.lights(ACTUAL, place)]


def tiles_held():
    board = Faulty(TILES, held=[20]).menu()
    return [board.finger(20)._replace(label="a key that stays down"), board.lights("the LEDs"), board.said()]


def tiles_twice():
    return twice(TILES)


def tiles_deaf():
    """A pad beside its gold comb: the contact never closes."""

    def fault(hardware):
        tile, key = hardware.place(27)
        press = tile.press
        tile.press = lambda number, bounces=(): number == key or press(number, bounces)

    return tested(TILES, fault, 26, 27, 28)


# Keypad base --------------------------------------------------------------------------------------------------------


def keypad_bolts():
    board = Faulty(KEYPAD, held=[6, 9, 10]).menu()
    return [
        board.finger(6, 9, 10)._replace(label="keys that are held down"),
        board.press(5).lights("after you press select"),
        board.said(),
    ]


def keypad_skips():
    board = Faulty(KEYPAD, held=[Faulty.key_of(KEYPAD, "back")]).run(900)
    return [board.lights("the LEDs"), board.said()]


def keypad_dark():
    return at_start(KEYPAD, lambda hardware: hardware.unplug("leds"))


def keypad_pins():
    return silent(KEYPAD, _without(0x20))


def keypad_lost():
    return lost(KEYPAD, 0x20, "the keys are gone", "they are back", 1500)


def keypad_chain():
    board = Faulty(KEYPAD).menu()
    return [board.lights(WANTED), board.lights(ACTUAL, wire=lambda rgb: rgb[: 3 * 10])]


def keypad_turned():
    board = Faulty(KEYPAD).menu()
    return [board.lights(WANTED), board.lights("the base is upside down", lambda x, y: (3 - x, 3 - y))]


def keypad_twice():
    return twice(KEYPAD)


def keypad_deaf():
    """The mat is not seated at a key: the contact never closes."""

    def fault(hardware):
        press = hardware.expander.press
        hardware.expander.press = lambda key, bounces=(): key == 5 or press(key, bounces)

    return tested(KEYPAD, fault, 4, 5, 6)


def keypad_other():
    board = Faulty(KEYPAD, flashed=DEFAULT_BOARD).menu()
    return [Faulty(KEYPAD).menu().lights(WANTED), board.lights(ACTUAL), board.said()]


# Separate buttons ---------------------------------------------------------------------------------------------------


def _rewired(change):
    """Return a fault: the buttons are at other pins than the board file says."""

    def fault(hardware):
        pins = list(hardware.board["keys"]["pins"])
        change(pins)
        hardware.matrix = Buttons(pins)

    return fault


def buttons_turned():
    board = Faulty(BUTTONS, held=[4]).menu()
    return [board.finger(4)._replace(label="always joined"), board.lights("the LEDs"), board.said()]


def buttons_none():
    board = Faulty(BUTTONS, lambda hardware: hardware.unplug("keys")).menu()
    before = board.lights("before")
    keys = [role(board, name) for name in ("right", "select")]
    return [before, board.finger(*keys), board.press(*keys).lights("after two presses")]


def buttons_swapped():
    def change(pins):
        pins[1], pins[3] = pins[3], pins[1]

    return tested(BUTTONS, _rewired(change), Faulty.key_of(BUTTONS, "right"))


def buttons_one():
    """The wire of a button is at a pin that nothing reads."""

    def change(pins):
        pins[4] = 28

    return tested(BUTTONS, _rewired(change), 3, 4, 5)


# LEDs on an HT16K33 -------------------------------------------------------------------------------------------------


def chip_silent():
    board = Faulty(CHIP, _without(0x70)).run(1500)
    return [Faulty(CHIP).menu().lights(WANTED), board.lights(ACTUAL), board.said()]


def chip_colours():
    def swapped(rgb):
        return bytes(rgb[at + step] for at in range(0, len(rgb), 3) for step in (1, 0, 2))

    board = Faulty(CHIP).menu()
    return [board.lights(WANTED), board.lights(ACTUAL, wire=swapped)]


def chip_wrapped():
    board = Faulty(CHIP).menu()
    return [board.lights(WANTED), board.lights(ACTUAL, lambda x, y: ((x + 1) % 8, y))]


def chip_button():
    """The diode of a button is reversed. What was not pressed yet flashes."""
    board = Faulty(SCANNED, held=[Faulty.key_of(SCANNED, "undo")]).self_test()
    deaf = Faulty.key_of(SCANNED, "select")
    board.press(*(key for key in range(7) if key != deaf))
    return _flashing(board, range(7))


# Modules with a MAX7219 ---------------------------------------------------------------------------------------------


def modules_dark():
    return at_start(MODULE, lambda hardware: hardware.unplug("leds"))


def modules_corner():
    board = Faulty(MODULE).menu()
    return [
        board.lights(WANTED),
        board.lights("mirrored", lambda x, y: (7 - x, y)),
        board.lights("by a quarter", lambda x, y: (7 - y, x)),
    ]


def modules_chain():
    board = Faulty(MODULES).menu()
    return [board.lights(WANTED), board.lights(ACTUAL, wire=lambda rgb: rgb[: 3 * 128])]


def modules_one():
    """The wire of a button is at a pin that nothing reads. What was not pressed yet flashes."""

    def change(pins):
        pins[4] = 28

    board = Faulty(MODULE, _rewired(change), held=[Faulty.key_of(MODULE, "undo")]).self_test()
    board.press(*range(7))
    return _flashing(board, range(7))


def _flashing(board, keys):
    """Return what is pressed, and the lights in a flash and between two, within two seconds."""
    seen = [board.run(BEAT_MS).lights("in a flash") for _ in range(16)]
    seen.sort(key=lambda panel: sum(map(bool, panel.colours)))
    return [board.finger(*keys), seen[-1], seen[0]._replace(label="between flashes")]
