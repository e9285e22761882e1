"""A person's own files on the page: what a game or a strategy is, and whether it can be played."""

import json
import os
from binascii import b2a_base64

from glowgrid import games
from glowgrid.console import strategy_answers, strategy_file
from glowgrid.search import hides

from .data.room import Room
from .data.tables import compiled

GAMES = "/games"


def reading_json():
    """Return a function that loads data files while the Pico has room for all of them: see glowgrid/games."""
    room = Room()

    def load(path):
        try:
            with open(path) as file:
                data = json.load(file)
        except (OSError, ValueError, RuntimeError):  # RuntimeError: nested too deeply
            raise ValueError("%s: not JSON" % path) from None
        try:
            return room.make(data, os.stat(path)[6])
        except ValueError as error:
            raise ValueError("%s: %s" % (path, error)) from None

    return load


games.json_reader = reading_json


def game_in(file):
    """Return what a person's own file holds: name, title, about, lights, tables.

    lights: width and height of its field. tables: of a data game, compiled for a Pico, in base 64; else "".

    Or fault, and line (0: unknown).
    """
    path = GAMES + "/" + file
    known, errors = games.discover(own=GAMES)
    for game in known:
        if game.file == path:
            tables = b2a_base64(compiled(game)).decode() if file.endswith(".json") else ""
            field = game.setup(game.sizes[0]).field
            lights = [field.width, field.height]
            return {"name": game.name, "title": game.title(), "about": game.about, "lights": lights, "tables": tables}
    said = "it holds no game"
    for error in errors:
        if error.startswith(path):
            said = error[len(path) + 2 :]
    return {"fault": said, "line": _line(path) if path.endswith(".py") else 0}


def strategy_in(file):
    """Return what a person's own strategy plays: game, title, size, plays (sides); or fault, and line 0.

    It has to be read to its end, and to have an answer at its first turn.
    """
    try:
        with open(GAMES + "/" + file, "rb") as text:
            strategy = strategy_file.StrategyFile(text)
            known, _ = games.discover(own=GAMES)
            (game,) = [game for game in known if game.name == strategy.game] or (None,)
            if not game:
                raise ValueError("no game %s is here" % strategy.game)
            position = game.setup(strategy.size)
            if hides(position):
                raise ValueError(strategy_file.HIDES)
            for _ in strategy.reading():
                pass
            plays = list(strategy.plays or range(1, position.sides + 1))
        while position.to_move not in plays and not position.is_over():
            position.play([move for move in range(position.moves) if position.is_legal(move)][0])
        with open(GAMES + "/" + file, "rb") as text:
            for _ in strategy_answers.answering(strategy_file.StrategyFile(text), position):
                pass
    except ValueError as error:
        return {"fault": strategy_file.said(error), "line": 0}
    return {"game": game.name, "title": game.title(strategy.size), "size": list(strategy.size), "plays": plays}


def _line(path):
    """Return the line of a Python file that an error came through last, where it is loaded or tried; 0: not known."""
    import io
    import sys

    from glowgrid.rules.trial import trying

    sys.path.insert(0, GAMES)
    try:
        stem = path[len(GAMES) + 1 : -3]
        sys.modules.pop(stem, None)
        for _ in trying(__import__(stem).GAME):
            pass
    except (Exception, SystemExit) as error:
        report = io.StringIO()
        getattr(sys, "print_exception")(error, report)  # noqa: B009
        line = 0
        for row in report.getvalue().split("\n"):
            if 'File "' + path + '", line ' in row:
                line = int(row.split(", line ")[1].split(",")[0])
        return line
    finally:
        sys.path.pop(0)
    return 0
