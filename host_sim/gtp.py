"""The text protocol: GTP version 2 on standard input and output, so that match tools and other engines can play.

Protocol: G. Farnebäck, "Specification of the Go Text Protocol, version 2, draft 2", 2002. What is ours:

- Sides are 1, 2, 3; `black`/`b` is 1 and `white`/`w` is 2, in upper or lower case. Answers name sides by number.
- Nobody passes while a game goes on. After the end match tools still ask: `genmove` then answers `resign` to a side
  that has lost, as Hex programs do, and `pass` to the winner and after a draw, and `play SIDE pass` is accepted and
  changes nothing, so that tools which wait for two passes find the end and ask `final_score`.
- `genmove` for a side that is not to move is refused like a play out of turn (Go programs would move twice).
- `final_score` is `0` after a draw and also while the game goes on; `winner` tells the two apart.
- `boardsize` takes the numbers of `--size`, with commas or blanks (`boardsize 5,4,4`). Tools that only know square
  fields send one number: it is accepted if the field already is that high and wide. A refused size changes nothing.
- `level N` sets the strength, `nodes N` replaces the level's number of nodes (positions visited for a move) until
  `nodes 0` gives it back; `nodes` alone prints what holds now. Both outlast `clear_board` and `boardsize`.
- `values` prints for each legal move its outcome (the side that wins, or `draw`) and the plies to it. `w_star` is the
  outcome of the position, `m_hat` the moves that keep it, `w_k K` who wins if the game is cut after K plies (0: nobody),
  all with perfect play, with three sides that of max^n. `hint` is one move of `m_hat`, the soonest win or the latest
  loss, with its outcome and plies: `b2 1 5`; where that is not settled it is the engine's choice and `estimate`.
- These visit at most `nodes N` nodes, else as many as take the Pico VALUES_MS; `hint` again as many for its estimate.
  `?` stands for what is not settled. With two sides plies are to the soonest win or the latest loss; with three sides
  they are known for a draw only, and `w_k` visits at most CUT_POSITIONS positions. `estimate 61` is the percent of
  playouts won, where an engine has that and no proof.
- `swap-pieces` is a move, as Hex programs have it (`play w swap-pieces`, or `swap-pieces` for the side to move): side 2
  takes the first stone over, at the mirrored point. It always may; `genmove` and `hint` answer it where that is better
  than any point. `legal` lists points only, and `perft`, `values`, `w_star`, `w_k` and `m_hat` are those without it.
- `showboard` shifts the rows of fields with six neighbours a point: they stand beside, and slantwise above and below.
- Where a game has no engine, `genmove`, `values`, `level`, `nodes` and the like say so.
- `perft N` is refused where it might visit more than PERFT_POSITIONS positions: it would not end within a minute.
"""

import os
import sys
from typing import Annotated

import typer

from glowgrid import VERSION
from glowgrid.discovery import load_data
from glowgrid.games import discover
from glowgrid.rules.game import parse_size
from glowgrid.rules.notation import parse_point, point_name
from glowgrid.rules.position import perft
from glowgrid.search import DRAWN, LEVELS, Limits, engine_for, level_limits
from glowgrid.search.exact import UNKNOWN, m_hat, w_k, w_star
from host_sim.field_text import position_text

VALUES_MS = 15_000
VALUES_NODES = 200_000  # and never more
CUT_POSITIONS = 200_000
PERFT_POSITIONS = 10_000_000
MOST_NODES = 1_000_000_000
SLICE = 10_000  # nodes between two looks at the keyboard interrupt
SIDES = {"1": 1, "2": 2, "3": 3, "b": 1, "black": 1, "w": 2, "white": 2}


class Refused(Exception):
    """A command that fails; the message is what follows the question mark."""


class Gtp:
    """One game and what is asked about it: `answer` takes a line and gives the response.

    finished  True once `quit` was answered
    """

    def __init__(self, game, size=None, games=()):
        """game: a Game; size: as Game.setup takes it (ValueError if unfit); games: what `list_games` names."""
        self.game = game
        self.games = list(games) or [game]
        self.size = game.sizes[0] if size is None else size
        self.level = LEVELS
        self.nodes = 0  # 0: as many as the level has
        self.finished = False
        self._set_up(self.size)
        self._commands = {name[len("_do_"):]: getattr(self, name) for name in dir(self) if name.startswith("_do_")}
        self._commands["swap-pieces"] = self._swap_pieces

    def _set_up(self, size):
        position = self.game.setup(size)
        position.swap_rule = True  # for `play SIDE swap-pieces`
        self.position, self.size = position, size
        self.engine = engine_for(position.tables) if self.game.engine else None

    def answer(self, line):
        """The response to a line without the empty line that ends it; None where the protocol wants none."""
        words = _words(line)
        if not words:
            return None
        number = words.pop(0) if _is_digits(words[0]) else ""
        try:
            if not words or words[0] not in self._commands:
                raise Refused("unknown command")
            text = self._commands[words[0]](*_fitting(self._commands[words[0]], words))
        except Refused as error:
            return f"?{number} {error}"
        return f"={number} {text}"

    # Administration -------------------------------------------------------------------------------------------------

    def _do_protocol_version(self):
        return "2"

    def _do_name(self):
        return "Glowgrid"

    def _do_version(self):
        return VERSION

    def _do_list_commands(self):
        return "\n".join(sorted(self._commands))

    def _do_known_command(self, command):
        return "true" if command in self._commands else "false"

    def _do_list_games(self):
        names = [game.name for game in self.games]
        return "\n".join(names if self.game.name in names else [*names, self.game.name])

    def _do_quit(self):
        self.finished = True
        return ""

    # The game -------------------------------------------------------------------------------------------------------

    def _do_boardsize(self, *numbers):
        text = ",".join(numbers)
        field = self.position.field
        try:
            size = parse_size(text)
            if len(size) < len(self.game.sizes[0]) or not self.game.sizes[0]:
                if size in ((field.width,), (field.width, field.height)) and field.width == field.height:
                    size = self.size
            elif len(self.game.sizes[0]) == 1 and len(size) == 2 and size[0] == size[1]:
                size = size[:1]  # Hex programs are told width and height
            self._set_up(size)
        except ValueError as error:
            raise Refused(f"unacceptable size: {error}") from None
        return ""

    def _do_clear_board(self):
        while self.position.undo() >= 0:
            pass
        return ""

    def _do_play(self, side, point):
        side = self._side(side)
        if point.lower() == "pass":
            if not self.position.is_over():
                raise Refused("illegal move: nobody may pass")
            return ""
        if point.lower() == "swap-pieces":
            return self._take_over(side)
        number = parse_point(self.position.field, point)
        self._refuse_illegal(side, number)
        self.position.play(number)
        return ""

    def _do_genmove(self, side):
        side, position = self._side(side), self.position
        if position.is_over():
            return "resign" if position.winner not in (0, side) else "pass"
        if side != position.to_move:
            self._refuse_illegal(side, 0)
        self._refuse_without_engine()
        limits = level_limits(self.level, self.engine.node_us)
        limits.nodes = self.nodes or limits.nodes
        self._search(limits)
        if position.may_swap() and self.engine.swap:
            position.swap()
            return "swap-pieces"
        best = self.engine.best
        position.play(best)
        return point_name(position.field, best)

    def _do_undo(self):
        if self.position.undo() < 0:
            raise Refused("cannot undo")
        return ""

    def _do_showboard(self):
        return "\n" + position_text(self.game, self.size, self.position)

    def _do_to_move(self):
        return str(self.position.to_move)

    def _do_legal(self):
        return " ".join(point_name(self.position.field, point) for point in self._legal())

    def _do_winner(self):
        return "draw" if self.position.is_draw() else str(self.position.winner)

    def _do_win_type(self):
        return self.position.win_type() or "none"

    def _swap_pieces(self):
        return self._take_over(self.position.to_move)

    def _do_final_score(self):
        return f"{self.position.winner}+" if self.position.winner else "0"

    # Search ---------------------------------------------------------------------------------------------------------

    def _do_level(self, level=None):
        self._refuse_without_engine()
        if level is None:
            return f"1 {LEVELS}"
        self.level = _number("level", level, 1, LEVELS)
        return ""

    def _do_nodes(self, nodes=None):
        self._refuse_without_engine()
        if nodes is None:
            return str(self.nodes or level_limits(self.level, self.engine.node_us).nodes)
        self.nodes = _number("nodes", nodes, 0, MOST_NODES)
        return ""

    def _do_values(self):
        self._find_values()
        return "\n".join(f"{self._name(point)} {self._value(point)}" for point in self._legal())

    def _do_w_star(self):
        self._find_values()
        return self._word(w_star(self.engine, self.position))

    def _do_w_k(self, plies):
        plies = _number("w_k", plies, 0, 999)
        if self.position.sides == 3:
            self._refuse_without_engine()
            winner, _ = cut_short(self.position, plies, CUT_POSITIONS)
            return "?" if winner is None else str(winner)
        self._find_values()
        winner = w_k(self.engine, self.position, plies)
        return "?" if winner == UNKNOWN else str(winner)

    def _do_m_hat(self):
        self._find_values()
        marks = self._best_moves()
        if not any(marks) and not self.position.is_over():
            return "?"
        return " ".join(self._name(point) for point in self._legal() if marks[point])

    def _do_hint(self):
        if self.position.is_over():
            raise Refused("the game is over")
        self._refuse_without_engine()
        if self.position.may_be_taken_over():  # a stone that wins would be taken over: one that is hard to choose by
            self._search(Limits(self._values_nodes()))
            percent = self.engine.estimate(self.engine.best)
            return f"{self._name(self.engine.best)} {_estimate(min(percent, 100 - percent))}"
        self._find_values()
        marks, engine = self._best_moves(), self.engine
        best = [point for point in self._legal() if marks[point]]
        me, may_swap = self.position.to_move, self.position.may_swap()
        if best and may_swap and engine.outcome(best[0]) == 3 - me:
            return f"swap-pieces {me} ?"  # every move loses: then the first stone wins
        if best:
            won = engine.outcome(best[0]) == me
            point = max(best, key=lambda point: -(engine.plies(point) or 999) if won else engine.plies(point))
            return f"{self._name(point)} {self._value(point)}"
        self._search(Limits(self._values_nodes()))
        if may_swap and engine.swap:
            percent = engine.estimate(engine.best)
            return f"swap-pieces {_estimate(100 - percent if percent >= 0 else percent)}"
        return f"{self._name(engine.best)} {_estimate(self._percent(engine.best))}"

    def _do_perft(self, depth):
        depth = _number("perft", depth, 0, 999_999_999)
        empty = self.position.points - self.position.plies
        if depth > empty:
            return "0"
        visited = 1
        for ply in range(depth - 1):  # the last ply is counted without being played
            visited *= empty - ply
        if visited > PERFT_POSITIONS and not self.position.is_over():
            raise Refused(f"perft {depth} might visit more than {PERFT_POSITIONS} positions: take fewer plies")
        return str(perft(self.position, depth))

    # What the commands share ----------------------------------------------------------------------------------------

    def _legal(self):
        position = self.position
        return [p for p in range(position.points) if position.is_legal(p)]

    def _take_over(self, side):
        if not self.position.may_swap() or side != self.position.to_move:
            raise Refused("illegal move: there is no first stone to take over")
        self.position.swap()
        return ""

    def _name(self, point):
        return point_name(self.position.field, point)

    def _values_nodes(self):
        return self.nodes or min(VALUES_NODES, VALUES_MS * 1000 // self.engine.node_us)

    def _find_values(self):
        """Search the outcome of every move, unless the game is over."""
        self._refuse_without_engine()
        if not self.position.is_over():
            self._search(Limits(self._values_nodes()), every=True)

    def _word(self, outcome):
        return "?" if not outcome else "draw" if outcome == DRAWN else str(outcome)

    def _value(self, point):
        """Outcome and plies of a move as `values` prints them."""
        outcome, percent = self.engine.outcome(point), self._percent(point)
        if not outcome and percent >= 0:
            return _estimate(percent)
        return f"{self._word(outcome)} {self.engine.plies(point) or '?'}"

    def _percent(self, point):
        """What the engine's playouts say of a move; -1 where it has none."""
        estimate = getattr(self.engine, "estimate", None)
        return estimate(point) if estimate else -1

    def _best_moves(self):
        marks = bytearray(self.position.points)
        m_hat(self.engine, self.position, marks)
        return marks

    def _refuse_without_engine(self):
        if self.engine is None:
            raise Refused(f"no engine plays {self.game.name} yet")

    def _search(self, limits, every=False):
        self.engine.start(self.position, limits, every)
        while not self.engine.step(SLICE):
            pass

    def _side(self, text):
        side = SIDES.get(text.lower())
        if side is None:
            raise Refused(f"syntax error: {text} is no side; expected 1, 2, 3, black or white")
        if side > self.position.sides:
            raise Refused(f"illegal move: no side {side}; sides are 1 to {self.position.sides}")
        return side

    def _refuse_illegal(self, side, point):
        why = self.position.refusal(side, point)
        if why:
            raise Refused(f"illegal move: {why}")


def cut_short(position, plies, budget):
    """(who wins by max^n if the game is cut after `plies` plies, or 0 for nobody; what is left of the budget).

    The winner is None if more than `budget` positions would have to be visited.
    """
    if budget <= 0:
        return None, 0
    if position.is_over() or not plies:
        return position.winner, budget - 1
    side, best = position.to_move, None
    for point in range(position.points):
        if position.play(point):
            winner, budget = cut_short(position, plies - 1, budget)
            position.undo()
            if winner is None:
                return None, 0
            if best is None or winner == side or (best and not winner):
                best = winner
            if best == side:
                break
    return best, budget - 1


def _estimate(percent):
    return f"estimate {percent}" if percent >= 0 else "estimate"


def _words(line):
    """The words of a line: control characters dropped, comment cut off, as the protocol says."""
    line = "".join(sign for sign in line if sign in "\t\n" or not (sign < " " or "\x7f" <= sign < "\xa0"))
    return line.partition("#")[0].split()


def _is_digits(word):
    return word.isascii() and word.isdigit()


def _fitting(command, words):
    """The arguments among the words of a command, or Refused if they are too few or too many."""
    code = command.__func__.__code__
    names = code.co_varnames[1:code.co_argcount]
    takes_all = code.co_flags & 4  # *arguments
    needed = 1 if takes_all else len(names) - len(command.__func__.__defaults__ or ())
    if len(words) - 1 < needed or (len(words) - 1 > len(names) and not takes_all):
        usage = " ".join([words[0], *(name.upper() for name in names or (("SIZE",) if takes_all else ()))])
        raise Refused(f"syntax error: expected {usage}")
    return words[1:]


def _number(command, word, least, most):
    if not _is_digits(word) or len(word) > 18 or not least <= int(word) <= most:
        raise Refused(f"syntax error: {command} {word}; expected a whole number from {least} to {most}")
    return int(word)


def find_game(name):
    """(the game, all listed games) for a name that is listed or the path of a user's data file.

    Raises ValueError, in one line, for anything else.
    """
    games, errors = discover()
    for game in games:
        if game.name == name:
            return game, games
    if name.endswith(".json") or os.sep in name:
        return load_data(name), games
    names = ", ".join(game.name for game in games)
    raise ValueError("; ".join([f"no game {name}; expected {names} or the path of a data file (.json)", *errors]))


def serve(game_name, size_text, input, output):
    """Answer the lines of `input` on `output` until `quit` or the end.

    game_name: as find_game takes it. size_text: such as "5,4,4", or None for the game's first size. Raises ValueError,
    in one line and before anything is read, where they do not fit.
    """
    game, games = find_game(game_name)
    gtp = Gtp(game, None if size_text is None else parse_size(size_text), games)
    for line in input:
        try:
            response = gtp.answer(line)
        except Exception as error:  # a bug must not end a match: say so and go on
            response = f"? internal error: {type(error).__name__}"
        if response is not None:
            output.write(response + "\n\n")
            output.flush()
        if gtp.finished:
            return


def command(
    game: Annotated[str, typer.Option(help="A game's name, or the path of a data file (.json).")] = "tic-tac-toe",
    size: Annotated[str | None, typer.Option(help="Its size, for mnk rows, columns, how many in a row: 5,4,4.")] = None,
):
    """Speak GTP version 2 on standard input and output; `list_commands` names what it knows."""
    if sys.stdin is None or sys.stdout is None:  # closed by whoever started it: nobody to talk to
        return
    sys.stdin.reconfigure(encoding="utf-8", errors="replace", newline="\n")
    sys.stdout.reconfigure(encoding="utf-8", errors="replace")
    try:
        serve(game, size, sys.stdin, sys.stdout)
    except ValueError as error:
        print(" ".join(str(error).split()), file=sys.stderr)
        raise typer.Exit(2) from None
    except BrokenPipeError:  # nobody reads any more; keep the interpreter from complaining when it closes the pipe
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except KeyboardInterrupt:
        raise typer.Exit(130) from None
