"""`python -m tools docs pictures`: pictures of real frames for the README, made by the console itself.

Each scene drives a Session by its keys; the lights are then drawn as LEDs beside the keys that are down. The text of
every frame is stored beside its picture, so that a test can check that the pictures are current.
"""

import tempfile
from pathlib import Path
from typing import Annotated

import typer
from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageFont

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid.rules.notation import point_name
from host_sim.cli.writable import writing
from host_sim.console import describe
from host_sim.terminal import led_colour

from .. import output
from ..paths import ROOT
from . import moving_picture, names_picture, wins_picture
from .player import Player

FOLDER = ROOT / "host_sim" / "pictures"

# Sizes in dots of the finished picture; it is drawn four times as large.
_SCALE = 4
_PITCH, _LED, _EDGE = 34, 24, 16
_KEY, _KEY_GAP = 46, 8
_CAPTION = 22  # the line below
_COLOURS = 256
_BACK, _PANEL = (10, 11, 14), led_colour.BOARD
_CAP, _CAP_DOWN, _INK, _INK_DOWN = (44, 48, 57), (238, 200, 92), (178, 186, 200), (30, 24, 6)


def menu(player):
    player.until(player.on("menu"))


def three_player(player):
    player.start("three-player", (0, 0, 0))
    player.play("b2", "c3", "c2", "a2", "d2", "b3", "b1", "d3")
    player.run(200)


def coach(player):
    player.start("tic-tac-toe", (0, 0))
    player.play("b1", "a1", "c1")
    player.pause_and("coach")
    player.run(1000)


def hex_(player):
    player.start("hex", (0, 0), "6")
    player.play("d3", "c4", "b5", "d4", "e2", "c2", "c5", "e3")
    player.go_to("c4")
    player.until_cursor()


SCENES = {"menu": menu, "three_player": three_player, "coach": coach, "hex": hex_}


def scene(name):
    """Return the Session at that scene."""
    with tempfile.TemporaryDirectory() as folder:
        player = Player(folder)
        SCENES[name](player)
        return player.session


def caption(session):
    """Return the text stored beside a picture: the frame, and which keys are down."""
    down = [str(key) for key, level in enumerate(session.keys.levels) if level]
    return f"{session.text()}\nkeys down: {' '.join(down) or 'none'}\n"


def draw(session):
    """Return the handheld as a picture: its lights, glowing, and its keys."""
    lights, keys = session.lights, session.board["keys"]
    panel = lights.width * _PITCH, lights.height * _PITCH
    pad = keys["width"] * (_KEY + _KEY_GAP) - _KEY_GAP, keys["height"] * (_KEY + _KEY_GAP) - _KEY_GAP
    height = 2 * _EDGE + max(panel[1], pad[1])
    size = 4 * _EDGE + panel[0] + pad[0], height + _CAPTION
    image = Image.new("RGB", (size[0] * _SCALE, size[1] * _SCALE), _BACK)
    brush = ImageDraw.Draw(image)
    brush.rounded_rectangle(_box(_EDGE / 2, _EDGE / 2, panel[0] + _EDGE, panel[1] + _EDGE), 10 * _SCALE, fill=_PANEL)
    halo, shine = Image.new("RGB", image.size), Image.new("RGB", image.size)
    halo_brush, shine_brush = ImageDraw.Draw(halo), ImageDraw.Draw(shine)
    for pixel, colour in enumerate(led_colour.pixels(lights)):
        x = _EDGE + pixel % lights.width * _PITCH + (_PITCH - _LED) / 2
        y = _EDGE + pixel // lights.width * _PITCH + (_PITCH - _LED) / 2
        brush.ellipse(_box(x, y, _LED, _LED), fill=colour or led_colour.LENS)
        if colour:
            strength = max(colour) / 255  # dim lights hardly have a halo
            halo_brush.ellipse(_box(x, y, _LED, _LED), fill=led_colour.mix((0, 0, 0), colour, strength))
            shine_brush.ellipse(_box(x + 6, y + 6, _LED - 12, _LED - 12), fill=(round(150 * strength),) * 3)
    for layer, radius in ((halo, 9), (shine, 3)):
        image = ImageChops.screen(image, layer.filter(ImageFilter.GaussianBlur(radius * _SCALE)))
    brush = ImageDraw.Draw(image)
    _draw_keys(brush, session, 3 * _EDGE + panel[0], (height - pad[1]) / 2)
    for words, middle in (("lights", _EDGE + panel[0] / 2), ("keys", size[0] - _EDGE - pad[0] / 2)):
        at = middle * _SCALE, (height + _CAPTION / 2 - _EDGE / 4) * _SCALE
        brush.text(at, words, fill=_INK, font=ImageFont.load_default(15 * _SCALE), anchor="mm")
    image = image.resize(size, Image.Resampling.LANCZOS)
    return image.quantize(_COLOURS, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)


def _draw_keys(brush, session, left, top):
    keys = session.board["keys"]
    roles = {key: role for role, key in keys["roles"].items()}
    font = ImageFont.load_default(11 * _SCALE)
    match = describe.match_on_screen(session.app)
    for key in range(session.keys.count):
        x = left + key % keys["width"] * (_KEY + _KEY_GAP)
        y = top + key // keys["width"] * (_KEY + _KEY_GAP)
        down = session.keys.levels[key]
        brush.rounded_rectangle(_box(x, y, _KEY, _KEY), 7 * _SCALE, fill=_CAP_DOWN if down else _CAP)
        point = describe.key_point(session.app, key)
        name = point_name(match.position.field, point) if point is not None else roles.get(key, "")
        brush.text(
            ((x + _KEY / 2) * _SCALE, (y + _KEY / 2) * _SCALE),
            name,
            fill=_INK_DOWN if down else _INK,
            font=font,
            anchor="mm",
        )


def _box(x, y, width, height):
    return [x * _SCALE, y * _SCALE, (x + width) * _SCALE - 1, (y + height) * _SCALE - 1]


# The command ----------------------------------------------------------------------------------------------------------


def texts():
    """Return {file name: text} from the current console: the texts beside the pictures, and the pictures of names."""
    beside = {f"{name}.txt": caption(scene(name)) for name in SCENES}
    beside[f"{moving_picture.NAME}.txt"] = moving_picture.text(caption)
    beside |= {name: names_picture.svg(name) for name in names_picture.FIELDS}
    beside[wins_picture.NAME] = wins_picture.svg()
    return beside


def command(folder: Annotated[Path, typer.Option(help="Where to put them.")] = FOLDER):
    """Make the README's pictures from the current console."""
    console = output.console()
    with writing(folder):
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in texts().items():
            (folder / name).write_text(text)
        for name in SCENES:
            draw(scene(name)).save(folder / f"{name}.png", optimize=True)
        moving_picture.save(folder / f"{moving_picture.NAME}.gif", draw)
    for path in sorted(folder.iterdir()):
        console.print(f"{path}: {path.stat().st_size} bytes", highlight=False, soft_wrap=True)
