"""The simulator without a terminal UI: each new frame as text, and keys as words on the input."""

import queue
import re
import threading
import time

from glowgrid.console import load

from ..cli.errors import Refused
from ..console.describe import (
    advice,
    goal_line,
    heard,
    known,
    match_on_screen,
    places_stone,
    role_key,
    screen_name,
    state_line,
    words,
)
from ..console.fingers import HOLD_MS, TAP_MS
from ..console.puzzle_words import puzzle_line
from ..languages.language import IN_ENGLISH
from ..own_games.watch import LOOK_EVERY_MS

TYPED_EVERY_MS = 400
AFTER_MS = 1000  # how long it runs on after the last input
BLINKS = 2  # pictures
DRAWN_MS = 50  # after what is said has changed, the picture has too
_SLEEP_S = 0.01
_LONGEST = 65_536  # characters of a line
WORDS = re.compile(r"[^\W\d_]{2}")
MOST_WRONG = 20  # faults in a file or a pipe, then no more is read
LEGEND = """\
Each sign is one LED:
    .       dark        #   white        -   grey        e   light blue
    1 2 3   orange, blue, green: stones; in the menus sides
    A B C   brighter: the last stone, or the stones that won
    a b c   dimmer: free points of the side to move, stones that did not win, edges of a side that waits
    x y z   edges that the side to move has to join          :   a free point, for any side
    + ? !   green, yellow, red: the move wins, draws, loses; a yellow bar is your own level
    l m h   an estimate: poor, even, good          o   a neighbour of the point in question
"""
MONO_LEGEND = """\
Each sign is one LED: # is on (or 1 red, 2 green, 3 yellow), . is dark. What blinks is told apart over two seconds:
"""
RHYTHMS = """\
    on: a stone of {1}; that of {2} winks once, of {3} twice
    dark: a free point
    on for a second, dark for a second: the last stone, or the stones that won
    on and off twice a second: the cursor
    one short flash, two, four: by the coach, a move that loses, draws, wins
    longer flashes: an estimate
"""
LINKED = """\
    a corner that blinks, red (!) where there are colours: the other device does not answer
"""
HELP = """\
Type keys, as below (upper case: a long press), or roles (up down left right select back undo hint), with spaces
between them; Enter sends them. A dot waits a second. To quit: Ctrl-D (Windows: Ctrl-Z, Enter), or Ctrl-C.
"""


def replay(fingers, until_ms, write, said=IN_ENGLISH.said):
    """Play until `until_ms` as fast as possible; print every new frame. said(text): as for `live`."""
    for time_ms, text in fingers.frames(until_ms):
        write(block(fingers.session, time_ms, text, said))


def live(fingers, keyboard, file, write, paced, watched=None, said=IN_ENGLISH.said):
    """Play on, tapping the keys in the lines of a file, until a second after the last tap.

    A word that is not a key, or a role whose key is now a point, gets a line that begins with "?"; the rest is played.
    paced: play in real time and act on each line as it is typed; then frames in which lights only blink are left out.
    Otherwise play as fast as possible, read a line once those before it are played, and raise Refused at the end if
    there was such a word, or as soon as there are MOST_WRONG of them. watched: the WatchedGame being played.
    said(text): a text in the person's language.
    """
    lines, waiting = _lines(file), queue.Queue()
    lights = fingers.session.lights
    legend = MONO_LEGEND + RHYTHMS.format(*lights.sides) if lights.mono else LEGEND
    legend += LINKED if fingers.session.wire else ""
    write(f"{said(HELP)}{in_cells(legend, said)}\n{layout(keyboard, fingers.session.board)}\n")
    if paced:
        threading.Thread(target=_pass_on, args=(lines, waiting), daemon=True).start()
    session, unseen, ended_ms = fingers.session, Unseen(fingers.session, said), None
    link = LinkNews(session.wire)
    write(link.news())
    plan = []  # taps and waits still to come
    next_ms = AFTER_MS  # when the next of them is due
    number, wrong = 0, Wrong(write, paced, said)
    started = time.monotonic()
    while ended_ms is None or session.now_ms < ended_ms:
        while ended_ms is None and (not waiting.empty() if paced else not plan and session.now_ms >= next_ms):
            line = waiting.get() if paced else next(lines, None)
            number += 1
            if line is None:
                ended_ms = max(next_ms, session.now_ms) + sum(_lasts(each) for each in plan) + AFTER_MS
                break
            typed, faults = _understood(line, fingers, keyboard)
            wrong.say(faults, number)
            plan += typed
        while plan and session.now_ms >= next_ms:
            todo = plan.pop(0)
            next_ms = session.now_ms + _lasts(todo)
            wrong.say(_type(todo, fingers, keyboard), number)
            if todo[0] is not None:  # a key
                unseen.again()
        time_ms = session.now_ms
        if watched and time_ms % LOOK_EVERY_MS == 0 and watched.check():
            write(f"? {watched.fault}\n" if watched.fault else f"# {said(f'{watched.path}: read again')}\n")
        fingers.tick()
        write(link.news())
        write(unseen.block(time_ms, pictures=not paced or session.now_ms <= next_ms))
        if paced:
            ahead = session.now_ms / 1000 - (time.monotonic() - started)
            if ahead > 0:
                time.sleep(min(ahead, _SLEEP_S))
    wrong.end()


class Unseen:
    """What a person has not seen since the last key, or the last change of what is said: the first two pictures.

    So a blink is shown once, and no light that runs. Words that scroll are a line, not pictures.
    """

    def __init__(self, session, said=IN_ENGLISH.said):
        self._session, self._translated = session, said
        self._said = self._picture = self._due_ms = None
        self._words = ""
        self._pictures = []

    def again(self):
        """A key is pressed: show pictures again."""
        self._pictures = []

    def block(self, time_ms, pictures):
        """Return what there is to print now; "" for nothing. pictures: whether a new picture alone is printed."""
        session, app = self._session, self._session.app
        text, said, scrolling = session.text(), (screen_name(app), _said(app)), words(app)
        begun, self._words = scrolling != self._words, scrolling
        if said != self._said and self._due_ms is None:
            self._due_ms = time_ms + DRAWN_MS
        if self._due_ms is not None:
            if time_ms < self._due_ms:
                return ""
            self._said, self._pictures, self._due_ms = said, [], None
        elif scrolling:
            return f"{time_ms} ms   {_on_the_lights(scrolling, self._translated)}\n\n" if begun else ""
        elif text in (self._picture, *self._pictures) or len(self._pictures) == BLINKS or not pictures:
            return ""
        news, self._picture = text if text != self._picture else "", text
        self._pictures.append(text)
        return block(session, time_ms, news, self._translated)


class LinkNews:
    """Where the link to another device leads, as often as that changes. wire: that of a session, or None."""

    def __init__(self, wire):
        self._wire = wire
        self._said = ""

    def news(self):
        """Return a line that has not been said; "" if there is none."""
        said = self._wire.said if self._wire else ""
        if said == self._said:
            return ""
        self._said = said
        return f"# {said}\n"


class Wrong:
    """What was typed and cannot be done. `say` it at once; `end` raises Refused if it came from a file or a pipe."""

    def __init__(self, write, typed, said):
        self._write, self._typed, self._translated = write, typed, said
        self._first, self._count = "", 0

    def say(self, faults, number):
        """Write a line for each fault in line `number` of the input."""
        for fault in faults:
            self._count += 1
            self._first = self._first or f"line {number}: {fault}"
            self._write(f"? {self._translated(fault if self._typed else f'line {number}: {fault}')}\n")
            if self._count == MOST_WRONG:
                self.end()

    def end(self):
        if self._first and not self._typed:
            more = f"; and {self._count - 1} more: see the lines that begin with ?" if self._count > 1 else ""
            raise Refused(f"standard input, {self._first}{more}")


def block(session, time_ms, text, said=IN_ENGLISH.said):
    """Return a frame for people: time, current, sound and words; picture, if there is one; empty line.

    said(text): a text in the person's language.
    """
    sound = heard(session.app)
    refusal = session.refusals.said
    scrolling = words(session.app)
    parts = (
        said(f"♪ {sound}") if sound else "",
        said(f"not possible: {refusal}.") if refusal else "",
        _said(session.app, said),
        _on_the_lights(scrolling, said) if scrolling else "",
    )
    beside = "".join(f"   {each}" for each in parts if each)
    return f"{time_ms} ms   {session.lights.milliamps} mA{beside}\n{text and text + chr(10)}\n"


def _on_the_lights(scrolling, said):
    return f"{said('on the lights')}: {said(scrolling)}"


def in_cells(text, said):
    """Return a text of lines and cells, with three spaces between, in the person's language: each cell for itself."""
    return "".join(said(part) if WORDS.search(part) else part for part in re.split(r"( {3,}|:?\n)", text))


def _said(app, said=IN_ENGLISH.said):
    """Return the screen in words: in a match who is to move, what guide and coach say; else screen and keys.

    What the keys do in a match is said until each side has moved once.
    """
    match = match_on_screen(app)
    if match:
        guided = screen_name(app) in ("first game", "prove it")
        goal = "" if match.position.plies or guided else goal_line(match, app.panel.sides)  # the guide says it
        begins = match.position.plies < match.position.sides and not match.engine_to_move()
        helps = advice(app) if guided or begins or match.position.is_over() else load.play_help.swap(app.screen).strip()
        about = puzzle_line(app), goal, state_line(match, app.panel.sides), helps, known(app)
    else:
        return "   ".join(filter(None, (said(puzzle_line(app)), f"{said(f'{screen_name(app)}:')} {said(advice(app))}")))
    return "   ".join(said(each) for each in about if each)


def layout(keyboard, board):
    """Return the layout of the keys: keyboard character and role."""
    names = {key: role for role, key in board["keys"]["roles"].items()}
    width = board["keys"]["width"]
    rows = []
    for start in range(0, width * board["keys"]["height"], width):
        cells = []
        for key in range(start, start + width):
            name = names.get(key, "")
            cells.append(f"[{keyboard.caps[key] or key} {name:<6}]")
        rows.append(" ".join(cells) + "\n")
    return "".join(rows)


def _lines(file):
    """Yield the lines of a file, at most _LONGEST characters of each; stop if the terminal vanishes."""
    try:
        while line := file.readline(_LONGEST):
            yield line
    except OSError:
        pass


def _pass_on(lines, waiting):
    """Pass the lines on, then None."""
    try:
        for line in lines:
            waiting.put(line)
    finally:
        waiting.put(None)


def _understood(line, fingers, keyboard):
    """Return (what to do for the words of a line, what is wrong with the others).

    What to do is (key, ms down, the role that named it or ""); without a key: wait.
    """
    if len(line) == _LONGEST:
        return [], [f"more than {_LONGEST} characters; press Enter more often"]
    roles = fingers.session.board["keys"]["roles"]
    plan, wrong = [], []
    for word in line.split("#")[0].split():
        if set(word) == {"."}:
            plan.append((None, 1000 * len(word), ""))
        elif word in keyboard.taps:
            plan.append((keyboard.taps[word], TAP_MS, ""))
        elif word in keyboard.holds:
            plan.append((keyboard.holds[word], HOLD_MS, ""))
        elif word.lower() in roles:
            plan.append((roles[word.lower()], TAP_MS if word in roles else HOLD_MS, word))
        else:
            wrong.append(f"{word}: not a key; keys: {' '.join(keyboard.taps)}; roles: {' '.join(roles)}")
    return plan, wrong


def _lasts(todo):
    """Return the ms until the next is due."""
    key, ms, _ = todo
    return ms if key is None else max(TYPED_EVERY_MS, ms + TAP_MS)


def _type(todo, fingers, keyboard):
    """Do it now; return in a list why not: a role that would place a stone by mistake."""
    key, ms, role = todo
    if key is None:
        return []
    app = fingers.session.app
    if role:
        key = role_key(app, key)
        if ms == TAP_MS and places_stone(app, key):
            return [f"{role}: that key is a point here; type its own name, {keyboard.caps[key] or key}"]
    fingers.tap(key, ms)
    return []
