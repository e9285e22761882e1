"""Pack a proof by lines with carriers for the device, whose reader states the format; and take it out again.

The packed file has S and C of each line, and no replies: those are found again among the lines with smaller carriers.
"""

from binascii import crc32

from glowgrid.search.groups.proof_book import LINE, MASK, MOST_PAIRS, MOST_POINTS, REPLIES

from . import check_carriers
from .accepted import Bad, accepted
from .carriers import Carried
from .tables import bits


class Unfit(ValueError):
    """A proof that cannot be packed, or no packed proof; the message is one line."""


def packed_if_accepted(text):
    """Return (title, bytes) of a proof that both checkers accept; Unfit for any other."""
    try:
        return accepted(text)[0], packed(text)
    except Bad as bad:
        raise Unfit("line {}: {}".format(*bad.args)) from None


def packed(text):
    """Return the bytes of a proof that side 1 wins with its first stone; check_carriers.Bad if it is none."""
    rows = text.splitlines()
    proof, head = check_carriers.check(rows)
    points = len(proof.at)
    other_stones = proof.turns != "12" or any(proof.stones.values())
    if proof.claims != ["1 wins"] or other_stones or any(side != "1" for _, _, side in proof.lines):
        raise Unfit("expected a proof that side 1 wins from the empty field, and no other")
    if points > MOST_POINTS or proof.orders.get("symmetry") != [*reversed(range(points))]:
        raise Unfit(f"expected Hex with at most {MOST_POINTS} points, and half a turn as its symmetry")
    body = rows[rows.index("proof 1", len(head)) + 1 :]
    found = {}
    for (stones, free, _), row in zip(proof.lines, body):
        _, settles, rest = row.partition("settles")
        pairs = [tuple(sorted(proof.at[name] for name in pair.split("-"))) for pair in rest.split()]
        found.setdefault((stones, free), Carried(stones, free, tuple(sorted(pairs)) if settles else None, ()))
    lines = sorted(found.values(), key=lambda line: (line.free.bit_count(), line.free, line.stones))
    if lines[-1].stones.bit_count() != 1:
        raise Unfit("its first stone is not what its last line needs")
    return _file(points, lines)


def _file(points, lines):
    pairs = sorted({pair for line in lines for pair in line.pairs or ()})
    if len(pairs) > MOST_PAIRS or len(lines) > 0xFFFF:
        raise Unfit(f"{len(pairs)} different pairs, {len(lines)} lines: at most {MOST_PAIRS} and 65535")
    number = {pair: at for at, pair in enumerate(pairs)}
    data = bytearray([points]) + len(pairs).to_bytes(2, "little") + len(lines).to_bytes(2, "little")
    data += bytes(point for pair in pairs for point in pair)
    for stones, free, those, _ in lines:
        kind, rest = REPLIES, free.to_bytes(MASK, "little")
        if those is not None:
            kind, rest = len(those), bytes(number[pair] for pair in those)
        data += (stones | kind << MOST_POINTS).to_bytes(MASK, "little") + rest.ljust(LINE - MASK, b"\0")
    return bytes(data + crc32(data).to_bytes(4, "little"))


def lines_of(data):
    """Return (the number of points, the lines) of a packed proof, as Carried without replies."""
    count, lines = int.from_bytes(data[3:5], "little"), []
    start = 5 + 2 * int.from_bytes(data[1:3], "little")
    if len(data) != start + LINE * count + 4 or crc32(data[:-4]) != int.from_bytes(data[-4:], "little"):
        raise Unfit("no packed proof, or damaged")
    if not 0 < data[0] <= MOST_POINTS or max(data[5:start], default=0) >= data[0]:
        raise Unfit("a packed proof with a point that it does not have")
    pairs = [*zip(data[5:start:2], data[6:start:2])]
    for number, at in enumerate(range(start, len(data) - 4, LINE)):
        mask, rest = int.from_bytes(data[at : at + MASK], "little"), data[at + MASK : at + LINE]
        stones, kind, those = mask & (1 << MOST_POINTS) - 1, mask >> MOST_POINTS, None
        if kind == REPLIES:
            free = int.from_bytes(rest[:MASK], "little")
        elif kind > len(rest) or max(rest[:kind], default=-1) >= len(pairs):
            raise Unfit(f"line {number}: it has not so many pairs")
        else:
            those = tuple(pairs[number] for number in rest[:kind])
            free = sum(1 << p for p in {p for pair in those for p in pair})
        if (stones | free) >> data[0] or any(rest[MASK if those is None else kind :]):
            raise Unfit(f"line {number}: a point too many")
        lines.append(Carried(stones, free, those, ()))
    return data[0], lines


def unpacked(data, head):
    """Return the text of a packed proof; head: the rows that state the game and the position (carried.header)."""
    points, lines = lines_of(data)
    names = [name for name in head[1].split()[1:] if name != "/"]
    if len(names) != points:
        raise Unfit(f"a proof of {points} points; this game has {len(names)}")
    return with_replies(lines, head)


def with_replies(lines, head):
    """Return the text of a proof that side 1 wins by these lines, as Carried; replies are found among the earlier ones.

    head: as in `unpacked`. Unfit for the first line that none make.
    """
    names = [name for name in head[1].split()[1:] if name != "/"]
    points = len(names)
    half_turn = "symmetry " + " ".join(reversed(names)) in head
    earlier, rows = [], [*head, "proof 1"]
    for number, (stones, free, pairs, _) in enumerate(lines):
        if pairs is None:
            replies = _replies(stones, free, earlier)
            if not replies:
                raise Unfit(f"line {number + 1}: no replies make it")
            words = [word for key, name in replies for word in (names[key], name)]
        else:
            words = [names[p] for p in bits(stones)] + ["settles", *(f"{names[a]}-{names[b]}" for a, b in pairs)]
        rows.append(" ".join(words))
        earlier.append((stones, free, str(number)))
        if half_turn:
            earlier.append((_turned(points, stones), _turned(points, free), f"{number}~"))
    if not lines or lines[-1].stones.bit_count() != 1:
        raise Unfit("the last line is not of the first stone")
    rows.append(f"claim 1 by {names[lines[-1].stones.bit_length() - 1]} {len(lines) - 1}")
    return "\n".join([*rows, "end 1 wins", ""])


def _turned(points, mask):
    return sum(1 << points - 1 - p for p in bits(mask))


def _replies(stones, free, earlier):
    """Return (key, name of its line) of replies among earlier lines that make this line; () if none do."""
    found, own, carrier, common = [], 0, 0, -1
    for its_stones, its_free, name in reversed(earlier):
        keys = its_stones & ~stones
        if its_free & ~free or keys & (keys - 1) or keys & ~free:
            continue
        for key in bits(keys) if keys else bits(free & ~its_free):
            all_free = its_free | 1 << key
            if all_free & ~carrier or common & ~all_free or its_stones & ~keys & ~own:
                found.append((key, name))
                own, carrier, common = own | its_stones & ~keys, carrier | all_free, common & all_free
        if not common and (own, carrier) == (stones, free):
            return found
    return ()
