"""The lessons of the page that are files of Markdown, by name: they go through the terminal and on paper, too."""

from pathlib import Path

FOLDER = Path(__file__).resolve().parents[1] / "web/learn/lessons"


def files():
    """Return {name: path}, in the order of the page."""
    names = (FOLDER / "order.txt").read_text(encoding="utf-8").split()
    return {name: path for name in names if (path := FOLDER / f"{name}.md").is_file()}


def document(name):
    """Return the HTML of such a lesson as the page has it."""
    return (FOLDER / f"{name}.html").read_text(encoding="utf-8")
