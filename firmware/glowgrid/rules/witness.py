"""Which of the winner's stones win: a minimal set, so that removing any one of them removes the win.

It is needed once, at the end of a game, so it is a module of its own and may allocate.
"""


def _path(position, sources, is_target, outside=()):
    """Return a shortest path through the winner's stones from any of `sources` to a target, as a list of points.

    is_target(p) says whether p ends the path; `outside` are points it may not enter. [] if there is none.
    """
    cells, points, side = position.cells, position.points, position.winner
    near, degree = position.tables.near[side - 1], position.tables.field.degree
    came = [points] * points  # the point before; `points`: not seen; a source has itself
    for point in outside:
        came[point] = point
    queue = []
    for point in sources:
        came[point] = point
        queue.append(point)
    for point in queue:  # the loop appends to it
        if is_target(point):
            path = [point]
            while came[point] != point:
                point = came[point]
                path.append(point)
            return path
        for at in range(degree * point, degree * point + degree):
            other = near[at]
            if other != points and cells[other] == side and came[other] == points:
                came[other] = point
                queue.append(other)
    return []


def _connected(position, chosen, start):
    """Return the points of the list `chosen` that are connected to `start`, itself included."""
    near, degree = position.tables.near[position.winner - 1], position.tables.field.degree
    left = set(chosen)
    left.discard(start)
    queue = [start]
    for point in queue:
        for other in near[degree * point : degree * point + degree]:
            if other in left:
                left.discard(other)
                queue.append(other)
    return queue


def _touched(position, chosen, mask):
    borders = position.tables.field.borders
    touched = 0
    for point in chosen:
        touched |= borders[point] & mask
    return touched


def number_of_bits(mask):
    """Return how many bits of a mask are set."""
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


def _meets(position, chosen, mask, least):
    """Return whether a group of chosen points touches at least `least` of these borders."""
    left = list(chosen)
    while left:
        group = _connected(position, left, left[0])
        if number_of_bits(_touched(position, group, mask)) >= least:
            return True
        left = [point for point in left if point not in group]
    return False


def mark_touching(position, marks, last, goal):
    """Mark a minimal group (no stone is spare) with which the group of the stone on `last` meets the goal."""
    borders = position.tables.field.borders
    _, mask, least = goal
    # From one border to the nearest other one, from these to the nearest third ...
    start = _path(position, [last], lambda point: borders[point] & mask)[0]
    first = borders[start] & mask
    first &= -first
    chosen = []
    if least > 1 and borders[start] & mask == first:
        mine = _connected(position, [p for p in range(position.points) if position.cells[p] == position.winner], last)
        chosen = [point for point in mine if borders[point] & first]
        chosen = _path(position, chosen, lambda point: borders[point] & mask & ~first)
    chosen = chosen or [start]
    touched = _touched(position, chosen, mask)
    while number_of_bits(touched) < least:
        for point in _path(position, chosen, lambda point: borders[point] & mask & ~touched):
            if point not in chosen:
                chosen.append(point)
        touched = _touched(position, chosen, mask)
    # ... then drop each detour; a shortest path between two borders has none.
    if least > 2:
        for point in list(chosen):
            fewer = [other for other in chosen if other != point]
            if _meets(position, fewer, mask, least):
                chosen = fewer
    for point in chosen:
        marks[point] = 1


def mark_ring(position, marks, last):
    """Mark a ring that the stone on `last` closed."""
    near, cells, points, side = position.tables.field.near, position.cells, position.points, position.winner
    around = list(near[6 * last : 6 * last + 6])
    own = [point != points and cells[point] == side for point in around]
    for turn in range(6):
        if not own[turn] or own[turn - 1]:
            continue  # not the first of a run
        run = []
        while own[(turn + len(run)) % 6] and len(run) < 6:
            run.append(around[(turn + len(run)) % 6])
        # A shortest path: only its ends are neighbours of the stone, so the loop has no short cut.
        loop = _path(position, run, lambda point: point in around and point not in run, (last,))
        if loop:
            for point in loop:
                marks[point] = 1
            marks[last] = 1
            return
    for point in around:
        if point != points and cells[point] == side:
            ring = near[6 * point : 6 * point + 6]
            if not [other for other in ring if other == points or cells[other] != side]:
                for other in ring:
                    marks[other] = 1
                return
