"""`python -m tools board`: check a board file, start one, make its pictures.

Made from each file of boards/ and never edited: boards/pictures/NAME.svg, boards/wokwi/NAME/ where Wokwi has the parts,
boards/README.md with pictures and parts lists. tests/test_board_tools.py fails while they are out of step.
"""

import json
from pathlib import Path
from typing import Annotated

import typer

from host_sim.boards import FOLDER, BoardError, list_boards, load_board
from tools import picture, wokwi
from tools.drawing import drawing
from tools.errors import ToolError, check_writable, writing
from tools.paths import DEFAULT_BOARD

app = typer.Typer(no_args_is_help=True, help="Check a board file, start one, make its pictures.")


@app.command()
def check(file: Annotated[Path, typer.Argument(help="Path of a board file.")]):
    """Check a board file: what is wrong, where in it, and what to do, or what it says."""
    board = _load(file)
    leds, keys = board["leds"], board["keys"]
    idle = leds["width"] * leds["height"] * leds["milliamps_idle"]
    typer.echo(f"{file}: fits. {board['title']}: {leds['width']} x {leds['height']} LEDs ({leds['driver']}), "
               f"{keys['width']} x {keys['height']} keys ({keys['driver']}), "
               f"{board['power']['budget_milliamps']} mA at most, {idle} of them for dark LEDs")


@app.command()
def new(
    file: Annotated[Path, typer.Argument(help="File to write, NAME.json; it must not be there yet.")],
    like: Annotated[str, typer.Option(help="Board to start from, a file of boards/ without .json.")] = DEFAULT_BOARD,
):
    """Start a board file of your own from one that is there."""
    if file.suffix != ".json":
        raise ToolError(f"{file}: a board file ends in .json; name it {file.stem}.json")
    check_writable(file)
    if file.exists():
        raise ToolError(f"{file} is there already: choose another name")
    board = _load(like)
    board["name"] = "".join(sign if sign.isalnum() else "_" for sign in file.stem.lower())
    board["title"] = f"My own, after: {board['title']}"
    board["drawing"] = drawing(board)
    with writing(file):
        file.write_text(json.dumps(board, indent=2) + "\n", encoding="utf-8")
    typer.echo(f"{file}: written; change it, then python -m tools board check {file} and python -m tools flash --board {file}")


@app.command()
def pictures():
    """Make pictures, Wokwi projects and parts lists of all boards anew."""
    changed = 0
    for path, text in made().items():
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
    board = _load(file)
    typer.echo("\n".join([*drawing(board), "", *parts_list(board)]))


def made():
    """{path: text} of everything that is made from the board files."""
    files = {}
    for name in list_boards():
        board = load_board(name)
        files[FOLDER / "pictures" / f"{name}.svg"] = picture.svg(board)
        if wokwi.possible(board):
            for file, text in wokwi.files(board).items():
                files[FOLDER / "wokwi" / name / file] = text
    files[FOLDER / "README.md"] = overview()
    return files


def overview():
    """boards/README.md: every board with its picture, what it needs, where its facts come from."""
    lines = ["# Boards", "", "Made from the board files by `python -m tools board pictures`; change those, not this.", ""]
    for name in list_boards():
        board = load_board(name)
        lines += [f"## {board['title']}", "", f"[`{name}.json`]({name}.json)"
                  + (f", [Wokwi project](wokwi/{name}/)" if wokwi.possible(board) else ""), "",
                  f"![Wiring of {board['title']}](pictures/{name}.svg)", "", *parts_list(board), ""]
        lines += [f"- {note}" for note in board.get("notes", ())] + [""]
        if board.get("sources"):
            lines += ["Facts from:", "", *[f"- {source}" for source in board["sources"]], ""]
        for variant in board.get("variants", ()):
            state = "tried" if variant["tried"] else "**not tried**"
            lines.append(f"- {variant['title']} ({variant['mcu']}), {state}: {variant['differs']}")
        lines.append("")
    return "\n".join(lines).rstrip() + "\n"


def parts_list(board):
    """The parts as a Markdown table."""
    rows = [f"| {part['count'] or 'optional'} | {part['what']} | {part['why']} |" for part in board["parts"]]
    return ["| count | part | what for |", "| --- | --- | --- |", *rows]


def _load(name):
    try:
        return load_board(name)
    except BoardError as error:
        raise ToolError(str(error)) from error
