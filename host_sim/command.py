"""The simulator's commands: from the command line to a console and a front end, or one line that says why not.

The front ends are tui.py, text.py and demo.py; the console they show is that of session.py.
"""

import contextlib
import sys
import tempfile
from pathlib import Path
from typing import Annotated

import typer

from host_sim import keylog
from host_sim.boards import BoardError, load_board
from host_sim.fingers import Fingers, Recorder
from host_sim.session import Session

DEFAULT_BOARD = "pico_ws2812_8x8_keys_4x4"
AFTER_MS = 2000  # how long a replay goes on after its last key
BOARD = typer.Option("--board", help="A board of boards/ by its name, or the path of a board file.")
KEYS = typer.Option("--keys", help="Replay this key log ('-': standard input).")


class Refused(Exception):
    """What was asked for cannot be done; the message is one line for the person who asked. Exit code 2."""


def simulator(
    context: typer.Context,
    board: Annotated[str, BOARD] = DEFAULT_BOARD,
    text: Annotated[bool, typer.Option("--text", help="Print frames as text instead of the terminal UI.")] = False,
    keys: Annotated[Path | None, KEYS] = None,
    record: Annotated[Path | None, typer.Option(help="Write a key log of all that is pressed.")] = None,
    saves: Annotated[Path | None, typer.Option(help="Folder of the saved match and settings.")] = None,
    fresh: Annotated[bool, typer.Option("--fresh", help="Start without saves, keep none.")] = False,
    until: Annotated[int | None, typer.Option(help="With --keys and text: end at this time in ms.", min=0)] = None,
):
    """Play Glowgrid: the real console on virtual keys and lights. Without a terminal: a short demo as text.

    --keys and --record start without saves, so that a recording replays to the same frames, unless --saves is given.
    """
    if context.invoked_subcommand is not None:
        return
    terminal = all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr))  # the UI is drawn on the last
    about = _board(board)
    changes = _changes(keys, about)
    if record and not (terminal or text or keys):
        raise Refused("--record without a terminal: add --text, and send the keys to standard input")
    plain_demo = not (terminal or text or keys)
    with contextlib.ExitStack() as stack:
        temporary = fresh or plain_demo or (saves is None and (keys or record))
        folder = stack.enter_context(tempfile.TemporaryDirectory()) if temporary else _saves(saves, about)
        session = Session(about, folder)
        if plain_demo:
            from host_sim import demo

            demo.play(session, _write)
            return
        fingers = Fingers(session, changes, stack.enter_context(_recorder(record, about, session)))
        if terminal and not text:
            from host_sim.tui import Simulator

            window = Simulator(fingers, recording=record is not None)
            window.run()
            raise typer.Exit(window.return_code or 0)
        _run_text(fingers, changes, until, keys is not None)


def pico(
    keys: Annotated[Path | None, KEYS] = None,
    image: Annotated[Path | None, typer.Option(help="MicroPython image, a UF2 file for the Pico.")] = None,
    board: Annotated[str, BOARD] = DEFAULT_BOARD,
    until: Annotated[int | None, typer.Option(help="End at this time of the console, in ms.", min=0)] = None,
):
    """Play a key log on an emulated Pico, flashed like a real one; print the frames that leave for the LEDs.

    Each frame has the console's time, which is that of the key log, and the time since power-up. It is slow: a second
    takes ten to twenty while the Pico computes, less while it waits. The image: --image, or the environment variable
    GLOWGRID_UF2, or what rp2040py has downloaded or can download.
    """
    about = _board(board)
    changes = _changes(keys, about)
    if until is None:
        until = (changes[-1][0] if changes else 0) + AFTER_MS
    try:
        from host_sim.pico.image import ImageMissing, checked
        from host_sim.pico.play import Player, PlayError
    except ModuleNotFoundError as error:
        raise Refused(f"the emulated Pico needs {error.name}: python -m pip install rp2040py littlefs-python") from None
    from tools.errors import ToolError

    try:
        print_frames(Player(about, changes, checked(image, "--image names") if image else None), until)
    except (ImageMissing, PlayError, ToolError) as error:
        raise Refused(str(error)) from None


def print_frames(player, until_ms):
    """Run a pico.play.Player; its frames go to standard output, how far it is to standard error."""
    from host_sim.pico.progress import Progress

    with Progress(sys.stderr, until_ms) as progress:
        for frame in player.frames(until_ms, progress.report):
            progress.clear()
            _write(f"{frame.time_ms} ms   {frame.emulated_ms:.1f} ms since power-up\n{frame.text}\n\n")


def _run_text(fingers, changes, until, replaying):
    from host_sim import text
    from host_sim.keyboard import Keyboard

    if replaying:
        end_ms = changes[-1][0] if changes else 0
        text.replay(fingers, end_ms + AFTER_MS if until is None else until, _write)
    else:
        text.live(fingers, Keyboard(fingers.session.board), sys.stdin, _write, paced=sys.stdin.isatty())


def _board(name):
    try:
        return load_board(name)
    except BoardError as error:
        raise Refused(str(error)) from None


def _changes(path, board):
    """The key log at the path, checked; none without a path."""
    if path is None:
        return []
    try:
        text = sys.stdin.read() if str(path) == "-" else path.read_text(encoding="utf-8")
        return keylog.parse(text, board["keys"]["width"] * board["keys"]["height"], str(path))
    except OSError as error:
        raise Refused(f"{path}: the key log cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise Refused(f"{path}: not a key log: it is no text") from None
    except keylog.KeyLogError as error:
        raise Refused(str(error)) from None


def _saves(folder, board):
    """The folder of the saves, made if need be; without one given, where the system keeps such things."""
    if folder is None:
        import platformdirs

        folder = Path(platformdirs.user_data_dir("glowgrid", appauthor=False)) / board["name"]
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Refused(f"{folder}: no folder for saves: {error.strerror}; give another by --saves, or --fresh") from None
    return folder


@contextlib.contextmanager
def _recorder(path, board, session):
    """What to call with every change of a key, or None; the file is closed in the end, whatever happened."""
    if path is None:
        yield None
        return
    try:
        recorder = Recorder(path, f"Glowgrid key log, board {board['name']}")
    except OSError as error:
        raise Refused(f"{path}: cannot be written: {error.strerror}; give --record another file") from None
    try:
        yield recorder.record
    finally:
        recorder.close(session.now_ms)
        if recorder.failed:
            raise Refused(f"{path}: the recording is cut short: {recorder.failed}")


def _write(text):
    sys.stdout.write(text)
    sys.stdout.flush()
