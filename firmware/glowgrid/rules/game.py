"""What a game file declares: a name, a sentence, sizes, an icon, and how to set a position up."""

_ASLEEP = ("_setup", "sketch", "sizes", "about", "source")


class Game:
    """A game that can be chosen, played and named in commands.

    name    as typed in commands, such as "tic-tac-toe"
    about   the rules in one sentence
    source  where the rules come from
    sides   number of sides, 2 or 3
    sizes   the sizes offered in the menu, the first one the default; each a tuple of ints (may be empty)
    icon    eight rows of eight palette signs (console/palette.py) shown in the menu
    sketch  sketch(*size): rows of palette signs that show a size in the menu, one sign a point; None if there is one size
    order   place in the menu, lowest first
    engine  the family of engines that play it ("lines", "groups"), or None: then only persons can
    """

    def __init__(self, name, about, source, sides, sizes, icon, setup, sketch=None, order=50, engine="lines"):
        self.name = name
        self.about = about
        self.source = source
        self.sides = sides
        self.sizes = sizes
        self.icon = icon
        self.order = order
        self.engine = engine
        self.sketch = sketch
        self._setup = setup

    def setup(self, size=None):
        """The initial position for a size (the default size if None); ValueError, in one line, for an unfit one."""
        if size is None:
            size = self.sizes[0]
        if len(size) != len(self.sizes[0]):
            wanted = "expected one like " + size_name(self.sizes[0]) if self.sizes[0] else "it has only one, give none"
            raise ValueError("%s: size %s; %s" % (self.name, size_name(size) or "none", wanted))
        return self._setup(*size)

    def sleep(self):
        """Let go of all that the menu can do without, 0.5 to 1 KB; until `wake` there is no setup."""
        for name in _ASLEEP:
            setattr(self, name, None)

    def is_asleep(self):
        return self._setup is None

    def wake(self, same):
        """`same`: the same game, loaded again."""
        for name in _ASLEEP:
            setattr(self, name, getattr(same, name))


def size_name(size):
    """A size as it is typed: (5, 4, 4) is "5,4,4"."""
    return ",".join([str(number) for number in size])


def parse_size(text):
    """The size that is typed as text: "5,4,4" is (5, 4, 4); ValueError if it is not numbers between commas."""
    numbers = [number.strip() for number in text.split(",")]
    for number in numbers:
        if not 0 < len(number) < 10 or number.strip("0123456789"):
            raise ValueError("size %s; expected whole numbers between commas, such as 5,4,4" % text)
    return tuple([int(number) for number in numbers])
