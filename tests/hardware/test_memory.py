"""An evening of games on the emulated Pico: the largest engine of every board starts after it, with memory to spare.

Between two matches other games, sizes and levels have filled the heap and emptied it again. What is free is measured at
the worst moments: the engine has been made, the coach is on and has begun, and the pause screen is open on top of it.
"""

import json

import pytest

from host_sim.boards import list_boards, load_board
from host_sim.pico.play import Player
from tools.paths import DEFAULT_BOARD

pytestmark = pytest.mark.emulator

FREE = 16 * 1024
LARGEST_BLOCK = 4 * 1024
NAMES = 1024  # bytes: names that some game is the first to use stay in memory
MATCHES = 60

# Plays matches with the console that main.py makes, without a person: moves are made through the rules.
EVENING = """
import gc, json
from glowgrid import overlay
from glowgrid.hardware import board
from glowgrid.hardware.lights import Lights
from glowgrid.console import palette
from glowgrid.console.app import App
from glowgrid.console.storage import Storage
about = board.load('/board.json')
keys, leds = board.drivers(about)
app = App(keys, Lights(about, palette.RGB, leds), Storage('/saves'), about, speaker=board.driver)
now = [0]
state = [12345]
lowest = [1 << 20, 1 << 20]
waited = [0]

def chance(most):
    state[0] = (state[0] * 1103 + 12345) & 0xFFFFF
    return (state[0] >> 4) % most

def tick(count=1):
    for _ in range(count):
        app.tick(now[0])
        now[0] += 10

def until(condition):
    for _ in range(3000):
        if condition():
            return
        tick()
    raise RuntimeError('nothing happens on ' + app.screen.NAME)

def largest_block():
    low, high = 0, gc.mem_free()
    while high - low > 64:
        half = (low + high) // 2
        try:
            bytearray(half)
            low = half
        except MemoryError:
            high = half
    return low

def look():
    gc.collect()
    lowest[0] = min(lowest[0], gc.mem_free())
    lowest[1] = min(lowest[1], largest_block())

def free_in_menu():
    app.open_menu(now[0])
    until(lambda: app.screen.NAME == 'menu')
    tick(60)  # by then the screens that may come next are loaded
    gc.collect()
    return gc.mem_free()

def play(game, size, seats, most_moves):
    app.start_match(game, size, seats, now[0])
    until(lambda: app.screen.NAME == 'starting')
    until(lambda: app.screen.NAME == 'play')
    match = app.match
    match.coach = True
    app.resume(now[0])
    until(lambda: app.screen.NAME == 'play' and match.engine)
    moves = 0
    while moves < most_moves and not match.position.is_over():
        position = match.position
        plies = position.plies
        if match.engine_to_move():
            until(lambda: position.plies > plies)
        else:
            tick(3)
            if not moves % 4:
                look()
                app.open_pause(now[0])
                tick(2)
                look()
                app.resume(now[0])
                tick(2)
            move = chance(position.moves)
            while not position.play(move):
                move = (move + 1) % position.moves
            app.match_changed(now[0])
            app.resume(now[0])
            tick(1)
        moves += 1
    if match.alone or match.unadvised:
        raise RuntimeError('out of memory: %s %r' % (game.name, size))
    return match.position.is_over()

until(lambda: app.screen.NAME == 'menu')
choices = [(game, size) for game in app.offered for size in overlay.load_screen('sizes').fitting(app, game)]
each = {}
for game, size in choices:
    each[game.name] = game, size
each = list(each.values())  # the last size of each game first: names that are new to MicroPython stay in memory
in_menu = []
for number in range(MATCHES):
    game, size = each[number] if number < len(each) else choices[chance(len(choices))]
    play(game, size, [0] + [chance(3) for _ in range(game.sides - 1)], 4)
    if number + 1 in LOOKS:
        # Always the same match, because its engine stays until the next one.
        play(*choices[0], [0] * choices[0][0].sides, 4)
        in_menu.append(free_in_menu())
whole = []
for game, size in choices:
    if (game.name, size) in LARGEST:
        whole.append([game.name, size, play(game, size, [0, 1], 999)])
print(json.dumps([in_menu, lowest, whole]))
"""
# What takes most memory of all that a board offers: the solver of Hex beside the tree, and the widest fields.
LARGEST = [
    ("hex", (7,)),
    ("hex", (6,)),
    ("hex", (5,)),
    ("havannah", (3,)),
    ("hex", (4,)),
    ("hex", (14,)),
    ("havannah", (8,)),
    ("y", (14,)),
    ("mnk", (8, 8, 5)),
    ("mnk", (4, 4, 4)),
]


def evening(name, image, matches, looks, most_whole):
    """What the program prints for a board: free in the menu, [least free, smallest largest block], whole matches.

    Then the whole matches that should have been played.
    """
    player = Player(load_board(name), [], image)
    player.pico.boot()
    player.pico.run_until(lambda: player.scans)
    width, height = (load_board(name)["leds"][side] for side in ("width", "height"))
    whole = [choice for choice in LARGEST if fits(choice, width, height)][:most_whole]
    text = f"MATCHES = {matches}\nLOOKS = {looks}\nLARGEST = {whole!r}\n{EVENING}"

    def run(pico):
        pico.send(b"\x03")
        pico.run_until(b">>> ")
        return json.loads(pico.exec(text, limit_s=900).splitlines()[-1]) + [whole]

    return player.pico.forked(run)


def fits(choice, width, height):
    name, size = choice
    across = {"hex": size[0], "havannah": 2 * size[0] - 1, "y": size[0], "mnk": max(size[:2])}[name]
    return across <= min(width, height)


def check(result):
    in_menu, (free, block), played, whole = result
    assert in_menu[0] - in_menu[-1] <= NAMES, in_menu
    assert free >= FREE and block >= LARGEST_BLOCK, (free, block)
    assert len(played) == len(whole) and all(over for _, _, over in played)


def test_two_games_one_after_the_other_on_the_first_board(pico_image):
    check(evening(DEFAULT_BOARD, pico_image, 2, (2,), 0))


@pytest.mark.long
@pytest.mark.parametrize("name", list_boards())
def test_a_long_evening_on_every_board(pico_image, name):
    result = evening(name, pico_image, MATCHES, (10, MATCHES), 3)
    check(result)
    assert result[-1], "no whole match was played"
