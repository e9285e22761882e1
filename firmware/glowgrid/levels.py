"""How strong the levels play: how long they think, how far they look, and what they overlook.

    limits = level_limits(position, level, seed)
    engine.start(position, limits, limits.rough)
    while not engine.step(...): ...
    chosen(position, engine.verdict, level, seed)

A level searches all moves honestly and then chooses from the rows of the verdict what such a player would see. Hint and
coach search for themselves, so no oversight reaches them.
"""

from array import array

import micropython
from micropython import const

from glowgrid.search import NO_MOVE, TICK_WORK, Limits, work_in

_DRAWN = const(4)  # these three as in search/verdict.py: kernels see constants of their own file alone
_NO_ESTIMATE = const(255)
_TAKEN_OVER = const(1)

MILLISECONDS = (30, 300, 1000, 3000, 10000)  # by level; the last level of a game has the last
LEVELS = 5  # at most; a game of few points has fewer

# By level: (depth in plies, percent overlooked, percent by which it misjudges a move).
_BEST = (250, 0, 0)
_THREE = ((1, 94, 82), (2, 50, 20), _BEST)
_BY_POINTS = {  # of a family, two sides: (up to so many points, its levels)
    "lines": (
        (8, ((2, 60, 30), _BEST)),
        (12, ((1, 95, 60), (2, 75, 40), _BEST)),
        (25, ((1, 95, 60), (1, 76, 31), (2, 60, 18), (3, 30, 6), _BEST)),
        (255, ((1, 95, 60), (1, 68, 26), (2, 54, 14), (3, 30, 6), _BEST)),
    ),
    "groups": (
        (9, ((1, 75, 40), _BEST)),
        (12, ((1, 75, 40), (2, 45, 20), _BEST)),
        (25, ((8, 33, 30), (8, 26, 22), (8, 18, 12), _BEST)),
        (255, ((8, 33, 30), (8, 26, 22), (8, 18, 12), (8, 7, 6), _BEST)),
    ),
}
_OTHER = ((1, 60, 20), (2, 30, 10), (3, 16, 5), (4, 8, 2), _BEST)

# How good a move looks: a win that is seen, a move that holds; how much less it looks if it is overlooked.
_A_WIN = const(6000)
_HOLDS = const(2000)
_UNSEEN = const(1000)
_TRUST = const(50)  # what the search looked at most looks the better for it
_UNTRIED = 15  # percent that an untried move looks worse than the best
_WINS_NOW = const(1)  # plies to what nobody overlooks from these levels on: a win at once, a loss by the next move
_LOSES_NEXT = const(2)
_SEES_WINS = const(2)
_SEES_LOSSES = const(3)
_MOST = 1 << 29  # more than any move looks

# `facts` of a choice:
_F_POINTS = const(0)
_F_MOVES = const(1)
_F_ME = const(2)
_F_SWAP = const(3)
_F_BEST_MOVE = const(4)
_F_LAST_STONE = const(5)
_F_EMPTY = const(6)
_F_LEVEL = const(7)
_F_OVERLOOKED = const(8)
_F_MISJUDGED = const(9)
_F_UNKNOWN = const(10)
_F_SEED = const(11)
_F_CLOSED = const(12)
_F_RANDOM = const(13)  # the last random number
_F_ALERT = const(14)  # 1: the player heeds what the other side is about to do
_F_OUTCOME = const(15)  # of the move under consideration: what the rows say
_F_ENDS = const(16)
_F_ESTIMATE = const(17)
_FACTS = array("i", [0] * 18)

# What the kernels read: the facts; the cells; for each move whether it cannot be made; outcomes, plies and estimates of
# the verdict; columns and rows of the field.
_BUFFERS = [_FACTS, None, None, None, None, None, None, None]


def levels_of(position):
    """Return how many levels the game of this position has: what cannot be told apart is one level."""
    return len(_table(position))


def levels_at(game, size):
    """Return how many levels a game has at a size. One that does not say is set up for it."""
    try:
        return game.levels(size) or levels_of(game.setup(size))
    except ValueError:  # a game of one's own that cannot be set up: that is told when it is to start
        return LEVELS


def level_limits(position, level, seed=1, tick_work=TICK_WORK):
    """Return the limits of a level, 1 and up; a level above the game's last is the last. `rough`: with `every`."""
    depth, overlooked, misjudged = _row(position, level)
    milliseconds = MILLISECONDS[-1] if depth == _BEST[0] else MILLISECONDS[level - 1]
    return Limits(work_in(milliseconds, tick_work), depth, overlooked + misjudged > 0, seed)


def chosen(position, verdict, level, seed=1):
    """Return the move that a level plays, of those that its search has rows about; NO_MOVE if there is none.

    It depends on the rows, the position and the seed alone, so that a game can be replayed. Allocates nothing, but in
    games with rules of their own.
    """
    _, overlooked, misjudged = _row(position, level)
    best, facts, field = verdict.best, _FACTS, position.field
    if not overlooked + misjudged:
        return best
    unknown = verdict.percent(best)  # what a move looks like that the search has hardly looked at
    facts[_F_POINTS] = position.points
    facts[_F_MOVES] = position.moves
    facts[_F_ME] = verdict.me
    facts[_F_SWAP] = verdict.swap
    facts[_F_BEST_MOVE] = best
    last = position.last_stone()
    facts[_F_LAST_STONE] = last if last >= 0 else position.points  # 64 bits: a kernel reads no number below 0
    facts[_F_EMPTY] = verdict.empty
    facts[_F_LEVEL] = level
    facts[_F_OVERLOOKED] = overlooked
    facts[_F_MISJUDGED] = misjudged
    facts[_F_UNKNOWN] = 50 if unknown == _NO_ESTIMATE else max(unknown - _UNTRIED, 0)
    facts[_F_SEED] = seed * 7919 + position.plies * 104729 & 0x3FFFFFFF
    closed = position.cells if position.family() else _closed(position)  # in a family every empty point is legal
    facts[_F_CLOSED] = len(closed)
    buffers = _BUFFERS
    buffers[1], buffers[2] = position.cells, closed
    buffers[3], buffers[4], buffers[5] = verdict.outcomes, verdict.plies, verdict.estimates
    buffers[6], buffers[7] = field.columns, field.rows
    move = _best_liked(position, best)
    for i in range(1, len(buffers)):
        buffers[i] = None
    return move


def _best_liked(position, best):
    """Return the legal move that looks best; NO_MOVE if there is none. best: that of the verdict."""
    liking = _liked(_MOST, _BUFFERS)
    while liking:
        move = best if liking & 255 == 255 else 254 - (liking & 255)
        if position.is_legal(move):
            return move
        liking = _liked(liking, _BUFFERS)
    return NO_MOVE


@micropython.viper
def _liked(below: int, buffers) -> int:
    """Return how the move looks that looks best of all that look worse than `below`; 0 if there is none.

    It is how good it looks << 8 | 255 for the best move, else 254 - move. In plain Python it takes 57 ms on Hex 14, in
    which no key is read. buffers: see _BUFFERS.
    """
    facts = ptr32(buffers[0])
    closed = ptr8(buffers[2])
    _begin(buffers)
    most = 0
    move = 0
    while move < int(facts[_F_MOVES]):
        shut = 0
        if move < int(facts[_F_CLOSED]):
            shut = int(closed[move])
        if not shut:
            looks = int(_looks(move, buffers))
            if most < looks and looks < below:
                most = looks
        move += 1
    return most


@micropython.viper
def _begin(buffers):
    """Make a first random number of seed and stones; with it decide whether the player heeds the other side's threats.

    One who does not takes all moves that do not stop them for alike.
    """
    facts = ptr32(buffers[0])
    cells = ptr8(buffers[1])
    number = int(facts[_F_SEED])
    point = 0
    while point < int(facts[_F_POINTS]):
        number = (((number & 0x1FFFFF) << 5) - number + int(cells[point])) & 0x3FFFFFF
        point += 1
    number = (((number ^ number >> 10) & 0xFFFFF) * 1103 + 12345) & 0xFFFFF
    facts[_F_RANDOM] = number
    missed = int(_missed(int(facts[_F_BEST_MOVE]), buffers))
    facts[_F_ALERT] = 0
    if (number >> 6) % 100 >= missed:
        facts[_F_ALERT] = 1


@micropython.viper
def _looks(move: int, buffers) -> int:
    """Return how a move looks to the player, with the move below: see `_liked`."""
    facts = ptr32(buffers[0])
    missed = int(_missed(move, buffers))
    sight = (int(_random(buffers)) >> 6) % 100
    number = int(_random(buffers))
    _read(move, buffers)
    outcome = int(facts[_F_OUTCOME])
    ends = int(facts[_F_ENDS])
    level = int(facts[_F_LEVEL])
    looks = int(facts[_F_MISJUDGED]) * ((number >> 5 & 63) - (number >> 12 & 63)) * 10 >> 6
    looks += _HOLDS + 10 * int(facts[_F_ESTIMATE])
    best = 0
    if move == int(facts[_F_BEST_MOVE]):
        best = 1
        looks += _TRUST
    rest = ends
    luck = 0  # where nobody knows how soon, any move but the best is as good as another
    if rest == 0:
        rest = int(facts[_F_EMPTY])
        if not best:
            luck = number >> 7 & 7
    if outcome == int(facts[_F_ME]):
        if sight >= missed or (ends == _WINS_NOW and level >= _SEES_WINS):
            looks = _A_WIN - rest - luck
    elif outcome and outcome != _DRAWN:
        if facts[_F_ALERT] or (ends == _LOSES_NEXT and level >= _SEES_LOSSES):
            looks = rest - luck
            if looks < 1:
                looks = 1
            looks += best
    elif sight < missed:
        looks -= _UNSEEN
    if best:
        return looks << 8 | 255
    return looks << 8 | 254 - move


@micropython.viper
def _missed(move: int, buffers) -> int:
    """Return in how many percent of cases the player overlooks what a move does: the more, the farther it is away."""
    facts = ptr32(buffers[0])
    columns = ptr8(buffers[6])
    rows = ptr8(buffers[7])
    last = int(facts[_F_LAST_STONE])
    points = int(facts[_F_POINTS])
    distance = 2  # 1 beside the last stone, 3 on a diagonal or across the field
    if last < points and move < points:
        across = int(columns[move]) - int(columns[last])
        down = int(rows[move]) - int(rows[last])
        if across < 0:
            across = -across
        if down < 0:
            down = -down
        if across <= 1 and down <= 1:
            distance = 1
        elif across == down or across > 2 or down > 2:
            distance = 3
    return int(facts[_F_OVERLOOKED]) * distance >> 1


@micropython.viper
def _random(buffers) -> int:
    """Return the next random number, of 20 bits."""
    facts = ptr32(buffers[0])
    number = (int(facts[_F_RANDOM]) * 1103 + 12345) & 0xFFFFF
    facts[_F_RANDOM] = number
    return number


@micropython.viper
def _read(move: int, buffers):
    """Note what the rows say of a move, as Verdict.outcome, plies_to and percent do; where it ends: 0 if unknown."""
    facts = ptr32(buffers[0])
    outcome = int(ptr8(buffers[3])[move])
    ends = int(ptr8(buffers[4])[move])
    estimate = int(ptr8(buffers[5])[move])
    me = int(facts[_F_ME])
    swap = int(facts[_F_SWAP])
    if swap == _TAKEN_OVER and ends != _WINS_NOW and outcome == me:
        outcome = 3 - outcome
        if ends:
            ends += 1
    elif swap and swap != _TAKEN_OVER and ends != _WINS_NOW:
        ends = 0
        if outcome != 3 - me:
            outcome = 0
    if estimate == _NO_ESTIMATE:
        estimate = int(facts[_F_UNKNOWN])
    elif swap and estimate > 50:
        estimate = 100 - estimate
    facts[_F_OUTCOME] = outcome
    facts[_F_ENDS] = ends
    facts[_F_ESTIMATE] = estimate


def _closed(position):
    """Return a byte for each move: 1 if the rules forbid it now, else 0."""
    return bytes([not position.is_legal(move) for move in range(position.moves)])


def _table(position):
    family = position.family()
    if family not in _BY_POINTS:
        return _OTHER
    if position.sides == 3:
        return _THREE
    for most, levels in _BY_POINTS[family]:
        if position.points <= most:
            return levels


def _row(position, level):
    table = _table(position)
    return table[min(level, len(table)) - 1]
