"""What the commands that run a console share: the board, the key log, where saves are."""

import sys
from pathlib import Path

import typer

from ..cli.errors import Refused
from ..cli.run import printable
from ..console import keylog, menu_path
from ..text.text_file import NoText, file_bytes, plain_text

AFTER_MS = 2000  # how long a replay goes on after its last key
BOARD = typer.Option("--board", help="Name of a board in boards/, or path of a board file.")
KEYS = typer.Option("--keys", help="Replay this key log ('-': standard input).")


def key_log(path, board, saves=None, found=None):
    """Return the checked key log at the path; an empty one without a path.

    saves: the console's folder of saves. found: (games, errors) to offer instead of all games.
    """
    if path is None:
        return []
    try:
        text = sys.stdin.read() if str(path) == "-" else plain_text(file_bytes(path))
        count = board["keys"]["width"] * board["keys"]["height"]
        return keylog.parse(
            text, count, str(path), menu_path.reader(board, saves=saves, found=found), keylog.made(board)
        )
    except OSError as error:
        raise Refused(f"{path}: the key log cannot be read: {error.strerror}") from None
    except NoText as error:
        raise Refused(f"{path}: not a key log: {error}") from None
    except keylog.KeyLogError as error:
        raise Refused(str(error)) from None


def usual_saves(board):
    """Return the system's folder for the saves of this board's simulator; it may not exist yet."""
    import platformdirs

    return Path(platformdirs.user_data_dir("glowgrid", appauthor=False)) / board["name"]


def saves_folder(folder, board):
    """Return the folder for saves, creating it if needed; by default the system's place for such data."""
    folder = folder or usual_saves(board)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Refused(
            f"{folder}: cannot keep saves here: {error.strerror}; give another folder with --saves, or use --fresh"
        ) from None
    return folder


def write(text):
    sys.stdout.write(printable(text))
    sys.stdout.flush()
