"""The commands of Glowgrid, a line each; the module of a command is imported when it is needed.

`glowgrid` has all but those that write files of a clone. `python -m host_sim` has those of host_sim, and plays if none
is named; `python -m tools` has those of tools.
"""

import importlib
from pathlib import Path

import typer
from typer.core import TyperGroup

from ..cli.errors import Refused
from ..cli.suggest import did_you_mean

PLAY, DEVICE, BOARDS, CLONE = "Play", "Device", "Boards and games", "Files of the clone"
ABOUT = "Board games on a Raspberry Pi Pico: play them here, flash a Pico, talk to the engine."
# {command: (module, function or group of commands in it, help panel)}, or ({command in a group: the same}, what
# the group is for, help panel).
COMMANDS = {
    "play": ("host_sim.app.play_command", "simulator", PLAY),
    "web": ("tools.web.web_command", "command", PLAY),
    "gtp": ("host_sim.records.gtp.gtp_command", "command", PLAY),
    "mcp": ("host_sim.mcp.mcp_command", "command", PLAY),
    "review": ("host_sim.records.review_command", "command", PLAY),
    "prove": ("host_sim.theory.proofs.prove_command", "command", PLAY),
    "values": ("host_sim.tables.values_command", "command", PLAY),
    "formal": ("host_sim.theory.formal.formal_command", "command", PLAY),
    "puzzles": ("host_sim.own.puzzles.puzzles_command", "app", PLAY),
    "lesson": (
        {
            "new": ("host_sim.lessons.new_command", "new", None),
            "check": ("host_sim.lessons.lesson_command", "check", None),
            "play": ("host_sim.lessons.lesson_command", "play", None),
            "print": ("host_sim.lessons.paper_command", "print_", None),
            "board": ("host_sim.lessons.paper_command", "board", None),
            "puzzles": ("host_sim.lessons.problems_command", "puzzles", None),
            "sgf": ("host_sim.lessons.problems_command", "sgf", None),
            "scorm": ("tools.web.scorm_command", "command", None),
        },
        "Lessons as files: begin one, prove its answers, play it, put it on paper or into a learning system.",
        PLAY,
    ),
    "strategy": ("host_sim.own.strategies.strategy_command", "app", PLAY),
    "pico": ("tools.pico.pico_command", "command", PLAY),
    "games": ("tools.workshop.games_command", "app", PLAY),
    "flash": ("tools.workshop.flash", "command", DEVICE),
    "uf2": ("tools.workshop.uf2", "command", DEVICE),
    "build": ("tools.workshop.build", "command", DEVICE),
    "crash": ("tools.workshop.crash", "command", DEVICE),
    "selftest": ("tools.workshop.selftest", "command", DEVICE),
    "board": ("tools.boards.board_command", "app", BOARDS),
    "game": ("tools.games.game_command", "app", BOARDS),
    "page": ("tools.web.page_command", "command", CLONE),
    "native": ("tools.compile.native.native_command", "command", CLONE),
    "package": ("tools.compile.package", "command", CLONE),
    "words": ("tools.languages.words_command", "command", CLONE),
    "docs": (
        {
            "golden": ("tools.docs.golden", "record", None),
            "pictures": ("tools.docs.pictures", "command", None),
            "lessons": ("tools.docs.lessons", "write", None),
        },
        "Write the golden frames, the pictures of the README, or the lessons of the page.",
        CLONE,
    ),
}
HOST_SIM = {name: part for name, part in COMMANDS.items() if str(part[0]).startswith("host_sim.")}
TOOLS = {name: part for name, part in COMMANDS.items() if name not in HOST_SIM}


class _Play(TyperGroup):
    """Without the name of a command: `play`."""

    def parse_args(self, ctx, args):
        return super().parse_args(ctx, _playing(args, self.commands))


def _playing(words, commands):
    """Return the words of a command line in which `play` may be left out; with it, if no command is named."""
    named = words and words[0] in ("--help", *commands)
    return words if named else ["play", *words]


def of_glowgrid(words=()):
    """Return the command line of `glowgrid` as a typer.Typer: all of it, or only the command that a word names."""
    return command_line({name: part for name, part in COMMANDS.items() if part[-1] != CLONE}, ABOUT, words)


def of_host_sim(words=()):
    """Return the command line of `python -m host_sim`, as `of_glowgrid`."""
    words = words and _playing(words, HOST_SIM)
    app = typer.Typer(cls=_Play, add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
    app.callback()(lambda: None)
    return _with(app, HOST_SIM, words)


def of_tools(words=()):
    """Return the command line of `python -m tools`, as `of_glowgrid`."""
    return command_line(TOOLS, "Build, flash and check Glowgrid.", words)


def command_line(commands, about, words, cls=TyperGroup):
    """Return a typer.Typer of these commands, or only of the one named by the first word.

    about: what they are for. cls: the group's class. Importing all modules would take half a second.
    """
    app = typer.Typer(cls=cls, no_args_is_help=cls is TyperGroup, add_completion=False, pretty_exceptions_enable=False)
    app.callback(help=about)(lambda: None)
    return _with(app, commands, words)


def _with(app, commands, words):
    for name in words[:1] if words and words[0] in commands else commands:
        module, what, panel = commands[name]
        if isinstance(module, dict):
            part = _group(module, what, words[1:] if words[:1] == [name] else [])
        else:
            part = getattr(importlib.import_module(module), what)
        if isinstance(part, typer.Typer):
            app.add_typer(part, name=name, rich_help_panel=panel)
        else:
            app.command(name, rich_help_panel=panel)(part)
    return app


def _group(commands, about, words):
    """Return a group of commands as a typer.Typer; words: as in `command_line`, behind the name of the group."""
    if "play" in commands:
        _check_spelling(words, commands)
        return command_line(commands, about, words and _playing(words, commands), _Play)
    return command_line(commands, about, words)


def _check_spelling(words, commands):
    """Refused if the first word is no file, and almost one of these commands; the lesson `pairing` is not `print`."""
    word = words[0] if words else ""
    if word in commands or Path(word).suffix or Path(word).exists():
        return
    if meant := did_you_mean(word, commands, 0.75):
        raise Refused(f"{word}: no such command;{meant}")
