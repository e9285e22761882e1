"""`python -m tools package`: rewrite what `mip` installs: firmware/package.json and board.json, and neotrellis/.

    mpremote mip install --target / ./firmware/package.json        (from a clone; mpremote 1.25 or newer)
    mpremote mip install --target / github:OWNER/REPO/firmware     (from the hosting site)

Fields mip reads (docs.micropython.org, reference/packages): "urls", pairs of path under the target and url, where a url
without a scheme is relative to package.json's folder; "deps"; "version". mip joins the two with `/` and resolves no
`..`, so a file outside firmware/ has no url that works everywhere: that is why the default board's /board.json has a
copy in firmware/. mip installs sources, without puzzles and books, overwrites without asking, and removes nothing.
main.py comes last, so that a broken first install ends at the REPL. For another board copy its board.json from
`python -m tools build` afterwards.
"""

import json
import re
from typing import Annotated

import typer

from host_sim.boards import DEFAULT_BOARD
from host_sim.cli.errors import ToolError

from .. import output
from ..paths import FIRMWARE, ROOT
from . import neotrellis
from .build import VIPER_SPEED, board_json, firmware_files
from .layout.places import BOARD, MAIN

# Puzzles and books, and what only reads the proof: beside sources with comments they do not fit into a Pico.
# What a link needs: `flash` brings it.
_LINK = (
    *("apart", "frames", "link", "link_uart", "link_usb", "linked_pause", "linked_play", "sealed", "shared"),
    *("shared_apart", "sharing", "taking_back", "together", "wire_out"),
)
NO_ROOM_FOR = ".txt", ".bin", "/proof_book.py", *(f"/{name}.py" for name in _LINK)


def package_files(board=DEFAULT_BOARD, leave_out=()):
    """Return {path in the clone: bytes} of the files this command writes; `leave_out`: paths not to install."""
    paths = [BOARD, *(f"/{path.relative_to(FIRMWARE).as_posix()}" for path in firmware_files())]
    urls = [
        [path.lstrip("/"), path.lstrip("/")]
        for path in paths
        if path not in leave_out and not path.endswith(NO_ROOM_FOR)
    ]
    urls.append([MAIN.lstrip("/")] * 2)
    # One pair on a line: a new module adds one line to the diff.
    lines = ",\n".join(f"    {json.dumps(pair)}" for pair in urls)
    text = f'{{\n  "version": {json.dumps(version())},\n  "urls": [\n{lines}\n  ],\n  "deps": []\n}}\n'
    own = {"firmware/package.json": text.encode(), f"firmware{BOARD}": board_json(board, VIPER_SPEED)}
    return own | neotrellis.files(version())


def version():
    """Return the version in pyproject.toml, the only place where it is written."""
    found = re.search(r'^version = "(.+)"$', (ROOT / "pyproject.toml").read_text(), re.MULTILINE)
    if not found:
        raise ToolError('pyproject.toml: no line version = "..."; put it back under [project]')
    return found[1]


def outdated(board=DEFAULT_BOARD, leave_out=()):
    """Return {path in the clone: content} of the files that are out of date."""
    wanted = package_files(board, leave_out)
    return {
        name: data for name, data in wanted.items() if not (ROOT / name).is_file() or (ROOT / name).read_bytes() != data
    }


def command(
    check: Annotated[bool, typer.Option("--check", help="Change nothing; fail if a file is out of date.")] = False,
):
    """Rewrite what `mpremote mip install` copies: its list, the default board's board.json, neotrellis/."""
    console = output.console()
    changed = outdated()
    if check and changed:
        raise ToolError(f"{', '.join(changed)} out of date: run python -m tools package")
    for name, data in changed.items():
        (ROOT / name).write_bytes(data)
        console.print(f"rewrote {name}")
    if not changed:
        console.print("firmware/package.json, firmware/board.json and firmware/neotrellis/ are up to date")
