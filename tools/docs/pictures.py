"""`python -m tools docs pictures`: pictures of real frames for the README, made by the console itself.

Each scene drives a Session by its keys; the lights are then drawn as LEDs beside the keys that are down. The text of
every frame is stored beside its picture, so that a test can check that the pictures are current.
"""

import asyncio
import tempfile
from itertools import groupby
from pathlib import Path
from typing import Annotated
from xml.sax.saxutils import escape

import typer
from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageFont

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid.rules.notation import point_name
from host_sim.boards import DEFAULT_BOARD
from host_sim.cli.writable import writing
from host_sim.console import describe
from host_sim.terminal import led_colour

from .. import output
from ..paths import ROOT
from . import moving_picture, names_picture, wins_picture
from .player import Player

FOLDER = ROOT / "host_sim" / "pictures"
WINDOW = "window"  # the terminal UI
WINDOW_SIZE = (106, 30)

# Sizes in dots of the finished picture; it is drawn four times as large.
_SCALE = 4
_PITCH, _LED, _EDGE = 34, 24, 16
_KEY, _KEY_GAP = 46, 8
_COLOURS = 256
_BACK, _PANEL = (10, 11, 14), led_colour.BOARD
_CAP, _CAP_DOWN, _INK, _INK_DOWN = (44, 48, 57), (238, 200, 92), (178, 186, 200), (30, 24, 6)


def menu(player):
    player.until(player.on("menu"))


def tic_tac_toe(player):
    player.start("tic-tac-toe", (0, 0))
    player.play("b2", "a1", "c1", "a3")
    player.fingers.press(describe.point_key(player.app, 3))
    player.run(100)


def three_player(player):
    player.start("three-player", (0, 0, 0))
    player.play("b2", "c3", "c2", "a2", "d2", "b3", "b1", "d3")
    player.run(200)


def five_in_a_row(player):
    player.start("mnk", (0, 0), "8,8,5")
    player.play("d4", "e5", "e4", "d5", "f4", "c4", "f5", "g4", "f6", "f3", "d3", "g6", "c3", "c6")
    player.until_cursor()


def coach(player):
    player.start("tic-tac-toe", (0, 0))
    player.play("b1", "a1", "c1")
    player.pause_and("coach")
    player.run(1000)


def coach_three(player):
    player.start("three-player", (0, 0, 0))
    player.play("c2", "b1", "c4", "a2", "c3", "a3", "b4")
    player.pause_and("coach")
    player.run(2000)


def hex_6(player):
    player.start("hex", (0, 0), "6")
    player.play("d3", "c4", "b5", "d4", "e2", "c2", "c5", "e3")
    player.go_to("c4")
    player.until_cursor()


def hex_14(player):
    player.start("hex", (0, 0), "14")
    player.play("g7", "h7", "i5", "f9", "g9", "j6", "j4", "k4", "e10", "f10", "l2", "m3")
    player.go_to("h6")
    player.until_cursor()


def havannah_4(player):
    player.start("havannah", (0, 0), "4")
    player.play("c3", "e4", "e5", "b3", "d3", "f5", "c2", "f6")
    player.go_to("d4")
    player.until_cursor()


def win(player):
    player.start("tic-tac-toe", (0, 0))
    player.play("b2", "a1", "c1", "a3", "a2", "b1", "c2")
    player.until(lambda: "A" in player.session.text())


SCENES = {
    "menu": menu,
    "tic_tac_toe": tic_tac_toe,
    "three_player": three_player,
    "five_in_a_row": five_in_a_row,
    "win": win,
    "coach": coach,
    "coach_three": coach_three,
    "hex": hex_6,
    "havannah": havannah_4,
    "hex_16x16": hex_14,
}
BOARDS = {"hex_16x16": "pico_ws2812_16x16_keys_4x4"}  # the other scenes are on the first board


def scene(name):
    """Return the Session at that scene."""
    with tempfile.TemporaryDirectory() as folder:
        player = Player(folder, BOARDS.get(name, DEFAULT_BOARD))
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
    size = 4 * _EDGE + panel[0] + pad[0], 2 * _EDGE + max(panel[1], pad[1])
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
    _draw_keys(ImageDraw.Draw(image), session, 3 * _EDGE + panel[0], (size[1] - pad[1]) / 2)
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


# The terminal UI ------------------------------------------------------------------------------------------------------


def window():
    """Return the lines of the terminal UI at a moment of a 3x3 game: lists of Rich segments."""
    from host_sim.terminal.app import Simulator

    class Still(Simulator):
        """Time stands still."""

        def advance(self):
            self.redraw()

    with tempfile.TemporaryDirectory() as folder:
        player = Player(folder)
        tic_tac_toe(player)

        async def run():
            app = Still(player.fingers)
            async with app.run_test(size=WINDOW_SIZE) as pilot:
                await pilot.pause()
                return [list(line) for line in app.screen._compositor.render_strips()]

        return asyncio.run(run())


def window_text(lines):
    """Return the text of the window, without colours."""
    return "".join("".join(segment.text for segment in line).rstrip() + "\n" for line in lines)


_CELL, _LINE = 9, 18  # of a character, in units of the SVG; half blocks are square


def window_svg(lines):
    """Return the window as SVG, with blocks as one path for each colour: far smaller than a general export."""
    paths, texts = {}, []
    for y, line in enumerate(lines):
        dots = []
        x = 0
        for segment in line:
            ink, paper = (
                _hex(colour, default)
                for colour, default in ((segment.style.color, "#c8ccd4"), (segment.style.bgcolor, "#121419"))
            )
            for sign in segment.text:
                dots.append({"▀": (ink, paper), "▄": (paper, ink)}.get(sign, (paper, paper)))
            words = segment.text.strip("▀▄ ")
            if words:
                start = x + len(segment.text) - len(segment.text.lstrip())
                bold = ' font-weight="bold"' if segment.style.bold else ""
                texts.append(
                    f'<text x="{start * _CELL}" y="{y * _LINE + 13}" textLength="{len(words) * _CELL}" '
                    f'fill="{ink}"{bold}>{escape(words)}</text>'
                )
            x += len(segment.text)
        for half in (0, 1):
            x = 0
            for colour, run in groupby(dot[half] for dot in dots):
                length = len(list(run))
                paths.setdefault(colour, []).append(f"M{x} {2 * y + half}h{length}v1h-{length}z")
                x += length
    width, height = WINDOW_SIZE[0] * _CELL, WINDOW_SIZE[1] * _LINE
    ground = max(paths, key=lambda colour: len(paths[colour]))
    blocks = "\n".join(
        f'<path fill="{colour}" d="{"".join(runs)}"/>' for colour, runs in paths.items() if colour != ground
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}">\n'
        f'<rect width="{width}" height="{height}" fill="{ground}"/>\n'
        f'<g transform="scale({_CELL})" shape-rendering="crispEdges">\n{blocks}\n</g>\n'
        '<g font-family="ui-monospace, Menlo, Consolas, DejaVu Sans Mono, monospace" font-size="14" '
        f'xml:space="preserve">\n{chr(10).join(texts)}\n</g>\n</svg>\n'
    )


def _hex(colour, default):
    return colour.get_truecolor().hex if colour is not None else default


# The command ----------------------------------------------------------------------------------------------------------


def texts():
    """Return {file name: text} from the current console: the texts beside the pictures, and the pictures of names."""
    beside = {f"{name}.txt": caption(scene(name)) for name in SCENES}
    beside[f"{WINDOW}.txt"] = window_text(window())
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
        (folder / f"{WINDOW}.svg").write_text(window_svg(window()))
        moving_picture.save(folder / f"{moving_picture.NAME}.gif", draw)
    for path in sorted(folder.iterdir()):
        console.print(f"{path}: {path.stat().st_size} bytes", highlight=False, soft_wrap=True)
