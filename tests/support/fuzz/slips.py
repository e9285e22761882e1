"""Mistakes that people make in their own Python games, and the messages; a test file has a few of these.

The texts are source code. tests/hardware/test_own_game_slips.py tries each alone, `own_games` several at once.
"""

FILE = """
from glowgrid.rules.game import Game
from glowgrid.rules.geometry import square
from glowgrid.rules.lines import Lines, LinesPosition, rows_of

class Own(LinesPosition):
    {rules}

def setup(*size):
    {setup}

GAME = Game({arguments})
"""
SET_UP = "return Own(Lines(square(3, 3), 2, rows_of(3, 3, 3)))"


def python(file_name="own", rules="pass", **arguments):
    """Return the text of a game in Python; arguments are source code."""
    given = {"name": repr(file_name), "about": "'A game.'", "setup": "setup", **arguments}
    given = ", ".join(f"{key}={value}" for key, value in given.items())
    return FILE.format(rules=rules.replace("\n", "\n    "), setup=SET_UP, arguments=given)


DECLARED = {  # argument: (beginning of its message, values)
    "name": ("name is ", ["None", "7", "['own']", "''", "'a b'", "'x' * 33", "b'own'", "1.5", "True", "'\\n'"]),
    "about": ("about is ", ["None", "7", "['x']", "b'x'"]),
    "source": ("source is ", ["None", "7", "()"]),
    "sides": ("sides is ", ["0", "1", "4", "'2'", "None", "2.0", "True", "(2,)"]),
    "sizes": ("sizes is ", ["(3, 4)", "()", "3", "None", "((3,), (3, 3))", "((3.5,),)", "(('3',),)", "((-1,),)",
                            "((256,),)", "'34'", "{3: 4}", "[[3]]", "((3,),) * 100", "((True,),)"]),
    "icon": ("icon is ", ["None", "7", "[]", "['...']", "'.' * 63", "[1] * 8", "[None] * 8", "['~' * 8] * 8",
                          "[b'........'] * 8"]),
    "order": ("order is ", ["None", "'first'", "1.5", "(1,)", "True", "1 << 40"]),
    "swap": ("swap is ", ["None", "'yes'", "1"]),
    "levels": ("levels is ", ["None", "'3'", "9", "-1", "2.0"]),
    "title": ("title is ", ["'My game'", "7"]),
    "sketch": ("sketch is ", ["'...'", "['...']", "7"]),
    "goals": ("goals is ", ["None", "7", "'x' * 41", "('a', 7)", "['a', 'b']", "'\\n'"]),
    "setup": ("setup(): ", ["None", "7", "'setup'", "Own", "Lines", "lambda: None", "lambda: 7", "lambda: []",
                            "lambda: 1 // 0", "lambda a, b: None", "lambda: {}['x']", "lambda: None.x",
                            "lambda: setup()()", "lambda: Lines(square(3, 3), 2, [[0, 9]]).position()",
                            "lambda: Lines(square(3, 3), 2, [[0, 0]]).position()",
                            "lambda: Lines(square(3, 3), 3, [[0, 1]]).position()",
                            "lambda: Lines(square(3, 3), 5, [[0, 1]]).position()",
                            "lambda: Lines(square(3, 3), 2, [['a1']]).position()",
                            "lambda: Lines(square(3, 3), 2, 7).position()",
                            "lambda: Lines(square(0, 0), 2, []).position()",
                            "lambda: Lines(square(16, 16), 2, [[0]]).position()"]),
}  # fmt: skip
HOOKS = {  # values of hooks that are called: the message
    "sketch": ["lambda: None", "lambda: []", "lambda: 7", "lambda: '...'", "lambda: [7]", "lambda: ['..', '.']",
               "lambda: ['']", "lambda: 1 // 0", "lambda a: ['...']", "lambda: ['~']", "lambda: {}['x']"],
    "title": ["lambda: None", "lambda: 7", "lambda: 1 // 0", "lambda a, b: 'x'"],
    "levels": ["lambda: None", "lambda: 'two'", "lambda: 9", "lambda: -1", "lambda: 1 // 0", "lambda a: 2"],
    "goals": ["lambda: None", "lambda: ('a',)", "lambda: 1 // 0", "lambda a: 'x'", "lambda: ('a', 2)"],
}  # fmt: skip
RULES = [  # (methods of the position's class, the message)
    ("def __init__(self, tables): pass", "setup(): "),
    ("def __init__(self): pass", "setup(): "),
    ("def is_legal(self, move): return False", "a move(): none is legal"),
    ("def is_legal(self, move): return 1 // 0", "a move(): ZeroDivisionError"),
    ("def refusal(self, side, move): return 'no'", "a move(): none is legal"),
    ("def refusal(self, side): return None", "a move(): TypeError"),
    ("def play(self, move): return False", "a move(): play refuses move 0"),
    ("def play(self, move): return True", "a move(): play leaves plies"),
    ("def play(self, move): pass", "a move(): play refuses move 0"),
    ("def play(self, move): raise KeyError(move)", "a move(): KeyError"),
    ("def undo(self): pass", "a move(): undo does not return"),
    ("def undo(self): return 1 // 0", "a move(): ZeroDivisionError"),
    ("def wins_at(self, point): return self.nothing", "a move(): AttributeError"),
    ("def wins_at(self): return False", "a move(): TypeError"),
    ("def wins_at(self, point): return True\ndef win_type(self): return None", "a move(): win_type returns None"),
    ("def win_type(self): return 1 // 0", "a move(): ZeroDivisionError"),
    ("def winning_points(self): pass", "a move(): TypeError"),
    ("def winning_points(self, marks): marks[100] = 1", "a move(): IndexError"),
    ("def view(self, side): return None", "a move(): view returns no position"),
    ("def view(self): return self", "a move(): TypeError"),
    ("def fresh(self): return None", "a move(): AttributeError"),
    ("def fresh(self): return type(self)()", "a move(): TypeError"),
    ("def become(self, other): pass", "a move(): a copy by fresh and become differs"),
    ("def last_stone(self): return 1 // 0", "a move(): ZeroDivisionError"),
    ("def last_stone(self): return None", "a move(): last_stone returns None"),
    ("def last_stone(self): return 9", "a move(): last_stone returns 9"),
    ("def is_draw(self): return 1 // 0", "setup(): ZeroDivisionError"),
    ("def is_over(self): return True", "a move(): is_over is true before the first move"),
    ("def family(self): return 1 // 0", "setup(): ZeroDivisionError"),
    ("def family(self): return 'x' * 99", "family returns 'xxxx"),
    ("def family(self): return 1 << 5000", "family returns int"),
    ("family = 'lines'", "setup(): TypeError"),
    ("most_plies = 300", "setup(): "),
    ("actions = 7", "setup(): TypeError"),
    ("actions = ('a',) * 250", "setup(): "),
]
NO_GAME = "end the file with GAME = Game(...) of glowgrid.rules.game"
FILES = [  # (the whole file, the message)
    ("", NO_GAME),
    ("GAME = None", NO_GAME),
    ("GAME = 7", NO_GAME),
    ("game = 7", NO_GAME),
    ("GAME = 1 // 0", "ZeroDivisionError"),
    ("import nothing_of_that_name\nGAME = 7", "nothing_of_that_name"),
    ("from glowgrid.rules.game import Games\nGAME = Games", "ImportError"),
    ("from glowgrid.rules.game import Game\nGAME = Game()", "TypeError"),
    ("from glowgrid.rules.game import Game\nGAME = Game", NO_GAME),
    ("from glowgrid.rules.game import Game\nGAME = Game('own', 'x', engine='fast')", "engine"),
    ("from glowgrid.rules.game import Game\nGAME = Game('own', 'x', color=1)", "TypeError"),
    ("from glowgrid.rules.game import Game\nGAME = Game('own', 'x')", "setup is missing"),
    ("GAME = 7\nraise SystemExit", "SystemExit"),
    ("def f(): return f()\nGAME = f()", "maximum recursion depth exceeded"),
    ("GAME = [0] * 10**12", "too large for this Pico"),
    ("GAME = bytearray(1 << 20) * (1 << 20)", "too large for this Pico"),
]
