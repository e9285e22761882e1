"""The link to another device: what is said over the wire and when, and what brings up a screen.

A frame says all that the other device needs, several times a second, so each may get lost. Nothing is said that a power
cut could take back: a move is saved before it is said. boards/LINK.md describes the frames.
"""

from micropython import const

from glowgrid.clock import since
from glowgrid.console import load, wire_out
from glowgrid.console.frames import VERSION, Frames, packed
from glowgrid.console.shared import ASK, HELP, JOINS, OVER, Heard

_SAY_EVERY_MS = const(250)
_SOON_MS = const(50)  # if there is news
_SILENT_MS = const(2000)  # eight frames: then the other device does not answer
_CALM_MS = const(500)  # without a press, before a screen comes up
_STATE_WORDS = const(10)  # more than a line has that is no state
NOTHING = "-"  # said by a device that shares no match
_HELPED = "the other one asks the engine"
_COVERED = "menu", "resume", "attract", "pause"  # screens that an offer may come up over


class Link:
    """wire: the driver, with read(most) and write(bytes), see hardware/link_uart.py.

    silent    whether nothing is heard
    elsewhere  whether the other device shares another match, or none
    waits     whether it shares none that is under way
    offered   the Heard of a match that is not this one, or None
    strange   whether the other device speaks another version
    """

    def __init__(self, wire):
        self._wire = wire
        self._frames = Frames(wire)
        self._said_at = 0
        self._lines, self._key = (), None  # what was said, and of what: to make it again would cost 2 KB each time
        self._heard_at = None
        self.silent = True
        self.elsewhere = self.waits = self.strange = False
        self.offered = None
        self._declined = None  # the number of a match that the person does not want
        self._told = False  # whether the person knows that the other device is there

    def tick(self, app, now_ms):
        """Hear and say what is due. Return whether it brings up a screen."""
        if app.screen.KEYS_WAIT or app.screen.NAME == "splash":
            return False  # its garbage would lie among what is loaded
        match = app.match
        words = self._frames.next()
        if words:
            self._hear(app, match, words, now_ms)
        elif not self.silent and since(now_ms, self._heard_at) >= _SILENT_MS:
            self.silent, self._told = True, False
            self.offered = self._declined = None
            app.panel.look(now_ms)
        shared = match and match.shared
        if shared and shared.joins:
            app.saving.match_due = False  # until all of it is here, the match that was left is kept
        if shared and shared.work(match):
            _changed(app, now_ms)
        every = _SOON_MS if shared and shared.urgent else _SAY_EVERY_MS
        if since(now_ms, self._said_at) >= every:
            self._said_at = now_ms
            self._say(app, match, shared)
        return self._cuts_in(app, now_ms)

    def _say(self, app, match, shared):
        """Say what is saved; what was said last while a save is due."""
        if not (app.saving.match_due or app.saving.steps):
            if shared:
                shared.urgent = False
                coach = getattr(app.screen, "coach", None)
                if coach and coach.match is match and coach.advises():
                    shared.helped = True
            key = shared.key(match) if shared else None
            if not self._lines or key != self._key:
                self._key = key
                lines = shared.lines(match) if shared else ((NOTHING,),)
                self._lines = [packed((VERSION,) + words) for words in lines]
        for line in self._lines:
            self._wire.write(line)

    def _hear(self, app, match, words, now_ms):
        """Enter a frame. What makes no sense is ignored: it may be noise, or of a match that is not known here."""
        self._heard_at = now_ms
        self.strange = words[0] != VERSION
        if self.silent:
            self.silent = False
            app.panel.look(now_ms)
        shared = match and match.shared
        try:
            if not self.strange and 1 < len(words[1]) and len(words) < _STATE_WORDS:
                if shared and int(words[1], 16) == shared.number:
                    shared.hear(words)
                return
            heard = None if self.strange or words[1] == NOTHING else Heard(words[1:])
        except (ValueError, IndexError):
            return
        same = shared and heard and heard.number == shared.number
        self.elsewhere, self.waits = not same, not heard or OVER in heard.says
        if same:
            shared.heard = heard
            self.offered = heard
            if shared.agrees(match):
                self.offered = self._declined = None
                self._told = True
            if HELP in heard.says and not shared.help_heard:
                shared.help_heard = shared.help_unsaid = True
                app.panel.look(now_ms)
            if ASK not in heard.says:
                shared.answer = None
            if (shared.asked or shared.refused) and load.taking_back.hear(match):
                _changed(app, now_ms)
        else:
            self.offered = heard if heard and OVER not in heard.says else None

    def said(self, match):
        """Return what the person should know of the other device, in a few words; "" if there is nothing."""
        shared = match.shared
        if self.silent:
            return "no answer, is it connected?"
        if self.strange:
            return "the other one has another version"
        if self.elsewhere and not match.position.is_over():
            never = self.waits and not shared.heard
            return "the other one has not joined" if never else "the other one plays something else"
        if self.offered:
            return "not the same game"
        if shared.faulty:
            return "the other one's moves are no legal game"
        if shared.joins:
            return "joining the match"
        if shared.asked or shared.refused:
            said = load.taking_back.said(match)
            if said:
                return said
        return _HELPED if shared.help_unsaid else ""

    def draw(self, play, frame, phase):
        """Paint in a Play whether the wire is out; phase counts eighths of a second."""
        if self.silent:
            if play.out_led is None:
                play.out_led = wire_out.corner_of(play)
            wire_out.draw(frame, play.out_led, phase)

    def words(self, match):
        """Return what `said` does, for the lights: that the other person asks the engine only once in a match."""
        said = self.said(match)
        if said == _HELPED:
            match.shared.help_unsaid = False
        return said

    # Screens --------------------------------------------------------------------------------------

    def _cuts_in(self, app, now_ms):
        """Show what the other device wants, if there is anything and nobody presses; return whether it does."""
        screen, match, offered = app.screen, app.match, self.offered
        if screen.OFF or since(now_ms, app.panel.touched_at) < _CALM_MS or any(app.keypad.levels):
            return False
        shared = match and match.shared and match.is_under_way()
        if shared and match.shared.joins and self._has_left(match.shared):
            if screen.in_match or screen.NAME in _COVERED:
                load.sharing.go_back(app)
                return True
        elif (
            offered and match and match.shared and offered.number == match.shared.number and match.shared.agrees(match)
        ):
            self.offered = None  # it has been joined since
        elif offered and offered.number != self._declined:
            if shared and (screen.in_match or screen.NAME in _COVERED):
                if match.position.plies or offered.check != match.shared.check_of(match, b""):
                    app.go(load.together.KeepWhich(app, offered))
                elif match.shared.number < offered.number:  # both people have just begun the same
                    return False  # that one is joining this one
                else:
                    load.together.join(app, offered, now_ms)
                return True
            if screen.NAME in _COVERED or (screen.in_match and match and match.shared and not shared):
                app.go(load.together.Offer(app, offered))
                return True
        elif shared and screen.in_match and self._is_asked(match):
            app.go(load.together.TakeBack(app))
            return True
        elif not self._told and screen.NAME in _COVERED and screen.NAME != "pause" and not self.silent:
            self._told = True
            app.go(load.together.Wired(app))
            return True
        return False

    def _has_left(self, shared):
        """Return whether the other device has left the match that is joined here, for the one that was left for it."""
        heard = self.offered or shared.heard
        return heard and heard.number == shared.left and JOINS in heard.says

    def _is_asked(self, match):
        heard = match.shared.heard
        return heard and ASK in heard.says and load.taking_back.is_asked(match)

    def decline(self, offered):
        """The person does not want this match."""
        self._declined = offered.number


def _changed(app, now_ms):
    """The match has changed without a press here: save and show it."""
    app.match_changed(now_ms)
    if app.screen.in_match:
        app.resume(now_ms)
