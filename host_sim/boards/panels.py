"""The "panels" and "places" of a board file: which LED each place on the wire lights, and what is wrong with them.

LEDs are numbered row by row from the top left, as the player sees them. The device gets only the places. The page runs
this module on MicroPython.
"""

from glowgrid import record

SIZE = 8, 8
CORNERS = "top left", "top right", "bottom left", "bottom right"
KINDS = [
    {
        "at": [range(32), 2, 2],
        "size, optional": [range(1, 33), 2, 2],
        "turn, optional": (0, 90, 180, 270),
        "order, optional": ("rows", "columns"),
        "serpentine, optional": bool,
        "from, optional": CORNERS,
    },
    1,
    64,
]


def places_of(panels, width):
    """Return for each place on the wire the LED there. width: LEDs in a row of the whole field."""
    return [row * width + column for panel in panels for column, row in _wire(panel)]


def panels_fault(panels, width, height):
    """Return what is wrong with the panels of a field of this size, and what to do, after its place, or None.

    For instance "panels: no panel covers column 7 of rows 0 to 7; add one".
    """
    found = record.fault(panels, KINDS, "panels")
    if found:
        return found
    owner = {}
    for number, panel in enumerate(panels):
        for column, row in _wire(panel):
            if column >= width or row >= height:
                what = "panel %d reaches column %d, row %d" % (number + 1, column, row)
                correct = 'beyond the %d x %d LEDs; correct its "at" or "size"' % (width, height)
                return "panels.%d: %s, %s" % (number, what, correct)
            other = owner.setdefault((column, row), number)
            if other != number:
                what = "panels %d and %d overlap at column %d, row %d" % (other + 1, number + 1, column, row)
                return 'panels: %s; correct "at" or "size"' % what
    bare = [(row, column) for row in range(height) for column in range(width) if (column, row) not in owner]
    return "panels: no panel covers %s; add one" % _area(bare) if bare else None


def places_fault(places, width, height):
    """Return what is wrong with the places of a field of this size, and what to do, or None."""
    count = width * height
    if len(places) != count:
        return "%d places for %d x %d LEDs; list each LED once" % (len(places), width, height)
    found = {}
    for place, led in enumerate(places):
        if led >= count:
            return "there is no LED %d; the LEDs are 0 to %d" % (led, count - 1)
        if found.setdefault(led, place) != place:
            return "LED %d is at places %d and %d; give each LED one place" % (led, found[led], place)
    return None


def _wire(panel):
    """Yield (column, row) in the field of each LED of a panel, in the order of its wire."""
    wide, high = panel.get("size", SIZE)
    left, top = panel["at"]
    turn = panel.get("turn", 0)
    for column, row in _unturned(panel, wide, high):
        if turn == 90:
            column, row = high - 1 - row, column
        elif turn == 180:
            column, row = wide - 1 - column, high - 1 - row
        elif turn == 270:
            column, row = row, wide - 1 - column
        yield left + column, top + row


def _unturned(panel, wide, high):
    """Yield (column, row) in the panel of each of its LEDs, in the order of its wire."""
    by_columns = panel.get("order") == "columns"
    lines, length = (wide, high) if by_columns else (high, wide)
    start = panel.get("from", CORNERS[0])
    for line in range(lines):
        for step in range(length):
            at = length - 1 - step if line % 2 and panel.get("serpentine") else step
            column, row = (line, at) if by_columns else (at, line)
            yield wide - 1 - column if "right" in start else column, high - 1 - row if "bottom" in start else row


def _area(bare):
    """Return in words the first rectangle of these LEDs, (row, column) in order."""
    top, left = bare[0]
    right, bottom = left, top
    while (top, right + 1) in bare:
        right += 1
    while all((bottom + 1, column) in bare for column in range(left, right + 1)):
        bottom += 1
    return "%s of %s" % (_span("column", left, right), _span("row", top, bottom))


def _span(what, first, last):
    return "%ss %d to %d" % (what, first, last) if last > first else "%s %d" % (what, first)
