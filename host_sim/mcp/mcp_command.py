"""`glowgrid mcp`: the command, which also says what to install."""

import sys

from ..cli.errors import Refused
from ..cli.installed import to_install

PACKAGE = "mcp>=2,<3"


def command():
    """Answer an assistant's questions about games and positions, on standard input and output (MCP)."""
    try:
        from .server import serve
    except ImportError as error:  # none, or version 1, which has other names
        if (error.name or "").partition(".")[0] not in ("mcp", "anyio", "pydantic"):  # which come with it
            raise
        raise Refused(f"mcp: it needs the package mcp, version 2: {to_install(repr(PACKAGE))}") from None
    if sys.stdin.isatty():
        print(
            "this talks to a program by lines of JSON; host_sim/mcp/README.md tells how; Ctrl-C ends", file=sys.stderr
        )
    serve()
