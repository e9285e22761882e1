"""`glowgrid strategy`: make strategies as files, check, show and play them, and compare what they do."""

import contextlib
import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from glowgrid.console import strategy_file
from glowgrid.rules.game import parse_size, size_name
from glowgrid.rules.notation import move_name, parse_move
from glowgrid.search import hides

from ...cli.errors import Refused
from ...cli.game_argument import Named, Size, Words, needed_game
from ...cli.run import say
from ...engine.unix_engine import Ended, elsewhere_for
from ...own_games.find import find_game
from ...text.field_text import position_text
from ...text.text_file import NoText, file_bytes, plain_text
from . import by_proof, games, make
from .show import field_of_pairs
from .strategy import Strategy

app = typer.Typer(no_args_is_help=True, help="Strategies as files: make, check, show and play them, compare them.")

FILE = typer.Argument(help="A strategy's file.")
OF_SIDE = {1: "+1, side 1 wins", -1: "-1, side 2 wins", 0: "0, a draw"}


@app.command("make")
def make_(
    context: typer.Context,
    words: Words = None,
    named: Named = None,
    size: Size = None,
    side: Annotated[int, typer.Option(help="Only for this side; 0: for all.", min=0, max=3)] = 0,
    level: Annotated[int, typer.Option(help="The moves of this level of the engine; 0: of the solver.", min=0)] = 0,
    seed: Annotated[int, typer.Option(help="Of what a level overlooks.", min=1)] = 1,
    pairing: Annotated[bool, typer.Option("--pairing", help="Pairs of points, one in every line.")] = False,
    by_hand: Annotated[Path | None, typer.Option("--from", help="A text by hand: put its lines right.")] = None,
    swap: Annotated[bool, typer.Option("--swap", help="With the swap rule, in games that have one.")] = False,
    most: Annotated[int, typer.Option(help="How many positions it may answer.", min=1)] = make.MOST,
):
    """Print a strategy: one answer for each position that its own answers lead to, whatever the others reply.

    Of Hex 6, where side 1 begins, it is the proof that the handheld plays from.

    By hand: rules (win; block; pair a1 b2; else b2 a1 ...) and answers (b2 / a1: c3), a line each. The handheld offers
    the files of this game in `strategies` in the folder of games as seats.
    """
    game = needed_game(context, words, named)
    if bool(level) + pairing + bool(by_hand) > 1:
        raise Refused("--level, --pairing, --from: choose one of them")
    try:
        chosen, _ = find_game(game)
        numbers = parse_size(size) if size else chosen.sizes[0]
        position = chosen.setup(numbers)
        position.swap_rule = swap
        if hides(position):
            raise ValueError(f"{chosen.name}: {strategy_file.HIDES}")
        if side > chosen.sides or (swap and not chosen.swap):
            raise ValueError(f"{chosen.name} has {f'{chosen.sides} sides' if side > chosen.sides else 'no swap rule'}")
        lines, rules, plays, carriers = None, [], (side,) if side else (), []
        if pairing:
            rules = make.paired(position)
        elif by_hand:
            lines, rules, plays = make.by_hand(position, _text(by_hand))
        elif not level and side < 2 and (most, seed) == (make.MOST, 1) and (carriers := by_proof.rows_of(position)):
            plays = (1,)
        else:
            lines = _searched(game, chosen, numbers, position, plays, (level, seed), most)
    except make.Unfit as error:
        raise Refused(f"{by_hand or f'{game} {size_name(numbers)}'.rstrip()}: {error}") from None
    except (ValueError, Ended) as error:
        raise Refused(str(error)) from None
    print(make.written(chosen, numbers, position, lines, rules, plays, carriers), end="", flush=True)
    if carriers and not side:
        title = f"{game} {size_name(numbers)}"
        say(f"{title}: for side 1, by the proof that the handheld plays from; --side 2 searches", err=True)


def _text(path):
    try:
        return plain_text(file_bytes(path))
    except OSError as error:
        raise Refused(f"{path}: cannot be read: {error.strerror}") from None
    except NoText as error:
        raise Refused(f"{path}: {error}") from None


def _searched(name, game, size, position, plays, level, most):
    elsewhere = elsewhere_for(name, "auto")
    try:
        with _counted("positions answered") as watch:
            sides = plays or range(1, game.sides + 1)
            return make.searched(position, sides, make.Search(game, size, elsewhere, *level), watch, most)
    finally:
        if elsewhere:
            elsewhere.close()


@contextlib.contextmanager
def _counted(what):
    """Context: a function that shows a number while work goes on."""
    columns = SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn()
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not sys.stderr.isatty()) as progress:
        task = progress.add_task(what, total=None)
        yield lambda number: progress.update(task, description=f"{number:,} {what}")


@app.command()
def check(file: Annotated[Path, FILE]):
    """Try all replies to a strategy: what it reaches as each side, and whether it is a super strategy."""
    strategy = Strategy(file)
    print(_head(strategy))
    if strategy.rows and strategy.plays == (1,) and not strategy.count and not strategy.rules:
        if why := by_proof.fault(strategy):
            raise Refused(f"{file}: {why}")
        print(f"  as side 1   always wins: {len(strategy.rows):,} lines with carriers prove it")
        return
    found = {}
    for side in strategy.plays:
        try:
            with _counted("positions") as watch:
                found[side] = games.AllReplies(strategy, side, watch)
        except games.TooMany:
            raise Refused(f"{file}: more than {games.MOST:,} positions as side {side}; too many to try all") from None
        worst = {1: "always wins", 0: "never loses", -1: "can lose"}[found[side].worst]
        print(f"  as side {side}   {worst}; it moves in {found[side].met:,} positions", flush=True)
    holes = [hole for replies in found.values() for hole in replies.unanswered]
    if len(found) == 2:
        quality, is_super = games.among_all(strategy, found[1].worst, -found[2].worst)
        only = "not defined: there is only one strategy"
        print(f"  quality     {only if quality is None else f'{quality} among all strategies of this game'}")
        print(f"  super       {'yes' if is_super else 'no'}", flush=True)
    for hole in holes[:3]:
        say(hole)
    if holes:
        say(f"{len(holes)} positions have no answer")
        raise typer.Exit(1)


def _head(strategy):
    return f"{strategy.name}: {strategy.title}"


@app.command()
def show(file: Annotated[Path, FILE]):
    """Print what a strategy has: its sides, answers and rules; its pairs of points in colours on the field."""
    strategy = Strategy(file)
    print(_head(strategy))
    print(f"  plays       {'side ' + str(strategy.plays[0]) if len(strategy.plays) == 1 else 'all sides'}")
    print(f"  answers     {strategy.count:,} positions, up to {len(strategy.images)} symmetries")
    if strategy.rows:
        print(f"  carriers    {len(strategy.rows):,} lines; check says whether they prove that side 1 wins")
    rules = [rule for rule in strategy.rules if not rule.startswith("pair ")]
    if strategy.pairs:
        rules.insert(0, f"{len(strategy.pairs)} pairs")
    print(f"  rules       {'; '.join(rules) or 'none'}")
    if strategy.pairs:
        Console(highlight=False).print(field_of_pairs(strategy.setup().field, strategy.pairs))


@app.command()
def play(
    file: Annotated[Path, FILE],
    side: Annotated[int, typer.Option(help="The side of the strategy; 0: the last that it plays.", min=0, max=3)] = 0,
    moves: Annotated[str | None, typer.Option(help="Your moves, such as 'b2 a1'; else typed, one a line.")] = None,
):
    """Play against a strategy here, all sides but its own. On lights: as a seat, see `make`."""
    strategy = Strategy(file)
    side = side or strategy.plays[-1]
    if side not in strategy.plays:
        raise Refused(f"--side {side}: {file} plays {' and '.join(map(str, strategy.plays))}")
    position = strategy.setup()
    print(position_text(strategy.game, strategy.size, position))
    typed = iter(moves.split()) if moves is not None else _typed()
    while not position.is_over():
        if position.to_move == side:
            move = strategy.move(position)
            say(f"side {side}, {strategy.name}: {move_name(position, move)}")
        else:
            name = next(typed, None)
            if name is None:
                break
            move = parse_move(position, name)
            why = "no such move" if move < 0 else position.refusal(position.to_move, move)
            if why and moves is None:
                say(f"{name}: {why}")
                continue
            if why:
                raise Refused(f"--moves: {name}: {why}")
            say(f"side {position.to_move}, you: {name}")
        position.play(move)
        if moves is None:
            print(position_text(strategy.game, strategy.size, position), flush=True)
    if moves is not None:
        print(position_text(strategy.game, strategy.size, position))


def _typed():
    """Yield the words of standard input."""
    while True:
        if sys.stdin.isatty():
            print("your move: ", end="", flush=True)
        line = sys.stdin.readline()
        if not line:
            return
        yield from line.split()


@app.command()
def compare(files: Annotated[list[Path], typer.Argument(help="Two strategies of a game, or more.")]):
    """Let strategies play each other, both ways: played_game, outcome, strategy_quality, who is super among them."""
    strategies = _all_of_one_game(files)
    print(f"{strategies[0].title}: {len(strategies)} strategies")
    width = max(9, *(len(strategy.name) for strategy in strategies))
    print(f"  {'first':{width}} {'second':{width}} outcome          played_game")
    outcomes = {}
    for one, other, position in games.matches(strategies):
        outcomes[one, other] = score = games.outcome(position)
        names = " ".join(_moves(position))
        print(f"  {one.name:{width}} {other.name:{width}} {OF_SIDE[score]:16} {names}", flush=True)
    print(f"  {'strategy':{width}} strategy_quality among them")
    for strategy, (quality, is_super) in games.qualities(strategies, outcomes).items():
        print(f"  {strategy.name:{width}} {quality:<16} {'super' if is_super else ''}".rstrip())


def _moves(position):
    return [move_name(position, move) for move in position.history[: position.plies]]


def _all_of_one_game(files):
    """Return the strategies; Refused if they cannot play each other."""
    if len(files) < 2:
        raise Refused(f"{files[0]}: compare takes two files or more; glowgrid strategy check tries all replies to one")
    strategies = [Strategy(file) for file in files]
    first = strategies[0]
    for strategy in strategies:
        if strategy.title != first.title:
            raise Refused(f"{strategy.path}: it is for {strategy.title}; {first.path} is for {first.title}")
        if strategy.game.sides != 2:
            raise Refused(f"{strategy.path}: {strategy.game.name} has {strategy.game.sides} sides; compare takes two")
        if strategy.plays != (1, 2):
            raise Refused(f"{strategy.path}: it plays side {strategy.plays[0]} alone; compare plays both ways")
    names = [strategy.name for strategy in strategies]
    for strategy in strategies:
        if names.count(strategy.name) > 1:
            strategy.name = str(strategy.path)
    return strategies
