"""How strong the levels play: how long they think, how far they look, and how often they overlook a move.

    limits = level_limits(position, level, seed)
    engine.start(position, limits, limits.rough)
    while not engine.step(...): ...
    chosen(position, engine.verdict, level, seed)

A level searches all moves honestly, then goes through the better half from the best down and overlooks each with the
same chance. It plays the first that it does not overlook; if it overlooks all of them, as level 1 does, any move. But
none misses a win at once, or a loss by the next move. Hint and coach run their own search, so they overlook nothing.
"""

from array import array

import micropython
from micropython import const

from glowgrid.search import TICK_WORK, Limits, work_in
from glowgrid.search.verdict_words import *

# The levels of a game are spread over these.
MILLISECONDS = (100, 150, 200, 300, 500, 700, 1000, 1500, 2000, 3000, 5000, 7000, 10000)
LEVELS = 8  # at most; small fields have fewer
_SMALL = const(12)  # points of a small field

# Of each level: its depth in plies, times 1000, + the percent of the moves that it overlooks.
_FIRST = const(2100)
_BEST = const(250000)
_THREE = (999, 2078, 3008, _BEST)
_BY_SIZE = {  # two sides: (up to this number of lines or points, its levels)
    "small": (  # points: lines of three, and fields of up to _SMALL points
        (8, _BEST),
        (9, _FIRST, _BEST),
        (12, _FIRST, 2060, _BEST),
        (999, _FIRST, 2081, _BEST),
    ),
    "lines": (
        (12, _BEST),  # such as 4,4,4 and 5,5,5: draws even for the first level
        (17, _FIRST, 2062, _BEST),
        (28, _FIRST, 2090, 2068, 3032, _BEST),
        (32, _FIRST, 2068, 3025, _BEST),
        (60, _FIRST, 2092, 2074, 3042, _BEST),
        (999, _FIRST, 2096, 2090, 2079, 2061, 3028, _BEST),
    ),
    "groups": (  # points
        (6, 8090, _BEST),
        (9, _FIRST, 8065, _BEST),
        (12, _FIRST, 8052, _BEST),
        (16, _FIRST, 8083, 8052, 8026, _BEST),
        (25, _FIRST, 8086, 8061, 8033, _BEST),
        (28, _FIRST, 8080, 8062, 8044, 8018, _BEST),
        (36, _FIRST, 8088, 8070, 8048, 8016, _BEST),
        (49, _FIRST, 8094, 8081, 8065, 8050, 8033, 8012, _BEST),
        (64, _FIRST, 8095, 8087, 8070, 8047, 8027, 8015, _BEST),
        (100, _FIRST, 8091, 8080, 8064, 8048, 8024, 8009, _BEST),
        (999, _FIRST, 8096, 8090, 8073, 8048, 8026, 8008, _BEST),
    ),
    "rings": (  # points of groups in which a ring wins, too
        (7, _BEST),
        (19, _FIRST, 8070, 8045, _BEST),
        (37, _FIRST, 8088, 8075, 8058, 8042, 8006, _BEST),
        (999, _FIRST, 8090, 8075, 8057, 8041, 8020, 8002, _BEST),
    ),
}
_OTHER = (999, _FIRST, 2060, 3045, 4030, _BEST)

_A_WIN = const(512)  # ranks: a win in n plies is 512 - n, a loss in n plies is n, other moves are between
_HOLDS = const(256)
_EVEN = const(50)  # percent: a draw
_TRUST = const(5)  # percent bonus for the verdict's best move, which the search has looked at most
# Plies. A win at once is never overlooked, nor a loss by the next move; except in connection games, nor is a loss
# within the level's depth.
_WINS_NOW = const(1)
_LOSES_NEXT = const(2)

# `facts` of a choice:
_POINTS = const(0)
_MOVES = const(1)
_ME = const(2)
_SWAP = const(3)
_BEST_MOVE = const(4)
_EMPTY = const(5)
_OVERLOOKED = const(6)
_SEED = const(7)
_RANDOM = const(8)  # the last random number
_OUTCOME = const(9)  # of the move under consideration, as the rows say
_ENDS = const(10)
_ESTIMATE = const(11)
_ON_STONES = const(12)  # 1: the rules may allow a move on a stone
_LOSES = const(13)  # plies within which a loss is seen
_OPEN = const(14)  # how many moves a level may play
_FACTS = array("i", [0] * 15)
_RANKS = array("i", [0] * 256)  # by move, higher is better; 0 for illegal moves

# The kernels' buffers: the facts; the ranks; the cells; outcomes, plies and estimates of the verdict.
_BUFFERS = [_FACTS, _RANKS, None, None, None, None]


def levels_of(position):
    """Return how many levels the game of this position has; levels that play alike count as one."""
    return len(_table(position)) - 1


def levels_at(game, size):
    """Return how many levels a game has at a size. If the game does not say, set it up to find out."""
    try:
        return game.levels(size) or levels_of(game.setup(size))
    except ValueError:  # a person's game that cannot be set up: the sign comes when it starts
        return LEVELS


def level_limits(position, level, seed=1, tick_work=TICK_WORK):
    """Return the limits of a level, 1 and up; levels above the last count as the last. `rough`: with `every`."""
    last = levels_of(position) - 1
    depth, overlooked = _row(position, level)
    milliseconds = MILLISECONDS[min(level - 1, last) * (len(MILLISECONDS) - 1) // last if last else -1]
    return Limits(work_in(milliseconds, tick_work), depth, overlooked > 0, seed)


def chosen(position, verdict, level, seed=1):
    """Return the move that a level plays, or NO_MOVE.

    It depends only on the rows, the position and the seed, so a game can be replayed. It allocates only in games with
    rules of their own.
    """
    depth, overlooked = _row(position, level)
    borders = _borders(position, verdict, overlooked)
    if not overlooked and not borders:
        return verdict.best
    facts, buffers = _FACTS, _BUFFERS
    facts[_POINTS] = position.points
    facts[_MOVES] = position.moves
    facts[_ME] = verdict.me
    facts[_SWAP] = verdict.swap
    facts[_BEST_MOVE] = verdict.best
    facts[_EMPTY] = verdict.empty
    facts[_OVERLOOKED] = overlooked
    facts[_LOSES] = _LOSES_NEXT if position.family() == "groups" else max(depth, _LOSES_NEXT)
    facts[_SEED] = seed * 7919 + position.plies * 104729 & 0x3FFFFFFF
    facts[_ON_STONES] = on_stones = 0 if position.family() else 1
    buffers[2] = position.cells
    buffers[3], buffers[4], buffers[5] = verdict.outcomes, verdict.plies, verdict.estimates
    _rank(buffers)
    for move in range(0 if on_stones else position.points, position.moves):
        if not position.is_legal(move):
            _RANKS[move] = 0
    if borders:
        for point in range(position.points):
            if borders[point] and verdict.outcome(point) != verdict.me:
                _RANKS[point] = 0
    move = _picked(buffers)
    for i in range(2, len(buffers)):
        buffers[i] = None
    return move


def _borders(position, verdict, overlooked):
    """Return the borders by point if this is a first stone that should keep off them, unless it is known to win.

    People open inside, but where a first stone may be taken over, a search likes weak ones on an edge. In Hex some of
    these are good, so the last level plays them.
    """
    if position.family() != "groups" or position.points <= _SMALL or verdict.empty < position.points:
        return None
    tables, best = position.tables, verdict.best
    borders = tables.field.borders
    if overlooked or tables.rings and best < position.points and borders[best] and not verdict.outcome(best):
        return borders
    return None


@micropython.viper
def _rank(buffers):
    """Rank all moves by what the rows say: outcome, plies, estimate. Ties are broken at random.

    The order of the points would favour a corner.
    """
    facts = ptr32(buffers[0])
    ranks = ptr32(buffers[1])
    cells = ptr8(buffers[2])
    number = int(facts[_SEED])
    point = 0
    while point < int(facts[_POINTS]):
        number = (((number & 0x1FFFFF) << 5) - number + int(cells[point])) & 0x3FFFFFF
        point += 1
    facts[_RANDOM] = (number ^ number >> 10) & 0xFFFFF
    move = 0
    worth = 0
    while move < int(facts[_MOVES]):
        tie = int(_random(buffers))
        tie = tie >> 12 | 1
        ranks[move] = 0
        if facts[_ON_STONES] or move >= int(facts[_POINTS]) or not cells[move]:
            worth = int(_worth(move, buffers))
            ranks[move] = worth << 8 | tie
        move += 1


@micropython.viper
def _worth(move: int, buffers) -> int:
    """Return what the rows say about a move as one number above 0, higher is better."""
    facts = ptr32(buffers[0])
    _read(move, buffers)
    outcome = int(facts[_OUTCOME])
    rest = int(facts[_ENDS])
    if rest == 0:
        rest = int(facts[_EMPTY])
    kind = _HOLDS
    if outcome == int(facts[_ME]):
        kind = _A_WIN - rest
    elif outcome and outcome != DRAWN:
        kind = rest
    percent = int(facts[_ESTIMATE])
    if move == int(facts[_BEST_MOVE]):
        percent += _TRUST
    return kind << 7 | percent


@micropython.viper
def _picked(buffers) -> int:
    """Return the best move that is not overlooked; 255 if there is none."""
    facts = ptr32(buffers[0])
    ranks = ptr32(buffers[1])
    moves = int(facts[_MOVES])
    better = int(_better(buffers))
    passed = 0
    sight = (int(_random(buffers)) >> 6) % 100
    while passed < better and sight < int(facts[_OVERLOOKED]):
        passed += 1
        sight = (int(_random(buffers)) >> 6) % 100
    if better and passed == better:  # all were overlooked
        passed = int(_random(buffers))
        passed = (passed >> 6) % int(facts[_OPEN])
    best = 255
    while passed >= 0:
        best = 255
        most = 0
        move = 0
        while move < moves:
            if int(ranks[move]) > most:
                most = int(ranks[move])
                best = move
            move += 1
        if best < 255:
            ranks[best] = 0
        passed -= 1
    return best


@micropython.viper
def _better(buffers) -> int:
    """Return how many moves are the better half, without blunders that are always seen; note how many all are."""
    facts = ptr32(buffers[0])
    ranks = ptr32(buffers[1])
    open_ = 0
    safe = 0
    won = 0
    move = 0
    while move < int(facts[_MOVES]):
        kind = int(ranks[move]) >> 15
        if ranks[move]:
            open_ += 1
            if kind > int(facts[_LOSES]):
                safe += 1
            if kind == _A_WIN - _WINS_NOW:
                won = 1
        move += 1
    if won or not safe:  # the verdict's best move resists most
        safe = 1
    facts[_OPEN] = safe
    half = open_ + 1 >> 1
    if safe < half:
        return safe
    return half


@micropython.viper
def _random(buffers) -> int:
    """Return the next 20-bit random number."""
    facts = ptr32(buffers[0])
    number = (int(facts[_RANDOM]) * 1109 + 12345) & 0xFFFFF
    facts[_RANDOM] = number
    return number


@micropython.viper
def _read(move: int, buffers):
    """Note what the rows say about a move, as Verdict.outcome, plies_to and percent do; ends: 0 if unknown."""
    facts = ptr32(buffers[0])
    outcome = int(ptr8(buffers[3])[move])
    ends = int(ptr8(buffers[4])[move])
    estimate = int(ptr8(buffers[5])[move])
    me = int(facts[_ME])
    swap = int(facts[_SWAP])
    if swap == TAKEN_OVER and ends != _WINS_NOW and outcome == me:
        outcome = 3 - outcome
        if ends:
            ends += 1
    elif swap and swap != TAKEN_OVER and ends != _WINS_NOW:
        ends = 0
        if outcome != 3 - me:
            outcome = 0
    if outcome == DRAWN:
        estimate = _EVEN
    elif estimate == NO_ESTIMATE:
        estimate = 0  # moves that the search has not tried come last
    elif swap and estimate > 50:
        estimate = 100 - estimate
    facts[_OUTCOME] = outcome
    facts[_ENDS] = ends
    facts[_ESTIMATE] = estimate


def _table(position):
    position = position.uncovered()
    kind = position.family()
    if kind not in _BY_SIZE:
        return _OTHER
    if position.sides == 3:
        return _THREE
    tables, size = position.tables, position.points
    if kind == "groups":
        kind = "rings" if tables.rings else kind
    elif size <= _SMALL or tables.starts[1] <= 3:
        kind = "small"
    else:
        size = tables.count
    for table in _BY_SIZE[kind]:
        if size <= table[0]:
            break
    return table


def _row(position, level):
    table = _table(position)
    row = table[min(level, len(table) - 1)]
    return row // 1000, row % 1000
