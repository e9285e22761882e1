"""What the page's field shows of screens that explain: "no draw", "prove it", and "minimax" (search_tree.py).

It runs on CPython and on MicroPython's WebAssembly port. It adds to what field_state.py makes:

    explains   what the screen says, in words
    controls   [[words, role of a key, how often, once if that is not stated, whether it is on, of a switch], ...]
    apart      true where it is of no match
    walk       [[x, y], ...]: the way of a border walk, x in steps, y in rows
    tried      the moves tried here, in words
    pairs      [[point, point], ...]: a stone of the other side on one is answered on the other
    tree       the line that is walked, with the tries at its plies (search_tree.py)
    points     with faint: true those beside the walk
"""

from glowgrid.console import load
from glowgrid.rules.border_walk import BorderWalk
from glowgrid.rules.notation import move_name

from . import search_tree
from .field_state import picture_of

NO_DRAW, PROOF, PAIRS = "no draw", "prove it", "pairs"
_PLIES, _ROWS = 5, 6  # of the tree, the last plies of the line


def explained(app):
    """Return what differs whenever what "no draw" or "minimax" shows does; None on any other screen."""
    screen = app.screen
    known = screen.NAME, id(screen), app.settings.colours
    if screen.NAME == search_tree.NAME:
        return known + (screen.example, screen.pruned, screen.taken)
    return known + (screen.walk.steps, screen.walk.winner, screen.runs) if screen.NAME == NO_DRAW else None


def explaining(app, pictures):
    """Return the state of the field on such a screen."""
    made = search_tree.shown if app.screen.NAME == search_tree.NAME else no_draw
    return dict(made(app, pictures), apart=True, palette=app.settings.colours)


def no_draw(app, pictures):
    """Return the state of the filled field with the walk through it, as far as it has gone."""
    screen, match = app.screen, app.match
    walk = screen.walk
    state = picture_of(match, pictures).state(match.position)
    for number, point in enumerate(state["points"]):
        hand = walk.trail[number]
        for key in ("last", "number", "win"):
            point.pop(key, None)
        point["side"] = screen.cells[number]
        if not hand or walk.winner and hand != walk.winner:
            point["faint"] = True
        elif walk.winner:
            point["win"] = True
    turn = "Stop" if screen.runs else "Begin again" if walk.winner else "Go on"
    state.update({"moves": [], "won": [], "winner": walk.winner, "stones": "", "over": False, "swap": False})
    state["walk"] = way(match.position.field.width, screen.cells, walk.steps)
    state["explains"] = said(screen)
    state["controls"] = [["A step", "right"], [turn, "select"], ["Back to the match", "back"]]
    return state


def way(size, cells, steps):
    """Return the way of the first `steps` of a walk: the corners of hexagons between its two hands, from outside."""
    walk, at, places = BorderWalk(size, cells), (-2 / 3, -2 / 3), []  # where the edges of both sides meet
    for _ in range(steps + 1):
        places.append(at)
        one, other = walk.hands
        at = one[0] + other[0] - at[0], one[1] + other[1] - at[1]  # the other end of the side between both hands
        walk.step()
    places.append(at)
    return [[column + row / 2, row] for column, row in places]


def show_pairs(state, screen):
    """Enter the pairs of the strategy in the match, as far as they are read."""
    state["pairs"] = [list(pair) for pair in screen.pairs]
    state["explains"] = "%s. A stone on one point of a pair is answered on the other." % screen.words()[0]
    state["controls"] = [["Back to the match", "back"]]


def said(screen):
    """Return what a screen says, without what the keys do, as a sentence."""
    text = screen.help().split("   ")[0]
    return text[0].upper() + text[1:] + "."


class Tree:
    """The tries of "prove it" so far, with the answers: a tree of moves."""

    def __init__(self):
        self._match, self._known = None, {}  # {moves before: {the try: (the answer, plies until it loses)}}

    def add(self, state, screen):
        """Enter the position of the screen, and mark on the points what was tried there."""
        match, position = screen.match, screen.position
        if match is not self._match:
            self._match, self._known, self._begun = match, {}, position.plies
        made, plies = bytes(position.history[: position.plies]), position.plies
        if not match.engine_to_move() and plies >= self._begun + 2:
            tries = self._known.setdefault(made[:-2], {})
            tries[made[-2]] = made[-1], match.prover.left[plies] + 2
        words = []
        for move, (answer, left) in sorted(self._known.get(made, {}).items()):
            words.append("%s, answer %s: lost in %d" % (move_name(position, move), move_name(position, answer), left))
            if move < position.points:
                state["points"][move].update({"mark": "loses", "plies": left})
        state["explains"] = said(screen)
        state["tried"] = "; ".join(words)
        state["tree"] = {"plies": _PLIES, "levels": self._levels(position, match.prover.side)[-_PLIES:]}
        state["controls"] = [["Try another move", "undo"], ["Back to the match", "back"]]
        if load.play_help.has_hint_key(screen) and not match.engine_to_move() and not position.is_over():
            state["controls"].insert(1, ["A good try", "hint"])

    def _levels(self, position, winner):
        """Return for each ply of the line what was tried there, as search_tree.py describes it."""
        made, levels = bytes(position.history[: position.plies]), []
        first = self._begun + (position.plies - self._begun + (position.to_move == winner)) % 2
        for ply in range(first, len(made) + 1):
            known = self._known.get(made[:ply], {}) if (ply - first) % 2 == 0 else {}
            tries = sorted(known)[:_ROWS]
            line = made[ply : ply + 1]
            if line and line[0] not in tries:
                tries = tries[: _ROWS - 1] + [line[0]]
            side = winner if (ply - first) % 2 else 3 - winner
            if tries:
                moves = [
                    {
                        "name": move_name(position, move),
                        "winner": winner if move in known else None,
                        "line": move in line,
                    }
                    for move in tries
                ]
                levels.append({"side": side, "moves": moves})
        return levels
