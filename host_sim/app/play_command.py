"""The simulator's commands: from the command line to a console and a front end, or one line that says why not.

The front ends are terminal/app.py, text.py and demo.py; they show the console of console/session.py.
"""

import contextlib
import os
import sys
import tempfile
from pathlib import Path
from typing import Annotated

import typer

from glowgrid import games
from host_sim.boards import DEFAULT_BOARD
from host_sim.boards.files import load_board
from host_sim.cli.errors import Refused
from host_sim.cli.game_argument import Named, Size, Words, game_of
from host_sim.cli.run import ends_by
from host_sim.console.fingers import Fingers, Recorder
from host_sim.console.session import Session
from host_sim.console.set_up import NoPosition, set_up, start
from host_sim.grids.grid import Grid, board_for, play_alone
from host_sim.languages.language import Language
from host_sim.languages.option import Spoken, language_of
from host_sim.own_games import games_folder
from host_sim.own_games.load import reading_json
from host_sim.own_games.passed import game_to_play, refused
from host_sim.own_games.watch import WatchedGame
from host_sim.terminal.arguments import AFTER_MS, BOARD, KEYS, key_log, saves_folder, write
from host_sim.wires.named import FORMS, wire_named

BATTERY = typer.Option(help="How full the board's battery is, in percent.", min=0, max=100)
GRID = typer.Option("--grid", help="Play on a Launchpad or a monome as well, or, without a terminal, on it alone.")
GRID_PORT = typer.Option("--grid-port", help="The grid with this in the name of its port; or a monome's port.")
LINK = typer.Option(
    "--link", metavar="PORT", help=f"Play against another device: a serial port (19,200 baud), or {FORMS}."
)
POSITION = typer.Option(help="Begin from stones, as 'hex 5: a4 c1 / b2 d3, 2 to move', or a line of puzzles.")


def simulator(
    context: typer.Context,
    words: Words = None,
    named: Named = None,
    size: Size = None,
    board: Annotated[str, BOARD] = DEFAULT_BOARD,
    text: Annotated[bool, typer.Option("--text", help="Print frames as text instead of the terminal UI.")] = False,
    keys: Annotated[Path | None, KEYS] = None,
    record: Annotated[Path | None, typer.Option(help="Write a key log of everything you press.")] = None,
    saves: Annotated[Path | None, typer.Option(help="Folder for the saved match and settings.")] = None,
    fresh: Annotated[bool, typer.Option("--fresh", help="Start without saves and keep none.")] = False,
    until: Annotated[int | None, typer.Option(help="With --keys: end at this time, in ms.", min=0)] = None,
    bell: Annotated[bool, typer.Option("--bell", help="Ring the terminal's bell for the console's sounds.")] = False,
    battery: Annotated[int, BATTERY] = 100,
    grid: Annotated[bool, GRID] = False,
    grid_port: Annotated[str, GRID_PORT] = "",
    link: Annotated[str | None, LINK] = None,
    position: Annotated[str | None, POSITION] = None,
    language: Spoken = "",
):
    """Play Glowgrid: the real console on virtual keys and lights. Without a terminal: a short demo as text.

    A game's name starts a match at once; with --link, against the other device. A game in a file is the only one in
    the menu, and is reloaded when the file changes; with --size it starts at once too.

    --keys and --record start without saves, so that a recording replays to the same frames, unless --saves is given;
    your own games (those in the folder that `games folder` names) are left out.
    """
    game, file = _game_and_file(context, words, named, size)
    spoken = language_of(language)
    starts = game if size or not file else ""  # at once, without the menu
    terminal = all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr))  # the UI uses the last
    grid |= bool(grid_port)
    about = load_board(board_for(board, DEFAULT_BOARD) if grid else board)
    found = _only(file)
    if record and not (terminal or text or keys or grid):
        raise Refused("--record without a terminal: add --text, and send the keys to standard input")
    _refuse_misfits(about, keys, record, until, battery, position, starts, link)
    plain_demo = not (terminal or text or keys or game or grid or link is not None or position is not None)
    _offer_games(file, own=not (keys or record or plain_demo))
    with contextlib.ExitStack() as stack:
        played = stack.enter_context(contextlib.closing(Grid(about, grid_port))) if grid else None
        about = played.board if played else about
        changes = key_log(keys, about, saves, found)
        temporary = fresh or plain_demo or (saves is None and (keys or record or file or position is not None))
        folder = stack.enter_context(tempfile.TemporaryDirectory()) if temporary else saves_folder(saves, about)
        wire = None if link is None else stack.enter_context(contextlib.closing(wire_named(link)))
        session = Session(about, folder, found, first=not (temporary or keys or record or wire), wire=wire)
        if session.battery:
            session.battery.percent = battery
        _begin(session, position, starts and (found[0][0].name if found else starts), size, bool(wire))
        said = Language(spoken.code, spoken.table, bool(session.lights.mono)).said
        if plain_demo:
            return _demo(session, said)
        fingers = Fingers(session, changes, stack.enter_context(_recorder(record, about, session)), played)
        watched = WatchedGame(file, session) if file and not (keys or record) else None  # keep the recording
        if terminal and not text:
            _run_window(fingers, record, bell, watched, said)
        _run_text(fingers, changes, until, keys is not None, watched, text, bool(wire), said)


def _game_and_file(context, words, named, size):
    """Return (the game that the command line names or "", its Path if it is a file)."""
    game = game_of(context, words, named)
    if size and not game:
        raise Refused(f"--size {size}: of which game? write {context.command_path} hex --size {size}")
    return game, Path(game) if game.endswith((".json", ".py")) or os.sep in game else None


def _only(path):
    """Return (games, errors) for a session that has only the game in this file; None without one."""
    if path is None:
        return None
    try:
        return (game_to_play(path),), ()
    except ValueError as error:
        raise Refused(str(error)) from None


def _offer_games(file, own):
    """Let the console find its games. own: a person's, too; a recording, a replay and the demo have those of all."""
    games.own_folder = str(games_folder.folder()) if own else None
    games.json_reader = reading_json
    if own and not file:
        games.refused = refused()


def _refuse_misfits(board, keys, record, until, battery, position, starts, link):
    """Refuse options that do not go together. starts: the game that starts at once, or ""."""
    if starts and (keys or record):
        raise Refused(f"{starts}: a key log begins when the console is switched on; leave the game out")
    if starts and position is not None:
        raise Refused(f"{starts}: --position says which game and size it is of; leave the game out")
    if link is not None and (keys or record):
        raise Refused("--link with --keys or --record: a key log does not hold what the other one plays; leave one out")
    if link is not None and position is not None:
        raise Refused("--link with --position: a linked match begins on an empty field; leave one out")
    if until is not None and not keys:
        raise Refused("--until ends the replay of a key log: add --keys")
    if position is not None and record:
        raise Refused("--position with --record: a key log does not hold the position; leave one out")
    if battery < 100 and "battery" not in board:
        name = board["name"]
        raise Refused(f'--battery: {name} has no battery; add "battery" to a copy of its board file')


def _begin(session, position, game, size, linked):
    """Begin a match from a position, or of a game, if there is one."""
    try:
        if position is not None:
            set_up(session, position)
        elif game:
            start(session, game, size, linked)
    except NoPosition as error:
        raise Refused(f"--position: {error}" if position is not None else str(error)) from None


def _demo(session, said):
    from host_sim.terminal import demo

    demo.play(session, write, said)


def _run_window(fingers, record, bell, watched, said):
    from host_sim.terminal.app import Simulator

    window = Simulator(fingers, record is not None, bell, watched=watched, said=said)
    with ends_by(window.hang_up):
        window.run()
    fingers.session.app.save_now()
    raise typer.Exit(window.return_code or 0)


def _run_text(fingers, changes, until, replaying, watched, wanted, linked, said):
    """Print frames; but a grid without a terminal needs no text unless it is wanted. A link takes real time."""
    from host_sim.terminal import text
    from host_sim.terminal.keyboard import Keyboard

    if replaying:
        end_ms = changes[-1][0] if changes else 0
        text.replay(fingers, end_ms + AFTER_MS if until is None else until, write, said)
    elif fingers.grid and not wanted:
        write(text.LinkNews(fingers.session.wire).news())
        play_alone(fingers, write, said)
    else:
        paced = sys.stdin.isatty() or bool(fingers.grid) or linked
        text.live(fingers, Keyboard(fingers.session.board), sys.stdin, write, paced, watched, said)


@contextlib.contextmanager
def _recorder(path, board, session):
    """Context: a function to call with every key change, or None; the file is closed at the end in any case."""
    if path is None:
        yield None
        return
    try:
        recorder = Recorder(path, board)
    except OSError as error:
        raise Refused(f"{path}: cannot be written: {error.strerror}; give another file to --record") from None
    try:
        yield recorder.record
    finally:
        recorder.close(session.now_ms)
        if recorder.failed:
            raise Refused(f"{path}: the recording is cut short: {recorder.failed}")
