"""What a game file declares: a name, a sentence, sizes, an icon, and how to set a position up."""

FAMILIES = "lines", "groups", "minimax"
_ICON = ("1..2" * 2 + "." * 8) * 4  # for a game that draws none


class Game:
    """A game that you can choose, play and name in commands. It needs a name, a sentence, and `setup`.

    name    as typed in commands, such as "tic-tac-toe"
    title   title(*size) or title(): what people call the game, with or without a size; None: its name and its size
    about   the rules in one sentence
    source  where the rules come from
    sides   number of sides, 2 or 3
    sizes   the sizes that the menu offers, the default first; each is a tuple of ints. Left out: one size, ()
    icon    eight rows of eight palette signs (console/palette.py) shown in the menu; a list of rows or one text
    setup   setup(*size): the initial position; ValueError for a size that is not possible
    sketch  sketch(*size): rows of palette signs that show a size in the menu, one sign a point; None with only one size
    order   place in the menu, lowest first
    engine  the family of engines that play it: "lines" and "groups" are fast and need a position of exactly that class;
            "minimax" plays anything. None: the fastest that can play the position
    swap    whether its rules know the swap rule; then a match may turn it off
    levels  how many levels the engine has, or levels(*size), the same number that levels.py gives for the position. If
            stated, the seats screen appears sooner
    goals   what each side has to do to win, in a few words after its colour, such as "top to bottom": one text for all
            sides, a tuple of one per side, or goals(*size), which returns either; "" if left out
    hidden  whether each side sees only its own stones, in a game of lines or groups (rules/hidden.py)

    file    the path of the file, if it is a person's own (games/__init__.py sets it)
    """

    file = ""

    def __init__(
        self,
        name,
        about,
        source="",
        sides=2,
        sizes=((),),
        icon=_ICON,
        setup=None,
        sketch=None,
        order=50,
        engine=None,
        title=None,
        swap=False,
        levels=0,
        goals="",
        hidden=False,
    ):
        if engine not in FAMILIES and engine is not None:
            raise ValueError("%s: engine %r; expected one of %s" % (name, engine, ", ".join(FAMILIES)))
        self.name = name
        self.about = about
        self.source = source
        self.sides = sides
        self.sizes = sizes
        try:
            self.icon = "".join(icon)  # one text: MicroPython keeps each short one that it loads for ever
        except TypeError:  # trial.py reports it
            self.icon = icon
        self.order = order
        self.engine = engine
        self.swap = swap
        self.stated_levels = levels
        self.stated_goals = goals
        self.hidden = hidden
        self.sketch = sketch
        self.stated_title = title
        self._setup = setup

    def setup(self, size=None):
        """Return the initial position for a size (default if None); one-line ValueError if the size is not possible."""
        if size is None:
            size = self.sizes[0]
        if len(size) != len(self.sizes[0]):
            wanted = "expected one like " + size_name(self.sizes[0]) if self.sizes[0] else "it has only one, give none"
            raise ValueError("%s: size %s; %s" % (self.name, size_name(size) or "none", wanted))
        if not self._setup:
            raise ValueError("%s: setup is missing; a function that returns a position at its start" % self.name)
        position = self._setup(*size)
        if not hasattr(position, "family"):
            what = type(position).__name__
            raise ValueError("%s: setup returns %s, which is no position; return tables.position()" % (self.name, what))
        if self.hidden:
            position = __import__("glowgrid.rules.hidden", None, None, ("Hidden",)).Hidden(position)
        self.family(position)
        return position

    def title(self, size=()):
        """Return what people call the game, with or without a size: "Hex 5", "Five in a row 8x8", "Tic-tac-toe"."""
        if self.stated_title:
            return self.stated_title(*size)
        return (self.name[:1].upper() + self.name[1:] + " " + size_name(size)).rstrip()

    def levels(self, size):
        """Return how many levels the engine has at this size; 0 if that is not stated."""
        return self.stated_levels(*size) if callable(self.stated_levels) else self.stated_levels

    def goals(self, size=None) -> tuple:
        """Return what each side has to do to win at this size (the default size if None), in a few words a side."""
        found = self.stated_goals
        if callable(found):
            found = found(*(self.sizes[0] if size is None else size))
        return (found,) * self.sides if isinstance(found, str) else found

    def family(self, position):
        """Return the family of engines that play this position: "lines", "groups" or "minimax".

        ValueError if the game states a fast family that does not fit the position: its proofs would be wrong.
        """
        own = position.family()
        if own not in (None, "lines", "groups"):  # a text is shown, a number may be too long
            found = repr(own)[:20] if isinstance(own, str) else type(own).__name__
            raise ValueError("%s: family returns %s; expected 'lines', 'groups' or None" % (self.name, found))
        if self.engine in (None, own, "minimax"):
            return self.engine or own or "minimax"
        raise ValueError(
            "%s: engine %r does not know the rules of %s; state 'minimax' or none"
            % (self.name, self.engine, type(position).__name__)
        )


def one_line(text):
    """Return a text from a person's file, safe for a terminal: each control character, such as ESC, becomes a blank."""
    return "".join([sign if " " <= sign < "\x7f" or "\xa0" <= sign else " " for sign in text])


def size_name(size):
    """Return a size as people type it: (5, 4, 4) is "5,4,4"."""
    return ",".join([str(number) for number in size])


def parse_size(text):
    """Return the size that a text names: "5,4,4" is (5, 4, 4); ValueError if it is not numbers between commas."""
    numbers = [number.strip() for number in text.split(",")]
    for number in numbers:
        if not 0 < len(number) < 10 or number.strip("0123456789"):
            raise ValueError("size %s; expected whole numbers between commas, such as 5,4,4" % text)
    return tuple([int(number) for number in numbers])
