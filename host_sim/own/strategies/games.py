"""What strategies do against each other, and one against all others: the questions of document 2 on real games."""

from ...theory.formal import backward
from ...theory.formal.alike import key_of
from ...theory.formal.played import abstract_of, listed
from .strategy import NoAnswer

MOST = 200_000  # positions that a search of all replies may meet


class TooMany(Exception):
    """A strategy meets more positions than a search may."""


def played_game(strategies):
    """Return the position at the end of the game in which the first strategy plays side 1, the second side 2, ..."""
    position = strategies[0].setup()
    while not position.is_over():
        position.play(strategies[position.to_move - 1].move(position))
    return position


def outcome(position):
    """Return the score of a game of two sides: 1 if side 1 has won, -1 if side 2 has, 0 for a draw."""
    return {1: 1, 2: -1}.get(position.winner, 0)


def matches(strategies):
    """Yield (one, other, the game that they play) for every pair of different strategies, both ways."""
    for one in strategies:
        for other in strategies:
            if one is not other:
                yield one, other, played_game((one, other))


def qualities(strategies, outcomes):
    """Return {strategy: (strategy_quality among these, whether it is super among them)}.

    outcomes: {(one, other): outcome of the game that one begins}
    """
    found = {}
    for one in strategies:
        pairs = [(outcomes[one, other], outcomes[other, one]) for other in strategies if other is not one]
        quality = min((first - second for first, second in pairs), default=None)
        found[one] = quality, all(first >= 0 >= second for first, second in pairs)
    return found


class AllReplies:
    """What a strategy reaches as one side against any play of the others.

    worst     its worst outcome: 1 it wins, 0 a draw, -1 another side wins
    met       positions where it has to move
    unanswered  lines that say which of them it does not answer; such a game counts as lost
    """

    def __init__(self, strategy, side, watch=None, most=MOST):
        self._strategy, self._side = strategy, side
        self._watch, self._most = watch, most
        self._known = {}
        self.met = 0
        self.unanswered = []
        self.worst = self._value(strategy.setup())

    def _value(self, position):
        if position.is_over():
            return 1 if position.winner == self._side else -1 if position.winner else 0
        key = key_of(position)
        if key not in self._known:
            self._known[key] = self._searched(position)
        return self._known[key]

    def _searched(self, position):
        if position.to_move == self._side:
            self.met += 1
            if self._watch:
                self._watch(self.met)
            try:
                return self._after(position, self._strategy.move(position))
            except NoAnswer as error:
                self.unanswered.append(str(error))
                return -1
        if len(self._known) >= self._most:
            raise TooMany
        return min(self._after(position, move) for move in range(position.moves) if position.is_legal(move))

    def _after(self, position, move):
        position.play(move)
        value = self._value(position)
        position.undo()
        return value


def among_all(strategy, first, second):
    """Return (strategy_quality among all strategies of the game, or None if it is the only one; whether it is super).

    first, second: the outcomes that the others can hold it to. As a rule another strategy does the same in every game
    that this one plays, so it counts as one of the others; where it may not, all strategies are listed.
    """
    position = strategy.setup()
    if _is_copied(position):
        return first - second, first >= 0 >= second
    found = listed(position, lambda moves, *_: moves)
    game, chosen = abstract_of(found), {}
    _choose(strategy, position, found.following, chosen)
    return backward.quality(game, chosen), backward.is_super(game, chosen)


def _is_copied(position):
    """Return whether two positions after the same number of moves offer a choice: backward.self_does_not_count.

    It stops at the first such layer; before it there are few positions.
    """
    layer = {key_of(position): ()}
    while layer:
        choices, following = 0, {}
        for moves in layer.values():
            for move in moves:
                position.play(move)
            legal = [] if position.is_over() else [m for m in range(position.moves) if position.is_legal(m)]
            choices += len(legal) > 1
            for move in legal:
                position.play(move)
                following.setdefault(key_of(position), (*moves, move))
                position.undo()
            for _ in moves:
                position.undo()
        if choices > 1:
            return True
        layer = following
    return False


def _choose(strategy, position, following, chosen):
    """Enter the strategy's move at every position that goes on; where it has none, no game comes, and any move does."""
    here = key_of(position)
    if here in chosen or not following[here]:
        return
    try:
        move = strategy.move(position)
    except NoAnswer:
        move = next(iter(following[here]))
    chosen[here] = following[here][move]
    for move in following[here]:
        position.play(move)
        _choose(strategy, position, following, chosen)
        position.undo()
