"""The table of grids, host_sim/grids/devices.json: ports, keys, and lights byte for byte. No port is opened."""

import grid_bytes
import pytest
from grid_bytes import DEVICES, hexes

from glowgrid.console import palette
from host_sim.boards.files import load_board
from host_sim.console.session import Session
from host_sim.grids import devices
from host_sim.grids.devices import BOARD, Keys, Lamps, launchpads
from host_sim.terminal import led_colour

RED_GREEN = "Launchpad S or Mini"
ALL = range(64)


@pytest.mark.parametrize("name", DEVICES)
def test_changed_lights_are_sent_and_nothing_else(name):
    lamps, wire = Lamps(DEVICES[name]), grid_bytes.wire(name)
    dark = lamps.dark()
    assert lamps.dark() == dark  # it does not trust what was sent
    assert hexes(lamps.changes(wire, ALL)) == grid_bytes.CHANGES[name]
    assert lamps.changes(wire, ALL) == []
    if "apart" in DEVICES[name]:
        assert len(dark) == 64 and {part[-1] for part in dark} == {0x0C if name == RED_GREEN else 0}
    else:
        head, each = (7, 4) if name == "Launchpad MK2" else (7, 5)
        lights = [dark[0][at : at + each] for at in range(head, len(dark[0]) - 1, each)]
        assert len(dark) == 1 and len(lights) == 64 and {light[-3:] for light in lights} == {bytes(3)}


def test_the_order_of_the_leds_on_the_wire_is_that_of_the_board():
    lamps = Lamps(DEVICES["Launchpad X"])
    (message,) = lamps.changes(grid_bytes.wire("Launchpad X"), ALL[::-1])
    assert message[7:12] == bytes([3, 81, 6, 1, 0]) and message[-6:-1] == bytes([3, 18, 127, 0, 0])


def test_bright_light_keeps_its_hue_and_dim_light_stays_lit():
    lamps = Lamps(DEVICES["Launchpad X"])
    wire = bytes([255, 51, 1, 1, 1, 0]) + bytes(3 * 62)
    (message,) = lamps.changes(wire, ALL)
    assert message[9:12] == bytes([127, 25, 1]) and message[14:17] == bytes([1, 1, 0])


@pytest.mark.parametrize("name", grid_bytes.ENTERS)
def test_notes_are_keys(name):
    keys, is_old = Keys(DEVICES[name]), name == RED_GREEN
    notes = {0: 0, 7: 7, 16: 8, 112: 56, 119: 63} if is_old else {81: 0, 88: 7, 71: 8, 11: 56, 18: 63}
    for note, key in notes.items():
        for status, velocity, down in (0x90, 100, True), (0x90, 0, False), (0x80, 64, False):
            assert keys.heard(bytes([status, note, velocity])) == [(key, down)]
    # The round keys, pressure, a clock.
    for other in [0x90, 8, 127], [0x90, 120 if is_old else 19, 127], [0xB0, 91, 127], [0xA0, 81, 9], [0xF8]:
        assert keys.heard(bytes(other)) == []


def test_a_monome_says_keys_in_pieces_and_much_else():
    keys = Keys(DEVICES["monome"])
    said = bytes.fromhex(f"21 03 00 81 00 01 00 02 00 03 00 01 {'78' * 32} 20 03 00 21 09 01 21 07 07")
    moves = [move for byte in said for move in keys.heard(bytes([byte]))]
    assert moves == [(3, True), (3, False), (63, True)]  # column 9 of a 128 is no key of the board


ALSA = "Launchpad Mini MK3:Launchpad Mini MK3 LPMiniMK3 {} 20:{}"


@pytest.mark.parametrize(
    "names, there",
    [
        ([ALSA.format("DAW", 0), ALSA.format("MIDI", 1), "Midi Through"], [("Launchpad Mini MK3", 1)]),
        (["Launchpad Mini MK3 LPMiniMK3 " + each for each in ("DAW Out", "MIDI Out")], [("Launchpad Mini MK3", 1)]),
        # Of ALSA, which cuts names at 31 characters.
        ([ALSA.format("DA", 0), ALSA.format("MI", 1)], [("Launchpad Mini MK3", 1)]),
        (["LPMiniMK3 MIDI 0", "MIDIIN2 (LPMiniMK3 MIDI) 1"], [("Launchpad Mini MK3", 1)]),
        (["Launchpad X:Launchpad X MIDI 1 20:0", "Launchpad X:Launchpad X MIDI 2 20:1"], [("Launchpad X", 1)]),
        (["LPX MIDI", "MIDIIN2 (LPX MIDI)"], [("Launchpad X", 1)]),
        (["LPProMK3 MIDI 0", "MIDIIN2 (LPProMK3 MIDI) 1", "MIDIIN3 (LPProMK3 MIDI) 2"], [("Launchpad Pro MK3", 0)]),
        (["Launchpad Pro MK3 LPProMK3 " + each for each in ("MIDI", "DIN", "DAW")], [("Launchpad Pro MK3", 0)]),
        (["Launchpad Pro MK3:Launchpad Pro MK3 LPProMK3 MIDI 28:0"], [("Launchpad Pro MK3", 0)]),
        (["Launchpad MK2:Launchpad MK2 MIDI 1 24:0"], [("Launchpad MK2", 0)]),
        (["Launchpad S", "Launchpad Mini"], [("Launchpad S or Mini", 0), ("Launchpad S or Mini", 1)]),
        (["Launchpad:Launchpad MIDI 1 20:0"], [("Launchpad S or Mini", 0)]),
        (["LPX MIDI", "LPX MIDI 2nd", "Launchpad MK2"], [("Launchpad X", 0), ("Launchpad X", 1), ("Launchpad MK2", 2)]),
        (["Launchpad Pro", "LaunchKey", "nanoKEY"], []),
    ],
)
def test_which_port_is_which_launchpad(names, there):
    assert [(device["name"], names.index(port)) for device, port in launchpads(names)] == there


def test_the_table_fits_what_it_is_about():
    board = load_board(BOARD)
    assert [board[part][side] for part in ("leds", "keys") for side in ("width", "height")] == [devices.WIDTH] * 4
    assert devices.FULL == 255 / led_colour.EXPOSURE
    assert all(device["source"] for device in DEVICES.values())


@pytest.mark.parametrize("name", DEVICES)
def test_a_grid_without_full_colour_plays_a_board_of_lights_without_hue(name, tmp_path):
    board = devices.board_with(DEVICES[name], load_board(BOARD))
    session = Session(board, tmp_path)
    lights, colours = session.lights, {RED_GREEN: 4, "monome": 2}
    assert lights.mono == (name in colours)
    assert len(lights.palette) // 3 == colours.get(name, len(palette.RGB) // 3)
    if lights.mono:
        lights.brightness = 255
        lights.show(bytes([palette.WHITE] * 64))
        assert set(lights.wire) >= {248}  # however many are lit: no Pico feeds them


@pytest.mark.parametrize("name", [RED_GREEN, "monome"])
def test_each_step_of_the_brightness_is_at_least_as_bright_as_the_one_before(name):
    values = [Lamps(DEVICES[name]).changes(bytes([16 * level + 8, 0, 0] * 64), ALL)[0][-1] for level in range(16)]
    assert values == sorted(values) and values[-1] == 15
