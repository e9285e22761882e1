"""The workshop, a page of its own: the boards with what to buy and how to build them, and the files that a Pico gets.

host_sim/web/workshop/ has its scripts. The files of the Pico are in a pack for each chip, as firmware.py makes them:
those of every board by their paths, those of one board alone as NAME:PATH.
"""

import functools
import json
import re
from pathlib import Path

from markdown_it import MarkdownIt

from host_sim.boards import FOLDER, for_chip, load_board
from host_sim.workshop.manifest import MANIFEST, with_manifest
from host_sim.workshop.places import BOARD

from ..boards import guide
from ..boards.wiring import on_a_base, wires
from ..device.build import board_json, staged_files
from ..device.dark import DARK, dark
from ..device.mpy import ARCHITECTURES
from ..paths import DEFAULT_BOARD, ROOT
from . import firmware, front

NAME = "workshop.html"
PACK = "for_"  # how the names of the packs begin
SOURCE = ROOT / "host_sim" / "web" / "workshop"
OF_A_BOARD = BOARD, DARK, MANIFEST
BOARDS, PARTS = "<!-- boards -->", "<!-- board -->"
# An estimate: nobody has built one yet.
_BEGIN_H, _WIRE_H = 1, 1 / 15
_ON_THE_PICO = guide.Step(
    "**Put Glowgrid onto the bare Pico**: see [First flash](#first).",
    "this page says that the menu is on the lights, or which part it waits for.",
    "[the copy fails](../WHAT_IF.md#the-copy-fails); or the USB cable only charges.",
)


def board_files(name, chip=""):
    """Return what `staged_files` does for a board and a chip, but compile only once for all boards of the chip."""
    text = board_json(name, chip=chip)
    board = json.loads(text)
    files = {**_common(board["mcu"]), BOARD: text, DARK: dark(board)}
    made = with_manifest(files, board["name"])
    return {path: made[path] for path in staged_order(made)}


def staged_order(files):
    """Return the paths of files in the order of `staged_files`."""
    return sorted(files, key=lambda path: (path == "/main.py", path))


@functools.lru_cache
def _common(chip):
    files = staged_files(DEFAULT_BOARD, chip=chip)
    return {path: data for path, data in files.items() if path not in OF_A_BOARD}


def packs(folder):
    """Write a pack of files for each chip into a folder; return {chip: its name}."""
    made = {}
    for chip in ARCHITECTURES:
        files = dict(_common(chip))
        for name in front.boards():
            if chip in chips(load_board(name)):
                of_board = board_files(name, chip)
                files |= {f"{name}:{path}": of_board[path] for path in OF_A_BOARD}
        made[chip] = f"{PACK}{chip}.bin"
        (Path(folder) / made[chip]).write_bytes(firmware.packed(files))
    return made


def chips(board):
    """Return the chips that a board can have, its own first."""
    return [chip for chip in ARCHITECTURES if for_chip(board, chip)["mcu"] == chip]


def page():
    """Return the page as HTML, without the names of its style and script."""
    found = [load_board(name) for name in front.boards()]
    text = (SOURCE / NAME).read_text(encoding="utf-8")
    text = text.replace(BOARDS, "".join(map(card, found)))
    return text.replace(PARTS, "".join(map(article, found)))


def card(board):
    """Return what is chosen from: the picture of a board, what it is, its price and how long building it takes."""
    name, euros = board["name"], front.price(board)
    look = f"{name}_enclosure.png"
    look = look if (FOLDER / "pictures" / look).is_file() else f"{name}.svg"
    return (
        f'<label class="card"><input type="radio" name="board" value="{name}" data-chips="{" ".join(chips(board))}">'
        f'<img src="guides/pictures/{look}" alt="" loading="lazy"><b>{front.short(board)}</b>'
        f"<span>About {f'{euros:.0f} €, ' if euros else ''}{_in_hours(board)}</span></label>\n"
    )


def article(board):
    """Return what to buy for a board, its picture, and its ten steps, each with a box to check."""
    name = board["name"]
    found = guide.steps(board)
    found[1] = _ON_THE_PICO
    steps = "".join(
        f'<li><input type="checkbox" aria-label="Step {number} is done"><div>{_line(step.do)}'
        f"<details><summary>Check</summary><p>{_line(step.check)}</p><p>If not: {_line(step.otherwise)}</p></details>"
        "</div></li>\n"
        for number, step in enumerate(found, 1)
    )
    return f"""<article data-board="{name}" hidden>
<h3>{front.short(board)}</h3>
<div class="two">
<div><h4>What to buy</h4>{_linked(MarkdownIt().render(chr(10).join(guide.shopping(board))))}</div>
<a href="guides/pictures/{name}.svg"><img src="guides/pictures/{name}.svg" alt="Wiring" loading="lazy"></a>
</div>
<h4>Ten steps, about {_in_hours(board)}</h4>
<p>Change wires only while the Pico is unplugged. More pictures are in <a href="guides/{name}.html">the guide</a>.
The hours are an estimate: it has not been built yet.</p>
<ol class="steps">{steps}</ol>
</article>
"""


def _in_hours(board):
    """Return an estimate of the hours that building takes: it grows with the wires."""
    hours = 1 if on_a_base(board) else round(_BEGIN_H + _WIRE_H * len(wires(board)))
    return f"{hours} hour{'s' * (hours > 1)}"


def _line(text):
    """Return a line of Markdown of the guides as HTML."""
    return _linked(MarkdownIt().renderInline(text))


def _linked(body):
    """Return HTML whose links are those of a guide, with links as seen from the folder of the page."""
    return re.sub(r'<a href="([^"]*)">(.*?)</a>', lambda found: _link(*found.groups()), body)


def _link(target, words):
    if target.startswith("#"):
        return f'<a href="{target}">{words}</a>'
    return front.link(target, words).replace('href="', 'href="guides/', 1)
