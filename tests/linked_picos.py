"""Two emulated Picos on one cable, and two people who play at random in spite of what happens to cable and power."""

import json
import random

from flashed import kept
from support.mirror_reader import Reader

from glowgrid import record
from glowgrid.console.pointing import key_points
from glowgrid.console.view import FieldView
from glowgrid.games import discover
from host_sim.boards.files import load_board
from host_sim.pico.bench import Pico
from host_sim.pico.cable import Cable
from host_sim.pico.hardware import Hardware
from tools.compile.build import staged_files
from tools.compile.layout.places import BOARD, MAIN

NAME = "pico_ws2812_8x8_keys_8x8"  # a key for each point
LINK = {"uart": 0, "tx": 0, "rx": 1}
GAMES = {game.name: game for game in discover()[0]}
YES, NO = "yes", "no"


def linked_files():
    """Return the files of a device with a link, which says at its USB port what it shows."""

    def make():
        files = staged_files(NAME)
        board = json.loads(files[BOARD])
        del board["checked"]
        files[BOARD] = json.dumps({**board, "link": LINK}).encode()
        files[MAIN] = files[MAIN].replace(b"power_up.main()", b"power_up.main(True)")
        return files

    return kept("linked", make)


class Device:
    """A Pico with its keys, and what it says that it shows.

    reader   what it has said since it was switched on
    """

    def __init__(self, image, game, size, away, number=77, moves=()):
        """number, moves: of the saved match."""
        self.board = {**load_board(NAME), "link": LINK}
        self.hardware = Hardware(self.board)
        seats = [0] * game.sides
        link = [number, 0, 0, sum(1 << side for side in away)]
        saved = {"game": game.name, "size": size, "seats": seats, "seed": 1, "moves": list(moves), "link": link}
        if game.hidden:
            saved["sealed"] = ["%064x" % (5 + len(seats) * min(away)), "", ""]
        files = {**linked_files(), "/saves/match": record.pack(saved)}
        self.pico = Pico(image, files=files, parts=self.hardware.parts)
        self.game, self.size, self.away = game, size, away
        field = game.setup(size).field
        keys, lights = self.board["keys"], self.board["leds"]
        view = FieldView(field, lights["width"], lights["height"])
        self.points = key_points(field, keys["width"], keys["height"], view)
        self.switched_on()

    def switched_on(self):
        self.reader, self._read = Reader(), 0
        self.down = None
        self.pico.boot()

    def look(self):
        """Read what it has said since the last look."""
        said = self.pico.serial
        self.reader.read(bytes(said[self._read :]))
        self._read = len(said)

    @property
    def screen(self):
        return self.reader.screens[-1] if self.reader.screens else ""

    def position(self):
        """Return the position that it shows; None before it has said anything of a match."""
        if not self.reader.match:
            return None
        position = self.game.setup(self.size)
        for move in self.reader.match["moves"]:
            assert position.play(position.action(move) if isinstance(move, str) else move)
        return position

    def press(self, key):
        self.hardware.press(key)
        self.down = key

    def release(self):
        if self.down is not None:
            self.hardware.release(self.down)
            self.down = None


class Evening:
    """Two devices and a match that has just begun: `play` it to the end.

    faults   what will happen, in order: "unplug" or "cut"
    said     how often each thing happened
    waited_ms   how long each `wait_for` took
    """

    def __init__(self, image, game, size, seed, unpluggings=0, cuts=0, harm=0.02, saved=({}, {})):
        """saved: what else each device has saved, see Device."""
        self.chance = random.Random(seed)
        self.devices = [
            Device(image, GAMES[game], size, away, **of) for away, of in zip(({2}, {1}), saved, strict=True)
        ]
        self.cable = Cable(
            [each.pico for each in self.devices], [each.hardware.end for each in self.devices], harm, seed
        )
        self.faults = ["unplug"] * unpluggings + ["cut"] * cuts
        self.chance.shuffle(self.faults)
        self.waited_ms = []
        self.said = {"unplug": 0, "cut": 0, "pressed": 0}

    def run(self, ms):
        self.cable.run_ms(ms)
        for device in self.devices:
            device.look()

    def wait_for(self, condition, most_s=30):
        """Run until the condition holds; AssertionError if it does not within so many emulated seconds."""
        begun = self.cable.ran_ms
        while not condition():
            assert self.cable.ran_ms - begun < 1000 * most_s, self.shown()
            self.run(200)
        self.waited_ms.append(self.cable.ran_ms - begun)

    def play(self, most_s=200):
        """Play to the end; AssertionError if it does not come within so many emulated seconds."""
        begun = self.cable.ran_ms
        while not self.is_over():
            assert self.cable.ran_ms - begun < 1000 * most_s, [
                (each.screen, each.reader.match) for each in self.devices
            ]
            for device in self.chance.sample(self.devices, 2):
                if not self.faults or self.chance.random() < 0.3:  # all of them come before the end
                    self.act(device)
            self.run(60)
            for device in self.devices:
                device.release()
            if self.faults and self.chance.random() < 0.3:
                self.harm(self.faults.pop())
            self.run(self.chance.choice((60, 300, 700)))
            if not self.cable.plugged and self.chance.random() < 0.4:
                self.cable.plugged = True
        self.cable.plugged = True

    def settle(self):
        """Let what is still to be said be heard."""
        for _ in range(40):
            if self.moves()[0] == self.moves()[1] and self.is_over():
                return
            self.run(500)

    def is_over(self):
        found = [each.position() for each in self.devices]
        return all(each and each.is_over() for each in found)

    def harm(self, fault):
        self.said[fault] += 1
        if fault == "unplug":
            self.cable.plugged = False
            return
        device = self.chance.choice(self.devices)
        device.pico.power_cycle()
        device.switched_on()

    def act(self, device):
        """The person at this device does something."""
        roles, position = device.board["keys"]["roles"], device.position()
        assert device.screen not in ("keep which", "sign"), (
            device.screen,
            [each.reader.match for each in self.devices],
        )
        if device.screen in ("resume", "take back"):
            device.press(roles["select"])
        elif device.screen == "play" and position and not position.is_over() and position.to_move not in device.away:
            free = [point for point in range(position.points) if position.is_legal(point)]
            device.press(device.points.index(self.chance.choice(free)))
            self.said["pressed"] += 1

    def shown(self):
        return [(each.screen, each.reader.match) for each in self.devices]

    def moves(self):
        return [each.reader.match and each.reader.match["moves"] for each in self.devices]
