"""A board with random wires and the person in front of it, for the tests of `selftest --wiring`, without a Pico."""

from tools.workshop.talk.wiring.probe import Lines

SIDE = 8
NAMES = {"R": "red", "G": "green", "B": "blue", "W": "white"}


class Model:
    """A board with its wires, and the person in front of it. places: the LED of each place on the wire."""

    def __init__(self, width, places, channels, rows, columns, diodes="none", patient=True):
        self.width, self.places, self.channels = width, places, channels
        self.rows, self.columns, self.diodes = rows, columns, diodes
        self.patient = patient
        self.questions = 0
        self.said = []

    # The probe.

    async def lines(self):
        return Lines([], [], [])

    async def begin_lights(self, changes):
        pass

    async def light(self, byte):
        self._lit = byte

    async def dark(self):
        self._lit = None

    async def press(self, column=None, row=None):
        """Both: the person presses the key, and then the probe asks what it joins."""
        if column is not None:
            self._pressed = self.rows[row], self.columns[column]
            return None
        row, column = self._pressed
        ways = {"row_to_column": [(column, row)], "column_to_row": [(row, column)]}
        return set(ways.get(self.diodes, [(row, column), (column, row)]))

    # The person.

    def say(self, text):
        self.said.append(text)

    async def steady(self):
        self.questions += 1
        return True

    async def place(self):
        self.questions += 1
        row, column = divmod(self.places[self._lit // len(self.channels)], self.width)
        return column, row

    async def colour(self):
        self.questions += 1
        return NAMES[self.channels[self._lit % len(self.channels)]]

    async def agrees(self, text):
        self.said.append(text)
        return self.patient


def mounted(chance, width=SIDE, height=SIDE):
    """Return the rows of a panel that is mounted in a random way: at each LED its place on the wire."""
    turns = chance.randrange(4)
    if turns % 2:
        width, height = height, width
    rows = [list(range(row * width, row * width + width)) for row in range(height)]
    if chance.random() < 0.5:
        rows = [row[::-1] if number % 2 else row for number, row in enumerate(rows)]
    if chance.random() < 0.5:
        rows = [row[::-1] for row in rows]
    for _ in range(turns):
        rows = [list(row) for row in zip(*rows[::-1], strict=True)]
    return rows


def chained(chance, width, height):
    """Return the LED of each place for panels of 8x8 in any order, each mounted in any way; or for a whole matrix."""
    size = (width, height) if chance.random() < 0.2 else (SIDE, SIDE)
    spots = [(left, top) for top in range(0, height, size[1]) for left in range(0, width, size[0])]
    chance.shuffle(spots)
    places = []
    for left, top in spots:
        at = {
            place: (top + row) * width + left + column
            for row, line in enumerate(mounted(chance, *size))
            for column, place in enumerate(line)
        }
        places += [at[place] for place in range(len(at))]
    return places


def a_model(chance, width, height):
    rows, columns = [2, 3, 4, 5], [6, 7, 8, 9]
    if chance.random() < 0.5:  # transposed
        rows, columns = columns, rows
    if chance.random() < 0.5:  # mirrored; both: turned
        rows = rows[::-1]
    if chance.random() < 0.5:
        columns = columns[::-1]
    channels = "".join(chance.sample("RGB", 3)) + chance.choice(("", "W"))
    diodes = chance.choice(("none", "row_to_column", "column_to_row"))
    return Model(width, chained(chance, width, height), channels, rows, columns, diodes)
