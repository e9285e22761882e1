"""A folder as a web server, of this computer alone or of its network."""

import contextlib
import functools
import http.server
import socket
import socketserver
import threading
from typing import Any

HOST = "127.0.0.1"
# What means all addresses of this computer: its own, and one far away, to which nothing is sent
_ALL = {"0.0.0.0": (HOST, "192.0.2.1"), "::": ("::1", "2001:db8::1")}


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Answers with the files of a folder, and logs nothing."""

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


class _Server(http.server.ThreadingHTTPServer):
    def __init__(self, host, port, handler):
        first: Any = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        self.address_family, *_, address = first
        super().__init__(address, handler)

    def server_bind(self):
        socketserver.TCPServer.server_bind(self)  # HTTPServer's asks the network for a name, which may take seconds
        self.server_name, self.server_port = self.socket.getsockname()[:2]


def serving(folder, port=0, handler=Quiet, host=HOST):
    """Return a server of a folder; port 0: any that is free. host: an address or a name of this computer.

    Raises OSError, or ValueError for what is no name.
    """
    return _Server(host, port, functools.partial(handler, directory=str(folder)))


def addresses(server):
    """Return (where this computer opens the page, where others do, as far as known)."""
    here, far = _ALL.get(server.server_name, ("", ""))
    if not here:
        return _address(server.server_name, server), []
    try:
        with socket.socket(server.address_family, socket.SOCK_DGRAM) as way:
            way.connect((far, 9))
            others = [_address(way.getsockname()[0], server)]
    except OSError:  # there is no network
        others = []
    return _address(here, server), others


def _address(host, server):
    host = f"[{host}]" if ":" in host else host
    return f"http://{host}:{server.server_port}/"


@contextlib.contextmanager
def served(folder, handler=Quiet):
    """The address of a folder, served until the end."""
    with serving(folder, handler=handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://{HOST}:{server.server_port}/"
        finally:
            server.shutdown()
            thread.join()
