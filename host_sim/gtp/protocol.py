"""The text protocol, GTP version 2, so that match tools and other engines can play: README.md says what is ours."""

import os
import sys
import time
from contextlib import contextmanager

from glowgrid import VERSION
from glowgrid.answers import UNDECIDED, m_hat, w0, w_k, w_star
from glowgrid.levels import LEVELS, chosen, level_limits, levels_of
from glowgrid.memory import words
from glowgrid.rules.game import parse_size
from glowgrid.rules.notation import move_name, parse_move
from glowgrid.rules.placed import handed, place, standing
from glowgrid.rules.position import perft
from glowgrid.search import (
    DRAWN,
    NO_ESTIMATE,
    NO_MOVE,
    TICK_WORK,
    Limits,
    Memory,
    engine_for,
    hides,
    next_best,
    work_in,
)

from .. import placed_text
from ..console.unsolved_text import best_percent, unsolved
from ..engine.unix_engine import Ended
from ..field_text import position_text
from ..large_fields import no_engine
from ..published import Known
from ..records import position_line
from ..records.reader import read
from ..records.record import NoRecord, replay, whose_turn_after
from .help_text import help_line, usage

NODE_WORK = 100  # units of work, of a node of `nodes N`
VALUES_WORK = 15_000_000  # 4.7 s of the reference board
THREE_SIDES_WORK = 2 * VALUES_WORK  # 4 s on CPython
MINIMAX_WORK = 40 * VALUES_WORK  # the same: 200,000 nodes
THREE_SIDES_TABLE = 16  # entries, as a power of two: 512 KB, half the work of the console's on a star of 13 points
PERFT_POSITIONS = 10_000_000
MOST_NODES = 1_000_000_000
MOST_MS = 1_000_000  # of `think`
MOST_SECONDS = 1_000_000_000  # of a clock
MOVES_LEFT = 20  # the share of the time left that a move may take, where no number of stones is given
UNKNOWN_PLIES = 999  # more than are known of any move
SLICE = 1_000_000  # units of work between two looks at the keyboard interrupt
SWAP = "swap-pieces"  # what Hex programs call the swap
SIDES = {"1": 1, "2": 2, "3": 3, "b": 1, "black": 1, "w": 2, "white": 2}


class Refused(Exception):
    """A command that fails; the message is what follows the question mark."""


class Gtp:
    """One game and what is asked about it: `answer` takes a line and gives the response.

    finished  True once `quit` was answered
    """

    def __init__(self, game, size=None, games=(), elsewhere=None, speed=1.0, seed=1):
        """game: a Game; size: as Game.setup takes it (ValueError if unfit); games: what `list_games` names.

        elsewhere: the UnixEngine that searches; without one the engine in this process does. speed: of the board whose
        milliseconds levels and `think` count, as in its file. seed: of the moves that `genmove` chooses in the first
        game; each new game, by whichever command, takes the next one.
        """
        self.game = game
        self.games = list(games) or [game]
        self.size = game.sizes[0] if size is None else size
        self.elsewhere = elsewhere
        self.tick_work = int(TICK_WORK * speed)
        self.level = LEVELS
        self.seed = seed - 1  # `_begin` takes the next one
        self.nodes = 0  # 0: what the level has
        self.think = 0  # ms; 0: what level or nodes say
        self.clock = None  # (main time, overtime, stones of the overtime), in seconds; None: no limit
        self.left = {}  # {side: (seconds, stones)}, as `time_left` says
        self._seconds_elsewhere = 0.0  # that the UnixEngine has worked
        self.swap = True  # whether the first stone may be taken over, where the rules know that
        self.finished = False
        self._set_up(self.size)
        methods = [name for name in dir(self) if name.startswith("_do_")]
        self._commands = {name[len("_do_") :].replace("__", "-"): getattr(self, name) for name in methods}
        self._commands[SWAP] = self._swap_pieces

    def _set_up(self, size):
        self._begin(self.game.setup(size), size)

    def _begin(self, position, size):
        """Go on from a position, from which nothing can be taken back but its own moves."""
        self.seed += 1
        self._before = []  # positions that were left where a side moved out of turn
        self._hold(position)
        self.size = size

    def _hold(self, position):
        """Make it the position that is talked about."""
        position.swap_rule = self.swap
        self.position = position
        self._engines = None  # made when one is needed
        self._table = THREE_SIDES_TABLE if position.sides > 2 else 0  # of questions; 0: as genmove has it

    @property
    def engine(self):
        """The engine that plays."""
        return self._made()[0]

    @property
    def _asked_engine(self):
        return self._made()[1]

    def _made(self):
        """The engines that play and that answer questions; Refused where none holds the field."""
        if not self._engines:
            if why := no_engine(self.position):
                raise Refused(why)
            position, family = self.position, self.game.family(self.position)
            engine = asked = engine_for(position, family=family, blind=True)
            if self._table:
                asked = engine_for(position, Memory(words(2 << self._table)), family)
            elif engine.blind:
                asked = engine_for(position, family=family)
            self._engines = engine, asked
        return self._engines

    def _hand(self, side):
        """Let a side move, out of turn too; Refused where that cannot be."""
        position = self.position
        if side == position.to_move:
            return
        passes = set(position.actions) - {"swap"}  # where sides may pass, what was played may count
        if passes or hides(position) or position.is_over():
            raise Refused(f"illegal move: {position.refusal(side, 0)}")
        try:
            other = handed(position, side)
        except ValueError:  # rules of its own do not take these stones
            raise Refused(f"illegal move: {position.refusal(side, 0)}") from None
        self._before.append(position)
        self._hold(other)

    def _hand_back(self):
        """Undo `_hand`."""
        self._hold(self._before.pop())

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

    def _do_help(self, command=None):
        if command is None:
            return "\n".join(map(help_line, sorted(self._commands)))
        if command not in self._commands:
            raise Refused("unknown command")
        return help_line(command)

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
                size = size[:1]  # Hex programs get width and height
            self._set_up(size)
        except ValueError as error:
            raise Refused(f"unacceptable size: {error}") from None
        return ""

    def _do_clear_board(self):
        if self._before or self.position.placed:
            self._set_up(self.size)
            return ""
        self.seed += 1
        while self.position.undo() >= 0:
            pass
        return ""

    def _do_play(self, side, point):
        side, position, name = self._side(side), self.position, point.lower()
        if name in (SWAP, "swap"):
            return self._take_over(side)
        if name == "pass" and position.is_over():
            return ""
        if name == "pass" and name not in position.actions:
            raise Refused("illegal move: nobody may pass")
        move = self._move(name)
        if position.is_over():
            raise Refused("illegal move: the game is over")
        self._out_of_turn(side, lambda: self._make(move))
        return "a stone is there: try again" if position.has_tried() else ""

    def _do_gogui__play_sequence(self, *words):
        if len(words) % 2:
            raise Refused(f"syntax error: expected {usage('gogui-play_sequence')}")
        with self._all_or_nothing():
            self._play_all(zip(words[::2], words[1::2]))
        return ""

    def _do_play__game(self, *words):
        with self._all_or_nothing():
            self._set_up(self.size)
            self._play_all((None, word) for word in words)
        return ""

    def _play_all(self, moves):
        """Play pairs of a side, or None for the side to move, and a point."""
        for number, (side, point) in enumerate(moves, 1):
            try:
                self._do_play(side or str(self.position.to_move), point)
            except Refused as error:
                raise Refused(f"move {number}, {point}: {error}") from None

    @contextmanager
    def _all_or_nothing(self):
        """Go back to where the game was if something in the block is refused."""
        before, position, plies, seed = list(self._before), self.position, self.position.plies, self.seed
        try:
            yield
        except Refused:
            self._before, self.seed = before, seed
            self._hold(position)
            while position.plies > plies:
                self._do_undo()
            raise

    def _out_of_turn(self, side, act):
        """Do what a side does, out of turn too; where it is refused, nothing has changed."""
        before = len(self._before)
        self._hand(side)
        try:
            return act()
        except Refused:
            if len(self._before) > before:
                self._hand_back()
            raise

    def _do_genmove(self, side):
        side, position = self._side(side), self.position
        if position.is_over():
            return "resign" if position.winner not in (0, side) else "pass"
        return self._out_of_turn(side, lambda: self._moved())

    def _moved(self):
        """Make the engine's move for the side to move, and name it."""
        position = self.position
        best = self._choice()
        if best == position.action("swap"):
            return self._take_over(position.to_move) or SWAP
        while True:
            why = position.refusal(position.to_move, best)
            if position.play(best) and not position.has_tried():
                return self._name(best)
            other = next_best(position, self.engine, best) if self.engine.blind else NO_MOVE
            if other == NO_MOVE:
                raise Refused(f"the engine's move {best} is illegal: {why}")
            best = other

    def _do_undo(self):
        move = self.position.undo()
        if move < 0:
            raise Refused("cannot undo")
        if move == self.position.action("swap"):
            self._turn_first_stone()
        if self._before and not self.position.plies:
            self._hand_back()
        return ""

    def _do_showboard(self):
        return "\n" + position_text(self.game, self.size, self._seen())

    def _do_to_move(self):
        return str(self.position.to_move)

    def _do_legal(self):
        seen = self._seen()
        return " ".join(self._name(move) for move in range(seen.moves) if seen.is_legal(move))

    def _do_goal(self):
        goals = self.game.goals(self.size)
        if not any(goals):
            return self.game.about
        return "\n".join(f"{side} {goal}" for side, goal in enumerate(goals, 1))

    def _do_winner(self):
        position = self.position
        return "draw" if position.is_over() and not position.winner else str(position.winner)

    def _do_win_type(self):
        return self.position.win_type() or "none"

    def _swap_pieces(self):
        return self._take_over(self.position.to_move)

    def _do_swap(self, on=None):
        if on is not None:
            if on not in ("on", "off"):
                raise Refused(f"syntax error: swap {on}; expected on or off")
            if on == "on" and self.position.action("swap") < 0:
                raise Refused(f"{self.game.name} has no swap rule")
            self._set_swap(on == "on")
            return ""
        return "on" if self.swap and self.position.action("swap") >= 0 else "off"

    # Positions ------------------------------------------------------------------------------------------------------

    def _do_position(self, *words):
        if not words:
            self._refuse_to_tell()
            return position_line.position_line(self.game, self.size, self.position)
        self._refuse_to_set_up()
        text, size = " ".join(words), self.size
        try:
            if ":" in text:
                name, size, text = placed_text.parts_of(text)
                self._check_game(name)
                size = size or self.size
            self._begin(position_line.placed_as(text, self.game, size), size)
        except ValueError as error:
            raise Refused(str(error)) from None
        return ""

    def _do_set_position(self, *words):
        self._refuse_to_set_up()
        fresh, stones = self.game.setup(self.size), {}
        if len(words) % 2:
            raise Refused(f"syntax error: expected {usage('set_position')}")
        for side, name in zip(words[::2], words[1::2]):
            point = self._move(name.lower())
            if not 0 <= point < fresh.points or point in stones:
                raise Refused(f"illegal stone: {'a stone is there' if point in stones else 'no such point'}: {name}")
            stones[point] = self._side(side)
        try:
            self._begin(place(fresh, stones, whose_turn_after(stones, fresh.sides)), self.size)
        except ValueError as error:
            raise Refused(str(error)) from None
        return ""

    def _do_loadsgf(self, file, number=None):
        self._refuse_to_set_up()
        last = whole_number("loadsgf", number, 1, MOST_NODES) - 1 if number else MOST_NODES
        try:
            with open(file, "rb") as opened:
                record = read(opened.read(), os.path.basename(file))
            self._check_game(record.game)
            for made, position in enumerate(replay(record, self.game)):
                if made == last:
                    break
            if record.sides_swapped and position.plies == 1:  # stones that are set up are not taken over
                position = place(self.game.setup(record.size), standing(position), position.to_move)
            self._begin(position, record.size or self.size)
        except OSError as error:
            raise Refused(f"cannot load {file}: {error.strerror}") from None
        except ValueError as error:
            raise Refused(f"cannot load {file}: {error}") from None
        return ""

    def _check_game(self, name):
        if name != self.game.name:
            raise NoRecord(f"it is of {name}; expected {self.game.name}")

    def _refuse_to_set_up(self):
        if hides(self.position):
            raise Refused(f"{self.game.name} hides things: its games begin at their start")

    def _do_final_score(self):
        return f"{self.position.winner}+" if self.position.winner else "0"

    # Search ---------------------------------------------------------------------------------------------------------

    def _do_level(self, level=None):
        levels = levels_of(self.position)
        if level is None:
            return f"level {min(self.level, levels)} of 1 to {levels}"
        self.level = whole_number("level", level, 1, levels)
        self.think = 0
        return ""

    def _do_nodes(self, nodes=None):
        if nodes is None:
            return str(self._limits().work // NODE_WORK)
        self.nodes = whole_number("nodes", nodes, 0, MOST_NODES)
        self.think = 0
        return ""

    def _do_think(self, ms=None):
        if ms is None:
            return str(self.think)
        self.think = whole_number("think", ms, 1, MOST_MS)
        self.nodes = 0
        return ""

    def _do_time_settings(self, main, overtime, stones):
        clock = tuple(whole_number("time_settings", word, 0, MOST_SECONDS) for word in (main, overtime, stones))
        limited = clock[2] if clock[1] else clock[0]  # the protocol: an overtime for 0 stones is no limit
        self.clock = clock if limited else None
        self.left = {}
        return ""

    def _do_time_left(self, side, seconds, stones="0"):
        numbers = [whole_number("time_left", word, 0, MOST_SECONDS) for word in (seconds, stones)]
        self.left[self._side(side)] = tuple(numbers)
        return ""

    def _do_cputime(self):
        return f"{time.process_time() + self._seconds_elsewhere:.2f}"

    def _do_engine_sees(self):
        return "view" if self.engine.blind else "all"

    def peeks(self):
        """Return whether the game hides something that the engine sees."""
        return hides(self.position) and not self.engine.blind

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
        return f"{self._name(verdict.best)} ? {unsolved(verdict, verdict.percent(verdict.best))}"

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

    # What the commands share ----------------------------------------------------------------------------------------

    def _seen(self):
        """What the side to move may see of the position."""
        return self.position.view(self.position.to_move)

    def _legal(self):
        return [move for move in range(self.position.moves) if self.position.is_legal(move)]

    def _refuse_to_tell(self):
        if self._seen() is not self.position:
            raise Refused(f"{self.game.name} hides things, and the answer would tell them")

    def _take_over(self, side):
        if not self.position.may_swap() or side != self.position.to_move:
            raise Refused("illegal move: there is no first stone to take over")
        self._turn_first_stone()
        self._make(self.position.action("swap"))
        return ""

    def _turn_first_stone(self):
        """Give the first stone of Hex half a turn, before it is taken over or after that was taken back."""
        if self.game.name == "hex":
            self._make(self.position.points - 1 - self.position.undo())

    def _make(self, move):
        """Make a move for the side to move; Refused if it is illegal."""
        position = self.position
        if not position.play(move):
            raise Refused(f"illegal move: {position.refusal(position.to_move, move)}")

    def _choice(self):
        """The move that the engine chooses for the side to move."""
        limits = self._limits()
        verdict = self._searched(self.engine, limits, limits.rough)
        known = self._seen() if self.engine.blind else self.position
        return verdict.best if self.think else chosen(known, verdict, self.level, limits.seed)

    def _move(self, name):
        """The move of this name, -1 if there is none."""
        return parse_move(self.position, name)

    def _name(self, move):
        return SWAP if move == self.position.action("swap") else move_name(self.position, move)

    def _unsolved(self, verdict, to_the_end=True):
        """Return the reply for an answer that the search did not find. What is published is of whole games."""
        published = w_star(Known(verdict, self.position), self.position)
        if published and to_the_end:
            return f"? published {_word(published)}"
        return f"? {unsolved(verdict, best_percent(verdict, self.position))}"

    def _row(self, verdict, move):
        """Return outcome and plies of a move as `values` prints them."""
        outcome, published, percent = verdict.outcome(move), self.position.published(move), verdict.percent(move)
        if not outcome and published:
            return f"published {published}"
        if not outcome and percent != NO_ESTIMATE:
            return f"estimate {percent}"
        return f"{_word(outcome)} {verdict.plies_to(move) or '?'}"

    def _set_swap(self, on):
        self.swap = self.position.swap_rule = on

    def _limits(self):
        """Of `genmove`."""
        if self.think:
            limits = Limits(work_in(self.think, self.tick_work), seed=self.seed)
        else:
            limits = level_limits(self.position, self.level, self.seed, self.tick_work)
            limits.work = self.nodes * NODE_WORK or limits.work
        ms = self._clock_ms()
        if ms is not None:
            limits.work = min(limits.work, work_in(ms, self.tick_work))
        return limits

    def _clock_ms(self):
        """Return the ms that a clock leaves for a move of the side to move; None without one."""
        side = self.position.to_move
        main, overtime, stones = self.clock or (0, 0, 0)
        pace = 1000 * overtime // stones if stones else 0
        if side in self.left:
            seconds, due = self.left[side]
            return 1000 * seconds // due if due else max(pace, 1000 * seconds // MOVES_LEFT)
        if not self.clock:
            return None
        made = self.position.plies // self.position.sides
        return max(pace, 1000 * main * (MOVES_LEFT - 1) ** made // MOVES_LEFT ** (made + 1))

    def _values_work(self):
        given = work_in(self.think, self.tick_work) or self.nodes * NODE_WORK
        if given:
            return given
        if self.game.family(self.position) == "minimax":
            return MINIMAX_WORK
        return THREE_SIDES_WORK if self.position.sides > 2 else VALUES_WORK

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
        return self._searched(self._asked_engine, limits, every, self._table)

    def _searched(self, engine, limits, every, table=0):
        """What this engine, or one elsewhere with such a table, finds out about the position."""
        if self.elsewhere and not engine.blind:
            try:
                self.elsewhere.search(engine.verdict, self.size, self.position, limits, every, table)
                self._seconds_elsewhere = self.elsewhere.seconds
                return engine.verdict
            except Ended as ended:
                self.elsewhere = None
                print(f"{ended}; the search goes on here, on CPython", file=sys.stderr, flush=True)
        engine.start(self.position, limits, every)
        while not engine.step(SLICE):
            pass
        return engine.verdict

    def _side(self, text):
        side = SIDES.get(text.lower())
        if side is None:
            raise Refused(f"syntax error: {text} is no side; expected 1, 2, 3, black or white")
        if side > self.position.sides:
            raise Refused(f"illegal move: no side {side}; sides are 1 to {self.position.sides}")
        return side


def _word(outcome):
    return "?" if not outcome else "draw" if outcome == DRAWN else str(outcome)


def _words(line):
    """The words of a line: control characters dropped, comment cut off, as the protocol says."""
    line = "".join(sign for sign in line if sign in "\t\n" or not (sign < " " or "\x7f" <= sign < "\xa0"))
    return line.partition("#")[0].split()


def _is_digits(word):
    return word.isascii() and word.isdigit()


def _fitting(command, words):
    """The arguments among the words of a command, or Refused if they are too few or too many."""
    code = command.__func__.__code__
    names = code.co_varnames[1 : code.co_argcount]
    takes_all = code.co_flags & 4  # *arguments
    rest = code.co_varnames[code.co_argcount] if takes_all else ""
    needed = int(rest != "words") if rest else len(names) - len(command.__func__.__defaults__ or ())
    if len(words) - 1 < needed or (len(words) - 1 > len(names) and not takes_all):
        raise Refused(f"syntax error: expected {usage(words[0])}")
    return words[1:]


def whole_number(command, word, least, most):
    if not _is_digits(word) or len(word) > 18 or not least <= int(word) <= most:
        raise Refused(f"syntax error: {command} {word}; expected a whole number from {least} to {most}")
    return int(word)
