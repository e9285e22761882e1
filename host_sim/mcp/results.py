"""What the tools answer, as types: their schemas are published, with the texts below the names."""

from pydantic import BaseModel, ConfigDict  # pyright: ignore[reportMissingImports] - with the extra `mcp`


class Result(BaseModel):
    model_config = ConfigDict(use_attribute_docstrings=True)


class GameInfo(Result):
    name: str
    """As positions begin, such as "hex"."""
    about: str
    """The rules in one sentence."""
    goals: list[str]
    """What each side has to do to win, side 1 first, at the first size."""
    sizes: list[str]
    """Sizes that the handheld offers, such as "5" or "4,4,3" (rows, columns, in a row); empty: it has only one."""
    hides: bool
    """Whether a side sees only a part of the position. Then its worth is not told."""
    source: str
    """Where the rules come from."""


class Games(Result):
    games: list[GameInfo]
    """Those that come with Glowgrid, then those in the person's own folder."""
    positions: str
    """How positions are written."""


class State(Result):
    position: str | None
    """The position as a line that every tool takes; null in a game that hides stones: keep its moves instead."""
    to_move: int | None
    """The side to move; null after the end."""
    winner: int | None
    """The side that has won; 0: a draw; null: the game goes on."""
    win_type: str | None
    """How it was won, such as "line", "edges", "bridge", "ring"."""
    winning_points: list[str]
    """The points that won."""


class Played(State):
    tried: bool
    """In a game that hides stones: the last move was a try. A stone was there, which its side sees now; it goes on."""


class Legal(State):
    legal_moves: list[str]
    """All legal moves; in a game that hides stones, what the side to move may try."""


class Worth(State):
    known: bool
    """Whether it is proven who wins with perfect play."""
    wins: int | None
    """The side that wins with perfect play, 0: a draw; null: not known. It is never guessed."""
    plies: int | None
    """Plies to the end with perfect play: the winner hurries, the others delay. Null: not known."""
    keep: list[str]
    """Moves that are proven to keep what the position is worth to the side to move."""
    open: list[str]
    """Legal moves of which it is not known what they lead to."""
    published: int | None
    """Who wins as published, if only that says it; nothing here has proven it."""
    engine_move: str | None
    """What the engine would play: the best it has found; it is proven only if it is in `keep`."""
    why: str | None
    """Why something is not known, and what would help."""
    positions: int
    """How many positions the search has visited."""


class Leads(Result):
    move: str
    """The move."""
    position: str | None
    """The position after it."""
    ends: bool
    """Whether the game is over then."""
    wins: int | None
    """The side that wins with perfect play after it, 0: a draw; null: not known."""
    plies: int | None
    """Plies to the end, this move included, with perfect play; null: not known."""
    published: int | None
    """Who wins as published; nothing here has proven it."""
    estimate: int | None
    """Of random games after it, the percentage that the side to move wins: an estimate, no proof; null: none."""


class Leading(Result):
    to_move: int
    """The side that makes these moves."""
    moves: list[Leads]
    """What each of them leads to; empty if nobody is told."""
    why: str | None
    """Why something is not known, and what would help."""


class Proof(Result):
    shows: str | None
    """What the proof shows, such as "1 wins" or "1 draws, 2 draws" (each side at least draws); null: there is none."""
    text: str | None
    """For each position that can come up, the move of the side that wins, or in a draw of each side; null: see why."""
    check: str | None
    """The command that checks this text, saved in a file, against the rules."""
    why: str | None
    """Why there is no proof, or no text, and what would help."""
