"""The commands of `python -m host_sim`: one line for each below, each in a file of its own."""

import typer
from typer.core import TyperGroup

from .app import play_command
from .own.puzzles import puzzles_command
from .own.strategies import strategy_command
from .records import review_command
from .records.gtp import gtp_command
from .theory.formal import formal_command
from .theory.proofs import prove_command


class _Play(TyperGroup):
    """Without the name of a command: `play`."""

    def parse_args(self, ctx, args):
        named = args[:1] == ["--help"] or args and args[0] in self.commands
        return super().parse_args(ctx, args if named else ["play", *args])


app = typer.Typer(cls=_Play, add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
app.callback()(lambda: None)
app.command("play")(play_command.simulator)
app.command("gtp")(gtp_command.command)
app.command("review")(review_command.command)
app.command("prove")(prove_command.command)
app.command("formal")(formal_command.command)
app.add_typer(puzzles_command.app, name="puzzles")
app.add_typer(strategy_command.app, name="strategy")
