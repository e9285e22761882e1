"""The simulator without a terminal UI: frames as text, as they change, and keys as words on the input."""

import queue
import threading
import time

from .boundary import Refused
from .fingers import HOLD_MS, TAP_MS
from .watched_game import LOOK_EVERY_MS
from .where import heard, known, match_on_screen, state_line

TYPED_EVERY_MS = 400
AFTER_MS = 1000  # how long it goes on after the last input
_SLEEP_S = 0.01
_LONGEST = 65_536  # characters of a line
LEGEND = (
    ". dark, 1 2 3 stones, A B C the last or the winning stones,\n"
    "a b c free points of the side to move and stones that did not win, # white, - grey, ! red.\n"
    "Coach and hint: + wins, ? holds, ! loses, l m h e an estimate; x y edges of orange and blue, o neighbours."
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

    paced: time goes by the clock, and a line counts when it is typed; a word that is no key is reported as a line that
    begins with "?". Else everything goes as fast as possible, a line is read once those before it are played, and such
    a word is Refused. watched: the WatchedGame that is played.
    """
    lines, waiting = _lines(file), queue.Queue()
    if paced:
        write(f"{HELP}\n{layout(keyboard, fingers.session.board)}\n")
        threading.Thread(target=_pass_on, args=(lines, waiting), daemon=True).start()
    session, shown, ended_ms = fingers.session, None, None
    busy_until_ms = AFTER_MS
    number = 0
    started = time.monotonic()
    while ended_ms is None or session.now_ms < ended_ms:
        while ended_ms is None and (not waiting.empty() if paced else session.now_ms >= busy_until_ms):
            line = waiting.get() if paced else next(lines, None)
            number += 1
            if line is None:
                ended_ms = max(busy_until_ms, session.now_ms) + AFTER_MS
                break
            plan, wrong = _understood(line, fingers, keyboard)
            if wrong and not paced:
                raise Refused(f"standard input, line {number}: {wrong[0]}")
            write("".join(f"? {words}\n" for words in wrong))
            busy_until_ms = _type(plan, fingers, max(busy_until_ms, session.now_ms))
        time_ms = session.now_ms
        if watched and time_ms % LOOK_EVERY_MS == 0 and watched.look():
            write(f"? {watched.fault}\n" if watched.fault else f"# {watched.path}: read again\n")
        fingers.tick()
        text = session.text()
        if text != shown:
            shown = text
            write(block(session, time_ms, text))
        if paced:
            ahead = session.now_ms / 1000 - (time.monotonic() - started)
            if ahead > 0:
                time.sleep(min(ahead, _SLEEP_S))


def block(session, time_ms, text):
    """Return a frame for people: time, current, what is heard, who is to move, what is said; picture; empty line."""
    sound = heard(session.app)
    match = match_on_screen(session.app)
    said = "".join(f"   {words}" for words in (state_line(match), known(session.app)) if words) if match else ""
    return f"{time_ms} ms   {session.lights.milliamps} mA{'   ♪ ' + sound if sound else ''}{said}\n{text}\n\n"


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
    """Return (what to do for the words of a line, what is wrong with others). To do is (key, ms down); no key: wait."""
    if len(line) == _LONGEST:
        return [], [f"more than {_LONGEST} characters; press Enter more often"]
    roles = fingers.session.board["keys"]["roles"]
    plan, wrong = [], []
    for word in line.split("#")[0].split():
        if set(word) == {"."}:
            plan.append((None, 1000 * len(word)))
        elif word in keyboard.taps or word in roles:
            plan.append((keyboard.taps.get(word, roles.get(word)), TAP_MS))
        elif word in keyboard.holds or word.lower() in roles:
            plan.append((keyboard.holds.get(word, roles.get(word.lower())), HOLD_MS))
        else:
            wrong.append(f"{word}: no key; keys are {' '.join(keyboard.taps)}, roles {' '.join(roles)}")
    return plan, wrong


def _type(plan, fingers, start_ms):
    """Plan taps and pauses from `start_ms` on; return the time after the last."""
    for key, ms in plan:
        if key is None:
            start_ms += ms
            continue
        fingers.plan_tap(start_ms, key, ms)
        start_ms += max(TYPED_EVERY_MS, ms + TAP_MS)
    return start_ms
