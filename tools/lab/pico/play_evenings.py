"""Play for hours on the emulated Pico: a random person, faults of every kind, and a twin in the simulator as judge.

A stretch is the time between two power-ups, some minutes. The person plays all games against all levels (with few
nodes) at a human pace, visits all screens, unplugs parts, and meets glitches on the bus. Now and then the device is
idle for minutes: lights dim, the menu attracts. At the end the power fails, often in the middle of a save. The twin
gets the same presses: the Pico must have the same saves and lights.

Or parts stay plugged in and are merely busy: some transfers on I2C are refused, without a visible effect.
"""

import contextlib
import random
import re
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

from glowgrid.console.app import TICK_MS
from glowgrid.console.storage import MATCH, SETTINGS
from host_sim.console import describe
from host_sim.pico.bench import MS, PowerCut
from host_sim.pico.flash_model import WAYS

from .replay_judge import Twin

SPEED = 0.01  # of the board: a level thinks as long as usual, but visits few nodes
PROBE = 28  # a pin that no board uses: while it is low, the console prints its free memory
FREE_BYTES = 1024
LEAST_BLOCK = 4096
SHORTEST_S, LONGEST_S = 120, 480
PAUSE_S = 1, 3  # between two taps
ALONE_S = 65, 200  # the lights change after 60 s in the menu and after 180 s; the Pico may be 0.5 s behind
LEFT_ALONE = {"menu": 0.05}  # how likely a wait is before a tap, by screen
SELDOM = 0.007  # on others
CHECK_EVERY = 25  # taps
THINKING_MS = 40_000
WAITS = b"waits for them"  # the console's message when it shows the sign for a missing part
PAUSE_MS = 3600  # the key of a point held for 3 s opens the pause; the Pico may be 0.5 s behind
HEAP = Path(__file__).with_name("heap_program.py")
# The loop of power_up.py calls `probe` at each tick.
PROBE_CODE = f"""{HEAP.read_text(encoding="utf-8")}
import machine, micropython
__file__ = "/power_up.mpy"  # main.py has none; all else is compiled
_probe = machine.Pin({PROBE}, machine.Pin.IN, machine.Pin.PULL_UP)
def probe():
    if _probe():
        return
    free, block = heap_free()
    micropython.qstr_info()
    print("probe", free, block)
"""
NAMES = re.compile(rb"n_total_bytes=(\d+)")
FEED = "feed=feed,"
POWER_UP = Path(__file__).resolve().parents[3] / "firmware" / "glowgrid" / "power_up.py"


class Memory(NamedTuple):
    """Bytes in the menu: free, in the largest free block, and used by names, which grow in steps of up to 8 KB."""

    free: int
    block: int
    names: int


class Unlike(Exception):
    """The Pico and its twin differ, or the Pico reported an error; the message says what was found."""


class Stretch:
    """One stretch on a board with earlier saves; `play` it. count: a Counter of events."""

    def __init__(self, board, folder, seed, image=None):
        self.chance = random.Random(seed)
        self.count = Counter()
        self.twin = Twin({**board, "speed": SPEED}, folder, image, change=with_probe)
        self._unplugs = True
        self._roles = board["keys"]["roles"]
        self._keys = range(board["keys"]["width"] * board["keys"]["height"])
        self._taps = 0
        self._hurries = False
        self._first_plug = self.chance.randrange(100)

    @property
    def app(self) -> Any:
        return self.twin.session.app

    def play(self, seconds=None):
        """Play for this long, or for a random time; then the power fails, and the saves are compared. Raises Unlike."""
        twin = self.twin
        seconds = seconds or self.chance.uniform(SHORTEST_S, LONGEST_S)
        try:
            twin.boot()
            self._check()
            first = self._memory()
            self._start_puzzle()
            self._live_until(seconds)
            last = self._memory()
            more = last.names - first.names  # a game uses new ones, and MicroPython never frees them
            block = LEAST_BLOCK if more else first.block - FREE_BYTES  # they may be in the middle of the largest
            self._compare("free bytes in the menu", first.free - last.free <= FREE_BYTES + more, (first, last))
            self._compare("largest block in the menu", last.block >= block, (first, last))
            self.count["least free"] = last.free
        finally:
            self.count["ms"] += twin.pico.now_ns // MS
        self._cut()
        return self.count

    def play_refused(self, seconds, part):
        """Play for this long while this share of I2C transfers is refused; nothing is unplugged, the power stays on.

        Raises Unlike at any effect: a lost press, lights or saves unlike the twin's, the sign for a missing part, an
        event or a byte lost by a part.
        """
        hardware = self.twin.hardware
        self._unplugs = False
        self._hurries = True  # more presses, more chances to lose one
        for bus in hardware.buses.values():
            bus.refuse(part)
        try:
            self.twin.boot()
            self._live_until(seconds)
            self._check()
        finally:
            self.count["ms"] += self.twin.pico.now_ns // MS
            self.count["transfers"] = sum(bus.transfers for bus in hardware.buses.values())
            self.count["refused"] = sum(bus.refused for bus in hardware.buses.values())
        said = bytes(self.twin.pico.serial)
        self._compare("no sign", WAITS not in said, said[-600:])
        self._compare("nothing lost by a part", not hardware.faults(), hardware.faults())
        return self.count

    def _live_until(self, seconds):
        while self.twin.pico.now_ns < seconds * 1000 * MS:
            self._do_something()

    # What the person does ---------------------------------------------------------------------------------------

    def _do_something(self):
        self._taps += 1
        if self._taps % CHECK_EVERY == 0:
            self._check()
        if self.chance.random() < LEFT_ALONE.get(describe.screen_name(self.app), SELDOM):
            self._leave_alone()
        if describe.screen_name(self.app) == "menu" and self.chance.random() < 0.5:
            start = self._start_match if self.chance.random() < 0.9 else self._start_puzzle
            start()
        elif self._unplugs and self.chance.random() < 0.02:
            self._unplug()
        elif self._unplugs and self.chance.random() < 0.04:
            self._glitch()
        elif self.chance.random() < 0.03:
            self._tap(self.chance.choice(self._keys), down_ms=900)
        else:
            self._tap(self._some_key())

    def _some_key(self):
        app = self.app
        if describe.screen_name(app) == "play" and self.chance.random() < 0.9:
            moves = [key for key in self._keys if describe.key_point(app, key) is not None]
            if moves:
                return self.chance.choice(moves)
        if self.chance.random() < 0.7:
            return self._roles[self.chance.choice(sorted(self._roles))]
        return self.chance.choice(self._keys)

    def _tap(self, key, **options):
        if not self._hurries:
            self.twin.run(self._some_ms(PAUSE_S))
        self._press(key, **options)

    def _some_ms(self, seconds):
        """Return a random number of whole ticks between two numbers of seconds, in ms."""
        return self.chance.randrange(1000 * seconds[0], 1000 * seconds[1], TICK_MS)

    def _press(self, key, **options):
        over = self._is_over()
        self.count["presses"] += 1
        self.twin.tap(key, **options)
        self._rest()
        self.count["matches finished"] += self._is_over() and not over

    def _leave_alone(self):
        """Press nothing until lights dim, or the menu attracts."""
        self._rest()
        self.twin.run(self._some_ms(ALONE_S))
        self._check()
        self.count["times alone"] += 1
        if describe.screen_name(self.app) == "attract":
            while not self._shows_a_match():
                self.twin.run(100)
            self._press(self._some_key())
            self.count["times attracted"] += 1

    def _shows_a_match(self):
        """Return whether the menu shows a demo match in progress: at its ends the Pico may differ for a moment."""
        match = self.app.screen.match
        return match is not None and match.position.plies > 0 and not match.position.is_over()

    def _is_over(self):
        return bool(self.app.match and self.app.match.position.is_over())

    def _rest(self):
        """Wait while the engine thinks, a match is set up, or a self-test shows its lights."""
        waited = 0
        while self._is_busy() and waited < THINKING_MS:
            self.twin.run(100)
            waited += 100
        if waited:
            self.twin.run(600)  # the Pico is up to 0.5 s behind: the twin was ready sooner at power-up

    def _is_busy(self):
        app, name = self.app, describe.screen_name(self.app)
        return name in ("starting", "splash") or name == "play" and app.match.engine_to_move()

    def _start_match(self):
        chance, app = self.chance, self.app
        game = chance.choice(app.offered)
        self._to_seats(game.name)
        for _ in range(chance.randrange(12)):
            self._tap(self._roles[chance.choice(("up", "down", "left", "right"))])
        if chance.random() < 0.3:  # mostly against a fast level
            self._seat([0] + [chance.randrange(4) for _ in range(game.sides - 1)])
        self._tap(self._roles["select"])
        if describe.screen_name(app) == "sure":
            self._to_entry("new match")
        self.count["matches begun"] += describe.screen_name(app) == "play"

    def _start_puzzle(self):
        """Go from the menu to a puzzle, if the board has any."""
        app = self.app
        if not app.puzzles:
            return
        self._to_entry("puzzles")
        if describe.screen_name(app) == "sure":
            self._to_entry("new match")
        self._rest()
        if describe.screen_name(app) == "puzzles":
            self._to_entry(self.chance.choice(app.screen.entries)[0])
        self.count["puzzles begun"] += describe.screen_name(app) == "play"

    def _to_seats(self, name, size=None):
        """Go from the menu to the seats of a game, with a random size if none is given."""
        app = self.app
        while describe.screen_name(app) == "menu" and app.screen.entry_name() != name:
            self._tap(self._roles["right"])
        self._tap(self._roles["select"])
        if describe.screen_name(app) == "offer":
            self._to_entry("skip")
        if describe.screen_name(app) == "sizes":
            self._to_entry(size or self.chance.choice(app.screen.entries)[0])

    def _to_entry(self, name):
        """Page to an entry of the screen, and take it."""
        while self.app.screen.entry_name() != name:
            self._tap(self._roles["right"])
        self._tap(self._roles["select"])

    def _seat(self, seats):
        screen = self.app.screen
        for side, seat in enumerate(seats):
            while screen.at != side:
                self._tap(self._roles["down"])
            while screen.seats[side] != seat:
                self._tap(self._roles["right"])

    def _to_menu(self):
        """Leave the current screen."""
        app = self.app
        for _ in range(40):
            name = describe.screen_name(app)
            if name == "menu":
                return
            if name in ("pause", "puzzle", "resume"):
                self._to_entry("menu")
            elif name in ("play", "first game"):
                self._pause()
            elif name in ("seats", "sizes", "offer", "sure", "puzzles", "brightness", "settings"):
                self._tap(self._roles["back"])
            elif name == "self-test":
                self.twin.run(8000)
                self._tap(self._roles["back"], down_ms=900)
            else:
                self._tap(self._roles["select"])
        raise Unlike(f"cannot reach the menu from the screen {describe.screen_name(app)!r}")

    def _pause(self):
        """Go from a match to its pause."""
        back = self._roles["back"]
        self._tap(back, down_ms=PAUSE_MS if describe.key_point(self.app, back) is not None else 80)

    # What happens to the device -----------------------------------------------------------------------------------

    def _unplug(self):
        """Unplug a part and plug it in again."""
        hardware = self.twin.hardware
        plugs = hardware.plugs()
        plug = plugs[(self._first_plug + self.count["parts unplugged"]) % len(plugs)]  # each part in turn
        hardware.unplug(plug)
        self.twin.run(self.chance.randrange(700, 1500, 10))
        hardware.plug(plug)
        self.twin.run(2500)
        self.count["parts unplugged"] += 1

    def _glitch(self):
        """Let nothing on a bus answer for a moment."""
        for bus in self.twin.hardware.buses.values():
            devices, bus.devices = bus.devices, {}
            self.twin.pico.run_ms(self.chance.uniform(0.1, 30))
            bus.devices = devices
            self.count["glitches on a bus"] += 1

    def _cut(self):
        """Cut the power, at a flash operation if one comes soon, and compare the saves."""
        twin, pico = self.twin, self.twin.pico
        self._rest()
        allowed = [twin.saved()]
        way = self.chance.choice(WAYS)
        operation = len(pico.flash_model.operations) + self.chance.randrange(6)
        with contextlib.suppress(PowerCut):
            pico.flash_model.cut_at(operation, way)
            self.count["power cuts in a save"] += 1
            for _ in range(12):
                self._to_match_or_menu()
                allowed.append(twin.expected())
            self.count["power cuts in a save"] -= 1
        twin.session.tick()
        for _ in range(300):
            twin.session.tick()
        allowed += [twin.expected(), self._in_memory()]
        pico.power_cycle()
        self.count["power cuts"] += 1
        self._compare("the match after a power cut", twin.saved() in allowed, (twin.saved(), allowed))
        twin.adopt()

    def _to_match_or_menu(self):
        """Make a press that leads to a save sooner or later."""
        app = self.app
        if describe.screen_name(app) == "menu" and describe.screen_name(app) != "play":
            if app.match_under_way() and app.screen.entry_name() != "go on":
                self._tap(self._roles["right"])
            else:
                self._tap(self._roles["select"])
        else:
            self._tap(self._some_key())
        self.twin.run(300)

    def _in_memory(self):
        match = self.app.match
        return match.record() if match else None

    # The judge ----------------------------------------------------------------------------------------------------

    def _check(self):
        """Wait until all is saved; raise Unlike unless saves and lights equal the twin's."""
        twin = self.twin
        self._rest()
        twin.run(3000)
        for name in (MATCH, SETTINGS):
            self._compare(f"the saved {name}", twin.saved(name) == twin.expected(name), None)
        twin.hardware.forget_frames()
        wires = set()
        for _ in range(25):
            wires.add(twin.session.leds.wire)
            twin.run(100)
        shown = {frame.rgb for frame in twin.hardware.frames()}
        self._compare("what the lights show", bool(wires & shown), None)
        said = bytes(twin.pico.serial)
        self._compare("no crash", b"Traceback" not in said and b"out of memory" not in said, said[-600:])
        self.count["checks"] += 1

    def _memory(self):
        """Return Memory in the menu, after a whole match with the coach, whose modules stay loaded."""
        twin = self.twin
        self._hurries = True
        self._to_menu()
        self._to_seats("hex", "3")  # its edges also use memory that stays
        self._seat([0, 1])
        self._tap(self._roles["select"])
        self._pause()
        self._to_entry("coach")
        while not self._is_over():
            self._tap(self._some_key())
            if describe.screen_name(self.app) == "pause":
                self._tap(self._roles["back"])
        self._to_menu()
        self._hurries = False
        twin.run(1500)  # the screens that may come next are loaded by then
        gpio = twin.pico.mcu.gpio[PROBE]
        gpio.set_input_value(False)
        names = int(NAMES.findall(twin.pico.run_until(b"probe "))[-1])
        gpio.release_input()
        said = twin.pico.run_until(b"\r\n").split()
        twin.pico.run_ms(300)
        return Memory(int(said[0]), int(said[1]), names)

    def _compare(self, what, alike, found):
        if not alike:
            twin = self.twin
            about = found or {name: (twin.saved(name), twin.expected(name)) for name in (MATCH, SETTINGS)}
            raise Unlike(f"{what}, on {describe.screen_name(self.app)} after {twin.pico.now_ns // MS} ms: {about}")


def with_probe(files):
    """Return the files of the device with a main.py whose loop also calls the probe."""
    power_up = POWER_UP.read_text(encoding="utf-8")
    if power_up.count(FEED) != 2:
        raise ValueError("power_up.py calls its loop differently: see FEED")
    return {**files, "/main.py": (PROBE_CODE + power_up.replace(FEED, "feed=probe,") + "\n\nmain()\n").encode()}
