"""`glowgrid web`: the firmware in a page of this computer's browser; builds the page if need be."""

import signal
import sys
import webbrowser
from typing import Annotated

import typer

from host_sim.cli.errors import Refused, ToolError

from .serving import HOST, serving

PORT = 8377
TERMINATED = 143  # exit code: 128 and the number of the signal SIGTERM


def command(
    port: Annotated[int, typer.Option(help="0: any that is free.", min=0, max=65535)] = PORT,
    browser: Annotated[bool, typer.Option(help="Open the page in the browser.")] = True,
):
    """Play the firmware itself in the browser. Ctrl-C ends it."""
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(TERMINATED))  # what it has started ends too
    from .page_command import place

    folder = place()
    try:  # before the page is built: a port that is taken is said at once
        server = serving(folder, port)
    except OSError as error:
        raise Refused(f"port {port}: {error.strerror}; give another by --port, or 0 for any") from None
    with server:
        _make(folder)
        address = f"http://{HOST}:{server.server_port}/"
        try:
            print(f"{address}  Ctrl-C ends it.", flush=True)
            if browser:
                webbrowser.open(address)
            server.serve_forever()
        except KeyboardInterrupt:
            pass


def _make(folder):
    """Build the page into a folder, unless it is there; say why it has no UF2 files. The wheel's stays as it is."""
    from host_sim.cli.run import say
    from host_sim.pico import image as images

    from ..workshop.uf2 import base_image
    from .build import has_uf2s, is_built
    from .page_command import IN_THE_WHEEL, make

    there = is_built(folder)
    if there and (has_uf2s(folder) or folder == IN_THE_WHEEL):
        return
    try:
        image = images.find(download=not there)
        base_image(image, "rp2040")
    except (images.ImageMissing, ToolError) as error:
        image = None
        say(f"No UF2 files on the page: {error}", err=True)
    if image or not there:
        make(folder, image)
