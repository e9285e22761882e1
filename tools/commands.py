"""The commands of `python -m tools`: one line for each below, each in its own module, imported when needed."""

import importlib

import typer

PLAY, DEVICE, BOARDS, CLONE = "Play", "Device", "Boards and games", "Files of the clone"
ABOUT = "Build, flash and check Glowgrid."
# {command: (module, function or group of commands in it, help panel)}, or ({command in a group: the same}, what
# the group is for, help panel).
COMMANDS = {
    "web": ("tools.web.web_command", "command", PLAY),
    "pico": ("tools.pico.pico_command", "command", PLAY),
    "games": ("tools.workshop.games_command", "app", PLAY),
    "flash": ("tools.workshop.flash", "command", DEVICE),
    "uf2": ("tools.workshop.uf2", "command", DEVICE),
    "build": ("tools.compile.build", "command", DEVICE),
    "crash": ("tools.workshop.crash", "command", DEVICE),
    "selftest": ("tools.workshop.selftest", "command", DEVICE),
    "board": ("tools.boards.board_command", "app", BOARDS),
    "game": ("tools.games.game_command", "app", BOARDS),
    "page": ("tools.web.page_command", "command", CLONE),
    "native": ("tools.compile.native.native_command", "command", CLONE),
    "package": ("tools.compile.package", "command", CLONE),
    "docs": (
        {
            "golden": ("tools.docs.golden", "record", None),
            "pictures": ("tools.docs.pictures", "command", None),
        },
        "Write the golden frames, or the pictures of the README.",
        CLONE,
    ),
}


def application(words=()):
    """Return the command line as a typer.Typer: all of it, or only the command named by the first word."""
    return command_line(COMMANDS, ABOUT, words)


def command_line(commands, about, words):
    """Return a typer.Typer of these commands, or only of the one named by the first word.

    about: what they are for. Importing all modules would take half a second.
    """
    app = typer.Typer(no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False)
    app.callback(help=about)(lambda: None)
    for name in words[:1] if words and words[0] in commands else commands:
        module, what, panel = commands[name]
        if isinstance(module, dict):
            part = command_line(module, what, words[1:])
        else:
            part = getattr(importlib.import_module(module), what)
        if isinstance(part, typer.Typer):
            app.add_typer(part, name=name, rich_help_panel=panel)
        else:
            app.command(name, rich_help_panel=panel)(part)
    return app
