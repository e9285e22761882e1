"""The faults of boards/WHAT_IF.md in words: what you see, why, and the fix. Each key names a function of `inject`."""

from typing import NamedTuple

from host_sim.boards import DEFAULT_BOARD
from host_sim.boards.micropython import ONLY_A_SCAN, TRIED

EMULATED = "the emulated Pico with this fault"
PANEL = "modelled"
WIRING = "`glowgrid selftest --wiring` writes the right board file; flash it"
AGAIN = "Flash again."
SCANNED = (
    f"If the port says `{ONLY_A_SCAN}` and names an issue of MicroPython, wires are probably good: take {TRIED[0]}, "
    "as [the guide](guides/%s.md#another-pico) says."
)


class Fault(NamedTuple):
    """A fault; `shown`: what made its picture."""

    key: str
    name: str
    seen: str
    cause: str
    fix: str
    shown: str = EMULATED


class Section(NamedTuple):
    """Faults of some boards, the likeliest first; `board`: the one in the pictures."""

    title: str
    board: str
    faults: list


ANY = [
    Fault(
        "copy_fails",
        "The copy fails",
        'An error while you copy the UF2 file, on a Mac -36, 100093, "Disk Not Ejected Properly"; or the drive stays.',
        "The Pico restarts once it has the file, while the system still writes. Only macOS 13.0 (100093) really fails. "
        "A Pico 2 (drive RP2350) refuses files for a Pico.",
        "If the drive vanished and the lights come, ignore the message. If it stays on a Mac: `rsync FILE.uf2 "
        "/Volumes/RPI-RP2/`, or update macOS 13.0. For a Pico 2: `glowgrid uf2 --board NAME --image "
        "RPI_PICO2-...uf2`, with "
        "MicroPython from micropython.org/download/RPI_PICO2.",
        "once it has the file; a Pico that stays a drive lights nothing",
    ),
    Fault(
        "no_computer",
        "The lights work, but no computer finds the Pico",
        "`glowgrid flash` says: no Pico with MicroPython found.",
        "The USB cable only charges.",
        "Use a cable that has carried files before.",
    ),
    Fault(
        "port_busy",
        "The port exists, but cannot be opened",
        "`glowgrid flash` says so, or that it does not answer.",
        "Another program uses it: Thonny, a terminal, a second `flash`, one for a 3D printer; on Linux ModemManager, "
        "just after you plug in. Or you lack the permission.",
        "Close that program; wait 10 s for ModemManager. On Linux join the group that `flash` names, mostly dialout "
        "(uucp on Arch): `sudo usermod -aG dialout $USER`, then log in again.",
    ),
    Fault(
        "restarts",
        "It restarts at bright frames",
        "All lights go dark, and the start repeats.",
        "The port, the cable or a hub supplies too little current.",
        "Use another port, a short cable, no hub; or a smaller `budget_milliamps` in the board file.",
        "the power fails when the LEDs need more than a limit",
    ),
    Fault(
        "damaged",
        "A few red lights, and nothing else",
        "One to three lights are red; the Pico's own LED blinks as often.",
        "A file is missing or damaged: [the blinks](THONNY.md#if-the-picos-own-led-blinks) say which.",
        "`glowgrid flash`, or the UF2 file once more.",
    ),
]
MATRIX = [
    Fault(
        "matrix_transposed",
        "Another key answers",
        "Right goes down. In the self-test, another place lights up.",
        "The keypad is turned or mirrored, or its rows and columns are swapped.",
        f"{WIRING}.",
    ),
    Fault(
        "matrix_corner",
        "The picture begins in another corner",
        "It is mirrored, turned, or torn in every second row.",
        "The first LED lies in another corner, or every second row runs backwards.",
        f"{WIRING}. By hand: `mirror`, `rotate`, `order`.",
        PANEL,
    ),
    Fault(
        "matrix_twice",
        "One press counts twice",
        "The menu moves on by two games.",
        "Worn or rubber keys bounce for over 30 ms on release.",
        f'`"bounce_ms": 50` in `keys` of the board file. {AGAIN}',
    ),
    Fault(
        "matrix_level",
        "Lights flicker, or the first one has the wrong colour",
        "The first is green or white.",
        "DIN needs 3.5 V, and the Pico gives 3.3: U1 is missing or has no 5 V, or R1 is far from DIN.",
        "Steps 4 and 6 of the guide: U1's VCC at 5 V, /1OE at GND, R1 close to DIN, short wires.",
        PANEL,
    ),
    Fault(
        "matrix_dark",
        "All lights stay dark",
        "`glowgrid flash` finds the Pico and reports no error.",
        "Data comes from another pin than {data}, or goes into DOUT; or 5 V is missing: a split rail, a supply that is "
        "off.",
        "Follow the wire from DIN (an arrow on the panel points away from it) through R1 and U1 to {data}. Measure "
        "5 V at the LEDs and at VCC of U1.",
    ),
    Fault(
        "matrix_ground",
        "Random colours",
        "More so when you touch the wires.",
        "LEDs and Pico have no common ground.",
        "Connect GND of the LEDs, and of their supply, to {ground}.",
        PANEL,
    ),
    Fault(
        "matrix_colours",
        "Wrong colours",
        "Orange is green and blue is violet, in the right places.",
        "The LEDs expect red and green in the other order.",
        f'{WIRING}. By hand: `"channels": "RGB"` for `"GRB"`, or the reverse.',
        PANEL,
    ),
    Fault(
        "matrix_chain",
        "From one LED on all are dark",
        "It is always the same LED.",
        "The last LED that lights, or the first dark one, is broken or badly soldered.",
        "Solder DOUT of the one and DIN of the other again, or replace them.",
        PANEL,
    ),
    Fault(
        "matrix_row",
        "A row or a column of keys is dead",
        "In the self-test its places stay white.",
        "Its wire is off, or goes to another pin.",
        "Steps 7 and 8 of the guide: measure from keypad to Pico.",
    ),
    Fault(
        "matrix_joined",
        "One press lights two places",
        "In the self-test, a key also lights a place in another row.",
        "Two rows, or two columns, are joined.",
        "Step 7 of the guide: the meter finds them.",
    ),
    Fault(
        "matrix_stuck",
        "A key is held down, or stuck",
        'The port says "held down, or stuck" with its number.',
        "A contact stays closed, or the key's row and column are joined.",
        "Free the key. The game ignores it until then.",
    ),
    Fault(
        "matrix_diode",
        "One key is dead, its neighbours work (boards with diodes)",
        "In the self-test its place stays white.",
        "The diode of that key is reversed, or its joint is cold.",
        "Turn it: its band is on the side that the list names.",
    ),
    Fault(
        "matrix_diodes",
        "No key works (boards with diodes)",
        "The menu appears.",
        "The diodes point the other way than the board file says.",
        f'`"diodes": "column_to_row"` for `"row_to_column"` in the board file, or the reverse. {AGAIN}',
    ),
]
TILES = [
    Fault(
        "tiles_none",
        "All tiles stay dark",
        "After some seconds the port names the first address.",
        "SDA and SCL are swapped, a wire is off, or the first tile has another address.",
        "Compare the cable with the picture of the tiles; measure 3.3 V between VIN and GND. Plug in again. "
        + SCANNED % "pico_neotrellis_8x8",
    ),
    Fault(
        "tiles_one",
        "A red line, and one tile dark",
        "The line is on the other tiles; the port names an address.",
        "That tile has no power, a cold joint at its edge, or wrong jumpers.",
        "Find the address in the picture of the tiles. Solder its pads again.",
    ),
    Fault(
        "tiles_same",
        "Two tiles show the same",
        "A red line twice: one tile repeats another.",
        "They have the same address: a jumper that should be closed is open.",
        "`glowgrid selftest` names the jumpers to close.",
        PANEL,
    ),
    Fault(
        "tiles_swapped",
        "Two tiles have changed places",
        "The menu is cut into squares that do not fit.",
        "A0 and A1 are mixed up: the back was soldered as if seen from the front.",
        "Move the drops of solder, or exchange the addresses in both lists of the board file, and flash.",
    ),
    Fault(
        "tiles_turned",
        "One tile is turned",
        "One square of the picture lies on its side.",
        "The tile was joined with another edge up.",
        "Desolder it and turn it: the numbers beside all LEDs read the same way up.",
        PANEL,
    ),
    Fault(
        "tiles_interrupt",
        "The port says that INT stays high",
        "All else works.",
        "The wire to INT is missing or at another pin, or INT is not joined from tile to tile.",
        "Solder the wire, or remove `interrupt` in a copy of the board file.",
    ),
    Fault(
        "tiles_lost",
        "A red line in the middle of a game",
        "One tile is frozen or dark; after a while the game goes on.",
        "A loose plug or a cracked joint.",
        "Push the plug in; solder the pads of that edge again. The match is not lost.",
    ),
    Fault(
        "tiles_held",
        "A key is held down, or stuck",
        'The port says "held down, or stuck" with its number.',
        "The silicone keypad is bent, or the case presses on it.",
        "Lay the keypad flat again. The game ignores the key until then.",
    ),
    Fault(
        "tiles_deaf",
        "A key does not answer",
        "In the self-test its place stays white.",
        "Its black pad misses the gold comb: dust, flux, or the keypad has slipped.",
        "Clean the comb with alcohol and lay the keypad on again.",
    ),
    Fault(
        "tiles_twice",
        "One press counts twice",
        "The menu moves on by two games.",
        "The contact opens for over 30 ms on release.",
        f'`"bounce_ms": 50` in `keys` of the board file. {AGAIN}',
    ),
]
KEYPAD = [
    Fault(
        "keypad_bolts",
        "Some keys do nothing",
        'The port says "held down, or stuck" with their numbers.',
        "The bolts are too tight.",
        "Loosen all four a little, until each key comes back.",
    ),
    Fault(
        "keypad_skips",
        "One red light, and no game",
        "The back key's light is red.",
        "The back key was down at power-up, which skips the game: by a bolt too tight, or by a finger.",
        "Loosen the bolts, and plug in again with no key pressed.",
    ),
    Fault(
        "keypad_dark",
        "The lights stay dark",
        "The port says that the menu is on the lights.",
        "The LEDs lack 5 V, as the Pico runs from VSYS; or a pin of their data is bent.",
        "Power the Pico through USB. Take it out and look at pins {light_pins}.",
    ),
    Fault(
        "keypad_pins",
        "A red line along the edge",
        "The port says: no answer from address {address}.",
        "SDA or SCL is bent or not soldered, or the Pico is not all the way in.",
        "Take the Pico out; look at pins {key_pins}; solder cold joints again. " + SCANNED % "pimoroni_pico_rgb_keypad",
    ),
    Fault(
        "keypad_lost",
        "A red line in the middle of a game",
        "After a moment the game goes on.",
        "A loose contact between Pico and base.",
        "Press the Pico in. The match is not lost.",
    ),
    Fault(
        "keypad_chain",
        "From one LED on all are dark",
        "The last keys stay dark in every picture.",
        "One is loose or broken.",
        "Solder the last LED that lights and the first dark one again, or ask for another base.",
        PANEL,
    ),
    Fault(
        "keypad_turned",
        "The picture is upside down",
        "The keys too.",
        "The plug is on another side than the board file assumes.",
        f'`"rotate": 180` in `leds`, and other roles of the keys, in a copy of the board file. {AGAIN}',
        "modelled",
    ),
    Fault(
        "keypad_deaf",
        "A key does not answer",
        "In the self-test its place stays white.",
        "The silicone does not lie flat, or dust is under it.",
        "Open the bolts, clean the contact, lay the silicone flat.",
    ),
    Fault(
        "keypad_twice",
        "One press counts twice",
        "The menu moves on by two games.",
        "Loose bolts, or the contact opens for over 30 ms on release.",
        f'Tighten the bolts evenly; or `"bounce_ms": 50` in `keys` of the board file. {AGAIN}',
    ),
    Fault(
        "keypad_other",
        "Dark, with the UF2 file of another board",
        "No key works; the port says that the menu is on the lights.",
        "That board's lights and keys are on other pins.",
        "`glowgrid flash --board pimoroni_pico_rgb_keypad`, or copy this board's UF2 file.",
    ),
]
BUTTONS = [
    Fault(
        "buttons_turned",
        "A button is held down, or stuck",
        'The port says "held down, or stuck" with its number; the button does nothing.',
        "Its two wires are at legs that are always joined.",
        "Wire two legs on a diagonal: they are never joined. The game ignores the button until then.",
    ),
    Fault(
        "buttons_none",
        "No button works",
        "The menu appears.",
        "The rail that all buttons share is not at GND.",
        "A wire from GND of the Pico to that rail; on a long breadboard bridge the split of the rail.",
    ),
    Fault(
        "buttons_swapped",
        "Another button answers",
        "Right goes down. In the self-test, another place lights up.",
        "Two wires have changed places.",
        f"Exchange them; or {WIRING}.",
    ),
    Fault(
        "buttons_one",
        "One button does not answer",
        "In the self-test its place stays white.",
        "Its wire is off, or at another pin.",
        "Compare with the list of the guide; push the button in until it sits flat.",
    ),
]
CHIP = [
    Fault(
        "chip_silent",
        "All lights stay dark, and the port names an address",
        "The game waits for the lights.",
        "SDA and SCL are swapped, VCC is off, or a jumper gives the board another address.",
        "Open the jumpers A0 to A2, or add what the closed ones are worth, 1, 2 and 4, to `address` in a copy of the "
        f"board file. {AGAIN} " + SCANNED % "pico_ht16k33_8x8_buttons",
    ),
    Fault(
        "chip_colours",
        "Red and green are swapped",
        "The first side is green.",
        "The red LEDs are on A0 to A7, the green ones on A8 to A15.",
        f'`"channels": "RG"` in a copy of the board file. {AGAIN}',
        PANEL,
    ),
    Fault(
        "chip_wrapped",
        "The picture is a column too far to the right",
        "Its last column is at the left edge.",
        "Adafruit's 8x8 of one colour begins each row with its second LED.",
        f'`"order": "wrapped"` in a copy of the board file; or {WIRING}.',
        PANEL,
    ),
    Fault(
        "chip_button",
        "A button on the chip does not answer",
        "In the self-test its place goes on flashing; the others stay on. Or another button answers in its place.",
        "Its diode is reversed, or its wire is at another A line.",
        "Turn the diode: its band is at the A line. Compare the lines with the list of the guide.",
    ),
]
MODULES = [
    Fault(
        "modules_dark",
        "All lights stay dark",
        "The port says that the menu is on the lights: a MAX7219 gives no answer, so the Pico cannot know.",
        "DIN and DOUT, or CLK and CS, are swapped; or the level shifter lacks one of its two supplies.",
        "Steps 4 to 6 of the guide: 3.3 V between LV and GND, 5 V between HV and GND; HV1 at the side that says DIN.",
    ),
    Fault(
        "modules_corner",
        "The picture is turned or mirrored",
        "It is whole, but begins in another corner.",
        "Modules of other makers have their rows and columns elsewhere, or a module is turned.",
        f"{WIRING}. By hand: `rotate` and `mirror`, or `turn` of a panel.",
        PANEL,
    ),
    Fault(
        "modules_chain",
        "From one module on all are dark",
        "It is always the same module.",
        "One of the five wires to that module is off, or goes to its DOUT.",
        "Measure VCC, GND, CS and CLK from module to module, then DOUT to the next DIN.",
        PANEL,
    ),
    Fault(
        "modules_one",
        "One button does not answer",
        "In the self-test its place goes on flashing; the others stay on.",
        "Its wire is off, or at another pin.",
        "Compare with the list of the guide; see also [separate buttons](#separate-buttons).",
    ),
]
SECTIONS = [
    Section("Any board", DEFAULT_BOARD, ANY),
    Section("LEDs on a wire, keys in a matrix", DEFAULT_BOARD, MATRIX),
    Section("NeoTrellis tiles", "pico_neotrellis_8x8", TILES),
    Section("Pimoroni keypad base", "pimoroni_pico_rgb_keypad", KEYPAD),
    Section("Separate buttons", "pico_ws2812_8x8_buttons", BUTTONS),
    Section("LEDs on an HT16K33", "pico_ht16k33_8x8_buttons", CHIP),
    Section("Modules with a MAX7219", "pico_max7219_8x8_buttons", MODULES),
]
FAULTS = [fault for section in SECTIONS for fault in section.faults]
