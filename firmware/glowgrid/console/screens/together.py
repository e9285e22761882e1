"""What a linked device asks a person: to join a match, which of two to keep, whether a move may be taken back; and the
sign that the wire is in.
"""

from glowgrid.clock import since
from glowgrid.console import load
from glowgrid.console.screen import Screen
from glowgrid.console.screens.choice import RESUME, Choice, side_by_side
from glowgrid.console.screens.pictures import draw_icon
from glowgrid.console.sharing import joining
from glowgrid.rules.game import parse_size

_WIRED_MS = 2000
WIRED, JOIN, THEIRS, YES, NO = side_by_side(
    "........ ........ ........ ......+. !.....!.",
    "###..eee 111..222 ###..### ......+. .!...!..",
    "#.#..e.e 1.1..2.2 #.#..#?# .....+.. ..!.!...",
    "#.####.e 1.1??2.2 #.#??#?# +....+.. ...!....",
    "#.#..e.e 1.1..2.2 #.#..#?# .+..+... ..!.!...",
    "###..eee 111..222 ###..### ..+.+... .!...!..",
    "........ ........ ........ ...+.... !.....!.",
    "........ ........ ........ ........ ........",
)


class Wired(Screen):
    """Two devices and the wire between them, for two seconds or until a key is pressed."""

    NAME = "wired"
    HELP = "The other device answers. Any key goes on."
    LOOK_MS = 1 << 28  # words would take longer

    def __init__(self, app):
        self._before = app.screen
        super().__init__(app)

    def work(self, now_ms):
        if since(now_ms, self.since) >= _WIRED_MS:
            self._go_on(now_ms)

    def press(self, key, role, now_ms):
        self.app.soon(self._go_on)

    def _go_on(self, now_ms):
        self.app.go(self._before)

    def draw(self, frame, now_ms):
        draw_icon(frame, self.app.panel.width, self.app.panel.height, WIRED)


class Asking(Choice):
    """Two answers to something that the other device wants; the back key is the second.

    says   what it is, in a few words
    """

    def __init__(self, app, says, yes, no):
        super().__init__(app, [yes, no])
        self.says = says
        self.on_back = no[2]

    def help(self):
        return "%s   %s" % (self.says, super().help())

    def words(self):
        return "%s: %s" % (self.says, self.entry_name()), None


class Choosing(Asking):
    """About a match of the other device; it goes away when that has another one, or none.

    heard   the Heard of that match; leave   an action: where to go then
    """

    heard = leave = None

    def work(self, now_ms):
        link = self.app.link
        if link and not (link.offered and link.offered.number == self.heard.number):
            self.leave(now_ms)


class Offer(Choosing):
    """The other device has begun a match: join it, or not now."""

    NAME = "join"

    def __init__(self, app, heard):
        self.heard = heard
        before = app.screen
        self.leave = lambda now_ms: app.go(before)
        yours = [app.panel.sides[side] for side in sides_left(app, heard)]
        says = "%s, you are %s" % (name_of(heard), " and ".join(yours))

        def not_now(now_ms):
            app.link.decline(heard)
            app.go(before)

        def take(now_ms):
            if app.match and app.match.has_moves_to_lose():
                load.sure.ask_match(self, JOIN, lambda now_ms: join(app, heard, now_ms))
            else:
                join(app, heard, now_ms)

        super().__init__(app, says, ("join", JOIN, take), ("not now", NO, not_now))


class KeepWhich(Choosing):
    """The devices have different matches under way, or different moves of one: keep this one, or take the other's."""

    NAME = "keep which"

    def __init__(self, app, heard):
        def keep(now_ms):
            app.link.decline(heard)
            app.resume(now_ms)

        self.heard, self.leave = heard, app.resume
        says = "not the same game, the other one has %s, move %d" % (name_of(heard), heard.plies)
        super().__init__(
            app, says, ("keep mine", RESUME, keep), ("take the other", THEIRS, lambda now_ms: join(app, heard, now_ms))
        )
        self.on_back = keep


class TakeBack(Asking):
    """The other person asks for the last move back."""

    NAME = "take back"

    def __init__(self, app):
        super().__init__(
            app,
            "the other one asks to take back",
            ("yes", YES, lambda now_ms: self._answer(True, now_ms)),
            ("no", NO, lambda now_ms: self._answer(False, now_ms)),
        )

    def work(self, now_ms):
        match = self.app.match
        if match and match.shared and not load.taking_back.is_asked(match):  # a move was made meanwhile
            self.app.resume(now_ms)

    def _answer(self, yes, now_ms):
        match = self.app.match
        taking_back = load.taking_back
        if taking_back.is_asked(match) and taking_back.answer(match, yes):
            self.app.match_changed(now_ms)
        self.app.resume(now_ms)


def take_after_all(app, heard):
    """Return the entry of the pause for a person who has kept another match."""
    return "take the other", THEIRS, lambda now_ms: app.go(KeepWhich(app, heard))


def join(app, heard, now_ms):
    """Join the match that the other device has; say so if it cannot be played here."""
    app.link.decline(heard)  # unless it is joined
    game = _game(app, heard)
    if not game or max(heard.sides) > game.sides or len(heard.sides) == game.sides:  # another game of that name
        app.warn(app.open_menu, ["%s: this device does not have the game" % heard.game])
        return
    if game.hidden and heard.plies:
        app.warn(app.open_menu, ["%s: this device has lost its stones; begin again" % heard.game])
        return
    try:
        size = () if heard.size == "-" else parse_size(heard.size)
        game.setup(size)
    except ValueError as error:
        app.warn(app.open_menu, [str(error)])
        return
    app.start_match(game, size, [0] * game.sides, now_ms, shared=joining(app, game, heard))


def _game(app, heard):
    for game in app.games:
        if game.name == heard.game:
            return game
    return None


def sides_left(app, heard):
    """Return the sides of a match of the other device that do not play there."""
    game = _game(app, heard)
    return [side for side in range(1, (game.sides if game else 2) + 1) if side not in heard.sides]


def name_of(heard):
    """Return the game of a match of the other device, and its size: "hex 5"."""
    return heard.game if heard.size == "-" else heard.game + " " + heard.size
