"""Words on the lights: the font, a text that scrolls once through the frame, what wins, and how a match ended."""

from glowgrid.clock import since
from glowgrid.console import load
from glowgrid.console.palette import SILVER, STONE, WHITE
from glowgrid.console.screen import SELECT, UP

ROWS = 5

CHARS = " ,-.:+?0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
# Five columns of each sign, from left to right: bit 0 is the top LED; bit 7 marks the last column that is used.
FONT = (
    b"\x00\x80\x00\x00\x00"  # space
    b"\x10\x88\x00\x00\x00"  # ,
    b"\x04\x84\x00\x00\x00"  # -
    b"\x90\x00\x00\x00\x00"  # .
    b"\x8a\x00\x00\x00\x00"  # :
    b"\x04\x0e\x84\x00\x00"  # +
    b"\x01\x15\x82\x00\x00"  # ?
    b"\x1f\x11\x9f\x00\x00"  # 0
    b"\x12\x1f\x90\x00\x00"  # 1
    b"\x19\x15\x92\x00\x00"  # 2
    b"\x11\x15\x8a\x00\x00"  # 3
    b"\x07\x04\x9f\x00\x00"  # 4
    b"\x17\x15\x89\x00\x00"  # 5
    b"\x0e\x15\x89\x00\x00"  # 6
    b"\x01\x1d\x83\x00\x00"  # 7
    b"\x0a\x15\x8a\x00\x00"  # 8
    b"\x12\x15\x8e\x00\x00"  # 9
    b"\x1e\x05\x9e\x00\x00"  # A
    b"\x1f\x15\x8a\x00\x00"  # B
    b"\x0e\x11\x91\x00\x00"  # C
    b"\x1f\x11\x8e\x00\x00"  # D
    b"\x1f\x15\x91\x00\x00"  # E
    b"\x1f\x05\x81\x00\x00"  # F
    b"\x0e\x11\x9d\x00\x00"  # G
    b"\x1f\x04\x9f\x00\x00"  # H
    b"\x9f\x00\x00\x00\x00"  # I
    b"\x08\x10\x8f\x00\x00"  # J
    b"\x1f\x0a\x91\x00\x00"  # K
    b"\x1f\x90\x00\x00\x00"  # L
    b"\x1f\x02\x04\x02\x9f"  # M
    b"\x1f\x02\x04\x9f\x00"  # N
    b"\x0e\x11\x8e\x00\x00"  # O
    b"\x1f\x05\x82\x00\x00"  # P
    b"\x0e\x19\x9e\x00\x00"  # Q
    b"\x1f\x05\x9a\x00\x00"  # R
    b"\x12\x15\x89\x00\x00"  # S
    b"\x01\x1f\x81\x00\x00"  # T
    b"\x1f\x10\x9f\x00\x00"  # U
    b"\x0f\x10\x8f\x00\x00"  # V
    b"\x0f\x10\x0c\x10\x8f"  # W
    b"\x11\x0e\x91\x00\x00"  # X
    b"\x03\x1c\x83\x00\x00"  # Y
    b"\x19\x15\x93\x00\x00"  # Z
)  # fmt: skip


class Words:
    """A text that enters on the right and leaves on the left, once. Then arrows and select glow over their keys.

    Letters are five LEDs high, or a multiple. On fewer LEDs the middle rows of a letter fall together.
    roles: of the key under each LED; empty if the keys are elsewhere.
    """

    STEP_MS = 170  # from column to column of a letter, so that no LED flashes three times a second
    _KEYS_MS = 10 * STEP_MS

    def __init__(self, text, width, height, colour, now_ms, roles=()):
        self.text = text
        self._roles = roles
        self._width, self._height, self._colour = width, height, colour or WHITE
        self._stepped_at = now_ms
        self._scale = max(1, height // (ROWS + 1))
        self._first = 1 - width - self._scale  # the text column at the left edge
        self.step_ms = self.STEP_MS // self._scale  # from LED to LED
        self._columns = columns(text)

    def draw(self, frame, now_ms):
        """Paint the text as it is now; return whether any of it is left."""
        scale, width, height = self._scale, self._width, self._height
        if since(now_ms, self._stepped_at) >= self.step_ms:
            self._stepped_at = now_ms
            self._first += 1  # a late picture skips no column: each is seen for its full time
        first = self._first
        rows = min(ROWS, height)
        top = (height - rows * scale) // 2
        for x in range(width):
            at = (first + x) // scale
            if 0 <= at < len(self._columns):
                bits = _fitted(self._columns[at], rows)
                for y in range(rows * scale):
                    if bits >> y // scale & 1:
                        frame[(top + y) * width + x] = self._colour
        left = first - scale * len(self._columns)  # columns since the text has left
        if left >= 0:
            for led in range(len(self._roles)):
                role = self._roles[led]
                if UP <= role <= SELECT:
                    frame[led] = WHITE if role == SELECT else SILVER
        return left * self.step_ms < (self._KEYS_MS if self._roles else 0)


def columns(text):
    """Return the columns of LEDs of a text as bytes; a sign that the font lacks becomes a space."""
    found = bytearray()
    text = text.upper()
    for place in range(len(text)):
        # MicroPython would keep text[place] for ever, as a name, but not a slice.
        at = 5 * max(CHARS.find(text[place : place + 1]), 0)
        for column in FONT[at : at + 5]:
            found.append(column & 31)
            if column & 128:
                break
        found.append(0)
    return found


def _fitted(column, rows):
    """Return a column of the font in 3 to 5 rows: top and bottom stay, the rows between fall together."""
    if rows < 5:
        column = column & 7 | column >> 1 & 12
    if rows < 4:
        column = column & 3 | column >> 1 & 6
    return column


def result(position, sides, how=""):
    """Return who has won a match and how, or that it is a draw; and the colour for it.

    sides: what they are called. how: the side has won, if the rules do not say it.
    """
    if not position.winner:
        return "draw", WHITE
    return "%s wins  %s" % (sides[position.winner], how or position.win_type()), STONE + position.winner


def in_menu(game, sides):
    """Return the title of a game, then what wins, if that is the same at all sizes; else its sentence, if short."""
    goals = game.goals()
    for size in game.sizes:
        if game.goals(size) != goals:
            return game.title()
    wins = goals[0] or (game.about if len(game.about) <= 60 else "")
    if len(set(goals)) > 1:
        wins = ", ".join(["%s %s" % (sides[side], goal) for side, goal in enumerate(goals, 1)])
    return game.title() + (wins and ": " + wins)


def of(play):
    """Return the words of a Play, and their colour or None."""
    match, position = play.match, play.position
    if play.pausing:
        return "", None
    if match.puzzle and match.puzzle.is_solved():
        return "solved", STONE + position.winner
    if position.is_over():
        return result(play.seen, play.app.panel.sides)
    if match.puzzle and not position.plies:
        return match.puzzle.task(), STONE + position.to_move
    if match.unsaid and position.plies < position.sides and not play.coach:
        if not match.engine_to_move():
            text, colour = opening(play)
            if text:
                return text, colour
    if play.points is None or play.app.settings.knows_pause:
        return "", None
    return load.pause_chord.words(play), None


def swap(play):
    """Return how to take over the first stone, which blinks."""
    return "swap: %s the blinking stone" % ("select" if play.points is None else "press")


def opening(play):
    """Return what the side to move should know in its first turn: what wins for it, and that it may swap; its colour.

    Each is said once. The side is named if another has another goal.
    """
    match = play.match
    side, goals, said = match.position.to_move, match.game.goals(match.size), []
    goal = goals[side - 1]
    if goal and goal in match.unsaid:
        said.append("%s: %s" % (play.app.panel.sides[side], goal) if len(set(goals)) > 1 else goal)
        match.unsaid.remove(goal)
    if "swap" in match.unsaid and match.position.may_swap():
        said.append(swap(play))
        match.unsaid.remove("swap")
    return "  ".join(said), STONE + side
