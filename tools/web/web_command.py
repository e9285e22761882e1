"""`glowgrid web`: the firmware in a page of this computer's browser; builds the page if need be."""

import errno
import ipaddress
import signal
import sys
import webbrowser
from typing import Annotated

import typer

from host_sim.cli.errors import Refused, ToolError

from .serving import HOST, addresses, serving

PORT = 8377
LISTEN = typer.Option(
    metavar="ADDRESS",
    help="Open the page to the network too, at this address of this computer; 0.0.0.0: at all. Flashing a Pico and "
    "installing the page work at 127.0.0.1 alone.",
)
TERMINATED = 143  # exit code: 128 and the number of the signal SIGTERM


def command(
    port: Annotated[int, typer.Option(help="0: any that is free.", min=0, max=65535)] = PORT,
    browser: Annotated[bool, typer.Option(help="Open the page in the browser.")] = True,
    listen: Annotated[str, LISTEN] = HOST,
):
    """Play the firmware itself in the browser. Ctrl-C ends it."""
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(TERMINATED))  # what it has started ends too
    from .page_command import place

    folder = place()
    server = _server(folder, port, listen)  # before the page is built: a port that is taken is said at once
    with server:
        _make(folder)
        here, others = addresses(server)
        try:
            print(f"{here}  Ctrl-C ends it.", flush=True)
            for address in others:
                print(f"{address}  from other devices", flush=True)
            if not ipaddress.ip_address(server.server_name.partition("%")[0]).is_loopback:
                print("Flashing a Pico and installing the page work at 127.0.0.1 alone.", flush=True)
            if browser:
                webbrowser.open(here)
            server.serve_forever()
        except KeyboardInterrupt:
            pass


def _server(folder, port, listen):
    """Return the server. Refused if it cannot listen there."""
    try:
        return serving(folder, port, host=listen)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or "no address"
        if isinstance(error, OSError) and error.errno in (errno.EADDRINUSE, errno.EACCES):
            raise Refused(f"port {port}: {why}; give another by --port, or 0 for any") from None
        advice = "give an address of this computer, without a port, or 0.0.0.0 for all"
        raise Refused(f"--listen {listen}: {why}; {advice}") from None


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
