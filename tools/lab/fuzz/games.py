"""Games as data: an accepted one plays as its file says; check every line after every move."""

from glowgrid.rules.data import game_from
from glowgrid.rules.notation import move_name

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


def make(random):
    changes = []
    for _ in range(random.choice((0, 1, 1, 2, 3))):
        changes.append(noise.mutation(random, noise.mutated(GOOD, changes)))
    return {"changes": changes, "moves": [random.randrange(32) for _ in range(6)]}


def check(case):
    data = noise.mutated(GOOD, case.get("changes", []))
    try:
        game = game_from(data)
        position = game.setup()
    except ValueError as error:
        must_be_a_line(error)
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
