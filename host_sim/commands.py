"""The commands of `python -m host_sim`: one line below for each, in a file of its own."""

import typer

from tools.device import games_command
from tools.web import web_command

from .formal import formal_command as formal
from .gtp import gtp_command
from .terminal import play_command

app = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
app.callback(invoke_without_command=True)(play_command.simulator)
app.command("pico")(play_command.pico)
app.command("web")(web_command.command)
app.command("gtp")(gtp_command.command)
app.add_typer(games_command.app, name="games")
app.command("review")(games_command.review_command)
app.command("formal")(formal.command)
