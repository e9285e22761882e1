"""The positions of `arena strength 8x8x5`: their tasks, how they are made, and whether a reply solves one.

tests/data/strength_8x8x5.txt has one position on each line: its task, then the names of the points played from
the empty field. win5: the side to move wins within 5 plies, but not at once. stop5: the other side would win within 5
if the side to move passed, and some move stops that. win7 and stop7: the same within 7 plies by fours and open threes,
and not within 5.
"""

import inspect
import json
import re
from collections import Counter
from itertools import count
from random import Random

from glowgrid.games import mnk
from glowgrid.levels import LEVELS
from glowgrid.rules.notation import parse_point, point_name
from host_sim.engine import engine_program

from ..arena.players import asked, checked
from ..judges.lines import Threats
from .perfect_program import images_of

SIZE = (8, 8, 5)
WANTED = {"win5": 200, "stop5": 200, "win7": 50, "stop7": 50}
LONGER = 9  # plies by fours and open threes: a slower win is a win too
FIELD = mnk.GAME.setup(SIZE).field

PICO_LIMIT_S = 120  # emulated, for one answer
PROGRAM = """%s

import time
asked = json.loads(%r)
answers = Answers()
answers.to(dict(asked, work=1))
began = time.ticks_us()
found = answers.to(asked)
found["us"] = time.ticks_diff(time.ticks_us(), began)
print(json.dumps(found))
"""


def judge():
    return Threats(*SIZE)


def stones(moves):
    """Return (stones of the side to move, of the other side) as masks."""
    both = [0, 0]
    for ply, point in enumerate(moves):
        both[ply % 2] |= 1 << point
    return both[len(moves) % 2], both[1 - len(moves) % 2]


def kind_of(moves, judge):
    """Return the task of a position, or None."""
    mine, other = stones(moves)
    if judge.completing(mine, other):
        return None
    for plies, wins in ((5, judge.wins_within), (7, judge.wins_by_threats_within)):
        if wins(mine, other, plies):
            return f"win{plies}"
        if wins(other, mine, plies):
            free = (point for point in range(FIELD.points) if not (mine | other) >> point & 1)
            return f"stop{plies}" if any(not wins(other, mine | 1 << point, plies) for point in free) else None
    return None


def meets(kind, moves, reply, judge):
    """Return whether a reply solves the task of the position."""
    mine, other = stones(moves)
    mine |= 1 << reply
    if kind == "stop5":
        return not judge.wins_within(other, mine, 5)
    if kind == "stop7":
        return not judge.wins_by_threats_within(other, mine, 7)
    return any(judge.wins_by_threats_after(mine, other, plies) for plies in (4, 6, LONGER - 1))


def suite(games, judge, found):
    """Fill `found` (dict: kind to list of moves) from games until it has what is in WANTED, one of a kind per game.

    No position comes twice, not even as a mirror image. games: lists of moves. Yields after each game.
    """
    seen = set()
    for number, moves in enumerate(games):
        kinds = Counter()
        plies = list(range(6, len(moves)))
        Random(number).shuffle(plies)
        for ply in plies[:12]:
            kind = kind_of(moves[:ply], judge)
            if (
                kind
                and not kinds[kind]
                and len(found[kind]) < WANTED[kind]
                and not (turned := images(moves[:ply])) & seen
            ):
                seen |= turned
                kinds[kind] += 1
                found[kind].append(moves[:ply])
        yield number
        if all(len(found[kind]) == WANTED[kind] for kind in WANTED):
            return


def images(moves):
    """Return the position in all its rotations and mirror images."""
    turned = [[image[point] for point in moves] for image in images_of(FIELD)]
    return {(frozenset(image[::2]), frozenset(image[1::2])) for image in turned}


def written(found):
    """Return the text of the data file."""
    lines = [f"{kind} {names(moves)}" for kind in WANTED for moves in found[kind]]
    return "\n".join(lines) + "\n"


def read(text):
    """Return [(kind, moves)] of a data file."""
    cases = []
    for line in text.splitlines():
        kind, names = line.split()
        cases.append((kind, [parse_point(FIELD, name) for name in re.findall("[a-h][1-8]", names)]))
    return cases


def names(moves):
    """Return moves as in the data file."""
    return "".join(point_name(FIELD, point) for point in moves)


def games(seed):
    """Yield games between levels from random openings, without end: lists of moves."""
    from ..arena.arena_command import match_of
    from ..arena.match import games_of

    for number in count(seed):
        for first, second in ((3, 2), (4, 3), (LEVELS, 3), (2, 2)):
            match = match_of("mnk", "8,8,5", f"level:{first}", f"level:{second}", 4 + number % 5, number)
            for game in games_of(match, 40):
                yield game["moves"]


def answers(cases, spec):
    """Return the answers of the engine of this text (arena/players.py) to each case: best, nodes, proven."""
    return asked(spec, mnk.GAME, SIZE, ({"moves": moves} for _, moves in cases))


def first_of_each(cases, most):
    """Return the first `most` cases of each kind."""
    seen = Counter()
    chosen = []
    for kind, moves in cases:
        seen[kind] += 1
        if seen[kind] <= most:
            chosen.append((kind, moves))
    return chosen


def answer_on(pico, moves, spec):
    """Return the engine's answer on this Pico (host_sim/pico/bench.py, at the raw REPL): best, nodes, us; in a fork."""
    text = inspect.getsource(engine_program).partition("\ndef main")[0]
    kind, argument = checked(spec, "mnk")
    question = json.dumps({"game": "mnk", "size": SIZE, "moves": moves, kind: argument})
    return pico.forked(lambda pico: json.loads(pico.exec(PROGRAM % (text, question), PICO_LIMIT_S)))
