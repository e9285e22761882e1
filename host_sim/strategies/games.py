"""What strategies do against each other, and one against all others: the questions of document 2 on real games."""

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
    """What a strategy reaches as one side, whatever the others do.

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
        key = position.to_move, bytes(position.cells), position.may_swap()
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
