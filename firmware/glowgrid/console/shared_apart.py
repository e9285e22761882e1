"""A phantom game on two devices: each holds its own side's stones alone, and none can be read from the wire.

In place of moves the journal has seals (sealed.py), with one byte more: whether the stone wins. The device that is to
move asks about a point all the time, mostly about none: so the other one does not learn how often its person tried. At
the end both say their moves and keys; the two halves must be one legal game, and every seal must open.
"""

import binascii
import os

from glowgrid.console.screen import NO_POINT
from glowgrid.console.sealed import BYTES, PRIME, Power, as_bytes, as_text, inverse, is_number, key_of, number_of
from glowgrid.console.seats import Person
from glowgrid.console.shared import RESIGNS, Away, Shared, replace
from glowgrid.rules.apart import Apart, joined

_SEAL, _QUESTION, _ANSWER, _KEY, _MOVES = "+", "?", "!", "key", "moves"  # kinds of lines
_BITS = 16  # of a power in a tick, 3 to 6 ms on the Pico


class Question:
    """About a point, or about none: then the answer tells nothing.

    asked     the number to say, once it is known; told   what is left of the answer, once it is known
    """

    def __init__(self, number, point):
        """number: of the match. point: or NO_POINT."""
        self.point = point
        self._power = key_of(os.urandom(BYTES))
        if point != NO_POINT:
            base = number_of(number, point)
        else:
            base = key_of(os.urandom(BYTES)) ** 2 % PRIME  # a square, too
        self._work = Power(base, self._power)
        self.asked = self.told = 0

    def work(self):
        """Go on; return whether there is something new."""
        if self._work and self._work.step(_BITS):
            if self.asked:
                self.told = self._work.value
            else:
                self.asked = self._work.value
            self._work = None
            return True
        return False

    def answered(self, number):
        """The other device has answered."""
        if self.asked and not self.told and not self._work:
            self._work = Power(number, inverse(self._power))


class SharedApart(Shared):
    """See Shared. One side plays here.

    seals     the journal
    """

    WIDTH = BYTES + 1

    def __init__(self, number, away, swap=None):
        super().__init__(number, away, swap=swap)
        self.referee = Referee(self)
        self.seals = bytearray()
        self._key = key_of(os.urandom(BYTES))
        self._question = self._sealing = None  # Question; Power
        self._reply = None  # [number asked by the other device, Power, whether that is done]
        self._own = b""  # the moves made here, once the halves are joined
        self._next_seal = -1, b""  # heard: which one, and the seal
        self._told = {}  # moves and key of the other device, once they are said
        self._opening = None  # what opens the seals of the other device, step by step

    def begin(self, match):
        if type(match.position) is not Apart and not match.position.is_over():
            side = 3 - min(self.away)
            replace(match, Apart(match.position.truth, side))

    # Saves --------------------------------------------------------------------------------------

    def keep(self, match, record):
        super().keep(match, record)
        record["sealed"] = self._sealed(match)
        if type(match.position) is Apart:
            record["moves"] = []  # they are in there

    def _sealed(self, match):
        """Return key, seals, and the moves made here."""
        return [
            as_text(self._key),
            binascii.hexlify(self.seals).decode(),
            binascii.hexlify(self._moves(match)).decode(),
        ]

    def restore(self, match, sealed):
        """Bring the match to where the save has left it. ValueError if it makes no sense."""
        key, seals, own = (binascii.unhexlify(each) for each in sealed)
        self._key, self.seals = int.from_bytes(key, "big"), bytearray(seals)
        position = match.position
        if type(position) is not Apart:
            self._own = own
            return
        made, placed = 0, 0
        while placed < len(seals) or made < len(own):
            if position.to_move != position.side:
                position.other_moved(seals[placed + BYTES] == 1)
                placed += self.WIDTH
                continue
            if made == len(own) or not position.play(own[made] & 127):
                raise ValueError("an illegal move")
            position.answer(own[made] > 127)
            placed += 0 if own[made] > 127 else self.WIDTH
            made += 1

    def _moves(self, match):
        return self._own if type(match.position) is not Apart else match.position.own_moves()

    # Saying and hearing -------------------------------------------------------------------------

    def journal(self, match):
        return bytes(self.seals) + (bytes((RESIGNS,)) * self.WIDTH if self.resigned else b"")

    def key(self, match):
        question, reply = self._question, self._reply
        asks = question and (question.asked, question.told)
        return super().key(match) + (len(self.seals), asks, reply and (reply[0], reply[2]), type(match.position))

    def lines(self, match):
        lines, number, width = [self.words(match)], "%08x" % self.number, self.WIDTH
        at, journal = self.base(match), self.journal(match)
        if at * width < len(journal):
            lines.append((number, _SEAL, str(at), _text(journal[at * width : (at + 1) * width])))
        if match.position.is_over():
            lines.append((number, _KEY, _text(as_bytes(self._key))))
            lines.append((number, _MOVES, _text(self._moves(match))))
        elif self._question and self._question.asked and not self._question.told:
            lines.append((number, _QUESTION, _text(as_bytes(self._question.asked))))
        if self._reply and self._reply[2] and not match.position.is_over():
            lines.append((number, _ANSWER, _mark(self._reply[0]), _text(as_bytes(self._reply[1].value))))
        return lines

    def hear(self, words):
        """Enter a line that is no state; ValueError if it makes no sense."""
        kind = words[2]
        if kind == _SEAL:
            self._next_seal = int(words[3]), _bytes(words[4])
        elif kind in (_KEY, _MOVES):
            self._told[kind] = _bytes(words[3])
        elif kind == _QUESTION:
            number = _number(words[3])
            if number and (not self._reply or self._reply[0] != number):
                self._reply = [number, Power(number, self._key), False]
        elif kind == _ANSWER and self._question and words[3] == _mark(self._question.asked):
            number = _number(words[4])
            if number:
                self._question.answered(number)

    def has_news(self, match):
        return self.news(match) is not None

    def news(self, match):
        """Return something if there is a seal that this device lacks, or it has joined."""
        entry = self.lacks(match)
        return entry[0] if entry else self.joined(match)

    def lacks(self, match):
        at, seal = self._next_seal
        return seal if at * self.WIDTH == len(self.seals) and len(seal) == self.WIDTH and self.agrees(match) else b""

    def follow(self, match):
        entry = self.lacks(match)
        if not entry:
            self.sit(match)
        elif entry[0] == entry[-1] == RESIGNS:
            self.resign(match)
        else:
            self.seals += entry
            match.position.other_moved(entry[BYTES] == 1)

    # Questions ------------------------------------------------------------------------------------

    def awaits(self, match):
        position = match.position
        asks = type(position) is Apart and position.trying >= 0
        if asks:  # the other device has the seat until it has answered
            match.sitting[position.side - 1] = self.referee
        return asks

    def work(self, match):
        """Compute a little. Return whether the match has changed: its halves were joined."""
        position, reply = match.position, self._reply
        if type(position) is not Apart or self.joins:  # what is answered must outlast a power cut
            return False
        if position.is_over():
            return self._joins(match)
        if position.to_move == position.side:
            self._ask(position)
        if reply and not reply[2] and reply[1].step(_BITS):
            reply[2] = self.urgent = True
        return False

    def _ask(self, position):
        question = self._question
        if self._sealing:
            self._sealing.step(_BITS)
        elif not question or question.told and not self._is_of(position):
            self._question = Question(self.number, position.trying if position.trying >= 0 else NO_POINT)
        elif question.work():
            self.urgent = not question.told
            if question.told and self._is_of(position) and not self.is_taken():
                self._sealing = Power(number_of(self.number, position.trying), self._key)

    def _is_of(self, position):
        """Return whether the question is about the point that is tried."""
        return position.trying >= 0 and self._question.point == position.trying

    def is_answered(self, position):
        """Return whether it is known whether a stone is on the point that is tried."""
        question = self._question
        if not (question and question.told and self._is_of(position)):
            return False
        return self.is_taken() or bool(self._sealing) and self._sealing.step(0)

    def is_taken(self):
        """Return whether the point of the question, which has been answered, is among the stones of the other side."""
        told = as_bytes(self._question.told)
        for at in range(0, len(self.seals), self.WIDTH):
            if self.seals[at : at + BYTES] == told:
                return True
        return False

    def settle(self, match):
        """Make the move that was tried, or enter the stone that is there."""
        position, taken = match.position, self.is_taken()
        position.answer(taken)
        match.sitting[position.side - 1] = Person()
        if not taken:
            self.seals += as_bytes(self._sealing.value) + bytes((position.winner == position.side,))
        self._question = self._sealing = None

    # The end -------------------------------------------------------------------------------------

    def _joins(self, match):
        """Join the halves, step by step; return whether they have been."""
        if self.faulty or len(self._told) < 2:
            return False
        if not self._opening:
            self._opening = self._open(match, self._told[_MOVES], self._told[_KEY])
        for is_right in self._opening:
            if is_right is None:
                return False
            self.faulty = not is_right
            return is_right
        return False

    def _open(self, match, other, key):
        """Yield None step by step; at last whether all is right."""
        position, power = match.position, int.from_bytes(key, "big")
        own = position.own_moves()
        placed = [move for move in other if move < 128]
        first = 0 if position.side == 2 else self.WIDTH
        theirs = [bytes(self.seals[at : at + BYTES]) for at in range(first, len(self.seals), 2 * self.WIDTH)]
        if len(placed) != len(theirs):
            yield False
            return
        for move, seal in zip(placed, theirs):
            opening = Power(number_of(self.number, move), power)
            while not opening.step(_BITS):
                yield None
            if as_bytes(opening.value) != seal:
                yield False
                return
        whole = joined(match.game.setup(match.size), (own, other) if position.side == 1 else (other, own))
        if not whole or not self.resigned and whole.winner != position.winner:
            yield False
            return
        if self.resigned:
            whole.winner = position.winner
        self._own = own
        replace(match, whole)
        yield True


class Referee(Away):
    """The other device, while it is asked about a point."""

    def __init__(self, shared):
        super().__init__()
        self._shared = shared

    def looking_at(self, match):
        return match.position.trying

    def step(self, match):
        return self._shared.is_answered(match.position)

    def play(self, match):
        self._shared.settle(match)


def _text(data):
    return binascii.b2a_base64(data).decode().rstrip()


def _bytes(text):
    """Return what a text of `_text` stands for; ValueError if it is none.

    In browsers MicroPython reads such texts only as bytes, and its own faults are no ValueError.
    """
    try:
        return binascii.a2b_base64(text.encode())
    except Exception:
        raise ValueError


def _mark(number):
    """Return what an answer names its question by."""
    return as_text(number)[:8]


def _number(text):
    """Return the number that another device says, or 0."""
    number = int.from_bytes(_bytes(text), "big")
    return number if is_number(number) else 0
