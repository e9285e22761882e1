"""The emulated Pico with a person who sees its LEDs and presses its keys: for `selftest --emulator` and the tests."""

import contextlib

from glowgrid.hardware.lights import order_of
from host_sim.boards.files import load_board
from host_sim.cli.errors import ToolError
from host_sim.pico.bench import MS, BenchTimeout, DeviceError, Pico, PowerCut
from host_sim.pico.hardware import Hardware

from ...compile.build import staged_files
from ...output import say
from ..talk.session import LONGEST_S

SOON = 20  # flash operations until the plug is pulled


class Owner:
    """Looks at the emulated LEDs and presses the emulated keys; `real` is a board with the actual wiring.

    hardware: what is wired to the Pico; matrix: its keys, if they are not those of `hardware`. on_say: called
    with each text for the owner.
    """

    def __init__(self, pico, real, hardware, matrix=None, on_say=None):
        self.pico, self.hardware = pico, hardware
        self.keys = matrix or hardware
        self.width, self.columns = real["leds"]["width"], real["keys"]["width"]
        self.pixels = list(order_of(real["leds"]))
        if hardware.tiles:  # the bench lists them by the addresses of the board file, not by their real places
            addresses = load_board(real["name"])["leds"]["addresses"]
            lies = [16 * real["leds"]["addresses"].index(address) for address in addresses]
            self.pixels = [self.pixels[first + led] for first in lies for led in range(16)]
        self.said = []
        self.on_say = on_say

    def say(self, text):
        self.said.append(text)
        if self.on_say:
            self.on_say(text)

    def seen(self):
        """Return the place on the wire and the colour of the only LED that is on; None if not exactly one is."""
        self.rest()
        on = [at for at, level in enumerate(self.hardware.frames()[-1].rgb) if level]
        if len({at // 3 for at in on}) != 1 or len(on) not in (1, 3):
            return None
        return on[0] // 3, ("red", "green", "blue")[on[0] % 3] if len(on) == 1 else "white"

    def rest(self):
        """Let the lights come to rest."""
        self.pico.run_ms(20)

    async def agrees(self, text):
        self.say(text)
        return True

    async def steady(self):
        return self.seen() is not None

    async def place(self):
        lit = self.seen()
        assert lit, "the owner saw a single light, and now there is another"
        row, column = divmod(self.pixels[lit[0]], self.width)
        return column, row

    async def colour(self):
        lit = self.seen()
        return lit and lit[1]

    async def press(self, column, row):
        key = row * self.columns + column
        now = self.pico.now_ns
        self.keys.at(now + 150 * MS, "press", key, (MS, 2 * MS))
        self.keys.at(now + 240 * MS, "release", key)

    def tap(self, key, times):
        """Tap a key; contacts bounce for 3 ms when they close and for 8 ms when they open."""
        at = self.pico.now_ns + 200 * MS
        for _ in range(times):
            self.keys.at(at, "press", key, (MS // 2, MS, 2 * MS, 3 * MS))
            self.keys.at(at + 90 * MS, "release", key, (4 * MS, 8 * MS))
            at += 200 * MS

    def pull(self, seconds):
        self.pico.flash_model.cut_at(len(self.pico.flash_model.operations) + SOON)

    async def wait(self, ms):
        self.pico.run_ms(ms)

    async def plugged_in(self):
        self.pico.power_cycle().boot()


def emulated(name, image=None):
    """Return (connect, the owner) of an emulated Pico that was flashed for a board, wired as its file says.

    connect(afresh=True): the session with it, as in tools/workshop/talk/session.py.
    """
    about = load_board(name)
    hardware = Hardware(about)
    pico = Pico(image, files=staged_files(name), parts=hardware.parts).boot()
    owner = Owner(pico, about, hardware, on_say=say)
    return (lambda afresh=True: _session(pico, afresh)), owner


@contextlib.asynccontextmanager
async def _session(pico, afresh):
    try:
        pico.exec("pass")
        if afresh:
            pico.send(b"\x04")  # a soft reset; at the raw prompt it does not start main.py
            pico.run_until(b"raw REPL; CTRL-B to exit\r\n>")
        yield awaiting(lambda code: pico.exec(code, LONGEST_S))
        pico.leave_raw_repl()
    except (PowerCut, DeviceError, BenchTimeout) as error:
        raise ToolError(str(error).splitlines()[-1]) from error


def awaiting(call):
    """Return a function to wait for that calls this one, such as the `exec` of an emulated Pico."""

    async def run(*arguments):
        return call(*arguments)

    return run
