"""Boards on the host: find them, check them by `boards/schema.json` and beyond it, and strip them for the Pico."""
import json
from functools import lru_cache
from pathlib import Path

import jsonschema

FOLDER = Path(__file__).resolve().parent.parent / "boards"
# What a person reads in a board file and the device does not.
_FOR_PEOPLE = ("drawing", "parts", "notes")


class BoardError(ValueError):
    """A board that cannot be used. Its text is one line: the file, where in it, what is wrong, what to do."""


def list_boards():
    """Names of the boards that come with Glowgrid, sorted."""
    return sorted(path.stem for path in FOLDER.glob("*.json") if path.name != "schema.json")


def load_board(name_or_path):
    """The board as a dict, checked. A name of `list_boards()` or the path of a JSON file.

    Raises BoardError (a ValueError) with a one-line message.
    """
    path = Path(name_or_path)
    if path.suffix != ".json":
        path = FOLDER / (str(name_or_path) + ".json")
        if not path.is_file():
            raise BoardError("%s: no such board; there are: %s (or give the path of a .json file)"
                             % (name_or_path, ", ".join(list_boards())))
    board = _read(path)
    _check_schema(board, path)
    if path.parent == FOLDER and board["name"] != path.stem:
        raise BoardError('%s: name: %r; write the file\'s own name, %r' % (path, board["name"], path.stem))
    for where, what in _faults(board):
        raise BoardError("%s: %s: %s" % (path, where, what))
    return board


def device_board(board):
    """/board.json for the Pico: bytes of compact JSON without drawing, parts and notes."""
    kept = {key: part for key, part in board.items() if key not in _FOR_PEOPLE}
    return json.dumps(kept, separators=(",", ":")).encode()


def _read(path):
    try:
        board = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BoardError("%s: cannot be read: %s" % (path, error.strerror)) from error
    except ValueError as error:
        raise BoardError("%s: not JSON: %s" % (path, error)) from error
    return board


@lru_cache(maxsize=1)
def _validator():
    return jsonschema.Draft202012Validator(json.loads((FOLDER / "schema.json").read_text(encoding="utf-8")))


def _check_schema(board, path):
    error = jsonschema.exceptions.best_match(_validator().iter_errors(board))
    if error is None:
        return
    where = ".".join(str(step) for step in error.absolute_path) or "the top level"
    # "description" in the schema says what is meant: the best hint there is.
    hint = error.schema.get("description") if isinstance(error.schema, dict) else None
    what = error.message.splitlines()[0]
    raise BoardError("%s: %s: %s%s" % (path, where, what, "; it is: " + hint if hint else
                                       "; see boards/schema.json"))


def _faults(board):
    """What the schema cannot say: (where, what is wrong and what to do), one after the other."""
    leds, keys, power = board["leds"], board["keys"], board["power"]
    users = {}
    for where, pin in ([("leds.pin", leds["pin"])]
                       + [("keys.rows.%d" % i, pin) for i, pin in enumerate(keys["rows"])]
                       + [("keys.columns.%d" % i, pin) for i, pin in enumerate(keys["columns"])]):
        if pin in users:
            yield where, "pin %d is already used by %s; give each its own pin" % (pin, users[pin])
        users[pin] = where
    count = keys["width"] * keys["height"]
    crossings = len(keys["rows"]) * len(keys["columns"])
    if crossings != count:
        yield "keys", ("%d rows * %d columns are %d keys, width * height %d * %d are %d; make them equal"
                       % (len(keys["rows"]), len(keys["columns"]), crossings, keys["width"], keys["height"], count))
    holders = {}
    for role, key in keys["roles"].items():
        if key >= count:
            yield "keys.roles." + role, "there is no key %d; the keys are 0 to %d" % (key, count - 1)
        if key in holders:
            yield "keys.roles." + role, "key %d is already %s; give each role its own key" % (key, holders[key])
        holders[key] = role
    timing = leds.get("timing")
    if timing and timing[0] >= timing[2]:
        yield "leds.timing", "a 0 is high for %d ns, no shorter than a 1 (%d ns); swap the pairs?" % (
            timing[0], timing[2])
    idle = leds["width"] * leds["height"] * leds["milliamps_idle"]
    if power["budget_milliamps"] <= idle:
        yield "power.budget_milliamps", ("%d mA is no more than the %d mA that the dark LEDs draw; allow more, "
                                         "or the lights stay dark" % (power["budget_milliamps"], idle))
