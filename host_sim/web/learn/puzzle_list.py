"""All puzzles of the files beside the games (console/screens/puzzles.py), listed and opened by number for the page.

A puzzle is named by its game and its number, from 1: "hex-12" is the twelfth of its file.
"""

from glowgrid import record
from glowgrid.console.finished import solved
from glowgrid.console.screens.puzzles import file_of, length, match_of
from glowgrid.console.view import check_fit

from ..field.field_state import FieldState


def listed(app):
    """Return the games that have puzzles: [{name, title, fields, puzzles}].

    puzzles: [{number, size (a title), wins_in (moves of the person), to_move, cells (a digit a point), solved}].
    fields: the state of an empty field (field/field_state.py) by the title of its size.
    """
    found = []
    for game in app.offered:
        path = file_of(app, game)
        if not path:
            continue
        known, fields, puzzles = solved(app.storage, game.name, length(path)), {}, []
        for number, line in _numbered(path):
            try:
                match = _match(app, game, line)
            except ValueError:  # a line of a person's own, or too large for these lights
                continue
            assert match.puzzle
            title, position = game.title(match.size), match.position
            if title not in fields:
                start = game.setup(match.size)
                fields[title] = FieldState(game, match.size, start).state(start)
            puzzle = {"number": number + 1, "size": title, "wins_in": match.puzzle.plies // 2 + 1}
            puzzle["cells"] = "".join([str(side) for side in position.cells[: position.points]])
            puzzle["to_move"], puzzle["solved"] = position.to_move, known[number : number + 1] == "1"
            puzzles.append(puzzle)
        if puzzles:
            found.append({"name": game.name, "title": game.title(), "fields": fields, "puzzles": puzzles})
    return found


def match_of_puzzle(app, named):
    """Return the match of a puzzle such as "hex-12"; ValueError, in one line, if there is none such."""
    name, _, wanted = named.rpartition("-")
    for game in app.offered:
        path = file_of(app, game)
        if game.name != name or not path:
            continue
        for number, line in _numbered(path):
            if str(number + 1) == wanted:
                return _match(app, game, line, number, length(path))
    raise ValueError("no puzzle %s is here" % named)


def about(app, match):
    """Return the puzzle of a match: {name ("hex-12"), plies (of its win), solved (before)}; None: of no file."""
    puzzle = match.puzzle
    if not puzzle or not puzzle.length:
        return None
    number, known = puzzle.number, solved(app.storage, match.game.name, puzzle.length)
    name = "%s-%d" % (match.game.name, number + 1)
    return {"name": name, "plies": puzzle.plies, "solved": known[number : number + 1] == "1"}


def together(other, mine):
    """Return the saves (records, as console/finished.py writes them) of two windows as one; either may make no sense.

    For a file of puzzles of another length, `mine` counts.
    """
    known, found = _solved_in(other), _solved_in(mine)
    for game, (size, theirs) in known.items():
        ours = found.setdefault(game, [size, ""])
        if ours[0] == size:
            marks = range(max(len(theirs), len(ours[1])))
            ours[1] = "".join(["1" if "1" in (theirs[at : at + 1], ours[1][at : at + 1]) else "0" for at in marks])
    return record.pack({game: " ".join(found[game]) for game in found})


def _solved_in(body):
    """Return what a save holds: {game: [length of its file, marks]}."""
    try:
        data = record.unpack(body)
    except ValueError:
        data = None
    if type(data) is not dict or record.fault(data, {"*": str}):
        return {}
    return {game: text.split(" ") for game, text in data.items() if text.count(" ") == 1}


def _numbered(path):
    """Yield (number from 0, line) of the puzzles of a file."""
    number = 0
    with open(path) as file:
        for line in file:
            line = line.strip()
            if line and line[0] != "#":
                yield number, line
                number += 1


def _match(app, game, line, number=0, size=0):
    match = match_of(app, game, line, number, size)
    lights = app.panel.lights
    check_fit(match.position.field, lights.width, lights.height)
    return match
