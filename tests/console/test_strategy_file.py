"""The answers of a strategy's file are the same on CPython, MicroPython and the Pico, read from the open file."""

import pytest
from three_tiers import flashed, on_cpython, on_unix_micropython

from tools.compile.names import ShortNames
from tools.paths import FIRMWARE

MOVES = """glowgrid strategy 1
# Answers to corners and the middle, up to symmetry; then rules.
game tic-tac-toe
symmetry 1 0 0 0 -1 2
symmetry 0 1 0 1 0 0
symmetry 0 1 0 -1 0 2
symmetry 0 -1 2 1 0 0
symmetry 0 -1 2 -1 0 2
symmetry -1 0 2 0 1 0
symmetry -1 0 2 0 -1 2
win
block
pair a2 c2
moves 3
1 .../.../... b1
2 .../.../..1 b2
2 .../.1./... a3
pair b1 b3
else c1 a1 c3
end
"""
PAIRS = "glowgrid strategy 1\ngame mnk 5,5,5\nplays 2\npair a1 c1\npair b2 d4\npair e5 e4\nelse e5 a1\nend\n"
HEX = "glowgrid strategy 1\ngame hex 3 swap\nsymmetry -1 0 2 0 -1 2\nmoves 1\n2 .../.../.1. swap\nblock\nwin\nend\n"
WRONG = {
    "no strategy": b"hello\n",
    "no text": b"glowgrid strategy 1\n\xff\xfe\n",
    "no game": b"glowgrid strategy 1\nelse a1\nend\n",
    "version": b"glowgrid strategy 22\ngame hex 5\nend\n",
    "other rule": b"glowgrid strategy 1\ngame tic-tac-toe\ncentre\nend\n",
    "no numbers": b"glowgrid strategy 1\ngame tic-tac-toe\nsymmetry 1 2\nend\n",
    "no symmetry": b"glowgrid strategy 1\ngame tic-tac-toe\nsymmetry 1 0 1 0 1 0\nmoves 1\n1 .../.../... b2\nend\n",
    "cut off": b"glowgrid strategy 1\ngame tic-tac-toe\nmoves 2\n1 .../.../... b2\n1 ..",
    "cut before the end": b"glowgrid strategy 1\ngame tic-tac-toe\nmoves 1\n1 .../.../... b2\n",
    "lengths": b"glowgrid strategy 1\ngame tic-tac-toe\nmoves 2\n1 .../.../... b2  \n1 ..1/.../... b2\nend\n",
    "illegal": b"glowgrid strategy 1\ngame tic-tac-toe\nmoves 1\n1 .../.../... d9\nend\n",
    "no point": b"glowgrid strategy 1\ngame tic-tac-toe\nelse x\nend\n",
    "half a pair": b"glowgrid strategy 1\ngame tic-tac-toe\npair a1\nend\n",
    "a side": b"glowgrid strategy 1\ngame tic-tac-toe\nplays 2\nelse a1\nend\n",
    "a hole": b"glowgrid strategy 1\ngame tic-tac-toe\nwin\nend\n",
    "too long": b"glowgrid strategy 1\ngame tic-tac-toe\nelse " + b"a1 " * 1000 + b"\nend\n",
    "remarks first": b"glowgrid strategy 1\n" + b"#\n" * 200 + b"game tic-tac-toe\nelse a1\nend\n",
    "many lines": b"glowgrid strategy 1\ngame tic-tac-toe\n" + b"\n" * 600 + b"else a1\nend\n",
    "much text": b"glowgrid strategy 1\ngame tic-tac-toe\n" + (b"#" * 2000 + b"\n") * 9 + b"else a1\nend\n",
}

PROGRAM = """
import io
from glowgrid.games import discover
from glowgrid.rules.notation import move_name, parse_move
from glowgrid.console.strategy_answers import answering
from glowgrid.console.strategy_file import StrategyFile
QUESTIONS = "questions"
WRONG = "wrong"
games = {}
for game in discover()[0]:
    games[game.name] = game

def asked(text, name, size, moves):
    position = games[name].setup(size)
    position.swap_rule = True
    for move in moves.split():
        position.play(parse_move(position, move))
    before = bytes(position.cells), position.plies
    try:
        for move in answering(StrategyFile(io.BytesIO(text)), position):
            pass
        print(name, moves, move_name(position, move))
    except ValueError as error:
        print(name, moves, error)
    if before != (bytes(position.cells), position.plies):
        print("changed")

for text, name, size, questions in QUESTIONS:
    for moves in questions:
        asked(text, name, size, moves)
for kind in sorted(WRONG):
    asked(WRONG[kind], "tic-tac-toe", (), "")
"""
QUESTIONS = [
    (
        MOVES.encode(),
        "tic-tac-toe",
        (),
        ("", "a1", "a3", "c1", "c3", "b2", "a1 b2 a3 a2", "b2 a1 b1", "a1 b2 c3", "a2 a3 b2 a1", "a1 c1 b3 b1"),
    ),
    (MOVES.replace("\n", "\r\n").encode(), "tic-tac-toe", (), ("", "a3", "b1", "b1 c3")),
    (PAIRS.encode(), "mnk", (5, 5, 5), ("", "c1", "b2", "c3", "b2 d4 e4", "c3 a1 e4")),
    (HEX.encode(), "hex", (3,), ("", "b3", "b1", "b3 swap", "a1 b2 b1 a3", "a1 b2 a2 b1")),
]
TEXT = PROGRAM.replace('"questions"', repr(QUESTIONS)).replace('"wrong"', repr(WRONG))
# What the program prints first.
ANSWERS = """tic-tac-toe  b1
tic-tac-toe a1 b2
tic-tac-toe a3 b2
tic-tac-toe c1 b2
tic-tac-toe c3 b2
tic-tac-toe b2 a3"""


def test_answers_come_from_lines_up_to_symmetry_then_from_rules_in_their_order():
    printed = on_cpython(TEXT)
    assert printed[:6] == ANSWERS.splitlines()
    by_rules = dict(line.rsplit(" ", 1) for line in printed[6:11])
    assert by_rules == {
        "tic-tac-toe a1 b2 a3 a2": "c2",  # blocks: a2 b2 c2
        "tic-tac-toe b2 a1 b1": "b3",  # blocks, before the pair
        "tic-tac-toe a1 b2 c3": "c1",  # no rule before: "else"
        "tic-tac-toe a2 a3 b2 a1": "c2",  # wins
        "tic-tac-toe a1 c1 b3 b1": "c3",  # c1 and a1 are taken
    }


def test_each_fault_is_named_with_its_line():
    printed = on_cpython(TEXT)
    said = dict(zip(sorted(WRONG), (line.removeprefix("tic-tac-toe  ") for line in printed[-len(WRONG) :])))
    assert said == {
        "no strategy": "line 1: no strategy; it begins with: glowgrid strategy 1",
        "no text": "line 2: not text",
        "no game": "line 2: expected its game, such as: game hex 5",
        "version": "it is of version 22; this Glowgrid knows 1",
        "other rule": "line 3: centre; expected plays, symmetry, moves, carriers, win, block, pair, else or end",
        "no numbers": "line 3: expected 6 whole numbers",
        "no symmetry": "line 3: this does not take the field to itself",
        "cut off": "cut off after line 4: 1 moves of 2",
        "cut before the end": "cut off after line 4; its last line is: end",
        "lengths": "line 3: its moves differ in length; glowgrid strategy make --from puts them right",
        "illegal": "line 4: d9 in 1 .../.../...: no such move",
        "no point": "line 3: x is no move of this game",
        "half a pair": "line 3: expected two points, such as: pair a1 b2",
        "a side": "it does not play side 1",
        "a hole": "no answer to 1 .../.../...",
        "too long": "line 3: too long",
        "remarks first": "line 64: still no game",
        "many lines": "line 513: too many lines: at most 512 beside its moves",
        "much text": "line 11: too much text: at most 16384 bytes beside its moves",
    }


def test_unix_micropython_answers_the_same():
    assert on_unix_micropython(TEXT) == on_cpython(TEXT)


@pytest.mark.long
def test_the_emulated_pico_answers_the_same(pico_image):
    text, modules = TEXT, ("glowgrid.console.strategy_file", "glowgrid.console.strategy_answers")
    for (where, name), short in ShortNames(FIRMWARE).short_names().items():
        if where in modules and name in ("StrategyFile", "answering"):
            text = text.replace(name, short)
    assert flashed(pico_image).exec(text, limit_s=60).splitlines() == on_cpython(TEXT)
