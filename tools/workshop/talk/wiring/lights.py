"""Find out how the LEDs are wired: light one LED at a time, and ask a person where it is and what colour it has.

A table holds every wiring that is likely: whole matrices, equal panels row by row, and chains of a few panels, each
mounted in any way. An answer strikes out what contradicts it. The next place to light is the one whose answer tells
most. If all are struck out, the person may show the places one by one, see `every_place`.
"""

from glowgrid.hardware.lights import order_of
from glowgrid.hardware.wire_order import wire_order
from host_sim.boards.panels import CORNERS, SIZE, places_fault, places_of
from host_sim.cli.errors import ToolError

TURNS = (0, 90, 180, 270)
COLOURS = {"R": "red", "G": "green", "B": "blue", "W": "white"}
# Orders, turns and whether mirrored, of a whole matrix; a board file cannot rotate tiles together.
WHOLE = [(order, turn, mirror) for turn in TURNS for mirror in (False, True) for order in ("rows", "serpentine")]
TILED = [way for way in WHOLE if not way[1]]
LEAST_TILE = 4  # LEDs along a side
MOST_TILES = 6  # 720 orders
MOST_PANELS = 4  # of a chain, each mounted in its own way


class Listed:
    """Wirings that are listed one by one: pairs of (changes to "leds", the LED of each place on the wire)."""

    def __init__(self, wirings):
        self._left = wirings

    def answers(self, place):
        """Return {LED: how many wirings have it at this place}."""
        return _counted([(leds[place], 1) for _, leds in self._left])

    def keep(self, place, led):
        """Strike out the wirings that have another LED at this place."""
        self._left = [wiring for wiring in self._left if wiring[1][place] == led]

    def first(self):
        """Return one of the wirings that are left, as (changes, LEDs)."""
        return self._left[0]


class Chains:
    """Wirings of a few equal panels, in any order, each mounted in any way: far too many to list.

    What is left is the product of what is left for each panel, but that no two panels lie at one spot.
    """

    def __init__(self, width, height, size):
        self._width, self._size = width, size
        self._spots = [[left, top] for top in range(0, height, size[1]) for left in range(0, width, size[0])]
        self._lies = [None] * len(self._spots)  # the spot of each panel of the wire, where it is known
        ways = [(way, places_of([way | {"at": [0, 0], "size": _unturned(size, way)}], width)) for way in WAYS]
        self._ways = [list(ways) for _ in self._spots]

    def _free(self):
        return [spot for spot in self._spots if spot not in self._lies]

    def answers(self, place):
        panel, at = divmod(place, self._size[0] * self._size[1])
        free = self._free()
        unknown = len(free) - (self._lies[panel] is None)
        count = 1
        for number, ways in enumerate(self._ways):
            count *= len(ways) if number != panel else 1
        for many in range(2, unknown + 1):
            count *= many
        spots = free if self._lies[panel] is None else [self._lies[panel]]
        if not count:
            return {}
        return _counted([(self._led(spot, leds[at]), count) for spot in spots for _, leds in self._ways[panel]])

    def keep(self, place, led):
        panel, at = divmod(place, self._size[0] * self._size[1])
        row, column = divmod(led, self._width)
        spot = [column - column % self._size[0], row - row % self._size[1]]
        if spot not in ([self._lies[panel]] if self._lies[panel] else self._free()):
            self._ways[panel] = []
            return
        self._lies[panel] = spot
        self._ways[panel] = [way for way in self._ways[panel] if self._led(spot, way[1][at]) == led]

    def first(self):
        free = self._free()
        panels = []
        for lies, ways in zip(self._lies, self._ways):
            way = ways[0][0]
            size = _unturned(self._size, way)
            panels.append({"at": lies or free.pop(0)} | ({"size": size} if size != list(SIZE) else {}) | way)
        return {"panels": panels}, tuple(places_of(panels, self._width))

    def _led(self, spot, inside):
        return spot[1] * self._width + spot[0] + inside


def _unturned(size, way):
    return [size[1], size[0]] if way.get("turn", 0) % 180 else list(size)


def _ways():
    """Return the sixteen ways to mount a panel, each as plainly as a board file can say it."""
    seen, found = [], []
    for serpentine in ({}, {"serpentine": True}):
        for order in ({}, {"order": "columns"}):
            for turn in TURNS:
                way = ({"turn": turn} if turn else {}) | order | serpentine
                places = places_of([way | {"at": [0, 0]}], SIZE[0])
                if places not in seen:
                    seen.append(places)
                    found.append(way)
    assert len(found) == 2 * 2 * len(CORNERS)
    return found


def _counted(seen):
    """Return {what: how often} of pairs (what, times)."""
    counts = {}
    for what, times in seen:
        counts[what] = counts.get(what, 0) + times
    return counts


WAYS = _ways()


def wirings(leds):
    """Return the table of likely wirings: `Listed` first, which a board file states more plainly, then `Chains`."""
    if leds["driver"] == "seesaw":
        return [Listed(_orders_of_tiles(leds))]
    width, height = leds["width"], leds["height"]
    known, found = set(), []
    sizes = list(_tiles(width, height))
    wrapped = [("wrapped", way[1], way[2]) for way in WHOLE if way[0] == "rows"] if leds["driver"] == "ht16k33" else []
    for tile in [leds.get("tile"), None] + sizes:
        for way in TILED if tile else WHOLE + wrapped:
            places = tuple(wire_order(width, height, way[0], way[1], way[2], tile))
            if places not in known:
                known.add(places)
                found.append((_changes(way[0], way[1], way[2], tile), places))
    chained = [size for size in sizes if width * height // (size[0] * size[1]) <= MOST_PANELS]
    return [Listed(found)] + [Chains(width, height, size) for size in chained]


def _changes(order, rotate, mirror, tile):
    changes = {"order": order, "rotate": rotate}
    return changes | ({"mirror": True} if mirror else {}) | ({"tile": tile} if tile else {})


def _tiles(width, height):
    """Yield the sizes of panels that may be chained: parts of the whole that are on sale."""
    for across in range(LEAST_TILE, width + 1):
        for down in range(LEAST_TILE, height + 1):
            if width % across == height % down == 0 and (across, down) != (width, height):
                yield [across, down]


def _orders_of_tiles(leds):
    """For tiles on a bus only the place of each address may be wrong."""
    pixels, addresses = order_of(leds), leds["addresses"]
    each = len(pixels) // len(addresses)
    if len(addresses) > MOST_TILES:
        raise ToolError(f"{len(addresses)} tiles are more than can be sorted out by asking: {MOST_TILES} at most")
    found = []
    for places in _orders(range(len(addresses))):  # places[n]: the place of the tile with the nth address
        lies = [None] * len(addresses)
        for number, place in enumerate(places):
            lies[place] = addresses[number]
        seen = [pixels[place * each + led] for place in places for led in range(each)]
        found.append(({"addresses": lies}, tuple(seen)))
    return found


async def find_order(leds, led_at):
    """Return (wiring, seen): (changes to `leds`, the LED at each place), and {place: LED} of the answers.

    led_at(place): lights only this place of the wire; returns the LED that is on, numbered row by row. wiring is None
    if the answers fit no likely one.
    """
    table, seen = wirings(leds), {}
    while True:
        place, open_ = _best_place(table, range(leds["width"] * leds["height"]))
        if not open_:
            break
        seen[place] = await led_at(place)
        for some in table:
            some.keep(place, seen[place])
        table = [some for some in table if some.answers(0)]
    return (table[0].first() if table else None), seen


def _best_place(table, places):
    """Return (place, whether its answer is open): the place that leaves the fewest wirings to be expected."""
    best, least = 0, float("inf")
    for place in places:
        answers = _counted([pair for some in table for pair in some.answers(place).items()])
        if len(answers) > 1:
            left = sum(many * many for many in answers.values())
            if left < least:
                best, least = place, left
    return best, least < float("inf")


async def find_channels(white, colour_of):
    """Return (order, seen): the order of the channels on the wire, and {byte: colour}.

    white: whether the driver allows a white channel. colour_of(byte): lights the channel that this byte of the wire
    sets, counted from 0; returns "red", "green", "blue" or "white". order is None if the answers fit none.
    """
    orders = ["".join(order) for some in ("RGB", "RGBW")[: 1 + white] for order in _orders(some)]
    seen = {}
    while len(orders) > 1:
        byte = min(range(2 * len(orders[-1])), key=lambda byte: _left_at_worst(orders, byte))
        seen[byte] = await colour_of(byte)
        orders = [order for order in orders if _colour(order, byte) == seen[byte]]
    return (orders[0] if orders else None), seen


async def every_place(leds, led_at, seen):
    """Return the LED of every place on the wire, by asking. led_at, seen: as of `find_order`, with what is known.

    A stretch of the wire whose two ends are as far apart as it is long, in one row or column, is straight: some 64
    questions for 16x16. Raises ToolError if an LED was seen at two places.
    """
    width, count = leds["width"], leds["width"] * leds["height"]
    seen, found = dict(seen), [0] * count

    async def at(place):
        if place not in seen:
            seen[place] = await led_at(place)
        return seen[place]

    stretches = [(0, count)]
    while stretches:
        start, stop = stretches.pop()
        length = stop - start - 1
        (row, column), (end_row, end_column) = divmod(await at(start), width), divmod(await at(stop - 1), width)
        down, across = end_row - row, end_column - column
        if length and sorted((abs(down), abs(across))) != [0, length]:
            middle = (start + stop) // 2
            stretches += [(middle, stop), (start, middle)]
            continue
        step = (down * width + across) // max(length, 1)
        found[start:stop] = [seen[start] + step * number for number in range(stop - start)]
    fault = places_fault(found, width, leds["height"])
    if fault:
        raise ToolError(f'{fault}: so they were shown; start again, or write "places" by hand, see boards/schema.json')
    return found


def shown(seen, width):
    """Return in words where each place was seen, columns and rows from 1 as the person counts them."""
    return ", ".join(
        [f"place {place} lit column {led % width + 1}, row {led // width + 1}" for place, led in sorted(seen.items())]
    )


def _colour(order, byte):
    return COLOURS[order[byte % len(order)]]


def _left_at_worst(orders, byte):
    return max(_counted([(_colour(order, byte), 1) for order in orders]).values())


def _orders(some):
    """Return all orders of a few things, in the order of itertools.permutations."""
    some = list(some)
    if not some:
        return [[]]
    return [[first] + rest for at, first in enumerate(some) for rest in _orders(some[:at] + some[at + 1 :])]
