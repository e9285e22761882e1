"""Check a proof of Hex, on a page that knows the rules of Hex and imports nothing: python check_hex.py < FILE

Side 1 joins the first row with the last, side 2 the first column with the last. A line is two sets of points, S and C:
if side 1 has S, C is free, and side 2 is to move, side 1 wins, even if all else is side 2's.
"""

TURNED = {"": lambda x, y, end: (x, y), "~": lambda x, y, end: (end - x, end - y)}  # half a turn leaves Hex as it is
EXCHANGED = {"x": lambda x, y, end: (y, x), "x~": lambda x, y, end: (end - y, end - x)}  # side 1 becomes side 2


def need(ok, why="this cannot be read"):
    if not ok:
        raise ValueError(why)


def check(rows):
    """Return what is proven; raise ValueError or LookupError if the row that was taken last is wrong."""
    end = {f"glowgrid proof 2: hex {size}": size - 1 for size in range(1, 20)}.get(next(rows, ""), -1)
    need(end >= 0, "expected 'glowgrid proof 2: hex' and a size up to 19")
    lines, claims, expected = {}, [], ["stones 1", "stones 2", "turns 12", "proof 1"]
    at = {"abcdefghijklmnopqrs"[x] + str(y + 1): (x, y) for x in range(end + 1) for y in range(end + 1)}

    def won(own):  # Stones, each beside another, lead from the first row to the last.
        group = [(x, y) for x, y in own if y == 0]
        for x, y in group:
            group += own & {(x, y - 1), (x + 1, y - 1), (x - 1, y), (x + 1, y), (x - 1, y + 1), (x, y + 1)} - {*group}
        return any(y == end for x, y in group)

    def line(word, turns):  # The number of a line above, as it is written, so that no reason goes in a circle.
        number = word.rstrip("x~")
        return [{turns[word.removeprefix(number)](x, y, end) for x, y in points} for points in lines[number]]

    for row in rows:
        words = row.split(" ")
        if expected:  # An empty field, side 1 begins. Rows of rules are for those who do not know Hex.
            need(words[0] in "points near border join symmetry exchange".split() or row == expected.pop(0))
        elif "settles" in words:  # With S and one point of each pair, whichever, side 1 has won. C are the pairs.
            stones = {at[name] for name in words[: words.index("settles")]}
            pairs = [pair.split("-") for pair in words[words.index("settles") + 1 :]]
            free = [at[name] for one, other in pairs for name in (one, other)]
            need(len({*words}) == len(words) and len({*free} - stones) == len(free) < 16, "a point twice, or 8 pairs")
            for choice in range(1 << len(pairs)):
                need(won(stones | {free[2 * i + (choice >> i & 1)] for i in range(len(pairs))}), "side 1 has not won")
            lines[str(len(lines))] = stones, {*free}
        elif words[0] == "claim":  # After legal moves the other side is to move, this side has S, and C is free.
            side, *moves, number = words[1:]
            after, by = (moves[:-2], moves[-1:]) if moves[-2:-1] == ["by"] else (moves, [])
            names, own = after[1:] + by, {"1": set(), "2": set()}
            need(after[:1] == ["after"][: len(after[1:])], "expected 'after' and moves, 'by' and a move")
            for ply, name in enumerate(names):
                need(not won(own["1"]) and not won({(y, x) for x, y in own["2"]}), "somebody has won before")
                own["12"[ply % 2]].add(at[name])
            stones, free = line(number, TURNED if side == "1" else EXCHANGED)
            need(side == "21"[len(names) % 2] and len({*names}) == len(names), "another turn, or a point twice")
            need(stones <= own[side] and not free & (own["1"] | own["2"]), "the line needs other stones or free points")
            claims.append(" ".join([side, "wins", *after]))
        elif words[0] == "end":
            need(claims and row == "end " + ", ".join(claims) and not [*rows], "not all that is proven, and no more")
            return claims
        else:  # No point is in all k + C', so one line needs nothing that side 2 takes; side 1 plays its key k.
            replies = [({at[key]}, *line(word, TURNED)) for key, word in zip(words[::2], words[1::2], strict=True)]
            need(not any(key & free for key, own, free in replies), "a key that its line needs free")
            need(not set.intersection(*[key | free for key, own, free in replies]), "a point is in all replies")
            stones = set().union(*[own - key for key, own, free in replies])
            free = set().union(*[key | free for key, own, free in replies])
            need(not stones & free, "a stone on a point that has to be free")
            lines[str(len(lines))] = stones, free
    raise ValueError("cut off")


if __name__ == "__main__":
    rows = open(0, errors="replace").read().splitlines() or [""]
    try:
        print(", ".join(check(left := iter(rows))), "is proven")
    except (LookupError, ValueError) as error:
        raise SystemExit(f"row {len(rows) - len([*left])}: {'no ' * isinstance(error, LookupError)}{error}") from None
