"""What the page's field shows of the console's "minimax": the position where the search is, and the tree up to there.

It runs on CPython and on MicroPython's WebAssembly port. It adds to what field_state.py makes, for tree.js:

    tree    plies: most plies that are drawn; rows: most moves of a ply, if known; levels, from the first ply on:
            side    whose moves these are; best: "max" for the side that searches, "min" for the other
            window  [alpha, beta], each the winner by that score, 0 for a draw, null if not known; null without skipping
            cut     whether alpha has reached beta
            moves   [{name, winner (0: a draw; null: not known yet), line (it is on the field), last (just judged)}]
            left    how many moves were not tried; skipped: whether they are skipped

The numbers on stones count the plies of the search; marks are for the side to move, as the console has them.
"""

from glowgrid.console import load
from glowgrid.console.palette import SIDES
from glowgrid.rules.notation import move_name

from .field_state import MARKS, picture_for

NAME = "minimax"
WINS, DRAWS, LOSES = 3, 2, 1  # of MARKS
_KEYS = "   right, left"  # with which the help goes on
_SKIPS = "Skipping: off", "Skipping: on"
_STEPS = 10  # of a control that takes more than one


def shown(app, pictures):
    """Return the state of the field of the screen."""
    screen = app.screen
    walk = _Walk(screen)
    (game,) = [each for each in app.games if each.name == load.minimax.GAME]
    position = walk.position
    state = picture_for(game, game.sizes[0], "", position, pictures).state(position)
    begun = screen.position.plies
    for point in state["points"]:
        number = point.pop("number", 0) - begun
        if number > 0:
            point["number"] = number
        elif position.plies == begun:
            point.pop("last", None)
    if not state["over"]:
        for move, score, _ in walk.levels[-1].tried:
            if score is not None:
                side, winner = position.to_move, screen.steps.winner(score)
                state["points"][move]["mark"] = MARKS[DRAWS if not winner else WINS if winner == side else LOSES]
    state.update({"moves": [], "stones": "", "swap": False, "numbered": True})
    state["tree"] = {"plies": screen.position.empty, "rows": screen.position.empty, "levels": walk.shown()}
    state["explains"] = walk.said()
    state["controls"] = [
        ["A step", "right"],
        ["%d steps" % _STEPS, "right", _STEPS],
        ["A step back", "left"],
        [_SKIPS[screen.pruned], "select", 1, bool(screen.pruned)],
        ["Another field", "down"],
        ["To the menu", "back"],
    ]
    return state


class _Level:
    """A ply of the line: tried: [move, score or None, whether it was judged last], in the order of the search."""

    def __init__(self, window):
        self.window, self.tried, self.skipped = window, [], False

    def cut(self):
        return self.window[0] >= self.window[1]

    def learn(self, move, score):
        if not self.tried or self.tried[-1][0] != move:
            self.tried.append([move, None, False])
        self.tried[-1][1:] = score, score is not None


class _Walk:
    """The steps of a search that were taken: position (where it is; after the move that was just scored), levels."""

    def __init__(self, screen):
        from glowgrid.search import minimax_steps  # the console has it by then

        self._screen, self._search = screen, minimax_steps
        self.position = screen.position.fresh()
        self.position.become(screen.position)
        self.levels = [_Level((0, minimax_steps.HIGHEST))]
        self._line = []
        for at in range(0, screen.taken * minimax_steps.NUMBERS, minimax_steps.NUMBERS):
            self._follow(screen.steps.notes[at : at + minimax_steps.NUMBERS])
        self._places = []  # of each level
        for move in self._line:
            self._places.append(self._free())
            self.position.play(move)
        if len(self._places) < len(self.levels):
            self._places.append(self._free())

    def _follow(self, note):
        """Take a step of the search."""
        search = self._search
        kind, ply, move, score, alpha, beta = note
        levels, line = self.levels, self._line
        for level in levels:
            for tried in level.tried:
                tried[2] = False
        if kind == search.DONE:
            levels[0].skipped = False
            for tried in levels[0].tried:
                tried[2] = tried[0] == move
            return
        if kind == search.DEEPER:
            levels[ply].learn(move, None)
            levels.append(_Level((alpha, beta)))
            line[ply:] = [move]
        else:
            del levels[ply + 1 :], line[ply:]
            levels[ply].window = alpha, beta
        if kind == search.SKIPPED:
            levels[ply].skipped = True
        elif kind != search.DEEPER:
            levels[ply].learn(move, score)
            line += [move] if kind == search.SCORED else []

    def _free(self):
        return sum(self.position.is_legal(move) for move in range(self.position.moves))

    def _side(self, ply):
        first = self._screen.position.to_move
        return 3 - first if ply % 2 else first

    def _best(self, ply):
        return "min" if ply % 2 else "max"

    def shown(self):
        """Return the levels as plain data."""
        screen, levels = self._screen, []
        for ply, level in enumerate(self.levels):
            moves = []
            for move, score, last in level.tried:
                winner = None if score is None else screen.steps.winner(score)
                entry = {"name": move_name(screen.position, move), "winner": winner, "last": last}
                moves.append(dict(entry, line=move in self._line[ply : ply + 1]))
            known = {"side": self._side(ply), "best": self._best(ply), "moves": moves, "skipped": level.skipped}
            levels.append(dict(known, left=self._places[ply] - len(moves), window=self._window(level), cut=level.cut()))
        return levels

    def _window(self, level):
        """Return the window by winners; None for a bound that no move has set yet."""
        if not self._screen.pruned:
            return None
        steps, (low, high) = self._screen.steps, level.window
        return [steps.winner(low) if low else None, steps.winner(high) if high < self._search.HIGHEST else None]

    def said(self):
        """Return what the console says, and whose ply it is, as sentences."""
        said = [part for part in self._screen.help().split(_KEYS)[0].split("   ") if part]
        ply = len(self.levels) - 1
        values = ply + 1, self._places[0], SIDES[self._side(ply)]
        if ply % 2:
            whose = "move %d of %d, min: %s takes what is worst for %s" % (values + (SIDES[self._side(0)],))
        else:
            whose = "move %d of %d, max: %s takes what is best for it" % values
        said.insert(1, whose)
        return " ".join([text[0].upper() + text[1:] + "." for text in said])
