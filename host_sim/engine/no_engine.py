"""Fields that no engine holds: those of more than MAX_POINTS points, which only a computer has (rules/geometry.py)."""

from glowgrid.rules.geometry import MAX_POINTS


def no_engine(position):
    """Return why no engine plays this position, in one line; "" if one does."""
    return f"no engine holds a field of {position.points} points: people only" if position.points > MAX_POINTS else ""
