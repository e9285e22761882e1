"""Look for a strategy by the rules alone: for three sides, and for games with rules of their own."""

from .strategy import TooMany
from .tables import mask_of


class ByRules:
    """The search for some sides: that one of them wins, or with `draw` at least a draw.

    strict      whether two positions are one only after the same moves
    """

    def __init__(self, position, tables, sides, draw, most, watch, strict=False):
        self.position, self.tables, self.sides, self.strict = position, tables, sides, strict
        self.good = {*sides, 0} if draw else {*sides}
        self.most, self.watch = most, watch
        self._known = {}

    @property
    def met(self):
        """Return how many positions it has looked at."""
        return len(self._known)

    def _state(self):
        position = self.position
        if self.tables:
            cells = position.cells
            stones = (mask_of(p for p, cell in enumerate(cells) if cell == s) for s in range(1, position.sides + 1))
            return self.tables.smallest(*stones)
        moves = bytes(position.history[: position.plies])
        return moves if self.strict else (bytes(position.cells), position.to_move, position.plies)

    def found(self):
        """Return whether these sides reach their aim against any play of the others."""
        position = self.position
        if position.is_over():
            return position.winner in self.good
        state = self._state()
        if state not in self._known:
            own = position.to_move in self.sides
            self._known[state] = own == any(self._after(move) == own for move in range(position.moves))
            if len(self._known) % 1024 == 0:
                self.watch(len(self._known))
            if len(self._known) > self.most:
                raise TooMany
        return self._known[state]

    def _after(self, move):
        """Return whether they reach it after this move; None if it is illegal."""
        if not self.position.play(move):
            return None
        try:
            return self.found()
        finally:
            self.position.undo()

    def written(self):
        """Yield (stones or moves so far, move, None) for every turn of these sides that the strategy can meet."""
        position, start = self.position, self.position.plies
        seen, stack = set(), [tuple[int, ...]()]
        while stack:
            moves, found = stack.pop(), None
            for move in moves:
                position.play(move)
            state = self._state() if self.tables else moves
            if not position.is_over() and state not in seen:
                seen.add(state)
                if position.to_move in self.sides:
                    move = next(move for move in range(position.moves) if self._after(move))
                    stack.append((*moves, move))
                    found = bytes(position.cells), moves, move, None
                else:
                    legal = [move for move in range(position.moves) if position.is_legal(move)]
                    stack += [(*moves, move) for move in reversed(legal)]
            while position.plies > start:
                position.undo()
            if found:
                yield found
