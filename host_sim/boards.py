"""Boards on the host: find them, check them by `boards/schema.json` and beyond it, and strip them for the Pico."""
import json
from functools import lru_cache
from pathlib import Path

import jsonschema

FOLDER = Path(__file__).resolve().parent.parent / "boards"
# What a person reads in a board file and the device does not.
_FOR_PEOPLE = ("drawing", "parts", "notes", "sources", "variants")
# What a driver needs and what it can be told besides; all other fields of a part stand with every driver.
DRIVERS = {
    "leds": {
        "ws2812": (("pin",), ("timing",)),
        "apa102": (("spi", "sck", "mosi"), ("cs", "hertz", "current")),
        "seesaw": (("i2c", "sda", "scl", "addresses"), ("hertz",)),
    },
    "keys": {
        "matrix": (("rows", "columns", "diodes"), ("settle_us",)),
        "tca9555": (("i2c", "sda", "scl", "address"), ("hertz",)),
        "seesaw": (("i2c", "sda", "scl", "addresses"), ("hertz", "interrupt")),
    },
}
# Pins a block of the RP2040 can use (data sheet, table 2).
_SPI_PINS = {0: {"sck": (2, 6, 18, 22), "mosi": (3, 7, 19)}, 1: {"sck": (10, 14, 26), "mosi": (11, 15, 27)}}
_TCA9555_KEYS = 16
_FEWEST = 4  # LEDs in a row or column that an icon can be told on


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


def pins(board):
    """(where in the file, GPIO number) of every pin the board uses, in the order of the file."""
    for kind in ("leds", "keys"):
        part = board[kind]
        for name in ("pin", "spi", "sck", "mosi", "cs", "sda", "scl", "interrupt", "rows", "columns"):
            if name == "spi" or name not in part:
                continue
            if isinstance(part[name], list):
                yield from (("%s.%s.%d" % (kind, name, i), pin) for i, pin in enumerate(part[name]))
            else:
                yield "%s.%s" % (kind, name), part[name]


def _faults(board):
    """What the schema cannot say: (where, what is wrong and what to do), one after the other."""
    for faults in (_driver_faults, _pin_faults, _bus_faults, _key_faults, _light_faults):
        yield from faults(board)


def _driver_faults(board):
    """Fields that the driver misses, or that are another driver's."""
    for kind, drivers in DRIVERS.items():
        driver = board[kind]["driver"]
        needed, possible = drivers[driver]
        for name in needed:
            if name not in board[kind]:
                yield kind, "%r is a required property with driver %s; add it" % (name, driver)
        foreign = {name for fields in drivers.values() for names in fields for name in names} - {*needed, *possible}
        for name in board[kind]:
            if name in foreign:
                yield "%s.%s" % (kind, name), "driver %s has no use for it; remove it" % driver


def _pin_faults(board):
    users = {}
    leds, keys = board["leds"], board["keys"]
    shared = leds.get("i2c") is not None and leds.get("i2c") == keys.get("i2c")
    for where, pin in pins(board):
        twin = "leds." + where.rpartition(".")[2]
        if pin in users and not (shared and where in ("keys.sda", "keys.scl") and users[pin] == twin):
            yield where, "pin %d is already used by %s; give each its own pin" % (pin, users[pin])
        users[pin] = where


def _bus_faults(board):
    """Pins that the block of the bus cannot use; tiles without an address."""
    for kind in ("leds", "keys"):
        part = board[kind]
        if "i2c" in part:
            for name, offset in (("sda", 0), ("scl", 1)):
                if part[name] % 4 != 2 * part["i2c"] + offset:
                    yield "%s.%s" % (kind, name), "pin %d is no %s of I2C%d; those are %s" % (
                        part[name], name.upper(), part["i2c"],
                        ", ".join(str(pin) for pin in range(2 * part["i2c"] + offset, 29, 4) if pin not in (23, 24, 25)))
        if "spi" in part:
            for name, possible in _SPI_PINS[part["spi"]].items():
                if part[name] not in possible:
                    yield "%s.%s" % (kind, name), "pin %d is no %s of SPI%d; those are %s" % (
                        part[name], name.upper(), part["spi"], ", ".join(map(str, possible)))
        if part["driver"] == "seesaw":
            if part["width"] % 4 or part["height"] % 4:
                yield kind, "%d x %d is not made of 4x4 tiles; width and height are multiples of 4" % (
                    part["width"], part["height"])
            elif len(part["addresses"]) * 16 != part["width"] * part["height"]:
                yield kind + ".addresses", "%d addresses for %d tiles of 4x4; give each tile its own" % (
                    len(part["addresses"]), part["width"] * part["height"] // 16)


def _key_faults(board):
    keys = board["keys"]
    count = keys["width"] * keys["height"]
    if keys["driver"] == "matrix":
        crossings = len(keys["rows"]) * len(keys["columns"])
        if crossings != count:
            yield "keys", ("%d rows * %d columns are %d keys, width * height %d * %d are %d; make them equal"
                           % (len(keys["rows"]), len(keys["columns"]), crossings, keys["width"], keys["height"], count))
    if keys["driver"] == "tca9555" and count > _TCA9555_KEYS:
        yield "keys", "a TCA9555 reads %d keys, width * height are %d; make them fewer" % (_TCA9555_KEYS, count)
    holders = {}
    for role, key in keys["roles"].items():
        if key >= count:
            yield "keys.roles." + role, "there is no key %d; the keys are 0 to %d" % (key, count - 1)
        if key in holders:
            yield "keys.roles." + role, "key %d is already %s; give each role its own key" % (key, holders[key])
        holders[key] = role
    for role, area in keys.get("areas", {}).items():
        for key in area:
            if key >= count:
                yield "keys.areas." + role, "there is no key %d; the keys are 0 to %d" % (key, count - 1)
            if holders.get(key, role) != role:
                yield "keys.areas." + role, "key %d is already %s; give each key one role" % (key, holders[key])
            holders[key] = role


def _light_faults(board):
    leds, power = board["leds"], board["power"]
    if power.get("light_sleep") and leds["driver"] == "apa102":
        yield "power.light_sleep", "after a light sleep the clock of SPI, which apa102 needs, is another; remove it"
    if "W" in leds["channels"] and leds["driver"] != "ws2812":
        yield "leds.channels", "%r: only ws2812 has white LEDs; leave out the W" % leds["channels"]
    timing = leds.get("timing")
    if timing and timing[0] >= timing[2]:
        yield "leds.timing", "a 0 is high for %d ns, no shorter than a 1 (%d ns); swap the pairs?" % (
            timing[0], timing[2])
    width, height = leds.get("tile") or (leds["width"], leds["height"])
    if leds["rotate"] % 180:
        width, height = height, width
    if leds["width"] % width or leds["height"] % height:
        yield "leds.tile", "%d x %d LEDs are no whole number of such tiles" % (leds["width"], leds["height"])
    if min(leds["width"], leds["height"]) < _FEWEST:
        yield "leds", "%d x %d LEDs are too few for a picture; have at least %d x %d" % (
            leds["width"], leds["height"], _FEWEST, _FEWEST)
    if leds.get("tile") and leds["rotate"]:
        yield "leds.tile", "tiles cannot be rotated together; set rotate to 0 and turn the tiles"
    idle = leds["width"] * leds["height"] * leds["milliamps_idle"]
    if power["budget_milliamps"] <= idle:
        yield "power.budget_milliamps", ("%d mA is no more than the %d mA that the dark LEDs draw; allow more, "
                                         "or the lights stay dark" % (power["budget_milliamps"], idle))
