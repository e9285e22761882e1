"""The commands of `python -m tools`: one line below for each, in a module of its own, imported when it is needed."""

import importlib

import typer

PLAY, DEVICE, BOARDS, LAB, DOCS = "Play", "Device", "Boards and games", "Lab: tests and measurements", "Docs"
# {command: (module, function or group of commands in it, panel of the help)}
COMMANDS = {
    "web": ("tools.web.web_command", "command", PLAY),
    "pico": ("tools.device.pico_command", "command", PLAY),
    "games": ("tools.device.games_command", "app", PLAY),
    "flash": ("tools.device.flash", "command", DEVICE),
    "uf2": ("tools.device.uf2", "command", DEVICE),
    "page": ("tools.web.page_command", "command", DEVICE),
    "build": ("tools.device.build", "command", DEVICE),
    "native": ("tools.native.native_command", "command", DEVICE),
    "package": ("tools.device.package", "command", DEVICE),
    "crash": ("tools.device.crash", "command", DEVICE),
    "selftest": ("tools.device.selftest", "command", DEVICE),
    "board": ("tools.boards.board_command", "app", BOARDS),
    "game": ("tools.lab.game", "app", BOARDS),
    "emulator": ("tools.lab.emulator", "command", LAB),
    "bench": ("tools.lab.bench.bench_command", "command", LAB),
    "gcc": ("tools.lab.gcc", "command", LAB),
    "bars": ("tools.lab.bars", "command", LAB),
    "alive": ("tools.lab.alive", "command", LAB),
    "levels": ("tools.lab.levels", "command", LAB),
    "missed": ("tools.lab.missed", "command", LAB),
    "fuzz": ("tools.lab.fuzz.fuzz_command", "command", LAB),
    "soak": ("tools.lab.soak", "command", LAB),
    "arena": ("tools.lab.arena.arena_command", "command", LAB),
    "strength": ("tools.lab.strength.strength_command", "command", LAB),
    "suites": ("tools.lab.suites.suites_command", "app", LAB),
    "values": ("tools.lab.values.values_command", "command", LAB),
    "replay": ("tools.lab.replay", "command", LAB),
    "rules": ("tools.lab.rules", "command", LAB),
    "within": ("tools.lab.within", "command", LAB),
    "agree": ("tools.lab.agree", "command", LAB),
    "solve": ("tools.lab.solve", "command", LAB),
    "measured": ("tools.lab.measured", "app", LAB),
    "work": ("tools.lab.work", "command", LAB),
    "golden": ("tools.docs.golden", "record", DOCS),
    "pictures": ("tools.docs.pictures", "command", DOCS),
}


def application(words=()):
    """Return the command line as a typer.Typer: all of it, or only the command that the first of the words names."""
    return command_line(COMMANDS, _about, words)


def command_line(commands, about, words):
    """Return a typer.Typer of these commands, or of the one alone that the first of the words names.

    about: a function whose docstring says what they are for. All modules together take half a second to import.
    """
    app = typer.Typer(no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False)
    app.callback()(about)
    for name in words[:1] if words and words[0] in commands else commands:
        module, what, panel = commands[name]
        part = getattr(importlib.import_module(module), what)
        if isinstance(part, typer.Typer):
            app.add_typer(part, name=name, rich_help_panel=panel)
        else:
            app.command(name, rich_help_panel=panel)(part)
    return app


def _about():
    """Build, flash, check and measure Glowgrid."""
