"""The signs that a person has to tell apart on the lights: firmware/DESIGN.md, "One visual language"."""

import itertools
from functools import cache

import pytest
from colour_vision import VISIONS, difference, lights_at
from console import DOWN, SELECT, UP, Person

from glowgrid.clock import since
from glowgrid.console.palette import BRIGHT, DIM, EDGE, FREE, GREY, OFF, RED, STONE, WHITE
from glowgrid.console.palettes import table
from glowgrid.console.screens import coach as coach_screen
from glowgrid.console.screens.coach import ESTIMATED, HOLDS, LOSES, WINS, Coach
from glowgrid.console.screens.settings import STEPS
from glowgrid.search import engine_for
from host_sim.boards.files import load_board
from host_sim.console import describe

BLOCKS = {
    1: ("pico_ws2812_8x8_keys_4x4", "7"),
    2: ("pico_ws2812_16x16_keys_4x4", "5"),
    3: ("pico_ws2812_16x16_keys_4x4", "4"),  # here each key is a point
}
EVERY_MS, FILM_MS = 40, 1920  # all rhythms fit into a film
LEAST = 12  # difference; 2.3 is what can just be noticed side by side
EYES = {0: VISIONS, 1: ("normal", "protanopia", "deuteranopia"), 2: ("normal",)}  # by palette


class Stage:
    """A match of two people, on points of `block` LEDs across at Hex."""

    def __init__(self, folder, block, game="hex", size=None):
        folder.mkdir(parents=True)
        name, hex_size = BLOCKS[block]
        self.board = load_board(name)
        self.person = Person(folder, self.board)
        self.person.choose(game, size or hex_size)
        self.person.sit(0, 0)
        self.screen, self.position = self.person.app.screen, self.person.position
        assert game == "havannah" or self.screen.view.block == block
        self.films = {}

    def place(self, *points):
        for point in points:
            self.screen.match.cursor = point
            key = describe.point_key(self.person.app, point)
            self.person.tap(SELECT if key is None else key)
            assert self.position.history[self.position.plies - 1] == point

    def rest_at(self, point):
        """Move the cursor to the point, and wait until words and passing signs are gone."""
        self.screen.match.cursor = point
        self.person.wait(12_000)
        while self.person.app.panel.words:
            self.person.wait(100)

    def leds(self, point):
        """Return the LEDs of a point."""
        view = self.screen.view
        width, across = self.person.app.panel.lights.width, range(view.block)
        return [view.corner[point] + y * width + x for y in across for x in across]

    def film(self, pressed=None, ms=FILM_MS, **points):
        """Film some points, {name: point}, while a key is pressed."""
        frames = []
        for at in range(0, ms, EVERY_MS):
            if pressed is not None and at % 480 == 0:  # press again: a key held longer inspects a point
                self.person.hold(pressed, 700)
                self.person.press(pressed)
            self.person.wait(EVERY_MS)
            frames.append(bytes(self.person.app.panel.frame))
        for name, point in points.items():
            self.films[name] = [bytes(frame[led] for led in self.leds(point)) for frame in frames]
        return frames

    def film_led(self, name, frames, colour, block):
        """Film the first LED that has this colour at some time and is not under the cursor, as a block of them."""
        of_leds = zip(*frames, strict=True)
        film = next(film for film in of_leds if colour in film and WHITE not in film)
        self.films[name] = [bytes([led]) * block**2 for led in film]

    def advise(self, name, mark, hint=False):
        """Film a mark of the coach, or a hint, on a free point."""
        match = self.person.app.match
        match.engine = match.engine or engine_for(self.position)
        match.coach = not hint
        coach = Coach(match)
        view, (point, *_) = self.screen.view, self.free()
        if hint:
            coach.hint, coach.hint_mark = point, mark
        else:
            coach.marks[point] = mark
        leds = self.leds(point)
        free = FREE if self.screen.edges else DIM + self.position.to_move
        self.films[name] = []
        for at in range(0, FILM_MS, EVERY_MS):
            frame = bytearray(self.person.app.panel.frame)
            for led in leds:
                frame[led] = OFF
            view.dot(frame, point, free)
            coach.draw(frame, view, at // 120)
            self.films[name].append(bytes(frame[led] for led in leds))

    def free(self):
        return [point for point in range(self.position.points) if self.position.is_legal(point)]


@cache
def films(block, folder):
    """Return {name: film} of all signs in connection games."""
    folder = folder / str(block)
    stage = Stage(folder / "match", block)
    row = int(BLOCKS[block][1])
    first, second, third, inner = row + 1, 2 * row, 2, row * (row - 1) - 2
    stage.rest_at(0)
    frames = stage.film(free=inner)
    stage.film_led("edge_1", frames, EDGE + 1, block)
    stage.film_led("edge_2_waits", frames, DIM + 2, block)
    stage.place(first)
    stage.rest_at(0)
    frames = stage.film(swap_offer_to_2=first, free_for_2=inner)
    free = bytes([FREE] + [OFF] * (block**2 - 1))
    assert stage.films.pop("free_for_2") == stage.films["free"] == [free] * len(frames)
    stage.film_led("edge_2", frames, EDGE + 2, block)
    stage.film_led("edge_1_waits", frames, DIM + 1, block)
    stage.place(second)
    stage.rest_at(0)
    stage.film(stone_1=first, last_2=second)
    stage.place(third)
    stage.rest_at(inner)
    key = describe.point_key(stage.person.app, inner)
    frames = stage.film(pressed=key, last_1=third, stone_2=second, cursor=inner, neighbour=inner - 1)
    still = [OFF] * (block**2 - 1)
    stage.films["dark"] = [bytes([OFF] + still)] * len(frames)
    stage.films["thinking"] = [bytes([GREY if at // 120 % 2 else OFF] + still) for at in range(0, FILM_MS, EVERY_MS)]
    film_advice(stage)
    havannah = Stage(folder / "havannah", 1, "havannah", "4")
    for side in (1, 2):
        havannah.rest_at(10)
        frames = havannah.film()
        for name, led in {"corner": havannah.screen.view.corner[0], f"turn_{side}": 7}.items():
            stage.films[name] = [bytes([frame[led]] + still) for frame in frames]
        havannah.place(side)
    end = Stage(folder / "end", block)
    for down in range(row):
        end.place(down * row, *[down * row + row - 1] * (down < row - 1))
    end.person.wait(30_000)  # waves and words have passed
    end.film(won_1=0, lost_2=row - 1)
    return stage.films | end.films


@cache
def films_of_lines(block, folder):
    """Return {name: film} of what looks different in games of lines."""
    stage = Stage(folder / str(block), block, "mnk", {1: "5,5,5", 2: "6,6,5", 3: "4,4,4"}[block])
    for other in (2, 1):
        stage.place(*stage.free()[: stage.position.to_move != other])
        stage.rest_at(0)
        stage.film(**{f"free_{other}": 12})
        assert {bytes([DIM + other] + [OFF] * (block**2 - 1))} == set(stage.films[f"free_{other}"])
    film_advice(stage)
    return stage.films


def film_advice(stage):
    for name, mark in {"loses": LOSES, "holds": HOLDS, "wins": WINS}.items():
        stage.advise(f"coach_{name}", mark)
        stage.advise(f"hint_{name}", mark, hint=True)
    stage.advise("estimate", ESTIMATED + 2)
    stage.advise("hint_estimate", ESTIMATED + 2, hint=True)


def are_distinct(one, other, seen):
    """Return whether two films differ from any starting time; `seen`: {pair of palette indices that differ}."""

    def differ(a, b):
        return any((x, y) in seen for x, y in zip(a, b, strict=True))

    for a, b in ((one, other), (other, one)):
        if any(all(differ(picture, each) for each in set(b)) for picture in set(a)):
            return True
    differs = {(a, b): differ(a, b) for a in set(one) for b in set(other)}
    length = len(one)
    return all(any(differs[one[(at + shift) % length], other[at]] for at in range(length)) for shift in range(length))


CASES = [(colours, vision, block) for colours, eyes in EYES.items() for vision in eyes for block in BLOCKS]


@pytest.mark.parametrize(
    "colours, vision, block",
    [pytest.param(*case, marks=[pytest.mark.long] * (case[2] > 1 and case[:2] != (0, "normal"))) for case in CASES],
)
@pytest.mark.parametrize("films_of", [films, films_of_lines])
@pytest.mark.sample(3)
def test_all_signs_look_different(block, films_of, colours, vision, tmp_path_factory):
    of = films_of(block, tmp_path_factory.getbasetemp() / films_of.__name__)
    board = load_board(BLOCKS[block][0])
    alike = {}
    for brightness in sorted({*STEPS, board["power"]["brightness"]}):
        light = lights_at(board, brightness, table(colours))
        pairs = itertools.product(range(len(light)), repeat=2)
        seen = {(a, b) for a, b in pairs if difference(light[a], light[b], vision) >= LEAST}
        for one, other in itertools.combinations(of, 2):
            if other == "lost_2" and one != "won_1":
                continue  # at the end no free point is lit
            if not are_distinct(of[one], of[other], seen):
                alike.setdefault(f"{one} and {other}", []).append(brightness)
    assert alike == {}


def hidden(stage, window_ms, **filming):
    """Film and return the stones that are hidden for so long: nothing shows their shape in the colour of their side."""
    view, cells, found = stage.screen.view, stage.position.cells, []
    frames, length = stage.film(**filming), window_ms // EVERY_MS
    for point in [point for point in range(stage.position.points) if cells[point]]:
        looks, leds = [], stage.leds(point)
        for colour in (STONE, BRIGHT):
            frame = bytearray(len(frames[0]))
            view.stone(frame, point, cells[point], colour + cells[point])
            looks.append([frame[led] for led in leds])
        shows = [[frame[led] for led in leds] in looks for frame in frames]
        if not all(any(shows[at : at + length]) for at in range(len(shows) - length + 1)):
            found.append(point)
    return found


BLINK_MS, OFFER_MS = 480, 960  # the cursor, and colours of a stone that may be taken over, come back after this long


@pytest.mark.parametrize("block", [1, 2])
def test_the_cursor_its_neighbours_and_refusals_hide_no_stone(block, tmp_path):
    stage = Stage(tmp_path / "match", block)
    row = int(BLOCKS[block][1])
    middle = row + 1
    around = sorted(set(stage.position.field.near[6 * middle : 6 * middle + 6]))
    stage.place(middle, *around[:4])
    stage.person.wait(1000)
    for point in (middle, *around):
        stage.screen.match.cursor = point
        assert hidden(stage, BLINK_MS) == []
    stage.screen.match.cursor = middle
    stage.person.press(SELECT)
    stage.person.wait(40)
    assert any(RED in frame for frame in stage.film(ms=40))
    assert hidden(stage, 500, ms=500) == []
    stage.person.release(SELECT)
    stage.person.tap(UP, DOWN)
    stage.person.wait(1100)
    assert stage.screen.looking.through and hidden(stage, BLINK_MS) == []


@pytest.mark.parametrize("block", [1, 2])
def test_neither_cursor_nor_advice_hides_a_stone_that_may_be_taken_over(block, tmp_path, monkeypatch):
    monkeypatch.setattr(coach_screen, "COACH_WORK", 400_000)
    monkeypatch.setattr(coach_screen, "HINT_WORK", 400_000)
    stage = Stage(tmp_path / "match", block)
    stage.place(stage.position.points // 2)
    stone = stage.position.history[0]
    assert hidden(stage, OFFER_MS) == []
    for entry in ("hint", "coach"):
        stage.person.pause_and(entry)
        while not describe.known(stage.person.app).partition("swap")[1]:
            stage.person.wait(100)
        stage.person.wait(3000)  # then the chip rests
        for shift in range(0, OFFER_MS, 240):  # of the cursor's blinks
            stage.person.wait((shift - stage.person.session.now_ms) % OFFER_MS)
            stage.screen.match.cursor, stage.screen.blink_from = stone, stage.person.session.now_ms
            assert hidden(stage, OFFER_MS) == []


def test_a_pressed_key_hides_no_stone_that_may_be_taken_over(tmp_path):
    stage = Stage(tmp_path / "match", 3)
    stage.place(5)
    key = describe.point_key(stage.person.app, 5)
    stage.person.wait(-since(stage.person.session.now_ms, stage.screen.moved_at) % OFFER_MS)  # its own colour is next
    stage.person.press(key)
    stage.person.wait(50)
    assert stage.person.app.panel.frame[stage.leds(5)[0]] == WHITE
    assert hidden(stage, 440, ms=440) == []  # a key held longer looks at the point
    assert hidden(stage, OFFER_MS) == []
