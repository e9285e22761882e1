"""/board.json: what this device is made of, and the drivers for it."""
import json

_PARTS = {
    "leds": ("driver", "pin", "width", "height", "order", "rotate", "channels", "milliamps_full", "milliamps_idle"),
    "keys": ("driver", "rows", "columns", "diodes", "width", "height", "roles"),
    "power": ("budget_milliamps", "brightness"),
}
_AGAIN = "; flash the board again (python -m tools flash --board NAME)"


def load(path):
    """The board of a board.json as a dict. Raises ValueError in one line if it is missing or not usable.

    What the values may be was checked when the board was flashed; here, that they are there.
    """
    try:
        with open(path) as file:
            board = json.load(file)
    except OSError:
        raise ValueError(path + ": is missing" + _AGAIN)
    except ValueError:
        raise ValueError(path + ": is not JSON" + _AGAIN)
    for part, names in _PARTS.items():
        for name in names:
            try:
                board[part][name]
            except (KeyError, TypeError, IndexError):
                raise ValueError("%s: %s.%s is missing%s" % (path, part, name, _AGAIN))
    return board


def drivers(board):
    """(keys, leds): the drivers that the board names. Raises ValueError in one line if one is not there or refuses."""
    return _driver("keys", board["keys"]), _driver("leds", board["leds"])


def _driver(kind, part):
    """`Keys` of keys_DRIVER.py or `Leds` of leds_DRIVER.py, made for its part of the board."""
    name = "%s_%s" % (kind, part["driver"])
    try:
        module = __import__("glowgrid.hardware." + name, None, None, (name,))
    except ImportError:
        raise ValueError("board.json: %s.driver: there is no %s in glowgrid/hardware%s" % (kind, name, _AGAIN))
    try:
        return getattr(module, kind[0].upper() + kind[1:])(part)
    except (ValueError, TypeError) as error:
        raise ValueError("board.json: %s: %s%s" % (kind, error, _AGAIN))
