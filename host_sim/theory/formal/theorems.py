"""What holds of a game, and why, in three sentences: for sizes that cannot be counted, and beside the count.

A theorem is a property's answer and its argument. Tests compare each with the count wherever there is one.
"""

from typing import NamedTuple


class Theorem(NamedTuple):
    """answer: the text that report.py prints for the property; why: the argument, three sentences."""

    answer: str
    why: str


SIDE_1_WINS = "+1, side 1 wins"
DRAW = "0, a draw"

_HEX_DRAWLESS = Theorem(
    "yes",
    "Fill the field, start at a corner where the edges of both sides meet, and walk along the border between the "
    "two colours, one on each hand. Where three points meet, this border has no end and no fork, so the walk "
    "never comes back, and it leaves the field at another corner. The stones along one hand then join two edges "
    "of their own colour.",
)
_HEX_EXCLUDING = Theorem(
    "yes",
    "A chain of side 1 from edge to edge cuts the field into two parts, with one edge of side 2 in each. A chain "
    "of side 2 would have to cross it. On hexagons two chains cross only where they share a point, and no point "
    "has two stones.",
)
_HEX_SYMMETRIC = Theorem(
    "no",
    "A symmetric game has the same patterns for both sides. A straight row of the field joins the two edges of "
    "one side, those at its ends. Of the other two edges it touches one at most, so it is a pattern of one side "
    "only.",
)
_STEALING_HEX = Theorem(
    SIDE_1_WINS,
    "Suppose that side 2 could win: then side 1 puts a stone anywhere and plays side 2's way itself, on the "
    "mirrored field. Where that asks for a point it has already, it puts a stone anywhere; an extra stone never "
    "harms. Both would win, which cannot be, and there is no draw: so side 1 wins.",
)
_Y_DRAWLESS = Theorem(
    "yes",
    "Fill the field, and make one of the next smaller size: its points are the small triangles that point the "
    "same way, each of the colour that has two of its three corners. A side has a group on all three edges after "
    "this step if, and only if, it had one before (Schensted and Titus). At last one point is left, and its side "
    "has won.",
)
_Y_EXCLUDING = Theorem(
    "yes",
    "Fill the free points with stones of any side: no group is lost by this. Shrink the field as for drawless, "
    "until one point is left. It has one colour, so only one side has a group on all three edges.",
)
_SAME_PATTERNS = Theorem(
    "yes",
    "Both sides win by the same groups of points. The rules name no colour. So the two sets of patterns are one.",
)
_STEALING_Y = Theorem(
    SIDE_1_WINS,
    "Suppose that side 2 could win: then side 1 puts a stone anywhere and plays side 2's way itself. Where that "
    "asks for a point it has already, it puts a stone anywhere; an extra stone never harms. Both would win, which"
    " cannot be, and there is no draw: so side 1 wins.",
)
STEALING = Theorem(
    "0 or +1: side 2 does not win",
    "Suppose that side 2 could win: then side 1 puts a stone anywhere and plays side 2's way itself, which wins "
    "by the same patterns. Where that asks for a point it has already, it puts a stone anywhere; an extra stone "
    "never harms. Both would win, which cannot be: so side 2 cannot.",
)
_HAVANNAH_EXCLUDING = Theorem(
    "no",
    "An edge with the two corners at its ends is a bridge. The opposite edge with its corners is another, and "
    "they share no point. So the stones of both sides can hold a pattern at once.",
)
_NO_SUPER = Theorem(
    "no",
    "A super strategy does not lose as the second side, whatever the first does. Here the first side has a way to "
    "win (see value). So no strategy is super.",
)


def of_hex(size):
    """Return {property: theorem} of Hex; size 1 is counted."""
    if size == 1:
        return {}
    return {
        "symmetric": _HEX_SYMMETRIC,
        "excluding": _HEX_EXCLUDING,
        "drawless": _HEX_DRAWLESS,
        "value": _STEALING_HEX,
        "super": _NO_SUPER,
    }


def of_y(size):
    """Return {property: theorem} of Y; size 1 is counted."""
    if size == 1:
        return {}
    return {
        "symmetric": _SAME_PATTERNS,
        "excluding": _Y_EXCLUDING,
        "drawless": _Y_DRAWLESS,
        "value": _STEALING_Y,
        "super": _NO_SUPER,
    }


def of_havannah(size):
    """Return {property: theorem} of Havannah; size 1 is counted."""
    if size == 1:
        return {}
    return {"symmetric": _SAME_PATTERNS, "excluding": _HAVANNAH_EXCLUDING, "value": STEALING}


def of_patterns(wps1, wps2):
    """Return {property: theorem} of a game given by its patterns, which can be listed.

    The bound is by P. Erdos and J. L. Selfridge, "On a combinatorial game", 1973.
    """
    first, second = (sum(0.5 ** len(wp) for wp in wps) for wps in (wps1, wps2))
    if first < 1 / 2 and second < 1:
        bound = Theorem(
            DRAW,
            "Give a pattern that a side can still complete the worth 2^-n, where n points of it lack a stone: the"
            f" worth of all is {first:.3g} for side 1, less than 1/2, and {second:.3g} for side 2, less than 1. If"
            " each side always plays on the point of the greatest worth to the other, this sum never reaches 1 "
            "after its move (Erdos and Selfridge). A complete pattern alone is worth 1, so neither side ever has "
            "one.",
        )
        return {"value": bound}
    return {"value": STEALING} if wps1 == wps2 else {}
