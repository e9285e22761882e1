"""A Pico with a board, its drivers made at the prompt or its console in the menu: tests watch pins, wires and buses."""

import functools
import json

from flashed import flashed, without_main

from host_sim.boards import DEFAULT_BOARD
from host_sim.boards.parts import device_board
from host_sim.pico.bench import Pico
from host_sim.pico.hardware import Hardware
from tools.compile.layout.places import BOARD

MENU_MS = 2500  # the menu is there
MAKE = """
import json, micropython
from array import array
from time import sleep_ms, sleep_us, ticks_diff, ticks_ms, ticks_us
from glowgrid.hardware import board
from glowgrid.hardware.lights import kind
about = board.load('/board.json')
keys, leds = board.drivers(about)
lights = kind(about)(about, bytes((0, 0, 0, 255, 255, 255)), leds)
levels = bytearray(keys.count)

def down():
    keys.scan(levels)
    return [key for key in range(keys.count) if levels[key]]

def watch(until_ms):
    # Scan every 2 ms, in odd ones: contacts move in even ones, and a move amid a scan would show in half of the keys.
    # Print a line for each change: the keys that are down.
    seen = None
    while ticks_ms() < until_ms:
        now = down()
        if now != seen:
            print(json.dumps(now))
            seen = now
        sleep_us(3000 - ticks_us() % 2000)

def took(call, argument):
    began = ticks_us()
    call(argument)
    return ticks_diff(ticks_us(), began)

def took_locked(call, argument):
    # The same; it may allocate nothing.
    micropython.heap_lock()
    us = took(call, argument)
    micropython.heap_unlock()
    return us
"""


def _powered(image, board, files):
    hardware = Hardware(json.loads(board))
    files = {**files, BOARD: device_board(hardware.board)}
    return Pico(image, files=files, parts=hardware.parts).boot(), hardware


@functools.cache
def _made(image, board, code):
    pico, hardware = _powered(image, board, without_main(DEFAULT_BOARD))
    pico.exec(MAKE + code)
    return pico, hardware


@functools.cache
def _in_menu(image, board):
    pico, hardware = _powered(image, board, flashed(DEFAULT_BOARD))
    pico.run_ms(MENU_MS)
    return pico, hardware


def made(image, board, code=""):
    """Return (the Pico, which has also run this code; its Hardware). Only for use by `.forked`."""
    return _made(image, json.dumps(board), code)


def wired(image, board, case, code=""):
    """Return case(pico, hardware) of a fork."""
    pico, hardware = made(image, board, code)
    return pico.forked(lambda pico: case(pico, hardware))


def in_menu(image, board, case):
    """Return case(pico, hardware) of a fork."""
    pico, hardware = _in_menu(image, json.dumps(board))
    return pico.forked(lambda pico: case(pico, hardware))


def watched(pico, keys, moves):
    """Make the moves, one every 20 ms: [("press" or "release", key), ...]. Return the sets of keys that are reported.

    keys: a part, such as hardware.matrix.
    """
    start_ms = pico.now_ns // 2_000_000 * 2 + 20
    keys.play([(20 * at, *move) for at, move in enumerate(moves)], start_ms)
    return [json.loads(line) for line in pico.exec(f"watch({start_ms + 20 * len(moves)})").splitlines()]
