"""What stock tools expect beyond plain GTP: `--dialect gogui` and `--dialect hexgui`.

GoGui (and its twogtp) is made for Go. Columns are letters without I, row 1 is the lowest, there is no swap, and
`gogui-rules_...` tell what the rules are: GoGui manual, chapter "Rules". Hexagonal fields need GoGui 1.6: it draws each
row half a point to the right of the one above it. So a field that goes to the left (Havannah, Y) stands upside down,
and its points have our names, but for the I. `?` is a place without a point.

HexGui talks to Hex programs as Benzene does. It asks for `hexgui-analyze_commands` first; ours show the coach on its
field. `play SIDE resign` ends a game. After the end `genmove` answers `resign`. HexGui sets a field up row by row,
after each swap too: stones are placed in any order, since colours need not alternate.

HexGui's own "Swap sides" and "Swap pieces" send no swap. So the rule is off until `param_game allow_swap 1`, as in
Benzene: the menu Analyze has it under "Rules". Then the engine may answer the first stone with `swap-pieces`.

In both `final_score` is `B+`, `W+`, `0` after a draw, and refused while the game goes on.
"""

from contextlib import contextmanager

from glowgrid.search import DRAWN, NO_ESTIMATE, Limits

from ...console.published import Known, as_published
from .playing import SWAP
from .protocol import Gtp
from .words import Refused, whole_number

COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"  # of Go
COLOURS = "", "black", "white"
ANALYSIS = (
    "pspairs/Coach: where each move leads/coach",
    "plist/Best moves/best_moves",
    "string/Hint/hint",
    "string/Who wins/w_star",
    "plist/All legal moves/all_legal_moves",
    "param/Rules/param_game",
    "none/Level.../level %s",
    "none/Thinking time in ms.../think %s",
    "string/Show field/showboard",
)


class _Coloured(Gtp):
    """Two sides, black and white."""

    def _score(self):
        """The side that has won, DRAWN, or 0 while the game goes on."""
        return self.position.winner or (DRAWN if self.position.is_over() else 0)

    def _do_final_score(self):
        score = self._score()
        if not score:
            raise Refused("cannot score: the game goes on")
        return "0" if score == DRAWN else "BW"[score - 1] + "+"


class GoGui(_Coloured):
    """Any game of two sides, as GoGui and gogui-twogtp speak of it."""

    def __init__(self, game, size=None, games=(), elsewhere=None, speed=1.0, seed=1):
        if game.sides != 2:
            raise ValueError(f"--dialect gogui: GoGui knows two sides, {game.name} has {game.sides}")
        super().__init__(game, size, games, elsewhere, speed, seed)
        self._set_swap(False)
        del self._commands[SWAP], self._commands["swap"]

    def _begin(self, position, size):
        field = position.field
        if max(field.width, field.height) > len(COLUMNS):
            raise ValueError(f"{field.width} x {field.height} points: GoGui has 25 x 25 at most")
        super()._begin(position, size)

    def _name(self, move):
        position, field = self.position, self.position.field
        if move >= position.points:
            return position.actions[move - position.points]
        row = field.rows[move] + 1 if field.slant < 0 else self._edge() - field.rows[move]
        return f"{COLUMNS[field.columns[move]]}{row}"

    def _move(self, name):
        letter, row = name[:1].upper(), name[1:]
        if letter not in COLUMNS or not (row.isascii() and row.isdigit()):
            return self.position.action(name)
        field, number = self.position.field, int(row[:4])
        return field.point_at(COLUMNS.index(letter), number - 1 if field.slant < 0 else self._edge() - number)

    def _edge(self):
        """GoGui's fields are squares."""
        return max(self.position.field.width, self.position.field.height)

    def _rows(self):
        """The field from top to bottom, a sign for each place of the square."""
        field, rows = self.position.field, [["?"] * self._edge() for _ in range(self._edge())]
        for point, side in enumerate(self._seen().cells):
            rows[field.rows[point]][field.columns[point]] = ".XO"[side]
        return [" ".join(row) for row in rows[:: -1 if field.slant < 0 else 1]]

    def _do_showboard(self):
        edge = self._edge()
        rows = [f"{edge - row:>2} {text}" for row, text in enumerate(self._rows())]
        return "\n".join(["", "   " + " ".join(COLUMNS[:edge]), *rows])

    def _do_gogui__rules_game_id(self):
        return "".join(filter(str.isalpha, self.game.name)).capitalize()

    def _do_gogui__rules_board_size(self):
        return f"{self._edge()} hex" if self.position.field.slant else str(self._edge())

    def _do_gogui__rules_board(self):
        return "\n".join(self._rows())

    def _do_gogui__rules_legal_moves(self):
        return self._do_legal()

    def _do_gogui__rules_side_to_move(self):
        return COLOURS[self.position.to_move]

    def _do_gogui__rules_final_result(self):
        score = self._score()
        return "" if not score else "Draw" if score == DRAWN else f"{COLOURS[score].capitalize()} wins"


class HexGui(_Coloured):
    """Hex, as HexGui and Benzene speak of it."""

    def __init__(self, game, size=None, games=(), elsewhere=None, speed=1.0, seed=1):
        if game.name != "hex":
            raise ValueError(f"--dialect hexgui: HexGui plays Hex, not {game.name}; say --game hex")
        super().__init__(game, size, games, elsewhere, speed, seed)
        self._set_swap(False)

    def _begin(self, position, size):
        super()._begin(position, size)
        self.resigned = 0  # the side that did

    @contextmanager
    def _all_or_nothing(self):
        resigned = self.resigned
        try:
            with super()._all_or_nothing():
                yield
        except Refused:
            self.resigned = resigned
            raise

    def _score(self):
        return 3 - self.resigned if self.resigned else super()._score()

    def _do_play(self, side, point):
        if self.resigned:
            raise Refused("illegal move: the game is over")
        if point.lower() == "resign" and not self.position.is_over():
            self.resigned = self._side(side)
            return ""
        return super()._do_play(side, point)

    def _do_undo(self):
        if self.resigned:
            self.resigned = 0
            return ""
        return super()._do_undo()

    def _do_clear_board(self):
        self.resigned = 0
        return super()._do_clear_board()

    # What is chosen -------------------------------------------------------------------------------------------------

    def _do_genmove(self, side):
        return "resign" if self._score() else super()._do_genmove(side)

    def _do_reg_genmove(self, side):
        if self._score():
            return "resign"
        before = len(self._before)
        self._hand(self._side(side))
        move = self._name(self._choice())
        if len(self._before) > before:
            self._hand_back()
        return move

    # What HexGui shows ----------------------------------------------------------------------------------------------

    def _do_hexgui__analyze_commands(self):
        return "\n".join(ANALYSIS)

    def _do_param_game(self, name=None, value=""):
        if name is None:
            return f"\n[bool] allow_swap {int(self.swap)}"
        if name != "allow_swap":
            raise Refused(f"no parameter {name}; expected allow_swap")
        self._set_swap(bool(whole_number("param_game allow_swap", value, 0, 1)))
        return ""

    def _do_all_legal_moves(self, side=None):
        return "" if self._score() else " ".join(self._name(move) for move in self._legal())

    def _do_coach(self):
        """A text for each point: W5 wins in 5 plies, L4 loses in 4, W* wins as published, 61% is an estimate."""
        verdict = self._values()
        points = [move for move in self._legal() if move < self.position.points]
        marks = [(self._name(point), self._mark(verdict, point)) for point in points]
        return " ".join(f"{name} {mark}" for name, mark in marks if mark)

    def _mark(self, verdict, move):
        outcome, percent = Known(verdict, self.position).outcome(move), verdict.percent(move)
        if outcome:
            more = "*" if as_published(verdict, self.position, move) else str(verdict.plies_to(move) or "")
            return ("W" if outcome == self.position.to_move else "L") + more
        return "" if percent == NO_ESTIMATE else f"{percent}%"

    def _do_best_moves(self):
        """The moves that are proven best, or the engine's choice."""
        if self._score():
            return ""
        best = self._best_moves(self._values()) or [self._asked(Limits(self._values_work())).best]
        return " ".join(self._name(move) for move in best)


DIALECTS: dict[str, type[Gtp]] = {"plain": Gtp, "gogui": GoGui, "hexgui": HexGui}
