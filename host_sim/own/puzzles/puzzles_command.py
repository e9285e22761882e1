"""`python -m host_sim puzzles`: make puzzles, or check a file of them."""

from pathlib import Path
from typing import Annotated

import typer

from glowgrid.games import discover
from glowgrid.rules.game import parse_size, size_name

from ...cli.counted import counted
from ...cli.errors import Refused
from ...cli.game_argument import Named, Size, Words, needed_game
from ...cli.run import say
from ...cli.suggest import did_you_mean
from ...engine.unix_engine import INSTALL, Ended
from ...engine.worker import unix_micropython
from ...text.text_file import NoText
from .make import MOST_PLIES, making
from .puzzle_line import read
from .second_opinion import SecondOpinion

REMARK = "# puzzles make --game {} --size {} --wins-in {} --count {} --seed {}: exactly one move wins"

app = typer.Typer(no_args_is_help=True, help="Make puzzles, one a line, or check a file of them.")


@app.command()
def make(
    context: typer.Context,
    words: Words = None,
    named: Named = None,
    size: Size = None,
    wins_in: Annotated[int, typer.Option(help="Plies to the win: 3 is your move, a reply, your move.", min=1)] = 5,
    count: Annotated[int, typer.Option(help="How many puzzles.", min=1, max=9999)] = 30,
    seed: Annotated[int, typer.Option(help="Another seed gives other puzzles.")] = 1,
):
    """Print puzzles of a game of lines or groups with two sides, the easiest first.

    In each, exactly one move wins; that is proven twice.

    The grade says how hard a puzzle is: 1 for a win in up to 3 plies, 1 more for every 2 plies beyond; then 1 more if
    a wrong move has only one good answer, 2 more if at least 4 have. Ctrl-C ends it with those found so far. The menu
    offers those of puzzles/NAME.txt in the folder of games.
    """
    game = needed_game(context, words, named)
    chosen = _game(game)
    if wins_in > MOST_PLIES or not wins_in % 2:
        raise Refused(f"--wins-in {wins_in}: expected an odd number up to {MOST_PLIES}: the winner's move is the last")
    puzzles, numbers = [], chosen.sizes[0]
    try:
        numbers = parse_size(size) if size else numbers
        for puzzles in _watched(making(chosen, numbers, wins_in, count, seed), count):
            pass
    except (ValueError, Ended) as error:
        raise Refused(str(error)) from None
    finally:
        if puzzles:
            print(REMARK.format(game, size_name(numbers), wins_in, count, seed).replace("--size  ", ""))
        for puzzle in sorted(puzzles, key=lambda puzzle: puzzle.grade):
            print(puzzle.line(), flush=True)
    if not puzzles:
        raise Refused(f"none found: {game} has no puzzles with a win in {wins_in}, it seems")
    if len(puzzles) < count:
        say(f"only {len(puzzles)} of {count} found: there seem to be no more", err=True)


@app.command()
def check(file: Annotated[Path, typer.Argument(help="A file of puzzles.")]):
    """Prove every puzzle of a file again by plain search: exactly one move wins in time, and none sooner."""
    try:
        puzzles = read(file)
    except (ValueError, NoText) as error:
        raise Refused(f"{error}") from None
    except OSError as error:
        raise Refused(f"{file}: cannot be read: {error.strerror}") from None
    if not puzzles:
        raise Refused(f"{file}: no puzzles in it")
    wrong = 0
    for puzzle in puzzles:
        second = SecondOpinion()
        moves = second.winning_moves(puzzle.position, puzzle.plies)
        sooner = second.wins(puzzle.position, puzzle.plies - 2)
        if len(moves) != 1 or sooner:
            wrong += 1
            say(f"{puzzle.line()}: {'it wins sooner' if sooner else f'{len(moves)} moves win in time'}")
    say(f"{len(puzzles) - wrong} of {len(puzzles)} puzzles are right")
    if wrong:
        raise typer.Exit(1)


def _game(name):
    games = {game.name: game for game in discover()[0]}
    if name not in games:
        raise Refused(f"no game {name};{did_you_mean(name, games)} expected one of {', '.join(games)}")
    return games[name]


def _watched(steps, count):
    """Yield the puzzles found so far, and show how many."""
    advice = "" if unix_micropython() else f"; faster: {INSTALL}"
    with counted(count) as show:
        for found, tried in steps:
            show(len(found), f"puzzles, {tried} positions tried{advice}")
            yield found
