"""A game of lines as a quantified boolean formula (QDIMACS): whether a side can win, for any QBF solver to answer.

The formula says: there is a move of the side, so that for each reply there is a move, ... so that the side has won. In
maker-maker the rival must not have won before; in maker-breaker it only stops the side.

Variables, outermost first: at a ply of the side, one for each point, at most one true; at a ply of the rival, the
number of a point in bits. A number that is no empty point is a pass. It never helps: a stone never hurts its side. The
last block has the stones after each ply, as they follow from the moves.
"""

KINDS = "maker-maker", "maker-breaker"


class Formula:
    """Clauses of numbered variables, and the blocks that quantify them."""

    def __init__(self):
        self.count, self.clauses, self.blocks = 0, [], []

    def new(self, many):
        """Return new variables."""
        self.count += many
        return list(range(self.count - many + 1, self.count + 1))

    def text(self, remarks):
        lines = [f"c {remark}" for remark in remarks]
        lines.append(f"p cnf {self.count} {len(self.clauses)}")
        lines += [" ".join(map(str, [quantifier, *block, 0])) for quantifier, block in self.blocks if block]
        return "\n".join([*lines, *(" ".join(map(str, [*clause, 0])) for clause in self.clauses)]) + "\n"


def formula_of(tables, side, kind):
    """Return the Formula that is true if the side wins, from the position of these LinesTables."""
    formula, inner = Formula(), []
    rival = 3 - side
    own, theirs = (_fixed(formula, inner, tables.stones[s - 1], tables.points) for s in (side, rival))
    lost, ends, turn = [], [], tables.to_move
    left = (tables.full & ~(tables.stones[0] | tables.stones[1])).bit_count()
    for _ in range(left):
        if turn == side:
            own = _own_move(formula, inner, own, theirs)
            ends.append((own, lost[-1:] if kind == "maker-maker" else []))
        else:
            theirs = _reply(formula, inner, own, theirs)
            lost.append(_has_line(formula, inner, theirs, tables.lines[rival - 1], lost))
        turn = 3 - turn
    won = _some_won(formula, inner, ends if kind == "maker-maker" else ends[-1:], tables.lines[side - 1])
    formula.clauses.append(won)
    formula.blocks.append(("e", inner))
    return formula


def _fixed(formula, inner, stones, points):
    variables = formula.new(points)
    inner += variables
    formula.clauses += [[v if stones >> p & 1 else -v] for p, v in enumerate(variables)]
    return variables


def _own_move(formula, inner, own, theirs):
    """Add a move of the side; return its stones after that."""
    moves, after = formula.new(len(own)), formula.new(len(own))
    formula.blocks.append(("e", moves))
    inner += after
    for p, move in enumerate(moves):
        formula.clauses += [[-move, -own[p]], [-move, -theirs[p]]]
        formula.clauses += [[-move, -other] for other in moves[:p]]
        formula.clauses += [[-after[p], own[p], move], [after[p], -own[p]], [after[p], -move]]
    return after


def _reply(formula, inner, own, theirs):
    """Add a move of the rival; return its stones after that."""
    bits, after = formula.new((len(own) - 1).bit_length()), formula.new(len(own))
    formula.blocks.append(("a", bits))
    inner += after
    for p in range(len(own)):
        here = [bit if p >> place & 1 else -bit for place, bit in enumerate(bits)]
        formula.clauses.append([*(-bit for bit in here), own[p], after[p]])
        formula.clauses += [[-theirs[p], after[p]], [-after[p], theirs[p], -own[p]]]
        formula.clauses += [[-after[p], theirs[p], bit] for bit in here]
    return after


def _has_line(formula, inner, theirs, lines, before):
    """Return a variable that is true if the rival has a line now, or had one before."""
    (lost,) = formula.new(1)
    inner.append(lost)
    formula.clauses += [[*(-theirs[p] for p in range(len(theirs)) if line >> p & 1), lost] for line in lines]
    formula.clauses += [[-earlier, lost] for earlier in before[-1:]]
    return lost


def _some_won(formula, inner, ends, lines):
    """Return variables, each true only if the side has a full line at a time when the rival has none."""
    found = []
    for own, lost in ends:
        for line in lines:
            (won,) = formula.new(1)
            inner.append(won)
            found.append(won)
            formula.clauses += [[-won, own[p]] for p in range(len(own)) if line >> p & 1]
            formula.clauses += [[-won, -before] for before in lost]
    return found
