"""Lines with carriers in a strategy's file: written from the proof that the device plays from, and checked."""

from pathlib import Path
from string import ascii_lowercase

from ...theory.proofs import carried, check_carriers
from ...theory.proofs.carriers import Carried
from ...theory.proofs.header import by_rows
from ...theory.proofs.packed import Unfit, lines_of, with_replies


def rows_of(position):
    """Return the rows of the proof that the device plays this game from; [] without one."""
    path = getattr(getattr(position, "tables", None), "proof", None)
    if not path or position.swap_rule:
        return []
    rows = []
    for stones, free, pairs, _ in lines_of(Path(path).read_bytes())[1]:
        signs = ["1" if stones >> p & 1 else "*" if free >> p & 1 else "." for p in range(position.points)]
        for letter, (one, other) in zip(ascii_lowercase, pairs or []):
            signs[one] = signs[other] = letter
        rows.append(by_rows(position.field, signs, "/"))
    return rows


def fault(strategy):
    """Return why the lines of a Strategy do not prove that side 1 wins from the start; "" if they do."""
    position = strategy.setup()
    if strategy.swap or not carried.fits(position):
        return "lines with carriers prove nothing of this game"
    try:
        text = with_replies(
            [_line(row.replace("/", "")) for row in strategy.rows], carried.header(position, strategy.title)
        )
        check_carriers.check(text.splitlines())
    except Unfit as error:
        return f"carriers, {error}"
    except check_carriers.Bad as bad:
        return f"carriers: {bad.args[1]}"
    return ""


def _line(signs):
    """Return the line of a row, as Carried without replies."""
    stones = sum(1 << p for p, sign in enumerate(signs) if sign == "1")
    free = sum(1 << p for p, sign in enumerate(signs) if sign not in ".1")
    letters = sorted({*signs} - {*".1*"})
    pairs = tuple(tuple(p for p, sign in enumerate(signs) if sign == letter) for letter in letters)
    return Carried(stones, free, None if "*" in signs else pairs, ())
