"""The commands of `python -m host_sim`: one line for each below, each in a file of its own."""

import typer

from .formal import formal_command
from .gtp import gtp_command
from .proofs import prove_command
from .puzzles import puzzles_command
from .records import review_command
from .strategies import strategy_command
from .terminal import play_command

app = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
app.callback(invoke_without_command=True)(play_command.simulator)
app.command("gtp")(gtp_command.command)
app.command("review")(review_command.command)
app.command("prove")(prove_command.command)
app.command("formal")(formal_command.command)
app.add_typer(puzzles_command.app, name="puzzles")
app.add_typer(strategy_command.app, name="strategy")
