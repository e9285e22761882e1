"""For MicroPython's WebAssembly port: the real console on the keys and lights of the page, for worker.js to run.

Of the console it uses App (screen, tick, resume, give_up, go, match, games, memory, tick_work, settings, keypad,
panel), its screens (NAME, help, faults; in a match: match, position, seen, points, key_point, cursor, thinking, hurry,
refused, block; in a choice: entries, at), Match, Storage and Lights. Whatever goes to the page and is no number goes
as JSON.
"""

import json

from glowgrid import games, record
from glowgrid.console import load, your_level
from glowgrid.console.app import TICK_MS, App
from glowgrid.console.match import PERSON, YOURS, Match
from glowgrid.console.palette import RGB
from glowgrid.console.pointing import nearest
from glowgrid.console.screen import BACK, DOWN, LEFT, RIGHT, SELECT, UP
from glowgrid.console.screens import outside
from glowgrid.console.storage import Storage
from glowgrid.console.view import check_fit
from glowgrid.hardware import board_check
from glowgrid.hardware.lights import Lights
from glowgrid.levels import LEVELS
from glowgrid.rules.game import parse_size
from glowgrid.rules.notation import parse_move
from glowgrid.search.engine import WORK_VERSION

try:
    from ..console.puzzle_words import help_line, puzzle_line
    from ..console.refusal import MATCHES, Refusals
    from ..panels import panels_fault, places_of
    from . import puzzle_list, refutation
    from .explaining import PROOF, Tree, no_draw, walked
    from .field_state import FieldState, console_state, match_shown, picture_of
except ImportError:  # on the port, where all are modules of their own
    import puzzle_list  # pyright: ignore[reportMissingImports]
    import refutation  # pyright: ignore[reportMissingImports]
    from explaining import PROOF, Tree, no_draw, walked
    from field_state import FieldState, console_state, match_shown, picture_of
    from panels import panels_fault, places_of  # pyright: ignore[reportMissingImports]
    from puzzle_words import help_line, puzzle_line  # pyright: ignore[reportMissingImports]
    from refusal import MATCHES, Refusals  # pyright: ignore[reportMissingImports]

SAVES, GAMES = "/saves", "/games"
FRAME, TONES, SAID, POSITION, SAVED, GAMES_FOUND = 1, 2, 4, 8, 16, 32  # what a tick may have changed
CHOICES = "pause", "puzzle", "resume", "sure"  # screens whose entries the page offers as buttons
LINK_LEVEL = 3  # of the engine that plays the other sides of a link
MOST_MOVES = 255  # of a link
_LOOK = 5  # ticks between two looks at what the screen says
_USB_MILLIAMPS = 200  # of a board file that states no budget
_DEMO = "engines play each other"
_FOR_PEOPLE = "enclosure", "handheld", "drawing", "parts", "notes", "sources", "variants"
_STEPS = (LEFT, -1, 0), (RIGHT, 1, 0), (UP, 0, -1), (DOWN, 0, 1)


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
    """The console of a board, switched on. restarted: whether it goes on with the saved match at once."""

    def __init__(self, board, restarted=False):
        keys = board["keys"]
        self.keys = Keys(keys["width"] * keys["height"])
        self.leds = Leds()
        self.lights = Lights(board, RGB, self.leds)
        self.saves = Saves(SAVES)
        self.app = App(self.keys, self.lights, self.saves, board, None, lambda kind, part: self.leds)
        self.app.restarted = restarted
        self.now_ms = 0
        self.refusals = Refusals()
        self.said = self.seen = self._known = self._games = None
        self.pictures = {}  # see field_state.py
        self.tree = Tree()
        self.demo = False  # whether engines play each other until a key is pressed
        self._solving = None, 0  # the match of a link to a puzzle, the side that is to solve it

    def tick(self):
        """Make one pass of the console; return what has changed, bits."""
        app, leds = self.app, self.leds
        app.tick(self.now_ms)
        self.refusals.look(app, self.now_ms)
        self.now_ms += TICK_MS
        changed = 0
        if leds.changed:
            leds.changed = False
            changed = FRAME
        if leds.tones:
            changed |= TONES
        if self.saves.take_changed():
            changed |= SAVED
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

    def _solve(self):
        """Allow hint and coach again once a puzzle is solved."""
        match, side = self._solving
        if match and match.position.winner == side:
            self._solving = None, 0
            match.unadvised = False

    def demonstrate(self):
        """Go to the screen on which engines play each other, as if nobody had pressed a key for a minute."""
        self.demo = True
        self.app.settings.fresh = False
        self._pass(self.app, "splash")
        self.app.go(outside.attract().Attract(self.app))
        self.tick()

    def open_position(self, app, link):
        """Go to the position of a link at once; ValueError, in one line, if there is none such. app: the console's.

        link: game, size, stones (a text, see rules/placed.py), moves (a text with commas), to ("coach", "hint",
        "minimax": its search, step by step, or ""), seats (a text, 6: your level; "": a person at the side to move, the
        engine at the others), puzzle (whether the side to move is to win), plies (of that win, if it is known). Or
        named alone: a puzzle of the files, "hex-12".
        """
        app.settings.fresh = False
        app.settings.knows_pause = True  # which two keys open it: the page has a button
        self._pass(app, "splash")
        match = puzzle_list.match_of_puzzle(app, link["named"]) if "named" in link else match_of(app, link)
        if link.get("puzzle"):
            self._solving = match, match.position.to_move
            match.unadvised = True
        app.match = match
        match.coach = link.get("to") == "coach" and match.can_advise()
        app.resume(self.now_ms, link.get("to") == "hint" and match.can_advise())
        for _ in range(2):
            self.tick()
        self._pass(app, "starting")
        if link.get("to") == "minimax":
            app.go(load.starting().Starting(app, outside.minimax().setting_up(app)))
            self._pass(app, "starting")

    def _pass(self, app, name):
        """Run until the screen with this name is left."""
        while app.screen.NAME == name:
            self.tick()


def game_named(app, name):
    """Return the game of the console with this name, or None."""
    for game in app.games:
        if game.name == name:
            return game
    return None


def match_of(app, link):
    """Return the match of a link; ValueError, in one line, if it makes no sense."""
    name = link["game"]
    game = game_named(app, name)
    if not game:
        raise ValueError("no game %s is here" % name)
    size = parse_size(link["size"]) if link["size"] else game.sizes[0]
    moves = [word.strip() for word in link["moves"].split(",") if word.strip()]
    if len(moves) > MOST_MOVES:
        raise ValueError("%d moves; a match has at most %d" % (len(moves), MOST_MOVES))
    people, stones = [PERSON] * game.sides, link.get("stones", "")
    try:
        game.setup(size)
    except ValueError as error:
        if len(size) != len(game.sizes[0]):
            raise
        raise ValueError("%s, as on the handheld" % error) from None  # a computer has larger fields
    match = Match(game, size, people, memory=app.memory, tick_work=app.tick_work, stones=stones)
    check_fit(match.position.field, app.panel.lights.width, app.panel.lights.height)
    position = match.position
    if position.placed and link.get("plies") and not moves:
        match.puzzle, match.unadvised = [0, link["plies"], 0], True
    for number, word in enumerate(moves):
        if word == "?":
            raise ValueError("move %d, ?: a link holds no hidden moves; play the game to its end" % (number + 1))
        move = parse_move(position, word)
        why = "no such move" if move < 0 else position.refusal(position.to_move, move)
        if why:
            raise ValueError("move %d, %s: %s" % (number + 1, word, why))
        position.play(move)
    if link.get("seats"):
        seats = link["seats"].split(",")
        if len(seats) != game.sides or [seat for seat in seats if seat not in "0123456" or len(seat) != 1]:
            raise ValueError("seats %s; expected %d numbers 0 to %d" % (link["seats"], game.sides, YOURS))
        seats = [int(seat) for seat in seats]
        match.adapts = YOURS in seats and PERSON in seats
        yours = your_level.of(app.settings, game, match.levels)
        seats = [yours if seat == YOURS else seat for seat in seats]
    else:
        seats = [match.levels if link.get("puzzle") else LINK_LEVEL] * game.sides
        seats[position.to_move - 1] = PERSON
    match.seats[:] = [min(seat, match.levels) for seat in seats]
    return match


# What the page is given -------------------------------------------------------------------------------------------


def spoken(app):
    """Return what the screen that is up says: name, what can be done, entry, game, who plays, how it stands.

    puzzle: how the puzzle that is played stands, or "".
    points: {key: the point that it stands for}; now: those that, pressed one after the other, end the thinking
    of the engine; it is there only while the engine thinks.
    """
    screen = app.screen
    said = {"screen": screen.NAME, "help": help_line(app), "words": app.panel.words.text if app.panel.words else ""}
    said["faults"], said["puzzle"] = list(screen.faults), puzzle_line(app)
    if screen.NAME in CHOICES:
        said["entries"] = [entry[0] for entry in screen.entries]
    if screen.NAME == "menu":
        said["entry"] = screen.entry_name()
        game = game_named(app, said["entry"])
        if game:
            _name_game(said, game, None)
    elif screen.NAME == "sizes":
        _name_game(said, screen.game, screen.entries[screen.at][1])
    elif screen.NAME == "seats":
        _name_game(said, screen.game, screen.size)
        said["seats"] = list(screen.seats)
    elif screen.NAME in MATCHES:
        match = screen.match
        at = match.position
        _name_game(said, match.game, match.size)
        said["points"] = points = {}
        keys = _keys(app)
        for key in range(len(keys)):
            if screen.key_point(key) < at.points:
                points[str(keys[key])] = screen.key_point(key)
        said["winner"], said["over"], said["side"] = at.winner, bool(at.is_over()), at.to_move
        said["level"] = 0 if match.alone else match.seats[at.to_move - 1]  # 0: a person
        said["thinking"] = bool(screen.thinking and not screen.hurry)
        if said["thinking"]:
            said["now"] = _keys_that_hurry(app)
    return said


def _name_game(said, game, size):
    said["game"], said["about"] = game.name, game.about
    said["title"] = game.title() if size is None else game.title(size)


def _keys(app):
    """Return the key that stands in the place of each, on a device that may be held turned."""
    return app.keypad.rotation.keys if app.keypad.rotation else range(app.keypad.keys.count)


def _keys_that_hurry(app):
    screen = app.screen
    stone = screen.seen.last_stone()
    if screen.points is None:
        return [_keys(app)[_key_of(app, SELECT)]]
    return keys_to(app, stone) if stone >= 0 else []


def _key_of(app, role):
    for key in range(app.keypad.keys.count):
        if app.keypad.roles[key] == role:
            return key
    return -1


def keys_to(app, point):
    """Return the keys to press one after the other for a press on a point; none where no match is played.

    Arrows that move the cursor there, then select; or the key of the point, of its block first.
    """
    screen = app.screen
    if screen.NAME not in MATCHES or not 0 <= point < screen.position.points:
        return []
    keys = _keys(app)
    for key in range(len(keys)):
        if screen.key_point(key) == point:
            return [keys[key]]
    field = screen.position.field
    if screen.NAME == "two presses":
        width = app.keypad.width
        down, row = divmod(field.rows[point], screen.rows)
        across, column = divmod(field.columns[point], screen.columns)
        block = down * width + across
        inside = row * (app.keypad.height // screen.rows) * width + column * (width // screen.columns)
        dropped = [keys[block]] if screen.block < len(app.keypad.levels) else []
        return dropped + [keys[block], keys[inside]]
    return [keys[_key_of(app, role)] for role in _way(field, screen.cursor, point) + [SELECT]]


def _way(field, start, point):
    """Return the arrows, roles, that move a cursor from a point to another by the fewest presses."""
    ways, at = {start: []}, [start]
    while at and point not in ways:
        following = []
        for here in at:
            for role, across, down in _STEPS:
                there = nearest(field, here, (across, down))
                if there not in ways:
                    ways[there] = ways[here] + [role]
                    following.append(there)
        at = following
    return ways.get(point, [])


def keys_that_take(app, name):
    """Return the keys that take an entry of the pause, or leave it if it has none such; none before it is up."""
    screen = app.screen
    if screen.NAME not in CHOICES:
        return []
    names, keys = [entry[0] for entry in screen.entries], _keys(app)
    roles = [RIGHT] * (names.index(name) - screen.at) + [SELECT] if name in names else [BACK]
    return [keys[_key_of(app, role)] for role in roles]


def signature(app, refusal):
    """Return what differs whenever `position` does."""
    screen, match = app.screen, match_shown(app)
    if not match:
        return walked(app)
    at, coach = match.seen(), None
    known = id(match), screen.NAME, bytes(at.cells), at.plies, at.to_move, puzzle_line(app), app.settings.colours
    if screen.NAME in MATCHES:
        coach = screen.coach
        known += screen.thinking, refusal
    if not coach:
        return known
    known += match.coach, bytes(coach.marks), coach.hint, coach.hint_mark, coach.hint_percent, coach.asked
    return known + (coach.complete, bytes(coach.engine.verdict.plies)) if match.coach else known


def position(app, refusal, pictures, tree=None):
    """Return all that the view of the field shows (field_state.py, explaining.py), or None where no match is played.

    refusal, pictures: see console_state. tree: of a proof, if one is walked.
    """
    if walked(app):
        return dict(no_draw(app.screen, app.match, pictures), palette=app.settings.colours)
    state, match = console_state(app, pictures, refusal), match_shown(app)
    if state and match:
        if tree and app.screen.NAME == PROOF:
            tree.add(state, app.screen)
        state["palette"], state["puzzle"] = app.settings.colours, puzzle_line(app)
        state["levels"], state["paused"] = match.levels, app.screen.NAME not in MATCHES
        state["advised"] = match.can_advise()
        state["puzzle_of"] = of_file = puzzle_list.about(app, match)
        state["has_why"] = refutation.can_explain(match, of_file and of_file["solved"])
    return state


def games_here(app):
    """Return the games that can be chosen, as the page lists them: name, title, about, sides, sizes, levels of each.

    sizes: [[size, title], ...], the default first. levels: how many the engine has, by size; 0 if that is not stated.
    """
    found = []
    for game in app.games:
        sizes = [[list(size), game.title(size)] for size in game.sizes]
        levels = [game.levels(size) for size in game.sizes]
        known = {"name": game.name, "title": game.title(), "about": game.about, "sides": game.sides}
        found.append(dict(known, sizes=sizes, levels=levels, own=bool(game.file), swap=bool(game.swap)))
    return found


def lights_for(app, link):
    """Return the width and height that LEDs must have at least for the field of a link; None if it has none."""
    game = game_named(app, link["game"])
    if not game:
        return None
    try:
        return _lights(game.setup(parse_size(link["size"]) if link["size"] else game.sizes[0]))
    except (ValueError, MemoryError):
        return None


def empty_field(app, name, size):
    """Return the state of the empty field of a game, or None if there is no such game or size. size: a list.

    lights: the width and height that the LEDs of a board must have at least.
    """
    game = game_named(app, name)
    if not game:
        return None
    try:
        start = game.setup(tuple(size))
    except (ValueError, MemoryError):
        return None
    state = FieldState(game, tuple(size), start).state(start)
    return dict(state, stones="", palette=app.settings.colours, lights=_lights(start))


def _lights(position):
    return [position.field.width, position.field.height]


def earlier(match, plies, pictures):
    """Return the state of a match after so many of the moves that its people see; the match stays as it is."""
    people, now = [PERSON] * match.game.sides, match.position
    at = Match(match.game, match.size, people, swap=match.swap, stones=match.stones).position
    side = 0 if now.is_over() else match.holder or match.next_person()
    for ply in range(now.plies):
        seen = at.view(side) if side else at
        if seen.plies == plies:
            break
        at.play(now.history[ply])
    return picture_of(match, pictures).state(at, at.view(side) if side else at)


# What worker.js calls ---------------------------------------------------------------------------------------------


def board_of(text):
    """Return the board of a board file; ValueError, in one line, if it cannot be used."""
    board = json.loads(text)
    if type(board) is not dict:
        raise ValueError("the file is no object, { ... }")
    for name in _FOR_PEOPLE:
        board.pop(name, None)
    if type(board.get("leds")) is dict:
        board["leds"].pop("timing", None)  # a name, or numbers: no light of the page asks
    if type(board.get("power")) is dict:
        board["power"].setdefault("budget_milliamps", _USB_MILLIAMPS)
    fault = _place_panels(board.get("leds")) or board_check.fault(board)
    if fault:
        raise ValueError(fault)
    return board


def _place_panels(leds):
    """Give the "leds" of a board file, if they are panels, their places; return what is wrong with the panels."""
    if type(leds) is not dict or "panels" not in leds:
        return None
    length = range(1, 33)
    fault = record.fault(leds, {"width": length, "height": length}, "leds")
    if fault:
        return fault
    fault = panels_fault(leds["panels"], leds["width"], leds["height"])
    if fault:
        return "leds." + fault
    leds["places"] = places_of(leds["panels"], leds["width"])
    return None


_on = []  # the console, once it is on


def switch_on(about):
    """Switch the console on; return what the page has to know. about: JSON: board (the text of its file), restarted,
    first (whether a console without saves begins with its first start), link (see open_position) or null, demo (whether
    engines are to play each other, until a key is pressed)."""
    about = json.loads(about)
    board = board_of(about["board"])
    known = {"made": "speed %g work %d" % (board.get("speed", 1), WORK_VERSION), "levels": LEVELS, "fault": None}
    console = Handheld(board, about.get("restarted", False))
    _on[:] = [console]
    console.app.settings.fresh &= about.get("first", True)
    link = about.get("link")
    if link:
        try:
            console.open_position(console.app, link)
        except (ValueError, MemoryError) as error:
            known["fault"] = str(error) or "there is not memory enough"
            known["lights"] = lights_for(console.app, link)
    elif about.get("demo"):
        console.demonstrate()
    console.look()
    keys, leds = board["keys"], board["leds"]
    known["leds"] = {"width": leds["width"], "height": leds["height"], "order": list(console.lights.order)}
    known["keys"] = {"width": keys["width"], "height": keys["height"], "roles": keys["roles"]}
    known["under"] = keys["driver"] != "matrix"  # each key has an LED under it
    known["sound"] = "sound" in board
    known["found"] = bool(console.app.games)
    known["ms"] = console.now_ms
    return json.dumps(known)


def tick():
    return _on[0].tick()


def wire():
    """Return the id of the bytes on the wire, R, G, B per LED; it stays the same."""
    return id(_on[0].lights.wire)


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
    return json.dumps(empty_field(_on[0].app, name, json.loads(size)))


def look_back(plies):
    """Return the state of the match after so many moves (see earlier), in JSON; null where no match is played."""
    match = match_shown(_on[0].app)
    return json.dumps(match and earlier(match, plies, _on[0].pictures))


def puzzles():
    """Return all puzzles, in JSON (puzzle_list.py)."""
    return json.dumps(puzzle_list.listed(_on[0].app))


def why():
    """Return why a try at the puzzle fails, or how it is won, in JSON (refutation.py); null for neither."""
    app = _on[0].app
    match = match_shown(app)
    of_file = match and puzzle_list.about(app, match)
    if not match or not refutation.can_explain(match, of_file and of_file["solved"]):
        return "null"
    return json.dumps(refutation.explained(match, picture_of(match, _on[0].pictures)))


def open_text(text, name):
    """Return the match that a text holds, in JSON (see sharing.py), or its fault. name: of its file."""
    return _shared(lambda sharing: sharing.opened(_on[0].app, text, name))


def write_match():
    """Return the match for other programs, in JSON (see sharing.py), or the fault: why it cannot be written."""
    return _shared(lambda sharing: sharing.written(match_shown(_on[0].app)))


def _shared(answer):
    try:
        from . import sharing
    except ImportError:  # on the port
        from host.web import sharing  # pyright: ignore[reportMissingImports]
    try:
        return json.dumps(answer(sharing))
    except (ValueError, MemoryError) as error:
        return json.dumps({"fault": str(error) or "there is not memory enough"})


def keys_for(point):
    return json.dumps(keys_to(_on[0].app, point))


def keys_to_entry(name):
    return json.dumps(keys_that_take(_on[0].app, name))


def end():
    """The console crashes: save what has to be, and record the crash if it is in a person's own game."""
    _on[0].app.give_up()
    _on[0].app.blame_game()
    _on[0].saves.take_changed()


def check_game(file):
    """Return what a person's own file holds, in JSON: name, title, about, size; or fault, and line (0: unknown)."""
    path = GAMES + "/" + file
    known, errors = games.discover(own=GAMES)
    for game in known:
        if game.file == path:
            return json.dumps({"name": game.name, "title": game.title(), "about": game.about, "size": game.sizes[0]})
    said = "it holds no game"
    for error in errors:
        if error.startswith(path):
            said = error[len(path) + 2 :]
    return json.dumps({"fault": said, "line": _line(path) if path.endswith(".py") else 0})


def _line(path):
    """Return the line of a Python file that an error came through last, where it is loaded or tried; 0: not known."""
    import io
    import sys

    from glowgrid.rules.trial import trying

    sys.path.insert(0, GAMES)
    try:
        stem = path[len(GAMES) + 1 : -3]
        sys.modules.pop(stem, None)
        for _ in trying(__import__(stem).GAME):
            pass
    except (Exception, SystemExit) as error:
        report = io.StringIO()
        getattr(sys, "print_exception")(error, report)  # noqa: B009
        line = 0
        for row in report.getvalue().split("\n"):
            if 'File "' + path + '", line ' in row:
                line = int(row.split(", line ")[1].split(",")[0])
        return line
    finally:
        sys.path.pop(0)
    return 0


def check_board(text):
    """Return the fault of a board file, in one line; "" if there is none."""
    try:
        board_of(text)
    except ValueError as error:
        return str(error)
    return ""
