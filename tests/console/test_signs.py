"""Each sign of a match is told from all others by its own point alone: no neighbour, no starting time, no way up.

Two signs differ if at least 3 of the 16 beats of two seconds show another picture, whenever either film begins and
however one of the points is turned or mirrored. What a free point has of an edge or a corner belongs to its sign.
"""

import copy
import itertools

import pytest
from cases import long
from colour_vision import VISIONS, difference, lights_at
from console import Person

from glowgrid.clock import since
from glowgrid.console import load
from glowgrid.console.match import ALL_MOVES, PERSON, Match
from glowgrid.console.palettes import table
from glowgrid.console.screens.coach import Coach
from glowgrid.console.screens.settings import STEPS
from host_sim.boards.files import load_board

BEAT_MS, BEATS, LEAST = 120, 16, 3
MARKS = {1: "loses", 2: "draws", 3: "wins", 5: "poor", 6: "even", 7: "good"}
HINTS = {1: "loses", 2: "draws", 3: "wins", 6: "estimate"}  # what Coach finds
SWAPPED_MS = 32 * BEAT_MS  # without colours the mark of a swap is there for so long, then away for so long
EYES = VISIONS, ("normal", "protanopia", "deuteranopia"), ("normal",)  # of each palette
LEAST_DIFFERENCE = 12  # of colours, as in test_visual_language.py


class Stage(Person):
    """Films what a game shows at its points, {sign: films}; a film is a picture for each beat."""

    def __init__(self, folder, board, game, size):
        super().__init__(folder, board)
        self.game = next(each for each in self.app.offered if each.name == game)
        self.size = size
        self.films = {}

    def show(self, plies, cursor=None, coach=False):
        """Show a position after so many plies: stones two apart, so that none wins and some are on an edge."""
        app = self.app
        app.match = match = Match(self.game, self.size, [PERSON] * self.game.sides)
        match.sit([PERSON] * self.game.sides, (), app.strategies)
        position = match.position
        points = list(range(position.points))
        for point in (points[::3] + points[1::3] + points[2::3])[:plies]:
            assert position.play(point)
        assert not position.is_over()
        free = [point for point in points if not position.cells[point]]
        match.cursor = free[-1] if cursor is None else cursor
        match.coach = ALL_MOVES if coach else 0
        match.holder = 0
        app.settings.knows_pause = True
        app.go(load.play.Play(app))
        self.wait(20)
        play = app.screen
        play.looking.rests = False
        if play.coach is None:
            play.coach = Coach(match)
        return play, free

    def shoot(self, **signs):
        """Film two seconds; signs: {sign: points}."""
        view, lights = self.app.screen.view, self.app.panel.lights
        frames = []
        for _ in range(BEATS):
            self.wait(BEAT_MS)
            frames.append(bytes(lights.shown if lights.mono else self.app.panel.frame))
        across = range(view.block)
        for sign, points in signs.items():
            for point in points:
                leds = [view.corner[point] + y * view.row + x for y in across for x in across]
                film = [tuple(frame[led] for led in leds) for frame in frames]
                first = min(film[at:] + film[:at] for at in range(BEATS))
                self.films.setdefault(sign, set()).add(tuple(first))

    def film_stones(self, plies):
        """Film stones, free points, and the cursor on each."""
        play, free = self.show(plies)
        mono, position = self.app.panel.mono, play.seen
        last, swap = position.last_stone(), position.may_swap()
        of = {}
        for point in range(position.points):
            if position.cells[point]:
                what = "swap" if swap else f"{'last' if point == last else 'stone'}_{position.cells[point]}"
                of.setdefault(what, []).append(point)
        # Lights of all colours have one cursor.
        cursor = f"cursor_{position.to_move if mono else ''}"
        self.shoot(free=free[:-1], **of, **({cursor: free[-1:]} if play.points is None else {}))
        for what, points in of.items() if play.points is None else ():
            self.show(plies, points[0])
            self.shoot(**{f"cursor_on_{what}": points[:1]})
        return swap

    def film_advice(self, plies, swap):
        """Film marks and hints on all free points, the point that the engine looks at, and marks of a swap."""
        play, free = self.show(plies, coach=True)
        stone = [play.seen.last_stone()]
        for mark, name in MARKS.items():
            for point in free:
                play.coach.marks[point] = mark
            self.shoot(**{f"coach_{name}": free[:-1]})
        for mark in MARKS.values() if swap else ():
            self.film_swap(play, stone, mark)
        for mark, name in HINTS.items():
            for point in free[0], free[len(free) // 2], free[-2]:
                play, free = self.show(plies)
                play.coach.hint, play.coach.hint_mark = point, mark
                self.shoot(**{f"hint_{name}": [point]})
        for point in free[0], free[len(free) // 2], free[-2]:
            play, free = self.show(plies)
            play.coach.asked = True
            play.match.seat().looking_at = lambda match, point=point: point
            self.shoot(looked_at=[point])

    def film_swap(self, play, stone, name):
        """Film a stone whose swap has a mark, or is the hint, with and without the cursor."""
        mark = next(mark for mark in MARKS if MARKS[mark] == name)
        mono, block = self.app.panel.mono, play.view.block
        single = mono and block == 1
        swap = play.seen.action("swap")
        # On a single LED of all colours the cursor hides half of each mark: move it away to read the mark.
        for cursor in (None, *stone) if play.points is None and (mono or block > 1) else (None,):
            on = "" if cursor is None else "cursor_on_"
            play, _ = self.show(1, cursor, coach=True)
            play.coach.marks[swap] = mark
            if mono:
                self.wait(
                    -since(self.session.clock_ms + self.session.now_ms, play.moved_at) % (2 * SWAPPED_MS)
                    + SWAPPED_MS
                    + 50
                )
            self.shoot(**{f"{on}swap" + (f"_{name}" if not single else ""): stone})
            play, _ = self.show(1, cursor)
            play.coach.hint, play.coach.hint_mark = swap, mark
            self.shoot(**{f"{on}hint_of_swap": stone})


def turnings(block):
    """Return the eight ways to turn and mirror a point, each an order of its LEDs; for a single LED one."""
    at = [(x, y) for y in range(block) for x in range(block)]
    found = set()
    for turns, mirrored in itertools.product(range(4), (False, True)):
        places = at
        for _ in range(turns):
            places = [(block - 1 - y, x) for x, y in places]
        found.add(tuple(block * y + (block - 1 - x if mirrored else x) for x, y in places))
    assert len(found) == (1 if block == 1 else 8)
    return found


def alike(films, block, differ):
    """Return {pair of signs: the fewest beats that differ} of those that cannot be told apart."""
    found, ways = {}, turnings(block)
    for (one, of_one), (other, of_other) in itertools.combinations(films.items(), 2):
        least = BEATS
        for a, b in itertools.product(of_one, of_other):
            for way in ways:
                turned = [tuple(picture[led] for led in way) for picture in b]
                for start in range(BEATS):
                    shifted = turned[start:] + turned[:start]
                    least = min(least, sum(map(differ, a, shifted)))
        if least < LEAST:
            found[one, other] = least
    return found


def films_of(case, folder, monkeypatch):
    """Return the films of all signs of a case, and the LEDs across a point."""
    name, leds, game, size = case
    board = copy.deepcopy(load_board(name))
    board["leds"] |= leds
    monkeypatch.setattr(Coach, "work", lambda *_: None)
    stage = Stage(folder, board, game, size)
    for plies in range(2 * stage.game.sides + 1):
        swap = stage.film_stones(plies)
        if plies <= stage.game.sides:
            stage.film_advice(plies, swap)
    return stage.films, stage.app.screen.view.block


SMALL = {"width": 4, "height": 4}
RED, BOTH, ALL = "pico_max7219_8x8_buttons", "pico_ht16k33_8x8_buttons", "pico_ws2812_8x8_keys_4x4"
LARGE_RED, LARGE = "pico_max7219_16x16_buttons", "pico_ws2812_16x16_keys_4x4"
GAMES = [("hex", (4,)), ("hex", (5,)), ("three-player", ())]
LARGER = [("hex", (4,)), ("three-player", ())]
MORE = [("hex", (3,)), ("havannah", (4,)), ("mnk", (5, 4, 4))]
MONO = [
    *((board, {}, *game) for board in (RED, BOTH) for game in GAMES),
    *((board, SMALL, "three-player", ()) for board in (RED, BOTH)),
    *((LARGE_RED, {}, *game) for game in LARGER),
    *(long((board, {}, *game)) for board in (RED, BOTH) for game in MORE),
    *(long((LARGE_RED, {}, "hex", size)) for size in [(3,), (7,), (14,)]),
]


@pytest.mark.sample(2)
@pytest.mark.parametrize("case", MONO, ids=str)
def test_signs_of_lights_without_all_colours_are_told_apart(case, tmp_path, monkeypatch):
    films, block = films_of(case, tmp_path, monkeypatch)
    assert len(films) > 20
    assert alike(films, block, tuple.__ne__) == {}


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_marks_are_red_yellow_and_green_on_lights_of_two_colours(game, tmp_path, monkeypatch):
    monkeypatch.setattr(Coach, "work", lambda *_: None)
    stage = Stage(tmp_path, load_board(BOTH), *game)
    stage.film_advice(0, False)
    red, green, yellow, dot = 1, 2, 3, 0
    signs = {"loses": red, "draws": yellow, "wins": green}
    for sign, hue in [(kind + name, hue) for name, hue in signs.items() for kind in ("coach_", "hint_")]:
        for film in stage.films[sign]:
            # An edge may light the first LED of a point of several.
            leds = list(zip(*film, strict=True))
            assert {led for film in leds[len(leds) > 1 :] for led in film} - {dot} == {hue}, sign


COLOURED = [
    (ALL, {}, "hex", (5,)),
    (ALL, SMALL, "three-player", ()),
    *(long((ALL, {}, *game)) for game in [GAMES[0], GAMES[2], *MORE[1:]]),
    *(long((LARGE, {}, *game)) for game in LARGER),
]


def looks_alike(board, colours):
    """Return the pairs of palette indices that look alike to some eyes at some brightness."""
    found = set()
    for brightness in sorted({*STEPS, board["power"]["brightness"]}):
        light = lights_at(board, brightness, table(colours))
        for pair in itertools.product(range(len(light)), repeat=2):
            of_pair = [light[index] for index in pair]
            if any(difference(*of_pair, vision) < LEAST_DIFFERENCE for vision in EYES[colours]):
                found.add(pair)
    return found


@pytest.mark.parametrize("case", COLOURED, ids=str)
def test_signs_of_lights_of_all_colours_are_told_apart_in_each_palette(case, tmp_path, monkeypatch):
    films, block = films_of(case, tmp_path, monkeypatch)
    assert len(films) > 15
    for colours in range(len(EYES)):
        same = looks_alike(load_board(case[0]), colours)

        def differ(one, other, same=same):
            return any(pair not in same for pair in zip(one, other, strict=True))

        assert alike(films, block, differ) == {}, colours
