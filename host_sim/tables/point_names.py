"""Sets of points as text: stones in the order of `glowgrid.Position.text`, moves in that of `legal_moves`."""

from glowgrid.rules.notation import point_name


def in_order(field):
    """Return the points in the order of stones: by columns, then by rows."""
    return sorted(range(field.points), key=lambda p: (field.columns[p], field.rows[p]))


def names_of_masks(field, order):
    """Return a list: at each mask (bit p is point p) the names of its points, in an order, with spaces between them."""
    found = [""] * (1 << field.points)
    known = [0]  # masks of the points that come later
    for p in reversed(order):
        name = point_name(field, p)
        for mask in known:
            found[mask | 1 << p] = f"{name} {found[mask]}".rstrip()
        known += [mask | 1 << p for mask in known]
    return found


def stones_text(sides):
    """Return the names of each side's stones as `glowgrid.parse` reads them; "-" for no stones."""
    return " / ".join(names or "-" for names in sides)
