"""How a puzzle stands, in words, for every front end; on the page MicroPython's WebAssembly port runs it."""

from glowgrid.console.screens.puzzles import file_of


def puzzle_line(app):
    """Return how the puzzle being played stands: "Puzzle: win in 2."; "" for anything else."""
    match = app.match
    if app.screen.NAME not in ("play", "two presses", "puzzle") or not match.puzzle:
        return ""
    if match.puzzle.is_solved():
        return "Solved."
    if match.puzzle.has_failed():
        return "That does not %s: try again." % match.puzzle.task()
    return "Puzzle: %s." % match.puzzle.task()


def help_line(app):
    """Return what the screen says that a person can do, but for what `puzzle_line` says; games by their titles."""
    said, puzzle = app.screen.help(), puzzle_line(app)
    if app.screen.NAME in ("menu", "puzzles"):
        for game in app.games:
            if game.name == app.screen.entry_name():
                return said[: -len(game.name)] + game.title()
    if puzzle:
        said = said.replace(app.match.puzzle.task() + "   ", "")
    if puzzle == "Solved.":
        after = "next puzzle or menu" if file_of(app, app.match.game) else "menu"
        said = said.replace("again or menu", after)
    return said
