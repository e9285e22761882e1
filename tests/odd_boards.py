"""Broken boards: parts are missing, doubled, or of another type, range or place."""

import copy
import json
import random

from host_sim.boards.files import list_boards, load_board
from host_sim.boards.parts import device_board

ODD = [None, True, False, 0, 1, -1, 4, 25, 40, 10**12, 0.5, 1e300, "", "x", "rows", "GRBW", [], [0], [1, 2]]
ODD += [{}, {"up": 3}]


BATTERY = {"driver": "adc", "pin": 29, "divider": 3, "empty_millivolts": 3500, "full_millivolts": 4150}


def odd_boards(seed, count):
    """Yield (name, board): `count` boards, each with one to three changes."""
    chance = random.Random(seed)
    boards = {name: load_board(name) for name in list_boards()}
    for _ in range(count):
        name = chance.choice(sorted(boards))
        board = json.loads(device_board(boards[name]))
        if "order" in boards[name]["leds"] and chance.random() < 0.5:  # as in a file made by hand
            board["leds"] = copy.deepcopy(boards[name]["leds"])
        if chance.random() < 0.3:
            board["battery"] = dict(BATTERY)
        for _ in range(chance.randint(1, 3)):
            _change(board, chance)
        yield name, board


def _change(board, chance):
    part, place = chance.choice(list(_places({"": board})))
    kind = chance.randrange(5)
    if kind == 0 and place:
        part.pop(place) if isinstance(part, dict) else part.pop()
    elif kind == 1 and type(part[place]) is int:
        part[place] += chance.choice((-1, 1, 4, 16))
    elif kind == 2 and isinstance(part[place], list):
        part[place].append(chance.choice(part[place] or [0]))
    elif place:
        part[place] = copy.deepcopy(chance.choice(ODD))


def _places(part):
    for place in list(part) if isinstance(part, dict) else range(min(len(part), 16)):
        yield part, place
        if isinstance(part[place], (dict, list)):
            yield from _places(part[place])
