"""What a table is asked for, and the table of it: plain values, so that every worker makes the same."""

import hashlib
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from glowgrid import NotKnown, __version__, game  # pyright: ignore[reportAttributeAccessIssue] - of the library
from glowgrid.rules.game import size_name

from .columns import encoded
from .complete import Complete, placements, refusal
from .first_plies import PLIES, POINTS, FirstPlies, is_solved
from .sampled import Sampled


class Asked(NamedTuple):
    """game, size: as for `glowgrid.game`; sample: positions of a sample, 0 for a complete table; milliseconds: of a
    Pico, for each position of a sample, or None."""

    game: str
    size: tuple[int, ...]
    sample: int = 0
    seed: int = 1
    milliseconds: int | None = None

    @property
    def title(self):
        return f"{self.game} {size_name(self.size)}".rstrip()


@lru_cache(maxsize=1)
def table_of(asked):
    """Return the table, with `work`, `rows` and `symmetries`. Raises glowgrid.Error, in one line, if there is none."""
    asked_for = game(asked.game, *asked.size)
    if asked_for.hides:
        raise NotKnown(f"{asked.title} hides stones, so its positions have no single value; no table")
    start = asked_for.start().core
    if asked.sample:
        return Sampled(asked_for, asked.sample, asked.seed, asked.milliseconds)
    if is_solved(start):
        return FirstPlies(start)
    if why := refusal(start):
        raise NotKnown(f"{asked.title} has no complete table: {why}; draw a sample: --sample 1000")
    return Complete(start)


def part_of(asked, number, suffix):
    """Return a part of a table as bytes: what a worker does."""
    return encoded(table_of(asked).rows(number), suffix)


def about(asked):
    """Return what the table is, as JSON values: for the metadata of a file, and to know its parts again."""
    played, table = game(asked.game, *asked.size), table_of(asked)
    names = list(played.moves[: played.points])
    file = played.rules.file
    return {
        **asked._asdict(),
        "size": list(played.size),
        "glowgrid": __version__,
        "rules": file and hashlib.sha256(Path(file).read_bytes()).hexdigest(),
        "positions": in_words(asked),
        "points": names,
        "symmetries": [[names[image] for image in images] for images in table.symmetries],
    }


def in_words(asked):
    """Return in a line which positions the table has."""
    table = table_of(asked)
    if asked.sample:
        return f"{asked.sample:,} random positions, seed {asked.seed}; null where a value is not proven"
    if isinstance(table, FirstPlies):
        most = placements(POINTS, 3)
        return (
            f"all positions of the first {PLIES} plies, by max^n, one row each; of up to {most:,} positions in all the "
            "others do not fit: --sample N draws some"
        )
    turns = len(table.symmetries)
    equal = f"one row for those that turns and reflections that keep the rules ({turns}) make equal"
    return f"all positions that legal play reaches, without swap; {equal if turns else 'no symmetry keeps the rules'}"
