"""A part of a table of values (`glowgrid values`), as a worker of a Dask scheduler makes it.

The function is in this package, because a worker imports it by name: only with this package come the others.
"""


def part_of(asked: tuple, number: int, suffix: str) -> bytes:
    """Return a part of a table as bytes. asked: the fields of host_sim.tables.asked.Asked; suffix: of the file."""
    from host_sim.tables import asked as tables

    return tables.part_of(tables.Asked(*asked), number, suffix)
