"""A board with a fault on the emulated Pico: what its lights show and its serial port says.

    faulty = Faulty("pico_neotrellis_8x8", lambda hardware: hardware.unplug((0, 0x31)))
    faulty.menu()
    faulty.lights("as it is"), faulty.said()

The fault is in the emulated parts, so the firmware meets it as it would on a bench. Panels whose fault lies behind the
data wire (`place`, `wire`) are modelled on the host: the emulated Pico sends what it sends either way.
"""

import os
import tty
from collections.abc import Callable
from typing import Any

from glowgrid.hardware.lights import order_of
from host_sim.boards.files import load_board
from host_sim.cli.errors import ToolError
from host_sim.pico.bench import Pico
from host_sim.pico.hardware import Hardware
from host_sim.pico.keypad import KeyMatrix
from host_sim.terminal import led_colour

from ..compile.build import staged_files
from ..workshop import ports
from .panel import Panel

MENU = b"is on the lights"
BEGINS_MS, SHOWN_MS, DOWN_MS = 700, 150, 100
LONGEST_MS = 20_000
OURS = ("glowgrid:", "selftest: key", "selftest: all")
PORT = "/dev/ttyACM0"


class Faulty:
    """A board on the emulated Pico. `fault(hardware)` changes its parts before the power comes on.

    flashed: the board whose firmware it has, another one by mistake; files: changes {path: bytes} of what is flashed.
    held: keys that are down from the start.
    """

    def __init__(self, name, fault: Callable | None = None, flashed="", files: Any = None, usb=True, held=()):
        self.board = load_board(name)
        self.hardware = Hardware(self.board)
        if fault:
            fault(self.hardware)
        for key in held:
            self.hardware.press(key)
        content = {**staged_files(flashed or name), **(files or {})}
        self.pico = Pico(files=content, parts=self._parts(), usb=usb).boot()

    def _parts(self):
        """Return the parts that are there: a fault may have replaced or removed some."""
        hardware = self.hardware
        lights = hardware.line, hardware.chain, hardware.modules
        return [part for part in (hardware.matrix, hardware.interrupt, *hardware.buses.values(), *lights) if part]

    @staticmethod
    def key_of(name, role):
        """Return the key of a role on a board."""
        return load_board(name)["keys"]["roles"][role]

    def menu(self):
        """Run until the menu is on the lights."""
        if self.pico.usb:
            self.pico.run_until(MENU, LONGEST_MS)
        else:
            self.pico.run_ms(BEGINS_MS)
        self.pico.run_ms(SHOWN_MS)
        return self

    def run(self, ms):
        self.pico.run_ms(ms)
        return self

    def self_test(self):
        """Run until the self-test waits for keys; undo has been held since power-up."""
        self.pico.run_until(b"press every key", LONGEST_MS)
        self.hardware.release(self.board["keys"]["roles"]["undo"])
        return self.run(60)

    def press(self, *keys, bounces=()):
        """Press and release keys, one after the other."""
        for key in keys:
            self.hardware.press(key)
            self.run(DOWN_MS)
            self.hardware.release(key, bounces)
            self.run(SHOWN_MS)
        return self

    def lights(self, label, place=None, wire=None, channels=""):
        """Return what the LEDs show as a Panel. place(x, y): where the LED at (x, y) really is; wire(bytes): what
        arrives at the LEDs of what was sent; channels: the order in which they take colours."""
        leds = self.board["leds"]
        frames = self.hardware.frames()
        count = leds["width"] * leds["height"]
        rgb = frames[-1].rgb if frames and self._lit() else bytes(3 * count)
        rgb = wire(rgb) if wire else rgb
        colours = [None] * count
        for led, pixel in enumerate(order_of(leds)):
            sent = rgb[3 * led : 3 * led + 3]
            if len(sent) < 3:
                continue
            if channels:
                on_wire = [sent["RGB".index(channel)] for channel in leds["channels"]]
                sent = [on_wire[channels.index(channel)] for channel in "RGB"]
            y, x = divmod(pixel, leds["width"])
            x, y = place(x, y) if place else (x, y)
            colours[y * leds["width"] + x] = led_colour.seen(bytes(sent))
        return Panel(label, colours=colours)

    def _lit(self):
        """Return whether the LEDs have power and data."""
        lights = self.hardware.line or self.hardware.chain or self.hardware.modules
        return lights.plugged if lights else True

    def finger(self, *keys):
        """Return the keypad with these keys pressed, as a Panel."""
        about = self.board["keys"]
        return Panel("you press", keys=(about["width"], about["width"] * about["height"], keys))

    def said(self, label="a terminal at its port"):
        """Return what the port has said, as a Panel: the lines of Glowgrid."""
        text = bytes(self.pico.serial).decode(errors="replace")
        lines = [line for line in text.splitlines() if line.startswith(OURS) or "Error" in line]
        return Panel(label, lines=lines or ["(nothing)"])


class JoinedRows(KeyMatrix):
    """A key matrix in which solder joins two lines."""

    def __init__(self, keys, one, other):
        super().__init__(keys["rows"], keys["columns"], keys["diodes"])
        self.joined = one, other

    def _links(self):
        low, high = super()._links()
        one, other = self.joined
        for links in (low, high):
            links[one].append(other)
            links[other].append(one)
        return low, high


def no_port():
    """Return what `glowgrid flash` says without any port."""
    try:
        ports.find_port(ports=[])
    except ToolError as error:
        return Panel("glowgrid flash", lines=[f"error: {error}", f"  {error.steps[0]}"])
    raise AssertionError("a port was found where there is none")


def busy_port():
    """Return what `glowgrid flash` says while another program holds the port: a real terminal, opened twice."""
    import serial

    ours, theirs = os.openpty()
    tty.setraw(theirs)
    name = os.ttyname(theirs)
    try:
        with serial.Serial(name, exclusive=True):
            ports.opened(name)
    except ToolError as error:
        return Panel("glowgrid flash", lines=[f"error: {str(error).replace(name, PORT)}"])
    finally:
        os.close(ours)
        os.close(theirs)
    raise AssertionError("a busy port was opened")
