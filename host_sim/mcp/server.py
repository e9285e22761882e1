"""The MCP server: what an assistant may ask, as tools over `import glowgrid`.

Questions are answered in threads: one search at a time, and beside it one of the quick ones. A question ends when it is
cancelled; a wrong one is an error of one line.
Protocol: Model Context Protocol, by the package mcp. Only the protocol goes to standard output.
"""

# pyright: reportMissingImports=false
# The extra `mcp`, and what comes with it.

import functools
import signal
from typing import TYPE_CHECKING, Annotated, Any

import anyio
import anyio.from_thread
import anyio.to_thread
from mcp.server import MCPServer
from mcp.server.mcpserver import Image
from mcp.server.mcpserver.exceptions import ToolError
from mcp.types import ToolAnnotations
from pydantic import Field, ValidationError

from glowgrid.rules.game import size_name

from ..cli.run import one_line
from .picture import png
from .positions import HOW, line_of, listed_games, position_of
from .results import GameInfo, Games, Leading, Leads, Legal, Played, Proof, Worth

if TYPE_CHECKING:  # to type checkers `glowgrid` is the firmware's package
    from ..library import glowgrid
else:
    import glowgrid

MOST_MS = 60_000
MOST_MET = 200_000
LONGEST_PROOF = 100_000  # characters: what a conversation has room for
LONGEST_ERROR = 300  # characters
INSTRUCTIONS = (
    "Exact answers about abstract board games: Hex, Havannah, Y, m,n,k (tic-tac-toe, five in a row), three sides, "
    "hidden stones. Never work out a move, a winner or a legal move yourself: ask. What is not proven is null, and "
    "`why` says what would help: never present an estimate, a published value or `engine_move` as proven. " + HOW
)
READS = ToolAnnotations(read_only_hint=True, idempotent_hint=True, destructive_hint=False, open_world_hint=False)
At = Annotated[str, Field(description=f"The position. {HOW}")]
Moves = Annotated[list[str], Field(description="Moves played from there, sides in turn, such as ['c3', 'b4'].")]
Milliseconds = Annotated[
    int,
    Field(ge=1, le=MOST_MS, description="Search as far as a Raspberry Pi Pico does in this time; less passes here."),
]


class Server(MCPServer):  # pyright: ignore[reportGeneralTypeIssues] - without the extra, pyright takes mcp for this folder
    """Says what is wrong with arguments in one line, and refuses those that a tool does not have."""

    async def call_tool(self, name: str, arguments: dict[str, Any], context: Any = None) -> Any:
        tools = {tool.name: tool.input_schema["properties"] for tool in await self.list_tools()}
        if name not in tools:
            raise ToolError(_short(f"no tool {name}; there are {', '.join(tools)}"))
        if extra := sorted(arguments.keys() - tools[name].keys()):
            raise ToolError(_short(f"{name}: no argument {extra[0]}; expected {', '.join(tools[name]) or 'none'}"))
        try:
            return await super().call_tool(name, arguments, context)
        except ToolError as error:
            if not isinstance(error.__cause__, ValidationError):
                raise
            fault = error.__cause__.errors()[0]
            where = ".".join(map(str, fault["loc"]))
            given = "" if fault["type"] == "missing" else f"; found {fault['input']!r:.40}"
            raise ToolError(_short(f"{name}: {where}: {fault['msg']}{given}")) from None


server = Server("glowgrid", instructions=INSTRUCTIONS, version=glowgrid.__version__, log_level="ERROR")
_searching = anyio.CapacityLimiter(1)  # the engines of the library search one position at a time
_quick = anyio.CapacityLimiter(1)


def serve():
    """Answer on standard input and output until the input ends.

    Ctrl-C, or the end of the terminal, ends the process at once: a thread waits for input, and would not let it end.
    """
    for name in {"SIGINT", "SIGHUP"} & {each.name for each in signal.Signals}:
        signal.signal(signal.Signals[name], signal.SIG_DFL)
    try:
        server.run("stdio")
    except Exception as error:  # a group of one, such as a reader that has gone
        while inner := getattr(error, "exceptions", None):
            error = inner[0]
        raise error from None


def _short(text):
    return one_line(text)[:LONGEST_ERROR]


def tool(limiter):
    """Offer a function as a tool; limiter: what it waits for."""

    def offered(function):
        @functools.wraps(function)
        async def asked(**arguments):
            try:
                return await anyio.to_thread.run_sync(functools.partial(function, **arguments), limiter=limiter)
            except glowgrid.Error as error:
                raise ToolError(_short(str(error))) from None

        server.tool(annotations=READS)(asked)
        return function

    return offered


@tool(_quick)
def games() -> Games:
    """List the games: rules, goals, sizes. Other sizes are possible, such as hex 1 to 15."""
    listed = [
        GameInfo(
            name=each.name,
            about=each.about,
            goals=[str(goal) for goal in each.rules.goals(each.size or None)],
            sizes=[size_name(size) for size in each.rules.sizes if size],
            hides=each.hides,
            source=each.source,
        )
        for each in listed_games()
    ]
    return Games(games=listed, positions=HOW)


@tool(_quick)
def legal_moves(position: At, moves: Moves = []) -> Legal:  # noqa: B006  (never changed; its schema says [])
    """Name all legal moves of the side to move; none after the end."""
    at = position_of(position, moves)
    return Legal(**_state(at), legal_moves=at.legal_moves())


@tool(_quick)
def play(position: At, moves: Moves) -> Played:
    """Play moves, and return the position after them and who has won. Nothing is kept: pass what you get on."""
    at = position_of(position, moves)
    return Played(**_state(at), tried=at.core.has_tried())


@tool(_searching)
def who_wins(position: At, moves: Moves = [], milliseconds: Milliseconds = 5000) -> Worth:  # noqa: B006
    """Say who wins with perfect play, in how many plies, and which moves keep that; null where it is not proven."""
    at = position_of(position, moves)
    if why := _untold(at):
        return Worth(**_state(at), **_unknown(at, why))
    answer = glowgrid.solve(at, milliseconds=milliseconds, watch=anyio.from_thread.check_cancelled)
    open_moves = [move for move, value in answer.values.items() if value.winner is None]
    return Worth(
        **_state(at),
        known=answer.winner is not None,
        wins=answer.winner,
        plies=answer.plies,
        keep=answer.best or [],
        open=open_moves,
        published=answer.published,
        engine_move=answer.move,
        why=_why(answer, milliseconds) if answer.winner is None or open_moves else None,
        positions=answer.nodes,
    )


@tool(_searching)
def what_moves_lead_to(
    position: At,
    moves: Moves = [],  # noqa: B006
    only: Annotated[list[str] | None, Field(description="Moves to ask about; null: all legal moves.")] = None,
    milliseconds: Milliseconds = 5000,
) -> Leading:
    """Say what each of these moves leads to with perfect play: who wins and when, or an estimate named as such."""
    at = position_of(position, moves)
    if at.is_over():
        raise glowgrid.Error("the game is over: no move leads further")
    names = _asked(at, only)
    if why := _untold(at):
        return Leading(to_move=at.to_move, moves=[], why=why)
    answer = glowgrid.solve(at, milliseconds=milliseconds, watch=anyio.from_thread.check_cancelled)
    found = [_leads(at, name, answer.values[name]) for name in names]
    unknown = any(each.wins is None for each in found)
    return Leading(to_move=at.to_move, moves=found, why=_why(answer, milliseconds) if unknown else None)


@tool(_searching)
def prove(
    position: At,
    moves: Moves = [],  # noqa: B006
    positions: Annotated[
        int, Field(ge=1, le=MOST_MET, description="Give up after this many positions; 5,000 take about a second.")
    ] = 50_000,
) -> Proof:
    """Prove what a position is worth: text that a program of 140 lines checks, without trust in an engine."""
    at = position_of(position, moves)
    why = _untold(at) or ("the game is over: there is nothing to prove" if at.is_over() else None)
    text = None
    if not why:
        text = glowgrid.prove(at, positions, anyio.from_thread.check_cancelled)
        why = None if text else f"not settled within {positions:,} positions; {_more(positions, MOST_MET, 'positions')}"
    if not text:
        return Proof(shows=None, text=None, check=None, why=why)
    shows = text.rstrip().rpartition("\nend ")[2]
    if len(text) > LONGEST_PROOF:
        why = f"there is a proof, of {len(text):,} characters: glowgrid prove '{line_of(at)}' prints it"
        return Proof(shows=shows, text=None, check=None, why=why)
    return Proof(shows=shows, text=text, check="glowgrid prove --check FILE", why=None)


@tool(_quick)
def draw(position: At, moves: Moves = []) -> list[str | Image]:  # noqa: B006
    """Draw the field as text and as a picture; in a game that hides stones, what the side to move sees."""
    at = position_of(position, moves)
    seen = at.view(at.to_move) if at.game.hides and not at.is_over() else at
    return [str(seen), Image(data=png(seen), format="png")]


# What the tools say alike -----------------------------------------------------------------------------------------


def _state(at):
    """Return the fields of results.State."""
    return {
        "position": line_of(at),
        "to_move": None if at.is_over() else at.to_move,
        "winner": at.winner,
        "win_type": at.win_type,
        "winning_points": at.winning_points(),
    }


def _untold(at):
    """Return why nobody is told what a position is worth; None if it is told."""
    if not at.game.hides or at.is_over():
        return None
    return (
        f"{at.game.name} hides stones: who wins would tell where they are, and no side can know it; "
        "ask for legal moves, or about the same game with all stones seen"
    )


def _unknown(at, why):
    """Return the other fields of results.Worth if nothing is told."""
    nothing = dict.fromkeys(("wins", "plies", "published", "engine_move"))
    return {**nothing, "known": False, "keep": [], "open": at.legal_moves(), "why": why, "positions": 0}


def _why(answer, milliseconds):
    searched = f"not found out within {milliseconds:,} ms of a Pico ({answer.nodes:,} positions)"
    return f"{searched}; {_more(milliseconds, MOST_MS, 'milliseconds')}"


def _more(given, most, what):
    """Return what may help where a search has ended too soon."""
    later = "a later position, with more stones, is easier"
    return later if given >= most else f"ask with more {what}, at most {most:,}; or {later}"


def _asked(at, only):
    """Return the names of the moves that are asked about; Error if one of them is not legal."""
    legal = at.legal_moves()
    if only is None:
        return legal
    names = [at.game.moves[at.number(move)] for move in only]
    for name in names:
        if name not in legal:
            raise glowgrid.IllegalMove(f"{name}: {at.core.refusal(at.to_move, at.number(name))}; see legal_moves")
    return names


def _leads(at, name, value):
    after = at.copy()
    after.play(name)
    return Leads(
        move=name,
        position=line_of(after),
        ends=after.is_over(),
        wins=value.winner,
        plies=value.plies,
        published=value.published if value.winner is None else None,
        estimate=value.percent if value.winner is None else None,
    )
