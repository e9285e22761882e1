"""The simulator without a terminal UI: frames as text, as they change, and keys as words on the input."""

import queue
import threading
import time

from ..cli_errors import Refused
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
from ..user_games.watch import LOOK_EVERY_MS

TYPED_EVERY_MS = 400
AFTER_MS = 1000  # how long it goes on after the last input
_SLEEP_S = 0.01
_LONGEST = 65_536  # characters of a line
LEGEND = (
    ". dark, 1 2 3 stones, A B C the last or the winning stones,\n"
    "a b c free points of the side to move and stones that did not win, # white, - grey, ! red.\n"
    "Coach and hint: + wins, ? draws, ! loses, l m h e an estimate; x y edges of orange and blue, o neighbours."
)
HELP = """\
Type keys as they lie on the keyboard (upper case: a long press) or roles (up down left right select back undo hint),
several with blanks between; Enter sends them. A dot waits a second. Ctrl-D ends.
"""


def replay(fingers, until_ms, write):
    """Play to `until_ms` as fast as possible; print every new frame."""
    for time_ms, text in fingers.frames(until_ms):
        write(block(fingers.session, time_ms, text))


def live(fingers, keyboard, file, write, paced, watched=None):
    """Play on, tapping the keys in the lines of a file, until a second after the last tap.

    paced: time goes by the clock, and a line counts when it is typed; a word that is no key, or a role whose key is a
    point now, is reported as a line that begins with "?", and frames in which lights only blink are left out. Else
    everything goes as fast as possible, a line is read once those before it are played, and such a word is Refused.
    watched: the WatchedGame that is played.
    """
    lines, waiting = _lines(file), queue.Queue()
    if paced:
        write(f"{HELP}{LEGEND}\n\n{layout(keyboard, fingers.session.board)}\n")
        threading.Thread(target=_pass_on, args=(lines, waiting), daemon=True).start()
    session, shown, told, ended_ms = fingers.session, None, None, None
    plan = []  # what is still to be typed
    next_ms = AFTER_MS  # when the next of it is due
    number = 0
    started = time.monotonic()
    while ended_ms is None or session.now_ms < ended_ms:
        while ended_ms is None and (not waiting.empty() if paced else not plan and session.now_ms >= next_ms):
            line = waiting.get() if paced else next(lines, None)
            number += 1
            if line is None:
                ended_ms = max(next_ms, session.now_ms) + sum(_lasts(each) for each in plan) + AFTER_MS
                break
            typed, wrong = _understood(line, fingers, keyboard)
            if wrong and not paced:
                raise Refused(f"standard input, line {number}: {wrong[0]}")
            write("".join(f"? {each}\n" for each in wrong))
            plan += typed
        while plan and session.now_ms >= next_ms:
            next_ms = session.now_ms + _lasts(plan[0])
            wrong = _type(plan.pop(0), fingers, keyboard)
            if wrong and not paced:
                raise Refused(f"standard input, line {number}: {wrong}")
            if wrong:
                write(f"? {wrong}\n")
        time_ms = session.now_ms
        if watched and time_ms % LOOK_EVERY_MS == 0 and watched.look():
            write(f"? {watched.fault}\n" if watched.fault else f"# {watched.path}: read again\n")
        fingers.tick()
        text = session.text()
        said = told
        if paced:
            said = screen_name(session.app), _said(session.app)
        if said != told or (text != shown and (not paced or session.now_ms <= next_ms)):
            shown, told = text, said
            write(block(session, time_ms, text))
        if paced:
            ahead = session.now_ms / 1000 - (time.monotonic() - started)
            if ahead > 0:
                time.sleep(min(ahead, _SLEEP_S))


def block(session, time_ms, text):
    """Return a frame for people: time, current, what is heard and said; picture; empty line."""
    sound = heard(session.app)
    said = "".join(f"   {each}" for each in (f"♪ {sound}" if sound else "", _said(session.app)) if each)
    return f"{time_ms} ms   {session.lights.milliamps} mA{said}\n{text}\n\n"


def _said(app):
    """Return what is up, in words: in a match who is to move and what is known, else the screen and its keys."""
    match = match_on_screen(app)
    goal = "" if not match or match.position.plies else goal_line(match)
    about = (goal, state_line(match), known(app)) if match else (f"{screen_name(app)}: {advice(app)}", words(app))
    return "   ".join(each for each in about if each)


def layout(keyboard, board):
    """Return the keys as they lie: keyboard character and role."""
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
    """Yield the lines of a file, no more than _LONGEST characters of each; where the terminal vanishes they end."""
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
    """Return (what to do for the words of a line, what is wrong with others).

    To do is (key, ms down, the role by which it was named or ""); no key: wait.
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
            wrong.append(f"{word}: no key; keys are {' '.join(keyboard.taps)}, roles {' '.join(roles)}")
    return plan, wrong


def _lasts(todo):
    """Return how many ms go by until the next is due."""
    key, ms, _ = todo
    return ms if key is None else max(TYPED_EVERY_MS, ms + TAP_MS)


def _type(todo, fingers, keyboard):
    """Do it now; return what is wrong with it: a role that would place a stone by mistake."""
    key, ms, role = todo
    if key is None:
        return ""
    app = fingers.session.app
    if role:
        key = role_key(app, key)
        if ms == TAP_MS and places_stone(app, key):
            return f"{role}: that key is a point here; type its own name, {keyboard.caps[key] or key}"
    fingers.tap(key, ms)
    return ""
