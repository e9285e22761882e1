"""The commands of `python -m host_sim`: one line below for each, in a file of its own."""

import typer

from . import command, games_command, gtp_command, serve
from .formal import command as formal

app = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
app.callback(invoke_without_command=True)(command.simulator)
app.command("pico")(command.pico)
app.command("web")(serve.command)
app.command("gtp")(gtp_command.command)
app.add_typer(games_command.app, name="games")
app.command("review")(games_command.review_command)
app.command("formal")(formal.command)
