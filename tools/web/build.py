"""The page that plays the firmware in a browser: its sources (host_sim/web) in one static folder.

All files but the page itself have names with a hash of what they hold.
"""

import hashlib
import json
import re
from html import unescape
from pathlib import Path

from host_sim.boards import DEFAULT_BOARD
from host_sim.boards.files import FOLDER as BOARDS
from host_sim.boards.files import list_boards, load_board
from host_sim.boards.from_text import FOR_PEOPLE
from host_sim.cli.errors import ToolError

from ..paths import ROOT
from ..workshop.talk.files import MOST
from ..workshop.uf2 import one_file
from . import cards, claimed, device_files, firmware, front, languages, workshop
from .npm import bundle, node_modules

SOURCES = ROOT / "host_sim" / "web"
GRIDS = ROOT / "host_sim" / "grids"  # their table
WORDS = ROOT / "host_sim" / "languages"
INDEX = "index.html"
STYLE = "style.css"
OFFLINE = "offline/offline.js"
LICENCES = "licences.txt"
DONE = "built.txt"  # the last file written: what it was built from
HASH_SIGNS = 10
SUFFIXES = ".py", ".js", ".json", ".html", ".css", ".svg", ".txt", ".bin", ".wasm", ".md", ".webmanifest"
FRONT = "<!-- front -->"  # where the front door comes


CHIPS = {"rp2040": "Pico", "rp2350": "Pico 2"}
STEPS = 8  # of a build


def _silently(steps):
    for _ in steps:
        pass


def build(folder, image=None, address=None, run=_silently):
    """Fill a folder with the page, unless what is there is made of the same; return its path.

    image: of MicroPython, for the UF2 files to download; None: without them, or with those that are there. address:
    where the page will be, for the pictures that messengers show of links; "": not known; None: any. run: is given an
    iterator that says in words what each of STEPS does before it does it.

    Raises ToolError, NodeMissing without npm; cut off, it leaves the page as it was, or a folder that it fills again.
    """
    folder = Path(folder)
    if is_built(folder, image, address):
        return folder
    if folder.exists() and not _is_ours(folder):
        raise ToolError(f"{folder} holds other files; give a folder that is new or empty")
    with claimed.claimed(folder):
        if not is_built(folder, image, address):  # by another process, meanwhile
            claimed.replace(folder, lambda making: run(_steps(making, image, address or "")), DONE)
    return folder


def _is_ours(folder):
    """Return whether a folder is empty or a build has filled it; earlier versions left no mark if they were cut off."""
    if not folder.is_dir():
        return False
    names = {path.name for path in folder.iterdir()}
    if claimed.is_marked(folder) or _is_done(folder) or names <= {f"{name}.uf2" for name in list_boards()}:
        return True
    return LICENCES in names and (folder / LICENCES).read_bytes() == licences().encode()


def _is_done(folder):
    """Return whether a folder has the last file of a build, by what is in it: the name alone may be a person's own."""
    done = folder / DONE
    return done.is_file() and re.match(rb"[0-9a-f]{64}\n", done.read_bytes()) is not None


def _steps(folder, image, address):
    """Put the page into an empty folder; yield what comes next, before each step."""
    yield "esbuild and MicroPython for browsers, from npm"
    modules = node_modules()
    shared = {}
    for chip, name in CHIPS.items():
        yield f"what a {name} gets"
        shared[chip] = device_files.shared_files(chip)
    device = device_files.files(shared)
    yield "UF2 files" if image else "without UF2 files: no MicroPython image"
    uf2s = [name for name in list_boards() if load_board(name)["mcu"] == "rp2040"] if image else []
    for name in uf2s:
        (folder / f"{name}.uf2").write_bytes(one_file(image, device_files.whole(device, name, "rp2040")))
    yield "the firmware for browsers"
    (folder / LICENCES).write_text(licences(), encoding="utf-8")
    firmware.stage(folder, modules)
    yield "lessons, guides, scripts and styles"
    front.write(folder)
    text, results = _page(uf2s), (SOURCES / "results" / "results.html").read_text(encoding="utf-8")
    made = languages.write(folder, {"index": text, "results": results}, [name for name, _ in front.lessons()])
    spoken = {
        code: (name, f"{languages.FOLDER}/{_hashed(path.parent, path.name)}") for code, (name, path) in made.items()
    }
    named = {"port": "micropython.mjs", "wasm": "micropython.wasm", "firmware": firmware.PACKED}
    assets = {use: _hashed(folder, name) for use, name in named.items()}
    worker = _bundled(modules, folder, "worker/worker.js", ASSETS=assets)
    used = {"worker": worker, "grid": _bundled(modules, folder, "grid/grid.js", LANGUAGES=spoken)}
    used["markdown"] = _bundled(modules, folder, "learn/markdown.js")
    known = {"LANGUAGES": spoken, "BOARDS": boards(), "UF2S": uf2s, "MOST_BYTES": MOST}
    page = _bundled(modules, folder, "page.js", ASSETS=used, **known)
    style = _bundled(modules, folder, STYLE)
    yield "the workshop"
    _build_workshop(modules, folder, {**assets, "worker": worker}, uf2s, device)
    _build_results(modules, folder, results, spoken)
    (folder / INDEX).write_text(text.replace(STYLE, style).replace("page.js", page), encoding="utf-8")
    yield "pictures of the games"
    cards.write(folder, address)
    files = _kept(folder)
    version = hashlib.sha256(b"".join((folder / name).read_bytes() for name in files)).hexdigest()[:HASH_SIGNS]
    kept = ["./", *(name for name in files if name != INDEX)]
    bundle(modules, folder, [OFFLINE], FILES=kept, VERSION=version)
    (folder / DONE).write_text(f"{made_from()}\n{_digest(image)}\n{address}\n", encoding="utf-8")


def _page(uf2s):
    """Return the text of the page, with the front door and the list of lessons in it."""
    text = (SOURCES / INDEX).read_text(encoding="utf-8").replace(front.LESSONS_HERE, front.lesson_choice())
    return text.replace(FRONT, front.front(uf2s))


def _build_workshop(modules, folder, assets, uf2s, device):
    """Write the workshop, a page of its own, which loads what goes onto a Pico when it needs it."""
    device_files.stage(folder, device)
    inside = folder / device_files.FOLDER
    names = {name: f"{inside.name}/{_hashed(inside, name)}" for name in device}
    known = {"DEVICE": names, "UF2S": uf2s, "MOST_BYTES": MOST}
    script = _bundled(modules, folder, "workshop/workshop.js", ASSETS=assets, **known)
    style = _bundled(modules, folder, "workshop/workshop.css")
    text = workshop.page().replace("workshop.css", style).replace("workshop.js", script)
    (folder / workshop.NAME).write_text(text, encoding="utf-8")
    pictures = folder / front.FOLDERS[-1] / "pictures"
    pictures.mkdir(parents=True, exist_ok=True)
    for name, drawing in workshop.drawings().items():
        (pictures / name).write_text(drawing, encoding="utf-8")


def _build_results(modules, folder, text, spoken):
    """Write the page that puts together what pupils answered. text: its source; spoken: the languages."""
    titles = {name: unescape(title) for name, title in front.lessons()}
    script = _bundled(modules, folder, "results/results.js", LESSONS=titles, LANGUAGES=spoken)
    style = _bundled(modules, folder, "results/results.css")
    text = text.replace("results.css", style).replace("results.js", script)
    (folder / "results.html").write_text(text, encoding="utf-8")


def _kept(folder):
    """Return the names of the files that are kept for use without a network, those in folders too, sorted."""
    files = [path for path in folder.rglob("*") if path.is_file() and path.suffix != ".uf2"]
    apart = cards.FOLDER, device_files.FOLDER  # for messengers, and for a Pico: large, and few want it
    files = [path for path in files if path.parent.name not in apart]
    return sorted(path.relative_to(folder).as_posix() for path in files)


def boards():
    """Return the boards, as their files state them, without what is for people; the default one comes first."""
    found = []
    for name in sorted(list_boards(), key=lambda name: (name != DEFAULT_BOARD, name)):
        board = json.loads((BOARDS / f"{name}.json").read_text(encoding="utf-8"))
        found.append({key: part for key, part in board.items() if key not in FOR_PEOPLE})
    return found


def _hashed(folder, name):
    """Put a hash of what a file holds into its name; return the new name."""
    path = folder / name
    digest = hashlib.sha256(path.read_bytes()).hexdigest()[:HASH_SIGNS]
    return path.rename(path.with_name(f"{path.stem}-{digest}{path.suffix}")).name


def _bundled(modules, folder, name, **constants):
    bundle(modules, folder, [name], **constants)
    return _hashed(folder, Path(name).name)


def made_from():
    """Return the hash of all that the page is made from, but for the image of MicroPython in its UF2 files."""
    digest = hashlib.sha256()
    tools = (ROOT / "tools" / name for name in ("web", "compile", "workshop", "boards"))
    for part in (SOURCES, GRIDS, WORDS, ROOT / "firmware", ROOT / "boards", *tools):
        for path in sorted(part.rglob("*")):
            if path.is_file() and path.suffix in SUFFIXES:
                digest.update(path.name.encode() + path.read_bytes())
    for path in firmware.OF_THE_HOST + firmware.OF_THE_WORKSHOP:
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _digest(image):
    return hashlib.sha256(Path(image).read_bytes()).hexdigest() if image else ""


def is_built(folder, image=None, address=None):
    """Return whether a folder holds the page, made from what is here now.

    With the UF2 files of an image and for an address, if they are given.
    """
    made, with_image, where = _done(folder)
    return made == made_from() and (image is None or with_image == _digest(image)) and address in (None, where)


def has_uf2s(folder):
    """Return whether the page in a folder was built with UF2 files."""
    return _done(folder)[1] != ""


def _done(folder):
    """Return what the page in a folder was built from: (the hash of made_from, of the image, the address)."""
    done = Path(folder) / DONE
    text = done.read_text(encoding="utf-8") if done.is_file() else ""
    return (text + "\n\n\n").split("\n")[:3]


def licences():
    """Return the licences of all that the page brings."""
    parts = [
        (SOURCES / LICENCES).read_text(encoding="utf-8"),
        "Glowgrid\n--------\n\n" + (ROOT / "LICENSE").read_text(encoding="utf-8"),
    ]
    return "\n\n".join(part.strip() for part in parts) + "\n"
