"""`python -m tools soak`: a thousand presses with bounce on the emulated Pico, none lost and none doubled."""

from typing import Annotated

import typer

from tools.build import BOARD_HELP
from tools.errors import ToolError
from tools.paths import DEFAULT_BOARD


def command(
    board: Annotated[str, typer.Option(help=BOARD_HELP)] = DEFAULT_BOARD,
    presses: Annotated[int, typer.Option(min=1, help="How many.")] = 1000,
    seed: Annotated[int, typer.Option(help="Another seed, other keys and times.")] = 1,
    fingers: Annotated[int | None, typer.Option(min=1, help="How many press at a time: as many as the keys bear.")] = None,
):
    """Press keys at random on the emulated Pico; fail if one is lost or reported twice."""
    from host_sim.boards import BoardError, load_board
    from host_sim.pico.soak import most_fingers, soak

    try:
        about = load_board(board)
    except BoardError as error:
        raise ToolError(str(error)) from error
    fingers = fingers or most_fingers(about)
    lost, doubled = soak(about, presses, seed, fingers=fingers,
                         report=lambda done: typer.echo(f"{done} of {presses} presses", err=True))
    if lost or doubled:
        raise ToolError(f"{about['name']}: {lost} events lost and {doubled} too many in {presses} presses, seed {seed}")
    typer.echo(f"{about['name']}: {presses} presses by {fingers} finger{'s' * (fingers > 1)} with up to 5 ms of bounce, "
               f"none lost, none doubled (seed {seed})")
