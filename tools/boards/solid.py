"""Run OpenSCAD on the text of an enclosure, and draw the parts pulled apart as a PNG.

OpenSCAD draws pictures only with a display, so the picture is drawn here from the meshes it makes. The PNG carries the
hash of the text it was drawn from: a test sees whether it is up to date without OpenSCAD.
"""

import hashlib
import io
import math
import re
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import NamedTuple

from host_sim.cli.errors import ToolError

from . import enclosure

KEY = "scad-sha256"  # of the PNG's text
LIMIT_S = 300
_WIDTH, _HEIGHT, _FINE, _COLOURS, _EDGE = 900, 620, 2, 96, 30
_TURN, _TILT = math.radians(38), math.radians(20)
_APART = 46  # mm between two layers
# (part, layer, colour): layers lie behind each other.
_SHOWN = (
    ("front", 0, (92, 112, 128)),
    ("diffuser", 1, (240, 240, 236)),
    ("caps", 1, (240, 196, 84)),
    ("leds", 2.2, (44, 62, 54)),
    ("switches", 2.2, (120, 92, 58)),
    ("pico", 4, (46, 125, 50)),
    ("boost", 4, (40, 80, 150)),
    ("battery", 4, (176, 184, 190)),
    ("logic", 4, (160, 110, 60)),
    ("back", 4.5, (92, 112, 128)),
)


class Mesh(NamedTuple):
    """What OpenSCAD made of a part: triangles of (x, y, z) as in its text, and whether it is a closed solid."""

    triangles: list
    simple: bool


def installed():
    """Return whether OpenSCAD can be run."""
    return shutil.which("openscad") is not None


def mesh(text, part, for_print=False):
    """Return the mesh of a part of an enclosure's text. Raises ToolError if OpenSCAD refuses it."""
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder) / "enclosure.scad", Path(folder) / "part.stl"
        source.write_text(text, encoding="utf-8")
        define = ["-D", f'part="{part}"', "-D", f"for_print={str(for_print).lower()}"]
        said = _run(*define, "-o", str(target), str(source))
        numbers = re.findall(r"vertex (\S+) (\S+) (\S+)", target.read_text())
    corners = [tuple(map(float, corner)) for corner in numbers]
    return Mesh(list(zip(corners[::3], corners[1::3], corners[2::3])), bool(re.search(r"Simple: +yes", said)))


def _run(*arguments):
    """Return what OpenSCAD says."""
    if not installed():
        raise ToolError("board pictures --enclosures: OpenSCAD is needed; install the package openscad")
    try:
        ran = subprocess.run(["openscad", *arguments], capture_output=True, text=True, timeout=LIMIT_S)
    except subprocess.TimeoutExpired as error:
        raise ToolError(f"openscad: not done after {LIMIT_S} s") from error
    if ran.returncode or "WARNING" in ran.stderr:
        raise ToolError("openscad: " + next(iter(re.findall("(?:ERROR|WARNING).*", ran.stderr)), ran.stderr[-200:]))
    return ran.stderr


def digest(text):
    """Return the hash of an enclosure's text that its picture carries."""
    return hashlib.sha256(text.encode()).hexdigest()


def digest_of(path):
    """Return the hash that a picture carries, or None."""
    from PIL import Image

    with Image.open(path) as image:
        return image.info.get(KEY)


def picture(board, battery=None):
    """Return the PNG of an enclosure, its parts pulled apart."""
    text = enclosure.scad(board, battery)
    at = enclosure.layout(enclosure.parameters(board, battery))
    shown = []
    for part, layer, colour in _SHOWN:
        if part in enclosure.PARTS or part in enclosure.boxes(at):
            if part in ("caps", "diffuser") and not at["has_switches"]:
                continue
            triangles = mesh(text, part).triangles
            shown += [([_seen(x, y, z + _APART * layer) for x, y, z in each], colour) for each in triangles]
            if part == "diffuser":  # once more beside the front, turned round: its cells are on its back
                beside = at["outer_w"] - 30 + at["block_w"]
                shown += [
                    ([_seen(beside - at["inner_w"] - x, y, -z) for x, y, z in each], colour) for each in triangles
                ]
    return _painted(shown, digest(text))


def _seen(x, y, z):
    """Return (right, up, away) of a place, in mm, from above and from the left of the front."""
    across, away = -x * math.cos(_TURN) + z * math.sin(_TURN), x * math.sin(_TURN) + z * math.cos(_TURN)
    return across, y * math.cos(_TILT) + away * math.sin(_TILT), away * math.cos(_TILT) - y * math.sin(_TILT)


def _painted(shown, mark):
    """Return the PNG of triangles [(corners as seen, colour)]: nearer ones hide others, edges are dark."""
    from PIL import Image, PngImagePlugin

    wide, high = _WIDTH * _FINE, _HEIGHT * _FINE
    corners = [corner for triangle, _ in shown for corner in triangle]
    left, right = min(c[0] for c in corners), max(c[0] for c in corners)
    low, top = min(c[1] for c in corners), max(c[1] for c in corners)
    edge = _EDGE * _FINE
    scale = min((wide - 2 * edge) / (right - left), (high - 2 * edge) / (top - low))
    shift_x, shift_y = (wide - scale * (right - left)) / 2, (high - scale * (top - low)) / 2
    depths, colours = [math.inf] * (wide * high), [(255, 255, 255)] * (wide * high)
    for triangle, colour in shown:
        placed = [(shift_x + scale * (x - left), high - shift_y - scale * (y - low), scale * z) for x, y, z in triangle]
        _fill(placed, _shade(triangle, colour), depths, colours, wide)
    _outline(depths, colours, wide, 3 * scale)
    image = Image.new("RGB", (wide, high))
    image.putdata(colours)
    image = image.resize((_WIDTH, _HEIGHT), Image.Resampling.LANCZOS).quantize(_COLOURS, Image.Quantize.MAXCOVERAGE)
    marked, out = PngImagePlugin.PngInfo(), io.BytesIO()
    marked.add_text(KEY, mark)
    image.save(out, "PNG", optimize=True, pnginfo=marked)
    return out.getvalue()


def _shade(triangle, colour):
    """Return the colour of a triangle by how it faces the light."""
    (a, b, c), (d, e, f), (g, h, i) = triangle
    x, y, z = (
        (e - b) * (i - c) - (f - c) * (h - b),
        (f - c) * (g - a) - (d - a) * (i - c),
        (d - a) * (h - b) - (e - b) * (g - a),
    )
    size = math.sqrt(x * x + y * y + z * z) or 1
    light = 0.5 + 0.5 * abs(0.25 * x + 0.55 * y + 0.8 * z) / size
    return tuple(min(255, round(channel * light)) for channel in colour)


def _fill(placed, colour, depths, colours, wide):
    """Paint a triangle where nothing nearer is painted."""
    (x1, y1, z1), (x2, y2, z2), (x3, y3, z3) = placed
    area = (x2 - x1) * (y3 - y1) - (x3 - x1) * (y2 - y1)
    if abs(area) < 1e-9:
        return
    slope_x = ((z2 - z1) * (y3 - y1) - (z3 - z1) * (y2 - y1)) / area
    slope_y = ((z3 - z1) * (x2 - x1) - (z2 - z1) * (x3 - x1)) / area
    sides = ((x1, y1, x2, y2), (x2, y2, x3, y3), (x3, y3, x1, y1))
    for row in range(math.ceil(min(y1, y2, y3) - 0.5), math.floor(max(y1, y2, y3) - 0.5) + 1):
        y = row + 0.5
        ends = [a + (y - b) * (c - a) / (d - b) for a, b, c, d in sides if min(b, d) <= y < max(b, d)]
        if len(ends) < 2:
            continue
        for column in range(math.ceil(min(ends) - 0.5), math.floor(max(ends) - 0.5) + 1):
            depth = z1 + slope_x * (column + 0.5 - x1) + slope_y * (y - y1)
            at = row * wide + column
            if depth < depths[at]:
                depths[at], colours[at] = depth, colour


def _outline(depths, colours, wide, step):
    """Darken the dots where the depth jumps."""
    for at in range(wide, len(depths)):
        here = depths[at]
        for other in (depths[at - 1], depths[at - wide]):
            if here != other and abs(here - other) > step:
                colours[at] = (40, 46, 52)
