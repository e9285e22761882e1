"""`python -m host_sim`: Glowgrid on a desktop. One line below per command, each in a file of its own."""

import sys

import typer

from host_sim import command, gtp
from host_sim.formal import command as formal

app = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
app.callback(invoke_without_command=True)(command.simulator)
app.command("pico")(command.pico)
app.command("gtp")(gtp.command)
app.command("formal")(formal.command)


def main():
    """Run the command line; a refusal becomes one line and exit code 2."""
    try:
        app(prog_name="python -m host_sim")
    except command.Refused as refusal:
        print(f"error: {refusal}", file=sys.stderr)
        sys.exit(2)


if __name__ == "__main__":
    main()
