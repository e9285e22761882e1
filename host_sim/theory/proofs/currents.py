"""How much current flows through each free point between a side's borders: where it flows, a move promises most.

A field is a circuit of resistors (V. V. Anshelevich, as in connections.py); own groups conduct, the rival's do not.
"""

from .tables import bits

ROUNDS = 3


def currents(tables, side, own, free):
    """Return {free point: current}, in all directions that the side has to join, a few rounds of relaxation each."""
    borders = [tables.borders[border] for border in tables.wanted(side)]
    via, touched = _circuit(tables, borders, own, free)
    flows = dict.fromkeys(via, 0.0)
    for source in range(len(borders) if len(borders) > 2 else min(1, len(borders))):
        for p, flow in _flows(via, touched, source).items():
            flows[p] += flow
    return flows


def _circuit(tables, borders, own, free):
    """Return ({free point: those next to it, also over a group}, {free point: borders that it touches, as a mask})."""
    via, touched = {}, {}
    for p in bits(free):
        group, around = 1 << p, tables.near[p]
        new = around & own
        while new:
            group |= new
            more = 0
            for q in bits(new):
                more |= tables.near[q]
            around |= more
            new = more & own & ~group
        via[p] = list(bits(around & free & ~(1 << p)))
        touched[p] = [number for number, border in enumerate(borders) if border & group]
    return via, touched


def _flows(via, touched, source):
    """Return the current through each point if the border `source` has voltage 1 and the others have 0."""
    weights, fixed = {}, {}
    for p, beside in via.items():
        first = source in touched[p]
        weights[p] = max(1, len(beside) + 2 * len(touched[p]))
        fixed[p] = 2.0 * first
    voltage = dict.fromkeys(via, 0.5)
    order = [*via]
    for _ in range(ROUNDS):
        for points in (order, order[::-1]):
            for p in points:
                total = fixed[p]
                for q in via[p]:
                    total += voltage[q]
                voltage[p] = total / weights[p]
    whole = sum(2 * (1 - voltage[p]) for p in via if fixed[p]) or 1.0
    flows = {}
    for p, beside in via.items():
        here = voltage[p]
        flow = 2 * (1 - here) if fixed[p] else 0.0
        for q in beside:
            if voltage[q] > here:
                flow += voltage[q] - here
        flows[p] = flow / whole
    return flows
