"""`python -m tools.lab bench work`: print the table of costs in work units.

The costs are constants beside the code that counts them. This file names them, and the table quotes them. Whoever
changes one raises `WORK_VERSION` in firmware/glowgrid/search/engine.py, because the same work then does something else.
"""

import ast
import hashlib
import re
from typing import NamedTuple

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid.search.engine import TICK_WORK, WORK_VERSION
from host_sim.cli.errors import ToolError

from .. import output
from ..paths import FIRMWARE
from .bench import figures

# The version of the costs and their hash: with another hash, WORK_VERSION must be another, too.
KEPT = 10, "495e96c8"


class Cost(NamedTuple):
    """about: what costs this. file: in firmware/glowgrid/. name: its name in the source. entry: the bench entry that
    measures it."""

    about: str
    file: str
    name: str
    entry: str = ""


# A line that begins with a dash belongs to the one above.
COSTS = (
    Cost("any position in plain Python: minimax, max^n", "search/minimax.py", "NODE_WORK"),
    Cost("the start of a stage, for each move; counted in the slice alone", "search/engine.py", "_START_WORK"),
    Cost(
        "small lines: a position, its moves ranked or not",
        "search/lines/solver.py",
        "_RANKED_WORK, _UNRANKED_WORK",
        "solve_5x4x4",
    ),
    Cost("large lines: a position; `met` counts the points of all lines", "search/lines/root.py", "self.node_work"),
    Cost(
        "- percent of it, in a search that estimates",
        "search/lines/root.py",
        "AlphaBeta.NODE_PERCENT",
        "reply_8x8x5",
    ),
    Cost("- percent of it, at the end of a game", "search/lines/endgame.py", "Endgame.NODE_PERCENT"),
    Cost("- in positions, to rank the moves of one", "search/lines/root.py", "search[RANK_COST]"),
    Cost("- the next move of the root, in plain Python", "search/lines/root.py", "_ROOT_MOVE_WORK"),
    Cost("large lines: a position of the search of threats", "search/lines/threats.py", "self._node_work"),
    Cost(
        "three sides: a playout, and each of its plies",
        "search/lines/playouts.py",
        "_PLAYOUT_WORK, _PLY_WORK",
        "three_player_reply",
    ),
    Cost("Hex up to 7x7: a carrier that is tried", "search/groups/hex_solver.py", "STEP_WORK", "hex_4x4_openings"),
    Cost("small groups: a position; where rings win", "search/groups/group_solver.py", "WORK, WORK_OF_RINGS"),
    Cost(
        "Hex: a playout; eighths of a unit more by point, and by empty point",
        "search/groups/tree.py",
        "WORK_OF_HEX",
        "hex_8x8_playouts",
    ),
    Cost("- where rings win", "search/groups/tree.py", "WORK_OF_RINGS", "havannah_4_playouts"),
    Cost("- of other groups", "search/groups/tree.py", "WORK_OF_GROUPS"),
    Cost(
        "- in playouts, a new row of the tree: of Hex, of others", "search/groups/tree.py", "ROW_COST_OF_HEX, ROW_COST"
    ),
    Cost("groups, in how many plies: a position, by point", "search/groups/horizon.py", "POINT_WORK"),
    Cost("which winning move, or which lost one: a move, by point", "search/groups/style.py", "CHAIN_WORK"),
    Cost("the coach's look at what a slice found", "console/screens/coach.py", "_NOTE_WORK"),
)
BUDGETS = ("TICK_WORK", "NEAR_WORK", "LATE_WORK", "STYLE_WORK", "COACH_WORK", "HINT_WORK", "WORK_VERSION")  # no costs


def command():
    """Print what everything costs in work units, from the sources, and what a unit takes on the emulated Pico."""
    console = output.console()
    console.print(
        f"Version {WORK_VERSION} of the costs. A tick of 10 ms has {TICK_WORK:,} units, 0.29 us each at most.\n"
    )
    rows = [(cost.about, units, f"{cost.file} {cost.name}", cost.entry) for cost, units in zip(COSTS, costs())]
    console.print(output.markdown(("what", "units", "in firmware/glowgrid/", "entry of the bench"), rows))
    measured = [
        (entry, f"{kept['work']:,}", f"{kept['us']:,}", f"{kept['us'] / kept['work']:.2f}")
        for entry, kept in figures.committed().items()
        if "work" in kept and "worst_us" not in kept
    ]
    console.print(output.markdown(("entry of the bench", "units", "us", "us a unit"), measured))


def costs():
    """Return the units of COSTS, as the sources have them. Raises ToolError if they lack one."""
    found = {file: assigned(file) for file in {cost.file for cost in COSTS}}
    for cost in COSTS:
        if cost.name not in found[cost.file]:
            raise ToolError(f"{cost.file} assigns nothing to {cost.name}: bring COSTS in tools/lab/work.py up to date")
    return [found[cost.file][cost.name] for cost in COSTS]


def state():
    """Return what KEPT should be: the version of the costs, and a hash of them."""
    return WORK_VERSION, hashlib.sha256("\n".join(costs()).encode()).hexdigest()[:8]


def assigned(file):
    """Return {name: value text} of the assignments in a firmware file; `Class.NAME` in a class."""
    found = {}
    for node in ast.walk(ast.parse((FIRMWARE / "glowgrid" / file).read_text(encoding="utf-8"))):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)):
            within = f"{node.name}." if isinstance(node, ast.ClassDef) else ""
            for each in node.body:
                if isinstance(each, ast.Assign):
                    found[within + _as_written(each.targets[0])] = _as_written(each.value)
    return found


def _as_written(node):
    """Return the text of an expression; of a tuple without brackets."""
    return ", ".join(map(ast.unparse, node.elts)) if isinstance(node, ast.Tuple) else ast.unparse(node)


def unlisted():
    """Return the constants of the firmware that look like costs or budgets of work and are in neither list."""
    listed = {*BUDGETS, *(name for cost in COSTS for name in cost.name.split(", "))}
    return sorted(
        name
        for path in (FIRMWARE / "glowgrid").rglob("*.py")
        for names, value in assigned(path).items()
        for name in names.split(", ")
        if re.fullmatch("[A-Za-z.]*[A-Z_]*(WORK|COST|PERCENT)[A-Z_]*", name) and not value.startswith("const(")
        if name not in listed
    )
