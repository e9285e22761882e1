"""What keys and arrows point at: the point of each key, and the next point for the cursor."""

import micropython

from glowgrid.console.screen import NO_POINT


def key_points(field, keys_width, keys_height, view=None):
    """Return the point of each key (bytes, NO_POINT for none) if the whole field fits the keys, else None.

    Keys in a single row are never points: each has a role, and back and undo are not in corners.

    The top left of the field is the top left of the keys. view: given if every key lies over an LED; then all keys of a
    point's block are the point.
    """
    if field.width > keys_width or field.height > keys_height or keys_height == 1:
        return None
    points = bytearray([NO_POINT] * (keys_width * keys_height))
    if view:
        for point in range(field.points):
            view.fill(points, point, point)
        return points
    for point in range(field.points):
        points[field.rows[point] * keys_width + field.columns[point]] = point
    return points


def nearest(field, cursor, step):
    """Return the point nearest to `cursor` in the direction of `step`, (across, down); `cursor` if there is none.

    A step to the side counts as two ahead. If nothing lies ahead, the search wraps around the edge.
    """
    across, down = step
    return _nearest(field.points, cursor, across, down, field.columns, field.rows)


@micropython.viper
def _nearest(point: int, cursor: int, across: int, down: int, columns: ptr8, rows: ptr8) -> int:
    """Do the work of `nearest`. `point`: the number of points."""
    best = cursor
    least = 1 << 20
    left = int(columns[cursor])
    top = int(rows[cursor])
    while point:
        point -= 1
        x = int(columns[point]) - left
        y = int(rows[point]) - top
        ahead = x * across + y * down
        aside = x * down + y * across
        if aside < 0:
            aside = 0 - aside
        if ahead <= 0:
            ahead += 512
            aside *= 512
        ahead += 2 * aside
        if point != cursor and ahead <= least:
            least = ahead
            best = point
    return best
