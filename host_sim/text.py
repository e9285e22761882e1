"""The simulator without a terminal UI: frames as text, as they change, and keys as words on the input."""

import queue
import threading
import time

from host_sim.fingers import HOLD_MS, TAP_MS
from host_sim.where import known, match_on_screen, state_line

TYPED_EVERY_MS = 400
AFTER_MS = 1000  # how long it goes on after the last input
_SLEEP_S = 0.01
LEGEND = (". dark, 1 2 3 stones, A B C the last or the winning stones,\n"
          "a b c free points of the side to move and stones that did not win, # white, - grey, ! red.\n"
          "Coach and hint: + wins, ? holds, ! loses, l m h e an estimate; x y edges of orange and blue, o neighbours.")
HELP = """\
Type keys as they lie on the keyboard (upper case: a long press) or roles (up down left right select back undo hint),
several with blanks between; Enter sends them. A dot waits a second. Ctrl-D ends.
"""


def replay(fingers, until_ms, write):
    """Play to `until_ms` as fast as it goes; prints every frame that is a new one."""
    for time_ms, text in fingers.frames(until_ms):
        write(block(fingers.session, time_ms, text))


def live(fingers, keyboard, lines, write, paced):
    """Play on, with `lines` (an iterable of texts) of keys to tap. Ends where they do, a second after the last tap.

    paced: time goes by the clock, and a line counts when it is typed; else as fast as it goes, line after line.
    Words that are no keys are reported as lines beginning with "?".
    """
    waiting = queue.Queue()
    reader = threading.Thread(target=_read, args=(lines, waiting), daemon=True)
    if paced:
        write(f"{HELP}\n{layout(keyboard, fingers.session.board)}\n")
        reader.start()
    else:
        _read(lines, waiting)
    session, shown, ended_ms = fingers.session, None, None
    busy_until_ms = AFTER_MS
    started = time.monotonic()
    while ended_ms is None or session.now_ms < ended_ms:
        while ended_ms is None and not waiting.empty():
            line = waiting.get()
            if line is None:
                ended_ms = max(busy_until_ms, session.now_ms) + AFTER_MS
            else:
                busy_until_ms = _type(line, fingers, keyboard, max(busy_until_ms, session.now_ms), write)
        time_ms = session.now_ms
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
    """A frame for people: time, current, who is to move, what coach and hint say; the picture; an empty line."""
    match = match_on_screen(session.app)
    said = "".join(f"   {words}" for words in (state_line(match), known(session.app)) if words) if match else ""
    return f"{time_ms} ms   {session.lights.milliamps} mA{said}\n{text}\n\n"


def layout(keyboard, board):
    """The keys as they lie: keyboard character and role."""
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


def _read(lines, waiting):
    for line in lines:
        waiting.put(line)
    waiting.put(None)


def _type(line, fingers, keyboard, start_ms, write):
    """Plan the taps of a line from `start_ms` on; the time after the last of them."""
    roles = fingers.session.board["keys"]["roles"]
    for word in line.split("#")[0].split():
        if set(word) == {"."}:
            start_ms += 1000 * len(word)
            continue
        if word in keyboard.taps or word in roles:
            key, down_ms = keyboard.taps.get(word, roles.get(word)), TAP_MS
        elif word in keyboard.holds or word.lower() in roles:
            key, down_ms = keyboard.holds.get(word, roles.get(word.lower())), HOLD_MS
        else:
            write(f"? {word}: no key; keys are {' '.join(keyboard.taps)}, roles {' '.join(roles)}\n")
            continue
        fingers.plan_tap(start_ms, key, down_ms)
        start_ms += max(TYPED_EVERY_MS, down_ms + TAP_MS)
    return start_ms
