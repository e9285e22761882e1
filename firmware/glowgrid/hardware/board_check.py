"""What a board.json may hold, on the device and on the host: types, ranges, and what must fit together.

On the Pico it runs once, at power-up, and memory is short: so the tables are made when they are needed.
"""

from glowgrid import record

_FEWEST = 4  # LEDs in a row or column, for pictures to be readable
_MOST_SPEED = 100
_PIN_COUNT = 30  # of the chip; not all are on a Pico's edge
_PINS = ("pin", "sck", "mosi", "cs", "sda", "scl", "interrupt", "rows", "columns", "pins", "tx", "rx")
_ROLES = "up", "down", "left", "right", "select", "back", "undo"  # required roles


def fault(board):
    """Return why a board cannot be used, in one line, or None."""
    kinds = {
        "leds": _part_kinds(board, "leds"),
        "keys": _part_kinds(board, "keys"),
        "power": _power_kinds(),
        "sound, optional": {"driver": ("pwm",), "pin": range(_PIN_COUNT)},
        "speed, optional": float,
        "watchdog, optional": bool,
        "link, optional": {"uart": (0, 1), "tx": range(_PIN_COUNT), "rx": range(_PIN_COUNT)},
    }
    found = record.fault(board, kinds) or _leds_misfit(board["leds"])
    if not found and board.get("speed", 1) > _MOST_SPEED:
        found = "speed: more than %d" % _MOST_SPEED
    if not found and "battery" in board:
        check = __import__("glowgrid.hardware.battery_check", None, None, ("fault",))  # few boards need it
        found = check.fault(board["battery"])
    return found or _keys_misfit(board["keys"]) or _shared_pin(board)


def leds_fault(board):
    """Return what is wrong with the "leds" of a board, an object, or None."""
    return record.fault(board, {"leds": _part_kinds(board, "leds")}) or _leds_misfit(board["leds"])


def power_fault(power):
    """Return what is wrong with the "power" of a board, or None."""
    return record.fault(power, _power_kinds(), "power")


def _power_kinds():
    return {"budget_milliamps": range(1, 20_001), "brightness": range(1, 256), "light_sleep, optional": bool}


def driver_kinds(kind):
    """Return {driver: the fields it needs besides those of every driver}, in the form that record.fault takes."""
    pin = range(_PIN_COUNT)
    pins = [pin, 1, 13]
    address = range(8, 120)
    addresses = [address, 1, 16]
    i2c = {"i2c": (0, 1), "sda": pin, "scl": pin, "hertz, optional": range(10_000, 1_000_001)}
    if kind == "leds":
        spi = {
            "spi": (0, 1),
            "sck": pin,
            "mosi": pin,
            "cs, optional": pin,
            "hertz, optional": range(100_000, 20_000_001),
        }
        i2c["hertz, optional"] = spi["hertz, optional"]
        return {
            "ws2812": {"pin": pin, "timing, optional": [range(150, 2001), 4, 4]},
            "apa102": dict(spi, **{"current, optional": range(1, 32)}),
            "max7219": {
                "spi": (0, 1),
                "sck": pin,
                "mosi": pin,
                "cs": pin,
                "hertz, optional": range(100_000, 10_000_001),
            },
            "seesaw": dict(i2c, addresses=addresses),
            "ht16k33": dict(i2c, **{"address": range(0x70, 0x78), "hertz, optional": range(100_000, 400_001)}),
        }
    diodes = "none", "row_to_column", "column_to_row"
    return {
        "matrix": {"rows": pins, "columns": pins, "diodes": diodes, "settle_us, optional": range(1, 201)},
        "pins": {"pins": pins},
        "tca9555": dict(i2c, address=address),
        "ht16k33": dict(
            i2c, **{"address": range(0x70, 0x78), "diodes": diodes, "hertz, optional": range(10_000, 400_001)}
        ),
        "seesaw": dict(i2c, addresses=addresses, **{"interrupt, optional": pin}),
    }


def _part_kinds(board, kind):
    length = range(1, 33)
    drivers = driver_kinds(kind)
    kinds = {"driver": tuple(drivers), "width": length, "height": length}
    if kind == "leds":
        kinds["channels"] = str
        kinds["milliamps_full"] = range(1, 101)
        kinds["milliamps_idle"] = range(21)
    else:
        key = range(32 * 32)
        kinds["roles"] = {"*": key}
        kinds["bounce_ms, optional"] = range(201)
        kinds["areas, optional"] = {"*": [key, 0, 32 * 32]}
    try:
        kinds.update(drivers[board[kind]["driver"]])
    except (KeyError, TypeError, IndexError):  # no such driver, or no board at all: the check reports it
        pass
    return kinds


def _leds_misfit(leds):
    width, height = leds["width"], leds["height"]
    if min(width, height) < _FEWEST:
        return "leds: fewer than %d x %d LEDs" % (_FEWEST, _FEWEST)
    found = _places_fault(leds["places"], width * height) if "places" in leds else _order_fault(leds)
    if found:
        return found
    if leds["driver"] in ("max7219", "ht16k33"):
        known = ("R", "G", "B", "W", "Y") + (("RG", "GR") if leds["driver"] == "ht16k33" else ())
        if leds["channels"] not in known:
            return "leds.channels: not one of " + ", ".join(known)
        if width % 8 or height % 8:
            return "leds: not made of 8 x 8 LEDs"
        if leds["driver"] == "ht16k33" and width * height * len(leds["channels"]) > 128:
            return "leds: more than an HT16K33 drives, 8 x 8 of two colours or 16 x 8 of one"
        return None
    if "".join(sorted(leds["channels"])) not in ("BGR", "BGRW"):
        return "leds.channels: not R, G and B, with or without W"
    if "W" in leds["channels"] and leds["driver"] != "ws2812":
        return "leds.channels: only ws2812 has white LEDs"
    return _tiles_misfit("leds", leds)


def _places_fault(places, count):
    """Return what is wrong with the places of `count` LEDs, or None; thousands of them in a few milliseconds."""
    if type(places) is not list or set(map(type, places)) != {int} or sorted(places) != list(range(count)):
        return "leds.places: not each of %d LEDs once" % count
    return None


def _order_fault(leds):
    return __import__("glowgrid.hardware.wire_order", None, None, ("fault",)).fault(leds)


def _keys_misfit(keys):
    count = keys["width"] * keys["height"]
    for role in _ROLES:
        if role not in keys["roles"]:
            return "keys.roles.%s is missing" % role
    used = list(keys["roles"].values())
    for area in keys.get("areas", {}).values():
        used += area
    if max(used) >= count:
        return "keys: there is no key %d; the keys are 0 to %d" % (max(used), count - 1)
    if keys["driver"] == "matrix" and len(keys["rows"]) * len(keys["columns"]) != count:
        return "keys: rows * columns are not width * height"
    if keys["driver"] == "pins" and len(keys["pins"]) != count:
        return "keys: %d pins, but width * height is %d" % (len(keys["pins"]), count)
    if keys["driver"] == "tca9555" and count > 16:
        return "keys: a TCA9555 reads 16 keys, here are %d" % count
    width, height = keys["width"], keys["height"]
    if keys["driver"] == "ht16k33" and (min(width, height) > 3 or max(width, height) > 13):
        return "keys: an HT16K33 reads 3 x 13 keys, here are %d x %d" % (width, height)
    return _tiles_misfit("keys", keys)


def _tiles_misfit(kind, part):
    if part["driver"] == "seesaw":
        width, height = part["width"], part["height"]
        if width % 4 or height % 4 or width * height != 16 * len(part["addresses"]):
            return "%s.addresses: %d of 4x4 tiles for %d x %d" % (kind, len(part["addresses"]), width, height)
    return None


def _shared_pin(board):
    """Return which pin is used twice, except on a bus that both parts share, or None."""
    used = {}
    for kind in ("leds", "keys", "sound", "battery", "link"):
        part = board.get(kind, {})
        for name in _PINS:
            pins = part.get(name, ())
            for pin in pins if type(pins) in (list, tuple) else (pins,):
                if type(pin) is not int:  # another driver's field, which may hold anything
                    continue
                if pin in used and not (name in ("sda", "scl") and used[pin] == "leds." + name):
                    return "pin %d is used by %s and by %s.%s" % (pin, used[pin], kind, name)
                used[pin] = kind + "." + name
    return None
