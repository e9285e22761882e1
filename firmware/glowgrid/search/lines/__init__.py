"""The engines of lines games: which stages play a position of theirs."""

from glowgrid import overlay

_HERE = "glowgrid.search.lines."


def parts(position):
    """The modules that play games like that of this position, in the order in which they load one another."""
    tables = position.tables
    if tables.sides == 3:
        names = "stones", "alpha_beta", "solved_file", "paranoid", "playouts", "max_n"
        return ["lines." + name for name in names]
    names = ["lines.stones", "lines.alpha_beta"]
    if tables.sides == 2:
        names += ["lines.solver", "lines.every_move"] if is_small(tables) else ["lines.threats"]
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


def stages(position, memory):
    """Make the stages, in the buffers of `memory` (engine.Memory), once their modules are loaded.

    Yields None after parts of the work, at last the list of the stages.
    """
    tables, table = position.tables, memory.table
    alpha_beta = overlay.load(_HERE + "alpha_beta")
    root = alpha_beta.Root(tables, table, memory.words)
    deepening = alpha_beta.Deepening(root)
    yield None
    if tables.sides == 3:
        solved = overlay.load(_HERE + "solved_file").open_solved(tables)
        max_n = overlay.load(_HERE + "max_n").LinesMaxN(root, solved)
        paranoid = overlay.load(_HERE + "paranoid").Paranoid(root, solved)
        yield [max_n, paranoid, overlay.load(_HERE + "playouts").Playouts(root, paranoid), deepening]
        return
    endgame = alpha_beta.Endgame(root)
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
