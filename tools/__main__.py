"""`python -m tools COMMAND`: the house's one command line. One line below per command, each in a file of its own."""

import sys

import typer

from tools import alive, arena, bars, bench, board, build, flash, golden, package, pictures, plain, replay, rules, selftest, soak, solve
from tools import strength, suites, values
from tools.errors import ToolError

app = typer.Typer(no_args_is_help=True, add_completion=False, rich_markup_mode=None, help="Build, flash and look after Glowgrid.")
app.command("alive")(alive.command)
app.command("arena")(arena.command)
app.command("bars")(bars.command)
app.add_typer(board.app, name="board")
app.command("bench")(bench.command)
app.command("build")(build.command)
app.command("flash")(flash.command)
app.command("golden")(golden.record)
app.command("package")(package.command)
app.command("pictures")(pictures.command)
app.command("rules")(rules.command)
app.command("replay")(replay.command)
app.command("selftest")(selftest.command)
app.command("soak")(soak.command)
app.command("solve")(solve.command)
app.command("strength")(strength.command)
app.add_typer(suites.app, name="suites")
app.command("values")(values.command)


def main():
    """Run the command line; a ToolError becomes one line and exit code 1."""
    try:
        app()
    except ToolError as error:
        plain.console(stderr=True).print("error:", str(error), style="red")
        sys.exit(1)


if __name__ == "__main__":
    main()
