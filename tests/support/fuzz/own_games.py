"""Own games: files with a few slips, Python and data, each get one line with the place; good files beside them play.

A file that passes its trial is played in the console. A crash there must pass through the file, so that it is blamed.
"""

import contextlib
import json
import os
import re
import sys
import tempfile
from pathlib import Path

from glowgrid import games
from host_sim.boards.files import load_board
from host_sim.cli.run import one_line
from host_sim.console import describe
from host_sim.console.fingers import Fingers
from host_sim.console.session import Session
from host_sim.own_games import load
from host_sim.own_games.load import reading_json
from host_sim.own_games.try_games import verdicts

from . import games as data_games
from . import must, slips
from .console import BOARD, until_ready

LIMIT_S = 5
LONGEST = 400  # longest message about a file, without its path
GOOD = {
    "good.py": slips.python("good"),
    "well.json": '{"name": "well", "rows": {"of": [3, 3], "k": 3}}',
    "joined.json": '{"name": "joined", "shape": "rhombus 3", "connect": [["north", "south"]]}',
}
STEMS = *"own other random json bisect glowgrid host_sim games Own a-b é good2 _x".split(), "a b"
ENCODINGS = "utf-8", "utf-8-sig", "latin-1", "utf-16", "cp1252"
ENDS = "_exit", "KeyboardInterrupt", "GeneratorExit", "kill"  # words in a file that ends the Python process
FITS = {  # argument: source code that may work
    "name": ["'own'", "'good'", "'hex'", "'é'", "'a\\x1bb'", "chr(0x1f600)"],
    "about": ["''", "'x' * 100_000", "'\\x1b[2J\\n'", "'\\ud800'", "'[red]'"],
    "source": ["'x' * 100_000", "'\\0'"],
    "sides": ["2", "3"],
    "sizes": ["((3,),)", "((3,), (4,))", "[(3, 3)]", "((),)", "((0,),)", "((255,) * 9,)", "((3,),) * 99"],
    "icon": ["'r' * 64", "'.' * 64", "['........'] * 8"],
    "order": ["-1", "1 << 28", "98"],
    "swap": ["True", "False"],
    "levels": ["0", "5", "lambda *size: 1", "lambda *size: True"],
    "title": ["lambda *size: ''", "lambda *size: '\\x1b[31m\\n'", "lambda *size: '\\ud800'"],
    "goals": ["'x' * 40", "lambda *size: ('a', 'b')", "lambda *size: ''"],
    "sketch": ["lambda *size: ['..', '..']", "lambda *size: ['.' * 99] * 99", "lambda *size: ('.',)"],
    "setup": [
        "lambda *size: print('\\x1b[2J') or setup()",
        "lambda *size: Own(Lines(square(1, 1), 2, [[0]]))",
        "lambda *size: Own(Lines(square(9, 9), 2, rows_of(9, 9, 5)))",
        "lambda *size: hash(()) and exec('raise ValueError(\"\\x1b[2J\" * 999)')",
        "lambda *size: exec('raise KeyError(\"\\\\ud800\\\\n\")')",
        "lambda *size: exec('raise KeyboardInterrupt')",
        "lambda *size: compile('1 +', 'inner', 'exec')",
        "lambda *size: (lambda f: f(f))(lambda f: f(f))",
    ],
}
METHODS = [  # of the position's class; many work at first and fail later
    "def is_legal(self, move): return self.plies < 3 and super().is_legal(move)",
    "def is_legal(self, move): return 1 // (3 - self.plies) and super().is_legal(move)",
    "def refusal(self, side, move): return 'no' if self.plies > 2 else super().refusal(side, move)",
    "def play(self, move): return super().play(move) if self.plies < 2 else None",
    "def undo(self): return super().undo() if self.plies < 3 else -1",
    "def wins_at(self, point): return 'yes' if self.plies > 2 else False",
    "def win_type(self): return '\\x1b[2J'",
    "def winning_points(self, marks): marks[:] = b'' if self.plies > 2 else marks",
    "def view(self, side): return self if self.plies < 2 else None",
    "def last_stone(self): return None if self.plies > 1 else 0",
    "def is_over(self): return self.plies > 1",
    "actions = ('\\x1b', '\\n')",
    "most_plies = 4",
    "sides = 7",
]
AROUND = [  # before the class ("top") or behind GAME ("end")
    "print('\\x1b[2J\\x07')",
    "import sys; sys.exit('\\x1b[2J')",
    "raise KeyboardInterrupt",
    "import os; os._exit(0)",
    "raise ValueError('\\x1b[2J' * 5000)",
    "raise UnicodeDecodeError('utf-8', b'\\xff', 0, 1, 'x')",
    "raise type('E\\x1b', (Exception,), {})('x')",
    "raise type('E', (Exception,), {'__str__': lambda self: 1 // 0})",
    "import own",
    "from __future__ import braces",
    "while True: pass",
    "x = '" + "x" * 40_000 + "'",
    "square = rows_of = Lines = None",
    "len = print = range = None",
    "GAME = [GAME]",
    "GAME.name = '\\x1b'",
    "# -*- coding: no-such-coding -*-",
    "\\x00",
    "\\x0c\\x0b",
    "\\ufeff",
    "'é\\u2028'",
    "'''",
    "(" * 300,
    "\\r\\r\\n",
]


def make(random):
    files = []
    for stem in random.sample(STEMS, random.choice((1, 1, 2))):
        changes = [_slip(random) for _ in range(random.choice((0, 1, 1, 2, 3)))]
        files.append([stem, random.choice(ENCODINGS) if random.random() < 0.1 else "utf-8", changes])
    data = data_games.make(random)  # a data file beside them
    return {"files": files, "data": data, "keys": [random.randrange(16) for _ in range(6)]}


def _slip(random):
    """Return [place in the file, text]."""
    kind = random.randrange(6)
    if kind == 0:
        argument = random.choice(list(slips.DECLARED))
        return [argument, random.choice(slips.DECLARED[argument][1])]
    if kind == 1:
        argument = random.choice(list(FITS))
        return [argument, random.choice(FITS[argument] + slips.HOOKS.get(argument, []))]
    if kind == 2:
        return ["rules", random.choice(slips.RULES)[0]]
    if kind == 3:
        return ["rules", random.choice(METHODS)]
    if kind == 4 and random.random() < 0.3:
        return ["file", random.choice(slips.FILES)[0]]
    text = random.choice(AROUND)
    if text == "while True: pass" and random.random() < 0.9:  # each takes LIMIT_S
        text = "sum(range(300_000))"
    if text.startswith("\\"):
        text = text.encode().decode("unicode_escape")
    return [random.choice(("top", "end")), text]


def check(case):
    with tempfile.TemporaryDirectory() as folder, _own_games_in(folder):
        texts = {}
        for stem, encoding, changes in case.get("files", []):
            if stem and f"{stem}.py" not in GOOD:
                texts[f"{stem}.py"] = _text(stem, changes).encode(_known(encoding), "replace")
        if "data" in case:
            texts["data.json"] = json.dumps(data_games.data_of(case["data"])).encode()
        for name, data in {**{name: text.encode() for name, text in GOOD.items()}, **texts}.items():
            Path(folder, name).write_bytes(data)
        faults = verdicts([f"{folder}/{name}" for name in (*texts, *GOOD)], LIMIT_S)
        for path, said in faults.items():
            _is_a_clean_line(path, said, Path(path).read_bytes())
        for stem, _, changes in case.get("files", []):
            must(f"{folder}/{stem}.py" in faults or not _must_fail(changes), stem, "is not named")
        games.refused = faults
        found, errors = games.discover(own=folder)
        _all_are_there(folder, texts, faults, found, errors)
        for game in found:
            if Path(getattr(game, "file", None) or "").name in texts:
                _play(game, errors, case.get("keys", []))


def _text(stem, changes):
    """Return the text of a file with these slips."""
    arguments = {place: text for place, text in changes if place in FITS}
    parts = {place: [text for at, text in changes if at == place] for place in ("top", "rules", "end", "file")}
    if parts["file"]:
        return parts["file"][-1]
    rules = "\n".join(parts["rules"]) or "pass"
    return "\n".join([*parts["top"], slips.python(stem.replace(" ", ""), rules, **arguments), *parts["end"]])


def _known(encoding):
    return encoding if encoding in ENCODINGS else "utf-8"


def _must_fail(changes):
    """Return whether the single slip is known to be wrong."""
    if len(changes) != 1:
        return False
    ((place, text),) = changes
    known = [values for argument, (_, values) in slips.DECLARED.items() if argument == place]
    known += [values for argument, values in slips.HOOKS.items() if argument == place]
    known += [[rules for rules, _ in slips.RULES]] if place == "rules" else []
    return any(text in values for values in known)


def _is_a_clean_line(path, said, data):
    """Raise Wrong unless a line names the file, and every place in it exists."""
    name = Path(path).name
    must(name not in GOOD, "a good file is refused:", said)
    must(said.startswith(f"{path}: ") and one_line(said) == said, "no clean line:", repr(said[:LONGEST]))
    must(len(said) <= len(path) + LONGEST, "a long line:", len(said))
    must("a bug" not in said, "a bug of ours:", said)
    must(
        "ends the Python process" not in said or any(word.encode() in data for word in ENDS),
        "the trial itself ended:",
        said,
    )
    must("does not finish within" not in said or b"while True" in data, "endless:", said)
    places = re.findall(r"\((\S.*?), line (.*?)\)(?=$|; it has to load)", said)
    rows = len(re.split(rb"\r\n|\r|\n", data))
    for file, line in places:
        must(file.rpartition("(")[2] == name, "not the file:", said)
        must(line.isdecimal() and 1 <= int(line) <= rows, "not a line of it:", said)


def _all_are_there(folder, texts, faults, found, errors):
    """Raise Wrong unless each file is a game that is found, or has a one-line error."""
    for name in (*texts, *GOOD):
        path = f"{folder}/{name}"
        lines = [error for error in errors if error.startswith(f"{path}: ")]
        there = any(getattr(game, "file", None) == path for game in found)
        must(there + len(lines) == 1, name, "has", lines, "and is a game" if there else "and is no game")
        if path in faults:
            must(lines == [faults[path]], lines, "not", faults[path])
        else:
            must(there or "another game is already named" in lines[0], "it passes, but then", lines)


def _play(game, errors, keys):
    """Play a game in the console: select at the menu and at the seats, then these keys."""
    board = load_board(BOARD)
    select = board["keys"]["roles"]["select"]
    with tempfile.TemporaryDirectory() as saves:
        session = Session(board, saves, ([game], errors))
        try:
            until_ready(session)
            for fault in describe.faults(session.app):
                must(one_line(fault) == fault, "no clean line:", repr(fault[:LONGEST]))
            fingers, began = Fingers(session), session.now_ms
            for number, key in enumerate([select, select, select, *(key % 16 for key in keys)]):
                at = began + 300 * number
                fingers.replay([(at, key, True), (at + 80, key, False)])
            for _ in fingers.frames(began + 300 * (3 + len(keys))):
                pass
        except Exception as error:
            must(load.place_in_own_file(error), "a crash that blames no file:", type(error).__name__, error)
            session.app.give_up()
            must(session.app.blame_game(), "the file is not struck")


@contextlib.contextmanager
def _own_games_in(folder):
    """Use a folder as that of the user's own games; unload its modules afterwards."""
    before = dict(sys.modules), games.refused, os.environ.get("GLOWGRID_GAMES"), games.json_reader
    games.json_reader = reading_json
    os.environ["GLOWGRID_GAMES"] = folder
    try:
        yield
    finally:
        for name in [name for name in sys.modules if name not in before[0] and _is_in(folder, sys.modules[name])]:
            del sys.modules[name]
        games.refused, games.json_reader = before[1], before[3]
        if before[2] is None:
            del os.environ["GLOWGRID_GAMES"]
        else:
            os.environ["GLOWGRID_GAMES"] = before[2]


def _is_in(folder, module):
    return str(getattr(module, "__file__", "")).startswith(folder)
