"""Positions of every game as the page's field gets them (host_sim/web/field/field_state.py), for tests of field.js.

`python tests/field_examples.py` writes tests/data/fields/ again after a change of what they say.
"""

import json
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [path for path in (str(ROOT), str(ROOT / "tests")) if path not in sys.path]

import host_sim  # noqa: E402, F401  (makes `glowgrid` importable)
from glowgrid.console.match import PERSON, Match  # noqa: E402
from glowgrid.console.screens.coach import Coach  # noqa: E402
from glowgrid.games import discover  # noqa: E402
from glowgrid.rules.notation import parse_move  # noqa: E402
from host_sim.console.refusal import why_refused  # noqa: E402
from host_sim.own_games.data.reader import game_from  # noqa: E402
from host_sim.web.field.field_state import FieldState  # noqa: E402

FOLDER = Path(__file__).resolve().parent / "data" / "fields"
CUBE = {"name": "cube", "about": "Three in a row in a cube win.", "rows": {"of": [3, 3, 3], "k": 3}}
BRIDG_IT = json.loads((ROOT / "tests/own_games/bridg_it.json").read_text(encoding="utf-8"))
RING = {"name": "ring", "sides": 3, "field": [".o.o.", "o...o", ".o.o."], "lines": ["b1 d1 e2", "e2 d3 b3", "b3 a2 b1"]}

# {name: (game, size, moves, what is added: "coach", "hint", a point that is pressed in vain)}
EXAMPLES = {
    "tic_tac_toe_coach": ("tic-tac-toe", (), "b2 a1 c1", "coach hint"),
    "tic_tac_toe_line": ("tic-tac-toe", (), "b2 a1 c1 a3 b1 a2", ""),
    "tic_tac_toe_draw": ("tic-tac-toe", (), "b2 a1 b1 b3 c1 a3 a2 c2 c3", ""),
    "tic_tac_toe_refused": ("tic-tac-toe", (), "b2 a1", "b2"),
    "three_player_coach": ("three-player", (), "b2 a1 d4 c2 a2 d3", "coach hint"),
    "three_player_line": ("three-player", (), "b2 a1 d4 c2 a2 d3 a3 a4 d2", ""),
    "mnk_4_3_3": ("mnk", (4, 3, 3), "b2", "coach"),
    "mnk_8_8_5": ("mnk", (8, 8, 5), "d4 d5 e4 c4 f4 g4 e5 e3 f6 g7 f5 c6 f7 b7 f3", ""),
    "hex_3_coach": ("hex", (3,), "a3", "coach hint"),
    "hex_5_swap": ("hex", (5,), "b2", ""),
    "hex_5_won": ("hex", (5,), "c3 b3 c4 b4 c5 b5 c2 b2 c1", ""),
    "hex_14": ("hex", (14,), "g7 swap i8 i6 d10", ""),
    "havannah_2": ("havannah", (2,), "", "coach"),
    "havannah_3_ring": ("havannah", (3,), "d3 a1 d4 c1 c4 a3 b3 e3 b2 c5 c2", ""),
    "havannah_4_fork": ("havannah", (4,), "a2 a4 b2 g4 c2 d7 d2 g7 e2 c5 b1", ""),
    "havannah_8": ("havannah", (8,), "h8 g7 i9", ""),
    "y_3_coach": ("y", (3,), "a1", "coach"),
    "y_6_won": ("y", (6,), "a6 a1 b6 c3 c6 b4 d6 d5 e6 a3 f6", ""),
    "y_14": ("y", (14,), "e9 g10", ""),
    "fano_coach": ("fano", (), "c3 a4", "coach hint"),
    "fano_line": ("fano", (), "c3 a4 c1 b2 c4", ""),
    "cube": (CUBE, (), "e2 a1", ""),
    "ring": (RING, (), "b1 a2", ""),
    "bridg_it_won": (BRIDG_IT, (), "c3 c1 c5 b2 d2 a1 e1", ""),
}


def match_of(game, size, moves):
    """Return a match of two or three people after these moves."""
    game = game_from(game) if isinstance(game, dict) else next(each for each in discover()[0] if each.name == game)
    match = Match(game, size, [PERSON] * game.sides)
    for name in moves.split():
        assert match.position.play(parse_move(match.position, name)), (game.name, name)
    return match


def coach_of(match, hint):
    """Return the coach of a match when it has found what it can."""
    for _ in match.making_engine():
        pass
    match.coach = True
    coach = Coach(match)
    if hint:
        coach.ask()
    while coach.asked or not coach.complete:
        coach.work()
    return coach


def example(name):
    """Return the object of an example."""
    game, size, moves, added = EXAMPLES[name]
    match = match_of(game, size, moves)
    coach = coach_of(match, "hint" in added) if "coach" in added else None
    refused = added and not coach and parse_move(match.position, added)
    picture = FieldState(match.game, size, match.position)
    refusal = why_refused(match, refused) if added and not coach else ""
    return picture.state(match.position, coach=coach, seats=match.seats, refusal=refusal)


def text_of(state):
    """Return an object as the text of its file: an entry a line."""
    entries = [f" {json.dumps(key)}: {json.dumps(value)}" for key, value in state.items()]
    return "{\n" + ",\n".join(entries) + "\n}\n"


def write():
    """Write all examples."""
    FOLDER.mkdir(exist_ok=True)
    for name in EXAMPLES:
        (FOLDER / f"{name}.json").write_text(text_of(example(name)), encoding="utf-8")


if __name__ == "__main__":
    write()
