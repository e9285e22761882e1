"""A game that was played, written down by any program, and how it is gone through again."""

from glowgrid.console.palette import SIDES
from glowgrid.rules.notation import move_name, parse_move, point_name
from glowgrid.rules.placed import handed, place, standing

from ..text.placed_text import parts_of
from ..text.position_line import span, stones_of, whose_turn_after


def short(text):
    """Return a text as one short line."""
    text = " ".join(text.split())
    return text if len(text) <= 40 else text[:37] + "..."


class NoRecord(ValueError):
    """Text that is no game; the message is one line: where, what is wrong, and what was expected."""


class NoGame(NoRecord):
    """Likewise; and no game or size that a person states would change that."""


class Record:
    """A game that was played.

    game     its name, such as "hex"
    size     a tuple of numbers
    moves    names of the moves, such as "b3" and "swap"
    seats    who played each side: 0 a person, else a level; empty if not known

    What files of other programs have besides:

    names    what the file calls each move; empty if it is what we call it
    places   where each move stands in the file, such as "node 3"; empty if not known
    movers   the side that makes each move; empty if they move in turn
    setups   {number of moves made: ({point name: side, or 0 for none}, side to move, or 0)}: stones set up then
    first    where the first stone stands until it is taken over; "" for where `moves` says
    players  {side: name} at the start
    sides_swapped    whether the players swapped sides after the first stone; the stone stays, and side 2 is to move
    winner   the side that has won as the file says, 0 for a draw, None where it does not say
    by       by what, such as "resignation"; ""
    assumed  why this game is assumed, where the file names none; ""
    notes    what was left out or understood, a line each
    """

    def __init__(self, game, size=(), moves=None, seats=None, names=None, places=None, notes=None, sides_swapped=False):
        self.game, self.size = game, size
        self.moves, self.seats = moves or [], seats or []
        self.names, self.places, self.notes = names or [], places or [], notes or []
        self.movers, self.setups, self.first, self.players = [], {}, "", {}
        self.sides_swapped, self.by, self.assumed = sides_swapped, "", ""
        self.winner: int | None = None

    def name(self, number):
        """Return what the file calls a move, counted from 0."""
        return self.names[number] if self.names else self.moves[number]

    def last_players(self):
        """Return {side: name} once the players have swapped sides, if they do."""
        return {3 - side: name for side, name in self.players.items()} if self.sides_swapped else self.players

    def mover(self, number, position):
        """Return the side that makes a move, counted from 0."""
        return self.movers[number] if self.movers else position.to_move

    def where(self, number):
        place = f"{self.places[number]}, " if self.places else ""
        return f"{place}move {number + 1}, {short(self.name(number))}"


def replay(record, game, changed=None):
    """Yield the position before the first move and after each, with the side of the next move to move.

    It may be another one each time. Moves after the end are left out. NoRecord if a move is not legal.
    changed: a dict for what `set_up_changes` returns, or None.
    """
    changed = {} if changed is None else changed
    try:
        position = game.setup(record.size)
    except ValueError as error:
        raise NoRecord(str(error)) from None
    position.swap_rule = not record.sides_swapped
    position = _ready(record, 0, position, game, changed)
    yield position
    for number, name in enumerate(record.moves):
        if position.is_over():
            return
        _make(record, number, name, position)
        position = _ready(record, number + 1, position, game, changed)
        yield position


def _ready(record, number, position, game, changed):
    """Return the position for a move, counted from 0: stones are set up, and its side is to move."""
    if number in record.setups:
        position = _set_up(record, number, position, game, changed)
    if number < len(record.moves) and record.moves[number] != "swap" and not position.is_over():
        try:
            return handed(position, record.mover(number, position))
        except ValueError as error:
            raise NoRecord(f"{record.where(number)}: {error}") from None
    return position


def _set_up(record, number, position, game, changed):
    changes, to_move = record.setups[number]
    stones = standing(position)
    before, changed[number] = dict(stones), {}
    for name, side in changes.items():
        point = parse_move(position, name)
        if not 0 <= point < position.points:
            raise NoRecord(f"stone {short(name)}: no such point; expected {span(position)}")
        stones.pop(point, None)
        if side:
            stones[point] = side
        if before.get(point, 0) != side:
            changed[number][name] = side
    try:
        fresh = game.setup(record.size)
        if not to_move:
            to_move = record.movers[number] if number < len(record.movers) else whose_turn_after(stones, fresh.sides)
        return place(fresh, stones, to_move)
    except ValueError as error:
        raise NoRecord(f"stones that are set up: {error}") from None


def _make(record, number, name, position):
    move = parse_move(position, name)
    if number == 0 and record.first:
        move = parse_move(position, record.first)
    if number == 1 and record.first and name == "swap" and position.undo() >= 0:
        position.play(parse_move(position, record.moves[0]))  # it was turned for that
    side = record.mover(number, position)
    why = position.refusal(side, move)
    if why or not position.play(move):
        if name == "swap" and why != "the game is over":
            why = "there is no first stone to take over"
        raise NoRecord(f"{record.where(number)}: {why}; expected {expected(position, why)}")


def passed(where, who, moves):
    """Return the note for a pass after these moves."""
    return f"{where}: {who} passes {f'after {moves[-1]}' if moves else 'first'}"


def contradiction(record, position):
    """Return in a sentence how the file says that the game ended, and how its field does; "" where that is the same."""
    said, on_field = record.winner, position.winner
    if said is None or (said == on_field if position.is_over() else record.by):
        return ""
    file = f"{SIDES[said]} has won{record.by and ' by '}{record.by}" if said else "the game is a draw"
    field = f"{SIDES[on_field]} has won" if on_field else "it is a draw"
    but = f"on the field {field}" if position.is_over() else "the last position is not decided"
    return f"the file says that {file}, but {but}"


def expected(position, why):
    if why == "the game is over":
        return "no more moves"
    empty = why in ("a stone is there", "no such point", "there is no first stone to take over")
    return f"an empty point, {span(position)}" if empty else "a legal move"


def ended(record, game):
    """Return the position after all moves."""
    for position in replay(record, game):
        pass
    return position


def set_up_changes(record, game):
    """Return {number of moves made: {point name: side, or 0 for none}}: what the stones set up then really change."""
    changed = {}
    for _ in replay(record, game, changed):
        pass
    return changed


def of_match(match):
    """Return the Record of a match of the console."""
    position = match.position
    moves = [move_name(position, move) for move in position.history[: position.plies]]
    record = Record(match.game.name, match.size, moves, list(match.seats))
    if position.placed:
        cells, to_move = position.placed
        record.setups[0] = {move_name(position, point): side for point, side in enumerate(cells) if side}, to_move
    if match.shared and match.shared.resigned:
        record.winner, record.by = position.winner, "resignation"
    return record


def record_of(line, games):
    """Return the Record, without moves, of the line of a position. games: a function that finds a game by its name."""
    name, size, text = parts_of(line)
    game = games(name)
    position = game.setup(size or None)
    stones, to_move = stones_of(text, position)
    named = {point_name(position.field, point): side for point, side in stones.items()}
    record = Record(name, size or game.sizes[0])
    record.setups[0] = named, to_move
    return record
