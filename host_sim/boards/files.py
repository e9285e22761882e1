"""Boards on the host: find them, check them by `boards/schema.json` and further rules, strip them for the Pico."""

import copy
import json
from functools import lru_cache
from pathlib import Path

from glowgrid import record
from glowgrid.hardware import board_check
from glowgrid.hardware.lights import order_of
from glowgrid.hardware.lights_mono import of_chips

from ..cli.errors import ToolError
from ..cli.suggest import did_you_mean
from ..text.json_position import in_words, key_place, place, written_twice
from ..text.json_text import NoJson, parsed
from ..text.text_file import regular_bytes
from .from_text import USB_MILLIAMPS
from .panels import panels_fault, places_fault, places_of
from .parts import DRIVERS, LAYOUT, TIMINGS, device_board, pins

SETTINGS_FILE = "/saves/settings"
FOLDER = Path(__file__).resolve().parents[2] / "boards"
# The pins that each block of the RP2040 can use (data sheet, table 2).
_SPI_PINS = {0: {"sck": (2, 6, 18, 22), "mosi": (3, 7, 19, 23)}, 1: {"sck": (10, 14, 26), "mosi": (11, 15, 27)}}
_UART_PINS = {0: {"tx": (0, 12, 16, 28), "rx": (1, 13, 17, 29)}, 1: {"tx": (4, 8, 20, 24), "rx": (5, 9, 21, 25)}}
_TCA9555_KEYS = 16
_SEESAW_HERTZ = 400_000  # at most; 100,000 is advised (learn.adafruit.com/adafruit-attiny817-seesaw, of all seesaws)
_HT16K33_LINES = 3, 13  # KS and K
_HT16K33_LEDS = 128
_CHANNELS = {"max7219": (1,), "ht16k33": (1, 2)}  # letters, of chips whose LEDs are on or off
VSYS, SELECT = 29, 25  # a Pico measures its own supply at the one while the other is high (battery_adc.py)
PIN_MILLIVOLTS = 3300  # at most, at a pin that measures
_FEWEST = 4  # LEDs in a row or column, for an icon to be recognizable


class BoardError(ToolError, ValueError):
    """A board that cannot be used. The message is one line: the file, the place in it, what is wrong, what to do."""


def list_boards():
    """Names of the boards that come with Glowgrid, sorted."""
    return sorted(path.stem for path in FOLDER.glob("*.json") if path.name != "schema.json")


def load_board(name_or_path):
    """Return the board as a dict, checked. Takes a name from `list_boards()` or the path of a JSON file.

    Where it has panels, their places are added. Raises BoardError (a ValueError) with a one-line message.
    """
    path = Path(name_or_path)
    if path.suffix != ".json":
        path = FOLDER / (str(name_or_path) + ".json")
        if not path.is_file():
            if Path(name_or_path).is_file():
                raise BoardError(f"{name_or_path}: is there, but is no .json file; give a board file, NAME.json")
            known = list_boards()
            raise BoardError(
                f"{name_or_path}: no such board;{did_you_mean(name_or_path, known)} there are: {', '.join(known)} "
                "(or give the path of a .json file)"
            )
    try:
        data = regular_bytes(path)
    except OSError as error:
        raise BoardError(f"{path}: cannot be read: {error.strerror}") from error
    return copy.deepcopy(_checked(path, data))


@lru_cache(maxsize=64)  # 8 ms a board, and a command may ask for all of them
def _checked(path, data):
    """Return the board in a file with this content, checked. Raises BoardError."""
    text, board = _read(path, data)
    fault = _schema_fault(board)
    if not fault and path.parent == FOLDER and board["name"] != path.stem:
        fault = ["name"], f"{board['name']!r}; write the file's own name, {path.stem!r}", place
    if not fault:
        _fill_in(board)
        fault = next(((where.split("."), what, place) for where, what in _faults(board)), None)
    if not fault and "panels" in board["leds"]:
        leds = board["leds"]
        leds["places"] = places_of(leds["panels"], leds["width"])
    if not fault and (said := board_check.fault(json.loads(device_board(board)))):  # what the Pico itself refuses
        where, _, what = said.partition(": ")
        fault = (where.split("."), what, place) if where.split(".")[0] in board else ([], said, place)
    if fault:
        steps, what, find = fault
        line, column = find(text, steps)
        where = ".".join(map(in_words, steps)) or "the top level"
        raise BoardError(f"{path}: {where}: {what} (line {line}, column {column})")
    return board


def _fill_in(board):
    """Replace names by numbers and fill in what is left out."""
    leds, keys, power = board["leds"], board["keys"], board["power"]
    if keys["driver"] == "buttons":
        keys["driver"] = "pins"
    if "timing" in leds:
        leds["timing"] = TIMINGS.get(str(leds["timing"]), leds["timing"])
    board["power"] = {"budget_milliamps": USB_MILLIAMPS, **power}


def for_chip(board, chip):
    """Return the board as it is on a Pico with this chip, if its variants have one; otherwise the board itself."""
    others = [variant["mcu"] for variant in board.get("variants", ())]
    return {**board, "mcu": chip} if chip in others else board


def used(files):
    """Return the files of a device, {path: bytes}; with a board come settings, so that it is not a first start."""
    plays = isinstance(files, dict) and "/board.json" in files
    return {SETTINGS_FILE: record.pack({}), **files} if plays else files


def without_bounce(board):
    """Return the board with contacts that do not bounce: a tick then reads the keys once and acts on it."""
    return {**board, "keys": {**board["keys"], "bounce_ms": 0}}


def _read(path, data):
    """Return (the text of a file, the JSON value in it)."""
    try:
        text, board = parsed(data)
    except NoJson as error:
        raise BoardError(f"{path}: {error}") from None
    if twice := written_twice(text):
        raise BoardError(f"{path}: {twice}")
    return text, board


@lru_cache(maxsize=1)
def _validator():
    from jsonschema.exceptions import ValidationError
    from jsonschema.validators import Draft202012Validator as draft
    from jsonschema.validators import extend

    def enum(validator, values, value, schema):
        if isinstance(value, float):
            yield ValidationError(f"{value!r} is not one of {values!r}")
        else:
            yield from draft.VALIDATORS["enum"](validator, values, value, schema)

    # JSON Schema accepts 3.0 as a whole number; the device does not.
    whole = draft.TYPE_CHECKER.redefine("integer", lambda checker, value: type(value) is int)
    validator = extend(draft, {"enum": enum}, type_checker=whole)
    return validator(json.loads((FOLDER / "schema.json").read_text(encoding="utf-8")))


def _schema_fault(board):
    """Return (steps to the place, what is wrong and what to do, what finds the place in the text), or None."""
    import jsonschema.exceptions  # slow to load, and most errors are found without it

    error = jsonschema.exceptions.best_match(_validator().iter_errors(board))
    if error is None:
        return None
    steps, schema, value = [str(step) for step in error.absolute_path], error.schema, error.instance
    if error.validator == "additionalProperties":
        known = list(schema["properties"])
        key = next(key for key in value if key not in known)
        meant = did_you_mean(key, known) or f" expected one of {', '.join(known)}"
        return [*steps, key], f"unknown;{meant}", key_place
    if error.validator == "required":
        key = next(key for key in schema["required"] if key not in value)
        known = schema if "properties" in schema else _validator().schema["properties"][steps[0]]
        hint = known["properties"][key].get("description")
        return steps, f"{key} is missing; add it" + (f": {hint}" if hint else ""), place
    # The schema's "description" says what is meant: the best hint available.
    hint = schema.get("description") if isinstance(schema, dict) else None
    what = f"{value!r} does not fit" if error.validator == "pattern" and hint else error.message.splitlines()[0]
    meant = f"it is: {hint}" if hint else "see boards/schema.json"
    return steps, f"{what}; {meant}", place


def _faults(board):
    """Yield (place, what is wrong and what to do) for the faults that the schema cannot express."""
    for faults in (_driver_faults, _pin_faults, _bus_faults, _key_faults, _light_faults, _battery_faults, _link_faults):
        yield from faults(board)


def _driver_faults(board):
    """Yield the fields that the driver requires but lacks, and those it does not use."""
    for kind, drivers in DRIVERS.items():
        driver = board[kind]["driver"]
        needed, possible = drivers[driver]
        for name in needed:
            if name not in board[kind]:
                yield kind, f"{name} is missing, which driver {driver} needs; add it"
        foreign = {name for fields in drivers.values() for names in fields for name in names} - {*needed, *possible}
        for name in board[kind]:
            if name in foreign:
                yield f"{kind}.{name}", f"driver {driver} has no use for it; remove it"


def _pin_faults(board):
    users = {}
    leds, keys = board["leds"], board["keys"]
    shared = leds.get("i2c") is not None and leds.get("i2c") == keys.get("i2c")
    for where, pin in pins(board):
        same_line = "leds." + where.rpartition(".")[2]
        if pin in users and not (shared and where in ("keys.sda", "keys.scl") and users[pin] == same_line):
            yield where, f"pin {pin} is already used by {users[pin]}; give each its own pin"
        users[pin] = where
    if users.get(VSYS) == "battery.pin" and SELECT in users:
        where = users[SELECT]
        yield where, f"pin {SELECT} is already used to measure at pin {VSYS}; give each its own pin"


def _bus_faults(board):
    """Yield the pins that the bus cannot use, and the tiles without an address."""
    for kind in ("leds", "keys"):
        part = board[kind]
        if "i2c" in part:
            block = part["i2c"]
            possible = [[pin for pin in range(2 * block + odd, 30, 4)] for odd in (0, 1)]
            yield from _bus_pin_faults(kind, part, f"I2C{block}", dict(zip(("sda", "scl"), possible)))
        if "spi" in part:
            yield from _bus_pin_faults(kind, part, f"SPI{part['spi']}", _SPI_PINS[part["spi"]])
        if part["driver"] == "seesaw":
            if (hertz := part.get("hertz", 0)) > _SEESAW_HERTZ:
                yield f"{kind}.hertz", f"{hertz} is more than a tile follows; write at most {_SEESAW_HERTZ}"
            width, height, addresses = part["width"], part["height"], len(part["addresses"])
            tiles = width * height // 16
            if width % 4 or height % 4:
                yield kind, f"{width} x {height} is not made of 4x4 tiles; width and height are multiples of 4"
            elif addresses != tiles:
                yield f"{kind}.addresses", f"{addresses} addresses for {tiles} tiles of 4x4; give each tile its own"


def _bus_pin_faults(kind, part, bus, possible):
    """possible: {name of a line: pins that may carry it}."""
    for name, able in possible.items():
        if part[name] not in able:
            those = ", ".join(map(str, able))
            yield f"{kind}.{name}", f"pin {part[name]} cannot be {name.upper()} of {bus}; choose one of {those}"


def _link_faults(board):
    if "link" in board:
        uart = board["link"]["uart"]
        yield from _bus_pin_faults("link", board["link"], f"UART{uart}", _UART_PINS[uart])
        if board["power"].get("light_sleep"):
            yield "link", "a Pico that sleeps between ticks hears nothing; leave out power.light_sleep"


def _key_faults(board):
    keys = board["keys"]
    width, height = keys["width"], keys["height"]
    count = width * height
    if keys["driver"] == "matrix":
        rows, columns = len(keys["rows"]), len(keys["columns"])
        if rows * columns != count:
            wired = f"{rows} rows * {columns} columns are {rows * columns} keys"
            yield "keys", f"{wired}, width * height {width} * {height} are {count}; make them equal"
    if keys["driver"] == "pins" and len(keys["pins"]) != count:
        wired = f"{len(keys['pins'])} pins are as many buttons, width * height {width} * {height} are {count}"
        yield "keys", f"{wired}; make them equal: {len(keys['pins'])} * 1 for buttons in a row"
    if keys["driver"] == "tca9555" and count > _TCA9555_KEYS:
        yield "keys", f"a TCA9555 reads {_TCA9555_KEYS} keys, width * height are {count}; make them fewer"
    if keys["driver"] == "ht16k33":
        yield from _ht16k33_faults(keys)
    holders = {}
    for role, key in keys["roles"].items():
        if key >= count:
            yield f"keys.roles.{role}", f"there is no key {key}; the keys are 0 to {count - 1}"
        if key in holders:
            yield f"keys.roles.{role}", f"key {key} is already {holders[key]}; give each role its own key"
        holders[key] = role
    for role, area in keys.get("areas", {}).items():
        for key in area:
            if key >= count:
                yield f"keys.areas.{role}", f"there is no key {key}; the keys are 0 to {count - 1}"
            if holders.get(key, role) != role:
                yield f"keys.areas.{role}", f"key {key} is already {holders[key]}; give each key one role"
            holders[key] = role


def _ht16k33_faults(keys):
    width, height = keys["width"], keys["height"]
    short, long = _HT16K33_LINES
    if min(width, height) > short or max(width, height) > long:
        yield "keys", f"an HT16K33 reads {short} x {long} keys, not {width} x {height}; make one side at most {short}"
    flows = "row_to_column" if height <= short else "column_to_row"  # from the lines KS0 to KS2
    if keys["diodes"] not in ("none", flows):
        yield "keys.diodes", f"no current would flow: an HT16K33 feeds KS0 to KS2; turn the diodes: {flows}"


def _light_faults(board):
    leds, power = board["leds"], board["power"]
    if power.get("light_sleep") and "spi" in leds:
        yield "power.light_sleep", f"a light sleep changes the SPI clock, which {leds['driver']} needs; remove it"
    driver, channels = leds["driver"], leds["channels"]
    if len(channels) not in _CHANNELS.get(driver, (3, 4)):
        meant = (
            "give the colour of its LEDs, R, G, B, W or Y" if driver in _CHANNELS else "give the order of R, G and B"
        )
        meant += ", or RG or GR" if driver == "ht16k33" else ""
        yield "leds.channels", f"{channels!r} is not for {driver}; {meant}"
    elif driver in _CHANNELS and (leds["width"] % 8 or leds["height"] % 8):
        yield "leds", f"{leds['width']} x {leds['height']} LEDs are not made of modules of 8 x 8"
    elif driver == "ht16k33" and leds["width"] * leds["height"] * len(channels) > _HT16K33_LEDS:
        yield "leds", f"{leds['width']} x {leds['height']}: an HT16K33 drives 8 x 8 of two colours or 16 x 8 of one"
    elif "W" in channels and driver not in ("ws2812", *_CHANNELS):
        yield "leds.channels", f"{leds['channels']!r}: only ws2812 has white LEDs; leave out the W"
    zero, _, one, _ = leds.get("timing", (0, 0, 1, 0))
    if zero >= one:
        yield "leds.timing", f"a 0 is high for {zero} ns, no shorter than a 1 ({one} ns); swap the pairs?"
    yield from _layout_faults(leds)
    idle = leds["width"] * leds["height"] * leds["milliamps_idle"] + of_chips(leds)
    budget = power["budget_milliamps"]
    if budget <= idle:
        draw = f"{budget} mA is no more than the {idle} mA that the dark LEDs draw"
        yield "power.budget_milliamps", f"{draw}; allow more, or the lights stay dark"
    elif budget < (least := idle + _dimmest(leds)):
        yield "power.budget_milliamps", f"{budget} mA: with all LEDs lit they would go black; allow {least}"


def _dimmest(leds):
    """Return the mA that all LEDs draw at their dimmest, with all channels on."""
    steps = 16 if leds["driver"] in _CHANNELS else 255
    channels = len(leds["channels"]) if leds["driver"] in _CHANNELS else 3
    return -(-leds["width"] * leds["height"] * channels * leds["milliamps_full"] // steps)


def _battery_faults(board):
    if "battery" not in board:
        return
    battery = board["battery"]
    empty, full, divider = battery["empty_millivolts"], battery["full_millivolts"], battery["divider"]
    if empty >= full:
        yield "battery.empty_millivolts", f"{empty} mV are not below full_millivolts, {full}; swap them?"
    most = PIN_MILLIVOLTS * divider
    if full > most:
        what = f"a pin takes {PIN_MILLIVOLTS} mV, over the divider {divider} that is {most:g}"
        yield "battery.full_millivolts", f"{what}; use a larger divider"


def _layout_faults(leds):
    """Yield what is wrong with the order of the LEDs on the wire."""
    width, height = leds["width"], leds["height"]
    if min(width, height) < _FEWEST:
        yield "leds", f"{width} x {height} LEDs are too few for a picture; have at least {_FEWEST} x {_FEWEST}"
    given = [name for name in ("panels", "places") if name in leds]
    if not given:
        yield from _tile_faults(leds)
        return
    for name in LAYOUT:
        if name in leds:
            yield f"leds.{name}", f"a file with {given[0]} has no use for it; remove it"
    if "panels" in leds and (found := panels_fault(leds["panels"], width, height)):
        where, _, what = found.partition(": ")
        yield f"leds.{where}", what
    elif "places" in leds and (what := places_fault(leds["places"], width, height)):
        yield "leds.places", what
    elif len(given) > 1 and leds["places"] != places_of(leds["panels"], width):
        yield "leds.places", "they differ from the panels; remove one of the two"


def _tile_faults(leds):
    """Yield what is wrong with the tiles, and with an HT16K33 of two panels whose LEDs are not taken panel by panel."""
    width, height = leds["width"], leds["height"]
    if "tile" in leds:
        tile_width, tile_height = leds["tile"]
        if width % tile_width or height % tile_height:
            yield "leds.tile", f"{width} x {height} LEDs cannot be split into such tiles"
            return
        if leds["rotate"]:
            yield "leds.tile", "tiles cannot be rotated together; set rotate to 0 and turn the tiles"
            return
    if leds["driver"] == "ht16k33" and len(leds["channels"]) == 1 and {width, height} == {8, 16}:
        first = {(pixel // width // 8, pixel % width // 8) for pixel in order_of(leds)[: _HT16K33_LEDS // 2]}
        if len(first) > 1:
            what = "the chip takes one panel of 8 x 8 after the other"
            yield "leds.order", f'{what}, not lines across both; add "tile": [8, 8]'
