"""Write proofs by lines with carriers, the second format: of a position, or of every first move on an empty field."""

from . import check_carriers, hex_process
from .carriers import Lines
from .header import SECOND, stated
from .hex_process import HexProcess
from .must_play import Maker
from .searched import Searched
from .strategy import OutOfTime, TooMany
from .symmetry import exchanges
from .tables import bits, by_bytes, family_of, tables_of, turned_by

MOST_OF_A_MAP = 4_000  # positions, where a rival that joins nothing may still hold: other searches are quicker then


def fits(position):
    """Return whether lines can have carriers: two sides that join borders, without rings, on one map."""
    return family_of(position) == "groups" and position.sides == 2 and not position.tables.rings


def header(position, title):
    """Return the head of a proof: at most one symmetry, and one exchange of the sides."""
    tables = tables_of(position)
    rows = stated(position, SECOND + title)
    for word, order in ("symmetry", symmetry_of(tables)), ("exchange", exchange_of(position)):
        if order:
            rows.append(f"{word} " + " ".join(tables.names[p] for p in order))
    return rows


def symmetry_of(tables):
    """Return the symmetry that `~` stands for, which undoes itself, or None."""
    return next((order for order in tables.symmetries[1:] if _undoes_itself(order)), None)


def exchange_of(position):
    """Return the order of the points that exchanges the goals of the sides, and undoes itself, or None."""
    return next((order for order in exchanges(position) if _undoes_itself(order)), None)


def _undoes_itself(order):
    return all(order[q] == p for p, q in enumerate(order))


def would_be_native(position):
    """Return whether unix MicroPython can make the lines, if it is there: of Hex, up to 7x7."""
    return fits(position) and hex_process.fits(tables_of(position))


def natively(position):
    """Return whether unix MicroPython makes the lines, with the handheld's solver; else a Solver does, here."""
    return hex_process.there() and would_be_native(position)


def proof_of(position, title, most, watch, openings=False, native=None, ended=lambda error: None):
    """Return (claims, text) that check_carriers accepts, or None if no such lines show who wins.

    openings: who wins after each first move, in one file, of those that are settled before the time (`watch` raises
    OutOfTime) or the memory is over; `ended` is then called with that error. Else who wins.
    native: whether on unix MicroPython, whatever `most` is; None: if that can be done. watch: called with the number of
    positions met, or a text. Raise TooMany or OutOfTime if nothing is settled.
    """
    if not fits(position) or position.is_over():
        return None
    native = natively(position) if native is None else native
    most = most if exchange_of(position) else min(most, MOST_OF_A_MAP)
    for sure in (True, False):
        book = _Book(position, sure, most, watch, native)
        try:
            found = book.after_each(ended) if openings else book.from_here()
        except TooMany:
            if most == MOST_OF_A_MAP:
                return None
            raise
        finally:
            book.close()
        if not found:
            return None
        text = "\n".join([*header(position, title), *book.written(found)]) + "\n"
        try:
            proof, _ = check_carriers.check(text.splitlines())
        except check_carriers.Bad:
            if native or not sure:
                raise
            continue
        return proof.claims, text
    return None


class _Book:
    """The lines of both sides, and claims that they prove: (side, moves, key or None, number, marks)."""

    def __init__(self, position, sure, most, watch, native):
        self.tables = tables_of(position)
        self.order, self.exchange = symmetry_of(self.tables), exchange_of(position)
        if any(self.tables.stones):
            self.exchange = None
        self.mover = position.to_move
        self._makers, self._sure, self._most, self._watch, self._native = {}, sure, most, watch, native
        self._settled = ""
        self.first = sorted(range(self.tables.points), key=lambda p: self.tables.remoteness[p])

    def _maker(self, side):
        if side not in self._makers:
            self._makers[side] = self._new(side)
        return self._makers[side]

    def _new(self, side):
        image = by_bytes(self.order) if self.order else None
        turn = (lambda mask: turned_by(image, mask)) if image else None
        if self._native:
            return HexProcess(self.tables, side, turn, lambda text: self._watch(self._settled + text))
        lines = Lines(turn)
        oracle = Searched(self.tables, side, self._sure, lines.turn, self._most, self._watch)
        return Maker(lines, oracle)

    def close(self):
        """End the processes."""
        for maker in self._makers.values() if self._native else ():
            maker.close()

    def from_here(self):
        """Return the claim of who wins, or none."""
        mover, rival = self.mover, 3 - self.mover
        own, theirs = self.tables.stones[mover - 1], self.tables.stones[rival - 1]
        free = self.tables.full & ~(own | theirs)
        key = self._maker(mover).key(own, free, self.first)
        if key is not None:
            return [(mover, (), key, *self._line(mover, own | 1 << key, free & ~(1 << key)))]
        if self._maker(rival).wins(theirs, free) is not None:
            return [(rival, (), None, *self._line(rival, theirs, free))]
        return []

    def _line(self, side, own, free):
        """Return (number, marks) of a line within these stones and free points, which are enough."""
        number, turned = self._maker(side).line(own, free)
        return number, "~" * turned

    def after_each(self, ended):
        """Return a claim of who wins after each first move; none where lines show no win, or the search has ended.

        Raise the error that has ended it if there is no claim, else call `ended` with it.
        """
        found, over = {}, None
        stones = self.tables.stones
        free = self.tables.full & ~(stones[0] | stones[1])
        alike = None if any(stones) or not self._commute() else self.order
        for p in self.first:
            if alike and alike[p] in found:
                side, _, key, number, marks = found[alike[p]]
                turned = {"": "~", "~": "", "x": "x~", "x~": "x"}[marks]
                found[p] = side, (p,), None if key is None else alike[key], number, turned
            elif free >> p & 1 and not over:
                self._settled = f"{len(found)} of {free.bit_count()} first moves, "
                try:
                    claim = self._after(p, free & ~(1 << p))
                except (OutOfTime, TooMany) as error:
                    claim, over = None, error
                if claim:
                    found[p] = claim
        if over and not found:
            raise over
        if over:
            ended(over)
        return [found[p] for p in sorted(found)]

    def _commute(self):
        """Return whether turning, then exchanging, is the same as exchanging, then turning."""
        order, exchange = self.order, self.exchange
        return not order or not exchange or all(order[q] == exchange[order[p]] for p, q in enumerate(exchange))

    def _after(self, p, free):
        mover, rival = self.mover, 3 - self.mover
        own, theirs = self.tables.stones[mover - 1] | 1 << p, self.tables.stones[rival - 1]
        if self._maker(mover).wins(own, free) is not None:
            return (mover, (p,), None, *self._line(mover, own, free))
        for key in self.first:
            if free >> key & 1:
                line = self._answer(rival, theirs | 1 << key, free & ~(1 << key))
                if line:
                    return rival, (p,), key, *line
        return None

    def _answer(self, side, own, free):
        """Return (number, marks) of a line, perhaps one of the other side exchanged, or None if these do not win."""
        if not self.exchange:
            return None if self._maker(side).wins(own, free) is None else self._line(side, own, free)
        own, free = (sum(1 << self.exchange[p] for p in bits(mask)) for mask in (own, free))
        if self._maker(3 - side).wins(own, free) is None:
            return None
        number, turned = self._line(3 - side, own, free)
        return number, "x" + turned

    def written(self, found):
        """Return the rows of the lines that these claims need, then of the claims, then the end."""
        names, rows, places, ends = self.tables.names, [], {}, []
        for side in (1, 2):
            if (maker := self._makers.get(side)) is None:
                continue
            used = [number for whose, _, _, number, marks in found if (3 - whose if "x" in marks else whose) == side]
            needed = maker.lines.needed(used)
            first = len(places)
            places |= {(side, number): at for at, number in enumerate(needed, first)}
            if needed:
                rows += [f"proof {side}", *maker.lines.written(names, needed, first)]
        for side, moves, key, number, marks in found:
            after = ["after", *(names[p] for p in moves)] if moves else []
            by = [] if key is None else ["by", names[key]]
            place = places[3 - side if "x" in marks else side, number]
            rows.append(" ".join(["claim", str(side), *after, *by, f"{place}{marks}"]))
            ends.append(" ".join([f"{side} wins", *after]))
        return [*rows, "end " + ", ".join(ends)]
