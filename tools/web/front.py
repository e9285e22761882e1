"""What the page has besides the handheld: front door, lessons, guides to build it, and what makes it installable."""

import functools
import re
import shutil
from html import escape
from pathlib import Path

from markdown_it import MarkdownIt  # comes with rich

from host_sim.boards import DEFAULT_BOARD
from host_sim.boards.files import list_boards, load_board

from ..paths import ROOT
from . import icons

SOURCES = ROOT / "host_sim" / "web"
BOARDS = ROOT / "boards"
PLAIN = "manifest.webmanifest", "icon.svg", "icon_maskable.svg"
FOLDERS = "lessons", "guides"
# That the guides and the workshop lead to.
DOCUMENTS = {"WHAT_IF.md": "what_if.html", "THONNY.md": "thonny.html", "MIRROR.md": "mirror.html"}
TEACHERS = "teachers.html"
OVERVIEW = {"README.md": "../index.html"}  # the front door lists the boards
RESULTS = {"results.html": "../results.html"}  # that the guide for teachers leads to
HERE, LESSONS_HERE = "<!-- boards -->", "<!-- lessons -->"
ORDER = "order.txt"  # of the lessons: their names, a line each, below headings of rows
# What the front door says of UF2 files, and without any.
FILE_HEAD, BY_HAND = "<th>For the Pico</th>", "<!-- by hand -->"
_WITH_FILES = (
    "By hand: hold BOOTSEL while you plug the Pico in, and copy the UF2 file onto the drive RPI-RP2. It replaces what "
    "was there."
)
_WITHOUT_FILES = (
    "This page has no UF2 files, because it was built without a MicroPython image; "
    "<code>glowgrid uf2 --board NAME</code> makes one."
)
PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>%s - Glowgrid</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="../icon.svg">
<link rel="stylesheet" href="../lessons/lesson.css">
</head>
<body>
<nav><a href="../index.html">Glowgrid</a></nav>
<main>
%s</main>
</body>
</html>
"""


def write(folder):
    """Write all of it into the folder of the page, but for the fragment, which `front` returns."""
    folder = Path(folder)
    for name in PLAIN:
        shutil.copyfile(SOURCES / "offline" / name, folder / name)
    icons.write(folder)
    guides = folder / "guides"
    (folder / "lessons").mkdir(exist_ok=True)
    sources = SOURCES / "learn" / "lessons"
    for path in [sources / "lesson.css", *(sources / f"{name}.html" for name, _ in lessons()), *sources.glob("*.md")]:
        shutil.copyfile(path, folder / "lessons" / path.name)
    _copy(BOARDS / "pictures", guides / "pictures")
    for name in guide_names():
        (guides / f"{name}.html").write_text(as_page(BOARDS / "guides" / f"{name}.md"), encoding="utf-8")
    (guides / TEACHERS).write_text(as_page(SOURCES / "learn" / "teachers.md"), encoding="utf-8")
    for name, made in DOCUMENTS.items():
        (guides / made).write_text(as_page(BOARDS / name), encoding="utf-8")


def _copy(files, folder):
    """Copy the files of a folder into another one, which can be written even if the first cannot."""
    folder.mkdir(parents=True, exist_ok=True)
    for path in files.iterdir():
        shutil.copyfile(path, folder / path.name)


def rows_of_lessons():
    """Return {heading of a row: [(name, title as HTML) of its lessons]}, in their order."""
    folder = SOURCES / "learn" / "lessons"
    rows, under = {}, []
    for line in (folder / ORDER).read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            under = rows[line.lstrip("# ")] = []
        else:
            under.append((line, _title((folder / f"{line}.html").read_text(encoding="utf-8"))))
    return rows


def lessons():
    """Return [(name, title as HTML)] of all lessons, in their order."""
    return [lesson for row in rows_of_lessons().values() for lesson in row]


def _title(text):
    """Return what the first heading of a document says, as HTML."""
    return text.partition("<h1>")[2].partition("</h1>")[0]


def lesson_choice():
    """Return the options of the page's choice of lessons, as HTML."""
    return _lessons_as('<optgroup label="{}">{}</optgroup>', '<option value="{}">{}</option>')


def lesson_lists():
    """Return the front door's lists of lessons, as HTML."""
    return _lessons_as("<div><h3>{}</h3><ol>{}</ol></div>", '<li><a href="lessons/{}.html">{}</a></li>')


def _lessons_as(row_form, lesson_form):
    filled = {
        heading: "".join(lesson_form.format(*each) for each in under) for heading, under in rows_of_lessons().items()
    }
    return "\n      ".join(row_form.format(*row) for row in filled.items())


def boards():
    """Return the names of the boards that a UF2 file can be made for, the default one first."""
    names = [name for name in list_boards() if load_board(name)["mcu"] == "rp2040"]
    return sorted(names, key=lambda name: name != DEFAULT_BOARD)


@functools.cache  # asked for each link of each guide
def guide_names():
    """Return the names of the guides of these boards, of their builds with a battery, and of a link."""
    names = [name for board in boards() for name in (board, f"{board}_handheld")] + ["link"]
    return tuple(name for name in names if (BOARDS / "guides" / f"{name}.md").is_file())


def front(uf2s=()):
    """Return the front door as HTML, to be put into the page. uf2s: the boards whose UF2 files are beside it."""
    text = (SOURCES / "front" / "front.html").read_text(encoding="utf-8")
    if not uf2s:
        text = text.replace(FILE_HEAD, "")
    text = text.replace(LESSONS_HERE, lesson_lists())
    text = text.replace(BY_HAND, _WITH_FILES if uf2s else _WITHOUT_FILES)
    return text.replace(HERE, "".join(row(load_board(name), uf2s) for name in boards()))


def row(board, uf2s):
    """Return what the front door says of a board: what it is, the price of its parts, its guide, its UF2 file."""
    name, euros = board["name"], price(board)
    about = f"{euros:.0f} €" if euros else "see the guide"
    guide = f'<td><a href="guides/{name}.html">ten steps</a></td>'
    file = f'<td><a href="{name}.uf2" download>UF2</a></td>' if name in uf2s else ""
    return f"<tr><td>{short(board)}</td><td>{about}</td>{guide}{file}</tr>"


def short(board):
    """Return what a board is, as HTML, without the words that most begin with."""
    return escape(board["title"].replace("Raspberry Pi Pico, ", ""))


def price(board):
    """Return the euros of all parts that are needed, 0 if they are not known."""
    return sum(part.get("euros", 0) * part["count"] for part in board["parts"])


def as_page(path):
    """Return a Markdown document as a page; links to what the page does not have become plain words."""
    text = path.read_text(encoding="utf-8")
    body = MarkdownIt("commonmark").enable("table").render(text)
    body = re.sub(r'src="(?:\.\./)?pictures/', 'src="pictures/', body)
    body = re.sub(r'<a href="([^"]*)">(.*?)</a>', lambda found: link(*found.groups()), body, flags=re.DOTALL)
    body = re.sub(r"<h(\d)>(.*?)</h", lambda found: _heading(*found.groups()), body)
    body = re.sub(r'<img src="([^"]*)"[^>]*>', r'<a href="\1">\g<0></a>', body)  # to see it large
    return PAGE % (escape(text.split("\n", 1)[0].lstrip("# ")), body)


def link(target, words):
    """Return a link of a document of boards/ as HTML, as guides have it; its words where the page has no such file."""
    name, _, anchor = target.rpartition("/")[2].partition("#")
    if target.startswith("https://") or not name:
        return f'<a href="{target}">{words}</a>'
    known = {**DOCUMENTS, **OVERVIEW, **RESULTS, **{f"{guide}.md": f"{guide}.html" for guide in guide_names()}}
    if name in known:
        return f'<a href="{known[name]}{"#" * bool(anchor)}{anchor}">{words}</a>'
    return words


def _heading(level, words):
    """Return the beginning of a heading that links can lead to, by the anchor that a hosting site gives it."""
    anchor = re.sub(r"<[^>]*>|[^\w -]", "", words.lower()).replace(" ", "-")
    return f'<h{level} id="{anchor}">{words}</h'
