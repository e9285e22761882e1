"""For MicroPython's WebAssembly port: the real console on the keys and lights of the page, for worker.js.

match/link_match.py and match/key_ways.py read what comes from the page; page_state.py makes what goes to it, which
is JSON unless it is a number. Of the console it uses App (screen, tick, resume, save_now, give_up,
blame_game, go, match, games, settings, saving, link), Storage and Lights.
"""

import json

from glowgrid.console import load
from glowgrid.console.app import TICK_MS, App
from glowgrid.console.match import ADVICE
from glowgrid.console.palette import RGB
from glowgrid.console.storage import MATCH, Storage
from glowgrid.hardware.lights import kind
from glowgrid.levels import LEVELS
from glowgrid.search import DRAWN
from glowgrid.search.engine import WORK_VERSION

from ...boards import from_text
from ...console.refusal import MATCHES, Refusals
from ...own_games import own_files
from ..field.explaining import Tree
from ..field.field_state import match_shown, picture_of
from ..learn import puzzle_list, refutation
from ..match import key_ways, link_match
from ..setup import set_up as setting_up
from . import following
from .page_state import earlier, games_here, position, signature, spoken

SAVES = "/saves"
FRAME, TONES, SAID, POSITION, SAVED, GAMES_FOUND, SENT = 1, 2, 4, 8, 16, 32, 64  # what a tick may have changed
_MOST_HEARD = 1024  # bytes; the console reads faster than another one writes
_LINK = {"uart": 0, "tx": 0, "rx": 1}  # as a board has it; the pins stand for the page's connection
_LOOK = 5  # ticks between two looks at what the screen says
_DEMO = "engines play each other"


class Keys:
    """Virtual keys: `down[key]` is 1 while it is down."""

    def __init__(self, count):
        self.count = count
        self.down = bytearray(count)

    def scan(self, levels):
        levels[:] = self.down


class Leds:
    """Virtual LEDs, a speaker and a battery: `changed` since the page was last asked, `tones` since it took them."""

    def __init__(self):
        self.changed = False
        self.tones = []

    def write(self, rgb):
        self.changed = True

    def off(self):
        self.changed = True

    def millivolts(self):
        """Return the voltage of a full battery: the page has no other."""
        return 20_000

    def tone(self, hertz, volume):
        self.tones.append([hertz, volume])


class Wire:
    """The wire to the console of another page: `came` is not read yet, `sent` is not taken yet."""

    def __init__(self):
        self.came = self.sent = b""

    def read(self, most):
        taken, self.came = self.came[:most], self.came[most:]
        return taken or None

    def write(self, line):
        self.sent += line

    def hear(self, text):
        """Take what the page has heard; drop it while too much is waiting."""
        if len(self.came) + len(text) <= _MOST_HEARD:
            self.came += text.encode()


class Saves(Storage):
    """Saves that the page keeps."""

    _written = False
    _aside = 0  # saves that were set aside, under another name: each is a fault

    def saving(self, name, data):
        for written in super().saving(name, data):
            self._written |= bool(written)
            yield written

    def take_changed(self):
        """Return whether files have changed since the last call."""
        changed = self._written or self._aside != len(self.faults)
        self._written, self._aside = False, len(self.faults)
        return changed


class Handheld:
    """The console of a board, switched on.

    restarted: whether it goes on with the saved match at once. linked: whether another page is connected; a saved match
    that is shared has its link in any case.
    """

    def __init__(self, board, restarted=False, linked=False):
        keys = board["keys"]
        self.keys = Keys(keys["width"] * keys["height"])
        self.leds = Leds()
        self.lights = kind(board)(board, RGB, self.leds)
        self.saves = Saves(SAVES)
        self.wire = Wire()
        kept = (self.saves.load(MATCH) or {}).get("link")
        self.shared = kept and kept[0]  # the number of the match that another page shares, if one is saved
        if linked or kept:
            board["link"] = _LINK
        self.app = App(self.keys, self.lights, self.saves, board, None, self._driver)
        self.app.restarted = restarted
        self.now_ms = 0
        self.untold = 0  # what has changed in passes that the page did not make
        self.refusals = Refusals()
        self.said = self.seen = self._known = self._games = None
        self.pictures, self.tried = {}, {}  # see field/field_state.py: of the match, of variations
        self.tree = Tree()
        self.demo = False  # whether engines play each other until a key is pressed
        self._solving = None, 0  # the match of a link to a puzzle, the side that is to solve it

    def _driver(self, kind, part):
        return self.wire if kind == "link" else self.leds

    def tick(self):
        """Make one pass of the console; return what has changed, bits."""
        app, leds = self.app, self.leds
        app.tick(self.now_ms)
        self.refusals.look(app, self.now_ms)
        self.now_ms += TICK_MS
        changed, self.untold = self.untold, 0
        if leds.changed:
            leds.changed = False
            changed |= FRAME
        if leds.tones:
            changed |= TONES
        if self.saves.take_changed():
            changed |= SAVED
        if self.wire.sent:
            changed |= SENT
        if self.now_ms // TICK_MS % _LOOK == 1:
            changed |= self.look()
        return changed

    def look(self):
        """Return whether what the screen says has changed, and the position; both are made only then."""
        changed = 0
        if self.app.games and self.app.games is not self._games:
            self._games = self.app.games
            changed = GAMES_FOUND
        said = spoken(self.app)
        said["waits"] = self._waiting()
        if self.demo:
            said["help"] = _DEMO
        if said != self.said:
            self.said = said
            changed |= SAID
        screen = self.app.screen
        if self.seen and screen and screen.NAME == "starting":
            return changed  # the field stays until the match is there
        known = signature(self.app, self.refusals.said)
        if known != self._known:
            self._known = known
            self.seen = position(self.app, self.refusals.said, self.pictures, self.tree)
            changed |= POSITION
            self._solve()
        return changed

    def _waiting(self):
        """Return a sentence if another page waits while a match is up that only this page plays; else ""."""
        link, screen = self.app.link, self.app.screen
        offered = link and link.offered
        if not offered or not screen or screen.NAME not in MATCHES or screen.match.shared:
            return ""
        return "Your match waits." if offered.number == self.shared else "The other one begins a game."

    def _solve(self):
        """Allow hint and coach again once a puzzle is solved."""
        match, side = self._solving
        if match and match.position.winner == side:
            self._solving = None, 0
            match.without = 0

    def connect(self, app):
        """Another page is connected: go on with the match that both share, or wait in the menu. app: the console's."""
        app.settings.fresh = False
        self._pass(app, "splash")
        self._link(app)
        shares = app.match_under_way() and app.match.shared
        (app.resume if shares else app.open_menu)(self.now_ms)

    def _link(self, app):
        if not app.link:
            app.link = load.sharing.link_on(self._driver, _LINK)

    def demonstrate(self):
        """Go to the screen on which engines play each other, as after a minute without a key."""
        self.demo = True
        self.app.settings.fresh = False
        self._pass(self.app, "splash")
        self.app.go(load.attract.Attract(self.app))
        self.tick()

    def open_position(self, app, link):
        """Go to the position of a link at once; ValueError, in one line, if there is none such. app: the console's.

        link: game, size, stones (a text, see rules/placed.py), moves (a text with commas), to ("coach", "hint",
        "minimax": its search, step by step, "guided": a guided game, of its own size and seats, or ""), seats (a text,
        9: your level; "": a person at the side to move, the engine at the others), puzzle (whether the side to move is
        to win), plies (of that win, if it is known), swap ("off": without its rule), away (the sides that play on
        another page, a list) and number (of a match that begins so, below 2^29). Or named, a puzzle of the files,
        "hex-12", and moves.
        """
        app.settings.fresh = False
        app.settings.knows_pause = True  # which two keys open it: the page has a button
        self._pass(app, "splash")
        if link.get("to") == "guided":
            app.go(link_match.guided_start(app, link))
            self._arrive(app)
            return link_match.guide(app, link)
        if "named" in link:
            match = puzzle_list.match_of_puzzle(app, link["named"])
            link_match.play(match.position, link.get("moves", ""))
        else:
            match = link_match.match_of(app, link)
        if link.get("puzzle"):
            self._solving = match, link_match.solver_of(match)
            match.without = ADVICE
        app.match = match
        if match.shared:
            self._link(app)
            app.match_changed(self.now_ms)
        match.coach = link.get("to") == "coach" and not match.without
        app.resume(self.now_ms, link.get("to") == "hint" and not match.without)
        self._arrive(app)
        if link.get("to") == "minimax":
            app.go(load.starting.Starting(app, load.minimax.setting_up(app)))
            self._pass(app, "starting")

    def follow(self, app, saved):
        """Go to the match of another device (following.py); ValueError, in one line, if it cannot be shown."""
        app.settings.fresh = False
        self._pass(app, "splash")
        app.match = following.followed(app, saved)
        app.resume(self.now_ms)
        self._arrive(app)

    def _arrive(self, app):
        """Run until the match is there."""
        self.untold |= self.tick()  # a screen is changed in the next tick
        self._pass(app, "starting")

    def _pass(self, app, name):
        """Run until the screen with this name is left."""
        while app.screen.NAME == name:
            self.untold |= self.tick()


# What worker.js calls ---------------------------------------------------------------------------------------------


_on = []  # the console, once it is on


def switch_on(about):
    """Switch the console on; return what the page has to know.

    about: JSON: board (the text of its file), lights (of a grid, in place of what is in its "leds"), restarted, first
    (whether a console without saves begins with its first start), link (see open_position) or null, demo (whether
    engines are to play each other, until a key is pressed), linked (whether another page
    is connected).
    """
    about = json.loads(about)
    board = from_text.board_of(about["board"])
    board["leds"].update(about.get("lights", {}))
    known = {"made": "speed %g work %d" % (board.get("speed", 1), WORK_VERSION), "levels": LEVELS, "fault": None}
    console = Handheld(board, about.get("restarted", False), about.get("linked", False))
    _on[:] = [console]
    console.app.settings.fresh &= about.get("first", True)
    link = about.get("link")
    if link:
        try:
            console.open_position(console.app, link)
        except (ValueError, MemoryError) as error:
            known["fault"] = str(error) or "there is not memory enough"
            known["lights"] = link_match.lights_for(console.app, link)
    elif about.get("linked"):
        console.connect(console.app)
    elif about.get("demo"):
        console.demonstrate()
    console.look()
    console.untold = 0  # the page takes all
    keys, leds = board["keys"], board["leds"]
    known["leds"] = {"width": leds["width"], "height": leds["height"], "order": list(console.lights.order)}
    known["keys"] = {"width": keys["width"], "height": keys["height"], "roles": keys["roles"]}
    known["under"] = keys["driver"] in ("seesaw", "tca9555")  # each key has an LED under it
    known["sound"] = "sound" in board
    known["found"] = bool(console.app.games)
    known["ms"] = console.now_ms
    return json.dumps(known)


def tick():
    return _on[0].tick()


def wire():
    """Return the id of the bytes on the wire, R, G, B per LED; it stays the same."""
    return id(_on[0].lights.wire)


def connect():
    _on[0].connect(_on[0].app)


def hear(text):
    """Take what another page sends."""
    _on[0].wire.hear(text)


def take_sent():
    """Return what is to go to the other page, lines of ASCII."""
    sent, _on[0].wire.sent = _on[0].wire.sent, b""
    return sent.decode()


def press(key, down):
    _on[0].keys.down[key] = down


def take_tones():
    tones, _on[0].leds.tones = _on[0].leds.tones, []
    return json.dumps(tones)


def take_said():
    return json.dumps(_on[0].said)


def take_position():
    return json.dumps(_on[0].seen)


def take_games():
    return json.dumps(games_here(_on[0].app))


def preview(name, size):
    """Return the empty field of a game of a size (a list as JSON), in JSON; null if there is none."""
    return json.dumps(link_match.empty_field(_on[0].app, name, json.loads(size)))


def look_back(plies):
    """Return the state of the match after its first `plies` (see earlier), in JSON; null where no match is played."""
    match = match_shown(_on[0].app)
    return json.dumps(match and earlier(match, plies, _on[0].pictures))


def set_up(about):
    """Return what stones make on a field, in JSON, or the fault (setup/set_up.py). about: as JSON."""
    return _made(lambda: setting_up.set_up(_on[0].app, json.loads(about)))


def variation(about):
    """Return the field after the moves of a variation, in JSON, or the fault (setup/set_up.py). about: as JSON."""
    return _made(lambda: setting_up.variation(_on[0].app, json.loads(about), _on[0].tried))


def _made(answer):
    try:
        return json.dumps(answer())
    except (ValueError, MemoryError) as error:
        return json.dumps({"refused": str(error) or "there is not memory enough"})
    except Exception as error:  # a person's own game: the console goes on
        return json.dumps({"refused": "the rules of this game fail there: %r" % error})


def puzzles():
    """Return all puzzles, in JSON (learn/puzzle_list.py)."""
    return json.dumps(puzzle_list.listed(_on[0].app))


def solved_together(records):
    """Return two records of solved puzzles as one (learn/puzzle_list.py). Each: its bytes, as JSON."""
    return json.dumps(list(puzzle_list.together(*[bytes(each) for each in json.loads(records)])))


def why():
    """Return why a try at the puzzle fails, or how it is won, in JSON (learn/refutation.py); null for neither."""
    app = _on[0].app
    match = match_shown(app)
    of_file = match and puzzle_list.about(app, match)
    if not match or not refutation.can_explain(match, of_file and of_file["solved"]):
        return "null"
    return json.dumps(refutation.explained(match, picture_of(match, _on[0].pictures)))


def reason(plies, solution, fine):
    """Return the line that shows why the move after the first `plies` is wrong, in JSON (learn/refutation.py).

    fine: winners with spaces between them, 0 for a draw.
    """
    match = match_shown(_on[0].app)
    if not match:
        return "null"
    ends = [int(each) or DRAWN for each in fine.split()]
    picture = picture_of(match, _on[0].pictures)
    return json.dumps(refutation.reason(match, plies, picture, solution.split(), ends))


def open_text(text, name, game, size):
    """Return the match that a text holds, in JSON, or its fault, as records/sharing.py says. name: of its file."""
    return _shared(lambda sharing: sharing.opened(_on[0].app, text, name, game, size))


def follow(saved):
    """Go to the match of another device, a record in JSON; return why not, in JSON, "" if it is shown."""
    try:
        _on[0].follow(_on[0].app, json.loads(saved))
    except (ValueError, MemoryError) as error:
        return json.dumps(str(error) or "there is not memory enough")
    return json.dumps("")


def write_match():
    """Return the match for other programs, in JSON (see records/sharing.py), or the fault: why it cannot be written."""
    return _shared(lambda sharing: sharing.written(match_shown(_on[0].app)))


def _shared(answer):
    from ...records import sharing

    try:
        return json.dumps(answer(sharing))
    except (ValueError, MemoryError) as error:
        final = isinstance(error, sharing.NoGame)  # no game or size that a person states changes it
        return json.dumps({"fault": str(error) or "there is not memory enough", "final": final})


def keys_for(point):
    return json.dumps(key_ways.keys_to(_on[0].app, point))


def keys_to_entry(name):
    return json.dumps(key_ways.keys_that_take(_on[0].app, name))


def finish():
    """Save what is due, now: the console ends."""
    _on[0].app.save_now()


def is_saving():
    """Return whether anything is not saved yet."""
    saving = _on[0].app.saving
    return bool(saving.match_due or saving.settings_due or saving.steps)


def end():
    """The console crashes: save what has to be, and record the crash if it is in a person's own game."""
    _on[0].app.give_up()
    _on[0].app.blame_game()
    _on[0].saves.take_changed()


def check_game(file):
    """Return what a person's own file holds, in JSON (own_files.py)."""
    return json.dumps(own_files.game_in(file))


def check_strategy(file):
    """Return what a person's own strategy plays, in JSON (own_files.py)."""
    return json.dumps(own_files.strategy_in(file))


def check_board(text):
    """Return the fault of a board file, in one line; "" if there is none."""
    return from_text.board_fault(text)
