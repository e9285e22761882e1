"""After a power cut: offer the match that was under way, and count one that had just ended."""

from glowgrid import record
from glowgrid.console import load
from glowgrid.console.finished import FOLDER, is_noted, numbers, uncounted
from glowgrid.console.match import ALL_MOVES, WINS_WITHIN, Match
from glowgrid.console.screens.choice import MENU, RESUME, Choice
from glowgrid.console.storage import MATCH, Storage
from glowgrid.console.view import check_fit
from glowgrid.levels import LEVELS
from glowgrid.rules.position import MAX_MOVES, MAX_PLIES

# The saved record of a match.
RECORD = {
    "game": str,
    "size": [range(256), 0, 9],
    "seats": [range(LEVELS + 1), 2, 3],
    "seed": range(1 << 29),
    "moves": [(range(MAX_MOVES), str), 0, MAX_PLIES],
    "coach, optional": bool,
    "adapts, optional": bool,
    "dial, optional": bool,  # whether the coach shows WINS_WITHIN
    "number, optional": range(1 << 29),
    "swap, optional": bool,  # true if left out
    "swapped, optional": bool,  # version 0.1.0 has this instead of the move
    "stones, optional": str,  # these two: see Match
    "files, optional": [str, 2, 3],
    "resigned, optional": bool,
    "link, optional": [range(1 << 29), 4, 4],
    "sealed, optional": [str, 3, 3],
    "puzzle, optional": [range(1 << 20), 3, 3],
    "spoiled, optional": bool,
}


class Resume(Choice):
    """Go on with the match, or go to the menu, which offers it too."""

    NAME = "resume"

    def __init__(self, app):
        super().__init__(app, [("go on", RESUME, app.resume), ("menu", MENU, app.open_menu)])
        self.on_back = app.open_menu


def saved_match(app, saved):
    """Return the saved match; None if it makes no sense, and then set the save aside."""
    try:
        match = restore(saved, app.games, app.strategies)
        check_fit(match.position.field, app.panel.lights.width, app.panel.lights.height)
        if "link" in saved:
            load.sharing.recorded(match, saved)
    except (ValueError, KeyError, ImportError):  # ImportError: mip has no room for a link
        app.storage.set_aside(MATCH)
        return None
    if match.puzzle:
        kept = is_noted(app.storage, match)
    else:
        kept = match.stones or not match.position.is_over() or match.number in numbers(app.storage)
    if not kept:  # the power was cut before that
        app.saving.match_due = True
    return match


def counting(app):
    """Count ended matches that are not in the statistics: kept ones, then the saved one if it is over.

    Yield after each.
    """
    missing = uncounted(app.storage, app.settings)
    yield
    count = load.statistics.count
    kept = Storage(app.storage.folder + FOLDER)
    for number in missing:
        try:
            match = restore(kept.load(str(number)), app.games)
            match.number = number
            count(app.settings, match)
        except Exception:  # its game is gone, or has changed
            pass
        yield
    match = app.match
    if match and match.position.is_over():
        count(app.settings, match)


def restore(saved, known, folder=""):
    """Return the saved match; ValueError if it cannot be played (a game that is gone, an illegal move, ...).

    known: the games. folder: of strategies.
    """
    fault = record.fault(saved, RECORD)
    if fault:
        raise ValueError(fault)
    for game in known:
        if game.name == saved["game"]:
            swap = saved.get("swap", True)
            size, stones = tuple(saved["size"]), saved.get("stones", "")
            match = Match(game, size, saved["seats"], saved["seed"], swap, stones)
            if match.stones and "puzzle" in saved:
                match.pose(load.puzzle.Puzzle(match, *saved["puzzle"], saved.get("spoiled", False)))
            files = saved.get("files", ())
            if len(files) not in (0, game.sides):
                raise ValueError("files: %d of them; expected one for each side" % len(files))
            match.sit(saved["seats"], files, folder)
            if saved.get("coach") and not match.without:
                match.coach = WINS_WITHIN if saved.get("dial") else ALL_MOVES
            match.adapts = saved.get("adapts", False)
            match.number = saved.get("number", 0)
            moves = list(saved["moves"])
            if saved.get("swapped"):
                moves.insert(1, "swap")
            position = match.position
            for move in moves:
                if not position.play(position.action(move) if isinstance(move, str) else move):
                    raise ValueError("an illegal move")
            if saved.get("resigned") and (moves or "sealed" not in saved):  # else shared_apart.py knows who did
                position.winner = 3 - position.to_move
            return match
    raise ValueError("no game %s is here" % saved["game"])
