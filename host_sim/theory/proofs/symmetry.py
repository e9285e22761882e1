"""Turns and reflections of a field that change nothing about its game."""

from itertools import product

from glowgrid.rules.groups import GroupsPosition, borders_asked
from glowgrid.rules.lines import LinesPosition


def symmetries(position):
    """Return {six numbers of a strategy's file: image of every point} without the identity, in order.

    Only of games of lines and groups: what other rules do is unknown.
    """
    return _all(position, keeps_game)


def exchanges(position):
    """Return the images of every point by each turn or reflection that exchanges the goals of the two sides."""
    return [*_all(position, exchanges_sides).values()]


def _all(position, keeps):
    found, seen = {}, {tuple(range(position.points))}
    for a, b, d, e in product((1, 0, -1), repeat=4):
        if a * e - b * d in (1, -1) and (kept := _turned(position, a, b, d, e, keeps)) and kept[1] not in seen:
            seen.add(kept[1])
            found[kept[0]] = kept[1]
    return found


def _turned(position, a, b, d, e, keeps):
    """Return (coefficients, images of the points) of this map if it keeps the game, else None."""
    field = position.field
    places = list(zip(field.columns, field.rows))
    turned = [(a * x + b * y, d * x + e * y) for x, y in places]
    c, f = (min(here) - min(there) for here, there in zip(zip(*places), zip(*turned)))
    at = {place: point for point, place in enumerate(places)}
    images = tuple(at.get((x + c, y + f), -1) for x, y in turned)
    if -1 in images or not keeps(position, images):
        return None
    return (a, b, c, d, e, f), images


def keeps_game(position, images):
    """Return whether these images of the points keep neighbours, lines and goals of every side."""
    if type(position) is LinesPosition:
        lines = _lines(position.tables)
        return {(frozenset(images[p] for p in line), owner) for line, owner in lines} == lines
    if type(position) is not GroupsPosition:
        return False
    tables, points = position.tables, position.points
    for near in tables.near:
        beside = _pairs(near, tables.field)
        if {(images[p], images[q]) for p, q in beside} != beside:
            return False
    mirrored = tables.mirrored
    return all(mirrored[images[p]] == images[mirrored[p]] for p in range(points)) and all(
        borders_asked(position.field, goals, images) == borders_asked(position.field, goals, range(points))
        for goals in tables.goals
    )


def exchanges_sides(position, images):
    """Return whether these images of the points keep neighbours and exchange the goals of two sides of groups."""
    if type(position) is not GroupsPosition or position.sides != 2:
        return False
    field, (first, second) = position.field, position.tables.goals
    beside = _pairs(field.near, field)
    if {(images[p], images[q]) for p, q in beside} != beside:
        return False
    asked = [borders_asked(field, goals, range(field.points)) for goals in (first, second)]
    return [borders_asked(field, goals, images) for goals in (first, second)] == asked[::-1]


def _pairs(near, field):
    """Return the pairs of points that are neighbours for a side."""
    points, degree = field.points, field.degree
    return {(p, q) for p in range(points) for q in near[degree * p : degree * p + degree] if q < points}


def _lines(tables):
    return {
        (frozenset(tables.members[tables.starts[line] : tables.starts[line + 1]]), tables.owners[line])
        for line in range(tables.count)
    }
