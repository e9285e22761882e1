"""The workshop, a page of its own: the boards with what to buy and how to build them, and the files that a Pico gets.

host_sim/web/workshop/ has its scripts; what goes onto a Pico is in device_files.py, what a person is asked in parts.py.
"""

import re

from markdown_it import MarkdownIt

from host_sim.boards.files import load_board

from ..boards import device_picture, guide
from ..boards.wiring import on_a_base, wires
from ..paths import ROOT
from . import device_files, front
from .parts import Asked

NAME = "workshop.html"
SOURCE = ROOT / "host_sim" / "web" / "workshop"
ASKED, BOARDS, PARTS, NO_SERIAL = "<!-- asked -->", "<!-- boards -->", "<!-- board -->", "<!-- no serial -->"
_WITHOUT_SERIAL = (
    "This browser reaches no serial port. Chrome, Edge and Opera from version 89 on do, and Firefox from 151 on, on a "
    "computer."
)
# An estimate: nobody has built one yet.
_BEGIN_H, _WIRE_H = 1, 1 / 15
_ON_THE_PICO = guide.Step(
    "**Put Glowgrid onto the bare Pico**: see [First flash](#first).",
    "this page says that the menu is on the lights, or which part it waits for.",
    "[the copy fails](../WHAT_IF.md#the-copy-fails); or the USB cable only charges.",
)


def page():
    """Return the page as HTML, without the names of its style and script."""
    found = _boards()
    asked = Asked(found)
    text = (SOURCE / NAME).read_text(encoding="utf-8").replace(NO_SERIAL, _WITHOUT_SERIAL)
    cards = "".join(card(board, asked) for board in found)
    return text.replace(ASKED, asked.html()).replace(BOARDS, cards).replace(PARTS, "".join(map(article, found)))


def drawings():
    """Return {file name: SVG} of the boards and of their parts; the page has them beside the pictures of the guides."""
    found = _boards()
    return Asked(found).pictures | {f"{board['name']}_device.svg": device_picture.svg(board) for board in found}


def _boards():
    return [load_board(name) for name in front.boards()]


def card(board, asked):
    """Return what is chosen from: the drawing of a board, what it is, its price and how long building it takes."""
    name, euros = board["name"], front.price(board)
    chips = " ".join(device_files.chips(name))
    return (
        f'<label class="card" {asked.data(board)}><input type="radio" name="board" value="{name}" data-chips="{chips}">'
        f'<img src="guides/pictures/{name}_device.svg" alt="" loading="lazy"><b>{front.short(board)}</b>'
        f"<span>About {f'{euros:.0f} €, ' if euros else ''}{_in_hours(board)}</span></label>\n"
    )


def article(board):
    """Return what to buy for a board, its drawing, its wiring, and its ten steps, each with a box to check."""
    name = board["name"]
    found = guide.steps(board)
    found[1], found[-2:] = _ON_THE_PICO, _last(board)
    steps = "".join(
        f'<li><input type="checkbox" aria-label="Step {number} is done"><div>{_line(step.do)}'
        f"<details><summary>How to check</summary><p>{_line(step.check[:1].upper() + step.check[1:])}</p>"
        f"<p>If not: {_line(step.otherwise)}</p></details></div></li>\n"
        for number, step in enumerate(found, 1)
    )
    return f"""<article data-board="{name}" hidden>
<h3>{front.short(board)}</h3>
<div class="two">
<div><h4>What to buy</h4>{_linked(MarkdownIt().render(chr(10).join(guide.shopping(board))))}</div>
<div><img src="guides/pictures/{name}_device.svg" alt="The parts, with a game on the lights" loading="lazy">
<details><summary>How it is wired</summary>
<a href="guides/pictures/{name}.svg"><img src="guides/pictures/{name}.svg" alt="Wiring" loading="lazy"></a>
</details></div>
</div>
<h4>Ten steps, about {_in_hours(board)}</h4>
<p>Change wires only while the Pico is unplugged. More pictures are in <a href="guides/{name}.html">the guide</a>.
The hours are an estimate: it has not been built yet.</p>
<ol class="steps">{steps}</ol>
</article>
"""


def _last(board):
    """Return the last two steps, where this page stands for the commands."""
    return (
        guide.Step(
            "**Run the [self-test](#selftest)**, and press every key.",
            f"{guide.self_test(board)}; at its end the page says that all keys work.",
            f"[find out the wiring](#selftest), and write it to the Pico. {guide.no_answer(board)}",
        ),
        guide.Step(
            "**Play** a game to its end; in the middle of a second one unplug the Pico and plug it in again.",
            "the second game is offered as it was.",
            "open an issue with the crash that [Files](#files) shows.",
        ),
    )


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
