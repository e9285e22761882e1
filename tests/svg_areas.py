"""Where wires and texts of a drawing (SVG) lie, and whether they meet."""

import itertools

SVG = "{http://www.w3.org/2000/svg}"


def crosses(stretch, area):
    """Return whether a straight stretch (x, y, x, y) enters an area (x, y, x, y); its edge is not in it."""
    left, right = sorted((stretch[0], stretch[2]))
    top, bottom = sorted((stretch[1], stretch[3]))
    return left < area[2] - 1 and right > area[0] + 1 and top < area[3] - 1 and bottom > area[1] + 1


def stretches(points):
    return [(*start, *end) for start, end in itertools.pairwise(points)]


def written_areas(root):
    """Return [(text, (x, y, x, y))], assuming wide letters; some texts run upwards."""
    found = []
    for text in root.iter(SVG + "text"):
        x, y, size = (int(text.get(name)) for name in ("x", "y", "font-size"))
        width = 0.6 * size * len(text.text or "")
        before = {"start": 0, "middle": width / 2, "end": width}[text.get("text-anchor")]
        if text.get("transform"):
            found.append((text.text, (x - 0.75 * size, y + before - width, x + 0.1 * size, y + before)))
        else:
            found.append((text.text, (x - before, y - 0.75 * size, x - before + width, y + 0.1 * size)))
    return found
