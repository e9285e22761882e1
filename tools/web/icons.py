"""The page's icons as PNG, for systems that install no SVG: made from icon.svg and icon_maskable.svg."""

from xml.etree import ElementTree

from PIL import Image, ImageDraw

from ..paths import ROOT

SOURCES = ROOT / "host_sim" / "web" / "offline"
NAMES = "icon", "icon_maskable"
SIZES = 192, 512
_SCALE = 4  # it is drawn so much larger, for smooth edges


def write(folder):
    """Write NAME-SIZE.png into a folder, of each name and size."""
    for name in NAMES:
        text = (SOURCES / f"{name}.svg").read_text(encoding="utf-8")
        for size in SIZES:
            drawn(text, size).save(folder / f"{name}-{size}.png", optimize=True)


def drawn(text, size):
    """Return the picture that an SVG of rectangles and circles shows, `size` pixels wide and high."""
    root = ElementTree.fromstring(text)
    unit = size * _SCALE / float(root.get("viewBox", "").split()[2])
    image = Image.new("RGBA", (size * _SCALE, size * _SCALE))
    brush = ImageDraw.Draw(image)
    for shape in root:
        kind = shape.tag.rpartition("}")[2]
        at = {name: float(shape.get(name, 0)) * unit for name in ("width", "height", "rx", "cx", "cy", "r")}
        if kind == "rect":
            brush.rounded_rectangle((0, 0, at["width"] - 1, at["height"] - 1), at["rx"], fill=shape.get("fill"))
        elif kind == "circle":
            x, y, r = at["cx"], at["cy"], at["r"]
            brush.ellipse((x - r, y - r, x + r, y + r), fill=shape.get("fill"))
        else:
            raise ValueError(f"an icon has a {kind}; expected rectangles and circles")
    return image.resize((size, size), Image.Resampling.LANCZOS)
