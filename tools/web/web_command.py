"""`glowgrid web`: the firmware in a page of this computer's browser; builds the page if need be."""

import webbrowser
from typing import Annotated

import typer

from host_sim.cli.errors import Refused

from .serving import HOST, serving

PORT = 8377


def command(
    port: Annotated[int, typer.Option(help="0: any that is free.", min=0, max=65535)] = PORT,
    browser: Annotated[bool, typer.Option(help="Open the page in the browser.")] = True,
):
    """Play the firmware itself in the browser. Ctrl-C ends it."""
    try:
        server = serving(_page(), port)
    except OSError as error:
        raise Refused(f"port {port}: {error.strerror}; give another by --port, or 0 for any") from None
    address = f"http://{HOST}:{server.server_port}/"
    print(f"{address}  Ctrl-C ends it.", flush=True)
    if browser:
        webbrowser.open(address)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        pass
    finally:
        server.server_close()


def _page():
    """Return the folder of the page: the one that came with the wheel, or one built here."""
    from .. import output
    from .page_command import FOLDER, IN_THE_WHEEL, make

    if IN_THE_WHEEL.is_dir():
        return IN_THE_WHEEL
    make(FOLDER, None, output.console(stderr=True))
    return FOLDER
