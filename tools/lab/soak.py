"""`soak`: many presses with bounce, at random moments, on the emulated Pico; each must be reported exactly once.

The device runs the board's own key driver, the main loop with all its key reads, and the debouncing.

Contacts bounce like a kind of key. The device may stall now and then, as during a flash erase: at the beginning or the
end of a press, so that bounce falls across either end of the stall. A matrix cannot see a press that begins and ends
within a stall, so there is none.
"""

import difflib
import json
import random
from pathlib import Path
from typing import Annotated, NamedTuple

import typer

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid.console.app import TICK_MS
from host_sim.boards import DEFAULT_BOARD
from host_sim.boards.files import load_board
from host_sim.cli.errors import ToolError
from host_sim.pico.bench import MS, Pico
from host_sim.pico.hardware import Hardware
from host_sim.pico.keypad import bounce_times
from host_sim.pico.profile import profile_of

from ..compile.layout.places import MAIN
from ..pico.play_on_pico import flashed_files
from ..workshop.build import BOARD_HELP


class Switch(NamedTuple):
    """How contacts bounce: the longest time when a key goes down, when it comes up, and how often."""

    down_ms: int
    up_ms: int
    flips: int


SWITCHES = {"tactile": Switch(5, 5, 6), "dome": Switch(10, 25, 8), "membrane": Switch(15, 25, 14)}
SEEN_MS = 40  # how long a contact is closed and at rest before or after a stall
APART_MS = 40  # from the end of bounce to the next press: a contact must be open for 30 ms, and a tick is 10 ms
# The extra time for chips that scan the keys, out of step with the ticks: every 10 ms; twice 20 ms, and 30 ms more
# until a held key is read again.
SCAN_MS = {"seesaw": 10, "ht16k33": 70}
DOWN_MS = 30  # the shortest press
SCANNED_MS = {"ht16k33": 70}  # the same with a chip that finds a key in its second scan
_DRIVERS = """
from glowgrid.hardware import board
about = board.load('/board.json')
keys, leds = board.drivers(about)
levels = bytearray(keys.count)
"""
# Needs keys and levels. events(until_ms) prints all events of the console's debouncing under the device's main loop, in
# the form that `heard` reads.
EVENTS = f"""
from binascii import hexlify
from time import sleep_ms, ticks_ms
from glowgrid.console.keypad import Debounce
from glowgrid.hardware import loop
from glowgrid.hardware.contacts import BOUNCE_MS, Contacts
class Over(Exception):
    pass
class Listener:
    # The part of the console that the loop needs.
    keys, levels = keys, levels
    def __init__(self, until_ms, stalls):
        self.until_ms = until_ms
        self.stalls = stalls
        self.debounce = Debounce(keys.count)
        self.keypad = self
        self.contacts = Contacts(keys.count, about['keys'].get('bounce_ms', BOUNCE_MS))
        self.heard = bytearray()
    def tick(self, now_ms):
        if ticks_ms() >= self.until_ms:
            raise Over
        keys.scan(levels)
        self.contacts.settle(levels)
        self.debounce.update(levels, now_ms + self.late_ms)
        while self.debounce.next_event():
            self.heard.append(self.debounce.kind)
            self.heard.append(self.debounce.key)
        if self.stalls and ticks_ms() >= self.stalls[0][0]:
            sleep_ms(self.stalls.pop(0)[1])
def events(until_ms, stalls=()):
    # stalls: [(when, how long)], in ms.
    listener = Listener(until_ms, list(stalls))
    try:
        loop.run(listener, {TICK_MS})
    except Over:
        print(hexlify(listener.heard).decode())
"""
_PRESS, _RELEASE = 1, 2
_ROUNDS = 20  # planned at a time


def soak(board, presses, seed=1, image=None, fingers=1, switch="tactile", stall_ms=0, profile=None):
    """Return (events lost, extra events) of presses, releases and holds: both should be 0.

    board: a checked board. fingers: how many keys are pressed in a round, at random moments and for a random time each;
    see `most_fingers`. Between two rounds all keys are up, so that a glance finds the first press of the next.
    switch: one of SWITCHES, or "glitch": contacts that close for up to 1 ms, which is not a press. stall_ms: the device
    stalls this long in each round; one finger then. profile: lines and contacts of a real device, see
    host_sim/pico/profile.py, instead of `switch`.
    """
    hardware = Hardware(board, profile=profile)
    pico = listening(board, hardware, image)
    chance = random.Random(seed)
    contacts = Measured(profile) if profile else AtRandom(SWITCHES.get(switch), chance)
    driver = board["keys"]["driver"]
    apart_ms, down_ms = APART_MS + SCAN_MS.get(driver, 0), SCANNED_MS.get(driver, DOWN_MS)
    count = board["keys"]["width"] * board["keys"]["height"]
    expected, reported = {key: [] for key in range(count)}, {key: [] for key in range(count)}
    done = 0
    while done < presses:
        at_ns = pico.now_ns + 60 * MS
        stalls = []
        for _ in range(min(_ROUNDS, presses - done)):
            keys = chance.sample(range(count), min(fingers, presses - done))
            done += len(keys)
            if switch == "glitch":
                at_ns = _glitch(hardware, keys[0], at_ns, chance)
                continue
            if stall_ms:
                at_ns = _stalled(hardware, keys[0], at_ns, chance, contacts, stall_ms, stalls)
            else:
                at_ns = _round(hardware, keys, at_ns, chance, contacts, apart_ms, down_ms)
            for key in keys:
                expected[key] += [_PRESS, _RELEASE]
        said = pico.exec(f"events({round(at_ns / MS) + 60}, {stalls})", limit_s=600)
        for kind, key in heard(said):
            reported[key].append(kind)
    lost, many = zip(*(_difference(expected[key], reported[key]) for key in range(count)))
    return sum(lost), sum(many)


def listening(board, hardware, image):
    """Return a Pico at the raw REPL, with the drivers of a board and `events`."""
    files = flashed_files(board)
    del files[MAIN]
    pico = Pico(image, files=files, parts=hardware.parts).boot()
    pico.exec(_DRIVERS + EVENTS)
    return pico


def heard(said):
    """Return [(kind, key)] of the events that `events` printed."""
    pairs = bytes.fromhex(said.strip())
    return list(zip(pairs[::2], pairs[1::2]))


class AtRandom:
    """Contacts that bounce like a Switch. down_ms, up_ms: the longest bounce when they close and open."""

    def __init__(self, switch, chance):
        self._chance, self._switch = chance, switch
        self.down_ms, self.up_ms = (switch.down_ms, switch.up_ms) if switch else (0, 0)

    def bounces(self, action):
        lasts_ms = self.down_ms if action == "press" else self.up_ms
        chance = self._chance
        return bounce_times(chance.randrange(1 << 30), chance.randint(1, lasts_ms) * MS, self._switch.flips)


class Measured:
    """The same with contacts of a real device."""

    def __init__(self, profile):
        self._of = {"press": profile.presses, "release": profile.releases}
        self.down_ms, self.up_ms = (-(-longest // MS) for longest in (profile.press_ns, profile.release_ns))

    def bounces(self, action):
        return next(self._of[action])


def _round(hardware, keys, starts_ns, chance, contacts, apart_ms, down_ms):
    """Plan a press of each key; return when the next round begins, in ns since power-up."""
    ends_ns = starts_ns
    for key in keys:
        at_ns = starts_ns + chance.uniform(0, 60) * MS
        for action in ("press", "release"):
            hardware.at(round(at_ns), action, key, contacts.bounces(action))
            ends_ns = max(ends_ns, at_ns)
            at_ns += chance.uniform(down_ms, down_ms + 90) * MS
    return ends_ns + chance.uniform(apart_ms, 2 * apart_ms) * MS + contacts.up_ms * MS


def _stalled(hardware, key, starts_ns, chance, contacts, stall_ms, stalls):
    """Plan a press that begins or ends during a stall; return when the next round begins."""
    down_ms = chance.uniform(2 * SEEN_MS, 150)
    at_ms = starts_ns / MS + stall_ms
    rest_ms = down_ms - SEEN_MS - contacts.down_ms  # the part of the press that may be in the stall
    if chance.random() < 0.5:
        stall_at = at_ms + down_ms - SEEN_MS - stall_ms - chance.uniform(0, rest_ms)
    else:
        stall_at = at_ms + SEEN_MS + chance.uniform(0, down_ms - SEEN_MS + contacts.up_ms)
    hardware.at(round(at_ms * MS), "press", key, contacts.bounces("press"))
    hardware.at(round((at_ms + down_ms) * MS), "release", key, contacts.bounces("release"))
    stalls.append((round(stall_at), stall_ms))
    ends_ms = max(at_ms + down_ms, stall_at + stall_ms)
    return (ends_ms + contacts.up_ms + chance.uniform(2 * APART_MS, 3 * APART_MS)) * MS


def _glitch(hardware, key, starts_ns, chance):
    hardware.at(round(starts_ns), "press", key)
    hardware.at(round(starts_ns + chance.uniform(0.02, 1) * MS), "release", key)
    return starts_ns + chance.uniform(5, 30) * MS


def most_fingers(board):
    """Return how many keys may be held at a time: two without diodes in a matrix (a third causes ghosts), else ten."""
    keys = board["keys"]
    return 2 if keys.get("diodes") == "none" else min(10, keys["width"] * keys["height"])


def _difference(expected, reported):
    """Return (how many of `expected` are missing, how many of `reported` are extra), in order."""
    matcher = difflib.SequenceMatcher(None, expected, reported, autojunk=False)
    same = sum(block.size for block in matcher.get_matching_blocks())
    return len(expected) - same, len(reported) - same


def command(
    board: Annotated[str, typer.Option(help=BOARD_HELP)] = DEFAULT_BOARD,
    presses: Annotated[int, typer.Option(min=1, help="How many.")] = 1000,
    seed: Annotated[int, typer.Option(help="Seed for keys and times.")] = 1,
    profile: Annotated[
        Path | None, typer.Option(help="A report of `selftest --report`, for the lines and contacts.")
    ] = None,
):
    """Press random keys with bounce, on the emulated Pico; none may be lost or doubled.

    Tests do this with every kind of contact; a report of `selftest` adds those of a real device.
    """
    about = load_board(board)
    try:
        measured = profile and profile_of(json.loads(profile.read_text(encoding="utf-8")))
    except OSError as error:
        raise ToolError(f"{profile} cannot be read: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        raise ToolError(f"{profile}: {error}") from error
    fingers = most_fingers(about)
    lost, doubled = soak(about, presses, seed, fingers=fingers, profile=measured)
    if lost or doubled:
        raise ToolError(f"{about['name']}: {lost} events lost and {doubled} extra in {presses} presses, seed {seed}")
    typer.echo(f"{about['name']}: {presses} presses by {fingers} fingers, none lost, none doubled (seed {seed})")
