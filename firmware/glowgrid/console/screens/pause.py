"""The pause of a match: go on, pass, undo, hint, coach, wins within, pairs, neighbours, play again, leave.

After the end, playing again comes first, and its icon alternates with the score.
"""

from glowgrid import overlay
from glowgrid.clock import since
from glowgrid.console import load
from glowgrid.console.match import ALL_MOVES, WINS_WITHIN
from glowgrid.console.palette import STONE
from glowgrid.console.screens.choice import MENU, REMATCH, RESUME, Choice, side_by_side
from glowgrid.console.screens.pictures import draw_dots

UNDO, HINT, COACH, WITHIN, NEIGHBOURS, NO_DRAW, PROOF, PAIRS, ACTION = side_by_side(
    "...?.... ..???... ........ ........ ...oooo. 11111112 ........ ?....... ........",
    "..??.... .?...?.. .++..... ......+. ...oooo. 11111122 ......+. ........ ....#...",
    ".?????.. .?...?.. .++..... ......+. .oo##oo. 11112222 .....++. ...?.!.. ....##..",
    "..??..?. .?...?.. .++??... ...+..+. .oo##oo. 11122222 ....++.. ........ .######.",
    "...?..?. ..?.?... .++??... ...+..+. .oooo... 11112222 .+.++... .!...... ....##..",
    "......?. ..---... .++??!!. !..+..+. .oooo... 11111222 .+++.... ......+. ....#...",
    "...???.. ...-.... .++??!!. !..+..+. ........ 11122222 ..+..... ..+..... ........",
    "........ ........ ........ ........ ........ ........ ........ ........ ........",
)

_TURN_MS = 1000  # the score, then the icon


class Pause(Choice):
    """Offers what can be done with the match now.

    score   matches that each side has won, if the match is over and a side has won one
    """

    NAME = "pause"
    score = ()

    def __init__(self, app, proven=(0, 0)):
        """proven: (side, plies), which side wins within how many, as far as the coach knows; (0, 0): not known."""
        match = app.match
        position = match.position
        over = position.is_over()
        entries = []
        if not over:
            entries.append(("go on", RESUME, app.resume))
        if not match.engine_to_move():
            for name in position.actions:  # moves without a key, such as a pass
                if position.is_legal(position.action(name)):
                    entries.append((name, ACTION, lambda now_ms, name=name: self._play(name, now_ms)))
        if over:
            entries.append(("once more", REMATCH, self._rematch))
            entries.append(("menu", MENU, app.open_menu))
        if not match.shared and match.can_undo():
            entries.append(("take back", UNDO, self._undo))
        if not match.without and not over:
            if not match.engine_to_move():
                entries.append(("hint", HINT, self._hint))
            entries.append(self._coach(match, "coach", COACH, ALL_MOVES))
            if position.sides == 2:
                entries.append(self._coach(match, "wins within", WITHIN, WINS_WITHIN))
            if proven[0]:
                entries.append(("prove it", PROOF, lambda now_ms: self._prove(proven, now_ms)))
        if match.paired() and not over:
            entries.append(("pairs", PAIRS, lambda now_ms: self._open(lambda: load.pairs.Pairs)))
        if position.field.borders and not over:
            entries.append(("neighbours", _switch(NEIGHBOURS, app.settings.neighbours), self._neighbours))
        lights = app.panel.lights
        apart = (lights.width + 1) // position.field.width > 2 < (lights.height + 1) // position.field.height
        if match.game.name == "hex" and (apart or not lights.mono):  # rhythms are too slow for it, shapes need gaps
            entries.append(("no draw", NO_DRAW, lambda now_ms: self._open(lambda: load.no_draw.NoDraw)))
        if not over:
            entries.append(("once more", REMATCH, self._ask_rematch if position.plies else self._rematch))
            entries.append(("menu", MENU, app.open_menu))
        if match.shared:
            load.linked_pause.change(app, match, entries)
        super().__init__(app, entries)
        self.on_back = app.resume
        if over and any(match.total()):
            self.score = match.total()
            self.PERIOD = _TURN_MS

    def draw(self, frame, now_ms):
        if self.score and self.at == 0 and since(now_ms, self.since) // _TURN_MS % 2 == 0:
            _draw_score(frame, self.app.panel.width, self.app.panel.height, self.score)
            draw_dots(frame, self.app, self.at, len(self.entries))
        else:
            super().draw(frame, now_ms)

    def _play(self, name, now_ms):
        position = self.app.match.position
        if position.play(position.action(name)):
            self._match_changed(now_ms)

    def _prove(self, proven, now_ms):
        if self.app.match.engine:
            self._open(lambda: load.proving.Proving, proven)
        else:  # memory ran out meanwhile
            self.app.resume(now_ms)

    def _undo(self, now_ms):
        self.app.match.undo()
        self._match_changed(now_ms)

    def _hint(self, now_ms):
        self.app.resume(now_ms, hint=True)

    def _coach(self, match, name, icon, shows):
        """Return the entry that switches the coach, which then shows ALL_MOVES or WINS_WITHIN."""
        on = match.coach == shows

        def switch(now_ms):
            match.coach = 0 if on else shows
            self._match_changed(now_ms)

        return name, _switch(icon, on), switch

    def _neighbours(self, now_ms):
        settings = self.app.settings
        settings.neighbours = not settings.neighbours
        self.app.saving.settings_changed(now_ms)
        self.app.resume(now_ms)

    def _open(self, screen, *of):
        """Answer the press, load the class `screen()`, then make its screen of these; the pause goes when left."""
        app = self.app

        def loading(now_ms):
            overlay.unload_screens(in_match=True)
            loaded = screen()
            app.soon(lambda now_ms: app.go(loaded(app, *of)))

        app.soon(loading)

    def _ask_rematch(self, now_ms):
        load.sure.ask_match(self, REMATCH, self._rematch)

    def _rematch(self, now_ms):
        starting = load.starting
        starting.rematch(self.app)
        self.app.match_changed(now_ms)
        starting.answer_first(self.app)

    def _match_changed(self, now_ms):
        self.app.match_changed(now_ms)
        self.app.resume(now_ms)


def _switch(icon, on):
    """Return the icon of a switch: grey while it is off."""
    if on:
        return icon
    return "".join([sign if sign == "." else "-" for sign in icon])


def _draw_score(frame, width, height, score):
    """Paint a row for each side, a pip for each match won, two LEDs high: up to four with gaps, up to eight without."""
    step = 2 if max(score) <= 4 else 1
    left, top = (width - 8) // 2, (height - 8) // 2
    for side, won in enumerate(score, 1):
        at = (top + 2 * side - 2) * width + left
        for _ in range(min(won, 8)):
            frame[at] = frame[at + width] = STONE + side
            at += step
