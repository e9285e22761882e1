"""The game that a command is about: its first argument, or `--game`. The same for all commands, like their `--size`."""

import re
import shlex
from typing import Annotated

import typer

from .errors import Refused

Words = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="GAME", help="A game such as hex, or the path of your own (.json or .py).", show_default=False
    ),
]
Named = Annotated[str | None, typer.Option("--game", metavar="GAME", help="The same as the argument GAME.")]
Size = Annotated[str | None, typer.Option(help="Such as 5; rows, columns, in a row for mnk: 4,4,3.")]
_NUMBERS = re.compile(r"\d+(?:[,x]\d+)*")


def game_of(context, words, named):
    """Return the game that a command line names, "" if it names none. Refused if there is more than a game."""
    game, more = game_and_more(context, words, named)
    if more:
        raise Refused(f"{more[0]}: one word too many; expected one game: {context.command_path} {game}")
    return game


def needed_game(context, words, named):
    """Return the game that a command line names. Refused if it names none."""
    game = game_of(context, words, named)
    if not game:
        raise Refused(f"a game is missing; write one, such as {context.command_path} hex")
    return game


def game_and_more(context, words, named):
    """Return (the game that a command line names or "", the words after it). Refused if one of these is a size."""
    words = list(words or ())
    numbers = [word for word in words if _NUMBERS.fullmatch(word)]
    names = [word for word in words if word not in numbers]
    if names and named and names[0] == named:
        del names[0]
    game = named or (names.pop(0) if names else "")
    if numbers:
        words = game or "hex", "--size", ",".join(numbers).replace("x", ","), *_other_options(context)
        raise Refused(f"{' '.join(numbers)}: a size is an option; write {context.command_path} {shlex.join(words)}")
    return game, names


def _other_options(context):
    """Yield the words of the options that were typed, but for those of the game and its size."""
    for option in context.command.params:
        typed = context.get_parameter_source(option.name).name == "COMMANDLINE"
        if not typed or option.param_type_name != "option" or {"--game", "--size"} & {*option.opts}:
            continue
        value = context.params[option.name]
        if option.is_flag:
            yield (option.opts if value else option.secondary_opts)[0]
            continue
        for each in value if option.multiple else [value]:
            yield from (option.opts[0], str(each))
