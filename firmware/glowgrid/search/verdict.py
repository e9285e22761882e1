"""What an engine knows of a position: a `Verdict`, which stages improve."""

import micropython

# The console imports DRAWN, SURE_LOSS and SURE_WIN from here.
from glowgrid.search.verdict_words import *


class Verdict:
    """A row per move of a position, and what follows from the rows for the side to move.

    outcomes    outcomes[move]: 0 unknown, 1..3 the side that wins, DRAWN
    plies       plies[move]: plies to it, this move included; 0 unknown
    estimates   estimates[move]: percent that the side to move wins, 0..100; NO_ESTIMATE
    carrier     carrier[point]: 1 for empty points that are enough for the winner; None: unknown
    best        the move to play; NO_MOVE if none yet
    score       what it is worth, see verdict_words.py
    proven      whether the score is proven; with three sides perhaps against both others together
    settled     whether nothing is left to find out
    depth       plies searched completely: with `every`, the rows know what is decided within them
    work        units of work done
    nodes       positions visited, or playouts made
    looking_at  the move under way, or NO_MOVE
    me, empty   the side to move; empty points
    search      number of this search
    swap        what happens to a stone: it STAYS; it may be TAKEN_OVER, and is worth as much to the other side; or
                that is UNFAIR, worth an unknown amount

    The three rows (bytearrays) are for stones that stay: `outcome`, `plies_to` and `percent` heed the swap rule.
    """

    def __init__(self, moves):
        self.outcomes = bytearray(moves)
        self.plies = bytearray(moves)
        self.estimates = bytearray(moves)
        self.me = self.empty = self.search = 0
        self.clear()

    def clear(self):
        """Begin a search: nothing is known."""
        self.search += 1
        outcomes = self.outcomes
        forget(outcomes, self.plies, self.estimates, len(outcomes))
        self.best = self.looking_at = NO_MOVE
        self.carrier = None
        self.score = DRAW
        self.proven = self.settled = False
        self.depth = self.work = self.nodes = 0
        self.swap = STAYS

    def outcome(self, move):
        """Return who wins by a move: 0 unknown, 1..3, or DRAWN."""
        outcome = self.outcomes[move]
        if self.swap == UNFAIR and outcome != 3 - self.me and self.plies[move] != 1:
            return 0
        return 3 - outcome if self._is_taken(move) else outcome

    def plies_to(self, move):
        """Return in how many plies, this move included; 0 unknown."""
        plies = self.plies[move]
        if self.swap == UNFAIR and plies > 1:
            return 0
        return plies + 1 if plies and self._is_taken(move) else plies

    def percent(self, move):
        """Return the percent that the side to move wins, or NO_ESTIMATE."""
        estimate = self.estimates[move]
        return min(estimate, 100 - estimate) if self.swap and estimate != NO_ESTIMATE else estimate

    def _is_taken(self, move):
        """Return whether the other side takes the stone over, as it would win; a win at once stands."""
        return self.swap == TAKEN_OVER and self.outcomes[move] == self.me and self.plies[move] != 1

    def put(self, move, outcome, plies=0):
        """Enter what a move leads to and when."""
        self.outcomes[move] = outcome
        self.plies[move] = plies

    def choose(self, move, score, proven):
        """Make `move` the best."""
        self.best, self.score, self.proven = move, score, proven

    def win_in(self, plies):
        """Return the score of a win for the side to move."""
        return WIN - (plies or self.empty)

    def loss_in(self, plies):
        """Return the score of a loss for the side to move."""
        return LOSS + (plies or self.empty)


@micropython.viper
def forget(outcomes: ptr8, plies: ptr8, estimates: ptr8, move: int):
    """Clear `move` rows; slices would allocate, plain Python takes milliseconds."""
    while move:
        move -= 1
        outcomes[move] = 0
        plies[move] = 0
        estimates[move] = NO_ESTIMATE
