"""A folder as a web server of this computer alone."""

import contextlib
import functools
import http.server
import threading

HOST = "127.0.0.1"


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


def serving(folder, port=0, handler=Quiet):
    """Return a server of a folder on this computer alone; port 0: any that is free."""
    return http.server.ThreadingHTTPServer((HOST, port), functools.partial(handler, directory=str(folder)))


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
