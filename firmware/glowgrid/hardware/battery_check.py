"""What the "battery" of a board.json may hold; see board_check.py."""

from glowgrid import record

_MOST = 3300  # millivolts at a pin


def fault(battery):
    """Return what is wrong with the "battery" of a board, or None."""
    volts = range(500, 30_001)
    kinds = {"driver": ("adc",), "pin": range(26, 30), "divider": float}
    kinds.update({"empty_millivolts": volts, "full_millivolts": volts})
    found = record.fault(battery, kinds, "battery")
    if found:
        return found
    empty, full, divider = battery["empty_millivolts"], battery["full_millivolts"], battery["divider"]
    if empty >= full:
        return "battery: empty_millivolts are not below full_millivolts"
    if not 1 <= divider <= 20:
        return "battery.divider: not 1 to 20"
    if full > _MOST * divider:
        return "battery: full, %d mV over %s are more than the %d mV that a pin takes" % (full, divider, _MOST)
    return None
