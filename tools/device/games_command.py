"""`games` and `review`: the matches that were played to their end, out of the device and looked at again."""

from pathlib import Path
from typing import Annotated

import typer

from glowgrid.console.finished import FOLDER
from glowgrid.games import discover
from glowgrid.record import unpack
from glowgrid.search import work_in
from host_sim.cli_errors import Refused, one_line, say
from host_sim.console.describe import SIDES
from host_sim.engine.unix_engine import ENGINES
from host_sim.field_text import draw_text, position_text
from host_sim.gtp.gtp_command import elsewhere_for, find_game
from host_sim.records.review import review
from host_sim.records.sgf import NoRecord, ended, from_save, read, written
from host_sim.terminal.play_command import BOARD, DEFAULT_BOARD, checked_board, usual_saves
from host_sim.user_games import games_folder

FINISHED = FOLDER.strip("/")  # beside the saved match; its files have numbers for names

app = typer.Typer(add_completion=False, rich_markup_mode=None)


@app.callback(invoke_without_command=True)
def games(
    context: typer.Context,
    pico: Annotated[bool, typer.Option("--pico", help="From the Pico that is plugged in, not the simulator.")] = False,
    port: Annotated[str | None, typer.Option(help="From the Pico on this serial port.")] = None,
    board: Annotated[str, BOARD] = DEFAULT_BOARD,
    saves: Annotated[Path | None, typer.Option(help="Folder of the simulator's saves.")] = None,
    to: Annotated[Path | None, typer.Option(help="Write each game to a file in this folder: SGF for Hex.")] = None,
):
    """List the last 20 finished games of a Pico or of the simulator; write them to files that `review` reads."""
    if context.invoked_subcommand:
        return
    if to and to.exists() and not to.is_dir():
        raise Refused(f"--to {to}: is a file; name a folder")
    if saves and not saves.is_dir():
        what = "is a file" if saves.exists() else "there is no such folder"
        raise Refused(f"--saves {saves}: {what}; name the folder that --saves named while playing")
    if pico or port:
        from .finished import fetched

        found, where = fetched(port), "on the Pico"
    else:
        about = checked_board(board)
        finished = (saves or usual_saves(about)) / FINISHED
        files = [path for path in finished.glob("*") if path.name.isdecimal() and path.is_file()]
        found, where = {int(path.name): path.read_bytes() for path in files}, f"in {finished}"
    if not found:
        say(f"there is no game {where} that was played to its end")
    elif to:
        _make(to)
    for number, line, ending, text in told(found):
        if to and text:
            path = to / f"{number:04}.{ending}"
            path.write_text(text, encoding="utf-8")
            line += f"   {path}"
        say(f"{number:>4}  {line}")


@app.command()
def folder():
    """Print the folder for games of your own, and make it if need be: they are in the menu, and flash copies them."""
    place = games_folder.folder()
    place.mkdir(parents=True, exist_ok=True)
    say(str(place))


def _make(folder):
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Refused(f"--to {folder}: cannot be made: {error.strerror}; name another folder") from None


def told(found):
    """Yield (number, a line about the game, ending of its file, its text or "") of {number: bytes that were saved}."""
    known = discover()[0]
    known += [game for game, _ in games_folder.found([game.name for game in known])[0].values()]
    for number in sorted(found):
        try:
            record = from_save(_unpacked(found[number]), known)
            game = next(game for game in known if game.name == record.game)
            yield number, _line(record, game), *written(record, game)
        except NoRecord as error:
            yield number, f"cannot be read: {one_line(str(error))}", "", ""


def _unpacked(body):
    try:
        return unpack(body)
    except ValueError as error:
        raise NoRecord(f"it {error}") from None


def _line(record, game):
    position = ended(record, game)
    who = " - ".join("person" if seat == 0 else f"level {seat}" for seat in record.seats)
    drawn = draw_text(position) if position.is_over() else "not ended"
    result = f"{SIDES[position.winner]} won" if position.winner else drawn
    return f"{game.title(record.size):<24} {who:<20} {len(record.moves):>3} moves, {result}"


def review_command(
    file: Annotated[Path, typer.Argument(help="A game that `games --to` wrote, or SGF of Hex from elsewhere.")],
    think: Annotated[int, typer.Option(help="Work for each position: that of the Pico in so many ms.", min=1)] = 3000,
    engine: Annotated[str, typer.Option(help=f"What searches: {', '.join(ENGINES)}.")] = "auto",
    draw: Annotated[bool, typer.Option("--draw/--no-draw", help="Draw the field after each move.")] = True,
):
    """Print and draw each move of a game with what it gave away."""
    try:
        record = read(file.read_text(encoding="utf-8"))
        game = find_game(record.game)[0]
        elsewhere = elsewhere_for(record.game, engine)
    except OSError as error:
        raise Refused(f"{file}: cannot be read: {error.strerror}") from None
    except ValueError as error:
        raise Refused(f"{file}: {error}") from None
    try:
        _print(record, game, work_in(think), elsewhere, draw)
    except NoRecord as error:
        raise Refused(f"{file}: {error}") from None
    finally:
        if elsewhere:
            elsewhere.close()


def _print(record, game, work, elsewhere, draw):
    say(game.title(record.size))
    given, position = {}, None
    for move in review(record, game, work, elsewhere):
        say(f"\n{move.number:>3}. {SIDES[move.side]} {move.name}: {move.said}")
        if move.given:
            given.setdefault(move.side, []).append(f"{move.given} at move {move.number}")
        position = move.position
        if draw:
            say(position_text(game, record.size, position).rpartition("\n")[0])
    say("")
    for side in range(1, game.sides + 1):
        say(f"{SIDES[side]} gave away {', '.join(given.get(side, ['nothing that is known']))}")
    if position and position.is_over():
        ending = f"{SIDES[position.winner]} has won" if position.winner else draw_text(position)
        say(f"{ending.capitalize()}.")
