"""/board.json: what this device is made of; and the drivers for it."""

import binascii

from glowgrid import record

RULES = 0x020A77B2  # the CRC-32 of what checks a board (a test lists it): what older rules signed is checked again
_MOST = 8192  # bytes of the file
_AGAIN = "; flash the board again (glowgrid flash --board NAME)"
_CHECKED = b',"checked":'
_ON_USB = {"budget_milliamps": 200, "brightness": 40}  # to show a sign, if the file has no usable power


class Fault(ValueError):
    """A board that cannot be used, in one line: its file, or hardware that is missing or wired otherwise.

    leds: the lights' driver, if it works; board: what a sign on them needs. silent: whether hardware does not answer.
    """

    leds = board = None
    silent = False


def load(path):
    """Return the board of a board.json as a dict. Raise Fault, one line, if it is missing or not usable."""
    board = None
    try:
        with open(path, "rb") as file:
            text = file.read(_MOST)
        board = record.parse(text)
        fault = None if is_checked(text) else _check().fault(board)
    except (OSError, MemoryError):
        fault = "is missing or cannot be read"
    except ValueError as error:
        fault = str(error)
    if fault:
        raise _lit(Fault("%s: %s%s" % (path, fault, _AGAIN)), board)
    return board


def checked(text):
    """Return the text (bytes) of a board file that has passed the check, signed by its CRC at its end: a Pico need not
    spend 25 ms on it again.
    """
    return text[:-1] + _CHECKED + b"%d}" % binascii.crc32(text[:-1], RULES)


def is_checked(text):
    """Return whether a board file is signed and unchanged."""
    return checked(text.rpartition(_CHECKED)[0] + b"}") == text


def drivers(board, some=False):
    """Return (keys, leds), the drivers that the board names. Raise Fault, one line, if one is missing or fails.

    some: if only one of the two does not answer, print that and return None for it.
    """
    made = []
    silent = None
    for kind in ("leds", "keys"):
        try:
            made.append(driver(kind, board[kind]))
        except Fault as fault:
            if silent or not (some and fault.silent):
                fault.leds, fault.board = made[0] if made else None, board
                raise
            silent = fault
            made.append(None)
    if silent:
        print("glowgrid: %s; the game waits for them" % silent)
    return made[1], made[0]


def driver(kind, part):
    """Return `Keys` of keys_DRIVER.py or `Leds` of leds_DRIVER.py, made for this part of the board. Raise Fault."""
    name = "%s_%s" % (kind, part["driver"])
    try:
        module = __import__("glowgrid.hardware." + name, None, None, (name,))
    except ImportError:
        raise Fault("board.json: %s.driver: there is no %s in glowgrid/hardware%s" % (kind, name, _AGAIN))
    try:
        return getattr(module, kind[0].upper() + kind[1:])(part)
    except Exception as error:  # a pin that the bus cannot use, no room for a program, ...
        silent = "answer" in str(error)
        fault = Fault("board.json: %s: %s%s" % (kind, error, "" if silent else _AGAIN))
        fault.silent = silent
        raise fault


def _lit(fault, board):
    """Return the fault with the driver of the lights, if the board's "leds" are valid."""
    if type(board) is not dict:
        return fault
    check = _check()
    power = board.get("power")
    if not check.leds_fault(board):
        fault.board = {"leds": board["leds"], "power": _ON_USB if check.power_fault(power) else power}
        try:
            fault.leds = driver("leds", board["leds"])
        except Fault:  # report the first fault
            pass
    return fault


def _check():
    """Return the module that checks boards; the overlay unloads it when the first match begins."""
    return __import__("glowgrid.hardware.board_check", None, None, ("fault",))
