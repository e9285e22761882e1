"""The engines of connection games with two sides, such as Hex, Havannah and Y: which stages play a position.

To read the folder, begin with the tree search: tree.py (the stage), growth.py (how the tree grows, and its buffers),
playouts.py, estimates.py, and unions.py (groups of stones). The rest are independent: horizon.py with attack.py;
hex_solver.py with hex_proof.py and its parts; book.py and proof_book.py; style.py; group_shape.py and group_solver.py;
swap.py.
"""

import os

from glowgrid import overlay

MOST_POINTS_SOLVED = 49  # Hex 7x7
STYLE_WORK = 1_600_000  # half a second for other moves of Hex that win, of which style.py plays one
_MOST_BITS = 29  # of a mask in group_solver.py
_FEW_POINTS = 16  # Hex 4x4 is solved in 30 ms, a tenth of the time that the near horizon takes
_HEX = ["groups.hex_proof", "groups.hex_solver"]  # they import the rest, which native builds have inside


def parts(position, imagined=False):
    """Return the names of the modules that a game needs, for overlay.load_engine.

    imagined: for positions that a side imagines (search/imagined.py). Where all are solved, nothing else is needed.
    """
    tables = position.tables
    if imagined and _is_small_hex(tables):
        return ["groups.swap"] + _HEX
    names = ["groups.unions", "groups.playouts", "groups.estimates", "groups.growth"]
    names += ["groups.swap", "groups.tree", "groups.attack", "groups.horizon"]
    if tables.points <= MOST_POINTS_SOLVED:
        solver = []
        if _is_hex(tables):
            solver = _HEX + ["groups.book"] * bool(tables.solved) + ["groups.proof_book"] * _has_proof(tables)
        elif solvable(tables):
            solver = ["groups.group_shape", "groups.group_solver"]
        names += solver + ["groups.style"] * bool(solver)
    return names


def stages(position, memory, imagined=False):
    """Make the stages that play a game, once its parts are loaded; they share the buffers of `memory`.

    Yield None between the parts, at last the list of the stages. imagined: as for `parts`.
    """
    tables = position.tables
    if imagined and _is_small_hex(tables):
        yield [_part("groups.hex_solver").HexSolver(memory)]
        return
    tree, hex = _part("groups.tree"), _is_hex(tables)
    estimates = tree.Tree(tables, memory, hex)
    yield None
    horizon = _part("groups.horizon").Horizon
    near = horizon(estimates, memory, 1)
    openings = [_part("groups.swap").Openings()] if tables.openings else []
    if tables.points > MOST_POINTS_SOLVED:
        yield openings + [near, estimates]
        return
    yield None
    if hex:
        solver = _part("groups.hex_solver").HexSolver(memory, more=STYLE_WORK)
        near.leaves_losses = True
    elif solvable(tables):
        solver = _part("groups.group_solver").GroupSolver(tables, memory.table)
    else:
        yield [near, estimates]
        return
    yield None
    first = [near, solver] if tables.points > _FEW_POINTS else [solver]
    last = [horizon(estimates, memory, 4, True), _part("groups.style").Style(tables, memory.lookup)]
    book = [_part("groups.book").Book()] if tables.solved else []
    at_once = book + openings + [tree.WinsAtOnce(estimates)]
    if _has_proof(tables):
        at_once = at_once[-1:] + [_part("groups.proof_book").ProofBook(tables)] + at_once[:-1]
    yield at_once + first + last + [estimates]


def solvable(tables):
    """Return whether field and goals suit the solver: both sides have the same goals, and no stone alone meets one.

    It knows rings by what they cut off from the border, so it takes none around holes.
    """
    field = tables.field
    if tables.sides != 2 or not field.slant or (field.width + 1) * field.height - 1 > _MOST_BITS:
        return False
    if tables.rings and not tables.solid:
        return False
    if not tables.goals[0] or tuple(tables.goals[0]) != tuple(tables.goals[1]):
        return False
    for _, mask, least in tables.goals[0]:
        for borders in field.borders:
            if _count(borders & mask) >= least:
                return False
    return True


def _has_proof(tables):
    """Return whether there is a proof to play from: `mip` installs neither the file nor its reader."""
    try:
        return bool(tables.proof and os.stat(tables.proof))
    except OSError:
        return False


def _count(mask):
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


def _part(name):
    return overlay.load("glowgrid.search." + name)


def _is_small_hex(tables):
    return tables.points <= _FEW_POINTS and _is_hex(tables)


def _is_hex(tables):
    """Return whether this is Hex: a rhombus where side 1 joins top and bottom, side 2 left and right."""
    field, goals = tables.field, [[(goal[1], goal[2]) for goal in goals] for goals in tables.goals]
    if field.slant != 1 or tables.rings or goals != [[(3, 2)], [(12, 2)]]:
        return False
    last = field.width - 1
    for point in range(field.points):
        x, y = field.columns[point], field.rows[point]
        if field.borders[point] != (y == 0) | (y == last) << 1 | (x == 0) << 2 | (x == last) << 3:
            return False
        if tables.mirrored[point] != (last - x) * field.width + last - y:
            return False
    return field.height == field.width and field.points == field.width * field.width
