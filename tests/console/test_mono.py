"""Lights without colours: somebody who sees only which LEDs are on, for two seconds, can read every position."""

import copy
import random

import pytest
from console import Person

from glowgrid.console import load
from glowgrid.console.match import PERSON, Match
from glowgrid.console.palette import BRIGHT, DIM, OFF, RGB, STONE
from glowgrid.console.screens.fitting import fitting
from glowgrid.console.screens.play_mono import CHOSEN, HINT, MARK, NOTED, OFFERED
from glowgrid.hardware.lights import kind
from host_sim.boards import load_board
from host_sim.console.session import VirtualLeds

BEAT_MS, BEATS = 120, 16
# What a person reads: for how many beats an LED is on and dark in turn, over and over. See hardware/lights_mono.py.
LEGEND = {
    "free": (),
    "stone 1": (16,),
    "stone 2": (14, 2),
    "stone 3": (6, 2, 6, 2),
    "last 1": (8, 8),
    "last 2": (3, 2, 3, 8),
    "last 3": (2, 1, 2, 1, 2, 8),
    "cursor of 1": (2, 2) * 4,
    "cursor of 2": (2, 2, 2, 2, 2, 6),
    "cursor of 3": (2, 2, 2, 10),
    "cursor on stone 1": (3, 1) * 4,
    "cursor on stone 2": (3, 1, 3, 1, 3, 5),
    "cursor on stone 3": (3, 5) * 2,
    "cursor on last 1": (8, 2, 2, 2, 2, 0),
    "cursor on last 2": (3, 2, 3, 2, 2, 2, 2, 0),
    "cursor on last 3": (2, 1, 2, 1, 2, 2, 2, 2, 2, 0),
    "swap": (5, 3) * 2,
    "cursor on swap": (3, 1, 1, 3) * 2,
    "noted": (1, 4, 1, 10),
}


def turned(film):
    """Return the same film from each starting time, the smallest: a person does not know when it began."""
    return min(film[at:] + film[:at] for at in range(len(film)))


def filmed(runs):
    text = "".join("#."[at % 2] * run for at, run in enumerate(runs))
    return turned(text or "." * BEATS)


READ = {filmed(runs): name for name, runs in LEGEND.items()}


def mono(name="pico_max7219_8x8_buttons", **leds):
    board = copy.deepcopy(load_board(name))
    board["leds"] |= leds
    return board


class Viewer(Person):
    """Sees which LEDs are on."""

    def film(self):
        """Return what each LED does in two seconds, from some time on."""
        self.wait(10 * random.randrange(8))
        pictures = []
        for _ in range(BEATS):
            self.wait(BEAT_MS)
            pictures.append("".join("." if sign == "." else "#" for sign in self.text().replace("\n", "")))
        return [turned("".join(led)) for led in zip(*pictures, strict=True)]


def seen_at(view, corner, film):
    """Return what is seen at the LEDs of a point; if there are several, a stone has a shape."""
    read, across = READ.get(film[corner], film[corner]), range(view.block)
    if view.block > 1 and "free" not in read and "cursor of" not in read:
        like = [(x, y) for y in across for x in across if film[corner + y * view.row + x] == film[corner]]
        if like == [(0, 0)]:
            return "free"  # an edge
        shapes = {"1": len(across) ** 2, "2": len(across), "3": len(across) * (len(across) + 1) // 2}
        if read[-1] in shapes and len(like) != shapes[read[-1]]:
            return f"{read}, of {like}"
    return read


def expected(play):
    """Return what is to be seen at each point."""
    position, match = play.seen, play.match
    last, over = position.last_stone(), position.is_over()
    found = []
    for point in range(position.points):
        side = position.cells[point]
        what = "free" if not side else f"stone {side}"
        if side and (play.marks[point] if over and position.winner else point == last and not over):
            what = f"last {side}"
        if point == last and not over and position.may_swap():
            what = "swap"
        if point == match.cursor and not over and match.next_person():
            what = f"cursor on {what}" if side else f"cursor of {position.to_move}"
        found.append(what)
    return found


def positions(person, game, size, count, chance):
    """Show random positions of a game, each on a screen of its own."""
    app = person.app
    for number in range(count):
        app.match = match = Match(game, size, [PERSON] * game.sides)
        match.sit([PERSON] * game.sides, (), app.strategies)
        position = match.position
        wanted = chance.randrange(1, position.points + 1) if number else 0
        while position.plies < wanted and not position.is_over():
            moves = [move for move in range(position.points) if position.is_legal(move)]
            if not moves or not position.play(chance.choice(moves)):
                break
        match.cursor = chance.randrange(position.points)
        match.holder = 0
        app.settings.knows_pause = True
        app.go(load.play.Play(app))
        person.wait(20)
        yield app.screen


def offered(board, folder):
    app = Person(folder, board).app
    return [(game.name, size) for game in app.offered for size in fitting(app, game)]


BOARDS = {"8x8": mono(), "16x16": mono(width=16, height=16), "16x8": mono(width=16)}


def check(name, count, folder):
    chance = random.Random(46)
    person = Viewer(folder, BOARDS[name])
    wrong, seen = [], set()
    for game in person.app.offered:
        for size in fitting(person.app, game):
            for play in positions(person, game, size, count, chance):
                if play.NAME != "play":
                    continue
                film = person.film()
                read = [seen_at(play.view, led, film) for led in play.view.corner]
                want = expected(play)
                if play.edges:  # corners that make a bridge
                    read = ["free" if a == "noted" and b == "free" else a for a, b in zip(read, want, strict=True)]
                seen.update(read)
                wrong += [
                    (game.name, size, play.seen.plies, at, a, b)
                    for at, (a, b) in enumerate(zip(read, want, strict=True))
                    if a != b
                ]
    assert wrong[:10] == [] and len(seen) > 10
    return seen


@pytest.mark.parametrize("name, count", [("8x8", 30), pytest.param("8x8", 100, marks=pytest.mark.long)])
def test_positions_are_read_from_lights_that_are_on_or_off(name, count, tmp_path):
    check(name, count, tmp_path)


def test_all_signs_differ_from_any_starting_time_and_flash_three_times_a_second_at_most():
    marks = [
        *range(MARK + 1, MARK + 4),
        *range(MARK + 5, MARK + 8),
        *range(HINT + 1, HINT + 4),
        *range(HINT + 5, HINT + 8),
    ]
    stones = [STONE + side for side in (1, 2, 3)] + [BRIGHT + side for side in (1, 2, 3)]
    signs = [OFF, *stones, NOTED + 1, OFFERED, *marks, *(CHOSEN + stone for stone in (*stones, OFFERED))]
    signs += [CHOSEN + DIM + side for side in (1, 2, 3)]
    board = mono()
    lights = kind(board)(board, RGB, VirtualLeds())
    frame, films = bytes(signs) + bytes(64 - len(signs)), []
    for beat in range(BEATS):
        lights.beat(beat * BEAT_MS)
        lights.show(frame)
        films.append(bytes(lights.shown))
    looks = {sign: "".join(".#"[film[at]] for film in films) for at, sign in enumerate(signs)}
    assert len(set(map(turned, looks.values()))) == len(signs)
    for look in looks.values():
        changes = [at for at in range(2 * BEATS) if look[at % BEATS] != look[(at - 1) % BEATS]]
        assert all(sum(at <= other < at + 1000 / BEAT_MS for other in changes) <= 6 for at in changes), look


def test_lights_of_two_colours_show_whose_it_is_and_what_is_good():
    board = mono(channels="RG")
    lights = kind(board)(board, RGB, VirtualLeds())
    red, green, both = 1, 2, 3
    signs = {
        sign + side: side
        for sign in (STONE, BRIGHT, NOTED, CHOSEN + STONE, CHOSEN + DIM)
        for side in (red, green, both)
    }
    for marks in (MARK, HINT):
        for estimated in (0, 4):
            signs |= {marks + estimated + mark: hue for mark, hue in ((1, red), (2, both), (3, green))}
    frame = bytes(signs) + bytes(64 - len(signs))
    seen = [set() for _ in signs]
    for beat in range(BEATS):
        lights.beat(beat * BEAT_MS)
        lights.show(frame)
        for at, hues in enumerate(seen):
            hues.add(lights.shown[at])
    assert [hues - {0} for hues in seen] == [{hue} for hue in signs.values()]
