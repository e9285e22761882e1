"""`glowgrid web`: the firmware in a page of this computer's browser; builds the page if need be."""

import contextlib
import functools
import http.server
import threading
import webbrowser
from typing import Annotated

import typer

from host_sim.cli_errors import Refused

PORT = 8377
HOST = "127.0.0.1"


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


def serving(folder, port=0):
    """Return a server of a folder on this computer alone; port 0: any that is free."""
    return http.server.ThreadingHTTPServer((HOST, port), functools.partial(_Quiet, directory=str(folder)))


@contextlib.contextmanager
def served(folder):
    """The address of a folder, served until the end."""
    with serving(folder) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://{HOST}:{server.server_port}/"
        finally:
            server.shutdown()
            thread.join()


class _Quiet(http.server.SimpleHTTPRequestHandler):
    extensions_map = {
        **http.server.SimpleHTTPRequestHandler.extensions_map,
        ".js": "text/javascript",
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
    }

    def send_head(self):
        try:
            return super().send_head()
        except ValueError:  # a NUL in the path
            return self.send_error(http.HTTPStatus.NOT_FOUND)

    def log_message(self, *words):
        pass
