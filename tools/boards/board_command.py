"""`python -m tools board`: check a board file, start one, make its pictures.

These are generated from the files of boards/ and never edited: a file's "drawing", boards/pictures/NAME.svg,
boards/guides/NAME.md, boards/README.md and the pictures of boards/guides/link.md. tests/boards/test_board_tools.py
fails if they are out of date. The pictures of boards/WHAT_IF.md come from the emulated Pico;
tests/boards/test_what_if.py compares them.
"""

import itertools
import json
import re
from enum import Enum
from pathlib import Path
from typing import Annotated

import typer

from glowgrid.console.screens import fitting
from glowgrid.games import discover
from glowgrid.hardware.lights_mono import of_chips
from host_sim.boards import DEFAULT_BOARD
from host_sim.boards.files import FOLDER, list_boards, load_board
from host_sim.boards.linked import linked
from host_sim.boards.parts import OFF_THE_EDGE, pins
from host_sim.cli.errors import ToolError
from host_sim.cli.installed import INSTALLED, TOOLS
from host_sim.cli.writable import check_writable, writing
from host_sim.text.written_json import board_text

from .. import output
from ..output import say
from ..paths import MADE
from . import (
    breadboard,
    breadboard_picture,
    enclosure,
    handheld,
    link_picture,
    picture,
    reading,
    solid,
    tiles,
    what_if,
    wokwi,
)
from .drawing import drawing
from .facts import filled
from .guide import guide, shopping

app = typer.Typer(no_args_is_help=True, help="Check a board file, start one, make its pictures.")


class Battery(str, Enum):
    """What an enclosure has room for."""

    LIPO = "lipo"
    AA = "aa"


@app.command()
def check(file: Annotated[Path, typer.Argument(help="Path of a board file.")]):
    """Check a board file: say what is wrong, where, and what to do, or print a summary."""
    board = load_board(file)
    leds, keys = board["leds"], board["keys"]
    for where, pin in pins(board):
        if pin in OFF_THE_EDGE and where != "battery.pin":
            use = f"which {OFF_THE_EDGE[pin]} with it; some clones have it there"
            say(f"{file}: warning: {where}: GP{pin} is not on the edge of a Raspberry Pi Pico, {use}")
    idle = leds["width"] * leds["height"] * leds["milliamps_idle"] + of_chips(leds)
    say(
        f"{file}: fits. {board['title']}: {leds['width']} x {leds['height']} LEDs ({leds['driver']}), "
        f"{keys['width']} x {keys['height']} keys ({keys['driver']}), "
        f"{board['power']['budget_milliamps']} mA at most, {idle} of them for dark LEDs"
    )
    if link := board.get("link"):
        say(f"{file}: linked: UART{link['uart']} sends at GP{link['tx']}, receives at GP{link['rx']}")
    if found := _left_out(leds):
        say(f"{file}: not offered, as edges would look like stones without colours: {', '.join(found)}")


def _left_out(leds):
    """Return the titles of what has room on the LEDs, but cannot be read where they have no colours."""
    found = []
    for game in discover()[0] if len(leds["channels"]) < 3 else ():
        for size in game.sizes:
            picture = fitting.sketch(game, size)
            width, height = len(picture[0]), len(picture)
            room = width <= leds["width"] and height <= leds["height"]
            if room and not fitting.told_apart(game, size, width, height, leds["width"], leds["height"]):
                found.append(game.title(size))
    return found


@app.command()
def new(
    file: Annotated[Path, typer.Argument(help="File to write, NAME.json; it must not exist yet.")],
    like: Annotated[str, typer.Option(help="Board to copy, a file of boards/ without .json.")] = DEFAULT_BOARD,
    battery: Annotated[
        Battery | None, typer.Option(help="The handheld build: with a gauge for this battery, and light sleep.")
    ] = None,
    link: Annotated[
        bool, typer.Option("--link", help="Link it to another handheld by three wires: GP0, GP1, GND.")
    ] = False,
):
    """Start your own board file from a copy of another."""
    if file.suffix != ".json":
        raise ToolError(f"{file}: a board file ends in .json; name it {file.stem}.json")
    check_writable(file)
    if file.exists():
        raise ToolError(f"{file} already exists: choose another name")
    board = load_board(like)
    if battery:
        if "handheld" not in board:
            raise ToolError(f"{like}: there is no build with a battery; leave --battery out")
        board = handheld.on_battery(board, battery.value)
    if link:
        try:
            board = linked(board)
        except ValueError as error:
            raise ToolError(f"{like}: {error}") from None
    board["name"] = "".join(sign if sign.isalnum() else "_" for sign in file.stem.lower())
    board["title"] = f"My own, after: {board['title']}"
    board.pop("drawing", None)  # it would be wrong after the first changed pin; `board show` prints it
    with writing(file):
        file.write_text(board_text(board), encoding="utf-8")
    typer.echo(
        f"{file}: written; change it, then {TOOLS} board check {file}; {TOOLS} board show {file} draws the wiring"
    )


@app.command()
def pictures(
    faults: Annotated[
        bool, typer.Option(help="Also run each fault of WHAT_IF.md on the emulated Pico: minutes.")
    ] = False,
    enclosures: Annotated[
        bool, typer.Option(help="Also draw enclosures whose text has changed, with OpenSCAD: minutes.")
    ] = False,
):
    """Update pictures, guides and parts lists of all boards."""
    if INSTALLED:
        raise ToolError(
            f"board pictures: this changes files, so run it in a clone; {TOOLS} board show FILE draws the wiring"
        )
    changed = draw_enclosures() if enclosures else 0
    ran = ((FOLDER / name, text) for name, text in what_if.pictures()) if faults else ()
    for path, text in itertools.chain(made().items(), ran):
        if not path.is_file() or path.read_text(encoding="utf-8") != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
            typer.echo(f"wrote {path.relative_to(FOLDER.parent)}")
            changed += 1
    if not changed:
        typer.echo("all pictures are up to date")


@app.command()
def show(file: Annotated[str, typer.Argument(help="A file of boards/ without .json, or a path.")]):
    """Print the drawing and the parts list of a board, both made from its data."""
    board = load_board(file)
    if "battery" in board and "handheld" in board:
        board = handheld.of(board)
    typer.echo("\n".join([*drawing(board), "", *shopping(board)]))


@app.command("enclosure")
def enclosure_text(
    file: Annotated[str, typer.Argument(help="A file of boards/ without .json, or a path.")],
    battery: Annotated[
        Battery | None, typer.Option(help="Leave room for a battery, its boost converter, a switch.")
    ] = None,
    out: Annotated[Path | None, typer.Option(help="File to write in place of printing, NAME.scad.")] = None,
):
    """Print an enclosure of a board as OpenSCAD text, to adjust and to print in plastic."""
    board = load_board(file)
    if battery and "enclosure" in board and not enclosure.takes_battery(board):
        raise ToolError(f"{file}: no room for a battery: only boards with WS2812 LEDs on USB power have some")
    if why := enclosure.missing(board, battery and battery.value):
        raise ToolError(f"{file}: no enclosure: {why}")
    text = enclosure.scad(board, battery and battery.value)
    if out is None:
        typer.echo(text, nl=False)
        return
    check_writable(out)
    with writing(out):
        out.write_text(text, encoding="utf-8")
    say(f"{out}: written; its first lines are what to measure and adjust")


@app.command("wokwi")
def wokwi_project(
    file: Annotated[str, typer.Argument(help="A file of boards/ without .json, or a path.")],
    out: Annotated[Path | None, typer.Option(help="Folder to write into (default: wokwi/NAME).")] = None,
):
    """Make a Wokwi project of a board: parts and wires for wokwi.com or its VS Code plug-in."""
    board = load_board(file)
    if not wokwi.possible(board):
        raise ToolError(
            f"{file}: Wokwi has WS2812 LEDs, key matrices and buttons only; this board has other parts or pins, or "
            "chained panels"
        )
    folder = out or MADE / "wokwi" / board["name"]
    with writing(folder):
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in wokwi.files(board).items():
            (folder / name).write_text(text, encoding="utf-8")
    written = " and ".join(wokwi.files(board))
    say(f"{folder}: {written} written; add MicroPython's RPI_PICO.uf2, start Wokwi, and flash as wokwi.toml says")


def draw_enclosures():
    """Draw the enclosures whose text has changed since they were drawn; return how many."""
    stale = [
        (path, board, battery)
        for path, board, battery in enclosure_pictures()
        if not path.is_file() or solid.digest_of(path) != solid.digest(enclosure.scad(board, battery))
    ]
    for path, board, battery in output.tracked(output.console(), "drawing", stale):
        path.write_bytes(solid.picture(board, battery))
        typer.echo(f"wrote {path.relative_to(FOLDER.parent)}")
    return len(stale)


def enclosure_pictures():
    """Return (path, board, battery or None) of each picture of an enclosure."""
    boards = [board for board in map(load_board, list_boards()) if not enclosure.missing(board)]
    found = [(FOLDER / "pictures" / f"{board['name']}_enclosure.png", board, None) for board in boards]
    return found + [
        (FOLDER / "pictures" / f"{board['name']}_handheld_enclosure.png", board, "lipo")
        for board in boards
        if "handheld" in board
    ]


def made(names=None):
    """Return {path: text} of everything generated from the board files, or from some of them, drawings included."""
    names = list_boards() if names is None else names
    files = {}
    for name in names:
        board = load_board(name)
        path = FOLDER / f"{name}.json"
        files[path] = with_drawing(path.read_text(encoding="utf-8"), drawing(board))
        files[FOLDER / "pictures" / f"{name}.svg"] = picture.svg(board)
        files[FOLDER / "guides" / f"{name}.md"] = guide(board)
        if "handheld" in board:
            built = handheld.of(board)
            files[FOLDER / "pictures" / f"{built['name']}.svg"] = picture.svg(built)
            files[FOLDER / "guides" / f"{built['name']}.md"] = handheld.guide(board)
        if breadboard.possible(board):
            files[FOLDER / "pictures" / f"{name}_breadboard.svg"] = breadboard_picture.svg(board)
        if tiles.possible(board):
            files[FOLDER / "pictures" / f"{name}_tiles.svg"] = tiles.svg(board)
    files |= {FOLDER / "pictures" / f"{name}.svg": text for name, text in link_picture.pictures().items()}
    files[FOLDER / "README.md"] = overview(names)
    files[FOLDER / "WHAT_IF.md"] = what_if.page()
    return files


def with_drawing(text, lines):
    """Return the text of a board file with these lines as its drawing, if it has one, otherwise unchanged."""
    rows = ",\n".join("    " + json.dumps(line) for line in lines)
    return re.sub(r'  "drawing": \[\n.*?\n  \]', lambda _: f'  "drawing": [\n{rows}\n  ]', text, flags=re.DOTALL)


def overview(names):
    """boards/README.md: every board with its picture and its guide; then what several share, each once."""
    boards = [load_board(name) for name in names]
    shared = _shared_notes(boards)
    lines = [
        "# Boards",
        "",
        "<!-- Made from the board files by `python -m tools board pictures`. -->",
        "",
        "[Notes](#notes) on several boards and [other Picos](#other-picos) are at the end. `glowgrid board wokwi NAME` "
        "makes a Wokwi project of a board with a single matrix of LEDs. "
        "[Two handhelds play one game](guides/link.md) over three wires.",
        "",
    ]
    for board in boards:
        name = board["name"]
        lines += [
            f"## {board['title']}",
            "",
            f"![Wiring](pictures/{name}.svg)",
            "",
            f"[Build it in ten steps](guides/{name}.md)"
            + (f"; [with a battery](guides/{name}_handheld.md)" if "handheld" in board else "")
            + (f"; [how to read its lights](guides/{name}.md#{reading.ANCHOR})" if reading.needed(board) else "")
            + f"; [`{name}.json`]({name}.json)",
            "",
        ]
        alone = [note for note in _notes(board) if note not in shared]
        lines += [*(f"- {note}" for note in alone), ""] if alone else []
    lines += [
        "## Notes",
        "",
        "A tap that begins and ends while the Pico erases a sector of its flash (45 ms as a rule, at most 400 ms) is "
        "lost, except on NeoTrellis tiles.",
        "",
    ]
    for owners in dict.fromkeys(shared.values()):
        lines += [f"{', '.join(f'`{name}`' for name in _in_short(owners, names))}:", ""]
        lines += [*(f"- {note}" for note, its in shared.items() if its == owners), ""]
    lines += ["## Other Picos", "", "Built and simulated; not tried on a board unless it says so:", ""]
    found = {}
    for board in boards:
        for variant in board.get("variants", ()):
            tried = ", tried" if variant["tried"] else ""
            found[f"- {variant['title']} ({variant['mcu']}){tried}: {variant['differs']}"] = None
    lines += [line for line in found if not any(each != line and each.startswith(line) for each in found)]
    return "\n".join(lines).rstrip() + "\n"


def _in_short(owners, names):
    """Return the owners; where they are all boards of one beginning, `pico_max7219_*` in their place."""
    found = {}
    for name in owners:
        beginnings = [name[: at + 1] for at, sign in enumerate(name) if sign == "_"]
        for beginning in beginnings:
            alike = [each for each in names if each.startswith(beginning)]
            if len(alike) > 1 and set(alike) <= set(owners):
                name = beginning + "*"
                break
        found[name] = None
    return list(found)


def _notes(board):
    return [filled(board, note) for note in board.get("notes", ())]


def _shared_notes(boards):
    """Return {note: names of the boards that have it} of the notes that several boards have."""
    owners = {}
    for board in boards:
        for note in _notes(board):
            owners[note] = (*owners.get(note, ()), board["name"])
    return {note: names for note, names in owners.items() if len(names) > 1}
