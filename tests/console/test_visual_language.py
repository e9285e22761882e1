"""The signs that a person has to tell apart on the lights: firmware/DESIGN.md, "One visual language".

Each sign is filmed on the real screens, on points of 1, 4 and 9 LEDs. Two signs are distinct if their films, from any
starting time, differ visibly somewhere within two seconds.
"""

import itertools
from functools import cache

import pytest
from colour_vision import VISIONS, difference, lights_at
from console import SELECT, Person

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid.console.palette import BRIGHT, DIM, EDGE, GREY, OFF, STONE
from glowgrid.console.palettes import table
from glowgrid.console.screens.coach import ESTIMATED, HOLDS, LOSES, WINS, Coach
from glowgrid.console.screens.settings import STEPS
from glowgrid.search import engine_for
from host_sim.boards import load_board
from host_sim.console import describe
from host_sim.console.session import Session

BLOCKS = {
    1: ("pico_ws2812_8x8_keys_4x4", "7"),
    2: ("pico_ws2812_16x16_keys_4x4", "5"),
    3: ("pico_ws2812_16x16_keys_4x4", "4"),  # here each key is a point
}
EVERY_MS, FILM_MS = 40, 1920  # all rhythms fit into a film
LEAST = 12  # difference; 2.3 is what can just be noticed side by side
EYES = {0: VISIONS, 1: ("normal", "protanopia", "deuteranopia"), 2: ("normal",)}  # by palette


class Stage:
    """A match of two people at Hex, on points of `block` LEDs across."""

    def __init__(self, folder, block):
        folder.mkdir(parents=True)
        name, size = BLOCKS[block]
        self.board = load_board(name)
        self.person = Person(folder, session=Session(self.board, folder))
        self.person.choose("hex", size)
        self.person.sit(0, 0)
        self.screen, self.position = self.person.app.screen, self.person.position
        assert self.screen.view.block == block
        self.films = {}

    def place(self, *points):
        for point in points:
            self.screen.cursor = point
            key = describe.point_key(self.person.app, point)
            self.person.tap(SELECT if key is None else key)
            assert self.position.history[self.position.plies - 1] == point

    def rest_at(self, point):
        """Move the cursor to the point, and wait until passing signs are gone."""
        self.screen.cursor = point
        self.person.wait(12_000)

    def film(self, pressed=None, **points):
        """Film some points, {name: point}, while a key is pressed."""
        view, width = self.screen.view, self.person.app.panel.lights.width
        frames = []
        for at in range(0, FILM_MS, EVERY_MS):
            if pressed is not None and at % 480 == 0:  # press again: a key held longer inspects a point
                self.person.hold(pressed, 700)
                self.person.press(pressed)
            self.person.wait(EVERY_MS)
            frames.append(bytes(self.person.app.panel.frame))
        across = range(view.block)
        for name, point in points.items():
            first = view.corner[point]
            leds = [first + y * width + x for y in across for x in across]
            self.films[name] = [bytes(frame[led] for led in leds) for frame in frames]
        return frames

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
        across, width = range(view.block), self.person.app.panel.lights.width
        leds = [view.corner[point] + y * width + x for y in across for x in across]
        self.films[name] = []
        for at in range(0, FILM_MS, EVERY_MS):
            frame = bytearray(self.person.app.panel.frame)
            for led in leds:
                frame[led] = OFF
            view.dot(frame, point, DIM + self.position.to_move)
            coach.draw(frame, view, at // 120)
            self.films[name].append(bytes(frame[led] for led in leds))

    def free(self):
        return [point for point in range(self.position.points) if self.position.is_legal(point)]


@cache
def films(block, folder):
    folder = folder / str(block)
    stage = Stage(folder / "match", block)
    row = int(BLOCKS[block][1])
    first, second, third, inner = row + 1, 2 * row, 2, row * (row - 1) - 2
    stage.rest_at(0)
    stage.film(free_1=inner)
    stage.place(first)
    stage.rest_at(0)
    stage.film(swap_offer_to_2=first, free_2=inner)
    stage.place(second)
    stage.rest_at(0)
    stage.film(stone_1=first, last_2=second)
    stage.place(third)
    stage.rest_at(inner)
    key = describe.point_key(stage.person.app, inner)
    frames = stage.film(pressed=key, last_1=third, stone_2=second, cursor=inner, neighbour=inner - 1)
    for side in (1, 2):
        leds = [led for led in range(len(frames[0])) if any(frame[led] == EDGE + side for frame in frames)]
        assert leds
        stage.films[f"edge_{side}"] = [bytes([frame[leds[0]]]) * block**2 for frame in frames]
    stage.films["thinking"] = [
        bytes([GREY if at // 120 % 2 else OFF] + [OFF] * (block**2 - 1)) for at in range(0, FILM_MS, EVERY_MS)
    ]
    for name, mark in {"loses": LOSES, "holds": HOLDS, "wins": WINS}.items():
        stage.advise(f"coach_{name}", mark)
        stage.advise(f"hint_{name}", mark, hint=True)
    stage.advise("estimate", ESTIMATED + 2)
    stage.advise("hint_estimate", ESTIMATED + 2, hint=True)
    end = Stage(folder / "end", block)
    for down in range(row):
        end.place(down * row, *[down * row + row - 1] * (down < row - 1))
    end.person.wait(30_000)  # waves and words have passed
    end.film(won_1=0, lost_2=row - 1)
    return stage.films | end.films


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


@pytest.mark.parametrize("colours, vision", [(colours, vision) for colours, eyes in EYES.items() for vision in eyes])
@pytest.mark.parametrize("block", BLOCKS)
def test_all_signs_look_different(block, colours, vision, tmp_path_factory):
    of = films(block, tmp_path_factory.getbasetemp() / "visual_language")
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


def test_thinking_never_looks_like_a_stone(tmp_path):
    board = load_board("pico_ws2812_8x8_keys_4x4")
    person = Person(tmp_path, session=Session({**board, "speed": 0.05}, tmp_path))
    person.choose("hex", "5")
    person.sit(0, 4)
    person.tap(SELECT, then=0)
    shown = set()
    while person.position.plies == 1:
        person.wait(10)
        corners, position = person.app.screen.view.corner, person.position
        shown.update(
            person.app.panel.frame[corners[point]] for point in range(position.points) if not position.cells[point]
        )
    stones = {colour + side for colour in (STONE, BRIGHT) for side in (1, 2, 3)}
    assert GREY in shown and not shown & stones
