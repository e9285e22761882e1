"""/board.json: what this device is made of, and the drivers for it."""
import json

# What all drivers need; what one needs besides, it looks up itself.
_PARTS = {
    "leds": ("driver", "width", "height", "order", "rotate", "channels", "milliamps_full", "milliamps_idle"),
    "keys": ("driver", "width", "height", "roles"),
    "power": ("budget_milliamps", "brightness"),
}
_PINS = ("pin", "sck", "mosi", "cs", "sda", "scl", "interrupt", "rows", "columns")
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


class Fault(ValueError):
    """Hardware that is missing or wired otherwise than the board says; one line. `leds`: its lights, if they work."""

    leds = None


def drivers(board):
    """(keys, leds): the drivers that the board names. Raises Fault in one line if one is not there or refuses."""
    _check_pins(board)
    leds = _driver("leds", board["leds"])
    try:
        return _driver("keys", board["keys"]), leds
    except Fault as fault:
        fault.leds = leds
        raise


def _check_pins(board):
    """Raise Fault for a pin used twice, but for a bus that both parts are on."""
    used = {}
    for kind in ("leds", "keys"):
        part = board[kind]
        for name in _PINS:
            pins = part.get(name, ())
            for pin in (pins,) if isinstance(pins, int) else pins:
                if pin in used and not (name in ("sda", "scl") and used[pin] == "leds." + name):
                    raise Fault("board.json: pin %d is used by %s and by %s.%s%s" % (pin, used[pin], kind, name, _AGAIN))
                used[pin] = kind + "." + name


def _driver(kind, part):
    """`Keys` of keys_DRIVER.py or `Leds` of leds_DRIVER.py, made for its part of the board."""
    name = "%s_%s" % (kind, part["driver"])
    try:
        module = __import__("glowgrid.hardware." + name, None, None, (name,))
    except ImportError:
        raise Fault("board.json: %s.driver: there is no %s in glowgrid/hardware%s" % (kind, name, _AGAIN))
    try:
        return getattr(module, kind[0].upper() + kind[1:])(part)
    except KeyError as error:
        raise Fault("board.json: %s.%s is missing%s" % (kind, error.args[0], _AGAIN))
    except (ValueError, TypeError) as error:
        raise Fault("board.json: %s: %s%s" % (kind, error, "" if "answer" in str(error) else _AGAIN))
