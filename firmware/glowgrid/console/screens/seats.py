"""Choosing who sits at each side, a person, the engine at a level, or a file; and whether the swap rule holds."""

import os

from glowgrid.clock import since
from glowgrid.console import load, your_level
from glowgrid.console.match import PERSON
from glowgrid.console.palette import CYAN, GREEN, GREY, RED, STONE, WHITE, YELLOW
from glowgrid.console.screen import BACK, DOWN, LEFT, RIGHT, SELECT, UP, Screen
from glowgrid.console.your_level import YOURS
from glowgrid.levels import levels_at
from glowgrid.search import checking_sight, hides

_BAR = 3  # LEDs beside the stone if there are only four in a row
_MOST_BAR = 5  # LEDs of a bar elsewhere
_OTHER = -1  # the person at the other device
_PERSON = (5, 0), (4, 1), (5, 1), (6, 1)  # columns and rows of LEDs from the corner
_DEVICE = (4, 0), (5, 0), (6, 0), (4, 1), (6, 1)
_BAR_COLOURS = bytes((GREY, CYAN, GREEN, RED))  # up to nine levels


class Seats(Screen):
    """Up and down choose the side, left and right who sits there: a person (white figure), levels 1, 2, ... (a bar).

    After the levels comes yours (a yellow bar), which follows the person's wins and losses; beginners can just take it.
    Last are the strategies in files that a person has for this game and size (a green bar, of one, two, ...). At first
    everyone sits one seat further than in the last match of the game, so that another player starts. Each side has a
    block of LEDs in the colour of its stones, and the block of the chosen side blinks. On few LEDs a side is a row: its
    stone, then white in the middle for a person, or a bar of three that fills up in one colour after another.

    On a board with a link the other device can sit there, too: a light blue box, open below; in a row two LEDs.

    Games with a swap rule have one more row: both colours, then white if the first stone may be taken over, else grey.

    seats   who sits at each side
    choices what can sit there: a person, the levels of the game, yours, and a number for each of the files
    files   names of the strategies, as far as they are found
    swap    whether the swap rule is on, if the game knows it
    rows    number of rows
    at      the chosen row: a side, counted from 0; after the last one the swap rule
    peeks   whether the engine sees what the game hides; shown with each level
    """

    NAME = "seats"
    HELP = "%s   up, down: other row   left, right: change   select: start   back: leave"
    PERIOD = 250
    ARROWS = True

    def __init__(self, app, game, size):
        super().__init__(app)
        self.game = game
        self.size = size
        before = ()  # files of the last match
        if app.match and app.match.game is game and not app.match.stones:
            seats = your_level.chosen_seats(app.match)
            before = app.match.files[1:] + app.match.files[:1]
        else:
            seats = app.settings.seats.get(game.name)
        if seats is None or len(seats) != game.sides or max(seats) > YOURS:
            seats = [PERSON] + [YOURS] * (game.sides - 1)
        else:
            seats = seats[1:] + seats[:1]
        self.levels = levels = levels_at(game, size)
        self.choices = list(range(levels + 1)) + [YOURS]
        if app.link:
            self.choices.insert(1, _OTHER)
        self.seats = [seat if seat == YOURS else min(seat, levels) for seat in seats]
        self.swap = app.settings.swap.get(game.name, True)
        self.rows = game.sides + game.swap
        self.at = 0
        self.peeks = False
        self._checking = self._sight()
        self.files = []
        self._listing = self._list_files(before)
        self.FIELD = app.panel.enlarged

    def help(self):
        return self.HELP % self.words()[0]

    def words(self):
        if self.at == len(self.seats):
            return "swap rule %s" % ("on" if self.swap else "off"), WHITE
        seat = self.seats[self.at]
        who = "you" if seat == PERSON else "level %d of %d" % (self._level(seat), self.levels)
        if seat == YOURS:
            who = "your " + who
        if seat == _OTHER:
            who = "the other device"
        elif seat > YOURS:
            who = self.files[seat - YOURS - 1]
        elif self.peeks and seat > PERSON:
            who += ", sees all"
        return "%s: %s" % (self.app.panel.sides[self.at + 1], who), STONE + 1 + self.at

    def work(self, now_ms):
        for self.peeks in self._checking:
            return
        for _ in self._listing:
            return

    def _sight(self):
        """Find out, step by step, whether the engine sees what a game hides. The game is set up for that."""
        if self.game.engine in (None, "minimax"):
            try:
                position = self.game.setup(self.size)
                if hides(position):
                    self._listing = ()  # no file plays it
                    yield False
                    for sees_all in checking_sight(position):
                        yield bool(sees_all)
            except (ValueError, MemoryError):  # the sign comes when the match starts
                pass

    def _list_files(self, before):
        """Find the strategies step by step; one that sat in the match before sits there again."""
        folder = self.app.strategies
        try:
            if not folder or not os.listdir(folder):
                return
        except OSError:
            return
        strategies = load.strategy_file
        yield
        for name in strategies.listing(folder, self.game, self.size):
            if name:
                self.files.append(name)
                choice = YOURS + len(self.files)
                self.choices.append(choice)
                for side, sat in enumerate(before):
                    if sat == name:
                        self.seats[side] = choice
                        self.app.panel.redraw = True
            yield

    def press(self, key, role, now_ms):
        if role == UP:
            self.at = (self.at - 1) % self.rows
        elif role == DOWN:
            self.at = (self.at + 1) % self.rows
        elif role in (LEFT, RIGHT) and self.at == len(self.seats):
            self.swap = not self.swap
        elif role == LEFT:
            self._seat_next(-1)
        elif role == RIGHT:
            self._seat_next(1)
        elif role == SELECT:
            self.app.soon(self._ask)
        elif role == BACK:
            self.app.soon(self._leave)
        self.since = now_ms  # the chosen side shows at once, then blinks

    def _leave(self, now_ms):
        load.sizes.leave_seats(self.app, self.game, self.size, now_ms)

    def _ask(self, now_ms):
        """Start, but ask first if a match would be lost."""
        if self.app.match and self.app.match.has_moves_to_lose():
            load.sure.ask_match(self, self.game.icon, self._start)
        else:
            self._start(now_ms)

    def _start(self, now_ms):
        if self.game.swap:
            self.app.settings.swap[self.game.name] = self.swap
        seats = [self.levels if seat > YOURS else max(seat, PERSON) for seat in self.seats]
        files = [self.files[seat - YOURS - 1] if seat > YOURS else "" for seat in self.seats]
        away = [side for side, seat in enumerate(self.seats, 1) if seat == _OTHER]
        if away and self.game.hidden:
            seats = [PERSON] * len(seats)  # no engine asks the other device
        shared = load.sharing.begun(self.app, self.game, away, now_ms) if away else None
        self.app.start_match(self.game, self.size, seats, now_ms, files if any(files) else (), shared)

    def _seat_next(self, step):
        """Put the next choice on the chosen seat."""
        at = self.choices.index(self.seats[self.at]) + step
        self.seats[self.at] = self.choices[at % len(self.choices)]
        if set(self.seats) == {_OTHER}:  # somebody plays here
            self._seat_next(step)
        elif self.seats[self.at] == _OTHER:
            self.seats = [PERSON if seat == YOURS else seat for seat in self.seats]

    def _draw_row(self, frame, side, seat, blink):
        """Paint one side on few LEDs; the bar has three levels in each colour."""
        row = side * self.app.panel.lights.width
        if side != self.at or not blink:
            frame[row] = STONE + 1 + side
        if seat == PERSON:
            frame[row + 2] = WHITE
            return
        if seat == _OTHER:
            frame[row + 1] = frame[row + 3] = CYAN
            return
        if seat > YOURS:
            for at in range(_BAR):
                frame[row + 1 + at] = GREEN if at < seat - YOURS else GREY
            return
        full, more = divmod(self._level(seat) - 1, _BAR)
        for at in range(_BAR):
            lit = seat == YOURS and at <= more
            frame[row + 1 + at] = YELLOW if lit else _BAR_COLOURS[full + (at <= more)]

    def _level(self, seat):
        return your_level.of(self.app.settings, self.game, self.levels) if seat == YOURS else seat

    def _draw_swap(self, frame, corner, blink):
        """Paint whether the swap rule is on."""
        if self.at < len(self.seats) or not blink:
            frame[corner], frame[corner + 1] = STONE + 1, STONE + 2
        frame[corner + 2] = frame[corner + 3] = WHITE if self.swap else GREY

    def draw(self, frame, now_ms):
        blink = since(now_ms, self.since) // self.PERIOD % 2
        if self.FIELD:
            for side, seat in enumerate(self.seats):
                self._draw_row(frame, side, seat, blink)
            if self.game.swap:
                self._draw_swap(frame, len(self.seats) * self.app.panel.lights.width, blink)
            return
        width = self.app.panel.width
        left, top = (width - 8) // 2, (self.app.panel.height - 8) // 2
        if self.game.swap:
            self._draw_swap(frame, (top + 7) * width + left, blink)
        if len(self.seats) == 2:
            top += 1
        for side, seat in enumerate(self.seats):
            corner = (top + (3 if len(self.seats) == 3 else 4) * side) * width + left
            if side != self.at or not blink:
                for at in (0, 1, width, width + 1):
                    frame[corner + at] = STONE + 1 + side
            if seat <= PERSON:
                colour, figure = (WHITE, _PERSON) if seat == PERSON else (CYAN, _DEVICE)
                for x, y in figure:
                    frame[corner + y * width + x] = colour
            else:
                count, level, colour = self.levels, self._level(seat), YELLOW if seat == YOURS else CYAN
                if seat > YOURS:
                    count, level, colour = min(len(self.files), _MOST_BAR), seat - YOURS, GREEN
                if count > _MOST_BAR:  # a level is one LED: columns of two, from below
                    for at in range(count):
                        frame[corner + (1 - at % 2) * width + 3 + at // 2] = colour if level > at else GREY
                    continue
                for at in range(count):
                    frame[corner + width + 3 + at] = colour if level > at else GREY
                    if level > at:
                        frame[corner + 3 + at] = colour
