"""What the page's field shows of screens that explain: the border walk of "no draw", and the tree of "prove it".

It runs on CPython and on MicroPython's WebAssembly port. It adds to what field_state.py makes:

    explains   what the screen says, in words
    controls   [[words, role of a key], ...]
    walk       [[x, y], ...]: the way of a border walk, x in steps, y in rows
    tried      the moves tried here, in words
    points     with faint: true those beside the walk
"""

from glowgrid.rules.border_walk import BorderWalk
from glowgrid.rules.notation import move_name

from .field_state import picture_of

NO_DRAW, PROOF = "no draw", "prove it"


def walked(app):
    """Return what differs whenever what "no draw" shows does; None on any other screen."""
    screen = app.screen
    if screen.NAME != NO_DRAW:
        return None
    return NO_DRAW, id(screen), screen.walk.steps, screen.walk.winner, screen.runs, app.settings.colours


def no_draw(screen, match, pictures):
    """Return the state of the filled field with the walk through it, as far as it has gone."""
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
    """Return the way of a walk of so many steps: the corners of hexagons between its two hands, from outside."""
    walk, at, places = BorderWalk(size, cells), (-2 / 3, -2 / 3), []  # where the edges of both sides meet
    for _ in range(steps + 1):
        places.append(at)
        one, other = walk.hands
        at = one[0] + other[0] - at[0], one[1] + other[1] - at[1]  # the other end of the side between both hands
        walk.step()
    places.append(at)
    return [[column + row / 2, row] for column, row in places]


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
            tries[made[-2]] = made[-1], match.left[plies] + 2
        words = []
        for move, (answer, left) in sorted(self._known.get(made, {}).items()):
            words.append("%s, answer %s: lost in %d" % (move_name(position, move), move_name(position, answer), left))
            if move < position.points:
                state["points"][move].update({"mark": "loses", "plies": left})
        state["explains"] = said(screen)
        state["tried"] = "; ".join(words)
        state["controls"] = [["Try another move", "undo"], ["Back to the match", "back"]]
