"""Two simulated devices and the wire between them, for tests: what harms the bytes, who pulls the wire."""

import random

from console import BACK, BOARD, RIGHT, SELECT, SPEED, UNDO, Person

from host_sim.boards.files import load_board
from host_sim.console.session import Session

WIRED = {**load_board(BOARD), "speed": SPEED, "link": {"uart": 0, "tx": 0, "rx": 1}}
BYTES_A_TICK = 19  # at 19,200 baud


class Wire:
    """Carries bytes between the wires of two sessions. harm: the chance that a byte is lost or changed."""

    def __init__(self, ends, harm=0.0, seed=1):
        self.ends, self.harm, self.chance = ends, harm, random.Random(seed)
        self.plugged = True
        self.sent = [bytearray(), bytearray()]

    def carry(self):
        """Carry what fits into a tick, both ways."""
        for at, (end, other) in enumerate((self.ends, self.ends[::-1])):
            taken = end.sent[:BYTES_A_TICK]
            del end.sent[:BYTES_A_TICK]
            self.sent[at] += taken
            for byte in taken if self.plugged else b"":
                if self.chance.random() >= self.harm:
                    other.came.append(byte)
                elif self.chance.random() < 0.5:
                    other.came.append(byte ^ 1 << self.chance.randrange(8))

    def lines(self):
        """Return all whole lines that were sent."""
        return [line for sent in self.sent for line in bytes(sent).split(b"\n")[:-1]]


class Device(Session):
    """A session that lets both devices tick, so that a Person who waits at one lets time pass at the other, too."""

    pair = None  # Pair

    def tick(self):
        if self.pair:
            self.pair.tick()
        else:
            super().tick()

    def tick_alone(self):
        super().tick()


class Pair:
    """Two devices, one wire: `people`, a Person at each; boards: theirs."""

    def __init__(self, folder, boards=(WIRED, WIRED), harm=0.0, seed=1):
        self.folders = [folder / name for name in ("one", "two")]
        self.boards = boards
        for each in self.folders:
            each.mkdir(exist_ok=True)
        self.people = [self._switched_on(at) for at in (0, 1)]
        self.wire = Wire([person.session.wire for person in self.people], harm, seed)
        self._pair()

    def _switched_on(self, at):
        return Person(None, session=Device(self.boards[at], self.folders[at]))

    def _pair(self):
        for person in self.people:
            person.session.pair = self

    def tick(self):
        for person in self.people:
            person.session.tick_alone()
        self.wire.carry()

    def wait(self, ms):
        for _ in range(ms // 10):
            self.tick()

    def cut_power(self, at):
        """Switch a device off, at once, and on again."""
        for person in self.people:
            person.session.pair = None
        self.people[at] = self._switched_on(at)
        self.wire.ends = [person.session.wire for person in self.people]
        self._pair()

    def wait_for(self, condition, ms=20_000):
        """Wait until the condition holds."""
        for _ in range(ms // 10):
            if condition():
                return
            self.tick()
        raise AssertionError("it does not come to that: %s" % [person.screen for person in self.people])

    def begin(self, game="hex", size=None, seats=(0, -1)):
        """Begin a match at the first device, and join it at the second."""
        one, two = self.people
        one.start(game, *seats, size=size)
        self.wait_for(lambda: two.screen == "join")
        self.wait(600)
        two.take("join")
        self.wait_for(lambda: two.screen in ("play", "two presses"))

    def resign(self, at):
        """Let the person at a device, whose turn it is, give the match up."""
        person = self.people[at]
        person.hold(BACK)
        person.take("resign")
        assert person.screen == "resign"
        person.take("resign")

    def once_more(self, at):
        """Begin again at a device, once the end was looked at; the other one is asked."""
        self.wait(2000)
        self.people[at].hold(BACK)
        self.people[at].take("once more")
        self.wait_for(lambda: self.people[1 - at].screen == "join")

    def shares_one(self):
        """Return whether both devices have one match, all of it."""
        has = all(self.shares(person) for person in self.people)
        return has and len({person.app.match.shared.number for person in self.people}) == 1

    def shares(self, person):
        """Return whether this device has the match, as far as it knows."""
        match = person.app.match
        return match and match.shared and not match.shared.joins

    def moves(self):
        """Return the moves of both."""
        return [bytes(person.position.history[: person.position.plies]) for person in self.people]


class Evening:
    """Two people who play a linked match at random, in spite of what happens to wire and power.

    leaves  how often one of them begins another game, and then joins the match again
    said   what happened, in words: {words: how often}
    """

    def __init__(self, pair, seed, unpluggings=0, cuts=0, take_backs=0.0, leaves=0):
        self.pair, self.chance, self.take_backs = pair, random.Random(seed), take_backs
        self.said = {}
        self.faults = ["unplug"] * unpluggings + ["cut"] * cuts + ["leave"] * leaves
        self.chance.shuffle(self.faults)

    def note(self, what):
        self.said[what] = self.said.get(what, 0) + 1

    def play(self):
        """Play to the end."""
        pair = self.pair
        slots = [self.chance.randrange(40) for _ in self.faults]  # of the steps of the two people
        step = 0
        while not self.is_over():
            for at in self.chance.sample((0, 1), 2):
                self.act(at)
            for number, slot in enumerate(slots):
                if slot == step:
                    self.harm(self.faults[number])
            if not pair.wire.plugged and self.chance.random() < 0.3:
                pair.wire.plugged = True
            pair.wait(self.chance.choice((10, 50, 300, 1000)))
            step += 1
            if step > 3000:
                raise AssertionError(f"no end: {[(each.screen, each.text()) for each in pair.people]} {pair.moves()}")

    def is_over(self):
        return all(self.pair.shares(each) and each.position.is_over() for each in self.pair.people)

    def harm(self, fault):
        if fault != "leave":
            self.note(fault)
        if fault == "unplug":
            self.pair.wire.plugged = False
        elif fault == "cut":
            self.pair.cut_power(self.chance.randrange(2))
        else:
            one, two = self.chance.sample(self.pair.people, 2)
            # The other device has the match, so it is not lost.
            if one.screen == two.screen == "play" and all(self.pair.shares(each) for each in (one, two)):
                if not (one.position.is_over() or two.position.is_over()):
                    game = next(each for each in one.app.games if each.name == "tic-tac-toe")
                    one.app.start_match(game, (), [0, 0], one.session.now_ms)
                    self.note(fault)

    def take(self, person, name):
        """Take an entry, unless what the other device does brings another screen meanwhile."""
        screen = person.app.screen
        while person.app.screen is screen and screen.entry_name() != name:
            person.tap(RIGHT)
        if person.app.screen is screen:
            person.tap(SELECT)

    def act(self, at):
        """One of the two people does something."""
        person = self.pair.people[at]
        screen, match = person.screen, person.app.match
        if screen == "join":
            self.take(person, "join")
        elif match and not match.shared and screen in ("play", "two presses"):
            person.hold(BACK)  # the offer comes up over the pause
        elif screen in ("resume", "menu") and match and match.is_under_way():
            self.take(person, "go on")
        elif screen == "take back":
            self.note("asked")
            self.take(person, self.chance.choice(("yes", "no")))
        elif screen in ("keep which", "sign"):
            raise AssertionError(f"{screen}: {person.app.screen.words()}")
        elif screen in ("play", "two presses") and not person.position.is_over():
            if self.chance.random() < self.take_backs:
                person.tap(UNDO)
            elif not match.engine_to_move():
                position = person.position
                free = [point for point in range(position.points) if position.is_legal(point) or position.may_swap()]
                if self.chance.random() < 0.7:
                    person.play(self.chance.choice(free))
