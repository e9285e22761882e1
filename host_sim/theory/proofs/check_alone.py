"""Check a proof by the rules that its file states; this imports nothing. Use: python check_alone.py < FILE"""

# The words of the rules, symmetries last; after each come numbers, at most as many as it says here, then points.
RULES = {"line": 1, "near": 0, "hole": 0, "border": 1, "join": 99, "ring": 0, "stones": 1, "turns": 1, "symmetry": 0}
MOST_PAIRS = 7  # of a line: every choice of one point from each pair is tried


class Bad(Exception):
    """A line of a proof that is wrong: (its number, why)."""


def read(text, actions=(), keeps=None):
    """Return (names of moves, rules, proofs, number of the last line); raise Bad with the first line that is wrong.

    actions: moves beside the points. keeps(order): whether an order of the points is a symmetry; else the rules say it.
    """
    names, rules, proofs, number, why = [], {word: [] for word in RULES}, {}, 1, "it is empty"
    try:
        *texts, end = text.rstrip().splitlines()
        for number, line in enumerate(texts, 1):
            word, *rest = line.split()
            ok, why = True, "this cannot be read, or is in the wrong place"
            if number < 3:
                names = [name for name in rest if number == 2 and name != "/"]
                ok = line.startswith(("glowgrid proof 1: ", "points ")[number - 1]) and len(names) == len({*names})
            elif word in RULES:
                ok = not proofs and bool(rules["turns"]) == (word == "symmetry")
                rule = [str(int(n)) for n in rest[: RULES[word]]] + [names.index(name) for name in rest[RULES[word] :]]
                if word in ("near", "border") and rule[:1] in [other[:1] for other in rules[word]]:
                    ok, why = False, "this is stated twice"
                rules[word].append(rule)
                if word == "turns":  # of two sides or three, each with a line of stones
                    ok = ok and sorted(str(rule[0])) == [side for side, *_ in rules["stones"]] in ([*"12"], [*"123"])
                    same, game = [*range(len(names))], said(rules, range(len(names)))
                elif word == "symmetry" and ok:
                    why = "this is no symmetry of the game"
                    ok = sorted(rule) == same and (keeps(rule) if keeps else said(rules, rule) == game)
            elif word == "proof":
                [[turns]], (sides, result), why = rules["turns"], rest, "no such sides, or no such result"
                ok = [*sides] == [side for side in sorted(turns) if side in sides] and result in ("wins", "draws")
                lines = proofs.setdefault(f"{sides} {result}", {})
            else:
                why = f"more than {MOST_PAIRS} pairs" if len(rest) > 2 + MOST_PAIRS else why
                ok = rest[1:2] in ([], ["settles"]) and len(rest) <= 2 + MOST_PAIRS
                pairs = [(names.index(a), names.index(b)) for a, b in (pair.split("-") for pair in rest[2:])]
                lines[word.replace("/", "")] = number, [*names, *actions].index(rest[0]), pairs if rest[1:] else None
            if not ok:
                raise ValueError
        number, why = number + 1, "expected 'end' and all that is proven"
        if not proofs or end.split() != f"end {', '.join(proofs)}".split():
            raise ValueError
    except (LookupError, NameError, ValueError):
        raise Bad(number, why) from None
    return [*names, *actions], rules, proofs, number


def said(rules, order):
    """Return what the rules say of the game when its points are taken in another order."""

    def moved(points):
        return sorted({order[p] for p in points})

    borders = {number: moved(points) for number, *points in rules["border"]}
    lines = {(sides, *moved(points)) for sides, *points in rules["line"]}
    near = sorted([order[p], moved(points)] for p, *points in rules["near"])
    joins = sorted([side, least, sorted(borders[n] for n in these)] for side, least, *these in rules["join"])
    return lines, near, joins, *(sorted(moved(points) for points in rules[word]) for word in ("hole", "ring"))


def check(text):
    """Return the game that a text states and what it proves of it; raise Bad with the first line that is wrong."""
    names, rules, proofs, number = read(text)
    start = "".join(next((side for side, *own in rules["stones"] if p in own), ".") for p in range(len(names)))
    for claim, lines in proofs.items():
        play_all(rules, [range(len(names)), *rules["symmetry"]], lines, claim, number, start, rules["turns"][0][0])
    return text.partition("\nproof")[0], ", ".join(proofs)


def play_all(rules, orders, lines, claim, number, start, turns):
    """Play all games in which some sides move as the lines say, while the others try everything."""
    inner, seen, near = {*sum(rules["ring"], [])}, set(), {p: set() for p in range(len(start))}
    near |= {p: {*points} for p, *points in rules["near"]}
    for hole, points in enumerate(rules["hole"], len(start)):  # a place that no side can take
        inner.add(hole)
        near |= {hole: {*points}} | {p: near[p] | {hole} for p in points}

    def won(side, cells):
        """Return whether a side has a full line, a group that touches enough borders, or a ring around a place."""
        own = {p for p, cell in enumerate(cells) if cell == side}
        won = [own.issuperset(line) for sides, *line in rules["line"] if side in sides]
        for _, least, *these in [join for join in rules["join"] if join[0] == side]:
            borders = [points for n, *points in rules["border"] if n in these]
            won += [sum(not group.isdisjoint(b) for b in borders) >= int(least) for group in groups(own)]
        won += [near[p] <= own for p in own & inner]
        return any(won) or any(hole <= inner for hole in groups(inner and {*near} - own))

    def groups(places):
        for group in ({p} for p in places):
            while more := {q for p in group for q in near[p] & places} - group:
                group |= more
            yield group

    def walk(number, cells, turns):
        """Play on in every way; `number` is the line that led here, `turns` the sides in the order of their turns."""
        ended = [side for side in turns if won(side, cells)] or ["draws"] * ("." not in cells)
        if any(end not in claim for end in ended):
            raise Bad(number, "a game can end otherwise")
        if not ended and turns[0] not in claim:
            for p in [p for p, cell in enumerate(cells) if cell == "."]:
                walk(number, cells[:p] + turns[0] + cells[p + 1 :], turns[1:] + turns[0])
        elif not ended and cells not in seen:
            seen.add(cells)
            looks = {"".join(cells[p] for p in order): order for order in orders}
            if not (alike := min(looks.keys() & lines, default="")):
                raise Bad(number, f"a game can go on to {cells}, for which there is no line")
            order, (number, p, pairs) = looks[alike], lines[alike]
            after = cells[: order[p]] + turns[0] + cells[order[p] + 1 :]
            if alike[p] != "." or not (pairs is None or settled(after, order, pairs, *turns)):
                raise Bad(number, "the move is illegal, or does not settle the game")
            if pairs is None:
                walk(number, after, turns[1:] + turns[0])

    def settled(cells, order, pairs, own, rival, third=""):
        """Return whether one point of each pair, whichever, is enough; answers get them, and a stone never hurts."""
        ok = not third and len({p for pair in pairs for p in pair if cells[order[p]] == "."}) == 2 * len(pairs)
        for number in range(2 ** len(pairs) if ok else 0):
            ours = [order[pair[number >> i & 1]] for i, pair in enumerate(pairs)]
            full = "".join(cell.replace(".", own if p in ours else rival) for p, cell in enumerate(cells))
            if won(rival, full) or not ("draws" in claim or won(own, full)):
                return False
        return ok

    walk(number, start, turns)


if __name__ == "__main__":
    try:
        print(*check(open(0, errors="replace").read()), "is proven", sep="\n")
    except Bad as bad:
        raise SystemExit("line {}: {}".format(*bad.args)) from None
