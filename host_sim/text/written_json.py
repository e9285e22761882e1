"""JSON as a text for people, line by line; on MicroPython too, whose json knows no indent and whose dicts no order."""

import json
import sys

# MicroPython keeps all letters as they are, and does not know the word.
_as_json = json.dumps if sys.implementation.name == "micropython" else json.JSONEncoder(ensure_ascii=False).encode


def written(value, step, is_short=lambda value: False, rank=None, inside=""):
    """Return a value as JSON, as json.dumps(value, indent=step) does it.

    is_short(value): whether a list or dict stays on one line. rank: the sorting key of names, None to keep their order.
    """
    if not value or not isinstance(value, (dict, list, tuple)) or is_short(value):
        return _as_json(value)
    deeper = inside + " " * step
    if isinstance(value, dict):
        names = value if rank is None else sorted(value, key=rank)
        rows = [f"{_as_json(name)}: {written(value[name], step, is_short, rank, deeper)}" for name in names]
    else:
        rows = [written(each, step, is_short, rank, deeper) for each in value]
    first, last = "{}" if isinstance(value, dict) else "[]"
    return f"{first}\n{deeper}" + f",\n{deeper}".join(rows) + f"\n{inside}{last}"


def board_text(board, rank=None):
    """Return the text of a board's file: a list of numbers on one line, and a panel; panels without their places."""
    if "panels" in board["leds"]:
        leds = {key: value for key, value in board["leds"].items() if key != "places"}
        board = dict(board, leds=leds)
    return written(board, 2, _is_short, rank) + "\n"


def _is_short(value):
    if isinstance(value, dict):
        return isinstance(value.get("at"), list)
    return all([type(each) is int for each in value])
