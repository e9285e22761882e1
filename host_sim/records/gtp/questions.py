"""GTP: what is asked about a position: the value of each move, who wins, a hint, perft."""

from glowgrid.answers import UNDECIDED, m_hat, w0, w_k, w_star
from glowgrid.rules.position import perft
from glowgrid.search import DRAWN, NO_ESTIMATE, Limits, work_in

from ...console.published import Known, known_winner
from ...console.unsolved_text import best_percent, unsolved
from ...engine.asking import NODE_WORK
from .playing import Playing
from .words import Refused, whole_number

PERFT_POSITIONS = 10_000_000
UNKNOWN_PLIES = 999  # more than are known of any move


class Questions(Playing):
    """A match about which questions are answered."""

    def _do_values(self):
        verdict = self._values()
        return "\n".join(f"{self._name(move)} {self._row(verdict, move)}" for move in self._legal())

    def _do_w_star(self):
        verdict = self._values()
        outcome = w_star(verdict, self.position)
        return _word(outcome) if outcome else self._unsolved(verdict)

    def _do_w_k(self, plies):
        plies = whole_number("w_k", plies, 0, 999)
        self._refuse_to_tell()
        if plies:
            verdict = self._values(plies)
            outcome = w_k(verdict, self.position, plies)
            if not outcome:
                return self._unsolved(verdict, plies >= verdict.empty)
        else:
            outcome = w0(self.position)
        return "0" if outcome in (DRAWN, UNDECIDED) else str(outcome)

    def _do_m_hat(self):
        if self.position.is_over():
            return ""
        verdict = self._values()
        said = [self._name(move) for move in self._best_moves(verdict)]
        if not all(verdict.outcome(move) for move in self._legal()):
            said.append(self._unsolved(verdict))
        return " ".join(said)

    def _do_hint(self):
        position = self.position
        if position.is_over():
            raise Refused("the game is over")
        verdict = self._values()
        best = self._best_moves(verdict)
        if best:
            won = Known(verdict, position).outcome(best[0]) == position.to_move
            soon = {move: verdict.plies_to(move) or UNKNOWN_PLIES for move in best}
            rows = {move: self._row(verdict, move) for move in best}
            move = (min if won else max)(best, key=soon.__getitem__)
            if soon[move] == UNKNOWN_PLIES:
                choice = self._asked(Limits(self._values_work())).best
                move = choice if choice in best else move
            return f"{self._name(move)} {rows[move]}"
        verdict = self._asked(Limits(self._values_work()))
        return f"{self._name(verdict.best)} {self._unsolved(verdict, percent=verdict.percent(verdict.best))}"

    def _do_perft(self, depth):
        depth = whole_number("perft", depth, 0, 999_999_999)
        self._refuse_to_tell()
        position = self.position
        plain = position.family()  # then every move but the swap fills a point
        moves = position.empty + (position.may_swap() or position.may_be_taken_over())
        if depth > (moves if plain else position.most_plies - position.plies):
            return "0"
        visited = 1
        for ply in range(depth - 1):  # the last ply is counted without being played
            visited *= moves - ply if plain else position.moves
            if visited > PERFT_POSITIONS and not position.is_over():
                raise Refused(f"perft {depth} might visit more than {PERFT_POSITIONS} positions: take fewer plies")
        return str(perft(position, depth))

    def _unsolved(self, verdict, to_the_end=True, percent=None):
        """Return the reply for an answer that the search did not find. What is published is of whole games.

        percent: the estimate of the move in question; None: of the best.
        """
        published = known_winner(verdict, self.position)
        if published and to_the_end:
            return f"? published {_word(published)}"
        percent = best_percent(verdict, self.position) if percent is None else percent
        return f"? {unsolved(verdict, percent)}"

    def _row(self, verdict, move):
        """Return outcome and plies of a move as `values` prints them."""
        outcome, published, percent = verdict.outcome(move), self.position.published(move), verdict.percent(move)
        if not outcome and published:
            return f"published {published}"
        if not outcome and percent != NO_ESTIMATE:
            return f"estimate {percent}"
        return f"{_word(outcome)} {verdict.plies_to(move) or '?'}"

    def _values_work(self):
        return work_in(self.think, self.tick_work) or self.nodes * NODE_WORK or self.asking.values_work()

    def _values(self, plies=0):
        """Return the verdict on every move; `plies`, unless 0, cut a game with three sides."""
        self._refuse_to_tell()
        limits = Limits(self._values_work())
        if plies and self.position.sides > 2:
            limits.cut = plies
        return self._asked(limits, every=True)

    def _best_moves(self, verdict):
        marks = bytearray(self.position.moves)
        m_hat(Known(verdict, self.position), self.position, marks)
        return [move for move in range(self.position.moves) if marks[move]]

    def _asked(self, limits, every=False):
        """What is found out about the position where a person asks."""
        return self.asking.answered(limits, every)


def _word(outcome):
    return "?" if not outcome else "draw" if outcome == DRAWN else str(outcome)
