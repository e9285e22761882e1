"""Check a proof by the rules that its file states; this imports nothing. Use: python check_alone.py < FILE"""


def check(text):
    """Return the game that a text states and what it proves of it, or end with the number of a bad line."""
    rules, proofs, number = {word: [] for word in "line near border join ring symmetry stones turns".split()}, {}, 0
    try:
        for number, (word, *rest) in enumerate(map(str.split, text.splitlines()), 1):
            if word == "proof":
                lines = proofs.setdefault(f"{int(rest[0])} {dict(wins='wins', draws='draws')[rest[1]]}", {})
            elif proofs and word != "end":
                pairs = [(names.index(a), names.index(b)) for a, b in (pair.split("-") for pair in rest[2:])]
                lines[word.replace("/", "")] = number, names.index(rest[0]), pairs if "settles" in rest[1:] else None
            elif word == "points":
                names = [name for name in rest if name != "/"]
            elif word in rules:  # numbers and points
                rules[word].append([word if word.isdigit() else names.index(word) for word in rest])
        ["end " + ", ".join(proofs)].index(" ".join([word, *rest]))  # the end, and what it says is all there
        start = "".join(next((who for who, *own in rules["stones"] if p in own), ".") for p in range(len(names)))
        for claim, lines in proofs.items():
            play_all(rules, [range(len(names)), *rules["symmetry"]], lines, claim, number, start, rules["turns"][0][0])
    except (ValueError, LookupError, NameError):
        raise SystemExit(f"line {number}: this cannot be read, or the end lacks something that is proven") from None
    return text[: text.index("\nproof")], ", ".join(proofs)


def play_all(rules, orders, lines, claim, number, start, turns):
    """Play all games in which some sides move as the lines say, while the others try everything."""
    near, inner, seen = {p: {*points} for p, *points in rules["near"]}, {*sum(rules["ring"], [])}, set()

    def won(side, cells):
        """Return whether a side has a full line, a group that touches enough borders, or a ring around a point."""
        own = {p for p, cell in enumerate(cells) if cell == side}
        won = [own.issuperset(line) for sides, *line in rules["line"] if side in sides]
        for _, least, *these in [join for join in rules["join"] if join[0] == side]:
            borders = [points for n, *points in rules["border"] if n in these]
            won += [sum(not group.isdisjoint(b) for b in borders) >= int(least) for group in groups(own)]
        won += [near[p] <= own for p in own & inner]
        return any(won) or any(hole <= inner for hole in groups(inner and {*near} - own))

    def groups(points):
        for group in ({p} for p in points):
            while more := {q for p in group for q in near[p] & points} - group:
                group |= more
            yield group

    def walk(number, cells, turns):
        """Play on in every way; `number` is the line that led here, `turns` the sides in the order of their turns."""
        ended = [side for side in turns if won(side, cells)] or ["draws"] * ("." not in cells)
        if any(end not in claim for end in ended):
            raise SystemExit(f"line {number}: a game can end otherwise")
        if not ended and turns[0] not in claim:
            for p in [p for p, cell in enumerate(cells) if cell == "."]:
                walk(number, cells[:p] + turns[0] + cells[p + 1 :], turns[1:] + turns[0])
        elif not ended and cells not in seen:
            seen.add(cells)
            looks = {"".join(cells[p] for p in order): order for order in orders}
            if not (alike := min(looks.keys() & lines, default="")):
                raise SystemExit(f"line {number}: a game can go on to {cells}, for which there is no line")
            order, (number, p, pairs) = looks[alike], lines[alike]
            after = cells[: order[p]] + turns[0] + cells[order[p] + 1 :]
            if alike[p] != "." or not (pairs is None or settled(after, order, pairs, *turns)):
                raise SystemExit(f"line {number}: the move is illegal, or does not settle the game")
            if pairs is None:
                walk(number, after, turns[1:] + turns[0])

    def settled(cells, order, pairs, own, rival, third=""):
        """Return whether one point of each pair, whichever, is enough; answers get them, and a stone never hurts."""
        ok = not third and len({p for pair in pairs for p in pair if cells[order[p]] == "."}) == 2 * len(pairs)
        for number in range(2 ** len(pairs)):
            ours = [order[pair[number >> i & 1]] for i, pair in enumerate(pairs)]
            full = "".join(cell.replace(".", own if p in ours else rival) for p, cell in enumerate(cells))
            ok = ok and not won(rival, full) and ("draws" in claim or won(own, full))
        return ok

    walk(number, start, turns)


if __name__ == "__main__":
    print(*check(open(0).read()), "is proven", sep="\n")
