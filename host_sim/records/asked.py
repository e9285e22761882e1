"""What a person states of a game, by `--game` and `--size` or the menus of the page: the last word over every file."""

from glowgrid.rules.game import size_name

from .record import NoRecord

DEFAULTS = {"hex": "11", "havannah": "8", "y": "11", "mnk": "15"}
USUAL = {"hex": (11, 13, 14, 15, 19), "mnk": (15, 19)}  # sizes of fields; of other games the default
TITLES = {"hex": "Hex", "havannah": "Havannah", "y": "Y", "mnk": "five in a row"}


class Asked:
    """The game and the size that a person stated; "" and () for neither."""

    def __init__(self, game="", size=()):
        self.game, self.size = game, size

    def size_for(self, game):
        """Return the stated size as this game has it; () for none. 15 alone is five in a row on 15x15."""
        if game != "mnk" or not self.size or len(self.size) > 2:
            return self.size
        return (self.size * 2)[:2] + (5,)

    def or_game(self, game):
        """Return this, with a game that the form of a text says, where none is stated."""
        return self if self.game else Asked(game, self.size)

    def settled(self, game, size, says=""):
        """Return (game, size, notes): as stated, else as a file says; "" or () where neither says it.

        The notes say where the two differ. NoRecord if the size in the file fits no field of the game that was stated.
        says: how a note has what the file says; "" for its game and size.
        """
        name = self.game or game
        stated = self.size_for(name) or (size if name == game else fitted(name, size))
        differs = game and (name != game or (size and stated != size))
        says = says or f"the file says {named(game, size)}"
        return name, stated, [differs_from(says, named(name, stated))] if differs else []


def differs_from(says, stated):
    """Return the note for a file that says another game or size than the one that was stated."""
    return f"read as {stated}, as stated; {says}"


def named(game, size):
    """Return a game with its size, as `--game` and `--size` take them; columns x rows where they must be equal."""
    if len(size) == 2 and game in DEFAULTS and game != "mnk":
        return f"{game} {size[1]}x{size[0]}"
    return f"{game} {size_name(size)}".rstrip()


def field_of(game, number):
    """Return the size of a field with so many rows and columns."""
    return (number, number, 5) if game == "mnk" else (number,)


def usual(game, names, sizes=USUAL):
    """Return the smallest usual size of a game, as `field_of` takes it, that has all points. sizes: those of a site."""
    least = max([max(ord(name[0]) - 96, int(name[1:])) for name in names if name[1:].isdigit()] or [1])
    return next((size for size in sizes.get(game, (int(DEFAULTS[game]),)) if size >= least), least)


def fitted(game, size):
    """Return the size of another game's field as this game has it; () if there is none. NoRecord if it does not fit."""
    if not size or game not in DEFAULTS:
        return ()
    rows, columns = (size * 2)[:2] if len(size) == 1 else size[:2]
    if game == "mnk":
        return rows, columns, 5
    if rows != columns:
        raise NoRecord(f"{columns}x{rows}: a field of unequal sides; expected equal ones, or --size")
    return (rows,)
