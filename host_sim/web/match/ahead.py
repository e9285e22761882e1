"""Who is ahead in each position of a finished match, and which move gave it away, by the console's own engine.

It runs on CPython and on MicroPython's WebAssembly port, in a worker of its own.

    ahead = Ahead(game, size, stones, moves)     # names of moves
    for found in ahead.looking():                # from the last position to the first
        found["plies"], found["side"], ...       # see `looking`
    ahead.turning()                              # the move that gave it away, or None
"""

import json

from glowgrid import games
from glowgrid.answers import w_star
from glowgrid.console.match import PERSON, Match
from glowgrid.console.screens.coach import COACH_WORK, EVEN, GOOD
from glowgrid.console.screens.coach_picture import ESTIMATED, HOLDS, LOSES, WINS
from glowgrid.rules.notation import move_name, parse_move
from glowgrid.search import DRAWN, NO_ESTIMATE, NO_MOVE, Limits, engine_for, hides

from ...console.published import Known, known_winner
from ...records.judging import chance, judged, swap_said
from ..field.field_state import FieldState

WORK = 1_200_000_000  # units for a whole match: a browser on a desk does them in a few seconds
SLICE = 1_000_000
CLEAR = 15  # percent that a move loses at least, by an estimate, before it is named
PROVEN = "the win", "the draw"  # that a move gave away for certain
_OF_A_POINT = "mark", "plies", "percent"


class Ahead:
    """The positions of a match that is over. It is the `coach` of a FieldState, and `searcher` of records/judging.py.

    position  the one shown
    marks     of its moves, as a Coach has them
    """

    asked = False
    hint = NO_MOVE
    coach = True
    needed = None  # looking back, no point is dark

    def __init__(self, game, size, stones, moves, work=WORK, swap=True):
        match = Match(game, size, [PERSON] * game.sides, swap=swap, stones=stones)
        self.match = self  # of a coach: whether it is on
        self.position = position = match.position
        if hides(position):
            moves = []  # they are shown, not judged
        self._picture = FieldState(game, size, position)
        self._moves, self._names, self._sides = [], moves, []
        for name in moves:
            move = parse_move(position, name)
            self._sides.append(position.to_move)
            if move < 0 or not position.play(move):
                raise ValueError("move %d, %s: no such move" % (position.plies + 1, name))
            self._moves.append(move)
        self._winner = position.winner
        self._work = min(work // max(len(moves), 1), COACH_WORK)
        self.engine = engine_for(position, family=game.family(position))
        self.marks = bytearray(position.moves)
        self._judging = -1  # the plies before the move that is judged
        self._after = position.winner or (DRAWN if position.is_over() else 0)  # the proven outcome after it
        self._published = position.published()  # who wins after it, as published
        self._best = -1  # the chance after it, in percent, of the side that is to move there; -1: not known
        self._given = []  # (plies, what was given away, percent) of moves that gave something away

    def verdict(self, position):
        """Return what each move of a position leads to: what is proven, else estimates.

        What the move that was made led to is known already.
        """
        verdict = self._search(position, False)
        if not w_star(verdict, position) and not [each for each in verdict.estimates if each != NO_ESTIMATE]:
            known, plies = bytes(verdict.outcomes), bytes(verdict.plies)
            self._search(position, True)
            for move in range(position.moves):
                if known[move]:
                    verdict.put(move, known[move], plies[move])
        if position.plies == self._judging and not verdict.swap:  # the stone stays
            self._enter_the_move_made()
        return verdict

    def _enter_the_move_made(self):
        """Enter what the position after the move was found to be, if this search knows less."""
        verdict, move = self.engine.verdict, self._moves[self._judging]
        if self._after and not verdict.outcomes[move]:
            verdict.put(move, self._after)
        elif self._best >= 0 and verdict.estimates[move] == NO_ESTIMATE and self.position.sides == 2:
            verdict.estimates[move] = 100 - self._best

    def _search(self, position, rough):
        self.engine.start(position, Limits(self._work, rough=rough), True)
        while not self.engine.step(SLICE):
            pass
        return self.engine.verdict

    def percent(self, move):
        estimate = self.engine.verdict.percent(move)
        return -1 if estimate == NO_ESTIMATE else estimate

    def looking(self):
        """Yield what is found of each position, from the last to the first, as JSON can hold it.

        plies    moves made so far; swaps: whether the first stone may then be taken over
        ahead    the side that is ahead, 0: none; percent: its chance to win
        proven, published
                 whether that is for certain; or not proven here, but published
        marks    {point: what a press there leads to}, as in field/field_state.py; coach, swap_says: the same in words
        move     what the move that was made there did, in words; given: what it gave away, or ""
        """
        position = self.position
        yield self._lead(position.plies)
        while position.plies:
            position.undo()
            plies = position.plies
            move, name = self._moves[plies], self._names[plies]
            self._judging = -1
            swap = swap_said(position, move, name, self)
            self._judging = plies
            said, given, _ = judged(position, move, self, swap)
            verdict = Known(self.engine.verdict, position)
            chances = [chance(verdict, each, position) for each in range(position.moves) if position.is_legal(each)]
            self._best = max([each for each in chances if each is not None] or [-1])
            if given:
                self._given.append((plies, given, self._best - (chance(verdict, move, position) or 0)))
            self._after = w_star(self.engine.verdict, position)
            self._published = 0 if self._after else known_winner(self.engine.verdict, position)
            found = self._lead(plies)
            found.update(self._marked())
            found["move"], found["given"], found["swaps"] = said, given, bool(position.may_be_taken_over())
            yield found

    def _lead(self, plies):
        """Return who is ahead."""
        me, sides, best = self.position.to_move, self.position.sides, self._best
        outcome = self._after or self._published
        if outcome:
            side, percent = (0, 50) if outcome == DRAWN else (outcome, 100)
        elif best < 0 or best == 50 or best < 50 and sides > 2:
            side, percent = 0, 50
        else:
            side, percent = (me, best) if best > 50 else (3 - me, 100 - best)
        found = {"plies": plies, "ahead": side, "percent": percent}
        found["proven"], found["published"] = bool(self._after), bool(self._published)
        return found

    def _marked(self):
        """Return what the coach says of the moves."""
        position, verdict, marks = self.position, Known(self.engine.verdict, self.position), self.marks
        estimates = [self.percent(move) for move in range(position.moves) if not verdict.outcome(move)]
        best = max(estimates or [-1])
        for move in range(position.moves):
            outcome, percent = verdict.outcome(move), self.percent(move)
            if outcome:
                marks[move] = WINS if outcome == position.to_move else HOLDS if outcome == DRAWN else LOSES
            else:
                behind = best - percent
                marks[move] = percent >= 0 and ESTIMATED + 1 + (behind <= EVEN) + (behind <= GOOD)
        state = self._picture.state(position, coach=self)
        known = {}
        for number, point in enumerate(state["points"]):
            if "mark" in point:
                known[str(number)] = {key: point[key] for key in _OF_A_POINT if key in point}
        found = {"marks": known, "coach": state["coach"]}
        if "swap_says" in state:
            found["swap_says"] = state["swap_says"]
        return found

    def values(self):
        """Return what the moves of the last position lead to: marks, coach, swap_says as above, and best, a name."""
        position = self.position
        if position.is_over() or hides(position):
            return {}
        best = self.verdict(position).best
        return dict(self._marked(), best=move_name(position, best) if position.is_legal(best) else "")

    def turning(self):
        """Return the move that gave the match away: plies (before it), side, name, given; None if none did.

        Of the sides that did not win, the last move that did so for certain; or that which lost most by an estimate.
        """
        theirs = [each for each in self._given if self._sides[each[0]] != self._winner]
        certain = [each for each in theirs if each[1] in PROVEN]
        guessed = [each for each in theirs if each[1] not in PROVEN and each[2] >= CLEAR]
        if not certain and not guessed:
            return None
        plies, given, _ = max(certain) if certain else max(guessed, key=lambda each: each[2])
        return {"plies": plies, "side": self._sides[plies], "name": self._names[plies], "given": given}


# What the worker calls --------------------------------------------------------------------------------------------

_on = []  # the match, and its steps


def begin(about):
    """Begin with a match, as JSON: game (its name), size, stones, swap (whether its rule is on), moves (names).

    own: the folder of own games.
    """
    about = json.loads(about)
    for game in games.discover(own=about["own"])[0]:
        if game.name == about["game"]:
            ahead = Ahead(game, tuple(about["size"]), about["stones"], about["moves"], swap=about["swap"])
            _on[:] = [ahead, ahead.looking()]


def take():
    """Return what is found next, as JSON; at last {"turning": ...}."""
    for found in _on[1]:
        return json.dumps(found)
    return json.dumps({"turning": _on[0].turning()})
