"""Prove it: the person plays the side that loses, and may try any move; the console answers each.

It begins where the coach knows which side wins, and leaves the match as it is. The engine makes no move before it has
proven that the move wins, so it never lets go. Undo goes back to try another move; the bright stone is the answer. In
Hex points that the winner can do without may be dark: to play there changes nothing. A hint is the try that lasts.
"""

from glowgrid.clock import since
from glowgrid.console import load
from glowgrid.console.match import ADVICE, NEEDED, PERSON, Match
from glowgrid.console.palette import CYAN, STONE
from glowgrid.console.screen import UNDO
from glowgrid.console.screens.coach import COACH_WORK
from glowgrid.console.screens.play import Play
from glowgrid.console.screens.play_picture import FLASH_MS
from glowgrid.console.seats import Level
from glowgrid.search import NO_MOVE, Limits

_NEVER = 255
_MUCH = 8 * COACH_WORK
_BAR_EVERY, _BAR_FOR = 16, 4  # eighths of a second: the bar shows for half a second in every two


class Proof(Match):
    """A copy of a match where the engine plays the side that wins. The engine itself is that of the match."""

    def __init__(self, match, winner, most):
        """winner: the side that wins, in `most` plies."""
        seats, swap = [PERSON, PERSON], match.position.swap_rule
        super().__init__(match.game, match.size, seats, swap=swap, stones=match.stones)
        self.position.become(match.position)
        self.engine = match.engine
        self.without, self.coach = ADVICE, NEEDED
        self._begun_at = self.position.plies
        self.prover = self.sitting[winner - 1] = Prover(match.levels, winner, self.position, most)

    def give_up_engine(self):
        """The match needs it."""

    def undo(self):
        """Take back to the last move of the person, as far as the match."""
        made = self.position.history[: self.position.plies]
        while self.position.plies > self._begun_at:
            self.position.undo()
            if self.seat().is_person:
                return True
        self.repeat(made)
        return False


class Prover(Level):
    """Makes a move as soon as it has proven that it wins, and not before.

    side  the side that wins
    left  left[plies]: how many plies are left at most, once so many were made (bytearray)
    """

    def __init__(self, level, side, position, most):
        super().__init__(level)
        self.side = side
        self.left = bytearray(position.most_plies + 1)
        self.left[position.plies] = most
        self._work = COACH_WORK

    def search(self, match):
        match.engine.start(match.position, Limits(self._work, seed=match.seed), True)

    def step(self, match):
        """Search on; return whether a move is known. A better one may follow."""
        self.hurried = False  # it moves no sooner
        match.engine.step(match.engine.tick_work)
        self._found = self.chosen(match)
        return self._found != NO_MOVE

    def chosen(self, match):
        """Return the move that wins soonest as far as is proven now; NO_MOVE if none wins within the plies left.

        Once the search is done without such a move, it begins again with more work; if that does not help either, any
        proven win is good enough.
        """
        position, verdict = match.position, match.engine.verdict
        best, soonest = NO_MOVE, _NEVER if self._work > _MUCH else self.left[position.plies] + 1
        for move in range(position.moves):
            if verdict.outcome(move) == self.side:
                plies = verdict.plies_to(move) or position.empty
                if plies < soonest:
                    best, soonest = move, plies
        if best != NO_MOVE:
            self._soonest = soonest
            self._work = COACH_WORK
        elif match.engine.done:
            self._work *= 2
            self.search(match)
        return best

    def play(self, match):
        super().play(match)
        self.left[match.position.plies] = self._soonest - 1

    def count_down(self, plies):
        """The person has moved: one ply less is left."""
        self.left[plies] = max(self.left[plies - 1] - 1, 0)


def matter(coach):
    """Return in words how many points matter to the side that loses; "" if that is not known."""
    if not coach.needed:
        return ""
    return "only %d of the %d free points matter" % (sum(coach.needed), coach.position.empty)


class Proving(Play):
    """Plays a Proof of the console's match."""

    NAME = "prove it"
    LOOK_MS = 1000

    def __init__(self, app, proven):
        """proven: see Pause."""
        super().__init__(app, match=Proof(app.match, *proven))
        self._said = False  # whether the words at the beginning were said

    def left(self):
        """Return how many plies are left at most."""
        return self.match.prover.left[self.position.plies]

    def help(self):
        side = self.match.prover.side
        winner = self.app.panel.sides[side]
        if self.position.is_over():
            return "%s has won   undo: try another move   any key: the match" % winner
        if self.thinking:
            return "%s looks for a move that wins for certain" % winner
        loser = self.app.panel.sides[3 - side]
        left = self.left()
        within = "1 move" if left == 1 else "%d moves (all sides')" % left
        said = "%s may try any move: %s wins within %s" % (loser, winner, within)
        if self.coach.needed:
            said += "; " + matter(self.coach)
        return said + "   %sundo: try another move   %s: the match" % (
            "hint: a good try   " if load.play_help.has_hint_key(self) else "",
            "back and undo together" if self.needs_chord() else "back",
        )

    def words(self):
        if self.pausing or self._said:
            return "", None
        if self.position.is_over():
            return load.words.result(self.seen, self.app.panel.sides)
        self._said = True
        loser = 3 - self.match.prover.side
        return "%s loses: try" % self.app.panel.sides[loser], STONE + loser

    def press(self, key, role, now_ms):
        if role == UNDO and self.position.is_over() and not self.pausing:
            self.undo(now_ms)
        else:
            super().press(key, role, now_ms)

    def _hint(self, now_ms):
        if not self.match.engine_to_move() and not self.position.is_over():
            self.coach.ask()

    def changed(self, now_ms):
        if self.match.engine_to_move():
            self.match.prover.count_down(self.position.plies)  # the engine does it for its own moves
        self.app.panel.look(now_ms)

    def leave(self, now_ms):
        self.app.resume(now_ms)

    def given_up(self, fault, now_ms):
        self._pause()  # a game with rules of its own

    def draw(self, frame, now_ms):
        super().draw(frame, now_ms)
        phase = since(now_ms, self.moved_at) // FLASH_MS
        if not self.pausing and not self.position.is_over() and phase % _BAR_EVERY >= _BAR_EVERY - _BAR_FOR:
            for point in range(min(self.left(), self.position.points)):
                self.view.dot(frame, point, CYAN)
