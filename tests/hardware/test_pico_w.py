"""What a Pico W differs in, on the emulated Pico: an image that says it is one, and what shares a pin there."""

import json
import struct

import pytest
from flashed import without_main

from host_sim.boards.files import load_board
from host_sim.pico.bench import Pico
from host_sim.pico.hardware import Hardware
from tools.workshop.talk.wiring import report

NAME = "pico_ws2812_8x8_keys_4x4"
PICO, PICO_W = b"Raspberry Pi Pico with RP2040", b"Raspberry Pi Pico W with RP2040"
FLASH, SPARE = 0x10000000, 0x9F000  # SPARE: between MicroPython and its files
SELECT, CLOCK = 25, 29
VOLTS = 4.95
SIO_FUNCTION = 5


def called_pico_w(flash):
    """Return a flash whose MicroPython says that it is a Pico W's. A str has its length, then where its text is."""
    words = (at for at in range(0, SPARE, 4) if flash[at : at + 4] == struct.pack("<I", len(PICO)))
    names = [at for at in words if _is_name(flash, at)]
    flash = bytearray(flash)
    assert names and flash[SPARE : SPARE + 64] == b"\xff" * 64
    flash[SPARE : SPARE + len(PICO_W) + 1] = PICO_W + b"\0"
    for at in names:
        flash[at : at + 8] = struct.pack("<2I", len(PICO_W), FLASH + SPARE)
    return bytes(flash)


def _is_name(flash, at):
    (text,) = struct.unpack_from("<I", flash, at + 4)
    return flash[text - FLASH : text - FLASH + len(PICO) + 1] == PICO + b"\0"


def is_output(pin, level):
    return pin.function_select == SIO_FUNCTION and pin.output_enable and pin.output_value == level


def standing(path, files, wireless, named=True):
    """Return a Pico with VSYS at its ADC; at that of a Pico W only while the wireless chip is off the pin.

    named: whether the image of a Pico W says that it is for one.
    """
    pico = Pico(path, files=files, parts=Hardware(load_board(NAME)).parts)
    if wireless and named:
        pico.flash = called_pico_w(pico.flash)
    pico.boot()
    adc, gpio = pico.mcu.adc, pico.mcu.gpio
    vsys = round(VOLTS / 3 / 3.3 * 4095)

    def read(channel):
        joined = not wireless or is_output(gpio[SELECT], 1) and not gpio[CLOCK].output_enable
        adc.complete_adc_read(vsys if channel == 3 and joined else 0, False)

    adc.on_adc_read = read
    return pico


@pytest.mark.parametrize(
    "wireless, named",
    [
        pytest.param(False, False, marks=pytest.mark.long, id="Pico"),
        pytest.param(True, False, id="Pico W, image of a Pico"),
        pytest.param(True, True, marks=pytest.mark.long, id="Pico W"),
    ],
)
def test_a_report_reads_the_supply(pico_image, wireless, named):
    pico = standing(pico_image, without_main(NAME), wireless, named)
    assert (" W with " in pico.exec("import sys\nprint(sys.implementation._machine)")) == named
    found = pico.exec(report.SAG.replace("STAIRS", "(0, 100)") + "\nimport json\nprint(json.dumps(found))")
    assert [volts for _, volts in json.loads(found)] == pytest.approx([VOLTS, VOLTS], abs=0.02)
    assert not is_output(pico.mcu.gpio[SELECT], 1)
