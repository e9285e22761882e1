"""GTP on m,n,k: the model keeps the game as lists of names; every answer must be valid and fit the model."""

import copy
import re

from host_sim.own_games.find import find_game
from host_sim.records.gtp.protocol import Gtp

from . import must, noise
from .lines_model import rectangle

_ANSWER = re.compile(r"[=?](\d*) [^\n]*(\n[^\n]+)*\n?")
SIZES = {"3,3,3": (3, 3, 3), "3 4 3": (3, 4, 3), "4,4,4": (4, 4, 4)}
SIDES = {"1": 1, "b": 1, "black": 1, "B": 1, "2": 2, "w": 2, "white": 2}
QUIET = ("showboard", "list_commands", "hint", "level 1", "values", "m_hat", "w_star", "w_k 2", "perft 1", "name")


def make(random):
    lines = []
    for _ in range(random.randint(1, 14)):
        point = random.choice("abcde") + str(random.randint(0, 5))
        lines.append(
            random.choice(
                [f"play {random.choice(list(SIDES))} {point}"] * 6
                + [f"genmove {random.choice(list(SIDES))}", "undo", "undo", "clear_board", "legal", "winner", "to_move"]
                + [f"boardsize {random.choice(list(SIZES))}", random.choice(QUIET), _several(random)]
                + [" ".join(random.choice((*noise.WORDS, "play", "boardsize", "w", "a1")) for _ in range(3))]
            )
        )
        if random.random() < 0.2:
            lines[-1] = f"{random.choice((0, 7, 10**12))} {lines[-1]}"
    return lines


def _several(random):
    """Return a line with several moves; of a few points one is often named twice."""
    points = [random.choice("abcd") + str(random.randint(1, 4)) for _ in range(random.randint(0, 4))]
    if random.random() < 0.5:
        return " ".join(["play-game", *points])
    return " ".join(["gogui-play_sequence", *(f"{random.choice(list(SIDES))} {point}" for point in points)])


def check(case):
    game, games = find_game("mnk")
    talk, model = Gtp(game, (3, 3, 3), games), rectangle(3, 3, 3)
    talk.answer("nodes 1")
    for line in case:
        # This is one line; whole texts test what the protocol drops or takes for the end of a line.
        line = line.replace("\n", " ")
        answer = talk.answer(line)
        if answer is None:
            continue
        must(_ANSWER.fullmatch(answer), line, "answered", repr(answer))
        words = line.partition("#")[0].split()
        number = words.pop(0) if words and words[0].isascii() and words[0].isdigit() else ""
        must(answer[1 : 1 + len(number)] == number, line, "answered", repr(answer))
        model = _follow(model, words, answer[0] == "=", answer.partition(" ")[2], line)
        if talk.finished:
            return


def _follow(model, words, done, said, line):
    """Compare an answer with the model; return the model after it."""
    name, arguments = (words[0] if words else ""), words[1:]
    side = SIDES.get(arguments[0].lower() if arguments else "")
    if name == "play" and len(arguments) == 2 and side and arguments[1].isalnum():
        point = arguments[1].lower()
        legal = point in model.legal()
        must(done == (legal or (point == "pass" and (bool(model.winner) or model.is_full()))), line, "answered", said)
        if legal:
            model.play(point, side)
    elif name == "genmove" and len(arguments) == 1 and side and done and said not in ("resign", "pass"):
        must(said in model.legal(), line, "answered", said)
        model.play(said, side)
    elif name in ("play-game", "gogui-play_sequence"):
        other = _after_several(model, name, arguments)
        must(done == (other is not None), line, "answered", said)
        return other or model
    elif words == ["undo"]:
        must(done == bool(model.moves), line, "answered", said)
        if done:
            model.undo()
    elif words == ["clear_board"]:
        while model.moves:
            model.undo()
    elif words == ["legal"]:
        must(set(said.split()) == model.legal(), line, "answered", said)
    elif words == ["to_move"] and not model.winner and not model.is_full():
        must(said == str(model.to_move), line, "answered", said)
    elif words == ["winner"] and model.winner:
        must(said == str(model.winner), line, "answered", said)
    elif name == "boardsize" and done:
        size = tuple(int(number) for number in re.split("[, ]+", " ".join(arguments)) if number)
        if len(size) == 3:
            model = rectangle(*size) if max(size) <= 8 else model
    return model


def _after_several(model, name, arguments):
    """Return the model after several moves; None if one of them is refused."""
    model = copy.deepcopy(model)
    if name == "play-game":
        while model.moves:
            model.undo()
        pairs = [("", point) for point in arguments]
    else:
        pairs = list(zip(arguments[::2], arguments[1::2]))
    for side, point in pairs:
        if point not in model.legal():
            return None
        model.play(point, SIDES[side] if side else 0)
    return model
