"""The page that plays the firmware in a browser: its sources (host_sim/web) in one static folder.

npm brings the bundler (esbuild) and MicroPython's WebAssembly port, of the versions in host_sim/web/package.json and
with the hashes in package-lock.json. All files but the page itself have names with a hash of what they hold.
"""

import contextlib
import hashlib
import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import platformdirs

from host_sim.boards import DEFAULT_BOARD
from host_sim.boards.files import FOLDER as BOARDS
from host_sim.boards.files import list_boards, load_board
from host_sim.boards.from_text import FOR_PEOPLE
from host_sim.cli.errors import ToolError

from ..paths import ROOT
from ..workshop.talk.files import MOST
from ..workshop.uf2 import one_file
from . import cards, device_files, firmware, front, workshop

SOURCES = ROOT / "host_sim" / "web"
GRIDS = ROOT / "host_sim" / "grids"  # their table
INDEX = "index.html"
STYLE = "style.css"
OFFLINE = "offline/offline.js"
LICENCES = "licences.txt"
DONE = "built.txt"  # the last file written: what it was built from
HASH_SIGNS = 10
PACKAGE, LOCK = "package.json", "package-lock.json"
NPM_ARGUMENTS = "ci", "--no-audit", "--no-fund", "--loglevel=error"
NPM_S = 300
ESBUILD_ARGUMENTS = "--bundle", "--minify", "--format=esm", "--target=es2022", "--log-level=error"
SUFFIXES = ".py", ".js", ".json", ".html", ".css", ".svg", ".txt", ".bin", ".wasm", ".md", ".webmanifest"
FRONT = "<!-- front -->"  # where the front door comes


class NodeMissing(ToolError):
    """npm is not here, or cannot bring what the page needs."""


def build(folder, image=None, address=""):
    """Fill a folder with the page. image: of MicroPython, for the UF2 files to download; None: without them.

    address: where the page will be, for the pictures that messengers show of links; "": not known.

    Raises ToolError, without npm too.
    """
    modules = node_modules()
    folder = Path(folder)
    if folder.is_dir():
        _clear(folder)
    folder.mkdir(parents=True, exist_ok=True)
    uf2s = [name for name in list_boards() if load_board(name)["mcu"] == "rp2040"] if image else []
    device = device_files.files()
    for name in uf2s:
        (folder / f"{name}.uf2").write_bytes(one_file(image, device_files.whole(device, name, "rp2040")))
    (folder / LICENCES).write_text(licences(), encoding="utf-8")
    firmware.stage(folder, modules)
    named = {"port": "micropython.mjs", "wasm": "micropython.wasm", "firmware": firmware.PACKED}
    assets = {use: _hashed(folder, name) for use, name in named.items()}
    worker = _bundled(modules, folder, "worker/worker.js", ASSETS=assets)
    used = {"worker": worker, "grid": _bundled(modules, folder, "grid/grid.js")}
    page = _bundled(modules, folder, "page.js", ASSETS=used, BOARDS=boards(), UF2S=uf2s, MOST_BYTES=MOST)
    style = _bundled(modules, folder, STYLE)
    _build_workshop(modules, folder, {**assets, "worker": worker}, uf2s, device)
    front.write(folder)
    text = (SOURCES / INDEX).read_text(encoding="utf-8").replace(STYLE, style).replace("page.js", page)
    (folder / INDEX).write_text(text.replace(FRONT, front.front()), encoding="utf-8")
    cards.write(folder, address)
    files = _kept(folder)
    version = hashlib.sha256(b"".join((folder / name).read_bytes() for name in files)).hexdigest()[:HASH_SIGNS]
    kept = ["./", *(name for name in files if name != INDEX)]
    bundle(modules, folder, [OFFLINE], FILES=kept, VERSION=version)
    (folder / DONE).write_text(f"{made_from()}\n{_digest(image)}\n{address}\n", encoding="utf-8")
    return folder


def _build_workshop(modules, folder, assets, uf2s, device):
    """Write the workshop, a page of its own, which loads what goes onto a Pico when it needs it."""
    device_files.stage(folder, device)
    inside = folder / device_files.FOLDER
    names = {name: f"{inside.name}/{_hashed(inside, name)}" for name in device}
    script = _bundled(modules, folder, "workshop/workshop.js", ASSETS=assets, DEVICE=names, UF2S=uf2s, MOST_BYTES=MOST)
    style = _bundled(modules, folder, "workshop/workshop.css")
    text = workshop.page().replace("workshop.css", style).replace("workshop.js", script)
    (folder / workshop.NAME).write_text(text, encoding="utf-8")


def _kept(folder):
    """Return the names of the files that are kept for use without a network, those in folders too, sorted."""
    files = [path for path in folder.rglob("*") if path.is_file() and path.suffix != ".uf2"]
    apart = cards.FOLDER, device_files.FOLDER  # for messengers, and for a Pico: large, and few want it
    files = [path for path in files if path.parent.name not in apart]
    return sorted(path.relative_to(folder).as_posix() for path in files)


def _clear(folder):
    """Remove what an earlier build has left; ToolError if the folder holds anything else."""
    if any(folder.iterdir()) and not (folder / INDEX).is_file() and not (folder / DONE).is_file():
        raise ToolError(f"{folder} holds other files; give a folder that is new or empty")
    for path in folder.iterdir():
        if path.is_file():
            path.unlink()
    for name in (*front.FOLDERS, cards.FOLDER, device_files.FOLDER):
        shutil.rmtree(folder / name, ignore_errors=True)


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
    for part in (SOURCES, GRIDS, ROOT / "firmware", ROOT / "boards", *tools):
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
    done = Path(folder) / DONE
    if not done.is_file():
        return False
    made, with_image, where = (done.read_text(encoding="utf-8") + "\n\n").split("\n")[:3]
    return made == made_from() and (image is None or with_image == _digest(image)) and address in (None, where)


def node_modules():
    """Return the folder with what npm brings, brought here at the first call. Raises ToolError."""
    wanted = {name: (SOURCES / name).read_bytes() for name in (PACKAGE, LOCK)}
    folder = Path(platformdirs.user_cache_dir("glowgrid", appauthor=False)) / "node"
    folder = folder / hashlib.sha256(b"".join(wanted.values())).hexdigest()[:12]
    modules = folder / "node_modules"
    if not _is_whole(modules):
        npm = shutil.which("npm")
        if npm is None:
            raise NodeMissing("the page needs npm, which is not installed; install Node.js 18 or newer")
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder) as made:
            for name, data in wanted.items():
                Path(made, name).write_bytes(data)
            try:
                _run([npm, *NPM_ARGUMENTS], made, "npm cannot bring what the page needs")
            except ToolError as error:
                raise NodeMissing(str(error)) from None
            with contextlib.suppress(OSError):  # another process may have put it there meanwhile
                os.rename(Path(made, modules.name), modules)
        if not _is_whole(modules):
            raise ToolError(f"{modules} lacks a part of what the page needs; remove it")
    return modules


def _is_whole(modules):
    """Return whether the packages of the page are in a folder."""
    package = json.loads((SOURCES / PACKAGE).read_text(encoding="utf-8"))
    return all((modules / name).is_dir() for name in (*package["dependencies"], *package["devDependencies"]))


def bundle(modules, folder, names, **constants):
    """Write scripts of the page into a folder, each with what it imports in it, and with these constants."""
    esbuild = modules / ".bin" / ("esbuild.cmd" if os.name == "nt" else "esbuild")
    defines = [f"--define:{name}={json.dumps(value)}" for name, value in constants.items()]
    sources = [str(SOURCES / name) for name in names]
    command = [str(esbuild), *sources, *ESBUILD_ARGUMENTS, *defines, f"--outdir={folder.resolve()}"]
    _run(command, modules.parent, "esbuild cannot build the page", NODE_PATH=str(modules))


def _run(command, folder, failed, **variables):
    try:
        done = subprocess.run(
            command, cwd=folder, env=os.environ | variables, capture_output=True, text=True, timeout=NPM_S
        )
    except subprocess.TimeoutExpired:
        raise ToolError(f"{failed}: no end after {NPM_S} s") from None
    if done.returncode:
        said = [line for line in (done.stderr or done.stdout).splitlines() if line.strip()]
        raise ToolError(f"{failed}: {said[0].strip() if said else f'it ended with {done.returncode}'}")


def licences():
    """Return the licences of all that the page brings."""
    parts = [
        (SOURCES / LICENCES).read_text(encoding="utf-8"),
        "Glowgrid\n--------\n\n" + (ROOT / "LICENSE").read_text(encoding="utf-8"),
    ]
    return "\n\n".join(part.strip() for part in parts) + "\n"
