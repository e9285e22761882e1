"""GTP: a match: fields, moves, records, results."""

import os
from contextlib import contextmanager

from glowgrid.rules.game import parse_size
from glowgrid.rules.notation import move_name, parse_move
from glowgrid.rules.placed import handed, place, standing
from glowgrid.search import NO_MOVE, hides, next_best

from ...text import placed_text, position_line
from ...text.field_text import position_text
from ...text.text_file import file_bytes
from ..reader import read
from ..record import NoRecord, replay, whose_turn_after
from .help_text import usage
from .thinking import Thinking
from .words import Refused, whole_number

SWAP = "swap-pieces"  # what Hex programs call the swap
MOST_MOVES = 1_000_000_000  # of a record


class Playing(Thinking):
    """A match: commands that change it, and that tell how it stands."""

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
        position, engine = self.position, self.asking.playing
        best = self._choice()
        if best == position.action("swap"):
            return self._take_over(position.to_move) or SWAP
        while True:
            why = position.refusal(position.to_move, best)
            if position.play(best) and not position.has_tried():
                return self._name(best)
            other = next_best(position, engine, best) if engine.blind else NO_MOVE
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
        last = whole_number("loadsgf", number, 1, MOST_MOVES) - 1 if number else MOST_MOVES
        try:
            record = read(file_bytes(file), os.path.basename(file))
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

    # What the commands share ------------------------------------------------------------------------------------------

    def _refuse_to_tell(self):
        if self._seen() is not self.position:
            raise Refused(f"{self.game.name} hides things, and the answer would tell them")

    def _legal(self):
        return [move for move in range(self.position.moves) if self.position.is_legal(move)]

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

    def _move(self, name):
        """The move of this name, -1 if there is none."""
        return parse_move(self.position, name)

    def _name(self, move):
        return SWAP if move == self.position.action("swap") else move_name(self.position, move)

    def _set_swap(self, on):
        self.swap = self.position.swap_rule = on

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
