"""The table of grids, host_sim/grids/devices.json: ports, keys, and lights byte for byte. No port is opened."""

import grid_bytes
import pytest

from glowgrid.console import palette
from host_sim.boards.files import load_board
from host_sim.console.session import Session
from host_sim.grids import devices
from host_sim.grids.devices import BOARD, TABLE, Keys, Lamps, launchpads
from host_sim.terminal import led_colour

DEVICES = {device["name"]: device for device in (*TABLE["launchpads"], TABLE["monome"])}
NAMES = list(DEVICES)


def spaced(messages):
    return [message.hex(" ").upper() for message in messages]


@pytest.mark.parametrize("name", NAMES)
def test_changed_lights_are_sent_and_nothing_else(name):
    lamps = Lamps(DEVICES[name])
    order = range(64)
    assert len(b"".join(lamps.dark())) >= 64 * 3
    assert lamps.dark() != []  # it does not trust what was sent
    wire = grid_bytes.wire(name)
    assert spaced(lamps.changes(wire, order)) == grid_bytes.CHANGES[name]
    assert lamps.changes(wire, order) == []


@pytest.mark.parametrize("name", NAMES)
def test_a_dark_grid_has_only_zeros(name):
    dark = {"Launchpad S or Mini": 0x0C}.get(name, 0)
    parts = Lamps(DEVICES[name]).dark()
    if len(parts) == 1:
        head, each = (7, 5) if name != "Launchpad MK2" else (7, 4)
        lights = [parts[0][at : at + each] for at in range(head, len(parts[0]) - 1, each)]
        assert len(lights) == 64 and {light[-3:] for light in lights} == {bytes(3)}
    else:
        assert len(parts) == 64 and {part[-1] for part in parts} == {dark}


def test_the_order_of_the_leds_on_the_wire_is_that_of_the_board():
    lamps = Lamps(DEVICES["Launchpad X"])
    order = list(range(64))[::-1]
    (message,) = lamps.changes(grid_bytes.wire("Launchpad X"), order)
    assert message[7:12] == bytes([3, 81, 6, 1, 0]) and message[-6:-1] == bytes([3, 18, 127, 0, 0])


def test_bright_light_keeps_its_hue_and_dim_light_stays_lit():
    lamps = Lamps(DEVICES["Launchpad X"])
    wire = bytes([255, 51, 0, 1, 1, 0]) + bytes(3 * 62)
    (message,) = lamps.changes(wire, range(64))
    assert message[9:12] == bytes([127, 25, 0]) and message[14:17] == bytes([1, 1, 0])


@pytest.mark.parametrize(
    "name, notes",
    [
        *[(name, {81: 0, 88: 7, 71: 8, 11: 56, 18: 63}) for name in NAMES[:4]],
        ("Launchpad S or Mini", {0: 0, 7: 7, 16: 8, 112: 56, 119: 63}),
    ],
)
def test_notes_are_keys(name, notes):
    keys = Keys(DEVICES[name])
    for note, key in notes.items():
        assert keys.heard(bytes([0x90, note, 100])) == [(key, True)]
        assert keys.heard(bytes([0x90, note, 0])) == [(key, False)]
        assert keys.heard(bytes([0x80, note, 64])) == [(key, False)]
    for other in (
        [0x90, 8, 127],
        [0x90, 19 if name in NAMES[:4] else 120, 127],
        [0xB0, 91, 127],
        [0xA0, 81, 9],
        [0xF8],
    ):
        assert keys.heard(bytes(other)) == []  # the round keys, pressure, a clock


def test_a_monome_says_keys_in_pieces_and_much_else():
    keys = Keys(DEVICES["monome"])
    said = (
        bytes.fromhex("21 03 00  81 00 01 00 02 00 03 00  01") + b"x" * 32 + bytes.fromhex("20 03 00 21 09 01 21 07 07")
    )
    moves = [move for at in range(len(said)) for move in keys.heard(said[at : at + 1])]
    assert moves == [(3, True), (3, False), (63, True)]  # column 9 of a 128 is no key of the board


ALSA = "Launchpad Mini MK3:Launchpad Mini MK3 LPMiniMK3 {} 20:{}"


@pytest.mark.parametrize(
    "names, there",
    [
        ([ALSA.format("DAW", 0), ALSA.format("MIDI", 1), "Midi Through"], [("Launchpad Mini MK3", 1)]),
        (
            ["Launchpad Mini MK3 LPMiniMK3 DAW Out", "Launchpad Mini MK3 LPMiniMK3 MIDI Out"],
            [("Launchpad Mini MK3", 1)],
        ),
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


@pytest.mark.parametrize("name", NAMES)
def test_a_grid_without_full_colour_plays_a_board_of_lights_without_hue(name, tmp_path):
    board = devices.board_with(DEVICES[name], load_board(BOARD))
    session = Session(board, tmp_path)
    assert session.lights.mono == (name in ("Launchpad S or Mini", "monome"))
    assert len(session.lights.palette) // 3 == {"Launchpad S or Mini": 4, "monome": 2}.get(name, len(palette.RGB) // 3)
    lights = session.lights
    if lights.mono:
        lights.brightness = 255
        lights.show(bytes([palette.WHITE] * 64))
        assert set(lights.wire) >= {248}  # however many are lit: no Pico feeds them


@pytest.mark.parametrize("name", NAMES[4:])
def test_each_step_of_the_brightness_is_at_least_as_bright_as_the_one_before(name):
    lamps, last = Lamps(DEVICES[name]), 0
    for level in range(16):
        lamps.forget()
        value = lamps.changes(bytes([16 * level + 8, 0, 0] * 64), range(64))[0][-1]
        assert value >= last
        last = value
    assert last == {"Launchpad S or Mini": 15, "monome": 15}[name]
