"""Games as data: an accepted one plays as its file says; check every line, or every group, after every move."""

from glowgrid.rules.notation import move_name
from host_sim.own_games.data.reader import game_from
from host_sim.theory.formal import own, own_connections

from . import must, must_be_a_line, noise
from .lines_model import LinesModel

GOOD = {
    "name": "cross",
    "about": "Three in a row.",
    "sides": 2,
    "field": [".o.", "ooo", ".o."],
    "lines": ["b1 b2 b3", "a2 b2 c2", "a2 b1"],
    "lines_of": {"1": ["b1 c2"], "2": ["b3 c2", "b2"]},
    "icon": ["........"] * 8,
    "perft": [5, 20],
    "example": "a2 b3 b1 = 1 line",
}


JOINED = [  # connection games
    {
        "name": "islands",
        "field": ["ooo", "o.o", "ooo"],
        "neighbours": "hexagonal",
        "borders": {"north": "a1 b1 c1", "south": "a3 b3"},
        "corners": "a1 c1 a3 c3",
        "connect": {"1": [["north", "south"], "any two corners"], "2": [["any 2 of", "a2", "c2", "south"]]},
        "ring": True,
    },
    {
        "name": "roads",
        "field": ["oo.", "ooo"],
        "neighbours": ["a1 b1 a2", "b1 c2"],
        "neighbours_of": {"1": ["a2 b2"], "2": ["b2 c2 b1"]},
        "borders": {"west": "a1 a2", "east": "c2"},
        "connect": ["all edges"],
    },
    {
        "name": "hive",
        "shape": "hexagon 2",
        "holes": "a1",
        "swap": True,
        "connect": ["any two corners", "any three edges", ["north", "c2"]],
    },
]


def make(random):
    base = random.choice((0, 0, 1, 2, 3))
    changes = []
    for _ in range(random.choice((0, 1, 1, 2, 3))):
        changes.append(noise.mutation(random, noise.mutated(_good(base), changes)))
    return {"base": base, "changes": changes, "moves": [random.randrange(32) for _ in range(6)]}


def _good(base):
    """Return the good game of this number: the game of lines, then the connection games."""
    return JOINED[base - 1] if base in range(1, len(JOINED) + 1) else GOOD


def data_of(case):
    """Return the game of a case as data."""
    return noise.mutated(_good(case.get("base", 0)), case.get("changes", []))


def check(case):
    data = data_of(case)
    try:
        game = game_from(data)
        position = game.setup()
    except ValueError as error:
        must_be_a_line(error)
        return
    if position.field.borders:
        _check_connections(case, data, position)
        return
    sides = data.get("sides", 2)
    each = [set(text.split()) for text in data.get("lines", [])]
    own = {int(side): [set(text.split()) for text in texts] for side, texts in data.get("lines_of", {}).items()}
    points = [move_name(position, point) for point in range(position.field.points)]
    model = LinesModel(points, {side: each + own.get(side, []) for side in range(1, sides + 1)}, sides)
    for number in case.get("moves", []):
        legal = [move for move in range(position.moves) if position.is_legal(move)]
        names = {move_name(position, move) for move in legal}
        if not position.is_over():  # a draw may be declared before the field is full
            must(names == model.legal(), "legal are", names)
        must(position.winner == model.winner, "winner", position.winner, "not", model.winner)
        if not legal:
            break
        move = legal[number % len(legal)]
        must(position.play(move), "refused", move)
        model.play(move_name(position, move))
    while position.undo() >= 0:
        pass
    must(not any(position.cells), "stones are left")


def _check_connections(case, data, position):
    """Compare a connection game with the definitions, which read the file on their own."""
    points, formal = own_connections.read(data, own.name_of)
    points.sort()
    must(len(points) == position.points, "points", points)
    stones = [set() for _ in range(position.sides)]
    for number in case.get("moves", []):
        side = position.to_move
        legal = [move for move in range(position.points) if position.is_legal(move)]
        if not legal:
            break
        move = legal[number % len(legal)]
        must(position.play(move), "refused", move)
        stones[side - 1].add(points[move])
        won = side if formal.wins_with(side, frozenset(stones[side - 1])) else 0
        must(position.winner == won, "winner", position.winner, "not", won)
        must(position.is_over() == bool(won or position.stones == position.points), "over")
    while position.undo() >= 0:
        pass
    must(not any(position.cells) and list(position.counts) == [1] * position.points, "stones are left")
