"""Lights without colours: somebody who sees only which LEDs are on, for two seconds, can read every position."""

import copy
import random

import pytest
from cases import long
from console import Person

from glowgrid.clock import since
from glowgrid.console import load
from glowgrid.console.match import ALL_MOVES, PERSON, Match
from glowgrid.console.palette import BRIGHT, DIM, OFF, RGB, STONE
from glowgrid.console.screens.fitting import fitting
from glowgrid.console.screens.play_mono import CHOSEN, HINT, MARK, NOTED, OFFERED, TAKE, THOUGHT
from glowgrid.hardware.lights import BLACK_SCALE, kind
from host_sim.boards.files import load_board
from host_sim.console import describe
from host_sim.console.session import VirtualLeds

BEAT_MS, BEATS = 120, 16
# What a person reads: for how many beats an LED is on and dark in turn, over and over. See hardware/lights_mono.py.
LEGEND = {
    "free": (),
    "stone 1": (16,),
    "stone 2": (13, 3),
    "stone 3": (6, 2, 6, 2),
    "last 1": (9, 7),
    "last 2": (3, 3, 4, 6),
    "last 3": (2, 1, 2, 1, 2, 8),
    "cursor of 1": (2, 2) * 4,
    "cursor of 2": (2, 2, 2, 2, 4, 4),
    "cursor of 3": (3, 2, 3, 8),
    "cursor on stone 1": (3, 1) * 4,
    "cursor on stone 2": (3, 1, 3, 1, 3, 5),
    "cursor on stone 3": (5, 1, 5, 5),
    "cursor on last 1": (8, 3, 2, 3),
    "cursor on last 2": (3, 3, 3, 2, 3, 2),
    "cursor on last 3": (2, 1, 2, 1, 2, 2, 3, 3),
    "swap": (4, 4) * 2,
    "cursor on swap": (3, 1, 1, 3) * 2,
    "noted": (1, 2, 1, 4) * 2,
}


def turned(film):
    """Return the same film from each starting time, the smallest: a person does not know when it began."""
    return min(film[at:] + film[:at] for at in range(len(film)))


def filmed(runs):
    text = "".join("#."[at % 2] * run for at, run in enumerate(runs))
    return turned(text or "." * BEATS)


# What a person reads of advice on a single LED; in blocks of LEDs, shapes say too what is proven. An estimated hint is
# always even.
ADVICE = {
    "loses": (3, 13),
    "holds": (2, 6) * 2,
    "wins": (1, 3) * 4,
    "poor": (6, 10),
    "even": (6, 3, 3, 4),
    "good": (3, 1, 4, 1, 3, 4),
    "hint loses": (1, 2, 1, 2, 1, 9),
    "hint holds": (1, 2, 1, 2, 1, 4, 3, 2),
    "hint wins": (1, 2, 1, 2, 1, 2, 4, 3),
    "hint even": (1, 2, 1, 3, 5, 4),
}
MARKS = "", "loses", "holds", "wins", "", "poor", "even", "good"


READ = {filmed(runs): name for name, runs in LEGEND.items()}


def mono(name="pico_max7219_8x8_buttons", **leds):
    board = copy.deepcopy(load_board(name))
    board["leds"] |= leds
    return board


class Viewer(Person):
    """Sees which LEDs are on, and their hues."""

    def __init__(self, folder, board):
        super().__init__(folder, board)
        self._chance = random.Random(11)

    def film(self):
        """Return what each LED does in two seconds, from some time on, and in which hues."""
        self.wait(10 * self._chance.randrange(8))
        pictures = []
        for _ in range(BEATS):
            self.wait(BEAT_MS)
            pictures.append(self.text().replace("\n", ""))
        leds = ["".join(led) for led in zip(*pictures, strict=True)]
        films = [turned("".join("." if sign == "." else "#" for sign in led)) for led in leds]
        return films, ["".join(sorted(set(led) - {"."})) for led in leds]


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


BOARDS = {
    "8x8": mono(),
    "16x16": mono("pico_max7219_16x16_buttons"),
    "16x8": mono(width=16),
    "32x8": mono(width=32),
    "red and green": mono("pico_ht16k33_8x8_buttons"),
}


def check(name, count, folder):
    chance = random.Random(46)
    person = Viewer(folder, BOARDS[name])
    wrong, seen = [], set()
    for game in person.app.offered:
        for size in fitting(person.app, game):
            for play in positions(person, game, size, count, chance):
                if play.NAME != "play":
                    continue
                film, hues = person.film()
                read = [seen_at(play.view, led, film) for led in play.view.corner]
                want = expected(play)
                if play.edges:  # corners that make a bridge
                    read = ["free" if a == "noted" and b == "free" else a for a, b in zip(read, want, strict=True)]
                seen.update(read)
                if len(BOARDS[name]["leds"]["channels"]) > 1:  # each side has its hue besides
                    of_sides = [
                        (what, hues[led]) for led, what in zip(play.view.corner, read, strict=True) if what[-1] in "123"
                    ]
                    wrong += [(game.name, size, what, hue) for what, hue in of_sides if what[-1] != hue]
                wrong += [
                    (game.name, size, play.seen.plies, at, a, b)
                    for at, (a, b) in enumerate(zip(read, want, strict=True))
                    if a != b
                ]
    assert wrong[:10] == [] and len(seen) > 10
    return seen


LONG = [long(name, 100) for name in BOARDS]


@pytest.mark.parametrize("name, count", [("8x8", 6), ("16x16", 2), ("32x8", 2), ("red and green", 3), *LONG])
def test_positions_are_read_from_lights_that_are_on_or_off(name, count, tmp_path):
    check(name, count, tmp_path)


ADVISED = {filmed(runs): name for name, runs in ADVICE.items()}
QUARTERS = {"loses": {(1, 1)}, "holds": {(1, 0), (0, 1)}, "wins": {(1, 0), (0, 1), (1, 1)}}


def advice_at(view, corner, film):
    """Return what advice is seen at the LEDs of a free point; "" if none."""
    if view.block == 1:
        return ADVISED.get(film[corner], "")
    whole = {(x, y): film[corner + y * view.row + x] for x in (0, 1) for y in (0, 1)}
    for name, places in QUARTERS.items():
        lit = {place for place in whole if "#" in whole[place]}
        if lit == places:
            (film,) = {whole[place] for place in lit}
            assert film in (filmed(ADVICE[name]), filmed(ADVICE[f"hint {name}"]))
            return ADVISED[film]
    return ADVISED.get(whole[0, 0], "")


LONGER = [("mnk", (5, 5, 4), 0), ("hex", (5,), 0), ("mnk", (5, 5, 4), 1)]


@pytest.mark.parametrize("name, size, hint", [("tic-tac-toe", (), 0), *(long(*each) for each in LONGER)])
def test_advice_is_read_from_lights_that_are_on_or_off(name, size, hint, tmp_path):
    chance, seen = random.Random(7), set()
    for number in range(3):
        person = Viewer(tmp_path / str(number), mono())
        person.app.settings.knows_pause = True
        person.begin(name, size)
        match = person.app.match
        while match.position.plies < 4 or chance.random() < 0.6:
            match.position.play(chance.randrange(match.position.points))
            if match.position.is_over():
                match.position.undo()
                break
        match.coach = 0 if hint else ALL_MOVES
        person.app.resume(person.session.now_ms, hint=bool(hint))
        person.wait(3000)
        assert person.screen == "play"
        play = person.app.screen
        for _ in range(60):
            if play.coach and (play.coach.hint >= 0 if hint else play.coach.complete):
                break
            person.wait(500)
        match.cursor = next(point for point in range(match.position.points) if match.position.cells[point])
        before = bytes(play.coach.marks), play.coach.hint
        film = person.film()[0]
        if (bytes(play.coach.marks), play.coach.hint) != before:
            continue
        for point, corner in enumerate(play.view.corner):
            if match.position.cells[point]:
                continue
            want = "" if hint else MARKS[play.coach.marks[point]]
            if point == play.coach.hint:
                want = f"hint {MARKS[play.coach.hint_mark]}"
            assert advice_at(play.view, corner, film) == want, (point, film[corner])
            seen.add(want)
    assert len(seen) > 1


TURNS_MS = 32 * BEAT_MS  # for so long the stone is as ever, then for so long it has the mark


@pytest.mark.parametrize("leds, marked", [(5, [LEGEND["swap"]]), (8, [LEGEND["swap"], *3 * [ADVICE["wins"]]])])
def test_the_mark_of_a_swap_takes_turns_with_the_stone_but_is_not_on_a_single_led(leds, marked, tmp_path):
    person = Viewer(tmp_path, mono(width=leds, height=leds))
    person.app.settings.knows_pause = True
    person.begin("hex", (3,))
    match, point = person.app.match, 4
    match.position.play(point)  # whoever owns it wins
    match.coach, match.cursor = ALL_MOVES, match.position.points - 1
    person.app.resume(person.session.now_ms)
    person.wait(3000)
    play, read = person.app.screen, []
    assert play.coach.marks[-1] == MARKS.index("wins")
    across = range(play.view.block)
    for _ in range(4):
        person.wait(-since(person.session.now_ms, play.moved_at) % TURNS_MS)
        film = person.film()[0]
        read.append([film[play.view.corner[point] + y * play.view.row + x] for y in across for x in across])
    alone = [filmed(LEGEND["swap"])] * len(marked)
    assert sorted(read) == sorted(2 * [alone, [filmed(runs) for runs in marked]])


@pytest.mark.parametrize(
    "name, sides", [("8x8", ("side 1", "side 2", "side 3")), ("red and green", ("red", "green", "yellow"))]
)
def test_words_name_the_sides_as_the_lights_show_them(name, sides, tmp_path):
    person = Person(tmp_path, BOARDS[name])
    person.begin("tic-tac-toe", ())
    for point in 0, 3, 1, 4, 2:
        person.app.match.position.play(point)
    person.app.resume(person.session.now_ms)
    person.wait(3000)
    assert person.app.screen.words()[0] == f"{sides[0]} wins  line"
    assert describe.state_line(person.app.match, person.app.panel.sides) == f"{sides[0].capitalize()} has won."


@pytest.mark.parametrize("name", ["8x8", "16x16"])
def test_edges_are_read_as_a_solid_and_a_broken_line_that_of_the_side_to_move_longer_lit(name, tmp_path):
    person = Viewer(tmp_path, BOARDS[name])
    game, read = next(game for game in person.app.offered if game.name == "hex"), 0
    for size in fitting(person.app, game):
        for play in positions(person, game, size, 4, random.Random(3)):
            view, position = play.view, play.seen
            if position.is_over() or view.corner[0] < view.row + 1:
                continue  # points of several LEDs show sides by their shapes
            film = person.film()[0]
            side = view.block * size[0]
            across = [view.corner[0] - view.row + at for at in range(side)]
            down = [view.corner[0] - 1 + at * view.row for at in range(side)]
            of = {1: across, 2: down}
            lit = {each: [film[led].count("#") for led in leds] for each, leds in of.items()}
            read += 1
            assert all(lit[1]), (size, lit)
            assert sorted(map(bool, lit[2])) != [True] * side, (size, lit)
            waits = 3 - position.to_move
            assert max(lit[waits]) < min(count for count in lit[position.to_move] if count), (size, lit)
    assert read > 3


def test_why_hex_has_no_draw_is_shown_where_dark_lines_part_the_stones(tmp_path):
    person = Viewer(tmp_path, mono())
    game = next(game for game in person.app.offered if game.name == "hex")
    for size in fitting(person.app, game):
        (play,) = positions(person, game, size, 1, random.Random(3))
        person.app.open_pause(person.session.now_ms)
        person.wait(300)
        parted = play.view.corner[1] - play.view.corner[0] > play.view.block > 1
        assert ("no draw" in person.entries()) == parted, size
        if parted:
            person.app.go(load.no_draw.NoDraw(person.app))
            person.wait(2000)
            cells, film, row = person.app.screen.cells, person.film()[0], play.view.row
            for point, corner in enumerate(play.view.corner):
                lit = sum("#" in film[corner + x + y * row] for x in (0, 1) for y in (0, 1))
                assert lit == (4 if cells[point] == 1 else 2), (size, point)


@pytest.mark.parametrize("name", ["8x8", "red and green"])
def test_all_signs_differ_from_any_starting_time_and_flash_three_times_a_second_at_most(name):
    marks = [
        *range(MARK + 1, MARK + 4),
        *range(MARK + 5, MARK + 8),
        *range(HINT + 1, HINT + 4),
        HINT + 6,
    ]
    stones = [STONE + side for side in (1, 2, 3)] + [BRIGHT + side for side in (1, 2, 3)]
    signs = [OFF, *stones, NOTED + 1, OFFERED, TAKE, THOUGHT, *marks]
    signs += [CHOSEN + stone for stone in (*stones, OFFERED, TAKE)]
    signs += [CHOSEN + DIM + side for side in (1, 2, 3)]
    board = BOARDS[name]
    lights = kind(board)(board, RGB, VirtualLeds())
    frame, films = bytes(signs) + bytes(64 - len(signs)), []
    for beat in range(BEATS):
        lights.beat(beat * BEAT_MS)
        lights.show(frame)
        films.append(bytes(lights.shown))
    looks = {sign: "".join(".#"[film[at] > 0] for film in films) for at, sign in enumerate(signs)}
    assert len(set(map(turned, looks.values()))) == len(signs)
    for look in looks.values():
        changes = [at for at in range(2 * BEATS) if look[at % BEATS] != look[(at - 1) % BEATS]]
        assert all(sum(at <= other < at + 1000 / BEAT_MS for other in changes) <= 6 for at in changes), look


def lit_lights(name, budget):
    """Return the lights of a board, all on, at full brightness."""
    board = mono(name)
    board["power"] = {"budget_milliamps": budget, "brightness": 255}
    lights = kind(board)(board, RGB, VirtualLeds())
    lights.show(bytes([STONE + 1]) * len(lights.shown))
    return lights


@pytest.mark.parametrize("name, of_chips", [("8x8", 8), ("16x16", 32), ("red and green", 0)])
def test_the_chips_count_in_the_current_and_a_budget_below_them_leaves_the_lights_black(name, of_chips):
    name = BOARDS[name]["name"]
    for budget in (120, 200):
        lights = lit_lights(name, budget)
        assert of_chips < lights.milliamps <= budget
        lights.show(bytes(len(lights.shown)))
        assert lights.milliamps == of_chips and not any(lights.wire)
    lights = lit_lights(name, of_chips + 1)
    assert (lights.milliamps, lights.scale, any(lights.wire)) == (of_chips, BLACK_SCALE, False)


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
