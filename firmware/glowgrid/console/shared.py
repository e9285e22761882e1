"""A match that two devices share: what it is called, which sides play on the other device, and what that one knows.

Each device keeps the whole match in its own save. The device whose side is to move is the only one that changes the
match, so its states follow one another in one line, and a device is only ever behind. What it hears is a `Heard`: the
other's state, and the moves that it thinks are missing here. A state is (epoch, journal): moves taken back raise the
epoch, and `cut` says how many moves were left.
"""

import binascii

from micropython import const

from glowgrid.console.screen import NO_POINT
from glowgrid.console.seats import PERSON, Person
from glowgrid.rules.game import size_name

# What a device says besides: may I take back; yes; no; the match is over; a person here has asked the engine; I join,
# and may lack moves; I have heard that.
ASK, YES, NO, OVER, HELP, JOINS, KEEPS = "u", "y", "n", "o", "h", "j", "k"
RESIGNS = 255  # in a journal, after the last move: the side to move resigns
_TAKEN_BACK = const(256)  # news: moves were taken back
_JOINED = const(257)  # this device has all moves, and the other one knows
_PART = const(32)  # bytes of moves in a frame, but one move at least
NUMBERS = (1 << 29) - 1  # those of matches


class Heard:
    """What the other device says of its match; ValueError if the words make no sense.

    number, game, size, swap   which match; size as people type it, "-" if there is none
    sides       the sides that play over there, a set
    epoch, cut  how often moves were taken back; how many were left the last time
    base, base_check, plies, check
                how many moves both should have, and their checksum; how many it has, and theirs
    moves       bytes, those after the first `base`
    says        letters, see above
    """

    def __init__(self, words):
        number, self.game, self.size, swap, sides, epoch, cut, base, base_check, plies, check = words[:11]
        moves, self.says = words[11:]
        self.number = int(number, 16)
        self.swap = swap == "s"
        self.sides = {int(side) for side in sides if side in "123"}
        self.epoch, self.cut, self.base, self.plies = int(epoch), int(cut), int(base), int(plies)
        self.base_check, self.check = int(base_check, 16), int(check, 16)
        self.moves = b"" if moves == "-" else binascii.unhexlify(moves)
        numbers = self.number, self.epoch, self.cut, self.base, self.plies
        if len(self.sides) != len(sides) or not sides or min(numbers) < 0 or max(numbers) > NUMBERS:
            raise ValueError


class Shared:
    """match.shared.

    number    of the match, the same on both devices
    away      the sides that play on the other device, a set
    epoch, cut  how often moves were taken back; how many were left the last time
    heard     what the other device said last of this match, or None
    urgent    whether there is something new to say
    resigned  whether the side to move has given the match up
    faulty    whether the two halves of a game that hides stones make no legal game
    joins     whether this device has joined, and may lack moves: until it has all, none is made or saved here
    left      meanwhile: the number of the match that was left for this one, which is taken up again if the other device
              has left this one for that; or None
    asked, refused  the state in which this device has asked for moves back; that in which it was refused
    answer    (YES or NO, the state that the other device has asked in), what this one answers, or None
    helped    whether a person here has asked the engine for advice since power-up
    help_heard, help_unsaid  whether the other device says that of its person; whether that is still to be said here
    """

    WIDTH = 1  # bytes of a move in the journal
    urgent = faulty = resigned = helped = help_heard = help_unsaid = joins = False

    def __init__(self, number, away, epoch=0, cut=0, swap=None):
        """swap: whether the swap rule holds, as the other device says; None: as it does here."""
        self.number, self.away, self.swap = number, set(away), swap
        self.epoch, self.cut = epoch, cut
        self.heard = None
        self._looked, self._is_news = None, False  # of which Heard it is known whether there is news
        self.asked = self.refused = self.answer = self.left = None

    def begin(self, match):
        """The match is shared from now on."""

    def keep(self, match, record):
        """Enter what the save of the match keeps of this."""
        record["link"] = [self.number, self.epoch, self.cut, sum([1 << side for side in self.away])]
        if self.resigned:
            record["resigned"] = True

    def resign(self, match):
        """Let the side to move give the match up, one of two sides."""
        self.resigned = True
        match.position.winner = 3 - match.position.to_move

    # What this device says -----------------------------------------------------------------------

    def journal(self, match):
        """Return the moves of the match, a byte each."""
        made = bytes(match.position.history[: match.position.plies])
        return made + bytes((RESIGNS,)) if self.resigned else made

    def key(self, match):
        """Return all that `lines` depends on."""
        heard, position = self.heard, match.position
        return (
            (self.number, self.epoch, position.plies, position.winner, self.resigned, self.helped),
            (self.asked, self.refused, self.answer, self.joins),
            heard and (heard.epoch, heard.plies, JOINS in heard.says),
        )

    def lines(self, match):
        """Return what to say: for each line its words."""
        return [self.words(match)]

    def hear(self, words):
        """Enter a line that is no state (shared_apart.py)."""

    def base(self, match):
        """Return how many moves both devices have, if the match of the other one is this one."""
        heard = self.heard
        return heard.plies if heard and heard.epoch == self.epoch and heard.plies <= self.state(match)[1] else 0

    def words(self, match):
        """Return the words of its state: which match, where it is, and what the other device lacks of it."""
        journal, width = self.journal(match), self.WIDTH
        made = len(journal) // width
        base = self.base(match)
        moves = journal[base : base + _PART] if width == 1 else b""  # others have lines of their own
        return (
            ("%08x" % self.number,)
            + _about(match)
            + (
                "".join([str(side) for side in sorted(self.here(match))]),
                str(self.epoch),
                str(self.cut),
                str(base),
                "%08x" % self.check_of(match, journal[: base * width]),
                str(made),
                "%08x" % self.check_of(match, journal),
                binascii.hexlify(moves).decode() or "-",
                self._says(match) or "-",
            )
        )

    def check_of(self, match, moves):
        """Return the checksum of moves of this match, bytes."""
        return binascii.crc32(moves, binascii.crc32(" ".join(_about(match)).encode()))

    def _says(self, match):
        state = self.state(match)
        says = OVER if match.position.is_over() else ""
        if self.asked == state != self.refused:
            says += ASK
        if self.answer and self.answer[1] == state:
            says += self.answer[0]
        if self.joins:
            says += JOINS
        elif self.heard and JOINS in self.heard.says:
            says += KEEPS
        return says + HELP if self.helped else says

    def state(self, match):
        return self.epoch, len(self.journal(match)) // self.WIDTH

    # What it hears ------------------------------------------------------------------------------

    def agrees(self, match):
        """Return whether what was heard and this match can be one: one of them begins with the other."""
        heard = self.heard
        if not heard or heard.epoch < self.epoch or self.joins and heard.epoch != self.epoch:
            return True
        journal, width = self.journal(match), self.WIDTH
        made = len(journal) // width
        if heard.sides & set(range(1, match.game.sides + 1)) != self.away or heard.epoch > self.epoch + 1:
            return False
        if heard.epoch == self.epoch and heard.plies <= made:
            return self.check_of(match, journal[: heard.plies * width]) == heard.check
        if heard.base > made:  # it has not heard yet where this one is
            return True
        after = journal[heard.base * width : None if heard.epoch == self.epoch else heard.cut * width]
        same = heard.moves[: len(after)] == after[: len(heard.moves)]
        return same and self.check_of(match, journal[: heard.base * width]) == heard.base_check

    def lacks(self, match):
        """Return the next entry of the journal that this device lacks, bytes; b"" if none was heard."""
        heard, width = self.heard, self.WIDTH
        if heard and heard.epoch == self.epoch and self.agrees(match):
            at = len(self.journal(match)) - heard.base * width
            if 0 <= at <= len(heard.moves) - width:
                return heard.moves[at : at + width]
        return b""

    def news(self, match):
        """Return what happened next in this match: a move, RESIGNS, ...; None: nothing."""
        heard = self.heard
        if self.faulty or not heard:
            return None
        if self.joins and heard.epoch != self.epoch:
            return _TAKEN_BACK
        if heard.epoch == self.epoch + 1 and self.agrees(match) and heard.cut <= match.position.plies:
            return _TAKEN_BACK
        entry = self.lacks(match)
        return entry[0] if entry else self.joined(match)

    def joined(self, match):
        """Return _JOINED if this device has all moves and the other one knows; people move from then on."""
        heard = self.heard
        if not (self.joins and heard and KEEPS in heard.says and self.agrees(match)):
            return None
        return _JOINED if self.state(match) == (heard.epoch, heard.plies) else None

    def sit(self, match):
        """Let people sit on the sides that play here."""
        self.joins, self.left = False, None
        for side in self.here(match):
            match.sitting[side - 1] = Person()

    def follow(self, match):
        """Do that here. What cannot be done makes the match faulty."""
        news = self.news(match)
        if news == _TAKEN_BACK:
            self.cut_to(match, 0 if self.joins else self.heard.cut)
            self.epoch = self.heard.epoch
        elif news == _JOINED:
            self.sit(match)
        elif news == RESIGNS and match.game.sides == 2:
            self.resign(match)
        elif news is not None and not match.position.play(news):
            self.faulty = True

    def forget(self):
        """The match has changed: look again at what was heard."""
        self._looked = None

    def has_news(self, match):
        """Return whether there is any; nothing is computed twice of what was heard once."""
        if self._looked is not self.heard:
            self._looked = self.heard
            self._is_news = self.news(match) is not None
        return self._is_news

    # A game that hides stones: shared_apart.py ----------------------------------------------------

    def awaits(self, match):
        """Return whether the other device is asked about a point."""
        return False

    def work(self, match):
        """Compute a little of what is asked or answered. Return whether the match has changed."""
        return False

    def here(self, match):
        """Return the sides that play on this device."""
        return {side for side in range(1, match.game.sides + 1) if side not in self.away}

    def cut_to(self, match, left):
        """Take moves back until so many are left."""
        while match.position.plies > left:
            match.position.undo()
        self.cut = left


class Away(Person):
    """The seat of a side that plays on the other device."""

    is_person = False
    hurried = False
    level = PERSON

    def looking_at(self, match):
        return NO_POINT

    def begin(self, match):
        """It moves when it is heard."""

    def step(self, match):
        return match.shared.has_news(match)

    def play(self, match):
        shared = match.shared
        shared.follow(match)
        if shared.joins and match.position.is_over():
            shared.sit(match)
        shared.forget()


def _about(match):
    """Return game, size and swap rule in words."""
    return match.game.name, size_name(match.size) or "-", "s" if match.position.swap_rule else "-"


def replace(match, position):
    """Let the match go on with another position of the same game, under the same swap rule."""
    position.swap_rule = match.position.swap_rule
    match.position = position
