"""`python -m host_sim.pico.build`: compile the emulated Pico for this Python; see fast.py."""

import typer

from ..cli.run import run
from . import fast

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)


@app.command()
def command():
    """Compile the emulated Pico for this Python: twenty times as fast.

    Results stay the same bit for bit. Needs a C compiler.
    """
    if fast.built():
        typer.echo("already built")
        return
    try:
        fast.build()
    except fast.NotBuilt as error:
        typer.echo(f"the emulated Pico stays as it is, which is slow: {error}")
    else:
        typer.echo("the emulated Pico is built: tests that use it now take a fraction of the time")


if __name__ == "__main__":
    run(lambda: app, "python -m host_sim.pico.build")
