"""The move of a strategy in a file (strategy_file.py): found in the open file, or by its rules.

It reads the file for each move, and bounds the steps to an answer: a file that would take many seconds is refused, and
the reason named. host_sim/own/strategies/ checks files whole; here a fault is found when a move is asked for.
"""

from array import array

from micropython import const

from glowgrid import overlay
from glowgrid.console.match import ENGINE
from glowgrid.console.strategy_file import HIDES, RULES, StrategyFile, said
from glowgrid.rules.notation import parse_move

MOST_STEPS = 800  # to an answer; the console takes a step a tick
_SIGNS = b".123"
_IN_A_STEP = const(4)  # moves tried
_CARRIERS_IN_A_STEP = const(8)
_STONE = const(49)  # 1
_FREE = const(42)  # *


def pairs_in(match, seat):
    """Read the pairs of a seat's file, as far as its moves: yield None in short steps, or (a point, the other)."""
    with open(seat.folder + "/" + seat.file, "rb") as file:
        strategy = StrategyFile(file)
        strategy.check_game(match.game, match.size)
        while True:
            words = strategy.next_words()
            if words[0] in ("moves", "carriers", "end"):
                return
            yield _pair(strategy, match.position, words[1:]) if words[0] == "pair" else None


def moving(match, seat):
    """Find the move of the file that sits at the side to move: yield None in short steps, at last the move.

    This module is loaded again for each move: while the coach searches, there may be no room for it.
    """
    with open(seat.folder + "/" + seat.file, "rb") as file:
        strategy = StrategyFile(file)
        strategy.check_game(match.game, match.size)
        if match.hides:
            raise ValueError(HIDES)
        for move in answering(strategy, match.position):
            if move is not None and strategy.paired:
                seat.paired = True
            yield move


def given_up(match, seat, error):
    """Let the engine play on for the side to move, as the file at its seat cannot; return what to say, in a line.

    If an engine that only advises leaves too little memory for the file, it is the engine that goes.
    """
    if isinstance(error, MemoryError) and match.engine and not match.seats_need_engine():
        match.give_up_engine()
        overlay.unload_engine()
        return "out of memory: %s plays on without hint and coach" % seat.file
    match.drop_file()
    who = "people play" if match.without == ENGINE else "level %d plays" % seat.level
    return "%s: %s; %s on" % (seat.file, said(error), who)


class Unanswered(ValueError):
    """The file has no answer to a position; the message has its line."""


def answering(strategy, position):
    """Find the answer of a StrategyFile to a position: yield None in short steps, at last the move.

    ValueError in one line for a fault in the file, Unanswered if it has no answer.
    """
    left = MOST_STEPS
    for move in _searching(strategy, position):
        left -= 1
        if left < 0:
            raise ValueError("line %d: its rules take too long" % strategy.line)
        yield move


def _searching(strategy, position):
    """Do the same, however long it takes."""
    for _ in strategy.reading():
        yield None
    if strategy.plays and position.to_move not in strategy.plays:
        raise Unanswered("it does not play side %d" % position.to_move)
    move = -1
    if strategy.count:
        for move in _finding(strategy, position):
            if move is None:
                yield None
    if move < 0 and strategy.carriers:
        for move in _holding(strategy, position):
            if move is None:
                yield None
    if move < 0 and strategy.rules:
        for move in _obeying(strategy, position):
            if move is None:
                yield None
    if move < 0:
        raise Unanswered("no answer to " + text_of(position))
    yield move


def _finding(strategy, position):
    """Look for the line of a position: yield None, at last the move or -1."""
    places = places_of(position.field)
    least, back = None, ()
    for image in strategy.images(position.field):
        if image is None:
            yield None
            continue
        line = line_of(position, places, image)
        if least is None or line < least:
            least, back = line, image
    low, high, steps = 0, strategy.count, 0
    while low < high:
        middle = (low + high) // 2
        steps += 1
        if steps % _IN_A_STEP == 0:
            yield None
        strategy.file.seek(strategy.start + middle * strategy.width)
        found = strategy.file.read(strategy.width)
        there = found[: len(least)]
        if there == least:
            yield _move_in(strategy, found[len(least) :], position, back, middle)
            return
        if there < least:
            low = middle + 1
        else:
            high = middle
    yield -1


def _move_in(strategy, text, position, image, at):
    """Return the move of a line, taken back through the image of the points."""
    name = text.decode().strip()
    move = parse_move(position, name)
    if 0 <= move < position.points:
        for point in range(position.points):
            if image[point] == move:
                move = point
                break
    return legal(position, move, "line %d" % strategy.line_number(at), name)


def _holding(strategy, position):
    """Look for the first line with a carrier that holds with one stone more: yield None, at last the move or -1."""
    places, images, move = places_of(position.field), [], -1
    if strategy.carriers_width <= places[-1] - places[0]:
        raise ValueError("its carriers are shorter than the field")
    for image in strategy.images(position.field):
        yield None
        if image is not None:
            images.append(image)
    for at in range(strategy.carriers):
        if at % _CARRIERS_IN_A_STEP == 0:
            yield None
        strategy.file.seek(strategy.carriers_at + at * strategy.carriers_width)
        line = strategy.file.read(strategy.carriers_width)
        for image in images:
            move = _completing(line, places, image, position)
            if move >= 0:
                yield move
                return
    yield -1


def _completing(line, places, image, position):
    """Return the move after which a line with a carrier holds; -1 without one."""
    cells, me = position.cells, position.to_move
    move, pairs = -1, {}
    for point in range(position.points):
        sign, cell = line[places[image[point]] - places[0]], cells[point]
        if sign == _STONE:
            if cell != me:
                if cell or move >= 0:
                    return -1
                move = point
        elif sign == _FREE:
            if cell and cell != me:
                return -1
        elif sign != _SIGNS[0]:
            pairs[sign] = pairs.get(sign, ()) + (point,)
    spare = -1
    for points in pairs.values():
        free = [point for point in points if not cells[point]]
        if me not in [cells[point] for point in points]:
            if not free or len(free) == 1 and move >= 0:
                return -1
            if len(free) == 1:
                move = free[0]
            spare = free[0]
    return spare if move < 0 else move


def _obeying(strategy, position):
    """Look for the first rule that answers: yield None, at last the move or -1."""
    strategy.again()
    while True:
        words = strategy.next_words()
        word = words[0]
        if word == "end":
            break
        move = -1
        if strategy.passes(word):
            pass
        elif word == "pair":
            move = _partner(strategy, position, words[1:])
        elif word == "else":
            for at, name in enumerate(words[1:]):
                move = _move_named(strategy, position, name)
                if position.is_legal(move):
                    break
                move = -1
                if at % _IN_A_STEP == 0:
                    yield None
        elif word in RULES:
            for move in winning(position) if word == "win" else blocking(position):
                if move is None:
                    yield None
        if move is not None and move >= 0:
            yield legal(position, move, "line %d" % strategy.line, " ".join(words[:3]))
            return
        if word != "#" or strategy.line % _IN_A_STEP == 0:
            yield None
    yield -1


def _move_named(strategy, position, name):
    move = parse_move(position, name)
    if move < 0:
        raise strategy.fault("%s is no move of this game" % name[:20])
    return move


def _pair(strategy, position, names):
    """Return the two points of a pair, whose names are in the line read last."""
    points = [_move_named(strategy, position, name) for name in names]
    if len(points) != 2 or max(points) >= position.points or points[0] == points[1]:
        raise strategy.fault("expected two points, such as: pair a1 b2")
    return points


def _partner(strategy, position, names):
    """Return the free point of a pair in which another side has a stone; -1 if there is none."""
    one, other = _pair(strategy, position, names)
    cells, me = position.cells, position.to_move
    for mine, theirs in (one, other), (other, one):
        if not cells[mine] and cells[theirs] not in (0, me):
            return mine
    return -1


def legal(position, move, place, name):
    """Return the move; ValueError if it is illegal in this position."""
    why = "no such move" if move < 0 else position.refusal(position.to_move, move)
    if why:
        raise ValueError("%s: %s in %s: %s" % (place, name[:20], text_of(position), why))
    return move


def winning(position):
    """Look for the first move that wins: yield None, at last the move or -1."""
    side = position.to_move
    for move in range(position.moves):
        if position.play(move):
            won = position.winner == side
            position.undo()
            if won:
                yield move
                return
            if move % _IN_A_STEP == 0:
                yield None
    yield -1


def blocking(position):
    """Look for the first point where the next side would win: yield None, at last the point or -1."""
    side = position.to_move
    for point in range(position.points):
        if point % 2 == 0:
            yield None
        other = _elsewhere(position, point)
        if other < 0 or not position.play(other):
            position.to_move = side % position.sides + 1
        next_side = position.to_move
        won = next_side != side and position.play(point)
        if won:
            won = position.winner == next_side
            position.undo()
        if other >= 0:
            position.undo()
        position.to_move = side
        if won and position.is_legal(point):
            yield point
            return
    yield -1


def _elsewhere(position, point):
    """Return the first point but this one where a stone does not end the game; -1 if there is none."""
    for other in range(position.points):
        if other != point and position.play(other):
            over = position.is_decided()
            position.undo()
            if not over:
                return other
    return -1


def places_of(field):
    """Return where each point stands in the line of a position."""
    places = array("H")
    gaps = 2
    for point in range(field.points):
        if point and field.rows[point] != field.rows[point - 1]:
            gaps += 1
        places.append(point + gaps)
    return places


def line_of(position, places, image):
    """Return the line of a position with its points at their images, such as b"2 .../.1./... "."""
    line = bytearray(b"/" * (places[-1] + 2))
    line[0], line[1], line[-1] = 48 + position.to_move, 32, 32
    cells = position.cells
    for point in range(len(places)):
        line[places[image[point]]] = _SIGNS[cells[point]]
    return bytes(line)


def text_of(position):
    """Return the line of a position as text."""
    return line_of(position, places_of(position.field), range(position.points)).decode().strip()
