"""The commands of `python -m tools.lab`, in groups; a module is imported when it is needed."""

from host_sim.app.commands import command_line

ABOUT = "The laboratory: measure what is in this clone."
BENCH = {
    "entries": ("tools.lab.bench.bench_command", "command", None),
    "boards": ("tools.lab.pico.bars", "command", None),
    "alive": ("tools.lab.pico.alive", "command", None),
    "press": ("tools.lab.pico.press_to_light", "command", None),
    "levels": ("tools.lab.levels", "command", None),
    "page": ("tools.lab.bench.page", "command", None),
    "work": ("tools.lab.work", "command", None),
}
ARENA = {
    "play": ("tools.lab.arena.arena_command", "command", None),
    "missed": ("tools.lab.missed", "command", None),
    "steps": ("tools.lab.arena.steps", "command", None),
}
RECORD = {
    "measured": ("tools.lab.measured", "app", None),
    "proof": ("tools.lab.proof", "command", None),
    "solve": ("tools.lab.solve", "command", None),
}
ROWS = {
    "list": ("tools.lab.runs.rows_command", "listed", None),
    "merge": ("tools.lab.runs.rows_command", "merge", None),
    "repeat": ("tools.lab.runs.rows_command", "repeat", None),
}
# As in host_sim/app/commands.py.
COMMANDS = {
    "bench": (
        BENCH,
        "Measure the emulated Pico: entries of the bench, boards, keys while it thinks, levels; the page.",
        None,
    ),
    "soak": ("tools.lab.soak", "command", None),
    "arena": (ARENA, "Let players compete: how strong are they, and what do they miss?", None),
    "suite": ("tools.lab.suites.suite_command", "app", None),
    "book": ("tools.lab.book", "command", None),
    "rows": (ROWS, "Files of rows, which arena, suite, book and record solve keep: list, merge, repeat.", None),
    "record": (RECORD, "Write a table or file of the repository.", None),
}


def application(words=()):
    """Return the command line as a typer.Typer: all of it, or only the command named by the first word."""
    return command_line(COMMANDS, ABOUT, words)
