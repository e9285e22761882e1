"""Who wins within a number of plies, by plain search: the rules of the game are all that it shares with the engines.

It holds for games of lines and of groups with two sides: there a stone never helps the other side, a side wins only by
its own stone, and a threat to win at once is stopped only on its point.
"""


class SecondOpinion:
    """Answers questions about one game; remembers the positions it has searched."""

    def __init__(self):
        self._known = {}

    def winning_moves(self, position, plies):
        """Return the moves with which the side to move wins within `plies` against any play."""
        return [move for move in _free(position) if self._wins_by(position, move, plies)]

    def must_stop(self, position):
        """Return whether the other side threatens to win at once."""
        return bool(_threats(position, 3 - position.to_move))

    def wins(self, position, plies):
        """Return whether the side to move wins within `plies`."""
        if plies < 1:
            return False
        key = bytes(position.cells), position.to_move, plies
        if key not in self._known:
            self._known[key] = self._search(position, plies)
        return self._known[key]

    def _search(self, position, plies):
        if _threats(position, position.to_move):
            return True
        if plies < 3:
            return False
        stops = _threats(position, 3 - position.to_move)
        moves = stops or _free(position)
        return len(stops) < 2 and any(self._wins_by(position, move, plies) for move in moves)

    def _wins_by(self, position, move, plies):
        side = position.to_move
        if not position.play(move):
            return False
        try:
            if position.winner or plies < 3 or position.is_over():
                return position.winner == side
            if _threats(position, 3 - side):
                return False
            threats = _threats(position, side)
            if len(threats) > 1:
                return True
            if not threats and plies < 5:
                return False
            return all(self._wins_after(position, reply, plies - 2) for reply in threats or _free(position))
        finally:
            position.undo()

    def _wins_after(self, position, reply, plies):
        position.play(reply)
        wins = not position.is_over() and self.wins(position, plies)
        position.undo()
        return wins


def _free(position):
    return [point for point in range(position.points) if not position.cells[point]]


def _threats(position, side):
    """Return the points with which a side would win at once if it were to move."""
    to_move, found = position.to_move, []
    for point in _free(position):
        position.to_move = side
        position.play(point)
        if position.winner:
            found.append(point)
        position.undo()
    position.to_move = to_move
    return found
