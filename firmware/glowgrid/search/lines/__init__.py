"""The engines of lines games: which stages play a position.

To read the folder, begin with the stones (stones.py; layout.py lays out their words) and the search on them
(alpha_beta.py), then the stages that use it: root.py, deepening.py, endgame.py. The rest are independent of each other:
attack.py and threats.py for large fields; bits.py, masks.py, solver.py, every_move.py for small ones; paranoid.py,
playouts.py, max_n.py, solved_file.py for three sides.
"""

from glowgrid import overlay

_HERE = "glowgrid.search.lines."
_SMALL = ["lines.bits", "lines.masks", "lines.solver", "lines.every_move"]


def parts(position, imagined=False):
    """Return the modules that play games like this position's, in the order in which they load one another.

    imagined: for positions that a side imagines (search/imagined.py); the same play them.
    """
    tables = position.tables
    names = ["lines.layout", "lines.stones", "lines.alpha_beta", "lines.root", "lines.deepening"]
    if tables.sides == 3:
        return names + ["lines.solved_file", "lines.paranoid", "lines.playouts", "lines.max_n"]
    names.append("lines.endgame")
    if tables.sides == 2:
        names += _SMALL if is_small(tables) else ["lines.attack", "lines.threats"]
    return names


def is_small(tables):
    """Return whether the lines suit the solver: the same for two sides, few, all of one length of three or more."""
    if tables.sides != 2 or tables.points > 25 or tables.count > 100:  # 5x5 has 48 lines of three
        return False
    length = tables.starts[1]
    for line in range(tables.count):
        if tables.starts[line + 1] - tables.starts[line] != length or tables.owners[line] != 3:
            return False
    return length >= 3


def stages(position, memory, imagined=False):
    """Make the stages, in the buffers of `memory` (memory.Memory), once their modules are loaded.

    Yield None after parts of the work, at last the list of the stages.
    """
    tables, table = position.tables, memory.table
    root = overlay.load(_HERE + "root").Root(tables, table, memory.words)
    deepening = overlay.load(_HERE + "deepening").Deepening(root)
    yield None
    if tables.sides == 3:
        solved = overlay.load(_HERE + "solved_file").open_solved(tables)
        max_n = overlay.load(_HERE + "max_n").LinesMaxN(root, solved)
        paranoid = overlay.load(_HERE + "paranoid").Paranoid(root, solved)
        yield [max_n, paranoid, overlay.load(_HERE + "playouts").Playouts(root, paranoid), deepening]
        return
    endgame = overlay.load(_HERE + "endgame").Endgame(root)
    if is_small(tables):
        yield None
        small = overlay.load(_HERE + "solver")
        solver = small.BitSolver(tables, root.stones.order, table)
        yield None
        solver.find_symmetries(tables.field)
        yield None
        every = overlay.load(_HERE + "every_move")
        yield [small.Solve(solver), every.EveryMove(solver), endgame, deepening]
    else:
        yield [overlay.load(_HERE + "threats").Threats(root), endgame, deepening]
